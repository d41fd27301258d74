"""Paths step by step, and the digest and the generator derived from them.

Game, version, parameters, seed and path are folded into one digest. The digest gives the generator
for the next step, so the same line leads to the same position on every machine, and each branch has
its own luck.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, TypeAlias

from ...game import Words
from ...support.hashes import digest_of


class Input(NamedTuple):
    """A free input as a step of a path, shown as the call ``(12)`` or ``('north')``."""

    value: int | float | str


Step: TypeAlias = Words | Input
"""What one move adds to a path: the names of an option, or a free input."""


def step_text(step: Step) -> str:
    """Return a step as it is written in a line: ``uncover.r4.c4`` or ``(12)``."""
    if isinstance(step, Input):
        return f"({step.value!r})"
    return ".".join(step)


def extended(digest: bytes, step: Step) -> bytes:
    """Return the digest of a path, given the digest of the path before its last step."""
    return digest_of(digest + step_text(step).encode("utf-8", "surrogatepass"))


def generator(digest: bytes) -> Random:
    """Return the generator for a digest: ``Random(int.from_bytes(digest, "big"))``, seeded on first
    use.
    """
    rng = _new(_Unseeded)
    rng._digest = digest
    return rng


class _Unseeded(Random):
    """A generator that is seeded on first use, and is a `Random` from then on.

    Most steps of most games draw nothing, and seeding takes as long as the rest of a step.
    """

    _digest: bytes
    gauss_next = None

    # All other methods draw numbers from these two. A method fetched before the first draw may be
    # called after it.
    def random(self) -> float:
        """Return the next number from 0.0 to 1.0."""
        return Random.random(_seeded(self))

    def getrandbits(self, k: int, /) -> int:
        """Return a number of that many random bits."""
        return Random.getrandbits(_seeded(self), k)

    def seed(self, *seed: Any, **options: Any) -> None:
        """Start again from another seed."""
        Random.seed(_seeded(self), *seed, **options)

    def getstate(self) -> tuple[Any, ...]:
        """Return a state for `setstate`."""
        return Random.getstate(_seeded(self))

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Continue from another generator's state."""
        Random.setstate(_seeded(self), state)

    def __reduce__(self) -> Any:
        return Random.__reduce__(_seeded(self))


_new = Random.__new__


def _seeded(rng: Random) -> Random:
    # Most steps draw nothing, so a generator is seeded only at its first draw.
    if type(rng) is _Unseeded:
        digest = rng.__dict__.pop("_digest")
        rng.__class__ = Random  # type: ignore[assignment] # both classes have the same layout
        rng.seed(int.from_bytes(digest, "big"))
    return rng
