"""What can be wrong with what a solver is asked."""

from interactive_provider.errors import BadParameter


class BadView(BadParameter):
    """Rows that are not a position of a game, or that no layout of the mines explains."""
