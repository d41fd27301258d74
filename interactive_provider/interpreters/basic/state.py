"""A program where it stopped, and how it runs from one stop to the next."""

from __future__ import annotations

import itertools
import pickle
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .compiling.termination import goes_on, looks_at_machine
from .errors import BasicError, BasicRuntimeError, NotWaiting
from .executable import Executable
from .input_line import read_answer
from .reading import nodes as n
from .running import runtime, screen
from .running.memory import Memory
from .running.runtime import Machine
from .running.traps import TRAPPED, line_of, message_of
from .suggestions.analysis import End, Shown, Suggestion
from .suggestions.answer_notes import MOST, explained


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class State:
    """A program where it stopped. It never changes; `answer` and `more` give new states.

    ``status`` is ``"asks"`` (an INPUT waits), ``"more"`` (the budget of steps is used up), ``"ended"``,
    ``"stopped"`` (STOP) or ``"error"``. ``output`` is what was printed since the last stop, without the
    echo of the answer. In ``ecma55`` the machine's own messages (exceptions and the like) are not among the
    output but in ``remarks``.
    """

    program: Executable
    _said: State | None
    _typed: str
    _memory: Memory
    status: str
    output: str
    error: BasicRuntimeError | None = None
    remarks: tuple[str, ...] = ()
    _picture: screen.Picture | None = field(default=None, init=False, compare=False)

    def answer(self, text: str) -> State:
        """The state after ``text`` is typed at the INPUT; raises `NotWaiting` if none waits."""
        if self.status != "asks":
            raise NotWaiting(f"The program is not asking anything: {self._why_not()}.")
        asked = self.asked
        if asked.keys is not None and not self._is_keys(text):
            return self._ask_again(text, "", (), False)
        if asked.keeps and not (text or self._memory.given):
            return run(self.program, self, text, self._memory._replace(clock=self._memory.clock + runtime.ANSWER,
                                                                       column=0), self._values_kept(asked))  # fmt: skip
        answered = read_answer(
            asked, text, self._memory.given, self.program.dialect, self.program.kind.machine.number_typed
        )
        memory = self._memory
        if answered.again or answered.wanting:
            return self._ask_again(text, answered.remark, answered.values, answered.wanting)
        clock = memory.clock + runtime.ANSWER
        if asked.keys is not None:
            waits = 0 if text else runtime.WAITS
            return run(self.program, self, text, memory._replace(clock=clock), answered.values, waits=waits)
        column = memory.column + len(text) if asked.stays else 0
        memory = memory._replace(column=column, clock=clock)
        return run(self.program, self, text, memory, answered.values, answered.remark)

    def _values_kept(self, asked: n.Input) -> tuple[float | str, ...]:
        """The values of the variables of an INPUT, none if they are not simple."""
        empty: dict[bool, float | str] = {True: "", False: 0.0}
        held = ((target, self.value(target)) for target in asked.targets)
        return tuple(empty[n.is_text(target)] if value is None else value for target, value in held)

    def more(self) -> State:
        """The state after the program went on; raises `NotWaiting` unless its steps were used up."""
        if self.status != "more":
            raise NotWaiting(f"The program is not waiting to continue: {self._why_not()}.")
        return run(self.program, self, "", self._memory, ())

    def _is_keys(self, text: str) -> bool:
        """True if ``text`` consists of the expected keys; for INKEY$ also none, or one with a second code."""
        if self.asked.polls:
            return len(text) < 2 or (len(text) == 2 and text[0] == "\0")
        return len(text) == self._memory.wanted

    def _why_not(self) -> str:
        return {"asks": "it waits for an answer", "more": "it is running (more)"}.get(
            self.status, f"it is over ({self.error or self.status})"
        )

    def _ask_again(self, text: str, remark: str, values: tuple[float | str, ...], wanting: bool) -> State:
        prompt = "?? " if wanting else self.prompt
        memory = self._memory._replace(given=values if wanting else (), column=len(prompt))
        return State(self.program, self, text, memory, "asks", remark + prompt)

    @property
    def asked(self) -> n.Input:
        """The INPUT at which the program waits, or last waited."""
        return self.program.compiled.flow.inputs[self._memory.asked]

    @property
    def line(self) -> int:
        """The BASIC line at which the program stopped."""
        if self.error is not None and self.error.line is not None:
            return self.error.line
        if self.status in ("ended", "stopped"):
            return self._memory.pc
        compiled = self.program.compiled
        return compiled.flow.ops[compiled.flow.leaders[self._memory.pc]].line

    @property
    def prompt(self) -> str:
        """What the INPUT itself prints before the answer."""
        return (self.asked.prompt or "") + ("? " if self.asked.question else "")

    @property
    def wanted(self) -> tuple[n.Target, ...]:
        """The variables that the next answer gives values to."""
        return self.asked.targets[len(self._memory.given) :] if self.status == "asks" else ()

    @property
    def echo(self) -> tuple[str, str]:
        """The line of the last question and what was typed there; nothing if keys were pressed."""
        if self._said is None or self._said.status != "asks" or self._said.asked.keys is not None:
            return "", ""
        return self._said.output.rpartition("\n")[2], _echo(self._said.asked, self._typed, self.output)

    @property
    def keys_wanted(self) -> int:
        """The number of expected keys, which are not shown and need no return; 0 if a line is expected."""
        if self.status != "asks" or self.asked.keys is None:
            return 0
        return 1 if self.asked.polls else self._memory.wanted

    @property
    def is_first(self) -> bool:
        """True if nothing has been answered yet."""
        return self._said is None and not self._memory.begun

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The suggestions from the program's text: one for each expected variable."""
        if self.status != "asks":
            return ()
        analyst, asked = self.program.analyst, self._memory.asked
        leaders = self.program.compiled.flow.leaders
        calls = tuple(leaders[int(entry[1])] for entry in self._memory.stack if entry[0] == -1)
        found = analyst.suggestions_at(asked, self._known(analyst.ends(asked)), calls)
        return tuple(map(self._with_words, found[len(self._memory.given) :]))

    @property
    def is_plain(self) -> bool:
        """True if a player can know which INPUT of the program is asking."""
        return len(self.program.analyst.rivals(self._memory.asked)) == 1

    @property
    def known_variables(self) -> dict[str, float | str]:
        """The scalars whose values follow from the screens that a player has seen.

        There are none without a question, nor where it is unclear to the player how control came to it.
        """
        if self.status != "asks" or self.program.analyst.knowledge.is_lost(self.asked):
            return {}
        knowledge, names = self.program.analyst.knowledge, self.program.compiled.symbols.scalars
        known = (name for name in names if name.isupper() and knowledge.is_open(n.Var(name), self.asked))
        return {name: self.variable(name) for name in known}

    def _with_words(self, found: Suggestion) -> Suggestion:
        """With the texts that the answer is compared with and that stand in the question."""
        values = dict.fromkeys(map(self.value, found.shown))
        if not found.text:
            lately = self._lately()
            numbers = tuple(x for x in values if isinstance(x, float) and _stands_in(x, lately))
            return replace(found, numbers=numbers) if len(numbers) > 1 else found
        words = tuple(text for text in values if isinstance(text, str) and text.strip() and text in self.output)
        others = found.words if self.keys_wanted else filter(None, found.words)  # Of keys, none is one to choose.
        return replace(found, words=tuple(dict.fromkeys((*words, *others)))) if words else found

    def _known(self, ends: Sequence[End]) -> Shown:
        """The values of the variables that a player knows, because they were computed visibly or printed."""
        values = {end: self.value(end.held) for end in ends}
        shown = self._lately() if any(not end.followed for end in values) else ""
        return tuple(
            (end.held, x)
            for end, x in values.items()
            if isinstance(x, float) and (end.followed or _stands_in(x, shown))
        )

    def said_of(self, answers: tuple[str, ...]) -> dict[str, str]:
        """The notes on answers from a recently printed list, as far as the screen had it, if it names them all."""
        told = tuple(filter(str.strip, answers))
        shown = self._lately().split("\n")
        found = explained(told, tuple(shown)) if 1 < len(told) <= MOST else {}
        return found if len(found) == len(told) else {}

    def _lately(self) -> str:
        """What was printed and typed last: before this question and a few before it."""
        stops = itertools.islice(self._stops(), _SEEN)
        return screen.as_lines("\n".join(f"{state.output}\n{state._typed}" for state in stops))

    def _stops(self) -> Iterator[State]:
        """This stop and those before it, latest first."""
        state: State | None = self
        while state is not None:
            yield state
            state = state._said

    @property
    def last_answer(self) -> str:
        """What was typed at this INPUT the last time, at most a few stops ago; nothing if it only led back here."""
        for after, before in itertools.islice(itertools.pairwise(self._stops()), _SEEN):
            if before.status == "asks" and before._memory.asked == self._memory.asked:
                return "" if before.only_asks_again(after._typed) else after._typed
        return ""

    def only_asks_again(self, text: str) -> bool:
        """Whether an answer only leads to the same question again in a few steps, what is asked for aside unchanged.

        If luck has a part in that, or the player cannot know it, nobody looks.
        """
        if not self.program.analyst.is_predictable(self._memory.asked):
            return False
        memory = self._memory._replace(steps=_LOOK)
        after = State(self.program, None, "", memory, self.status, "").answer(text)
        if after.status != "asks" or after._memory.asked != memory.asked:
            return False
        kept = after._memory._replace(
            clock=memory.clock, column=memory.column, begun=memory.begun,
            scalars=self._that_matter(after._memory.scalars),
        )  # fmt: skip
        return kept == memory._replace(scalars=self._that_matter(memory.scalars))

    def _that_matter(self, scalars: Sequence[Any]) -> tuple[Any, ...]:
        """The values of the variables but for what is asked for, and what loops elsewhere count."""
        symbols, analyst = self.program.compiled.symbols, self.program.analyst
        passing = symbols.loops.keys() - analyst.loops_around(analyst.place(self._memory.asked))
        passing |= {target.name for target in self.asked.targets}
        return tuple(value for name, value in zip(symbols.scalars, scalars, strict=False) if name not in passing)

    @property
    def over(self) -> bool:
        """True if nothing can follow."""
        return self.status not in ("asks", "more")

    @property
    def screen(self) -> screen.Picture | None:
        """The screen of a program that places its output; None for all others."""
        if not self.program.compiled.symbols.places:
            return None
        for state in reversed([*itertools.takewhile(lambda state: state._picture is None, self._stops())]):
            picture = _answered(state.program, state._said, state._typed, state.output).after(state.output)
            object.__setattr__(state, "_picture", picture)
        return self._picture

    @property
    def transcript(self) -> str:
        """All that was printed and typed since the start (since unpickling, after that)."""
        pieces: list[str] = []
        for state in self._stops():
            pieces.append(state.output)
            if state._said is not None and state._said.status == "asks":
                pieces.append(_echo(state._said.asked, state._typed, state.output))
        return screen.as_lines("".join(reversed(pieces)))

    def variable(self, name: str) -> float | str:
        """The value of a scalar, for the curious and for tests; raises KeyError for a missing one."""
        names = list(self.program.compiled.symbols.scalars)
        if name not in names:
            raise KeyError(name)
        value: float | str = self._memory.scalars[names.index(name)]
        return value

    def value(self, e: n.Expr) -> float | str | None:
        """The value of a number, a scalar or an element, None if that is not known so simply."""
        if isinstance(e, n.Num):
            return e.value
        if isinstance(e, n.Var):
            return self.variable(e.name)
        symbols = self.program.compiled.symbols
        if not isinstance(e, n.Elem) or (bounds := symbols.array(e).bounds) is None:
            return None
        place = 0
        for part, bound in zip(map(self.value, e.index), bounds, strict=True):
            if not isinstance(part, float) or not 0 <= part <= bound:
                return None
            place = place * (bound + 1) + int(part)
        cells = self._memory.arrays[list(symbols.arrays).index(e.name)]
        value: float | str | None = cells[place] if place < len(cells) else None
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine = (self._memory, self.status, self.output, self.program)
        return mine == (other._memory, other.status, other.output, other.program)

    def __hash__(self) -> int:
        return hash((self._memory.pc, self._memory.scalars, self._memory.seed, self.status, self.output))

    def __repr__(self) -> str:
        return f"<BASIC state, {self._why_not() if self.status in ('asks', 'more') else self.error or self.status}>"

    def __reduce__(self) -> tuple[object, ...]:
        memory = self._memory._replace(arrays=tuple(map(_small, self._memory.arrays)))
        picture = self.screen
        shown = None if picture is None else tuple(picture)
        kept = pickle.dumps((tuple(memory), self.status, self.output, self.error, self.remarks, shown), 5)
        return _revived, (self.program, zlib.compress(kept))


