"""The words of the BASICs, and their codes in saved programs: the lists in ``words.toml``."""

from __future__ import annotations

import tomllib
from importlib import resources

_TABLES = tomllib.loads((resources.files(__package__) / "words.toml").read_text(encoding="utf-8"))
WORDS: dict[str, tuple[str, ...]] = {
    name: tuple(text.split()) for name, text in _TABLES.items() if name != "petscii"
}
PETSCII: dict[str, str] = {
    name: chr(int(code)) for code, names in _TABLES["petscii"].items() for name in names.split()
}
"""Commodore's control codes by their names in listings."""
