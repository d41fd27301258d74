"""Where games come from: built in, entry points, folders, modules, classes.

Games are loaded when they are first used; one that cannot be loaded is still listed and shows its
error. Adding a built-in game is one entry in `hall.py`; adding a kind of file is one line in
`READERS`.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import importlib
import importlib.util
import inspect
import itertools
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias

from ...errors import (
    MissingExtra,
    SourceError,
    did_you_mean,
    in_a_line,
    meant,
    message_of,
    place_of,
    quote,
    tolerate,
)
from ...game import Game, Words, parameters_of, shortcut
from ...game.abilities import ABILITIES
from ...support.fingerprint import attributes
from ...support.hashes import digest_of
from .hall import BUILTIN, UNKNOWN, Card

READERS: dict[str, Words] = {
    **dict.fromkeys((".bas", ".prg"), ("interactive_provider.adapters.basic:read_program",)),
    **dict.fromkeys(
        (".txt", ".ps", ".xsb", ".sok"),
        (
            "interactive_provider.adapters.puzzlescript:read_puzzles",
            "interactive_provider.adapters.puzzlescript:listed",
        ),
    ),
    ".pgn": ("interactive_provider.adapters.chess.menu:read_pgn",),
    **dict.fromkeys(
        ".twee .tw .twee2 .tw2 .twee3 .html .htm .json .js .ink".split(),
        (
            "interactive_provider.adapters.stories:read_story",
            "interactive_provider.adapters.stories:listed",
        ),
    ),
    **dict.fromkeys((".efg", ".nfg"), ("interactive_provider.adapters.gambit:read_game",)),
    **dict.fromkeys(
        ".z1 .z2 .z3 .z4 .z5 .z6 .z7 .z8 .zblorb .zlb".split(),
        ("interactive_provider.adapters.zmachine.menu:read_adventure",),
    ),
}
"""The function that makes a game from a file, as ``module:function``, for each file suffix.

