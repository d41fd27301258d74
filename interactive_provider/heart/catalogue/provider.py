"""The catalogue: `InteractiveProvider` can itself be explored with Tab; its attributes are games
and menus.

`discovery` says where games come from; this module says what a catalogue contains, and how a
position finds its catalogue again.
"""

from __future__ import annotations

import functools
import importlib
import threading
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from ...errors import (
    BadParameter,
    BadSave,
    MissingExtra,
    NoSuchChoice,
    NoSuchKey,
    SourceError,
    did_you_mean,
    nearest,
    quote,
    tolerate,
)
from ...game import Game, Parameters, View, title_of
from ...rendering.node_page import Page
from ...support.wrapping import table, wrapped
from ..choices.naming import identifier
from ..choices.synthesis import Choice, Node, choices, fill, filled, refuse_index, synthesise
from ..play.digests import Input, Step
from ..play.nodes import Lobby, Position, lobby, start, step_node, walk
from ..play.position_data import brief_of, rules_of, shown_of
from ..play.presets import needs_lobby, parameters_in_words
from ..play.seeds import Seed, checked_seed, fresh_seed
from ..play.table import Origin, Table, same_rules
from .discovery import (
    ADAPTED,
    BUILT_IN,
    Item,
    LoadedItem,
    Source,
    default_items,
    expression,
    file_kinds,
    is_expressed,
    item_of,
    items_of,
    load_item,
    located,
    told,
)
from .hall import Card

UNLOADED = (SourceError, MissingExtra)
"""The reason why a game of a catalogue cannot be loaded."""

_SEED = 7
"""The seed of the positions on cards."""


