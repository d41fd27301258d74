"""Tokenised files become the listing that they were made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.errors import SourceError
from interactive_provider.interpreters.basic import BasicSyntaxError, Program
from interactive_provider.interpreters.basic.reading.tokenized_files import FAMILIES, text_of


def saved(*lines: tuple[int, bytes]) -> bytes:
    """A program file of lines of tokens."""
    body = b"".join(
        b"\x01\x01" + number.to_bytes(2, "little") + tokens + b"\0" for number, tokens in lines
    )
    return b"\xff" + body + b"\0\0\x1a"


LOOP = saved(
    (10, b"\x82 I\xe7\x12 \xcc \x0f\x14"),  # FOR I=1 TO 20
    (
        20,
        (
            b"\x8b I\xe6\x1c\xe8\x03 \xcd \x0e\x64\x00\x3a\xa1 \x91"
            b" \xff\x85(I\xea\x1d\x00\x00\x20\x82)"
        ),
    ),
    (30, b"\x83 I\x3a\x8f\xd9 a \x91 remark"),
    (40, b'\x84 "x:y",\xb0: \x91 "A:\xdb"'),
)
LISTING = """10 FOR I=1 TO 20
20 IF I>1000 THEN 100 ELSE PRINT INT(I-2.5)
30 NEXT I' a \u00e6 remark
40 DATA "x:y",\u2591: PRINT "A:\u2588"
"""


def test_tokens_become_text() -> None:
    """Keywords, numbers of every kind, remarks and quoted signs come out as they were typed."""
    assert LISTING == text_of(LOOP)


def test_protected_file() -> None:
    """A protected file is the same once it is deciphered; these are the first bytes of
    ``10 PRINT 1``."""
    plain = saved((10, b"\x91 \x12"))
    assert text_of(bytes([0xFE]) + enciphered(plain[1:])) == "10 PRINT 1\n"


def enciphered(plain: bytes) -> bytes:
    """Bytes as the machine protects them: the way back of what is described in The Cryptogram."""
    one, other = (
        bytes.fromhex("a9848dcd75834363248319f79a"),
        bytes.fromhex("1e1dc4772697e07459887c"),
    )
    return bytes(
        ((((byte - 13 + i % 13) & 0xFF) ^ one[i % 13] ^ other[i % 11]) + 11 - i % 11) & 0xFF
        for i, byte in enumerate(plain)
    )


def test_tokenised_program_runs() -> None:
    """A tokenised file plays like a text."""
    assert Program.decode(saved((10, b'\x91 "HI"'))).start().output == "HI\n"


@pytest.mark.parametrize("cut", [2, 5, 9, 14])
def test_broken_files_are_refused_or_shortened(cut: int) -> None:
    """A file that ends too early gives its whole lines, or a clear message."""
    whole = saved((10, b"\x91 \x12"), (20, b"\x91 \x13"))
    try:
        assert text_of(whole[:cut]) == "10 PRINT 1\n"
    except BasicSyntaxError as fault:
        assert "tokenised" in str(fault)


def test_garbage_is_refused() -> None:
    """Bytes that only begin like a tokenised file are not a program."""
    for garbage in (
        b"\xff",
        b"\xff\0\0",
        b"\xfe" + bytes(range(256)),
        b"\xff" + bytes(range(255, 0, -1)),
    ):
        with pytest.raises(BasicSyntaxError):
            Program.decode(garbage)


MBASIC = saved(
    (10, b"\x82 I\xf0\x12 \xce \x0f\x14\x3a\x83"),  # FOR I=1 TO 20:NEXT
    (20, b"\x8b I\xef\x1c\x14\x00 \xcf \x91 \xff\x85(I\xf5\x13)\xfc\x14\x3a\xa2 \x9e"),
    (30, b'\x91 "DONE"\x3a\x8f\xdb \xf0'),
)
MBASIC_LISTING = """10 FOR I=1 TO 20:NEXT
20 IF I>20 THEN PRINT INT(I/2)MOD 3 ELSE LPRINT
30 PRINT "DONE"' \u2261
"""
LEVEL_II = saved(
    (10, b'\x84\x3a\xb2\x40130,"A"\x3a\x81I\xd51\xbd3\x3a\x87I'),
    (20, b"\x8fI\xd42\xcaA\xd5\xde(6)\x3a\x95\x80"),
    (30, b'\x8fA\xd43\xb2"TWO\nLINES"\x3a\x93\xfb WHY'),
)
LEVEL_II_LISTING = """10 CLS:PRINT@130,"A":FOR I=1 TO 3:NEXT I
20 IF I>2 THEN A=RND(6)ELSE END
30 IF A>3 PRINT"TWO LINES"' WHY
"""


@pytest.mark.parametrize(
    ("family", "raw", "listing"),
    [(1, MBASIC, MBASIC_LISTING), (2, LEVEL_II, LEVEL_II_LISTING)],
    ids=["MBASIC", "TRS-80"],
)
def test_families_have_codes_of_their_own(family: int, raw: bytes, listing: str) -> None:
    """MBASIC counts its codes otherwise than GW-BASIC does; the TRS-80 writes numbers as text."""
    assert listing == text_of(raw, FAMILIES[family])


@pytest.mark.parametrize(
    ("raw", "listing"),
    [(LOOP, LISTING), (MBASIC, MBASIC_LISTING), (LEVEL_II, LEVEL_II_LISTING)],
    ids=["GW", "MBASIC", "TRS-80"],
)
def test_family_is_found_by_what_makes_sense(raw: bytes, listing: str) -> None:
    """Nothing in a file says which machine saved it: the codes that leave the fewest faults are
    taken."""
    assert listing == Program.decode(raw).text


def test_tokens_of_level_ii_are_read_as_its_dialect() -> None:
    """A file of the TRS-80 throws dice and places what it prints."""
    program = Program.decode(LEVEL_II)
    assert "Read as TRS-80 Level II BASIC." in program.notices
    assert not any("Cannot run" in notice for notice in program.notices)


def test_words_with_signs_of_their_own() -> None:
    """WHILE is saved with a plus behind it, and the number of a USR stands close to it."""
    raw = saved((10, b"\xb1\xe9 A$\xe7\x22\x22\x3a\x91 \xd0\x11(1)\x3a\xb2"))
    assert '10 WHILE A$="":PRINT USR0(1):WEND\n' == text_of(raw)


def test_fault_without_a_line_names_none(tmp_path: Path) -> None:
    """A file without a program is refused without a word of a line."""
    (tmp_path / "broken.bas").write_bytes(b"\xff")
    with pytest.raises(SourceError, match=r"damaged: its lines expected$"):
        InteractiveProvider(tmp_path).broken(seed=1)


def test_a_file_larger_than_the_machines_is_refused() -> None:
    """Tokens that no machine could hold are refused before they are read."""
    line = b"\x82\x10\x0a\x00\x91 1\x00"
    with pytest.raises(
        BasicSyntaxError, match="a tokenised file of 80,003 bytes: at most 65,536 expected"
    ):
        Program.decode(b"\xff" + line * 10_000 + b"\0\0")


def image(*lines: tuple[int, bytes], address: bytes = b"\x01\x08") -> bytes:
    """A program as it lies in memory, behind the address that it is loaded to; its pointers lead
    nowhere."""
    body = b"".join(
        b"\x12\x34" + number.to_bytes(2, "little") + tokens + b"\0" for number, tokens in lines
    )
    return address + body + b"\0\0"


COMMODORE = (
    (10, b'\x99"\x93\xc8ELLO":\x85A$'),
    (20, b"\x8bA$\xb2\x22Y\x22\xa710:\x81I\xb21\xa45:\x82"),
)
APPLE = (10, b"\x97:\xba\x22HELLO\x22:\x84A$"), (20, b"\xadA$\xd0\x22Y\x22\xc410:\xa22:\xb010")


@pytest.mark.parametrize(
    ("lines", "dialect", "text"),
    [
        (
            COMMODORE,
            "commodore",
            '10 PRINT"{147}hELLO":INPUT A$\n20 IF A$="Y"THEN 10:FOR I=1 TO 5:NEXT\n',
        ),
        (
            APPLE,
            "applesoft",
            '10 HOME:PRINT"HELLO":INPUT A$\n20 IF A$="Y"THEN 10:VTAB 2:GOSUB 10\n',
        ),
    ],
)
@pytest.mark.parametrize("address", [b"\x01\x08", b"\xfd\xff", b"\x00\x00", b""])
def test_programs_are_read_as_they_lie_in_memory(
    lines: tuple[tuple[int, bytes], ...], dialect: str, text: str, address: bytes
) -> None:
    """Commodore's and Apple's files need no conversion; a forged address or pointer leads
    nowhere."""
    program = Program.decode(image(*lines, address=address))
    assert (dialect, text) == (program.dialect.name, program.text)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x01\x08" + bytes(range(256)) * 4,
        image(*COMMODORE)[:-9],
        image((20, b"\x80"), (10, b"\x80")),
        image((64000, b"\x80")),
        b"\x01\x08\0\0",
        b"\x7fELF" + bytes(99),
        b"\x01\x08" + b"\xff" * 70_000,
        image(*((i, b"\x99" + b"9" * 200) for i in range(1, 400))),
    ],
)
def test_what_only_looks_like_a_program_is_refused(raw: bytes) -> None:
    """Machine code, a broken file, lines out of order and too many of them are refused in a
    sentence."""
    with pytest.raises(BasicSyntaxError):
        Program.decode(raw)


def test_a_folder_plays_commodores_files(tmp_path: Path) -> None:
    """A .prg file is a game like a .bas file."""
    (tmp_path / "hello.prg").write_bytes(image(*COMMODORE))
    assert "ELLO" in InteractiveProvider(tmp_path).hello(seed=1).__doc__


def test_listings_in_other_codes_are_read() -> None:
    """A listing in the code of a Commodore or an Atari is known by its line ends."""
    commodore = Program.decode(b'10 PRINT"\x93HI"\r20 PRINT"\xc1B"\r')
    atari = Program.decode(b'10 GRAPHICS 0\x9b20 PRINT "\xc8I"\x9b')
    assert [
        commodore.dialect.name,
        commodore.lines[1].text,
        atari.dialect.name,
        atari.start().output,
    ] == ["commodore", '20 PRINT"aB"', "atari", "HI\n"]


@pytest.mark.parametrize("address", [0x0000, 0x0801, 0xFFA0])
@pytest.mark.parametrize("pointers", [[0x0801, 0x0801], [0xFFFF, 0x0001], [0x0100, 0x0200]])
def test_addresses_of_an_image_do_not_matter(address: int, pointers: list[int]) -> None:
    """A program with a forged start, or with lines that point to themselves, is read from front to
    end."""
    tokens = (b'\x99"HI"', b"\x8930")
    raw = address.to_bytes(2, "little") + b"".join(
        pointer.to_bytes(2, "little") + number.to_bytes(2, "little") + line + b"\0"
        for pointer, number, line in zip(pointers, (10, 30), tokens, strict=True)
    )
    assert [line.text for line in Program.decode(raw + b"\0\0").lines] == [
        '10 PRINT"HI"',
        "30 GOTO 30",
    ]
