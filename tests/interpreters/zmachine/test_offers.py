"""What completion offers: what was printed and is there, verbs of the story's grammar, answers to
questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import fernz
import pytest

from interactive_provider.interpreters.zmachine import (
    COMMON,
    Adventure,
    AdventureScene,
    CommandGroup,
    CommandMenu,
    Grammar,
    Offer,
    VerbPattern,
    read_story,
    runtime,
)  # fmt: skip
from interactive_provider.interpreters.zmachine.grammar import Word
from interactive_provider.interpreters.zmachine.offers import (
    COMMONEST,
    Offers,
    Things,
    answers,
    key_names,
)
from interactive_provider.interpreters.zmachine.scope import Heard, scenery_words
from tools.fuzz.adventures import every, offered

from .assembled import (
    ORCHARD,
    QUIT,
    READ_KEY,
    READ_LINE,
    adventure,
    printed,
    story,
)

COMMANDS = (
    "open letterbox",
    "take note",
    "examine note",
    "north",
    "west",
    "take brass lamp",
    "down",
    "turn on brass lamp",
    "look",
    "take red apple",
    "up",
    "east",
    "south",
    "south",
    "give red apple to duck",
    "take small key",
    "north",
    "unlock green gate with small key",
    "open green gate",
    "east",
)
"""The way through the adventure."""


def _played(found: Adventure, count: int) -> AdventureScene:
    scene = found.opening
    for command in COMMANDS[:count]:
        scene = found.reply(scene, command)
    return scene


def _labels(found: Adventure, scene: AdventureScene) -> tuple[list[str], list[str]]:
    here, carried = found.things(scene)
    return [thing.label for thing in here], [thing.label for thing in carried]


def test_the_way_through_is_offered() -> None:
    """Every command of a walkthrough is offered when it is needed, and the story ends."""
    found = adventure()
    scene = found.opening
    for command in COMMANDS:
        offers = offered(found, scene)
        offers += [
            two for one in offers if one.is_open for two in offered(found, scene, one.command)
        ]
        assert command in [offer.command for offer in offers if not offer.is_open]
        scene = found.reply(scene, command)

    assert ("", "") == (scene.awaits, scene.fault)
    assert "You have 3 of 3 points" in scene.text


def test_only_what_was_printed_here() -> None:
    """What lies in a closed box is not offered, nor what was printed in another room."""
    found = adventure()

    assert (["green gate", "garden wall", "letterbox"], []) == _labels(found, found.opening)
    assert (["green gate", "garden wall", "letterbox", "note"], []) == _labels(
        found, _played(found, 1)
    )
    assert (["apple trees"], ["note"]) == _labels(found, _played(found, 4))


def test_what_is_carried_is_known_in_the_dark() -> None:
    """In a dark room nothing is offered but what is carried."""
    found = adventure()

    assert ([], ["note", "brass lamp"]) == _labels(found, _played(found, 7))


def test_take_and_drop() -> None:
    """What is held is not to be taken, and nothing else is to be dropped."""
    found = adventure()
    offers = [offer.label for offer in offered(found, _played(found, 2))]

    assert ("take", "letterbox") in offers and ("take", "note") not in offers
    assert [("drop", "note")] == [label for label in offers if label[0] == "drop"]


def test_two_things_in_two_stages() -> None:
    """A verb that needs two things asks for the second one afterwards; one that can do with one
    says so."""
    found = adventure()
    scene = _played(found, 2)
    begun = {offer.label: offer.command for offer in offered(found, scene) if offer.is_open}

    assert "put note" == begun["put", "note"]
    assert "unlock letterbox" == begun["unlock", "letterbox"]
    assert [("in", "green gate"), ("in", "garden wall")] == [
        one.label for one in offered(found, scene, "put note")
    ][:2]
    assert ["put note on letterbox"] == [one.command for one in offered(found, scene, "put note")][
        -1:
    ]
    assert [("with", "note")] == [one.label for one in offered(found, scene, "unlock letterbox")]
    assert [("note",)] == [one.label for one in offered(found, scene, "unlock letterbox with")]


def test_ways_that_were_printed_come_first() -> None:
    """The directions that the text names stand before the others."""
    found = adventure()

    assert ["north", "south", "east", "west", "up"] == [
        offer.command for offer in offered(found, found.opening)
    ][:5]
    assert ["south", "west", "north"] == [
        offer.command for offer in offered(found, _played(found, 4))
    ][:3]


def test_printed_verbs() -> None:
    """A verb that is not common is offered once it was printed."""
    found = adventure()
    labels = [[offer.label for offer in offered(found, _played(found, count))] for count in (0, 15)]

    assert [False, False] == [("offer", "note") in one for one in labels]
    heard = found.scope.heard("Offer it, or EXTINGUISH it.", 5)
    assert [(-1, "offer"), (-1, "extinguish")] == list(heard)


def test_names_end_with_sentences() -> None:
    """A sign between two words parts two names; a name may have an of."""
    scope = adventure().scope
    labels = [
        label
        for room, label in scope.heard("The brass. Lamp! A brass lamp, small green keys.", 5)
        if room == 5
    ]

    assert ["brass", "lamp", "brass lamp", "small", "green"] == labels


def test_a_name_with_of() -> None:
    """Where the story does not say that a thing has an of in its name, none is typed: its parser
    would not take it."""
    scope = adventure().scope

    assert ["brass", "lamp"] == [
        label for room, label in scope.heard("a brass of lamp", 5) if room == 5
    ]


def _offers(**verbs: tuple[VerbPattern, ...]) -> Offers:
    """What a story with this grammar offers; it takes ``thru`` and ``across`` as one
    preposition."""
    words = {text: Word(text, 0, 0, 0, 0) for text in ("north", "up", "all", "me", *verbs)}
    return Offers(Grammar("Infocom", 6, words, verbs, {"throug": "across", "across": "across"}))


def _starts(
    offers: Offers, here: list[str], held: list[str] | None = None, heard: Sequence[Heard] = ()
) -> list[Offer]:
    """What can be chosen with some things."""
    return every(offers.at_line(_things(here, held or []), heard, ""))


def _ends(
    offers: Offers, begun: str, here: list[str], held: list[str] | None = None
) -> list[Offer]:
    """What can end a command."""
    return every(CommandMenu(offers.to_end(begun, _things(here, held or []), []), []))


def _things(here: list[str], held: list[str]) -> Things:
    return Things(here, held, [*here, *held], here)


def test_prepositions_that_are_one() -> None:
    """A preposition is offered in the word that is usual with the verb, whichever the story's table
    has for it."""
    offers = _offers(slide=(VerbPattern(1, "", "noun", "across", "noun"),))

    assert ["slide box through slot"] == [
        one.command for one in _ends(offers, "slide box", ["box", "slot"])
    ]


def test_pushed_in_a_direction() -> None:
    """A thing is pushed in a direction where the grammar takes two things side by side."""
    offers = _offers(push=(VerbPattern(1, "", "noun"), VerbPattern(2, "", "noun", "", "noun")))

    assert "push box toward" in [one.command for one in _starts(offers, ["box"]) if one.is_open]
    assert ["push box north", "push box up"] == [
        one.command for one in _ends(offers, "push box toward", ["box"])
    ]


def test_the_twenty_commonest_verbs_come_first() -> None:
    """A long list of verbs is cut where players seldom look on; a short one is whole."""
    often = [one for one in COMMONEST if " " not in one and one not in ("look", "wait")]
    seldom = ["wash", "clean", "dip", "plant", "bite", "chew"]
    verbs = [*seldom, *reversed(often)]
    offers = _offers(
        **{one: (VerbPattern(number, "", "noun"),) for number, one in enumerate(verbs)}
    )
    first, more = offers.at_line(_things(["box"], []), [], "")
    short = _offers(wash=(VerbPattern(1, "", "noun"),)).at_line(_things(["box"], []), [], "")

    listed = {one.word for one in first if isinstance(one, CommandGroup)}
    assert (20, True) == (len(listed), listed <= {*often[:25]})
    assert {*seldom} <= {one.word for one in more if isinstance(one, CommandGroup)}
    assert ([("wash", "box")], []) == ([one.label for one in every(short)][2:], short.more)


def test_what_a_verb_is_used_with_is_listed_when_it_is_asked_for() -> None:
    """A menu makes the commands of one verb alone, however many others it has."""
    offers = _offers(eat=(VerbPattern(1, "", "noun"),), wash=(VerbPattern(2, "", "noun"),))
    things = [f"thing {number}" for number in range(1_000)]
    menu = offers.at_line(_things(things, []), [], "")
    groups = {one.word: one for one in menu.first if isinstance(one, CommandGroup)}

    assert ["eat", "wash"] == [*groups]
    assert [f"eat {one}" for one in things] == [
        one.command for one in groups["eat"].offers() if isinstance(one, Offer)
    ]


def test_all_in_something() -> None:
    """Everything can be put into something in one command."""
    offers = _offers(put=(VerbPattern(1, "", "held", "in", "noun"),))

    assert [("put", "box"), ("put", "all")] == [
        one.label for one in _starts(offers, ["slot"], ["box"]) if one.is_open
    ]
    assert ["put all in slot", "put all in box"] == [
        one.command for one in _ends(offers, "put all", ["slot"], ["box"])
    ]


def test_rare_verbs_on_oneself() -> None:
    """A verb that was printed is offered with oneself too, as spells are cast; a common one is
    not."""
    offers = _offers(izyuk=(VerbPattern(1, "", "noun"),), eat=(VerbPattern(2, "", "noun"),))
    labels = [one.label for one in _starts(offers, ["box"], heard=[(-1, "izyuk")])]

    assert [("eat", "box"), ("izyuk", "box"), ("izyuk", "me")] == labels[2:]


def test_somebody_is_told_what_to_do() -> None:
    """What can be done can be said to somebody."""
    found = adventure()
    offers = _offers(tell=(VerbPattern(1, "", "noun", "about", "noun"),))
    listeners = _starts(offers, ["box"])

    assert ("tell", "box to") == listeners[-1].label
    commands = [one.command for one in offered(found, found.opening, "duck,")]
    assert {"duck, north", "duck, take letterbox"} <= {*commands}
    assert not [one for one in commands if one.startswith("duck, put")]


def test_things_with_one_name() -> None:
    """Two things with one printed name are told apart by another word that was printed."""
    scope = adventure().scope
    lamp, apple = (
        min(n for n, words in scope.words.items() if word in words) for word in ("lamp", "apple")
    )
    same = {lamp: (1, "thing"), apple: (1, "thing")}

    assert {"brass thing": lamp, "thing": apple} == scope._told_apart(same, ["brass", "note"])
    assert {"thing": lamp} == scope._told_apart(same, ["note"])


def test_scenery_without_objects() -> None:
    """Pairs of a word and a routine are scenery; a list of words is not."""
    words = {0x1234: "gas", 0x1236: "odor"}

    assert {"gas", "odor"} == scenery_words(bytes.fromhex("1234400012364008"), words)
    assert set() == scenery_words(bytes.fromhex("1234123612341236"), words)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_spoiled(seed: int) -> None:
    """Every word that is offered was printed before, or is one of the common ones."""
    found, rng = adventure(), Random(seed)
    scene = found.start(seed)
    for _ in range(25):
        offers = offered(found, scene)
        if not offers:
            break
        printed = {word for one in scene.scenes() for word in re.findall(r"\w+", one.text.lower())}
        assert (
            set()
            == {word for offer in offers for part in offer.label for word in part.split()}
            - printed
            - COMMON
        )
        scene = found.reply(
            scene, rng.choice([offer.command for offer in offers if not offer.is_open])
        )


def test_a_turn_does_not_disturb_another() -> None:
    """Positions branch: a reply from an old scene is what it was, whatever was played since; equal
    turns are equal."""
    found = adventure()
    first = found.reply(found.opening, "open letterbox")
    found.reply(found.reply(first, "take note"), "north")
    again = found.reply(found.opening, "open letterbox")
    other = adventure().reply(adventure().opening, "open letterbox")

    assert first == again == other
    assert hash(first) == hash(again)
    assert first != found.reply(found.opening, "north")


def test_a_way_around_leads_to_the_same() -> None:
    """What was printed counts, not in which order: both orders of two looks are equal where the
    story is."""
    found = adventure()
    one = found.reply(found.reply(found.opening, "examine letterbox"), "examine green gate")
    two = found.reply(found.reply(found.opening, "examine green gate"), "examine letterbox")

    assert one.knowledge == two.knowledge


def test_a_position_is_small() -> None:
    """What is kept of a turn is less than a kilobyte."""
    found = adventure()

    assert max(len(_played(found, count).saved) for count in range(len(COMMANDS))) < 700


def test_a_status_line() -> None:
    """The window's first row; in version 3 the room, the score and the turns."""
    found = adventure()

    assert "Shed · Score: 0 · Turns: 5" == found.status(_played(found, 5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Which do you mean, the red button, the blue button or your lamp?",
            ["red button", "blue button", "lamp"],
        ),
        ("Who do you mean, Ann or the guard?", ["ann", "guard"]),
        ("What do you want to unlock the gate with?", ["lamp", "key"]),
        ("Are you sure you want to quit?", ["yes", "no"]),
        ("Do you want instructions? (y/n) >", ["yes", "no"]),
        ("Is it dark? You cannot say.", []),
        ("1) Ask about the sea.\n2) Leave.", ["1", "2"]),
        (
            (
                "It is over.\n\n"
                "Would you like to RESTART, RESTORE a saved game, see some AMUSING things "
                "or QUIT?"
            ),
            ["amusing", "quit"],
        ),
    ],
)
def test_answers(text: str, expected: list[str]) -> None:
    """A question's answers are what it names; what is ours is not offered."""
    assert expected == answers(text, ["lamp", "key"])


