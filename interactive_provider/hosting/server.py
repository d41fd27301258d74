"""A web server for tables: one page, and one connection for each open page.

A page first sends its secret, then its player's actions. It receives only frames. Games run in
other threads than the one that listens, so a game that hangs blocks only its own table.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from typing import Any

from tornado import httpserver, netutil, web, websocket

from ..errors import BadParameter, ChoiceError, ProviderError, quote
from ..search.opponents import OutOfTime, within
from ..widget import bundle
from ..widget.shapes import Json
from .frames import frame
from .match import Match
from .seat import session
from .store import Taken
from .tables import SHORTEST_SECRET, Sight, Tables

LONGEST_MESSAGE = 20_000
"""The maximum size in bytes of a message from a page."""

MOST_SOCKETS = 1_000
TABLES_AN_HOUR = 100
"""The number of tables and classes that one address may open in an hour."""

ORDERS_A_SECOND = 20
CODES_A_SECOND = 5

GREETING_SECONDS = 10.0
"""A connection that sends nothing for this long at the start is closed."""

GAME_SECONDS = 10.0
"""The maximum time for a step of a game, and for a computer's choice."""

PAGES = resources.files(__package__) / "pages"

_NUMBERS = re.compile(r"(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?")
"""The host names accepted without a proxy: any other name might be another site's that points
here."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; img-src data:; font-src"
    " data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action"
    " 'none'; frame-ancestors http://localhost:* http://127.0.0.1:*",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Server": "tables",
}


class Server:
    """Tables at an address and a port, or at any free port; raises `BadParameter` if they cannot be
    used. ``prefix`` is the path of the pages behind a proxy."""

    def __init__(
        self, tables: Tables, offers: Sequence[Json], address: str, port: int, prefix: str = "/"
    ) -> None:
        self.tables = tables
        self.offers = offers
        self.codes = asyncio.Lock()
        """Only one code is looked up at a time, so that nobody can try many."""
        self.connections: set[Connection] = set()
        self._laid: Counter[tuple[str, int]] = Counter()
        self.prefix = prefix
        try:
            self._sockets = netutil.bind_sockets(port, address)
        except (OSError, UnicodeError) as fault:
            why = getattr(fault, "strerror", "it is not the name of a host")
            raise BadParameter(
                f"Tables cannot be served at port {port} of {quote(address)}: {why}."
                " Choose another one."
            ) from fault
        port = self._sockets[0].getsockname()[1]
        host = _own_address() if address == "0.0.0.0" else address
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}{prefix}"
        is_near = address in ("localhost", "127.0.0.1", "::1")
        self.reach = _NEAR if is_near else _FAR

    def knows(self, host: str) -> bool:
        """True if pages may be requested under that host name; a proxy has its own rules."""
        return self.prefix != "/" or _NUMBERS.fullmatch(host) is not None

    def count(self, address: str) -> None:
        """Count a table set up from an address; raise `ChoiceError` if there are too many."""
        hour = address, int(time.time() // 3600)
        self._laid[hour] += 1
        if self._laid[hour] > TABLES_AN_HOUR:
            raise ChoiceError(
                "Too many tables were opened from your address. Try again in an hour."
            )

    async def serve(self) -> None:
        """Serve until the loop ends."""
        given = {"server": self}
        application = web.Application(
            [
                (f"{self.prefix}socket", Connection, given),
                (f"{self.prefix}(board.js|tables.js|tables.css|)", File, given),
                (self.prefix.rstrip("/"), web.RedirectHandler, {"url": self.prefix}),
            ],
            websocket_max_message_size=LONGEST_MESSAGE,
            websocket_ping_interval=20.0,
            websocket_ping_timeout=20.0,
            log_function=lambda handler: None,
        )
        http = httpserver.HTTPServer(
            application,
            idle_connection_timeout=60.0,
            max_body_size=LONGEST_MESSAGE,
            xheaders=self.prefix != "/",  # a proxy forwards the client's address
        )
        http.add_sockets(self._sockets)
        # One thread per page, so that pages waiting for a game that hangs do not block others.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MOST_SOCKETS))
        await asyncio.Event().wait()

    def start(self) -> None:
        """Serve in a separate thread, as long as this process lives."""
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()

    def think(self, match: Match) -> None:
        """Let computers choose as long as one is to move; a computer that fails loses."""
        if match.is_thinking:
            return
        match.is_thinking = True
        try:
            while (after := within(GAME_SECONDS, match.reply)) is not None:
                with match.lock:
                    match.move(match.mover, after)
                match.tell()
        except (ProviderError, OutOfTime) as fault:
            with match.lock, contextlib.suppress(ProviderError):
                if not isinstance(fault, Taken):
                    match.resign(match.mover or 0)
            match.tell()
        finally:
            match.is_thinking = False


_NEAR = "Only programs on this computer can reach this address."
_FAR = (
    "Everybody in your network can reach this address and open tables; what is sent is not"
    " encrypted."
)


class File(web.RequestHandler):
    """The page and its programs, which contain no secret: it comes after # in the address and is
    sent only over the connection."""

    def initialize(self, server: Server) -> None:
        """Keep what all handlers share."""
        self.server = server

    def set_default_headers(self) -> None:
        """Forbid foreign code in the page, and keep other sites from learning its address."""
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse the names of other sites."""
        if not self.server.knows(self.request.host):
            raise web.HTTPError(403)

    def get(self, name: str) -> None:
        """Answer with a file."""
        kind = {"": "html", "tables.css": "css"}.get(name, "javascript")
        self.set_header("Content-Type", f"text/{kind}; charset=utf-8")
        file = PAGES / (name or "index.html")
        self.finish(bundle.bundle() if name == "board.js" else file.read_bytes())


