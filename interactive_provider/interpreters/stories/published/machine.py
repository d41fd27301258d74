"""A JavaScript engine, QuickJS compiled to WebAssembly, with its own limits and memory.

Code inside cannot reach anything on this computer: the engine may call only the imports below, and
none of them opens anything. Work is counted in fuel, so an endless script is stopped at the same
place everywhere. After each call the whole state is in the linear memory: a copy of it is a
snapshot, which can be restored exactly.

Sources: github.com/justjake/quickjs-emscripten (the functions ``QTS_…``) and
github.com/quickjs-ng/quickjs.
"""

from __future__ import annotations

import json
import os
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

import wasmtime

from .compilation import compiled

MOST_MEMORY = 160 << 20
"""The maximum size in bytes of the linear memory."""
SCRIPT_MEMORY = 128 << 20
"""The maximum number of bytes that the scripts of a page may use."""
SCRIPT_STACK = 192 << 10
"""The stack size in bytes for scripts: a function that calls itself forever gets a `RangeError`."""
THREAD_STACK = 8 << 20
"""The stack size in bytes of the thread in which scripts run, whatever thread requests it."""
PAGE_SIZE = 1 << 16
EMPTY_PAGE = bytes(PAGE_SIZE)
MOST_JOBS = 50_000
"""The maximum number of promises and similar jobs that are settled after one call."""
LONGEST_ANSWER = 4_000_000
"""The maximum size in bytes of a text that a script returns."""
FIRST_THRESHOLD = 256 << 10
"""The total size of values, in bytes, at which a new engine first collects unreachable ones."""
NEVER = 0xFFFF_FFFF
NOON = 946_728_000
"""The only time that scripts see, in seconds: noon of 1 January 2000."""

Result = TypeVar("Result")
Snapshot: TypeAlias = "tuple[bytes, ...]"
"""The linear memory in pages; unchanged ones are shared with the previous snapshot."""

_EXPORTS = {
    "initialize": "v",
    "malloc": "w",
    "free": "N",
    "set_memory_limit": "z",
    "set_stack_size": "E",
    "undefined": "F",
    "new_runtime": "L",
    "new_context": "O",
    "free_value": "Q",
    "new_object": "V",
    "free_text": "T",
    "new_number": "Z",
    "number_of": "_",
    "new_text": "$",
    "text_of": "aa",
    "has_job": "ga",
    "run_jobs": "ha",
    "property": "ia",
    "call": "na",
    "fault_of": "oa",
    "written_fault": "pa",
    "evaluate": "qa",
}
"""The letters by which the build exports its functions."""


class ScriptStopped(Exception):
    """Raised when a script was stopped because it used up its fuel or its stack. The machine cannot
    be used after that."""


class ScriptFault(Exception):
    """Raised for an uncaught JavaScript exception."""


_pools: dict[int, ThreadPoolExecutor] = {}
"""The thread in which scripts run, by process: a forked process has its own."""


def apart(work: Callable[..., Result], *arguments: Any) -> Result:
    """Run something in the thread of the scripts, one call at a time; its exceptions are raised
    here."""
    pool = _pools.get(os.getpid())
    if pool is None:
        pool = _pools.setdefault(os.getpid(), ThreadPoolExecutor(1, "scripts of stories"))
    before = threading.stack_size(THREAD_STACK)
    try:
        future = pool.submit(work, *arguments)
    finally:
        threading.stack_size(before)
    return future.result()


def _in_words(written: str) -> str:
    """Return an error as a sentence, from the engine's own format."""
    try:
        fault = json.loads(written)
        return f"{fault['name']}: {fault['message']}"[:300]
    except (ValueError, KeyError, TypeError):
        return written[:300]


