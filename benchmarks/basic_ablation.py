"""What is each rule of BASIC's suggestions worth? The part of `basic_inputs` behind ``--ablate``.

Every program is played by random answers. At each question that it meets for the first time the
offer is worked out with all rules, and then again without one of them. A rule's worth is the number
of questions at which something else is offered; a rule that changes none of 900 questions or more
should go. `RULES` names each rule with what stands in for it where it is left out. Only a rule that
says something else than its stand-in at a question is tried there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple, cast
from unittest import mock

from interactive_provider.interpreters.basic import BasicError, Program
from interactive_provider.interpreters.basic.state import ProgramState
from interactive_provider.interpreters.basic.suggestions import analysis
from interactive_provider.interpreters.basic.suggestions.intervals import ANY
from interactive_provider.interpreters.basic.suggestions.text_values import Texts

_PROGRAMS = Path(analysis.__file__).parents[3] / "adapters" / "programs"
_ROOM = analysis.__name__.rpartition(".")[0]
_LARGEST = 60_000
_SEEDS, _STEPS, _MORES = 2, 30, 5
"""Plays of a program, answers of each, and how often it may go on without asking."""
_TYPED = ("", "1", "2", "3", "5", "10", "YES", "NO", "A", "0", "ADA", "N")

Function = Callable[..., Any]


class Rule(NamedTuple):
    """A function of the room ``suggestions`` and what it says where its rule is left out."""

    module: str
    name: str
    stand_in: Function


def _nothing(*_: Any, **__: Any) -> tuple[Any, ...]:
    return ()


def _no_set(*_: Any, **__: Any) -> frozenset[Any]:
    return frozenset()


def _none(*_: Any, **__: Any) -> None:
    return None


def _false(*_: Any, **__: Any) -> bool:
    return False


def _first(first: Iterable[Any], *_: Any, **__: Any) -> list[Any]:
    return [*first]


def _second(_: Any, second: Any, *__: Any) -> Any:
    return tuple(second) if isinstance(second, list) else second


def _rules(module: str, stand_in: Function, names: str) -> list[Rule]:
    return [Rule(module, name, stand_in) for name in names.split()]


_SILENT = frozenset("StandInTrace.counts_to".split())
"""Rules that note something and return nothing."""
RULES: tuple[Rule, ...] = (
    *_rules(
        "number_rules",
        _none,
        "refusals explained named stock subscripts guesses equals complaints beginning",
    ),
    *_rules("number_rules", _false, "NumberQuestion.refuses NumberQuestion.may_be_negative"),
    *_rules("number_rules", _nothing, "NumberQuestion.stocks _own_ways solutions"),
    *_rules(
        "text_rules",
        _nothing,
        "alphabet compared return_alone names TextQuestion.keys_listed",
    ),
    *_rules("text_rules", _second, "_with_partners _without_secret"),
    *_rules("text_rules", _second, "TextQuestion.accepted"),
    *_rules("text_rules", _none, "_cut_short"),
    *_rules("text_rules", _false, "TextQuestion.is_one_answer"),
    Rule("text_rules", "TextQuestion.signs", lambda *_: ""),
    *_rules("key_rules", _nothing, "any_signs _let_through _told_apart _compared _letters"),
    *_rules("key_rules", _false, "_is_turned_away"),
    *_rules("key_rules", _first, "_with_others _of_one_kind"),
    *_rules("prompts", _nothing, "alternatives word_lists listed_keys chosen_among named_ranges"),
    *_rules("text_values", _false, "is_any_sign Vocabulary.is_drawn"),
    *_rules("text_values", _nothing, "Vocabulary._middles _read"),
    *_rules("text_values", lambda *_, **__: Texts(), "Vocabulary._characters"),
    *_rules(
        "intervals",
        lambda *_, **__: ANY,
        "Intervals._call Intervals._variable combined",
    ),
    *_rules("luck", _false, "has_luck RandomVariables.decides"),
    *_rules("dataflow", _none, "of_value StandInTrace.counts_to"),
    *_rules("dataflow", _no_set, "Uses.riddles"),
    *_rules("reactions", _false, "Reaction._is_pause fails"),
    *_rules("analysis", _false, "AskedVariable._is_lost"),
    *_rules("analysis", _nothing, "Analyst.shown Analyst._reckoned"),
    *_rules("analysis", _no_set, "AskedVariable._loops_around"),
    *_rules("screens", _no_set, "Screens.by_text"),
    *_rules("screens", _second, "Screens.by_prompt Screens.by_way"),
)


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


def questions(program: Program) -> list[ProgramState]:
    """The questions of a program as random plays meet them, each INPUT once."""
    found: dict[int, ProgramState] = {}
    for seed in range(_SEEDS):
        rng = Random(seed)
        state, mores = program.start(seed), 0
        for _ in range(_STEPS):
            if state.over or mores > _MORES:
                break
            if state.status == "more":
                state, mores = state.more(), mores + 1
                continue
            found.setdefault(state._memory.asked, state)
            state = state.answer(_some_answer(state, rng))
    return list(found.values())


def _some_answer(state: ProgramState, rng: Random) -> str:
    suggestions = state.suggestions
    if state.keys_wanted:
        words = suggestions[0].words
        return rng.choice(words) if words and state.keys_wanted == 1 else "A" * state.keys_wanted
    values = []
    for suggestion in suggestions:
        answers = suggestion.answers()
        if suggestion.low is not None and suggestion.high is not None and not answers:
            answers = (str(rng.randint(int(suggestion.low), int(suggestion.high) + 1)),)
        values.append(rng.choice(answers if answers and rng.random() < 0.8 else _TYPED))
    return ",".join(values)


def offer(state: ProgramState) -> object:
    """What is offered at a question, worked out anew."""
    vars(state.program).pop("analyst", None)
    stop: ProgramState | None = state
    while stop is not None:
        object.__setattr__(stop, "_suggestions", None)
        object.__setattr__(stop, "_may_ask", None)
        stop = stop._previous
    return [
        replace(one, words=one.answers(), numbers=(), store=(), lines=())
        for one in state.suggestions
    ]


def ablate(folder: Path | None) -> tuple[int, list[tuple[object, ...]]]:
    """How many questions there are, and for each rule at how many something else is offered without
    it."""
    changed: Counter[Rule] = Counter()
    count = 0
    for program in programs(folder):
        for state in questions(program):
            count += 1
            with _recording() as effective:
                whole = offer(state)
            for rule in effective:
                with _without(rule):
                    changed[rule] += offer(state) != whole
    rows: list[tuple[object, ...]] = [
        (f"{rule.module}: {rule.name}", changed[rule], _share(changed[rule], count))
        for rule in RULES
    ]
    return count, rows


def _share(part: int, whole: int) -> str:
    return f"{part / max(1, whole):.1%}"


@contextmanager
def _without(rule: Rule) -> Iterator[None]:
    with ExitStack() as stack:
        _replace(rule, rule.stand_in, stack)
        yield


@contextmanager
def _recording() -> Iterator[dict[Rule, None]]:
    """Collect the rules that say something else than their stand-ins."""
    effective: dict[Rule, None] = {}
    with ExitStack() as stack:
        for rule in RULES:
            _replace(rule, _recorder(rule, effective), stack)
        yield effective


def _recorder(rule: Rule, effective: dict[Rule, None]) -> Function:
    function = _function(rule)

    def recorder(*args: Any, **named: Any) -> Any:
        said = function(*args, **named)
        if isinstance(said, Iterator):
            said = list(said)
        other = rule.stand_in(*args, **named)
        works_silently = said is None and rule.name in _SILENT
        if works_silently or (said != other and (said or other)):
            effective[rule] = None
        return said

    return recorder


def _owner(rule: Rule) -> tuple[Any, str]:
    """The module or class that a rule stands in, and its name there."""
    module = sys.modules[f"{_ROOM}.{rule.module}"]
    owner, _, name = rule.name.rpartition(".")
    return (getattr(module, owner) if owner else module), name


def _function(rule: Rule) -> Function:
    owner, name = _owner(rule)
    found: Any = vars(owner)[name]
    if isinstance(found, property):
        return cast("Function", found.fget)
    return cast("Function", found.func if isinstance(found, cached_property) else found)


def _replace(rule: Rule, by: Function, stack: ExitStack) -> None:
    """Put another function in a rule's place wherever the room knows it."""
    owner, name = _owner(rule)
    present = vars(owner)[name]
    if isinstance(owner, type):
        is_property = isinstance(present, cached_property | property)
        stack.enter_context(mock.patch.object(owner, name, property(by) if is_property else by))
        return
    for module in [sys.modules[name] for name in sys.modules if name.startswith(_ROOM)]:
        for known, thing in list(vars(module).items()):
            if thing is present:
                stack.enter_context(mock.patch.object(module, known, by))
            elif isinstance(thing, FunctionType) and _has_in_defaults(thing, present):
                defaults = tuple(_exchanged(one, present, by) for one in thing.__defaults__ or ())
                stack.enter_context(mock.patch.object(thing, "__defaults__", defaults))
            elif isinstance(thing, tuple) and present in thing:
                exchanged = _exchanged(thing, present, by)
                stack.enter_context(mock.patch.object(module, known, exchanged))


def _has_in_defaults(function: FunctionType, present: object) -> bool:
    defaults = function.__defaults__ or ()
    return any(isinstance(one, tuple) and present in one for one in defaults)


def _exchanged(thing: Any, present: object, by: Function) -> Any:
    """A tuple of functions with another in the place of one."""
    if not isinstance(thing, tuple):
        return thing
    return tuple(by if one is present else one for one in thing)
