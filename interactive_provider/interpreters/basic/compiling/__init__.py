"""Turns the tree of a program into one Python function."""
