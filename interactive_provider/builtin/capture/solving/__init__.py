"""How a Capture board is solved, using only the standard library; none of it knows what a game is."""
