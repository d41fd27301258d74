"""Every game of OpenSpiel's through its paces, and the table of them:
``python -m tools.openspiel_sweep``.

Each game is played in processes of its own, so that one that ends its process is a row of the table
and no more: twenty random games to their end, the contract suite, and the same games once more in
another process. The rows of the table in ``benchmarks/openspiel.md`` are replaced; names on the
command line are the games to be played, without any all are.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider.adapters.openspiel import facts

GAMES = 20
LONGEST = 20_000
DOCUMENT = Path(__file__).parents[1] / "benchmarks" / "openspiel.md"
BEGIN, END = (
    "<!-- table of OpenSpiel's games: begin -->",
    "<!-- table of OpenSpiel's games: end -->",
)


def played(name: str, looking: bool) -> dict[str, Any]:
    """Random games to their end: a digest of them and, ``looking`` at states on the way, what was
    seen there."""
    from interactive_provider.adapters.openspiel.game import game_class

    game, digest = game_class(name)(), hashlib.sha256()
    lengths: list[int] = []
    twins: set[str] = set()
    widest = 0
    for number in range(GAMES):
        rng, length = Random(f"{name}/{number}"), 0
        state = game.new_state(rng)
        while state.outcome is None and length < LONGEST:
            if looking and (length % 20 == 0 or length < (20 if number < 3 else 3)):
                labels = [
                    (words,) if isinstance(words, str) else words
                    for words, _ in state.display_options
                ]
                widest = max(widest, len(labels))
                twins.update(same_names(labels))
                str(game.board(state))
            state = game.process_response(state, rng.choice(state.option_values), rng)
            length += 1
        lengths.append(length)
        digest.update(state.display_text.encode() + str(state.outcome).encode() + state.trace)
    ended = sum(length < LONGEST for length in lengths)
    games = {"ended": ended, "longest": max(lengths), "digest": digest.hexdigest()}
    return (
        {**games, "widest": widest, "twins": sorted(twins)[:4], "faults": contract(name)}
        if looking
        else games
    )


def same_names(labels: list[tuple[str, ...]]) -> set[str]:
    """The words of one stage that would have one name."""
    from interactive_provider.heart.choices.naming import identifier

    found = set()
    for depth in {label[:-1] for label in labels}:
        words = {label[len(depth)] for label in labels if label[: len(depth)] == depth}
        named = [identifier(word) for word in words]
        found |= {word for word in words if named.count(identifier(word)) > 1}
    return found


def contract(name: str) -> str:
    """What the contract suite finds, in one line; nothing if all rules are kept."""
    from interactive_provider.adapters.openspiel.game import game_class
    from interactive_provider.testing import ContractError, check_game

    try:
        check_game(game_class(name), games=2, steps=60, slow=0.5, ends=False)
    except ContractError as fault:
        return str(fault)
    return ""


def row(name: str) -> str:
    """A row of the table: the game, its kind, what was played, its picture, and what is wrong with
    it."""
    from interactive_provider.adapters.openspiel.game import DealtGame, HidingGame, game_class

    if name in facts.REFUSED:
        return f"| `{name}` | | | | | | | refused: {facts.REFUSED[name]} |"
    first, again = _apart("first", name), _apart("again", name)
    cls, picture = game_class(name), "yes" if facts.FACTS.get(name, facts.PLAIN).picture else ""
    sees = (
        "re-dealt"
        if issubclass(cls, DealtGame)
        else "hidden"
        if issubclass(cls, HidingGame)
        else "open"
    )
    told = f"{first['widest']} | {first['longest']}" if isinstance(first, dict) else " | "
    found = "; ".join(_faults(first, again)) or "passed"
    return f"| `{name}` | {cls.title} | {players_of(cls)} | {sees} | {told} | {picture} | {found} |"


def _faults(first: Any, again: Any) -> Iterator[str]:
    if not isinstance(first, dict) or not isinstance(again, dict):
        yield f"{first}, {again}"
        return
    if first["ended"] < GAMES:
        yield f"only {first['ended']} games came to their end"
    if first["twins"]:
        yield f"two options with one name: {first['twins']}"
    if any(first[key] != again[key] for key in again):
        yield "another process plays otherwise"
    if first["faults"]:
        yield " ".join(first["faults"].split())


def _apart(what: str, name: str) -> Any:
    """The result of `played` in a process of its own, or the words in which that ended."""
    command = [sys.executable, "-m", "tools.openspiel_sweep", f"--{what}", name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    except subprocess.TimeoutExpired:
        return "not done after 900 seconds"
    lines = done.stdout.splitlines()
    return (
        json.loads(lines[-1]) if done.returncode == 0 and lines else f"ended with {done.returncode}"
    )


def players_of(cls: Any) -> int:
    """How many play if nothing else is said."""
    return cls.players if isinstance(cls.players, int) else len(cls.players)


def names() -> list[str]:
    """The games of the menu and those that are refused, sorted."""
    return sorted({*facts.FACTS, *facts.REFUSED})


HEAD = """\
| game | title | players | information | widest menu | longest game | picture | 20 games, twice; contract |
|---|---|---|---|---|---|---|---|"""


def write(rows: list[str]) -> None:
    """Put these rows into the document's table, in place of those of the same games."""
    text = DOCUMENT.read_text("utf-8")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    kept = {line.split("|")[1]: line for line in old.splitlines() if line.startswith("| `")}
    kept.update({line.split("|")[1]: line for line in rows})
    table = "\n".join([HEAD, *(kept[name] for name in sorted(kept))])
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", "utf-8")


def main() -> None:
    """Play what the command line says, as described at the head of this file."""
    if sys.argv[1:2] in (["--first"], ["--again"]):
        with contextlib.redirect_stdout(io.StringIO()):
            result = played(sys.argv[2], looking=sys.argv[1] == "--first")
        print(json.dumps(result))
        return
    for name in sys.argv[1:] or names():
        write([row(name)])
        print(name, flush=True)


if __name__ == "__main__":
    main()
