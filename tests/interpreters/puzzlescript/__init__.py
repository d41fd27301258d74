"""Tests of the interpreter of PuzzleScript."""
