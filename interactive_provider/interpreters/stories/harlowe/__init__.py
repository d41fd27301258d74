"""Harlowe: its markup, values and macros, and the engine that combines them."""
