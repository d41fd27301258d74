"""A proof shows what a player can force, is checked by the rules, and lists what keeps the result."""

from __future__ import annotations

import ast
import json
import pickle
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    NoAbility,
    evaluate,
    games,
    line,
    load,
    options,
    outcome,
    replay,
    save,
    share,
)
from interactive_provider.analysis import Proof, proof
from interactive_provider.errors import BadFile
from interactive_provider.game import Game, player_names
from interactive_provider.heart.play.actions import position_of
from interactive_provider.search import proof_checker
from interactive_provider.search.analysis import Question
from interactive_provider.search.experiments import proofs
from interactive_provider.search.model import Model
from interactive_provider.search.proof_checker import check
from interactive_provider.support.fingerprint import fingerprint_with_code
from interactive_provider.support.storage import checksum
from tests.search.rules import Pig, Subtraction
from tests.search.truth import NEAR, Net, Netted, Paid, drawn, value
from tests.thorough import some

NOUGHTS = games.k_in_a_row(seed=1).noughts_and_crosses.row1.column1.row2.column2
LUCKY = games(seed=1).openspiel

NETS = some(400, of=4_000)


def record_of(game: Game[Any], state: Any, turn: int = 0) -> Any:
    """A proof as it is written to a file."""
    return proofs._made(Model(game), Question(game, state, turn, budget=Limit(10_000)))


def plain_nets(count: int) -> Iterator[tuple[Netted, dict[int, tuple[float, ...]]]]:
    """Drawn games for two without luck that pay at the end, and what their places are worth."""
    for seed in range(count):
        net = drawn(Random(seed))
        is_plain = net.has_one_sum and net.players == 2 and not net.rewards
        has_luck = any(len(way) > 1 for ways in net.ways for way in ways)
        worth = value(net) if is_plain and not has_luck else None
        if worth:
            yield Netted(net), worth


@pytest.mark.slow
def test_what_is_proved_is_what_every_plan_says() -> None:
    """In drawn games with cycles and ends out of reach; where play need not end, only draws."""
    proved = 0
    for game, worth in plain_nets(NETS):
        try:
            record = record_of(game, game.at(0))
        except NoAbility as refused:
            assert "play need not end" in str(refused) and game.net.kind != "shares"
            continue
        check(game, game.at(0), 0, record)
        true = worth[0][record["player"]]
        is_exact = game.net.kind == "shares" or not game.net.is_cyclic
        assert record["claim"] == true if is_exact else record["claim"] <= true
        proved += 1

    assert proved > NETS // 40


def summed(record: Any, **changed: Any) -> Any:
    """A changed record, with a sum that fits."""
    forged = {**record, **changed}
    return {**forged, "sum": checksum(forged)}


def changes(record: Any, net: Net) -> Iterator[Any]:
    """The record with one thing changed, in every way that a forger might try, and inventions."""
    for claim in (0.0, 0.5, 1.0, 2.0, record["claim"] + 0.1):
        yield summed(record, claim=claim)
    yield summed(record, player=1 - record["player"])
    entries = record["entries"]
    for number, (rank, kept) in enumerate(entries):
        others: list[Any] = [(other, kept) for other in (None, -1, 0, 1, 99)]
        for place, (name, _) in enumerate(kept):
            before, behind = kept[:place], kept[place + 1 :]
            others.append((rank, before + behind))
            others += [
                (rank, [*before, (name, to), *behind]) for to in range(-1, min(len(entries) + 1, 8))
            ]
        for other in others:
            yield summed(record, entries=[*entries[:number], other, *entries[number + 1 :]])
    ends = [net.end(place) for place in net.reached() if not net.after(place)]
    for player, own, other in product((0, 1), (None, 0), (None, 0, 1)):
        claim = min((paid[player] for paid in ends), default=1.0)
        ranks = [own if mover == player else other for mover in net.movers]
        every = [(rank, everything(net, place)) for place, rank in enumerate(ranks)]
        every += [(-1, [])] * len(net.ends)
        yield summed(record, player=player, claim=claim, entries=every)
        yield summed(record, player=player, claim=min(claim, 0.5), entries=every)
        yield summed(record, player=player, claim=max(1.0, claim), entries=[(own, [])])


def everything(net: Net, place: int) -> list[tuple[str, int]]:
    """All choices at a place, as if each led to what it seldom leads to."""
    return [(f"way {number}", way[-1][1]) for number, way in enumerate(net.after(place))]


