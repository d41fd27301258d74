"""What leaves the server: every frame is the same in two worlds that its seat cannot tell apart."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, line
from interactive_provider.adapters.openspiel.facts import FACTS
from interactive_provider.heart.choices.menus import entries_of
from interactive_provider.heart.choices.synthesis import filled, synthesise
from interactive_provider.heart.play.insiders import at_table, table_of
from interactive_provider.heart.play.nodes import Position
from interactive_provider.heart.play.position_data import board_of
from interactive_provider.hosting import frames
from interactive_provider.hosting.match import Match
from interactive_provider.hosting.seat import session
from interactive_provider.hosting.tables import Tables
from tests.hosting.at_tables import FOUR, chosen, laid, shown, tables_in
from tests.thorough import some
from tools.isolation import REPOSITORY

DEALT = sorted(name for name, facts in FACTS.items() if facts.deals and name != "blackjack")


def in_world(match: Match, state: Any = None) -> Match:
    """The same match, with another state in the present position and no page open."""
    twin = copy.copy(match)
    twin.sessions = {}
    twin._path = [*match._path]
    if state is not None:
        p: Any = match.position
        parts = {"_table": p._table, "_parent": p._parent, "_step": p._step, "_replies": p._replies}
        made = filled(
            synthesise(Position, entries_of(state)), _state=state, _digest=b"twin", **parts
        )
        twin._path[-1] = made
    return twin


def said(tables: Tables, match: Match, seat: int) -> list[str]:
    """Everything that a seat is sent: at first, and after orders that cannot be carried out."""
    told = [shown(tables, match, seat)]
    for order in (
        {"do": "type", "text": "nothing of the kind"},
        {"do": "option", "index": 99},
        {"do": "hint"},
        {"do": "gesture", "gesture": "press", "at": [0, 0]},
    ):
        number = told[-1]["view"]["number"]
        if order["do"] != "gesture" or match.mover != seat:
            session(match, seat).act({**order, "seen": number})
        told.append(shown(tables, match, seat))
    return [json.dumps(one) for one in told]


def told_apart(tables: Tables, match: Match, luck: Random) -> list[int]:
    """The seats that are sent something else in another world like this one."""
    game, state = match.position._table.game, match.position._state
    found = []
    for seat in range(len(match.names)):
        twin = game.resample(state, seat, luck)  # type: ignore[attr-defined]
        here = said(tables, in_world(match), seat)
        if here != said(tables, in_world(match, twin), seat):
            found.append(seat)
    return found


def compared(folder: Path, begun: str, games: int, moves: int) -> tuple[int, list[Any]]:
    """How many positions of random games were compared, and what was told apart in them."""
    tables, count, apart = tables_in(folder), 0, []
    for seed in range(games):
        match, rng = laid(tables, begun), Random(seed)
        while match.mover is not None and len(line(match.position).split(".")) < moves:
            if seats := told_apart(tables, match, rng):
                apart.append((seed, line(match.position), seats))
            count += 1
            chosen(tables, match, rng=rng)
    return count, apart


def test_an_author_s_game_tells_a_seat_nothing_hidden(tmp_path: Path) -> None:
    """Kuhn poker: the other card, the seed behind it and the line to it are in no frame."""
    games = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py")
    begun = line(games.kuhn_poker.both_sides)

    count, apart = compared(tmp_path, begun, some(6, of=100), 99)

    assert [] == apart
    assert count > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALT)
def test_a_game_of_openspiel_tells_a_seat_nothing_hidden(name: str, tmp_path: Path) -> None:
    """Neither in the board nor in the words, whether it is this seat's turn or another's."""
    from interactive_provider import games

    begun = line(getattr(games.openspiel, name).both_sides)

    count, apart = compared(tmp_path, begun, some(1, of=25), some(8, of=60))

    assert [] == apart
    assert count > 0


def test_a_line_that_is_sent_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is red if a seat is sent the line, in which the seed stands."""
    games = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py")
    begun = line(games.kuhn_poker.both_sides)
    whole = frames._for_seat
    monkeypatch.setattr(
        frames,
        "_for_seat",
        lambda match, seat: {
            **whole(match, seat),
            "line": repr(match.position._state),
        },
    )

    _, apart = compared(tmp_path, begun, 3, 99)

    assert apart


