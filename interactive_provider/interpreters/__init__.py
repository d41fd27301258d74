"""Interpreters that can be used alone: they import nothing from the rest of the package."""
