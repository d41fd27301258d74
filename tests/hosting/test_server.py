"""The server as a stranger meets it: frames over a socket, and all that it refuses."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from interactive_provider import InteractiveProvider, games, host
from interactive_provider.errors import BadParameter, quote
from interactive_provider.hosting import server as serving
from interactive_provider.hosting.frames import frame as frame_of
from interactive_provider.hosting.lobby import offers_for
from interactive_provider.hosting.match import Match
from interactive_provider.hosting.seat import Seat
from interactive_provider.hosting.server import LONGEST_MESSAGE, Server
from interactive_provider.widget import bundle
from tests.hosting.at_tables import FOUR, tables_in
from tests.patience import PATIENCE
from tools.isolation import REPOSITORY


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server of connect four at a free port."""
    made = Server(tables_in(tmp_path), offers_for(FOUR), "127.0.0.1", 0)
    made.start()
    return made


class Page:
    """A page that is open: what it sends, and the last frame that it was sent."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self.connection = connection
        self.number = 0

    async def tell(self, **told: Any) -> dict[str, Any]:
        """Send something, and give the frame that answers it."""
        await self.connection.write_message(json.dumps(told))
        return await self.frame()

    async def go(self, kind: str, **told: Any) -> dict[str, Any]:
        """Send something, and give the first frame of the page to which it leads: one of the page
        before may still be on its way."""
        await self.connection.write_message(json.dumps(told))
        return await self.until(lambda frame: frame["kind"] == kind)

    async def frame(self) -> dict[str, Any]:
        """The next frame; the reason in its place if the connection was closed."""
        read = self.connection.read_message()
        message = await asyncio.wait_for(asyncio.ensure_future(read), PATIENCE)
        if message is None:
            return {"closed": self.connection.close_code}
        frame: dict[str, Any] = json.loads(message)
        if "view" in frame:
            self.last = frame
        return frame

    async def until(self, is_so: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first frame of which something is true."""
        frame = await self.frame()
        while not is_so(frame):
            frame = await self.frame()
        return frame

    async def choose(self, text: str) -> None:
        """Choose an option by its label."""
        self.number += 1
        seen = self.last["view"]["number"]
        order = {"do": "type", "text": text, "seen": seen, "page": "p", "number": self.number}
        await self.connection.write_message(json.dumps({"orders": [order]}))


async def opened(server: Server, **headers: str) -> Page:
    """A new page."""
    url = server.url.replace("http", "ws") + "socket"
    return Page(await websocket_connect(HTTPRequest(url, headers=headers)))


async def seated(server: Server) -> tuple[Page, Page]:
    """Two pages at one table."""
    one, other = await opened(server), await opened(server)
    await one.tell(key="")
    went = await one.go("go", game=0, levels=["", ""], seat=0, name="Ann")
    told = await one.go("seat", key=went["words"])
    code = told["ways"][1][0]
    await other.go("invitation", key=code)
    went = await other.go("go", name="Ben")
    await other.go("seat", key=went["words"])
    await one.until(lambda frame: frame["names"] == ["Ann", "Ben"] and all(frame["here"]))
    return one, other


def run(work: Awaitable[Any]) -> Any:
    """What a conversation comes to."""

    async def within_patience() -> Any:
        return await asyncio.wait_for(work, PATIENCE)

    return asyncio.run(within_patience())


def test_two_pages_play_to_the_end(server: Server) -> None:
    """Each sees what the other has chosen; at the end both are told who has won, and a rematch has
    the seats changed."""

    async def talk() -> None:
        one, other = await seated(server)
        for turn, word in enumerate(["column1", "column2"] * 3 + ["column1"]):
            mover = (one, other)[turn % 2]
            while mover.last["view"]["moves"] < turn:
                await mover.frame()
            await mover.choose(word)
        for page in (one, other):
            assert [1.0, 0.0] == (await page.until(lambda frame: frame["is_over"]))["paid"]
        await one.connection.write_message('{"do": "ask", "what": "rematch"}')
        await other.until(lambda frame: frame["request"])
        await other.connection.write_message('{"do": "ask", "what": "rematch"}')
        told = await one.until(lambda frame: not frame["is_over"])
        assert (["Ben", "Ann"], 1, [0.0, 1.0]) == (told["names"], told["seat"], told["score"])

    run(talk())


