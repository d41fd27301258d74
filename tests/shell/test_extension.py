"""Loading, display and settings; after unloading nothing is left."""

from __future__ import annotations

import builtins
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from IPython.utils.capture import capture_output
from traitlets import TraitError
from traitlets.config import Config

import interactive_provider
from interactive_provider import InteractiveProvider, games, hint, line, solve
from interactive_provider.game import Check, Hint, Number, Solution
from interactive_provider.heart.choices.synthesis import Node, choices
from interactive_provider.heart.play.nodes import Live
from interactive_provider.shell.display import help_on
from interactive_provider.shell.extension import functions, loaded
from interactive_provider.shell.magics import MAGICS
from interactive_provider.support.readable import PlainText
from tests.heart.toys import GROUPED, Ask, Count, Walk
from tests.shell.shells import TestingShell, raising_shell
from tests.sure import sure


@pytest.fixture
def bare(tmp_path: Path) -> Any:
    """A shell without the extension."""
    with raising_shell(tmp_path) as shell:
        for name in ("save", "load", "load_ext", "config"):
            shell.find_line_magic(name)  # IPython 9.18 loads its own when they are first asked for
        yield shell


def traces(shell: TestingShell) -> dict[str, Any]:
    """All that an extension might leave behind."""
    formatter = shell.display_formatter
    assert formatter is not None
    every = [
        formatter.mimebundle_formatter,
        formatter.ipython_display_formatter,
        *formatter.formatters.values(),
    ]
    return {
        "names": {name for name in shell.user_ns if not name.startswith("_")},
        "hidden": {name for name in shell.user_ns_hidden if not name.startswith("_")},
        "matchers": list(shell.Completer.custom_matchers),
        "magics": {kind: dict(table) for kind, table in shell.magics_manager.magics.items()},
        "registry": set(shell.magics_manager.registry),
        "configurables": list(map(type, shell.configurables)),
        "formatters": [(dict(f.type_printers), dict(f.deferred_printers)) for f in every],
        "hooks": dict(getattr(shell.inspector, "mime_hooks", {})),
        "events": {name: list(hooks) for name, hooks in shell.events.callbacks.items()},
        "loaded": loaded(shell),
    }


def test_leaves_nothing(bare: TestingShell) -> None:
    """After unloading the shell is what it was."""
    before = traces(bare)
    for _ in range(2):
        bare.run("%load_ext interactive_provider")
        assert games is bare.user_ns["games"]
        assert 1 == len(bare.Completer.custom_matchers)
        bare.run("%unload_ext interactive_provider")
        after = traces(bare)
        assert before == after


def test_reload_leaves_one(bare: TestingShell) -> None:
    """However often it is loaded there is one of everything."""
    bare.run("%load_ext interactive_provider")
    once = traces(bare)
    bare.run("%reload_ext interactive_provider")
    interactive_provider.load_ipython_extension(bare)
    again = traces(bare)
    for part in ("configurables", "registry", "hidden"):
        assert once[part] == again[part]
    assert 1 == len(again["matchers"])
    assert [len(printers) for printers, _ in once["formatters"]] == [
        len(p) for p, _ in again["formatters"]
    ]
    bare.run("%unload_ext interactive_provider")
    assert [] == bare.Completer.custom_matchers


def test_unloading_what_was_not_loaded(bare: TestingShell) -> None:
    """Unloading twice is no mistake."""
    interactive_provider.unload_ipython_extension(bare)
    assert None is loaded(bare)


def test_users_games(bare: TestingShell) -> None:
    """A variable games of the user's stays, which is told in one line; ours is no reason to tell
    anything."""
    bare.user_ns["games"] = ["chess"]
    with capture_output() as captured:
        bare.run("%load_ext interactive_provider")
    assert ["kept: games."] == [output.data["text/plain"][24:36] for output in captured.outputs]
    assert "" == captured.stdout
    bare.run("%unload_ext interactive_provider")
    assert ["chess"] == bare.user_ns["games"]
    bare.user_ns["games"] = games
    with capture_output() as captured:
        bare.run("%load_ext interactive_provider")
    assert ("", []) == (captured.stdout, captured.outputs)
    bare.run("%unload_ext interactive_provider")
    assert games is bare.user_ns["games"]


