"""Tests of the sliding puzzle."""
