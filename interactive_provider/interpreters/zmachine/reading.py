"""The contents of a Z-machine story file: its bytes, text and objects. Nothing here runs a story;
the runtime decodes its strings.

Any address in such a file may be wrong. A read outside the memory gives 0, and every loop is
bounded, so a damaged or forged file gives nonsense at worst. Source: The Z-Machine Standards
Document 1.1.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .runtime import StoryTables

PLAYABLE = (3, 4, 5, 8)
WORDS: dict[str, Any] = tomllib.loads(
    (resources.files(__package__) / "words.toml").read_text(encoding="utf-8")
)
"""English words by their use."""
SHORT_FORMS: dict[str, str] = {
    way: way[0] + way[5] if way[5:] in ("east", "west") else way[0]
    for way in WORDS["directions"].split()
}
"""The directions with their abbreviations."""
_LONGEST_NAME = 60
"""The maximum number of words of a string that is read as a name."""


class StoryFileError(ValueError):
    """A file that is not a story, or a story that cannot be played."""


def word(memory: bytes, address: int) -> int:
    """Return the two bytes at an address as a number, 0 outside the memory."""
    return int.from_bytes(memory[address : address + 2], "big")


def byte(memory: bytes, address: int) -> int:
    """Return the byte at an address, 0 outside the memory."""
    return memory[address] if address < len(memory) else 0


@dataclass(frozen=True)
class StoryFile:
    """A story: its initial memory, and the title given by a Blorb file."""

    memory: bytes
    title: str = ""

    @property
    def version(self) -> int:
        """The version of the Z-machine: 3, 4, 5 or 8."""
        return self.memory[0]

    @property
    def edition(self) -> str:
        """The release number, and the serial code, which is usually its date."""
        return (
            f"release {word(self.memory, 2)}, serial number"
            f" {self.memory[0x12:0x18].decode('ascii', 'replace')}"
        )

    @property
    def dynamic_size(self) -> int:
        """The number of bytes that can change while the story runs."""
        return word(self.memory, 0x0E)

    @cached_property
    def _tables(self) -> StoryTables:
        from .runtime import StoryTables  # only playing a story needs the runtime's package

        return StoryTables(self.memory)

    def text_at(self, address: int, words: int) -> str:
        """Return the string at an address, of at most ``words`` words; empty for a damaged one."""
        return self._tables.text_at(address, words)

    # Objects ---------------------------------------------------------------------------------

    @cached_property
    def _layout(self) -> tuple[int, int, int]:
        """Return the address of object 1, the size of an object and the size of a link to one."""
        start = word(self.memory, 0x0A)
        return (start + 62, 9, 1) if self.version <= 3 else (start + 126, 14, 2)

    @cached_property
    def object_count(self) -> int:
        """The number of objects: their table ends where the first table of properties begins."""
        first, size, _ = self._layout
        end = min(len(self.memory), 0x10000)
        count = 0
        # The end moves nearer as objects with earlier property tables are found.
        while first + (count + 1) * size <= end and count < (255 if self.version <= 3 else 65_535):
            end = min(end, max(first, self._properties_at(count + 1)))
            count += 1
        return count

    def _properties_at(self, number: int) -> int:
        first, size, _ = self._layout
        return word(self.memory, first + number * size - 2)

    def links(self, memory: bytes, number: int) -> tuple[int, int, int]:
        """Return the parent, the next sibling and the first child of an object; 0 for none."""
        if not 0 < number <= self.object_count:
            return 0, 0, 0
        first, size, width = self._layout
        at = first + number * size - 2 - 3 * width
        parent, sibling, child = (
            int.from_bytes(memory[at + i * width : at + (i + 1) * width], "big") for i in range(3)
        )
        return parent, sibling, child

    def under(self, memory: bytes, number: int) -> dict[int, None]:
        """Yield the objects within an object at any depth; one in a cycle appears once."""
        found: dict[int, None] = {}
        todo = [self.links(memory, number)[2]]
        while todo:
            at = todo.pop()
            if at and at not in found:
                found[at] = None
                todo += self.links(memory, at)[1:]
        return found

    def above(self, memory: bytes, number: int) -> list[int]:
        """Return the objects around an object, the nearest first."""
        found: list[int] = []
        while (number := self.links(memory, number)[0]) and number not in found:
            found.append(number)
        return found

    def name(self, number: int) -> str:
        """Return the name of an object."""
        if not 0 < number <= self.object_count:
            return ""
        at = self._properties_at(number)
        return self.text_at(at + 1, min(byte(self.memory, at), _LONGEST_NAME)).strip()

    def properties(self, number: int) -> list[tuple[int, bytes]]:
        """Return the numbers and bytes of an object's properties at the start."""
        return self._tables.properties(number)

    def variables(self, memory: bytes) -> list[int]:
        """Return the values of the 240 global variables."""
        at = word(self.memory, 0x0C)
        return [word(memory, at + 2 * number) for number in range(240)]


def read_story(data: bytes) -> StoryFile:
    """Return the story in a file, possibly a Blorb file (``.zblorb``). Raises `StoryFileError` for
    a file that cannot be played."""
    title = ""
    first = data[:4]
    if first == b"FORM" and data[8:12] == b"IFRS":
        chunks = dict(_chunks(data))
        titles = re.findall(rb"<title>(.*?)</title>", chunks.get(b"IFmd", b""), re.DOTALL)
        title = " ".join(unescape(b"".join(titles[:1]).decode("utf-8", "replace")).split())[:80]
        first = b"Glul" if b"GLUL" in chunks else first
        data = chunks.get(b"ZCOD", b"")
    if len(data) < 64 or not 1 <= data[0] <= 8:
        kind = "a Glulx story, " if first == b"Glul" else ""
        raise StoryFileError(f"this is {kind}not a Z-machine story")
    if data[0] not in PLAYABLE:
        raise StoryFileError(
            f"it is for version {data[0]} of the Z-machine; versions 3, 4, 5 and 8 can be played"
        )
    size = word(data, 0x1A) * {3: 2, 8: 8}.get(data[0], 4)
    if size > len(data):
        raise StoryFileError(
            f"it is cut off: its header says {size:,} bytes, and there are {len(data):,}"
        )
    return StoryFile(data[: size or len(data)], title)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
