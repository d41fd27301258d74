"""Tests of Capture."""