class Catalogue(Node):
    """A menu of games; its attributes are games and further menus."""

    __slots__ = ("_heading", "_items", "_path", "_provider")
    _kind = "catalogue"
    _items: Mapping[str, Item]
    _path: str
    _heading: str
    _provider: InteractiveProvider

    def _choose(self, choice: Choice) -> Node:
        item = self._items[choice.name]
        name = f"{self._path}{choice.name}"
        found = self._found(choice)
        if isinstance(found, UNLOADED):
            return filled(synthesise(Broken, ()), _name=name, _error=found)
        if isinstance(found, Mapping):
            items = [item_of(label, thing, item.origin) for label, thing in found.items()]
            heading = getattr(found, "title", "") or choice.label.replace("_", " ").capitalize()
            menu: Catalogue = _catalogue(Catalogue, items, self._provider, f"{name}.", heading)
            return menu
        return self._provider._begin(found, name, self._provider._seed)

    def _found(self, choice: Choice) -> LoadedItem | SourceError | MissingExtra:
        """Return the game or menu of a choice, or the error that its loading raises."""
        try:
            return self._provider._loaded_item(
                f"{self._path}{choice.name}", self._items[choice.name]
            )
        except UNLOADED as fault:
            return fault

    def _describe(self, choice: Choice) -> str:
        item = self._items[choice.name]
        found = self._found(choice)
        if isinstance(found, UNLOADED):
            return str(found)
        if isinstance(found, Mapping):
            return f"{choice.label}: {', '.join(found)} ({item.origin})"
        paragraphs = (
            f"{title_of(found)} ({item.origin})",
            rules_of(found),
            f"Parameters: {parameters_in_words(found)}",
        )
        return wrapped("\n\n".join(paragraphs))

    def _brief(self, choice: Choice) -> str:
        """Return a one-sentence description of a game, with the extra that it lacks; empty for
        another library's game that is not loaded yet."""
        item = self._items[choice.name]
        name = f"{self._path}{choice.name}"
        brief = item.card.brief
        if item.card.lack:
            return f"{brief.removesuffix('.')} ({item.card.lack})."
        if brief or (item.origin != BUILT_IN and name not in self._provider._cache):
            return brief
        found = self._found(choice)
        if isinstance(found, UNLOADED):
            return str(found)
        if isinstance(found, Mapping):
            return ", ".join(found)
        return brief_of(found, choice.name)

    def _card(self, choice: Choice) -> Card:
        """Return the card that presents a game or a menu to players."""
        card = self._items[choice.name].card
        return card if card.title else card._replace(title=choice.label)

    def _for_players(self) -> list[Choice]:
        """Return the games and menus without the template for authors."""
        return [one for one in self._choices.values() if not self._card(one).is_template]

    def _preview(self, choice: Choice) -> View:
        """Return what a position of a shipped game shows, for its card; an empty view if there is
        none."""
        card = self._card(choice)
        if card.kinds:
            with tolerate():  # a game whose package is missing has no picture
                names = f"{choice.name}.{card.shown}".rstrip(".").split(".")
                view = walk(self._provider._reseeded(_SEED), tuple(names))._page().view
                board = view.drawn()
                return replace(view, board=None if board is None else board.bare())
        return View()

    def _inside(self, choice: Choice) -> Mapping[str, Any]:
        """Return the games in a submenu; nothing if the choice is not known to be a menu."""
        item = self._items[choice.name]
        found = item.load() if item.is_menu else None
        return found if isinstance(found, Mapping) else {}

    def _often(self) -> dict[str, Any]:
        """Return the games that the submenus declare as most played, by label."""
        return {
            label: game
            for choice in self._choices.values()
            for label, game in self._below(choice, "often").items()
        }

    def _below(self, choice: Choice, which: str) -> dict[str, Any]:
        """Return the games that a menu names for a purpose, by label."""
        found = self._inside(choice)
        origin = self._items[choice.name].origin
        path = f"{self._path}{choice.name}."
        return {
            label: self._provider._loaded_item(
                f"{path}{label}", item_of(label, found[label], origin)
            )
            for label in getattr(found, which, ())
        }

    def __call__(self, /, *given: object, **parameters: Any) -> Node:
        """Return the same games with another seed: ``games(seed=7)`` is used by all games started
        without one."""
        if given or set(parameters) != {"seed"}:
            wrong = ", ".join([*map(quote, given), *parameters]) or "nothing"
            raise BadParameter(
                f"A catalogue only takes a seed by name, as in games(seed=7), not {wrong}."
            )
        return self._provider._reseeded(checked_seed(parameters["seed"]))._find(
            self._path.rstrip(".")
        )

    def __getitem__(self, text: object) -> Node:
        refuse_index(self, text)
        game = self._called(text)
        if game is None:
            raise NoSuchKey(self._why_not(str(text)))
        return game

    def _named(self, text: object) -> Choice | None:
        """Return the game or menu with that name or label."""
        return next((one for one in self._choices.values() if text in (one.name, one.label)), None)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def _otherwise(self, name: str) -> Node:
        game = self._called(name)
        return super()._otherwise(name) if game is None else game

    def _called(self, text: object) -> Node | None:
        """Return the game or menu with that name or label; one in a submenu is found without naming
        the menu if the name is unique."""
        choice = self._named(text)
        if choice is not None:
            return self._choose(choice)
        menus = [menu for menu in self._menus() if text in menu]
        return menus[0][text] if len(menus) == 1 else None

    def anywhere(self, text: str) -> Node | None:
        """Return the game or level with that name or title, here or in a submenu, which is loaded
        to find out."""
        game = self._called(text)  # this lookup need not load the others
        paths = {} if game is not None else self._paths()
        path = paths.get(text, paths.get(identifier(text).casefold()))
        return game if path is None else walk(self, tuple(path.split(".")))

    def _menus(self) -> list[Catalogue]:
        """Return the entries of this menu that are known to be menus."""
        menus = (
            self._choose(choice)
            for choice in self._choices.values()
            if self._items[choice.name].is_menu
        )
        return [menu for menu in menus if isinstance(menu, Catalogue)]

    def _repr(self) -> str:
        own = self._provider._seed_given
        seed = "" if own is None else f"(seed={own!r})"
        return f"{self._provider._root()}{seed}{'.' if self._path else ''}{self._path.rstrip('.')}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Catalogue):
            return NotImplemented
        mine = self._provider
        theirs = other._provider
        return (
            (mine._root(), mine._seed, self._path) == (theirs._root(), theirs._seed, other._path)
            and all(map(_same_source, mine._sources, theirs._sources))
            and list(self) == list(other)
        )

    def __hash__(self) -> int:
        return hash((self._provider._root(), self._path))

    def __iter__(self) -> Iterator[str]:
        return iter(self._choices)

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._choices))

    def __len__(self) -> int:
        return len(self._choices)

    def __contains__(self, text: object) -> bool:
        return self._named(text) is not None

    def __reduce__(self) -> tuple[Any, ...]:
        return walk, (self._provider, tuple(self._path.rstrip(".").split(".")))

    def _page(self) -> Page:
        if not self._choices:
            nothing = f"There are no games here. Supported files: {file_kinds()}."
            return Page(View(nothing, title=self._heading), repr(self))
        briefs = {choice.name: self._introduction(choice) for choice in self._for_players()}
        names = [] if any(briefs.values()) else list(briefs)
        return Page(View(table(briefs), title=self._heading), repr(self), options=names)

    def _repr_html_(self) -> str:
        from ...rendering import html

        if not self._choices:
            return self._page().as_html()
        games = [
            html.Entry(
                choice.name, self._card(choice).title, self._brief(choice), self._preview(choice)
            )
            for choice in self._for_players()
        ]
        return html.index(self._heading, games, repr(self))

    def _introduction(self, choice: Choice) -> str:
        """Return a one-sentence description of a game, after its title if that differs from the
        attribute's name."""
        title = self._card(choice).title
        brief = self._brief(choice)
        is_same = identifier(title).casefold() == choice.name.casefold()
        is_named = is_same or not brief or brief.startswith(title)
        return brief if is_named else f"{title}: {brief}"

    def _why_not(self, name: str) -> str:
        lost = "".join(
            f" {item.name} could not be loaded: {told(item.fault)}."
            for item in self._items.values()
            if item.fault is not None
        )
        where = "" if repr(self) == "games" else f" in {self!r}"
        paths = self._paths()
        near = nearest(name, paths)
        meant = f" Did you mean {paths[near]!r}?" if near else did_you_mean(name, self._choices)
        return f"There is no game {quote(name)}{where}.{meant}{lost}"

    def _paths(self) -> dict[str, str]:
        """Return every name by which people may ask for a game, or for a level or game below it,
        with the path to it."""
        titles = {
            identifier(self._card(choice).title).casefold(): choice.name
            for choice in self._choices.values()
        }
        own = titles | dict(zip(self._choices, self._choices, strict=True))
        below = dict[str, str]()
        for choice in self._choices.values():
            item = self._items[choice.name]
            is_ours = item.origin in (BUILT_IN, ADAPTED) and not (item.fault or item.card.lack)
            found = self._choose(choice) if item.is_menu or is_ours else None
            inner = found._paths() if isinstance(found, Catalogue) else {}
            if isinstance(found, Lobby):
                inner = {level: level for level in choices(found)}
            below = {name: f"{choice.name}.{path}" for name, path in inner.items()} | below
        return own | below | own