def holds(record: Any, net: Net, worth: Mapping[int, Paid]) -> bool:
    """True if a record claims nothing but what trying every plan says, wherever its choices lead."""
    player, waiting = record["player"], [(0, 0)]
    for number, place in waiting:
        paid = worth[place] if net.after(place) else net.end(place)
        if paid[player] < record["claim"] - NEAR:
            return False
        for name, to in record["entries"][number][1] if net.after(place) else ():
            way = net.after(place)[int(name.removeprefix("way "))]
            waiting += [(to, n) for _, n in way if (to, n) not in waiting]
    return True


def is_accepted(game: Game[Any], state: Any, record: Any) -> bool:
    """True if the checker has nothing against a record."""
    try:
        check(game, state, 0, record)
    except BadFile as refused:
        assert 1 == str(refused).count(".")
        return False
    return True


@pytest.mark.slow
def test_a_changed_proof_is_accepted_only_if_it_is_still_true() -> None:
    """Every number of a proof is changed: what is then claimed must be so by trying every plan."""
    accepted = refused = 0
    for game, worth in plain_nets(NETS // 3):
        try:
            record = record_of(game, game.at(0))
        except NoAbility:
            continue
        for forged in changes(record, game.net):
            if is_accepted(game, game.at(0), forged):
                accepted += 1
                assert holds(forged, game.net, worth)
            else:
                refused += 1

    assert refused > accepted > 0


def test_a_reply_left_out_and_a_choice_that_loses_are_refused() -> None:
    """In a real game: without any one reply, with any losing choice, nothing is proved."""
    game, state = NOUGHTS._table.game, NOUGHTS._state
    record = record_of(game, state)
    replies = {to for _, to in record["entries"][0][1]}
    for number in replies:
        rank, kept = record["entries"][number]
        entries = [*record["entries"][:number], (rank, kept[1:]), *record["entries"][number + 1 :]]
        assert not is_accepted(game, state, summed(record, entries=entries))
    assert not is_accepted(game, state, summed(record, claim=1.0))


def test_what_is_hidden_or_for_three_cannot_be_proved_by_a_forger() -> None:
    """The checker itself refuses games in which a reply is not all that there is to know."""
    game = Subtraction()
    record = record_of(game, game.at(7))
    for name, made_up in (("hides", ("the heap",)), ("players", 3)):
        setattr(game, name, made_up)
        forged = summed(record, rules=fingerprint_with_code(game))
        assert not is_accepted(game, game.at(7), forged)
        delattr(game, name)
    assert is_accepted(game, game.at(7), record)


def test_the_checker_is_small_and_knows_no_search() -> None:
    """At most 60 lines; it imports the rules of games, fingerprints and files."""
    source = Path(proof_checker.__file__).read_text("utf-8")
    imported = {
        node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)
    }

    assert 60 >= len(source.splitlines())
    own = {"errors", "game", "support.fingerprint", "support.storage"}
    assert own == imported - {"random", "typing"}


def test_play_without_end_is_a_draw_only_where_winners_are_named() -> None:
    """A payoff that the other player can put off forever is not proved."""
    way = {place: ((1.0, place),) for place in range(3)}
    net = Net(2, "zero", (0, 1), ((way[1],), (way[0], way[2])), ((0.3, -0.3),), (), 0.0)
    game = Netted(net)
    entries = [(None, everything(net, place)) for place in range(3)]
    record = {"rules": fingerprint_with_code(game), "player": 0, "claim": 0.3, "entries": entries}

    assert not is_accepted(game, game.at(0), summed(record))


# Files -------------------------------------------------------------------------------------


def test_a_damaged_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Cut off anywhere, with any character changed, of another position, or something else."""
    file = tmp_path / "proof.json"
    small = games.match_game(rows=(1, 2), misere=False, seed=1)
    assert proof(small, keep=file).rows() == proof(small, keep=file).rows()
    text = file.read_text("utf-8")
    damaged = [text[:end] for end in range(0, len(text), 29)]
    for place in range(0, len(text), 13):
        if text[place] != " ":
            damaged.append(text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :])

    for forged in [*damaged, "[]", "7", "{}", '{"sum": 1}', "[" * 100_000]:
        file.write_text(forged, "utf-8")
        with pytest.raises(BadFile, match=r"^[^.]*(\.json'?[^.]*)?\.$"):
            proof(small, keep=file)
    file.write_text(text, "utf-8")
    for other in (games.match_game(rows=(1, 3), misere=False, seed=1), small.row1.take1):
        with pytest.raises(BadFile, match="does not hold"):
            proof(other, keep=file)


TWENTY_LINES = """
from dataclasses import dataclass
from interactive_provider import Game, State

