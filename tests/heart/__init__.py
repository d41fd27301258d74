"""Tests of the heart: names, synthesised classes, positions, lines, sources."""
