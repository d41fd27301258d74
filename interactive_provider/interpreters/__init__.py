"""Machines and tellers that are useful alone: they import nothing from the rest of the package."""
