"""The methods that solve a Capture board, which use only the standard library and do not know
games."""
