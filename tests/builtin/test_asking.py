"""The second style of writing games: states that know what comes next."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from interactive_provider.errors import BadLabel, BadParameter, BrokenGame, ChoiceError
from interactive_provider.game import Game, Label, Number, State, Text, asking
from interactive_provider.game.asking import ask_number, ask_text, ask_yes_no, menu, say

END = say("The end.")
NORTH = menu("?", {"north": END, "south": END})
RNG = Random(1)
WRONG: Any = 5
NO_PAIRS: Any = ["north", "south"]
NOTHING: Any = None


def guessing(secret: int, count: int = 0, told: str = "Guess!") -> Any:
    """A game whose steps refer to one another and hold values of their own."""

    def judged(guess: int) -> Any:
        if guess == secret:
            return say(f"Right after {count + 1}.", "won")
        return guessing(secret, count + 1, "Higher!" if guess < secret else "Lower!")

    return ask_number(told, judged, 1, 100)


# What each state shows -----------------------------------------------------------------------


def test_a_menu_offers_its_labels_as_values() -> None:
    """The options of a menu are its labels in order, from a mapping or from pairs; the values are
    the labels."""
    expected = (("go north", "go north"), (("take", "lamp"), ("take", "lamp")))

    pairs: list[tuple[Label, State]] = [("go north", END), (("take", "lamp"), END)]
    for state in (menu("Where to?", dict(pairs)), menu("Where to?", pairs)):
        assert ("Where to?", expected, None, None) == (
            state.display_text,
            state.display_options,
            state.outcome,
            state.free_input,
        )


def test_questions_take_free_input() -> None:
    """A question lists nothing and says what may be typed."""
    number = ask_number("How many?", lambda n: END, low=0, integer=False, unit="litres")
    text = ask_text("Your name?", lambda name: END)

    assert ((), Number(0, None, False, "litres")) == (number.display_options, number.free_input)
    assert ((), Text("text")) == (text.display_options, text.free_input)
    assert (None, None) == (number.outcome, text.outcome)


def test_say_ends_or_goes_on() -> None:
    """A text ends the game with its outcome, or as "over", or leads on by one option."""
    on = say("A door opens.", then=END)

    assert ("won", ()) == (
        say("Well done.", "won").outcome,
        say("Well done.", "won").display_options,
    )
    assert "over" == END.outcome
    assert (None, (("go on", "go on"),)) == (on.outcome, on.display_options)
    assert END is on.respond("go on", RNG)


def test_yes_or_no() -> None:
    """A question of yes or no is a menu of the two."""
    state = ask_yes_no("Sure?", say("Good.", "won"), lambda: say("Bad.", "lost"))

    assert [("yes", "won"), ("no", "lost")] == [
        (v, state.respond(v, RNG).outcome) for _, v in state.display_options
    ]


# What comes then -----------------------------------------------------------------------------


def text_of(state: Any) -> str:
    """What a state shows."""
    return str(state.display_text)


class Method:
    """Callables that are not plain functions."""

    def plain(self, n: int) -> State:
        """A method that takes the answer."""
        return say(f"method {n}")

    def lucky(self, n: int, rng: Random) -> State:
        """A method that takes the generator too."""
        return say(f"method {n} {rng.random():.3f}")

    def __call__(self, n: int) -> State:
        """The object itself as a function."""
        return say(f"object {n}")


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        (say("a state"), "a state"),
        (lambda n: say(f"one {n}"), "one 7"),
        (lambda n, rng: say(f"two {n} {rng.random():.3f}"), "two 7 0.134"),
        (lambda n, r: say(f"any name {r.random():.3f}"), "any name 0.134"),
        (lambda n, seen=3: say(f"default {n} {seen}"), "default 7 3"),
        (lambda n, rng, seen=3: say(f"both {rng.random():.3f} {seen}"), "both 0.134 3"),
        (lambda *given: say(f"many {given}"), "many (7,)"),
        (partial(lambda a, n: say(f"partial {a} {n}"), 5), "partial 5 7"),
        (partial(lambda a, n, rng: say(f"partial {n} {rng.random():.3f}"), 5), "partial 7 0.134"),
        (partial(lambda n, a: say(f"named {n} {a}"), a=5), "named 7 5"),
        (Method().plain, "method 7"),
        (Method().lucky, "method 7 0.134"),
        (Method(), "object 7"),
    ],
)
def test_what_follows_a_number(then: Any, expected: str) -> None:
    """A state is what follows; a callable gets the answer, and the generator if it needs one
    argument more."""
    assert expected == text_of(ask_number("?", then).respond(7, Random(1)))


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        (say("a state"), "a state"),
        (lambda: say("nothing"), "nothing"),
        (lambda rng: say(f"luck {rng.random():.3f}"), "luck 0.134"),
        (lambda seen=3: say(f"default {seen}"), "default 3"),
        (partial(lambda a: say(f"partial {a}"), 5), "partial 5"),
        (partial(lambda a, rng: say(f"partial {a} {rng.random():.3f}"), 5), "partial 5 0.134"),
    ],
)
def test_what_follows_a_label(then: Any, expected: str) -> None:
    """What follows a menu's label gets no answer, and the generator if it needs one argument."""
    assert expected == text_of(menu("?", {"a": then}).respond("a", Random(1)))


def test_numbers_and_texts_arrive_as_such() -> None:
    """A whole number arrives as int, others as float, words as they were typed."""
    number = ask_number("?", lambda n: say(repr(n)), integer=False)

    assert ["12", "12.5", "12"] == [
        text_of(number.respond(given, RNG)) for given in (12, "12.5", 12.0)
    ]
    assert "' two  words '" == text_of(
        ask_text("?", lambda t: say(repr(t))).respond(" two  words ", RNG)
    )


