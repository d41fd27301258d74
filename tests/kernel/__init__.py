"""Tests that talk to a real ipykernel."""
