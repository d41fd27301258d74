"""What search reads of a game: its keys are tested, its labels are made when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.game import Game, Labelled, State
from interactive_provider.search.analysis import Question
from interactive_provider.search.experiments.perft import counts
from interactive_provider.search.model import Model
from interactive_provider.testing import ContractError, check_game


@dataclass(frozen=True)
class Late(State):
    """The first choice matters at the end alone, and the key forgets it."""

    first: int = 0
    steps: int = 0

    @property
    def mover(self) -> int:
        """In turns."""
        return self.steps % 2

    @property
    def key(self) -> int:
        """The steps."""
        return self.steps

    @property
    def display_options(self) -> Any:
        """One or two, six times."""
        return () if self.steps == 6 else (("one", 1), ("two", 2))

    @property
    def outcome(self) -> str | None:
        """Over after six."""
        return "over" if self.steps == 6 else None

    @property
    def winner(self) -> int:
        """By the first choice."""
        return self.first - 1


class Forgetting(Game[Late]):
    """A game with a key that merges what it should not."""

    players = 2

    def new_state(self, rng: Random) -> Late:
        """Nothing is chosen."""
        return Late()

    def process_response(self, state: Late, value: int, rng: Random) -> Late:
        """One step more."""
        return Late(state.first or value, state.steps + 1)


def test_a_key_that_forgets_what_matters_at_the_end_is_found() -> None:
    """Though options, movers and keys are equal until then."""
    with pytest.raises(ContractError, match="which one may go on otherwise"):
        check_game(Forgetting, games=2)


labels_made: list[int] = []


@dataclass(frozen=True)
class Lazy(State):
    """Counts down; each label is noted."""

    left: int = 4

    @property
    def display_options(self) -> Any:
        """One or two."""
        return Labelled([n for n in (1, 2) if n <= self.left], self._label)

    @staticmethod
    def _label(value: int) -> str:
        labels_made.append(value)
        return f"take {value}"

    @property
    def outcome(self) -> str | None:
        """Who takes the last one wins."""
        return None if self.left else "over"

    @property
    def winner(self) -> int:
        """Always the first, for short."""
        return 0


class Taking(Game[Lazy]):
    """Take one or two."""

    players = 2

    def new_state(self, rng: Random) -> Lazy:
        """Four."""
        return Lazy()

    def process_response(self, state: Lazy, value: int, rng: Random) -> Lazy:
        """Fewer."""
        return Lazy(state.left - value)


def test_labels_are_made_when_somebody_reads_them() -> None:
    """A search reads none; a player reads them all, and the game keeps the contract."""
    labels_made.clear()

    assert 5 == counts(Question(Taking(), Lazy())).games
    assert [] == labels_made
    p = InteractiveProvider(Taking).taking(seed=1).both_sides
    assert ["take_1", "take_2"] == [name for name in dir(p) if name[0] != "_"]
    assert [1, 2] == sorted(set(labels_made))
    assert [2] == Model(Taking()).values(Lazy())[1:]
    assert Labelled([1], str) == (("1", 1),)
    assert (("1", 1),) == tuple(Labelled([1, 2], str)[:1])
    check_game(Taking, games=2)
