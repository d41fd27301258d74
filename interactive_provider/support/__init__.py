"""What several packages need, but no author of a game: files, locks, generators, extras, and
fingerprints of objects."""
