"""``python -m interactive_provider``: IPython in the terminal with the games ready to explore.

``python -m interactive_provider --notebooks FOLDER`` copies the notebooks, including the tour, into
a folder; ``--help`` lists the rest. All other arguments are passed to IPython.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import copytree

BANNER = """\
Type  games.  and press Tab. Choosing makes the move. %hint, %undo, %line and the
other magics act on the last position shown. %help lists all of them, and all games.
"""


def copy_notebooks(folder: Path) -> list[Path]:
    """Copy the notebooks and the example games that they use into a folder, which is created;
    existing files are not changed.

    Links to documents, which are not copied, become plain words.
    """
    from .support.storage import make_folder, replace_file

    shipped = Path(__file__).parent / "notebooks"
    # a clone has them in the same folder
    source = shipped if shipped.is_dir() else Path(__file__).parents[1] / "notebooks"
    make_folder(folder)
    missing = [file for file in sorted(source.glob("*.ipynb")) if not (folder / file.name).exists()]
    for file in missing:
        text = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", file.read_text("utf-8"))
        replace_file(folder / file.name, partial(str, text.replace("../examples", "examples")))
    with suppress(FileExistsError):
        copytree(source.parent / "examples", folder / "examples")
    return missing


def read_arguments(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return our own arguments, and the remaining ones, which are for IPython."""
    from . import __version__
    from .hosting import LOOPBACK

    parser = argparse.ArgumentParser(
        prog="python -m interactive_provider",
        description="Open IPython with the games loaded.",
        epilog="Other arguments are passed to IPython: `ipython --help` lists them.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"interactive_provider {__version__}"
    )
    parser.add_argument(
        "--notebooks",
        metavar="FOLDER",
        nargs="?",
        const="notebooks",
        help="copy the notebooks into FOLDER (default: notebooks) and stop",
    )
    parser.add_argument(
        "--host",
        metavar="FOLDER or GAME",
        nargs="?",
        const="",
        help="serve tables for several people, each in their own browser, for the games in a"
        " folder, for one game, or for the most played games",
    )
    parser.add_argument(
        "--address", default=LOOPBACK, help="the address of tables (default: %(default)s)"
    )
    parser.add_argument(
        "--port", type=int, default=8765, help="the port of tables (default: %(default)s)"
    )
    return parser.parse_known_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Start IPython with the extension loaded, or run the command of one of our own arguments;
    print a sentence if that is not possible."""
    from .errors import ProviderError
    from .hosting import serve

    own, rest = read_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        if own.notebooks is not None:
            folder = Path(own.notebooks)
            count = len(copy_notebooks(folder))
            print(  # noqa: T201
                f"{count} notebooks copied into {folder} (what was there stays):"
                " begin with tour.ipynb."
            )
            return
        if own.host is not None:
            serve(own.host, own.address, own.port)
            return
    except ProviderError as fault:
        sys.exit(str(fault))
    from IPython import start_ipython
    from traitlets.config import Config

    config = Config()
    config.TerminalInteractiveShell.banner1 = BANNER
    start_ipython(argv=["--ext=interactive_provider", *rest], config=config)


if __name__ == "__main__":
    main()
