"""What an author of ink is told: where knots lead, and what goes on forever."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, check, extra
from interactive_provider.adapters.stories import StoryCheck
from interactive_provider.interpreters.stories.ink import InkReview, InkStory, read_ink

GAUNT = {
    "inkVersion": 21,
    "root": [
        [{"->": "hall"}, ["done", {"#n": "g-0"}], None],
        "done",
        {
            "hall": [
                [
                    "^A cold hall.",
                    "\n",
                    "ev",
                    {"VAR?": "ghost"},
                    "out",
                    "/ev",
                    {"f()": "half"},
                    "pop",
                    "ev",
                    "str",
                    "^Up",
                    "/str",
                    "/ev",
                    {"*": ".^.c-0", "flg": 4},
                    {"c-0": ["\n", {"->": "hall.stair"}, {"#f": 5}]},
                ],
                {"stair": ["^Stairs.", "\n", {"->": "nowhere"}, None], "#f": 1},
            ],
            "half": ["ev", 1, "/ev", "~ret", None],
            "loft": ["^Dust.", "\n", "end", None],
            "pit": ["^You fall.", "\n", None],
            "global decl": ["ev", 3, {"VAR=": "gold"}, "/ev", "end", None],
            "#f": 1,
        },
    ],
    "listDefs": {},
}
"""A knot with a stitch that leads nowhere, a function, a knot that nothing leads to, one that just
stops."""


def story(found: dict[str, Any]) -> InkStory:
    """A compiled story, read as from a file."""
    return InkStory(read_ink(json.dumps(found)))


def test_where_knots_lead() -> None:
    """Knots, stitches and functions with their arrows; what is unreached or loose."""
    review = InkReview(story(GAUNT))

    assert ["beginning", "hall", "hall.stair", "half", "loft", "pit"] == list(review.knots)
    assert ["hall.stair", "half"] == sorted(review.knots["hall"].leads, reverse=True)
    assert [["loft", "pit"], ["pit"]] == [
        [one.name for one in found] for found in (review.unreachable, review.loose)
    ]
    assert ("loft",) == review.ends


def test_check_and_map_of_ink(tmp_path: Path) -> None:
    """`check` tells all of it in words, its map draws each knot."""
    (tmp_path / "gaunt.json").write_text(json.dumps(GAUNT))
    p = InteractiveProvider(tmp_path).gaunt

    found = check(p)

    assert isinstance(found, StoryCheck)
    assert not found
    assert "Knots that nothing leads to (2):\n  loft\n  pit" in str(found)
    assert ["loft", "pit"] == [finding.name for finding in found.unreachable]
    assert 6 == str(extra(p, "map")).count("<g ")


LOOPS: dict[str, list[Any]] = {
    "silent": [{"->": "k"}, None],
    "lines": ["^a", "\n", {"->": "k"}, None],
    "one line": ["^a", "<>", {"->": "k"}, None],
    "choices": ["ev", "str", "^x", "/str", "/ev", {"*": "k", "flg": 4}, {"->": "k"}, None],
    "function": ["ev", {"f()": "k"}, "out", "/ev", None],
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=list(LOOPS))
@pytest.mark.slow
def test_a_loop_without_end(loop: list[Any]) -> None:
    """It is cut off after some steps, fewer where a line grows, and a line says so."""
    root = [[{"->": "k"}, ["done", {"#n": "g-0"}], None], "done", {"k": loop}]

    told = story({"inkVersion": 21, "root": root, "listDefs": {}}).start(Random(1))

    assert "error" == told.outcome
    assert "breaks off" in told.text


def test_an_interrupt_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that is interrupted can be taken again, and tells the same as in a fresh copy."""
    told, fresh = story(GAUNT), story(GAUNT)
    first = told.start(Random(1))

    def interrupted(runtime: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as within:
        within.setattr(type(told._runtime), "Step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            told.choose(first, 0)

    assert fresh.choose(fresh.start(Random(1)), 0) == told.choose(first, 0)
