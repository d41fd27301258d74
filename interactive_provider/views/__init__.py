"""Pictures of a board: text, HTML, SVG and a widget that can be clicked, each made from the `Board` alone."""

from __future__ import annotations