def _echo(asked: n.Input, typed: str, output: str) -> str:
    """What the screen shows of an answer: keys are not shown."""
    if asked.keys is not None:
        return ""
    return typed.replace("\x1b", "←") + ("" if asked.stays and not output.startswith("?") else "\n")


def _answered(program: Executable, said: State | None, typed: str, output: str) -> screen.Picture:
    """The screen of a stop after something was typed, before anything is printed."""
    before = None if said is None else said.screen
    if said is None or before is None:
        return screen.Picture.blank(program.kind.machine.screen_columns)
    return before.after(_echo(said.asked, typed, output)) if said.status == "asks" else before


def _small(cells: list[Any]) -> list[Any]:
    """An array with its whole numbers as ints, which pickle in two bytes where floats take nine."""
    return [int(x) if type(x) is float and x.is_integer() else x for x in cells]


def _revived(program: Executable, packed: bytes) -> State:
    memory, status, output, error, remarks, shown = pickle.loads(zlib.decompress(packed))
    kept = Memory(*memory)
    arrays = tuple([float(x) if type(x) is int else x for x in cells] for cells in kept.arrays)
    state = State(program, None, "", kept._replace(arrays=arrays), status, output, error, remarks)
    if shown is not None:
        object.__setattr__(state, "_picture", screen.Picture(*shown))
    return state


