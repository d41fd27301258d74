"""Locks that a forked process can use: in the child, nobody is left to release what another thread held.

After a fork the child looks for them itself: at the modules and classes of the package, and at the locks that
`new_lock` made for an object. So a new lock at the top of a module needs no line here.
"""

from __future__ import annotations

import os
import sys
import threading
import weakref
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

_PACKAGE = __name__.partition(".")[0]
_Reentrant = type(threading.RLock())
_KINDS = (type(threading.Lock()), _Reentrant)

_of_objects: weakref.WeakSet[Any] = weakref.WeakSet()


def new_lock() -> Any:
    """A reentrant lock for an object with a shorter life than its module."""
    lock = threading.RLock()
    _of_objects.add(lock)
    return lock


def all_locks() -> Iterator[Any]:
    """Every lock of the package: of its modules, of their classes, and of objects."""
    yield from list(_of_objects)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == _PACKAGE:
            things = list(vars(module).values())
            classes = [thing for thing in things if issubclass(type(thing), type) and thing.__module__ == name]
            yield from (lock for holder in (module, *classes) for lock in _locks_in(vars(holder)))


def _locks_in(members: Mapping[str, Any]) -> list[Any]:
    """The locks among the members of a module or class, and (before Python 3.12) those of its cached properties."""
    owned = [getattr(thing, "lock", None) for thing in list(members.values()) if type(thing) is cached_property]
    return [thing for thing in (*members.values(), *owned) if type(thing) in _KINDS]


def _release_in_child() -> None:
    """Release every lock except those that the forking thread itself holds."""
    for lock in all_locks():
        if not (type(lock) is _Reentrant and lock._is_owned()):  # type: ignore[attr-defined] # as Condition asks
            lock._at_fork_reinit()  # as the threads of the standard library do


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_release_in_child)
