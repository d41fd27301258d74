"""Hostile pages for a real browser: what a random hostile game says, in every medium that a page
can show.

``python -m tools.hostile_pages 1000`` opens a thousand of them and says what they did.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from interactive_provider import InteractiveProvider
from interactive_provider.boards import Board, Cell
from interactive_provider.game import Game, Hint, Text
from interactive_provider.prose import KINDS, STYLES, Block, Image, Prose, Run
from interactive_provider.rendering import html, svg
from interactive_provider.support.sanitizing import fenced
from interactive_provider.widget import bundle
from interactive_provider.widget.session import Session
from tests.rendering import made_page
from tests.rendering.test_sanitizing_hostile_words import HOSTILE
from tools.fuzz import mutation

MEDIA = ("html", "page", "prose", "svg", "markdown", "text", "widget")

LURES = (
    *HOSTILE,
    "<iframe srcdoc='<script>parent.ran=1</script>'>",
    "<a href=javascript:ran=1>x</a>",
    "<style>@import '//evil.invalid/x.css'</style>",
    "<link rel=stylesheet href=//evil.invalid/x.css>",
    "<meta http-equiv=refresh content='0;url=//evil.invalid'>",
    "<svg><animate onbegin=ran=1 attributeName=x dur=1s>",
    "<math><mtext></mtext><script>ran=1</script></math>",
    "<details open ontoggle=ran=1>",
    "<template shadowrootmode=open><img src=x onerror=ran=1></template>",
    "<base href=//evil.invalid>",
    "<form action=//evil.invalid><input autofocus onfocus=ran=1>",
    "{{constructor.constructor('ran=1')()}}",
    "${ran=1}",
    "--><img src=x onerror=ran=1>",
    "';ran=1;//",
    "</title><script>ran=1</script>",
    "</textarea><img src=x onerror=ran=1>",
    "[x]: //evil.invalid",
    "<!--",
    "<![CDATA[<script>ran=1</script>]]>",
)

TOGETHER = 20
"""Pages in one document."""

ALLOWED = """
div style p strong pre table caption thead tbody tr td th code b i small span svg g text rect path title circle defs
symbol use h2 h3 h4 ul li hr blockquote em s u img
"""
"""The tags that views write themselves; a game brings none."""


def words(rng: Random) -> str:
    """A hostile text: a few lures one after the other, perhaps mutated."""
    told = " ".join(rng.choice(LURES) for _ in range(rng.randint(1, 3)))
    return mutation.text(rng, told) if rng.random() < 0.5 else told


def board(rng: Random) -> Board:
    """A board that says hostile things wherever it can."""
    say = functools.partial(words, rng)

    def cell() -> Cell:
        return Cell(
            say(),
            say(),
            say(),
            say(),
            overlay=say() if rng.random() < 0.5 else "",
            mark=rng.choice(("", "last", say())),
        )

    shape = rng.randint(1, 3), rng.randint(1, 3)
    rows = tuple(tuple(cell() for _ in range(shape[1])) for _ in range(shape[0]))
    labels = tuple(say() for _ in range(shape[0])), tuple(say() for _ in range(shape[1]))
    return Board(rows, say(), *labels, counters=((say(), say()),), legend=((say(), say()),))


def prose(rng: Random) -> Prose:
    """Prose whose every word, picture and link is hostile."""
    say = functools.partial(words, rng)
    data = "data:image/png;base64,iVBORw0KGgo="
    images = [
        Image(say(), rng.choice((say(), data, f"{data}{say()}")), rng.choice((None, 0)))
        for _ in range(2)
    ]
    runs = [Run(say(), rng.choice(STYLES), rng.choice((None, 0, 1))) for _ in range(3)]
    return Prose(*(Block(*runs, *images, kind=kind) for kind in KINDS), say(), side=[Block(say())])


def shown(rng: Random, medium: str) -> str:
    """What stands in the body of a page that shows a hostile game in a medium."""
    page = made_page(words(rng), words(rng), words(rng), board(rng), words(rng), [words(rng)])
    made: dict[str, Callable[[], str]] = {
        "html": lambda: html.render(board(rng)),
        "prose": lambda: made_page(words(rng), words(rng), prose(rng)).as_html(),
        "page": page.as_html,
        "svg": lambda: svg.render(board(rng)),
        "markdown": lambda: _as_commonmark(fenced(page.as_text())),
        "text": lambda: made_page("", "", page.as_text()).as_html(),
    }
    return made[medium]()


def _as_commonmark(told: str) -> str:
    """What a Markdown reader makes of a text."""
    import mistune

    return str(mistune.html(told))


def opened(page: Any, bodies: Sequence[str]) -> list[str]:
    """What is wrong after a browser has opened a document of these pages, one below the other.

    Scripts that ran, requests, markup of a game's; and a page that swallowed those after it, or
    broke out of its own.
    """
    asked: list[str] = []
    page.goto("about:blank")
    page.on("request", lambda request: asked.append(request.url))
    told = "".join(f"<section>{body}</section>" for body in bodies)
    page.set_content(f"<!doctype html><meta charset=utf-8><body>{told}", wait_until="load")
    page.mouse.move(40, 40)
    foreign = page.evaluate(_FOREIGN, ALLOWED.split())
    kept = page.evaluate("[...document.body.childNodes].map(node => node.nodeName)")
    torn = [] if kept == ["SECTION"] * len(bodies) else [f"{len(bodies)} pages became {kept}"]
    return _heard(page, asked) + [f"has {tag}" for tag in foreign] + torn


_FOREIGN = """allowed => [...document.body.querySelectorAll('section *')].flatMap(element => [
    ...(allowed.includes(element.localName) ? [] : [element.localName]),
    ...element.getAttributeNames().filter(name => name.startsWith('on')
        || (name === 'src' && !/^data:image\\/png;base64,[A-Za-z0-9+\\/=]*$/.test(element.getAttribute('src')))
        || (name.endsWith('href') && !element.getAttribute(name).startsWith('#ip-'))),
])"""


class Talker(Game[Any]):
    """A game whose every text is hostile."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def new_state(self, rng: Random) -> Any:
        """A state that says hostile things, with a board and options beside it."""
        text = prose(self.rng) if self.rng.random() < 0.5 else words(self.rng)
        told = SimpleNamespace(display_text=text, outcome=None, free_input=Text(words(self.rng)))
        told.display_options = tuple((words(self.rng) or "x", number) for number in range(3))
        return told

    def board(self, state: Any) -> Board | None:
        """A hostile board, or none."""
        return board(self.rng) if self.rng.random() < 0.7 else None

    def hint(self, state: Any) -> Hint:
        """Hostile advice."""
        return Hint(0, words(self.rng), ((0, 0),))