If files must be opened to recognise a game, or a game has several files, the function takes the
paths of one game, and a second function lists the games among given paths (pairs of name and
paths).
"""

PACKAGE = __package__.partition(".")[0]

BUILT_IN = "built in"
ADAPTED = "from another library"
"""The origin shown for our adapters' games, which may load slowly, unlike the other games we
ship."""

ENTRY_POINTS = "interactive_provider.games"
"""The entry-point group in which installed packages announce their games."""

LoadedItem: TypeAlias = "Game | Mapping[str, Any]"
Source: TypeAlias = "str | Path | ModuleType | type[Game] | Game"


@dataclass(frozen=True)
class Item:
    """One name in a catalogue: where the game came from and how to load it; loading may fail."""

    name: str
    origin: str
    load: Callable[[], LoadedItem]
    is_menu: bool = False
    """True if this is known, without loading it, to be a menu of further games."""
    fault: BaseException | None = None
    """The error raised when its file was loaded."""
    card: Card = UNKNOWN
    """What is known about the game before it is loaded."""

    def __str__(self) -> str:
        return f"{self.name} ({self.origin})"


def register_reader(suffix: str, reader: str) -> None:
    """Register a file suffix (``".bas"``): ``reader`` is ``"module:function"``, which makes a
    `Game` from a path.

    >>> register_reader(".qb", "interactive_provider.adapters.basic:read_program")
    >>> del READERS[".qb"]
    """
    if not suffix.startswith(".") or ":" not in reader:
        raise ValueError(
            f"A reader is registered as ('.bas', 'module:function'), not ({suffix!r}, {reader!r})."
        )
    READERS[suffix.lower()] = (reader,)


def file_kinds() -> str:
    """Return the suffixes of the files that are read as games."""
    return ", ".join((".py", *READERS))


# Finding items in sources ------------------------------------------------------------------


def default_items() -> list[Item]:
    """Return the games that need no source: the built-in ones and those that installed packages
    announce.

    A game whose package is missing is still listed and says what to install, except in a browser,
    where nothing can be installed.
    """
    built_in = [
        Item(
            name,
            ADAPTED if ".menu:" in card.source else BUILT_IN,
            functools.partial(_attribute, f"{PACKAGE}.{card.source}"),
            card=card,
        )
        for name, card in BUILTIN.items()
    ]
    if sys.platform == "emscripten":
        built_in = [item for item in built_in if not item.card.lack]
    return built_in + (_announced_items() if _may_be_announced() else [])


def _announced_items() -> list[Item]:
    """Return the games that installed packages announce."""
    import importlib.metadata  # it imports an e-mail parser, needed only for this lookup

    points = sorted(
        importlib.metadata.entry_points(group=ENTRY_POINTS), key=lambda point: point.name
    )
    return [Item(p.name, f"entry point {p.value}", p.load) for p in points]


def _may_be_announced() -> bool:
    """True if a package might announce games: a file in the places where `importlib.metadata` looks
    names us.

    Importing `importlib.metadata` takes a fifth of our own import time. It is asked about
    everything that cannot be inspected here (an archive, a third-party finder).
    """
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    places = [Path(place) for place in sys.path]
    if finders != [PathFinder] or any(place.is_file() for place in places):
        return True
    return any(
        ENTRY_POINTS.encode() in file.read_bytes()
        for place in places
        for pattern in ("*-info/entry_points.txt", "EGG-INFO/entry_points.txt")
        for file in place.glob(pattern)
    )


def items_of(source: Source) -> list[Item]:
    """Return the games of a source; raise `SourceError` if it is not a source."""
    if isinstance(source, str | Path):
        try:
            return _path_items(located(source), source)
        except OSError as fault:
            raise _unreadable(source, fault) from None
    if isinstance(source, ModuleType):
        return _module_items(source, f"module {source.__name__}")
    kind = source if isinstance(source, type) else type(source)
    if issubclass(kind, Game):
        origin = f"class {kind.__qualname__}" if kind is source else "your own object"
        return [item_of(_words(kind.__name__), source, origin)]
    advice = "give a folder, a file, a module or a game class"
    if hasattr(kind, "new_state"):
        advice = f"derive {kind.__name__} from Game"
    elif hasattr(kind, "display_options"):
        advice = "it is a state; give the class of its game"
    raise SourceError(f"{quote(source)} is not a source of games: {advice}.")


def located(source: str | Path) -> Path:
    """Return an absolute path that stays valid if the working directory changes; raise
    `SourceError` if impossible."""
    if source == "":
        raise SourceError("'' is neither a folder nor a file; '.' is the folder that you are in.")
    try:
        return Path(source).expanduser().absolute()
    except (OSError, RuntimeError) as fault:  # a user without a home, or a folder that was removed
        raise _unreadable(source, fault) from None


def _unreadable(path: str | Path, fault: Exception) -> SourceError:
    reason = getattr(fault, "strerror", None) or message_of(fault)
    return SourceError(f"{quote(str(path))} cannot be read: {reason.rstrip('.')}.")


def _path_items(path: Path, source: str | Path) -> list[Item]:
    """Return the games of a folder or a file, which is quoted as ``source``."""
    if path.is_dir():
        return _folder_items(path, _package_for(path))
    if not path.is_file():
        beside = sorted(p.name for p in path.parent.iterdir()) if path.parent.is_dir() else []
        near = did_you_mean(path.name, [name for name in beside if name != path.name])
        raise SourceError(f"{quote(str(source))} is neither a folder nor a file.{near}")
    if path.suffix.lower() != ".py" and not _readers(path):
        raise SourceError(
            f"{quote(str(source))} is not a file of games. Supported files: {file_kinds()}."
        )
    package = _package_for(path.parent)
    broken = [item for item in _file_items(path.parent / _INIT, package) if item.fault]
    return broken + _file_items(path, package) + _looked_into(path)


def _folder_items(
    folder: Path,
    package: str,
    above: frozenset[Path] = frozenset(),
    listing: _Listing | None = None,
) -> list[Item]:
    """Return each game in a folder, then its subfolders, sorted by name.

    A link back to a folder ``above`` is ignored, and only the first of several links to one folder
    is followed: otherwise twelve folders that link to each other would be searched in every order.
    """
    place = folder.resolve()
    listing = listing or _Listing(_listed_items(_to_look_into(folder)), set())
    if (
        place in above
        or len(above) > _DEEPEST
        or (folder.is_symlink() and above and place in listing.linked)
    ):
        return []
    if folder.is_symlink():
        listing.linked.add(place)
    if not os.access(folder, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    init = _file_items(folder / _INIT, package)  # first: the other files may import it
    paths = sorted(p for p in folder.iterdir() if not p.name.startswith(_HIDDEN))
    files = [path for path in paths if _safely(path.is_file) and path.name != "setup.py"]
    games = [item for path in files for item in _file_items(path, package)]
    menus = [
        _menu_of(path, _subpackage(package, path), above | {place}, listing)
        for path in paths
        if _safely(path.is_dir) and not _is_left_out(path)
    ]
    return [*init, *games, *listing.listed.get(folder, []), *itertools.chain(*menus)]


def _menu_of(
    folder: Path, package: str, above: frozenset[Path], listing: _Listing
) -> Sequence[Item]:
    """Return a subfolder as a menu, unless it is empty; one that cannot be read is listed with the
    error."""
    try:
        items = _folder_items(folder, package, above, listing)
    except OSError as fault:
        return [Item(folder.name, str(folder), dict, fault=_unreadable(folder, fault))]
    return [Item(folder.name, str(folder), _menu_loader(items), is_menu=True)] if items else []


def _is_left_out(folder: Path) -> bool:
    """True for a subfolder with other people's files, such as a virtual environment."""
    return (
        folder.name.startswith(_HIDDEN)
        or folder.name in _NOT_OURS
        or any(_safely((folder / mark).is_file) for mark in _OF_AN_ENVIRONMENT)
    )


