"""Lines, cells, labels and records: whatever is read from a text."""

from __future__ import annotations

import base64
import contextlib
import functools
import json
import os
import pickle
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from interactive_provider import (
    InteractiveProvider,
    adapters,
    choose,
    games,
    line,
    load,
    options,
    outcome,
    replay,
    save,
    share,
)
from interactive_provider.game import Game
from interactive_provider.game.asking import say
from interactive_provider.heart.choices.synthesis import Node
from interactive_provider.widget import results
from tools.fuzz import mutation
from tools.fuzz.core import Attempt, within

BEGUN = (
    "games.guess(seed=7).n5.n0.enter",
    "games.guess(seed=7)(50)(25)",
    "games.match_game(seed=7).two_people.row1.take3",
    "games.minesweeper(seed=7).beginner.uncover.r4.c4.flag.r1.c1",
    "games.minesweeper(rows=4, columns=6, mines=5, seed='x')",
    "games.sliding(rows=3, columns=3, seed=1)",
    "games.capture(seed=2)",
    "games.rock_paper_scissors(seed=1)",
    "games.chemistry(seed=3)",
    "games.basic.oasis(seed=1)",
    "games.null(seed=1)['three lamps']",
    "games(seed=5).guess",
    'games.minesweeper(seed=7)["beginner"]["uncover 4 4"]',
)

FORBIDDEN = (
    "exec",
    "compile",
    "subprocess.",
    "os.system",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "socket.",
    "shutil.",
)


OF_TEXT = ("<basic>", "<constant>", "<unknown>")
"""What the BASIC machine makes of the text of a program, no part of which is in a line, and what
`ast.parse` reads: a literal, of which it makes no code."""


def _is_first_use(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether a module is run from its file, or a BASIC program is compiled, as when a line first
    leads to a game."""
    code = arguments[0] if event == "exec" else None
    file = (
        getattr(code, "co_filename", None)
        if event == "exec"
        else arguments[1]
        if event == "compile"
        else None
    )
    return isinstance(file, str) and (
        file in OF_TEXT or (file.endswith(".py") and Path(file).is_file())
    )


class _Watch:
    """What the interpreter was asked to do while a line was read."""

    def __init__(self) -> None:
        self.seen: list[str] | None = None
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.seen is None:
            return
        written = (
            event == "open"
            and isinstance(arguments[1], str)
            and not set(arguments[1]).isdisjoint("wax+")
        )
        if _is_first_use(event, arguments):
            return
        if written or event.startswith(FORBIDDEN):
            self.seen.append(event)

    @contextlib.contextmanager
    def nothing_done(self) -> Iterator[None]:
        """Nothing is run, written or asked of the network within."""
        self.seen = []
        try:
            yield
        finally:
            seen, self.seen = self.seen, None
        assert not seen, seen


def walked(rng: Random) -> list[str]:
    """Lines of games that were played a few moves at random, of every game as far as a second
    reaches."""
    found = list(BEGUN)
    for name in games:
        with contextlib.suppress(Exception, KeyboardInterrupt), within(1.0, KeyboardInterrupt):
            p = getattr(games, name)(seed=1)
            for _ in range(6):
                if outcome(p) is not None or not (offered := options(p)):
                    break
                p = choose(p, rng.choice(offered))
            found.append(line(p))
    return found


def lines(rng: Random) -> Iterator[Attempt]:
    """Mutated lines: nothing runs, and a line that is read leads to a position that is written and
    read again."""
    known, watch = walked(rng), _Watch()
    for told in known:
        with contextlib.suppress(ValueError):
            replay(told)
    while True:
        one, other = rng.choice(known), rng.choice(known)
        spliced = one[: rng.randrange(len(one) + 1)] + other[rng.randrange(len(other) + 1) :]
        told = mutation.text(rng, rng.choice((one, spliced)))
        yield repr(told), partial(_read, told, watch)


def _read(told: str, watch: _Watch) -> None:
    with watch.nothing_done():
        found = replay(told)
        again = replay(line(found)) if hasattr(found, "_table") else found
    assert again == found


def saves(rng: Random) -> Iterator[Attempt]:
    """Saved games of which something was altered: refused, or the very same position."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.json")
        kept = []
        for told in walked(rng):
            p = replay(told)
            with contextlib.suppress(ValueError):  # a lobby is no position
                save(p, file)
                kept.append((p, file.read_text("utf-8")))
        while True:
            p, whole = rng.choice(kept)
            if rng.random() < 0.5:
                altered: bytes = json.dumps(mutation.data(rng, json.loads(whole))).encode(
                    "utf-8", "surrogatepass"
                )
            else:
                altered = mutation.text(rng, whole).encode("utf-8", "surrogatepass")
            yield repr(altered), partial(_loaded, p, file, altered)


