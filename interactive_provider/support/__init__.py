"""Tools for several packages but not for authors of games: files, locks, generators, extras, and
fingerprints of objects."""