class Broken(Node):
    """A game that could not be loaded: it is listed, and says why it cannot be played."""

    __slots__ = ("_error", "_name")
    _kind = "game that could not be loaded"
    _error: SourceError | MissingExtra
    _name: str

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        """Raise the error that loading raised."""
        raise self._error

    __call__ = __getitem__ = __iter__ = __reduce__ = _refuse

    def _otherwise(self, name: str) -> Node:
        if isinstance(self._error, MissingExtra):
            raise self._error
        return super()._otherwise(name)

    def _repr(self) -> str:
        return f"<{self._name} could not be loaded: {self._error}>"

    _repr_html_ = None  # type: ignore[assignment] # the error is a text

    def _page(self) -> Page:
        return Page(View(title=str(self._error)), "")

    def _why_not(self, name: str) -> str:
        return str(self._error)


class InteractiveProvider(Catalogue, Origin):
    """A provider of games from the given sources; without any, the built-in games and installed
    entry points.

    A source is a folder, one file in it, a module, a game's class or a game. In a folder, every
    ``.py`` file is loaded (**that runs its code**), and each `Game` in it becomes a choice; files
    of other known kinds become games, and subfolders become menus, except for virtual environments
    and build or installation folders. A relative path is resolved at once. ``seed`` is used by all
    games that start without their own; by default it is drawn once, so that the same expression is
    always the same position.

    Raises `SourceError` for a source of any other kind. A file that cannot be loaded is listed and
    shows its error; two games with the same name are both listed, the second with ``_2``.

    >>> from interactive_provider.builtin.guess import Guess
    >>> list(InteractiveProvider(Guess))
    ['guess']
    """

    __slots__ = ("_cache", "_expression", "_games", "_seed", "_seed_given", "_sources")
    _cache: dict[str, LoadedItem]
    _expression: str
    _games: _Games
    _seed: Seed
    _seed_given: Seed | None
    _sources: tuple[Source, ...]

    def __new__(cls, *sources: Source, seed: Seed | None = None) -> InteractiveProvider:  # noqa: D102 - see the class
        places = tuple(located(one) if isinstance(one, str | Path) else one for one in sources)
        items = (
            [item for source in sources for item in items_of(source)]
            if sources
            else default_items()
        )
        chosen = fresh_seed() if seed is None else checked_seed(seed)
        return cls._made(items, places, _root_of(sources, places), chosen, {}, None)

    @classmethod
    def _made(
        cls,
        items: list[Item],
        sources: tuple[Source, ...],
        root: str,
        seed: Seed,
        cache: dict[str, LoadedItem],
        seed_given: Seed | None,
    ) -> InteractiveProvider:
        provider: InteractiveProvider = _catalogue(InteractiveProvider, items, None, "", "Games")
        fill(
            provider,
            _provider=provider,
            _sources=sources,
            _seed=seed,
            _cache=cache,
            _seed_given=seed_given,
            _games=_Games(sources),
            _expression=root,
        )
        if all(map(is_expressed, sources)):
            _alive[id(provider)] = provider
        return provider

    def _reseeded(self, seed: Seed) -> InteractiveProvider:
        items = list(self._items.values())
        return self._made(items, self._sources, self._root(), seed, self._cache, seed)

    def _root(self) -> str:
        return self._expression

    def _loaded_item(self, name: str, item: Item) -> LoadedItem:
        found = self._cache.get(name)
        if found is None:
            found = self._cache[name] = load_item(item)
        return found

    def _begin(self, game: Game, name: str, seed: Seed) -> Position | Lobby:
        if needs_lobby(game):
            return lobby(game, name, self, seed)
        return start(Table(game, name, seed, {}, self))

    def _game(self, name: str) -> Game:
        """Return the game with a dotted name; raise `NoSuchChoice` or `SourceError`."""
        *menus, last = name.split(".")
        node = walk(self, tuple(menus))
        if not isinstance(node, Catalogue) or last not in choices(node):
            raise NoSuchChoice(node._why_not(last))
        found = self._loaded_item(name, node._items[last])
        if isinstance(found, Mapping):
            raise NoSuchChoice(f"{name} is a menu of games, not a game.")
        return found

    def _find(self, path: str) -> Node:
        return walk(self, tuple(path.split("."))) if path else self

    def _rebuild(
        self,
        name: str,
        parameters: Parameters | None,
        seed: Seed,
        steps: tuple[Step, ...],
        version: int | None = None,
        shown: str | None = None,
    ) -> Any:
        """Return the node that a pickle or a saved game describes; raise `BadSave` if the game has
        changed: its version, or what it shows."""
        if not _is_record(name, parameters, steps):
            raise BadSave(f"{quote((name, parameters, steps))} is not the record of a position.")
        game = self._game(name)
        if version is not None and game.version != version:
            raise BadSave(
                f"The position is from version {version!r} of {name}; this is version"
                f" {game.version!r}, in which the same path may lead elsewhere."
            )
        if parameters is None:
            return lobby(game, name, self, seed)
        position = start(Table(game, name, seed, parameters, self))
        for step in steps:
            position = step_node(position, step)
        if shown is not None and not game.renamed and shown_of(position) != shown:
            raise BadSave(
                f"The rules or texts of {name} have changed: the same path now shows something"
                f" else. ({position!r})"
            )
        return position

    def __reduce__(self) -> tuple[Any, ...]:
        found, sources = self._games.__reduce__()
        return found, (*sources, self._seed)


