"""A game looked at from outside: its size, many games of it, leagues, reports, trees, and best
responses."""
