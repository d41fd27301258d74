"""Programs around a hidden draw, and what Tab offers in plays that look the same.

Nobody can label what must not be given away in every program, but two plays that have shown a
player the same screens must offer him the same, whatever luck has drawn.
`python -m tools.basic_secrets --programs 3000` writes that many programs, plays each with several
seeds and prints the shortest form of those that break the rule.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from interactive_provider.adapters.basic import BasicProgram, BasicScreen
from interactive_provider.interpreters.basic import BasicError, Program
from interactive_provider.interpreters.basic.state import ProgramState

SEEDS, QUESTIONS, SCRIPTS = 16, 4, 3
"""Plays of a program with each list of answers, questions answered in each, lists of answers."""
ANSWERS = ("0", "1", "2", "3", "9", "RED", "2")
KEYS = ("A", "1", "2", "3", "B", "")


class Author:
    """Writes random programs that draw numbers and words, print some of them and ask for others."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.routines: list[list[str]] = []
        self.labels = 0
        self.traps = self.rng.random() < 0.15

    def program(self) -> str:
        """A program, its lines numbered by tens."""
        pick = self.rng.choice
        again = self.label()
        self.add(
            'PRINT "1 2 3 4 RED BLUE"',
            "DIM A(5):DEF FNR(Q)=INT(RND(1)*Q)+1",
            'Z=0:K=1:Y=0:T$="RED"',
        )
        if self.traps:
            self.add(
                "ON ERROR GOTO"
                f" {self.routine([*self.draws(2), pick(['RESUME NEXT', f'RESUME {again}'])])}"
            )
        self.add(*self.draws(2), *self.prints(1), f"{again}K=K+1:IF K>9 THEN END")
        for _ in range(self.rng.randint(1, 3)):
            self.block(2)
        self.question()
        self.add(f"GOTO {again}", "END", "DATA 1,2,3,2,1,3,1,2,3,1,2,3,3,2,1,1,2,3,2,1")
        return self.numbered()

    def numbered(self) -> str:
        """The program with its subroutines, a number before each line and in place of each
        label."""
        while self.routines:
            self.add(*self.routines.pop())
        numbers: dict[str, int] = {}
        for i, line in enumerate(self.lines):
            for label in re.findall(r"<(\d+)>", line):
                numbers[label] = 10 * (i + 1)
        bare = (re.sub(r"<\d+>", "", line) for line in self.lines)
        named = (re.sub(r"@(\d+)", lambda found: str(numbers[found[1]]), line) for line in bare)
        return "\n".join(f"{10 * (i + 1)} {line}" for i, line in enumerate(named))

    def add(self, *lines: str) -> None:
        """Write lines."""
        self.lines += [re.sub(r"^@(\d+)", r"<\1>", line) for line in lines]

    def label(self) -> str:
        """A new name of a line: before a statement it marks the line, elsewhere it leads there."""
        self.labels += 1
        return f"@{self.labels}"

    def routine(self, lines: list[str]) -> str:
        """A subroutine or a trap; its label."""
        label = self.label()
        self.routines.append([label + lines[0], *lines[1:]])
        return label

    def block(self, depth: int) -> None:
        """Statements, or a loop or a choice around others."""
        kind = self.rng.randrange(9) if depth else 0
        rng = self.rng
        if kind in (1, 2):
            end = rng.choice(["3", "3", "X", "INT(RND(1)*2)+1"])
            self.add(f"FOR R{depth}=1 TO {end}")
            self.inner(depth)
            self.add(rng.choice([f"NEXT R{depth}", "NEXT", f"IF Y<9 THEN NEXT R{depth}"]))
        elif kind == 3:
            self.add(f"R{depth}=0:WHILE R{depth}<{rng.choice(['3', 'X'])}:R{depth}=R{depth}+1")
            self.inner(depth)
            self.add("WEND")
        elif kind == 4:
            top = self.label()
            self.add(f"R{depth}=0", f"{top}R{depth}=R{depth}+1")
            self.inner(depth)
            self.add(f"IF R{depth}<3 THEN {top}")
        elif kind == 5:
            over = self.label()
            self.add(f"IF {self.test()} THEN {over}")
            self.inner(depth)
            self.add(f"{over}Y=Y+0")
        elif kind == 6:
            one, two, over = self.label(), self.label(), self.label()
            self.add(
                f"ON {rng.choice(['K', 'X', 'INT(RND(1)*2)+1'])} GOTO {one},{two}",
                f"GOTO {over}",
                f"{one}Y=Y+0",
            )
            self.inner(depth)
            self.add(f"GOTO {over}", f"{two}Y=Y+0", *self.draws(1), f"{over}Y=Y+0")
        else:
            self.inner(0)

    def inner(self, depth: int) -> None:
        """Draws, prints, calls and questions in any order."""
        for _ in range(self.rng.randint(1, 4)):
            kind = self.rng.random()
            if kind < 0.3:
                self.add(*self.draws(1))
            elif kind < 0.5:
                self.add(*self.prints(1))
            elif kind < 0.7:
                self.question()
            elif kind < 0.85 or not depth:
                self.call()
            else:
                self.block(depth - 1)

    def call(self) -> None:
        """A call of a subroutine that draws, prints or asks."""
        rng = self.rng
        here, self.lines = self.lines, []
        (
            self.inner(0)
            if rng.random() < 0.2 and len(self.routines) < 4
            else self.add(*self.draws(1), *self.prints(1))
        )
        body, self.lines = self.lines, here
        ends = [
            ["RETURN"],
            ["RETURN"],
            ["IF Y=0 THEN RETURN", "X=2:RETURN"],
            [f"IF {self.test()} THEN RETURN", "RETURN"],
        ]
        label = self.routine([*self.draws(rng.randrange(2)), *body, *rng.choice(ends)])
        other = self.routine([*self.draws(1), "RETURN"])
        self.add(rng.choice([
            f"GOSUB {label}", f"ON K GOSUB {label}", f"ON INT(RND(1)*2)+1 GOSUB {label},{other}",
            f"ON X GOSUB {label},{other},{label}", f"IF {self.test()} THEN GOSUB {label}",
            f"IF {self.test()} THEN GOSUB {label} ELSE GOSUB {other}",
        ]))  # fmt: skip

    def test(self) -> str:
        """A condition, often one of what luck has drawn."""
        return self.rng.choice(
            ["RND(1)<.5", "X=1", "X>Y", "K=2", "A(1)=X", 'S$="RED"', "Y=0", "A(X)>1"]
        )

    def draws(self, count: int) -> list[str]:
        """Statements that draw something or pass it on."""
        found = []
        for _ in range(count):
            v, w = self.rng.sample(["X", "Y", "W", "A(1)", "A(K)", "A(X)"], 2)
            found.append(
                self.rng.choice(
                    [
                        f"{v}=INT(RND(1)*3)+1",
                        f"{v}=INT(RND(1)*3)+1",
                        f"{v}=FNR(3)",
                        f"{v}={w}",
                        f"{v}={w}+1",
                        f"SWAP {v},{w}",
                        f"READ {v}",
                        f"FOR Q=1 TO RND(1)*3+1:READ {v}:NEXT Q",
                        "RESTORE",
                        f"IF RND(1)<.5 THEN {v}=2",
                        f"IF {self.test()} THEN {v}=3 ELSE {v}=1",
                        f"{v}=2",
                        'S$="RED":IF RND(1)<.5 THEN S$="BLUE"',
                        'S$=MID$("REDTAN",3*INT(RND(1)*2)+1,3)',
                        "S$=T$",
                        'IF RND(1)<.5 THEN SWAP S$,T$ ELSE T$="BLUE"',
                        f"IF RND(1)<.5 THEN {v}={w}:{w}=1",
                        f"FOR Q=1 TO 3:A(Q)=INT(RND(1)*3)+1:NEXT Q:{v}=A(2)",
                        *([f"{v}=6/INT(RND(1)*2)", "ERROR 11", f"{v}=1/Z"] if self.traps else []),
                    ]
                )
            )
        return found

    def prints(self, count: int) -> list[str]:
        """Statements that print something of it, or nothing."""
        found = []
        for _ in range(count):
            v, w = self.rng.sample(["X", "Y", "W", "A(1)", "A(K)", "A(X)", "S$"], 2)
            found.append(
                self.rng.choice(
                    [
                        f"PRINT {v}",
                        f'PRINT "YOU HAVE";{v}',
                        f"PRINT {v};{w}",
                        f"PRINT {v},{w}",
                        'PRINT "OK"',
                        "PRINT 2",
                        f"IF K=2 THEN PRINT {v}",
                        f"IF {self.test()} THEN PRINT {v}",
                        'PRINT "HERE"',
                        "PRINT X+1",
                        "PRINT INT(X/2)",
                        f'IF {self.test()} THEN PRINT "HIGH" ELSE PRINT "LOW"',
                        f"IF {self.test()} THEN PRINT {v} ELSE PRINT {w}",
                        f'PRINT "{v}=";{v}',
                        "PRINT",
                        "PRINT S$;T$",
                    ]
                )
            )
        return found

    def question(self) -> None:
        """A question whose answer is compared with what was drawn."""
        rng, ask, on = self.rng, self.label(), self.label()
        v = rng.choice(["X", "X", "Y", "W", "A(1)", "A(K)"])
        prompt = rng.choice(['"GUESS";', '"GUESS";', '"BET";', ""])
        kind = rng.randrange(8)
        if kind == 0:
            words = rng.choice(
                ['PRINT "TYPE ";S$;:INPUT G$', "PRINT S$:INPUT G$", f"INPUT {prompt}G$"]
            )
            self.add(f"{ask}{words}", f"IF G$<>S$ THEN {rng.choice([ask, on])}", f"{on}Y=Y+0")
            return
        if rng.random() < 0.3:
            self.add(*self.prints(1))
        self.add(
            f"{ask}INPUT {prompt}G",
            rng.choice(
                [
                    f'IF G>{v} THEN PRINT "YOU HAVE ONLY";{v}:GOTO {ask}',
                    f'IF G>{v} THEN PRINT "NO":GOTO {ask}',
                    f"IF G>{v} THEN {ask}",
                    f"IF G<1 OR G>{v} THEN {ask}",
                    f'IF G={v} THEN PRINT "YES" ELSE PRINT "NO"',
                    f"IF G<>{v} AND G<>Y THEN {ask}",
                    f"IF G>3*{v} THEN {ask}",
                    f"IF G+Y>{v} THEN {ask}",
                    f"IF G=1 AND {self.test()} THEN {ask}",
                    f"IF {self.test()} THEN IF G=2 THEN {ask}",
                    f"IF G=2 THEN W={v}:GOTO {ask}",
                    f"ON G GOTO {ask},{on},{on}",
                ]
            ),
        )
        self.add(rng.choice([f"{on}Y=Y+0", f"{on}{v}={v}-G", f'{on}PRINT "LEFT";{v}']))


