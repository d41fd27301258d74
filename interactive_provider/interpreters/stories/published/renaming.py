"""Functions that this engine reads differently from browsers.

In strict code, a function expression with a name of its own may declare a variable of that name.
QuickJS takes the variable for the function's name, which cannot be set, if `eval` is called
somewhere inside: it reports that the name is read-only. Without its name, such a function is the
same, as nothing in it can mean anything but the variable.
"""

from __future__ import annotations

import re
from typing import Any

_FAULT = re.compile(r"'([A-Za-z_$][\w$]*)' is read-only")
_DECLARED = r"(?<![\w$.])(?:var\s(?:[^;]*?,)?\s*|function\s+){name}(?![\w$])"
LONGEST = 200_000
"""The most characters of a function in which a declaration is looked for."""


def renamed(page: str, report: Any) -> str:
    """Return the page without the names of those functions that it reports to be read-only."""
    faults = _FAULT.findall(str((report["remarks"], report["said"])))
    for name in dict.fromkeys(faults):
        page = _without_name(page, re.escape(name))
    return page


def _without_name(page: str, name: str) -> str:
    declared = re.compile(_DECLARED.format(name=name))

    def unnamed(match: re.Match[str]) -> str:
        start = page.find("{", match.end())
        is_declared = declared.search(page, start, _closing(page, start))
        return match[1] if is_declared else match[0]

    return re.sub(rf"(?<=[=(,:?!&|\[])(\s*function)\s+{name}\s*(?=\()", unnamed, page)


def _closing(text: str, start: int) -> int:
    """Where the brace that opens at a place is closed, braces in texts counted as well."""
    depth = 0
    for brace in re.compile(r"[{}]").finditer(text, start, start + LONGEST):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return start + LONGEST
