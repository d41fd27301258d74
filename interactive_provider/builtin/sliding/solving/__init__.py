"""How a sliding puzzle is solved, using only the standard library and independent of games."""
