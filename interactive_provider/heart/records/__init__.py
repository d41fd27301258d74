"""How a position is written down and read back: lines, links, saved games."""
