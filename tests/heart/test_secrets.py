"""What each player knows: nothing that a player sees or asks for depends on the rest."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    board,
    choose,
    games,
    hint,
    line,
    options,
    outcome,
    save,
    transcript,
    undo,
)
from interactive_provider.analysis import count, report, simulate, tree
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import NoAbility
from interactive_provider.game import Game, Hint, Number, Opponent, State
from interactive_provider.heart.play.actions import luck_of
from interactive_provider.testing import ContractError, check_game
from interactive_provider.widget.panels import transcript as pages_beside
from tests.secrets import told_apart, twins, with_state
from tests.sure import sure
from tools.isolation import REPOSITORY

KUHN = REPOSITORY / "examples" / "kuhn_poker.py"


@pytest.fixture(scope="module")
def kuhn() -> Any:
    """The example, player 1 with the king and player 2 with the queen."""
    begun = InteractiveProvider(KUHN, seed=3).kuhn_poker
    assert "KQ" == begun.both_sides._state.cards
    return begun


@dataclass(frozen=True)
class Three(State):
    """Three players with a number each; who says the highest sum of all numbers above 5 wins or
    loses alone."""

    numbers: tuple[int, ...]
    guesses: tuple[int, ...] = ()

    @property
    def display_text(self) -> str:
        """The number of the player to move, and at the end all of them."""
        mine = (
            f"You have {self.numbers[len(self.guesses)]}."
            if self.outcome is None
            else f"It was {self.numbers}."
        )
        return f"{mine} Guesses: {self.guesses}"

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """The sums that may be."""
        return () if self.outcome else tuple((f"sum {n}", n) for n in range(3, 10))

    @property
    def outcome(self) -> str | None:
        """Over when all have guessed."""
        return "over" if len(self.guesses) == 3 else None

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The nearer, the better."""
        return tuple(-float(abs(guess - sum(self.numbers))) for guess in self.guesses)


class GuessTheSum(Game[Three]):
    """Each of three players has a number from 1 to 3: guess their sum."""

    players = ("Ada", "Bo", "Cy")

    def new_state(self, rng: Random) -> Three:
        """A number each."""
        return Three(tuple(rng.randint(1, 3) for _ in range(3)))

    def process_response(self, state: Three, value: int, rng: Random) -> Three:
        """One more guess."""
        return replace(state, guesses=(*state.guesses, value))

    def seen_by(self, state: Three, player: int) -> Hashable:
        """All guesses and the player's own number; at the end all numbers."""
        return state.guesses, state.numbers if state.outcome else state.numbers[player]

    def resample(self, state: Three, player: int, rng: Random) -> Three:
        """Other numbers for the others."""
        if state.outcome:
            return state
        drawn = [rng.randint(1, 3) for _ in range(3)]
        return replace(
            state, numbers=(*drawn[:player], state.numbers[player], *drawn[player + 1 :])
        )


@dataclass(frozen=True)
class Pennies(State):
    """What each has chosen; "hidden" if it is not known."""

    chosen: tuple[str, ...] = ()

    @property
    def display_text(self) -> str:
        """What was chosen."""
        return f"Chosen: {', '.join(self.chosen) or 'nothing'}."

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """A side of the coin."""
        return () if self.outcome else (("heads", "heads"), ("tails", "tails"))

    @property
    def outcome(self) -> str | None:
        """Over when both have chosen."""
        return "over" if len(self.chosen) == 2 else None

    @property
    def winner(self) -> int:
        """The first where the sides match."""
        return int(len(set(self.chosen)) == 2)


class MatchingPennies(Game[Pennies]):
    """Both choose a side at once: the first wins where they match."""

    players = 2

    def new_state(self, rng: Random) -> Pennies:
        """Nothing chosen."""
        return Pennies()

    def process_response(self, state: Pennies, value: str, rng: Random) -> Pennies:
        """One more choice."""
        return Pennies((*state.chosen, value))

    def seen_by(self, state: Pennies, player: int) -> Pennies:
        """The own choice; both at the end."""
        if state.outcome:
            return state
        return Pennies(
            tuple(side if who == player else "hidden" for who, side in enumerate(state.chosen))
        )

    def resample(self, state: Pennies, player: int, rng: Random) -> Pennies:
        """Another choice of the other."""
        return Pennies(tuple(rng.choice(["heads", "tails"]) if s == "hidden" else s
                             for s in self.seen_by(state, player).chosen))  # fmt: skip