class _Games:
    """The part of a provider that a pickle keeps if its seed does not matter.

    Each provider has one, so that all positions in one pickle are restored with the same provider.
    """

    __slots__ = ("sources",)

    def __init__(self, sources: tuple[Source, ...]) -> None:
        self.sources = sources

    def __reduce__(self) -> tuple[Any, ...]:
        names = tuple(
            source.__name__ if isinstance(source, ModuleType) else source for source in self.sources
        )
        return _unpickled, (names, tuple(isinstance(one, ModuleType) for one in self.sources))

    def _rebuild(self, *record: Any) -> Any:
        found, sources = self.__reduce__()
        return found(*sources)._rebuild(*record)


def _root_of(sources: tuple[Source, ...], places: tuple[Source, ...]) -> str:
    """Return the beginning of a line: the sources as given, or their full paths if a line in use
    has the same words for another place."""
    if not sources:
        return "games"
    root = f"InteractiveProvider({', '.join(map(expression, sources))})"
    if all(one._sources == places for one in list(_alive.values()) if one._root() == root):
        return root
    return f"InteractiveProvider({', '.join(map(expression, places))})"


def _same_source(one: Source, other: Source) -> bool:
    if isinstance(one, Game) and isinstance(other, Game):
        return same_rules(one, other)
    return one == other


