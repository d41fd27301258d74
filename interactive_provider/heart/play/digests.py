"""Paths step by step, and the digest and the generator that follow from them.

Game, version, parameters, seed and path are folded into one digest. From it comes the generator for
the next step, so the same line leads to the same position on every machine, and each branch has
luck of its own.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import NamedTuple, TypeAlias


class Input(NamedTuple):
    """A step of a path that was typed freely, shown as the call ``(12)`` or ``('north')``."""

    value: int | float | str


Step: TypeAlias = "tuple[str, ...] | Input"
"""What one move adds to a path: the names of an option, or a free input."""


def step_text(step: Step) -> str:
    """A step as it is written in a line: ``uncover.r4.c4`` or ``(12)``."""
    return f"({step.value!r})" if isinstance(step, Input) else ".".join(step)


def extended(digest: bytes, step: Step) -> bytes:
    """The digest of a path from that of the path before its last step."""
    return digest_of(digest + step_text(step).encode("utf-8", "surrogatepass"))


def digest_of(data: bytes) -> bytes:
    """Sixteen bytes that identify others."""
    return hashlib.blake2b(data, digest_size=16).digest()


def generator(digest: bytes) -> Random:
    """The generator that follows from a digest."""
    return Random(int.from_bytes(digest, "big"))
