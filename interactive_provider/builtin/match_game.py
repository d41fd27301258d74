"""The match game, which mathematicians call Nim, with Bouton's rule for perfect play.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901),
35-39: the player to move loses exactly if the rows, written in binary, have an even number of ones
in each place (their *nim-sum*, the exclusive or, is 0). If the last match loses (*misère*), the
same holds as long as some row has at least two matches; if only single matches remain, an odd
number loses.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import accumulate, chain
from operator import xor
from random import Random
from typing import ClassVar, TypeAlias

from ..boards import Board, Cell, Place
from ..errors import BadParameter, quote
from ..game import Game, Hint, Opponent, Options, Outcome, Solution, State, Verdict
from ..game.validation import one_of, whole

Rows: TypeAlias = tuple[int, ...]
Move: TypeAlias = tuple[int, int]
"""(row, matches taken), rows counted from 1."""

MOST_MATCHES = 500
"""The maximum number of matches: every move is listed, and nobody reads longer lists."""

_PICTURE = re.compile(r"(?m)(?:^ *(?:row *\d+(?:[ >:].*)?|\|[| >]*)$\n?)+")
_LABEL = re.compile(r"^ *row *\d+|[ >:]")
_TURN = re.compile(r"turn: player \d")
_SIZE = re.compile(r"(?<!\w)(?<!\d )-\d+|[^\s,;:/(){}[\]|+-]+")
"""The dash in 7-5-3 is a separator; the minus in (3, -1) belongs to a number."""

_HEAP = re.compile(r"(?:([|I*oO●])\1*)?")
"""A row's matches, or none, as one sign each."""

_PROSE = re.compile(
    r"(?i)(?!(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$)[^\W\d_]{2,}"
)
"""A word between the numbers; words that spell a number are not skipped."""

WIDEST_DRAWN = 60
"""The maximum length of a row that is drawn; longer rows are shown by their number of matches."""

# The rules of perfect play, on bare rows -----------------------------------------------------


def is_won(rows: Rows, misere: bool = True) -> bool:
    """True if the player to move can win; without matches the misère game is won and the normal one
    lost."""
    balance = reduce(xor, rows, 0)
    return balance == 0 if misere and max(rows, default=0) <= 1 else balance != 0


def winning_moves(rows: Rows, misere: bool = True) -> Iterator[Move]:
    """Yield every move that leaves the opponent a lost position: at most one in each row."""
    balance = reduce(xor, rows, 0)
    singles = rows.count(1)
    large = sum(size > 1 for size in rows)
    for number, size in enumerate(rows, 1):
        only_singles_besides = large == (size > 1)
        other_singles = singles - 1 if size == 1 else singles
        odd_singles = 1 - other_singles % 2
        left = odd_singles if misere and only_singles_besides else size ^ balance
        if left < size:
            yield number, size - left


def after(rows: Rows, move: Move) -> Rows:
    """Return the rows that a move leaves."""
    row, take = move
    return (*rows[: row - 1], rows[row - 1] - take, *rows[row:])


@lru_cache(maxsize=256)
def _takes(name: str, number: int, size: int, width: int) -> Options:
    """Return the moves in a row of ``size`` matches; rows recur, so their names are made only
    once."""
    return tuple(((name, f"take{take:0{width}}"), (number, take)) for take in range(1, size + 1))


# The state -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Matches(State):
    """Rows of matches, who moves next, and the last move."""

    start: Rows
    rows: Rows
    misere: bool = True
    mover: int = 0
    """0 is player 1, 1 is player 2."""
    last: Move | None = None
    """The last move."""

    @property
    def display_text(self) -> str:
        """The remaining matches and whose move it is, or who won."""
        if self.outcome is None:
            rule = f"Whoever takes the last match {'loses' if self.misere else 'wins'}."
            return f"Left: {shown(self.rows)}. {rule}"
        return f"Whoever took the last match {'lost' if self.misere else 'won'}."

    @property
    def display_options(self) -> Options:
        """Every move as ("row2", "take3")."""
        row_width = len(str(len(self.start)))
        take_width = len(str(max(self.start)))
        return tuple(
            chain.from_iterable(
                _takes(f"row{number:0{row_width}}", number, size, take_width)
                for number, size in enumerate(self.rows, 1)
            )
        )

    @property
    def outcome(self) -> Outcome:
        """Who won, when no match is left."""
        return None if any(self.rows) else f"player {self.winner + 1} won"

    @property
    def winner(self) -> int:
        """Who won, when no match is left: in the misère game, the player to move."""
        return self.mover if self.misere else 1 - self.mover

    @property
    def key(self) -> tuple[Rows, bool]:
        """The remaining matches; how they were reached does not matter."""
        return self.rows, self.misere

    def moves(self) -> Iterator[Move]:
        """Yield every legal move, row by row."""
        for number, size in enumerate(self.rows, 1):
            yield from ((number, take) for take in range(1, size + 1))

    def played(self, move: Move) -> Matches:
        """Return the state after a move of the player to move."""
        return replace(self, rows=after(self.rows, move), mover=1 - self.mover, last=move)