def drawn(page: Any, games: Sequence[Game[Any]]) -> list[str]:
    """What is wrong after the live board's own program has drawn these games."""
    asked: list[str] = []
    page.goto("about:blank")
    page.on("request", lambda request: asked.append(request.url))
    page.set_content("<!doctype html><meta charset=utf-8><body>")
    foreign = page.evaluate(_DRAW, [bundle.bundle(), [_view(game) for game in games]])
    return _heard(page, asked) + [f"has {tag}" for tag in foreign]


def _view(game: Game[Any]) -> Any:
    """What the page is sent of a game that has given a hint."""
    session = Session(InteractiveProvider(game, seed=1).talker)
    session.view()
    session.act({"do": "hint"})
    return json.loads(json.dumps(session.view()))


_DRAW = """async ([code, views]) => {
    const drawing = await import(URL.createObjectURL(new Blob([code], {type: 'text/javascript'})));
    for (const view of views) {
        const state = {_view: {...view, done: {}}, _queue: []};
        const set = (name, value) => { state[name] = value; };
        const model = {get: name => state[name], set, save_changes() {}, on() {}, off() {}};
        const el = document.body.appendChild(document.createElement('section'));
        drawing.render({model, el});
        if (!el.children.length) throw new Error('nothing was drawn');
    }
    const known = 'div,style,p,span,table,caption,thead,tbody,tr,td,th,b,i,small,button,input,form,label,output,'
        + 'details,summary,pre,strong,code,select,option,dl,dt,dd,ul,ol,li,svg,path,rect,circle,g,title,'
        + 'h2,h3,h4,hr,blockquote,em,s,u,img';
    return [...document.querySelectorAll('section *')].flatMap(element => [
        ...(element.matches(known) ? [] : [element.localName]),
        ...element.getAttributeNames().filter(name => name.startsWith('on') || name.endsWith('href')
            || (name === 'src' && !/^data:image\\/png;base64,[A-Za-z0-9+\\/=]*$/.test(element.getAttribute('src')))),
    ]);
}"""


def _heard(page: Any, asked: list[str]) -> list[str]:
    """Requests and scripts of a page that has been opened."""
    wrong = [
        f"asked for {url}" for url in asked if not url.startswith(("data:", "about:", "blob:"))
    ]
    return wrong + (["ran a script"] if page.evaluate("window.ran") is not None else [])


def tried(page: Any, rng: Random, medium: str, count: int) -> list[str]:
    """What is wrong with that many hostile pages of a medium, some of them in one document."""
    wrong = []
    for first in range(0, count, TOGETHER):
        several = range(min(TOGETHER, count - first))
        if medium == "widget":
            wrong += drawn(page, [Talker(rng) for _ in several])
        else:
            wrong += opened(page, [shown(rng, medium) for _ in several])
    return wrong


def main(count: int) -> int:
    """Open that many pages and print what they did; gives 1 if one of them did anything."""
    from playwright.sync_api import sync_playwright

    from tools.chromium import FLAGS, find_chromium

    rng = Random(1)
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for number, medium in enumerate(MEDIA):
            share = count // len(MEDIA) + (number < count % len(MEDIA))
            wrong += [f"{medium}: {what}" for what in tried(browser.new_page(), rng, medium, share)]
        browser.close()
    print(f"{count} pages over {len(MEDIA)} media: {len(wrong)} faults", *wrong[:20], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
