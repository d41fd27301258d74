"""Links: short, read back exactly, and harmless whatever somebody writes into them."""

from __future__ import annotations

import base64
import datetime
import string
import tracemalloc
import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interactive_provider import (
    InteractiveProvider,
    choose,
    games,
    line,
    options,
    outcome,
    replay,
    restart,
    seed,
    share,
    summary,
    undo,
)
from interactive_provider.errors import BadLine, ChoiceError, NotAPosition
from interactive_provider.heart.choices.synthesis import Node
from interactive_provider.heart.play import nodes
from interactive_provider.heart.records import links

from .toys import Walk

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
    """A link leads to the very position; a choice half made counts as the position that it began
    at."""
    p = replay(written)
    expected = p if isinstance(p, nodes.Lobby) else undo(p, 0)
    assert expected == replay(share(p))
    assert line(expected) == line(replay(share(p)))


def played(p: Node, moves: int, luck: Random) -> Node:
    """The position after that many moves by luck, or at the end."""
    for _ in range(moves):
        offered = options(p)
        if outcome(p) is not None or not offered:
            break
        p = choose(p, luck.choice(offered))
    return p


def test_a_long_game_stays_short() -> None:
    """Two hundred and twenty-eight moves on an expert board take fewer than a thousand
    characters."""
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


def link_to(text: str) -> str:
    """A link that holds ``text``, as anybody could make one."""
    return "#p=" + base64.urlsafe_b64encode(
        zlib.compress(text.encode("utf-8", "surrogatepass"))
    ).decode().rstrip("=")


@settings(max_examples=25)
@given(st.data())
def test_any_position_comes_back(data: st.DataObject) -> None:
    """Whatever game, parameters, seed and moves: the link leads to an equal position with an equal
    line."""
    seeds = st.integers(-(10**30), 10**30) | st.text(max_size=20)
    rows = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple)
    p: Node = data.draw(
        st.builds(games.match_game, rows=rows, seed=seeds)
        | st.builds(games.guess, seed=seeds)
        | st.builds(games.rock_paper_scissors, seed=seeds)
    )
    for _ in range(data.draw(st.integers(0, 6))):
        if outcome(p) is not None or not options(p):
            break
        p = choose(p, data.draw(st.sampled_from(list(options(p)))))
    assert p == replay(share(p))
    assert line(p) == line(replay(share(p)))


def _is_harmless(link: str) -> bool:
    try:
        found = replay(link)
    except BadLine:
        return True
    return isinstance(found, nodes.Position | nodes.Lobby)


@given(st.integers(0, 200), st.sampled_from(string.ascii_letters + string.digits + "-_"))
def test_altered_links(place: int, sign: str) -> None:
    """A link with another letter is refused, but where the letter makes no difference."""
    p = games.match_game(rows=(3, 4, 5), seed=2).row1.take2
    head, code = share(p).split("#p=")
    place %= len(code)
    try:
        assert p == replay(f"{head}#p={code[:place]}{sign}{code[place + 1 :]}")
    except BadLine as fault:
        assert "altered" in str(fault)


@pytest.mark.parametrize("cut", [1, 4, 20])
def test_a_link_that_was_cut_short_is_refused(cut: int) -> None:
    """At its end or at its beginning, and one to which something was added too."""
    head, code = share(games.guess(seed=7)(50)).split("#p=")
    for other in (code[:-cut], code[cut:], code + "A" * cut, code + code):
        with pytest.raises(BadLine, match="cut short or altered"):
            replay(f"{head}#p={other}")
    for before in (head, head[:12], "https://example.org/"):
        with pytest.raises(BadLine, match="cut short or altered"):
            replay(before)


@given(st.binary(max_size=60))
def test_forged_links(code: bytes) -> None:
    """Any bytes at all are told in one sentence, or lead to a game."""
    for written in (code, zlib.compress(code)):
        assert _is_harmless("x#p=" + base64.urlsafe_b64encode(written).decode().rstrip("="))


