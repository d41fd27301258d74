"""The game ahead as a tree: the best line first, width by visits, colour by worth, less important
branches folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from ...errors import BadParameter, quote
from ...game import Value
from ...game.validation import whole
from ...support import plots
from ...support.plurals import in_words
from ...support.readable import Readable
from ...support.sanitizing import clean, markup, untypeset
from ..analysis import Question, label_of, studied
from ..explanations import verdict
from ..model import Model, State, guarded

MOST_SHOWN = 4
"""The maximum number of choices of a position that are shown; the rest are folded into "… 5
more"."""

DEEPEST = 6


@dataclass
class Branch:
    """A choice and what follows; the root is the position itself."""

    label: str
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
        return f"{self.mover}: {self.label}" if self.label else "here"


@dataclass
class Tree(Readable):
    """A tree of choices, as text, and in a notebook as a picture with clickable nodes.

    ``tree.line("row1 left", "row2 middle")`` and a click give the line of a node; ``tree.at(…)``
    its position.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import tree
    >>> tree(games.match_game(rows=(1, 2), seed=7), depth=1).line("row1 take1")
    'games.match_game(rows=(1, 2), seed=7).row1.take1'
    """

    root: Branch
    at_values: Callable[[tuple[Value, ...]], Any] = field(compare=False)
    """The position after some choices."""
    line_of: Callable[[Any], str] = field(compare=False)
    """The line of a position."""
    picture_of: Callable[[State], str] = field(compare=False)
    """A small board as SVG, or nothing."""

    def find(self, *labels: str) -> Branch:
        """Return the branch that the labels lead to; raises `BadParameter` if it is not shown."""
        branch = self.root
        for label in labels:
            found = [one for one in branch.branches if one.label == in_words([label])]
            if not found:
                shown = ", ".join(one.label for one in branch.branches) or "none"
                raise BadParameter(f"{quote(label)} is not shown here; there are: {shown}.")
            branch = found[0]
        return branch

    def at(self, *labels: str) -> Any:
        """Return the position of a node, found by the labels that lead to it."""
        return self.at_values(self.find(*labels).values)

    def line(self, *labels: str) -> str:
        """Return the line of a node, found by the labels that lead to it."""
        return self.line_of(self.at(*labels))

    def __str__(self) -> str:
        return clean("\n".join(_text(self.root, ""))) or "The game is over."

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return untypeset(_PAGE.format(style=plots.STYLE, tree=self._drawn(self.root)) + _SCRIPT)

    def _drawn(self, branch: Branch) -> str:
        """Return a node with its board, and all that follows it in boxes of their own."""
        fold = f"<div>… {branch.more} more</div>" if branch.more else ""
        return _NODE.format(
            thickness=1 + 5 * branch.weight,
            line=markup(self.line_of(self.at_values(branch.values))),
            colour=_colour(branch.score),
            board=self.picture_of(branch.state),
            words="<br/>".join(map(markup, filter(None, (branch.title, branch.text)))),
            following="".join(map(self._drawn, branch.branches)) + fold,
        )


def grown(question: Question, depth: int = 2, names: Sequence[str] = ()) -> Branch:
    """Return the root of the next ``depth`` choices, with the best of each position; ``names`` are
    what the players are called, if not by the game.

    Each position is studied as by `studied`; nothing is shown below a choice that luck decides. In
    a game without players nothing is better than anything else: the choices are in the order of the
    options.
    """
    whole("depth", depth, 1, DEEPEST)
    model = Model(question.game, anyone=True)
    model.names = tuple(names) or (("you",) if model.players == 1 else model.called(question.state))
    root = Branch("", (), question.state, "")
    with suppress(KeyboardInterrupt):
        _grow(root, depth, model, replace(question, rng=question.rng or Random(0)))
    return root


def _grow(branch: Branch, depth: int, model: Model, question: Question) -> None:
    """Add what follows a branch; raises `KeyboardInterrupt` after a study that was interrupted."""
    state = question.state
    mover = model.mover(state, question.turn)
    study = None if question.game.players is None else studied(question)
    ranked = [] if study is None else study.ranked()
    values = [one.value for one in ranked] or model.values(state)
    most = max((one.games for one in ranked), default=0)
    branch.more = max(0, len(values) - MOST_SHOWN)
    for place, value in enumerate(values[:MOST_SHOWN]):
        with guarded(model.game, "a tree"):
            after = None if model.hides else model.step(state, value)
        below = Branch(
            label_of(state, value),
            (*branch.values, value),
            state if after is None else after,
            model.names[mover],
        )
        branch.branches.append(below)
        if study is not None:
            one = ranked[place]
            worth = verdict(study, one)
            below.text = worth.text
            below.score = worth.score
            below.weight = one.games / most if most else 0.5 + 0.5 * (not place)
    if study is not None and study.interrupted:
        raise KeyboardInterrupt
    turn = model.next_turn(mover)
    for below in branch.branches:
        if depth > 1 and below.state is not state and model.values(below.state):
            _grow(below, depth - 1, model, replace(question, state=below.state, turn=turn))


# As text -----------------------------------------------------------------------------------


def _text(branch: Branch, indent: str) -> Iterator[str]:
    for number, below in enumerate(branch.branches):
        last = number == len(branch.branches) - 1 and not branch.more
        yield f"{indent}{'└' if last else '├'}─ {below.title}  {below.text}".rstrip()
        yield from _text(below, f"{indent}{'   ' if last else '│  '}")
    if branch.more:
        yield f"{indent}└─ … {branch.more} more"


# As a picture ------------------------------------------------------------------------------

_PAGE = """{style}<style>.ip-tree{{display:flex;overflow-x:auto}}
.ip-tree .branch{{display:flex;align-items:start;border-left:solid #8a8a8a;margin-bottom:6px}}
.ip-tree .node{{display:flex;flex:none;gap:4px;max-width:320px;padding:4px;border:1px solid #444;\
border-radius:4px;color:#111;cursor:pointer;margin-right:12px}}</style><div class="ip-plot"\
 title="The best line is first; blue is good for the player who chose, orange is bad."><section\
 class="ip-tree">{tree}</section><code class="line">click a node for its line</code></div>"""

_SCRIPT = """<script>(function () {
const box = document.currentScript && document.currentScript.previousElementSibling;
const nodes = (box || document).querySelectorAll("[data-line]");
nodes.forEach((node) => node.addEventListener("click", () => {
  node.closest(".ip-plot").querySelector(".line").textContent = node.dataset.line;
  if (navigator.clipboard) navigator.clipboard.writeText(node.dataset.line).catch(() => {});
}));})();</script>"""
"""A click shows the line of a node below the picture, and copies it."""

_NODE = """<section class="branch" style="border-width:0 0 0 {thickness:.1f}px"><section\
 class="node" style="background:{colour}" title="{line}" data-line="{line}">{board}<span>{words}\
</span></section><section>{following}</section></section>"""


def _colour(score: float | None) -> str:
    """Return the colour of a score from 0 to 1: vermilion over grey to blue, distinguishable with
    any kind of colour vision."""
    if score is None:
        return "#f2f2f2"
    end = "#6db7e3" if score > 0.5 else "#e8853f"
    return f"color-mix(in srgb,{end} {200 * abs(score - 0.5):.0f}%,#e1e1e1)"
