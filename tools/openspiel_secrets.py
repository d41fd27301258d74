"""OpenSpiel's hidden games with their secrets exchanged:
``python -m tools.openspiel_secrets [names]``.

Positions are taken from random games, and other histories are looked for that their viewer cannot
tell from the real
one: other luck and other choices of the others, with the same knowledge at each choice of the
viewer's. Everything that can be asked of such a pair of positions must be the same, and so must the
choice of every opponent with the same luck. Each game has a process of its own; a line says how
many pairs were compared, and what took too long. The command fails if anything told two positions
apart. Without names, all games are tried.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import blake2b
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider, choose, options, outcome
from interactive_provider.adapters.openspiel.facts import FACTS
from interactive_provider.adapters.openspiel.game import HidingGame, _settled, game_class
from interactive_provider.heart.play.position_data import viewer_of
from interactive_provider.search.opponents import known_opponents, player, seated
from tests.secrets import ASKED, told, unhurried, with_state

SECONDS = 12.0
"""The CPU time of a game, about."""

LONGEST = 150
"""The seconds that the process of a game may take."""

SLOW = 1.5
"""The CPU time of one question; it is not asked again in this game."""

SEARCHED = 0.7
"""The CPU time that is spent on finding other histories of a position."""

TRIES = 2_000
"""The other histories of a position that are tried."""

OPPONENTS = {
    "random": "random",
    "mcts": ("mcts", 30),
    "equilibrium": ("equilibrium", 4_000),
    "perfect": ("perfect", 4_000),
}


def worlds(state: Any, seat: int, rng: Random) -> Iterator[Any]:
    """States with other histories that a player cannot tell from a state.

    One to three actions that were not the player's are exchanged for others. If luck drew the new
    one later, it draws the old one there; what is then illegal becomes another legal action.
    """
    rules, moves = state.rules, state.inner.full_history()
    known, inner = list[str](), rules.begin()
    for move in moves:
        # the game object draws luck that no history tells
        if move.action not in inner.legal_actions():
            return
        known.append(rules.known(inner, seat) if move.player == seat else "")
        inner.apply_action(move.action)
    now, secret = (
        rules.known(inner, seat),
        [n for n, move in enumerate(moves) if move.player != seat],
    )
    met, begin = {state.inner.history_str()}, time.process_time()
    for _ in range(TRIES if secret else 0):
        if time.process_time() - begin > SEARCHED:
            return
        changed, actions = (
            rng.sample(secret, min(len(secret), rng.randint(1, 3))),
            [move.action for move in moves],
        )
        inner, last = rules.begin(), 0
        for n, move in enumerate(moves):
            turn = inner.current_player()
            if turn != move.player or (turn == seat and rules.known(inner, seat) != known[n]):
                break
            legal = inner.legal_actions()
            if n in changed or (turn != seat and actions[n] not in legal):
                new = rng.choice(legal)
                if turn < 0 and new in actions[n:]:
                    actions[actions.index(new, n)] = actions[n]
                actions[n] = new
            if actions[n] not in legal:
                break
            inner.apply_action(actions[n])
            last = turn if turn >= 0 else last
        else:
            is_like = (
                inner.current_player() == state.inner.current_player()
                and rules.known(inner, seat) == now
            )
            if is_like and inner.history_str() not in met:
                met.add(inner.history_str())
                yield _settled(rules, inner, blake2b(rng.randbytes(8), digest_size=16), rng, last)


def positions(name: str, seed: int) -> Iterator[Any]:
    """The positions of a random game."""
    kind = game_class(name)
    provider: Any = InteractiveProvider(kind, seed=seed)
    lobby = getattr(provider, dir(provider)[0])
    count = len(kind.players) if isinstance(kind.players, tuple) else 1
    p = lobby(against="random", seat=seed % count) if count > 1 else lobby(seed=seed)
    while outcome(p) is None and options(p):
        yield p
        p = choose(p, Random(seed).choice(options(p)))
    yield p


class Slow(BaseException):
    """A question took too long."""


def replies(p: Any) -> dict[str, Any]:
    """What each opponent would choose in place of the player to move, with the same luck."""
    game, state, seat = p._table.game, p._state, viewer_of(p)
    if state.outcome is not None or state.mover != seat:
        return {}
    players = {
        who: player(game, seated(game, OPPONENTS[who]), p._table.setup)
        for who in known_opponents(game)
    }
    return {
        f"the opponent {who}": lambda p, choice=choice: choice(game, p._state, seat, Random(7))
        for who, choice in players.items()
    }


@unhurried()
def compare(name: str, seconds: float = SECONDS) -> tuple[int, set[str], set[str]]:
    """How many pairs of positions were compared, what told two of them apart, and what took too
    long."""

    def end(*_: object) -> None:
        raise Slow

    signal.signal(signal.SIGVTALRM, end)
    compared, apart, slow, begin = 0, set[str](), set[str](), time.process_time()
    for seed in range(40):
        for step, p in zip(range(seed + 4), positions(name, seed), strict=False):
            if time.process_time() - begin > seconds:
                return compared, apart, slow
            for world, _ in zip(
                worlds(p._state, viewer_of(p), Random(seed)), range(2), strict=False
            ):
                twin = with_state(p, world)
                compared += 1
                for what, ask in {**ASKED, **replies(p)}.items():
                    if what in slow:
                        continue
                    asked = time.process_time()
                    signal.setitimer(signal.ITIMER_VIRTUAL, SLOW)
                    try:
                        if told(p, ask) != told(twin, ask) and time.process_time() - asked < SLOW:
                            apart.add(f"{what} (seed {seed}, step {step})")
                    except Slow:
                        pass
                    finally:
                        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                    if time.process_time() - asked >= SLOW:
                        slow.add(what)
    return compared, apart, slow


def main() -> None:
    """Try what the command line names, or every game in which something is hidden."""
    if sys.argv[1:2] == ["--one"]:
        compared, apart, slow = compare(sys.argv[2])
        late = f"; took too long: {', '.join(sorted(slow))}" if slow else ""
        print(
            f"{compared} pairs"
            f" compared{late}{'; TOLD APART BY ' if apart else ''}{', '.join(sorted(apart))}"
        )
        sys.exit(bool(apart))
    failed = False
    for name in sys.argv[1:] or [
        name for name in FACTS if issubclass(game_class(name), HidingGame)
    ]:
        command = [sys.executable, "-m", "tools.openspiel_secrets", "--one", name]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=LONGEST
            )
        except subprocess.TimeoutExpired:
            print(f"{name}: not done after {LONGEST} seconds", flush=True)
            continue
        failed |= done.returncode != 0
        print(f"{name}: {done.stdout.strip() or done.stderr.strip().splitlines()[-1]}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
