"""The try-it-now page: everything runs in the browser, and nothing is asked of another host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.isolation import REPOSITORY

SITE = REPOSITORY / "lite" / "_output"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[Any]:
    """The built site behind a plain file server."""
    from .server import Server

    if not (SITE / "index.html").exists():
        pytest.skip("the site is not built: run `make lite`")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Server(f"http://127.0.0.1:{server.server_address[1]}/", "", Path(SITE))
        server.shutdown()


def test_the_site_plays_without_any_other_host(page: Any, site: Any) -> None:
    """The tour opens, the package installs from the site itself, Tab completes and a game is played."""
    from .frontend import FrontEnd

    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url) if "127.0.0.1" not in request.url else None)
    lite = FrontEnd(page, site, "lite").open_file("tour.ipynb")
    lite.run(cell=0, seconds=240)
    code = "%load_ext interactive_provider\nfrom interactive_provider import line\nline(games.match_game(seed=7))"
    last = int(lite.ask("return panel.content.widgets.length;"))
    lite.run(code, last)
    assert lite.text(last) == "'games.match_game(seed=7)'"
    assert "minesweeper" in lite.complete("games.", last + 1)
    assert [] == [url for url in foreign if not url.startswith(("data:", "blob:"))]