@dataclass(frozen=True)
class Leak:
    """Two plays of a program that look the same and are offered different answers."""

    program: str
    screens: str
    offers: tuple[object, object]


def leak_of(text: str, seeds: int = SEEDS) -> Leak | None:
    """The first two plays that look the same and are offered different answers; None if there are
    none."""
    game = BasicProgram(Program.parse(text))
    for script in range(SCRIPTS):
        answers = Random(script).choices(ANSWERS, k=QUESTIONS)
        keys = Random(script).choices(KEYS, k=QUESTIONS)
        seen: dict[str, object] = {}
        for seed in range(seeds):
            for screens, offer in _play(game, game.program.start(seed), answers, keys):
                if seen.setdefault(screens, offer) != offer:
                    return Leak(text, screens, (seen[screens], offer))
    return None


def _play(
    game: BasicProgram, state: ProgramState, answers: list[str], keys: list[str]
) -> Iterator[tuple[str, object]]:
    """What stood on all screens, and what is offered, at each question of a play."""
    shown = ""
    for answer, key in zip([*answers, ""], [*keys, ""], strict=True):
        shown += f"\0{state.output}"
        if state.status != "asks":
            return
        typed = key if state.keys_wanted else answer
        yield f"{shown}\0{state.keys_wanted}", _offer(game, BasicScreen(state))
        shown += f"\0{typed}"
        state = state.answer(typed)


