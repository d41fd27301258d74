"""From the tree of a program to one Python function."""
