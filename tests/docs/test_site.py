"""The site of the documents: built as `make site` builds it, complete, and asking no other host for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from interactive_provider import games, replay
from tests.browser.board_pictures import played
from tests.isolation import REPOSITORY

PLAYED = ("gallery.html", "games.html")
"""The pages with links to play on."""


class _Needed(HTMLParser):
    """What a browser fetches for a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        fetched = named.get("src") or (
            named.get("href") if tag == "link" and named.get("rel") == "stylesheet" else None
        )
        if fetched:
            self.found.append(fetched)


@pytest.mark.slow
def test_the_site_is_built_and_stands_alone() -> None:
    """No link leads nowhere, each game has its section, and no page fetches anything from elsewhere."""
    built = subprocess.run(
        [sys.executable, "site/documents.py"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert (0, "") == (built.returncode, "" if built.returncode == 0 else built.stderr)
    site = REPOSITORY / "build" / "site"
    told = (site / "games.html").read_text("utf-8")
    assert len(list(games)) == len(re.findall("<h2 ", told))
    pages = [site / name for name in ("index.html", "games.html", "docs/promises.html", "docs/questions.html")]
    needed = [one for page in pages for one in _Needed(page.read_text("utf-8")).found]
    assert needed
    assert [] == [one for one in needed if "//" in one]
    tried = [re.findall(r'href="play/index.html(#p=[^"]+)"', (site / page).read_text("utf-8")) for page in PLAYED]
    assert sorted(tried[0]) == sorted(tried[1])
    start = (REPOSITORY / "site" / "start.html").read_text("utf-8")
    (taken,) = re.findall(r"= /\^(#p=.*)\$/\.exec", start)
    assert [] == [link for link in tried[0] if not re.fullmatch(taken, link)]
    assert {name: p for name, p in played().items() if name not in ("chess", "chess_variants")} == {
        replay(link)._table.name: replay(link) for link in tried[0]
    }
