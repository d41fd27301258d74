"""What is each rule of BASIC's suggestions worth? The part of `basic_inputs` behind ``--ablate``.

Every question of every program is read with all rules, then without one of them, and a rule's worth
is the number of questions at which something else is offered. A rule that changes none of 900
questions or more should go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from interactive_provider.interpreters.basic import BasicError, Program
from interactive_provider.interpreters.basic.suggestions import (
    analysis,
    number_witnesses,
    text_witnesses,
)
from interactive_provider.interpreters.basic.suggestions.screens import Asking

_PROGRAMS = Path(analysis.__file__).parents[3] / "adapters" / "programs"
_LARGEST = 60_000
_ASIDE: dict[str, Callable[..., Any]] = {
    "notes": lambda *_: (),
    "any_signs": lambda *_: (),
    "_with_named_digits": lambda found, _: found,
    "_with_return": lambda found, *_: found,
    "of_value": lambda _: None,
}
"""Functions of `analysis`, each with what stands in for it where its rule is left out."""


def programs(folder: Path | None) -> list[Program]:
    """The programs of a folder and those below it, or ours."""
    found = []
    for path in sorted((folder or _PROGRAMS).rglob("*")):
        if path.suffix.lower() in (".bas", ".prg") and path.stat().st_size < _LARGEST:
            try:
                found.append(Program.decode(path.read_bytes()))
            except BasicError:
                continue
    return found


def offers(known: list[Program]) -> list[object]:
    """What is offered at each question of some programs, which are read again each time."""
    found: list[object] = []
    for program in known:
        vars(program).pop("analyst", None)
        numbers = range(len(program.compiled.flow.inputs))
        found += [program.analyst.suggestions(Asking(number)) for number in numbers]
    return found


def rules() -> Iterator[tuple[str, str, Any]]:
    """Each rule's name, and what in `analysis` is replaced by what to leave it out."""
    for witness in number_witnesses.WITNESSES:
        others = tuple(one for one in number_witnesses.WITNESSES if one is not witness)
        yield (
            f"number: {witness.__name__}",
            "conclusion",
            partial(number_witnesses.conclusion, witnesses=others),
        )
    for text in text_witnesses.WITNESSES:
        kept = tuple(one for one in text_witnesses.WITNESSES if one is not text)

        def words(question: Any, witnesses: Any = kept, kept: Any = kept) -> Any:
            return text_witnesses.conclusion(
                question, tuple(one for one in witnesses if one in kept)
            )

        yield f"text: {text.__name__}", "words_of", words
    yield from ((name, name, stand_in) for name, stand_in in _ASIDE.items())


def ablate(folder: Path | None) -> tuple[int, list[tuple[object, ...]]]:
    """How many questions there are, and for each rule at how many something else is offered without
    it."""
    known = programs(folder)
    whole = offers(known)
    rows: list[tuple[object, ...]] = []
    for name, attribute, stand_in in rules():
        with mock.patch.object(analysis, attribute, stand_in):
            changed = sum(a != b for a, b in zip(whole, offers(known), strict=True))
        rows.append((name, changed, f"{changed / max(1, len(whole)):.1%}"))
    return len(whole), rows
