"""Tests of the tests: central lines are broken by rule, and a test has to turn red for each."""
