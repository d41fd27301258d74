"""Tests of the theory of games: trees, tables, equilibria."""
