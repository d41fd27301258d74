"""Derives the suggested keys from the tests of a key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from operator import contains

from ..compiling.constant_folding import folded, substituted
from ..reading import nodes as n
from ..reading.nodes import Expr, Exprs, Target
from ..running.keyboard_codes import ARROWS
from .dataflow import TEXT, Uses
from .prompts import Printed, alternatives, asks_for, chosen_among, listed_keys
from .reactions import ReactionOf
from .text_values import DIGITS, LETTERS, AnswerWords, Vocabulary, leaves

ENTER = "\r"
SPACE = " "
NONE = ""
UNNAMED = ENTER, SPACE, NONE
"""The keys offered whatever a program polls for."""
ERASING = "\b", "\x14", "\0K"
"""The keys that correct typed text."""
_MOST = 40
"""The maximum number of keys offered."""
_SOME = 20
_FEW = 8
"""The maximum number of keys, with and without a character, that may mean the same: larger groups
are not intended individually."""
_SIGNS = tuple(map(chr, range(33, 127)))
_USUAL = (*LETTERS, *DIGITS, *ARROWS)
_WITHOUT_SIGN = tuple(f"\0{code}" for code in "HPKMGOIQRS;<=>?@ABCD")
"""The keys without a character: arrows, home, end, pages, insert, delete, F1 to F10."""
_CONTROLS = frozenset("\r\x1b\t\b\n\x11\x13\x14\x1d")
"""The keys of control codes that have a name, including a Commodore's cursor keys."""
CURSOR = frozenset("\x11\x1d\x91\x9d")
"""A Commodore's cursor keys."""
_TURNED = frozenset(f"KEY.{name}" for name in ("PADDLE", "POINTER", "STICK", "JOYST", "ARROW"))
"""The functions that read a direction."""
_ANY_OTHER = re.compile(
    r"\b(?:ANY|RETURN|SPACE|BAR|ELSE|OTHER)\b|(?:PRESS|HIT|PUSH|TAP|STRIKE|THE|OR|<)\W*ENTER\b"
)
"""Texts by which a program says that any key, or one of these, continues."""
_SAMPLES = {ENTER: "(?:RETURN|ENTER)", SPACE: "SPACE"}
"""The keys offered in place of any key, with their names on the screen."""
_EXCEPT = r"(?i)\b(?:EXCEPT|BUT|THAN)\W+(?:FOR\W+)?(?:THE\W+)?"
"""Texts before a key that is not to be pressed."""
_DIAGONALS = frozenset(f"\0{code}" for code in "GIOQ")
_ORDERS = ("<", ">", "<=", ">=")
_ODD = ("~", "!")
"""Keys that no program expects, one with a high code and one with a low code."""


def keys(
    uses: Uses,
    vocabulary: Vocabulary,
    reaction_to: ReactionOf,
    polls: bool,
    printed: Printed,
    digits: str = DIGITS,
) -> AnswerWords:
    """Return the keys that make a difference to a program, then return and space; with ``polls``,
    also none.

    They do not include those that it rejects; ``digits`` are those that fit if it reads a key as a
    number.
    """
    meant = _meant(uses, vocabulary, reaction_to, polls, printed, digits)
    wanted = _with_others(meant, printed)[:_MOST]
    awaits = polls and not _is_turned_away(NONE, reaction_to, polls)
    goes_on = awaits and not reaction_to(ENTER).ended
    around = printed.prompt if goes_on else f"{printed.since}\n{printed.prompt}"
    is_choice = len(wanted) > (not goes_on) and not _ANY_OTHER.search(around.upper())
    if not (is_choice and _is_idle(uses, wanted, polls)):
        wanted += [
            key for key, name in _SAMPLES.items() if not re.search(_EXCEPT + name, printed.prompt)
        ]
    if _is_turned(uses):
        wanted = _pushes(uses, wanted)
    all_keys = dict.fromkeys((*wanted, *([NONE] if polls else [])))
    offered = tuple(key for key in all_keys if not _is_turned_away(key, reaction_to, polls))
    is_told = len(offered) > 1 or (offered and _is_pressed(offered[0], printed.prompt))
    return offered if is_told else tuple(all_keys)  # A single other key may be a secret.


def _meant(
    uses: Uses,
    vocabulary: Vocabulary,
    reaction_to: ReactionOf,
    polls: bool,
    printed: Printed,
    digits: str,
) -> list[str]:
    """Return the keys that make a difference to a program, with capitals in place of small letters
    that do the same."""
    taken = list(_let_through(reaction_to, polls))
    tested = _told_apart(uses)
    some = [
        *tested,
        *_compared(uses, vocabulary, digits, asks_for("letter", printed.prompt)),
        *taken,
        *(ARROWS if _is_turned(uses) and (uses.subscripts or not tested) else ()),
    ]
    is_number = any(call.name == "VAL" for call in uses.calls)
    numbers = set(DIGITS) - {*digits, *taken} if is_number else set()
    fit = (key for key in some if _is_key(key) and key not in numbers)
    meant = _of_one_kind(dict.fromkeys(fit))
    upper = [key for key in meant if not _is_small(key, meant, reaction_to)]
    if any(op in _ORDERS for op, _, _ in uses.tests) and all(map(str.isalnum, upper)):
        upper.sort()  # The tests name the ends of a range first.
    return upper


