"""A PuzzleScript game as a game: a level is a preset; the arrows and the action are the choices.

The machine is `interactive_provider.interpreters.puzzlescript`, which does not know this package;
here its levels get boards. A file is recognised by its sections, so a `.txt` without them is not
listed. Collections of Sokoban levels are read into the same machine, with Sokoban's only rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from math import inf
from pathlib import Path
from random import Random
from textwrap import shorten, wrap
from typing import Any, ClassVar

from ..boards import Board, Cell, Frame, Piece, Row
from ..errors import BadFile, BadParameter, SourceError, quote
from ..game import Check, Game, Hint, Options, Solution, State, Status, View, Words
from ..game.validation import time_limit
from ..interpreters.puzzlescript import (
    SIZE,
    START,
    WAIT,
    WAYS,
    EndlessTurn,
    LevelStart,
    Message,
    Patience,
    PuzzleMachine,
    PuzzleProgram,
    PuzzleScriptError,
    bits,
    compiled,
    hexadecimal,
    is_puzzlescript,
    machine,
    review,
    way_to_win,
)
from ..support.plurals import counted
from ..support.storage import read_text

_LARGEST = 2_000_000
"""The maximum size in bytes of a file that is read."""
_MOST_FRAMES = 8
_MOST_BOARDS = 4_000_000
"""The maximum number of boards that a search may store."""
_HINT_SECONDS = 1.5
_SECONDS = 10.0
"""The time limit in seconds for finding out whether a level can be solved."""
_WIDEST = 60
"""The maximum number of rows and columns that are drawn: for a larger level, a window around the
player."""
_KEYS = {**{f"Arrow{way.title()}": way for way in WAYS[:4]}, "x": WAYS[4], "w": WAIT}
_SWIPES = tuple((way, way) for way in WAYS[:4])
CONTINUE = "go on"
"""The option on a message."""
_MESSAGE_COLOURS = (("background_color", "black"), ("text_color", "white"))

_LONGEST = 500
"""The maximum length of a message in the picture, which shows only its beginning, as the original
does."""
_LETTERS = 34
"""The number of letters in a line of a message, as in the original, if there is room."""

Boards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tableau(State):
    """A level at the player's position, or a message between two levels, and the last words
    shown."""

    game: TilePuzzle = field(repr=False)
    page: int
    """The number of the level or message in the order of the text, from 0."""
    goes_on: bool
    """True if the next page follows when a level is won."""
    boards: Boards = ()
    """The boards of a level (see the interpreter); none for a message."""
    restart: Boards = ()
    """The boards to which the command ``restart`` leads."""
    said: Words = ()
    moves: int = 0
    outcome: str | None = None
    seen: tuple[Boards, ...] = ()
    """The boards since the last move; the current ones come last."""
    cell: int = 0
    """The last cell of the player: the screen stays there when no player is left."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What the rest of the level depends on."""
        return self.page, self.boards, self.restart, self.outcome

    @property
    def level(self) -> LevelStart:
        """The level, or the one after a message."""
        pages = self.game.program.levels
        return next(page for page in pages[self.page :] if isinstance(page, LevelStart))

    @property
    def display_text(self) -> str:
        """The number of the level, or the message, and the game's latest words."""
        page = self.game.program.levels[self.page]
        places = self.game.places
        if isinstance(page, Message):
            lines = [*self.said, page.text]
        else:
            lines = [f"Level {places.index(self.page) + 1} of {len(places)}.", *self.said]
        if self.outcome:
            lines.append(f"Solved in {counted(self.moves, 'move')}.")
        return "\n".join(lines)

    @property
    def display_options(self) -> Options:
        """The arrows, and the action and waiting if the game has them; nothing at the end."""
        if self.outcome:
            return ()
        ways = self.game.ways if self.boards else (CONTINUE,)
        return tuple((way, way) for way in ways)


