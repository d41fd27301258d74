"""Tables with cards and dice as they are drawn and played: fans, seats, arrows, dice that are kept,
sheets."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from interactive_provider import board, choose, games, options, outcome
from interactive_provider.boards import GAP, SIDES, Board, Cell, Toggles, Zone
from interactive_provider.game import Game, State
from interactive_provider.widget.session import Session
from tests.rendering.games import start
from tests.sure import sure
from tests.thorough import some

from .conftest import patient
from .looks import Played, at_random, begun, differing, faults, pixels
from .looks import page as page_of

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
  .map(({x, y, width, height}) => [x, y, width, height].map(Math.round)).filter(([, , width]) => width)"""
OWN = ".ip-zones .ip-side-bottom td:not(.ip-void)"


def _moves_before(moves: int) -> int:
    """How many moves are made before the page shows the game: ``moves`` in the gate, none where all
    tests run."""
    return moves - some(0, of=moves)


def _gin(page: Any, width: int, height: int, moves: int = 6, **more: Any) -> Played:
    page.set_viewport_size({"width": width, "height": height})
    return Played(page, at_random(begun("openspiel.gin_rummy"), moves), **more)


def test_a_hand_is_a_fan_on_a_table_beside_its_panel(page: Any) -> None:
    """Cards of 72 × 101 that overlap, with the melds apart, on cloth of 790 × 456; a ring says
    whose turn it is."""
    _gin(page, 1187, 657, 26)
    own = page.evaluate(BOXES, OWN)
    assert 11 == len(own)
    assert {(72, 101)} == {(width, height) for *_, width, height in own}
    assert 1 == len({y for _, y, *_ in own})
    steps = [right[0] - left[0] for left, right in pairwise(own)]
    # after the run of three
    assert [2] == [number for number, step in enumerate(steps) if step > 72]
    assert {True} == {26 <= step <= 61 for step in steps if step <= 72}
    assert [[790, 456]] == [box[2:] for box in page.evaluate(BOXES, ".ip-zones")]
    assert page.evaluate("document.querySelector('.ip-widget').offsetHeight") <= 480
    turn = page.locator(".ip-turn th span")
    assert ["you"] == [words.split()[0] for words in turn.all_inner_texts()]
    assert "rgb(255, 233, 138)" in turn.evaluate("one => getComputedStyle(one).boxShadow")
    assert [] == faults(page)


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_every_card_of_a_hand_is_seen_whole(browser: Any, width: int) -> None:
    """Without hover, in rows of which no card covers another; nothing is wider than the screen."""
    context = patient(browser.new_context(viewport={"width": width, "height": 844}, has_touch=True))
    page = context.new_page()
    _gin(page, width, 844)
    own = page.evaluate(BOXES, OWN)
    covered = [
        (one, other)
        for number, one in enumerate(own)
        for other in own[:number]
        if abs(one[0] - other[0]) < one[2] and abs(one[1] - other[1]) < one[3]
    ]
    assert [] == covered
    assert max(x + wide for x, _, wide, _ in own) <= width
    assert {True} == {wide >= 40 for *_, wide, _ in own}
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()


def test_each_zone_is_a_stop_and_arrows_walk_its_cards(page: Any) -> None:
    """Left and right within the hand, up to the middle and the others; a card of the hand is played
    by Enter."""
    played = _gin(page, 1187, 657)
    cell = "document.activeElement.closest('[role=gridcell]')"
    stops = page.evaluate(
        "[...document.querySelectorAll('.ip-zones td')].filter((one) => one.tabIndex === 0).length"
    )
    assert stops == page.evaluate(
        "[...document.querySelectorAll('.ip-zones tr')].filter((row) =>"
        " row.querySelector('td:not(.ip-void)')).length"
    )
    own = page.locator(OWN)
    own.first.focus()
    names = own.evaluate_all("all => all.map((one) => one.ariaLabel)")
    page.keyboard.press("ArrowRight")
    assert names[1] == page.evaluate(f"{cell}.ariaLabel")
    page.keyboard.press("End")
    assert names[-1] == page.evaluate(f"{cell}.ariaLabel")
    page.keyboard.press("ArrowRight")
    assert names[-1] == page.evaluate(f"{cell}.ariaLabel")
    sides = []
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        sides.append(page.evaluate(f"{cell}.closest('tbody').className.slice(8)"))
    assert ["middle", "top", "middle", "bottom"] == sides
    before = played.sessions[0].position
    page.keyboard.press("Enter")
    played.settle()
    assert before == played.sessions[0].position._parent


