"""A published page, told by the engine that it brings along."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider.interpreters.stories import engine_of, stories_of
from interactive_provider.interpreters.stories.lint import Review
from interactive_provider.interpreters.stories.published.engine import PagePlayer

from .. import chosen, offered
from . import begun, engine, page

pytestmark = pytest.mark.slow


def test_a_page_is_told_by_its_own_engine() -> None:
    """Its words, its links where they stand, and an end where nothing can be chosen."""
    scene = begun({"Start": "<b>It</b> is late.<p>[[Go on->Hall]]</p>", "Hall": "A hall."})

    assert ("It is late.", ["Go on"], "Start") == (scene.text, offered(scene), scene.passage)
    after = chosen(scene, "Go on")
    assert ("A hall.", "ended", ["Hall", "Start"]) == (after.text, after.outcome, [*after.trail])


def test_what_a_story_keeps_between_passages() -> None:
    """Variables, storages and functions of a script live on from turn to turn, and a branch begins
    where it began."""
    script = "setup = {}; State.variables.gold = 1;"
    turn = "State.variables.gold *= 3; localStorage.setItem('gold', State.variables.gold)"
    scene = begun(
        {
            "Start": "$gold [[On->Two]]",
            "Two": "$gold [[On->Three]]",
            "Two script": turn,
            "Three": "$gold",
            "Three script": "document.title = localStorage.gold",
        },
        script,
    )
    two = chosen(scene, "On")

    assert ("1 On", "1 On", "3") == (scene.text, two.text, chosen(two, "On").text)
    assert ("1 On", "3") == (chosen(scene, "On").text, chosen(two, "On").text)


def test_boxes_lists_and_ticks() -> None:
    """What is typed, ticked and picked arrives in the page's own elements, and its handlers are
    called."""
    said = "<span id='said'></span>"
    box = begun("<input aria-label='Your name'>").box
    assert box is not None and ("Your name", False) == (box.label, box.number)
    assert "Name: ____" == begun("<label>Name: <input></label>").text
    work = (
        "document.querySelector('#name').onchange = e => { said.textContent = 'Hello ' +"
        " e.target.value }"
    )
    scene = begun({"Start": f"<input id='name' type='text'>{said}", "Start script": work})
    ticks = begun(
        {
            "Start": f"<label>Lamp <input type='checkbox' id='lamp'></label>{said}",
            "Start script": "lamp.onchange = () => { said.textContent = String(lamp.checked) }",
        }
    )
    lists = begun(
        {
            "Start": f"<select id='hue' title='Colour'><option>red<option>blue</select>{said}",
            "Start script": "hue.onchange = () => { said.textContent = hue.value }",
        }
    )

    assert "Ada Hello Ada" == chosen(scene, ("typed", "Ada")).text
    assert [("check", "Lamp")] == [(link.group, link.label) for link in ticks.links]
    ticked = chosen(ticks, "Lamp")
    assert ("Lamp ☑ true", [("uncheck", "Lamp")]) == (
        ticked.text,
        [(k.group, k.label) for k in ticked.links],
    )
    assert [("Colour", "blue")] == [(link.group, link.label) for link in lists.links]
    assert chosen(lists, "blue").text.endswith("blue")


def test_what_the_style_sheets_hide_is_not_shown() -> None:
    """The cascade of `display` and `visibility` decides, and a later class can show what was
    hidden."""
    style = "#passages .secret { display: none } .shown.secret { display: block !important } " \
            "@media print { b { display: none } }"  # fmt: skip
    work = "door.onclick = () => { word.className = 'secret shown' }"
    scene = begun(
        {
            "Start": (
                "<a id='door'>Knock</a> <b>Hm.</b> <span class='secret' id='word'>Friend</span>"
            ),
            "Start script": work,
        },
        style=style,
    )

    assert "Knock Hm." == scene.text
    assert "Knock Hm.\nFriend" == chosen(scene, "Knock").text


def test_time_passes_within_a_turn() -> None:
    """Delays are over, what is typed out stands whole, and a page with nothing to choose waits for
    its plans."""
    typing = (
        "let n = 0; const t = setInterval(() => { said.textContent = 'It was night'.slice(0, ++n); "
        "if (n > 11) clearInterval(t) }, 900)"
    )
    assert "It was night" == begun({"Start": "<i id='said'></i>", "Start script": typing}).text
    later = "setTimeout(() => show('Two'), 90000)"
    assert "Morning." == begun({"Start": "Night.", "Start script": later, "Two": "Morning."}).text
    assert (
        "Night. Sleep"
        == begun({"Start": "Night. [[Sleep->Two]]", "Start script": later, "Two": "Morning."}).text
    )


def test_a_timer_that_changes_nothing_is_stopped() -> None:
    """A timer of sixteen milliseconds that only counts runs for a moment, one that shows its count
    runs on."""
    count = "State.n = 0; setInterval(() => { State.n += 1; SHOW }, 16)"
    ask = {"Start": "<a id='ask'>Ask</a> <i id='said'></i>"}
    work = "ask.onclick = () => { said.textContent = State.n }"
    silent = begun({**ask, "Start script": count.replace("SHOW", "") + ";" + work})
    loud = begun({**ask, "Start script": count.replace("SHOW", "said.textContent = State.n")})

    assert int(chosen(silent, "Ask").text.removeprefix("Ask ")) < 200
    assert 100 < int(loud.text.removeprefix("Ask "))


def test_questions_in_the_middle_of_a_turn() -> None:
    """`prompt` and `confirm` ask the reader, at the beginning and in a turn; what was done before
    is done once."""
    asked = begun("Hello $name.", "State.variables.name = prompt('Who?', 'Ada')")
    assert (
        ("Who?", "Ada") == (asked.question.text, asked.question.default) if asked.question else ()
    )
    assert "Hello Bo." == asked.engine.choose(asked, ("typed", "Bo"), Random(1)).text
    work = (
        "State.n = 0; door.onclick = () => { State.n += 1; said.textContent = State.n + ' ' +"
        " confirm('Sure?') }"
    )
    scene = begun({"Start": "<a id='door'>Knock</a> <i id='said'></i>", "Start script": work})
    sure = chosen(scene, "Knock")

    assert sure.question is not None and sure.question.yes_no
    assert "Knock 1 false" == sure.engine.choose(sure, 0, Random(1)).text


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("<img src='cave/door.png'>", "[picture: door.png]"),
        ("<span></span>", "arrow left"),
        ("<img alt='A door' src='x.png'>", "[picture: A door]"),
        ("<img src='data:image/png;base64,AAAA'>", "arrow left"),
    ],
)
def test_links_without_words_are_named_after_what_they_show(link: str, name: str) -> None:
    """A picture gives its description or its file, anything else its class, or the passage it leads
    to."""
    assert [name] == offered(begun(f"Here. <a class='arrow-left'>{link}</a>"))
    assert ["Well"] == offered(begun("Here. <a data-passage='Well'><i></i></a>"))
    assert ["[picture: pit.png]"] == offered(
        begun("Here. <a style='background: url(a/pit.png)'></a>")
    )


def test_no_key_is_tried_where_none_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ending costs two turns then and not eight: time, and a click."""
    kinds = []
    played = PagePlayer._after

    def spy(*arguments: Any) -> Any:
        kinds.append(arguments[-1][0])
        return played(*arguments)

    monkeypatch.setattr(PagePlayer, "_after", spy)

    assert [] == offered(begun("Dark."))
    assert ["begin", "wait", "page"] == kinds


