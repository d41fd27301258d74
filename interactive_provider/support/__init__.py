"""What several rooms need and no game's author: files, locks, generators, extras, and what objects
are made of."""