def test_gin_rummy_is_played_to_its_end_by_mouse(page: Any) -> None:
    """Stock, discards and cards are pressed on the table; only what is no card has a button."""
    played = _gin(page, 1187, 657, _moves_before(95))
    session, luck, pressed = played.sessions[0], Random(4), 0
    for _ in range(200):
        if outcome(session.position) is not None:
            break
        live = page.locator(".ip-zones td.ip-live")
        if live.count():
            pressed += 1
            live.nth(luck.randrange(live.count())).click()
        else:
            page.locator(".ip-options button").first.click()
        played.settle()
    assert outcome(session.position) is not None
    assert pressed > some(5, of=30)


def test_hanabi_is_played_to_its_end_by_mouse(page: Any) -> None:
    """A press on a card that may mean several things asks which; the answer is a button beside the
    table."""
    page.set_viewport_size({"width": 1187, "height": 657})
    played = Played(page, begun("openspiel.hanabi"))
    session, luck, asked = played.sessions[0], Random(6), set()
    for _ in range(200):
        if outcome(session.position) is not None:
            break
        live = page.locator(".ip-zones td.ip-live")
        live.nth(luck.randrange(live.count())).click()
        played.settle()
        choices = page.locator(".ip-options button")
        if choices.count():
            asked |= {words.split()[0] for words in choices.all_inner_texts()}
            choices.nth(luck.randrange(choices.count())).click()
            played.settle()
    assert outcome(session.position) is not None
    assert {"Play", "Discard", "tell"} == asked


def test_cards_of_hanabi_are_told_apart_without_colour(page: Any) -> None:
    """Each colour has a shape on its cards and on its empty place, in text a letter too, and an ink
    that is read."""
    page.set_viewport_size({"width": 1187, "height": 657})
    position = at_random(begun("openspiel.hanabi"), 14)
    Played(page, position)
    shapes = {"red": "●", "yellow": "★", "green": "▲", "white": "◆", "blue": "■"}
    cards = page.locator(".ip-side-top td:not(.ip-void)")
    drawn_cards = cards.evaluate_all(
        """all => all.map((one) => [one, one.querySelector("i")]).map(([one, suit]) =>
      [one.ariaLabel.split(" ")[0], suit.dataset.suit, getComputedStyle(one).borderTopWidth,
      getComputedStyle(suit, "::after").content])"""
    )
    assert 5 == len(drawn_cards)
    for name, suit, frame, drawn in drawn_cards:
        assert (shapes[name], "3px", f'"{shapes[name]}"') == (suit, frame, drawn)
    built = page.locator(".ip-side-middle td:not(.ip-void)").all_inner_texts()
    assert [*shapes.values()] == [words.split()[-1] for words in built]
    assert {f"{name[0].upper()}{suit}" for name, suit, *_ in drawn_cards} <= {
        f"{letter}{suit}"
        for letter, suit in re.findall("([RYGWB])[0-5]([●★▲◆■])", position.__doc__)
    }


def _yacht(page: Any, width: int = 1187, moves: int = 0) -> Played:
    page.set_viewport_size({"width": width, "height": 657})
    return Played(page, at_random(begun("openspiel.yacht"), moves))