def test_a_page_that_waits_for_a_click_or_a_key() -> None:
    """What moves it is offered instead of an end; what does nothing is not."""
    click = begun(
        {
            "Start": "Dark.",
            "Start script": (
                "document.onclick = null; "
                "document.addEventListener('click', () => show('Two'), {once: true})"
            ),
            "Two": "Light.",
        }
    )
    key = begun(
        {
            "Start": "Dark.",
            "Two": "Light.",
            "Start script": (
                "document.addEventListener('keydown', e => { if (e.key === 'Enter') show('Two') })"
            ),
        }
    )

    assert ["click the page"] == offered(click)
    assert ("Light.", "ended") == ((after := chosen(click, "click the page")).text, after.outcome)
    assert ["press Enter"] == offered(key)
    clock = (
        "let n = 0; setInterval(() => { n += 1; document.querySelector('.passage').textContent ="
        " 'Tick ' + n }, 999)"
    )
    assert ["wait"] == offered(begun({"Start": "Tick", "Start script": clock}))
    assert "Light." == chosen(key, "press Enter").text


def test_messages_errors_and_the_side_bar() -> None:
    """A message is quoted, the page's own error becomes a remark, and what stands beside the page
    stays beside it."""
    work = "alert('Beware!'); document.querySelector('#story-caption').textContent = 'Gold: 3'"
    scene = begun(
        {
            "Start": "Here. <b class='error'>Error: no such macro</b> [[On->Start]]",
            "Start script": work,
        }
    )

    assert "Beware!\n\nHere. On" == scene.text
    assert ("the story's own error: Error: no such macro",) == scene.remarks
    assert "Gold: 3" not in scene.text


