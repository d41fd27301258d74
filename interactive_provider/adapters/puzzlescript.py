"""A game in PuzzleScript as a game: a level is a preset, arrows and the action are the choices.

The machine is `interactive_provider.interpreters.puzzlescript`, which knows nothing of us; here its
levels get boards. A file is recognised by its sections, so a `.txt` without them is not listed.
Collections of Sokoban levels are read into the same machine, with the one rule of Sokoban.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from ..boards import Board, Cell, Frame, Piece, Row
from ..errors import BadFile, BadParameter, SourceError, quote
from ..game import Check, Game, Hint, Options, Solution, State, View, Words
from ..game.validation import time_limit
from ..interpreters.puzzlescript import (
    WAYS,
    EndlessTurn,
    LevelStart,
    Message,
    Patience,
    PuzzleMachine,
    PuzzleProgram,
    PuzzleScriptError,
    PuzzleWay,
    TurnResult,
    bits,
    compiled,
    hexadecimal,
    is_puzzlescript,
    machine,
    review,
    way_to_win,
)
from ..support.plurals import counted
from ..support.storage import read_file

_LARGEST = 2_000_000
"""The maximum size in bytes of a file that is read."""
_MOST_FRAMES = 8
_MOST_BOARDS = 4_000_000
"""How many boards a search may keep."""
_HINT_SECONDS = 1.5
_SECONDS = 10.0
"""How long a level is tried to find out if it can be solved."""
_WIDEST = 40
"""The most rows and columns that are drawn: of a larger level a window around the player."""
_KEYS = {
    **{f"Arrow{way.title()}": way for way in WAYS[:4]},
    **dict(zip(("x", "w"), ("action", "wait"), strict=True)),
}
_SWIPES = tuple((way, way) for way in WAYS[:4])
_POINT = 20
"""The width of a point of a sprite on the field of a piece."""

Boards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tableau(State):
    """A level where the player is: its boards (see the interpreter), and the words shown last."""

    game: TilePuzzle
    level: int
    boards: Boards
    restart: Boards
    """Where the command ``restart`` leads."""
    said: Words = ()
    moves: int = 0
    outcome: str | None = None
    before: tuple[Boards, ...] = ()
    """The boards between the last move and now, if more followed by itself."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What the rest of the level depends on."""
        return self.level, self.boards, self.restart, self.outcome

    @property
    def display_text(self) -> str:
        """The number of the level, and what the game says now."""
        lines = [f"Level {self.level} of {len(self.game.levels)}.", *self.said]
        if self.outcome:
            lines.append(f"Solved in {counted(self.moves, 'move')}.")
        return "\n".join(lines)

    @property
    def option_values(self) -> Words:
        """What can be done; nothing at the end."""
        return () if self.outcome else self.game.ways

    @property
    def display_options(self) -> Options:
        """The arrows; the action and waiting if the game has them."""
        return tuple((way, way) for way in self.option_values)

    def __repr__(self) -> str:
        return f"Tableau({self.game.title!r}, level {self.level}, {self.moves} moves)"


