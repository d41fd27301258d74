"""Links: short, read back exactly, and harmless whatever somebody writes into them."""

from __future__ import annotations

import base64
import datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider import (
    InteractiveProvider,
    choose,
    daily,
    games,
    line,
    new_game,
    options,
    outcome,
    replay,
    result,
    seed,
    share,
    undo,
)
from interactive_provider.errors import BadLine, ChoiceError
from interactive_provider.heart import nodes, sharing
from interactive_provider.heart.synthesis import Node
from tests.heart.toys import Walk

SHARED = [
    "games.guess(seed=7)(50)(25)",
    "games.match_game(rows=(3, 4, 5), seed=2).row1.take2",
    "games.match_game(seed='a b').two_people.row2.take1.row3",
    "games.minesweeper(seed=7).beginner.uncover.r5.c5.flag.r4.c7",
    "games.minesweeper(seed=7)",
    "games.rock_paper_scissors(seed=-3).rock.paper",
    "games.sliding(seed=1).eight",
    "games.capture.gentle_1",
    "games.basic.cellars(seed=3)",
    "games.chemistry(seed=7)(28)",
]


@pytest.mark.parametrize("written", SHARED)
def test_there_and_back(written: str) -> None:
    """A link leads to the very position; a choice half made counts as the position that it began at."""
    p = replay(written)
    expected = p if isinstance(p, nodes.Lobby) else undo(p, 0)
    assert expected == replay(share(p))
    assert line(expected) == line(replay(share(p)))


def played(p: Node, moves: int, luck: Random) -> Node:
    """The position after so many moves by luck, or at the end."""
    for _ in range(moves):
        offered = options(p)
        if outcome(p) is not None or not offered:
            break
        p = choose(p, luck.choice(offered))
    return p


def test_a_long_game_stays_short() -> None:
    """Two hundred and twenty-eight moves on an expert board take fewer than a thousand characters."""
    p: Node = games.minesweeper(seed=7).expert
    flags = [option for option in options(p) if option.names[0] == "flag"][:228]
    for flag in flags:
        p = choose(p, flag)
    link = share(p)
    assert 228 == len(flags)
    assert len(link) < 1000 < len(line(p))
    assert p == replay(link)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["match_game", "sliding", "capture", "minesweeper"])
def test_random_games(name: str) -> None:
    """Whatever is played on any preset comes back as it was."""
    luck = Random(5)
    for preset in options(getattr(games(seed=3), name))[:4]:
        p = played(choose(getattr(games(seed=3), name), preset), 25, luck)
        assert p == replay(share(p))


def _is_harmless(link: str) -> bool:
    try:
        found = replay(link)
    except BadLine:
        return True
    return isinstance(found, nodes.Position | nodes.Lobby)


@given(st.integers(0, 200), st.integers(0, 255), st.integers(0, 60))
def test_altered_links(place: int, byte: int, cut: int) -> None:
    """A link with another letter, or cut short, is told in one sentence or leads to a game."""
    link = share(games.match_game(rows=(3, 4, 5), seed=2).row1.take2)
    head, code = link.split("#p=")
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    changed = code[: place % len(code)] + signs[byte % 64] + code[place % len(code) + 1 :]
    assert _is_harmless(f"{head}#p={changed}")
    assert _is_harmless(f"{head}#p={code[: len(code) - cut]}")


@given(st.binary(max_size=60))
def test_forged_links(code: bytes) -> None:
    """Any bytes at all are told in one sentence, or lead to a game."""
    import base64

    for written in (code, b"\x01" + code):
        assert _is_harmless("x#p=" + base64.urlsafe_b64encode(written).decode().rstrip("="))


HOSTILE = [
    "#p=",
    "#p=../../etc/passwd",
    "#p=__import__('os')",
    "#p=A" + "A" * 30_000,
    "#p=%41",
    "http://x/#p=AQ<script>",
    "#p=\ud800",
]


@pytest.mark.parametrize("link", HOSTILE)
def test_hostile_links(link: str) -> None:
    """What was not made here is refused in one sentence."""
    with pytest.raises(BadLine, match="The link"):
        replay(link)


