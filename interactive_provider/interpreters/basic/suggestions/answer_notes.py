"""What a program prints about its answers: "1 - DIVE", "NAV  (TO SET COURSE)", "#1 DRINK FROM YOUR
CANTEEN"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ..compiling.control_flow import Flow
from .dataflow import Walk
from .prompts import Printed, texts_of

MOST = 40
"""The maximum number of answers of a list that may be explained."""


def notes(
    flow: Flow, walk: Walk, printed: Printed, answers: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """For each answer the line that explains it: one that begins with it and goes on in words.

    The nearest list counts: what was printed since the previous question; then what is printed
    where three answers or more lead, or earlier, if it explains all of them.
    """
    shown = tuple(answer for answer in answers if answer.strip())
    if not shown or len(shown) > MOST:
        return ()
    explanations = explained(shown, printed.lines)
    if len(explanations) < len(shown):
        # Where two answers lead, the menu of another question may be printed.
        led_to = _printed_on(flow, walk) if len(shown) > 2 else []
        every = explained(shown, (*printed.lines, *led_to, *reversed(printed.around)))
        if len(every) == len(shown) > 1:
            explanations = every
    # A few chance finds among many answers are not a menu, nor are one word for all or another
    # question's yes or no.
    is_yes_or_no = {note.upper() for note in explanations.values()} <= {"YES", "NO"}
    of_another = len(shown) > 2 and (is_yes_or_no or len(set(explanations.values())) == 1)
    return (
        tuple(explanations.items())
        if 2 * len(explanations) >= len(shown) and not of_another
        else ()
    )


@lru_cache(maxsize=64)
def explained(answers: tuple[str, ...], lines: tuple[str, ...]) -> dict[str, str]:
    """The notes of lines on answers: all in one style, if there is such a style, else each in any
    style."""
    manners = [_manners(answer) for answer in answers]
    for manner in zip(*manners, strict=True) if len(answers) > 1 else ():
        notes = [_first(pattern, lines) for pattern in manner]
        if all(notes):  # Of a shorter list below, which has some of the answers, nothing is taken.
            begin = max(
                next(i for i, line in enumerate(lines) if pattern.search(line))
                for pattern in manner
            )
            above = [_first(pattern, lines[begin:]) for pattern in manner]
            return dict(zip(answers, above if all(above) else notes, strict=True))
    each = {answer: (_first(pattern, lines) for pattern in some[:_SURE])
            for answer, some in zip(answers, manners, strict=True)}  # fmt: skip
    notes_of = ((answer, next(filter(None, notes), "")) for answer, notes in each.items())
    return {answer: note for answer, note in notes_of if note}


def _printed_on(flow: Flow, walk: Walk) -> list[str]:
    """What is printed where the answer leads."""
    places = sorted({place[0] for place in walk.seen})
    return [text for i in places for text in texts_of(flow.ops[i].what)]


def _manners(answer: str) -> Sequence[re.Pattern[str]]:
    """The ways to explain an answer; those from `_SURE` on count only if they explain all
    answers."""
    word = re.escape(answer)
    dash, signs = (r"\s*-+\s*", "=.):(>\\]") if answer.isdigit() else (r"\s+-+\s+", "=):(>\\]")
    stroke = r"/\]>" if answer.isdigit() else ""
    short, is_letter = len(answer) == 1, len(answer) == 1 and answer.isalpha()
    letter = rf"(?:[(\[](?={word}[)\]][A-Za-z])|<(?={word}>[a-z]))(.+)" if is_letter else _NEVER
    begun = (
        rf"(?i:.*\b({word}[a-z]{{2,}})\b[^(]*)\([^)]*\b{word}\b"
        if is_letter and answer not in "YNyn"
        else _NEVER
    )
    sword = (
        rf"(?:^\W*|\s{{2,}}|:\s){word} ([A-Za-z]{{2}}.*?)(?=\s{{2,}}|$)"
        if answer not in ("YES", "NO")
        else _NEVER
    )
    typed = _TYPED + (r"|,|\bor" if short else "")
    return tuple(map(re.compile, (
        letter,  # (N)EW
        # 1 - DIVE
        rf"^\W*{word}(?:\s*[{signs}]+\s*|{dash}|\s?\.{{2,}}\s*|\s{{2,}})(?=\W*[A-Za-z]{{2}})(.+)",
        rf"^\W*#\s*{word}\s+(?=[A-Za-z]{{2}})(.+)",  # 1 behind its sign of a number: DRINK
        rf"(?<![\w.]){word} FOR ([A-Za-z][A-Za-z' ]+)",  # 1 FOR YES
        rf"(?<![\w.]){word}(?:\s*[=):{stroke}]+-?\s*|{dash})([A-Za-z][A-Za-z' ]+)",  # and 2=NO
        # PRESS <1> TO CONTINUE
        rf"(?i:{typed})\s*[<(\['\"]*{word}[>)\]'\"]*\s+(?i:to)\s+([A-Za-z][A-Za-z' ]+)",
        rf"([A-Za-z][\w-]+) ?\({word}\)",  # CAR (3)
        rf"^\W*([A-Za-z].*?)\s*[.=:-]+\s*{word}\s*$",  # ATTACK......1
        sword,  # 1 SWORD
        begun,  # SHOOT OR MOVE (S-M)
    )))  # fmt: skip


_SURE = 7
_EDGES = " ().,;[]<>?-"
_NEVER = r"(?!)()"
_TYPED = r"\b(?:press|type|enter|input|hit|key)"


def _first(pattern: re.Pattern[str], lines: Sequence[str]) -> str:
    """The words that a pattern finds first."""
    match = next(filter(None, map(pattern.search, lines)), None)
    if match is None:
        return ""
    words = _NEXT.split(" ".join(match[1].split()))[0]
    plain = re.sub(r"^([A-Za-z])[)\]>](?=[A-Za-z])", r"\1", words).strip(_EDGES)[:60]
    note = plain.removesuffix(" OR").removesuffix(" or").rstrip(_EDGES)
    return note + ")" * (note.count("(") - note.count(")"))


_NEXT = re.compile(r"[ ,;]+\(?\d+ ?[-=.):]| +[(\[<][A-Za-z0-9][)\]>]")
"""Where the explanation of the next answer begins."""