def test_dice_are_kept_one_by_one_and_the_rest_is_thrown(page: Any) -> None:
    """A press moves a die down, rings it and writes ``kept`` below it; the button counts the
    others; kept dice stay."""
    played = _yacht(page)
    dice, throw = page.locator(".ip-lies-dice td:not(.ip-void)"), page.locator("button.ip-together")
    assert (5, "Roll 5 dice") == (dice.count(), throw.inner_text())
    before = dice.nth(1).bounding_box()["y"]
    names = dice.evaluate_all("all => all.map((one) => one.ariaLabel)")
    dice.nth(1).click()
    page.keyboard.press("4")
    assert "Roll 3 dice" == throw.inner_text()
    assert before + 20 < dice.nth(1).bounding_box()["y"]
    mark_and_name = (
        "one => [getComputedStyle(one, '::after').content, one.ariaSelected, one.ariaLabel]"
    )
    assert ['"kept"', "true", f"{names[1]}, kept"] == dice.nth(1).evaluate(mark_and_name)
    page.keyboard.press("r")
    played.settle()
    after = dice.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [f"{names[1]}, kept", f"{names[3]}, kept"] == [after[1], after[3]]
    assert "1 roll left" in page.locator(".ip-lies-dice th").inner_text()


def test_yacht_is_played_to_its_end_by_mouse(page: Any) -> None:
    """Dice, their button and the lines of the sheet are all that is pressed."""
    played = _yacht(page, moves=_moves_before(50))
    session, luck = played.sessions[0], Random(5)
    for _ in range(400):
        if outcome(session.position) is not None:
            break
        lines = page.locator(".ip-lies-line td.ip-live")
        if lines.count():
            lines.nth(luck.randrange(lines.count())).click()
        else:
            for number in range(5):
                die = page.locator(".ip-lies-dice td:not(.ip-void)").nth(number)
                if die.evaluate("one => one.ariaSelected === 'false'") and luck.random() < 0.7:
                    die.click()
            page.locator("button.ip-together").click()
        played.settle()
    assert outcome(session.position) is not None
    assert 0 == page.locator(".ip-options button").count()


@dataclass(frozen=True)
class Held(State):
    """A hand of numbered cards."""

    cards: int
    display_text: str = "Choose."

    @property
    def display_options(self) -> list[tuple[str, int]]:
        """Each card can be played."""
        return [(f"card {number}", number) for number in range(self.cards)]


class Ragged(Game[Held]):
    """A table with hands of no card, of many and of unknown ones, with names of any length, and
    dice to choose."""

    title = "Ragged"

    def new_state(self, rng: Random, cards: int = 60) -> Held:
        """All that may lie on a table."""
        return Held(cards)

    def process_response(self, state: Held, value: int, rng: Random) -> Held:
        """The next state is the same."""
        return state

    def board(self, state: Held) -> Board:
        """A zone on each side, and dice of which any may be chosen."""
        held = tuple(
            Cell(f"{value}♥", "red-card", press=value) for _, value in state.display_options
        )
        odd = (
            Cell("a word that is too long for a card", "card"),
            Cell("?", "no such role"),
            Cell(""),
        )
        zones = [Zone(f"{side} {'of a name ' * 20}", odd[:number], side, "fan", "x" * 200)
                 for number, side in enumerate(SIDES[:4])]  # fmt: skip
        choice = Toggles(((frozenset({0}), "the first", 0),)) if held else None
        dice = Zone(
            "dice", (Cell("3", piece="die-3"), Cell("9", "card")), layout="dice", toggles=choice
        )
        return Board.of_zones([Zone("you", held, "bottom", "fan", is_turn=True), *zones, dice])


