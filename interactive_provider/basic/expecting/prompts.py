"""What a program prints around an INPUT, and what that says of its answers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..compiling.flow import Flow, Jump, JumpUnless
from ..reading import nodes as n
from .texts import Vocabulary
from .tracing import Walk

_NEAR, _BACK = 8, 60
"""Operations before an INPUT whose texts belong to its prompt; that may explain its answers."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The ``prompt`` of an INPUT in one line, and the ``lines`` printed before it, the nearest first.

    ``earlier`` are lines before the question before.
    """

    prompt: str
    lines: tuple[str, ...]
    earlier: tuple[str, ...] = ()


def printed_before(flow: Flow, at: int, asked: n.Input, vocabulary: Vocabulary) -> Printed:
    """What is printed just before an INPUT, as the listing has it; text variables as what they first are."""
    found = [asked.prompt or ""]
    for op in reversed(flow.ops[max(0, at - _NEAR) : at]):
        if not isinstance(op.what, n.Print | n.Nothing | n.Display):
            break
        found += reversed(_texts(op.what, vocabulary))
    before = list(reversed(flow.ops[max(0, at - _BACK) : at]))
    since = next((i for i, op in enumerate(before) if isinstance(op.what, n.Input)), len(before))
    lines, earlier = ([text for op in part for text in reversed(_texts(op.what))]
                      for part in (before[:since], before[since:]))  # fmt: skip
    return Printed(" ".join(reversed(found)), (asked.prompt or "", *lines), tuple(earlier))


def _texts(what: object, vocabulary: Vocabulary | None = None) -> list[str]:
    """The constant parts of a PRINT."""
    if not isinstance(what, n.Print):
        return []
    found: list[str] = []
    for item in what.items:
        if isinstance(item, n.Str):
            found.append(item.text)
        elif isinstance(item, n.Var) and n.is_text(item) and vocabulary:
            words = [word for word in vocabulary.of(item).words if word.strip()]
            found += sorted(words, key=lambda word: not word.strip()[0].isdigit())[:1]
    return found


_RANGE = re.compile(r"(?<![\d.])(\d{1,4})\s*(?:-|TO|THROUGH|THRU|AND|\.\.)\s*(\d{1,4})(?![\d.])", re.IGNORECASE)
_MOST = re.compile(
    r"(?<![\d.])(\d{1,4}) (?:IS )?MAX|MAX(?:IMUM)?(?: IS| OF|\.)? (\d{1,4})"
    r"|(?:UP TO|LESS THAN|NO MORE THAN) (\d{1,4})(?![\d.])",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(
    r"(?<![\d.])(\d{1,2})\s*[=).:](?!\d)|(?<![\d.])(\d{1,2}) (?=FOR [A-Z]|IF [A-Z])|\((\d{1,2}(?:\.\d)?)\)"
    r"|(?:(?<=TYPE )|(?<=YES--)|(?<=NO--))(\d)\b"
)


def named_range(prompt: str) -> tuple[float, float] | None:
    """The range that a prompt names: "(1-4)", "1 TO 5", "UP TO 6"."""
    found = _RANGE.search(prompt)
    ends = (int(found[1]), int(found[2])) if found else None
    if ends is None and (most := _MOST.search(prompt)):
        ends = (1, int(most[1] or most[2] or most[3]))
    return (float(ends[0]), float(ends[1])) if ends and ends[0] < ends[1] else None


def enumerated(prompt: str) -> list[float]:
    """The numbers that a prompt explains one by one: "1)TIGGER, 2)CICERO"."""
    found = [float(next(filter(None, groups))) for groups in _ENUMERATED.findall(prompt)]
    # Numbers in a sentence are no list: those of a list follow one another.
    distinct = sorted(set(found))
    in_order = all(0 < b - a <= 1 for a, b in itertools.pairwise(distinct))
    return found if in_order and distinct and distinct[0] <= 1 else []


_WORD = r"['\"<]?([A-Za-z][A-Za-z!-]*)['\">]?"
_ALTERNATIVES = (
    re.compile(rf"{_WORD}, ?{_WORD},? (?:OR|or) (?:AN? |an? )?{_WORD}"),
    re.compile(rf"{_WORD},? (?:OR|or) (?:AN? |an? )?{_WORD}"),
    re.compile(rf"{_WORD} ?/ ?{_WORD}(?: ?/ ?{_WORD})?(?: ?/ ?{_WORD})?"),
    re.compile(r"\(([A-Za-z]+)[-,]([A-Za-z]+)\)"),
)
_TO_TYPE = re.compile(r"\bTYPE\s+['\"<]?([A-Z]{2,})['\">]?(?=\s+(?:TO|FOR|IF|WHEN|OR)\b|[.,;:]|$)")
_QUOTED = re.compile(r"(?<![A-Za-z])'([A-Z][A-Z0-9, ]{1,20})'(?![A-Za-z])")


def alternatives(prompt: str) -> list[tuple[str, ...]]:
    """The words between which a prompt gives the choice: "YES OR NO", "(Y/N)", "FORWARD, LEFT, OR RIGHT"."""
    found = (match.groups() for pattern in _ALTERNATIVES for match in pattern.finditer(prompt))
    return [tuple(word for word in words if word) for words in found]


_RETURN = re.compile(r"\b(?:PRESS|HIT|TYPE)\W*(?:THE\W+)?(?:RETURN|ENTER|CR)\b", re.IGNORECASE)


def wants_return(prompt: str) -> bool:
    """Whether a prompt asks for the return key: "PRESS [RETURN] TO CONTINUE"."""
    return _RETURN.search(prompt) is not None


def to_type(prompt: str) -> list[str]:
    """The words that a prompt asks to be typed: "TYPE ROLL TO GET THE BALL GOING"."""
    return [*_TO_TYPE.findall(prompt), *_QUOTED.findall(prompt)]


def notes(flow: Flow, walk: Walk, printed: Printed, answers: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """For each answer the line that explains it: one that begins with it and goes on in words."""
    if not answers or len(answers) > 40:
        return ()
    lines = [*printed.lines, *_printed_on(flow, walk)]
    found = {answer: note for answer in filter(None, answers) if (note := _note(answer, lines))}
    if len(found) < len(answers):
        # An earlier menu may hold for this question too, but then it must explain all.
        other = {
            answer: note for answer in filter(None, answers) if (note := _note(answer, [*lines, *printed.earlier]))
        }
        found = other if len(other) == len(answers) else found
    # A few chance finds among many answers are no menu.
    return tuple(found.items()) if 2 * len(found) >= len(answers) else ()


def _printed_on(flow: Flow, walk: Walk) -> list[str]:
    """What is printed where the answer leads."""
    found: list[str] = []
    for i in sorted({place[0] for place in walk.seen}):
        what = flow.ops[i].what
        if isinstance(what, JumpUnless | Jump):
            continue
        for stmt in n.inner_statements((what,)) if isinstance(what, n.If | n.Print) else ():
            found += _texts(stmt)
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
            return _NEXT.split(" ".join(found[1].split()))[0].strip(" ().,;")[:60]
    return ""


_NEXT = re.compile(r"[ ,;]+\(?\d+ ?[-=.):]")
"""Where the explanation of the next number begins."""
