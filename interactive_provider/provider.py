"""Where games come from: built in, entry points, folders, modules, classes.

`InteractiveProvider` is itself something to explore with Tab: its attributes are games, and folders of games. Games
are loaded when they are first touched; one that cannot be loaded is listed all the same and shows its error.

Adding a built-in game is one line in `BUILTIN`; adding a kind of file is one line in `READERS`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from ._pages import Page
from ._positions import Lobby, Position, lobby, start, step_node
from ._seat import rules_of
from ._synthesis import Choice, Node, choices, synthesise
from ._table import Origin, Seed, Step, Table, checked_seed, fresh_seed, needs_lobby, title
from .errors import BadParameter, NoSuchChoice, SourceError, did_you_mean, quote
from .game import Game

BUILTIN: dict[str, str] = {
    "rock_paper_scissors": "interactive_provider.builtin.rock_paper_scissors:RockPaperScissors",
    "guess": "interactive_provider.builtin.guess:Guess",
    "chemistry": "interactive_provider.builtin.chemistry:Chemistry",
    "match_game": "interactive_provider.builtin.match_game:MatchGame",
    "minesweeper": "interactive_provider.builtin.minesweeper.game:Minesweeper",
    "sliding": "interactive_provider.builtin.sliding.game:Sliding",
    "capture": "interactive_provider.builtin.capture.game:Capture",
    "basic": "interactive_provider.builtin.basic_program:PROGRAMS",
    "null": "interactive_provider.builtin.null:Null",
}
"""The games we ship, by name: the module and the game in it (or a mapping of names to games)."""

READERS: dict[str, str] = {".bas": "interactive_provider.builtin.basic_program:read_program"}
"""For each suffix of a file the function that makes a game of its path: ``module:function``."""

ENTRY_POINTS = "interactive_provider.games"
"""The group in which installed packages announce their games."""

Found: TypeAlias = "Game[Any] | Mapping[str, Any]"
Source: TypeAlias = "str | Path | ModuleType | type[Game[Any]] | Game[Any]"


@dataclass(frozen=True)
class Item:
    """One name in a catalogue: where it came from and how to load it; loading may fail."""

    name: str
    origin: str
    load: Callable[[], Found]


class Catalogue(Node):
    """A menu of games; its attributes are games and further menus."""

    __slots__ = ("_items", "_path", "_provider")
    _kind = "catalogue"
    _items: Mapping[str, Item]
    _path: str
    _provider: InteractiveProvider

    def _choose(self, choice: Choice) -> Node:
        item = self._items[choice.name]
        name = f"{self._path}{choice.name}"
        try:
            found = self._provider._loaded_item(name, item)
        except SourceError as fault:
            return broken_node(name, fault)
        if isinstance(found, Mapping):
            items = [_item(label, thing, item.origin) for label, thing in found.items()]
            menu: Catalogue = _catalogue(Catalogue, items, self._provider, f"{name}.")
            return menu
        return self._provider._begin(found, name, self._provider._seed)

    def _describe(self, choice: Choice) -> str:
        item = self._items[choice.name]
        try:
            found = self._provider._loaded_item(f"{self._path}{choice.name}", item)
        except SourceError as fault:
            return str(fault)
        if isinstance(found, Mapping):
            return f"{choice.label}: {', '.join(found)} ({item.origin})"
        return f"{title(found)} ({item.origin})\n\n{rules_of(found)}"

    def __call__(self, **parameters: Any) -> Node:
        """``games(seed=7)``: the same games with another seed for all that begin without one of their own."""
        if set(parameters) != {"seed"}:
            raise BadParameter(f"A catalogue takes a seed and nothing else, not {quote(', '.join(parameters))}.")
        return self._provider._reseeded(checked_seed(parameters["seed"]))._find(self._path.rstrip("."))

    def _line(self) -> str:
        return f"{self._provider._root()}{'.' if self._path else ''}{self._path.rstrip('.')}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._choices)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._provider._find, (self._path.rstrip("."),)

    def _page(self) -> str:
        return Page("Games", repr(self), options=list(self._choices)).as_text()

    def _repr_html_(self) -> str:
        return Page("Games", repr(self), options=list(self._choices)).as_html()

    def _why_not(self, name: str) -> str:
        return f"There is no game {quote(name)} in {self!r}.{did_you_mean(name, self._choices)}"


class Broken(Node):
    """A game that could not be loaded: it is listed, and shows why it cannot be played."""

    __slots__ = ("_error", "_name")
    _kind = "game that could not be loaded"
    _error: SourceError
    _name: str

    def __call__(self, *given: object, **parameters: Any) -> Node:
        """Raises the error that loading met."""
        raise self._error

    def _line(self) -> str:
        return f"<{self._name} could not be loaded: {self._error}>"

    def _page(self) -> str:
        return str(self._error)

    def _why_not(self, name: str) -> str:
        return str(self._error)


def broken_node(name: str, error: SourceError) -> Broken:
    """What stands in a catalogue for a game that could not be loaded."""
    node = synthesise(Broken, ()).__new__(synthesise(Broken, ()))
    object.__setattr__(node, "_name", name)
    object.__setattr__(node, "_error", error)
    return node


class InteractiveProvider(Catalogue, Origin):
    """A provider of games from the given sources; without any, the built-in games and installed entry points.

    A source is a folder (every ``.py`` in it is loaded — **that runs the Python in it** — and each `Game` in it
    becomes a choice, files of other known kinds become games, subfolders menus), one such file, a module, a game's
    class or a game. ``seed`` is the seed of all games that begin without one of their own; by default it is drawn
    once, so the same expression twice is the same position.

    Raises `SourceError` for a source that is nothing of the kind. A file in a folder that cannot be loaded is listed
    and shows its error; of two games with one name both are listed, the second with ``_2``.
    """

    __slots__ = ("_cache", "_seed", "_sources")
    _cache: dict[str, Found]
    _seed: Seed
    _sources: tuple[Source, ...]

    def __new__(cls, *sources: Source, seed: Seed | None = None) -> InteractiveProvider:  # noqa: D102 - see the class
        items = [item for source in sources for item in _items_of(source)] if sources else _default_items()
        return cls._made(items, sources, fresh_seed() if seed is None else checked_seed(seed), {})

    @classmethod
    def _made(
        cls, items: list[Item], sources: tuple[Source, ...], seed: Seed, cache: dict[str, Found]
    ) -> InteractiveProvider:
        provider: InteractiveProvider = _catalogue(InteractiveProvider, items, None, "")
        for slot, value in (("_provider", provider), ("_sources", sources), ("_seed", seed), ("_cache", cache)):
            object.__setattr__(provider, slot, value)
        _alive[provider._root()] = provider
        return provider

    def _reseeded(self, seed: Seed) -> InteractiveProvider:
        return self._made(list(self._items.values()), self._sources, seed, self._cache)

    def _root(self) -> str:
        if not self._sources:
            return "games"
        return f"InteractiveProvider({', '.join(map(_expression, self._sources))})"

    def _loaded_item(self, name: str, item: Item) -> Found:
        found = self._cache.get(name)
        if found is None:
            found = self._cache[name] = _load(item)
        return found

    def _begin(self, game: Game[Any], name: str, seed: Seed) -> Position | Lobby:
        return lobby(game, name, self, seed) if needs_lobby(game) else start(Table(game, name, seed, {}, self))

    def _game(self, name: str) -> Game[Any]:
        """The game of a dotted name; raises `NoSuchChoice` or `SourceError`."""
        *menus, last = name.split(".")
        node: Node = self._find(".".join(menus))
        if not isinstance(node, Catalogue) or last not in choices(node):
            raise NoSuchChoice(node._why_not(last))
        found = self._loaded_item(name, node._items[last])
        if isinstance(found, Mapping):
            raise NoSuchChoice(f"{name} is a menu of games, not a game.")
        return found

    def _find(self, path: str) -> Node:
        node: Node = self
        for name in path.split(".") if path else ():
            if name not in choices(node):
                raise NoSuchChoice(node._why_not(name))
            node = node._choose(choices(node)[name])
        return node

    def _rebuild(self, name: str, parameters: Mapping[str, Any] | None, seed: Seed, steps: tuple[Step, ...]) -> Any:
        game = self._game(name)
        if parameters is None:
            return lobby(game, name, self, seed)
        position = start(Table(game, name, seed, parameters, self))
        for step in steps:
            position = step_node(position, step)
        return position

    def __reduce__(self) -> tuple[Any, ...]:
        sources = tuple(source.__name__ if isinstance(source, ModuleType) else source for source in self._sources)
        modules = tuple(isinstance(source, ModuleType) for source in self._sources)
        return _unpickled, (sources, modules, self._seed)


def _unpickled(sources: tuple[Any, ...], modules: tuple[bool, ...], seed: Seed) -> InteractiveProvider:
    if not sources:
        return default()._reseeded(seed)
    found = (importlib.import_module(s) if is_module else s for s, is_module in zip(sources, modules, strict=True))
    return InteractiveProvider(*found, seed=seed)


_alive: weakref.WeakValueDictionary[str, InteractiveProvider] = weakref.WeakValueDictionary()
_default: list[InteractiveProvider] = []


def provider_of(root: str) -> InteractiveProvider | None:
    """The provider in use whose lines begin with ``root``; ``games`` for any plain name."""
    return default() if root.isidentifier() else _alive.get(root)


def default() -> InteractiveProvider:
    """The provider that users know as ``games``, made on first use."""
    if not _default:
        _default.append(InteractiveProvider())
    return _default[0]


def register_reader(suffix: str, reader: str) -> None:
    """Let files that end in ``suffix`` (``".bas"``) be games: ``reader`` is ``"module:function"``, path to `Game`."""
    if not suffix.startswith(".") or ":" not in reader:
        raise ValueError(f"A reader is registered as ('.bas', 'module:function'), not ({suffix!r}, {reader!r}).")
    READERS[suffix.lower()] = reader


# Finding items in sources ------------------------------------------------------------------


def _catalogue(base: type[Any], items: list[Item], provider: InteractiveProvider | None, path: str) -> Any:
    cls = synthesise(base, tuple((item.name, number) for number, item in enumerate(items)))
    node = object.__new__(cls)
    named = dict(zip(choices(cls), items, strict=True))
    for slot, value in (("_items", named), ("_provider", provider), ("_path", path)):
        object.__setattr__(node, slot, value)
    return node


def _default_items() -> list[Item]:
    import importlib.metadata  # it brings an e-mail parser along, which only this one look-up needs

    built_in = [Item(name, "built in", _attribute_loader(target)) for name, target in BUILTIN.items()]
    points = sorted(importlib.metadata.entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    return built_in + [Item(p.name, f"entry point {p.value}", p.load) for p in points]


def _items_of(source: Source) -> list[Item]:
    if isinstance(source, str | Path):
        path = Path(source).expanduser()
        if path.is_dir():
            return _folder_items(path)
        if path.is_file():
            return _file_items(path, _package_for(path.parent))
        raise SourceError(f"{quote(str(source))} is neither a folder nor a file.{_near(path)}")
    if isinstance(source, ModuleType):
        return _module_items(source, f"module {source.__name__}")
    if isinstance(source, Game):
        return [_item(_words(type(source).__name__), source, "an object of yours")]
    if isinstance(source, type) and issubclass(source, Game):
        return [_item(_words(source.__name__), source, f"class {source.__qualname__}")]
    raise SourceError(f"{quote(source)} is no source of games: give a folder, a file, a module or a class of game.")


def _near(path: Path) -> str:
    folder = path.parent
    return did_you_mean(path.name, sorted(p.name for p in folder.iterdir())) if folder.is_dir() else ""


def _folder_items(folder: Path) -> list[Item]:
    """Each game in a folder, then its subfolders, in the order of their names."""
    package = _package_for(folder)
    paths = sorted(p for p in folder.iterdir() if not p.name.startswith((".", "__")))
    games = [item for path in paths if path.is_file() for item in _file_items(path, package)]
    menus = ((path, _folder_items(path)) for path in paths if path.is_dir())
    return games + [Item(path.name, str(path), _menu_loader(items)) for path, items in menus if items]


def _menu_loader(items: list[Item]) -> Callable[[], Found]:
    names: dict[str, Any] = {}
    for item in items:
        label, count = item.name, 1
        while label in names:
            count += 1
            label = f"{item.name} {count}"
        names[label] = item
    return lambda: names


def _file_items(path: Path, package: str) -> list[Item]:
    if path.suffix == ".py":
        try:
            module = _import_file(path, package)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - a file of somebody's: whatever it raises is shown
            return [_broken_item(path, fault)]
        return _module_items(module, str(path))
    reader = READERS.get(path.suffix.lower())
    return [] if reader is None else [Item(path.stem, str(path), _reading_loader(reader, path))]


def _reading_loader(reader: str, path: Path) -> Callable[[], Found]:
    def load() -> Found:
        read: Callable[[Path], Found] = _attribute(reader)
        return read(path)

    return load


def _broken_item(path: Path, fault: BaseException) -> Item:
    def load() -> Found:
        raise fault

    return Item(path.stem, str(path), load)


def _module_items(module: ModuleType, origin: str) -> list[Item]:
    """Each game that a module defines itself, in the order in which it does."""
    games = [
        thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, Game)
        and thing.__module__ == module.__name__
        and thing.__name__ == name
        and not name.startswith("_")
    ]
    return [_item(_words(game.__name__), game, origin) for game in games if hasattr(game, "new_state")]


def _item(name: str, thing: Any, origin: str) -> Item:
    """An item for something that is there already: a game, its class, a menu, or an item."""
    return thing if isinstance(thing, Item) else Item(name, origin, lambda: thing)


def _words(class_name: str) -> str:
    """``MatchGame`` as ``match_game``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", class_name).lower()


