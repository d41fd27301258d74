"""Makes the texts of games, programs and stories inert: one function for each medium, and no view
writes without it.

`clean` serves terminals, plain text and the messages to the live board (whose page writes nothing
but text), `markup` serves HTML and SVG, `fenced` Markdown; `untypeset` is the element around every
page of HTML.
"""

from __future__ import annotations

import re
from html import escape

from ..errors import clean as clean  # whose messages need it too

UNTYPESET = "mathjax_ignore tex2jax_ignore"
"""The classes of an element whose words are left as they are; the page's program gives them to its
boards."""


def markup(text: str) -> str:
    """``text`` cleaned and escaped for HTML and XML, between tags and within the quotes of an
    attribute."""
    return escape(clean(text), quote=True)


def untypeset(page: str, role: str = "") -> str:
    """HTML as it leaves the package: marked so that no page reads ``$5`` or ``\\(`` in it as
    mathematics.

    MathJax 3 looks for the one class (JupyterLab, Notebook 7), MathJax 2 for the other (nbclassic,
    nbconvert).
    """
    return f'<div class="{f"{role} " if role else ""}{UNTYPESET}">{page}</div>'


def fenced(text: str) -> str:
    """``text`` cleaned, for Markdown: between fences longer than any run of backticks in it."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    return f"{fence}text\n{clean(text)}\n{fence}"
