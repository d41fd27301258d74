"""The parts of a state are a game's own: they may raise anything or never end, and weigh what they
weigh."""

from __future__ import annotations

import builtins
import gc
import os
import signal
import subprocess
import sys
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NoReturn

import pytest

from interactive_provider import (
    InteractiveProvider,
    choose,
    describe,
    hint,
    line,
    options,
    outcome,
    replay,
    transcript,
)
from interactive_provider.errors import BadLabel, BrokenGame, ProviderError, message_of, quote
from interactive_provider.game import Game, State
from interactive_provider.heart.choices.naming import identifier, identifiers


class Gone(BaseException):
    """What neither catches who catches Exception."""


def raising(fault: BaseException, *names: str) -> Callable[..., Any]:
    """What makes a thing whose methods of these names raise a fault."""

    def method(*_: Any, **__: Any) -> NoReturn:
        raise fault

    def make(base: type = object) -> Any:
        return type("Part", (base,), dict.fromkeys(names, method))()

    return make


def property_raising(fault: BaseException, name: str) -> Any:
    """A thing whose attribute raises a fault."""

    def get(_: object) -> NoReturn:
        raise fault

    return type("Part", (), {name: property(get)})()


class Endless(list[int]):
    """A list that can be gone through without end; whoever takes more than any list needs is told
    so."""

    def __iter__(self) -> Iterator[int]:
        for _ in range(100_000):
            yield 1
        raise AssertionError("gone through without end")


class Lying:
    """Says that it is a dictionary."""

    @property  # type: ignore[misc] # that is the lie
    def __class__(self) -> type:
        return dict


def dead_proxy() -> Any:
    """A proxy of something that is gone."""
    return weakref.proxy(Gone())


FAULTS = (
    SystemExit(1),
    GeneratorExit(),
    Gone("bye"),
    AttributeError("x"),
    StopIteration(),
    MemoryError(),
)
PARTS: dict[str, Callable[[BaseException], Any]] = {
    "values": lambda fault: raising(fault, "values", "items", "keys", "__len__", "__iter__")(dict),
    "list": lambda fault: raising(fault, "__iter__", "__len__")(list),
    "tuple": lambda fault: raising(fault, "__iter__", "__len__", "__getitem__")(tuple),
    "set": lambda fault: raising(fault, "__iter__", "__contains__")(set),
    "size": lambda fault: raising(fault, "__sizeof__")(),
    "attribute": lambda fault: raising(fault, "__getattribute__")(),
    "missing attribute": lambda fault: raising(fault, "__getattr__")(),
    "comparison": lambda fault: raising(
        fault, "__eq__", "__hash__", "__bool__", "__repr__", "__str__"
    )(),
    "class": lambda fault: property_raising(fault, "__class__"),
    "dictionary": lambda fault: property_raising(fault, "__dict__"),
    "endless": lambda fault: Endless(),
    "lying": lambda fault: Lying(),
    "dead": lambda fault: dead_proxy(),
}


class Holding(State):
    """Holds a part that nobody needs to look at."""

    display_options = (("go", "go"), (("go", "there"), "there"))

    def __init__(self, number: int, part: Any) -> None:
        self.display_text = f"{number} steps"
        self.number = number
        self.part = part


class Parted(Game[Holding]):
    """Steps through states with such a part."""

    make: ClassVar[Callable[[], Any]]

    def new_state(self, rng: Random) -> Holding:
        """The first."""
        return Holding(0, type(self).make())

    def process_response(self, state: Holding, value: Any, rng: Random) -> Holding:
        """The next."""
        return Holding(state.number + 1, type(self).make())


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("part", PARTS)
def test_a_state_with_a_hostile_part_is_played_like_any_other(
    part: str, fault: BaseException
) -> None:
    """Its parts are weighed at some steps, and asked for nothing: not even what they are."""
    kind = type("Parted", (Parted,), {"make": staticmethod(lambda: PARTS[part](fault))})
    provider = InteractiveProvider(kind, seed=1)
    p: Any = provider.parted
    for number in range(1, 18):
        p = p.go
        assert f"{number} steps" in repr(p) + p.__doc__
    assert p == replay(line(p), provider)
    assert "17 steps" in p._repr_html_() and "17 steps" in transcript(p)
    assert 2 == len(options(p)) and outcome(p) is None