def _is_pressed(key: str, prompt: str) -> bool:
    """True if a prompt says that a key is to be pressed, or if it is neither a letter nor a
    digit."""
    pressed = rf"(?i:\b(?:PRESS|HIT|TYPE|STRIKE|TAP)\W*(?:THE\W*)?{re.escape(key)}(?!\w))"
    return not key.isalnum() or bool(re.search(pressed, prompt))


def any_signs(uses: Uses) -> AnswerWords:
    """Return all letters and digits if a key is used in a way that cannot be followed.

    This is so if one key is compared with another, printed, or appended to others.
    """
    calls = {call.name for call in uses.calls if call.name != "LEN"}
    if any(name.startswith("KEY.") for name in calls):
        return ()
    others = any(side == TEXT and isinstance(other, Target) for _, side, other in uses.tests)
    typed = calls or others or uses.reckoned or uses.shown
    return (*LETTERS, *DIGITS) if typed else ()


def _is_turned(uses: Uses) -> bool:
    """True if a stick or a paddle is read."""
    return any(call.name in _TURNED for call in uses.calls)


def _is_turned_away(key: str, reaction_to: ReactionOf, polls: bool) -> bool:
    """True if a key only leads back, as keys do that no program expects."""
    reaction = reaction_to(key)
    if key == NONE and reaction.moves_on:
        return False
    others = (*_ODD, NONE) if polls else _ODD
    return reaction.refused and any(reaction.effects == reaction_to(odd).effects for odd in others)


def _is_idle(uses: Uses, meant: Collection[str], polls: bool) -> bool:
    """True if every test gives the same result for return and space as for keys that no program
    expects.

    Keys that are ``meant`` are omitted; with ``polls``, so are unexpected keys that have the same
    results as no key.
    """
    questions = [*_questions(uses)]
    results = {_results(questions, key) for key in _ODD if key not in meant}
    if polls:
        results.discard(_results(questions, NONE))
    results |= {_results(questions, key) for key in (ENTER, SPACE) if key not in meant}
    return len(results) <= 1 and not any(None in values for values in results)


def _pushes(uses: Uses, keys: list[str]) -> list[str]:
    """Return the keys that move a stick from its rest position, only one for the same outcomes of
    all tests, and no button that is not tested."""
    asked = [e for e, _ in _questions(uses)]
    places = [*uses.reckoned, *(part for part, _ in uses.subscripts)]
    parts = {*n.parts(*asked, *places)}
    every = [*asked, *places, *(call for call in uses.calls if call not in parts)]

    @cache
    def found(key: str) -> Exprs:
        return tuple(folded(substituted(e, ((TEXT, n.Str(key)),))) for e in every)

    turned = [{*values} for values in zip(*map(found, (*ARROWS, NONE)), strict=True)]
    pushes: dict[object, str] = {}
    for key in sorted(keys, key=_DIAGONALS.__contains__):
        is_idle = key == SPACE and pushes and all(map(contains, turned, found(key)))
        if found(key) != found(NONE) and not (is_idle or (key in _DIAGONALS and places)):
            pushes.setdefault(found(key), key)
    return [*pushes.values()]


def _is_small(key: str, keys: Collection[str], reaction_to: ReactionOf) -> bool:
    """True if a key is a small letter that does the same as its capital among some keys."""
    capital = key.upper()
    does = reaction_to(key).effects
    return key.islower() and capital in keys and does == reaction_to(capital).effects


def _is_key(text: str) -> bool:
    return text in _WITHOUT_SIGN or text in _CONTROLS or (len(text) == 1 and text >= " ")


# Keys that make a difference ---------------------------------------------------------------------


def _told_apart(uses: Uses) -> list[str]:
    """Return the keys for which the tests and menus give other results than for most keys."""
    questions = [*_questions(uses)]
    if uses.menus and all(op in _ORDERS or other == n.Str("") for op, _, other in uses.tests):
        questions = [*uses.menus]  # The tests only put a key's code within the menu.
    ordered = any(op in _ORDERS for op, _, _ in uses.tests)
    keys = dict.fromkeys((*_named(uses), *_USUAL, *(_SIGNS if ordered else ())))
    every = (*keys, *_SIGNS)
    ways = {key: _results(questions, key) for key in every}
    many = Counter(ways[key] for key in (*_SIGNS, *_WITHOUT_SIGN))
    [(usual, _)] = many.most_common(1)
    ends = ways[_SIGNS[0]], ways[_SIGNS[-1]]

    def is_apart(key: str) -> bool:
        way = ways[key]
        is_beyond = way in ends and many[way] > 1
        most = _FEW if key in _WITHOUT_SIGN else _SOME
        return way != usual and not is_beyond and many[way] <= most

    return [*filter(is_apart, keys)]


