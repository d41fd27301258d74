"""Pages of all formats: each test has a small format of its own that shows its story as one of the
known formats does, or as none of them."""

from __future__ import annotations

import html
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider.interpreters.stories import (
    StoryEngine,
    StoryError,
    StoryScene,
    engine_of,
    stories_of,
)
from interactive_provider.interpreters.stories.content import NamedPlace
from interactive_provider.interpreters.stories.published.engine import PageEngine
from interactive_provider.interpreters.stories.published.host import Browser
from interactive_provider.interpreters.stories.published.machine import apart
from tests.thorough import some

from .. import chosen, offered

pytestmark = pytest.mark.slow

_READ = """
const passages = {};
for (const one of document.querySelectorAll("tw-passagedata")) passages[one.getAttribute("name")] = one.textContent;
const linked = (text, open, close) => text.replace(/\\[\\[(.+?)->(.+?)\\]\\]/g, `<${open}>$1</${close}>`);
"""
SNOWMAN = """
window.story = { state: {}, show(name) {
  window.passage = { name };
  const made = passages[name].replace(/<%(=?)(.+?)%>/g, (_, shows, code) => (shows ? eval(code) : (eval(code), "")));
  document.querySelector("#main").innerHTML = `<div class="passage">${linked(made, 'a href="javascript:void(0)" data-passage="$2"', "a")}</div>`;
} };
document.body.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-passage]");
  if (link) story.show(link.getAttribute("data-passage"));
});
document.addEventListener("DOMContentLoaded", () => story.show("Start"));
"""
CHAPBOOK = """
const article = document.querySelector("#page article");
let shows = Promise.resolve();
function fade(name) {
  return new Promise((done) => {
    const old = article.firstChild;
    const fresh = document.createElement("div");
    fresh.innerHTML = linked(passages[name], 'span role="link" data-to="$2"', "span");
    fresh.addEventListener("animationend", function () { this.className = "shown"; done(); });
    article.appendChild(fresh);
    old?.addEventListener("animationend", () => old.remove());
  });
}
const go = (name) => { shows = shows.then(() => fade(name)); };
document.body.addEventListener("click", (event) => {
  if (!("to" in event.target.dataset)) return;
  document.querySelector("form").onsubmit = () => go(event.target.dataset.to);
  document.querySelector("#tester").click();
});
document.addEventListener("DOMContentLoaded", () => go("Start"));
"""
HARLOWE = """
const tale = document.body.appendChild(document.createElement("tw-story"));
function show(name) {
  tale.innerHTML = `<tw-passage><tw-sidebar><tw-icon>Undo</tw-icon></tw-sidebar>${linked(passages[name], 'tw-link to="$2"', "tw-link")}</tw-passage>`;
}
tale.addEventListener("click", (event) => { const to = event.target.getAttribute("to"); if (to) show(to); });
show("Start");
"""
UNKNOWN = """
const stage = document.querySelector("#stage");
function show(name) {
  stage.innerHTML = linked(passages[name], 'div class="to $2"', "div");
  for (const link of stage.querySelectorAll(".to")) link.addEventListener("click", () => show(link.className.slice(3)));
}
show("Start");
"""
BODIES = {
    "Snowman": '<div id="main"></div>',
    "Chapbook": (
        '<form action="javascript:void(0)"><button id="tester" hidden></button><div id="page">'
        "<header>The tale</header><article></article><footer>Page 1 "
        '<a data-cb-restart="true">Restart</a></footer></div></form>'
    ),
    "Harlowe": "<noscript>Needs JavaScript</noscript>",
    "Own": '<h1>The tale</h1><div id="stage"></div><script>"not read"</script>',
}
ENGINES = {"Snowman": SNOWMAN, "Chapbook": CHAPBOOK, "Harlowe": HARLOWE, "Own": UNKNOWN}
FORMATS = tuple(ENGINES)


def page(passages: dict[str, str], format_: str, script: str = "") -> str:
    """A published page in the manner of a format."""
    told = "".join(
        f'<tw-passagedata pid="{number}" name="{name}">{html.escape(text)}</tw-passagedata>'
        for number, (name, text) in enumerate(passages.items(), 1)
    )
    data = (
        f'<tw-storydata name="Page" startnode="1" format="{format_}" hidden>{told}</tw-storydata>'
    )
    return (
        f"<!DOCTYPE html><html><head><title>Page</title></head><body>{BODIES[format_]}{data}"
        f"<script>{_READ}{script}{ENGINES[format_]}</script></body></html>"
    )


