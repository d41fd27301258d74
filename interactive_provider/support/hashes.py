"""Digests of bytes. `hashlib` loads OpenSSL, which takes as long as a dozen of our modules, so it
is imported only when a digest is first needed."""

from __future__ import annotations

from functools import cache
from typing import Any


def digest_of(data: bytes, size: int = 16) -> bytes:
    """Return a digest of ``data`` that is ``size`` bytes long."""
    return bytes(hash_function("blake2b")(data, digest_size=size).digest())


@cache
def hash_function(name: str) -> Any:
    """Return the function of `hashlib` with this name."""
    import hashlib

    return getattr(hashlib, name)