def _expression(source: Source) -> str:
    """A source as it stands in a line of Python."""
    if isinstance(source, str | Path):
        return repr(str(source))
    if isinstance(source, Game):
        return f"{type(source).__name__}()"
    return source.__name__


# Loading -----------------------------------------------------------------------------------


def _load(item: Item) -> Found:
    """The game or menu of an item; raises `SourceError` that says what failed and where it came from."""
    try:
        found = item.load()
        if isinstance(found, type) and issubclass(found, Game):
            found = found()
        if isinstance(found, ModuleType):
            found = {inner.name: inner for inner in _module_items(found, item.origin)}
    except (Exception, SystemExit) as fault:
        raise SourceError(f"{item.name} from {item.origin} cannot be loaded: {_told(fault)}") from fault
    if isinstance(found, Item):
        return _load(found)
    if not isinstance(found, Game | Mapping):
        raise SourceError(f"{item.name} from {item.origin} is no game but {quote(found)}.")
    if isinstance(found, Game) and not callable(getattr(found, "new_state", None)):
        raise SourceError(f"{item.name} from {item.origin} has no new_state.")
    return found


def _told(fault: BaseException) -> str:
    """A fault in one line, with the line of the file that it is about."""
    if isinstance(fault, SyntaxError):
        return f"{type(fault).__name__}: {fault.msg} (line {fault.lineno})"
    frames = inspect.getinnerframes(fault.__traceback__) if fault.__traceback__ else []
    where = f" (line {frames[-1].lineno} of {Path(frames[-1].filename).name})" if frames else ""
    return f"{type(fault).__name__}: {fault}{where}"


def _attribute_loader(target: str) -> Callable[[], Found]:
    return lambda: _attribute(target)


def _attribute(target: str) -> Any:
    """The object that ``module:name`` names."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)


def _package_for(folder: Path) -> str:
    """The private package that a folder's files are loaded into, so that they may import one another."""
    place = str(folder.resolve())
    name = f"_interactive_provider_{hashlib.blake2b(place.encode(), digest_size=8).hexdigest()}"
    package = ModuleType(name)
    package.__path__ = [place]
    sys.modules[name] = package
    return name


def _import_file(path: Path, package: str) -> ModuleType:
    name = f"{package}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"Python has no loader for {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