def _is_record(name: object, parameters: object, steps: object) -> bool:
    """True if these values can be a position's data: a pickle may contain anything."""
    if (
        not isinstance(name, str)
        or not isinstance(parameters, Mapping | None)
        or not isinstance(steps, tuple)
    ):
        return False
    named = (tuple(parameters or ()), *(step for step in steps if not isinstance(step, Input)))
    return (
        all(isinstance(one, tuple) and all(isinstance(name, str) for name in one) for one in named)
        and () not in steps
    )


def _unpickled(
    sources: tuple[Any, ...], modules: tuple[bool, ...], seed: Seed | None = None
) -> InteractiveProvider:
    if not sources:
        if seed is None or seed == default()._seed:
            return default()
        return default()._reseeded(seed)
    imported = (
        importlib.import_module(s) if is_module else s
        for s, is_module in zip(sources, modules, strict=True)
    )
    return InteractiveProvider(*imported, seed=seed)


_alive: weakref.WeakValueDictionary[int, InteractiveProvider] = weakref.WeakValueDictionary()
_making = threading.RLock()


def providers_of(root: str) -> list[InteractiveProvider]:
    """Return the providers in use whose lines begin with ``root``, the newest first; any plain name
    means ``games``.

    If several share their games, only one of them is returned.
    """
    if root.isidentifier():
        return [default()]
    using = {id(one._cache): one for one in list(_alive.values()) if one._root() == root}
    return list(reversed(using.values()))


def default() -> InteractiveProvider:
    """Return the provider that users know as ``games``, made on first use."""
    with _making:
        return _default()


_default = functools.cache(InteractiveProvider)


def _catalogue(
    base: type[Any],
    items: list[Item],
    provider: InteractiveProvider | None,
    path: str,
    heading: str,
) -> Any:
    cls = synthesise(base, tuple((item.name, number) for number, item in enumerate(items)))
    named = dict(zip(choices(cls), items, strict=True))
    return filled(cls, _items=named, _provider=provider, _path=path, _heading=heading)
