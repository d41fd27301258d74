"""Hostile pages: each goes on or ends in one sentence, nothing outside is reached, and other
stories live on."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path
from random import Random

import pytest

from interactive_provider.interpreters.stories import StoryError, StoryScene, engine_of, stories_of
from interactive_provider.interpreters.stories.published import compilation, host
from interactive_provider.interpreters.stories.published.engine import STOPPED, UNREADABLE
from tests.thorough import some

from .. import offered
from . import begun, page

pytestmark = pytest.mark.slow

ENDLESS = (
    "for (;;);",
    "Promise.resolve().then(function f() { return Promise.resolve().then(f) })",
    "(async () => { for (;;) await 0 })()",
    (
        "Array.prototype.concat.call(new Proxy([], {get: (t, k) => k === 'length' ? 2 ** 53 - 1 :"
        " t[k]}), [1])"
    ),
    "String.raw({raw: {length: 1e9}})",
    "[].reduceRight.call({length: 1e8}, x => x, 0)",
    "/(a*)*b/.test('a'.repeat(30))",
    "[...(function* g() { for (;;) yield 1 })()].length",
    (
        "HTMLElement.prototype.dispatchEvent = () => { for (;;); };"
        " document.querySelector('a').click()"
    ),
)
HARMLESS = (
    "(function f() { f() })()",
    "let a = []; for (;;) a.push(new Uint8Array(1e6))",
    "let s = 'a'; for (let i = 0; i < 40; i++) s += s",
    "JSON.stringify = () => 'x'.repeat(2e8)",
    "JSON.parse = () => { throw 1 }; eval = null; Math.random = () => 7",
    "new RegExp('('.repeat(5000) + ')'.repeat(5000))",
    "setInterval(() => { for (let i = 0; i < 1e4; i++); }, 1)",
    "new Uint8Array(2 ** 31)",
    "2n ** 2000000n",
    "import('/etc/passwd').then(m => { document.title = Object.keys(m) })",
    "fetch('file:///etc/passwd'); new XMLHttpRequest().send(); new WebSocket('wss://x.example')",
    "throw {toString() { throw 1 }}",
)
FORGED = (
    "Object.prototype.toJSON = () => '{}'",
    "Array.prototype.push = () => 0",
    "Map.prototype.get = () => { throw 1 }",
    "document.querySelector = () => { throw 1 }",
    "document = null",
    "String = null; Number = null",
    "Element.prototype.getAttribute = () => ({})",
    "document.body.remove()",
    "Object.prototype.option = 99999",
    "Object.prototype.children = 5",
    "Array.prototype.toJSON = () => [[[[1]]]]",
    "Object.defineProperty(Element.prototype, 'tagName', {get: () => ({toUpperCase: () => 3})})",
)


def _told(script: str) -> list[StoryScene]:
    """The first scene of a page that runs a script, and the second if there is one."""
    first = begun({"Start": "Hi [[On->Start]]", "Start script": script})
    return [first, first.engine.choose(first, 0, Random(1))] if first.links else [first]


@pytest.fixture(autouse=True)
def _little_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless work is stopped sooner than in play, at the same place."""
    monkeypatch.setattr(host, "BOOT_FUEL", 2_000_000_000)
    monkeypatch.setattr(host, "TURN_FUEL", 1_000_000_000)


@pytest.mark.parametrize("script", ENDLESS)
def test_endless_work_is_stopped(script: str) -> None:
    """The story stops with one sentence, with the same one each time, and the next story is not
    affected."""
    scene = _told(script)[-1]

    assert (STOPPED, "stuck", ()) == (scene.text, scene.outcome, scene.links)
    assert STOPPED == _told(script)[-1].text
    assert "Hi On" == begun("Hi [[On->Start]]").text


@pytest.mark.parametrize("script", HARMLESS)
def test_what_a_browser_survives_is_survived(script: str) -> None:
    """Recursion, allocation and requests fail inside of the page, and the story goes on."""
    assert ["Hi On", "Hi On"] == [scene.text for scene in _told(script)]