def shown(rows: Rows) -> str:
    """Rows in short form: 7-5-3-1."""
    if len(rows) <= 20:
        return "-".join(map(str, rows))
    return f"{sum(rows)} matches in {sum(size > 0 for size in rows)} rows"


# The game ------------------------------------------------------------------------------------


class MatchGame(Game[Matches]):
    """Take as many matches as you like, but all from one row; whoever takes the last match loses.

    The rows are 7-5-3-1 unless you say otherwise: ``match_game(rows=(3, 4, 5))``. Two people play,
    or you play against a computer that is perfect (``against="perfect"``) or moves at random
    (``"random"``); with ``seat=1`` it starts. Against a perfect computer this matters: whoever
    starts from 7-5-3-1 loses. With ``misere=False`` whoever takes the last match wins.
    ``position="5-0-3-1"`` goes on from these rows.
    """

    title = "The match game"
    version = 2
    players = 2
    impartial = True
    opponents: ClassVar = {
        "perfect": Opponent(lambda budget: _perfect, text="never misses a win"),
        "random": Opponent(lambda budget: _random, text="chooses moves at random"),
    }
    presets: ClassVar = {
        "computer begins": {"against": "perfect", "seat": 1},
        "you begin": {"against": "perfect"},
        "random computer": {"against": "random"},
        "two people": {},
    }

    def new_state(
        self,
        rng: Random,
        rows: Rows = (7, 5, 3, 1),
        misere: bool = True,
        position: str | Rows | None = None,
    ) -> Matches:
        """Full rows, or those of a position, with at most 500 matches altogether.

        Raises `BadParameter` for rows that are not positive whole numbers; those of a position may
        be empty.
        """
        one_of("misere", misere, (True, False))
        if position is None:
            full = _checked_rows("rows", rows, low=1)
        else:
            full = _checked_rows("position", _read_rows(str(position)), low=0)
        if not any(full):
            raise BadParameter("This game is over: no matches are left.")
        return Matches(full, full, bool(misere), int("turn: player 2" in str(position)))

    def process_response(self, state: Matches, value: Move, rng: Random) -> Matches:
        """Return the state after the move."""
        return state.played(value)

    def rollout(
        self, state: Matches, rng: Random, most: int
    ) -> tuple[tuple[float, ...] | None, int]:
        """Play a random game on a list of the rows' lengths."""
        rows = list(state.rows)
        plies = 0
        mover = state.mover
        while any(rows):
            if plies == most:
                return None, most
            row = _row_of_match(rows, rng.randrange(sum(rows)))
            rows[row - 1] = rng.randrange(rows[row - 1])
            mover = 1 - mover
            plies += 1
        winner = mover if state.misere else 1 - mover
        return ((0.0, 1.0) if winner else (1.0, 0.0)), plies

    def board(self, state: Matches) -> Board:
        """Return a line for each row; a press takes the match and all matches to its right."""
        drawn = max(state.start) <= WIDEST_DRAWN
        line = _line_of_matches if drawn else _line_with_count
        numbers = range(1, len(state.rows) + 1)
        board = Board(
            tuple(line(state, number) for number in numbers),
            row_labels=tuple(f"row{number}" for number in numbers),
            counters=(
                ("matches left", str(sum(state.rows))),
                ("turn", f"player {state.mover + 1}"),
            ),
            surface="felt" if drawn else "grid",
            palette=" |" if drawn else "",
        )
        return board.marked(_places(state, state.last or (1, 0), taken=True), "last")

    def describe(self, state: Matches, value: Move) -> str:
        """Return the rows that a move leaves."""
        return f"Leaves {shown(after(state.rows, value))}."

    def hint(self, state: Matches) -> Hint | None:
        """Return a winning move and why it wins, or the move that delays the end longest."""
        if state.outcome:
            return None
        move = _advice(state)
        left = after(state.rows, move)
        good = not is_won(left, state.misere)
        reason = f"it {_why_won(left, state.misere)}" if good else LOSING
        action = f"Take {move[1]} from row {move[0]}"
        return Hint(move, reason, tuple(_places(state, move)), action=action)

    def evaluate(self, state: Matches) -> dict[Move, Verdict]:
        """Return a verdict on each option, winning or losing for the player to move, assuming
        perfect play from then on."""
        winning = Verdict("winning", 1.0, error=0.0)
        losing = Verdict("losing", 0.0, error=0.0)
        good = set(winning_moves(state.rows, state.misere))
        return {move: winning if move in good else losing for move in state.moves()}

    def solve(self, state: Matches) -> Solution:
        """Return the line of best play for both players, by Bouton's rule."""
        if state.outcome:
            return Solution((), "solved", note=f"the game is over: {state.outcome}")
        values: list[Move] = []
        while state.outcome is None:
            values.append(_advice(state))
            state = state.played(values[-1])
        note = f"with best play by both: {state.outcome}"
        return Solution(tuple(values), "solved", nodes=len(values), note=note)


