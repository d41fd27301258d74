"""One sentence, with the nearest valid name, for a public function or record that is given other
arguments than it takes."""

from __future__ import annotations

import functools
import inspect
import sys
from typing import Any

from ..errors import NoSuchOption, did_you_mean, quote


def explain_arguments(module: dict[str, Any]) -> None:
    """Let the public functions of a module explain which arguments they take."""
    for name in module["__all__"]:
        function = module.get(name)
        if inspect.isfunction(function):
            module[name] = explained(function)
            # A pickle looks for it there.
            setattr(sys.modules[function.__module__], name, module[name])


def explained(function: Any) -> Any:
    """Make a function raise `NoSuchOption` for arguments that it does not take."""

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except TypeError as fault:
            # Python begins with the name of the function that it could not call.
            if not str(fault).startswith(f"{function.__qualname__}() "):
                raise
        raise NoSuchOption(_mistake(function, named))

    return called


def _mistake(function: Any, named: dict[str, Any]) -> str:
    name = function.__qualname__.removesuffix(".__init__")
    known = [one for one in inspect.signature(function).parameters if one != "self"]
    for other in named:
        if other not in known:
            return f"{name} does not take {quote(other)}.{did_you_mean(other, known)}"
    return f"{name} is called as {name}({', '.join(known)})."
