"""What does a choice cost in a story, and opening one?

``python -m benchmarks.stories`` plays the story that we ship and one of 350 passages made in each
format; ``python -m benchmarks.stories FOLDER`` the stories in a folder of yours.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider.adapters.stories import STORIES, TwineStory, listed, read_story
from interactive_provider.game import Game, Number
from interactive_provider.interpreters.stories import stories_of

from .measure import cpu_seconds, machine, microseconds, table

PASSAGES, CHOICES = 350, 100
LINKS = "It is late, and room {n} is cold. [[Go on->P{a}]] [[Go back->P{b}]]"
MADE = {
    "links alone": ("", LINKS),
    "SugarCube": (
        "SugarCube",
        f"<<set $n to ($n or 0) + random(1, 6)>><<if $n gt 9>>You have $n.<</if>>\n{LINKS}",
    ),
    "Harlowe": ("Harlowe", f"(set: $n to $n + (random: 1, 6))(if: $n > 9)[You have $n.]\n{LINKS}"),
    "Chapbook": (
        "Chapbook",
        f"n: random.d6\n--\n[if n > 3]\nYou have {{{{n}}}}.\n[continue]\n{LINKS}",
    ),
}


def made(format_: str, text: str) -> str:
    """A story of many passages, each with two links, in Twee."""
    rooms = (
        f":: P{n}\n{text.format(n=n, a=(n + 1) % PASSAGES, b=n * 7 % PASSAGES)}"
        for n in range(PASSAGES)
    )
    return "\n\n".join([f':: StoryData\n{{"format": "{format_}", "start": "P0"}}', *rooms])


def played(game: Game[Any], seed: int = 0) -> int:
    """How many choices a random play made; it goes on until the end, or `CHOICES`."""
    luck = Random(seed)
    state, count = game.new_state(luck), 0
    while state.outcome is None and count < CHOICES:
        values = [value for _, value in state.display_options]
        if not values:
            values = [7 if isinstance(state.free_input, Number) else "Ada"]
        state = game.process_response(state, luck.choice(values), luck)
        _ = state.display_text
        count += 1
    return count


def row(name: str, game: Game[Any], opened: float) -> list[object]:
    """A story's row: what opening and one choice cost, once its passages have been read."""
    plays = range(3)
    count = sum(played(game, seed) for seed in plays)
    step = microseconds(lambda: [played(game, seed) for seed in plays], max(1, count), repeats=3)
    return [name, opened * 1e3, step]


def _twine(text: str) -> TwineStory:
    return TwineStory(stories_of({"made.twee": text})[0])


def made_rows() -> list[list[object]]:
    """The story that we ship and those that are made here."""
    rows = [row(name, STORIES[name], cpu_seconds(partial(_shelved, name))) for name in STORIES]
    for name, (format_, text) in MADE.items():
        twee = made(format_, text)
        opened = cpu_seconds(partial(_opened, twee))
        rows.append(row(f"{PASSAGES} passages, {name}", _twine(twee), opened))
    return rows


def _shelved(name: str) -> None:
    STORIES._made.pop(name, None)
    _ = STORIES[name]


def _opened(twee: str) -> None:
    _twine(twee).new_state(Random(1))


def folder_rows(folder: Path) -> list[list[object]]:
    """The stories in a folder, and the median of all."""
    rows = []
    for title, files in listed(sorted(path for path in folder.rglob("*") if path.is_file())):
        game = read_story(files)
        if isinstance(game, Game):
            rows.append(row(title, game, cpu_seconds(partial(read_story, files), 2)))
    medians = [statistics.median(float(str(r[column])) for r in rows) for column in (1, 2)]
    return [*rows, ["**median**", *medians]]


def main() -> None:
    """Print the table."""
    folders = [Path(name) for name in sys.argv[1:] if not name.startswith("-")]
    rows = folder_rows(folders[0]) if folders else made_rows()
    print(machine(), "\n")
    print(table("Stories, CPU time", ["story", "opening, ms", "a choice, µs"], rows))


if __name__ == "__main__":
    main()
