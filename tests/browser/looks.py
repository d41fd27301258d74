"""Every board as people see it, in one folder of pictures:
``python -m tests.browser.looks FOLDER``.

Start, middle, won, lost, with a hint, with verdicts; static and live; light and dark; 420, 700 and
1,100 pixels wide. Each picture is checked too: `faults` says what in it is cut off, wrapped, askew
or on top of something else, and the command ends with an error if there is anything. The live board
is the page's real program over a model whose orders a `Session` carries out in this process, so
that a hundred pictures need no server.
"""

from __future__ import annotations

import base64
import functools
import json
import re
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from interactive_provider import choose, games, options, outcome
from interactive_provider.boards import BARE, PIECES, SURFACES
from interactive_provider.heart.play.nodes import Lobby
from interactive_provider.rendering import pieces, surfaces
from interactive_provider.widget import bundle
from interactive_provider.widget.session import Session

WIDTHS = (420, 700, 1100)
THEMES = ("light", "dark")
SEED = 7
MOVES = 400
"""Moves after which a game that goes on is given up."""

STARTS = {
    "minesweeper": "minesweeper.beginner",
    "expert": "minesweeper.expert",
    "sliding": "sliding.eight",
    "capture": "capture.gentle_1",
    "match_game": "match_game.you_begin",
    "rock_paper_scissors": "rock_paper_scissors",
    "guess": "guess",
    "chemistry": "chemistry",
    "null": "null.three_lamps",
}
"""The boards of which pictures are taken, by name: where each game begins."""

OPENSPIEL = (
    "amazons",
    "backgammon",
    "blackjack",
    "breakthrough",
    "bridge",
    "checkers",
    "chinese_checkers",
    "clobber",
    "connect_four",
    "crazy_eights",
    "cribbage",
    "dark_chess",
    "dots_and_boxes",
    "dou_dizhu",
    "euchre",
    "gin_rummy",
    "go",
    "go_fish",
    "gomoku",
    "hanabi",
    "havannah",
    "hearts",
    "hex",
    "hive",
    "kuhn_poker",
    "leduc_poker",
    "lines_of_action",
    "mancala",
    "nine_mens_morris",
    "oh_hell",
    "othello",
    "oware",
    "shogi",
    "skat",
    "solitaire",
    "spades",
    "tarok",
    "ultimate_tic_tac_toe",
    "universal_poker",
    "xiangqi",
    "y",
)
"""Those of OpenSpiel's games of which pictures are taken: ``openspiel.hearts``."""
MIDDLE = 12
"""Moves drawn at random before the picture of a game of OpenSpiel's."""

_PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Boards</title>
<body data-jp-theme-light="{light}" style="margin:8px;background:{paper};color:{ink};font:14px system-ui,sans-serif">
<main id="all" style="width:{width}px">{static}</main>
<script type="module">{program}
window.boards = {views}.map((view, number) => {{
  const el = document.createElement("section");
  document.getElementById("all").append(el);
  const state = {{ _view: view, _queue: [], _pieces: {pieces}, _surfaces: {surfaces} }}, listeners = [];
  const model = {{ get: (key) => state[key], set: (key, value) => {{ state[key] = value; }},
    on: (name, action) => listeners.push(action), off() {{}} }};
  const answered = (next) => boards[number].show(next);
  model.save_changes = () => globalThis.ordered?.(number, state._queue.at(-1)).then(answered);
  render({{ model, el }});
  return {{ el, state, show(next) {{ state._view = next; for (const one of listeners) one(); }} }};
}});
</script></body>"""


_EXPORT = re.compile(r"export\s*\{\s*(\w+) as render\s*\};?")
"""How the program names what it is called by, once it is made small."""


def begun(name: str) -> Any:
    """Where a game of `STARTS` begins."""
    node: Any = games(seed=SEED)
    for part in STARTS.get(name, name).split("."):
        node = getattr(node, part)
    node = node if hasattr(node, "_state") else node(seed=SEED)
    return node.both_sides if isinstance(node, Lobby) else node


def at_random(p: Any, moves: int) -> Any:
    """The position after so many moves drawn at random, or the end if that comes first."""
    luck = Random(SEED)
    for _ in range(moves):
        if outcome(p) is not None:
            break
        p = choose(p, luck.choice(options(p)))
    return p


def after(position: Any, *acts: str) -> dict[str, Any]:
    """What the page is sent of a position after some of the board's orders."""
    session = Session(position, asks_to_hand_over=False)
    view = session.view()
    for act in acts:
        session.act({"do": act})
        view = session.view()
    return {**view, "done": {}, "kept": ""}