def _words(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the four-byte numbers in some memory, each with its place."""
    return ((4 * index, word) for index, (word,) in enumerate(struct.iter_unpack("<I", data)))


class Sandbox:
    """One engine. Everything done with it runs inside `apart`."""

    def __init__(self) -> None:
        engine, module = compiled()
        self._store = wasmtime.Store(engine)
        self.refuel(1 << 40)
        kind = next(i.type for i in module.imports if isinstance(i.type, wasmtime.MemoryType))
        self._memory = wasmtime.Memory(self._store, kind)
        imports = [self._import(each) for each in module.imports]
        exports: Any = wasmtime.Instance(self._store, module, imports).exports(self._store)
        self._functions = {name: exports[letter] for name, letter in _EXPORTS.items()}
        self._do("initialize")
        self._runtime = self._do("new_runtime")
        self._do("set_memory_limit", self._runtime, SCRIPT_MEMORY)
        self._do("set_stack_size", self._runtime, SCRIPT_STACK)
        self._threshold = self._place_of_threshold()
        self._context = self._do("new_context", self._runtime, 0)
        self._undefined = self._do("undefined")
        self._own_threshold = self._put(struct.pack("<I", FIRST_THRESHOLD))
        self._write_number(self._threshold, NEVER)

    # Functions that the engine may call

    def _import(self, each: Any) -> Any:
        """Return what the engine gets for one of its imports: its memory, or one of our functions.

        The build names its imports with letters. Only these five do anything; all others, which
        would open files and the like, do nothing and return 0.
        """
        if isinstance(each.type, wasmtime.MemoryType):
            return self._memory
        ours: Mapping[str, Callable[..., Any]] = {
            "b": self._abort,
            "r": self._abort,
            "k": self._grow,
            "p": lambda: NOON * 1e3,
            "q": self._tell_time,
        }
        results = [str(result) for result in each.type.results]
        zero = 0.0 if results == ["f64"] else 0
        nothing = zero if results else None
        return wasmtime.Func(self._store, each.type, ours.get(each.name, lambda *_: nothing))

    def _abort(self, *_: int) -> None:
        raise ScriptStopped("the engine gave up")

    def _grow(self, size: int) -> int:
        """Enlarge the memory as requested; return 0 if that is too large."""
        more = size - self.size
        if size > MOST_MEMORY:
            return 0
        if more > 0:
            self._memory.grow(self._store, -(-more // PAGE_SIZE))
        return 1

    def _tell_time(self, clock: int, precision: int, place: int) -> int:
        self._memory.write(self._store, struct.pack("<q", NOON * 10**9), place)
        return 0

    # Calls

    @property
    def size(self) -> int:
        """Return the size of the memory in bytes."""
        return int(self._memory.data_len(self._store))

    @property
    def fuel(self) -> int:
        """Return the remaining fuel."""
        return int(self._store.get_fuel())

    def refuel(self, fuel: int) -> None:
        """Set the fuel for the following calls; never raise, whatever was left before."""
        self._store.set_fuel(fuel)

    def _do(self, name: str, *arguments: Any) -> Any:
        """Call a function of the engine; raise `ScriptStopped` if it exceeds its limits."""
        try:
            return self._functions[name](self._store, *arguments)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as fault:
            raise ScriptStopped(str(fault).strip().splitlines()[-1]) from None

    def _place_of_threshold(self) -> int:
        """Return the place where the engine keeps the size at which it collects values."""
        state = bytes(self._memory.read(self._store, self._runtime, self._runtime + 2_048))
        [place] = [at for at, word in _words(state) if word == FIRST_THRESHOLD]
        return int(self._runtime) + place

    def _write_number(self, place: int, number: int) -> None:
        self._memory.write(self._store, struct.pack("<I", number), place)

    def _number_at(self, place: int) -> int:
        return int.from_bytes(self._memory.read(self._store, place, place + 4), "little")

    def collect(self) -> None:
        """Let the engine collect unreachable values, if it has grown enough.

        It may do so only while no script runs: in a function that names its ``arguments`` it would
        read uninitialised memory (github.com/quickjs-ng/quickjs/issues/1400).
        """
        self._write_number(self._threshold, self._number_at(self._own_threshold))
        self._do("free_value", self._context, self._do("new_object", self._context))
        self._write_number(self._own_threshold, self._number_at(self._threshold))
        self._write_number(self._threshold, NEVER)

    def _put(self, data: bytes) -> int:
        place = int(self._do("malloc", len(data) + 1))
        if place == 0:
            raise ScriptStopped("no memory is left")
        self._memory.write(self._store, data + b"\0", place)
        return place

    def _text_at(self, place: int) -> str:
        end = min(place + LONGEST_ANSWER, self.size)
        data = bytearray()
        while place < end and 0 not in data:
            data += self._memory.read(self._store, place, min(place + PAGE_SIZE, end))
            place += PAGE_SIZE
        return bytes(data).partition(b"\0")[0].decode("utf-8", "replace")

    def _checked(self, value: int) -> int:
        """Return a value, unless it is an exception; raise `ScriptFault` if it is."""
        fault = self._do("fault_of", self._context, value)
        if not fault:
            return value
        text = self._do("written_fault", self._context, fault)
        written = _in_words(self._text_at(text))
        self._do("free_text", self._context, text)
        self._do("free_value", self._context, fault)
        raise ScriptFault(written)

    def evaluate(self, source: str, name: str) -> int:
        """Run a script; return the place of its value, which must be freed. Raises `ScriptFault`
        and `ScriptStopped`."""
        data = source.encode("utf-8", "replace")
        code = self._put(data)
        file = self._put(name.encode())
        value = self._do("evaluate", self._context, code, len(data), file, 0, 0)
        self._do("free", code)
        self._do("free", file)
        return self._checked(value)

    def run(self, source: str, name: str) -> None:
        """Run a script for its effects. Raises `ScriptFault` and `ScriptStopped`."""
        self._do("free_value", self._context, self.evaluate(source, name))

    def member(self, of: int, name: str) -> int:
        """Return the place of a member of an object."""
        key = self.text(name)
        value = self._do("property", self._context, of, key)
        self._do("free_value", self._context, key)
        return self._checked(value)

    def text(self, text: str) -> int:
        """Return the place of a new text."""
        letters = self._put(text.encode("utf-8", "replace"))
        value = self._do("new_text", self._context, letters)
        self._do("free", letters)
        return int(value)

    def _value(self, argument: str | float) -> int:
        """Return the place of a new value, which the caller frees."""
        if isinstance(argument, str):
            return self.text(argument)
        place: int = self._do("new_number", self._context, float(argument))
        return place

    def call(self, function: int, *arguments: str | float) -> int:
        """Call a function with texts and numbers; return the place of the result. Raises
        `ScriptFault` and `ScriptStopped`."""
        values = list(map(self._value, arguments))
        places = self._put(struct.pack(f"<{len(values)}I", *values)) if values else 0
        result = self._do("call", self._context, function, self._undefined, len(values), places)
        for value in values:
            self._do("free_value", self._context, value)
        if places:
            self._do("free", places)
        return self._checked(result)

    def call_for_number(self, function: int, *arguments: str | float) -> float:
        """Call a function whose result is a number or true or false."""
        value = self.call(function, *arguments)
        number = self._do("number_of", self._context, value)
        self._do("free_value", self._context, value)
        return float(number)

    def call_for_text(self, function: int, *arguments: str | float) -> str:
        """Call a function whose result is a text, of which at most `LONGEST_ANSWER` bytes are
        read."""
        value = self.call(function, *arguments)
        place = self._do("text_of", self._context, value)
        text = self._text_at(place)
        self._do("free_text", self._context, place)
        self._do("free_value", self._context, value)
        return text

    def run_jobs(self) -> None:
        """Settle promises; raise `ScriptStopped` if they never end."""
        done = 0
        while self._do("has_job", self._runtime):
            place = self._put(b"\0" * 8)
            self._do("free_value", self._context, self._do("run_jobs", self._runtime, 100, place))
            self._do("free", place)
            done += 100
            if done > MOST_JOBS:
                raise ScriptStopped("a chain of promises never ends")

    # Snapshots

    def snapshot(self, before: Snapshot = ()) -> Snapshot:
        """Return the state, for `restore`; pages equal to those in the snapshot ``before`` are
        shared with it."""
        whole = self._whole()
        pages = []
        for number, start in enumerate(range(0, len(whole), PAGE_SIZE)):
            page = whole[start : start + PAGE_SIZE]
            old = before[number] if number < len(before) else EMPTY_PAGE
            # a comparison without copying
            pages.append(old if old.startswith(page) else bytes(page))
        return tuple(pages)

    def restore(self, snapshot: Snapshot) -> bool:
        """Return to a state of this or another machine; return False if this one's memory has grown
        too large for it."""
        missing = len(snapshot) * PAGE_SIZE - self.size
        if missing < 0:
            return False
        if missing:
            self._memory.grow(self._store, missing // PAGE_SIZE)
        whole = self._whole()
        for number, page in enumerate(snapshot):
            here = slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE)
            if not page.startswith(whole[here]):  # memory that was never written takes no space
                whole[here] = page
        return True

    def _whole(self) -> memoryview:
        return memoryview(self._memory.get_buffer_ptr(self._store)).cast("B")
