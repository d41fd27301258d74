"""Locks that a forked process can use: in the child, no thread is left to release a lock that
another thread held.

After a fork the child finds the locks itself: in the modules and classes of the package, and among
those that `new_lock` made for an object. A new lock at module level therefore needs no change here.

Python also holds a lock for each module that is being imported, and games are imported on first
use, perhaps by the thread that answers Tab. So a fork waits until no other thread imports anything
for the package: a half-loaded extension module cannot be loaded again. Another import may still
begin just before the fork, or take longer than the fork waits; the child forgets such imports and
starts them again.
"""

from __future__ import annotations

import importlib
import logging  # noqa: F401 - its own lock is taken at a fork: by importing it first, after the wait for imports
import os
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import FrameType
from typing import Any

PATIENCE = 10.0
"""The number of seconds for which a fork waits for other threads' imports."""

_PACKAGE = __name__.partition(".")[0]
_Reentrant = type(threading.RLock())
_KINDS = (type(threading.Lock()), _Reentrant)

_of_objects: weakref.WeakSet[Any] = weakref.WeakSet()


def new_lock() -> Any:
    """Return a reentrant lock for an object that does not live as long as its module."""
    lock = threading.RLock()
    _of_objects.add(lock)
    return lock


def all_locks() -> Iterator[Any]:
    """Return every lock of the package: those of modules, of their classes, and of objects."""
    yield from list(_of_objects)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == _PACKAGE:
            things = list(vars(module).values())
            classes = [
                thing
                for thing in things
                if issubclass(type(thing), type) and thing.__module__ == name
            ]
            yield from (lock for holder in (module, *classes) for lock in _locks_in(vars(holder)))


def _locks_in(members: Mapping[str, Any]) -> list[Any]:
    """Return the locks among the members of a module or class, and (before Python 3.12) those of
    its cached properties."""
    owned = [
        getattr(thing, "lock", None)
        for thing in list(members.values())
        if type(thing) is cached_property
    ]
    return [thing for thing in (*members.values(), *owned) if type(thing) in _KINDS]


def _release_in_child() -> None:
    """Release every lock except those that the forking thread itself holds."""
    for lock in all_locks():
        if not (type(lock) is _Reentrant and lock._is_owned()):  # type: ignore[attr-defined] # as Condition does
            lock._at_fork_reinit()  # as the standard library's threads do


# Imports -----------------------------------------------------------------------------------


def is_importing(frame: FrameType | None, package: str = "") -> bool:
    """True if the thread of a frame is in the middle of an import; with a ``package``, only of an
    import that the package began."""
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    while frame is not None and package not in ("", _package_of(frame)):
        frame = frame.f_back
    return frame is not None


def _package_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__")).partition(".")[0]


def _wait_for_imports() -> None:
    """Wait until no other thread is importing anything for this package."""
    until = time.monotonic() + PATIENCE
    while any(map(_imports_for_us, sys._current_frames().items())) and time.monotonic() < until:
        time.sleep(0.001)


def _imports_for_us(thread: tuple[int, FrameType]) -> bool:
    return thread[0] != threading.get_ident() and is_importing(thread[1], _PACKAGE)


def _forget_imports_of_others() -> None:
    """Forget the modules that other threads of the parent were importing."""
    locks = getattr(_machinery, "_module_locks", {})
    for name, reference in list(locks.items()):
        lock = reference()
        if lock is not None and lock.owner not in (None, threading.get_ident()):
            del locks[name]
            if getattr(getattr(sys.modules.get(name), "__spec__", None), "_initializing", False):
                _forget_package(name)


def _forget_package(name: str) -> None:
    """Forget a module and its submodules, which become attributes of their package only when they
    are imported."""
    for inner in [inner for inner in sys.modules if f"{inner}.".startswith(f"{name}.")]:
        del sys.modules[inner]


_machinery: Any = importlib._bootstrap  # Python has no public access to these locks

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_imports, after_in_child=_release_in_child)
    os.register_at_fork(after_in_child=_forget_imports_of_others)
