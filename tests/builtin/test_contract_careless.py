"""Games that tell a player what they hide, in one way each: the contract suite finds every one of
them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.boards import Board, Cell, Terminal
from interactive_provider.errors import NoSuchKey
from interactive_provider.game import Check, Game, Hint, Solution, State, Verdict, View
from interactive_provider.testing import ContractError, check_game


@dataclass(frozen=True)
class Boxes(State):
    """Three tries to find the box with the coin."""

    coin: int
    opened: tuple[int, ...] = ()

    @property
    def display_text(self) -> str:
        """What was opened, and at the end where it was."""
        return f"Opened: {self.opened}." + (f" It was in {self.coin}." if self.outcome else "")

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """The boxes that are shut."""
        shut = [box for box in range(1, 6) if box not in self.opened]
        return () if self.outcome else tuple((f"box {box}", box) for box in self.in_order(shut))

    def in_order(self, boxes: list[int]) -> list[int]:
        """The order in which they are offered."""
        return boxes

    @property
    def outcome(self) -> str | None:
        """Won when the coin is found, lost after three tries."""
        if self.coin in self.opened:
            return "won"
        return "lost" if len(self.opened) == 3 else None


class Careful(Game[Boxes]):
    """It hides the coin, and says nothing about it."""

    players = 1
    hides: ClassVar[tuple[str, ...]] = ("coin",)
    kind: type[Boxes] = Boxes

    def new_state(self, rng: Random) -> Boxes:
        """The coin is in any box."""
        return self.kind(rng.randint(1, 5))

    def process_response(self, state: Boxes, value: int, rng: Random) -> Boxes:
        """Open a box."""
        return replace(state, opened=(*state.opened, value))


class Drawn(Careful):
    """Likewise, and search may draw the coin again."""

    def resample(self, state: Boxes, player: int, rng: Random) -> Boxes:
        """In any box that is shut."""
        if state.outcome:
            return state
        return replace(state, coin=rng.choice([value for _, value in state.display_options]))


class Seen(Drawn):
    """Likewise, but the player is shown a state without the coin."""

    hides = ()

    def seen_by(self, state: Boxes, player: int) -> Boxes:
        """No box has it."""
        return state if state.outcome else replace(state, coin=0)


class _Sorted(Boxes):
    def in_order(self, boxes: list[int]) -> list[int]:
        return sorted(boxes, key=lambda box: box * self.coin % 7)


@dataclass(frozen=True)
class _Box:
    """The value of an option; all that makes it equal is its number."""

    number: int
    coin: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Box) and self.number == other.number

    def __hash__(self) -> int:
        return self.number


class _Marked(Boxes):
    """Whose options have such values; they know where the coin is."""

    coin_in_values = True

    @property
    def display_options(self) -> tuple[tuple[str, Any], ...]:
        coin = self.coin if self.coin_in_values else 0
        return tuple((label, _Box(box, coin)) for label, box in super().display_options)


class _Unmarked(_Marked):
    coin_in_values = False


def _open_marked(self: Any, state: Boxes, value: _Box, rng: Random) -> Boxes:
    return Careful.process_response(self, state, value.number, rng)


def _shows(**parts: Any) -> dict[str, Any]:
    """A view with parts that are made of the coin."""

    def view(self: Any, state: Boxes, player: int) -> View:
        return View(state.display_text, **{name: part(state.coin) for name, part in parts.items()})

    return {"view": view}


def _work(coin: int) -> None:
    """Twenty times as much for an odd number."""
    sum(range(60_000 if coin % 2 else 3_000))


def _slow_view(self: Any, state: Boxes, player: int) -> View:
    _work(state.coin)
    return View(state.display_text)


def _board(self: Any, state: Boxes) -> Board:
    cells = (Cell(str(box), label="!" * (box == state.coin)) for box in range(1, 6))
    return Board((tuple(cells),))


def _slow_step(self: Any, state: Boxes, value: int, rng: Random) -> Boxes:
    _work(state.coin)
    return Careful.process_response(self, state, value, rng)


def _slow_hint(self: Any, state: Boxes) -> Hint:
    _work(state.coin)
    return Hint(state.display_options[0][1], "It is shut.")


def _raises(self: Any, state: Boxes, value: int, rng: Random) -> Boxes:
    if value == 5 != state.coin:
        raise ValueError(f"the coin is in {state.coin}")
    return Careful.process_response(self, state, value, rng)


def _evaluate(self: Any, state: Boxes) -> dict[int, Verdict]:
    values = [value for _, value in state.display_options]
    return {value: Verdict("here" if value == state.coin else "not here") for value in values}


_MARKED: dict[str, dict[str, Any]] = {
    "no value": {},
    "an option": {"kind": _Marked},
    "a hint": {"hint": lambda self, s: Hint(_Box(s.display_options[0][1].number, s.coin), "Try.")},
    "a verdict": {
        "evaluate": lambda self, s: {
            _Box(v.number, s.coin): Verdict("?") for _, v in s.display_options
        }
    },
}
"""Games whose values are equal and tell the coin all the same."""


CARELESS: dict[str, dict[str, Any]] = {
    "board": {"board": _board},
    "order of options": {"kind": _Sorted},
    "describe": {"describe": lambda self, s, value: "warm" if value == s.coin else "cold"},
    "why_not": {"why_not": lambda self, s, words: f"The coin is in {s.coin}."},
    "parse": {"parse": lambda self, s, text: s.coin if text == "coin" else None},
    "write": {"write": lambda self, states, suffix: repr(states) if suffix == ".coin" else None},
    "hint": {"hint": lambda self, s: Hint(s.coin, "Take it.")},
    "solve": {"solve": lambda self, s: Solution((s.coin,), "solved")},
    "evaluate": {"evaluate": _evaluate},
    "error": {"process_response": _raises},
    "time of a step": {"process_response": _slow_step},
    "time of a hint": {"hint": _slow_hint},
    "footnote": _shows(footnote=lambda coin: f"{coin} of 5"),
    "title": _shows(title=lambda coin: f"Box {coin}"),
    "players' names": _shows(names=lambda coin: (f"Finder of {coin}",)),
    "setting": _shows(setting=lambda coin: "book" if coin > 2 else "plain"),
    "keys": _shows(keys=lambda coin: (("Enter", coin),)),
    "what was chosen": _shows(chosen=lambda coin: f"box {coin}"),
    "screen": _shows(screen=lambda coin: Terminal((str(coin),), (chr(7),), None)),
    "listing": _shows(extras=lambda coin: {"listing": lambda: f"COIN = {coin}"}),
    "own text": _shows(extras=lambda coin: {"diary": f"I put it into {coin}."}),
    "time of a page": {"view": _slow_view},
}
"""What a careless game tells, and by which members."""

TRUE = {"error", "time of a step"}
"""What is asked of the true state even in a game that shows players another one."""


def faults_of(base: type[Game[Any]], members: dict[str, Any]) -> set[str]:
    """The rules that a game breaks."""
    try:
        check_game(type("Careless", (base,), members), games=4)
    except ContractError as error:
        return {fault.rule for fault in error.faults}
    return set()


@pytest.mark.parametrize("base", [Careful, Drawn, Seen])
def test_a_careful_game_passes(base: type[Game[Any]]) -> None:
    """In each of the three ways to hide something."""
    assert set() == faults_of(base, {})


@pytest.mark.parametrize("base", [Careful, Drawn])
@pytest.mark.parametrize("told", CARELESS)
def test_what_tells_a_secret_is_found(base: type[Game[Any]], told: str) -> None:
    """Whatever is shown, answered, offered or written, and how long it takes."""
    assert faults_of(base, CARELESS[told]) & {"leak", "crash"}


@pytest.mark.parametrize("told", _MARKED)
def test_a_value_that_tells_a_secret_is_found(told: str) -> None:
    """Equal values are not enough: whoever holds one can print it and look into it."""
    members = {"kind": _Unmarked, "process_response": _open_marked, **_MARKED[told]}
    assert (told != "no value") == ("leak" in faults_of(Careful, members))


@pytest.mark.parametrize("told", sorted(TRUE))
def test_what_is_asked_of_the_true_state_is_found(told: str) -> None:
    """Also in a game whose players are shown a state without the secret."""
    assert faults_of(Seen, CARELESS[told]) & {"leak", "crash"}


@pytest.mark.parametrize(
    "told", sorted(CARELESS.keys() - TRUE - {"order of options", "hint", "solve"})
)
def test_what_is_asked_of_the_shown_state_tells_nothing(told: str) -> None:
    """In a game whose players are shown a state without the secret, such a game is careful."""
    assert set() == faults_of(Seen, CARELESS[told]) - {"ability"}


@pytest.mark.parametrize("seed", range(4))
def test_a_notation_is_read_by_what_a_player_sees(seed: int) -> None:
    """A word that the game takes for the secret leads nowhere, as the state that is shown has
    none."""
    game = type("Careless", (Seen,), CARELESS["parse"])
    with pytest.raises(NoSuchKey):
        InteractiveProvider(game, seed=seed).careless["coin"]


def test_a_game_that_is_won_is_not_wrong() -> None:
    """A check that says otherwise is a fault."""
    assert {"ability"} == faults_of(
        Careful, {"check": lambda self, s: Check(s.coin not in s.opened, "!")}
    )


def _winning(self: Any, state: Boxes, rng: Random, most: int) -> tuple[tuple[float, ...], int]:
    return (1.0,), 1


def _of_two(self: Any, state: Boxes, rng: Random, most: int) -> tuple[tuple[float, ...], int]:
    return (1.0, 0.0), 1


def test_random_play_of_its_own_may_be_better_than_random() -> None:
    """A game whose ``rollout`` wins at once is not at fault, one that pays a player too many is."""
    assert set() == faults_of(Careful, {"rollout": _winning})
    assert {"players"} == faults_of(Careful, {"rollout": _of_two})


@pytest.mark.parametrize(
    "named", [(), (9,), (2, 2), (2, 9), range(1, 40), 3, ([],)], ids=lambda named: str(named)
)
def test_candidates_are_some_of_the_options(named: Any) -> None:
    """None at all, one that is not offered, one twice, too many, or no list."""
    assert {"players", "ability"} & faults_of(Careful, {"candidates": lambda self, state: named})


def test_candidates_may_be_left_open() -> None:
    """A game that names the boxes that are shut, or none in particular, is not at fault."""
    for named in (lambda state: [value for _, value in state.display_options], lambda state: None):
        assert set() == faults_of(
            Careful, {"candidates": lambda self, state, named=named: named(state)}
        )


def test_what_a_state_says_in_vain_is_found() -> None:
    """Only the game's view is read for what is shown besides text and board."""

    class Footnoted(Boxes):
        footnote = "Nobody reads this."

    assert {"name"} == faults_of(Careful, {"kind": Footnoted})