def ended(position: Any, wanted: str) -> Any | None:
    """An end of the game with this outcome, by its own advice or by luck; None if none is found."""
    session = Session(position, asks_to_hand_over=False)
    session.view()
    while wanted == "won" and outcome(session.position) is None and not session.stuck:
        session.act({"do": "step"})
    if outcome(session.position) == wanted:
        return session.position
    for seed in range(20):
        luck, p = Random(seed), position
        for _ in range(MOVES):
            found = options(p)
            if outcome(p) is not None:
                break
            p = choose(p, luck.choice(found)) if found else p(luck.randint(1, 40))
        if outcome(p) == wanted:
            return p
    return None


@functools.cache
def moments(name: str) -> dict[str, tuple[Any, dict[str, Any]]]:
    """The positions of a game that are pictured, each with what the page is sent of it."""
    start = begun(name)
    if name.startswith("openspiel."):
        middle, end = at_random(start, MIDDLE), at_random(start, MOVES)
        found = {
            kind: (p, after(p)) for kind, p in (("start", start), ("middle", middle), ("end", end))
        }
        acts = (
            {"hint": "hint", "verdicts": "evaluate"} if "hint" in found["middle"][1]["able"] else {}
        )
        return {**found, **{kind: (middle, after(middle, act)) for kind, act in acts.items()}}
    session = Session(start, asks_to_hand_over=False)
    rows, columns = session.view()["board"]["shape"]
    session.act({"do": "gesture", "gesture": "press", "at": [rows // 2, columns // 2], "seen": 1})
    if session.position == start:
        session.act({"do": "step"})
    middle = session.position
    found = {
        "start": (start, after(start)),
        "middle": (middle, after(middle)),
        "hint": (middle, after(middle, "hint")),
        "verdicts": (middle, after(middle, "evaluate")),
    }
    for end in ("won", "lost"):
        position = None if name == "expert" else ended(start, end)
        if position is not None:
            found[end] = (position, after(position))
    return found


def page(
    views: Iterable[dict[str, Any]],
    static: str = "",
    theme: str = "light",
    width: int = 700,
    program: str = "",
) -> str:
    """A page with live boards below static ones; another version's program shows them if it is
    given."""
    light = theme == "light"
    return _PAGE.format(
        light=str(light).lower(),
        paper="#ffffff" if light else "#111111",
        ink="#1f1f1f" if light else "#e6e6e6",
        width=width,
        static=static,
        program=_begun(program or bundle.bundle()).replace("</", "<\\/"),
        pieces=json.dumps({name: pieces.image(name) for name in sorted(PIECES) if name != BARE}),
        surfaces=json.dumps({name: surfaces.rules(name) for name in SURFACES}),
        views=json.dumps(list(views)).replace("</", "<\\/"),
    )


def _begun(program: str) -> str:
    """The program without its export, which only a module of its own may have."""
    named = _EXPORT.sub(r"const render = \1;", program)
    return named.replace("export const render", "const render")


_TWO_FRAMES = "new Promise((go_on) => requestAnimationFrame(() => requestAnimationFrame(go_on)))"


def wait_for_boards(tab: Any, count: int) -> None:
    """Wait until ``count`` boards are on the page and fitted to it, which happens once the page has
    measured them."""
    tab.locator(".ip-widget").nth(count - 1).wait_for()
    tab.evaluate(_TWO_FRAMES)


class Played:
    """Boards on a page that are played there: a session carries out each order as it does in a
    kernel."""

    _at: ClassVar[WeakKeyDictionary[Any, Played]] = WeakKeyDictionary()
    """The session that each page plays now: a page can be given a function only once."""

    def __init__(self, tab: Any, *positions: Any, theme: str = "light") -> None:
        self.tab, self.sessions = tab, [Session(one, asks_to_hand_over=False) for one in positions]
        views = [self._view(session) for session in self.sessions]
        if tab not in self._at:
            tab.expose_function("obey", lambda *order: self._at[tab]._obey(*order))
        self._at[tab] = self
        size = tab.viewport_size
        tab.set_content(page(views, theme=theme, width=size["width"] - 16))
        wait_for_boards(tab, len(views))
        tab.evaluate("window.ordered = window.obey; 0")

    def _obey(self, number: int, order: dict[str, Any]) -> dict[str, Any]:
        session = self.sessions[number]
        session.act(order)
        return self._view(session, {order["page"]: order["number"]})

    def _view(self, session: Session, done: dict[str, int] | None = None) -> dict[str, Any]:
        return {**session.view(), "done": done or {}, "kept": ""}

    def settle(self) -> None:
        """Wait until every order is answered."""
        self.tab.wait_for_function("() => !document.querySelector('.ip-widget[aria-busy=true]')")

    def cell(self, row: int, column: int) -> Any:
        """The cell at a place, both counted from 0."""
        return (
            self.tab.locator(".ip-scroll .ip-grid:not(.ip-ghost) tbody tr")
            .nth(row)
            .locator("[role=gridcell]")
            .nth(column)
        )

    def press(self, words: str) -> None:
        """Press a button, and wait for what comes of it."""
        self.tab.get_by_role("button", name=words, exact=True).first.click()
        self.settle()


_PIXELS = """async (source) => {
  const image = new Image();
  image.src = "data:image/png;base64," + source;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height), signs = [];
  for (let at = 0; at < data.length; at += 8192) signs.push(String.fromCharCode(...data.subarray(at, at + 8192)));
  return [image.width, btoa(signs.join(""))];
}"""


def pixels(tab: Any, drawn: Any) -> list[list[tuple[int, int, int]]]:
    """What is drawn in an element's box, row by row: red, green and blue from 0 to 255."""
    width, encoded = tab.evaluate(_PIXELS, base64.b64encode(drawn.screenshot()).decode())
    data = base64.b64decode(encoded)
    points = list(zip(data[::4], data[1::4], data[2::4], strict=True))
    return [points[begin : begin + width] for begin in range(0, len(points), width)]


def differing(one: Sequence[int], other: Sequence[int], least: int = 24) -> bool:
    """True if two colours can be told apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= least


_FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")


def faults(tab: Any) -> list[str]:
    """What is wrong with the boards as they are drawn on a page, live or static: nothing, if all is
    well."""
    return list(tab.evaluate(_FAULTS))


def main(arguments: list[str]) -> str:
    """Take all pictures, one file for each board, theme, width and kind; gives what is wrong in
    them, a line each."""
    from playwright.sync_api import sync_playwright

    from tools.chromium import FLAGS, find_chromium

    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    names = arguments[1:] or [*STARTS, *(f"openspiel.{name}" for name in OPENSPIEL)]
    wrong = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for name in names:
            shown = moments(name)
            for theme, width in product(THEMES, WIDTHS):
                tab = browser.new_page(
                    viewport={"width": width + 16, "height": 600}, reduced_motion="reduce"
                )
                tab.set_content(
                    page([view for _, view in shown.values()], theme=theme, width=width)
                )
                tab.locator(".ip-widget").last.wait_for()
                tab.screenshot(path=folder / f"{name}-live-{theme}-{width}.png", full_page=True)
                # selected, with where it may go
                for cell in tab.locator(".ip-widget td.ip-drags").all()[:1]:
                    cell.click()
                    tab.screenshot(path=folder / f"{name}-picked-{theme}-{width}.png")
                wrong += [f"{name}-live-{theme}-{width}: {fault}" for fault in faults(tab)]
                static = "".join(position._repr_html_() for position, _ in shown.values())
                tab.set_content(page([], static=static, theme=theme, width=width))
                tab.screenshot(path=folder / f"{name}-static-{theme}-{width}.png", full_page=True)
                wrong += [f"{name}-static-{theme}-{width}: {fault}" for fault in faults(tab)]
                tab.close()
        browser.close()
    return "\n".join(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or 0)