@pytest.mark.parametrize("width", [1187, 390, 320])
@pytest.mark.parametrize("cards", [0, 1, 60])
def test_a_table_of_any_author_holds_whatever_lies_on_it(page: Any, width: int, cards: int) -> None:
    """No card or sixty, unknown roles, dice that are none, names of 200 letters: nothing leaves the
    table."""
    page.set_viewport_size({"width": width, "height": 700})
    played = Played(page, start(Ragged, cards=cards))
    table = page.evaluate(BOXES, ".ip-zones")[0]
    for x, y, wide, high in page.evaluate(BOXES, ".ip-zones td:not(.ip-void), .ip-zones th span"):
        assert table[0] <= x and x + wide <= table[0] + table[2]
        assert table[1] <= y and y + high <= table[1] + table[3]
    own = page.evaluate(BOXES, OWN)
    assert cards == len(own)
    assert len(own) == len({(x, y) for x, y, *_ in own})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert cards == len(sure(board(played.sessions[0].position)).values())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tables_are_accessible(page: Any, axe_script: str, theme: str) -> None:
    """axe finds nothing serious on cards, dice and sheets, live and static."""
    positions = [at_random(begun(f"openspiel.{name}"), 5) for name in ("gin_rummy", "yacht", "pig")]
    views = [{**Session(one, False).view(), "done": {}, "kept": ""} for one in positions]
    page.set_content(page_of(views, "".join(one._repr_html_() for one in positions), theme, 1084))
    page.locator(".ip-widget").last.wait_for()
    page.evaluate(axe_script)
    violations = page.evaluate("axe.run('main', {resultTypes: ['violations']})")["violations"]
    serious = [
        (one["id"], one["nodes"][0]["html"])
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]
    assert [] == serious, json.dumps(serious)


