"""Tab: choices in game order, with labels, everywhere in a cell that has not been run."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from random import Random
from types import FrameType, ModuleType
from typing import Any, ClassVar

import pytest
from IPython.core.completer import CompletionContext

from interactive_provider import InteractiveProvider, games, hint, play
from interactive_provider.game import Game, Number, State, Verdict
from interactive_provider.heart.choices.synthesis import choices
from interactive_provider.heart.play.nodes import memory
from interactive_provider.heart.records.tokens import Scan
from interactive_provider.shell.annotations import BLANK, line
from interactive_provider.shell.matcher import ChoiceMatcher, Cursor
from tests.heart.toys import GROUPED, Ask, Count, Walk
from tests.shell.shells import TestingShell

JOINED = "\u2060"
ORDER = ["left", "right", "on"]


@pytest.fixture
def walk_game(shell: TestingShell) -> Walk:
    """A game of three choices forever, as ``toys.walk`` and, begun, as ``p``."""
    game = Walk()
    memory.clear()
    toys = InteractiveProvider(game, seed=1)
    shell.user_ns.update(toys=toys, p=toys.walk, held={"a": [toys.walk]}, x=1)
    return game


def answer(matcher: ChoiceMatcher, text: str) -> dict[str, Any]:
    """What the matcher itself says at the end of a text."""
    lines = text.split("\n")
    context = CompletionContext(
        token="",
        full_text=text,
        cursor_position=len(lines[-1]),
        cursor_line=len(lines) - 1,
        limit=500,
    )
    return dict(matcher.match(context))


CONTEXTS = [
    "{}",
    "x = {}",
    "x: int = {}",
    "x += {}",
    "print({}",
    "print(1, sep={}",
    "dict(a=1, b={}",
    "f'{{{}",
    'f"a {{x}} b {{{}',
    "f'''\n{{{}",
    "x = [1, {}",
    "{{'a': {}",
    "if x:\n    {}",
    "y = 2\nfor i in range(3):\n    y = {}",
    "def f():\n    return {}",
    "# p = 1\n{}",
    "'p = 1'\n{}",
    "lambda q: {}",
    "[q for q in {}",
    "not {}",
    "x if {}",
    "x = 1; y = {}",
    "(\n {}",
    "%timeit {}",
    "%hint {}",
    "p = {}",
    "x[{}",
]


CHAINS = ["p.", "p.left.right.", "toys.walk.", "toys.walk(seed=3).left.", "p['left']['on']."]


@pytest.mark.parametrize("context", CONTEXTS)
def test_everywhere(either: TestingShell, walk_game: Walk, context: str) -> None:
    """Wherever an expression may stand its choices are offered in the game's order, and nothing
    besides."""
    for chain in CHAINS:
        text = context.format(chain)
        assert (text, ORDER) == (text, either.tab(text))
        assert ORDER == [name for name, _ in either.terminal_tab(text)]


@pytest.mark.parametrize(
    "text",
    [
        "held['a'][0].left.",
        "(p\n .left\n .",
        "p \\\n .",
        "p.left  .",
        "toys(seed=5).walk.on.",
        "toys.walk().",
        "toys.walk(width=3, seed='x').",
        "import interactive_provider\np.",
        "q = 1\np.",
    ],
)
def test_ways(either: TestingShell, walk_game: Walk, text: str) -> None:
    """Positions are found in containers, over lines and through calls."""
    assert ORDER == either.tab(text)


def test_typed(either: TestingShell, walk_game: Walk) -> None:
    """What is typed already narrows the list, with its case if it can."""
    assert ["left"] == either.tab("p.le")
    assert ["on"] == either.tab("x = p.left.o")
    assert ["right"] == either.tab("p.RI")
    completion = either.completions("x = p.le")[0]
    assert (6, 8, "left") == (completion.start, completion.end, completion.text)


@pytest.mark.slow
def test_behind_the_cursor(either: TestingShell, walk_game: Walk) -> None:
    """Code behind the cursor changes nothing, unless it says what the name is."""
    assert ORDER == either.tab("f(p.", ", p.left)\np = 3")
    assert ORDER != either.tab("[p.", " for p in 'text']")


def test_labels(either: TestingShell) -> None:
    """A label that the name does not show stands beside it, in Jupyter's right column and a
    terminal."""
    either.user_ns["p"] = InteractiveProvider(
        Walk((("♠ of\nnight", 1), ("2", 2), ("x" * 200, 3), ("", 4)))
    ).walk
    expected = [
        ("spades_of_night", f"move:{BLANK}♠{JOINED}{BLANK}of{BLANK}night"),
        ("n2", "move"),
        ("x" * 48, f"move:{BLANK}{'x' * 51}…"),
        ("blank", "move"),
    ]
    assert expected == [(c.text, c.type) for c in either.completions("p.")]
    assert expected == either.terminal_tab("p.")


@pytest.mark.slow
def test_through_free_input(either: TestingShell) -> None:
    """A number given in brackets or by its digits is followed."""
    either.user_ns["ask"] = InteractiveProvider(
        Ask(Number(1, 100), (("give up", "give up"),)), seed=1
    ).ask
    keys = ["give_up", *(f"n{digit}" for digit in range(1, 10))]
    assert keys == either.tab("ask(50).")
    assert keys == either.tab("ask.n5.n0.enter(7).")
    assert ["enter"] == either.tab("ask.n5.n0.e")
    assert [] == [name for name in either.tab("ask(5000).") if name in keys]


def test_keys(either: TestingShell) -> None:
    """After ``p["`` the choices by text, closed as far as the front end has not."""
    either.user_ns["p"] = InteractiveProvider(
        Walk((("it's", 1), ('say "no"', 2), (("put", "a"), 3)))
    ).walk
    assert ["it's\"]", 'say \\"no\\""]', 'put a"]'] == either.tab('x = p["')
    assert ["it\\'s']", 'say "no"\']', "put a']"] == either.tab("x = p['")
    assert ["put a"] == either.tab('p["pu', '"]')
    assert ['put a"'] == either.tab('p["pu', "]")
    assert ['"it\'s"]', '"say \\"no\\""]', '"put a"]'] == either.tab("f(p[")[:3]
    for text in either.tab("p["):
        either.run(f"p[{text}")


@pytest.mark.slow
def test_parameters(either: TestingShell) -> None:
    """In the brackets of a game the names of its parameters, those given already left out."""
    either.user_ns["toys"] = InteractiveProvider(Count(), Walk(), seed=1)
    assert ["seed=", "left="] == either.tab("toys.count(")
    assert ["left="] == either.tab("x = f(1, toys.count(seed=3, ")
    assert ["width="] == either.tab("toys.walk(w")
    assert ["seed="] == either.tab("toys(")
    assert f"parameter:{BLANK}3" == either.completions("toys.count(le")[0].type
    assert "left=" not in either.tab("toys.count(seed=")
    assert "seed=" not in either.tab("print(")


REBOUND = [
    "p = 'text'\np.",
    "p: str = 'text'\np.",
    "p, q = 'text', 1\np.",
    "for p in ['text']:\n    p.",
    "with open('x') as p:\n    p.",
    "def p(): pass\np.",
    "class p: pass\np.",
    "import os as p\np.",
    "import p\np.",
    "lambda p: p.",
    "def f(p):\n    p.",
    "[p. for p in 'text'",
    "print(p := 'text')\np.",
    "if x:\n    p = p(1)\np.",
    "p = f(1)\np.",
    "match x:\n    case p:\n        p.",
    "if x:\n    p = toys.walk(seed=4)\np.",
    "for i in x:\n    p = p['left']\nprint(p.",
    "p = x or p['left']\np.",
    "p = x = p['left']\np.",
    "p =\np.",
    "p = p.left\np = 3\np.",
]


@pytest.mark.parametrize("text", REBOUND)
def test_declines_rebound(either: TestingShell, walk_game: Walk, text: str) -> None:
    """Where the cell gives the name another meaning the matcher has nothing to say."""
    assert [] == answer(either.extension.matcher, text)["completions"]


def test_jedi_infers_rebound(shell: TestingShell) -> None:
    """A name bound to a chain of names in the cell is Jedi's, and it plays each link once."""
    game = Walk()
    shell.user_ns["p"] = InteractiveProvider(game, seed=1).walk
    memory.clear()
    assert [] == answer(shell.extension.matcher, "q = p.left\nq.")["completions"]
    assert sorted(ORDER) == shell.tab("q = p.left\nq.on.")
    assert game.plays <= 2


@pytest.mark.parametrize(
    "text",
    [
        "q = toys.walk(seed=4)\nq.left.",
        "q = p['left']\nq.",
        "p = p['left']\np = p['on']\nx = p.",
        "q = toys.walk(seed=4)\nr = q['on']\nprint(r.left.",
        "\nq = toys.walk(seed=4)\nq.",
        "q \\\n = toys.walk(seed=4)\nq.",
    ],
)
def test_follows_what_jedi_cannot(either: TestingShell, walk_game: Walk, text: str) -> None:
    """A name bound in the cell to a chain with calls or keys is followed: nobody else could."""
    assert ORDER == either.tab(text)


def test_first_cell(either: TestingShell) -> None:
    """The first cell of a notebook: an import that has not been run yet."""
    either.user_ns.pop("games")
    names = list(InteractiveProvider())
    assert names == either.tab("from interactive_provider import games\ngames.")
    assert names == either.tab("from interactive_provider import games, undo\nx = games.")


@pytest.mark.parametrize(
    "text",
    [
        "# p.",
        "'p.",
        '"""p.',
        "!echo p.",
        "x = 1\n!echo p.",
        "x.p.",
        "p.left()[",
        "1.p",
        "p..",
        ").",
        "",
        ".",
        'p("',
        'p[r"',
        "p['''",
        "x = 'p[",
        "toys.walk[1, w",
        "p.left(",
        "toys.walk(1)[(",
    ],
)
def test_declines_elsewhere(either: TestingShell, walk_game: Walk, text: str) -> None:
    """In comments, in strings and after nonsense nothing is offered."""
    assert [] == answer(either.extension.matcher, text)["completions"]


class Unruly(Game[State]):
    """Leaves by all exits."""

    def new_state(self, rng: Random) -> State:
        """A state with one exit."""

        @dataclass(frozen=True)
        class Exit(State):
            display_options: tuple[tuple[str, str], ...] = (("out", "out"),)

        return Exit()

    def process_response(self, state: State, value: Any, rng: Random) -> State:
        """Ends the session."""
        raise SystemExit(3)


class Watched:
    """A thing of the user's that notes whoever looks into it."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.inner = InteractiveProvider(Walk(), seed=1).walk

    @property
    def held(self) -> object:
        """A position that only running code gives."""
        self.seen.append("property")
        return self.inner

    def __getitem__(self, key: object) -> object:
        self.seen.append("item")
        return self.inner

    def __getattr__(self, name: str) -> object:
        self.seen.append(name)
        return self.inner


class Mapped(dict[str, object]):
    """A dict whose look-up is the user's own code."""

    seen: ClassVar[list[str]] = []

    def __getitem__(self, key: str) -> object:
        self.seen.append(key)
        return super().__getitem__(key)


class Lazy:
    """A proxy that fetches what it stands for as soon as its class is expected."""

    fetched = 0

    @property  # type: ignore[misc] # a proxy may, whatever types say
    def __class__(self) -> type:
        type(self).fetched += 1
        return int


def test_runs_nothing_of_the_users(shell: TestingShell) -> None:
    """No property, look-up or proxy of the user's is run: not on the way to a position, nor to find
    the positions."""
    watched, mapped = Watched(), Mapped(a=InteractiveProvider(Walk(), seed=1).walk)
    module, asked = ModuleType("module"), list[str]()
    module.__getattr__ = lambda name: asked.append(name) or watched.inner  # type: ignore[method-assign,func-returns-value]
    shell.user_ns.update(
        watched=watched, mapped=mapped, lazy=Lazy(), module=module, p=watched.inner
    )
    matcher = shell.extension.matcher
    for text in (
        "watched.held.",
        "watched.position.",
        "watched['a'].",
        "watched.no_such.",
        "mapped['a'].",
        "lazy.",
        "module.inner.",
    ):
        assert (text, []) == (text, answer(matcher, text)["completions"])
    assert "p" in [c.text for c in answer(matcher, "%hint ")["completions"]]
    assert ([], [], 0, []) == (watched.seen, mapped.seen, Lazy.fetched, asked)


def test_opens_no_file_that_a_line_names(
    shell: TestingShell, walk_game: Walk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pasted line may be a stranger's, so a parameter that names a file is not followed at
    Tab."""
    monkeypatch.setattr(Walk, "file_parameters", ("width",))
    assert [] == answer(shell.extension.matcher, "toys.walk(width=5).")["completions"]
    assert ORDER == [
        c.text for c in answer(shell.extension.matcher, "toys.walk(seed=5).")["completions"]
    ]


def test_leaves_jedi_alone_where_asked_to(shell: TestingShell, walk_game: Walk) -> None:
    """With ``suppress`` off, and where nothing was found, the other completers are heard."""
    assert answer(shell.extension.matcher, "p.")["suppress"]
    assert not answer(shell.extension.matcher, "x.")["suppress"]
    shell.extension.settings.suppress = False
    assert not answer(shell.extension.matcher, "p.")["suppress"]


def test_a_list_as_long_as_may_be_is_listed(shell: TestingShell) -> None:
    """The first of a longer list come in the game's order, by name and by key; the last says how
    many follow."""
    shell.user_ns["p"] = InteractiveProvider(Walk()).walk(width=9)
    for text in ("p.", "p[", 'p["'):
        shell.extension.settings.max_listed = 9
        whole = answer(shell.extension.matcher, text)["completions"]
        assert 9 == len(whole)
        assert not [c for c in whole if "more" in c.type]
        shell.extension.settings.max_listed = 5
        found = answer(shell.extension.matcher, text)
        assert [c.text for c in whole[:5]] == [c.text for c in found["completions"]]
        assert f"…{BLANK}and{BLANK}4{BLANK}more" in found["completions"][-1].type.replace(
            "\u2060", ""
        )
        assert found["suppress"]


def test_more_than_ipython_takes_are_in_order(either: TestingShell) -> None:
    """Of 700 choices the first 500 are offered in the game's own order, and the rest as soon as a
    letter tells them."""
    either.user_ns["p"] = InteractiveProvider(Walk()).walk(width=700)
    expected = [f"c{number:03}" for number in range(700)]
    assert expected[:500] == either.tab("p.")
    assert expected[600:] == either.tab("p.c6")
    assert 500 == len(answer(either.extension.matcher, 'p["')["completions"])
    assert 111 == len(answer(either.extension.matcher, 'p["c6')["completions"])


class Spoken(Walk):
    """It describes each of its choices."""

    def describe(self, state: State, value: Any) -> str:
        """Where it leads."""
        return f"leads to place {value}"


@pytest.mark.parametrize(("game", "most"), [(Walk(), 11), (Spoken(), 55)])
def test_a_long_list_takes_few_calls(shell: TestingShell, game: Walk, most: int) -> None:
    """Listing hundreds of choices calls a few functions for each, and some more if the game
    describes it."""
    provider = InteractiveProvider(game)
    (name,) = choices(provider)
    shell.user_ns["p"] = getattr(provider, name)(width=480)
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    cursor = Cursor(shell.extension.matcher, "p.", "", [])
    cursor.found()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        cursor.found()
    finally:
        sys.setprofile(before)
    assert calls < 480 * most


def test_in_vs_code_the_type_is_a_kind(shell: TestingShell) -> None:
    """It draws an icon for the kinds that it knows, and asks for the words of the choice that is
    highlighted."""
    shell.user_ns["p"] = games.match_game(seed=7).two_people.row1
    assert {"property"} != {c.type for c in answer(shell.extension.matcher, "p.")["completions"]}
    shell.user_ns["__vsc_ipynb_file__"] = "/a/notebook.ipynb"
    assert {"property"} == {c.type for c in answer(shell.extension.matcher, "p.")["completions"]}
    assert "take3" in [c.text for c in answer(shell.extension.matcher, "p.")["completions"]]


def test_the_position_of_a_board_is_completed(shell: TestingShell) -> None:
    """``w.position.`` and Tab lists the choices where a live board stands; a board is a position
    that a magic takes."""
    pytest.importorskip("anywidget")
    shell.user_ns["w"] = play(games.guess(seed=3))
    assert "n5" in shell.tab("w.position.")
    assert "n5" in [c.text for c in answer(shell.extension.matcher, "w.position.")["completions"]]
    assert "w" in shell.tab("%hint ")
    assert hint(games.guess(seed=3)) == shell.run("%hint w")


def test_a_call_in_a_chain_is_followed_and_draws_no_seed(
    either: TestingShell, walk_game: Walk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its parameters count; a call without any is a fresh game, for which that of the session
    stands in at Tab."""
    monkeypatch.setattr("interactive_provider.heart.play.nodes.fresh_seed", None)
    assert ["c0", "c1"] == either.tab("toys.walk(width=2).c0.")
    assert ["c0", "c1"] == either.tab("toys.walk(width=2).")
    assert ORDER == either.tab("toys.walk().") == either.tab("toys.walk().left.")


def test_what_is_a_value_of_a_call_is_no_parameter_given(either: TestingShell) -> None:
    """Only a name before a sign of equality has been given; a game under way takes none."""
    either.user_ns["toys"] = InteractiveProvider(Count(), seed=1)
    assert ["left="] == answer_texts(either, "toys.count(seed=left, ")
    assert ["seed=", "left="] == answer_texts(either, "toys.count(left, ")
    assert [] == answer_texts(either, "toys.count(left=1).on(")
    assert [] == answer_texts(either, "toys.count[left, ")


def answer_texts(shell: TestingShell, text: str) -> list[str]:
    """The texts that the matcher itself offers."""
    return [completion.text for completion in answer(shell.extension.matcher, text)["completions"]]


NAMES_OF_THE_WORLD = ("हिन्दी", "ไทย", "தமிழ்", "עִבְרִית", "عَرَبِيّ", "ελληνικά", "日本語")


@pytest.mark.parametrize("name", NAMES_OF_THE_WORLD)
def test_names_of_the_world(name: str) -> None:
    """A name in any script is one token, vowel signs and points included."""
    tokens = Scan(f"x = p.{name}.left({name}").tokens
    assert ["x", "=", "p", ".", name, ".", "left", "(", name] == [token.text for token in tokens]


def test_never_raises(
    shell: TestingShell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a game does, and whatever is wrong with us, Tab ends quietly."""
    shell.user_ns["p"] = InteractiveProvider(Unruly()).unruly
    matcher = shell.extension.matcher
    assert 1 == len(answer(matcher, "p.")["completions"])
    assert [] == answer(matcher, "p.out.")["completions"]
    monkeypatch.setattr(matcher, "arguments", None)
    assert [] == answer(matcher, "%hint p")["completions"]
    monkeypatch.setattr(matcher, "_in_time", lambda context: sys.exit("the game is over"))
    assert [] == answer(matcher, "p.")["completions"]
    assert ("", "") == tuple(capsys.readouterr())


def test_fresh_answers(shell: TestingShell, walk_game: Walk) -> None:
    """IPython writes into an answer: the next one is new, and asks for silence of the others."""
    one, other = (answer(shell.extension.matcher, "p.l") for _ in range(2))
    assert one is not other and one["completions"] is not other["completions"]
    assert (True, True, "l") == (one["suppress"], one["ordered"], one["matched_fragment"])
    assert 100 == shell.extension.matcher.match.matcher_priority
    assert 2 == shell.extension.matcher.match.matcher_api_version


@pytest.mark.parametrize("links", [1, 3, 20])
def test_plays(either: TestingShell, walk_game: Walk, links: int) -> None:
    """Tab on k links plays at most k choices, and none the second time."""
    text = "x = p" + ".left" * links + "."
    assert ORDER == either.tab(text)
    assert links == walk_game.plays
    assert ORDER == either.tab(text)
    assert links == walk_game.plays


def test_stages_play_nothing(either: TestingShell) -> None:
    """The stages of a wide menu cost nothing."""
    game = Walk(GROUPED)
    either.user_ns["p"] = InteractiveProvider(game, seed=1).walk
    memory.clear()
    assert ["put", "pass_"] == either.tab("p.")
    assert ["r1", "r2"] == either.tab("p.put.")
    assert ["c1", "c2", "c3"] == either.tab("p.put.r2.")
    assert 0 == game.plays
    assert ["put", "pass_"] == either.tab("p.put.r2.c1.")
    assert 1 == game.plays


def test_jedi_sleeps(shell: TestingShell, walk_game: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where choices were found Jedi is not even asked."""

    def asked(*_: object, **__: object) -> None:
        raise AssertionError("Jedi was asked")

    monkeypatch.setattr(shell.Completer, "_jedi_matches", asked)
    assert ORDER == shell.tab("x = p.left.")


def test_suppress_setting(shell: TestingShell, walk_game: Walk) -> None:
    """The others can be let in again, or the matcher turned off."""
    shell.extension.settings.suppress = False
    assert set(ORDER) == set(shell.tab("p."))
    assert False is answer(shell.extension.matcher, "p.")["suppress"]
    shell.extension.settings.complete = False
    assert [] == answer(shell.extension.matcher, "p.")["completions"]
    assert sorted(ORDER) == shell.tab("p.")


class Judged(Walk):
    """Knows what its choices are worth."""

    asked = 0

    def evaluate(self, state: State) -> dict[str, Verdict]:
        """A verdict on two of three."""
        self.asked += 1
        return {"l": Verdict("wins in 3", 1.0), "o": Verdict("loses", 0.0)}


def test_verdicts(either: TestingShell) -> None:
    """Once switched on, verdicts stand beside the labels, worked out once a position."""
    game = Judged((("left", "l"), ("right", "r"), (("go", "on"), "o")))
    either.user_ns["p"] = InteractiveProvider(game).judged
    behind = f"stage:{BLANK}{line('1 choice: on')}"
    assert ["move", "move", behind] == [c.type for c in either.completions("p.")]
    assert 0 == game.asked
    either.extension.settings.evaluate = True
    wins, loses = f"move:{BLANK}wins{BLANK}in{BLANK}3", f"move:{BLANK}loses"
    assert [wins, "move", f"stage:{BLANK}loses"] == [c.type for c in either.completions("p.")]
    assert [loses] == [c.type for c in either.completions("p.go.")]
    assert [wins, "move", loses] == [c.type for c in either.completions('p["')]
    assert 1 == game.asked
    either.user_ns["q"] = InteractiveProvider(Walk()).walk
    assert ["move"] * 3 == [c.type for c in either.completions("q.")]


def test_presets_are_offered_after_a_game(shell: TestingShell) -> None:
    """As ``%play minesweeper beginner`` is written; a second Tab does not offer all games again."""
    matcher = shell.extension.matcher
    offered = [c.text for c in answer(matcher, "%play minesweeper ")["completions"]]
    assert {"beginner", "daily"} < {*offered}
    assert games.minesweeper.daily == shell.run("%play minesweeper daily")
    assert "chess" not in offered
    told = answer(matcher, "%play basic fir")["completions"]
    assert ["firsts"] == [c.text for c in told]


KINDS = {
    "games.": {"game"},
    "games.minesweeper.": {"preset"},
    "games.minesweeper(": {"parameter"},
    "games.guess(seed=1).": {"key"},
    "games.minesweeper(seed=7).beginner.": {"stage"},
    "games.minesweeper(seed=7).beginner.uncover.r1.": {"move"},
    'games.minesweeper["': {"preset"},
    'games.match_game(seed=7).two_people["': {"move"},
    "%play minesw": {"game"},
    "%evaluate o": {"setting"},
    "%hint here": {"position"},
}


@pytest.mark.parametrize("text", KINDS)
def test_a_type_begins_with_a_kind(either: TestingShell, text: str) -> None:
    """JupyterLab makes a badge of its first letter, which no two kinds in one list share."""
    either.user_ns["here"] = games.guess(seed=1)
    types = {c.type for c in answer(either.extension.matcher, text)["completions"]}
    assert KINDS[text] == {type_.partition(":")[0] for type_ in types}


def test_the_last_row_of_a_cut_list_has_a_kind(shell: TestingShell) -> None:
    """The row that says how many choices follow has the badge of a move, and VS Code's kind
    there."""
    shell.user_ns["p"] = InteractiveProvider(Walk()).walk(width=9)
    matcher = shell.extension.matcher
    shell.extension.settings.max_listed = 5
    assert "move" == answer(matcher, "p.")["completions"][-1].type.partition(":")[0]
    shell.user_ns["__vsc_ipynb_file__"] = "some.ipynb"
    assert "property" == answer(matcher, "p.")["completions"][-1].type


def test_fifty_links(shell: TestingShell, walk_game: Walk) -> None:
    """A chain of 50 links is answered within 5 ms of work."""
    text = "x = p" + ".left.on" * 25 + "."
    assert 3 == len(answer(shell.extension.matcher, text)["completions"])
    spent = []
    for _ in range(5):
        before = time.process_time()
        answer(shell.extension.matcher, text)
        spent.append(time.process_time() - before)
    assert min(spent) < 0.005


class Reader(Game[State]):
    """A game that goes on from a board as text, and whose `new_state` does not say so."""

    presets: ClassVar = {"small": {"width": 1}}

    def new_state(self, rng: Random, width: int = 2) -> State:
        """Nothing to choose."""
        return State()

    def read_board(self, text: str) -> State:
        """The same for any text."""
        return State()


def test_a_game_that_reads_boards_offers_a_position_among_its_parameters(
    shell: TestingShell,
) -> None:
    """Its `new_state` need not have the parameter."""
    shell.push({"mine": InteractiveProvider(Reader)})
    assert ["seed=", "width=", "position="] == shell.tab("mine.reader(")
