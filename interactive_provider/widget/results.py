"""A player's record: games won and lost, times and streaks, and the last boards, stored for one
user.

They are two small files that anyone can read, in the user's data folder (or in the one named by the
variable INTERACTIVE_PROVIDER_HOME). Positions do not know them: the clock belongs to the session. A
file that cannot be read or written is reported in one sentence, and the game goes on.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..errors import message_of, quote
from ..game import Words
from ..support.columns import in_columns
from ..support.plurals import counted
from ..support.storage import make_folder, read_file, replace_file, user_folder
from . import shapes

VERSION = 1
LAST_BOARDS = 10
"""The number of boards that can be resumed."""

_LARGEST = 10_000_000
"""The maximum size in bytes of a file that is read."""

_LONGEST = 1e9
"""The maximum number of seconds counted for a game."""

enabled = True
"""True if results are stored; ``%config InteractiveProvider.results = False`` turns this off."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The results on one level of one game. Games with help (hint, step, undo, verdicts) or not
    played from the start are counted separately."""

    won: int = 0
    lost: int = 0
    helped: int = 0
    streak: int = 0
    longest_streak: int = 0
    best_seconds: float | None = None
    fewest_moves: int | None = None

    def after(self, won: bool, seconds: float, moves: int, helped: bool) -> Tally:
        """Return the results with one more game."""
        if helped:
            return replace(self, helped=self.helped + 1)
        if not won:
            return replace(self, lost=self.lost + 1, streak=0)
        return replace(
            self,
            won=self.won + 1,
            streak=self.streak + 1,
            longest_streak=max(self.longest_streak, self.streak + 1),
            best_seconds=(
                round(seconds, 1)
                if self.best_seconds is None
                else min(self.best_seconds, round(seconds, 1))
            ),
            fewest_moves=moves if self.fewest_moves is None else min(self.fewest_moves, moves),
        )


class Unreadable(ValueError):
    """A file that does not contain results, or has another version."""


def all_results() -> dict[str, Tally]:
    """Return the results by game and level; raise `Unreadable` or OSError."""
    try:
        levels = _read("results.json", "levels")
        return {name: _checked(Tally(**tally)) for name, tally in levels.items()}
    except TypeError as fault:
        raise Unreadable(
            f"{user_folder() / 'results.json'} does not contain results: {message_of(fault)}"
        ) from None


def known() -> dict[str, Tally]:
    """Return the results by game and level; empty if they cannot be read or are not stored."""
    try:
        return all_results() if enabled else {}
    except (OSError, Unreadable):
        return {}


def _checked(tally: Tally) -> Tally:
    """Return the results on a level if they are numbers; raise TypeError if they are not."""
    for name, value in asdict(tally).items():
        kinds = (float, int) if name == "best_seconds" else (int,)
        is_open = value is None and name in ("best_seconds", "fewest_moves")
        if not is_open and (type(value) not in kinds or not 0 <= value < float("inf")):
            raise TypeError(f"{name} is {quote(value)}")
    return tally


def record(level: str, won: bool, seconds: float, moves: int, helped: bool) -> str:
    """Count a finished game; return a few words about it."""
    seconds = max(0.0, min(seconds, _LONGEST))  # in this order, so that NaN becomes 0
    before = now = Tally()

    def change() -> shapes.Json:
        nonlocal before, now
        kept = all_results()
        before = kept.get(level, Tally())
        now = before.after(won, seconds, moves, helped)
        return {"levels": {name: asdict(one) for name, one in {**kept, level: now}.items()}}

    failed = _change("results.json", change)
    if failed or not enabled:
        return failed
    return _remark(before, now, won, seconds, helped)


def record_ending(story: str, ending: str, known: Collection[str]) -> str:
    """Remember an ending that was reached; return how many of the known ones have been found."""
    endings = {ending}

    def change() -> shapes.Json:
        stories = _read("endings.json", "stories")
        kept = stories.get(story, [])
        if not isinstance(kept, list):
            raise Unreadable(f"{user_folder() / 'endings.json'} does not contain lists of endings")
        endings.update(name for name in kept if isinstance(name, str))
        return {"stories": {**stories, story: sorted(endings)}}

    every = {*known, ending}
    return _change("endings.json", change) or (
        f"{len(endings & every)} of {counted(len(every), 'ending')} found."
    )


def best_score(level: str) -> float | None:
    """Return the highest score reached on a level without help, None if none is known."""
    best: Any = None
    with contextlib.suppress(OSError, Unreadable):
        best = _read("scores.json", "levels").get(level) if enabled else None
    return best if type(best) in (int, float) and abs(best) < _LONGEST else None


def record_score(level: str, score: float) -> None:
    """Remember a score if it is the highest on its level."""

    def change() -> shapes.Json:
        return {"levels": {**_read("scores.json", "levels"), level: score}}

    if score > (best_score(level) or 0):
        _change("scores.json", change)


def _remark(before: Tally, now: Tally, won: bool, seconds: float, helped: bool) -> str:
    if helped:
        return "(Not counted: you had help, took moves back or did not play from the start.)"
    if not won:
        return f"Won {now.won} of {now.won + now.lost}."
    is_best = before.best_seconds is None or seconds < before.best_seconds
    best = "Your best time!" if is_best else f"Best {clock(now.best_seconds or 0.0)}."
    streak = f" {now.streak} in a row." if now.streak > 1 else ""
    return f"{best}{streak} Won {now.won} of {now.won + now.lost}."


def clock(seconds: float) -> str:
    """Return seconds as people write them: 0:42, 12:05, 1:00:00."""
    minutes, rest = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def table() -> str:
    """Return all results as lines of text; raise `Unreadable` or OSError."""
    kept = all_results()
    if not kept:
        return "No game has been finished on a board yet."
    rows: list[Words] = [
        ("game", "won", "lost", "with help", "streak", "longest", "best time", "fewest moves")
    ]
    for level, one in sorted(kept.items()):
        best = "" if one.best_seconds is None else clock(one.best_seconds)
        fewest = "" if one.fewest_moves is None else str(one.fewest_moves)
        counts = (one.won, one.lost, one.helped, one.streak, one.longest_streak)
        rows.append((level, *map(str, counts), best, fewest))
    return "\n".join([*in_columns(rows), "", f"Kept in {user_folder()}."])


# The last boards ----------------------------------------------------------------------------


def last_boards() -> list[str]:
    """Return the lines of the most recently played boards, the newest first; raise `Unreadable` or
    OSError."""
    lines: list[str] = _read("boards.json", "lines", list)
    if not all(isinstance(line, str) for line in lines):
        raise Unreadable(f"{user_folder() / 'boards.json'} does not contain lines of Python")
    return lines


def remember(line: str, before: Iterable[str] = ()) -> None:
    """Store a board's line as the newest, in place of the lines ``before`` of the same board; never
    raise."""
    replaced = {line, *before}

    def change() -> shapes.Json:
        kept = [one for one in last_boards() if one not in replaced]
        return {"lines": [line, *kept][:LAST_BOARDS]}

    _change("boards.json", change)  # a board that cannot be resumed can still be played


# Files --------------------------------------------------------------------------------------


def _read(name: str, part: str, kind: type[Any] = dict) -> Any:
    """Return a part of a file; empty if there is no file. Raises `Unreadable` if it is of another
    kind."""
    path = user_folder() / name
    try:
        kept = json.loads(read_file(path, _LARGEST).decode())
    except FileNotFoundError:
        return kind()
    except (ValueError, RecursionError) as fault:
        raise Unreadable(f"{path} is not readable: {fault}") from None
    if not isinstance(kept, dict) or kept.get("version") != VERSION:
        found = kept.get("version") if isinstance(kept, dict) else None
        raise Unreadable(
            f"{path} has version {quote(found)}, but this program reads version {VERSION}"
        )
    found = kept.get(part, kind())
    if not isinstance(found, kind):
        raise Unreadable(f"{path} does not contain {part}: {quote(found)}")
    return found


def _change(name: str, change: Callable[[], shapes.Json]) -> str:
    """Replace a file by a changed version, with no other change in between, if results are stored;
    return why it could not be replaced."""

    def text() -> str:
        return json.dumps({"version": VERSION, **change()}, indent=1, ensure_ascii=False)

    try:
        if enabled:
            path = user_folder() / name
            make_folder(path.parent)
            replace_file(path, text)
    except (OSError, Unreadable) as fault:
        return f"(Not counted: {fault})"
    return ""
