"""Published pages with an engine of our own: SugarCube's way of showing a story, in forty lines."""

from __future__ import annotations

import html
from random import Random

from interactive_provider.interpreters.stories import StoryScene, engine_of, stories_of
from interactive_provider.interpreters.stories.published.engine import PageEngine

ENGINE = """
window.SugarCube = { State: { passage: "", variables: {} } };
const State = SugarCube.State;
const passages = {};
for (const one of document.querySelectorAll("tw-passagedata")) passages[one.getAttribute("name")] = one.textContent;
function show(name) {
  State.passage = name;
  const holder = document.querySelector("#passages");
  holder.innerHTML = "";
  const passage = document.createElement("div");
  passage.className = "passage";
  passage.innerHTML = (passages[name] || "").replace(/\\[\\[(.+?)->(.+?)\\]\\]/g, '<a data-passage="$2">$1</a>')
    .replace(/\\$(\\w+)/g, (all, key) => key in State.variables ? State.variables[key] : all);
  holder.appendChild(passage);
  for (const link of passage.querySelectorAll("a[data-passage]")) link.addEventListener("click",
    () => show(link.getAttribute("data-passage")));
  const script = passages[name + " script"];
  if (script) (0, eval)(script);
}
const own = document.querySelector("script[role=script]");
if (own) (0, eval)(own.textContent);
document.addEventListener("DOMContentLoaded", () => show("Start"));
"""


def page(passages: dict[str, str], script: str = "", style: str = "") -> str:
    """A published page: passages by their names; one called “NAME script” runs once NAME stands."""
    told = "".join(
        f'<tw-passagedata pid="{number}"'
        f' name="{html.escape(name)}">{html.escape(text)}</tw-passagedata>'
        for number, (name, text) in enumerate(passages.items(), 1)
    )
    data = (
        '<tw-storydata name="Page" startnode="1" format="SugarCube" format-version="2.37.0" hidden>'
        f'<script role="script" type="text/twine-javascript">{script}</script>{told}</tw-storydata>'
    )
    bar = '<div id="ui-bar"><div id="story-caption"></div><div id="menu-story"></div></div>'
    return (
        f"<!DOCTYPE html><html><head><style>{style}</style></head><body>{data}{bar}"
        f'<div id="story"><div id="passages"></div></div><script>{ENGINE}</script></body></html>'
    )


def engine(passages: dict[str, str], script: str = "", style: str = "") -> PageEngine:
    """The engine of such a page."""
    [story] = stories_of({"page.html": page(passages, script, style)})
    played = engine_of(story)
    assert isinstance(played, PageEngine)
    return played


def begun(
    passages: dict[str, str] | str, script: str = "", style: str = "", seed: int = 1
) -> StoryScene:
    """The first scene of such a page; a text is its first passage."""
    told = {"Start": passages} if isinstance(passages, str) else passages
    return engine(told, script, style).start(Random(seed))
