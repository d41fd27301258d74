"""START HERE for texts: the rules that find which words a question expects.

Each rule is a function of a `TextQuestion` and returns words. `RULES` lists them by rank: the first
that returns a word which the program does not reject decides. The only right answer of a quiz is
not offered.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import TypeAlias

from ..compiling.constant_folding import folded
from ..reading import nodes as n
from ..reading.nodes import Expr
from .dataflow import TEXT, Uses, contains_answer
from .prompts import (
    Printed,
    alternatives,
    asks_for,
    is_told,
    listed_keys,
    word_lists,
    words_to_type,
)
from .reactions import ReactionOf
from .text_values import DIGITS, LETTERS, AnswerWords, Vocabulary

NAMES = ("ADA", "GRACE", "ALAN")
_PARTNERS = {
    "YES": "NO",
    "NO": "YES",
    "Y": "N",
    "N": "Y",
    "yes": "no",
    "no": "yes",
    "y": "n",
    "n": "y",
}
_NOES = frozenset({"NO", "N", "no", "n"})
_WHOLE = {"Y": "YES", "N": "NO", "y": "yes", "n": "no"}
_VOCABULARY = 25
"""The number of words above which a list is the vocabulary of an adventure."""
_VERBS = (
    "N S E W NORTH SOUTH EAST WEST UP DOWN GO LOOK INVENTORY EXAMINE GET TAKE DROP PUT OPEN READ"
    " HELP SCORE SAVE LOAD QUIT STOP END"
).split()
"""Words that may be typed in any adventure."""
_ALPHABET = 14
"""The number of compared letters from which the whole alphabet is offered, since their own order
could reveal a hidden word."""
_COMMANDS = {"", *"STOP END QUIT HELP DONE BYE EXIT MAP".split(), *_PARTNERS}
"""Words that have no meaning on their own."""
_ANY = "QXJ#"
"""A word that no program expects."""
_RANGES = {"0": DIGITS, "9": DIGITS, "A": LETTERS, "Z": LETTERS}
"""The characters at the ends of the ranges that programs test for."""

LENGTH = n.call("LEN", TEXT)
"""The length of the answer: only that much of a word is compared, so that the answer may be
abbreviated."""

AnswerSlice = tuple[int, int | None]
"""The first character that a slice takes of the answer (0: unknown) and their number, None for
all."""


_SPELLINGS = 2
"""The maximum number of words that may be spellings of one answer; more are treated as a list of
answers."""


class TextQuestion:
    """A text that an INPUT asks for: what it is compared with, what is printed, and the reactions
    to single answers.

    ``asking`` are the variables of the loops around the INPUT.
    """

    def __init__(
        self,
        uses: Uses,
        vocabulary: Vocabulary,
        reaction_to: ReactionOf,
        printed: Printed,
        asking: Container[str] = (),
    ) -> None:
        self.uses = uses
        self.vocabulary = vocabulary
        self.reaction_to = reaction_to
        self.printed = printed
        self.asking = asking
        self.wholes: dict[str, None] = {}
        self.beginnings: dict[str, None] = {}
        self.somewhere: dict[str, None] = {}
        """The characters searched for anywhere in the answer."""
        self.letters = False
        self.by_themselves: set[str] = set()
        """The words that are compared individually."""
        for op, side, other in uses.tests:
            self._compared(op, side, other)
        if len({*self.wholes, *self.beginnings}) > _VOCABULARY:
            self.letters = False
            self._hide(self.wholes)
            self._hide(self.beginnings)

    def _hide(self, words: dict[str, None]) -> None:
        """Omit the words of an adventure, except for those that may be typed in any, and those that
        the text says may be typed."""
        for word in [*words]:
            begun = [verb for verb in _VERBS if verb.startswith(word.upper())]
            is_verb = word.upper() in begun or (begun and len(word) > 2)
            if not (is_verb or is_told(word, self.printed)):
                del words[word]

    def signs(self) -> str:
        """Return the characters that the answer may consist of, if the program examines them one by
        one."""
        signs = {} if asks_for("text", self.printed.prompt) else self.somewhere
        return "".join(sorted(signs)) if len(signs) > 1 and any(map(str.isalnum, signs)) else ""

    def accepted(self, words: Iterable[str]) -> AnswerWords:
        """Return words without those that stop the program, and those that it rejects as it does
        any other word."""
        return tuple(itertools.filterfalse(self._is_turned_away, words))

    def _is_turned_away(self, word: str) -> bool:
        reaction = self.reaction_to(word)
        other = self.reaction_to(_ANY)
        return reaction.failed or (
            reaction.refused and other.refused and reaction.effects == other.effects
        )

    def keys_listed(self) -> AnswerWords:
        """Return the letters that the prompt explains individually, otherwise those explained since
        the previous question."""
        own = listed_keys(self.printed.prompt)
        return own if len(own) > 1 else listed_keys(f"{self.printed.since}\n{self.printed.prompt}")

    def is_one_answer(self, words: Sequence[str]) -> bool:
        """True if one or two words may be spellings of a quiz's answer: all have the same effect.

        Loops go through the words of a list, and words offered by the prompt are not secret.
        """
        given = any(set(words) & set(group) for group in alternatives(self.printed.prompt))
        listed = len(words) > 1 and not set(words) <= self.by_themselves
        few = len({word.upper() for word in words}) <= _SPELLINGS
        if given or listed or not few:
            return False
        outcomes = {self.reaction_to(word).effects for word in words}
        # Otherwise the tests examine the words further than a `Reaction` goes.
        followed = outcomes != {self.reaction_to(_ANY).effects}
        return len(outcomes) < 2 and (followed or len(words) == 1)

    def takes_return(self) -> bool:
        """True if the program tests for the return key alone, and does not merely complain about
        it."""
        empty = (n.Str(""), n.Num("0"))
        if not any(side in (TEXT, LENGTH) and other in empty for _, side, other in self.uses.tests):
            return False
        reaction = self.reaction_to("")
        own = reaction.effects - self.reaction_to(_ANY).effects
        return not reaction.failed and (not reaction.refused or reaction.shows_any(own))

    # Results of the comparisons ---------------------------------------------------------------

    def _compared(self, op: str, coded: Expr, value: Expr) -> None:
        side, other = _decoded(coded, value)
        match side:
            case n.BuiltInCall("ASC", (n.Var("?$"),)) if isinstance(other, n.Var):
                self.letters = True
            case _ if (whole := _cut_short(side, other)) is not None:
                listed = (
                    ()
                    if self.vocabulary.is_drawn(whole, self.asking)
                    else self.vocabulary.of(whole).words
                )
                self.wholes.update((word.strip(), None) for word in listed)
            case _ if op not in ("=", "<>"):
                if isinstance(other, n.Str) and _piece(side) == (0, 1):
                    self.somewhere.update(dict.fromkeys(_RANGES.get(other.text, "")))
                is_code = isinstance(other, n.Str) and side != coded
                self.letters |= is_code and _piece(side) == (1, None)
            case _ if n.is_text(side):
                texts = self.vocabulary.of(other)
                if self.vocabulary.is_drawn(other, self.asking):
                    self.letters |= texts.width == 1
                    return
                if side == coded and isinstance(other, n.Str | n.Var | n.Binary):
                    self.by_themselves.update(word.strip() for word in texts.words)
                self._of_words(side, texts.words)
                is_open = texts.other and texts.width == 1 and not contains_answer(other)
                self.letters |= is_open and _piece(side) == (1, None)

    def _of_words(self, side: Expr, words: Iterable[str]) -> None:
        piece = _piece(side)
        if piece is None:
            return
        start, count = piece
        for word in filter(str.strip, words):
            if start == 0 and count == len(word) == 1:
                self.somewhere[word] = None
            elif start < 2 and (count is None or len(word) <= count):
                exact = start == 0 or count is None or len(word) < count
                (self.wholes if exact else self.beginnings)[word.strip()] = None


TextRule: TypeAlias = Callable[[TextQuestion], Sequence[str]]


# The rules -----------------------------------------------------------------------------------


def alphabet(question: TextQuestion) -> Sequence[str]:
    """Return all letters in order, or those of a list, if the program wants one of them."""
    words = compared(question)
    if any(len(word) != 1 for word in words):
        return ()
    if len(words) >= _ALPHABET:
        return tuple(LETTERS)
    if not question.letters or any(call.name == "VAL" for call in question.uses.calls):
        return ()
    for given in (*word_lists(question.printed.prompt), question.keys_listed()):
        is_list = len(given) > 1 and all(len(word) == 1 for word in given)
        if is_list and not question.uses.is_ordered:
            return given
    letters = tuple(sorted({*words, *LETTERS}))
    taken = question.accepted(letters)
    return taken if len(taken) > 1 else letters


def compared(question: TextQuestion) -> Sequence[str]:
    """Return the words that it is compared with, complete if only their beginnings are compared.

    A single word would be the right answer.
    """
    words = dict(question.wholes)
    for beginning in question.beginnings:
        twice = beginning.islower() and beginning.upper() in question.beginnings
        if not twice and not any(word.startswith(beginning) for word in words):
            words[_whole(question, beginning)] = None
    accepted = question.accepted(words)
    spellings = {word for word in accepted if word.islower() and word.upper() in accepted}
    prompted = {*itertools.chain(*alternatives(question.printed.prompt))}
    for short, word in _WHOLE.items():
        if {short, word} <= {*accepted}:
            spellings.add(word if short in prompted else short)
    spelled = [word for word in accepted if word not in spellings]
    return _without_secret(question, _with_partners(question, spelled))


def return_alone(question: TextQuestion) -> Sequence[str]:
    """Return an empty text if any answer will do: it has no use, or only an empty text is tested
    for."""
    uses = question.uses
    ignored = not (uses.shown or uses.reckoned) and all(
        other == n.Str("") for _, _, other in uses.tests
    )
    return ("",) if ignored and not question.reaction_to("").refused else ()


def said(question: TextQuestion) -> Sequence[str]:
    """Return yes and no, or single letters, if the prompt has them, otherwise the words that it
    invites the player to type."""
    for group in alternatives(question.printed.prompt):
        if set(group) <= _PARTNERS.keys() or all(len(word) == 1 for word in group):
            return question.accepted(group)
    return question.accepted(words_to_type(f"{question.printed.since}\n{question.printed.prompt}"))


def names(question: TextQuestion) -> Sequence[str]:
    """Return names, if one is expected."""
    return question.accepted(NAMES) if asks_for("name", question.printed.prompt) else ()


COMPARING: tuple[TextRule, ...] = (alphabet, compared)
"""The rules about what the answer is compared with."""
RULES: tuple[TextRule, ...] = (*COMPARING, said, return_alone, names)


# How they are combined -----------------------------------------------------------------------


def conclusion(question: TextQuestion, rules: Iterable[TextRule] = RULES) -> AnswerWords:
    """Return the words of the first rule that finds any; none for free text."""
    return tuple(next(filter(None, (rule(question) for rule in rules)), ()))


def _whole(question: TextQuestion, beginning: str) -> str:
    """Return the full word: the prompt's, YES for Y, otherwise the beginning itself."""
    if beginning in re.findall(r"[A-Za-z]+", question.printed.prompt):
        return beginning
    for word in itertools.chain(*alternatives(question.printed.prompt)):
        if word.startswith(beginning):
            return word
    asks_yes_or_no = set(question.beginnings) <= set(_WHOLE)
    return _WHOLE[beginning] if asks_yes_or_no else beginning


