"""The machines: arithmetic, screen and checks of each `Kind`. The dialects name them, each with its module."""

from __future__ import annotations

from importlib import import_module

from ..dialects import Dialect
from .kind import Kind


def kind_of(dialect: Dialect) -> Kind:
    """The kind of machine that a dialect runs on."""
    module, _, name = dialect.machine.partition(".")
    kind: Kind = getattr(import_module(f".{module}", __name__), name)
    return kind
