"""Are the answers that Tab offers at an INPUT the sensible ones? Judged by labels that a person
read off the listings.

Run `python -m benchmarks.basic_inputs --folder DIR`, where DIR holds a clone of each repository
that the labels name, under the name of the repository
(`git clone https://github.com/chaosotter/basic-games DIR/basic-games`). The programs are not part
of this project; the labels, `data/basic_inputs*.csv`, are facts about them: which program, line,
place in the INPUT (a line may ask for several values) and variable, the kind of question, the
answers that make sense there, what must not be given away, and why. They were drawn at random, one
or two of a program, among the INPUTs that random plays reach. ``basic_inputs.csv`` is of the books
and collections that the choices were made on, ``basic_inputs_unread.csv`` of two books and many
collections that nobody had looked at before the choices were done.

Each program is played by random Tab plays (some answers are typed, from `TYPED`) until it stands at
the INPUT; what is offered there is judged. Sensible answers are written as alternatives divided by
`` / ``:

* ``YES,Y``: either spelling, one of them is enough; ``return`` is an empty line, ``space``, ``up``
  and the like keys;
* ``1..8``, ``0.5..2 real``, ``1..``: a range; an end that is a variable (``$M``) is taken from the
  position, ``#`` is the number that was printed last; an end in brackets is a custom that the
  program does not insist on;
* ``A..Z``: each letter; ``(HELP)``: may be offered and need not be; ``...``: anything else may be;
* ``any text``, ``any number``, ``any key``.

A range of at most `LIST` whole numbers is a list of answers. The verdict follows by rule, the first
that applies:

spoiling
    a listed answer is the secret, and not simply one of all the sensible answers.
wrong
    a sensible answer cannot be chosen (it is not in the list, or beyond the ends of the keypad)
    unless it only leads back to the question or does what a listed one does; or a listed one ends
    the program in an error; or most of the listed ones make no sense.
loose
    more is offered than makes sense: listed answers, two spellings of one, ends too far; or a
    keypad if there is a short list (in a quiz or a guess the keypad is as good).
right
    all else: the sensible answers, or for a long range some of them beside a keypad, and nothing
    more.

``other``, the door to whatever can be typed, is not counted as an answer. At the keyboard (INKEY$)
``enter``, ``space``, ``escape`` and ``wait`` may always be offered. *Straight back*: the share of
listed answers, ``wait`` not counted, after which the program stands at the same question with the
same variables, the one asked for aside.
"""

from __future__ import annotations

import argparse
import collections
import csv
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.basic_ablation import ablate
from benchmarks.measure import table
from interactive_provider.adapters.basic import BasicProgram, BasicScreen
from interactive_provider.game import Number
from interactive_provider.interpreters.basic import Program

DATA = Path(__file__).parent / "data"
SEEDS, MOVES, MORES = 30, 150, 5
"""Plays of a program, choices of each, ``more`` in each."""
LIST = 30
"""This many whole numbers of a range are listed one by one."""
TYPED = (
    "YES",
    "NO",
    "Y",
    "N",
    "1",
    "2",
    "3",
    "4",
    "5",
    "0",
    "10",
    "7",
    "20",
    "50",
    "100",
    "A",
    "B",
    "1000",
    "",
    "500",
    "1,1",
    "ADA",
    "3,4",
)
"""What is typed now and then on the way to an INPUT."""
VERDICTS = ("right", "loose", "wrong", "spoiling")
_KEYS = {
    "enter": "\r",
    "space": " ",
    "escape": "\x1b",
    "backspace": "\b",
    "tab": "\t",
    "up": "\0H",
    "down": "\0P",
    "left": "\0K",
    "right": "\0M",
    "home": "\0G",
    "end": "\0O",
    "pageup": "\0I",
    "pagedown": "\0Q",
    "return": "",
}
_ALWAYS = frozenset(("\r", " ", "\x1b", ""))


class Label(NamedTuple):
    """What a person read off a listing."""

    repository: str
    path: str
    line: int
    place: int
    variable: str
    kind: str
    sensible: str
    secret: str
    reason: str

    @property
    def file(self) -> Path:
        """Where the program lies in the folder."""
        return Path(self.repository.rpartition("/")[2]) / self.path


class Range(NamedTuple):
    """A range of numbers; ``firm`` tells of each end whether the program or its text insists on
    it."""

    low: float
    high: float
    whole: bool
    firm: tuple[bool, bool]

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, float) or (self.whole and not value.is_integer()):
            return False
        return (value >= self.low or not self.firm[0]) and (value <= self.high or not self.firm[1])


class Offer(NamedTuple):
    """What stands in the menu: the listed answers, the signs of which text is typed, and a number's
    keypad."""

    listed: tuple[str, ...]
    signs: frozenset[str]
    other: bool
    keypad: Range | None

    @property
    def open(self) -> bool:
        """Whether anything at all can be typed."""
        return self.other or (not self.listed and not self.signs and self.keypad is None)


