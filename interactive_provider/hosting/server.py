"""A web server for tables: one page, and one connection for each page that is open.

A page sends its secret first, then what its player does. All that it is sent is a frame. Games run
in other threads than the one that listens, so a game that hangs holds up its own table only.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import re
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from typing import Any

from tornado import httpserver, netutil, web, websocket

from ..errors import BadParameter, ProviderError, quote
from ..search.opponents import OutOfTime, within
from ..widget import bundle
from .frames import Json, Sight, frame
from .match import Match
from .seat import session
from .store import Taken
from .tables import SHORTEST_SECRET, Tables

LONGEST_MESSAGE = 20_000
"""The bytes of a message that a page may send."""

MOST_SOCKETS = 1_000
MOST_IN_CLASS = 40
ORDERS_A_SECOND = 20
CODES_A_SECOND = 5

GREETING_SECONDS = 10.0
"""A connection that says nothing for this long is closed."""

GAME_SECONDS = 10.0
"""How long a step of a game may take, and how long a computer may think."""

PAGES = resources.files(__package__) / "pages"

_NUMBERS = re.compile(r"(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?")
"""The hosts that lead here and nowhere else: a name of another site may lead here, too."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; img-src data:; font-src"
    " data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action"
    " 'none'; frame-ancestors http://localhost:* http://127.0.0.1:*",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Server": "tables",
}


class Server:
    """Tables at an address and a port, or at any port that is free; raises `BadParameter` if it
    cannot be there. ``prefix`` is where the pages are if a proxy leads there."""

    def __init__(
        self, tables: Tables, offers: Sequence[Json], address: str, port: int, prefix: str = "/"
    ) -> None:
        self.tables = tables
        self.offers = offers
        self.codes = asyncio.Lock()
        """One code after the other is looked up, so that nobody can try many."""
        self.connections: set[Connection] = set()
        self.prefix = prefix
        try:
            self._sockets = netutil.bind_sockets(port, address)
        except OSError as fault:
            raise BadParameter(
                f"Tables cannot be served at port {port} of {quote(address)}: {fault.strerror}."
                " Choose another one."
            ) from fault
        port = self._sockets[0].getsockname()[1]
        host = _own_address() if address == "0.0.0.0" else address
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}{prefix}"
        is_near = address in ("localhost", "127.0.0.1", "::1")
        self.reach = _NEAR if is_near else _FAR

    def knows(self, host: str) -> bool:
        """True if a page may be asked for by that host; a proxy has its own rules."""
        return self.prefix != "/" or _NUMBERS.fullmatch(host) is not None

    async def serve(self) -> None:
        """Serve until the loop ends."""
        given = {"server": self}
        application = web.Application(
            [
                (f"{self.prefix}socket", Connection, given),
                (f"{self.prefix}(board.js|tables.js|tables.css|)", File, given),
            ],
            websocket_max_message_size=LONGEST_MESSAGE,
            websocket_ping_interval=20.0,
            websocket_ping_timeout=20.0,
            log_function=lambda handler: None,
        )
        http = httpserver.HTTPServer(
            application, idle_connection_timeout=60.0, max_body_size=LONGEST_MESSAGE
        )
        http.add_sockets(self._sockets)
        # A thread for each page: those that wait for a game that hangs leave others theirs.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MOST_SOCKETS))
        await asyncio.Event().wait()

    def start(self) -> None:
        """Serve in a thread of its own, as long as this process lives."""
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()

    def think(self, match: Match) -> None:
        """Let computers choose as long as one is to move; a computer that fails has lost."""
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
    "Everybody in your network can reach this address and lay tables; what is sent is not"
    " encrypted."
)