class Cheat(MatchingPennies):
    """It brings a player who matches whatever the state that it is given says."""

    opponents = {
        "cheat": Opponent(lambda budget: lambda game, state, rng: (*state.chosen, "heads")[0])
    }


# A game in which each player knows something else ------------------------------------------------


def test_kuhn_poker_is_written_in_under_forty_lines() -> None:
    """The example, blank lines not counted."""
    assert (
        len([text for text in KUHN.read_text(encoding="utf-8").splitlines() if text.strip()]) < 40
    )


def test_each_player_sees_the_own_card(kuhn: Any) -> None:
    """At one keyboard the player to move, at the end whoever moved last; against others you."""
    p = kuhn.both_sides
    pages = [
        str(at.__doc__) for at in (p, p.check, p.check.bet, p.check.bet.fold, p.check.bet.call)
    ]

    assert ["K ?", "? Q", "K ?", "K ?", "K Q"] == [
        page.partition("Cards: ")[2][:3] for page in pages
    ]
    for seat in (0, 1):
        q = kuhn(against="random", seat=seat)
        cards = " ".join(
            "?" if other != seat else card for other, card in enumerate(q._state.cards)
        )
        while outcome(q) is None:
            assert f"Cards: {cards}." in q.__doc__
            q = choose(q, "fold" if "fold" in q.__doc__ else "check")


def test_a_game_that_ends_by_the_other_shows_your_side(kuhn: Any) -> None:
    """The last page is yours too, whoever moved last, in text, HTML, transcript and by undo."""
    q = next(
        q
        for seed in range(60)
        if "bet fold" in (q := kuhn(against="random", seed=seed).bet)._state.said
    )
    mine, theirs = q._state.cards

    for page in (q.__doc__, q._repr_html_(), transcript(q), undo(q).__doc__):
        assert f"Cards: {mine} ?" in page
        assert f"{mine} {theirs}" not in page


def test_a_transcript_has_what_its_reader_was_shown(kuhn: Any) -> None:
    """At one keyboard the pages and choices of the other seat are left out."""
    end = kuhn.both_sides.check.bet.fold

    assert "> check" in transcript(end)
    assert "> bet" not in transcript(end)
    assert "Q" not in transcript(end)


def test_replies_are_not_told_where_something_is_hidden() -> None:
    """A choice that was made in secret stands on no page while it is secret, and not in the
    line."""
    provider = InteractiveProvider(MatchingPennies, seed=1)
    for seed in range(10):
        p = provider.matching_pennies(against="random", seat=1, seed=seed)
        assert "Chosen: hidden." in p.__doc__
        for text in (p.__doc__, p._repr_html_(), transcript(p), line(p)):
            assert "played" not in text
        assert {"heads", "tails"} >= {p._replies[0].value}


@pytest.mark.slow
@pytest.mark.parametrize("game", [GuessTheSum, MatchingPennies], ids=lambda game: game.__name__)
def test_games_of_three_and_of_choices_at_once_keep_the_rules(game: type[Game[Any]]) -> None:
    """Three players, what they know said by numbers; choices at once, what is known said by a
    state."""
    check_game(game, games=8)


@pytest.mark.slow
def test_the_example_keeps_the_rules(kuhn: Any) -> None:
    """Kuhn poker passes the contract suite."""
    check_game(kuhn._game)


# Nothing depends on what is hidden ---------------------------------------------------------------


def positions(kuhn: Any) -> dict[str, Any]:
    """Positions of games that hide something and can draw it again."""
    provider = InteractiveProvider(GuessTheSum, MatchingPennies, seed=2)
    return {
        "guess": games.guess(seed=3)(50),
        "guess of few": games.guess(high=9, most=4, seed=3)(5),
        "kuhn": kuhn.both_sides,
        "kuhn, second": kuhn.both_sides.check,
        "kuhn, against mcts": kuhn(against=("mcts", 16), seat=1),
        "kuhn, folded": kuhn.both_sides.bet.fold,
        "three": provider.guess_the_sum.both_sides,
        "three, third": provider.guess_the_sum.both_sides.sum_3.sum_4,
        "three, seated": provider.guess_the_sum(against="random", seat=2),
        "pennies": provider.matching_pennies.both_sides.heads,
        "pennies, seated": provider.matching_pennies(against="random", seat=1),
    }