def test_the_line_is_told_after_the_end(tmp_path: Path) -> None:
    """It is the record of the game, and then hides nothing any more."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    assert "" == shown(tables, match, 0)["line"]
    match.resign(0)
    assert line(match.position) == shown(tables, match, 0)["line"]


def test_the_seed_is_in_no_frame(tmp_path: Path) -> None:
    """Not even in a sentence about what cannot be chosen; a table's seed cannot be guessed."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    seed = match.position._table.seed
    assert len(str(seed)) >= 24
    for seat in range(2):
        assert all(str(seed) not in one and "seed" not in one for one in said(tables, match, seat))


def test_secrets_of_seats_are_in_no_frame(tmp_path: Path) -> None:
    """Only invitations to empty seats and the link for those who watch are shown."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    own = tables.take(match, 0, "Ann")
    told = shown(tables, match, 0)
    assert own not in json.dumps(told)
    assert [0, 2] == [*map(len, told["ways"])]
    assert told["watch"]
    assert {"ways", "watch"} & {*shown(tables, match, None, "watch")} == set()


def test_those_who_watch_see_a_hiding_game_s_people_only(tmp_path: Path) -> None:
    """Unless the game says what everybody may see, its board is sent to nobody but its players."""
    tables = tables_in(tmp_path)
    games = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py")
    match = laid(tables, line(games.kuhn_poker.both_sides))
    told = shown(tables, match, None, "watch")
    assert ["Ann", "Ben"] == told["names"]
    assert "view" not in told


def test_those_who_watch_see_what_no_player_hides(tmp_path: Path) -> None:
    """If the game says what that is: the same in every world that any of its players cannot tell
    from this one."""
    tables, luck = tables_in(tmp_path), Random(5)
    games = InteractiveProvider(REPOSITORY / "examples" / "high_card.py")
    match = laid(tables, line(games.high_card.both_sides))
    for _ in range(6):
        state = match.position._state
        own = shown(tables, in_world(match), None, "watch")["view"]
        for seat in range(2):
            hands = [*state.hands]
            hands[1 - seat] = tuple(card % 12 + 1 for card in hands[1 - seat])
            twin = in_world(match, replace(state, hands=tuple(hands)))
            assert own == shown(tables, twin, None, "watch")["view"]
        chosen(tables, match, rng=luck)
    assert "Tricks: " in own["text"]


@pytest.mark.parametrize("name", ["pig", "yacht"])
def test_each_seat_of_an_open_game_is_you_on_its_own_page(name: str, tmp_path: Path) -> None:
    """Also while the other is to move: the mover's dice and points are not everybody's own."""
    from interactive_provider import games

    tables = tables_in(tmp_path)
    match = laid(tables, line(getattr(games.openspiel.luck, name).both_sides))
    views = [shown(tables, match, seat)["view"] for seat in (0, 1)]
    turns = [zone[2] for view in views for zone in view["board"]["zones"] if "ip-turn" in zone[1]]
    assert ["you", "Player 1"] == turns
    own = [next(z for z in view["board"]["zones"] if z[2] == "you") for view in views[:1]]
    assert "Player 1" in own[0][3]


def test_points_that_are_offered_stand_in_the_mover_s_column(tmp_path: Path) -> None:
    """At yacht the other's page shows them as the other's."""
    tables = tables_in(tmp_path)
    match = laid(tables, "games.openspiel.luck.yacht.both_sides")
    texts = []
    for seat in (0, 1):
        p = at_table(table_of(match.position).seen_from(seat), match.position)
        board = board_of(p)
        assert board is not None
        texts.append([[cell.text for cell in row][:2] for row in board.rows[1:3]])
    (heads, ones), (others, same) = texts
    assert (["you", "Player 2"], ["you", "Player 1"]) == (heads, others)
    assert ones == same[::-1]
    assert ones[0].startswith("(")


def test_a_page_that_is_late_is_not_shown_the_next_game_from_another_seat(tmp_path: Path) -> None:
    """Seats change with a rematch: what was asked from the old one shows nothing of the new game."""
    tables = tables_in(tmp_path)
    games = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py")
    match = tables.lay(line(games.kuhn_poker.both_sides))
    keys = [tables.take(match, seat, name) for seat, name in enumerate(("Ann", "Ben"))]
    before = tables.enter(keys[0])
    match.resign(0)
    match.ask("rematch", 0)
    match.ask("rematch", 1)
    assert {} == frames.frame(tables, (), before)
    after = tables.enter(keys[0])
    assert (1, 1) == (after.seat, after.round)
    assert frames.frame(tables, (), after)["view"]