def _offer(game: BasicProgram, screen: BasicScreen) -> tuple[object, ...]:
    """All that a player is told of the possible answers."""
    suggestions = [
        (one.words, one.numbers, one.low, one.high, one.sure, one.signs, one.stock)
        for one in screen.stop.suggestions
    ]
    options = [
        (label, value, game.describe(screen, value)) for label, value in screen.display_options
    ]
    return options, repr(screen.free_input), suggestions, screen.variables(), screen.listing()


def shortened(leak: Leak) -> Leak:
    """The same leak in fewer lines."""
    smaller = True
    while smaller:
        smaller = False
        lines = leak.program.split("\n")
        for i in range(len(lines)):
            less = _leak_or_none("\n".join(lines[:i] + lines[i + 1 :]))
            number = lines[i].split(" ")[0]
            if less is None and "REM" not in lines[i]:
                less = _leak_or_none("\n".join([*lines[:i], f"{number} REM", *lines[i + 1 :]]))
            if less is not None:
                leak, smaller = less, True
                break
    return leak


def _leak_or_none(text: str) -> Leak | None:
    try:
        return leak_of(text)
    except BasicError:
        return None


def main() -> int:
    """Write programs and tell which give something away."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first program")
    parser.add_argument(
        "--show", type=int, default=3, help="so many leaks are shortened and printed"
    )
    given = parser.parse_args()
    leaks = 0
    for seed in range(given.first, given.first + given.programs):
        leak = leak_of(Author(seed).program())
        if leak is not None:
            leaks += 1
            if leaks <= given.show:
                leak = shortened(leak)
                print(f"--- {seed}", leak.program, repr(leak.screens), *leak.offers, sep="\n")
    print(f"{given.programs} programs, {leaks} leaks")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