LOSING = "every move loses against perfect play; this one leaves the most room for a mistake."


def _perfect(game: Game, state: Matches, rng: Random) -> Move:
    """Play by Bouton's rule."""
    return _advice(state)


def _random(game: Game, state: Matches, rng: Random) -> Move:
    """Play all possible moves with equal probability."""
    chosen = rng.randrange(sum(state.rows))
    row = _row_of_match(state.rows, chosen)
    return row, chosen - sum(state.rows[: row - 1]) + 1


def _row_of_match(rows: Sequence[int], match: int) -> int:
    """Return the row that contains a match: matches are counted from 0 and rows from 1, both from
    the top."""
    return bisect(list(accumulate(rows)), match) + 1


def _checked_rows(name: str, rows: object, low: int) -> Rows:
    """Return the rows of a parameter as whole numbers from 0 or 1, of at most 500 matches
    altogether; raise `BadParameter` for anything else."""
    if not isinstance(rows, tuple | list) or not 1 <= len(rows) <= MOST_MATCHES:
        raise BadParameter(
            f"{name} is {quote(rows)}; it must be 1 to {MOST_MATCHES} whole numbers in parentheses,"
            " such as (7, 5, 3, 1)."
        )
    sizes = tuple(
        whole(f"row {n} of {name}", size, low, MOST_MATCHES) for n, size in enumerate(rows, 1)
    )
    if sum(sizes) > MOST_MATCHES:
        raise BadParameter(
            f"{name} is {quote(rows)}, of {sum(sizes)} matches; at most {MOST_MATCHES} are"
            " possible."
        )
    return sizes


def _read_rows(text: str) -> Rows:
    """Return the rows in a text: ``7-5-3-1``, or matches or numbers row by row."""
    text = _TURN.sub("", text.replace("\r\n", "\n"))
    picture = _PICTURE.search(text)
    if picture:
        lines = picture[0].splitlines()
        rows = ["|" * line.count("|") or _LABEL.sub("", line) for line in lines]
    else:
        rows = _SIZE.findall(text)
    rows = [str(len(row)) if _HEAP.fullmatch(row) else row for row in rows]
    rows = [row for row in rows if not _PROSE.fullmatch(row)] or rows
    return tuple(int(row) if row.isdecimal() else row for row in rows)  # type: ignore[misc]


def _advice(state: Matches) -> Move:
    """Return a winning move, if there is one, otherwise one that delays the end: one match of the
    longest row, or half of it if many are left."""
    longest = max(state.rows)
    take = longest // 2 if sum(state.rows) > 100 and longest > 1 else 1
    good = winning_moves(state.rows, state.misere)
    return next(good, (state.rows.index(longest) + 1, take))


def _why_won(left: Rows, misere: bool) -> str:
    """Return why the rows after a winning move are lost for the opponent."""
    if misere and max(left) <= 1:
        singles = sum(left)
        many = "a single match" if singles == 1 else f"{singles} single matches, an odd number"
        return f"leaves {many}: your opponent will take the last one."
    if not any(left):
        return "takes the last match, which wins."
    return (
        f"leaves {shown(left)}: their binary digits pair off (nim-sum 0), so every reply can be"
        " paired again."
    )


def _places(state: Matches, move: Move, taken: bool = False) -> list[Place]:
    """Return the cells of the matches that a move takes, or took."""
    row, take = move
    if max(state.start) > WIDEST_DRAWN:
        return [(row - 1, 0)] if take else []
    size = state.rows[row - 1]
    return [(row - 1, c) for c in (range(size, size + take) if taken else range(size - take, size))]


def _line_of_matches(state: Matches, number: int) -> tuple[Cell, ...]:
    """Return one row of the board, match by match; taken matches are blank."""
    size = state.rows[number - 1]
    left = []
    for place in range(1, size + 1):
        # A press takes the match and all matches to its right.
        count = size - place + 1
        taken = tuple((number - 1, column) for column in range(place - 1, size))
        left.append(
            Cell(
                "|",
                label=f"match {place} of row {number}",
                tooltip=f"take {count}",
                press=(number, count),
                piece="match",
                takes=taken,
            )
        )
    gone = Cell(" ", role="void", label="taken", piece="bare")
    return (*left, *[gone] * (max(state.start) - size))


def _line_with_count(state: Matches, number: int) -> tuple[Cell, ...]:
    """Return one row of the board, with its matches as a number."""
    size = state.rows[number - 1]
    return (Cell(str(size), label=f"{size} matches"),)
