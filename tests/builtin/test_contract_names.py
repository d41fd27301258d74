"""What an author says in vain or says wrongly: names that nothing reads, views with parts of another
kind, boards and texts that fail."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.builtin.null import Null
from interactive_provider.game import Game, Options, State, View
from interactive_provider.showing import Lead
from interactive_provider.testing import ContractError, check_game
from interactive_provider.testing.names import vain_names


class Steps(State):
    """Counted up to four, with what a test adds."""

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self.count == other.count

    def __hash__(self) -> int:
        return hash(self.count)

    def __repr__(self) -> str:
        return f"Steps({self.count})"

    @property
    def display_text(self) -> str:
        """The count."""
        return f"{self.count} steps"

    @property
    def display_options(self) -> Options:
        """One or two more."""
        return () if self.count >= 4 else (("one", 1), ("two", 2))

    @property
    def outcome(self) -> str | None:
        """Over at four."""
        return "there" if self.count >= 4 else None


def stepping(*, state: Mapping[str, Any] | None = None, **members: Any) -> type[Game[Steps]]:
    """A game of steps whose state and game have these members besides."""
    kind = type("Stepped", (Steps,), {**(state or {}), "__module__": __name__})
    steps = {
        "new_state": lambda self, rng: kind(),
        "process_response": lambda self, state, value, rng: kind(state.count + value),
    }
    return type("Stepping", (Game,), {**steps, **members, "__module__": __name__})


def _view(**parts: Any) -> dict[str, Any]:
    """A view with these parts besides its text."""
    return {"view": lambda self, state, player: View(state.display_text, **parts)}


def _nothing(*_: Any) -> None:
    """Nothing."""


OF_A_STATE = {
    "dispaly_text": " means nothing here; did you mean display_text?",
    "Display_Options": " means nothing here; did you mean display_options?",
    "outcom": " means nothing here; did you mean outcome?",
    "winer": " means nothing here; did you mean winner?",
    "free_inptu": " means nothing here; did you mean free_input?",
    "hint": "hint belongs on the game: on a state it is never read",
    "describe": "describe belongs on the game: on a state it is never read",
    "hides": "hides belongs on the game: on a state it is never read",
    "footnote": " means nothing here: the game's view gives what else is shown",
    "display_title": " means nothing here: the game's view gives what else is shown",
    "variables": " means nothing here: the game's view gives what else is shown",
    "hint_": " means nothing here; did you mean hint of the game?",
    "fotnote": " means nothing here; did you mean footnote of the game's view?",
    "is_typping": " means nothing here; did you mean is_typing of the game's view?",
}
"""What a state says in vain, and what the suite says of it."""


@pytest.mark.parametrize("name", OF_A_STATE)
def test_what_nothing_reads_of_a_state_is_found(name: str) -> None:
    """Whether it is misspelt, belongs to the game or its view, or was read in earlier versions."""
    told = OF_A_STATE[name]
    vain = told if told.startswith(name) else f"{name} of Stepped{told}"

    assert [f"[name] {vain}"] == faults_of(stepping(state={name: property(_nothing)}))


def test_code_is_looked_through_only_if_a_name_looks_misspelt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that a game of a large package names would take a second."""
    asked: list[type] = []
    monkeypatch.setattr("interactive_provider.testing.names.codes_of", asked.append)
    game = stepping(state={"height": 3})()
    assert () == vain_names(game.new_state(random.Random(1)), game)
    assert [] == asked


def test_what_the_game_reads_of_a_state_is_its_own() -> None:
    """By an attribute or by its name in a text, in the game or in a function beside it."""
    said = {"passage": property(_nothing), "listing": property(_nothing)}
    game = stepping(state=said, describe=lambda self, state, value: _reading(state))

    assert [] == faults_of(game)


def test_what_a_game_of_another_package_reads_of_a_state_is_its_own() -> None:
    """The game's class, above which the author's own stands, says what the state's names mean."""
    mine: Any = type("Mine", (KInARow,), {"__module__": __name__})()

    assert () == vain_names(mine.new_state(random.Random(0)), mine)


class Typed(type):
    """A class whose annotations are an attribute only, as from Python 3.14 on."""

    @property
    def __annotations__(cls) -> dict[str, str]:  # type: ignore[override]
        """One name, without a value."""
        return {"fotnote": "str"} if cls.__name__ == "Noted" else {}


def test_names_with_a_type_and_without_a_value_are_found_on_every_python() -> None:
    """They are found where the class's own dictionary has none of them."""
    kind = Typed("Noted", (Steps,), {"__module__": __name__})

    assert ["fotnote of Noted"] == [
        words.partition(" means")[0] for words in vain_names(kind(), stepping()())
    ]


def test_what_is_read_of_the_class_above_is_its_own() -> None:
    """From Python 3.12 on that is an instruction of its own."""
    game = stepping(state={"passage": property(_nothing), "leads": Above.leads})

    assert [] == faults_of(game)


class Above(Steps):
    """Asks the class above it for what only that one knows."""

    def leads(self) -> str:
        """What is read there."""
        return str(super().passage)  # type: ignore[misc] # it is given to another class


