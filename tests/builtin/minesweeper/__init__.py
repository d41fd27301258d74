"""Tests of Minesweeper."""