@pytest.mark.slow
def test_exchanging_what_is_hidden_changes_nothing_that_is_told(kuhn: Any) -> None:
    """Everything that can be asked of a position is the same for those that its player cannot tell
    from it."""
    found = {
        (name, number): told
        for name, p in positions(kuhn).items()
        for number, twin in enumerate(twins(p, 3))
        if (told := told_apart(p, twin))
    }
    assert {} == found


@pytest.mark.slow
def test_two_fields_that_look_alike_tell_the_same() -> None:
    """Minesweeper draws nothing again, so nothing is played out on it: pages, hints and verdicts
    are equal."""
    small: dict[str, Any] = {"rows": 4, "columns": 6, "mines": 5, "start": "unsafe"}
    one, other = (
        games.minesweeper(seed=seed, **small).uncover.r1.c5.uncover.r1.c6
        for seed in (254601, 479554)
    )

    assert one._state.field.layout != other._state.field.layout
    assert [] == told_apart(one, with_state(one, other._state))


def test_a_player_is_not_told_how_the_game_is_written() -> None:
    """Why a game that is built in cannot be played out is said without its attributes, and without
    advice."""
    with pytest.raises(NoAbility) as refusal:
        simulate(games.minesweeper(seed=7).beginner, 1)
    why = "Minesweeper hides what a player does not know, and the answer would reveal it."
    assert why == str(refusal.value)


@pytest.mark.slow
def test_simulated_games_tell_no_mine() -> None:
    """Games cannot be played out on a field, nor in a program or a story that keeps something to
    itself."""
    for p in (
        games.minesweeper(seed=7).beginner.uncover.r4.c4,
        games.basic.lighthouse(seed=1),
        games.stories.bell_under_the_ice(seed=1),
    ):
        for ask in (simulate, report):
            with pytest.raises(NoAbility, match=r"hides .* and the answer would reveal it"):
                ask(p)


@pytest.mark.slow
def test_simulated_guesses_tell_no_secret() -> None:
    """Each game is played with a secret of its own among those that the answers allow."""
    records = simulate(games.guess(seed=3)(50), 60, progress=False).records
    found = {record.values[-1] for record in records}

    assert len(found) > 20
    assert min(found) > 50


def test_functions_that_play_are_given_a_world_of_their_own() -> None:
    """A player who reads the secret off the state reads one that was drawn, and another at each
    choice."""
    p = games.guess(high=1000, seed=3)
    series = simulate(p, 30, lambda game, state, rng: state.secret, progress=False)

    assert p._state.secret not in {record.values[0] for record in series.records}
    assert max(series.lengths) > 1


def test_an_opponent_knows_no_more_than_its_seat() -> None:
    """A player that a game brings is given a world drawn again: it cannot match what it cannot
    see."""
    provider = InteractiveProvider(Cheat, seed=1)
    ends = {outcome(provider.cheat(against="cheat", seed=seed).heads) for seed in range(20)}
    assert {"won", "lost"} == ends


def test_lines_and_trees_lead_to_your_own_game(kuhn: Any) -> None:
    """A series has no line of a game as it really went; a tree goes on from the seat that you
    have."""
    q = kuhn(against="random", seat=1)
    grown = tree(q, 1, Limit(simulations=20))

    assert "" == simulate(q, 5, progress=False).line
    assert {line(choose(q, option)) for option in options(q)} == {
        grown.line(option.label) for option in options(q)
    }


@pytest.mark.slow
def test_a_hint_is_the_same_for_all_that_looks_the_same(kuhn: Any) -> None:
    """Two seeds that dealt you the same card give the same advice, for it comes from what you
    know."""
    begun = [
        p for seed in range(40) if (p := kuhn(seed=seed, against="random"))._state.cards[0] == "Q"
    ]

    assert {"QK", "QJ"} == {p._state.cards for p in begun}
    assert 1 == len({str(hint(p)) for p in begun})


# What the suite finds ----------------------------------------------------------------------------


def faults_of(kuhn: Any, **members: Any) -> str:
    """What is found in the example with other members."""
    with pytest.raises(ContractError) as found:
        check_game(type("Bad", (type(kuhn._game),), members), games=6)
    return str(found.value)


def _wrong_cards(self: Any, state: Any, player: int, rng: Random) -> Any:
    return replace(state, cards="".join(rng.sample("JQK", 2)))


