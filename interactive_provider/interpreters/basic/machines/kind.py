"""What makes a machine: the class that runs, the writer of its expressions, and what compiled code may call besides."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..compiling.expressions import ExpressionCoder
from ..running.runtime import Machine


class Kind(NamedTuple):
    """One kind of machine."""

    machine: type[Machine]
    coder: type[ExpressionCoder]
    library: dict[str, Any]
