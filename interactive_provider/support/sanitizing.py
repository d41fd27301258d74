"""Makes the texts of games, programs and stories inert: one function for each medium, used by every
view.

`clean` is for terminals, plain text and messages to the live board (whose page writes only text),
`markup` for HTML and SVG, `fenced` for Markdown; `untypeset` is the element around every page of
HTML.
"""

from __future__ import annotations

import re
from html import escape

from ..errors import clean as clean  # the error messages need it too

UNTYPESET = "mathjax_ignore tex2jax_ignore"
"""The classes of an element whose words are not typeset; the page's program gives them to its
boards."""


def markup(text: str) -> str:
    """Return ``text`` cleaned and escaped for HTML and XML, between tags and within quoted
    attributes."""
    return escape(clean(text), quote=True)


def untypeset(page: str, role: str = "") -> str:
    """Mark HTML that leaves the package so that no page typesets ``$5`` or ``\\(`` in it as
    mathematics.

    MathJax 3 looks for one class (JupyterLab, Notebook 7), MathJax 2 for the other (nbclassic,
    nbconvert).
    """
    return f'<div class="{f"{role} " if role else ""}{UNTYPESET}">{page}</div>'


def fenced(text: str) -> str:
    """Return ``text`` cleaned, for Markdown: between fences longer than any run of backticks in
    it."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    return f"{fence}text\n{clean(text)}\n{fence}"
