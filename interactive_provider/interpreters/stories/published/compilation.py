"""The engine compiled for this computer: it takes most of a second, so it is done once and kept.

What is kept is code that will be run, as in Python's own `__pycache__`: it lies in a folder of the
user's, under a name that says which release of `wasmtime` made it of which engine, and begins with
a digest, so that a damaged file is made again.
"""

from __future__ import annotations

import contextlib
import functools
import tempfile
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import wasmtime

ENGINE = Path(__file__).parent / "engine_files" / "quickjs-ng.wasm"
NATIVE_STACK = 1920 << 10
"""Bytes of the thread's own stack that the engine may use, which that needs at most."""
_DIGEST = 32
"""Bytes of the digest before the code."""

_folders: list[Path] = []


def keep_in(folder: Path) -> None:
    """Keep the compiled engine in this folder, which is made when it is needed."""
    _folders[:] = [folder]


@functools.cache
def compiled() -> tuple[Any, Any]:
    """The compiled engine, read or made once in a process."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.max_wasm_stack = NATIVE_STACK
    config.parallel_compilation = False  # threads that compile would not survive a fork
    engine = wasmtime.Engine(config)
    source = ENGINE.read_bytes()
    name = f"quickjs-wasmtime-{version('wasmtime')}-{_digest(source).hex()[:16]}.compiled"
    for folder in _folders:
        module = _read(engine, folder / name)
        if module is not None:
            return engine, module
    module = _compile(engine, source)
    for folder in _folders:
        _write(folder / name, bytes(module.serialize()))
    return engine, module


def _compile(engine: Any, source: bytes) -> Any:
    return wasmtime.Module(engine, source)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


def _read(engine: Any, file: Path) -> Any:
    """The module in a file; None if there is none, it is damaged, or made for another machine."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if _digest(data[_DIGEST:]) != data[:_DIGEST]:
        return None
    try:
        return wasmtime.Module.deserialize(engine, data[_DIGEST:])
    except wasmtime.WasmtimeError:
        return None


def _write(file: Path, code: bytes) -> None:
    """Write a file completely or not at all; where that is refused, nothing is kept."""
    with contextlib.suppress(OSError), contextlib.ExitStack() as cleaning:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as stream:
            new = Path(stream.name)
            cleaning.callback(new.unlink, missing_ok=True)
            stream.write(_digest(code) + code)
        new.replace(file)
