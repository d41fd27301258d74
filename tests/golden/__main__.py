"""Write the golden transcripts again: ``python -m tests.golden``."""

from __future__ import annotations

from . import FOLDER, file_of, names, transcript

kept = {file_of(name) for name in names()}
for stale in set(FOLDER.glob("*.txt")) - kept:
    stale.unlink()
for name in names():
    file_of(name).write_text(transcript(name), encoding="utf-8")
