"""Interpreters that are useful by themselves: they import nothing from the rest of the package."""