@pytest.mark.parametrize("script", FORGED)
def test_a_forged_report_is_no_fault_of_python(script: str) -> None:
    """A page that breaks its own document shows something, or it is said that it cannot be read."""
    for scene in _told(script):
        assert isinstance(scene.text, str)
        assert scene.text == UNREADABLE or scene.outcome is None or not scene.links


def test_values_are_collected_while_no_script_runs() -> None:
    """The engine read memory that was never written, and broke off, where it collected values in a
    function that names its arguments (quickjs-ng/quickjs#1400)."""
    script = """(() => {
        function fill(n) { arguments; for (let i = 0; i < 3e3; i++) { const o = [i]; o.own = o } return n }
        function deep(n) { arguments; return n ? deep(n - 1) + fill(n) : 0 }
        let sum = 0;
        for (let k = 0; k < 10; k++) { const kept = "xyz".repeat(k * 50); sum += deep(12) }
        document.querySelector("#passages").append(sum) })()"""

    assert "780" == begun({"Start": "", "Start script": script}).text


def test_nothing_outside_can_be_reached() -> None:
    """No file, module, process, network, environment or time zone has a name inside, and no way
    leads to one."""
    names = (
        "std os require process Deno Bun bjson scriptArgs load WebAssembly gc readFile loadFile"
        " Worker2 Atomics SharedArrayBuffer host linkedom notes clock offered toJson page turn"
    ).split()
    for variable in "HOME PATH USER".split():
        os.environ.setdefault(variable, "secret")
    seen = (
        f"{names!r}.filter(name => {{ try {{ return (0, eval)('typeof ' + name) !== 'undefined' }}"
        " catch {} })"
    )
    script = f"State.variables.seen = {seen}.join() + '!'"

    assert "!" == begun("$seen", script).text
    for source in (
        "'/etc/passwd'",
        "'fs'",
        "'./page.js'",
        "'data:text/javascript,export default 1'",
        "'file:///'",
    ):
        work = (
            f"import({source}).then(() => {{ said.textContent = 'got' }}, () => {{ said.textContent"
            " = 'no' })"
        )
        assert "no" == begun({"Start": "<i id='said'></i>", "Start script": work}).text
    zone = (
        "State.variables.zone = new Date().getTimezoneOffset() +"
        " Intl.DateTimeFormat().resolvedOptions().timeZone"
    )
    assert "0UTC" == begun("$zone", zone.replace("Intl.D", "new Intl.D")).text
    climb = (
        "State.variables.up = (() => {}).constructor('return typeof this.process + typeof"
        " this.std')()"
    )
    assert "undefinedundefined" == begun("$up", climb).text


TRIED = (
    "fetch(url)",
    "new XMLHttpRequest().open('GET', url)",
    "(() => { const r = new XMLHttpRequest(); r.open('GET', url, false); r.send() })()",
    "new WebSocket(url.replace('http', 'ws'))",
    "new EventSource(url)",
    "navigator.sendBeacon(url, 'x')",
    "new Image().src = url",
    "document.head.append(Object.assign(document.createElement('script'), {src: url}))",
    "window.open(url)",
    "location.href = url",
    "import(url)",
)


