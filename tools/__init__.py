"""Programs for whoever works on the package; none of them is shipped."""
