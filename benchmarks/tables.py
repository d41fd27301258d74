"""How soon is a move at a table seen by everybody, and what does a table cost?

``python -m benchmarks.tables [TABLES] [SECONDS]``: four pages at each table (both seats, each open
twice), one move a second at each, for a bounded time. The server has a process of its own, whose
memory is measured before the tables are laid, with ten others in play, and after the last move.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from tornado.websocket import websocket_connect

from interactive_provider.hosting.lobby import offers_for
from interactive_provider.hosting.server import Server
from interactive_provider.hosting.store import Store
from interactive_provider.hosting.tables import Tables

GAME = "k_in_a_row.connect_four"
COLUMNS = [f"column{number}" for number in range(1, 8)]


def serve(told: Connection) -> None:
    """Serve tables in a folder that is thrown away, and tell where."""
    folder = tempfile.mkdtemp()
    server = Server(Tables(Store(Path(folder) / "t.db")), offers_for(GAME), "127.0.0.1", 0)
    told.send(server.url)
    asyncio.run(server.serve())


def memory(process: int) -> float:
    """The kilobytes of a process."""
    _, resident, *_ = Path(f"/proc/{process}/statm").read_text().split()
    return int(resident) * os.sysconf("SC_PAGE_SIZE") / 1024


def cpu(process: int) -> float:
    """The milliseconds of a processor that a process has used."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


class Page:
    """A page that is open: its last frame, and when it was shown each move."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.frame: dict[str, Any] = {}
        self.moves: dict[int, float] = {}
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        """Note when a move is shown for the first time."""
        while (message := await self.connection.read_message()) is not None:
            self.frame = json.loads(message)
            moves = self.frame.get("view", {}).get("moves", 0)
            self.moves.setdefault(moves, time.perf_counter())

    async def tell(self, kind: str, **told: Any) -> None:
        """Send something, and wait for the kind of page to which it leads."""
        await self.connection.write_message(json.dumps(told))
        while self.frame.get("kind") != kind:
            await asyncio.sleep(0.005)


async def page(url: str, kind: str, key: str) -> Page:
    """A page that a secret opens."""
    made = Page(await websocket_connect(url.replace("http", "ws") + "socket"))
    await made.tell(kind, key=key)
    return made


async def table(url: str) -> list[Page]:
    """The four pages of a new table, the seats by turns."""
    ann = await page(url, "start", "")
    await ann.tell("go", game=0, levels=["", ""], seat=0, name="Ann")
    keys = [ann.frame["words"]]
    await ann.tell("seat", key=keys[0])
    ben = await page(url, "invitation", ann.frame["ways"][1][1])
    await ben.tell("go", name="Ben")
    keys.append(ben.frame["words"])
    await ben.tell("seat", key=keys[1])
    return [ann, ben, *[await page(url, "seat", key) for key in keys]]


async def play(pages: list[Page], seconds: int, rng: Random) -> list[float]:
    """The milliseconds from each order until the last of four pages is shown its move."""
    delays = []
    await asyncio.sleep(rng.random())
    for number in range(1, seconds + 1):
        mover = pages[(number - 1) % 2]
        if mover.frame["mover"] is None:
            break
        order = {"do": "type", "text": rng.choice(COLUMNS), "page": "b", "number": number}
        order["seen"] = mover.frame["view"]["number"]
        begun = time.perf_counter()
        await mover.connection.write_message(json.dumps({"orders": [order]}))
        await asyncio.sleep(1)
        if all(number in one.moves for one in pages):
            delays.append(1000 * (max(one.moves[number] for one in pages) - begun))
    return delays


async def measure(count: int, seconds: int) -> None:
    """Print the median of a move, and the memory."""
    mine, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    assert server.pid is not None
    url = mine.recv()
    rng = Random(1)
    first = [await table(url) for _ in range(10)]
    await asyncio.gather(*[play(pages, 3, rng) for pages in first])
    before = memory(server.pid)  # without threads and what else is made once
    every = [await table(url) for _ in range(count)]
    used = cpu(server.pid)
    played = await asyncio.gather(*[play(pages, seconds, rng) for pages in every])
    delays = [delay for one in played for delay in one]
    used = cpu(server.pid) - used
    kilobytes = (memory(server.pid) - before) / count
    slow = statistics.quantiles(delays, n=20)[-1]
    print("| tables | sockets | moves | median of a move | 95 % | CPU a move | memory a table |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    print(
        f"| {count} | {4 * count} | {len(delays)} | {statistics.median(delays):.0f} ms"
        f" | {slow:.0f} ms | {used / len(delays):.1f} ms | {kilobytes:.0f} kB |"
    )
    server.terminate()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    asyncio.run(measure(*[*numbers, *[50, 10][len(numbers) :]]))