def _safely(ask: Callable[[], bool]) -> bool:
    """Ask the file system about a path; False if access to it is denied."""
    try:
        return ask()
    except OSError:
        return False


_HIDDEN = (".", "__")
_NOT_OURS = ("build", "dist", "dist-packages", "node_modules", "site-packages")
_OF_AN_ENVIRONMENT = ("pyvenv.cfg", "conda-meta/history")
_INIT = "__init__.py"


class _Listing(NamedTuple):
    """What is known about a source while its folders are searched: the games found inside files, by
    folder, and the folders that links pointed to.
    """

    listed: Mapping[Path, list[Item]]
    linked: set[Path]


_DEEPEST = 100
"""The maximum depth of nested folders that are searched."""


def _to_look_into(folder: Path) -> list[Path]:
    """Return the files in a folder and its subfolders that must be opened to tell whether they are
    games."""
    paths = []
    for place, folders, files in os.walk(folder):
        is_deep = len(Path(place).parts) - len(folder.parts) >= _DEEPEST
        folders[:] = sorted(
            name for name in folders if not is_deep and not _is_left_out(Path(place, name))
        )
        named = (Path(place, name) for name in sorted(files) if not name.startswith(_HIDDEN))
        paths += [path for path in named if _must_be_looked_into(path) and _safely(path.is_file)]
    return paths


def _listed_items(paths: list[Path]) -> dict[Path, list[Item]]:
    """Return the games among opened files, by the folder that offers each: it contains all the
    game's files."""
    items: dict[Path, list[Item]] = {}
    for readers in dict.fromkeys(map(_readers, paths)):
        make, names = readers
        for name, files in _attribute(names)([path for path in paths if _readers(path) == readers]):
            home = Path(os.path.commonpath([file.parent for file in files]))
            items.setdefault(home, []).append(Item(name, _origin(files), _loader(make, files)))
    return items


def _origin(files: Sequence[Path]) -> str:
    if len(files) == 1:
        return str(files[0])
    return f"{len(files)} files beside {files[0]}"


def _looked_into(path: Path) -> list[Item]:
    """Return the games in a file given as a source; raise `SourceError` if it turns out not to
    contain any."""
    if not _must_be_looked_into(path):
        return []
    items = [item for of_folder in _listed_items([path]).values() for item in of_folder]
    if not items:
        raise SourceError(
            f"{quote(str(path))} does not contain a game: it is neither a story nor a puzzle."
        )
    return items


def _menu_loader(items: list[Item]) -> Callable[[], LoadedItem]:
    names: dict[str, Any] = {}
    for item in items:
        label = item.name
        count = 1
        while label in names:
            count += 1
            label = f"{item.name} {count}"
        names[label] = item
    return lambda: names


def _file_items(path: Path, package: str) -> list[Item]:
    if path.suffix.lower() == ".py":
        if path.name == _INIT and not path.is_file():
            return []
        name = path.parent.name if path.name == _INIT else path.stem
        try:
            module = _import_file(path, package)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - a file of games may raise anything
            return [Item(name, str(path), dict, fault=fault)]
        return _module_items(module, str(path))
    if len(_readers(path)) == 1:
        return [Item(path.stem, str(path), _loader(_readers(path)[0], path))]
    return []


def _readers(path: Path) -> Words:
    return READERS.get(path.suffix.lower(), ())


def _must_be_looked_into(path: Path) -> bool:
    return len(_readers(path)) > 1