def _from_what_is_there(self: Any, state: Any, player: int, rng: Random) -> Any:
    if state.outcome:
        return state
    other = rng.sample([state.cards[1 - player], *(c for c in "JQK" if c not in state.cards)], 2)[0]
    return replace(state, cards=other + state.cards[1] if player else state.cards[0] + other)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("members", "fault"),
    [
        (
            {"resample": _wrong_cards},
            "resample returns a state that player 0 can distinguish from the original: se",
        ),
        (
            {"resample": _from_what_is_there},
            "search distinguishes two states with the same seen_by for player 0",
        ),
        (
            {"seen_by": lambda self, state, player: (state.cards[player], state.said)},
            "text distinguishes two states with the same seen_by for player 0",
        ),
        ({"seen_by": lambda self, state, player: [state.cards[player]]}, "which cannot be hashed"),
        (
            {"seen_by": lambda self, state, player: replace(state, said="bet")},
            "returns a state whose display_options",
        ),
        (
            {
                "seen_by": lambda self, s, player: (
                    s.cards if s.outcome == "showdown" else s.cards[player],
                    s.said,
                ),
                "hint": lambda self, s: (
                    None if s.outcome else Hint(s.display_options[0][1], s.cards)
                ),
            },
            "hint distinguishes two states with the same seen_by for player 0",
        ),
    ],
    ids=["changes what is known", "draws from what is there", "page", "list", "options", "hint"],
)
def test_what_tells_a_player_too_much_is_found(
    kuhn: Any, members: dict[str, Any], fault: str
) -> None:
    """A clear sentence for each way in which a game tells a player what the player does not
    know."""
    assert fault in faults_of(kuhn, **members)


@dataclass(frozen=True)
class Dealt(State):
    """Two hands and a pile; a hand that is not known is empty."""

    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    played: int = 0

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """A card of the player's own."""
        return () if self.outcome else tuple((f"card {n}", n) for n in self.hands[0])

    @property
    def outcome(self) -> str | None:
        """Over after a card."""
        return "over" if self.played else None

    @property
    def payoffs(self) -> tuple[float, ...]:
        """A point for a card above the first of the pile, and of the other hand."""
        won = float(self.played > max(self.pile[:1] + self.hands[1][:1]))
        return won, 1 - won


class Deal(Game[Dealt]):
    """Three of twelve cards each; what is drawn again depends on what the player knows alone."""

    players = 2

    def new_state(self, rng: Random) -> Dealt:
        """Shuffle and deal."""
        pack = list(range(12))
        rng.shuffle(pack)
        return Dealt((tuple(pack[:3]), tuple(pack[3:6])), tuple(pack[6:]))

    def process_response(self, state: Dealt, value: int, rng: Random) -> Dealt:
        """Play a card."""
        return replace(state, played=value + 1)

    def seen_by(self, state: Dealt, player: int) -> Hashable:
        """The own hand, and at the end everything."""
        return state if state.outcome else state.hands[player]

    def resample(self, state: Dealt, player: int, rng: Random) -> Dealt:
        """Shuffle in their order what the player does not see."""
        left = sorted({*range(12)}.difference(state.hands[player]))
        rng.shuffle(left)
        hands = [tuple(left[:3])] * 2
        hands[player] = state.hands[player]
        return Dealt(tuple(hands), tuple(left[3:]))


class Peeking(Deal):
    """The other's hand stays as it is; only the pile is shuffled."""

    def resample(self, state: Dealt, player: int, rng: Random) -> Dealt:
        """It looks at the cards of both."""
        pile = sorted(state.pile)
        rng.shuffle(pile)
        return replace(state, pile=tuple(pile))


class OnePeek(Deal):
    """The other keeps one card; everything else is shuffled."""

    def resample(self, state: Dealt, player: int, rng: Random) -> Dealt:
        """It looks at the other's first card."""
        first = state.hands[1 - player][0]
        left = sorted({*range(12)}.difference(state.hands[player], {first}))
        rng.shuffle(left)
        hands = [(first, *left[:2])] * 2
        hands[player] = state.hands[player]
        return Dealt(tuple(hands), tuple(left[2:]))


def test_a_resample_that_depends_on_what_is_known_alone_passes() -> None:
    """Whatever one draw of the luck is changed, the same generator draws the same world."""
    assert "No problems in 4 games." == str(check_game(Deal, games=4))