def test_a_choice_is_acknowledged_with_the_board_after_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice that is carried out while a frame is made belongs to the next one."""

    def meanwhile(*arguments: Any) -> dict[str, Any]:
        sent = frame_of(*arguments)
        if (sent["seat"], sent.get("view", {}).get("moves")) == (0, 1):
            for connection in server.connections:
                connection._done = {"p": 2}
        return sent

    async def talk() -> None:
        one, _ = await seated(server)
        monkeypatch.setattr(serving, "frame", meanwhile)
        await one.choose("column1")
        frame = await one.until(lambda frame: frame["view"]["moves"] == 1)
        assert {"p": 1} == frame["done"]

    run(talk())


def test_a_computer_replies(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without anybody having to ask for it, also where it begins; Python can end while it
    thinks."""
    think = server.think
    waits: list[bool] = []

    def noted(match: Match) -> None:
        waits.append(not threading.current_thread().daemon)
        think(match)

    monkeypatch.setattr(server, "think", noted)

    async def talk() -> None:
        page = await opened(server)
        await page.tell(key="")
        level = "against a random player"
        went = await page.go("go", game=0, levels=[level, ""], seat=1, name="Ann")
        told = await page.go("seat", key=went["words"])
        if told["mover"] != 1:
            told = await page.until(lambda frame: frame["mover"] == 1)
        await page.choose("column3")
        await page.until(lambda frame: frame["mover"] == 1 and frame["view"]["moves"] == 3)

    run(talk())
    assert {False} == set(waits)


@pytest.mark.parametrize(
    "message",
    [b"\x00\xff", "{", "[]", "7", "[" * 9000, '"' + "x" * LONGEST_MESSAGE + '"', "null"],
    ids=["binary", "cut", "a list", "a number", "nested", "long", "nothing"],
)
def test_what_is_no_order_closes_the_connection(server: Server, message: str | bytes) -> None:
    """And nothing else: the server goes on."""

    async def talk() -> None:
        page, friend = await opened(server), await opened(server)
        await page.tell(key="")
        await page.connection.write_message(message, binary=isinstance(message, bytes))
        assert (await page.frame())["closed"] in (1003, 1009)
        assert "start" == (await friend.tell(key=""))["kind"]

    run(talk())


@pytest.mark.parametrize(
    "order",
    [
        {"orders": "x"},
        {"orders": [7, {"page": 1}]},
        {"orders": [{"page": "p", "number": 1e9, "do": "gesture", "at": "x"}]},
        {"do": "answer", "to": 99, "yes": True},
        {"do": "ask", "what": "everything"},
        {"do": "fill"},
        {"groups": [[[0, 0]]]},
        {"key": 7},
        {},
    ],
)
def test_a_strange_order_changes_nothing(server: Server, order: dict[str, Any]) -> None:
    """It is answered in a sentence, and the table stays as it was."""

    async def talk() -> None:
        one, _ = await seated(server)
        (match,) = server.tables._open.values()
        before = match.version
        told = await one.tell(**order)
        assert "closed" not in told
        assert before == match.version

    run(talk())


