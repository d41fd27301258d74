"""Tests of theory: values, trees, tables and equilibria, found in other ways, and refusals."""
