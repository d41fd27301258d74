"""Tells whether two objects are the same by their contents, including functions and closures.

Python compares functions by identity, so two states made in the same way with lambdas of their own
would never be equal. A fingerprint looks inside: it compares values by their contents, functions by
their code and by what they refer to.
"""

from __future__ import annotations

import dataclasses
import functools
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from itertools import chain
from operator import itemgetter
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from .hashes import hash_function

_LIBRARY = (f"{Path(os.__file__).parent}{os.sep}", "<frozen")

_ATOM_KINDS = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis))
_ATOMS = frozenset(_ATOM_KINDS)

Visit: TypeAlias = Generator[Any, bytes, bytes]


def fingerprint(thing: object) -> str:
    """Return 64 hexadecimal digits, equal for objects with the same contents and different for all
    others.

    It is the same in every process that runs the same code. Objects that refer to themselves are
    handled; an object that Python cannot look into counts only by its type.
    """
    return _hashed("", [_Walk().digest(thing)]).hex()


def fingerprint_with_code(thing: object) -> str:
    """Return the fingerprint of an object and of the code of its class, with everything that this
    code names in the same package.

    Code counts by its instructions, so comments change nothing, but another version of Python may.
    """
    package = type(thing).__module__.partition(".")[0]
    walk = _Walk(package if package != __name__.partition(".")[0] else "")
    return _hashed("", [walk.digest(type(thing)), walk.digest(thing)]).hex()


def codes_of(kind: type) -> list[CodeType]:
    """Return the code of a class, and of everything that this code names in the same package."""
    walk = _Walk(kind.__module__.partition(".")[0])
    walk.digest(kind)
    return [inner for code in walk.codes for inner in codes_in(code)]


class _Walk:
    """One walk through an object: shared parts are visited once, and a part that is still being
    visited is a cycle.

    With a ``package``, its classes and functions count by their code, and all others by their
    names.
    """

    def __init__(self, package: str = "") -> None:
        self.package = package
        self.done: dict[int, bytes] = {}
        self.open: dict[int, int] = {}
        self.kept: list[object] = []  # an id identifies an object only during its lifetime
        self.codes: list[CodeType] = []

    def digest(self, thing: object) -> bytes:
        """Return the digest of an object; the stack is our own, since stories may be nested deeper
        than Python's."""
        stack = [self._visit(thing)]
        answer = b""
        while stack:
            try:
                part = stack[-1].send(answer or None)  # type: ignore[arg-type] # None starts a generator
                stack.append(self._visit(part))
                answer = b""
            except StopIteration as end:
                stack.pop()
                answer = end.value
        return answer

    def _visit(self, thing: object) -> Visit:
        """Yield the parts whose digests are needed, and return the object's own digest."""
        if type(thing) in _ATOMS:
            return _atom(thing)
        key = id(thing)
        if key in self.done:
            return self.done[key]
        if key in self.open:
            return b"back %d" % (len(self.open) - self.open[key])
        self.open[key] = len(self.open)
        self.kept.append(thing)
        self.done[key] = yield from self._taken_apart(thing)
        del self.open[key]
        return self.done[key]

    def _taken_apart(self, thing: object) -> Visit:
        """Return the digest of an object from its type and its parts; parts that are not atoms are
        yielded to be visited first."""
        kind = type(thing)
        # a library may move a class between a module and its private twin with an underscore
        name = f"{kind.__module__.lstrip('_')}.{kind.__qualname__}"
        if isinstance(thing, _ATOM_KINDS):  # its class is derived, such as an enumeration
            return _hashed(name, [_written(thing)])
        by_name: Any = (type, BuiltinFunctionType, ModuleType)
        if self.package:
            by_name = (*by_name, FunctionType)
        if isinstance(thing, by_name) and not self._has_code(thing):
            return _hashed(name, [getattr(thing, "__qualname__", thing.__name__).encode()])
        unordered = isinstance(thing, Mapping | AbstractSet)
        members: Any
        if isinstance(thing, Mapping):
            members = thing.items()
        elif isinstance(thing, tuple | list | deque | AbstractSet):
            members = thing
        else:
            members = _parts(thing)
        if self.package:
            members = chain(members, self._code_of(thing))
        digests: list[bytes] = []
        for part in members:
            if isinstance(part, CodeType):
                self.codes.append(part)
                digests.append(_code(part))
            elif type(part) in _ATOMS:
                digests.append(_atom(part))
            else:
                digests.append((yield part))
        return _hashed(name, sorted(digests) if unordered else digests)

    def _has_code(self, thing: Any) -> bool:
        """True if a class, function or module counts by its code."""
        home = thing.__name__ if isinstance(thing, ModuleType) else thing.__module__
        return bool(self.package) and str(home).partition(".")[0] == self.package

    def _code_of(self, thing: object) -> Iterator[Any]:
        """Return the class of an object, or what a function names among its globals and in the
        modules it names."""
        if not isinstance(thing, FunctionType):
            yield from [type(thing)] if self._has_code(type(thing)) else []
        elif self._has_code(thing):
            names = sorted({name for code in codes_in(thing.__code__) for name in code.co_names})
            named = map(thing.__globals__.get, names)
            modules = [part for part in named if isinstance(part, ModuleType)]
            for space in (
                thing.__globals__,
                *(vars(module) for module in modules if self._has_code(module)),
            ):
                yield from ((name, space[name]) for name in names if name in space)


