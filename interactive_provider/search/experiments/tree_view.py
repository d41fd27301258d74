"""The game ahead as a tree: the best line first, width by visits, colour by worth, less important
branches folded."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from ...errors import BadParameter, quote
from ...game import Value
from ...game.validation import whole
from ...support.plurals import in_words
from ...support.sanitizing import clean, markup, untypeset
from ..analysis import Question, label_of, studied
from ..explanations import verdict
from ..model import Model, State, guarded
from . import plots

MOST_SHOWN = 4
"""The maximum number of choices of a position that are shown; the rest are folded into "… 5
more"."""

DEEPEST = 6


@dataclass(slots=True)
class Branch:
    """A choice and what follows; the root has no value."""

    label: str
    value: Value
    values: tuple[Value, ...]
    """The choices that lead here from the root."""
    state: State
    mover: str
    """Who made the choice."""
    text: str = ""
    """What it is worth to that player, in words."""
    score: float | None = None
    """The same from 0 to 1."""
    weight: float = 1.0
    """The share of the search spent here, from 0 to 1."""
    branches: list[Branch] = field(default_factory=list)
    more: int = 0
    """The number of choices that are not shown."""

    @property
    def title(self) -> str:
        """Who chose what, in words."""
        return f"{self.mover}: {in_words([self.label])}" if self.label else "here"

    def all(self) -> Iterator[Branch]:
        """This branch and all below it."""
        yield self
        for branch in self.branches:
            yield from branch.all()


@dataclass(slots=True)
class Tree:
    """A tree of choices, as text, and in a notebook as a picture with clickable nodes.

    ``tree.line("row1 left", "row2 middle")`` and a click give the line of a node; ``tree.at(…)``
    its position.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import tree
    >>> tree(games.match_game(rows=(1, 2), seed=7), depth=1).line("row1 take1")
    'games.match_game(rows=(1, 2), seed=7).row1.take1'
    """

    root: Branch
    names: tuple[str, ...] = ()
    line_of: Callable[[tuple[Value, ...]], str] | None = None
    """The line of the position after some choices."""
    at_values: Callable[[tuple[Value, ...]], Any] | None = None
    """That position."""
    picture_of: Callable[[State], str | None] | None = None
    """A small board as SVG."""

    def find(self, *labels: str) -> Branch:
        """The branch that the labels lead to; raises `BadParameter` if it is not shown."""
        branch = self.root
        for label in labels:
            following = next(
                (one for one in branch.branches if label in (one.label, in_words([one.label]))),
                None,
            )
            if following is None:
                shown_labels = ", ".join(one.label for one in branch.branches)
                raise BadParameter(
                    f"{quote(label)} is not shown here; there are: {shown_labels or 'none'}."
                )
            branch = following
        return branch

    def at(self, *labels: str) -> Any:
        """The position of a node, found by the labels that lead to it."""
        values = self.find(*labels).values
        return self.at_values(values) if self.at_values else self.find(*labels).state

    def line(self, *labels: str) -> str:
        """The line of a node, found by the labels that lead to it."""
        return self.line_of(self.find(*labels).values) if self.line_of else ""

    def __str__(self) -> str:
        return clean("\n".join(_text(self.root, ""))) or "The game is over."

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return untypeset(f'<div style="overflow-x:auto">{self.svg()}</div>{_SCRIPT}')

    def svg(self) -> str:
        """The picture alone."""
        return _Picture(self).drawn()


def grown(question: Question, depth: int = 2, names: Sequence[str] = ()) -> Tree:
    """The tree of the next ``depth`` choices, with the best of each position; ``names`` are what
    the players are called, if not by the game.

    Each position is studied as by `studied`; nothing is shown below a choice that luck decides. In
    a game without players nothing is better than anything else: the choices are in the order of
    the options.
    """
    whole("depth", depth, 1, DEEPEST)
    model = Model(question.game, anyone=True)
    model.names = tuple(names) or (("you",) if model.players == 1 else model.names)
    root = Branch("", None, (), question.state, "")
    _grow(root, question.turn, depth, model, replace(question, rng=question.rng or Random(0)))
    return Tree(root, model.names)


def _grow(branch: Branch, turn: int, depth: int, model: Model, question: Question) -> bool:
    """Add what follows a branch; False if that was interrupted."""
    state, mover = branch.state, model.mover(branch.state, turn)
    study = (
        studied(replace(question, state=state, turn=turn))
        if question.game.players is not None
        else None
    )
    ranked = study.ranked() if study else []
    values = [one.value for one in ranked] if study else model.values(state)
    branch.more = max(0, len(values) - MOST_SHOWN)
    most = max((one.games for one in ranked), default=0)
    for place, value in enumerate(values[:MOST_SHOWN]):
        below = Branch(
            label_of(state, value), value, (*branch.values, value), state, model.names[mover]
        )
        if study:
            worth = verdict(study, ranked[place])
            below.text, below.score = worth.text, worth.score
            below.weight = 1.0 if place == 0 else 0.5
            if most:
                below.weight = ranked[place].games / most
        branch.branches.append(below)
        with guarded(model.game, "a tree"):
            after = None if model.hides else model.step(state, value)
        if after is None:
            continue
        below.state = after
        goes_on = depth > 1 and not (study and study.interrupted) and model.values(after)
        if goes_on and not _grow(below, model.next_turn(mover), depth - 1, model, question):
            return False
    return not (study and study.interrupted)


# As text -----------------------------------------------------------------------------------


