"""How a sliding puzzle is solved, in the standard library alone; none of it knows what a game is."""
