"""The engine compiled for this computer: this takes most of a second, so it is done once and
cached.

The cached file is code that will be run, as in Python's own `__pycache__`: it is in a folder of the
user's, its name gives the release of `wasmtime` and the engine that it was made from, and it begins
with a digest, so that a damaged file is made again.
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
"""The maximum size in bytes of the thread's own stack that the engine may use."""
_DIGEST = 32
"""The number of digest bytes before the code."""

_folders: list[Path] = []


def keep_in(folder: Path) -> None:
    """Cache the compiled engine in this folder, which is created when needed."""
    _folders[:] = [folder]


@functools.cache
def compiled() -> tuple[Any, Any]:
    """Return the compiled engine, read or made once per process."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.max_wasm_stack = NATIVE_STACK
    config.parallel_compilation = False  # compiling threads would not survive a fork
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
    """Return the module in a file; None if it is missing, damaged, or made for another machine."""
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
    """Write a file completely or not at all; if that is refused, nothing is cached."""
    with contextlib.suppress(OSError), contextlib.ExitStack() as cleaning:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as stream:
            new = Path(stream.name)
            cleaning.callback(new.unlink, missing_ok=True)
            stream.write(_digest(code) + code)
        new.replace(file)