@pytest.mark.parametrize("way", TRIED)
def test_no_way_to_the_network_leads_there(way: str) -> None:
    """A server on this computer hears of none of the ways that a browser has, and the story goes
    on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        script = f"const url = '{url}'; try {{ {way} }} catch {{ }}"
        scene = begun({"Start": "Here. [[On->On]]", "Start script": script, "On": "There."})

        assert ["On"] == offered(scene)
        assert "There." == scene.engine.choose(scene, 0, Random(1)).text
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize("way", ["fetch(url).then(r => r.text())", "import(url)", "require(url)"])
def test_no_file_and_no_variable_of_the_environment_is_read(way: str, tmp_path: Path) -> None:
    """What is in a file beside the story, or in the environment, is on no page."""
    (tmp_path / "secret.js").write_text("export default 'hidden words'", "utf-8")
    os.environ.setdefault("HOME", "hidden words")
    script = (
        f"const url = 'file://{tmp_path}/secret.js';"
        "const say = what => { document.querySelector('#said').textContent = String(what) };"
        f"try {{ Promise.resolve({way}).then(say, () => say('refused')) }}"
        "catch { say('refused') }"
    )
    scene = begun(
        {"Start": "<i id='said'>waiting</i> [[On->On]]", "Start script": script, "On": "x"}
    )

    assert "hidden" not in scene.text
    assert not re.search(re.escape(os.environ["HOME"]), scene.text)


def test_a_choice_that_is_not_offered() -> None:
    """A number or a text that no scene offers is refused in a sentence."""
    scene = begun("Hi [[On->Start]]")

    for value in (7, -1, True, ("typed", "Ada"), "On"):
        with pytest.raises(StoryError):
            scene.engine.choose(scene, value, Random(1))


def _mutated(text: str, luck: Random) -> str:
    """A page with some of its signs changed, words exchanged, or a hostile script in it."""
    kind = luck.randrange(3)
    if kind == 0:
        signs = list(text)
        for _ in range(luck.randrange(1, 60)):
            at = luck.randrange(len(signs))
            signs[at : at + luck.randrange(3)] = luck.choice(
                ["\0", "'", '"', "<", ">", "{", "}", "&", "\uffff", "/", ""]
            )
        return "".join(signs)
    if kind == 1:
        words = re.split(r"(\w+)", text)
        for _ in range(luck.randrange(1, 8)):
            one, other = (luck.randrange(len(words) // 2) * 2 + 1 for _ in "ab")
            words[one], words[other] = words[other], words[one]
        return "".join(words)
    return page(
        {
            "Start": "Hi [[On->Start]]",
            "Start script": ";".join(luck.choices(ENDLESS + HARMLESS + FORGED, k=2)),
        }
    )


def play_mutated(number: int) -> None:
    """Play a mutated page for a few turns: whatever it is, each turn gives a scene or the page is
    no story."""
    luck = Random(number)
    text = _mutated(
        page({"Start": "Hi <input id='n'> [[On->Two]]", "Two": "<b>There</b> [[Back->Start]]"}),
        luck,
    )
    try:
        [story, *_] = stories_of({"page.html": text})
    except (StoryError, ValueError):
        return
    scene = engine_of(story).start(luck)
    for _ in range(3):
        assert isinstance(scene.text, str) and offered(scene) is not None
        if not scene.links:
            return
        scene = scene.engine.choose(scene, luck.randrange(len(scene.links)), luck)


@pytest.mark.parametrize("hundred", range(some(1, of=50)))
def test_mutated_pages(hundred: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred mutated pages, five thousand in ``make test-all``: none raises anything."""
    monkeypatch.setattr(host, "BOOT_FUEL", 500_000_000)
    monkeypatch.setattr(host, "TURN_FUEL", 200_000_000)
    for number in range(100 * hundred, 100 * hundred + 100):
        play_mutated(number)


def test_the_compiled_engine_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compiled once for all processes; a damaged file is made again, and one that cannot be
    written is not missed."""
    made: list[int] = []
    compile_engine = compilation._compile

    def counted(engine: object, source: bytes) -> object:
        made.append(len(source))
        return compile_engine(engine, source)

    monkeypatch.setattr(compilation, "_compile", counted)
    monkeypatch.setattr(compilation, "_folders", [tmp_path / "new"])
    compilation.compiled.__wrapped__()
    [kept] = (tmp_path / "new").iterdir()
    whole = kept.read_bytes()
    compilation.compiled.__wrapped__()
    assert 1 == len(made)

    kept.write_bytes(whole[:-1])
    compilation.compiled.__wrapped__()
    assert (2, whole) == (len(made), kept.read_bytes())

    (tmp_path / "file").touch()
    monkeypatch.setattr(compilation, "_folders", [tmp_path / "file" / "none"])
    compilation.compiled.__wrapped__()
    assert 3 == len(made)