def _loader(reader: str, of: Path | Sequence[Path]) -> Callable[[], LoadedItem]:
    return lambda: _attribute(reader)(of)


def _module_items(module: ModuleType, origin: str) -> list[Item]:
    """Return the games that a module itself defines, in order."""
    games = [
        thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, Game)
        and thing.__module__ == module.__name__
        and thing.__name__ == name
        and not name.startswith("_")
    ]
    return [
        item_of(_words(game.__name__), game, origin)
        for game in games
        if not inspect.isabstract(game)
    ]


def item_of(name: str, thing: Any, origin: str) -> Item:
    """Return an item for an existing object: a game, its class, a menu, or an item."""
    brief = str(getattr(thing, "brief", "")) if isinstance(thing, Mapping) else ""
    if isinstance(thing, Item):
        return thing
    return Item(name, origin, lambda: thing, isinstance(thing, Mapping), card=Card("", brief))


def _words(class_name: str) -> str:
    """Return ``MatchGame`` as ``match_game``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", class_name).lower()


def expression(source: Source) -> str:
    """Return a source as it is written in a line of Python."""
    if isinstance(source, str | Path):
        return repr(str(source))
    if isinstance(source, Game):
        return f"{type(source).__name__}({'' if is_expressed(source) else '...'})"
    return source.__name__


def is_expressed(source: Source) -> bool:
    """False for an object made with unknown arguments, which no expression can recreate."""
    if not isinstance(source, Game):
        return True
    with tolerate():  # reading a game's attributes may raise anything
        return not attributes(source) or not inspect.signature(type(source)).parameters
    return False


# Loading -----------------------------------------------------------------------------------


def load_item(item: Item) -> LoadedItem:
    """Return the game or menu of an item; raise `SourceError` with the cause and its location, or
    `MissingExtra` for a missing extra."""
    try:
        if item.fault is not None:
            raise item.fault
        found = item.load()
        # A function makes a game or a menu on demand.
        if isinstance(found, FunctionType | functools.partial):
            found = found()
        if isinstance(found, type) and issubclass(found, Game):
            found = found()
        if isinstance(found, ModuleType):
            found = {inner.name: inner for inner in _module_items(found, item.origin)}
    except (SourceError, MissingExtra, KeyboardInterrupt):  # the first two say what is wrong
        raise
    except BaseException as fault:
        raise SourceError(f"{item} cannot be loaded: {told(fault)}") from fault
    if isinstance(found, Item):
        return load_item(found)
    if not isinstance(found, Game | Mapping):
        raise SourceError(f"{item} is not a game but {quote(found)}.")
    if isinstance(found, Game):
        _check_attributes(found, item)
        _check_methods(found, item)
    return found


def _check_methods(game: Game, item: Item) -> None:
    """Raise `SourceError` if a method of a game is missing or has the wrong parameters."""
    methods = dict(_METHODS)
    for name, row in ABILITIES.items():
        with tolerate():  # a method that cannot be inspected is reported when it is called
            if shortcut(game, name) is not None:
                methods[name] = row.takes
    for name, takes in methods.items():
        method = getattr(game, name, None)
        if not callable(method) or getattr(method, "__func__", None) is _MISSING:
            raise SourceError(f"{item} has no {name}.{meant(name, vars(type(game)))}")
        with contextlib.suppress(ValueError):  # written in C
            if not _takes(parameters_of(method), takes):
                arguments = ", ".join(("self", *takes))
                raise SourceError(f"{name} of {item} must be declared as {name}({arguments}).")


def _takes(parameters: Mapping[str, inspect.Parameter], names: Words) -> bool:
    """True if a method accepts arguments with these names, or with names of its own, in this
    order."""
    usual = [name for name in names if name in parameters]
    try:
        inspect.Signature([*parameters.values()]).bind_partial(*names)
    except TypeError:
        return False
    return usual == [name for name in parameters if name in names]


_MISSING: Any = vars(Game)["new_state"]
_METHODS: dict[str, Words] = {
    "new_state": ("rng",),
    "process_response": ("state", "value", "rng"),
    "view": ("state", "player"),
}
"""The methods that every game has, and what they are called with."""


def _check_attributes(game: Game, item: Item) -> None:
    """Raise `SourceError` if a class attribute of a game cannot be read or has the wrong type."""
    for name, (kinds, expected) in _ATTRIBUTES.items():
        try:
            value = getattr(game, name)
            right = isinstance(value, kinds) and (
                name != "presets"
                or all(isinstance(k, str) and isinstance(one, Mapping) for k, one in value.items())
            )
        except KeyboardInterrupt:
            raise
        except BaseException as fault:
            raise SourceError(f"{name} of {item} cannot be read: {told(fault)}") from fault
        if not right:
            raise SourceError(f"{name} of {item} cannot be {quote(value)}; it must be {expected}.")


_ATTRIBUTES: dict[str, tuple[Any, str]] = {
    "title": (str | None, "a text"),
    "version": (int | str, "a whole number"),
    "presets": (Mapping, "a dictionary of names, each with a dictionary of parameters"),
    "hides": (tuple | list, 'a tuple of names, as in ("secret",)'),
    "players": (int | str | tuple | list | None, "a number or a tuple of names"),
    "opponents": (Mapping, "a dictionary of names and opponents"),
    "file_parameters": (tuple | list, 'a tuple of names, as in ("words_file",)'),
    "remembered_positions": (int, "a whole number"),
}
"""The class attributes of a game: their types, and a description of these types."""


def told(fault: BaseException) -> str:
    """Return an error in one line, with the source line that caused it."""
    if isinstance(fault, SyntaxError):
        where = f" (line {fault.lineno})" if fault.lineno else ""
        return f"{type(fault).__name__}: {fault.msg}{where}"
    return _PRIVATE.sub(".", in_a_line(fault)) + place_of(fault)


_PRIVATE = re.compile(r"\b_interactive_provider_[0-9a-f]{16}\b\.?")
"""The name of a private package in a message: there, the package that a file imports from is a
dot."""


def _attribute(target: str) -> Any:
    """Return the object that ``module:name`` names."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)


