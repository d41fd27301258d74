"""The files of the package that are read as text: style sheets, tables, pages."""

from __future__ import annotations

import pkgutil


def text_of(package: str, name: str) -> str:
    """The text of a file beside the modules of a package; raises `FileNotFoundError`."""
    # Not by `importlib.resources`, which loads a dozen modules that most starts do without.
    contents = pkgutil.get_data(package, name)
    if contents is None:
        raise FileNotFoundError(name)
    return contents.decode("utf-8")
