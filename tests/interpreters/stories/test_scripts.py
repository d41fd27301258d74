"""What is read of a story's JavaScript, and what lies beside a story's own passages."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import pytest

from interactive_provider.adapters.stories import listed, read_story
from interactive_provider.interpreters.stories import engine_of, grouped, stories_of
from interactive_provider.interpreters.stories.lint import Review

from . import begun, chosen, engine, offered

SCRIPT = """:: Code [script]
// setup.gold = 1;
setup.prices = {rope: 3, "lamp oil": [1, -2]}; setup.half = function (n) { return n / 2; };
State.variables.gold = 12;
setup.twice = 1; setup.twice = 2;
(function () { setup.inner = 4; })();
setup.loud = function (n) { ring(n); return n; };
Macro.add(["fade", "glow"], { tags: null, handler() { $(this.output).wiki(this.payload[0].contents); } });
Macro.add("frobsay", { tags: null, handler() {
    jQuery("<b>").wiki(this.args[0] + this.payload[0].contents).appendTo(this.output); } });
"""


def test_declared_values_are_used() -> None:
    """A passage reads what a script declares and calls its functions; a function of the browser says that it cannot."""
    page = ":: Start\n<<= setup.prices.rope>> <<= setup.half(9)>> $gold <<= setup.prices['lamp oil'][1]>> "
    scene = begun(f"{SCRIPT}{page}<<= setup.twice>> <<= setup.inner>> <<run setup.loud()>>")

    assert scene.text.startswith("3 4.5 12 -2 2 4")
    assert ["<<run setup.loud()>> in “Start” is not supported: ring() is JavaScript that is not supported"] == [
        *scene.remarks]  # fmt: skip


def test_macros_of_a_script() -> None:
    """Macros that a script defines show what it appends or wikifies, with their arguments and contents."""
    teller = engine(f"{SCRIPT}:: Start\n<<fade>>//Softly.//<</fade>> <<frobsay 'Ada'>>Hello.<</frobsay>>")

    assert "Softly. AdaHello." == teller.start(Random(1)).text
    assert not Review(teller).unsupported


def test_a_hostile_script_is_read_in_no_time() -> None:
    """Comments and quotes that never end, and a thousand brackets, declare nothing and spoil nothing."""
    for script in ("/* " * 10_000, "`" * 9_999 + "setup.a = " + "(" * 900, "{" * 900, "a" + "[0]" * 900, "/[" * 900):
        assert "Here." == begun(f":: Code [script]\n{script}\n:: Start\nHere.").text


def test_links_of_the_side_bar() -> None:
    """Links of StoryCaption and StoryMenu are choices of their own group, and alone they keep no story going."""
    bar = ":: StoryCaption\nGold: 3 [[Bag]]\n:: StoryMenu\n[[About]]\n"
    scene = begun(f"{bar}:: Start\nHi. [[On->End]]\n:: End\nOver.\n:: Bag\nA bag.\n:: About\nMe.")

    assert [("", "On"), ("side bar", "Bag"), ("side bar", "About")] == [(k.group, k.label) for k in scene.links]
    assert "Hi. On" == scene.text
    assert "ended" == chosen(scene, "On").outcome


def test_a_story_that_goes_on_from_its_preparation() -> None:
    """A passage that StoryInit or a startup passage goes to is where the story begins."""
    assert "There." == begun(":: StoryInit\n<<goto 'B'>>\n:: Start\nHere.\n:: B\nThere.").text
    assert "There." == begun(":: S [startup]\n(go-to: 'B')\n:: Start\nHere.\n:: B\nThere.", "Harlowe").text


def test_break_without_a_loop() -> None:
    """A ``<<break>>`` that stands in no loop is said, and the passage goes on."""
    assert begun(":: Start\nA <<break>> B").text.endswith("B")


def test_a_choice_that_sets_what_cannot_be_set() -> None:
    """A value for anything but a variable is said when it is chosen, and so is a text that is typed there."""
    radio = chosen(begun(":: Start\n<<radiobutton '$a.b + 1' 1>> [[On->Start]]"), "1")
    typed = chosen(begun(":: Start\n<<set $a to {}>><<textbox '$a.b' ''>><<set $a to 3>>"), ("typed", "Ada"))

    assert "only a variable can be set" in radio.remarks[0]
    assert "cannot be set" in typed.remarks[0]


def test_spreading_what_holds_nothing() -> None:
    """Three dots before a number are said to be wrong."""
    assert "has nothing to spread" in begun(":: Start\n<<set $a to [...5]>>").remarks[0]


def test_widgets_inside_of_other_macros() -> None:
    """A widget counts wherever it is defined, and an argument may hold quotes."""
    page = ":: W [widget]\n<<nobr>><<widget 'hi'>>Hi $args[0]<</widget>><</nobr>>\n"

    assert "Hi Ada" == begun(f"{page}:: Start\n<<set $who to {{name: 'Ada'}}>><<hi $who['name']>>").text


def test_areas_of_a_picture_are_links() -> None:
    """An ``<area>`` that names a passage is a link, called as its description."""
    page = begun(':: Start\n<map><area alt="The well" data-passage="Well"></map>\n:: Well\nDeep.')

    assert ["The well"] == offered(page)
    assert "Deep." == chosen(page, "The well").text


def test_a_macro_that_is_never_closed() -> None:
    """It stands in the text as it does in Harlowe, and an author is told."""
    teller = engine(":: Start\nA (enchant: ?page, (bg: red) B", "Harlowe")

    assert "A (enchant: ?page, B" == teller.start(Random(1)).text
    assert "(enchant: without its closing bracket" == Review(teller).unsupported[0].name


def test_files_that_serve_several_stories() -> None:
    """Widgets that lie equally near to two stories belong to both."""
    title = ":: StoryTitle\n{}\n:: Start\n<<hi>>"
    files = {"a/one.twee": title.format("One"), "a/two.twee": title.format("Two"),
             "a/common.twee": ":: W [widget]\n<<widget 'hi'>>Hi<</widget>>"}  # fmt: skip

    groups = grouped(files)

    assert [["a/common.twee", "a/one.twee"], ["a/common.twee", "a/two.twee"]] == [names for _, names in groups]


def test_scripts_beside_a_story(tmp_path: Path) -> None:
    """A script in the folder of a Twee story is its script; one that defines nothing for it is left out."""
    (tmp_path / "js").mkdir()
    (tmp_path / "tale.twee").write_text(":: StoryTitle\nTale\n:: Start\n<<= setup.gold>>")
    (tmp_path / "js" / "story.js").write_text("setup.gold = 7;")
    (tmp_path / "js" / "other.js").write_text("alert(1);")

    [(title, files)] = listed(sorted(path for path in tmp_path.rglob("*") if path.is_file()))

    assert ("tale", ["tale.twee", "story.js"]) == (title, [file.name for file in files])
    assert "7" == read_story(files).new_state(Random(1)).display_text  # type: ignore[union-attr]  # one game


def test_pictures_written_into_a_passage() -> None:
    """A passage of a million characters, nearly all of them a picture's, is read."""
    picture = '<img alt="A map" src="data:image/png;base64,' + "QUJD" * 400_000 + '">'
    [story] = stories_of({"t.twee": f":: Start\n{picture} Go. [[End]]\n:: End\nOver."})

    assert "[picture: A map] Go. End" == engine_of(story).start(Random(1)).text