class Speaking(State):
    """Says things of itself that raise when they are read, but for the first time."""

    def __init__(self, fault: BaseException, wrong: str, good: int) -> None:
        self.fault, self.wrong, self.good = fault, wrong, good

    def _say(self, name: str, said: Any) -> Any:
        if name == self.wrong:
            self.good -= 1
            if self.good < 0:
                raise self.fault
        return said

    @property
    def display_text(self) -> str:
        """A text."""
        return str(self._say("display_text", "here"))

    @property
    def display_options(self) -> Any:
        """Groups of options."""
        return self._say(
            "display_options", ((("go", "there"), 1), (("go", "back"), 2), ("stay", 3))
        )

    @property
    def outcome(self) -> Any:
        """None."""
        return self._say("outcome", None)


@pytest.mark.parametrize("fault", FAULTS[:4], ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("wrong", ["display_text", "display_options", "outcome"])
def test_what_a_state_says_once_it_may_not_say_again(wrong: str, fault: BaseException) -> None:
    """Each function ends in its answer or in one error that names the game."""

    class Spoken(Game[Speaking]):
        def new_state(self, rng: Random) -> Speaking:
            return Speaking(fault, wrong, 1)

        def process_response(self, state: Speaking, value: Any, rng: Random) -> Speaking:
            return Speaking(fault, wrong, 1)

    def ask(work: Callable[[Any], Any]) -> str:
        p = InteractiveProvider(Spoken, seed=1).spoken
        try:
            work(p)
        except BrokenGame as broken:
            assert "spoken" in str(broken)
            return "broken"
        except ProviderError:
            return "refused"
        return "answered"

    asked = (
        options,
        outcome,
        transcript,
        repr,
        str,
        lambda p: p.go.there,
        lambda p: p["stay"],
        lambda p: choose(p, 3),
        lambda p: describe(p, "stay"),
        lambda p: p.nothing,
        lambda p: p._repr_html_(),
        hint,
        lambda p: p(3),
        list,
    )
    assert "answered" in [ask(work) for work in asked]


def test_options_without_end_are_refused() -> None:
    """A list that goes on forever is one error, and not a session that never answers."""

    class Pairs(list[tuple[str, int]]):
        def __iter__(self) -> Iterator[tuple[str, int]]:
            for number in range(1_000_000):
                yield f"option {number % 10}", number % 10
            raise AssertionError("gone through without end")

    class Wide(State):
        display_text, display_options = "here", Pairs()

    class Long(Game[Wide]):
        def new_state(self, rng: Random) -> Wide:
            return Wide()

    with pytest.raises(BadLabel, match="at most 100,000 options"):
        InteractiveProvider(Long, seed=1).long  # noqa: B018 - it is begun to see its error


def test_errors_that_lie_about_themselves_are_quoted() -> None:
    """Their class, their text and their value may raise, or be of a class of their own."""

    class Words(str):
        def __len__(self) -> int:
            raise Gone

        __getitem__ = __format__ = __eq__ = __hash__ = __len__  # type: ignore[assignment]

    class Sly(Exception):
        @property  # type: ignore[misc] # that is the lie
        def __class__(self) -> type:
            raise Gone

        def __str__(self) -> str:
            return Words("sly words")

    assert "sly words" == message_of(Sly())
    assert "'words'" == quote(Words("words"))
    assert quote(property_raising(Gone(), "__class__")).startswith("<")

    class Liar(Game[Holding]):
        def new_state(self, rng: Random) -> Holding:
            return Holding(0, None)

        def process_response(self, state: Holding, value: Any, rng: Random) -> Holding:
            raise Sly

        def hint(self, state: Holding) -> NoReturn:
            raise Sly

    p = InteractiveProvider(Liar, seed=1).liar
    for ask in (lambda: p.go, lambda: hint(p)):
        with pytest.raises(BrokenGame, match="raised Sly"):
            ask()


# Memory ------------------------------------------------------------------------------------

_GROWTH = """
import os, resource
from interactive_provider import InteractiveProvider
from interactive_provider.game import Game, State
class Scene(State):
    display_text, display_options = "x", (("go", "go"),)
    def __init__(self, number): self.number, self.picture = number, os.urandom(8) * (125_000 if {heavy} else 1)
class Toy(Game):
    remembered_positions = 100
    def new_state(self, rng): return Scene(0)
    def process_response(self, state, value, rng): return Scene(state.number + 1)
toy = InteractiveProvider(Toy(), seed=1).toy
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)
before = peak()
{work}
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.parametrize("heavy", ["True", "number % 2", "number % 2 == 0"])
@pytest.mark.parametrize(
    "work",
    ["for seed in range(1_000): toy(seed=seed)", "for seed in range(500): toy(seed=seed).go.go"],
)
def test_memory_measured_from_outside_is_bounded(work: str, heavy: str) -> None:
    """A game that says how many positions may be remembered takes no more room, whichever of them
    are large."""
    program = _GROWTH.format(work=work, heavy=heavy)
    assert int(subprocess.check_output([sys.executable, "-c", program])) < 200_000_000


@pytest.mark.slow
def test_names_of_wide_menus_are_kept_within_bounds() -> None:
    """Of five hundred menus as many as are kept leave a megabyte, and twenty labels of a megabyte
    none."""
    squares = tuple(f"square {number}" for number in range(540))
    identifiers(squares)
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(500):
            identifiers(squares[number : number + 40])
        menus = tracemalloc.get_traced_memory()[0]
        for number in range(20):
            label = f"{number} {'x' * 1_000_000}"
            assert identifier(label) == identifiers((label,))[0]
        del label
        labels = tracemalloc.get_traced_memory()[0] - menus
    finally:
        tracemalloc.stop()
    assert menus < 1_200_000
    assert labels < 200_000


# A folder ----------------------------------------------------------------------------------

TOY = "from interactive_provider.builtin.null import Null\nclass Toy(Null): pass\n"


@pytest.mark.parametrize(
    "suffix", [".twee", ".html", ".json", ".js", ".ink", ".py", ".bas", ".pgn"]
)
def test_a_folder_with_a_pipe_lists_the_rest(tmp_path: Path, suffix: str) -> None:
    """Nobody waits for what may come through it, or through a link to it."""
    (tmp_path / "toy.py").write_text(TOY)
    os.mkfifo(tmp_path / f"pipe{suffix}")
    (tmp_path / f"link{suffix}").symlink_to(tmp_path / f"pipe{suffix}")

    def waited(*_: object) -> NoReturn:
        raise AssertionError("it was waited for")

    before = signal.signal(signal.SIGALRM, waited)
    signal.setitimer(signal.ITIMER_REAL, 5)
    try:
        assert ["toy"] == list(InteractiveProvider(tmp_path))
        with pytest.raises(ProviderError):
            InteractiveProvider(tmp_path / f"pipe{suffix}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.slow
def test_a_folder_with_links_without_end_and_large_files_lists_the_rest(tmp_path: Path) -> None:
    """A link to itself and one to nothing are no games; a file is not read to find out that it is
    too large."""
    (tmp_path / "toy.py").write_text(TOY)
    for suffix in (".twee", ".json", ".py", ".bas"):
        (tmp_path / f"loop{suffix}").symlink_to(f"loop{suffix}")
        (tmp_path / f"gone{suffix}").symlink_to("nowhere")
    for name in ("big.json", "big.twee", "big.html", "big.bas"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(70_000_000)
    tracemalloc.start()
    try:
        mine = InteractiveProvider(tmp_path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30_000_000
    assert {"big", "big_2", "big_3", "toy"} == set(
        mine
    )  # of a JSON file nobody knows whether it was meant
    for name in ("big", "big_2", "big_3"):
        assert ",000,000 bytes, the most that are read" in repr(getattr(mine, name))
    with pytest.raises(ProviderError, match="does not contain a game"):
        InteractiveProvider(tmp_path / "big.json")


def test_folders_that_link_to_one_another_are_listed_soon(tmp_path: Path) -> None:
    """Nine folders, each with links to all the others, are not gone through in every order."""
    outside = tmp_path / "outside"
    for number in range(9):
        (outside / str(number)).mkdir(parents=True)
        count = "import builtins\nbuiltins.runs = getattr(builtins, 'runs', 0) + 1\n"
        (outside / str(number) / "toy.py").write_text(count + TOY)
        for other in range(9):
            (outside / str(number) / f"to {other}").symlink_to(outside / str(other))
    try:
        InteractiveProvider(outside)
        assert vars(builtins)["runs"] < 200
    finally:
        vars(builtins).pop("runs", None)


def test_folders_within_folders_without_end(tmp_path: Path) -> None:
    """Three hundred of them are not gone through to the last."""
    deep = tmp_path
    for _ in range(300):
        deep = deep / "d"
        deep.mkdir()
    (deep / "toy.py").write_text(TOY)
    (deep / "tale.twee").write_text(":: Start\nHere.\n")
    (tmp_path / "toy.py").write_text(TOY)
    assert ["toy"] == list(InteractiveProvider(tmp_path))


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 stand in its name, and in those of its files: its games are
    played."""
    folder = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"\xff\xfe"))  # noqa: PTH118 - bytes, which no Path takes
    Path(folder).mkdir()
    for name, text in (
        (b"\xffgame.py", TOY),
        (b"\xff.twee", ":: Start\nIt is late. [[Sleep]]\n:: Sleep\nYou sleep.\n"),
    ):
        Path(folder, os.fsdecode(name)).write_text(text)
    mine = InteractiveProvider(folder, seed=1)
    assert 2 == len(list(mine))
    p = mine.toy.three_lamps
    assert p == replay(line(p))
