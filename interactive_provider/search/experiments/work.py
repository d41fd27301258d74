"""Long work in portions, here or by an executor: with progress, and kept in a file as it goes on.

What ends it early, an interrupt or an executor that dies, loses nothing that is done: another call
with the same file does the rest.
"""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from ...errors import BadParameter, ProviderError, guard, message_of, quote
from ...support.extras import installed
from ...support.plurals import counted

T = TypeVar("T")
R = TypeVar("R")


PORTIONS = 200
"""The number of portions that the work for an executor is divided into, since some parts take
longer than others, and what is not finished at an interrupt is lost."""

WRITING_SECONDS = 5.0
"""How often a file is written meanwhile."""

_UNSENDABLE = (pickle.PicklingError, AttributeError, TypeError)
"""What executors raise for work that they cannot send to their workers."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: an executor, anything with ``submit``, or this process if it is None.

    Raises `BadParameter` for anything else.
    """

    executor: Any = None
    progress: bool = True
    unit: str = "game"
    """What a task is called."""
    portion: int = 0
    """The tasks that are sent together; 0 for as many as give `PORTIONS` portions."""

    def __post_init__(self) -> None:
        executor = self.executor
        can_submit = callable(getattr(executor, "submit", None)) and not isinstance(executor, type)
        if callable(getattr(executor, "get_executor", None)):
            why = "which is not an executor itself: give its get_executor()"
        elif executor is None or can_submit:
            return
        else:
            why = "it must have a submit method, such as a process pool"
        raise BadParameter(f"executor is {quote(executor)}, {why}.")

    def do(
        self,
        work: Callable[[Sequence[T]], Iterable[R]],
        tasks: Sequence[T],
        add: Callable[[list[R]], object],
        write: Callable[[], object] = tuple,
    ) -> str:
        """Have the work done for all tasks, ``add`` each result, and return what ended it early.

        ``write`` is called at the beginning, so that a file that cannot be written is noticed
        before any work is done, then every few seconds and at the end. Raises `BadParameter` for
        work that cannot be sent to the executor.
        """
        write()
        written = monotonic()
        here = self.executor is None
        portions = ([one] for one in work(tasks)) if here else self._sent(work, tasks)
        count = 0
        with _bar(len(tasks) * self.progress, self.unit) as advance:
            try:
                for portion in portions:
                    count += len(portion)
                    add(portion)
                    advance(len(portion))
                    if monotonic() > written + WRITING_SECONDS:
                        write()
                        written = monotonic()
            except KeyboardInterrupt:
                return f"interrupted after {counted(count, self.unit)}"
            except _Dead as dead:
                return f"the executor died after {counted(count, self.unit)}: {dead}"
            finally:
                write()
        return ""

    def _sent(
        self, work: Callable[[Sequence[T]], Iterable[R]], tasks: Sequence[T]
    ) -> Iterator[list[R]]:
        """Yield the results of the executor; raises `_Dead` after all that was finished before it
        died."""
        size = self.portion
        if not size:
            yield list(work(tasks[:1]))  # here, so that a game that cannot be played is noticed
            tasks = tasks[1:]
            size = max(1, len(tasks) // PORTIONS)
        waiting = list[Future[list[R] | ProviderError]]()
        end: Exception | None = None
        try:
            try:
                for start in range(0, len(tasks), size):
                    portion = tasks[start : start + size]
                    waiting.append(self.executor.submit(_portion, work, portion))
            except Exception as fault:  # noqa: BLE001 - the work's own errors are returned
                end = fault
            for done in as_completed(waiting):
                try:
                    results = done.result()
                except Exception as fault:  # noqa: BLE001 - as above
                    end = fault
                    continue
                if isinstance(results, ProviderError):
                    raise results
                yield results
        finally:
            for one in waiting:
                one.cancel()
        if isinstance(end, _UNSENDABLE):
            raise BadParameter(
                f"The game or its players cannot be sent to the executor ({message_of(end)}):"
                " define them in a module."
            ) from end
        if end is not None:
            raise _Dead(f"{type(end).__name__}: {message_of(end).rstrip('.')}")


ALONE = Workers(progress=False)
"""This process, without a progress bar."""


class _Dead(Exception):
    """An executor does no more work."""


def _portion(
    work: Callable[[Sequence[T]], Iterable[R]], tasks: Sequence[T]
) -> list[R] | ProviderError:
    """Return what a worker sends back: its results, or the error that ended it, so that whatever an
    executor raises is its own."""
    try:
        with guard("A worker"):
            return list(work(tasks))
    except ProviderError as fault:
        return fault


@contextlib.contextmanager
def _bar(number: int, unit: str) -> Iterator[Callable[[int], object]]:
    """Yield a progress bar, if one is available and the work takes long enough."""
    if number and installed("tqdm"):
        from tqdm.auto import tqdm  # type: ignore[import-untyped]

        with tqdm(total=number, unit=unit, delay=1.0, leave=False) as bar:
            yield bar.update
    else:
        yield lambda count: None