def test_games_is_not_listed(shell: TestingShell) -> None:
    """``%who`` lists what the user made."""
    with capture_output() as captured:
        shell.run("%who")
    assert "games" not in captured.stdout


def test_changed_meanwhile(bare: TestingShell) -> None:
    """What the user puts in our place after loading stays."""
    bare.run("%load_ext interactive_provider")
    bare.run("games = 3")
    bare.run("%unload_ext interactive_provider")
    assert 3 == bare.user_ns["games"]


# Display -----------------------------------------------------------------------------------


def shown(shell: TestingShell, thing: object) -> dict[str, str]:
    """What a front end is sent."""
    formatter = shell.display_formatter
    assert formatter is not None
    found: dict[str, str] = formatter.format(thing)[0]
    return found


@pytest.fixture
def html(shell: TestingShell) -> TestingShell:
    """A shell whose front end takes everything."""
    assert shell.display_formatter is not None
    shell.display_formatter.active_types = shell.display_formatter.format_types
    return shell


def test_both_kinds(html: TestingShell) -> None:
    """A position is shown as HTML and as text, all escaped; in a list by its line."""
    p = InteractiveProvider(Count(), seed=1).count(left=1)
    found = shown(html, p)
    assert {"text/plain", "text/html"} == set(found)
    assert "Countdown &lt;script&gt;" in found["text/html"] and "<script" not in found["text/html"]
    assert f"{p.__doc__}\nType  _.  and press Tab to see your choices." == found["text/plain"]
    assert f"[{p!r}]" == shown(html, [p])["text/plain"]


def test_text_only(html: TestingShell) -> None:
    """With display = 'text' there is no HTML, neither of positions nor of boards nor of results nor
    of the catalogue."""
    html.extension.settings.display = "text"
    board = interactive_provider.board(games.minesweeper(rows=4, columns=5, mines=3, seed=1))
    for thing in (games, games.minesweeper, games.guess(seed=1), board, Hint(1, "so")):
        assert {"text/plain"} == set(shown(html, thing))


def test_boards(html: TestingShell) -> None:
    """A board is shown as a table and as text."""
    found = shown(
        html, interactive_provider.board(games.minesweeper(rows=4, columns=5, mines=3, seed=1))
    )
    assert "<table" in found["text/html"]
    assert len(found["text/plain"].splitlines()) >= 4


def test_colours(html: TestingShell) -> None:
    """Colours only if they were asked for or a terminal shows them."""
    p = games.minesweeper(rows=4, columns=5, mines=3, seed=1)
    assert "\x1b[" not in shown(html, p)["text/plain"]
    html.extension.settings.colour = "always"
    assert "\x1b[" in shown(html, p)["text/plain"]
    assert "\x1b[" in shown(html, interactive_provider.board(p))["text/plain"]
    html.extension.settings.colour = "never"
    assert "\x1b[" not in shown(html, p)["text/plain"]


@pytest.mark.parametrize(
    ("setting", "terminal", "theme"),
    [
        ("auto", "15;0", "dark"),
        ("auto", "0;15", "light"),
        ("auto", "0;7", "light"),
        ("auto", "0;8", "dark"),
        ("auto", "0;default;15", "light"),
        ("auto", "", "dark"),
        ("auto", "odd", "dark"),
        ("light", "15;0", "light"),
        ("dark", "0;15", "dark"),
    ],
)
def test_ground(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch, setting: str, terminal: str, theme: str
) -> None:
    """Colours are chosen for the terminal's ground: as it says, or as the setting does."""
    monkeypatch.setenv("COLORFGBG", terminal)
    shell.extension.settings.colour = "always"
    shell.extension.settings.background = setting
    assert theme == shell.extension.display.theme()
    shell.extension.settings.colour = "never"
    assert None is shell.extension.display.theme()


