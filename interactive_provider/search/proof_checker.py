"""Check a proof by the rules of a game for two, and by nothing of search.

A proof has an entry for each position: a rank, and the kept choices with the numbers of their
entries. Where its player moves, the first lowers the rank; where the other moves, every choice is
there and lowers it. So play ends, and every end pays the claim. A draw needs no ranks.
"""

from random import Random
from typing import Any

from ..errors import BadFile
from ..game import Game, ending_of, hides_something, mover_of, option_pairs, player_names
from ..support.fingerprint import fingerprint_with_code
from ..support.storage import checksum


class _NoLuck(Random):
    def random(self, *_: Any) -> Any:
        _demand(False, "luck decides a step")

    getrandbits = random


def check(game: Game, state: Any, turn: int, record: Any) -> None:
    """Raise `BadFile` unless a record proves what it claims of a state, with ``turn`` to move."""
    try:
        _demand(record["sum"] == checksum(record), "it is damaged")
        _demand(record["rules"] == fingerprint_with_code(game), "other rules, or another Python")
        _demand(len(player_names(game)) == 2 and not hides_something(game), "it is not for two")
        seen, waiting = set[Any](), [(0, turn, state)]
        for number, turn, state in waiting:
            mover = turn if ending_of(state) is not None else mover_of(game, state, turn)
            place = number, mover, getattr(state, "key", state)
            waiting += [] if place in seen else _following(game, mover, state, record, number)
            seen.add(place)
    except (AttributeError, LookupError, TypeError, ValueError):
        raise BadFile("The proof does not hold: it is damaged or for another position.") from None


def _following(game: Game, turn: int, state: Any, record: Any, number: int) -> list[Any]:
    (rank, kept), pays = record["entries"][number], hasattr(type(state), "payoffs")
    if ending_of(state) is not None:
        won = None if pays else state.winner
        shares = [0.5 if won is None else won in one for one in enumerate(player_names(game))]
        paid = state.payoffs if pays else shares
        _demand(paid[record["player"]] >= record["claim"], "an end pays less than it claims")
        return []
    options, is_own = list(option_pairs(state)), turn == record["player"]
    is_listed = len(options) == len(dict(kept)) and getattr(state, "free_input", None) is None
    _demand(bool(kept) and (is_own or is_listed), "a reply is missing")
    for _, to in kept[:1] if is_own else kept:
        is_draw = rank is None and not pays and record["claim"] <= 0.5
        _demand(is_draw or record["entries"][to][0] < rank, "play need not end")
    step, values = game.process_response, {" ".join(words): value for words, value in options}
    return [(to, 1 - turn, step(state, values[name], _NoLuck())) for name, to in kept]


def _demand(is_right: bool, fault: str) -> None:
    if not is_right:
        raise BadFile(f"The proof does not hold here: {fault}.")
