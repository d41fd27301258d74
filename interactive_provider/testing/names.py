"""Names that have no effect: misspelt ones, and attributes of a state that nothing reads.

A name is read if it occurs as an attribute or as a text in the code of the game or of its states,
or in anything in its package that this code names. Then it is the author's own, however similar it
is to a known name.
"""

from __future__ import annotations

import difflib
import dis
import functools
from collections.abc import Iterable
from dataclasses import fields
from itertools import chain
from typing import Any

from ..game import Abilities, Game, State, StateOfPlayers, View, Words
from ..game.abilities import ABILITIES
from ..support.fingerprint import attributes, codes_of


def _names_of(*sources: type) -> set[str]:
    return {name for source in sources for name in vars(source) if name[0] != "_"}


_ORDINARY = ("boards",)
"""Names that look like misspellings of a special one but are common."""

_EXTRAS = ("transcript", "listing", "variables")
"""The texts of a view that players ask for by name."""

_EARLIER = (
    "display_title",
    "display_players",
    "is_prose",
    "is_console",
    "terminal",
    "answered",
    "passage",
)
"""The attributes that states had before views existed."""

_SHOWN = {*(part.name for part in fields(View)), *_EXTRAS, *_EARLIER}
"""Parts of a view, under their present or older names, which have no effect on a state."""

_OF_A_GAME = {*ABILITIES, "view", "hides"}
"""Attributes that the provider asks of a game and never of a state."""
_ALIKE = 0.83
"""The similarity, as measured by `difflib`, above which one word counts as a misspelling of
another."""

_LONG = 6
"""The minimum length of a part of a view for which a similar word is treated as a misspelling."""

_MEANING: dict[type, dict[str, str]] = {
    Game: dict.fromkeys(_names_of(Game, Abilities), ""),
    State: {part: " of the game's view" for part in _SHOWN if len(part) >= _LONG}
    | dict.fromkeys(_OF_A_GAME, " of the game")
    | dict.fromkeys(_names_of(State, StateOfPlayers), ""),
}
"""The names that mean something to the provider, of a game and of a state, each with the place
where it belongs if that is elsewhere."""


def vain_names(thing: object, game: object) -> Words:
    """Return a sentence for each name of a game or a state that is misspelt or that nobody
    reads."""
    kinds: tuple[Any, Any] = type(thing), type(game)
    return _vain_names(*kinds, tuple(getattr(thing, "__dict__", ())))


def near_extra(name: str) -> str | None:
    """Return the usual text whose name was misspelt, or None."""
    return None if name in _EXTRAS else _near(name, _EXTRAS)


def near_attribute(thing: object, name: str) -> str:
    """Return the attribute of which a name, possibly of a part (``"field.mines"``), is a
    misspelling."""
    outer, _, inner = name.partition(".")
    data = attributes(thing)
    if outer not in data:
        return _near(outer, data) or ""
    near = near_attribute(data[outer], inner) if inner else ""
    return f"{outer}.{near}" if near else ""


@functools.lru_cache(maxsize=64)
def _vain_names(kind: Any, game: Any, attributes: Words) -> Words:
    base = Game if issubclass(kind, Game) else State
    spaces = [
        {*vars(space), *_declared(space)} for space in kind.__mro__ if space not in base.__mro__
    ]
    beside = {name: space for space in reversed(spaces) for name in space}
    names = {name for name in (*beside, *attributes) if not name.startswith("_")}
    advice = {
        name: _advice(base, name, beside.get(name, names))
        for name in names.difference(_ORDINARY)
        if _MEANING[base].get(name) != ""  # others mean something here
    }
    vain = {name for name, sentence in advice.items() if sentence}
    if vain:  # only now, since all the code of a package has to be looked through
        vain -= _read(kind) | _read(game)
    return tuple(advice[name].format(kind.__name__) for name in sorted(vain))


def _declared(space: type) -> Iterable[str]:
    """Return the names that a class declares with a type."""
    try:
        return getattr(space, "__annotations__", ())
    except NameError:  # since Python 3.14 they are evaluated here, and may name things not imported
        return ()


def _advice(base: type, name: str, names: set[str]) -> str:
    """Return advice on a name that no code reads; empty if it resembles no meaningful name that is
    missing from its class."""
    if base is State and name in _SHOWN:
        return f"{name} of {{}} means nothing here: the game's view gives what else is shown"
    if base is State and name in _OF_A_GAME:
        return f"{name} belongs on the game: on a state it is never read"
    near = _near(name, _MEANING[base])
    if near is None or near in names:
        return ""
    return f"{name} of {{}} means nothing here; did you mean {near}{_MEANING[base][near]}?"


def _near(name: str, words: Iterable[str]) -> str | None:
    """Return the word that a name is a misspelling of: with other letters, or in a different order
    or case."""
    letters = _letters(name)
    for word in words:
        if sorted(letters) == sorted(_letters(word)):
            return word
    near = difflib.get_close_matches(name, words, 1, cutoff=_ALIKE)
    if near and near[0][0] == name[0]:
        return near[0]
    return None


def _letters(name: str) -> str:
    return name.replace("_", "").casefold()


@functools.lru_cache(maxsize=64)
def _read(kind: type) -> set[object]:
    """Return the names that are read by the code of a class, of its bases, and of what it names;
    and the other constants in this code."""
    codes = {*chain.from_iterable(map(codes_of, {*kind.__mro__} - {*Game.__mro__, State}))}
    return {*chain.from_iterable(code.co_consts for code in codes)} | {
        instruction.argval
        for code in codes
        for instruction in dis.get_instructions(code)
        if instruction.opname in ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR")
    }
