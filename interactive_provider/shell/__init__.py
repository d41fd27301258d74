"""IPython and Jupyter: better completion, magics, display and settings; the rest of the package
does not know them."""
