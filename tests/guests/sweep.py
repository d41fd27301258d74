"""Every game of OpenSpiel's through its paces, and the table of them: ``python -m tests.guests.sweep``.

Each game is played in processes of its own, so that one that ends its process is a row of the table and no more: twenty
random games to their end, the same once more in another process, and the contract suite. With names, those games alone
are played and printed; without, all are, and the table in ``docs/guests.md`` is written anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider.adapters.openspiel import facts
from tests.sure import sure

GAMES = 20
LONGEST = 20_000
DOCUMENT = Path(__file__).parents[2] / "docs" / "guests.md"
BEGIN, END = "<!-- table of OpenSpiel's games: begin -->", "<!-- table of OpenSpiel's games: end -->"


def played(name: str, games: int = GAMES) -> dict[str, Any]:
    """Random games to their end: how many ended, their longest, a digest of all that was shown, twins among labels."""
    from interactive_provider.adapters.openspiel.game import game_class
    from interactive_provider.heart.naming import identifier
    from interactive_provider.views import text

    game, seen = game_class(name)(), hashlib.sha256()
    lengths: list[int] = []
    twins: set[str] = set()
    widest = 0
    for number in range(games):
        rng, state, length = Random(f"{name}/{number}"), None, 0
        state = game.new_state(rng)
        while state.outcome is None and length < LONGEST:
            if length % 20 == 0 or length < (20 if number < 3 else 3):
                labels = [label for label, _ in state.display_options]
                widest = max(widest, len(labels))
                for depth in {words[:-1] for words in labels}:
                    words = {label[len(depth)] for label in labels if label[: len(depth)] == depth}
                    named = [identifier(word) for word in words]
                    twins.update(word for word in words if named.count(identifier(word)) > 1)
                board = game.board(state)
                seen.update((state.display_text + str(labels) + (text.render(board) if board else "")).encode())
            state = game.process_response(state, rng.choice(state.option_values), rng)
            length += 1
        lengths.append(length)
        seen.update(state.display_text.encode() + str(state.outcome).encode() + state.trace)
    return {
        "ended": sum(length < LONGEST for length in lengths),
        "longest": max(lengths),
        "widest": widest,
        "digest": seen.hexdigest(),
        "twins": sorted(twins)[:4],
    }


def contract(name: str) -> str:
    """What the contract suite finds, in one line; nothing where all rules are kept."""
    from interactive_provider.adapters.openspiel.game import game_class
    from interactive_provider.testing import ContractError, check_game

    try:
        check_game(game_class(name), games=2, steps=60, slow=0.5, ends=False)
    except ContractError as fault:
        return str(fault)
    return ""


def row(name: str) -> str:
    """A row of the table: the game, its kind, what was played, its picture, and what is wrong with it."""
    from interactive_provider.adapters.openspiel.game import game_class

    if name in facts.REFUSED:
        return f"| `{name}` | | | | | | | refused: {facts.REFUSED[name]} |"
    first, second, found = (_apart(what, name) for what in ("played", "played", "contract"))
    faults = [str(found)] if found else []
    if not isinstance(first, dict) or first["ended"] < GAMES:
        faults.append(f"played: {first}")
    elif first["twins"]:
        faults.append(f"two options with one name: {first['twins']}")
    if first != second:
        faults.append("another process plays otherwise")
    cls, picture = game_class(name), "yes" if facts.FACTS.get(name, facts.PLAIN).picture else ""
    sees = "dealt anew" if sure(cls.__base__).__name__ == "DealtGame" else "hidden" if cls.hides else "open"
    told = f"{first['widest']} | {first['longest']}" if isinstance(first, dict) else " | "
    found = " ".join("; ".join(faults).split()) or "passed"
    return f"| `{name}` | {cls.title} | {players_of(cls)} | {sees} | {told} | {picture} | {found} |"


def _apart(what: str, name: str) -> Any:
    """The result of `played` or `contract` in a process of its own, or the words in which that ended."""
    command = [sys.executable, "-m", __spec__.name if __spec__ else __name__, what, name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1_800, check=False)
    lines = done.stdout.splitlines()
    return json.loads(lines[-1]) if done.returncode == 0 and lines else f"ended with {done.returncode}"


def players_of(cls: Any) -> int:
    """How many play where nothing else is said."""
    return cls.players if isinstance(cls.players, int) else len(cls.players)


def names() -> list[str]:
    """The games of the menu and those that are refused, sorted."""
    return sorted({*facts.FACTS, *facts.OTHERS, *facts.REFUSED})


HEAD = """\
| game | title | players | information | widest menu | longest game | picture | 20 games, twice; contract |
|---|---|---|---|---|---|---|---|"""


def main() -> None:
    """Play what the command line says, as described at the head of this file."""
    if sys.argv[1:2] in (["played"], ["contract"]):
        what, name = sys.argv[1:3]
        with contextlib.redirect_stdout(io.StringIO()):
            result: Any = played(name) if what == "played" else contract(name)
        print(json.dumps(result))
        return
    rows = [HEAD]
    for name in sys.argv[1:] or names():
        rows.append(row(name))
        print(rows[-1], flush=True)
    if not sys.argv[1:]:
        text = DOCUMENT.read_text("utf-8")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{chr(10).join(rows)}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
