"""Stories beside their own players: ``python -m benchmarks.stories_beside FOLDER [walks] [steps]``.

Each published page of Twine in the folder is opened in Chromium, without a network and with its
clock moved on, and here; the same links are followed in both, and the visible text and the links
are compared after every step. Both begin at the same time, and a page that its own engine plays has
the same luck in both. Delays, and luck where our own engine plays, make both differ without a
fault; each difference is reported with its likely cause.
"""

from __future__ import annotations

import contextlib
import difflib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider.adapters.stories import Reading, TwineStory, read_story
from interactive_provider.interpreters.stories.content import SIDE_BAR, NamedPlace, blocks, links
from interactive_provider.interpreters.stories.published import engine
from interactive_provider.interpreters.stories.sugarcube.turn import SAID
from tools.chromium import FLAGS, find_chromium

WAIT = 4_000
"""Milliseconds by which the player's clock is moved on after each step."""
PATIENCE = 6_000
"""Milliseconds of real time that the browser has for one action."""
TYPING = 60_000
"""The same where the passage is typed letter by letter."""
PAGES = ("#passages", "tw-story", "#page article", "#page", "tw-passage", "#passage", "#main")
LINKS = (
    "#passages a:not([href]), #passages a[data-passage], #passages button, #passages"
    " input[type=button], #passages input[type=submit], #passages summary, tw-story tw-link,"
    " tw-story .enchantment-link, tw-story .enchantment-clickblock, #page article a, #page a[data-cb-passage], a[data-passage]"
    ", #page article [role=link], #page article [role=button], #page article button, #main a, #main"
    " button, #passage a, #passage button, tw-passage a, tw-passage button, [data-heard], [onclick]"
)
HEARD = """{ const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
        const isLeaf = this instanceof Element && !this.children.length;
        if (type === 'click' && isLeaf && !this.matches('input')) this.dataset.heard = '';
        return listen.call(this, type, ...rest);
    }; }"""
"""Elements that listen for a click can be pressed, whatever they are."""
NOON = "2000-01-01T12:00:00Z"
"""The time at which every story begins."""
HOST = Path(engine.__file__).parent / "host"
BOXES = "#passages input, #passages textarea, tw-story input, tw-story textarea, #page input, #main input"
LUCK = re.compile(r"random|either|shuffl|pluck|dice|\bd\d+\b|Math\.r", re.IGNORECASE)
TIMED = re.compile(
    r"<<(?:timed|repeat|type)|\((?:live|after|event|t8n)|\(transition|\[after", re.IGNORECASE
)
CHANCE = frozenset(["luck", "luck before", "delays"])
"""Causes by which both may differ without a fault."""
SCRIPTED = re.compile(r"<<(?:text|number)(?:box|area)|"
    r"<script|<<script|<(?:input|select|textarea|iframe|audio|video|svg|canvas)|style\s*=|<<style|"
                      r"\(css:|\((?:input|dropdown|cycling|seq-link|checkbox|meter|enchant|hover|align|box|columns?)",
                      re.IGNORECASE)  # fmt: skip

_SEEN = """([pages, links]) => {
    const pressed = "a, button, tw-link, [role], [onclick], .enchantment-link, .enchantment-clickblock";
    for (const one of document.querySelectorAll('tw-sidebar, tw-icon, #ui-overlay, .fade-out')) one.style.display = 'none';
    for (const one of document.querySelectorAll('[data-typed], .error-view, tw-error')) one.remove();
    for (const one of document.querySelectorAll('[data-filled]')) {
        const typed = document.createElement('span');
        typed.dataset.typed = typed.textContent = one.value.trim();
        one.after(typed);
    }
    for (const one of document.querySelectorAll('select')) {
        const chosen = document.createElement('span');
        chosen.dataset.typed = chosen.textContent = one.selectedOptions[0]?.textContent ?? '';
        one.after(chosen);
        one.style.display = 'none';
    }
    for (const one of document.querySelectorAll('#passages input[type=checkbox]')) {
        const ticked = document.createElement('span');
        ticked.dataset.typed = ticked.textContent = one.checked ? 'on' : 'off';
        one.after(ticked);
    }
    for (const one of document.querySelectorAll('tw-story input[type=checkbox]')) {
        const ticked = document.createElement('span');
        ticked.dataset.typed = ticked.textContent = one.checked ? ': yes' : ': no';
        one.parentNode.append(ticked);
    }
    const page = pages.flatMap(page => [...document.querySelectorAll(page)])
        .find(one => one.offsetParent !== null || one.innerText.trim());
    const shown = [...document.querySelectorAll(links)].filter(
        one => one.getClientRects().length && !one.disabled && !one.closest('#ui-bar') &&
            !/^https?:/.test(one.getAttribute('href') ?? '') &&
            (!one.children.length || !('heard' in one.dataset) || one.matches(pressed)) &&
            (one.closest('#passages') || !document.querySelector('#passages')));
    for (const one of document.querySelectorAll('[data-beside]')) delete one.dataset.beside;
    shown.forEach((one, number) => { one.dataset.beside = number; });
    return [page ? page.innerText : '', shown.map(one => one.innerText || one.value || '')];
}"""

