"""A program where it has stopped, and how it runs from one stop to the next."""

from __future__ import annotations

import itertools
import pickle
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .compiling.symbols import Symbols
from .compiling.termination import goes_on, looks_at_machine
from .errors import BasicRuntimeError, NotWaiting
from .executable import Executable
from .input_line import Answered, read_answer
from .reading import nodes as n
from .reading.nodes import BasicValue, Targets
from .reading.statements.keys import IS_ON, KEYS, LINE
from .running import runtime, screen
from .running.memory import ProgramMemory
from .running.runtime import Machine
from .running.traps import TRAPPED, line_of, message_of
from .suggestions.analysis import Suggestion
from .suggestions.answer_notes import notes
from .suggestions.prompts import asks_for
from .suggestions.screens import START, Candidates, numbers_of

_NOTHING = Answered()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ProgramState:
    """A program where it has stopped. It never changes; `answer` and `more` return new states.

    ``status`` is ``"asks"`` (an INPUT waits), ``"more"`` (the budget of steps is used up),
    ``"ended"``, ``"stopped"`` (STOP) or ``"error"``. ``output`` is what was printed since the last
    stop, without the echo of the answer; ``remarks`` are further comments on it.
    """

    program: Executable
    _previous: ProgramState | None
    _typed: str
    _memory: ProgramMemory
    status: str
    output: str
    error: BasicRuntimeError | None = None
    remarks: tuple[str, ...] = ()
    _picture: screen.ScreenPicture | None = field(default=None, init=False, compare=False)
    _may_ask: Candidates | None = field(default=None, init=False, compare=False)
    _suggestions: tuple[Suggestion, ...] | None = field(default=None, init=False, compare=False)

    def answer(self, text: str) -> ProgramState:
        """Return the state after ``text`` is typed at the INPUT; raise `NotWaiting` if none
        waits."""
        if self.status != "asks":
            raise NotWaiting(f"The program is not asking anything: {self._why_not()}.")
        asked = self.asked
        turn = ProgramTurn(self.program, self, text)
        if asked.keys is not None and not self._is_keys(text):
            return self._ask_again(turn)
        memory = self._memory._replace(clock=self._memory.clock + runtime.ANSWER)
        if asked.keeps and not (text or memory.given):
            return run(turn, memory._replace(column=0))
        number = self.program.kind.machine.number_typed
        answered = read_answer(asked, text, memory.given, self.program.dialect, number)
        if answered.again or answered.wanting:
            return self._ask_again(turn, answered)
        if asked.keys is not None:
            return run(turn, memory, answered.values, waits=0 if text else runtime.WAITS)
        column = memory.column + len(text) if asked.stays else 0
        return run(turn, memory._replace(column=column), answered.values, answered.remark)

    def more(self) -> ProgramState:
        """Return the state after the program continued; raise `NotWaiting` unless its steps were
        used up."""
        if self.status != "more":
            raise NotWaiting(f"The program is not waiting to continue: {self._why_not()}.")
        return run(ProgramTurn(self.program, self), self._memory)

    def _is_keys(self, text: str) -> bool:
        """True if ``text`` consists of the expected keys; for INKEY$ also none, or one with a
        second code."""
        if self.asked.polls:
            return len(text) < 2 or (len(text) == 2 and text[0] == "\0")
        return len(text) == self._memory.wanted

    def _why_not(self) -> str:
        return {"asks": "it waits for an answer", "more": "it is running (more)"}.get(
            self.status, f"it is over ({self.error or self.status})"
        )

    def _ask_again(self, turn: ProgramTurn, answered: Answered = _NOTHING) -> ProgramState:
        prompt = "?? " if answered.wanting else self.prompt
        given = answered.values if answered.wanting else ()
        memory = self._memory._replace(given=given, column=len(prompt))
        return ProgramState(*turn, memory, "asks", answered.remark + prompt)

    @property
    def asked(self) -> n.InputStatement:
        """The INPUT at which the program is waiting, or last waited."""
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
        """The text that the INPUT itself prints before the answer."""
        return (self.asked.prompt or "") + ("? " if self.asked.question else "")

    @property
    def wanted(self) -> Targets:
        """The variables that the next answer assigns."""
        return self.asked.targets[len(self._memory.given) :] if self.status == "asks" else ()

    @property
    def echo(self) -> tuple[str, str]:
        """The line of the last question and what was typed there; empty if keys were pressed."""
        if (
            self._previous is None
            or self._previous.status != "asks"
            or self._previous.asked.keys is not None
        ):
            return "", ""
        return self._previous.output.rpartition("\n")[2], _echo(
            self._previous.asked, self._typed, self.output
        )

    @property
    def keys_wanted(self) -> int:
        """The number of expected keys, which are not shown and need no return; 0 if a line is
        expected."""
        if self.status != "asks" or self.asked.keys is None:
            return 0
        return 1 if self.asked.polls else self._memory.wanted

    @property
    def is_first(self) -> bool:
        """True if nothing has been answered yet."""
        return self._previous is None and not self._memory.begun

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The suggestions from the program's text: one for each expected variable."""
        if self.status == "asks" and self._suggestions is None:
            shown = screen.as_lines(self.output)
            found = self.program.analyst.offers(self.may_ask, shown)
            wanted = iter(found[len(self._memory.given) :])
            if self.asked.polls:
                wanted = map(self._with_interrupts, wanted)
            if self.asked.keys is None and len(self.asked.targets) == 1:
                wanted = map(self._with_return, wanted)
            object.__setattr__(self, "_suggestions", tuple(map(self._with_notes, wanted)))
        return self._suggestions or ()

    @property
    def may_ask(self) -> Candidates:
        """The questions that the program may be asking, as far as the screens show; only one if a
        player can know it."""
        undecided: list[ProgramState] = []
        answered = frozenset((START,))
        for state in self._questions():
            known = state._may_ask or state._may_ask_by_screen()
            if known:
                state._remember(known)
                answered = numbers_of(known)
                break
            undecided.append(state)
        while undecided:
            state = undecided.pop()
            some, printed = state._may_ask_by_prompt()
            known = state._remember(self.program.analyst.screens.by_way(some, printed, answered))
            answered = numbers_of(known)
        return self._may_ask or frozenset()

    def _remember(self, candidates: Candidates) -> Candidates:
        object.__setattr__(self, "_may_ask", candidates)
        return candidates

    def _may_ask_by_prompt(self) -> tuple[Candidates, str]:
        """Return the questions that the program may be asking, judging by their prompts, and what
        was printed before the prompt."""
        printed = self.output
        previous = self._previous
        while (
            previous is not None and previous.status != "asks" and previous.program is self.program
        ):
            printed = previous.output + printed
            previous = previous._previous
        screens = self.program.analyst.screens
        return screens.by_prompt(screens.alike(self._memory.asked), printed), printed.removesuffix(
            self.prompt
        )

    def _may_ask_by_screen(self) -> Candidates:
        """Return the questions that the program may be asking, judging by this screen; none if it
        does not show this."""
        # After part of an answer, the same question asks for the rest.
        if self._memory.given and self._previous is not None:
            return self._previous.may_ask
        screens = self.program.analyst.screens
        alike = screens.alike(self._memory.asked)
        # Only one of the program's questions accepts answers of this kind.
        if len(alike) == 1:
            return alike
        # Several do: the prompt decides, or the text before it.
        some, printed = self._may_ask_by_prompt()
        return some if len(some) == 1 else screens.by_text(some, printed)

    def _questions(self) -> Iterator[ProgramState]:
        """Yield the questions of this program up to this one, latest first."""
        here = itertools.takewhile(lambda state: state.program is self.program, self._stops())
        return (state for state in here if state.status == "asks")

    @property
    def asking(self) -> tuple[int | None, Targets]:
        """The line of the INPUT that is asking and the variables that the next answer assigns; None
        and no variables if a player cannot know which INPUT it is."""
        numbers = numbers_of(self.may_ask) if self.status == "asks" else ()
        if len(numbers) != 1:
            return None, ()
        [number] = numbers
        flow = self.program.analyst.context.flow
        line = flow.ops[self.program.analyst.place(number)].line
        return line, flow.inputs[number].targets[len(self._memory.given) :]

    def _with_interrupts(self, found: Suggestion) -> Suggestion:
        """Return suggestions with the keys that now interrupt the program, after those that it
        polls itself."""
        names = self.program.compiled.symbols.scalars
        held = dict(zip(names, self._memory.scalars, strict=False))
        flow = self.program.compiled.flow
        on: dict[object, str] = {}
        for number, key in KEYS.items():
            line = held.get(f"{LINE}{number}")
            if line and held.get(f"{IS_ON}{number}"):
                does = flow.ops[flow.target(int(line), 0)].what
                if does != n.Return():
                    on.setdefault(line, key)
        if not on:
            return found
        looked_for = found.words if found.lines else found.words[-1:]
        return replace(found, words=tuple(dict.fromkeys((*looked_for, *on.values()))))

    @property
    def _recent(self) -> list[ProgramState]:
        """Return the last few stops, the latest last."""
        return [*itertools.islice(self._stops(), _SEEN)][::-1]

    @property
    def shown_variables(self) -> dict[str, float]:
        """Return the numbers that recent screens have shown beside unique words, by the variables
        that held them."""
        analyst = self.program.analyst
        shown = (analyst.shown(screen.as_lines(state.output)) for state in self._recent)
        return {
            variable.name: x
            for variable, x in itertools.chain(*shown)
            if isinstance(variable, n.Var) and variable.name.isupper()
        }

    def _last_lines(self, count: int) -> str:
        """Return the last lines on the screen that are not empty."""
        shown = screen.as_lines(_WIPED.split(self.output)[-1])
        return "\n".join([*filter(str.strip, shown.split("\n"))][-count:])

    def _with_return(self, found: Suggestion) -> Suggestion:
        """Return suggestions with the return key if the last lines on the screen ask for it; it is
        the only one if the answer is not used."""
        is_asked_for = found.blank and asks_for("return", self._last_lines(_NEAR))
        if not is_asked_for or "" in found.words:
            return found
        if found.free and not found.text:
            return replace(found, words=("",), numbers=(), low=None, high=None)
        return replace(found, words=("", *found.words))

    def _with_notes(self, found: Suggestion) -> Suggestion:
        """Return suggestions with what is printed about the answers: on this screen, on those
        before it, or anywhere in the listing."""
        answers = found.answers()
        if not any(map(str.strip, answers)):
            return found
        texts = (screen.as_lines(self.output), self._lately())
        latest_first = tuple("\n".join(reversed(text.split("\n"))) for text in texts)
        listing = self.program.analyst.texts_around(self.may_ask)
        return replace(found, notes=notes(answers, (*latest_first, listing)))

    def _lately(self) -> str:
        """Return what was printed and typed recently: before this question and a few earlier
        ones."""
        shown = (f"{state._typed}\n{state.output}" for state in self._recent)
        return screen.as_lines("\n".join(shown))

    def _stops(self) -> Iterator[ProgramState]:
        """Yield this stop and those before it, latest first."""
        state: ProgramState | None = self
        while state is not None:
            yield state
            state = state._previous

    @property
    def over(self) -> bool:
        """True if nothing can follow."""
        return self.status not in ("asks", "more")

    @property
    def screen(self) -> screen.ScreenPicture | None:
        """The screen of a program that positions its output; None for all others."""
        if not self.program.compiled.symbols.places_output:
            return None
        for state in reversed(
            [*itertools.takewhile(lambda state: state._picture is None, self._stops())]
        ):
            turn = ProgramTurn(state.program, state._previous, state._typed)
            picture = turn.screen(state.output).after(state.output)
            object.__setattr__(state, "_picture", picture)
        return self._picture

    @property
    def transcript(self) -> str:
        """Return everything that was printed and typed since the start (since unpickling, after
        that)."""
        pieces: list[str] = []
        for state in self._stops():
            pieces.append(state.output)
            if state._previous is not None and state._previous.status == "asks":
                pieces.append(_echo(state._previous.asked, state._typed, state.output))
        return screen.as_lines("".join(reversed(pieces)))

    def variable(self, name: str) -> BasicValue:
        """Return the value of a scalar, for curious users and for tests; raise KeyError for a
        missing one."""
        names = list(self.program.compiled.symbols.scalars)
        if name not in names:
            raise KeyError(name)
        value: BasicValue = self._memory.scalars[names.index(name)]
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ProgramState):
            return NotImplemented
        mine = (self._memory, self.status, self.output, self.program)
        return mine == (other._memory, other.status, other.output, other.program)

    def __hash__(self) -> int:
        return hash(
            (self._memory.pc, self._memory.scalars, self._memory.seed, self.status, self.output)
        )

    def __repr__(self) -> str:
        return (
            "<BASIC state,"
            f" {self._why_not() if self.status in ('asks', 'more') else self.error or self.status}>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        picture = self.screen
        shown = None if picture is None else tuple(picture)
        known = self.may_ask if self.status == "asks" else None
        kept = pickle.dumps(
            (tuple(self._memory), self.status, self.output, self.error, self.remarks, shown, known),
            5,
        )
        return _revived, (self.program, zlib.compress(kept))


def _echo(asked: n.InputStatement, typed: str, output: str) -> str:
    """Return what the screen shows of an answer: keys are not shown."""
    if asked.keys is not None:
        return ""
    return typed.replace("\x1b", "←") + ("" if asked.stays and not output.startswith("?") else "\n")


class ProgramTurn(NamedTuple):
    """What leads to the next stop: the running program, the previous stop, and what was typed
    there."""

    program: Executable
    previous: ProgramState | None = None
    typed: str = ""

    def screen(self, output: str = "") -> screen.ScreenPicture:
        """Return the screen after the input, before the output is printed."""
        before = None if self.previous is None else self.previous.screen
        if self.previous is None or before is None:
            return screen.ScreenPicture.blank(self.program.kind.machine.screen_columns)
        if self.previous.status != "asks":
            return before
        return before.after(_echo(self.previous.asked, self.typed, output))


def _revived(program: Executable, packed: bytes) -> ProgramState:
    memory, status, output, error, remarks, shown, known = pickle.loads(zlib.decompress(packed))
    state = ProgramState(
        *ProgramTurn(program), ProgramMemory(*memory), status, output, error, remarks
    )
    object.__setattr__(state, "_may_ask", known)
    if shown is not None:
        object.__setattr__(state, "_picture", screen.ScreenPicture(*shown))
    return state


_SEEN = 8
"""The number of stops for which a player is assumed to remember what was printed."""
_WIPED = re.compile(rf"(?<!\dr){re.escape(screen.WIPE)}")
"""The sequence that clears the whole screen rather than only the current window."""
_NEAR = 3
"""The number of lines above the cursor that may say what to type."""


_STATUS = {
    runtime.MORE: "more",
    runtime.ASKS: "asks",
    runtime.ENDED: "ended",
    runtime.STOPPED: "stopped",
}


def run(
    turn: ProgramTurn,
    memory: ProgramMemory,
    values: Sequence[BasicValue] = (),
    remark: str = "",
    waits: int = 0,
) -> ProgramState:
    """Run from one stop to the next."""
    program = turn.program
    machine = _machine(program, memory, values, waits, turn.screen)
    if remark:
        machine.out.append(remark)
    try:
        why, after = _gone_on(program, memory, machine, turn.previous is not None)
        if why == runtime.MORE and (end := _never_ends(program, after, machine)):
            flow = program.compiled.flow
            there = after._replace(pc=flow.ops[flow.leaders[after.pc]].line)
            return ProgramState(*turn, there, "ended", "".join(machine.out), remarks=(end,))
    except TRAPPED as fault:
        error = BasicRuntimeError(message_of(fault), line_of(fault))
        machine.note(program.dialect.wording(error.message, error.line))
        return ProgramState(*turn, memory, "error", "".join(machine.out), error)
    if machine.left is not None:
        word, name = machine.left
        other = program.beside(name)
        if other is not None and memory.loads < _MOST_LOADS:
            begun = _carried_over(program, after, other, keeps=word == "CHAIN")
            if other.kind != program.kind and other.compiled.symbols.places_output:
                machine._resize(other.kind.machine.screen_columns)
            begun = begun._replace(columns=machine.columns, loads=memory.loads + 1)
            return run(turn._replace(program=other), begun, remark="".join(machine.out))
        why_not = "IS NOT LOADED" if other is None else "WOULD GO ON FOREVER"
        machine.note(f"({word} {name}: ANOTHER PROGRAM, WHICH {why_not})")
    if why == runtime.STOPPED:
        machine.note(program.dialect.wording("BREAK", after.pc).lstrip("?"))
    return ProgramState(*turn, after, _STATUS[why], "".join(machine.out))


_MOST_LOADS = 16
"""The maximum number of programs that follow one another without a question."""


def _carried_over(
    program: Executable, memory: ProgramMemory, other: Executable, keeps: bool
) -> ProgramMemory:
    """Return what another program starts with: the present luck and clock and, if it ``keeps``
    them, the variables of both."""
    scalars, arrays = other.compiled.fresh
    now = program.compiled.symbols
    then = other.compiled.symbols
    if keeps:
        held = dict(zip(now.scalars, memory.scalars, strict=False))
        scalars = tuple(itertools.starmap(held.get, zip(then.scalars, scalars, strict=True)))
        cells = dict(zip(_shapes(now), memory.arrays, strict=False))
        arrays = tuple(itertools.starmap(cells.get, zip(_shapes(then), arrays, strict=True)))
    files = memory.files if keeps else memory.files._replace(handles=())
    return memory._replace(
        pc=0, scalars=scalars, arrays=arrays, stack=(), pointer=0, asked=0, wanted=0, files=files
    )


def _shapes(symbols: Symbols) -> list[tuple[str, object]]:
    """Return the arrays of a program by name and bounds."""
    return [(name, array.bounds) for name, array in symbols.arrays.items()]


def _machine(
    program: Executable,
    memory: ProgramMemory,
    values: Sequence[BasicValue] = (),
    waits: int = 0,
    before: Callable[[], screen.ScreenPicture] = screen.ScreenPicture,
) -> Machine:
    machine = program.kind.machine(program.dialect, program.data, memory, values, waits, before)
    symbols = program.compiled.symbols
    if symbols.places_output or symbols.files:
        machine.places_output = symbols.places_output
        machine.files = memory.files
        machine.folder = program.folder
        machine.beside = program.beside
    return machine


def _gone_on(
    program: Executable, memory: ProgramMemory, machine: Machine, begun: bool
) -> tuple[int, ProgramMemory]:
    """Return why a machine that continued from a stop stopped again, and its memory."""
    why, pc, scalars, arrays, stack = program.compiled.run(
        machine, memory.pc, memory.scalars, memory.arrays, list(memory.stack)
    )
    return why, ProgramMemory(  # By position: `_replace` and names take several times as long.
        pc,
        scalars,
        arrays,
        tuple(stack),
        machine.seed,
        machine.pointer,
        machine.column,
        machine.asked,
        (),
        memory.steps,
        memory.fate,
        machine.clock,
        machine.wanted,
        begun,
        machine.columns,
        memory.renewed,
        memory.mores + 1 if why == runtime.MORE else 0,
        0,
        (
            machine.files
            if machine.disk_in_use is None
            else machine.disk_in_use.frozen(machine.files.mode)
        ),
    )


def _never_ends(program: Executable, memory: ProgramMemory, machine: Machine) -> str:
    """Return what is reported about a program that runs forever without asking anything; nothing
    for any other.

    Raises `BasicRuntimeError` for one that waits for something from its machine. Either it returns
    to where it was with nothing changed, or it has used up its budget several times and no path
    leads to a question or an end.
    """
    flow = program.compiled.flow
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
        raise BasicRuntimeError("THE PROGRAM AWAITS SOMETHING THAT IS NOT SUPPORTED", line)
    return _FOR_EVER if around or goes_on(flow, ops) else ""


def _way_back(program: Executable, memory: ProgramMemory, machine: Machine) -> set[int]:
    """Return the blocks by which a program returns to where it is with nothing changed, none if
    that is not observed."""
    before = memory._replace(mores=0)
    way = set()
    if machine.drawn is not None:
        return set()  # It reads its screen, which may change.
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
"""The number of iterations that a program may continue, to see whether it returns to where it
was."""
_MOST_CELLS = 400_000
_PATIENCE = 3
_FOR_EVER = "[The program would go on like this forever without asking: it ends here.]"
