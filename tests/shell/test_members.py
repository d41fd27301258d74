"""Looking at the user's objects runs none of their code, whatever stands on the way to a
position."""

from __future__ import annotations

import functools
import importlib.util
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.shell.inspector import Inspection
from interactive_provider.widget.board_widget import BoardWidget
from tests.heart.toys import Walk
from tests.shell.shells import TestingShell
from tests.shell.test_matcher import ORDER, answer_texts

HEARD: list[str] = []
POSITION: Any = InteractiveProvider(Walk(), seed=1).walk


def heard(name: str, value: Any = None) -> Any:
    """Note that somebody's code was run, and give a value."""
    HEARD.append(name)
    return value


class Text(str):
    """A text that is heard when it is compared."""

    def __eq__(self, other: object) -> bool:
        return bool(heard("compared", str.__eq__(self, other)))

    __hash__ = str.__hash__


class Watching:
    """Every way to an attribute is heard."""

    def __getattribute__(self, name: str) -> Any:
        return heard(f"attribute {name}", super().__getattribute__(name))

    def __getattr__(self, name: str) -> Any:
        return heard(f"missing attribute {name}", POSITION)


class WatchingModule(Watching, ModuleType):
    """A module that watches."""


class NamedModule(ModuleType):
    """A module whose name is computed."""

    __name__ = property(lambda self: heard("name", "interactive_provider"))


class Meta(type):
    """Every way to a member of its classes is heard."""

    def __getattribute__(cls, name: str) -> Any:
        return heard(f"member {name}", super().__getattribute__(name))


class OfMeta(metaclass=Meta):
    """A class that watches."""

    p = POSITION


class Computing:
    """Whatever Python looks at is computed."""

    p = property(lambda self: heard("property", POSITION))
    __class__ = property(lambda self: heard("class", type(POSITION)))
    __dict__ = property(lambda self: heard("dict", {"p": POSITION}))


class Descriptor:
    """A member that is computed, and may not be set."""

    def __get__(self, thing: object, owner: object = None) -> Any:
        return heard("descriptor", POSITION)


class Described:
    """Members that are computed."""

    p = Descriptor()
    later = functools.cached_property(lambda self: heard("cached property", POSITION))


class Pairs(dict[Any, Any]):
    """A dictionary whose entries are computed."""

    def __getitem__(self, key: object) -> Any:
        return heard("item", POSITION)

    def items(self) -> Any:
        """Heard."""
        return heard("items", {"p": POSITION}.items())

    get = __contains__ = __missing__ = __getitem__  # type: ignore[assignment]


class Row(list[Any]):
    """A list whose items are computed."""

    def __getitem__(self, place: Any) -> Any:
        return heard("item", POSITION)


class OwnBoard(BoardWidget):
    """A board whose position is computed."""

    position = property(lambda self: heard("position", POSITION))


def lazy_module(folder: Path) -> ModuleType:
    """A module that is imported as soon as somebody looks into it."""
    (folder / "victim.py").write_text(
        f"from {__name__} import POSITION as p, heard\nheard('imported')\n", "utf-8"
    )
    spec = importlib.util.spec_from_file_location("victim", folder / "victim.py")
    assert spec is not None
    assert spec.loader is not None
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules["victim"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def holding(thing: Any, name: str = "p") -> Any:
    """An object that holds a position itself."""
    object.__getattribute__(thing, "__dict__")[name] = POSITION
    return thing


class Plain:
    """Nothing of its own."""


def with_computed_members() -> Any:
    """An object whose dictionary is of a class of its own."""
    thing = Plain()
    thing.__dict__ = Pairs()
    return thing


TARGET = Watching()

KINDS: dict[str, tuple[Callable[[Path], Any], str, list[str]]] = {
    "a lazy module": (lazy_module, "thing.p.", []),
    "a module that watches": (lambda _: holding(WatchingModule("mine")), "thing.p.", ORDER),
    "a module with a computed name": (lambda _: holding(NamedModule("mine")), "thing.p.", ORDER),
    "a module with a key that compares": (
        lambda _: holding(ModuleType("mine"), Text("p")),
        "thing.p.",
        [],
    ),
    "a module with __getattr__": (
        lambda _: SimpleNamespace(inner=holding(ModuleType("x"))),
        "thing.inner.q.",
        [],
    ),
    "an object that watches": (lambda _: holding(Watching()), "thing.p.", ORDER),
    "an object with a key that compares": (lambda _: holding(Plain(), Text("p")), "thing.p.", []),
    "an object with computed members": (lambda _: with_computed_members(), "thing.p.", []),
    "a class that watches": (lambda _: OfMeta, "thing.p.", ORDER),
    "an instance of a class that watches": (lambda _: OfMeta(), "thing.p.", ORDER),
    "an object that computes": (lambda _: Computing(), "thing.p.", []),
    "a descriptor": (lambda _: Described(), "thing.p.", []),
    "a cached property": (lambda _: Described(), "thing.later.", []),
    "a weak proxy": (lambda _: weakref.proxy(TARGET), "thing.p.", []),
    "a dictionary": (lambda _: {"p": POSITION}, "thing['p'].", ORDER),
    "a dictionary that computes": (lambda _: Pairs(p=POSITION), "thing['p'].", []),
    "a dictionary with a key that compares": (lambda _: {Text("p"): POSITION}, "thing['p'].", []),
    "a dictionary with such a key within another": (
        lambda _: {(Text("p"), 1): POSITION},
        "thing[('p', 1)].",
        [],
    ),
    "a dictionary with a plain key of two": (
        lambda _: {("p", 1): POSITION},
        "thing[('p', 1)].",
        ORDER,
    ),
    "a list that computes": (lambda _: Row([POSITION]), "thing[0].", []),
    "a list": (lambda _: [POSITION], "thing[-1].", ORDER),
    "a list by a text": (lambda _: [POSITION], "thing['p'].", []),
    "a board of a class of one's own": (lambda _: OwnBoard(POSITION), "thing.position.", []),
}


@pytest.mark.parametrize("kind", KINDS)
def test_looking_runs_no_code_of_an_object(kind: str, shell: TestingShell, tmp_path: Path) -> None:
    """Neither Tab nor Shift-Tab does, on the way to a position that the object holds."""
    make, text, expected = KINDS[kind]
    shell.object_inspect_mime = lambda *given, **named: {}  # type: ignore[method-assign] # IPython's own runs code
    inspection = Inspection(shell)
    inspection.install()
    shell.user_ns["thing"] = make(tmp_path)
    HEARD.clear()
    assert expected == answer_texts(shell, text)
    shell.object_inspect_mime(f"{text}left")
    answer_texts(shell, "%hint th")
    assert [] == HEARD


def test_looking_asks_no_name_of_the_session(shell: TestingShell) -> None:
    """Not even a name that is a text of the user's own kind is asked whether it is meant."""
    shell.user_ns.clear()
    shell.user_ns.update({Text("thing"): POSITION, 7: POSITION, "q": POSITION})
    HEARD.clear()
    assert [] == answer_texts(shell, "thing.")
    assert ["q"] == [name for name in answer_texts(shell, "%hint ") if name in ("thing", "7", "q")]
    assert [] == HEARD
