"""The tests: one sentence each says what is so."""
