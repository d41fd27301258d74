"""The text next to a name in the pop-up: one line, or nothing if there is nothing to add.

JupyterLab and Notebook 7 show it in the right column, a terminal in its menu and bottom line.
"""

from __future__ import annotations

import contextlib
import functools
import re
import time
from collections.abc import Callable, Iterable, Sequence

from ..errors import ProviderError, tolerate
from ..game import Assessment, Staged, Value, Verdict
from ..heart.catalogue.provider import Catalogue
from ..heart.choices.synthesis import Choice, Key, Node, choices
from ..heart.play.insiders import state_of, table_of
from ..heart.play.nodes import Lobby, Option, Position, Stage, options_of, position_under
from ..heart.play.position_data import describe_value
from ..support.plurals import counted
from ..support.sanitizing import clean

LONGEST = 52
"""The maximum length of the line; a longer one ends in ``…``."""

SECONDS = 0.3
"""The time in seconds that a game has to describe its choices at one Tab; it is interrupted soon
after, see `time_budget`."""

BLANK = "\u00a0"
_NO_BREAK = "\u2060"
_MAY_BREAK = re.compile(r"(?:(?<=[^\w\u00a0])|(?<=[^\x00-\x7f\u00a0]))(?=.)")
_WORD = re.compile(r"\d+|[^\W\d_]+")


def line(text: object, on_page: bool = True) -> str:
    """Return a text as one short line that no front end breaks or treats as missing.

    A page breaks the right column at blanks, at hyphens and between ideographs, in a row too low
    for two lines. Elsewhere ordinary blanks are used, since others make Euporie fail. For an empty
    text, IPython would write ``<unknown>``.
    """
    if not text:  # most texts are empty, and a menu may have hundreds
        return BLANK if on_page else " "
    words = " ".join(clean(str(text)).split())
    words = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    if not on_page:
        return words or " "
    if words.isascii() and words.replace(" ", "a").isalnum():
        return words.replace(" ", BLANK)
    return _MAY_BREAK.sub(_NO_BREAK, words.replace(" ", BLANK)) or BLANK


def kinds_of(node: Node, offered: Iterable[Choice]) -> list[str]:
    """Return the kind of each choice in a word: a game or menu, a preset, the first words of a
    move, a key, or a move."""
    if isinstance(node, Catalogue):
        return ["menu" if node._items[choice.name].is_menu else "game" for choice in offered]
    if isinstance(node, Lobby):
        return ["preset" for _ in offered]
    return ["stage" if one.leads_on else _STEPS[type(one.value) is Key] for one in offered]


_STEPS = ("move", "key")
"""The kind of a choice that leads to another position, by whether it types a sign."""


class Column:
    """The right column of one pop-up: what the game says about the choices of a node, or their
    verdicts."""

    def __init__(self, node: Node, verdicts: Assessment, on_page: bool) -> None:
        self.node = node
        self.verdicts = verdicts
        self.on_page = on_page
        self._until = time.monotonic() + SECONDS
        # Most games do not describe their choices, which may number in the hundreds: such choices
        # are not queried one by one.
        self._is_silent = False
        with contextlib.suppress(ProviderError):
            if isinstance(node, Position | Stage) and not verdicts:
                self._is_silent = not table_of(position_under(node)).can("describe")

    def choice(self, choice: Choice) -> str:
        """Return the line beside a choice offered by name."""
        if choice.name in self._behind:
            return line(self._best_behind(choice.name), self.on_page)
        # A key types part of a number, which no game describes; a lobby's only key is ``daily``.
        if (
            self._is_silent
            or choice.leads_on
            or (isinstance(choice.value, Key) and not isinstance(self.node, Lobby))
        ):
            words = _label(choice) or (choice.leads_on and self._further(choice))
            return line(words, self.on_page)
        if isinstance(self.node, Catalogue):
            return line(self.node._brief(choice), self.on_page)
        said = self._worth(choice.value) or self._said(
            (*self.node._words, choice.label), lambda: self.node._describe(choice)
        )
        return line(said or _label(choice), self.on_page)

    def option(self, option: Option) -> str:
        """Return the line beside an option offered by its text."""
        said = self._worth(option.value) or self._said(
            (option.label,), lambda: _describe(self.node, option)
        )
        return line(said, self.on_page)

    def _further(self, choice: Choice) -> str:
        """Return what follows the first words of a move: the number of choices, the first of them
        and the last."""
        node = self.node
        if not isinstance(node, Position | Stage):
            return ""
        if type(choice.value) is Key or time.monotonic() > self._until:
            return ""
        if isinstance(state_of(position_under(node)).display_options, Staged):
            return ""  # these are made only when opened
        names = list(choices(node._choose(choice)))
        span = names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
        return f"{counted(len(names), 'choice')}: {span}"

    @functools.cached_property
    def _behind(self) -> dict[str, list[Verdict]]:
        """Return the verdicts on the options after each stage, as far as they are known."""
        behind: dict[str, list[Verdict]] = {}
        for option in options_of(self.node) if self.verdicts else ():
            if len(option.names) > 1 and option.value in self.verdicts:
                behind.setdefault(option.names[0], []).append(self.verdicts[option.value])
        return behind

    def _best_behind(self, stage: str) -> str:
        """Return the best verdict on the options after a stage, and how many of several have it."""
        verdicts = self._behind[stage]
        best = str(max(verdicts, key=lambda verdict: verdict.score or 0.0))
        if len(verdicts) == 1:
            return best
        return f"{best}: {list(map(str, verdicts)).count(best)} of {len(verdicts)}"

    def _worth(self, value: Value) -> str:
        return str(self.verdicts.get(value, ""))

    def _said(self, words: Sequence[str], describe: Callable[[], str]) -> str:
        """Return what the game says about an option, if that is more than its words spelled out."""
        if time.monotonic() > self._until:
            return ""
        with tolerate():  # a game that cannot describe a choice can still be played
            text = describe().removeprefix(f"{words[-1]}: ")  # the name is shown next to it
            return "" if spells_out(text, words) else text
        return ""


def _describe(node: Node, option: Option) -> str:
    if isinstance(node, Lobby):
        return node._describe(choices(node)[option.names[0]])
    assert isinstance(node, Position | Stage), "nothing else has options by their text"
    return describe_value(position_under(node), option.value, option.label)


def spells_out(said: str, words: Sequence[str]) -> bool:
    """True if a text only repeats the words of a label: "uncover row 1, column 1" is
    ``uncover r1 c1``.

    A single letter that is spelled out ("SHOOT" for S) says more than the label.
    """
    label = " ".join(words)
    if said == label:
        return True
    first = said[:1].casefold()
    beginning = label[:1].casefold()
    # A quick answer for most labels: a menu may have hundreds.
    if first != beginning and first.isalpha() and beginning.isalpha():
        return False
    said_words = _words_of(said)
    label_words = _words_of(label)
    if len(label_words) == 1 == len(label_words[0]):
        return said_words == label_words
    return len(said_words) == len(label_words) and all(
        long == short if short.isdecimal() else long.startswith(short)
        for short, long in zip(label_words, said_words, strict=True)
    )


def _words_of(text: str) -> list[str]:
    """Return the words and numbers of a text, numbers without leading zeros."""
    return [
        word.lstrip("0") or "0" if word.isdecimal() else word
        for word in _WORD.findall(text.casefold())
    ]


def _label(choice: Choice) -> str:
    """Return the label, if the name does not show it."""
    if choice.name == choice.label:
        return ""
    name = choice.name.removeprefix("n") if choice.label.isdecimal() else choice.name
    if _words_of(name) == _words_of(choice.label):
        return ""
    return choice.label
