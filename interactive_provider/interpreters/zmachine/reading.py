"""What is in a story file of the Z-machine: its bytes, text and objects. Nothing here runs a story.

Every address in such a file may be wrong. A read outside the memory gives 0, and every loop has a bound, so a damaged
or forged file gives nonsense at worst. Source: The Z-Machine Standards Document 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape

PLAYABLE = (3, 4, 5, 8)
_KINDS = {1: "the first Infocom format", 2: "the second Infocom format", 6: "pictures and windows", 7: "a rare format"}
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", " \n0123456789.,!?_#'\"/\\-:()")
_EXTRA = "äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿"
_LONGEST_NAME = 60
"""Words of a string that is read as a name."""


class StoryError(ValueError):
    """A file that is no story, or one that cannot be played."""


def byte(memory: bytes, address: int) -> int:
    """The byte at an address, 0 outside of the memory."""
    return memory[address] if 0 <= address < len(memory) else 0


def word(memory: bytes, address: int) -> int:
    """The two bytes at an address as a number, 0 outside of the memory."""
    return int.from_bytes(memory[address : address + 2], "big") if address >= 0 else 0


@dataclass(frozen=True)
class StoryFile:
    """A story: its memory as it is at the start, and the title that a Blorb file gives it."""

    memory: bytes
    title: str = ""

    @property
    def version(self) -> int:
        """The version of the Z-machine: 3, 4, 5 or 8."""
        return self.memory[0]

    @property
    def release(self) -> int:
        """The number of the release."""
        return word(self.memory, 2)

    @property
    def serial(self) -> str:
        """The serial code, usually the date of the release."""
        return self.memory[0x12:0x18].decode("ascii", "replace")

    @property
    def dynamic_size(self) -> int:
        """The number of bytes that can change while the story runs."""
        return word(self.memory, 0x0E)

    @cached_property
    def _alphabets(self) -> tuple[str, str, str]:
        at = word(self.memory, 0x34) if self.version >= 5 else 0
        if not at:
            return _ALPHABETS
        rows = ["".join(map(self._sign, self.memory[at + row : at + row + 26].ljust(26, b" "))) for row in (0, 26, 52)]
        return rows[0], rows[1], f" \n{rows[2][2:]}"

    def _sign(self, code: int) -> str:
        if 155 <= code < 155 + len(_EXTRA):
            return _EXTRA[code - 155]
        return chr(code) if 32 <= code < 127 else "?"

    def text_at(self, address: int, words: int = _LONGEST_NAME, memory: bytes = b"", *, is_short: bool = False) -> str:
        """The string at an address, of ``words`` words at most; ``is_short`` where it may hold no abbreviations."""
        memory = memory or self.memory
        codes: list[int] = []
        for number in range(words):
            value = word(memory, address + 2 * number)
            codes += (value >> 10 & 31, value >> 5 & 31, value & 31)
            if value & 0x8000:
                break
        found, alphabet = [], 0
        signs = iter(codes)
        for code in signs:
            if 1 <= code <= 3:
                entry = 32 * (code - 1) + next(signs, 0)
                if not is_short:
                    target = 2 * word(memory, word(memory, 0x18) + 2 * entry)
                    found.append(self.text_at(target, words, memory, is_short=True))
            elif code in (4, 5):
                alphabet = code - 3
                continue
            elif alphabet == 2 and code == 6:
                found.append(self._sign(next(signs, 0) << 5 | next(signs, 0)))
            else:
                found.append(" " if code == 0 else self._alphabets[alphabet][code - 6])
            alphabet = 0
        return "".join(found)

    # Objects ---------------------------------------------------------------------------------

    @cached_property
    def _layout(self) -> tuple[int, int, int]:
        """The address of object 1, the size of an object and of a link to one."""
        early = self.version <= 3
        return word(self.memory, 0x0A) + (62 if early else 126), 9 if early else 14, 1 if early else 2

    @cached_property
    def object_count(self) -> int:
        """The number of objects: their table ends where the first table of properties begins."""
        first, size, _ = self._layout
        end = min(len(self.memory), 0x10000)
        count = 0
        while first + (count + 1) * size <= end and count < (255 if self.version <= 3 else 65_535):
            properties = word(self.memory, first + (count + 1) * size - 2)
            if properties < first:
                break
            end, count = min(end, properties), count + 1
        return count

    def links(self, memory: bytes, number: int) -> tuple[int, int, int]:
        """The parent, the next sibling and the first child of an object; 0 where there is none."""
        if not 0 < number <= self.object_count:
            return 0, 0, 0
        first, size, width = self._layout
        at = first + (number - 1) * size + (4 if width == 1 else 6)
        found = memory[at : at + 3 * width]
        read = (int.from_bytes(found[width * i : width * (i + 1)], "big") for i in range(3))
        parent, sibling, child = (link if link <= self.object_count else 0 for link in read)
        return parent, sibling, child

    def under(self, memory: bytes, number: int) -> list[int]:
        """The objects within an object at any depth; one in a circle appears once."""
        found: dict[int, None] = {}
        todo = [self.links(memory, number)[2]]
        while todo:
            at = todo.pop()
            if at and at not in found:
                found[at] = None
                _, sibling, child = self.links(memory, at)
                todo += (sibling, child)
        return list(found)

    def above(self, memory: bytes, number: int) -> list[int]:
        """The objects around an object, the nearest first."""
        found: list[int] = []
        while (number := self.links(memory, number)[0]) and number not in found:
            found.append(number)
        return found

    def _properties_of(self, memory: bytes, number: int) -> int:
        first, size, _ = self._layout
        return word(memory, first + number * size - 2)

    def name(self, number: int, memory: bytes = b"") -> str:
        """The name of an object."""
        if not 0 < number <= self.object_count:
            return ""
        memory = memory or self.memory
        at = self._properties_of(memory, number)
        return self.text_at(at + 1, min(byte(memory, at), _LONGEST_NAME), memory).strip()

    def properties(self, number: int) -> Iterator[tuple[int, bytes]]:
        """The numbers and bytes of an object's properties at the start."""
        memory = self.memory
        at = self._properties_of(memory, number)
        at += 1 + 2 * byte(memory, at)
        for _ in range(64):
            size = byte(memory, at)
            if not size:
                return
            if self.version <= 3:
                key, length, head = size & 31, (size >> 5) + 1, 1
            elif size & 0x80:
                key, length, head = size & 63, byte(memory, at + 1) & 63 or 64, 2
            else:
                key, length, head = size & 63, 2 if size & 64 else 1, 1
            yield key, memory[at + head : at + head + length]
            at += head + length

    def globals_of(self, memory: bytes) -> list[int]:
        """The values of the 240 global variables."""
        at = word(self.memory, 0x0C)
        return [word(memory, at + 2 * number) for number in range(240)]


