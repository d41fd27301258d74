"""A game as a tree: what it contains, what is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from IPython.lib.pretty import pretty

from interactive_provider import InteractiveProvider, games
from interactive_provider.analysis import extensive_form
from interactive_provider.errors import NoAbility
from interactive_provider.game import Game, State
from interactive_provider.theory import extensive as theory
from interactive_provider.theory.extensive import LUCK, OVER, ExtensiveForm, TreeNode, amounts
from tests.theory.toys import battle, position_in

KUHN = InteractiveProvider(
    Path(__file__).parents[2] / "examples" / "kuhn_poker.py", seed=3
).kuhn_poker


@dataclass(frozen=True)
class Stair(State):
    """A step of a stair, each of which pays."""

    height: int
    top: int
    rewards: tuple[float, ...] = (0.0, 0.0)

    @property
    def display_options(self) -> Any:
        """Up, until it ends."""
        return (("up", 1),) if self.height < self.top else ()


class Stairs(Game[Stair]):
    """Two take turns on a stair; each step pays one to the first and two to the second."""

    players = 2

    def new_state(self, rng: Random, top: int = 3) -> Stair:
        """The foot."""
        return Stair(0, top)

    def process_response(self, state: Stair, value: int, rng: Random) -> Stair:
        """One step up."""
        return Stair(state.height + value, state.top, (1.0, 2.0))


STAIRS = InteractiveProvider(Stairs(), seed=1).stairs


def test_a_tree_joins_what_a_player_cannot_tell_apart() -> None:
    """The second player in the battle of the sexes has one information set of two nodes."""
    nodes = extensive_form(battle()).nodes
    assert [(0, 1), (1, 1), (1, 1)] == [node[2:4] for node in nodes if node.mover != OVER]
    assert ["2, 1", "0, 0", "0, 0", "1, 2"] == [amounts(node.paid) for node in nodes if node.paid]


def test_luck_has_exact_chances() -> None:
    """Kuhn poker deals two of three cards: six ways, each a sixth; each player has six sets."""
    nodes = extensive_form(KUHN).nodes
    assert (LUCK, (Fraction(1, 6),) * 6) == (nodes[0].mover, nodes[0].chances)
    sets = {node[2:4] for node in nodes if node.mover >= 0}
    assert {(who, number) for who in (0, 1) for number in range(1, 7)} == sets


def test_what_is_paid_on_the_way_is_added_up() -> None:
    """A stair of three steps pays their sum, and from its middle on what is still to come."""
    assert "3, 6" == amounts(extensive_form(STAIRS).nodes[-1].paid)
    assert "2, 4" == amounts(extensive_form(STAIRS.up).nodes[-1].paid)


def test_a_tree_may_be_deeper_than_the_stack() -> None:
    """Four thousand steps are a tree of 4,001 nodes."""
    assert "4,001 nodes" in str(extensive_form(STAIRS(top=4_000)))


def test_a_tree_that_is_too_large_is_refused_with_its_bound() -> None:
    """Connect four is refused before it is laid out."""
    with pytest.raises(NoAbility, match=r"10\^\d+ positions or more, and 100,000 are"):
        extensive_form(games.k_in_a_row(seed=1).connect_four)


def test_subgame_perfect_play_follows_ties_in_every_way() -> None:
    """Whoever is indifferent may choose either, so the first player's choice depends on it."""

    def lines(*tree: Any) -> set[str]:
        found = ExtensiveForm("a tree", ("1", "2"), list(tree)).subgame_perfect()
        return {f"{' '.join(choices)}: {amounts(paid)}" for choices, paid in found}

    one, two, three = map(Fraction, (1, 2, 3))
    root = TreeNode(-1, 0, 0, 1, ("in", "out"))
    entrant = TreeNode(0, 0, 1, 1, ("fight", "share"))
    ends = [
        TreeNode(1, way, OVER, 9 + way, paid=(gain, one)) for way, gain in ((0, one), (1, three))
    ]
    out = TreeNode(0, 1, OVER, 11, paid=(two, two))
    assert {"in share: 3, 1", "out: 2, 2"} == lines(root, entrant, *ends, out)