class Connection(websocket.WebSocketHandler):
    """One open page."""

    server: Server
    prepare: Any = File.prepare
    sight = Sight("silent")

    def initialize(self, server: Server) -> None:
        """Keep what all connections share."""
        self.server = server
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._key = ""
        self._done: dict[str, int] = {}
        self._sent = 0, 0  # digests of the last frame and of its drawings

    def open(self, *_: str) -> None:
        """Accept a connection, unless there are too many; it must then identify itself."""
        self.server.connections.add(self)
        if len(self.server.connections) > MOST_SOCKETS:
            self.close(1013, "Too many pages are open.")
        self._showing = self._loop.create_task(self._show())
        self._loop.call_later(GREETING_SECONDS, self._close_silent)

    def _close_silent(self) -> None:
        if self.sight.kind == "silent":
            self.close(1008, "Nothing was asked for.")

    def on_close(self) -> None:
        """Leave the seat, which remains reserved."""
        self.server.connections.discard(self)
        self._showing.cancel()
        self._go(Sight("closed"))

    async def on_message(self, message: str | bytes) -> None:
        """Handle the messages of a page one after the other."""
        order: Any = None
        with contextlib.suppress(ValueError, RecursionError):
            order = json.loads(message) if isinstance(message, str) else None
        if not isinstance(order, dict):
            self.close(1003, "That is not a valid order.")
            return
        if 0 < len(str(order.get("key", ""))) < SHORTEST_SECRET:
            async with self.server.codes:
                await asyncio.sleep(1 / CODES_A_SECOND)
        await self._in_thread(lambda: self._carry_out(order))
        self._changed.set()
        await asyncio.sleep(1 / ORDERS_A_SECOND)  # further orders wait in their own connection

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        """Return the result of a function that may call a game; None if it fails or takes too
        long."""
        guarded = functools.partial(self._guarded, work)
        with contextlib.suppress(OutOfTime):
            return await self._loop.run_in_executor(None, within, GAME_SECONDS, guarded)
        return None

    # In another thread --------------------------------------------------------------------

    def _guarded(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except (ProviderError, AttributeError, LookupError, TypeError, ValueError) as fault:
            words = str(fault) if isinstance(fault, ProviderError) else "That cannot be done here."
        kind, match, seat, *_ = self.sight
        if kind == "seat" and match is not None:
            session(match, seat).refuse(words)
        elif kind != "class":
            self._go(Sight("fault", words=words))
            self.notice()
        return None

    def _carry_out(self, order: Json) -> None:
        kind, match, seat, words, at = self.sight
        tables = self.server.tables
        if "key" in order:
            key = order["key"]
            self._go(tables.enter(key) if key else Sight("start"))
            self._key = key
        elif kind == "start":
            self._go(Sight("go", words=self._lay(order, self.server.offers[order["game"]])))
        elif kind == "join":
            self._go(Sight("go", words=tables.join(words, order["name"])))
        elif kind == "class" and "groups" in order:
            tables.new_round(words, order["groups"])
        elif kind == "invitation" and match is not None and seat is not None:
            self._go(Sight("go", words=tables.take(match, seat, order["name"])))
        elif kind == "seat" and match is not None and seat is not None:
            with match.lock:
                if match.record.round == at:  # otherwise somebody else has this seat now
                    self._play(match, seat, order)
            match.tell()

    def _lay(self, order: Json, offer: Json) -> str:
        """Set up what the start page asks for: a table at which its player sits, or a class."""
        tables = self.server.tables
        self.server.count(str(self.request.remote_ip))
        if order.get("class"):
            return tables.lay_class(offer["line"], offer["title"])
        seats = range(len(offer["roles"]))
        levels = [offer["levels"].get(order["levels"][one]) for one in seats]
        seat = seats.index(order["seat"])
        levels[seat] = None
        return tables.take(tables.lay(offer["line"], levels), seat, order["name"])

    def _play(self, match: Match, seat: int, order: Json) -> None:
        """Carry out an action of the player in a seat."""
        match order.get("do"):
            case "ask":
                match.ask(order["what"], seat)
            case "answer":
                match.answer(order["to"], seat, order["yes"])
            case "resign":
                match.resign(seat)
            case "fill":
                match.sit(match.names.index(""), "", "random")
            case _:
                self._obey(session(match, seat).act, order["orders"])

    def _obey(self, act: Callable[[Json], None], orders: Sequence[Json]) -> None:
        """Carry out the board's orders that have not been carried out yet."""
        for order in orders:
            page = order["page"][:100]
            number = order["number"]
            if number > self._done.get(page, 0):
                self._done = {page: number}
                act(order)

    def _go(self, sight: Sight) -> None:
        """Switch to another view."""
        before = self.sight.match
        self.sight = sight
        if before is not None:
            before.pages.remove(self)
            before.tell()
        if sight.match is not None:
            sight.match.pages.append(self)
            sight.match.tell()

    def _next_frame(self) -> str | None:
        """Return the frame to send, None if it has nothing new."""
        tables = self.server.tables
        kind, match, *_, at = self.sight
        if kind == "seat" and match is not None and match.record.round != at:
            self._go(tables.enter(self._key))
            match = self.sight.match
        done = self._done  # read first: a frame that reports it shows its result
        sent = frame(tables, self.server.offers, self.sight)
        if not sent:  # the next game has begun; this page will hear of it
            return None
        sent["done"] = done
        if match is not None and match.mover is not None and match.levels[match.mover]:
            threading.Thread(target=self.server.think, args=(match,), daemon=True).start()
        drawn = sent.pop("drawn", {})
        digests = hash(json.dumps(sent)), hash(json.dumps(drawn))
        before, self._sent = self._sent, digests
        if digests == before:
            return None
        return json.dumps({**sent, "drawn": {} if digests[1] == before[1] else drawn})

    # In the loop --------------------------------------------------------------------------

    def notice(self) -> None:
        """Note that something has changed; any thread may call this."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._changed.set)

    async def _show(self) -> None:
        """Send the current view whenever something has changed."""
        with contextlib.suppress(websocket.WebSocketClosedError):
            while await self._changed.wait():
                self._changed.clear()
                sent = await self._in_thread(self._next_frame)
                if sent is not None:
                    await self.write_message(sent)


def _own_address() -> str:
    """Return this computer's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with contextlib.suppress(OSError):
            probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