def test_keys() -> None:
    """Where a key is awaited: enter, space, and the keys that a menu names."""
    text = "N = next\nP = previous\nRETURN = read\n[Q] quit\n1. start"

    assert ["enter", "space", "N", "P", "Q", "1"] == [label for label, _ in key_names(text)]
    assert ORCHARD[0] == 5


def test_a_score_below_nothing() -> None:
    """In version 3 a score is a number with a sign; it stands in the status line that is left to
    us."""
    code = bytes((0xCD, 0x4F, 0x11, 0xFF, 0xFB, 0x0D, 0x12, 0x07)) + READ_LINE[3] + QUIT
    played = adventure(story(3, code))

    assert played.status(played.start(1)).endswith("score -5 · turns 7")


def test_what_was_printed_before_a_key() -> None:
    """Text that stands before “press a key” belongs to the room in which the next command is
    awaited."""
    code = printed("lamp") + READ_KEY + printed("now") + READ_LINE[5] + QUIT
    played = adventure(story(5, code, [("lamp", b"\x80\0\0"), ("now", b"\x80\0\0")]))
    waiting = played.start(1)
    placed = played.reply(waiting, "")

    assert ("key", (), "line") == (waiting.awaits, waiting.news, placed.awaits)
    assert {"lamp", "now"} <= {label for _, label in placed.news}


