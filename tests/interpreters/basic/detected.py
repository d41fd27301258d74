"""Programs whose dialect is found by their text."""

from __future__ import annotations

from interactive_provider.interpreters.basic import Program, ProgramState


def run(text: str, *answers: str, dialect: str = "") -> ProgramState:
    """A program after some answers; ``dialect`` is the one that must be found, if any will not
    do."""
    program = Program.parse(text, dialect=None)
    assert dialect in ("", program.dialect.name)
    state = program.start(1)
    for answer in answers:
        state = state.answer(answer)
    return state
