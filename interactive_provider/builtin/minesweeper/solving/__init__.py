"""How a position is solved, in plain Python: what is certain, how likely the rest is, what a
position is worth."""