@pytest.mark.parametrize("kind", [Peeking, OnePeek])
def test_a_resample_that_keeps_a_hidden_card_is_found(kind: type[Game]) -> None:
    """Though the state that it gives looks the same and something else was shuffled: the hands
    differ where only hidden cards did."""
    with pytest.raises(ContractError, match="resample keeps what player 0 does not know") as found:
        check_game(kind, games=4)
    assert "hands: ((" in str(found.value)


@dataclass(frozen=True)
class Bare(State):
    """A number that nobody is shown."""

    number: int
    over: bool = False

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """Go on, once."""
        return () if self.over else (("go", "go"),)

    @property
    def outcome(self) -> str | None:
        """Won after the choice."""
        return "won" if self.over else None


class ShowsNothing(Game[Bare]):
    """It shows nothing; nothing leaks from it."""

    players = 1

    def new_state(self, rng: Random) -> Bare:
        """Any number."""
        return Bare(rng.randrange(100))

    def process_response(self, state: Bare, value: str, rng: Random) -> Bare:
        """The end."""
        return replace(state, over=True)


def test_a_game_that_shows_nothing_is_not_said_to_leak() -> None:
    """It is told to show what differs, or to declare what it hides."""
    with pytest.raises(
        ContractError, match=r"\[players\] two different states look the same.* Show the difference"
    ):
        check_game(ShowsNothing, games=2)


def test_no_resample_is_none() -> None:
    """``resample = None`` says that there is none, here as for every other ability."""
    game = type("Plain", (ShowsNothing,), {"hides": ("number",), "resample": None})
    with pytest.raises(NoAbility, match="hides number"):
        simulate(InteractiveProvider(game, seed=1).plain)
    check_game(game, games=2)


def test_numbers_are_typed_of_what_is_really_there() -> None:
    """What may be typed is a state's own, so a view of it offers the same."""

    @dataclass(frozen=True)
    class Secret(State):
        number: int | None
        said: int | None = None

        @property
        def free_input(self) -> Number | None:
            return None if self.outcome else Number(1, 2)

        @property
        def outcome(self) -> str | None:
            return None if self.said is None else "won" if self.said == self.number else "lost"

    class Typed(Game[Secret]):
        """Say the number."""

        def new_state(self, rng: Random) -> Secret:
            return Secret(rng.randint(1, 2))

        def process_response(self, state: Secret, value: int, rng: Random) -> Secret:
            return replace(state, said=value)

        def seen_by(self, state: Secret, player: int) -> Secret:
            return state if state.outcome else replace(state, number=None)

    check_game(Typed, games=4)
    p = InteractiveProvider(Typed, seed=1).typed
    assert {"won", "lost"} == {sure(outcome(p(1))), sure(outcome(p(2)))}


# Side doors --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shells(State):
    """Three cups in an order that the first player alone knows; the last is the good one."""

    order: tuple[int, ...]
    chosen: int | None = None
    display_text: str = "Which cup?"
    mover: int = 1

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """The cups by number."""
        return () if self.outcome else tuple((f"cup {n}", n) for n in range(3))

    @property
    def outcome(self) -> str | None:
        """Over after one choice."""
        return None if self.chosen is None else "over"

    @property
    def payoffs(self) -> tuple[float, float]:
        """The second player wins by the last cup."""
        return (0.0, 1.0) if self.chosen == self.order[-1] else (1.0, 0.0)


class ShellGame(Game[Shells]):
    """Its board, its files and its hints show the order as far as it is known."""

    players = 2
    opponents = {"engine": Opponent(lambda budget: lambda game, state, rng: 0, recorded=True)}

    def new_state(self, rng: Random, mover: int = 1) -> Shells:
        """Any order."""
        return Shells(tuple(rng.sample(range(3), 3)), mover=mover)

    def process_response(self, state: Shells, value: int, rng: Random) -> Shells:
        """The choice."""
        return replace(state, chosen=value)

    def seen_by(self, state: Shells, player: int) -> Shells:
        """The order for the first alone."""
        return state if player == 0 else replace(state, order=(0, 1, 2))

    def resample(self, state: Shells, player: int, rng: Random) -> Shells:
        """Another order."""
        return state if player == 0 else replace(state, order=tuple(rng.sample(range(3), 3)))

    def board(self, state: Shells) -> Board:
        """The cups in their order."""
        return Board(
            (tuple(Cell(f"{n}", press=None if state.outcome else n) for n in state.order),)
        )

    def write(self, states: Any, suffix: str) -> str:
        """All orders."""
        return str([state.order for state in states])