def _questions(uses: Uses) -> Iterator[tuple[Expr, int]]:
    """Return the tests of the key, each with the number of its branches (0 if there are none)."""
    for op, side, other in uses.tests:
        if not (isinstance(side, n.BuiltInCall) and side.name == "LEN"):
            yield n.Binary(op, side, other), 0
    yield from ((condition, 0) for condition in uses.conditions)
    yield from uses.menus


def _results(questions: Sequence[tuple[Expr, int]], key: str) -> tuple[float | None, ...]:
    """Return the result of each test for a key."""
    return tuple(_value(question, key) for question in questions)


def _value(question: tuple[Expr, int], key: str) -> float | None:
    """Return the outcome for a key, None if other things decide."""
    asked, branches = question
    outcome = folded(substituted(asked, ((TEXT, n.Str(key)),)))
    if not isinstance(outcome, n.Num):
        return None
    value = outcome.value
    return value if not branches or 1 <= value <= branches else 0.0


def _named(uses: Uses) -> Iterator[str]:
    """Return the keys whose character or code occurs in the tests."""
    for asked, _ in _questions(uses):
        for leaf in leaves(asked):
            if isinstance(leaf, n.Str):
                yield from (leaf.text, *leaf.text)
            elif isinstance(leaf, n.Num) and 0 < leaf.value < 256:
                yield chr(int(leaf.value))
    yield from _WITHOUT_SIGN


def _let_through(reaction_to: ReactionOf, polls: bool) -> Iterator[str]:
    """Return the letters and digits accepted by a program that asks again after any other key."""
    if all(reaction_to(odd).refused for odd in _ODD):
        yield from (key for key in LETTERS + DIGITS if not _is_turned_away(key, reaction_to, polls))


def _compared(uses: Uses, vocabulary: Vocabulary, digits: str, letters: bool) -> Iterator[str]:
    """Return the keys that a program may expect if what it compares them with is not known
    beforehand."""
    for op, side, other in uses.tests:
        is_open = _value((n.Binary(op, side, other), 0), _ODD[0]) is None
        if is_open and side == TEXT:
            yield from _letters(other, vocabulary, letters) or vocabulary.of(other).words
    for call in uses.calls:
        if call.name == "INSTR":
            yield from (key for text in vocabulary.of(call.args[-2]).words for key in text)
        elif call.name == "VAL":
            yield from digits


def _letters(other: Expr, vocabulary: Vocabulary, asked: bool) -> str:
    """Return the letters, or digits, if the key is compared with one that must not be revealed, as
    when a letter is ``asked`` for."""
    texts = vocabulary.of(other)
    signs = "".join(texts.words)
    hidden = asked or vocabulary.is_drawn(other) or (texts.other and not texts.words)
    if texts.width != 1 or not hidden or (signs and not any(map(str.isalnum, signs))):
        return ""
    return DIGITS if signs.isdigit() else LETTERS


# How they are offered ----------------------------------------------------------------------------


def _of_one_kind(keys: Collection[str]) -> list[str]:
    """Among keys that end in the same code, return only those without a character if they include
    arrows, otherwise only the others."""
    twice = [key for key in keys if len(key) == 2 and key[1] in keys]
    odd = {key[1] for key in twice} if any(key in ARROWS for key in twice) else set(twice)
    return [key for key in keys if key not in odd]


def _with_others(keys: list[str], printed: Printed) -> list[str]:
    """Add the keys that are printed next to those that the program compares, one of which may be a
    quiz's answer."""
    signs = [key for key in keys if key.isalnum()]
    if signs in (["N"], ["Y"], ["n"], ["y"]) and "?" in printed.since + printed.prompt:
        both = "yn" if signs[0].islower() else "YN"
        return list(both)
    if not signs:
        return keys
    said = listed_keys(f"{printed.since}\n{printed.prompt}")
    numbers = chosen_among(printed.since) or chosen_among(printed.prompt)
    chosen = tuple(f"{number:.0f}" for number in numbers)
    groups = [*alternatives(printed.prompt), said, chosen]
    cases = (str, str.lower, str.upper)
    for group in (tuple(map(case, group)) for case in cases for group in groups):
        if set(signs) < set(group) and all(len(key) == 1 for key in group):
            return [*group, *(key for key in keys if key not in group)]
    return list(DIGITS) if len(signs) == 1 and signs[0].isdigit() else keys
