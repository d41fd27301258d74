"""What importing the package brings in, and what its names stand for."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest

import interactive_provider

FOREIGN = (
    "IPython",
    "anywidget",
    "ipywidgets",
    "jedi",
    "numpy",
    "tqdm",
    "traitlets",
    "wcwidth",
)

NOT_YET = ("_hashlib", "datetime", "difflib", "json")
"""Slow parts of Python's library, which wait until a first step, message or file needs them."""


def _modules_after(code: str) -> set[str]:
    """The top-level modules that a fresh Python has loaded after running ``code``."""
    script = f"import sys\n{code}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.slow
def test_importing_the_package_loads_python_alone() -> None:
    """Neither IPython nor widgets nor numpy is loaded by the import."""
    assert _modules_after("import interactive_provider").isdisjoint(FOREIGN)


@pytest.mark.slow
def test_the_catalogue_is_there_before_slow_modules_are_loaded() -> None:
    """Whoever imports the package and opens its catalogue waits for no digest, date or file."""
    loaded = _modules_after("import interactive_provider; interactive_provider.games")
    assert set() == loaded.intersection(NOT_YET)


def test_a_module_never_has_the_name_of_a_public_object() -> None:
    """Importing a submodule sets an attribute of the package: it must not overwrite a public
    name."""
    modules = {module.name for module in pkgutil.iter_modules(interactive_provider.__path__)}
    assert modules.isdisjoint(interactive_provider.__all__)


def test_every_public_name_is_there_and_documented() -> None:
    """All that ``__all__`` lists exists, in order, and functions and classes say what they are."""
    assert sorted(interactive_provider.__all__) == interactive_provider.__all__
    for name in interactive_provider.__all__:
        thing = getattr(interactive_provider, name)
        assert thing.__doc__ or not callable(thing), name


@pytest.mark.parametrize(
    "name",
    [
        module.name
        for module in pkgutil.walk_packages(interactive_provider.__path__, "interactive_provider.")
    ],
)
def test_every_module_says_what_it_is(name: str) -> None:
    """Each module can be imported by itself and has a docstring."""
    if name.endswith("__main__"):
        return
    assert importlib.import_module(name).__doc__
