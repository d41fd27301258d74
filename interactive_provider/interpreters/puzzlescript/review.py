"""What a game has and never uses, after some of its levels were tried."""

from __future__ import annotations

from .compiling import LevelStart, PuzzleProgram
from .faults import TextFault


def review(program: PuzzleProgram) -> list[TextFault]:
    """Return all faults, with the rules that never did anything so far, and the objects that no
    level contains and no rule makes."""
    source = program.source
    steps = [step for group in (*program.groups, *program.late) for step in group.steps]
    fired = {step.line for step in steps if step.has_fired}
    for line in {step.line for step in steps} - fired:
        source.remark(line, "this rule changed nothing in the positions that were tried.")
    made = " ".join(source.lines[line - 1].lower() for line in fired)
    for number, name in enumerate(source.placed):
        starts = [level for level in program.levels if isinstance(level, LevelStart)]
        if name not in made and not any(level.boards[number] for level in starts):
            line = source.meanings[name].line
            source.remark(line, f"{name} is in no level, and no rule makes one.")
    return sorted(source.faults)
