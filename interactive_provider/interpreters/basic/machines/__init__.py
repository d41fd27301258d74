"""The machines: arithmetic, screen and checks of each `MachineKind`. The dialects name them, each
with its module."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from ..compiling.expressions import ExpressionCoder
from ..dialects import Dialect
from ..running.runtime import Machine


class MachineKind(NamedTuple):
    """A kind of machine: the class that runs, the writer of its expressions, and further names for
    compiled code."""

    machine: type[Machine]
    coder: type[ExpressionCoder]
    library: dict[str, Any]


def kind_of(dialect: Dialect) -> MachineKind:
    """Return the kind of machine for a dialect."""
    module, _, name = dialect.machine.partition(".")
    kind: MachineKind = getattr(import_module(f".{module}", __name__), name)
    return kind
