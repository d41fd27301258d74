"""Makes the texts of games, programs and stories inert: one function for each medium, and no view writes without it.

`clean` serves terminals, plain text and the messages to the live board (whose page writes nothing but text),
`markup` serves HTML and SVG, `fenced` Markdown.
"""

from __future__ import annotations

import re
from html import escape

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: they would steer a terminal and are illegal in XML
    "\u2028\u2029"  # separators that break lines where no line should break
    "\u202a-\u202e\u2066-\u2069"  # bidirectional overrides: they would reorder the neighbours
    "\ud800-\udfff\ufffe\uffff]"  # not characters: they cannot be encoded
)


def clean(text: str) -> str:
    """``text`` with every character that could steer a terminal or break a page shown as ``�``."""
    return _UNSAFE.sub("�", text.replace("\r\n", "\n"))


def markup(text: str) -> str:
    """``text`` cleaned and escaped for HTML and XML, between tags and within the quotes of an attribute."""
    return escape(clean(text), quote=True)


def fenced(text: str) -> str:
    """``text`` cleaned, for Markdown: between fences longer than any run of backticks in it."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    return f"{fence}text\n{clean(text)}\n{fence}"