def _with_partners(question: TextQuestion, words: Sequence[str]) -> AnswerWords:
    """Add the other words of a choice in the prompt if the program tests for only one of them, in
    the prompt's order, and yes before no: the program tests the right one first."""
    offered = dict.fromkeys(words)
    for group in alternatives(question.printed.prompt):
        is_choice = len(words) == 1 or set(group) <= _PARTNERS.keys()
        if not offered.keys().isdisjoint(group):
            chosen = group if is_choice else filter(offered.__contains__, group)
            offered = dict.fromkeys((*chosen, *offered))
    letters = {word for word in offered if len(word) == 1}
    # Next to X, Y is an axis.
    asks = letters <= _PARTNERS.keys() or ("Y" in letters and "X" not in letters)
    is_short = len(offered) < 3 and asks
    known = [word for word in offered if word in _PARTNERS and (len(word) > 1 or is_short)]
    every = tuple(dict.fromkeys((*offered, *map(_PARTNERS.__getitem__, known))))
    return tuple(sorted(every, key=_NOES.__contains__)) if _PARTNERS.keys() >= {*every} else every


def _without_secret(question: TextQuestion, words: Sequence[str]) -> AnswerWords:
    """Omit the only answer that a quiz would want, unless it is in a list that was printed."""
    letters = any(len(word) == 1 and word not in _PARTNERS for word in words)
    answers = [
        word
        for word in words
        if (letters and len(word) == 1)
        or not (word.upper() in _COMMANDS or is_told(word, question.printed))
    ]
    if {"YES", "NO"} <= {*words} or not (answers and question.is_one_answer(answers)):
        return tuple(words)  # Next to yes and no it is a command.
    keys = question.keys_listed()
    if {word.upper() for word in answers} <= {key.upper() for key in keys}:
        return tuple(dict.fromkeys((*keys, *(word for word in words if word not in answers))))
    return tuple(word for word in words if word not in answers)