def test_lines_of_play_are_shown_one_below_the_other() -> None:
    """With what everybody gets, and not as Python writes fractions."""
    found = extensive_form(games.match_game(rows=(1, 1), misere=False, seed=1)).subgame_perfect()
    assert ["row1 take1, row2 take1: 0, 1", "row2 take1, row1 take1: 0, 1"] == [
        *pretty(found).splitlines()
    ]


def test_a_tree_that_grows_too_large_is_measured_in_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its nodes are more than the game's positions, of which there are six."""
    monkeypatch.setattr(theory, "NODES", 10)
    with pytest.raises(NoAbility, match="it would have more than 10 nodes"):
        extensive_form(games.match_game(rows=(2, 1), misere=False, seed=1))


def test_a_tree_of_one_node_is_one() -> None:
    """Where the game is over."""
    p: Any = games.match_game(rows=(1,), misere=False, seed=1)
    assert "The match game: a tree of 1 node" == str(extensive_form(p.row1.take1))


def test_more_lines_than_can_be_listed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three equally good ones, where two may be."""
    monkeypatch.setattr(theory, "LINES", 2)
    ends = [TreeNode(0, way, OVER, way, paid=(Fraction(1),)) for way in range(3)]
    tree = ExtensiveForm("a tree", ("1",), [TreeNode(-1, 0, 0, 1, ("a", "b", "c")), *ends])
    with pytest.raises(NoAbility, match="More than 2 lines of play are equally good"):
        tree.subgame_perfect()


def test_subgame_perfect_play_of_a_deep_tree() -> None:
    """A stair of four thousand steps has one line."""
    [(choices, paid)] = extensive_form(STAIRS(top=4_000)).subgame_perfect()
    assert (4_000, "4000, 8000") == (len(choices), amounts(paid))


def test_a_game_that_hides_something_is_not_solved_from_its_ends() -> None:
    """The battle of the sexes has no open tree."""
    with pytest.raises(NoAbility, match="hides something"):
        extensive_form(battle()).subgame_perfect()


def test_a_drawing_joins_an_information_set_and_names_all() -> None:
    """For a page and for slides: six ways, one dashed line of some length, four ends."""
    tree = extensive_form(position_in(("50 %", "a_b"), ("<b>", "{c}"), [[(2, 1), (0, 0)]] * 2))
    page, slides = str(tree._repr_html_()), tree.tikz()
    assert "&lt;b&gt;" in page
    assert r"\{c\}" in slides
    assert [7, 7] == [page.count("<circle"), slides.count("circle")]
    assert [1, 1, 2] == [slides.count(one) for one in (r"50 \%", r"a\_b", "{player 2}")]
    assert [1, 1] == [page.count("M90 60C78 60 78 0 90 0"), slides.count("78,0) .. (90,0)")]


def test_a_chance_does_not_read_as_part_of_its_label() -> None:
    """The first of six deals is not one and a sixth."""
    drawn = extensive_form(KUHN).tikz()
    assert "{1: 1/6}" in drawn and "{6: 1/6}" in drawn


def test_a_large_tree_is_not_drawn() -> None:
    """A notebook shows its size instead."""
    with pytest.raises(NoAbility, match="At most 300 nodes are drawn"):
        extensive_form(STAIRS(top=400)).tikz()
    assert "a tree of 401 nodes" in extensive_form(STAIRS(top=400))._repr_html_()


def test_no_line_of_a_picture_runs_through_its_words() -> None:
    """Lines go down beside a node and then straight to the next one, below its words."""
    drawn = extensive_form(KUHN)._repr_html_()
    lines = re.findall(r'<path d="([^"]*)" stroke="currentColor" fill="none"/>', drawn)
    assert lines
    assert [] == [one for one in lines if not re.fullmatch(r"M\S+ \S+V\S+H\S+", one)]
