"""What is drawn over a board on demand: verdicts on its moves, and the cells behind a hint."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...boards import Board, Cell, Place
from ...game import Assessment, Hint, Verdict

_LONGEST = 5
_COMMON = 0.4, 6
"""The most common verdict must have more than this share of the judged cells, and more than this
number of them."""
_NUMBER = re.compile(r"(?<!only )(?<!\d)[+-]?\d+(?:[.,]\d+)?\s?%?")
"""A number that judges: "only 19 trial games" judges nothing."""


def with_verdicts(board: Board, verdicts: Assessment) -> Board:
    """Return the board with the verdict on each cell's gesture as a short text and a shade.

    A cell shows the verdict on its press, otherwise on its best drag, otherwise on its secondary
    press; its tooltip has the whole verdict. If most cells have the same verdict, they show only
    its colour; if all do, nothing is drawn.
    """
    on_cells = {place: _verdict_on(cell, verdicts) for place, cell in chosen_places(board)}
    judged = {place: verdict for place, verdict in on_cells.items() if verdict is not None}
    own = {words for words, _ in board.overlay_signs}
    words = {place: v.text if v.text in own else brief(v) for place, v in judged.items()}
    usual = _usual(list(words.values()))
    described = {place: replace(board.cell(*place), tooltip=str(v)) for place, v in judged.items()}
    if len(verdicts) > 1 and len({(v.text, v.score) for v in verdicts.values()}) == 1:
        return board.replaced(described)
    shades = {
        place: ("" if words[place] == usual else words[place], v.score)
        for place, v in judged.items()
    }
    return board.replaced(described).shaded(shades)


def ranked(verdicts: Assessment) -> Assessment:
    """Return the verdicts of a game for several players, each with its score as a share of the best
    one.

    The best move of every position is then blue, even in a bad position; if all moves lose alike,
    none is worse.
    """
    highest = max((one.score for one in verdicts.values() if one.score is not None), default=0.0)
    return {value: _share_of(highest, verdict) for value, verdict in verdicts.items()}


def _share_of(highest: float, verdict: Verdict) -> Verdict:
    if verdict.score is None:
        return verdict
    return replace(verdict, score=verdict.score / highest if highest > 0 else 1.0)


def verdict_legend(verdicts: Assessment) -> str:
    """Return the meaning of the verdicts' colours, and the verdict that most options have."""
    texts = [verdict.text for verdict in verdicts.values()]
    if not texts:
        return "There is nothing to evaluate here."
    if len(set(texts)) == 1:
        return f"Every choice has the same verdict: {texts[0]}."
    usual = _usual(texts)
    return "Blue is good, orange is bad." + (f" Squares without a sign: {usual}." if usual else "")


def _usual(words: list[str]) -> str | None:
    """Return the verdict that most cells have: only its colour is shown."""
    share, number = _COMMON
    counted = Counter(words).most_common()
    return next((word for word, count in counted if count > max(number, share * len(words))), None)


def with_hint(board: Board, hint: Hint) -> Board:
    """Return the board with one mark on the cells behind the hint and another on the cells whose
    gesture it recommends."""
    return board.marked(hint.cells, "hint").marked(places_of(board, hint.value), "advised")


def places_of(board: Board, value: Any) -> list[Place]:
    """Return the cells whose gestures choose an option."""
    places = [place for place, cell in chosen_places(board) if value in values_of(cell)]
    return [*places, *_together(board, value)]


def with_step(board: Board, places: Sequence[Place]) -> Board:
    """Return the board with a mark on the cells of the last step, unless the game itself marks its
    last move."""
    if any(cell.mark == "last" for _, cell in board.places()):
        return board
    return board.marked(places, "last")


def _together(board: Board, value: Any) -> Iterator[Place]:
    """Return the cells that are on if several are chosen together for an option."""
    for row, zone in enumerate(board.zones):
        for on, _, chosen in zone.toggles.choices if zone.toggles else ():
            yield from ((row, column) for column in on if chosen == value)


def way_of(board: Board, hint: Hint) -> str:
    """Return the direction of the drag that a hint recommends, if any."""
    drags = (drag for _, cell in board.places() for drag in cell.drag)
    return next((way for way, value in drags if value == hint.value and isinstance(way, str)), "")


def gestures(cell: Cell) -> dict[str, Any]:
    """Return the option value of each gesture on the cell itself: ``press``, ``secondary``, ``up``,
    ``down``, …"""
    towards = [(way, value) for way, value in cell.drag if isinstance(way, str)]
    both = (("press", cell.press), ("secondary", cell.secondary), *towards)
    return {gesture: value for gesture, value in both if value is not None}


def targets(cell: Cell) -> dict[Place, list[Any]]:
    """Return the places that the cell's piece can be dragged to, each with its possible values."""
    places: dict[Place, list[Any]] = {}
    for way, value in cell.drag:
        if not isinstance(way, str):
            places.setdefault(way, []).append(value)
    return places


def drags(board: Board) -> Iterator[tuple[Place, Place, list[Any]]]:
    """Return every drag to a place: from where, to where, and the values that it may mean."""
    return (
        (place, to, values)
        for place, cell in board.places()
        for to, values in targets(cell).items()
    )


def values_of(cell: Cell) -> list[Any]:
    """Return every option value that some gesture on the cell chooses."""
    return [
        *gestures(cell).values(),
        *(value for values in targets(cell).values() for value in values),
    ]


def chosen_places(board: Board) -> Iterator[tuple[Place, Cell]]:
    """Return every cell with its place, row by row; if pieces are dropped in from above, only the
    cells where one would land."""
    for place, cell in board.places():
        if not board.lands or place in board.lands:
            yield place, cell


def brief(verdict: Verdict) -> str:
    """Return a verdict in a few characters: its text if that is short, otherwise the first number
    in it, otherwise its sign."""
    if len(verdict.text) <= _LONGEST:
        return verdict.text
    number = _NUMBER.search(verdict.text)
    if number:
        return number[0].replace(" ", "")
    if verdict.score is None:
        return ""
    if verdict.score > 0.6:
        return "+"
    return "−" if verdict.score < 0.4 else "±"


def _verdict_on(cell: Cell, verdicts: Assessment) -> Verdict | None:
    values = gestures(cell)
    secondary = values.pop("secondary", None)
    if "press" in values and values["press"] in verdicts:
        return verdicts[values["press"]]
    dragged = [value for several in targets(cell).values() for value in several]
    return best(verdicts[v] for v in [*values.values(), *dragged] if v in verdicts) or verdicts.get(
        secondary
    )


def best(verdicts: Iterable[Verdict]) -> Verdict | None:
    """Return the verdict with the highest score, None if there is none."""
    return max(verdicts, key=rank, default=None)


def rank(verdict: Verdict) -> tuple[float, float]:
    """Return the sort key of a verdict: one without a score comes last, and sure wins or losses are
    ordered by the amount won."""
    if verdict.score is None:
        return -1.0, 0.0
    return verdict.score, verdict.level or 0.0