def _loaded(p: Node, file: Path, altered: bytes) -> None:
    file.write_bytes(altered)
    found = load(file)
    assert found == p or line(found) == line(p), line(found)


def records(rng: Random) -> Iterator[Attempt]:
    """What a pickle of a position tells, altered: one of our errors, or a position that is told in
    the same way."""
    kept: list[Any] = [replay(told).__reduce__() for told in walked(rng)]
    while True:
        rebuild, told = rng.choice(kept)
        altered = list(told)
        at = rng.randrange(len(altered))
        altered[at] = _frozen(mutation.data(rng, _thawed(altered[at])))
        yield repr(altered), partial(_rebuilt, rebuild, altered)


def _rebuilt(rebuild: Callable[..., Any], altered: list[Any]) -> None:
    found = rebuild(*altered)
    assert pickle.loads(pickle.dumps(found)) == found


def links(rng: Random) -> Iterator[Attempt]:
    """Links of which a few characters or bytes were altered: refused, or the very same position."""
    kept = []
    for told in walked(rng):
        with contextlib.suppress(ValueError):  # a menu of games has no link
            p = replay(told)
            kept.append((p, share(p)))
    while True:
        p, link = rng.choice(kept)
        site, _, code = link.partition("#p=")
        if rng.random() < 0.5:
            altered = mutation.text(rng, code)
        else:
            whole = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode("latin-1")
            some = mutation.text(rng, whole).encode("latin-1", "replace")
            altered = base64.urlsafe_b64encode(some).decode().rstrip("=")
        yield repr(altered), functools.partial(_opened, p, f"{site}#p={altered}")


def _opened(p: Node, link: str) -> None:
    found = replay(link)
    assert found == p, line(found)


def _thawed(thing: Any) -> Any:
    return [_thawed(part) for part in thing] if isinstance(thing, tuple) else thing


def _frozen(thing: Any) -> Any:
    return tuple(_frozen(part) for part in thing) if isinstance(thing, list) else thing


class Said(Game[Any]):
    """A menu of the labels it is given, each with a value of some kind."""

    def __init__(self, labels: tuple[Any, ...] = (), values: tuple[Any, ...] = ()) -> None:
        self.pairs = tuple(zip(labels, values, strict=True))

    def new_state(self, rng: Random) -> Any:
        """The menu."""
        return Menu(self.pairs)

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """What was chosen, with its kind."""
        return say(f"{type(value).__name__} {value!r}")


class Menu:
    """A state that is a menu."""

    display_text = "Which?"
    outcome = None

    def __init__(self, pairs: tuple[tuple[Any, Any], ...]) -> None:
        self.display_options = pairs


_BLOCKS = [
    start
    for start in range(0, 0x20000, 0x80)
    if any(map(unicodedata.category, map(chr, range(start, start + 8))))
]


def labels(rng: Random) -> Iterator[Attempt]:
    """Labels of every script, every control and every length: each choice's line leads back to
    it."""
    while True:
        words = tuple({_label(rng): None for _ in range(rng.randint(1, 9))})
        values = tuple(_value(rng, number) for number in range(len(words)))
        yield repr((words, values)), partial(_labelled, words, values)


def _label(rng: Random) -> Any:
    block = rng.choice(_BLOCKS)
    signs = (
        lambda: chr(block + rng.randrange(0x80)),
        lambda: chr(rng.randrange(32, 127)),
        lambda: rng.choice(mutation.SPLICES),
        lambda: chr(rng.randrange(0x110000)),
    )
    word = "".join(rng.choice(signs)() for _ in range(rng.choice((1, 2, 5, 12, 60))))
    return (word, _label(rng)) if rng.random() < 0.15 else word


def _value(rng: Random, number: int) -> Any:
    odd = rng.choice(
        (
            number,
            float(number),
            -0.0,
            bool(number % 2),
            f"v{number}",
            None,
            frozenset({number}),
            (number, 1.0),
            b"x",
        )
    )
    return (number, odd)


