"""Checks that a game's own drawing consists of plain, harmless shapes.

>>> check_drawing("dot", '<circle r="4"/>')
"""

from __future__ import annotations

from ..errors import BadBoard, did_you_mean, quote

_SHAPES = "path circle rect ellipse line polyline polygon text g".split()
_ATTRIBUTES = (
    "d fill stroke x y x1 y1 x2 y2 cx cy r rx ry width height points transform fill-rule "
    "fill-opacity opacity stroke-width stroke-opacity stroke-linecap stroke-linejoin "
    "shape-rendering stroke-dasharray font-size font-family font-weight text-anchor"
).split()
_LONGEST_DRAWING = 10_000


def check_drawing(name: str, drawing: str) -> None:
    """Raise `BadBoard` unless a drawing is well formed and has only shapes and attributes known to
    be harmless."""
    from xml.etree import ElementTree  # here, since most games have no pieces of their own

    begin = f"The piece {quote(name)} cannot be drawn:"
    if len(drawing) > _LONGEST_DRAWING or "<!" in drawing or "<?" in drawing:
        raise BadBoard(
            f"{begin} it must be plain shapes without declarations, in at most {_LONGEST_DRAWING:,}"
            " characters."
        )
    try:
        shapes = list(ElementTree.fromstring(f"<g>{drawing}</g>").iter())
    except ElementTree.ParseError as fault:
        raise BadBoard(f"{begin} {quote(drawing)} is not well formed ({fault}).") from None
    for shape in shapes:
        if shape.tag not in _SHAPES:
            raise BadBoard(
                f"{begin} {quote(shape.tag)} is not a shape.{did_you_mean(shape.tag, _SHAPES)}"
            )
        for attribute, value in shape.attrib.items():
            if attribute not in _ATTRIBUTES:
                help_ = did_you_mean(attribute, _ATTRIBUTES)
                raise BadBoard(
                    f"{begin} {quote(attribute)} is not an attribute of a plain shape.{help_}"
                )
            if "\\" in value or ("(" in value and attribute != "transform"):
                raise BadBoard(
                    f"{begin} {attribute}={quote(value)} is not plain; colours are written as"
                    " '#d32f2f'."
                )
