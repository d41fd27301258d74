"""Digests of bytes. They load OpenSSL, which takes as long as a dozen modules of ours: that waits
until a first one is asked for."""

from __future__ import annotations

from functools import cache
from typing import Any


def digest_of(data: bytes, size: int = 16) -> bytes:
    """A digest of so many bytes that identifies other bytes."""
    return bytes(hash_function("blake2b")(data, digest_size=size).digest())


@cache
def hash_function(name: str) -> Any:
    """The function of `hashlib` with this name."""
    import hashlib

    return getattr(hashlib, name)
