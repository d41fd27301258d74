"""Tests of the BASIC machine and of its bridge."""