class TilePuzzle(Game[Tableau]):
    """Move with the arrows until the goal of the level is reached."""

    players = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        settings = self.program.source.settings
        self.title = settings.get("title") or name  # type: ignore[misc]
        digits = len(str(len(self.levels)))
        numbers = range(1, len(self.levels) + 1)
        self.presets = {f"level_{n:0{digits}}": {"level": n} for n in numbers}  # type: ignore[misc]
        action = () if "noaction" in settings else ("action",)
        wait = ("wait",) if "realtime_interval" in settings else ()
        self.ways = (*WAYS[:4], *action, *wait)

    @property
    def program(self) -> PuzzleProgram:
        """What the text is compiled to; it is kept elsewhere, so that the game can be copied."""
        return compiled(self.text)

    @property
    def levels(self) -> list[LevelStart]:
        """The levels, without the messages between them."""
        return [level for level in self.program.levels if isinstance(level, LevelStart)]

    def words(self, level: int) -> Words:
        """The messages before a level, from 1; behind the last one if there is no such level."""
        said: list[str] = []
        for each in self.program.levels:
            if isinstance(each, Message):
                said.append(each.text)
                continue
            level -= 1
            if not level:
                break
            said = []
        return tuple(said)

    def new_state(self, rng: Random, level: int = 1) -> Tableau:
        """A level at its beginning, with the messages before it."""
        if isinstance(level, bool) or level not in range(1, len(self.levels) + 1):
            raise BadParameter(
                f"There is no level {quote(level)}: the game has {len(self.levels)}."
            )
        start = self.levels[level - 1]
        said = self.words(level)
        serious = sum(fault.is_serious for fault in self.program.source.faults)
        if serious:
            said += (
                f"{counted(serious, 'line')} of this game cannot be read: check(p) lists them.",
            )
        first = Tableau(self, level, start.boards, start.boards, said)
        return self._after(first, lambda: self.machine(first).begin(start.boards, rng.random), rng)

    def process_response(self, state: Tableau, value: str, rng: Random) -> Tableau:
        """The level after a move and everything that follows from it by itself."""
        game = self.machine(state)
        restart = state.restart
        after = Tableau(self, state.level, state.boards, restart, (), state.moves + 1)
        return self._after(after, lambda: game.turn(state.boards, value, rng.random, restart), rng)

    def machine(self, state: Tableau) -> PuzzleMachine:
        """What plays a level."""
        level = self.levels[state.level - 1]
        return machine(self.program, level.width, level.height)

    def _after(self, state: Tableau, begin: Callable[[], TurnResult], rng: Random) -> Tableau:
        """The state after a turn, and after those that follow by themselves."""
        said = state.said
        restart = state.restart
        turns: list[TurnResult] = []
        try:
            for turn in self.machine(state).turns(begin(), rng.random, restart):
                turns.append(turn)
                said += (turn.message.strip(),) if turn.message.strip() else ()
                restart = turn.checkpoint or restart
        except EndlessTurn as fault:
            where = f" (see line {fault.line})" if fault.line else ""
            endless = f"This move never comes to an end{where}, so it is not made."
            return replace(state, said=(*said, endless))
        if turn.is_won and state.level == len(self.levels):
            said += self.words(state.level + 1)
        return replace(
            state,
            boards=turn.boards,
            restart=restart,
            said=said,
            outcome="won" if turn.is_won else None,
            before=tuple(turn.boards for turn in turns[-_MOST_FRAMES - 1 : -1]),
        )

    # Ways ----------------------------------------------------------------------------------

    def hint(self, state: Tableau) -> Hint | None:
        """The first move of a way to win, and how many moves it has; else what is known."""
        way = self._way(state)
        if state.outcome or not way.moves:
            return None if state.outcome else Hint(None, _sentence(way))
        left = f"{counted(len(way.moves), 'move')} to go, this one included"
        known = "no way is shorter" if way.is_proved else "there may be a shorter way"
        return Hint(way.moves[0], f"{left}; {known}.")

    def solve(self, state: Tableau, limit_seconds: float | None = _SECONDS) -> Solution:
        """A way to win, a shortest one if that is near, or the proof that there is none."""
        if state.outcome:
            return Solution((), "shortest")
        begin = perf_counter()
        way = self._way(state, time_limit("limit_seconds", limit_seconds))
        proved, other = ("shortest", "solved") if way.moves else ("unsolvable", "unknown")
        status: Any = proved if way.is_proved else other
        seconds = perf_counter() - begin
        return Solution(way.moves or None, status, way.positions, seconds, _sentence(way)[:-1])

    def check(self, state: Tableau) -> Check:
        """Whether a level can still be solved."""
        return self._verdict(state, _HINT_SECONDS)

    def check_levels(self, state: Tableau) -> Check:
        """What an author should know about the game: the shortest way of each level, and all
        faults."""
        starts = [self.new_state(Random(0), number) for number, _ in enumerate(self.levels, 1)]
        verdicts = [self._verdict(start, _SECONDS) for start in starts]
        lines = [f"Level {n}: {verdict.text}" for n, verdict in enumerate(verdicts, start=1)]
        for start in starts:  # a search leaves out the rules that only decorate
            for value in self._way(start, _SECONDS).moves:
                start = self.process_response(start, value, Random(0))
        stuck = sum(not verdict.right for verdict in verdicts)
        faults = review(self.program)
        serious = sum(fault.is_serious for fault in faults)
        head = f"{counted(stuck, 'level')} of {len(lines)} cannot be solved"
        head += f", {counted(serious, 'line')} cannot be read, {counted(len(faults), 'remark')}."
        return Check(not (stuck or serious), "\n".join((head, *lines, *map(str, faults))))

    def _verdict(self, state: Tableau, seconds: float) -> Check:
        """Whether a level can perhaps be solved, and a sentence about it."""
        if state.outcome or self.machine(state).is_won(state.boards):
            return Check(True, "it is solved.")
        way = self._way(state, seconds)
        return Check(bool(way.moves) or not way.is_proved, _sentence(way))

    def _way(self, state: Tableau, seconds: float | None = _HINT_SECONDS) -> PuzzleWay:
        """What is known of the ways to win after a search."""
        boards = state.boards
        patience = Patience(inf if seconds is None else seconds, _MOST_BOARDS // len(boards))
        start = boards, state.restart
        return way_to_win(self.program, self.machine(state).size, start, self.ways, patience)

    def view(self, state: Tableau, player: int) -> View:
        """The level, and the keys of the original."""
        keys = tuple((key, way) for key, way in _KEYS.items() if way in state.option_values)
        return View(state.display_text, lambda: self.board(state), keys=keys)

    # The board -----------------------------------------------------------------------------

    def board(self, state: Tableau) -> Board:
        """The part of the level that is shown; a swipe or an arrow anywhere on it is a move."""
        counters = [("moves", str(state.moves))]
        for goal in self.program.goals:
            words = self.program.source.lines[goal.line - 1].strip()
            missing = goal.cells(state.boards).bit_count()
            if goal.quantity in ("some", "any"):
                counters.append((words, "yes" if missing else "not yet"))
            else:
                counters.append((words, f"{missing} left"))
        rows = self._rows(state, state.boards)
        frames = tuple(Frame(self._rows(state, boards)) for boards in state.before)
        return Board(rows, counters=tuple(counters), frames=frames, surface="sprites")

    def _rows(self, state: Tableau, boards: Boards) -> tuple[Row, ...]:
        height = self.levels[state.level - 1].height
        players = list(bits(self.machine(state).players(boards)))
        is_over = state.outcome is not None
        xs, ys = self._window(state, players)
        program = self.program
        rows = []
        for y in ys:
            places = [x * height + y for x in xs]
            stacks = [tuple(n for n, b in enumerate(boards) if b >> at & 1) for at in places]
            rows.append(tuple(_cell(program, stack, is_over) for stack in stacks))
        return tuple(rows)

    def _window(self, state: Tableau, players: list[int]) -> tuple[range, range]:
        """The columns and the rows that are shown."""
        level = self.levels[state.level - 1]
        settings = self.program.source.settings
        size = settings.get("flickscreen") or settings.get("zoomscreen") or f"{_WIDEST}x{_WIDEST}"
        shown = [min(_WIDEST, int(part)) for part in size.split("x")]
        middle = divmod(players[0] if players else 0, level.height)
        ranges = []
        for at, most, whole in zip(middle, shown, (level.width, level.height), strict=True):
            first = at // most * most
            if "flickscreen" not in settings:
                first = max(0, min(at - most // 2, whole - most))
            ranges.append(range(first, min(whole, first + most)))
        return ranges[0], ranges[1]


def _sentence(way: PuzzleWay) -> str:
    """What is known after a search."""
    tried = counted(way.positions, "position")
    if way.moves:
        fewest = ", no fewer" if way.is_proved else ""
        return f"it can be solved in {counted(len(way.moves), 'move')}{fewest}."
    if way.is_proved:
        return f"it cannot be solved: all that follows was tried ({tried})."
    if way.has_luck:
        return f"not known: luck decides, and no way without it was found within {tried}."
    return f"not known: no way was found within {tried}."


@lru_cache(maxsize=4096)
def _cell(program: PuzzleProgram, stack: Boards, is_over: bool) -> Cell:
    shown = [program.names.order[number] for number in stack]
    name = " on ".join(reversed(shown)) or "nothing"
    return Cell(
        _signs(program).get(frozenset(stack), name[:1]),
        role="blank",
        label=name,
        piece=Piece(name, _drawing(program, shown)),
        drag=() if is_over else _SWIPES,
    )


@lru_cache(maxsize=16)
def _signs(program: PuzzleProgram) -> dict[frozenset[int], str]:
    """The signs that the author gave to what can be in a cell."""
    names = program.names
    ground = names.numbers["background"][0]
    found: dict[frozenset[int], str] = {}
    for name in names.meanings:
        if len(name) == 1 and names.kind(name) != "or":
            found.setdefault(frozenset((*names.numbers[name], ground)), name)
    return found


def _drawing(program: PuzzleProgram, shown: Sequence[str]) -> str:
    """The sprites of a cell on top of each other, one path for each colour."""
    settings = program.source.settings
    palette = settings.get("color_palette", "arnecolors")
    ground = hexadecimal(settings.get("background_color", "black"), palette)
    points: dict[tuple[int, int], str] = {}
    for name in shown:
        sprite = program.source.sprites[name]
        for y, row in enumerate(sprite.rows or ["00000"] * 5):
            for x, sign in enumerate(row):
                if sign.isdigit() and int(sign) < len(sprite.colours):
                    colour = hexadecimal(sprite.colours[int(sign)], palette)
                    points[x, y] = colour or points.get((x, y), ground)
    paths = {ground: "M0 0h100v100h-100z"} if len(points) < 25 else {}
    for (x, y), colour in points.items():
        square = f"M{x * _POINT} {y * _POINT}h{_POINT}v{_POINT}h-{_POINT}z"
        paths[colour] = paths.get(colour, "") + square
    return "".join(
        f'<path d="{path}" fill="{colour}" stroke="{colour}" stroke-width="0.6"/>'
        for colour, path in paths.items()
    )


# Files -------------------------------------------------------------------------------------

_SOKOBAN = """title {title}
noaction
========
OBJECTS
========
Background
#d9cfb8 #cfc4aa
00000
00000
00100
00000
00000

Target
#c2703a
.....
.0.0.
..0..
.0.0.
.....

Wall
#5c6673 #485261 #6d7886
22220
20001
20001
20001
01111

Player
#2a5d9f #f2c9a0 #18324f
.222.
.111.
00000
.000.
.2.2.

Crate
#b5793a #8a5626 #d39a55
02220
21112
01210
01112
10001
=======
LEGEND
=======
- = Background
# = Wall
@ = Player
$ = Crate
. = Target
* = Crate and Target
+ = Player and Target
=======
SOUNDS
=======
================
COLLISIONLAYERS
================
Background
Target
Player, Wall, Crate
======
RULES
======
[ > Player | Crate ] -> [ > Player | > Crate ]
==============
WINCONDITIONS
==============
All Target On Crate
=======
LEVELS
=======
{levels}
"""
"""Sokoban as a game in PuzzleScript."""

_SOKOBAN_ROW = re.compile(r"(?=.*#)[\d#@+$*. _|()-]+")


def sokoban(text: str, title: str) -> str:
    """A collection of Sokoban levels (`.xsb`, `.sok`) as a game in PuzzleScript."""
    levels: list[list[str]] = [[]]
    for line in text.splitlines():
        if _SOKOBAN_ROW.fullmatch(line.rstrip()):
            plain = re.sub(r"(\d+)(.)", lambda found: int(found[1]) * found[2], line.rstrip())
            levels[-1] += re.sub(r"[ _]", "-", plain).split("|")
        elif levels[-1]:
            levels.append([])
    drawn = []
    for rows in filter(None, levels):
        width = max(map(len, rows))
        drawn.append("\n".join(row.ljust(width, "-") for row in rows))
    return _SOKOBAN.format(title=title, levels="\n\n".join(drawn))


def listed(paths: Sequence[Path]) -> list[tuple[str, tuple[Path, ...]]]:
    """The games among some files, by the names of the files; other texts are left out."""
    found: list[tuple[str, tuple[Path, ...]]] = []
    for path in paths:
        try:
            if _is_collection(path) or is_puzzlescript(_text(path)):
                found.append((path.name.partition(".")[0], (path,)))
        except (OSError, BadFile):
            continue
    return found


def _is_collection(path: Path) -> bool:
    return path.suffix.lower() in (".xsb", ".sok")


def _text(path: Path) -> str:
    contents = read_file(path, _LARGEST)
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        return contents.decode("latin-1")


def read_puzzles(paths: Sequence[Path] | Path) -> TilePuzzle:
    """The game of a file; raises `SourceError` with the line at fault."""
    path = paths if isinstance(paths, Path) else paths[0]
    name = path.name.partition(".")[0].replace("_", " ")
    try:
        text = _text(path)
        return TilePuzzle(sokoban(text, name) if _is_collection(path) else text, name)
    except (BadFile, PuzzleScriptError) as fault:
        raise SourceError(f"{quote(str(path))} cannot be played: {fault}") from None