@pytest.mark.parametrize(
    ("levels", "seat", "names"),
    [
        (["", ""], 1, ["", "Ann"]),
        ([""], 0, None),
        (["", ""], -1, None),
        (["", ""], 2, None),
        ([""] * 4_000, 0, ["Ann", ""]),
    ],
    ids=["both", "one", "none", "third", "thousands"],
)
def test_a_table_has_the_seats_of_its_game(
    server: Server, levels: list[str], seat: int, names: list[str] | None
) -> None:
    """However many a page asks for: each seat has two secrets, which are kept."""

    async def talk() -> None:
        page = await opened(server)
        await page.tell(key="")
        told = await page.tell(game=0, levels=levels, seat=seat, name="Ann")
        assert ("go" if names else "fault") == told["kind"]
        if names:
            assert names == (await page.tell(key=told["words"]))["names"]

    run(talk())


def test_a_stranger_is_told_nothing(server: Server) -> None:
    """Neither an unknown secret nor the name of a match or a class opens anything."""

    async def talk() -> None:
        await seated(server)
        (name,) = server.tables._open
        for secret in ("x" * 24, name, "XXXXXX", "games"):
            page = await opened(server)
            told = await page.tell(key=secret)
            assert "fault" == told["kind"]
            assert told["words"].startswith("There is no table")

    run(talk())


