"""Games, puzzles and old programs as objects that you explore with the Tab key."""

__version__ = "0.1.0"
