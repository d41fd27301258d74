"""The machines: arithmetic, screen and checks of each kind. Each module with a `KIND` is one, named by the dialects."""

from __future__ import annotations

from importlib import import_module

from ..dialects import Dialect
from .kind import Kind


def kind_of(dialect: Dialect) -> Kind:
    """The kind of machine that a dialect runs on."""
    kind: Kind = import_module(f".{dialect.machine}", __name__).KIND
    return kind
