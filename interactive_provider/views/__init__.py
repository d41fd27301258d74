"""Pictures of a board: text, HTML and SVG, each made from the `Board` alone, and the page that a position shows."""
