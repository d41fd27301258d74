"""How games are found and listed."""
