"""A position as a link: its line, compressed.

A won expert game of Minesweeper has a link of some 650 characters and a line of 2,900. A link is
read like any line, by looking up names and never by running Python; a checksum detects a link that
was cut short or altered.
"""

from __future__ import annotations

import base64
import re
import zlib

from ... import address
from ...errors import BadLine, ChoiceError, quote
from ...support.plurals import counted
from ...support.readable import PlainText
from ...support.sanitizing import clean
from ..choices.naming import identifiers
from ..play.actions import position_of
from ..play.nodes import Lobby, Playable, node_of, start
from ..play.position_data import line_of, outcome_of, view_of, written
from ..play.presets import presets_of
from ..play.table import Table

site = address.PLAY
"""The address of the browser-only site."""

_MARK = "#p="
_LONGEST = 20_000
"""The maximum length of a link after its mark."""

_LONGEST_LINE = 100_000
"""The maximum size of the line in a link, in bytes, which also limits its moves; a few thousand
compressed characters could hold millions."""

_LOCAL = (
    "This link works only on this computer, while the site is served here. Send line(p) to others."
)
_LINK = re.compile(rf"\s*(https?://|[^\s'\"(\[]*{_MARK})")
"""What a link begins with, even if it is cut short; in a line of Python the mark can occur only
inside a text."""


class SharedLink(PlainText):
    """A link; if the site is only on this computer, the prompt says so below the link."""

    def _shown(self) -> str:
        return f"{self}\n{_LOCAL}" if self.startswith("http://localhost") else str(self)


def share(p: Playable) -> str:
    """Return a link that opens ``p`` in the browser-only site, where anyone can continue the game;
    `replay` accepts it too.

    Raises `ChoiceError` for your own game, which nobody else has, and for a line that is too long
    for a link.

    >>> from interactive_provider import replay
    >>> replay(share(games.guess(seed=7)(50)))
    games.guess(seed=7)(50)
    """
    p = node_of(p)
    if isinstance(p, Lobby):
        origin = p._origin
        line = repr(p)
    else:
        position = position_of(p)
        origin = written(position)[0].origin
        line = line_of(position)
    if getattr(origin, "_sources", None) != ():
        raise ChoiceError(
            f"{p!r} belongs to your own game; a link can only name a game that everyone has."
        )
    written_out = line.encode()
    code = base64.urlsafe_b64encode(zlib.compress(written_out, 9)).decode().rstrip("=")
    if len(code) > _LONGEST or len(written_out) > _LONGEST_LINE:
        raise ChoiceError(
            f"A link to {p!r} would have {len(code):,} characters, from a line of"
            f" {len(written_out):,}; {_LONGEST:,} from {_LONGEST_LINE:,} are allowed. Use save"
            " instead."
        )
    return SharedLink(f"{site.rstrip('/')}/{_MARK}{code}")


def is_link(text: str) -> bool:
    """True if a text is a link made by `share`, perhaps cut short."""
    return _LINK.match(text) is not None


def line_in(link: str) -> str:
    """Return the line in a link; raise `BadLine` if it is cut short or altered."""
    code = link.partition(_MARK)[2].strip()
    if len(code) > _LONGEST:
        raise BadLine(f"The link {quote(link)} is longer than any link that share makes.")
    unpacking = zlib.decompressobj()
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        line = unpacking.decompress(packed, _LONGEST_LINE + 1)
        if unpacking.eof and not unpacking.unused_data and len(line) <= _LONGEST_LINE:
            return line.decode()
    except (ValueError, zlib.error):
        pass
    raise BadLine(f"The link {quote(link)} has been cut short or altered.")


def summary(p: Playable) -> str:
    """Return how a game went, as a spoiler-free text to paste, with a link to its start.

    >>> print(summary(games.guess(seed=7)(50)).splitlines()[0])
    Guess the number, seed 7: 1 move so far.
    """
    position = position_of(p)
    table = position._table
    moves = counted(len(written(position)[1]), "move")
    outcome = outcome_of(position)
    ending = f"{moves} so far" if outcome is None else f"{outcome} in {moves}"
    title = view_of(position).title
    preset = _preset_of(table)
    named = (title, preset if preset.lower() != title.lower() else "", _named_seed(table.seed))
    first = start(table)
    try:
        beginning = share(first)
    except ChoiceError:  # a link can name only a game that everyone has
        beginning = line_of(first)
    return PlainText(clean(f"{', '.join(filter(None, named))}: {ending}.\n{beginning}"))


def _preset_of(table: Table) -> str:
    """Return the label of the preset that has these parameters, or an empty text."""
    labels = tuple(presets_of(table.game))
    return dict(zip(identifiers(labels), labels, strict=True)).get(table.preset or "", "")


def _named_seed(seed: int | str) -> str:
    import datetime

    try:
        is_date = isinstance(seed, str) and datetime.date.fromisoformat(seed).isoformat() == seed
    except ValueError:
        is_date = False
    return f"daily board of {seed}" if is_date else f"seed {seed}"
