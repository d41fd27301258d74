"""How a Capture board is solved, in the standard library alone; none of it knows what a game is."""