FUNCTIONS = """:: Code [script]
(function () { let count = 0; const seen = [];
    setup.next = function () { count += 1; seen.push(count); return seen.length; };
    setup.seen = seen; })();
class Item { constructor(name, worth = 1) { this.name = name; this.worth = worth; }
    get price() { return this.worth * 2; } static of(...names) { return names.map(name => new Item(name)); } }
class Sword extends Item { constructor() { super("sword", 5); } sharpen() { this.worth++; return this; } }
window.Sword = Sword; setup.Item = Item;
setup.kind = n => { switch (true) { case n < 0: return "debt"; case n === 0: default: return `${n} coins`; } };
setup.first = list => { for (const [at, {name}] of list.entries()) { if (at > 0) return name; } };
setup.safely = function () { try { throw new Error("bad"); } catch (fault) { return fault.message; } };
function Greeter(name) { this.name = name; } Greeter.prototype.greet = function () { return "I am " + this.name; };
Macro.add("row", { tags: null, handler() { const $row = $(document.createElement("div"));
    for (let i = 0; i < this.args[0]; i++) { $row.wiki(this.payload[0].contents + i); }
    $row.appendTo(this.output); } });
Macro.add("press", { handler() { const at = this.args[1];
    $("<button>").text(this.args[0]).on("click", () => Engine.play(at)).appendTo(this.output); } });
$(document).on(":passagestart", ev => { State.variables.at = ev.passage.title; });
"""


