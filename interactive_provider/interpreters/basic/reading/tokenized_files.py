"""Files that are not text: programs as saved by Microsoft's BASICs, tokenised and protected.

A file begins with FF (FE: protected). Each line consists of the address of the next, its number,
its tokens and a zero; an address of zero ends the program. Three families have their own codes:
GW-BASIC and BASICA (those of GW-BASIC 3.23), BASIC-80 of CP/M (MBASIC 5.21) and the TRS-80's Level
II and Disk BASIC, which writes numbers as text. A file does not say which it is. Commodore's and
Apple's machines save a program as it is in memory: the same lines, after an address, a length or
nothing. The encryption of protected files was discovered by Paul Kocher ("The Cryptogram", computer
supplement 19, American Cryptogram Association, 1994).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..errors import BasicSyntaxError
from .words import WORDS

PLAIN = 0xFF
PROTECTED = 0xFE
_KEYS = bytes.fromhex("a9848dcd75834363248319f79a"), bytes.fromhex("1e1dc4772697e07459887c")


def _of_pc(byte: int) -> str:
    return bytes([byte]).decode("cp437")


def _of_commodore(byte: int) -> str:
    """Return a Commodore character as listings write it: codes that position and colour in braces,
    shifted letters in lower case."""
    if byte < 0x20 or 0x80 <= byte < 0xA0:
        return f"{{{byte}}}"
    if 0x61 <= byte & 0x7F <= 0x7A or 0xC1 <= byte <= 0xDA:
        return chr((byte & 0x1F) + 0x60)
    if byte < 0x60:
        return chr(byte)
    return " " if byte == 0xA0 else "▒"


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of one family: one-byte words from ``first`` on, and those after a prefix byte,
    from 81 on.

    ``minus`` is the code of the sign that stands for unused codes; with ``numbers`` numbers have
    codes too; ``dialect`` is the family's if it has its own, ``sign`` the text of a byte that
    stands for a character.
    """

    first: int
    words: tuple[str, ...]
    behind: Mapping[int, tuple[str, ...]]
    minus: int
    numbers: bool = True
    dialect: str | None = None
    sign: Callable[[int], str] = _of_pc

    def code(self, word: str) -> int:
        """Return the code of a one-byte word, -1 if the family does not have the word."""
        return self.first + self.words.index(word) if word in self.words else -1


FAMILIES = (
    Codes(
        0x81,
        WORDS["gw"],
        {0xFD: WORDS["late"], 0xFE: WORDS["disk"], 0xFF: WORDS["functions"]},
        0xEA,
    ),
    Codes(0x81, WORDS["mbasic"], {0xFF: WORDS["mbasic_functions"]}, 0xF3),
    Codes(0x80, WORDS["level_ii"], {}, 0xCE, numbers=False, dialect="level2"),
)
IMAGES = (
    Codes(
        0x80,
        WORDS["commodore_v2"],
        {},
        0xAB,
        numbers=False,
        dialect="commodore",
        sign=_of_commodore,
    ),
    Codes(
        0x80,
        WORDS["applesoft"],
        {},
        0xC9,
        numbers=False,
        dialect="applesoft",
        sign=lambda byte: chr(byte & 0x7F),
    ),
)
"""The families that save a program as it is in memory."""
_CURSOR = frozenset((0x11, 0x12, 0x13, 0x1D, 0x91, 0x92, 0x93, 0x9D))
"""Commodore's codes that move the cursor, clear the screen and switch to inverse video."""
_FIRST = 0x81
_HIGHEST = 63_999
"""The highest line number there."""
_NAMED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.$%!#")


def is_tokenised(raw: bytes) -> bool:
    """True if a file is a program that is not text; a file with this beginning may also be
    UTF-16."""
    return raw[:1] in (bytes([PLAIN]), bytes([PROTECTED])) and raw[:2] not in (
        b"\xff\xfe",
        b"\xfe\xff",
    )


