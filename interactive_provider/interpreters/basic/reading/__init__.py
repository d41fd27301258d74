"""Turns the text of a program into its tree: tokens, lines, statements."""