@pytest.mark.parametrize(
    "head",
    [
        {"g": "guess", "s": True, "p": {}, "o": []},
        {"g": "no_such", "s": 1, "p": {}, "o": []},
        {"g": "guess", "s": 1, "p": {"no_such": 1}, "o": []},
        {"g": "guess", "s": 1, "p": {"low": "x"}, "o": []},
        {"g": "guess", "s": 1, "p": [], "o": []},
        {"g": "guess", "s": 1, "p": {"low": [[[]]]}, "o": 5},
        {"g": ["guess"], "s": 1},
        {"g": "basic", "s": 1},
        {"g": "guess.__class__", "s": 1},
        [],
        5,
    ],
)
def test_forged_heads(head: object) -> None:
    """A link that is well formed and names what is not there is refused."""
    import base64
    import json

    told = json.dumps(head).encode()
    code = b"\x01" + b"\0" * 4 + bytes([len(told)]) + told + b"\x01\x05"
    with pytest.raises(BadLine, match="The link"):
        replay("#p=" + base64.urlsafe_b64encode(code).decode().rstrip("="))


def test_only_what_everybody_has() -> None:
    """A game of one's own, and what is no game, cannot be shared, and that is said."""
    with pytest.raises(ChoiceError, match="a game of your own"):
        share(InteractiveProvider(Walk(), seed=1).walk.left)
    with pytest.raises(ChoiceError, match="nothing to share"):
        share(games)


def test_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link begins with the address of the site, whichever way that ends."""
    monkeypatch.setattr(sharing, "SITE", ["https://games.example/lite"])
    assert share(games.guess(seed=1)).startswith("https://games.example/lite/#p=")


def test_result_gives_nothing_away() -> None:
    """How it went: game, level, board and moves, and a link to the beginning; no move, no square."""
    p = games.minesweeper(seed="2026-11-21").beginner
    told = result(p.uncover.r5.c5.flag.r1.c1)
    assert "Minesweeper, beginner, daily board of 2026-11-21: 2 moves so far." == told.splitlines()[0]
    assert p == replay(told.splitlines()[1])
    over = games.match_game(rows=(1, 2), seed=4).row2.take2.row1.take1
    assert "The match game, seed 4: " in result(over) and " in 2 moves." in result(over)
    with pytest.raises(ChoiceError, match="has not begun"):
        result(games.minesweeper)


def test_daily(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board of the day is the date's, for all, and its line names the date; the options of a game know no date."""
    monkeypatch.setattr(nodes, "today", lambda: "2026-11-21")
    assert games.minesweeper(seed="2026-11-21").expert == games.minesweeper.daily.expert
    assert "games.minesweeper(seed='2026-11-21').expert" == line(games.minesweeper.daily.expert)
    assert games(seed=3).minesweeper.daily == games(seed=4).minesweeper.daily
    assert "daily" in dir(games.minesweeper)
    assert "daily" not in {option.label for option in options(games.minesweeper)}
    assert games.minesweeper.daily != new_game(games.minesweeper.daily)


def test_daily_of_any_game() -> None:
    """A game without a lobby, and one that goes on, has a board of the day too."""
    today = datetime.date.today().isoformat()
    assert today == seed(daily(games.guess)) == seed(daily(games.minesweeper(seed=7).beginner.uncover.r1.c1))
    assert games.match_game(rows=(3, 2), seed=today) == daily(games.match_game(rows=(3, 2), seed=1).row1.take1)


def test_a_link_to_a_position_that_lost_its_parameters_opens_no_lobby() -> None:
    """A position's digest without a position is an altered link."""
    code = sharing._packed(games.guess(seed=7)(50))
    whole = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)).replace(b'"p"', b'"q"')
    with pytest.raises(BadLine, match="altered"):
        sharing.opened(base64.urlsafe_b64encode(whole).decode())


def test_a_link_longer_than_any_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of more than 20,000 letters, and one that says it has more than 10,000 moves."""
    with pytest.raises(BadLine, match="is longer than any that was made here"):
        replay("#p=" + "A" * 20_001)
    link = share(games.guess(seed=7)(50))
    monkeypatch.setattr(sharing, "_MOST_MOVES", 0)
    with pytest.raises(BadLine, match="has been cut short or altered"):
        replay(link)
