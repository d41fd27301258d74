"""Idioms of JavaScript as stories use them, with the answers of V8 (Node.js 24) in `battery.tsv`:
an oracle.

Each line is an expression and what `String` makes of it, or “!” and the name of the error that it
raises.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interactive_provider.interpreters.stories.errors import NotUnderstood
from interactive_provider.interpreters.stories.expressions.values import text_of
from interactive_provider.interpreters.stories.published.machine import Sandbox, ScriptFault, apart

from . import engine

BATTERY = [
    line.split("\t")
    for line in (Path(__file__).parent / "battery.tsv").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("idiom", "answer"), BATTERY)
def test_our_own_evaluator_is_right_or_refuses(idiom: str, answer: str) -> None:
    """What an expression of a story is worth is what JavaScript says, or it is said that it is not
    supported."""
    teller = engine(":: Start\nx")
    scene = teller.start(Random(1))
    turn = teller.turn(teller, scene.variables, scene.trail, Random(1))
    turn.shown_in = ["Start"]
    try:
        value = turn.value(f"String({idiom})")
    except NotUnderstood:
        return
    assert answer == text_of(value)


def test_most_of_it_is_understood() -> None:
    """The evaluator understands a third of it, which is written for the engine of pages:
    `NotUnderstood` is no way to be right."""
    teller = engine(":: Start\nx")
    scene = teller.start(Random(1))
    refused = 0
    for idiom, _ in BATTERY:
        try:
            teller.turn(teller, scene.variables, scene.trail, Random(1)).value(idiom)
        except NotUnderstood:
            refused += 1

    assert refused < len(BATTERY) * 2 / 3


@pytest.mark.slow
def test_the_engine_of_pages_agrees() -> None:
    """Another engine, the one that plays published pages, gives every answer."""

    def answers() -> list[list[str]]:
        machine = Sandbox()
        machine.run(
            "String.prototype.toUpperFirst = function () { return this[0].toUpperCase() +"
            " this.slice(1) }",
            "",
        )
        return [[idiom, _answer(machine, idiom)] for idiom, _ in BATTERY]

    assert BATTERY == apart(answers)


def _answer(machine: Sandbox, idiom: str) -> str:
    try:
        return machine.call_for_text(machine.evaluate(f"() => String({idiom})", "idiom.js"))
    except ScriptFault as fault:
        return f"!{str(fault).partition(':')[0]}"