@dataclass(frozen=True)
class Stand:
    """A program that waits at a labelled INPUT."""

    game: BasicProgram
    screen: BasicScreen
    label: Label

    @cached_property
    def offer(self) -> Offer:
        """What Tab offers here."""
        values = [value for _, value in self.screen.display_options]
        listed = [
            value if isinstance(value, str) else value[1] for value in values if _is_answer(value)
        ]
        signs = frozenset(
            value[1] for value in values if isinstance(value, tuple) and value[0] == "key"
        )
        free = self.screen.free_input
        keypad = None
        if isinstance(free, Number):
            low, high = (
                -_ENDLESS if free.low is None else free.low,
                _ENDLESS if free.high is None else free.high,
            )
            keypad = Range(float(low), float(high), free.integer, (True, True))
        beside = keypad is not None and bool(values)
        return Offer(tuple(listed), signs, ("other",) in values or beside, keypad)

    def after(self, answer: str) -> BasicScreen:
        """The screen after an answer."""
        value = ("press", answer) if self.screen.stop.keys_wanted == 1 else answer
        return self.game.process_response(self.screen, value, Random(0))

    def fails(self, answer: str) -> bool:
        """Whether an answer ends the program in an error at once."""
        return self.after(answer).stop.status == "error"

    def leads_back(self, answer: str) -> bool:
        """Whether an answer leads to the same question with the same variables, the one asked for
        aside."""
        stop, after = self.screen.stop, self.after(answer).stop
        if (
            after.status != "asks"
            or after is stop
            or (after.line, after.wanted) != (stop.line, stop.wanted)
        ):
            return False
        asked = {target.name for target in stop.asked.targets}
        return _variables(stop, asked) == _variables(after, asked)

    def has_effect_of(self, answer: str, other: str) -> bool:
        """Whether two answers have the same effect, the variables that hold them aside."""
        mine, its = self.after(answer).stop, self.after(other).stop
        if (mine.status, mine.line, mine.output) != (its.status, its.line, its.output):
            return False
        pairs = zip(mine._memory.scalars, its._memory.scalars, strict=True)
        return (
            all(a == b or (a, b) == (answer, other) for a, b in pairs)
            and mine._memory.arrays == its._memory.arrays
        )

    def variable(self, name: str) -> float | str:
        """The value of a variable, whatever its type is marked by."""
        names = (name, *(name + mark for mark in "!%#"))
        known = self.game.program.compiled.symbols.scalars
        return self.screen.stop.variable(next(one for one in names if one in known))

    def end(self, text: str) -> float | None:
        """An end of a range: a number, a variable's value, or the number printed last; None if
        there is none."""
        if text.startswith("$"):
            return float(self.variable(text[1:]))
        if text == "#":
            return float(re.findall(r"\d+(?:\.\d+)?", self.screen.stop.output)[-1])
        return float(text) if text else None


_ENDLESS = float("inf")


def _is_answer(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, tuple) and value[0] == "press")


def _variables(stop: Any, but: set[str]) -> tuple[object, ...]:
    symbols, memory = stop.program.compiled.symbols, stop._memory
    # Behind the program's own stand hidden ones: the ends of its loops and the like.
    scalars = [
        value for name, value in zip_longest(symbols.scalars, memory.scalars) if name not in but
    ]
    arrays = [
        cells for name, cells in zip_longest(symbols.arrays, memory.arrays) if name not in but
    ]
    return scalars, arrays, memory.stack, memory.pointer, memory.pc