_EMPTY = """boxes => Math.max(0, [...document.querySelectorAll(boxes)].findIndex(
    one => !('filled' in one.dataset)))"""


@dataclass(frozen=True)
class Step:
    """What both showed after a step: texts and links without blanks, and the likely cause where
    they differ."""

    passage: str
    texts: tuple[str, str]
    links: tuple[frozenset[str], frozenset[str]]
    cause: str


def bare(text: str) -> str:
    """A text without blanks, bullets, rules and case, which styles may change."""
    return re.sub(
        r"\[picture[^\]]*\]|click the page|press (?:space|Enter|the \w+ arrow)|^wait$|\nwait$|"
        r"[\s…•◦▪—–_\-○●☐☑\u200b\ufeff\u00a0]+",
        "",
        text,
    ).casefold()


def here(reading: Reading) -> str:
    """All the words that we show of a passage, but for those that have a window of their own in
    SugarCube."""
    page = blocks(_inside(reading.scene.page))
    return "\n".join(
        "".join("" if span.picture else span.text for span in spans) for _, spans in page
    )


def _inside(page: Any) -> list[Any]:
    """The pieces of a page without what has a window of its own."""
    return [
        (
            NamedPlace(piece.names, _inside(piece.children), piece.hidden)
            if isinstance(piece, NamedPlace)
            else piece
        )
        for piece in page
        if not isinstance(piece, NamedPlace) or piece.names != SAID
    ]


def walk(
    page: Any, story: TwineStory, reading: Reading, luck: Random, steps: int
) -> Iterator[Step]:
    """Follow links that both offer, as long as there are any."""
    past = ""
    for _ in range(steps):
        passage = story.engine.story.passages.get(reading.view().ending)
        if passage is None:  # a broken link: theirs prints an error, ours a remark
            return
        page.clock.run_for(TYPING if "<<type" in passage.text else WAIT)
        # their window for it stands apart from the page
        if (question := reading.scene.question) is not None:
            with contextlib.suppress(Exception):
                if not question.yes_no:
                    page.locator("tw-dialog input").fill("Ada", timeout=1_000)
                page.locator("tw-dialog tw-link").first.click(timeout=1_000)
            reading = story.process_response(
                reading, ("answer", 1) if question.yes_no else "Ada", Random(1)
            )
            continue
        text, labels = page.evaluate(_SEEN, [list(PAGES), LINKS])
        if not labels:  # what comes later is shown here at once
            page.clock.run_for(TYPING)
            text, labels = page.evaluate(_SEEN, [list(PAGES), LINKS])
        source = passage.text
        past += source
        # of two alike the first counts, as below
        numbered = reversed(list(enumerate(reading.scene.links)))
        inside = links(_inside(reading.scene.page))
        ours = {
            bare(link.label): number
            for number, link in numbered
            if not link.group and link in inside
        }
        grouped = {
            bare(link.label) for link in reading.scene.links if link.group not in ("", SIDE_BAR)
        }
        theirs = {bare(label): number for number, label in reversed(list(enumerate(labels)))}
        theirs = {label: number for label, number in theirs.items() if label not in grouped | {""}}
        yield Step(
            reading.view().ending,
            (bare(text), bare(here(reading))),
            (frozenset(theirs), frozenset(ours) - {""}),
            _cause(story, reading, source, past),
        )
        if reading.scene.box is not None:
            typed = "7" if reading.scene.box.number else "Ada"
            with contextlib.suppress(Exception):
                field = page.locator(BOXES).nth(page.evaluate(_EMPTY, BOXES))
                field.fill(typed, timeout=1_000)
                field.evaluate("field => { field.dataset.filled = ''; }")
                field.press("Enter", timeout=1_000)
                reading = story.process_response(
                    reading, float(typed) if typed == "7" else typed, Random(1)
                )
                continue
        both = sorted(ours.keys() & theirs.keys() - {""})
        if not both:
            return
        label = luck.choice(both)
        page.evaluate(
            "number => document.querySelector(`[data-beside='${number}']`).click()", theirs[label]
        )
        reading = story.process_response(
            reading, (reading.view().ending, ours[label]), Random(luck.random())
        )