def test_the_machine_of_the_last_turn_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that follows at once restores nothing, any other is restored, and both lead to the
    same."""
    played = adventure()
    restored: list[bytes] = []
    restore = played._restored

    def noted(saved: bytes) -> object:
        restored.append(saved)
        return restore(saved)

    monkeypatch.setattr(played, "_restored", noted)
    first = played.start(1)
    second = played.reply(first, "look")
    third = played.reply(second, "east")

    assert [] == restored
    assert (second, third) == (played.reply(first, "look"), played.reply(second, "east"))
    assert [first.saved, second.saved] == restored


def test_ordinary_memory_is_written_as_the_runtime_writes_it() -> None:
    """Writes of any length and place end as in the runtime's own memory, and what is protected
    stays so."""
    image = fernz.Story(read_story(ORCHARD).memory)
    ours, theirs = runtime.CountedMemory(image), runtime.CountedMemory.__mro__[1](image)
    luck = Random(1)
    extension = image.header.extension_table or 0
    for _ in range(400):
        start = luck.choice(
            [luck.randrange(70), extension + luck.randrange(-4, 9), luck.randrange(len(ours))]
        )
        data = bytes(luck.choice([0, 1, 255]) for _ in range(luck.choice([1, 2, 90])))
        outcomes = []
        for memory in (ours, theirs):
            try:
                memory.write_bytes(start, data)
                outcomes.append("")
            except ValueError as fault:
                outcomes.append(type(fault).__name__)
        if outcomes[0] != outcomes[1] or outcomes[0]:
            ours.reset()
            theirs.reset()
        assert outcomes[0] == outcomes[1]
    assert bytes(theirs.read_bytes(0, len(theirs))) == bytes(ours.read_bytes(0, len(ours)))
