"""The elements of a picture, as text.

>>> element("rect", x=1.5, stroke_width=2)
'<rect x="1.5" stroke-width="2"/>'
>>> element("text", "one", fill=None, y=3)
'<text y="3">one</text>'
"""

from __future__ import annotations


def element(tag: str, *inside: str, **attributes: float | str | None) -> str:
    """Return an SVG element with its contents; attributes that are None are omitted.

    Texts are written unchanged: a game's words must have been made harmless before.
    """
    written = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else format(value, "g")}"'
        for name, value in attributes.items()
        if value is not None
    )
    if not inside:
        return f"<{tag}{written}/>"
    return f"<{tag}{written}>{''.join(inside)}</{tag}>"
