"""Files that mean harm: endless loops and recursion, floods of text, circles of objects, mutated
tables."""

from __future__ import annotations

from random import Random

import pytest

from interactive_provider.interpreters.zmachine import (
    Adventure,
    AdventureScene,
    StoryFileError,
    read_story,
    runtime,
)
from tests.thorough import some
from tools.fuzz.adventures import mutated, offered

from .assembled import (
    CODE,
    LOOP,
    ORCHARD,
    READ_KEY,
    READ_LINE,
    adventure,
    printed,
    story,
)

_CALL = bytes((0xE0, 0x3F, (CODE + 4) // 4 >> 8, (CODE + 4) // 4 & 255, 0))
_ENDLESS = {
    "a loop": (LOOP, "more than 20,000 instructions"),
    "recursion": (
        b"\x8f"
        + ((CODE + 4) // 4).to_bytes(2, "big")
        + b"\0\0\x8f"
        + ((CODE + 4) // 4).to_bytes(2, "big"),
        "deep",
    ),
    "a flood of text": (printed("abc") + b"\x8c\xff\xfc", "is longer than 2,000 characters"),
    "a table that is searched again and again": (
        b"\xf7\x03\xff\xff\x00\x40\x08\x00\x10\xc2\x8c\xff\xf5",
        "reads memory",
    ),
    "a stack": (b"\xe8\x7f\x01\x8c\xff\xfc", "deep|instructions"),
}


@pytest.fixture(autouse=True)
def bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that are soon reached."""
    monkeypatch.setattr(runtime, "STEPS", 20_000)
    monkeypatch.setattr(runtime, "READS", 100_000)
    monkeypatch.setattr(runtime, "LONGEST", 2_000)
    monkeypatch.setattr(runtime, "DEEPEST", 100)


@pytest.mark.parametrize("kind", _ENDLESS)
def test_a_turn_ends(kind: str) -> None:
    """What goes on forever is cut off, and the last line says why; the story is over then."""
    code, reason = _ENDLESS[kind]
    scene = adventure(story(code=code)).opening

    assert ("", b"") == (scene.awaits, scene.saved)
    assert scene.text.endswith(f"[{scene.fault}]")
    assert any(word in scene.fault for word in reason.split("|")), scene.fault


def test_a_cursor_off_the_screen_is_left_where_it_is() -> None:
    """A menu that begins left of the screen does not break the story off."""
    off = bytes.fromhex("ea7f01 eb7f01 ef5f0000 eb7f00")
    scene = adventure(story(code=off + printed("abc") + READ_LINE[5])).opening

    assert ("abc", "", "line") == (scene.text, scene.fault, scene.awaits)


def test_a_fault_keeps_what_was_printed() -> None:
    """What a turn printed before it broke off is shown above the fault."""
    assert adventure(story(code=printed("before") + LOOP)).opening.text.startswith(
        "before\n\n[the story breaks off: "
    )


def test_a_story_that_is_over_takes_no_command() -> None:
    """Nothing follows the end."""
    found = adventure(story())

    assert ("", "") == (found.opening.awaits, found.opening.fault)
    with pytest.raises(StoryFileError, match="the story is over"):
        found.reply(found.opening, "look")


def test_a_timer_is_passed_over() -> None:
    """A story that reads with a timer is read as one without."""
    timed = bytes((0xF6, 0x53, 0x01, 0x05, 0x06, 0x10))

    assert "key" == adventure(story(code=timed + READ_KEY)).opening.awaits


def test_operands_too_many_are_passed_over() -> None:
    """A cursor is set with three operands, and a key is read with four, as Anchorhead and The Night
    of the Vampire Bunnies do."""
    moved = bytes((0xEF, 0x57, 0x01, 0x01, 0x01))
    read = bytes((0xF6, 0x55, 0x01, 0x00, 0x00, 0x00, 0x10))

    assert "key" == adventure(story(code=moved + read)).opening.awaits


@pytest.mark.parametrize(
    "line", ["", "x" * 10_000, "\x00\x1b[2J\r\n\t", "ЖЯ 日本 🦆", "'" * 300, ",.,.,", "\ud800"]
)
def test_odd_commands(line: str) -> None:
    """Any line at all is taken: what is too long is cut off, what no story can read becomes a
    question mark."""
    found = adventure()

    assert "line" == found.reply(found.opening, line).awaits
    assert (
        "line"
        == adventure(story(3, READ_LINE[3] * 3))
        .reply(adventure(story(3, READ_LINE[3] * 3)).opening, line)
        .awaits
    )


def test_objects_in_a_circle() -> None:
    """A circle of objects is walked once."""
    found = read_story(ORCHARD)
    memory = bytearray(found.memory)
    first, size = int.from_bytes(memory[0x0A:0x0C], "big") + 126, 14
    for number, other in ((3, 4), (4, 3)):
        at = first + (number - 1) * size + 6
        memory[at : at + 6] = other.to_bytes(2, "big") * 3

    assert {3, 4} == set(found.under(bytes(memory), 3))
    assert [4, 3] == found.above(bytes(memory), 3)


@pytest.mark.slow
def test_mutated_files() -> None:
    """Files with bytes exchanged are refused, or play to an end or a fault: nothing else comes out
    of them."""
    rng = Random(5)
    ends = {_played(mutated(rng, ORCHARD), rng) for _ in range(some(60, of=150))}

    assert {"refused", "line", "fault"} <= ends


def _played(data: bytes, rng: Random) -> str:
    try:
        found = Adventure(read_story(data))
    except StoryFileError:
        return "refused"
    scene: AdventureScene = found.opening
    for _ in range(4):
        if not scene.awaits:
            break
        commands = [offer.command for offer in offered(found, scene) if not offer.is_open]
        scene = found.reply(scene, rng.choice([*commands, "look"]))
    return scene.awaits or ("fault" if scene.fault else "over")


PRINT_NUMBER = b"\xe6\xbf\x10"
"""The first variable, as a number."""
KEY_WITHOUT_OPERAND = b"\xf6\xff\x10"
LINE_WITHOUT_PARSING = b"\xe4\x3f\x03\x00\x10"
TABLE_SAVED = b"\xbe\x00\x13\x03\x00\x0a\x03\x80\x10"
SPLIT, SELECT, MOVE = b"\xea\x7f", b"\xeb\x7f", b"\xef\x5f"


def shift(number: int, value: int, places: int) -> bytes:
    """A logical shift (2) or an arithmetic one (3) into the first variable."""
    operands = value.to_bytes(2, "big") + (places & 0xFFFF).to_bytes(2, "big")
    return bytes((0xBE, number, 0x0F)) + operands + b"\x10"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        (shift(2, 3, 16), 0),
        (shift(2, 0x8001, -16), 0),
        (shift(3, 0x8000, -20), -1),
        (shift(3, 5, -300), 0),
        (shift(2, 3, 4), 48),
        (TABLE_SAVED, 0),
        (TABLE_SAVED.replace(b"\xbe\x00", b"\xbe\x01"), 0),
    ],
    ids=["left 16", "right 16", "negative", "right 300", "left 4", "save", "restore"],
)
def test_what_the_standard_leaves_open_does_not_end_a_story(code: bytes, number: int) -> None:
    """Shifts by more than 15 places, and a part of memory that cannot be kept."""
    scene = adventure(story(code=code + PRINT_NUMBER + READ_KEY)).opening
    assert (str(number), "key") == (scene.text, scene.awaits)


def test_instructions_that_read_may_leave_operands_out() -> None:
    """A key is read from the keyboard, a line is not divided into words."""
    code = KEY_WITHOUT_OPERAND + PRINT_NUMBER + LINE_WITHOUT_PARSING + printed("read") + READ_KEY
    found = adventure(story(code=code))
    after_key = found.reply(found.opening, "x")
    assert ("120", "line") == (after_key.text, after_key.awaits)
    assert "read" in found.reply(after_key, "go").text


@pytest.mark.parametrize(("key", "code"), [("\x1b", 27), ("↑", 129), ("→", 132), ("\x7f", 8)])
def test_keys_without_a_character_are_pressed(key: str, code: int) -> None:
    """The story reads the codes of section 3.8."""
    found = adventure(story(code=READ_KEY + PRINT_NUMBER + READ_KEY))
    assert str(code) == found.reply(found.opening, key).text


def test_a_window_and_its_cursor_last_from_turn_to_turn() -> None:
    """A menu that is drawn with each key goes on where it was."""
    code = SPLIT + b"\x03" + SELECT + b"\x01" + MOVE + b"\x02\x03" + printed("a")
    code += READ_KEY + printed("b") + READ_KEY
    found = adventure(story(code=code))
    assert ("", "  ab", "") == found.reply(found.opening, "x").window


def test_a_box_taken_away_in_the_turn_that_wrote_it_is_a_quotation() -> None:
    """It is told before the text of the turn, and once."""
    box = SPLIT + b"\x04" + SELECT + b"\x01" + MOVE + b"\x03\x05" + printed("cat")
    code = box + SELECT + b"\x00" + SPLIT + b"\x01" + printed("stone") + READ_KEY
    found = adventure(story(code=code + printed("walk") + READ_KEY))
    assert "cat\n\nstone" == found.opening.text
    assert "walk" == found.reply(found.opening, "x").text


@pytest.mark.parametrize(
    ("text", "code", "expected"), [("go >", READ_KEY, "go >"), ("go\n>", READ_LINE[5], "go")]
)
def test_only_a_prompt_is_taken_off_the_end_of_a_text(
    text: str, code: bytes, expected: str
) -> None:
    """It stands by itself on the last line, where a line is asked for."""
    signs = b"".join(b"\xbb" if sign == "\n" else bytes((0xE5, 0x7F, ord(sign))) for sign in text)
    assert expected == adventure(story(code=signs + code)).opening.text
