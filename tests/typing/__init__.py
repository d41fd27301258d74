"""What type checkers and static editors know: the documents' code, and the names of the games we
ship."""