class Sensible:
    """The sensible answers of a label, at a position."""

    def __init__(self, stand: Stand) -> None:
        self.groups: list[tuple[str, ...]] = []
        """Answers that must be offered, each in its spellings."""
        self.optional: set[str] = set()
        self.range: Range | None = None
        self.anything = False
        self.kind = ""
        self.keys = bool(stand.screen.stop.keys_wanted)
        for part in stand.label.sensible.split(" / "):
            self._take(part.strip(), stand)
        if self.keys:
            self.optional |= _ALWAYS

    def _take(self, part: str, stand: Stand) -> None:
        if part in ("any text", "any key", "..."):
            self.anything = True
            self.kind = part if part != "..." else self.kind
        elif part == "any number":
            self.range = Range(-_ENDLESS, _ENDLESS, False, (False, False))
        elif found := re.fullmatch(r"([A-Z])\.\.([A-Z])", part):
            self.groups += [(chr(code),) for code in range(ord(found[1]), ord(found[2]) + 1)]
        elif ".." in part:
            self._take_range(part, stand)
        elif re.fullmatch(r"\(.+\)", part):
            self.optional |= set(_spellings(part[1:-1]))
        elif re.fullmatch(r"\$\w+\$", part):
            self.groups.append((str(stand.variable(part[1:])),))
        else:
            self.groups.append(_spellings(part))

    def _take_range(self, part: str, stand: Stand) -> None:
        bounds, _, real = part.partition(" ")
        texts = bounds.split("..")
        low, high = (stand.end(text.strip("()")) for text in texts)
        firm = (low is not None and "(" not in texts[0], high is not None and "(" not in texts[1])
        found = Range(
            -_ENDLESS if low is None else low, _ENDLESS if high is None else high, not real, firm
        )
        if not real and all(firm) and found.high - found.low < LIST:
            self.groups += [(str(n),) for n in range(int(found.low), int(found.high) + 1)]
        else:
            self.range = found

    def __contains__(self, answer: object) -> bool:
        if (
            self.anything
            or answer in self.optional
            or any(answer in group for group in self.groups)
        ):
            return True
        return self.range is not None and _number(answer) in self.range

    def numbers(self, optional: bool) -> Range | None:
        """The least range that holds all sensible numbers, the optional ones too if wanted; None
        for none."""
        values = [x for group in self.groups for x in map(_number, group) if x is not None]
        values += [x for x in map(_number, self.optional) if x is not None and optional]
        if self.range is None:
            return Range(min(values), max(values), True, (True, True)) if values else None
        ends = (min([self.range.low, *values]), max([self.range.high, *values]))
        return self.range._replace(low=ends[0], high=ends[1])


def _spellings(part: str) -> tuple[str, ...]:
    return tuple(_KEYS.get(word, word) for word in part.split(",")) if part != "," else (",",)


def _number(answer: object) -> float | None:
    try:
        return float(answer)  # type: ignore[arg-type]  # what cannot be one is caught
    except (TypeError, ValueError):
        return None


def verdict(stand: Stand) -> str:
    """One of `VERDICTS`, by the rules above."""
    offer, sensible = stand.offer, Sensible(stand)
    missing = [group for group in sensible.groups if not set(group) & set(offer.listed)]
    missing = [group for group in missing if not all(map(stand.leads_back, group))]
    missing = [
        group
        for group in missing
        if not any(stand.has_effect_of(group[0], one) for one in offer.listed)
    ]
    if _spoils(stand, sensible, missing):
        return "spoiling"
    outside = [answer for answer in offer.listed if answer not in sensible]
    if _cannot_choose(offer, sensible, missing) or len(outside) * 2 > len(offer.listed):
        return "wrong"
    if any(map(stand.fails, outside)):
        return "wrong"
    double = any(len(set(group) & set(offer.listed)) > 1 for group in sensible.groups)
    guessed = stand.label.kind in ("guess", "quiz")
    keypad = bool(missing) and not offer.signs and not guessed
    return (
        "loose"
        if outside or double or keypad or (_is_wide(offer, sensible) and not guessed)
        else "right"
    )


def _spoils(stand: Stand, sensible: Sensible, missing: Sequence[object]) -> bool:
    secret = stand.label.secret
    if not secret or (sensible.groups and not missing):
        return False
    if secret == "DATA":
        secrets = {text.upper() for text, _, _ in stand.game.program.data}
    else:
        secrets = {str(stand.variable(secret[1:])).upper()}
    numbers = set(map(_number, secrets)) - {None}
    return any(
        answer and (answer.upper() in secrets or _number(answer) in numbers)
        for answer in stand.offer.listed
    )


def _cannot_choose(offer: Offer, sensible: Sensible, missing: Sequence[tuple[str, ...]]) -> bool:
    """Whether a sensible answer is out of reach."""
    if offer.keypad is not None:
        return not _reaches(offer.keypad, sensible.numbers(optional=False))
    if offer.listed:
        if missing and not any(set("".join(group)) <= offer.signs for group in missing):
            return True
        whole = sensible.range is None and not (sensible.anything and sensible.kind == "any text")
        return not whole and not offer.other and not offer.signs
    return bool(offer.signs) and any(not set(group[0]) <= offer.signs for group in missing)


def _reaches(keypad: Range, numbers: Range | None) -> bool:
    """Whether a keypad gives all numbers, or so many of them that a player need not ask for parts
    of one."""
    if numbers is None or (
        keypad.whole and not numbers.whole and numbers.high - numbers.low < LIST
    ):
        return False
    return keypad.low <= numbers.low + 1 and keypad.high >= numbers.high - 1


def _is_wide(offer: Offer, sensible: Sensible) -> bool:
    """Whether the ends of the keypad are beyond those on which the program insists."""
    numbers = sensible.numbers(optional=True)
    if offer.keypad is None or numbers is None:
        return False
    beyond = (offer.keypad.low < numbers.low, offer.keypad.high > numbers.high)
    return any(far and firm for far, firm in zip(beyond, numbers.firm, strict=True))