def _cause(story: TwineStory, reading: Reading, source: str, past: str) -> str:
    passages = story.engine.story.passages.items()
    around = (
        p.text
        for name, p in passages
        if name.startswith(("PassageH", "PassageF")) or {"header", "startup"} & set(p.tags)
    )
    everywhere = "\n".join(around)
    if reading.scene.remarks:
        return f"remark: {reading.scene.remarks[0]}"[:90]
    for name, sign in (("luck", LUCK), ("delays", TIMED), ("scripts, boxes, styles", SCRIPTED)):
        if sign.search(source + everywhere):
            return name
    return (
        "luck before"
        if LUCK.search(past)
        else "script of the story"
        if story.engine.story.script
        else "unexplained"
    )


def compared(browser: Any, file: Path, walks: int, steps: int) -> list[Step]:
    """The steps of all walks through a story."""
    story = read_story(file)
    if not isinstance(story, TwineStory):
        return []
    found: list[Step] = []
    for number in range(walks):
        luck = Random(f"{file.name} {number}")
        reading = story.new_state(Random(luck.random()))
        context = browser.new_context(offline=True, timezone_id="UTC")
        context.set_default_timeout(PATIENCE)
        seed = reading.scene.variables.get("seed", 1)
        context.add_init_script(HEARD)
        context.add_init_script(f"{{ {(HOST / 'luck.js').read_text('utf-8')}; seedLuck({seed}) }}")
        page = context.new_page()
        page.on("dialog", lambda dialog: dialog.accept("Ada"))
        page.clock.install(time=NOON)
        try:
            page.goto(file.resolve().as_uri(), wait_until="domcontentloaded")
            found += walk(page, story, reading, luck, steps)
        except Exception as fault:  # noqa: BLE001 - a page that breaks its own player ends its walk
            print(f"  {file.name}: the walk ends: {str(fault).splitlines()[0][:100]}")
        context.close()
    return found


def difference(theirs: str, ours: str) -> str:
    """The first place where two texts differ, as both have it."""
    matcher = difflib.SequenceMatcher(None, theirs[:3_000], ours[:3_000], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            return (
                f"theirs {theirs[max(0, a - 15) : b][:70]!r} ours {ours[max(0, c - 15) : d][:70]!r}"
            )
    return "further down"


def main(arguments: list[str]) -> None:
    """Compare every story of a folder and print what differs, then the shares by format."""
    from playwright.sync_api import sync_playwright

    folder = Path(arguments[0])
    walks, steps = (
        int(arguments[n]) if len(arguments) > n else usual for n, usual in ((1, 2), (2, 20))
    )
    counts: Counter[tuple[str, str]] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for file in sorted(folder.glob("*.htm*")):
            seen = compared(browser, file, walks, steps)
            story = read_story(file)
            kind = story.engine.story.format if isinstance(story, TwineStory) else "?"
            equal = sum(step.texts[0] == step.texts[1] for step in seen)
            offered = sum(step.links[0] == step.links[1] for step in seen)
            print(
                f"{file.name[:60]:60} {kind:10} steps {len(seen):3}  text {equal:3}  links"
                f" {offered:3}",
                flush=True,
            )
            for what, number in (
                ("steps", len(seen)),
                ("text", equal),
                ("links", offered),
                ("stories", 1),
            ):
                counts[kind, what] += number
            told = set()
            for step in seen:
                if step.texts[0] != step.texts[1]:
                    causes[kind, step.cause] += 1
                    counts[kind, "chance"] += step.cause in CHANCE
                    if step.passage not in told:
                        print(
                            f"    {step.passage[:30]} ({step.cause[:70]}):"
                            f" {difference(*step.texts)}"
                        )
                    told.add(step.passage)
                elif step.links[0] != step.links[1]:
                    print(
                        f"    {step.passage[:30]} links: theirs"
                        f" {sorted(step.links[0] - step.links[1])[:3]} ours"
                        f" {sorted(step.links[1] - step.links[0])[:3]}"
                    )
        browser.close()
    for kind in sorted({kind for kind, _ in counts}):
        all_ = max(1, counts[kind, "steps"])
        shares = ", ".join(
            f"{what} {counts[kind, what]} = {counts[kind, what] / all_:.1%}"
            for what in ("text", "links")
        )
        comparable = max(1, all_ - counts[kind, "chance"])
        print(
            f"{kind}: {counts[kind, 'stories']} stories, {all_} steps: {shares}; without luck and"
            f" delays {counts[kind, 'text'] / comparable:.1%}"
        )
    for (kind, cause), number in causes.most_common(30):
        print(f"  {number:4} {kind} {cause}")


if __name__ == "__main__":
    main(sys.argv[1:])
