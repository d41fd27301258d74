"""How soon is a move at a table seen by everybody, and what does a table cost?

``python -m benchmarks.tables [TABLES] [SECONDS]``: four pages at each table (both seats, each open
twice), one move a second at each, for a bounded time.
"""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tornado.websocket import websocket_connect

from interactive_provider import options
from interactive_provider.hosting.lobby import offers_for
from interactive_provider.hosting.seat import session
from interactive_provider.hosting.server import Server
from interactive_provider.hosting.store import Store
from interactive_provider.hosting.tables import Tables

BEGUN = "games.k_in_a_row.connect_four"
LOOPBACK = "127.0.0.1"


async def page(server: Server, key: str) -> Any:
    """A page at a seat."""
    made = await websocket_connect(server.url.replace("http", "ws") + "socket")
    await made.write_message(json.dumps({"key": key}))
    return made


async def listen(one: Any, seen: dict[int, list[float]], at: int) -> None:
    """Note when a page is sent the next moves of a table."""
    while (message := await one.read_message()) is not None:
        moves = json.loads(message).get("view", {}).get("moves", 0)
        seen.setdefault(at, []).append((time.perf_counter(), moves))  # type: ignore[arg-type]


async def measure(count: int, seconds: int) -> None:
    """Print the median of a move, from the order to the last of four pages, and the memory."""
    folder = Path(tempfile.mkdtemp())
    server = Server(Tables(Store(folder / "tables.db")), offers_for(BEGUN), LOOPBACK, 0)
    serving = asyncio.create_task(server.serve())
    matches, pages, delays, rng = [], [], [], Random(1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    listening = []
    seen: dict[int, Any] = {}
    for at in range(count):
        match = server.tables.lay(BEGUN, [None, None])
        keys = [server.tables.take(match, seat, name) for seat, name in enumerate(("Ann", "Ben"))]
        own = [await page(server, key) for key in (*keys, *keys)]
        await asyncio.sleep(0.05)
        matches.append(match.name)
        pages.append(own)
        listening += [asyncio.create_task(listen(one, seen, at)) for one in own]
    await asyncio.sleep(1)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    async def play(at: int) -> None:
        await asyncio.sleep(rng.random())
        for number in range(1, seconds + 1):
            match = server.tables._open[matches[at]]
            seat = match.mover
            if seat is None:
                return
            option = rng.choice(options(match.position))
            seen_number = session(match, seat).view()["number"]
            order = {
                "do": "type",
                "text": option.label,
                "seen": seen_number,
                "page": "b",
                "number": number,
            }
            begun = time.perf_counter()
            await pages[at][seat].write_message(json.dumps({"orders": [order]}))
            await asyncio.sleep(1)
            times = [when for when, moves in seen.get(at, []) if moves == number]
            if times:
                delays.append(1000 * (max(times) - begun))

    cpu = time.process_time()
    await asyncio.gather(*[play(at) for at in range(count)])
    cpu = time.process_time() - cpu
    print(
        "| tables | sockets | moves seen | median of a move | 95 % | CPU a move | memory a table |"
    )
    print("|--:|--:|--:|--:|--:|--:|--:|")
    slow = statistics.quantiles(delays, n=20)[-1]
    print(
        f"| {count} | {4 * count} | {len(delays)} | {statistics.median(delays):.0f} ms | {slow:.0f} ms"
        f" | {1000 * cpu / len(delays):.1f} ms | {(after - before) / count:.0f} kB |"
    )
    serving.cancel()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] or [50, 10]
    asyncio.run(measure(numbers[0], numbers[1] if len(numbers) > 1 else 10))
