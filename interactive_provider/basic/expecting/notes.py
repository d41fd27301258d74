"""What a program prints of its answers: "1 - DIVE", "NAV  (TO SET COURSE)", "#1 DRINK FROM YOUR CANTEEN"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..compiling.flow import Flow, Jump, JumpUnless
from ..reading import nodes as n
from .prompts import Printed, texts_of
from .tracing import Walk

_MOST = 40
"""Answers of a list that may be explained."""


def notes(flow: Flow, walk: Walk, printed: Printed, answers: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """For each answer the line that explains it: one that begins with it and goes on in words.

    The nearest list counts: what was printed since the question before, or where the answer leads; then any earlier
    one, if it explains all answers.
    """
    told = [answer for answer in answers if answer.strip()]
    if not told or len(told) > _MOST:
        return ()
    near = [*printed.lines, *_printed_on(flow, walk)]
    found = _explained(told, near)
    if len(found) < len(told):
        for lines in ([*near, *printed.earlier], [*near, *reversed(printed.around)]):
            every = _explained(told, lines)
            if len(every) == len(told) > 1:
                found = every
                break
    # A few chance finds among many answers are not a menu.
    return tuple(found.items()) if 2 * len(found) >= len(told) else ()


def _explained(answers: Sequence[str], lines: Sequence[str]) -> dict[str, str]:
    return {answer: note for answer in answers if (note := _note(answer, lines))}


def _printed_on(flow: Flow, walk: Walk) -> list[str]:
    """What is printed where the answer leads."""
    found: list[str] = []
    for i in sorted({place[0] for place in walk.seen}):
        what = flow.ops[i].what
        if isinstance(what, JumpUnless | Jump):
            continue
        for stmt in n.inner_statements((what,)) if isinstance(what, n.If | n.Print) else ():
            found += texts_of(stmt)
    return found


def _note(answer: str, lines: Sequence[str]) -> str:
    """The words that explain an answer: "1 - DIVE", "NAV  (TO SET COURSE)", "(2) HOOK", "1=YES, 2=NO", "CAR (3)"."""
    word = re.escape(answer)
    dash, signs = (r"\s*-+\s*", "=.):(") if answer.isdigit() else (r"\s+-+\s+", "=):(")
    patterns = (
        re.compile(rf"\W*{word}(?:\s*[{signs}]+\s*|{dash}|\s{{2,}})(?=\W*[A-Za-z]{{2}})(.+)").match,
        re.compile(rf"\W*#\s*{word}\s+(?=[A-Za-z]{{2}})(.+)").match,
        re.compile(rf"(?<![\w.]){word} FOR ([A-Za-z][A-Za-z' ]+)").search,
        re.compile(rf"(?<![\w.]){word}(?:\s*[=):]+\s*|{dash})([A-Za-z][A-Za-z' ]+)").search,
        re.compile(rf"([A-Za-z][\w-]+) ?\({word}\)").search,
    )
    for found in (pattern(line) for pattern in patterns for line in lines):
        if found:
            words = _NEXT.split(" ".join(found[1].split()))[0].strip(" ().,;")[:60]
            return words.removesuffix(" OR").removesuffix(" or")
    return ""


_NEXT = re.compile(r"[ ,;]+\(?\d+ ?[-=.):]")
"""Where the explanation of the next number begins."""