def test_functions_of_a_script() -> None:
    """Closures, classes, prototypes, loops, cases and faults behave as in JavaScript."""
    page = """:: Start
    <<= setup.next()>><<= setup.next()>> <<= setup.seen.join("")>>
    <<set $s to new Sword()>><<= $s.sharpen().price>> <<= $s instanceof setup.Item>>
    <<= setup.Item.of("cup", "key").map(i => i.name).join("+")>>
    <<= setup.kind(-1)>> <<= setup.kind(3)>> <<= setup.first([{name: "a"}, {name: "b"}])>> <<= setup.safely()>>
    <<= (new Greeter("Ada")).greet()>> <<= "a1b22".replace(/[0-9]+/g, d => d.length)>> $at"""
    scene = begun(FUNCTIONS + page)

    assert "12 12 12 true cup+key debt 3 coins b bad I am Ada a1b2 Start" == " ".join(scene.text.split())
    assert () == scene.remarks


def test_dates_of_a_script() -> None:
    """A date counts on and shows itself; without a clock it is always the first noon of 2000."""
    code = ":: Code [script]\nsetup.day = new Date(2023, 11, 30, 9); setup.day.setDate(setup.day.getDate() + 3);\n"
    page = ":: Start\n<<= setup.day.getFullYear()>> <<= setup.day.getDay()>> <<= setup.day>> <<= new Date()>>"

    assert "2024 2 1/2/2024, 9:00:00 AM 1/1/2000, 12:00:00 PM" == begun(code + page).text


def test_elements_of_a_script() -> None:
    """What a macro builds of elements is shown, and what calls a function when it is clicked is a link."""
    scene = begun(FUNCTIONS + ":: Start\n<<row 3>>//n//<</row>> <<press 'Go' 'Cellar'>>\n:: Cellar\nDark at $at.")

    assert ("n0n1n2 Go", ["Go"]) == (scene.text, offered(scene))
    assert "Dark at Cellar." == chosen(scene, "Go").text


def test_what_scripts_keep_is_part_of_the_state() -> None:
    """What closures share lasts from turn to turn, states are equal and survive pickling, and none changes another."""
    link = "[[On->Start][$s to ($s or new Sword()).sharpen()]]"
    page = f":: Start\n<<= setup.next()>> <<= setup.seen.length>> $s.worth {link}"
    teller = engine(FUNCTIONS + page)
    first = teller.start(Random(1))
    second = chosen(first, "On")
    third = chosen(second, "On")

    assert ["1 1 $s.worth On", "2 2 6 On", "3 3 7 On"] == [at.text for at in (first, second, third)]
    assert chosen(first, "On") == second != third and chosen(second, "On") == third
    nothing = engine(":: Start\n<<set $a to {b: 0 / 0}>>[[On->Start]]")
    assert nothing.start(Random(1)) == nothing.start(Random(1))
    assert pickle.loads(pickle.dumps(third.variables)) == third.variables
    assert teller.start(Random(1)) == first and hash(teller.start(Random(1))) == hash(first)


