"""The table of magics in the page on keys and magics: ``python -m tests.docs.magics`` writes it again."""

from __future__ import annotations

from interactive_provider.shell.magics import MAGICS
from tests.isolation import REPOSITORY

PAGE = REPOSITORY / "docs" / "keys-and-magics.md"
MARK = "<!-- from the magics themselves: python -m tests.docs.magics -->\n"


def table() -> str:
    """One row a magic: its name and the first sentences of its own help."""
    rows = [f"| `%{name}` | {_told(name)} |" for name in MAGICS]
    return "\n".join(["| magic | does |", "|---|---|", *rows]) + "\n"


def _told(name: str) -> str:
    return " ".join(MAGICS[name][1].partition("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")


def page() -> str:
    """The whole page, with the table as it is now."""
    return PAGE.read_text("utf-8").partition(MARK)[0] + MARK + "\n" + table()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