def _text(branch: Branch, indent: str) -> Iterator[str]:
    for number, below in enumerate(branch.branches):
        last = number == len(branch.branches) - 1 and not branch.more
        yield f"{indent}{'└' if last else '├'}─ {below.title}  {below.text}".rstrip()
        yield from _text(below, f"{indent}{'   ' if last else '│  '}")
    if branch.more:
        yield f"{indent}└─ … {branch.more} more"


# As a picture ------------------------------------------------------------------------------

_WIDTH = 210
_HEIGHT = 30
_GAP = 10
_BOARD = 84

_BAD = (232, 133, 63)
_MIDDLE = (225, 225, 225)
_GOOD = (109, 183, 227)
"""Vermilion over grey to blue, distinguishable with any kind of colour vision."""

_SCRIPT = """<script>(function () {
const box = document.currentScript && document.currentScript.parentElement;
const nodes = (box || document).querySelectorAll("[data-line]");
nodes.forEach((node) => node.addEventListener("click", () => {
  const said = node.closest("svg").querySelector(".told");
  if (said) said.textContent = node.dataset.line;
  if (navigator.clipboard) navigator.clipboard.writeText(node.dataset.line).catch(() => {});
}));})();</script>"""
"""A press shows the line of a node below the picture, and copies it."""


def _colour(score: float | None) -> str:
    """The colour of a score from 0 to 1."""
    if score is None:
        return "#f2f2f2"
    low, high, share = (
        (_BAD, _MIDDLE, 2 * score) if score < 0.5 else (_MIDDLE, _GOOD, 2 * score - 1)
    )
    return "#" + "".join(
        f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high, strict=True)
    )


class _Picture:
    """Nodes in columns by depth, each as high as what follows it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.parts: list[str] = []
        self.deepest = 0
        picture = tree.picture_of(tree.root.state) if tree.picture_of else None
        self.high = _BOARD if picture else _HEIGHT
        self.words = _BOARD + 4 if picture else 6
        """Where words begin, beside a board."""

    def drawn(self) -> str:
        """The whole picture."""
        height = self._below(self.tree.root, 0, 0.0)
        width = (self.deepest + 1) * (_WIDTH + 4 * _GAP)
        caption = (
            f'<text class="told" x="4" y="{height + 16:.0f}" font-family="monospace"'
            ' fill="currentColor">click a node for its line</text>'
        )
        title = (
            "<title>The best line is first; blue is good for the player who chose, orange is"
            " bad.</title>"
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width}'
            f' {height + 24:.0f}" width="{width}" height="{height + 24:.0f}"'
            f' font-family="sans-serif" font-size="12" class="ip-plot">{plots.THEMED}{title}'
            f"{''.join(self.parts)}{caption}</svg>"
        )

    def _below(self, branch: Branch, depth: int, top: float) -> float:
        """Draw a branch and all below it from ``top`` on; returns where it ends."""
        self.deepest = max(self.deepest, depth)
        bottom, middles = top, []
        for below in branch.branches:
            middles.append((below, bottom + self.high / 2))
            bottom = self._below(below, depth + 1, bottom)
        bottom = max(bottom, top + self.high + _GAP)
        if branch.more:
            x = (depth + 1) * (_WIDTH + 4 * _GAP)
            self.parts.append(
                f'<text x="{x}" y="{bottom + 12:.0f}" fill="currentColor">'
                f"… {branch.more} more</text>"
            )
            self.deepest = max(self.deepest, depth + 1)
            bottom += _HEIGHT
        left = depth * (_WIDTH + 4 * _GAP) + _WIDTH
        for below, middle in middles:
            self._line(left, top + self.high / 2, left + 4 * _GAP, middle, below.weight)
        self._node(branch, depth * (_WIDTH + 4 * _GAP), top)
        return bottom

    def _line(self, x: float, y: float, to_x: float, to_y: float, weight: float) -> None:
        """Draw a curve from one node to the next, thicker for a larger share of the games."""
        bend = (x + to_x) / 2
        self.parts.append(
            f'<path d="M{x} {y:.0f}C{bend} {y:.0f} {bend} {to_y:.0f} {to_x} {to_y:.0f}" fill="none"'
            f' stroke="#8a8a8a" stroke-width="{1 + 5 * weight:.1f}"/>'
        )

    def _node(self, branch: Branch, x: float, y: float) -> None:
        title = branch.title
        line = markup(self.tree.line_of(branch.values)) if self.tree.line_of else ""
        full = markup(f"{title} {branch.text}".strip())
        self.parts.append(
            f'<g data-line="{line}" style="cursor:pointer" transform="translate({x}'
            f' {y:.0f})"><title>{full}\n{line}</title><rect width="{_WIDTH}" height="{self.high}"'
            f' rx="4" fill="{_colour(branch.score)}"'
            f' stroke="#444"/>{self._words(title, branch.text)}{self._board(branch)}</g>'
        )

    def _words(self, *texts: str) -> str:
        """Words in as many lines as fit."""
        room, lines = (_WIDTH - self.words) // 7, self.high // 14
        parts = [part for text in texts for part in textwrap.wrap(text, room)][:lines]
        return "".join(
            f'<text x="{self.words}" y="{13 * (number + 1)}" fill="#111">{markup(part)}</text>'
            for number, part in enumerate(parts)
        )

    def _board(self, branch: Branch) -> str:
        picture = self.tree.picture_of(branch.state) if self.tree.picture_of else None
        if picture is None:
            return ""
        return picture.replace("<svg ", '<svg x="2" y="2" ', 1)