@pytest.mark.parametrize(
    ("changed", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"colors": "nocolor"}, False),
        ({"colors": "NoColor"}, False),
        ({"terminal": ""}, False),
        ({"page": "yes"}, False),
    ],
    ids=str,
)
def test_a_terminal_that_shows_colours_has_them(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], coloured: bool
) -> None:
    """A prompt in a terminal, unless its environment or IPython's own setting says no; no page,
    file or pipe."""
    monkeypatch.setattr(
        sys, "stdout", SimpleNamespace(isatty=lambda: changed.get("terminal") is None)
    )
    if "page" not in changed:
        monkeypatch.setattr(shell, "pt_app", None, raising=False)
    monkeypatch.setattr(shell, "colors", changed.get("colors", "linux"), raising=False)
    monkeypatch.setenv("TERM", changed.get("TERM", "xterm"))
    monkeypatch.setenv("NO_COLOR", changed.get("NO_COLOR", ""))
    assert coloured == (shell.extension.display.theme() is not None)


def test_what_is_no_position_has_its_page_in_a_coloured_terminal_too(html: TestingShell) -> None:
    """A lobby, a stage, a number being typed and the menu of games; boards are coloured."""
    html.extension.settings.colour = "always"
    grouped: Any = InteractiveProvider(Walk(GROUPED)).walk(seed=1)
    for node in (games, games.minesweeper, grouped.put, games.guess(seed=1).n5):
        beginning = sure(node.__doc__).partition("\n")[0]
        assert beginning in shown(html, node)["text/plain"].splitlines()[0]


def test_the_steps_of_a_solution_are_listed(html: TestingShell) -> None:
    """Each by the names that one types; the note above them."""
    p = games.match_game(rows=(1, 1), misere=False)
    assert ["row1.take1, row2.take1"] == shown(html, solve(p))["text/plain"].splitlines()[1:]


class Sayer(Walk):
    """A game whose title and options are hostile words, and which says more of each option."""

    def __init__(self, words: str) -> None:
        super().__init__(((words, 1), (("go", words), 2)))
        self.title = words  # type: ignore[misc]  # each says its own

    def describe(self, state: Any, value: Any) -> str:
        """More than the label."""
        return f"Something else: {self.title}"


def test_no_hostile_word_reaches_the_terminal_by_ipython(html: TestingShell) -> None:
    """Advice, what a magic tells, and what is said of a choice or of a game, with its parent and
    without."""
    words = "\x1b[2J\u202e"
    named: Any = InteractiveProvider(Walk(((words, 1), ((words, words), 2)))).walk(seed=1)
    choice, stage = choices(named).values()
    talking = InteractiveProvider(Sayer(words), seed=1)
    spoken = talking.sayer(seed=1)
    told = [
        *(
            shown(html, thing)["text/plain"]
            for thing in (PlainText(words), Hint(1, words), Check(True, words))
        ),
        shown(html, Solution((1,), "solved", note=words, names=((words, words),)))["text/plain"],
        *(
            body
            for thing in (choice, stage)
            for node in (None, named)
            for _, body in help_on(thing, node) or ()
        ),
        *(
            body
            for node in (talking, spoken)
            for one in choices(node).values()
            for _, body in help_on(one, node) or ()
        ),
        *(
            str(node.__custom_documentations__.get(name))
            for node in (talking, spoken)
            for name in choices(node)
        ),
        *(
            body
            for node in (named, getattr(named, stage.name))
            for _, body in help_on(node, None) or ()
        ),
    ]
    assert [] == [text for text in told if "\x1b" in text or "\u202e" in text]


def test_words(html: TestingShell) -> None:
    """A hint and a check are shown as sentences."""
    p = games.guess(seed=1)
    assert f"{hint(p)}\n→ (50)" == shown(html, hint(p))["text/plain"]
    assert "No guess was wasted." == shown(html, interactive_provider.check(p))["text/plain"]


