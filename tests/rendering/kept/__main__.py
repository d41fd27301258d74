"""Write the kept boards again: ``python -m tests.rendering.kept``."""

from __future__ import annotations

from . import kept

for place, told in kept().items():
    place.write_text(told, encoding="utf-8")
