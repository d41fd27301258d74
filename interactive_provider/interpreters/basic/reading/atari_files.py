"""Programs as Atari BASIC saves them: seven addresses, the names of variables, their values, and lines of tokens.

Each line is its number, its length and its statements; each statement is the place where the next one begins, its code
and what follows: variables by their number, constants, and the codes of operators and functions. A number has an
exponent of 100 and ten decimal digits. (De Re Atari, chapter 10.)
"""

from __future__ import annotations

from ..errors import BasicSyntaxError
from .words import WORDS

_SILENT_LET, _FAULT = 0x36, 0x37
_STATEMENTS, _OPERATORS = WORDS["atari_statements"], WORDS["atari_operators"]
_FIRST, _END_OF_LINE = 0x12, 0x16
_HEADER, _DIRECT = 14, 32_768
"""The bytes of the seven addresses, and the number of the line that is typed without one."""
_SIGNS = "♥├▐┘┤┐╱╲◢▗◣▝▘▔▁▖♣┌─┼●▄▎┬┴▌└ ↑↓←→"
_OTHERS = {0x60: "♦", 0x7B: "♠", 0x7D: "\f", 0x7E: "\b", 0x7F: "\t"}


def is_atari(raw: bytes) -> bool:
    """Whether a file begins with the addresses of a saved program, which rise from the first after 0."""
    places = _addresses(raw)
    return len(raw) > _HEADER and places[0] == 0 and places[1] >= 0x80 and places == sorted(places)


def listing(raw: bytes) -> str:
    """The listing of a saved program; raises `BasicSyntaxError` for one whose first line cannot be read."""
    _, names_at, names_end, _, lines_at, *_ = _addresses(raw)
    at, end = _HEADER + lines_at - names_at, len(raw)
    names = _names(raw[_HEADER : _HEADER + names_end - names_at])
    lines: list[str] = []
    while at + 3 < end and (number := raw[at] | raw[at + 1] << 8) < _DIRECT:
        behind = at + raw[at + 2]
        if not at + 3 < behind <= end:
            break
        lines.append(f"{number} {_line(raw[at:behind], names)}")
        at = behind
    if not lines:
        raise BasicSyntaxError("NO PROGRAM: this file is an Atari's, and broken", expected="its lines")
    return "\n".join(lines) + "\n"


def text_of_codes(raw: bytes) -> str:
    """Text in Atari's own code: inverse characters as usual ones, pieces of pictures as signs that look alike."""
    signs = (byte & 0x7F for byte in raw)
    return "".join(_SIGNS[code] if code < 0x20 else _OTHERS.get(code, chr(code)) for code in signs)


def _addresses(raw: bytes) -> list[int]:
    return [int.from_bytes(raw[i : i + 2], "little") for i in range(0, _HEADER, 2)]


def _names(raw: bytes) -> list[str]:
    """The names of variables; those that were wiped out, to hide the program, get new ones."""
    found, name = list[str](), ""
    for byte in raw:
        name += chr(byte & 0x7F)
        if byte & 0x80:
            usable = name.rstrip("($").isalnum() and name[0].isalpha()
            found.append(name.rstrip("(") if usable else f"V{len(found)}")
            name = ""
    return found


def _line(raw: bytes, names: list[str]) -> str:
    """The statements of a line, whose first bytes are its number and its length."""
    statements: list[str] = []
    at = 3
    while at + 1 < len(raw):
        behind, code = raw[at], raw[at + 1]
        if behind <= at + 1:
            break
        if code in (0, 1, _FAULT):
            word = "REM " if code != 1 else "DATA "
            return ":".join([*statements, word + text_of_codes(raw[at + 2 :].split(b"\x9b")[0])])
        word = _STATEMENTS[code] + " " if code < len(_STATEMENTS) else "" if code == _SILENT_LET else f"?{code:02X} "
        statements.append((word + _operands(raw[at + 2 : behind], names)).strip())
        at = behind
    return ":".join(statements)


def _operands(raw: bytes, names: list[str]) -> str:
    found: list[str] = []
    at = 0
    while at < len(raw):
        code, at = raw[at], at + 1
        if code & 0x80:
            number = code & 0x7F
            found.append(names[number] if number < len(names) else f"V{number}")
        elif code == 0x0E:
            found.append(_number(raw[at : at + 6]))
            at += 6
        elif code == 0x0F:
            size = raw[at] if at < len(raw) else 0
            text = text_of_codes(raw[at + 1 : at + 1 + size]).replace('"', "'")
            found.append(f'"{text}"')
            at += 1 + size
        elif code not in (0x14, _END_OF_LINE):
            word = _OPERATORS[code - _FIRST] if _FIRST <= code < _FIRST + len(_OPERATORS) else f"?{code:02X}"
            found.append(f" {word} " if word.isalpha() and code < 0x3D else word)
    return "".join(found)


def _number(raw: bytes) -> str:
    """A constant: the exponent of 100, then two digits in each byte."""
    if len(raw) < 6 or not raw[0]:
        return "0"
    digits = int("".join(f"{(byte >> 4) % 10}{(byte & 15) % 10}" for byte in raw[1:6]))
    value = digits * 10.0 ** (2 * ((raw[0] & 0x7F) - 64) - 8)
    return f"{value:.10G}".replace("E+", "E")