_LOOK = 200
"""Turns that a look ahead may take."""


_SEEN = 8
"""This many stops back a player remembers what was printed."""


def _stands_in(number: float, shown: str) -> bool:
    return number.is_integer() and re.search(rf"(?<![\d.]){int(number)}(?![\d]|\.\d)", shown) is not None


_STATUS = {runtime.MORE: "more", runtime.ASKS: "asks", runtime.ENDED: "ended", runtime.STOPPED: "stopped"}


def run(
    program: Executable,
    said: State | None,
    typed: str,
    memory: Memory,
    values: Sequence[float | str],
    remark: str = "",
    waits: int = 0,
) -> State:
    """Run from a stop to the next."""
    machine = _machine(program, memory, values, waits, lambda: _answered(program, said, typed, ""))
    if remark:
        machine.out.append(remark)
    try:
        why, after = _gone_on(program, memory, machine, said is not None)
        if why == runtime.MORE and (end := _never_ends(program, after, machine)):
            flow = program.compiled.flow
            there = after._replace(pc=flow.ops[flow.leaders[after.pc]].line)
            return State(program, said, typed, there, "ended", "".join(machine.out), remarks=(end,))
    except TRAPPED as fault:
        return _failed(program, said, typed, memory, machine, fault)
    if machine.left is not None:
        word, name = machine.left
        other = program.beside(name)
        if other is not None and memory.loads < _MOST_LOADS:
            begun = _carried_over(program, after, other, keeps=word == "CHAIN")
            if other.kind != program.kind and other.compiled.symbols.places:
                machine._widen(other.kind.machine.screen_columns)
            begun = begun._replace(column=machine.column, columns=machine.columns, loads=memory.loads + 1)
            return run(other, said, typed, begun, (), "".join(machine.out))
        why_not = "IS NOT LOADED" if other is None else "WOULD GO ON FOREVER"
        machine.out.append(("\n" if machine.column else "") + f"({word} {name}: ANOTHER PROGRAM, WHICH {why_not})\n")
    pc = after.pc
    remarks = tuple(program.dialect.wording(text, line) for line, text in machine.remarks)
    if why == runtime.STOPPED and not program.dialect.checked:
        machine.out.append(("\n" if machine.column else "") + program.dialect.wording("BREAK", pc).lstrip("?") + "\n")
    return State(program, said, typed, after, _STATUS[why], "".join(machine.out), remarks=remarks)