def test_a_link_that_would_fill_the_memory_is_refused() -> None:
    """A few thousand characters may hold millions; no more are read than the longest line has."""
    bomb = link_to("games.guess(seed=1)" + ".n1" * 3_000_000)
    tracemalloc.start()
    with pytest.raises(BadLine, match="altered"):
        replay(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(bomb) < 20_000 < peak < 1_000_000


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
    "text",
    [
        "",
        "games.guess(seed=True)(50)",
        "games.no_such(seed=1)",
        "games.guess(no_such=1, seed=1)",
        "games.guess(low='x', seed=1)",
        "games.guess(low=[[[]]], seed=1)",
        "games.guess.__class__",
        "games.guess(seed=1).n5.n0.enter.no_such",
        "games.guess(seed=__import__('os'))",
        "__import__('os').system('true')",
        "5",
        "\ud800",
        "f'{" * 3000,
        "(" * 3000,
        "#p=abc",
        link_to("games.guess(seed=1)"),
    ],
)
def test_forged_lines(text: str) -> None:
    """A link that is well formed and holds what leads nowhere is refused; nothing in it is run."""
    with pytest.raises(BadLine):
        replay(link_to(text))


def test_a_link_leads_into_the_games_that_everybody_has() -> None:
    """Whatever providers are in use, and whichever is given, since a line alone may be of one's
    own."""
    mine = InteractiveProvider(Walk(), seed=1)
    p = games.guess(seed=7)(50)
    assert p == replay(share(p), mine)
    with pytest.raises(BadLine, match="walk"):
        replay(link_to(line(mine.walk.left)), mine)


def test_only_what_everybody_has() -> None:
    """A game of one's own, and what is not a game, cannot be shared, and that is said."""
    with pytest.raises(ChoiceError, match="your own game"):
        share(InteractiveProvider(Walk(), seed=1).walk.left)
    with pytest.raises(NotAPosition, match="is not a position in a game"):
        share(games)


def test_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link begins with the address of the site, whichever way that ends."""
    monkeypatch.setattr(links, "site", "https://games.example/lite")
    assert share(games.guess(seed=1)).startswith("https://games.example/lite/#p=")


def test_result_gives_nothing_away() -> None:
    """How it went: game, level, board and moves, and a link to the beginning; no move, no
    square."""
    p = games.minesweeper(seed="2026-11-21").beginner
    told = summary(p.uncover.r5.c5.flag.r1.c1)
    assert (
        "Minesweeper, beginner, daily board of 2026-11-21: 2 moves so far." == told.splitlines()[0]
    )
    assert p == replay(told.splitlines()[1])
    over = games.match_game(rows=(1, 2), seed=4).row2.take2.row1.take1
    assert "The match game, seed 4: " in summary(over) and " in 2 moves." in summary(over)
    with pytest.raises(ChoiceError, match="has not begun"):
        summary(games.minesweeper)


def test_daily(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board of the day is the date's, for all, and its line names the date; the options of a
    game know no date."""
    monkeypatch.setattr(nodes, "today", lambda: "2026-11-21")
    assert games.minesweeper(seed="2026-11-21").expert == games.minesweeper.daily.expert
    assert "games.minesweeper(seed='2026-11-21').expert" == line(games.minesweeper.daily.expert)
    assert games(seed=3).minesweeper.daily == games(seed=4).minesweeper.daily
    assert "daily" in dir(games.minesweeper)
    assert "daily" not in {option.label for option in options(games.minesweeper)}
    assert games.minesweeper.daily != restart(games.minesweeper.daily, "fresh")


def test_daily_of_any_game() -> None:
    """A game without a lobby, and one that goes on, has a board of the day too."""
    today = datetime.date.today().isoformat()
    assert (
        today
        == seed(restart(games.guess, "today"))
        == seed(restart(games.minesweeper(seed=7).beginner.uncover.r1.c1, "today"))
    )
    assert games.match_game(rows=(3, 2), seed=today) == restart(
        games.match_game(rows=(3, 2), seed=1).row1.take1, "today"
    )


def test_a_link_longer_than_any_is_refused_before_it_is_read() -> None:
    """One of more than 20,000 letters, though they hold a line."""
    line_of_zeros = base64.urlsafe_b64encode(
        zlib.compress(b"games.guess(seed=" + b"0" * 30_000 + b")", 0)
    ).decode()
    for code in ("A" * 20_001, line_of_zeros):
        with pytest.raises(BadLine, match="is longer than any link that share makes"):
            replay("#p=" + code)


def test_the_summary_of_a_game_of_ones_own_has_its_line() -> None:
    """No link can name it, so the line of its beginning stands there."""
    p = InteractiveProvider(Walk()).walk(seed=1).left
    assert f"Walk, seed 1: 1 move so far.\n{line(undo(p))}" == summary(p)
