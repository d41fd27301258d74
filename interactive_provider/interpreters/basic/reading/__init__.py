"""From the text of a program to its tree: tokens, lines, statements."""