class File(web.RequestHandler):
    """The page and its programs, which know nothing: a secret stands behind # and is sent over the
    connection only."""

    def initialize(self, server: Server) -> None:
        """Keep what all handlers share."""
        self.server = server

    def set_default_headers(self) -> None:
        """Nothing from elsewhere runs in the page, and no other site learns where it was."""
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
    """One page that is open."""

    server: Server
    prepare: Any = File.prepare
    sight = Sight("silent")
    _is_changed = _is_showing = False

    def initialize(self, server: Server) -> None:
        """Keep what all connections share."""
        self.server = server
        self._loop = asyncio.get_running_loop()
        self._done: dict[str, int] = {}
        self._sent = ""
        self._drawn: Json = {}

    def open(self, *_: str) -> None:
        """Accept a connection, unless there are too many; it has to say what it wants."""
        self.server.connections.add(self)
        if len(self.server.connections) > MOST_SOCKETS:
            self.close(1013, "Too many pages are open.")
        self._loop.call_later(GREETING_SECONDS, self._close_silent)

    def _close_silent(self) -> None:
        if self.sight.kind == "silent":
            self.close(1008, "Nothing was asked for.")

    def on_close(self) -> None:
        """Leave the seat; it is kept."""
        self.server.connections.discard(self)
        self._go(Sight("closed"))

    async def on_message(self, message: str | bytes) -> None:
        """Do what a page asks for, one message after the other."""
        order: Any = None
        with contextlib.suppress(ValueError, RecursionError):
            order = json.loads(message) if isinstance(message, str) else None
        if not isinstance(order, dict):
            self.close(1003, "That was not an order.")
            return
        if 0 < len(str(order.get("key", ""))) < SHORTEST_SECRET:
            async with self.server.codes:
                await asyncio.sleep(1 / CODES_A_SECOND)
        await self._in_thread(lambda: self._carry_out(order))
        self.refresh()
        await asyncio.sleep(1 / ORDERS_A_SECOND)  # more of them wait in their own connection

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        """What a function gives that may call a game; None if it fails or takes too long."""
        guarded = functools.partial(self._guarded, work)
        with contextlib.suppress(OutOfTime):
            return await self._loop.run_in_executor(None, within, GAME_SECONDS, guarded)
        return None

    # In another thread --------------------------------------------------------------------

    def _guarded(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except (ProviderError, AttributeError, LookupError, TypeError, ValueError) as fault:
            is_ours = isinstance(fault, ProviderError)
            words = str(fault) if is_ours else "That cannot be done here."
            is_broken = isinstance(fault, OSError)
        kind, match, seat, _ = self.sight
        if kind == "seat" and match is not None and not is_broken:
            session(match, seat).refuse(words)
        else:
            self._go(Sight("fault", words=words))
        return None

    def _carry_out(self, order: Json) -> None:
        kind, match, seat, place = self.sight
        tables = self.server.tables
        if "key" in order:
            self._enter(order["key"])
        elif kind == "start":
            self._lay(order, self.server.offers[order["game"]])
        elif kind == "class":
            every = tables.of_class(place)
            tables.regroup([[(every[at], seat) for at, seat in group] for group in order["groups"]])
        elif match is not None and seat is not None:
            if kind == "seat":
                self._play(match, seat, order)
            else:
                self._go(Sight("go", words=tables.take(match, seat, order["name"])))

    def _enter(self, secret: str) -> None:
        """Go where a secret leads."""
        if not secret:
            self._go(Sight("start"))
            return
        kind, place, match, seat = self.server.tables.enter(secret)
        if match is None:
            self._go(Sight("class", words=place))
        elif kind in ("seat", "watch"):
            self._go(Sight(kind, match, None if kind == "watch" else seat))
        else:
            self._go(Sight("invitation", match, seat))

    def _lay(self, order: Json, offer: Json) -> None:
        """Lay what the start page asks for: a table at which its player sits, or several."""
        tables = self.server.tables
        begun = offer["line"]
        if "tables" in order:
            own = tables.lay_class(begun, min(order["tables"], MOST_IN_CLASS))
        else:
            seats = range(len(offer["roles"]))
            levels = [offer["levels"].get(order["levels"][one]) for one in seats]
            seat = seats.index(order["seat"])
            levels[seat] = None
            own = tables.take(tables.lay(begun, levels), seat, order["name"])
        self._go(Sight("go", words=own))

    def _play(self, match: Match, seat: int, order: Json) -> None:
        """What somebody does who sits in a seat."""
        with match.lock:
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
            self.server.tables.go_on(match)
        match.tell()

    def _obey(self, act: Callable[[Json], None], orders: Sequence[Json]) -> None:
        """Carry out the board's orders that were not carried out before."""
        for order in orders:
            page = order["page"][:100]
            number = order["number"]
            if number > self._done.get(page, 0):
                self._done = {page: number}
                act(order)

    def _go(self, sight: Sight) -> None:
        """Look at something else."""
        (_, before, seat, _) = self.sight
        self.sight = sight
        if before is not None:
            before.listeners.remove(self.notice)
            before.pages[seat] -= 1
            before.tell()
        if sight.match is not None:
            sight.match.listeners.append(self.notice)
            sight.match.pages[sight.seat] += 1
            sight.match.tell()

    def _next_frame(self) -> str | None:
        """The frame to send, None if it says nothing new."""
        tables = self.server.tables
        (kind, match, seat, _) = self.sight
        if match is not None and match.following:
            name, after = match.following[seat or 0]
            self._go(Sight(kind, tables.open(name), None if seat is None else after))
        done = self._done  # read first: a frame that says so shows what was done
        sent = {**frame(tables, self.server.offers, self.sight), "done": done}
        if match is not None and match.mover is not None and match.levels[match.mover]:
            threading.Thread(target=self.server.think, args=(match,), daemon=True).start()
        drawn = sent.pop("drawn", {})
        text = json.dumps(sent)
        if text == self._sent:
            return None
        new = {} if drawn == self._drawn else drawn
        self._sent = text
        self._drawn = drawn
        return json.dumps({**sent, "drawn": new})

    # In the loop --------------------------------------------------------------------------

    def notice(self) -> None:
        """Something has changed, as any thread may say."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.refresh)

    def refresh(self) -> None:
        """Send what there is to see now."""
        self._is_changed = True
        if not self._is_showing:
            self._is_showing = True
            self._showing = self._loop.create_task(self._show())

    async def _show(self) -> None:
        with contextlib.suppress(websocket.WebSocketClosedError):
            while self._is_changed:
                self._is_changed = False
                sent = await self._in_thread(self._next_frame)
                if sent is not None:
                    await self.write_message(sent)
        self._is_showing = False


def _own_address() -> str:
    """This computer's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with contextlib.suppress(OSError):
            probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
