"""The files of the package that are read as text: style sheets, tables, pages."""

from __future__ import annotations

from importlib import resources


def text_of(package: str, name: str) -> str:
    """The text of a file beside the modules of a package."""
    return resources.files(package).joinpath(name).read_text("utf-8")