def test_a_window_over_the_page() -> None:
    """A dialog stands below the page with what closes it, and closing it leaves the page."""
    body, close = "<div id='ui-dialog-body'>Psst! <a>On</a></div>", "<i id='ui-dialog-close'></i>"
    work = f"""document.body.insertAdjacentHTML("beforeend", `<div id='ui-dialog' class='open'>{body}{close}</div>`);
        document.querySelector("#ui-dialog-close").onclick = ev => {{ ev.target.parentNode.className = "" }}"""
    scene = begun({"Start": "Here.", "Start script": work})

    assert ("Here.\n\n———\nPsst! On", ["On", "close"]) == (scene.text, offered(scene))
    assert "Here." == chosen(scene, "close").text


def test_a_script_that_fails() -> None:
    """The first faults of a turn become remarks, and the story goes on as it does in a browser."""
    scene = begun(
        {
            "Start": "<a id='door'>Knock</a>",
            "Start script": "door.onclick = () => { null.knock() }",
        },
        "setTimeout(() => nope(), 5)",
    )
    after = chosen(scene, "Knock")

    assert ("a script of the story failed: ReferenceError: nope is not defined",) == scene.remarks
    assert (
        "a script of the story failed: TypeError: cannot read property 'knock' of null",
    ) == after.remarks
    assert "Knock" == offered(after)[0]


def test_a_page_that_is_loaded_again_begins_again() -> None:
    """A restart, which is how SugarCube's own menu does it, leads to the first passage as it
    was."""
    script = "State.variables.n = 1"
    scene = begun({"Start": "$n <a id='again'>Again</a> <a id='more'>More</a>",
                   "Start script": "more.onclick = () => { State.variables.n += 1; show('Start') };"
                                   "again.onclick = () => location.reload()"}, script)  # fmt: skip

    assert "2 Again More" == (more := chosen(scene, "More")).text
    assert chosen(more, "Again").text == scene.text


def test_a_page_of_its_authors_own_design() -> None:
    """Passages that stand beside the story are its side bar: their links are offered, and keep no
    story going."""
    bar = "<span data-passage='Bar'><a data-passage='Bag'>Bag</a></span>"
    work = f"""if (!document.querySelector("#story + span"))
        document.querySelector("#story").insertAdjacentHTML("afterend", `{bar}`)"""
    scene = begun({"Start": "Hi. [[On->End]]", "Start script": work, "End": "Over."})

    assert [("", "On"), ("side bar", "Bag")] == [(link.group, link.label) for link in scene.links]
    assert "ended" == chosen(scene, "On").outcome


def test_luck_and_time_come_from_the_seed_alone() -> None:
    """Equal seeds draw equal numbers, other seeds others; it is always the same noon, in UTC."""
    script = (
        "State.variables.luck = Math.random(); State.variables.day = new Date(2020, 1, 30) + ' ' +"
        " new Date()"
    )
    first, again, other = (begun("$luck $day", script, seed=seed).text for seed in (1, 1, 2))

    assert first == again != other
    assert (
        "Sun Mar 01 2020 00:00:00 GMT+0000 (Coordinated Universal Time) Sat Jan 01 2000 12:00:0"
        in first
    )


def test_authors_read_the_passages() -> None:
    """Checks and the map of a page are those of its passages, and play none of its scripts."""
    teller = engine({"Start": "[[Down->Cellar]] <<frob>>", "Attic": "Dust."}, "alert('never')")

    assert ["Cellar"] == [finding.name for finding in Review(teller.reader).missing]
    assert ["Attic"] == [finding.name for finding in Review(teller.reader).unreachable]


def test_archives_and_pages_without_scripts_are_read_as_ever() -> None:
    """Without an engine in the page there is nothing to run."""
    bare = (
        page({"Start": "Hi."})
        .partition("<script>window")[0]
        .replace(page({}).rpartition("<script>")[2], "")
    )
    data = bare[bare.index("<tw-storydata") : bare.index("</tw-storydata>")] + "</tw-storydata>"

    assert "SugarCubeEngine" == type(engine_of(stories_of({"archive.html": data})[0])).__name__
