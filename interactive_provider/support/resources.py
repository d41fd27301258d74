"""The files of the package that are read as text: style sheets, tables, pages."""

from __future__ import annotations

import pkgutil


def text_of(package: str, name: str) -> str:
    """Return the text of a file stored with the modules of a package; raise `FileNotFoundError` if
    there is none."""
    # Not using `importlib.resources`, which loads a dozen modules that are usually not needed at
    # startup.
    contents = pkgutil.get_data(package, name)
    if contents is None:
        raise FileNotFoundError(name)
    return contents.decode("utf-8")