def _cut_short(side: Expr, other: Expr) -> Expr | None:
    """Return the text whose beginning is compared with the answer's, or with an answer of the same
    length."""
    match side, other:
        case n.BuiltInCall("LEFT$"), n.BuiltInCall("LEFT$", (whole, _)):
            return whole
        case _, n.BuiltInCall("LEFT$", (whole, length)) if length == LENGTH:
            return whole
    return None


def _decoded(side: Expr, other: Expr) -> tuple[Expr, Expr]:
    """Return a comparison of a code as a comparison of its character: ``ASC(A$)-64 = 1`` asks for
    A."""
    match side, other:
        case n.BuiltInCall("ASC", (text, *_)), n.Num():
            return text, n.Str(chr(int(other.value)) if 32 < other.value < 127 else "")
        case n.Binary("+" | "-" as op, inner, n.Num() as moved), n.Num():
            return _decoded(inner, folded(n.Binary("-" if op == "+" else "+", other, moved)))
    return side, other


def _piece(e: Expr) -> AnswerSlice | None:
    """Return the piece of the answer that an expression is, None for other expressions.

    A piece that begins at an unknown place and has an unknown length is a later word.
    """
    match e:
        case n.Var() if e == TEXT:
            return 1, None
        case n.BuiltInCall("UCASE$" | "LCASE$" | "LTRIM$" | "RTRIM$", (arg,)):
            return _piece(arg)
        case n.Binary("+", n.Str(blank), arg) | n.Binary("+", arg, n.Str(blank)) if (
            not blank.strip()
        ):
            return _piece(arg)
        case n.BuiltInCall("LEFT$", (arg, n.Num() as count)):
            return _cut(_piece(arg), 1, count.value)
        case n.BuiltInCall("MID$", (arg, n.Num() as start, n.Num() as count)):
            return _cut(_piece(arg), int(start.value), count.value)
        case n.BuiltInCall("MID$", (arg, _, n.Num() as count)) if _is_whole(arg):
            return 0, int(count.value)
        case n.BuiltInCall("LEFT$", (arg, _)) | n.BuiltInCall("MID$", (arg, n.Num("1"), _)) if (
            _is_whole(arg)
        ):
            return 0, None
    return None


def _is_whole(e: Expr) -> bool:
    """True if an expression is the answer, possibly with other text around it."""
    return e == TEXT or (isinstance(e, n.Binary) and any(map(_is_whole, n.children(e))))


def _cut(piece: AnswerSlice | None, start: int, count: float) -> AnswerSlice | None:
    if piece is None:
        return None
    return piece[0] + start - 1, int(count)