def stands(game: BasicProgram, labels: Sequence[Label]) -> Iterator[Stand]:
    """The labelled INPUTs of one program, in the order in which random plays come to them."""
    wanted = list(labels)
    for seed in range(SEEDS):
        rng = Random(seed)
        screen, mores = game.new_state(Random(seed)), 0
        for _ in range(MOVES):
            for label in [label for label in wanted if _is_at(screen, label)]:
                wanted.remove(label)
                yield Stand(game, screen, label)
            mores += screen.stop.status == "more"
            if not wanted or screen.stop.over or mores > MORES:
                break
            screen = game.process_response(screen, _some(screen, rng, (0.6, 0.85)[seed % 2]), rng)
        if not wanted:
            return


def _is_at(screen: BasicScreen, label: Label) -> bool:
    stop = screen.stop
    if stop.status != "asks" or stop.line != label.line:
        return False
    place = len(screen.given) + len(stop.asked.targets) - len(stop.wanted)
    if screen.spelled is not None or place != label.place - 1:
        return False
    name = stop.asked.targets[place].name
    return label.variable in (
        name,
        {"INKEY$": "INPUT$"}.get(name, name.replace("INPUT.0$", "INPUT$")),
    )


def _some(screen: BasicScreen, rng: Random, offered: float) -> Any:
    values = [value for _, value in screen.display_options]
    if (
        screen.stop.status == "more"
        or screen.stop.keys_wanted
        or (values and rng.random() < offered)
    ):
        return rng.choice(values) if values else ""
    return rng.choice(TYPED)


def read(path: Path) -> list[Label]:
    """The labels of a file."""
    with path.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [Label(row[0], row[1], int(row[2]), int(row[3]), *row[4:]) for row in rows]


HEADER = ("labels", "judged", *VERDICTS, "straight back", "not reached", "not there")


def judge(folder: Path, labels: Sequence[Label], details: bool) -> tuple[object, ...]:
    """How often each verdict is passed, as the cells of a row; prints what is not right if
    ``details`` are wanted."""
    verdicts: collections.Counter[str] = collections.Counter()
    listed = back = 0
    for file in dict.fromkeys(label.file for label in labels):
        here = [label for label in labels if label.file == file]
        if not (folder / file).exists():
            verdicts["not there"] += len(here)
            continue
        game = BasicProgram(Program.decode((folder / file).read_bytes()))
        for stand in stands(game, here):
            here.remove(stand.label)
            found = verdict(stand)
            verdicts[found] += 1
            answers = [
                answer
                for answer in stand.offer.listed
                if answer or not stand.screen.stop.keys_wanted
            ]
            listed += len(answers)
            back += sum(map(stand.leads_back, answers))
            if details and found != "right":
                _tell(stand, found)
        if details:
            for label in here:
                print(f"not reached: {label.file} {label.line} {label.variable}")
    known = sum(verdicts[name] for name in VERDICTS)
    shares = (f"{verdicts[name]} = {verdicts[name] / max(1, known):.1%}" for name in VERDICTS)
    missing = len(labels) - known - verdicts["not there"]
    return (
        known,
        *shares,
        f"{back} of {listed} = {back / max(1, listed):.1%}",
        missing,
        verdicts["not there"],
    )


def _tell(stand: Stand, found: str) -> None:
    offer, label = stand.offer, stand.label
    ends = "" if offer.keypad is None else f" keypad {offer.keypad.low:g}..{offer.keypad.high:g}"
    others = " other" * offer.other + (" signs" if offer.signs else "")
    print(f"{found}: {label.file} {label.line} {label.variable}: sensible {label.sensible}; "
          f"offered {', '.join(map(repr, offer.listed))[:200]}{ends}{others}")  # fmt: skip


def main() -> int:
    """Print a row for each file of labels."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="where the repositories are cloned")
    parser.add_argument(
        "--labels", type=Path, nargs="+", default=sorted(DATA.glob("basic_inputs*.csv"))
    )
    parser.add_argument("--details", action="store_true", help="print each offer that is not right")
    parser.add_argument(
        "--quick", action="store_true", help="nothing: without a folder there is nothing to play"
    )
    parser.add_argument(
        "--ablate",
        action="store_true",
        help="what each rule is worth, on the folder or our programs",
    )
    given = parser.parse_args()
    if given.ablate:
        questions, worth = ablate(given.folder)
        print(
            table(
                f"Offers that change without a rule, of {questions} questions",
                ("rule", "changed", "share"),
                worth,
            )
        )
        return 0
    if given.folder is None:
        print(
            "Not run: the programs are not part of the project; see --help for what --folder holds."
        )
        return 0
    rows = [(path.stem, *judge(given.folder, read(path), given.details)) for path in given.labels]
    print(table("What Tab offers at labelled INPUTs", HEADER, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
