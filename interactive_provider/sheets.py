"""Pictures of positions in files, and printable sheets of them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from os import PathLike
from typing import Any

from .errors import BadParameter, NoAbility
from .game import title_of
from .heart.play.actions import board, hint, position_of
from .heart.play.insiders import game_of
from .heart.play.nodes import Playable
from .heart.play.position_data import page_of, view_of
from .support.extras import need
from .support.plurals import counted
from .support.sanitizing import markup
from .support.storage import replace_file, suffix_of

_FONTS = ("DejaVu Sans Mono", "Menlo", "Consolas", "Liberation Mono", "Noto Sans Mono")
"""Fonts for the letters in a PNG; the first installed one is used."""

_LETTER = """<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\
<text y="9" font-family="monospace">{}</text></svg>"""

_PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title><style>
h1{{font:bold 22px sans-serif}}
main{{display:flex;flex-wrap:wrap;gap:24px;font:14px sans-serif;color:#1f1f1f;background:#fff}}
figure{{break-inside:avoid;margin:0;width:45%}}
figcaption,figure p{{display:inline;overflow-wrap:anywhere}}
figure img{{display:block;max-width:100%;max-height:90mm}}
ol{{break-before:page;width:100%;line-height:1.6}}
</style></head><body><h1>{title}</h1><main>{body}</main></body></html>
"""


class Sheet(str):
    """A page of HTML to print, as a text; a notebook displays it."""

    where = ': sheet(…, "sheet.html") writes it'

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        count = self.count("<figure>")
        printer.text(f"A page with {counted(count, 'position')} to print{self.where}.")

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{markup(self)}" style="width:100%;height:600px;border:0"></iframe>'


def picture(p: Playable, file: str | PathLike[str]) -> None:
    """Draw the board of a position into a file: SVG or PNG, by its suffix.

    PNG needs the extra ``pictures``. Raises `NoAbility` for a game without a board, `BadFile` for
    another suffix.

    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "nim.svg")
    >>> picture(games.match_game(seed=7), file)
    """
    suffix = suffix_of(file, (".svg", ".png"))
    drawn = _drawn(p)
    data = _png(drawn) if suffix == ".png" else drawn
    replace_file(file, lambda: data)


def sheet(
    positions: Playable | Iterable[Playable],
    file: str | PathLike[str] | None = None,
    *,
    answers: bool = False,
    title: str = "",
) -> Sheet:
    """Return numbered pictures of positions on printable HTML pages; with ``answers`` a hint for
    each follows on a separate page. The ``title`` is above them, by default the names of the games.

    The result is a text, which is also written into the ``file`` if one is named. Raises `BadFile`
    for a suffix other than ``.html``.

    >>> p = games.match_game(rows=(2, 1), seed=7)
    >>> "Take 2 from row 1" in sheet([p], answers=True), "Take 2" in sheet([p])
    (True, False)
    """
    every: list[Any] = [positions]
    if isinstance(positions, Iterable) and not isinstance(positions, Playable):
        every = list(positions)
    if not every:
        raise BadParameter("positions is empty; a sheet needs at least one.")
    body = "".join(_FIGURE.format(n, _in_html(p)) for n, p in enumerate(every, 1))
    if answers:
        body += f"<ol>{''.join(f'<li>{markup(_answer(p))}</li>' for p in every)}</ol>"
    named = title or " · ".join(dict.fromkeys(view_of(position_of(p)).title for p in every))
    page = Sheet(_PAGE.format(title=markup(named), body=body))
    if file is not None:
        suffix_of(file, (".html", ".htm"))
        replace_file(file, lambda: page)
        page.where = f", in {file}"
    return page


_FIGURE = "<figure><figcaption>{}.</figcaption> {}</figure>"


def _in_html(p: Playable) -> str:
    """Return a position as a picture, or as its text if it has no board."""
    page = page_of(position_of(p))
    if page.board is None:
        return f"<pre>{markup(page.as_text())}</pre>"
    from base64 import b64encode

    data = b64encode(_drawn(p).encode()).decode()
    words = " ".join(str(page.board).split())
    return (
        f"<p>{markup(page.view.text)}</p>"
        f'<img alt="{markup(words)}" src="data:image/svg+xml;base64,{data}">'
    )


def _answer(p: Playable) -> str:
    with suppress(NoAbility):
        return str(hint(p) or "There is no hint here.")
    return "There is no hint for this game."


def _drawn(p: Playable) -> str:
    from .rendering import svg  # loaded only when something is drawn

    shown = board(p)
    if shown is None:
        raise NoAbility(f"{title_of(game_of(position_of(p)))} has no board to draw.")
    return svg.render(shown)


def _png(drawn: str) -> bytes:
    """Return the picture at twice its size; raise `NoAbility` if there is no font for its
    letters."""
    need("resvg_py", "pictures", "Pictures in PNG need")
    from resvg_py import svg_to_bytes

    empty, one = (_LETTER.format(text) for text in ("", "1"))
    nothing = svg_to_bytes(svg_string=empty)
    for font in _FONTS:
        if svg_to_bytes(svg_string=one, monospace_family=font) != nothing:
            return bytes(svg_to_bytes(svg_string=drawn, monospace_family=font, zoom=2))
    raise NoAbility(f"No font is installed for the letters: install one of {', '.join(_FONTS)}.")