_MOST_LOADS = 16
"""At most this number of programs follow each other without a question."""


def _carried_over(program: Executable, memory: Memory, other: Executable, keeps: bool) -> Memory:
    """What another program starts with: the present luck and clock and, if it ``keeps`` them, the variables of both."""
    (scalars, arrays), now, then = other.compiled.fresh, program.compiled.symbols, other.compiled.symbols
    if keeps:
        held = dict(zip(now.scalars, memory.scalars, strict=False))
        scalars = tuple(held.get(name, x) for name, x in zip(then.scalars, scalars, strict=True))
        cells = {name: cells for name, cells in zip(now.arrays, memory.arrays, strict=False)
                 if name in then.arrays and now.arrays[name].bounds == then.arrays[name].bounds}  # fmt: skip
        arrays = tuple(cells.get(name, x) for name, x in zip(then.arrays, arrays, strict=True))
    return Memory(0, scalars, arrays, (), memory.seed, 0, 0, 0, (), memory.steps, memory.fate, memory.clock,
                  begun=memory.begun, columns=memory.columns, renewed=memory.renewed,
                  files=memory.files if keeps else memory.files._replace(handles=()))  # fmt: skip


def _machine(
    program: Executable,
    memory: Memory,
    values: Sequence[float | str] = (),
    waits: int = 0,
    before: Callable[[], screen.Picture] = screen.Picture,
) -> Machine:
    machine = program.kind.machine(program.dialect, program.data, memory, values, waits, before)
    symbols = program.compiled.symbols
    if symbols.places or symbols.files:
        machine.places, machine.files = symbols.places, memory.files
        machine.folder, machine.beside = program.folder, program.beside
    return machine


