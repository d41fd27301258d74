"""The machine of the Microsoft 8K BASICs: what `running` and `compiling` do by themselves."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running.runtime import Machine
from .kind import Kind

KIND = Kind(Machine, ExpressionCoder, {})