def shells() -> Any:
    """A position of the second player, who does not know the order."""
    begun = InteractiveProvider(ShellGame, seed=1).shell_game
    return next(
        p for seed in range(60) if (p := begun(seed=seed, mover=1))._state.order == (2, 1, 0)
    )


@pytest.mark.slow
def test_boards_and_files_are_those_of_the_viewer(tmp_path: Path) -> None:
    """The cells of a hint, the boards of a tree and a file of the game's own show what is known."""
    p = shells()
    for twin in twins(p, 6):
        assert [] == told_apart(p, twin)

    save(p.cup_0, tmp_path / "game.txt")
    assert "[(0, 1, 2), (0, 1, 2)]" == (tmp_path / "game.txt").read_text()


def test_replies_of_an_engine_are_not_written_down() -> None:
    """A line with the moves of both sides would tell what the other has chosen."""
    p = InteractiveProvider(ShellGame, seed=1).shell_game(against="engine", seat=1, mover=0)
    assert "over" == p._state.outcome
    assert "cup_0" not in line(p)


def test_a_game_over_before_your_turn_is_seen_from_your_seat() -> None:
    """Even where the other player ended it at once."""
    p = InteractiveProvider(ShellGame, seed=1).shell_game(against="engine", seat=1, mover=0)
    assert ["0", "1", "2"] == [cell.text for cell in sure(board(p)).rows[0]]


def test_no_line_of_a_simulated_game_and_no_count(kuhn: Any) -> None:
    """A line would say that the game went so with the real secret; a count would walk through the
    real one."""
    assert {""} == {
        simulate(games.guess(high=2, seed=seed), 1, progress=False).line for seed in range(8)
    }
    with pytest.raises(NoAbility, match="cannot be counted: it hides what a player does not know"):
        count(kuhn.both_sides)


def test_a_report_on_few_secrets_is_the_same_for_each() -> None:
    """The positions that are counted as new are those of drawn worlds."""
    p = games.guess(high=3, seed=3)
    reports = {
        str(report(with_state(p, replace(p._state, secret=n)), games=30, matches=2))
        for n in (1, 2, 3)
    }
    assert 1 == len(reports)


def test_a_live_board_lists_the_pages_of_its_viewer(kuhn: Any) -> None:
    """The transcript beside the board leaves out what the other seat was shown and chose."""
    assert [("check", "Cards: K ?. Said: nothing.")] == pages_beside(kuhn.both_sides.check.bet)


@pytest.mark.slow
def test_choices_in_secret_that_show_are_found() -> None:
    """The suite also compares games that went on by another choice."""
    members = {
        "seen_by": lambda self, state, player: (
            len(state.chosen),
            state.chosen[player : player + 1],
        ),
        "resample": None,
    }
    with pytest.raises(ContractError, match="text distinguishes two states with the same seen_by"):
        check_game(type("Shown", (MatchingPennies,), members), games=6)


def test_the_luck_of_a_search_follows_from_what_is_known() -> None:
    """Where something is hidden; else from the position, so that two games with the same page
    differ."""
    numbers: list[Any] = [games.guess(seed=seed) for seed in (3, 4)]
    rows: list[Any] = [games.k_in_a_row(seed=seed).four_in_a_row for seed in (3, 4)]

    assert numbers[0]._state != numbers[1]._state
    assert 1 == len({luck_of(p).random() for p in numbers})
    assert 2 == len({luck_of(p).random() for p in rows})


def test_what_is_hidden_is_declared_on_the_game() -> None:
    """A state's ``hides`` would be ignored without a word, so the check of a game reports it."""

    class Misplaced(State):
        """It declares what nobody may see, where nobody reads it."""

        hides = ("secret",)
        secret = 1
        display_text = "?"
        display_options = (("go on", 1),)

    class Forgetful(Game[State]):
        """One state forever."""

        def new_state(self, rng: Random) -> State:
            """The only state."""
            return Misplaced()

        def process_response(self, state: State, value: int, rng: Random) -> State:
            """The same again."""
            return state

    with pytest.raises(ContractError, match="hides belongs on the game"):
        check_game(Forgetful)