def _reading(state: Any) -> str:
    return f"{state.passage} {getattr(state, 'listing')}"  # noqa: B009 - the text is the point


@pytest.mark.parametrize(
    ("name", "meant"),
    [("hint_", "hint"), ("baord", "board"), ("veiw", "view"), ("Describe", "describe")],
)
def test_a_misspelt_ability_is_found(name: str, meant: str) -> None:
    """With other letters, in another order or another case."""
    vain = f"[name] {name} of Stepping means nothing here; did you mean {meant}?"

    assert [vain] == faults_of(stepping(state=None, **{name: _nothing}))


SHOWN_WRONGLY: dict[str, tuple[dict[str, Any], str]] = {
    "misspelt part": (_view(footnotes="x"), "unexpected keyword argument 'footnotes'"),
    "title": (_view(title=5), "title is 5, which is not text"),
    "names": (_view(names=["Ada"]), "names is ['Ada'], which is not a tuple of names"),
    "extras": (_view(extras={5: "x"}), "extras is {5: 'x'}, which is not a mapping of names"),
    "extra": (_view(extras={"diary": lambda: 5}), "TypeError: 5 is not a text"),
    "extra that fails": (_view(extras={"diary": lambda: 1 // 0}), "ZeroDivisionError"),
    "misspelt extra": (_view(extras={"transcritp": "x"}), "did you mean transcript?"),
    "key": (_view(keys=(("Enter", 9),)), "choose 9, which is not an option here"),
    "leading player": (_view(lead=Lead(1)), "leads with player 1, whom the game does not have"),
    "echo": (_view(echo="10"), "has the echo '10', but its text does not begin with it"),
    "board": (_view(board=lambda: "x"), "'x' is not a Board or None"),
    "board that fails": (_view(board=lambda: 1 // 0), "ZeroDivisionError"),
    "nothing": ({"view": _nothing}, "TypeError: None is not a View"),
    "text": ({"view": lambda self, state, player: "x"}, "TypeError: 'x' is not a View"),
    "endings": ({"endings": lambda self, state: (1,)}, "endings gives (1,), not a tuple of names"),
    "story map": ({"story_map": lambda self, states: 1 // 0}, "story_map raised Zero"),
    "presets": ({"presets": [1]}, "cannot be [1]; it must be a dictionary of names"),
}


@pytest.mark.parametrize("what", SHOWN_WRONGLY)
def test_what_is_shown_wrongly_is_found(what: str) -> None:
    """A part of a view or another answer that is not what it must be is one of the faults."""
    members, words = SHOWN_WRONGLY[what]

    assert [True] == [words in fault for fault in faults_of(stepping(**members))][:1]


def faults_of(game: type[Game[Any]]) -> list[str]:
    """The faults of a game in words."""
    try:
        check_game(game, games=3)
    except ContractError as error:
        return [str(fault) for fault in error.faults]
    return []


def test_values_that_are_equal_in_python_are_one() -> None:
    """As they are where a menu is made of them: 1 and True would be one choice to a search."""
    options = (("one", 1), ("yes", True))
    game = stepping(state={"display_options": property(lambda self: options)})

    assert ["[label] two options have the value True"] == faults_of(game)


@dataclass(frozen=True)
class Bid(State):
    """A sealed bid, and whether it is opened."""

    bid: int
    is_open: bool = False

    @property
    def display_text(self) -> str:
        """Nothing of the bid."""
        return "A sealed bid."

    @property
    def display_options(self) -> Options:
        """Only to open it."""
        return [] if self.is_open else [("open", "open")]

    @property
    def outcome(self) -> str | None:
        """Over when it is open."""
        return "over" if self.is_open else None

    winner = 0


class Bidding(Game[Bid]):
    """Two players, one of whom knows the bid."""

    players = 2

    def new_state(self, rng: random.Random) -> Bid:
        """A bid."""
        return Bid(rng.randint(1, 90))

    def process_response(self, state: Bid, value: Any, rng: random.Random) -> Bid:
        """The bid is open."""
        return replace(state, is_open=True)


def test_two_states_that_clash_are_shown_with_what_differs_and_both_ways() -> None:
    """An author sees which field the text leaves out."""
    with pytest.raises(ContractError, match=r"look the same \(bid: \d+ / \d+\)") as caught:
        check_game(Bidding)
    assert "one after the start, the other after the start with another seed" in str(caught.value)


def test_names_that_a_class_misspells_are_all_named_beside_the_right_ones_above_it() -> None:
    """A game that derives from a sound one had a name of the same meaning, but not its own."""

    class Sealed(Bidding):
        def proces_response(self, state: Bid, value: Any, rng: random.Random) -> Bid:
            return state

        def seenby(self, state: Bid, player: int) -> Any:
            return state.bid

    with pytest.raises(ContractError) as caught:
        check_game(Sealed)
    text = str(caught.value)
    assert "did you mean process_response?" in text and "did you mean seen_by?" in text
    assert "look the same" not in text


def test_a_sound_game_has_a_sentence() -> None:
    """So a notebook shows that something was done."""
    assert "No problems in 3 games." == repr(check_game(Null, games=3))