def _labelled(words: tuple[Any, ...], values: tuple[Any, ...]) -> None:
    mine = InteractiveProvider(Said(words, values), seed=1)
    p = mine.said
    offered = options(p)
    assert [repr(value) for value in values] == [repr(option.value) for option in offered], (
        "a value was exchanged"
    )
    for option in offered:
        after = choose(p, option)
        assert replay(line(after), mine) == after, line(after)
        assert repr(option.value) in after._state.display_text, "another choice was made"
        assert after.__doc__
        assert "<script" not in after._repr_html_()


def basic(rng: Random) -> Iterator[Attempt]:
    """BASIC programs of which something was altered, in text and in bytes: played a little, or told
    what is wrong."""
    from interactive_provider.adapters import programs  # type: ignore[attr-defined,unused-ignore]

    files = sorted(Path(next(iter(programs.__path__))).glob("*.bas"))
    texts = [file.read_bytes() for file in files]
    texts += [
        b'10 PRINT CHR$(27);"[2J";"<b>"\n20 INPUT A$\n30 PRINT A$:GOTO 20\n',
        b"\xff\x82\x10\x0a\x00\x91 1\x00\x00\x00",
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "program.bas")
        while True:
            altered = rng.choice(texts)
            for _ in range(rng.randint(1, 4)):
                if rng.random() < 0.5:
                    altered = mutation.text(rng, altered.decode("latin-1")).encode(
                        "latin-1", "replace"
                    )
                else:
                    at = rng.randrange(len(altered) + 1)
                    altered = (
                        altered[:at]
                        + bytes(rng.randrange(256) for _ in range(3))
                        + altered[at + rng.randint(0, 4) :]
                    )
            yield repr(altered), partial(_program, file, altered)


def _program(file: Path, altered: bytes) -> None:
    file.write_bytes(altered)
    p: Any = InteractiveProvider(file, seed=1).program
    p = p(seed=1) if callable(p) else p
    for answer in (7, "yes", 1):
        assert "\x1b" not in p.__doc__
        p = p(answer)


STORY = b""":: StoryTitle
Night & <b>Day</b>

:: Start
You have $money. (set: $money to 3)(if: $money > 2)[<<if $money gt 2>>Rich.<</if>>]
[[Go->End]] [[End]] {x: 1}

:: End
The end. \x1b[2J <script>ran=1</script> [[Start]]
"""


def stories(rng: Random) -> Iterator[Attempt]:
    """Stories of which something was altered, in several kinds of file: played, or told what is
    wrong."""
    folder = Path(next(iter(adapters.__path__)), "tales")
    texts = [STORY, *(file.read_bytes() for file in sorted(folder.glob("*.twee")))]
    with tempfile.TemporaryDirectory() as name:
        while True:
            altered = rng.choice(texts).decode("utf-8")
            altered = mutation.text(rng, altered, 12)
            file = Path(name, f"story{rng.choice(('.twee', '.twee', '.html', '.json', '.ink'))}")
            yield f"{file.suffix} {altered!r}", functools.partial(_told, file, altered)
            file.unlink(missing_ok=True)


def _told(file: Path, altered: str) -> None:
    file.write_bytes(altered.encode("utf-8", "surrogatepass"))
    mine = InteractiveProvider(file, seed=1)
    for name in mine:
        p: Any = getattr(mine, name)(seed=1)
        for _ in range(4):
            assert "\x1b" not in p.__doc__
            assert "<script" not in p._repr_html_()
            if not (offered := options(p)):
                break
            p = choose(p, offered[-1])


def kept_results(rng: Random) -> Iterator[Attempt]:
    """The files of results and of last boards, altered: read, or told to be unreadable; playing
    goes on."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, INTERACTIVE_PROVIDER_HOME=folder),
    ):
        results.record("guess", True, 5.0, 4, False)
        results.remember("games.guess(seed=7)(50)")
        whole = {
            name: Path(folder, name).read_text("utf-8") for name in ("results.json", "boards.json")
        }
        while True:
            name = rng.choice(list(whole))
            told = (
                json.dumps(mutation.data(rng, json.loads(whole[name])))
                if rng.random() < 0.5
                else mutation.text(rng, whole[name])
            )
            yield f"{name}: {told!r}", partial(_kept, Path(folder, name), told)


def _kept(file: Path, told: str) -> None:
    file.write_bytes(told.encode("utf-8", "surrogatepass"))
    assert isinstance(results.record("guess", True, 3.0, 2, False), str)
    results.remember("games.guess(seed=7)(25)")
    for read in (results.table, results.last_boards):
        file.write_bytes(told.encode("utf-8", "surrogatepass"))
        with contextlib.suppress(results.Unreadable):
            read()