@pytest.mark.slow
def test_widget(html: TestingShell) -> None:
    """With display = 'widget' a position is a board that can be clicked; the magics follow what is
    played on it."""
    if find_spec("anywidget") is None:
        with pytest.raises(TraitError, match="pip install"):
            html.extension.settings.display = "widget"
        return
    html.extension.settings.display = "widget"
    p: Node = games.minesweeper(rows=4, columns=5, mines=3, seed=1)
    assert "application/vnd.jupyter.widget-view+json" in shown(html, p)
    assert p == html.extension.display.last
    board = interactive_provider.play(p)
    shown(html, board)
    board.position = games.guess(seed=1)
    assert games.guess(seed=1) == html.extension.display.last


@pytest.mark.parametrize(
    ("label", "said", "told"),
    [
        ("go", "go west, or what is left of it", "go west, or what is left of it"),
        (("row1", "take2"), "Row 1, take 2", "Row 1, take 2"),
        ("go", "Leaves nothing.", "go: Leaves nothing."),
    ],
)
def test_a_label_is_told_once(label: Any, said: str, told: str) -> None:
    """Not again where the description begins with it or spells it out."""

    class Saying(Walk):
        def describe(self, state: Any, value: Any) -> str:
            return said

    node = InteractiveProvider(Saying(((label, 1),))).saying(seed=1)
    node = node if isinstance(label, str) else node.row1
    (choice,) = choices(node).values()
    assert ("Choice", told) == sure(help_on(choice, node))[0]


class Shown(Live):
    """A board that is played on a page."""

    def __init__(self, position: Any) -> None:
        self.position = position
        self.watch: Any = None

    def observe(self, watch: Any, name: str) -> None:
        """Remember who watches."""
        self.watch = watch

    def _repr_mimebundle_(self) -> dict[str, str]:
        return {"text/plain": "a board"}

    def move(self, p: Any) -> None:
        """Go on to a position."""
        before, self.position = self.position, p
        self.watch({"owner": self, "old": before, "new": p})


def test_underscore_follows_the_board_shown_last(shell: TestingShell) -> None:
    """As long as it is that board's position: neither another board nor a value of the user's gives
    way."""
    first, last = (Shown(games.guess(seed=seed)) for seed in (1, 2))
    shell.user_ns.update(first=first, last=last)
    shell.run("first")
    shell.run("last")
    shell.run("%line")
    assert games.guess(seed=2) == shell.user_ns["_"]
    last.move(games.guess(seed=2)(50))
    assert games.guess(seed=2)(50) == shell.user_ns["_"]
    first.position = last.position
    first.move(games.guess(seed=1)(20))
    last.position = games.guess(seed=2)(60)
    first.move(games.guess(seed=2)(50))
    assert games.guess(seed=2)(50) == shell.user_ns["_"]
    shell.run("'mine'")
    last.move(games.guess(seed=2))
    assert "mine" == shell.user_ns["_"]


def test_last_shown(shell: TestingShell) -> None:
    """What is shown last is remembered, however it is shown; what is only named is not."""
    shell.run("p = games.guess(seed=1)")
    assert None is shell.extension.display.last
    shell.run("p")
    assert games.guess(seed=1) == shell.extension.display.last
    shell.run("p(50);")
    shell.run("games")
    shell.run("[p(50)]")
    assert games.guess(seed=1) == shell.extension.display.last
    shell.run("from IPython.display import display\ndisplay(games.guess(seed=1)(20))")
    assert games.guess(seed=1)(20) == shell.extension.display.last
    shell.run("games.minesweeper")
    assert games.minesweeper == shell.extension.display.last


# Help --------------------------------------------------------------------------------------


INTERNALS = ("Class docstring", "String form", "interned", "synthes", "Type:", "File:")


def inspected(shell: TestingShell, text: str) -> dict[str, str]:
    """What Shift-Tab is sent; an IPython before 8.22 has no hooks and cannot be kept from telling
    more."""
    found: dict[str, str] = shell.object_inspect_mime(text)
    if hasattr(shell.inspector, "mime_hooks"):
        assert [] == [word for word in INTERNALS if any(word in told for told in found.values())]
    return found


