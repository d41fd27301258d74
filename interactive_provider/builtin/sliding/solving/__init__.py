"""The methods that solve a sliding puzzle, which use only the standard library and do not know
games."""