def begun(passages: dict[str, str], format_: str, script: str = "") -> StoryScene:
    """The first scene of such a page, played by its own engine."""
    [story] = stories_of({"page.html": page(passages, format_, script)})
    engine = engine_of(story)
    return (engine if isinstance(engine, PageEngine) else PageEngine(engine)).start(Random(1))


@pytest.mark.parametrize("format_", FORMATS)
def test_a_page_of_any_format_is_told_by_its_own_engine(format_: str) -> None:
    """Its words and links are found where the format shows them, in a format without a name too."""
    scene = begun(
        {"Start": "It is late. [[Go on->Hall]]", "Hall": "A hall. [[Back->Start]]"}, format_
    )
    hall = chosen(scene, "Go on")

    assert ["Go on"] == [link.label for link in scene.links if not link.group]
    assert "It is late." in scene.text and "A hall." not in scene.text
    assert "A hall." in hall.text and "It is late." not in hall.text
    assert chosen(hall, "Back").text == scene.text
    assert () == scene.remarks == hall.remarks


def test_a_template_of_snowman_is_run() -> None:
    """What stands between the signs is JavaScript: it is run, and the passage is known by name."""
    scene = begun(
        {
            "Start": "<% story.state.gold = 2 %>You have <%= story.state.gold * 3 %>. [[On->Two]]",
            "Two": "Still <%= story.state.gold %>.",
        },
        "Snowman",
    )
    two = chosen(scene, "On")

    assert ("You have 6. On", "Start") == (scene.text, scene.passage)
    assert ("Still 2.", "Two", "ended") == (two.text, two.passage, two.outcome)


def test_what_stands_around_a_story_is_its_side() -> None:
    """Header and footer of Chapbook are shown beside the passage, the button that restarts is
    not."""
    scene = begun({"Start": "Hello."}, "Chapbook")
    side = scene.page[-1]
    assert isinstance(side, NamedPlace)

    assert ("Hello.", "ended") == (scene.text, scene.outcome)
    assert "The tale Page 1" == " ".join("".join(map(str, side.children)).split())


def test_a_fault_of_one_listener_stops_no_other() -> None:
    """As in a browser, each listener is called for the element that it belongs to."""
    script = """
    document.addEventListener("click", () => { throw new Error("oh"); });
    document.addEventListener("click", function () { document.title = this === document; });
    """
    scene = begun({"Start": "<a>Press</a> <i id='said'></i>"}, "Snowman", script + """
    document.addEventListener("click", () => { said.textContent = document.title; });
    """)  # fmt: skip

    after = chosen(scene, "Press")
    assert "Press true" == after.text
    assert ("a script of the story failed: Error: oh",) == after.remarks


def test_a_story_goes_back_by_the_history_of_the_window() -> None:
    """It returns to the state that it left there, as with the button of a browser."""
    script = """
    addEventListener("popstate", (event) => story.show(event.state ?? "Start"));
    document.addEventListener("click", (event) => {
      const to = event.target.getAttribute("data-passage");
      if (to) history.pushState(to, "");
    });
    """
    passages = {"Start": "One. [[On->Two]]", "Two": "<a onclick='history.back()'>Back</a> Two."}
    two = chosen(begun(passages, "Snowman", script), "On")

    assert ("Back Two.", "One. On") == (two.text, chosen(two, "Back").text)


def test_a_story_that_goes_on_by_itself_forever() -> None:
    """A passage without anything to choose that shows itself again each second is stopped, and the
    reader can wait."""
    script = "let n = 0; setInterval(() => 0, 5000); function tick() { n += 1; story.show('Start'); setTimeout(tick, 1000); }"
    scene = begun({"Start": "Tick <%= n %>"}, "Snowman", script + "setTimeout(tick, 1000);")

    assert ["wait"] == offered(scene)
    assert int(scene.text.split()[1]) < 200


def test_a_page_with_a_second_body() -> None:
    """What stands outside of the first body of a broken page is read as a browser reads it."""
    broken = page({"Start": "Hello. [[On->Start]]"}, "Snowman").replace(
        "<body>", "<body></body><html></html><head></head><body>"
    )
    [story] = stories_of({"page.html": broken})

    assert "Hello. On" == engine_of(story).start(Random(1)).text


