"""What the user's objects hold, found without running any of their code.

Tab must not import a lazy module, compute a property or ask a proxy for its object.
`inspect.getattr_static` is not enough: it reads the members of a class through its metaclass, and
every look-up in a dictionary may ask a key of the user's whether it is equal. So members are read
here where Python itself keeps them, and only plain keys count.
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
    """The entries of a dictionary, or of the members of a class, whose keys are plain."""
    if type(members) not in (dict, MappingProxyType):
        return {key: value for key, value in list(dict.items(members)) if _is_plain(key)}
    if _PLAIN.issuperset(map(type, list(members))):
        return members  # type: ignore[no-any-return] # as nearly always
    return {key: value for key, value in list(members.items()) if _is_plain(key)}


def _is_plain(key: object) -> bool:
    return type(key) in _PLAIN or (type(key) is tuple and _PLAIN.issuperset(map(type, key)))


def member(thing: object, name: str) -> Any:
    """An attribute as an object or its class stores it; raises `LookupError` without one, or if it
    is computed."""
    found = inherited(type(thing), name)
    if inherited(type(found), "__set__") is not _NOTHING:  # a property, or the like
        raise LookupError(name)
    found = _own(thing).get(name, found)
    if found is _NOTHING and issubclass(type(thing), type):
        found = inherited(thing, name)
    if found is _NOTHING:
        raise LookupError(name)
    return found


def inherited(kind: Any, name: str) -> Any:
    """What a class or its nearest base has under a name."""
    for base in _BASES.__get__(kind):
        members = entries(_MEMBERS.__get__(base))
        if name in members:
            return members[name]
    return _NOTHING


def _own(thing: object) -> Mapping[Any, Any]:
    """The attributes stored in an object; nothing if its class says in its own way what that is."""
    holder = inherited(type(thing), "__dict__")
    if type(holder) not in (GetSetDescriptorType, MemberDescriptorType):
        return {}
    return entries(holder.__get__(thing))
