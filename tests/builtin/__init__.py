"""Tests of the small games and of the two styles of writing games."""
