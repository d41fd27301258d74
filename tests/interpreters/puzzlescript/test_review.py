"""What an author is told of a game that has been played."""

from __future__ import annotations

from interactive_provider.interpreters.puzzlescript import review

from .games import Play, game_text

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


def test_what_is_never_used_is_named() -> None:
    """A rule that changed nothing so far, and an object that is nowhere, are remarks."""
    text = game_text(f"{PUSH}\n[ > Player | Fruit ] -> [ > Player | ]", "P*.O")
    found = "\n".join(map(str, review(Play(text).move("right").program)))
    assert "'[ > Player | Fruit ] -> [ > Player | ]': this rule changed nothing" in found
    assert "wall is in no level" in found
    assert "crate is in no level" not in found
    assert PUSH not in found