def test_inspect(shell: TestingShell) -> None:
    """Help on a position shows its page, help on a choice what the game says of it; neither
    plays."""
    game = Walk()
    shell.user_ns["p"] = InteractiveProvider(game, seed=1).walk
    assert "0 steps taken." in inspected(shell, "p")["text/plain"]
    assert "left" in inspected(shell, "p.left")["text/plain"]
    shell.object_inspect("p.left")
    shell.object_inspect_mime("p.left", detail_level=1)
    assert 0 == game.plays


def test_inspected_choice(shell: TestingShell) -> None:
    """Help on a choice shows what the choice is and the board that it is made on, and none of how
    it is made."""
    shell.user_ns["p"] = p = games.match_game(seed=7).random_computer
    found = inspected(shell, "p.row1.take3")
    if "text/markdown" in found:
        assert found["text/plain"].startswith("Choice:   row1 take3: Leaves 4-5-3-1.\nPosition:\n")
        assert "row1 | | | | | | |\n" in found["text/plain"]
        assert found["text/markdown"].startswith("```text\nChoice: row1 take3: Leaves 4-5-3-1.\n")
    assert "Open every square" in inspected(shell, "games.minesweeper")["text/plain"]
    assert (
        "rows 9, columns 9, mines 10"
        in inspected(shell, "games.minesweeper.beginner")["text/plain"]
    )
    assert (
        "uncover row 1, column 1"
        in inspected(shell, "games.minesweeper.beginner.uncover.r1.c1")["text/plain"]
    )
    assert p.__doc__ is not None


def test_markdown(shell: TestingShell) -> None:
    """Where the inspector takes hooks it shows the board as Markdown too, beside what others
    add."""
    if not hasattr(shell.inspector, "mime_hooks"):
        assert "text/markdown" not in shell.object_inspect_mime("games")
        return
    shell.user_ns["p"] = games.minesweeper(rows=4, columns=5, mines=3, seed=1)
    assert shell.object_inspect_mime("p")["text/markdown"].startswith("```text\nMinesweeper")
    assert "text/markdown" not in shell.object_inspect_mime("print")
    assert "Docstring" in shell.object_inspect_mime("print")["text/plain"]


HOSTILE = """\
10 PRINT CHR$(27);"]0;PWNED";CHR$(7)
20 PRINT "```"
30 PRINT "<b>x</b> <img src=http://example.invalid/x.png>"
40 INPUT "````"; A$
"""


def test_text_of_a_program_stays_text(html: TestingShell, tmp_path: Path) -> None:
    """What a program prints neither steers the terminal nor leaves the fence of the Markdown that
    shows it."""
    (tmp_path / "evil.bas").write_text(HOSTILE)
    html.user_ns["p"] = p = InteractiveProvider(tmp_path).evil
    html.user_ns["q"] = p("\x1b[2J\ud800")
    for name in ("p", "q"):
        found = {**shown(html, html.user_ns[name]), **inspected(html, name)}
        assert not {"\x07", "\ud800"} & set("".join(found.values()))
        assert "\x1b" not in shown(html, html.user_ns[name])["text/plain"]
        assert "\x1b]0;" not in found["text/plain"] and "\x1b[2J" not in found["text/plain"]
        assert "\x1b" not in str(html.user_ns[name].__doc__)
        fences = [
            line
            for line in found.get("text/markdown", "").splitlines()
            if line.strip("`") in ("", "text")
        ]
        assert 0 == len(fences) or fences[0].removesuffix("text") == fences[-1] not in fences[1:-1]


def test_reset_gives_everything_back(shell: TestingShell) -> None:
    """After ``%reset`` the games and functions are there again, and what the user deletes stays
    deleted."""
    shell.run("%reset -f")
    shell.run("p = games.guess(seed=1)")
    assert hint(shell.user_ns["p"]) == shell.run("hint(p)")
    shell.run("del games")
    shell.run("1")
    assert "games" not in shell.user_ns


