"""``python -m interactive_provider``: IPython in the terminal with the games ready to be explored.

``python -m interactive_provider --notebooks FOLDER`` copies the notebooks, the tour first of all, into a folder.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

BANNER = """\
Type  games.  and press Tab. Choosing makes the move. %hint, %undo, %restart, %line and
the other magics act on the last position shown (%games lists all games).
"""


def copy_notebooks(folder: Path) -> list[Path]:
    """Copy the notebooks into a folder, which is made; those that are there already stay as they are.

    Links to documents, which are not copied, become plain words.
    """
    shipped = Path(__file__).parent / "notebooks"
    source = shipped if shipped.is_dir() else Path(__file__).parents[1] / "notebooks"  # a clone has them beside it
    folder.mkdir(parents=True, exist_ok=True)
    missing = [file for file in sorted(source.glob("*.ipynb")) if not (folder / file.name).exists()]
    for file in missing:
        text = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", file.read_text("utf-8"))
        (folder / file.name).write_text(text, "utf-8")
    return missing


def main(arguments: Sequence[str] | None = None) -> None:
    """Start IPython with the extension loaded; ``arguments`` are passed on to it, unless they ask for notebooks."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["--notebooks"]:
        folder = Path(arguments[1] if len(arguments) > 1 else "notebooks")
        print(f"{len(copy_notebooks(folder))} notebooks copied into {folder}: begin with tour.ipynb.")  # noqa: T201
        return
    from IPython import start_ipython
    from traitlets.config import Config

    config = Config()
    config.TerminalInteractiveShell.banner1 = BANNER
    own = ["--ext=interactive_provider"]
    start_ipython(argv=[*own, *arguments], config=config)


if __name__ == "__main__":
    main()
