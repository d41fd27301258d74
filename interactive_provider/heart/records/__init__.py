"""How a position is written and read back: lines, links, saved games."""