def test_a_line_of_ones_own_folder_can_be_pasted(shell: TestingShell, tmp_path: Path) -> None:
    """A line begins with the provider's name, so a session knows it without an import."""
    (tmp_path / "hello.bas").write_text('10 INPUT "NAME";N$\n')
    written = line(InteractiveProvider(tmp_path).hello(seed=1)("ADA"))
    assert line(shell.run(written)) == written


def test_stages_are_shown_as_positions_are(html: TestingShell) -> None:
    """A choice in the making has a table like its neighbours."""
    p = games.minesweeper(rows=4, columns=5, mines=3, seed=1)
    ask = InteractiveProvider(Ask(Number(0, 90)), seed=1).ask
    assert all(
        "<" in shown(html, node).get("text/html", "")
        for node in (p, p.uncover, p.uncover.r1, ask, ask.n1)
    )


def test_other_hooks(bare: TestingShell) -> None:
    """Somebody else's hook goes on working, and is there again afterwards."""
    hooks = getattr(bare.inspector, "mime_hooks", None)
    if hooks is None:
        bare.run("%load_ext interactive_provider")
        assert not hasattr(bare.inspector, "mime_hooks")
        return

    def theirs(data: Any) -> str:
        return "theirs"

    def theirs_plain(data: Any) -> list[tuple[str, str]]:
        return [("Theirs", "plain")]

    hooks["text/markdown"] = theirs
    hooks["text/plain"] = theirs_plain
    bare.run("%load_ext interactive_provider")
    assert "theirs" == bare.object_inspect_mime("print")["text/markdown"]
    assert "Theirs: plain" == bare.object_inspect_mime("print")["text/plain"]
    assert "theirs" != bare.object_inspect_mime("games")["text/markdown"]
    bare.run("%unload_ext interactive_provider")
    assert {"text/markdown": theirs, "text/plain": theirs_plain} == hooks


# Settings ----------------------------------------------------------------------------------


def test_config_magic(bare: TestingShell) -> None:
    """``%config`` lists the settings, sets them, and refuses what is none."""
    bare.run("%load_ext interactive_provider")
    with capture_output() as captured:
        bare.run("%config")
        bare.run("%config InteractiveProvider")
    assert "InteractiveProvider" in captured.stdout and "max_listed" in captured.stdout
    bare.run("%config InteractiveProvider.display = 'text'")
    found = loaded(bare)
    assert found is not None and "text" == found.settings.display
    with pytest.raises(TraitError):
        found.settings.display = "hologram"


def test_config_file(tmp_path: Path) -> None:
    """Settings from a config file hold from the start."""
    config = Config()
    config.InteractiveProvider.evaluate = True
    config.InteractiveProvider.max_listed = 30
    with raising_shell(tmp_path, config) as shell:
        shell.run("%load_ext interactive_provider")
        assert (True, 30) == (
            shell.extension.settings.evaluate,
            shell.extension.settings.max_listed,
        )


def test_what_looks_ahead_is_offered(shell: TestingShell) -> None:
    """Counting, trees, series and reports can be called as hints can."""
    assert {"count", "tree", "simulate", "report", "hint"} <= set(shell.user_ns)


def test_the_screen_of_programs_has_a_colour(shell: TestingShell) -> None:
    """A BASIC program stands on dark glass; the setting makes its letters amber, or the glass
    paper."""
    start = interactive_provider.games.basic.firsts(seed=1)
    assert 'class="ip-console ip-glass-green' in start._repr_html_()
    assert "#0d1510" in start._repr_html_()
    shell.extension.settings.screen = "amber"
    assert 'class="ip-console ip-glass-amber' in start._repr_html_()
    with pytest.raises(TraitError):
        shell.extension.settings.screen = "blue"
    shell.extension.settings.screen = "green"
    assert "ip-console" not in interactive_provider.games.guess(seed=1)._repr_html_()


