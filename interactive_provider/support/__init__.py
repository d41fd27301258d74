"""What several packages need, but no game's author: files, locks, generators, extras, and what
objects are made of."""
