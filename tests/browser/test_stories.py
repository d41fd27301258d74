"""A story read in a real front end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.widget import bundle
from interactive_provider.widget.session import Session
from tests.rendering.test_prose import Cellar

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_story_is_read_with_tab(lab: Any) -> None:
    """Tab lists the links of a passage in their order; the passage is set as prose, the map
    drawn."""
    lab.open(["%load_ext interactive_provider", "", "", ""])
    lab.run(cell=0)

    offered = lab.complete("games.stories.bell_under_the_ice(seed=7).", cell=1)

    assert ["Take_the_lantern", "Take_the_rope", "Ask_her_why_it_rings"] == offered
    lab.run("games.stories.bell_under_the_ice(seed=7).Take_the_rope", cell=2)
    assert 1 == lab.output(2).locator(".ip-book").count()
    lab.run("extra(games.stories.bell_under_the_ice(seed=7).Take_the_rope, 'map')", cell=3)
    assert 1 == lab.output(3).locator("img").count()


_OPEN = """async ([code, view]) => {
    const drawing = await import(URL.createObjectURL(new Blob([code], {type: 'text/javascript'})));
    const state = {_view: {...view, done: {}}, _queue: []};
    window.sent = () => state._queue.map(one => one.index);
    const set = (name, value) => { state[name] = value; };
    const turn = () => { state._view = {...state._view, footnote: state._view.footnote + "!"}; };
    const on = (event, show) => { window.again = () => { turn(); show(); }; };
    const model = {get: name => state[name], set, save_changes() {}, on, off() {}};
    drawing.render({model, el: document.body.appendChild(document.createElement('section'))});
}"""


def test_a_page_of_prose_is_read_like_a_book(page: Any) -> None:
    """Links stand in their sentence and are chosen by mouse, Enter or their digit; lines are short,
    pictures data."""
    view = Session(InteractiveProvider(Cellar(), seed=1).cellar).view()
    page.set_content("<!doctype html><meta charset=utf-8><body>")
    page.evaluate(_OPEN, [bundle.bundle(), json.loads(json.dumps(view))])

    page.locator("p u.ip-link", has_text="a door").click()
    page.evaluate("window.again()")
    assert "ip-leaf" == page.evaluate("document.activeElement.className")  # where digits are heard
    page.add_style_tag(content=".ip-leaf { min-height: 2000px }")
    page.evaluate("scrollTo(0, 900)")
    page.evaluate("window.again()")
    # read from the top
    assert page.evaluate("document.querySelector('.ip-head').getBoundingClientRect().top") >= 0
    page.locator("u.ip-link", has_text="Go up").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.keyboard.press("9")

    assert [0, 1, 1] == page.evaluate("window.sent()")
    assert [] == page.locator(".ip-options button").all()
    letters, measure = page.evaluate(
        """() => { const leaf = document.querySelector('.ip-leaf');
        return [parseFloat(getComputedStyle(leaf).fontSize), leaf.getBoundingClientRect().width]; }"""
    )
    assert (True, True) == (letters >= 17, measure <= 34 * letters + 1)
    assert ["data:image/png;base64,iVBORw0KGgo="] == page.evaluate(
        "[...document.images].map(one => one.src)"
    )