def _atom(thing: object) -> bytes:
    """Return a number, a text or a constant with its type; it is hashed only if it is long."""
    written = b"%s:%s" % (type(thing).__name__.encode(), _written(thing))
    if len(written) <= 40:
        return written
    return _hashed("atom", [written])


def _written(atom: object) -> bytes:
    """Return the bytes of a number, a text or a constant; whole numbers may have any length."""
    if isinstance(atom, int):
        return hex(atom).encode()
    return repr(atom).encode("utf-8", "backslashreplace")


def _hashed(name: str, parts: Iterable[bytes]) -> bytes:
    state = hash_function("sha256")(name.encode())
    state.update(b"".join([b"%d:%s" % (len(part), part) for part in parts]))
    return bytes(state.digest())


def _parts(thing: object) -> Iterator[Any]:
    """Return the contents of an object that is neither an atom nor a container."""
    if isinstance(thing, type):
        members = sorted(vars(thing).items(), key=itemgetter(0))
        # Python itself stores attributes in a class, some of them later: __doc__, __slotnames__ …
        yield from (one for one in members if _is_written(*one))
        yield thing.__bases__
        fields = getattr(thing, "__dataclass_fields__", {}).values()
        yield [(field.name, field.default_factory, field.compare) for field in fields]
        if issubclass(thing, Enum):
            yield [(name, member.value) for name, member in thing.__members__.items()]
    elif isinstance(thing, ModuleType):
        yield thing.__name__
    elif isinstance(thing, property):
        yield from (thing.fget, thing.fset, thing.fdel)
    elif isinstance(thing, staticmethod | classmethod):
        yield thing.__func__
    elif isinstance(thing, functools.cached_property):
        yield thing.func
    elif isinstance(thing, FunctionType):
        yield from (thing.__module__, thing.__qualname__, thing.__defaults__, thing.__kwdefaults__)
        yield thing.__code__
        yield from (_contents(cell) for cell in thing.__closure__ or ())
    elif isinstance(thing, MethodType):
        yield from (thing.__self__, thing.__func__)
    elif isinstance(thing, functools.partial):
        yield from (thing.func, thing.args, thing.keywords)
    else:
        found = attributes(thing)
        if "__wrapped__" in found:  # a cached function: the rest is copied from the original
            found = {"__wrapped__": found["__wrapped__"]}
        yield from chain.from_iterable(found.items()) if found else _reduced(thing)