def read_story(data: bytes) -> StoryFile:
    """The story in a file, also in a Blorb file (``.zblorb``). Raises `StoryError` for what cannot be played."""
    title = ""
    if data[:4] == b"FORM" and data[8:12] == b"IFRS":
        chunks = dict(_chunks(data))
        if b"ZCOD" not in chunks:
            what = "a story of Glulx" if b"GLUL" in chunks else "no story"
            raise StoryError(f"this Blorb file holds {what}, not one of the Z-machine")
        title, data = _title(chunks.get(b"IFmd", b"")), chunks[b"ZCOD"]
    if data[:4] == b"Glul":
        raise StoryError("this is a story of Glulx, not one of the Z-machine")
    if len(data) < 64 or not 1 <= data[0] <= 8:
        raise StoryError("this is no story of the Z-machine")
    version = data[0]
    if version not in PLAYABLE:
        raise StoryError(
            f"it is of version {version} of the Z-machine ({_KINDS[version]}); versions 3, 4, 5 and 8 can be played"
        )
    scale = 2 if version == 3 else 8 if version == 8 else 4
    size = word(data, 0x1A) * scale
    if size > len(data):
        raise StoryError(f"it is cut off: its header says {size:,} bytes, and there are {len(data):,}")
    return StoryFile(data[: size or len(data)], title)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _title(description: bytes) -> str:
    found = re.search(r"<title>(.*?)</title>", description.decode("utf-8", "replace"), re.DOTALL)
    return " ".join(unescape(found[1]).split())[:80] if found else ""