def image_in(raw: bytes) -> bytes:
    """Return the lines of a program that was saved as it is in memory; nothing for other files.

    Their numbers rise, and a pointer of zero ends them. The values of the address and the pointers
    do not matter.
    """
    for start in (2, 0):
        at = start
        last = -1
        while raw[at : at + 2].strip(b"\0") and last < (
            number := int.from_bytes(raw[at + 2 : at + 4], "little")
        ):
            end = raw.find(0, at + 4)
            if end <= at + 4 or number > _HIGHEST:
                break
            at = end + 1
            last = number
        if last >= 0 and raw[at : at + 2] == b"\0\0":
            return raw[start:]
    return b""


_ATARI_SIGNS = "♥├▐┘┤┐╱╲◢▗◣▝▘▔▁▖♣┌─┼●▄▎┬┴▌└ ↑↓←→"
_ATARI_OTHERS = {0x60: "♦", 0x7B: "♠", 0x7D: "\f", 0x7E: "\b", 0x7F: "\t"}


def _of_atari(raw: bytes) -> str:
    """Return text in Atari's own code: inverse characters as ordinary ones, graphics as
    similar-looking signs."""
    signs = (byte & 0x7F for byte in raw)
    return "".join(
        _ATARI_SIGNS[code] if code < 0x20 else _ATARI_OTHERS.get(code, chr(code)) for code in signs
    )


def listing_in(raw: bytes) -> tuple[str, str]:
    """Return the text and the dialect of a listing in the code of a Commodore or an Atari,
    recognised by its line ends; otherwise nothing."""
    if b"\n" not in raw and b"\r" not in raw and raw.count(0x9B) > 1:
        return "\n".join(map(_of_atari, raw.split(b"\x9b"))), "atari"
    if b"\n" not in raw and b"\r" in raw and _CURSOR & {*raw}:
        return (
            "\n".join("".join(map(_of_commodore, line)) for line in raw.split(b"\r")),
            "commodore",
        )
    return "", ""


def text_of(raw: bytes, codes: Codes = FAMILIES[0]) -> str:
    """Return the listing of a tokenised file of one family of machines; raise `BasicSyntaxError`
    for anything else."""
    body = raw if codes in IMAGES else raw[1:]
    if codes not in IMAGES and raw[0] == PROTECTED:
        body = _deciphered(body)
    lines: list[str] = []
    at = 0
    try:
        while body[at] or body[at + 1]:
            number = _word(body, at + 2)
            text, at = _line(body, at + 4, codes)
            lines.append(f"{number} {text}")
    except IndexError:
        # Many files have lost their last bytes; the lines before are complete.
        if not lines:
            raise BasicSyntaxError(
                "NO PROGRAM: this file is tokenised and damaged", expected="its lines"
            ) from None
    if not lines:
        raise BasicSyntaxError(
            "NO PROGRAM: this file is tokenised and has no lines", expected="its lines"
        )
    return "\n".join(lines) + "\n"


def _deciphered(raw: bytes) -> bytes:
    one, other = _KEYS
    return bytes(
        (((byte - (11 - i % 11)) ^ one[i % 13] ^ other[i % 11]) + 13 - i % 13) & 0xFF
        for i, byte in enumerate(raw)
    )


def _word(body: bytes, at: int) -> int:
    return body[at] | body[at + 1] << 8


