"""Which answers a program expects at an INPUT, read off its text."""
