"""The functions of all machines, and the machine calls that statements become: the arguments of
each, and the Python that computes it.

The letters are those of its arguments: ``n`` a number, ``w`` an integer, ``c`` a character count,
``t`` a text, ``e`` either, ``s`` the seed of a random series, ``x`` one that is ignored; all
further ones are numbers. An argument followed by ``?`` may be omitted, and ``.`` stands for no
argument. The Python is a name, or a text around the arguments.
"""

from __future__ import annotations

from typing import NamedTuple


class BuiltInFunction(NamedTuple):
    """A letter for each argument, how many may be omitted, and the Python."""

    arguments: str
    optional: int
    python: str

    @property
    def counts(self) -> tuple[int, int]:
        """The minimum and maximum number of arguments."""
        return len(self.arguments) - self.optional, len(self.arguments)


def _table(rows: str) -> dict[str, BuiltInFunction]:
    found: dict[str, BuiltInFunction] = {}
    for row in rows.strip().splitlines():
        name, arguments, python = row.split(maxsplit=2)
        letters = arguments.strip(".").replace("?", "")
        found[name] = BuiltInFunction(letters, arguments.count("?"), python)
    return found


FUNCTIONS = _table("""
ABS      n      abs
ASC      t      asc
ATN      n      atan
BIN$     n      binary
CDBL     n      {}
CHR$     c      char
CINT     n      nearest_int
CLOG     n      (log({}) / 2.302585092994046)
CLNG     n      nearest_long
COS      n      cos
CSNG     n      {}
CVD      t      unpacked_8
CVI      t      unpacked_2
CVS      t      unpacked_4
DATE$    .      date
EOF      n      disk().eof
ERL      .      0.0
ERR      .      0.0
EXP      n      exp
FIX      n      fix
FRE      e      free
HEX$     n      hexadecimal
INP      e      nothing
INSTR    c?tt   instr
INT      n      ({} // 1.0)
LCASE$   t      {}.lower()
LBOUND   en?    lbound
LEFT$    tc     left
LEN      t      float(len({}))
LOC      n      disk().loc
LOF      n      disk().lof
LOG      n      log
LPOS     x?     position
LTRIM$   t      {}.lstrip(' ')
MID$     tcc?   mid
MKD$     n      packed_8
MKI$     n      packed_2
MKS$     n      packed_4
OCT$     n      octal
PEEK     n      peek
PEN      e      nothing
PMAP     nn     {}
POINT    nn?    colour_at
PPOINT   nn     nothing
POS      x?     position
RIGHT$   tc     right
RND      n?     rnd
RTRIM$   t      {}.rstrip(' ')
SCREEN   www?   on_screen
SCRN     nn     colour_at
SGN      n      sgn
SIN      n      sin
SPACE$   c      spaces
SQR      n      sqrt
STRING$  ce     repeated
STR$     n      written
TAN      n      tan
TIME$    .      time_of_day
TIMER    .      timer
UBOUND   en?    ubound
UCASE$   t      {}.upper()
USR      e      nothing
VAL      t      val
VPEEK    e      nothing
""")
"""The functions that programs name; those of all other machines become one of these or of those
below."""

CALLS = FUNCTIONS | _table("""
BLOCK             nn   block_at
FILE.CHARACTERS$  nn   disk().characters
FILE.FIELD$       nnn  disk().field
FILE.ITEM$        n    disk().item
FILE.LINE$        n    disk().line
FILE.NUMERAL$     n    disk().numeral
FILE.STATUS       .    disk().last_status
KEY.ARROW         t    arrow
KEY.ATARI         t    atari
KEY.BUTTON        t    button
KEY.JOYST         nt   joyst
KEY.LATCH         t    latch
KEY.MATRIX        t    matrix
KEY.PADDLE        nnt  paddle
KEY.POINTER       t    pointer
KEY.ROWS          nt   rows
KEY.STICK         t    stick
KEY.TI            nt   ti
KEY.TRIGGER       t    trigger
KEY.WAITING       t    waiting
LOWERED$          n    lowered
LSET$             tt   set_left
MAX               nn   max
MIN               nn   min
PLACES$           tnn? part_of
REPLACED$         tcct replaced
RPT$              tn   rpt
RSET$             tt   set_right
SPLICE$           tnnt spliced
TIME.DIGITS$      .    time_in_digits
disk().kill         t     disk().kill
disk().open         tnt   disk().open
disk().open_device  nnnt  disk().open_device
disk().rename       tt    disk().rename
disk().set_field    nnt   disk().set_field
draw                t     draw
locate              ww    locate
randomize           s     randomize
set_clock           t     set_clock
""")
