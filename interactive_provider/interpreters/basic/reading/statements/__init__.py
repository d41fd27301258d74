"""Statements that the parser reads, by what they are about: blocks, files, and pictures."""