def test_the_lobby_of_openspiel_shows_boards_of_its_own_games(page: Any) -> None:
    """On each card up to three boards in play, how many games there are, and a sentence; a field
    finds one by name."""
    page.set_viewport_size({"width": 1187, "height": 657})
    played = Played(page, games.openspiel)
    cards = page.locator(".ip-cards").first.locator("button.ip-level")
    assert [3, 3, 2, 1, 3] == cards.evaluate_all(
        "all => all.map((one) => one.querySelectorAll('.ip-mini').length)"
    )
    assert {"games ·"} == {
        " ".join(words.split("\n")[-1].split()[1:3]) for words in cards.all_inner_texts()
    }
    for card in cards.all():
        box = sure(card.bounding_box())
        for mini in card.locator(".ip-minis").all():
            inner = sure(mini.bounding_box())
            assert box["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= box["x"] + box["width"]
            assert 112 == inner["height"]
    assert page.evaluate("document.querySelector('.ip-widget').offsetHeight") <= 424
    page.get_by_label("find a game").fill("Gin rummy")
    page.keyboard.press("Enter")
    played.settle()
    assert "Gin rummy" == page.locator(".ip-title").inner_text()


def test_men_of_backgammon_touch_and_dice_are_as_large(page: Any) -> None:
    """On a laptop the points are wider than a man, who is as high as his place; the tray is darker
    than the bar."""
    page.set_viewport_size({"width": 1187, "height": 657})
    Played(page, at_random(begun("openspiel.backgammon"), 4))
    man = page.locator(".ip-on-felt td.ip-piece-white-stone").first
    box = sure(man.bounding_box())
    assert 1.3 < box["width"] / box["height"] < 1.5
    cloth, *column = (row[len(row) // 2] for row in pixels(page, man))
    assert sum(differing(colour, cloth) for colour in column) > 0.9 * box["height"]
    die = page.locator(".ip-on-felt td[class*='-die-']").first
    assert sure(die.bounding_box())["height"] >= 40
    drawn = pixels(page, die)
    ground = drawn[2][2]
    assert sum(differing(row[len(row) // 2], ground) for row in drawn) > 0.85 * len(drawn)
    wood = page.locator(".ip-on-felt tr").nth(3).locator("td")
    bar, tray = (pixels(page, wood.nth(column))[3][3] for column in (6, 13))
    assert differing(bar, tray, 8)
    assert page.locator(".ip-on-felt").evaluate("one => one.offsetHeight") <= 480
    assert [] == faults(page)


class Race(Game[Held]):
    """A die, and how far two players have come."""

    title = "Race"

    def new_state(self, rng: Random) -> Held:
        """Nothing to choose."""
        return Held(1)

    def process_response(self, state: Held, value: int, rng: Random) -> Held:
        """The same."""
        return state

    def board(self, state: Held) -> Board:
        """Two bars above a die."""
        die = (Cell("6", "card", piece="die-6"),)
        zones = (
            Zone("you", side="top", layout="race", note="42 + 18 of 100", is_turn=True),
            Zone("computer", side="top", layout="race", note="55 of 100"),
            Zone("18", die, layout="dice", note="in this turn"),
        )
        return Board.of_zones(zones, surface="dice")


def test_a_race_is_a_bar_towards_its_goal(page: Any) -> None:
    """As long as the points, and hatched as far as those that are at stake; the note says both in
    words."""
    page.set_viewport_size({"width": 1187, "height": 657})
    Played(page, start(Race))
    shares = page.locator(".ip-lies-race").evaluate_all(
        "all => all.map((one) => ['--done', '--stake'].map((name) => one.style.getPropertyValue(name)))"
    )
    assert [["42.00%", "18.00%"], ["55.00%", "0.00%"]] == shares
    bars = page.locator(".ip-lies-race").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::after').width)"
    )
    assert all(float(width.removesuffix("px")) > 500 for width in bars)
    assert "42 + 18 of 100" in page.locator(".ip-turn th").inner_text()
    assert [] == faults(page)


def test_pig_is_a_race(page: Any) -> None:
    """The points of both players and what this turn may bring, as bars on the table."""
    page.set_viewport_size({"width": 1187, "height": 657})
    position = begun("openspiel.pig")
    played = Played(page, position)
    played.press("roll")
    assert 2 == page.locator(".ip-lies-race").count()
    zones = sure(played.sessions[0].board()).zones
    assert all(zone.note.endswith("of 100") for zone in zones if zone.layout == "race")


def test_2048_has_arrows_to_press_a_best_score_and_a_bar(page: Any) -> None:
    """The arrows slide all tiles, one that slides nothing cannot be pressed, and the bar is as full
    as the largest tile is near the goal."""
    page.set_viewport_size({"width": 390, "height": 844})
    played = Played(page, at_random(begun("openspiel.n2048"), 40))
    before = sure(played.sessions[0].board()).rows
    pad = page.locator(".ip-pad button")
    assert ["up", "left", "down", "right"] == pad.evaluate_all("all => all.map((e) => e.ariaLabel)")
    pad.locator("visible=true").nth(2).click()
    played.settle()
    assert before != sure(played.sessions[0].board()).rows
    box = sure(pad.nth(3).bounding_box())
    assert (44, 38) == (round(box["width"]), round(box["height"]))
    counters = dict(sure(played.sessions[0].board()).counters)
    largest, _, goal = counters["largest tile"].partition(" of ")
    assert [largest, goal] == page.locator("progress").evaluate("(e) => [`${e.value}`, `${e.max}`]")
    assert counters["score"] == counters["best"]
    assert 349 < sure(page.locator(".ip-scroll table").bounding_box())["width"]


def test_a_used_die_is_faint(page: Any) -> None:
    """After the first man of a turn its die stays on the board."""
    page.set_viewport_size({"width": 1187, "height": 657})
    Played(page, at_random(begun("openspiel.backgammon"), 7))
    used = page.locator("td[aria-label*='used die']")
    assert "opacity='0.42'" in unquote(used.evaluate("(e) => getComputedStyle(e).backgroundImage"))
    assert [] == faults(page)


def test_the_cards_that_hanabi_has_just_told_of_have_a_ring(page: Any) -> None:
    """The cards that a hint is about have a light ring on their dark backs."""
    page.set_viewport_size({"width": 1187, "height": 657})
    position = begun("openspiel.hanabi")
    hint = next(one for one in options(position) if one.label.startswith("tell"))
    Played(page, choose(position, hint))
    rings = page.locator(".ip-side-bottom td.ip-marked-last")
    assert 1 <= rings.count() <= 5
    border = rings.first.evaluate("(e) => getComputedStyle(e, '::after').border")
    assert "3px solid rgb(255, 233, 138)" == border


def test_an_amount_is_set_by_a_slider_or_by_the_pot(page: Any) -> None:
    """Where one of hundreds of numbers is an option, a slider and a field stand for the buttons;
    half the pot, the pot and all are one press away."""
    page.set_viewport_size({"width": 1187, "height": 657})
    game = games.openspiel.universal_poker(seed=3, bettingAbstraction="fullgame")
    played = Played(page, choose(game, "Call"))
    assert page.locator(".ip-options button").count() < 5
    slider, field = page.get_by_label("amount"), page.locator(".ip-typing input[type=text]")
    assert "200" == field.input_value()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert "201" == field.input_value()
    page.get_by_role("button", name="pot", exact=True).click()
    assert ("300", "300") == (field.input_value(), slider.input_value())
    played.press("Bet")
    assert "Bet0300" in played.sessions[0].line


def test_games_that_are_played_often_stand_below_the_kinds(page: Any) -> None:
    """Seven of them with a board in play, 44 pixels high; a press begins the game."""
    page.set_viewport_size({"width": 1187, "height": 657})
    played = Played(page, games.openspiel)
    often = page.locator(".ip-group-name ~ button.ip-level")
    assert ["Othello", "Hex", "Go", "Checkers", "Backgammon", "2048", "Gin rummy"] == [
        words.strip() for words in often.locator("> b").all_inner_texts()
    ]
    for one in often.all():
        assert 44 == sure(one.bounding_box())["height"]
        assert 1 == one.locator(".ip-mini").count()
    often.nth(5).click()
    played.settle()
    assert "2048" == page.locator(".ip-title").inner_text()


def test_what_an_exchange_would_clear_stands_on_the_other_gem(page: Any) -> None:
    """Where a gem is picked, each neighbour that it may be exchanged with says how many stones
    would go."""
    page.set_viewport_size({"width": 1187, "height": 657})
    played = Played(page, games.capture(seed=7).medium_1)
    (at, to), words = sure(played.sessions[0].board()).gains[0]
    played.cell(*at).click()
    badge = played.cell(*to).locator("small.ip-worth")
    assert words == badge.inner_text()
    assert "rgb(255, 233, 138)" == badge.evaluate("(e) => getComputedStyle(e).color")
    before = dict(sure(played.sessions[0].board()).counters)["tiles"]
    played.cell(*to).click()
    played.settle()
    left = dict(sure(played.sessions[0].board()).counters)["tiles"]
    assert int(before) - int(left) == int(words)


N2048 = """\
from random import Random
from interactive_provider import choose, options
luck, position = Random(7), games.openspiel.n2048(seed=3)
for _ in range({moves}):
    position = choose(position, luck.choice(options(position)))
play(position)
"""
"""A board of 2048 after some moves made at random."""


def test_2048_is_played_to_its_end_by_arrows(lab: Any) -> None:
    """Plain arrows in JupyterLab until nothing slides: the score grows, the board does not move, and
    the end is said."""
    lab.open(["%load_ext interactive_provider", ""])
    lab.run(cell=0)
    lab.run(N2048.format(moves=_moves_before(140)), cell=1)
    page = lab.page
    table = page.locator(".ip-scroll table")
    table.locator("[role=gridcell]").first.click()
    place = sure(table.bounding_box())
    again = page.locator(".ip-said-line .ip-primary")
    for _ in range(400):
        for way in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
            page.keyboard.press(way)
        page.wait_for_function("() => !document.querySelector('.ip-widget[aria-busy=true]')")
        if again.is_visible():
            break
    assert again.is_visible()
    scores = [
        int(one.replace(",", "")) for one in page.locator(".ip-counters b").all_inner_texts()[:2]
    ]
    assert scores[0] == scores[1] > 200
    end = sure(table.bounding_box())
    assert (place["x"], place["width"]) == (end["x"], end["width"])


def test_a_deal_of_bridge_is_seen_whole(page: Any) -> None:
    """On a laptop the hidden hands lie beside the dummy and the trick, not below it: the table is
    as high as any other, and an end moves no button."""
    page.set_viewport_size({"width": 1187, "height": 657})
    Played(page, begun("openspiel.bridge"))
    show = "(view) => boards[0].show(view)"
    tools = set()
    for moves in (14, 18, 22, 30, 40, 400):
        position = at_random(begun("openspiel.bridge"), moves)
        page.evaluate(show, {**Session(position, False).view(), "done": {}, "kept": ""})
        assert sure(page.locator(".ip-widget").bounding_box())["height"] <= 500, moves
        tools.add(round(sure(page.locator(".ip-tools").bounding_box())["y"]))
    assert 1 == len(tools)


def test_on_a_phone_the_lines_of_a_sheet_are_seen_whole(browser: Any) -> None:
    """Dice above, the sheet below them, as wide as the table."""
    context = patient(browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True))
    page = context.new_page()
    Played(page, at_random(begun("openspiel.yacht"), 4))
    table, sheet = (
        sure(page.locator(where).bounding_box()) for where in (".ip-zones", ".ip-side-right")
    )
    dice = sure(page.locator(".ip-side-middle").bounding_box())
    cut = page.evaluate(
        "[...document.querySelectorAll('.ip-side-right :is(th, td)')]"
        ".filter((e) => e.scrollWidth > e.clientWidth + 1).length"
    )
    assert 0 == cut
    assert sheet["width"] >= table["width"] - 30
    assert dice["y"] + dice["height"] <= sheet["y"]
    context.close()


def test_what_is_done_at_a_table_is_as_large_as_a_finger(page: Any) -> None:
    """Up to three choices share the width of their panel; an amount is sent by a button that says
    what is done with it."""
    page.set_viewport_size({"width": 1187, "height": 657})
    game = games.openspiel.universal_poker(seed=3, bettingAbstraction="fullgame")
    Played(page, choose(game, "Call"))
    width = sure(page.locator(".ip-options").bounding_box())["width"]
    choices = page.evaluate(BOXES, ".ip-options button")
    assert {True} == {height >= 44 for *_, height in choices}
    assert sum(wide for *_, wide, _ in choices) >= 0.9 * width
    assert page.get_by_role("button", name="Bet", exact=True).is_visible()
    Played(page, begun("openspiel.pig"))
    choices = page.evaluate(BOXES, ".ip-options button")
    assert [True, True] == [wide > 0.45 * width for *_, wide, _ in choices]


@dataclass(frozen=True)
class Dealt(State):
    """A hand of thirteen, open on the table."""

    display_text = "You play."
    display_options = (("go", 1),)


class Open(Game[Dealt]):
    """Suits in columns, one of them of seven cards."""

    title = "Open hand"

    def new_state(self, rng: Random) -> Dealt:
        """The only state."""
        return Dealt()

    def process_response(self, state: Dealt, value: int, rng: Random) -> Dealt:
        """The same."""
        return state

    def board(self, state: Dealt) -> Board:
        """Four suits above."""
        suit = tuple(Cell(f"{rank}♠", "card") for rank in "AKQJ987")
        cards = (*suit, GAP, *suit[:3], GAP, *suit[:2], GAP, suit[0])
        return Board.of_zones([Zone("North", cards, side="top", layout="columns")])


@pytest.mark.parametrize("width", [1187, 390])
def test_a_long_suit_lies_in_one_column(page: Any, width: int) -> None:
    """However many cards it has: each is below the one before, and its rank is seen."""
    page.set_viewport_size({"width": width, "height": 844})
    Played(page, start(Open))
    first = page.evaluate(BOXES, ".ip-side-top td:not(.ip-void)")[:7]
    assert 1 == len({x for x, *_ in first})
    assert {True} == {lower[1] - upper[1] >= 14 for upper, lower in pairwise(first)}