def test_a_page_of_twine_1() -> None:
    """Its passages fade: the copy that fades is replaced before the reader can act."""
    engine = """
    const store = {};
    for (const one of document.querySelectorAll("[tiddler]")) store[one.getAttribute("tiddler")] = one.textContent;
    const place = document.querySelector("#passages");
    function display(title) {
      window.state = { history: [{ passage: { title } }] };
      place.innerHTML = "";
      const shown = place.appendChild(document.createElement("div"));
      shown.innerHTML = store[title].replace(/\\[\\[(.+?)\\|(.+?)\\]\\]/g, '<a class="internalLink">$1</a>');
      const to = /\\|(.+?)\\]/.exec(store[title]);
      shown.querySelector("a")?.addEventListener("click", () => display(to[1]));
      const copy = shown.cloneNode(true);
      place.replaceChild(copy, shown);
      let step = 0;
      const timer = setInterval(() => {
        copy.style.opacity = step += 0.05;
        if (step >= 1) { place.replaceChild(shown, copy); clearInterval(timer); }
      }, 25);
    }
    display("Start");
    """
    text = (
        '<html><body><ul id="sidebar"><li id="title">Tale</li><li><a id="restart">Restart</a></li>'
        '</ul><div id="passages"></div><div id="storeArea" style="display:none">'
        '<div tiddler="Start">It is late. [[Go on|Hall]]</div><div tiddler="Hall">A hall.</div>'
        f"</div><script>{engine}</script></body></html>"
    )
    scene = engine_of(stories_of({"tale.html": text})[0]).start(Random(1))
    hall = chosen(scene, "Go on")

    assert (["Go on"], "Start") == (offered(scene), scene.passage)
    assert ("A hall.", "Hall", "ended") == (hall.text, hall.passage, hall.outcome)


def test_a_page_of_harlowe_is_handed_over_where_our_engine_refuses() -> None:
    """Its own engine goes on after the same choices, and a page that is understood is played by
    ours."""
    passages = {
        "Start": "It is late. [[Go on->Hall]]",
        "Hall": "A hall. [[Down->Cellar]]",
        "Cellar": "(unheard-of: 1) A cellar. [[Up->Hall]]",
    }
    [story] = stories_of({"page.html": page(passages, "Harlowe")})
    engine = engine_of(story)
    hall = engine.choose(engine.start(Random(1)), 0, Random(2))
    cellar = engine.choose(hall, 0, Random(3))
    again = engine.choose(cellar, 0, Random(4))

    assert ("HarloweEngine", "Hall") == (type(hall.engine).__name__, hall.passage)
    assert (engine, "(unheard-of: 1) A cellar. Up", "Cellar") == (
        cellar.engine,
        cellar.text,
        cellar.passage,
    )
    assert () == cellar.remarks
    assert ("A hall. Down", "Hall") == (again.text, again.passage)


def test_a_page_that_does_not_offer_the_same_choices_is_not_handed_over() -> None:
    """The scene of our engine stays then, with its remark."""
    passages = {"Start": "(link: 'Look')[Dark. [[Go on->Hall]]]", "Hall": "(unheard-of: 1) A hall."}
    [story] = stories_of({"page.html": page(passages, "Harlowe")})
    engine = engine_of(story)
    hall = chosen_by(engine, engine.start(Random(1)), "Look", "Go on")

    assert "HarloweEngine" == type(hall.engine).__name__
    assert any("unheard-of" in remark for remark in hall.remarks)


def test_a_page_is_handed_over_after_what_it_asked() -> None:
    """The answers are given again: to Harlowe 3 in its own window, with a button."""
    script = HARLOWE.replace(
        "function show(name) {",
        """function show(name) {
  if (name === "Start" && !window.answer) {
    tale.innerHTML = `<tw-dialog><input><tw-link>OK</tw-link><tw-link>Cancel</tw-link></tw-dialog>`;
    for (const link of tale.querySelectorAll("tw-link")) link.addEventListener("click", () => {
      window.answer = tale.querySelector("input").value + link.textContent;
      passages.Hall += window.answer;
      show(name);
    });
    return;
  }""",
    )
    passages = {
        "Start": "(set: $n to (prompt: 'Name?', ''))[[Go on->Hall]]",
        "Hall": "(unheard-of: 1) A hall.",
    }
    shown = page(passages, "Harlowe").replace(HARLOWE, script)
    assert script in shown
    [story] = stories_of({"page.html": shown})
    engine = engine_of(story)
    asked = engine.start(Random(1))
    hall = chosen_by(engine, engine.choose(asked, ("typed", "Ada"), Random(2)), "Go on")

    assert (engine, "(unheard-of: 1) A hall.AdaOK") == (hall.engine, hall.text)


