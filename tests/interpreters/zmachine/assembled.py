"""A test tool that puts small story files together: a header, tables, and code in bytes."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from interactive_provider.interpreters.zmachine import Adventure, read_story

ORCHARD = (
    resources.files("interactive_provider.adapters.zmachine") / "stories" / "orchard_gate.z5"
).read_bytes()
"""The adventure that comes with the package."""

GLOBALS, OBJECTS, DICTIONARY, BUFFERS = 0x40, 0x230, 0x500, 0x300
STATIC, CODE = 0x500, 0x800

LOOP = bytes((0x8C, 0xFF, 0xFF))
"""An instruction that jumps to itself."""
READ_LINE = {
    3: bytes((0xE4, 0x0F, 0x03, 0x00, 0x03, 0x80)),
    5: bytes((0xE4, 0x0F, 0x03, 0x00, 0x03, 0x80, 0x10)),
}
"""``sread`` and ``aread`` into the two buffers."""
READ_KEY = bytes((0xF6, 0x7F, 0x01, 0x10))
"""``read_char`` into the first variable."""
QUIT = b"\xba"


def story(
    version: int = 5,
    code: bytes = QUIT,
    words: Sequence[tuple[str, bytes]] = (),
    table: bytes = b"",
) -> bytes:
    """A story file of some code, a dictionary of words with the bytes of each, and a grammar table
    at 0x500."""
    memory = bytearray(0x1000)
    memory[0] = version
    for at, value in (
        (2, 1),
        (4, CODE),
        (6, CODE),
        (8, DICTIONARY + len(table)),
        (0x0A, OBJECTS),
        (0x0C, GLOBALS),
        (0x0E, STATIC),
        (0x1A, len(memory) // (2 if version == 3 else 4)),
    ):
        memory[at : at + 2] = value.to_bytes(2, "big")
    memory[0x12:0x18] = b"261122"
    memory[BUFFERS : BUFFERS + 2] = bytes((60, 0))
    memory[BUFFERS + 0x80] = 10
    memory[STATIC : STATIC + len(table)] = table
    size = 4 if version == 3 else 6
    entries = b"".join(encoded(text, size) + data for text, data in words)
    dictionary = b"\x01," + bytes((size + 3,)) + len(words).to_bytes(2, "big") + entries
    at = DICTIONARY + len(table)
    memory[at : at + len(dictionary)] = dictionary
    memory[CODE : CODE + len(code)] = code
    return bytes(memory)


def encoded(text: str, size: int) -> bytes:
    """Small letters as the Z-machine writes them, in that many bytes, for dictionaries."""
    count = size // 2 * 3
    codes = ([ord(sign) - ord("a") + 6 for sign in text] + [5] * count)[:count]
    words = [codes[i] << 10 | codes[i + 1] << 5 | codes[i + 2] for i in range(0, count, 3)]
    words[-1] |= 0x8000
    return b"".join(word.to_bytes(2, "big") for word in words)


def printed(text: str) -> bytes:
    """An instruction that prints small letters."""
    return b"\xb2" + encoded(text, (len(text) + 2) // 3 * 2)


def adventure(data: bytes = ORCHARD) -> Adventure:
    """The adventure of a story file."""
    return Adventure(read_story(data))