@dataclass(frozen=True)
class Left(State):
    left: int
    mover: int = 0

    @property
    def display_options(self):
        return [(f"take {n}", n) for n in (1, 2, 3) if n <= self.left]

    @property
    def outcome(self):
        return None if self.left else "over"

    @property
    def winner(self):
        return 1 - self.mover

class Taking(Game[Left]):
    players = 2

    def new_state(self, rng):
        return Left(10)

    def process_response(self, state, value, rng):
        return Left(state.left - value, 1 - state.mover)
"""


def test_a_proof_of_edited_rules_is_refused(tmp_path: Path) -> None:
    """A stranger's game of twenty lines is proved; after an edit the same file is not a proof."""
    module, file = tmp_path / "taking.py", tmp_path / "proof.json"
    module.write_text(TWENTY_LINES, "utf-8")
    found = proof(InteractiveProvider(module, seed=1).taking.both_sides, keep=file)
    assert ("player 1", "wins", ["take 2"]) == (found.player, found.result, labels(found.walk))

    edited = tmp_path / "later" / "taking.py"
    edited.parent.mkdir()
    edited.write_text(TWENTY_LINES.replace("(1, 2, 3)", "(1, 2, 4)"), "utf-8")
    with pytest.raises(BadFile, match="other rules"):
        proof(InteractiveProvider(edited, seed=1).taking.both_sides, keep=file)


@pytest.mark.parametrize(
    ("p", "reason"),
    [
        (LUCKY.kuhn_poker.both_sides, "two players who see everything"),
        (games(seed=1).sliding.eight, "two players who see everything"),
        (LUCKY.luck.pig.both_sides, "luck decides"),
        (games(seed=1).k_in_a_row.connect_four, "more than 200 positions"),
    ],
    ids=["hidden", "puzzle", "luck", "large"],
)
def test_what_has_no_proof_says_so(p: Any, reason: str) -> None:
    """Secrets, puzzles, luck, and games that are too large."""
    with pytest.raises(NoAbility, match=reason):
        proof(p, Limit(states=200))


def test_three_players_and_luck_in_our_rules_have_no_proof() -> None:
    """Two others may play together, and dice do not obey."""
    nets = (Netted(drawn(Random(seed))) for seed in range(50))
    three = next(game for game in nets if len(player_names(game)) == 3)
    with pytest.raises(NoAbility, match="for two players"):
        record_of(three, three.at(0))
    with pytest.raises(NoAbility, match="luck decides"):
        record_of(Pig(8), Pig(8).new_state(Random(0)))


# Walking -----------------------------------------------------------------------------------


def labels(p: Any) -> list[str]:
    """What is offered."""
    return [option.label for option in options(p)]


def test_a_walk_offers_what_keeps_the_result_and_every_reply() -> None:
    """Beside the verdicts of the game itself, along random walks to the end."""
    found: Proof = proof(NOUGHTS)
    rng = Random(3)
    for _ in range(5):
        there, here = NOUGHTS, found.walk
        while outcome(there) is None:
            verdicts = {o.label: evaluate(there)[o.value] for o in options(there)}
            is_own = found.player == there._table.game.players[there._state.mover]
            keeping = [label for label, one in verdicts.items() if (one.worth or 0) >= found.claim]
            assert (keeping if is_own else list(verdicts)) == labels(here)
            label = rng.choice(labels(here))
            there, here = there[label], here[label]
        assert outcome(there) == outcome(here)


@pytest.mark.parametrize(
    "p",
    [
        NOUGHTS,
        games.match_game(rows=tuple([1] * 12), misere=False, seed=1).row01.take1,
        games.k_in_a_row(seed=1).noughts_and_crosses(against="random").row2.column2,
    ],
    ids=["two", "many rows", "against the computer"],
)
def test_a_walk_has_the_lines_of_the_game_itself(p: Any, tmp_path: Path) -> None:
    """A line, a link, a saved game and a pickle lead to the position that was walked to."""
    walk = proof(p).walk
    for _ in range(3):
        walk = walk[labels(walk)[-1]]
        there = replay(line(walk))

        assert line(walk) == line(there)
        assert position_of(walk)._state.inner == position_of(there)._state
        assert there == pickle.loads(pickle.dumps(walk)) == replay(share(walk))
        save(walk, tmp_path / "walk.json")
        assert there == load(tmp_path / "walk.json")


def test_a_proof_is_a_table_and_data() -> None:
    """It prints who wins, and is JSON."""
    found = proof(games.k_in_a_row(rows=3, columns=3, k=2, seed=1))

    assert "X wins, whatever the replies" in str(found)
    assert 1.0 == json.loads(json.dumps(found.to_dict()))["claim"]
