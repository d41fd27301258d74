"""Which answers a program expects at an INPUT, derived from its text."""
