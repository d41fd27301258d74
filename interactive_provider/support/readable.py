"""Results that display themselves: a prompt or a notebook shows their text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import NoSuchChoice, meant
from .sanitizing import clean, markup, untypeset
from .wrapping import wrapped


class Readable:
    """An object that a prompt and a notebook show as its text rather than as Python code; inside a
    list or a dictionary it keeps Python's form."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython looks for it only up to the first class with a __repr__, as a dataclass has.
        cls._repr_pretty_ = Readable._repr_pretty_  # type: ignore[method-assign]

    if not TYPE_CHECKING:  # type checkers know the names

        def __getattr__(self, name: str) -> Any:
            raise NoSuchChoice(
                lambda: (
                    f"{name!r} is not part of this result, which is not a position."
                    f"{meant(name, (own for own in dir(type(self)) if own[0] != '_'))}"
                )
            )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(wrapped(clean(self._shown())) if is_alone(printer, cycle) else repr(self))

    def _repr_html_(self) -> str:
        return untypeset(f'<div style="white-space:pre-wrap">{markup(self._shown())}</div>')

    def _shown(self) -> str:
        return str(self)


class PlainText(str, Readable):
    """Text that a prompt shows without quotes."""

    _repr_html_ = None  # type: ignore[assignment] # its columns need a font for code


def is_alone(printer: Any, cycle: bool) -> bool:
    """True if IPython is showing an object that is not part of another one."""
    return not cycle and len(getattr(printer, "stack", ())) <= 1
