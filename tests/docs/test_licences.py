"""What is brought along is listed with its licence."""

from __future__ import annotations

import re
import tomllib

import pytest

from tools.isolation import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
BROUGHT = sorted(
    {
        re.split(r"[><=\[]", wanted)[0]
        for some in (PROJECT["dependencies"], *EXTRAS.values())
        for wanted in some
    }
    - {PROJECT["name"]}
)
LISTED = (REPOSITORY / "docs" / "licences.md").read_text("utf-8")


@pytest.mark.parametrize("package", BROUGHT)
def test_every_package_that_is_brought_along_is_listed(package: str) -> None:
    """By its name on the index, in the first column of the table."""
    assert re.search(rf"^\| ([\w, ]+, )?{re.escape(package)}(, [\w, ]+)? \|", LISTED, re.MULTILINE)
