"""Turns a program's tree into one Python function."""
