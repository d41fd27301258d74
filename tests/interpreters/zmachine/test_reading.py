"""What is read of story files: which can be played, their dictionary and their grammar."""

from __future__ import annotations

import hashlib
from importlib import resources

import pytest

from interactive_provider.interpreters.zmachine import StoryFileError, read_story
from interactive_provider.interpreters.zmachine.grammar import read_grammar

from .assembled import ORCHARD, STATIC, adventure, story

_SOURCE = "c3b9"
"""The beginning of the digest of the source from which the shipped story was compiled."""


def _blorb(*chunks: tuple[bytes, bytes]) -> bytes:
    inside = b"".join(
        name + len(data).to_bytes(4, "big") + data + b"\0" * (len(data) % 2)
        for name, data in chunks
    )
    return b"FORM" + (len(inside) + 4).to_bytes(4, "big") + b"IFRS" + inside


@pytest.mark.parametrize("version", [1, 2, 6, 7])
def test_versions_that_cannot_be_played(version: int) -> None:
    """A story of another version is refused in a sentence that says which can be played."""
    with pytest.raises(
        StoryFileError,
        match=f"for version {version} of the Z-machine; versions 3, 4, 5 and 8 can be played",
    ):
        read_story(story(version))


@pytest.mark.parametrize(
    "data", [b"", b"\x05", bytes(64), b"%PDF" + bytes(100), ORCHARD[:63], b"\x09" + ORCHARD[1:]]
)
def test_no_story(data: bytes) -> None:
    """A file of something else is no story."""
    with pytest.raises(StoryFileError, match=r"^this is not a Z-machine story$"):
        read_story(data)


def test_cut_off() -> None:
    """A truncated file is refused with both sizes."""
    with pytest.raises(StoryFileError, match=r"its header says 10,\d+ bytes, and there are 5,000"):
        read_story(ORCHARD[:5_000])


def test_blorb() -> None:
    """A Blorb file gives its story and the title of its description; one with another story is
    refused."""
    data = _blorb(
        (b"RIdx", b"abc"),
        (b"IFmd", b"<x><title>The\n Pond &amp; I</title></x>"),
        (b"ZCOD", ORCHARD),
    )
    found = read_story(data)

    assert ("The Pond & I", read_story(ORCHARD).memory) == (found.title, found.memory)
    with pytest.raises(StoryFileError, match="this is a Glulx story"):
        read_story(_blorb((b"GLUL", b"Glul")))
    with pytest.raises(StoryFileError, match=r"^this is not a Z-machine story$"):
        read_story(data[:40])


def test_inform() -> None:
    """The grammar of Inform's second form: verbs by their synonyms, prepositions, and which thing
    must be carried."""
    grammar = read_grammar(read_story(ORCHARD))

    assert "Inform, second form" == grammar.layout
    assert grammar.uses("unlock") == grammar.verbs["unlock"]
    assert [("", "noun", "with", "held")] == [use[1:] for use in grammar.uses("unlock")]
    assert [("", "", "", ""), ("at", "noun", "", ""), ("in", "noun", "", "")] == [
        use[1:] for use in grammar.uses("look")
    ]
    assert grammar.uses("take") == grammar.uses("CARRY")
    assert () == grammar.uses("lamp") == grammar.uses("xyzzy")


@pytest.mark.parametrize("version", [3, 5])
def test_infocom(version: int) -> None:
    """The grammar of Infocom, with a preposition before a thing and one between two, by the numbers
    of words."""
    lines = bytes((2, 1, 0, 0, 0, 0, 0, 0, 7, 2, 0, 200, 0, 0, 0, 0, 8))  # take X; take X from Y
    other = bytes((1, 1, 201, 0, 0, 0, 0, 0, 9))  # look in X
    starts = (STATIC + 4, STATIC + 4 + len(lines))
    table = b"".join(at.to_bytes(2, "big") for at in starts) + lines + other
    words = [
        ("from", bytes((0x08, 200, 0))),
        ("in", bytes((0x08, 201, 0))),
        ("lamp", bytes((0x80, 0, 0))),
        ("look", bytes((0x41, 254, 0))),
        ("take", bytes((0x41, 255, 0))),
    ]
    grammar = read_grammar(read_story(story(version, words=words, table=table)))

    assert "Infocom, lines of eight bytes" == grammar.layout
    assert [("", "noun", "", ""), ("", "noun", "from", "noun")] == [
        use[1:] for use in grammar.uses("take")
    ]
    assert [("in", "noun", "", "")] == [use[1:] for use in grammar.uses("look")]


def test_unreadable_grammar() -> None:
    """A table in no known layout gives no verbs, and the author is told."""
    words = [
        (text, bytes((0x41, 255 - number, 0))) for number, text in enumerate(("go", "look", "take"))
    ]
    found = adventure(story(words=words, table=bytes(range(60))))

    assert ("", {}) == (found.grammar.layout, found.grammar.verbs)
    assert "The layout of the grammar is unknown: no verbs are offered." == found.unread()[0]


@pytest.mark.timeout(20)
def test_alternatives_without_number() -> None:
    """A line with forty prepositions of two forms each is read, though it stands for more lines
    than there is time."""
    line = b"\0\1" + (b"\x02\0\0\x12\0\0" * 40) + b"\x0f"
    starts = b"".join((STATIC + 4 + number).to_bytes(2, "big") for number in (0, len(line) + 1))
    table = starts + b"\1" + line + b"\0"
    words = [("go", bytes((0x01, 255, 0))), ("look", bytes((0x01, 254, 0)))]

    assert 2 == len(read_grammar(read_story(story(words=words, table=table))).words)


def test_the_shipped_story_was_compiled_from_its_source() -> None:
    """After a change of the source the story must be compiled again: see CONTRIBUTING.md."""
    source = (
        resources.files("interactive_provider.adapters.zmachine") / "stories" / "orchard_gate.inf"
    ).read_bytes()

    assert _SOURCE == hashlib.sha256(source).hexdigest()[:4], (
        "compile the story, then write down the new digest here"
    )
