"""How a Capture board is solved, using only the standard library and independent of games."""
