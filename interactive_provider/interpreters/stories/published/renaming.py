"""Functions that this engine reads differently from browsers.

In strict code, a named function expression may declare a variable with the same name. QuickJS
confuses the variable with the function's name, which cannot be set, if `eval` is called somewhere
inside: it reports that the name is read-only. Without its name, such a function is equivalent, as
the name inside it can only refer to the variable.
"""

from __future__ import annotations

import re
from typing import Any

_FAULT = re.compile(r"'([A-Za-z_$][\w$]*)' is read-only")
_FUNCTION = (
    r"(?<=[=(,:?!&|\[])(\s*function)\s+{name}(?=\s*\([^()]*\)\s*\{{"
    r"(?:(?!\bfunction\b)[\s\S]){{0,5000}}?\bvar\s(?:[^;]*?,)?\s*{name}(?![\w$]))"
)
"""A named function expression whose name is declared before any other function begins."""


def renamed(page: str, report: Any) -> str:
    """Return the page without the names of those functions that it reports to be read-only."""
    faults = _FAULT.findall(str((report["remarks"], report["said"])))
    for name in dict.fromkeys(faults):
        page = re.sub(_FUNCTION.format(name=re.escape(name)), r"\1", page)
    return page