def test_another_site_cannot_connect(server: Server) -> None:
    """Neither by its own origin nor by a name that leads here."""

    async def talk() -> None:
        for headers in ({"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}):
            with pytest.raises(HTTPClientError, match="403"):
                await opened(server, **headers)

    run(talk())


def test_the_pages_allow_nothing_from_elsewhere(server: Server) -> None:
    """By their policy, and no address is told to anybody."""
    with urllib.request.urlopen(server.url) as answer:
        headers = dict(answer.headers)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "no-referrer" == headers["Referrer-Policy"]
    for name in ("tables.py", "../server.py", "%2e%2e/server.py", "secrets"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(server.url + name)


def test_each_file_of_the_pages_is_what_its_name_says(server: Server) -> None:
    """The board's program is the one of notebooks; the others stand beside the server."""
    kinds = {"": "html", "board.js": "javascript", "tables.js": "javascript", "tables.css": "css"}
    for name, kind in kinds.items():
        with urllib.request.urlopen(server.url + name) as answer:
            found = answer.read()
            assert f"text/{kind}; charset=utf-8" == answer.headers["Content-Type"]
        file = serving.PAGES / (name or "index.html")
        assert found == (bundle.bundle().encode() if name == "board.js" else file.read_bytes())


NO_ADDRESSES: tuple[Any, ...] = (None, "", "*", 5, [], "\ud800", "a" * 300)
NO_PORTS: tuple[Any, ...] = (-1, 65_536, 70_000, 10**30, True, 1.0, "80x", None, [])


@pytest.mark.parametrize(
    "asked",
    [*({"address": one} for one in NO_ADDRESSES), *({"port": one} for one in NO_PORTS)],
)
def test_a_place_where_no_server_can_be_is_refused_in_a_sentence(asked: dict[str, Any]) -> None:
    """Nothing is opened elsewhere instead, as at the port that is left of a larger number."""
    (given,) = asked.values()
    with pytest.raises(BadParameter, match=re.escape(quote(given)[:20])):
        host(games.match_game.two_people, **asked)


def test_a_connection_that_says_nothing_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would keep a place that others need."""
    monkeypatch.setattr(serving, "GREETING_SECONDS", 0.05)

    async def talk() -> None:
        page = await opened(server)
        assert {"closed": 1008} == await page.frame()

    run(talk())


def test_sockets_are_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more than may be open is told to come later."""
    monkeypatch.setattr(serving, "MOST_SOCKETS", 2)

    async def talk() -> None:
        pages = [await opened(server) for _ in range(3)]
        assert {"closed": 1013} == await pages[2].frame()
        assert "start" == (await pages[0].tell(key=""))["kind"]

    run(talk())


def test_a_game_that_fails_or_hangs_holds_up_its_own_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others go on; those who sit there are told that it was not possible, and nothing more."""
    monkeypatch.setattr(serving, "GAME_SECONDS", 0.5)
    text = (REPOSITORY / "examples" / "kuhn_poker.py").read_text("utf-8")
    head = "    def process_response(self, state: Hand, value: str, rng: Random) -> Hand:\n"
    assert head in text
    broken = head + '        if value == "bet":\n            raise ValueError(state.cards)\n'
    broken += "        while value == 'check':\n            pass\n"
    (tmp_path / "broken.py").write_text(text.replace(head, broken), "utf-8")
    games = str(tmp_path / "broken.py")
    server = Server(tables_in(tmp_path), [*offers_for(games), *offers_for(FOUR)], "127.0.0.1", 0)
    server.start()

    async def talk() -> None:
        one, _ = await seated(server)
        await one.choose("bet")
        told = await one.until(lambda frame: frame["view"]["status"])
        assert "That was not possible. The table is as it was." == told["view"]["status"]
        await one.choose("check")
        friend = await opened(server)
        await friend.tell(key="")
        went = await friend.go("go", game=1, levels=["", ""], seat=0, name="Cleo")
        assert "go" == went["kind"]

    run(talk())
    assert games is not None


def test_many_who_watch_a_game_that_hangs_hold_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them waits in a thread, and others have threads, too."""
    server = Server(tables_in(tmp_path), offers_for(FOUR), "127.0.0.1", 0)
    server.start()
    hanging, go_on = threading.Event(), threading.Event()

    def hang(self: Any) -> None:
        hanging.set()
        go_on.wait(PATIENCE)

    async def talk() -> None:
        one, _ = await seated(server)
        link = one.last["watch"]
        pages = [await opened(server) for _ in range(2 * (os.cpu_count() or 1) + 8)]
        monkeypatch.setattr(Seat, "view", hang)
        for page in pages:
            await page.connection.write_message(json.dumps({"key": link}))
        while len([page for page in server.connections if page.sight.kind == "watch"]) < len(pages):
            await asyncio.sleep(0.01)
        assert await asyncio.to_thread(hanging.wait, PATIENCE)
        friend = await opened(server)
        assert "start" == (await friend.tell(key=""))["kind"]
        assert not go_on.is_set()

    try:
        run(talk())
    finally:
        go_on.set()


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    """With what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadParameter, match="Choose another"):
            Server(tables_in(tmp_path), (), "127.0.0.1", port)


def test_who_can_reach_a_server_is_said(tmp_path: Path) -> None:
    """The loopback is for this computer; a network is asked for, and said to be one."""
    near, far = (
        Server(tables_in(tmp_path), (), address, 0) for address in ("127.0.0.1", "0.0.0.0")
    )
    assert ("Only programs on this", "Everybody in your net") == (near.reach[:21], far.reach[:21])
    assert "0.0.0.0" not in far.url


def test_host_gives_a_link_for_each_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is the host's own; luck is drawn for each table, whatever seed was given."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    games = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py", seed=3)
    hosted = host(games.kuhn_poker)
    assert 2 == len(hosted.links) == len(set(hosted.links))
    assert hosted.links[0] in repr(hosted)
    assert "<iframe" in hosted._repr_html_()

    async def talk() -> None:
        kinds = []
        for link in hosted.links:
            connection = await websocket_connect(
                link.split("#")[0].replace("http", "ws") + "socket"
            )
            told = await Page(connection).tell(key=link.split("#")[1])
            kinds.append(told["kind"])
        assert ["seat", "invitation"] == kinds

    run(talk())


def test_who_has_left_is_not_here(server: Server) -> None:
    """The other page sees it, and the match forgets the page."""

    async def talk() -> None:
        one, other = await seated(server)
        other.connection.close()
        await one.until(lambda frame: frame["here"] == [True, False])
        [match] = {page.sight.match for page in server.connections} - {None}
        assert match is not None
        while len(match.pages) > 1:
            await asyncio.sleep(0.01)

    run(talk())
