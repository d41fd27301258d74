"""What a program prints about its answers: "1 - DIVE", "NAV  (TO SET COURSE)", "#1 DRINK FROM YOUR
CANTEEN"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .text_values import AnswerWords

_MOST = 40
"""The maximum number of answers in a list that may be explained."""
_TYPED = r"(?i:\b(?:press|type|enter|input|hit|key)|(?:,|\bor)(?=\W*\w\b))"
_STYLES = (
    r"(?:[(\[](?=@[)\]][A-Za-z])|<(?=@>[a-z]))([A-Za-z].+)",  # (N)EW
    # 1 - DIVE
    r"^[^\w\n]*@(?: *(?:[=):(>\\\]]|(?<=\d)\.)+ *|(?:(?<=\d) *| +)-+ *|(?<=\d) ?\.{2,} *|  +)"
    r"(?=[^\w\n]*[A-Za-z]\.?[A-Za-z])(.+)",
    r"^[^\w\n]*# *@ +(?=[A-Za-z]{2})(.+)",  # 1 after a number sign: DRINK
    r"(?<![\w.])@ FOR ([A-Za-z][A-Za-z' ]+)",  # 1 FOR YES
    # and 2=NO
    r"(?<![\w.])@(?: *(?:[=):]|(?<=\d) *[/\]>])+-? *|(?:(?<=\d) *| +)-+ *)([A-Za-z][A-Za-z' ]+)",
    # PRESS <1> TO CONTINUE
    rf"{_TYPED} *[<(\['\"]*@[>)\]'\"]* +(?i:to) +([A-Za-z][A-Za-z' ]+)",
    r"([A-Za-z][\w-]+) ?\(@\)",  # CAR (3)
    r"^[^\w\n]*([A-Za-z].*?) *[.=:-]+ *@ *$",  # ATTACK......1
    r"(?:^[^\w\n]*|  +|: )(?!YES|NO\b)@ ([A-Za-z]{2}.*?)(?=  +|$)",  # 1 SWORD
    # SHOOT OR MOVE (S-M)
    r"(?i:^.*\b(?![YN])(@[a-z]{2,})\b[^(\n]*)\([^)\n]*\b@(?<=\W[A-Za-z])\b",
)
_SURE = 7
"""The styles from here on count only if they explain all answers."""
_EDGES = " ().,;[]<>?-="
_NEXT = re.compile(r"[ ,;]+\(?\d+ ?[-=.):]| +[(\[<][A-Za-z0-9][)\]>]")
"""Where the explanation of the next answer begins."""


def notes(answers: Sequence[str], texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return for each answer the line that explains it: one that begins with it and continues in
    words.

    Of this screen, the earlier ones and the whole listing, the first that explains all answers
    counts, or this screen if it explains most. A few chance matches among many answers are not a
    menu, nor is one word for all, or another question's yes or no. Two answers may also occur in
    other menus of the listing.
    """
    shown = tuple(filter(str.strip, answers))
    if not 0 < len(shown) <= _MOST:
        return ()
    every = (explained(shown, text) for text in texts[: 2 + (len(shown) > 2)])
    whole = (found for found in every if len(found) == len(shown) > 1)
    found = next(whole, None) or explained(shown, texts[0])
    different = {note.upper() for note in found.values()} - {"YES", "NO"}
    is_menu = len(shown) < 3 or len(different) > 1
    return tuple(found.items()) if is_menu and 2 * len(found) > len(shown) else ()


@lru_cache(maxsize=64)
def explained(answers: AnswerWords, text: str) -> dict[str, str]:
    """Return the notes on answers in a text, whose first line is the nearest to the question: all
    in one style, if such a style exists, otherwise each in any style."""
    capitals = text.upper()
    there = [answer for answer in answers if answer.upper() in capitals]
    for style in _STYLES if 1 < len(answers) == len(there) else ():
        matches = _all_in(style, answers, text)
        if matches:
            # A shorter list further down, with only some of the answers, is ignored.
            begin = text.rfind("\n", 0, max(match.start() for match in matches)) + 1
            whole = _all_in(style, answers, text, begin) or matches
            return dict(zip(answers, map(_note, whole), strict=True))
    found: dict[str, str] = {}
    for answer in there:
        tried = (_pattern(style, answer).search(text) for style in _STYLES[:_SURE])
        match = next(filter(None, tried), None)
        if match is not None:
            found[answer] = _note(match)
    return found


def _all_in(style: str, answers: Sequence[str], text: str, begin: int = 0) -> list[re.Match[str]]:
    """Return where each of some answers is found in one style, nothing unless all are."""
    found: list[re.Match[str]] = []
    for answer in answers:
        match = _pattern(style, answer).search(text, begin)
        if match is None:
            return []
        found.append(match)
    return found


@lru_cache(maxsize=2048)
def _pattern(style: str, answer: str) -> re.Pattern[str]:
    return re.compile(style.replace("@", re.escape(answer)), re.MULTILINE)


def _note(match: re.Match[str]) -> str:
    """Return the words that a pattern finds."""
    words = _NEXT.split(" ".join(match[1].split()))[0]
    plain = re.sub(r"^([A-Za-z])[)\]>](?=[A-Za-z])", r"\1", words).strip(_EDGES)[:60]
    note = re.sub(" (?i:or)$", "", plain).rstrip(_EDGES)
    return note + ")" * (note.count("(") - note.count(")"))
