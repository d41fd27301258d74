"""Tests of tables for several people."""
