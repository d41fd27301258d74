"""The compiler against a plain evaluator, on random small programs."""

from __future__ import annotations

from random import Random

import pytest

from interactive_provider.interpreters.basic import Program
from tests.thorough import some

from .reference import Reference

LIMIT = 3_000


class Author:
    """Writes random programs full of loops, jumps in and out of them, calls and arrays."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.lines = sorted(self.rng.sample(range(10, 400), self.rng.randint(6, 24)))

    def program(self) -> str:
        """A program; every third opens with a DIM."""
        head = "1 DIM A(5),B(3,4)\n" if self.rng.random() < 0.3 else ""
        return head + "".join(f"{line} {self.statements()}\n" for line in self.lines)

    def statements(self) -> str:
        """One to three statements."""
        return ":".join(self.statement() for _ in range(self.rng.choice([1, 1, 2, 3])))

    def statement(self) -> str:
        """One statement; jumps now and then lead nowhere."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            return f"{self.target()}={self.expression(2)}"
        if kind < 0.5:
            return f'PRINT "P";{self.expression(1)}{rng.choice(["", ";"])}'
        if kind < 0.65:
            step = rng.choice(
                ["", "", " STEP 2", " STEP -1", " STEP .5", f" STEP {self.variable()}"]
            )
            return f"FOR {self.variable()}={self.expression(1)} TO {self.expression(1)}{step}"
        if kind < 0.78:
            return f"NEXT {rng.choice(['', self.variable(), self.variable()])}".strip()
        if kind < 0.9:
            then = rng.choice([str(self.line()), self.simple(), f"{self.simple()}:{self.simple()}"])
            other = f" ELSE {self.simple()}" if rng.random() < 0.3 else ""
            return f"IF {self.test()} THEN {then}{other}"
        return rng.choice([
            f"GOTO {self.line()}", f"GOSUB {self.line()}", "RETURN", "END",
            f"ON {self.expression(1)} GOTO {self.line()},{self.line()}",
        ])  # fmt: skip

    def simple(self) -> str:
        """A statement for the inside of an IF."""
        return self.rng.choice(
            [
                f"{self.target()}={self.expression(1)}",
                f"PRINT {self.expression(1)}",
                f"GOSUB {self.line()}",
                f"GOTO {self.line()}",
                f"NEXT {self.variable()}",
                f"FOR {self.variable()}=1 TO 3",
            ]
        )

    def line(self) -> int:
        """A line number, rarely one that is not there."""
        return self.rng.choice(self.lines) if self.rng.random() < 0.97 else 999

    def variable(self) -> str:
        """A scalar."""
        return self.rng.choice("IJKX")

    def target(self) -> str:
        """A scalar or an element."""
        kind = self.rng.random()
        if kind < 0.6:
            return self.variable()
        return (
            f"A({self.expression(0)})"
            if kind < 0.85
            else f"B({self.expression(0)},{self.expression(0)})"
        )

    def expression(self, depth: int) -> str:
        """Arithmetic to a depth."""
        if depth == 0 or self.rng.random() < 0.3:
            return self.rng.choice(
                [self.variable(), self.variable(), str(self.rng.randint(0, 5)), "2.5"]
            )
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        return self.rng.choice(
            [
                f"{left}+{right}",
                f"{left}-{right}",
                f"({left}*{right})",
                f"{left}/{right}",
                f"INT({left})",
                f"ABS({left}-{right})",
                f"-{left}",
                self.target(),
                f"({self.test()})",
            ]
        )

    def test(self) -> str:
        """A comparison, or two."""
        one = f"{self.expression(0)}{self.rng.choice(['=', '<>', '<', '>', '<=', '>='])}{self.expression(1)}"
        if self.rng.random() < 0.3:
            return (
                f"{one} {self.rng.choice(['AND', 'OR'])} {self.expression(0)}<{self.expression(1)}"
            )
        return f"NOT {one}" if self.rng.random() < 0.1 else one


def agree(seed: int) -> tuple[str, str]:
    """What the plain evaluator and the machine print for one random program."""
    text = Author(seed).program()
    program = Program.parse(text)
    plain = Reference(program.lines, LIMIT).run()
    state = program.start(steps=LIMIT * 4)
    machine = state.output
    if plain.endswith("LIMIT"):
        # The budgets count differently; what was printed until the smaller ran out must agree.
        plain = plain.removesuffix("LIMIT")
        size = min(len(plain), len(machine))
        return plain[:size], machine[:size]
    return plain, machine


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(some(2, of=5)))
def test_machine_agrees_with_plain_evaluator(hundred: int) -> None:
    """A hundred random programs print the same compiled and evaluated plainly."""
    for seed in range(hundred * 100, hundred * 100 + 100):
        plain, machine = agree(seed)
        assert plain == machine, Author(seed).program()


@pytest.mark.slow
def test_random_programs_are_worth_running() -> None:
    """Most random programs print something, many end, many fail, many run on: no kind is
    missing."""
    ends = {"ended": 0, "error": 0, "more": 0}
    for seed in range(60):
        ends[Program.parse(Author(seed).program()).start(steps=LIMIT).status] += 1
    assert min(ends.values()) >= 3, ends


_ALIKE = 10_000
"""Characters that calls without end have printed before their depth matters."""


def both_ways(seed: int, dialect: str) -> tuple[str, str]:
    """What a random program prints compiled with its loops as Python's, and statement by statement
    as traps need."""
    text = Author(seed).program().replace("1 DIM", "2 DIM", 1)
    quick = Program.parse(text, dialect).start(steps=10_000)
    slow = Program.parse(f"1 ON ERROR GOTO 0\n{text}", dialect).start(steps=40_000)
    if quick.error is not None and quick.error.message == "OUT OF MEMORY" == getattr(
        slow.error, "message", ""
    ):
        # A loop that the budget cut short stands on the stack, which is full a call sooner.
        return quick.output[:_ALIKE], slow.output[:_ALIKE]
    size = min(len(quick.output), len(slow.output)) if quick.status == "more" else None
    return quick.output[:size], slow.output[:size]


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["lenient", "gw"])
def test_both_ways_of_compiling_agree(dialect: str) -> None:
    """Random programs print the same with and without entries at every statement."""
    for seed in range(1_000, 1_000 + some(40, of=150)):
        quick, slow = both_ways(seed, dialect)
        assert quick == slow, Author(seed).program()
