"""The documents: their examples run, their links lead somewhere, their commands exist."""