def _reduced(thing: object) -> tuple[Any, ...]:
    """Return what `pickle` would write for an object without attributes: an array's numbers, a
    generator's state."""
    if type(thing) is object:
        return ()
    try:
        reduced = thing.__reduce_ex__(4)
    except TypeError:  # the object refuses to be examined
        return ()
    return reduced[1:] if isinstance(reduced, tuple) else ()


def _contents(cell: Any) -> object:
    """Return the contents of a closure; an unbound name has none."""
    try:
        return cell.cell_contents
    except ValueError:
        return ()


def _is_written(name: str, member: object) -> bool:
    """True for a class attribute that its author wrote, rather than Python's own machinery."""
    if isinstance(member, Enum):  # counted with its class
        return False
    if name[:2] != "__":
        return not (name[0] == name[-1] == "_")  # an enumeration keeps tables under such names
    # Python 3.14 keeps a class's annotations as a function
    if not isinstance(member, FunctionType) or name.startswith("__annotate"):
        return False
    file = member.__code__.co_filename
    is_of_library = file.startswith(_LIBRARY) and "site-packages" not in file
    return file != "<string>" and not is_of_library  # dataclasses have both kinds of methods


def _code(code: CodeType) -> bytes:
    """Return code by its instructions, including nested functions."""
    names = " ".join(code.co_names).encode()
    return _hashed(code.co_qualname, [code.co_code, names, *map(_constant, code.co_consts)])


def _constant(const: object) -> bytes:
    """Return a constant in code; the members of a set are sorted, since their order differs in each
    process."""
    if isinstance(const, CodeType):
        return _code(const)
    if isinstance(const, tuple | frozenset):
        parts = list(map(_constant, const))
        return _hashed(type(const).__name__, parts if isinstance(const, tuple) else sorted(parts))
    return repr(const).encode("utf-8", "backslashreplace")


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Return some code and that of the functions nested in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes_in(const)


def attributes(thing: object) -> dict[str, Any]:
    """Return the data attributes of an object by name, including slots and the fields of a named
    tuple.

    Caches are omitted: cached properties, and dataclass fields that are not compared.
    """
    kind: Any = type(thing)
    slots, left_out = _layout(kind)
    members = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    members.update(getattr(thing, "__dict__", {}))
    if isinstance(thing, tuple):
        members.update(zip(getattr(thing, "_fields", ()), thing, strict=False))
    if left_out:
        return {name: value for name, value in members.items() if name not in left_out}
    return members


def changeable(thing: object) -> Iterator[tuple[str, str]]:
    """Return the attributes that contain something mutable, each with its type."""
    for name, value in attributes(thing).items():
        for inner in _changeable_in(value, depth=3):
            yield f"{type(thing).__name__}.{name}", type(inner).__name__


def _changeable_in(value: Any, depth: int) -> Iterator[object]:
    if isinstance(value, tuple | frozenset):
        # Long tuples contain objects of one type: the first few are enough.
        for inner in list(value)[:50] if depth else ():
            yield from _changeable_in(inner, depth - 1)
    elif isinstance(value, Random) or type(value).__hash__ is None:
        yield value


@functools.lru_cache(maxsize=1024)
def _layout(kind: type) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the slots of a class and its bases, and the names that are only caches."""
    slots = tuple(name for base in kind.__mro__ for name in _slots(base))
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    cached = (
        name
        for base in kind.__mro__
        for name, thing in vars(base).items()
        if isinstance(thing, functools.cached_property)
    )
    return slots, frozenset([*cached, *(field.name for field in fields if not field.compare)])


def _slots(kind: type) -> tuple[str, ...]:
    """Return the names of the slots that a class itself declares, as attribute names."""
    declared = kind.__dict__.get("__slots__", ())
    names = (declared,) if isinstance(declared, str) else tuple(declared)
    mangled = (f"_{kind.__name__.lstrip('_')}{n}" if n.startswith("__") else n for n in names)
    return tuple(name for name in mangled if name not in ("__dict__", "__weakref__"))
