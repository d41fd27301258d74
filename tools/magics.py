"""The table of magics in the page on keys and magics: ``python -m tools.magics`` writes it
again."""

from __future__ import annotations

import re

from interactive_provider.shell.magics import MAGICS
from tools.isolation import REPOSITORY

PAGE = REPOSITORY / "docs" / "keys-and-magics.md"
MARK = "<!-- from the magics themselves: python -m tools.magics -->\n"


def table() -> str:
    """One item a magic: the first sentence of its own help."""
    return "".join(f"- {_told(name)}\n" for name in MAGICS)


def _told(name: str) -> str:
    sentences = re.split(r"(?<=\.) (?=``%|In a )", " ".join(MAGICS[name][1].split()))
    return sentences[0].replace("``", "`")


def page() -> str:
    """The whole page, with the table as it is now."""
    return PAGE.read_text("utf-8").partition(MARK)[0] + MARK + "\n" + table()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
