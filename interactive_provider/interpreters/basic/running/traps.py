"""ON ERROR GOTO: error numbers, and what a compiled program does when it traps an error.

A program that sets a trap has four hidden scalars: the block of the handler and that of the failed
statement, both counted from 1 (0: none), and the values of ERR and ERL. Numbers and names are
GW-BASIC's.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from ..errors import BasicRuntimeError
from ..reading import nodes as n
from ..reading.nodes import NumberedLine
from .functions import Argument, within

HANDLER = "trap_handler"
FAILED = "trap_failed"
ERR = "trap_err"
ERL = "trap_erl"
SCALARS: dict[str, float] = {HANDLER: 0, FAILED: 0, ERR: 0.0, ERL: 0.0}
TRAPPED = (ArithmeticError, LookupError, ValueError, MemoryError)
"""The exceptions raised by a failing program, and so those it can trap."""

_ERRORS = """
1 NEXT WITHOUT FOR
2 SYNTAX ERROR
3 RETURN WITHOUT GOSUB
4 OUT OF DATA
5 ILLEGAL FUNCTION CALL
6 OVERFLOW
7 OUT OF MEMORY
8 UNDEFINED LINE NUMBER
9 SUBSCRIPT OUT OF RANGE
10 DUPLICATE DEFINITION
11 DIVISION BY ZERO
12 ILLEGAL DIRECT
13 TYPE MISMATCH
14 OUT OF STRING SPACE
15 STRING TOO LONG
16 STRING FORMULA TOO COMPLEX
17 CAN'T CONTINUE
18 UNDEFINED USER FUNCTION
19 NO RESUME
20 RESUME WITHOUT ERROR
22 MISSING OPERAND
23 LINE BUFFER OVERFLOW
24 DEVICE TIMEOUT
25 DEVICE FAULT
26 FOR WITHOUT NEXT
27 OUT OF PAPER
29 WHILE WITHOUT WEND
30 WEND WITHOUT WHILE
50 FIELD OVERFLOW
51 INTERNAL ERROR
52 BAD FILE NUMBER
53 FILE NOT FOUND
54 BAD FILE MODE
55 FILE ALREADY OPEN
57 DEVICE I/O ERROR
58 FILE ALREADY EXISTS
61 DISK FULL
62 INPUT PAST END
63 BAD RECORD NUMBER
64 BAD FILE NAME
66 DIRECT STATEMENT IN FILE
67 TOO MANY FILES
68 DEVICE UNAVAILABLE
69 COMMUNICATION BUFFER OVERFLOW
70 PERMISSION DENIED
71 DISK NOT READY
72 DISK MEDIA ERROR
73 ADVANCED FEATURE
74 RENAME ACROSS DISKS
75 PATH/FILE ACCESS ERROR
76 PATH NOT FOUND
"""
"""The errors by number."""
_NAMES = {
    int(number): name
    for number, name in (row.split(maxsplit=1) for row in _ERRORS.strip().splitlines())
}
_NUMBERS = {name: number for number, name in _NAMES.items()}
_UNNAMED = 21
_ADVANCED = 73
_FAULTS: tuple[tuple[type[Exception], str], ...] = (
    (ZeroDivisionError, "DIVISION BY ZERO"),
    (ArithmeticError, "OVERFLOW"),
    (IndexError, "SUBSCRIPT OUT OF RANGE"),
    (ValueError, "ILLEGAL FUNCTION CALL"),
    (MemoryError, "OUT OF MEMORY"),
)


def message_of(fault: Exception) -> str:
    """Return the machine's message for an exception."""
    if isinstance(fault, BasicRuntimeError):
        return fault.message
    return next(text for kind, text in _FAULTS if isinstance(fault, kind))


def traps_of(lines: Iterable[NumberedLine]) -> bool:
    """True if a program sets a trap."""
    return any(isinstance(stmt, n.OnError) for stmt in n.statements_of(lines))


def number_of(fault: Exception) -> float:
    """Return ERR for an exception."""
    if isinstance(fault, BasicRuntimeError) and fault.number:
        return float(fault.number)
    message = message_of(fault).rpartition(": ")[2]
    return float(
        _ADVANCED if message.endswith("IS NOT KNOWN HERE") else _NUMBERS.get(message, _UNNAMED)
    )


def line_of(fault: BaseException) -> int | None:
    """Return the BASIC line in which an exception arose (ERL), None if no line was running."""
    if isinstance(fault, BasicRuntimeError) and fault.line is not None:
        return fault.line
    # The compiled function's globals include the BASIC line for each line of Python.
    frames = traceback.walk_tb(fault.__traceback__)
    lines = ((frame.f_globals.get("basic_lines"), number) for frame, number in frames)
    return next((known[number - 1] for known, number in lines if known is not None), None)


def raised(number: float, line: Argument = None) -> float:
    """ERROR n, or an error raised again in its old line; raises `BasicRuntimeError`."""
    code = round(number)
    within(code, 1, 255)
    message = _NAMES.get(code, "UNPRINTABLE ERROR")
    raise BasicRuntimeError(message, None if line is None else int(line), code)
