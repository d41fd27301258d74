"""Plays that were recorded with the original end in the same level here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interactive_provider.interpreters.puzzlescript import LevelStart, Message, compiled, machine

PLAYS = json.loads((Path(__file__).parent / "recorded" / "plays.json").read_text("utf-8"))
WAYS = ("up", "left", "down", "right", "action")


def _no_chance() -> float:
    raise AssertionError("no recorded play asks for chance")


class _Session:
    """A game as the original's page plays it: level after level, with undo and restart."""

    def __init__(self, text: str, number: int) -> None:
        self.program = compiled(text + "\n")
        self.number = number
        self.is_over = False
        self._load()

    def _load(self) -> None:
        level = self.program.levels[self.number]
        self.is_message = isinstance(level, Message)
        if isinstance(level, LevelStart):
            self.level = level
            self.machine = machine(self.program, level.width, level.height)
            self.boards = self.restart = level.boards
            self.undone: list[tuple[int, ...]] = []
            self._follow("start", level.boards)

    def _follow(self, way: str, boards: tuple[int, ...]) -> None:
        for turn in self.machine.turns(boards, way, _no_chance, self.restart):
            self.boards = turn.boards
            self.restart = turn.checkpoint or self.restart
            if turn.is_won and not self.is_over and self.number < len(self.program.levels) - 1:
                self.number += 1
                self._load()
            elif turn.is_won:
                self.is_over = True

    def do(self, what: int | str) -> None:
        """Make a move, or take one back."""
        settings = self.program.source.settings
        before = self.boards
        if what == "undo":
            while self.undone and self.undone[-1] == self.boards:
                self.undone.pop()
            if self.undone and "noundo" not in settings:
                self.boards = self.undone.pop()
        elif what == "restart" and "norestart" not in settings:
            self.undone.append(before)
            self._follow("start", self.restart)
        elif what == "tick" or isinstance(what, int):
            way = WAYS[what] if isinstance(what, int) else "wait"
            number = self.number
            self._follow(way, before)
            if number == self.number and self.boards != before:
                self.undone.append(before)

    def shown(self) -> str:
        """Return the level as the recorder writes it: what is in each cell, by number."""
        names = self.program.source.placed
        numbers: dict[str, int] = {}
        text = ""
        for at in range(self.level.width * self.level.height):  # columns, broken like rows
            here = [n for n, b in zip(names, self.boards, strict=True) if b >> at & 1]
            stack = " ".join(sorted(here))
            if stack not in numbers:
                numbers[stack] = len(numbers)
                text += f"{stack}:"
            text += f"{numbers[stack]},"
            if (at + 1) % self.level.width == 0:
                text += "\n"
        return text


@pytest.mark.parametrize("play", PLAYS, ids=[play["name"] for play in PLAYS])
def test_a_recorded_play_ends_in_the_same_level(play: dict[str, Any]) -> None:
    """The original's own plays, with rules of every kind, end in the level that it recorded."""
    session = _Session(play["text"], play["level"])
    for what in play["inputs"]:
        session.do(what)
    assert play["after"] == session.shown()
