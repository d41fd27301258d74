"""Pictures of a board as text, HTML and SVG, each made only from the `Board`, and the page that a position shows."""
