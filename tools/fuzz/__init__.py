"""The attack: hostile lines, files, games, threads, forks and interrupts, repeated by
``python -m tools.fuzz``."""

from __future__ import annotations

from tools.fuzz import adventures, folder, lines, moments, programs
from tools.fuzz.core import Attack

ATTACKS: dict[str, Attack] = {
    "lines": lines.lines,
    "saves": lines.saves,
    "records": lines.records,
    "links": lines.links,
    "labels": lines.labels,
    "basic": lines.basic,
    "programs": programs.programs,
    "splices": programs.splices,
    "tokens": programs.tokens,
    "stories": lines.stories,
    "adventures": adventures.adventures,
    "results": lines.kept_results,
    "folder": folder.folder,
    "interrupts": moments.interrupts,
    "threads": moments.threads,
    "forks": moments.forks,
    "cells": moments.cells,
}
"""The ways to attack, by name."""