def _line(body: bytes, at: int, codes: Codes) -> tuple[str, int]:
    """Return the text of the line whose tokens begin at ``at``, and where the next line begins."""
    found: list[str] = []
    literal = ""
    while body[at]:
        byte = body[at]
        if literal or byte == 0x22 or (0x20 <= byte < 0x7F and byte != 0x3A):
            literal = _literal(literal, byte, found)
            found.append(" " if byte in b"\r\n" else codes.sign(byte))
            at += 1
        elif byte == 0x3A:
            at = _colon(body, at, found, codes)
        elif byte < 0x20:
            piece, at = _number(body, at) if codes.numbers or byte in (9, 10) else ("", at + 1)
            found += [piece] if piece else []
        else:
            piece, at = _keyword(body, at, codes)
            if found and found[-1][-1] in _NAMED and piece[0].isalpha():
                found.append(" ")
            found.append(piece)
            if piece in ("REM", "'"):
                literal = "'"
            elif piece == "DATA":
                literal = ":"
            elif piece == "WHILE" and body[at] == codes.code("+"):
                at += 1  # It is saved with each WHILE.
            elif (
                piece != "USR"
                and piece[-1].isalnum()
                and (body[at : at + 1].isalnum() or 0x0B <= body[at] < 0x20)
            ):
                found.append(" ")
    return "".join(found), at + 1


def _literal(literal: str, byte: int, found: list[str]) -> str:
    """Return what ends the run of plain characters that continues after this one: a quote, a colon,
    the line's end, or nothing."""
    if literal == "'":
        return literal
    if literal == ":":
        quoted = "".join(found).rpartition("DATA")[2].count('"') % 2
        return "" if byte == 0x3A and not quoted else literal
    if byte == 0x22:
        return "" if literal else '"'
    return literal


def _colon(body: bytes, at: int, found: list[str], codes: Codes) -> int:
    """Return a colon; those before ELSE and before the mark of a remark are added by the
    machine."""
    if body[at + 1] == codes.code("ELSE"):
        return at + 1
    if body[at + 1] == codes.code("REM") and body[at + 2] == codes.code("'"):
        return at + 2
    found.append(":")
    return at + 1


def _number(body: bytes, at: int) -> tuple[str, int]:
    """Return the text of a number, or of a blank, and where the next token begins."""
    byte = body[at]
    if 0x11 <= byte <= 0x1B:
        return str(byte - 0x11), at + 1
    size, text = _NUMBERS.get(byte, (0, lambda raw: ""))
    end = at + 1 + size
    if end > len(body):
        raise IndexError
    return text(body[at + 1 : end]), end


def _value(raw: bytes) -> float:
    """Return the number in Microsoft's binary format: the mantissa, lowest byte first, its sign
    bit, the exponent."""
    mantissa = int.from_bytes(raw[:-1], "little")
    top = 1 << 8 * len(raw) - 9
    size = (mantissa & ~top | top) * 2.0 ** (raw[-1] - 128 - 8 * (len(raw) - 1)) if raw[-1] else 0.0
    return -size if mantissa & top else size


def _single(raw: bytes) -> str:
    text = f"{_value(raw):.7G}".replace("E+", "E")
    return text if "." in text or "E" in text else text + "!"


def _double(raw: bytes) -> str:
    text = f"{_value(raw):.16G}"
    return text.replace("E", "D") if "E" in text else text + "#"


_NUMBERS: dict[int, tuple[int, Callable[[bytes], str]]] = {
    **dict.fromkeys((9, 10), (0, lambda raw: " ")),
    0x0B: (2, lambda raw: f"&O{_word(raw, 0):o}"),
    0x0C: (2, lambda raw: f"&H{_word(raw, 0):X}"),
    **dict.fromkeys((0x0D, 0x0E), (2, lambda raw: str(_word(raw, 0)))),
    0x0F: (1, lambda raw: str(raw[0])),
    0x1C: (2, lambda raw: str(int.from_bytes(raw, "little", signed=True))),
    0x1D: (4, _single),
    0x1F: (8, _double),
}
"""The number of bytes after the code of a number, and how they are written."""


def _keyword(body: bytes, at: int, codes: Codes) -> tuple[str, int]:
    table = codes.behind.get(body[at])
    code, at = (body[at], at + 1) if table is None else (body[at + 1], at + 2)
    words, first = (codes.words, codes.first) if table is None else (table, _FIRST)
    word = words[code - first] if first <= code < first + len(words) else "-"
    return (word if word != "-" or (code == codes.minus and table is None) else f"?{code:02X}"), at