HOSTILE = r"""
({"": 1, ""}); ({`a`}); ({: 1}); let {""} = {}; class A { "" } ; ({get ""() {}});
1 => 2; State.variables.x = -1 >>> 28; setup.o = ({}) => 1 => 2;
function f(n) { return f(n + 1); } f(0);
const a = () => b(), b = () => a(); a();
let s = 'x'; while (true) { s += s; }
const l = []; l.push(l); setup.l = l; setup.o = {l}; setup.o.o = setup.o; String(l);
({}).__proto__.x = 1; Object.prototype.y = 2; [].constructor.prototype.push = 3; setup.__proto__ = 4;
''.constructor.constructor('return process')(); (() => 1).constructor('return this')();
eval('1'); Function('return 1')(); new Function('while (1) {}')(); setTimeout('alert(1)', 0);
Math = 3; Math.floor = null; State = {}; Array = 1; undefined = 2; window.Math = 1; Macro.add = 0;
setup.o = { get a() { throw 1; }, get b() { return this.b; } }; setup.o.a; setup.o.b;
setup.o = { set a(v) { this.a = v; } }; setup.o.a = 1;
throw {get message() { throw 1; }};
throw null;
try { throw 1 } finally { throw 2 }
setup.__class__; (1).__class__; ''.__class__.__mro__; [].__subclasses__(); setup.f = State.__init__;
/(a+)+$/.test('a'.repeat(5000)); /(a|a)*b/.test('a'.repeat(99));
/((/.test(''); /a*a*a*b/.test('a'.repeat(9999));
'a'.repeat(100000).replace(/a/g, 'b'.repeat(100000));
JSON.parse('['.repeat(99999));
class A extends A {} ; class B extends null { constructor() { super();
} } new B(); new (class { x = this.y.z })();
const p = {}, q = Object.create(p); p.__proto__ = q;
Object.defineProperty(p, 'x', {get() { return q.x; }}); q.x;
function again() { setTimeout(again, 0); } again();
new Date(1e99, 1).getTime(); new Date('x');
f(...null); [...5]; ({...null}); const {a: {b}} = {}; const [c] = null;
a: for (;;) { break a; }
[3, 1, 2].sort(() => { throw 1; });
let e = $('<b>'); e.append(e); $('body').append(e);
"""
LONG = r"""
while (true) {}
for (;;) { x = 1; }
do { var y = 1 } while (1);
let l = [1]; while (true) { l.push(...l); }
setup.o = {}; let o = setup.o; while (true) { o.o = {}; o = o.o; }
$(document).on(':passagestart', function f() { $(document).on(':passagestart', f); while (1) {} });
let f = () => 1; while (true) { f = f.bind(null, f); }
let e = $('<b>'); while (true) { e = $('<b>').append(e); }
"""


@pytest.mark.parametrize("script", [
    *HOSTILE.strip().splitlines(), *(pytest.param(line, marks=pytest.mark.slow) for line in LONG.strip().splitlines())
])  # fmt: skip
def test_a_hostile_script_ends(script: str) -> None:
    """Whatever a script does ends within its steps, raises nothing and leaves a story that goes on."""
    page = "[[On->Next]] <<hit>> <<= setup.o>>"
    macro = f"Macro.add('hit', {{handler() {{ {script} }}}});"
    code = f":: Code [script]\n{script}\n{macro}\n:: Start\n<<script>>{script}<</script>>"
    scene = begun(f"{code}{page}\n:: Next\n<<run 1>>Still here.")
    after = chosen(scene, "On") if "On" in offered(scene) else scene

    assert pickle.loads(pickle.dumps(after.variables)) == after.variables
    assert "Still here." in after.text or "cut off" in str(scene.remarks)