def test_three_magics_of_ipythons_need_their_sign(html: TestingShell) -> None:
    """No other magic that works without ``%``, no alias and nothing in a new shell's namespace is
    shadowed; and none of our magics has the name of one of IPython's.
    """
    html.run_line_magic("unload_ext", "interactive_provider")
    magics = {name for kind in html.magics_manager.magics.values() for name in kind}
    own = {*magics, *html.user_ns, *vars(builtins)}
    html.run_line_magic("load_ext", "interactive_provider")
    assert {"history", "load", "save"} == html.extension.offered.keys() & own
    assert set() == MAGICS.keys() & magics
    assert functions().keys() <= html.extension.offered.keys()


@pytest.mark.parametrize("code", ['save(p, "{}")', 'save (p, "{}")', 'save(p, "{}");'])
def test_save_is_a_function_though_ipython_has_such_a_magic(
    html: TestingShell, tmp_path: Path, code: str
) -> None:
    """Without the sign it saves a game, with the sign a cell, without the extension again a
    cell."""
    file = tmp_path / "game.json"
    html.run("p = games.guess(seed=3)(50)")
    html.run(code.format(file))
    assert html.user_ns["p"] == html.run(f'load("{file}")')
    assert 2 == len(html.run("history(p)"))

    html.run(f"%save -f {tmp_path}/cell 1")
    html.run_line_magic("unload_ext", "interactive_provider")
    html.run(f"save -f {tmp_path}/again 1")
    assert ["again.py", "cell.py", "game.json"] == sorted(one.name for one in tmp_path.iterdir())


def test_a_users_own_save_is_never_replaced(html: TestingShell) -> None:
    """Neither when the extension is loaded nor when it goes, nor by ``%reset``."""
    for code in (
        "save = 5",
        "%reload_ext interactive_provider",
        "%unload_ext interactive_provider",
    ):
        html.run(code)
        assert 5 == html.user_ns["save"]


def test_a_users_own_names_are_kept_and_named(html: TestingShell) -> None:
    """In one line."""
    html.run_line_magic("unload_ext", "interactive_provider")
    html.user_ns |= {"board": "chalk", "games": 3}
    with capture_output() as captured:
        html.run_line_magic("load_ext", "interactive_provider")
    (told,) = captured.outputs
    expected = "Your own variables were kept: games, board. Import ours explicitly."
    assert expected == told.data["text/plain"]
    assert ("chalk", 3) == (html.user_ns.pop("board"), html.user_ns.pop("games"))


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("games.minesweeper", ("rows=9", "mines=None", "seed=…")),
        ("begun", ("low=1", "high=100", "seed=…")),
    ],
)
def test_help_on_a_game_names_its_parameters(
    html: TestingShell, code: str, named: tuple[str, ...]
) -> None:
    """With their defaults: of a game in the catalogue, and of one that has begun.

    An IPython without hooks for help shows the page of a game that has begun, and nothing besides.
    """
    html.user_ns["begun"] = games.guess(seed=1)
    shown_help = html.object_inspect_mime(code)["text/plain"]
    has_hooks = hasattr(html.inspector, "mime_hooks")
    expected = named if has_hooks or code != "begun" else ("Guess the number",)
    assert [] == [name for name in expected if name not in shown_help]


EDITED = """
from interactive_provider import Game, State

class Road(State):
    display_options = property(lambda self: ((way(), 1),))

class Walk(Game):
    def new_state(self, rng):
        return Road()
    def process_response(self, state, value, rng):
        return state

def way():
    return "left"
"""


def test_autoreload_brings_the_edited_game(bare: TestingShell, tmp_path: Path) -> None:
    """Nothing that was remembered of the old rules is shown: the menu is that of the new ones."""
    file = tmp_path / "walk.py"
    file.write_text(EDITED)
    bare.user_ns["mine"] = InteractiveProvider(tmp_path, seed=1)
    try:
        bare.run("%load_ext autoreload")
        bare.run("%autoreload 2")
        before = bare.run("dir(mine.walk)")
        file.write_text(EDITED.replace('"left"', '"right"'))
        os.utime(file, (2e9, 2e9))  # a second later for a clock that counts seconds
        after = bare.run("dir(mine.walk)")
    finally:
        bare.run("%autoreload 0")
    assert (["left"], ["right"]) == (before, after)