def _gone_on(program: Executable, memory: Memory, machine: Machine, begun: bool) -> tuple[int, Memory]:
    """Why a machine that continued from a stop stopped again, and its memory."""
    why, pc, scalars, arrays, stack = program.compiled.run(
        machine, memory.pc, memory.scalars, memory.arrays, list(memory.stack)
    )
    return why, Memory(  # By place: `_replace` and names take several times as long.
        pc, scalars, arrays, tuple(stack), machine.seed, machine.pointer, machine.column, machine.asked, (),
        memory.steps, memory.fate, machine.clock, machine.wanted,
        begun, machine.columns, memory.renewed, memory.mores + 1 if why == runtime.MORE else 0,
        0, machine.files if machine.disk_in_use is None else machine.disk_in_use.frozen(machine.files.mode),
    )  # fmt: skip


def _never_ends(program: Executable, memory: Memory, machine: Machine) -> str:
    """What is reported of a program that goes on forever and asks nothing; nothing for any other.

    Raises `BasicRuntimeError` for one that waits for something of its machine. Either it returns to where it was with
    nothing changed, or it has exhausted its budget several times and no way leads to a question or an end.
    """
    flow = program.compiled.flow
    if memory.steps <= _TURNS[-1]:
        return ""  # A look ahead.
    leaders = flow.leaders
    around = _way_back(program, memory, machine)
    if around:
        ends = (*leaders[1:], len(flow.ops))
        ops = {i for pc in around for i in range(leaders[pc], ends[pc])}
    elif memory.mores < _PATIENCE:
        return ""
    else:
        calls = (leaders[int(entry[-1])] for entry in memory.stack)
        ops = flow.reachable((leaders[memory.pc], *calls))
    if (line := looks_at_machine(flow, ops)) is not None:
        raise BasicRuntimeError("THE PROGRAM WAITS FOR WHAT IS NOT HERE", line)
    return _FOR_EVER if around or goes_on(flow, ops) else ""


def _way_back(program: Executable, memory: Memory, machine: Machine) -> set[int]:
    """The blocks by which a program returns to where it is with nothing changed, none if it is not seen to."""
    before, way = memory._replace(mores=0), set()
    if machine.drawn is not None:
        return set()  # It looks at its screen, which may change.
    for turns in _TURNS[: _MOST_CELLS // (1 + sum(map(len, memory.arrays)))]:
        again = _machine(program, memory._replace(steps=turns))
        why, after = _gone_on(program, before._replace(steps=turns), again, memory.begun)
        way.add(after.pc)
        if why != runtime.MORE:
            return set()
        if after._replace(steps=memory.steps, mores=0) == before:
            return way
    return set()


_TURNS = range(64, 192)
"""This many turns a program is let go on to see whether it comes back to where it was."""
_MOST_CELLS, _PATIENCE = 400_000, 3
_FOR_EVER = "[The program would go on like this forever without asking: it ends here.]"


def _failed(
    program: Executable, said: State | None, typed: str, memory: Memory, machine: Machine, fault: Exception
) -> State:
    """The terminal state of a program that failed."""
    error = as_basic_error(fault)
    message = program.dialect.wording(error.message, error.line)
    remarks = [program.dialect.wording(text, line) for line, text in machine.remarks]
    if program.dialect.checked:
        remarks.append(message)
        machine.out.append("\n" if machine.column else "")
    else:
        machine.out.append(("\n" if machine.column else "") + message + "\n")
    return State(program, said, typed, memory, "error", "".join(machine.out), error, tuple(remarks))


def as_basic_error(fault: Exception) -> BasicRuntimeError:
    """A Python error as the machine's message, with the BASIC line in which it arose."""
    if isinstance(fault, BasicError) and not isinstance(fault, BasicRuntimeError):
        raise fault
    return BasicRuntimeError(message_of(fault), line_of(fault))
