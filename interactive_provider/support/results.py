"""What functions return besides positions: a table to read, and the same as numbers for programs
and data frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain, count, repeat
from typing import Any, NamedTuple, TypeAlias

from .columns import in_columns
from .readable import Readable
from .sanitizing import clean, markup, untypeset

DataRows: TypeAlias = "list[dict[str, Any]]"
"""A result as rows for a data frame."""


class Table(NamedTuple):
    """How a result is shown: lines of cells, the first ``left`` of each aligned to the left."""

    lines: Sequence[Sequence[str]]
    head: Sequence[str] = ()
    left: int = 0
    title: str = ""
    notes: Sequence[str] = ()
    """Sentences below it; empty ones are left out."""
    pictures: str = ""
    """SVG, only for pages."""


class Result(Readable):
    """The result of a calculation: it prints as a table, and gives its numbers to programs."""

    def rows(self) -> DataRows:
        """Return the result as rows for a data frame: ``pandas.DataFrame(found.rows())``."""
        table = self._table()
        names: Iterable[object] = table.head or count()
        return [dict(zip(map(str, names), line, strict=False)) for line in table.lines]

    def to_dict(self) -> dict[str, Any]:
        """Return all data of the result as dictionaries, lists, texts and numbers, as
        ``json.dumps`` accepts them."""
        return dict(plain(self))

    def _table(self) -> Table:
        raise NotImplementedError

    def __str__(self) -> str:
        table = self._table()
        texts = in_columns([line for line in (table.head, *table.lines) if line], table.left)
        if table.title:
            texts = [table.title, "", *texts]
        return clean("\n".join([*texts, *filter(None, table.notes)]))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        table = self._table()
        kinds = [_FIRST, *[_LEFT] * (table.left - 1)][: table.left]
        title = f"<h4>{markup(table.title)}</h4>" if table.title else ""
        head = _line(repeat("<th>{}</th>"), table.head) if table.head else ""
        lines = "".join(_line(chain(kinds, repeat(_RIGHT)), line) for line in table.lines)
        notes = "".join(f"<div>{markup(note)}</div>" for note in table.notes if note)
        text = f"{title}<table>{head}{lines}</table>{notes}"
        return untypeset(_BESIDE.format(text, table.pictures) if table.pictures else text)


_FIRST = '<th scope="row" style="text-align:left;white-space:nowrap">{}</th>'
_LEFT = '<td style="text-align:left;overflow-wrap:anywhere">{}</td>'
_RIGHT = '<td style="text-align:right">{}</td>'
_BESIDE = """<div style="display:flex;flex-wrap:wrap;gap:24px"><div>{}</div>\
<div style="flex:1 1 440px;display:grid;\
grid-template-columns:repeat(auto-fit,minmax(440px,1fr));gap:12px">{}</div></div>"""


def _line(kinds: Iterable[str], texts: Sequence[str]) -> str:
    cells = (kind.format(markup(text)) for kind, text in zip(kinds, texts, strict=False))
    return f"<tr>{''.join(cells)}</tr>"


def plain(thing: Any) -> Any:
    """Return the same data in dictionaries, lists, numbers and texts; an object of any other kind
    becomes its text."""
    if is_dataclass(thing):
        thing = {field.name: getattr(thing, field.name) for field in fields(thing)}
    if hasattr(thing, "_asdict"):
        thing = thing._asdict()
    if isinstance(thing, Mapping):
        return {str(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(part) for part in thing]
    return thing if thing is None or isinstance(thing, bool | int | float | str) else str(thing)
