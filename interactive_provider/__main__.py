"""``python -m interactive_provider``: IPython in the terminal with the games ready to be explored."""

from __future__ import annotations

import sys
from collections.abc import Sequence

BANNER = """\
Type  games.  and press Tab. Choosing makes the move. %hint, %undo, %restart, %line and
the other magics act on the last position shown (%games lists all games).
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Start IPython with the extension loaded; ``arguments`` are passed on to it."""
    from IPython import start_ipython
    from traitlets.config import Config

    config = Config()
    config.TerminalInteractiveShell.banner1 = BANNER
    own = ["--ext=interactive_provider"]
    start_ipython(argv=[*own, *(sys.argv[1:] if arguments is None else arguments)], config=config)


if __name__ == "__main__":
    main()