def chosen_by(engine: StoryEngine, scene: StoryScene, *labels: str) -> StoryScene:
    """The scene after links, by an engine."""
    for label in labels:
        scene = engine.choose(scene, offered(scene).index(label), Random(2))
    return scene


def damaged(text: str, luck: Random) -> str:
    """A page with some parts gone, doubled or exchanged."""
    for _ in range(luck.randrange(1, 4)):
        start, end = sorted(luck.randrange(len(text)) for _ in range(2))
        end = min(end, start + 400)
        part = luck.choice(["", text[start:end] * 2, text[end : 2 * end - start]])
        text = text[:start] + part + text[end:]
    return text


@pytest.mark.parametrize("format_", FORMATS)
def test_a_damaged_page_ends_in_a_sentence(format_: str) -> None:
    """Whatever is left of a page is told, or it is said why not; nothing else is raised."""
    whole = page({"Start": "It is late. [[Go on->Hall]]", "Hall": "A hall."}, format_)
    for seed in range(some(6, of=25)):
        luck = Random(f"{format_} {seed}")
        try:
            [story, *_] = stories_of({"page.html": damaged(whole, luck)})
        except StoryError:
            continue
        engine = engine_of(story)
        scene = engine.start(luck)
        if scene.links:
            scene = engine.choose(scene, 0, luck)
        assert scene.outcome in (None, "ended", "stuck")


def test_a_page_that_is_handed_over_is_the_same_everywhere() -> None:
    """A pickled engine leads to the same scenes, and so does a branch."""
    passages = {"Start": "Late. [[Go on->Hall]]", "Hall": "(unheard-of: 1) A hall. [[Back->Start]]"}
    [story] = stories_of({"page.html": page(passages, "Harlowe")})
    first = engine_of(story)
    other = pickle.loads(pickle.dumps(first))
    ways = [chosen_by(engine, engine.start(Random(5)), "Go on") for engine in (first, other, first)]

    assert 1 == len({(scene.text, scene.passage, scene.variables["steps"]) for scene in ways})
    assert "(unheard-of: 1) A hall. Back" == ways[0].text


def test_a_link_that_restarts_is_hidden_only_outside_of_the_story() -> None:
    """Chapbook's own button is left out, an author's link in the passage is offered."""
    body = (
        "<div id='page'><article><a data-cb-restart>Again</a></article>"
        "<footer><button data-cb-restart>Restart</button></footer></div>"
    )
    report = apart(_report, f"<!doctype html><html><head></head><body>{body}</body></html>")

    assert ["Again"] == report["page"][0]["children"]
    assert "Restart" not in str(report["side"])


def test_what_is_typed_is_as_long_as_the_box_allows() -> None:
    """A browser takes no more letters than the page lets it."""
    passages = {"Start": "<input maxlength=2 onchange='this.after(this.value)'>"}
    [story] = stories_of({"page.html": page(passages, "Snowman")})
    engine = engine_of(story)

    assert "Ad Ad" == engine.choose(engine.start(Random(1)), ("typed", "Ada"), Random(2)).text


def _report(page: str) -> Any:
    """What a page shows when it has been opened."""
    browser = Browser()
    browser.reset()
    browser.open(page, 1, ())
    return browser.report()


def test_scripts_get_what_a_browser_gives_them() -> None:
    """Each line of `scripts.tsv` has a script and what Chromium answered."""
    lines = Path(__file__).with_name("scripts.tsv").read_text("utf-8").splitlines()
    asked = [line.split("\t") for line in lines]
    differing = apart(_answers, [script for script, answer in asked])

    assert [] == [
        (script, answer, ours)
        for (script, answer), ours in zip(asked, differing, strict=True)
        if ours != answer
    ]


def _answers(scripts: list[str]) -> list[str]:
    """What each script answers on an empty page of its own."""
    browser = Browser()
    browser.reset()
    browser.open("<!doctype html><html><head></head><body></body></html>", 1, ())
    start = browser.snapshot()
    answers = []
    for script in scripts:
        browser.restore(start)
        called = (
            f"window.alert((() => {{ try {{ return ({script}) }} catch (e) {{ return e }} }})())"
        )
        browser._run(called)
        answers.append(browser.report()["said"][0])
    return answers
