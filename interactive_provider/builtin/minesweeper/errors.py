"""What can be wrong with a board, a view or a level."""


class BadBoard(ValueError):
    """A size, a mine count, a square or a board code that no game of Minesweeper can have."""


class BadView(ValueError):
    """Rows that are not a position, or that no layout of the mines explains."""
