"""The contents of the user's objects, found without running any of their code.

Tab must not import a lazy module, compute a property or make a proxy load its object.
`inspect.getattr_static` is not enough: it reads the members of a class through its metaclass, and
every dictionary lookup may call the ``__eq__`` of a user's key. So members are read from where
Python itself stores them, and only plain keys count.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import GetSetDescriptorType, MappingProxyType, MemberDescriptorType
from typing import Any

_PLAIN = frozenset({str, int, float, bool, bytes, type(None)})
_BASES: Any = type.__dict__["__mro__"]
_MEMBERS: Any = type.__dict__["__dict__"]
_NOTHING = object()


def entries(members: Any) -> Mapping[Any, Any]:
    """Return the entries of a dictionary, or of the members of a class, whose keys are plain."""
    if type(members) not in (dict, MappingProxyType):
        return {key: value for key, value in list(dict.items(members)) if _is_plain(key)}
    if _PLAIN.issuperset(map(type, list(members))):
        return members  # type: ignore[no-any-return] # as nearly always
    return {key: value for key, value in list(members.items()) if _is_plain(key)}


def _is_plain(key: object) -> bool:
    return type(key) in _PLAIN or (type(key) is tuple and _PLAIN.issuperset(map(type, key)))


def member(thing: object, name: str) -> Any:
    """Return an attribute as an object or its class stores it; raise `LookupError` if there is none
    or it is computed."""
    found = inherited(type(thing), name)
    if inherited(type(found), "__set__") is not _NOTHING:  # a property or another descriptor
        raise LookupError(name)
    found = _own(thing).get(name, found)
    if found is _NOTHING and issubclass(type(thing), type):
        found = inherited(thing, name)
    if found is _NOTHING:
        raise LookupError(name)
    return found


def inherited(kind: Any, name: str) -> Any:
    """Return what a class or its nearest base stores under a name."""
    for base in _BASES.__get__(kind):
        members = entries(_MEMBERS.__get__(base))
        if name in members:
            return members[name]
    return _NOTHING


def _own(thing: object) -> Mapping[Any, Any]:
    """Return the attributes stored in an object; none if its class customises how they are
    stored."""
    holder = inherited(type(thing), "__dict__")
    if type(holder) not in (GetSetDescriptorType, MemberDescriptorType):
        return {}
    return entries(holder.__get__(thing))