def _package_for(folder: Path) -> str:
    """Return the private package that a folder's files are loaded into, so that they can import one
    another, and from the folder above if that is a package too."""
    place = folder.resolve()
    loading = _loading_package(place)
    if loading is not None:
        return loading
    if (place / _INIT).is_file() and (place.parent / _INIT).is_file():
        above = _package_for(place.parent)
        _file_items(place.parent / _INIT, above)
        return _subpackage(above, place)
    name = f"_interactive_provider_{digest_of(os.fsencode(place), 8).hex()}"
    for module in [module for module in sys.modules if module.startswith(f"{name}.")]:
        del sys.modules[module]  # it may have been edited since it was loaded
    _make_package(name, place)
    return name


def _loading_package(place: Path) -> str | None:
    """Return the package of a folder that has a file being loaded: that file creates a provider for
    its own folder, and must not be run again."""
    for name, thread in _loading:
        package = name if thread == threading.get_ident() else ""
        while package:
            if str(place) in getattr(sys.modules[package], "__path__", ()):
                return package
            package = package.rpartition(".")[0]
    return None


def _subpackage(package: str, folder: Path) -> str:
    """Return the private package of a subfolder, inside that of the folder above if its name allows
    that."""
    name = f"{package}.{folder.name}"
    if not folder.name.isidentifier():
        return _package_for(folder)
    if name not in sys.modules:
        _make_package(name, folder.resolve())
    is_package = hasattr(sys.modules[name], "__path__")  # otherwise a file beside it has its name
    return name if is_package else _package_for(folder)


def _make_package(name: str, folder: Path) -> None:
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package
    importlib.invalidate_caches()


_loading: set[tuple[str, int]] = set()
"""The modules that are being loaded, each with its thread."""


def _import_file(path: Path, package: str) -> ModuleType:
    """Return the module in a file, loaded into a package, unless another file there has already
    imported it."""
    is_init = path.name == _INIT
    ending = path.stem if path.suffix == ".py" else path.name  # A.PY is not the same file as a.py
    name = package if is_init else f"{package}.{ending}"
    known = sys.modules.get(name)
    if getattr(known, "__file__", None) is not None:
        return sys.modules[name]
    inside = [str(path.parent)] if is_init else None
    loader = SourceFileLoader(name, str(path))  # it accepts any suffix
    spec = importlib.util.spec_from_file_location(
        name, path, loader=loader, submodule_search_locations=inside
    )
    assert spec is not None, "it has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loading = name, threading.get_ident()
    _loading.add(loading)
    # Python notices that a compiled file was edited only by its size and modification time in
    # seconds.
    writing = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        loader.exec_module(module)
    except BaseException:
        if known is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = known
        raise
    finally:
        _loading.discard(loading)
        sys.dont_write_bytecode = writing
    return module