class TilePuzzle(Game[Tableau]):
    """Move with the arrows until the goal of the level is reached."""

    players = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    def __init__(self, text: str, name: str, above: int = 0) -> None:
        """Compile a text, which has some lines above those of the author's file."""
        self.text = text
        self.above = above
        settings = self.program.source.settings
        self.title = settings.get("title") or name  # type: ignore[misc]
        count = len(self.places)
        presets = {
            f"level_{number:0{len(str(count))}}": {"level": number}
            for number in range(1, count + 1)
        }
        if len(self.program.levels) > 1:
            presets["all_levels"] = {"goes_on": True}
        self.presets = presets  # type: ignore[misc]
        wait = (WAIT,) if "realtime_interval" in settings else ()
        self.ways = (*WAYS[: 4 if "noaction" in settings else 5], *wait)

    @property
    def program(self) -> PuzzleProgram:
        """The compiled text; it is cached outside the game, so that the game can be copied."""
        return compiled(self.text)

    @property
    def places(self) -> list[int]:
        """The indices of the levels among the pages."""
        return [at for at, page in enumerate(self.program.levels) if isinstance(page, LevelStart)]

    def new_state(self, rng: Random, level: int = 1, goes_on: bool = False) -> Tableau:
        """Return a level at its beginning, with the messages before it; or, with ``goes_on``, the
        first message as a separate page."""
        places = self.places
        if isinstance(level, bool) or level not in range(1, len(places) + 1):
            raise BadParameter(f"There is no level {quote(level)}: the game has {len(places)}.")
        place = places[level - 1]
        first = (-1, *places)[level - 1] + 1
        said = () if goes_on else _texts(self.program.levels[first:place])
        serious = sum(fault.is_serious for fault in self.program.source.faults)
        if serious:
            said += (
                f"{counted(serious, 'line')} of this game cannot be read: check(p), before a level"
                " is chosen, lists them.",
            )
        return self._opened(Tableau(self, first if goes_on else place, goes_on, said=said), rng)

    def process_response(self, state: Tableau, value: str, rng: Random) -> Tableau:
        """Return the level after a move and everything that follows automatically."""
        if not state.boards:
            return self._opened(Tableau(self, state.page + 1, state.goes_on), rng)
        return self._after(replace(state, said=(), moves=state.moves + 1, seen=()), value, rng)

    def machine(self, state: Tableau) -> PuzzleMachine:
        """Return the machine that plays a level."""
        return machine(self.program, state.level.width, state.level.height)

    def _players(self, state: Tableau, boards: Boards) -> Iterator[int]:
        """Return the cells of the player."""
        return bits(self.machine(state).players(boards))

    def _opened(self, state: Tableau, rng: Random) -> Tableau:
        """Return the state at the beginning of its page."""
        level = self.program.levels[state.page]
        if isinstance(level, Message):
            return state
        return self._after(replace(state, boards=level.boards, restart=level.boards), START, rng)

    def _after(self, state: Tableau, way: str, rng: Random) -> Tableau:
        """Return the state after a turn and the automatic turns that follow."""
        after = state
        turns = self.machine(state).turns(state.boards, way, rng.random, state.restart)
        try:
            for turn in turns:
                after = replace(
                    after,
                    boards=turn.boards,
                    restart=turn.checkpoint or after.restart,
                    said=(*after.said, *filter(None, [turn.message.strip()])),
                    cell=next(self._players(state, turn.boards), after.cell),
                    seen=(*after.seen, turn.boards)[-_MOST_FRAMES - 1 :],
                )
        except EndlessTurn as fault:
            said = *state.said, f"This move never ends ({fault}), so it is not made."
            return replace(state, said=said, seen=(state.boards,))
        return self._won(after, rng) if turn.is_won else after

    def _won(self, state: Tableau, rng: Random) -> Tableau:
        """Return the next page if the game continues, otherwise the end, with its messages."""
        is_last = state.page == self.places[-1]
        if is_last or not state.goes_on:
            end = _texts(self.program.levels[state.page :]) if is_last else ()
            return replace(state, said=(*state.said, *end), outcome="won")
        done = f"That level is done: {counted(state.moves, 'move')}."
        return self._opened(Tableau(self, state.page + 1, True, said=(*state.said, done)), rng)

    # Solutions -----------------------------------------------------------------------------

    def hint(self, state: Tableau) -> Hint:
        """Return the first move of a solution and its length, otherwise what is known."""
        found = self.solve(state, _HINT_SECONDS)
        return Hint(found.values[0] if found.values else None, f"{found.note}.")

    def solve(self, state: Tableau, limit_seconds: float | None = _SECONDS) -> Solution:
        """Return a solution of the level, a shortest one if that is near, or the proof that there
        is none."""
        if not state.boards:
            return Solution((CONTINUE,), "shortest", note="the level comes next")
        if state.outcome or self.machine(state).is_won(state.boards):
            return Solution((), "shortest", note="it is solved")
        seconds = time_limit("limit_seconds", limit_seconds)
        spent = inf if seconds is None else max(seconds, 0.001)
        patience = Patience(spent, _MOST_BOARDS // len(state.boards))
        start = state.boards, state.restart
        way = way_to_win(self.machine(state), start, self.ways, patience)
        tried = counted(way.positions, "position")
        status: Status = "unknown"
        if way.moves:
            status = "shortest" if way.is_proved else "solved"
            length = "no fewer" if way.is_proved else "perhaps in fewer"
            note = f"it can be solved in {counted(len(way.moves), 'move')}, {length}"
        elif way.is_proved:
            status = "unsolvable"
            note = f"it cannot be solved: every continuation was tried ({tried})"
        else:
            luck = "luck decides, and no way without it" if way.has_luck else "no way"
            note = f"not known: {luck} was found within {tried}"
        return Solution(way.moves or None, status, way.positions, note=note)

    def check(self, state: Tableau, limit_seconds: float | None = _HINT_SECONDS) -> Check:
        """Say whether a level may still be solvable."""
        found = self.solve(state, limit_seconds)
        return Check(found.status != "unsolvable", f"{found.note}.")

    def check_levels(self, state: Tableau) -> Check:
        """Report what an author should know about the game: the shortest solution of each level,
        and all faults."""
        lines = []
        stuck = 0
        for number in range(1, len(self.places) + 1):
            rng = Random(0)
            start = self.new_state(rng, number)
            has_luck = rng.getstate() != Random(0).getstate()
            found = self.solve(start)
            stuck += found.status == "unsolvable" and not has_luck
            doubt = "luck decides how it begins; once " if has_luck else ""
            lines.append(f"Level {number}: {doubt}{found.note}.")
            for value in found.values or ():
                start = self.process_response(start, value, Random(0))
        faults = [
            fault._replace(line=fault.line - self.above)
            for fault in review(self.program)
            if fault.line >= self.above
        ]
        serious = sum(fault.is_serious for fault in faults)
        head = (
            f"unsolvable levels: {stuck} of {len(lines)}; {counted(serious, 'line')} cannot be"
            f" read, {counted(len(faults), 'remark')}."
        )
        return Check(not (stuck or serious), "\n".join((head, *lines, *map(str, faults))))

    def view(self, state: Tableau, player: int) -> View:
        """Return the level, and the keys of the original; on a message they all continue."""
        ways = {key: way if state.boards else CONTINUE for key, way in _KEYS.items()}
        offered = dict(state.display_options)
        keys = tuple(one for one in ways.items() if one[1] in offered)
        return View(state.display_text, lambda: self.board(state), keys=keys)

    # The board -----------------------------------------------------------------------------

    def board(self, state: Tableau) -> Board:
        """Return the visible part of the level; a swipe or an arrow anywhere on it is a move."""
        page = self.program.levels[state.page]
        if isinstance(page, Message):
            columns, rows = map(len, self._window(state, 0))
            return Board(_words(self.program, page.text, columns, rows), surface="sprites")
        counters = [("moves", str(state.moves))]
        for goal in self.program.goals:
            author = self.program.source.lines[goal.line - 1].strip()
            missing = goal.cells(state.boards).bit_count()
            state_of_goal = f"{missing} left"
            if goal.quantity in ("some", "any"):
                state_of_goal = "yes" if missing else "not yet"
            counters.append((author, state_of_goal))
        *before, now = (self._rows(state, boards) for boards in state.seen)
        return Board(
            now,
            counters=tuple(counters),
            frames=tuple(map(Frame, before)),
            surface="sprites",
        )

    def _rows(self, state: Tableau, boards: Boards) -> tuple[Row, ...]:
        xs, ys = self._window(state, next(self._players(state, boards), state.cell))

        def cell(at: int) -> Cell:
            stack = tuple(number for number, board in enumerate(boards) if board >> at & 1)
            return _cell(self.program, stack, state.outcome is not None)

        return tuple(tuple(cell(x * state.level.height + y) for x in xs) for y in ys)

    def _window(self, state: Tableau, cell: int) -> Iterator[range]:
        """Return the visible columns and rows around a cell."""
        level = state.level
        settings = self.program.source.settings
        size = settings.get("flickscreen") or settings.get("zoomscreen") or f"{_WIDEST}x{_WIDEST}"
        sides = (level.width, level.height)
        for at, part, whole in zip(divmod(cell, level.height), size.split("x"), sides, strict=True):
            most = min(_WIDEST, int(part))
            first = at // most * most
            if not settings.get("flickscreen"):
                first = max(0, min(at - most // 2, whole - most))
            yield range(first, min(whole, first + most))


def _words(program: PuzzleProgram, text: str, columns: int, rows: int) -> tuple[Row, ...]:
    """Return a message in the two colours of its game, in letters that fill the board."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    plain = shorten(plain, _LONGEST, placeholder=" …")
    letters = _LETTERS
    while 2 * columns * len(wrap(plain, letters)) > letters * rows:
        letters += 1
    lines = wrap(plain, letters)
    wide = 100 * columns / letters
    paper, ink = (_colour(program, *one) for one in _MESSAGE_COLOURS)
    style = f'fill="{ink}" font-size="{wide / 0.62:.1f}" font-family="monospace"'

    def cell(row: int, column: int) -> Cell:
        """Return the part of the words that is visible in a cell."""
        drawing = f'<path d="M0 0h100v100h-100z" fill="{paper}"/>'
        middle = 50 * columns - 100 * column
        for number, line in enumerate(lines):
            foot = 50 * rows - 100 * row + 2 * wide * (number + 0.75 - len(lines) / 2)
            if -wide < foot < 100 + 2 * wide:
                words = f'x="{middle}" y="{foot:.1f}" text-anchor="middle" {style}'
                drawing += f"<text {words}>{escape(line, quote=False)}</text>"
        return Cell(" ", role="blank", piece=Piece(f"words {row} {column}", drawing))

    return tuple(tuple(cell(row, column) for column in range(columns)) for row in range(rows))


def _colour(program: PuzzleProgram, setting: str, usual: str) -> str:
    """Return a colour of the whole game."""
    settings = program.source.settings
    return hexadecimal(settings.get(setting, usual), settings.get("color_palette", ""))


def _texts(pages: Sequence[LevelStart | Message]) -> Words:
    """Return the messages among some pages."""
    return tuple(page.text for page in pages if isinstance(page, Message))


@lru_cache(maxsize=4096)
def _cell(program: PuzzleProgram, stack: Boards, is_over: bool) -> Cell:
    shown = [program.source.placed[number] for number in stack]
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
    """Return the signs that the author gave to the possible contents of a cell."""
    names = program.source
    return {
        frozenset((*thing.numbers, names.meanings["background"].numbers[0])): name
        for name, thing in reversed(names.meanings.items())
        if len(name) == 1 and thing.kind != "or"
    }


def _drawing(program: PuzzleProgram, shown: Sequence[str]) -> str:
    """Return the sprites of a cell on top of each other, one path for each colour."""
    palette = program.source.settings.get("color_palette", "")
    points = [_colour(program, *_MESSAGE_COLOURS[0])] * SIZE**2
    for name in shown:
        sprite = program.source.sprites[name]
        colours = {str(n): hexadecimal(one, palette) for n, one in enumerate(sprite.colours)}
        signs = "".join(row.ljust(SIZE) for row in sprite.rows) or "0" * SIZE**2
        for at, sign in enumerate(signs):
            points[at] = colours.get(sign) or points[at]
    paths: dict[str, str] = {}
    for at, colour in enumerate(points):
        y, x = divmod(at, SIZE)
        paths[colour] = f"{paths.get(colour, '')}M{x * 20} {y * 20}h20v20h-20z"
    return "".join(
        f'<path d="{path}" fill="{colour}" shape-rendering="crispEdges"/>'
        for colour, path in paths.items()
    )


# Files -------------------------------------------------------------------------------------

_SOKOBAN = """noaction
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
"""
"""Sokoban as a PuzzleScript game, without its levels."""

_SOKOBAN_LEVEL = re.compile(
    r"(?:^(?:(?=.*#)[\d#@+$*. _|()-]+"
    r"| *#(?:[#@+$*. _-]*[^\d#@+$*. _|()\n-]){1,2}[#@+$*. _-]*#)\n)+",
    re.MULTILINE,
)
"""Rows of a level. Between walls a row may have one or two unknown signs, which are reported."""


def sokoban(text: str) -> str:
    """Return a collection of Sokoban levels (`.xsb`, `.sok`) as a PuzzleScript game, in whose last
    section they have the same lines as in ``text``, unless one line has several rows."""
    lines = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
    drawn: list[str] = []
    read = number = 0
    for level in _SOKOBAN_LEVEL.finditer(lines):
        number += lines.count("\n", read, level.start())
        read = level.start()
        drawn += [""] * (number - len(drawn))
        plain = re.sub(r"(\d{1,3})(.)", lambda found: int(found[1]) * found[2], level[0])
        rows = re.sub("[ _]", "-", plain).replace("|", "\n").split()
        width = max(map(len, rows))
        drawn += [*(row.ljust(width, "-") for row in rows), ""]
    return _SOKOBAN + "".join(f"{row}\n" for row in drawn)


def listed(paths: Sequence[Path]) -> list[tuple[str, tuple[Path, ...]]]:
    """Return the games among some files, by file name; other texts are omitted."""
    found: list[tuple[str, tuple[Path, ...]]] = []
    for path in paths:
        with suppress(OSError, BadFile):
            if is_puzzlescript(_text(path)):
                found.append((_name(path), (path,)))
    return found


def _name(path: Path) -> str:
    return path.name.partition(".")[0]


def _text(path: Path) -> str:
    """Return the text of a game; a collection of Sokoban levels becomes one."""
    text = read_text(path, _LARGEST)
    return sokoban(text) if _above(path) else text


def _above(path: Path) -> int:
    """Return the number of lines that are put above those of a file."""
    return _SOKOBAN.count("\n") if path.suffix.lower() in (".xsb", ".sok") else 0


def read_puzzles(paths: Sequence[Path]) -> TilePuzzle:
    """Return the game in a file; raise `SourceError` with the faulty line."""
    path = paths[0]
    try:
        return TilePuzzle(_text(path), _name(path).replace("_", " "), _above(path))
    except (BadFile, PuzzleScriptError) as fault:
        raise SourceError(f"{quote(str(path))} cannot be played: {fault}") from None
