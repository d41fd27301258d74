"""A release needs only an address: the index's links are made of it, and messages need no index of
ours."""

from __future__ import annotations

import re
import runpy
import tomllib

import pytest
import yaml  # type: ignore[import-untyped]

from interactive_provider.support import extras
from tools.isolation import REPOSITORY

BUILD = runpy.run_path(str(REPOSITORY / "hatch_build.py"))
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def test_links_and_readme_lead_where_the_address_says() -> None:
    """With an address there are links and pictures; without one there are words."""
    site, source = "https://games.example/", "https://code.example/games"
    links = {"Documentation": site, "Play in the browser": f"{site}play/", "Source": source}
    assert (links, {}) == (BUILD["links"](site, source), BUILD["links"]("", ""))
    readme = "![A board](docs/a.gif) and [more](docs/b.md)"
    assert f"![A board]({source}/docs/a.gif) and [more]({source}/docs/b.md)" == BUILD[
        "readable_elsewhere"
    ](readme, source)
    assert "A board and more" == BUILD["readable_elsewhere"](readme)


def test_the_address_is_in_one_place() -> None:
    """No other file of the package names a site of ours."""
    named = [
        file.name
        for file in (REPOSITORY / "interactive_provider").rglob("*.py")
        if "localhost:8000" in file.read_text("utf-8")
    ]
    assert ["address.py"] == named


@pytest.mark.parametrize(
    "extra", ["widgets", "chess", "openspiel", "zmachine", "ink", "environments"]
)
def test_a_message_names_the_packages_of_its_extra(extra: str) -> None:
    """A command that works today, in a clone and after a release."""
    command = extras.install_command(extra)
    named = {
        re.split(r"[<>=]", name)[0].replace("-", "_") for name in re.findall(r'"([^"]+)"', command)
    }
    assert {re.split(r"[<>=]", name)[0].replace("-", "_") for name in EXTRAS[extra]} == named


def test_what_others_read_says_what_the_package_says() -> None:
    """The recipe for conda asks for the same packages, and a citation names the same licence."""
    recipe = yaml.safe_load((REPOSITORY / "conda" / "recipe.yaml").read_text("utf-8"))
    citation = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text("utf-8"))
    lowest = recipe["context"]["python_min"]
    wanted = [f"python {PROJECT['requires-python'].replace(lowest, '${{ python_min }}')}"]
    wanted += [re.sub("(?=>=)", " ", name) for name in PROJECT["dependencies"]]
    assert wanted == recipe["requirements"]["run"]
    assert [PROJECT["license"]] * 2 == [citation["license"], recipe["about"]["license"]]
    assert [PROJECT["description"]] * 2 == [citation["abstract"], recipe["about"]["summary"]]