def test_a_game_is_only_new_state() -> None:
    """A game in this style needs nothing else: the kernel asks the state what follows."""

    class Guess(Game[Any]):
        def new_state(self, rng: Random) -> Any:
            return guessing(rng.randint(1, 100))

    game = Guess()
    state, texts = game.new_state(Random(3)), []
    for value in (1, 100, 31):
        state = game.process_response(state, value, RNG)
        texts.append(state.display_text)

    assert ["Higher!", "Lower!", "Right after 3."] == texts
    assert "won" == state.outcome


# Equality, repr ------------------------------------------------------------------------------


def test_states_made_alike_are_equal() -> None:
    """Lambdas and closures made again are no difference; what they hold is."""
    assert guessing(42) == guessing(42)
    assert guessing(42) != guessing(43)
    assert hash(guessing(42)) == hash(guessing(43)) == hash(guessing(42))
    assert (
        guessing(42).respond(7, RNG)
        == guessing(42).respond(7, RNG)
        != guessing(42).respond(99, RNG)
    )
    assert menu("?", {"a": lambda: END, "b": END}) != menu("?", {"a": lambda: say("?"), "b": END})
    assert menu("?", {"a": partial(guessing, 1)}) == menu("?", {"a": partial(guessing, 1)})
    assert menu("?", {"a": partial(guessing, 1)}) != menu("?", {"a": partial(guessing, 2)})
    assert END != "The end."


def test_a_state_that_leads_back_is_equal_to_its_like() -> None:
    """Rooms that lead to one another in a ring can be compared."""

    def rooms() -> Any:
        def hall() -> State:
            return menu("Hall", {"cellar": cellar})

        def cellar() -> State:
            return menu("Cellar", {"hall": hall})

        return hall()

    assert rooms() == rooms()
    assert rooms() != rooms().respond("cellar", RNG)


def test_comparing_shared_states_is_quick() -> None:
    """A story whose branches meet again is looked at once, not once for each way to it: 2**2000 of
    them here."""

    def story() -> State:
        state: State = END
        for number in range(2000):
            state = menu(f"Page {number}", {"left": state, "right": state})
        return state

    assert story() == story()


def test_repr_has_no_addresses() -> None:
    """The repr shows what the state shows and is the same each time."""
    assert "menu('Where to?', ['north', ('take', 'lamp')])" == repr(
        menu("Where to?", {"north": lambda: END, ("take", "lamp"): END})
    )
    assert "ask('Guess!', a whole number from 1 to 100)" == repr(guessing(5))
    assert "say('The end.', 'over')" == repr(END)


def test_states_do_not_change() -> None:
    """No attribute of a state can be set."""
    for state in (END, guessing(5), menu("?", {"a": END})):
        with pytest.raises(AttributeError):
            state.display_text = "other"


# Errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "quoted", "make"),
    [
        (BadLabel, "'Where?' offers nothing", lambda: menu("Where?", {})),
        (BadLabel, "offers 'a' twice", lambda: menu("?", [("a", END), ("a", END)])),
        (BadLabel, "label ''", lambda: menu("?", {"": END})),
        (BadLabel, "not ['north', 'south']", lambda: menu("?", NO_PAIRS)),
        (BadLabel, "not 5", lambda: menu("?", WRONG)),
        (BadLabel, "label 5", lambda: menu("?", {5: END})),
        (BadLabel, "label ()", lambda: menu("?", [((), END)])),
        (BadLabel, "label ('a', '')", lambda: menu("?", [(("a", ""), END)])),
        (
            BrokenGame,
            "is 5, which is neither a state nor a function",
            lambda: menu("?", {"a": WRONG}),
        ),
        (BrokenGame, "is None", lambda: ask_number("?", NOTHING)),
        (BrokenGame, "but takes 2 arguments", lambda: menu("?", {"a": lambda a, b: END})),
        (BrokenGame, "but takes 3 arguments", lambda: ask_text("?", lambda a, b, c: END)),
        (
            BrokenGame,
            "must take (answer) or (answer, rng), but takes 0 arguments",
            lambda: ask_number("?", lambda: END),
        ),
        (BrokenGame, "but something follows it", lambda: say("?", "won", END)),
        (BadParameter, "from 5 to 1", lambda: ask_number("?", lambda n: END, 5, 1)),
        (
            BrokenGame,
            "gave None, which is not a state",
            lambda: menu("?", {"a": lambda: NOTHING}).respond("a", RNG),
        ),
        (
            ChoiceError,
            "'nrth' is not a choice here. Did you mean 'north'?",
            lambda: NORTH.respond("nrth", RNG),
        ),
        (ChoiceError, "5 is not a choice here", lambda: NORTH.respond(5, RNG)),
        (ChoiceError, "'x' is not a whole number", lambda: guessing(1).respond("x", RNG)),
        (ChoiceError, "too large", lambda: guessing(1).respond(101, RNG)),
        (ChoiceError, "The game is over (over)", lambda: END.respond("a", RNG)),
    ],
)
def test_mistakes_are_named(error: type[Exception], quoted: str, make: Any) -> None:
    """An author's or a player's mistake is one sentence that shows it, at the earliest time."""
    with pytest.raises(error) as caught:
        make()

    assert quoted in str(caught.value)


def test_the_public_names() -> None:
    """The five functions of the second style are the module's public names."""
    assert ["ask_number", "ask_text", "ask_yes_no", "menu", "say"] == asking.__all__
