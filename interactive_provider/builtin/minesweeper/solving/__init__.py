"""Solving a position in plain Python: what is certain, how likely the rest is, and the value of a
position."""
