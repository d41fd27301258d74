"""The widget in Python: its messages, its queue, its locks and its end."""

from __future__ import annotations

import base64
import gc
import importlib
import json
import re
import sys
import threading
import time
import weakref
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import comm
import ipywidgets
import ipywidgets.embed
import pytest
import traitlets
from comm.base_comm import BaseComm
from ipywidgets.widgets import widget as ipywidgets_widget

from interactive_provider import board as board_of
from interactive_provider import (
    check,
    choose,
    describe,
    evaluate,
    games,
    hint,
    history,
    line,
    load,
    options,
    outcome,
    parameters,
    path,
    play,
    replay,
    restart,
    save,
    seed,
    share,
    solve,
    summary,
    transcript,
    undo,
)
from interactive_provider.analysis import count, simulate, tree
from interactive_provider.boards import Board
from interactive_provider.errors import ChoiceError
from interactive_provider.widget import bundle, payload
from interactive_provider.widget.board_widget import BoardWidget, widget_of_game
from tests.patience import PATIENCE
from tests.sure import sure
from tools import page_program
from tools.isolation import REPOSITORY

from ..rendering.games import Ask, Hostile, Slide, Switch, Torn, start


class _Recorded(BaseComm):
    """A comm whose messages are kept instead of sent."""

    messages: list[tuple[str, int]] = []

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,
        buffers: Any = None,
        **keys: Any,
    ) -> None:
        size = len(json.dumps([data, metadata, keys], ensure_ascii=False).encode()) + sum(
            map(len, buffers or ())
        )
        self.messages.append((msg_type, size))


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """What is sent to the page, as pairs of type and bytes."""
    monkeypatch.setattr(comm, "create_comm", _Recorded)
    _Recorded.messages.clear()
    yield _Recorded.messages
    _Recorded.messages.clear()


def _order(number: int, page: str = "page", **what: Any) -> dict[str, Any]:
    return {"page": page, "number": number, "seen": 1, **what}


def _press(number: int, row: int, column: int, page: str = "page") -> dict[str, Any]:
    return _order(number, page, do="gesture", gesture="press", at=[row, column])


def test_a_board_is_shown_with_one_small_message(messages: list[tuple[str, int]]) -> None:
    """An expert's field of 480 squares takes less than 6 kB; its layout is made and sent if
    somebody asks for it."""
    board = play(games(seed=7).minesweeper.expert)
    assert [kind for kind, _ in messages] == ["comm_open"]
    assert messages[0][1] < 6000
    board.layout.width = "30em"
    assert [kind for kind, _ in messages] == ["comm_open", "comm_open", "comm_msg", "comm_msg"]


def test_a_click_is_answered_by_one_message(messages: list[tuple[str, int]]) -> None:
    """However many squares it opens."""
    board = play(games(seed=7).minesweeper.expert)
    messages.clear()
    board.set_state({"_queue": [_press(1, 8, 15)]})
    assert [kind for kind, _ in messages] == ["comm_msg"]
    assert messages[0][1] < 8000
    p = games(seed=7).minesweeper.expert
    assert board.position == choose(p, ("uncover", 9, 16))


def test_twenty_fast_clicks_are_twenty_moves() -> None:
    """The queue grows at its end; orders that are repeated in it are done once."""
    board = play(start(Switch, rows=4, columns=5))
    queue = [_press(n + 1, n // 5, n % 5) for n in range(20)]
    for sent in (queue[:1], queue[:7], queue[:7], queue[3:20]):
        board.set_state({"_queue": sent})
    assert len(board.position._state.on) == 20
    assert board._view["done"] == {"page": 20}


@pytest.mark.slow
def test_two_pages_on_one_kernel_number_for_themselves() -> None:
    """Neither page's orders count as the other's."""
    board = play(start(Switch))
    board.set_state({"_queue": [_press(1, 0, 0, "one")]})
    board.set_state({"_queue": [_press(1, 1, 1, "two")]})
    assert board.position == start(Switch).r1.c1.r2.c2
    for page in range(200):
        board.set_state({"_queue": [_press(1, 0, 0, str(page))]})
    assert len(board._view["done"]) <= 50


def test_position_and_line_follow_and_may_be_set() -> None:
    """What was clicked is code, and code moves the board."""
    p = start(Slide)
    board = play(p)
    board.do("step")
    assert board.position == p.tile_2
    assert board.line == line(p.tile_2)
    board.position = p
    assert board.position == p
    assert board._view["text"] == "Bring 2 tiles into order."
    with pytest.raises(ChoiceError, match="42 cannot be shown as a game"):
        board.position = 42
    assert board.position == p
    built_in = play(games(seed=7).minesweeper.beginner)
    built_in.set_state({"_queue": [_press(1, 3, 3)]})
    assert replay(built_in.line) == built_in.position


EXPORT = r"export(?: function |\{\w+ as )(\w+)"
"""What the program names for those who call it, joined or small."""


def test_the_program_is_sent_when_a_page_asks() -> None:
    """It is the script and the style of every role, packed."""
    board = play(start(Switch))
    assert board._program == b""
    board.set_state({"_queue": [_order(1, "loader", do="program")]})
    program = zlib.decompress(board._program).decode()
    assert ["render"] == re.findall(EXPORT, program)
    assert ".ip-exploded" in program
    assert "innerHTML" not in program


def _modules() -> list[Path]:
    """The files that are joined into the page's program."""
    folder = Path(bundle.__file__).parent / "frontend"
    return [
        path
        for path in folder.rglob("*.js")
        if path.name not in ("loader.js", "types.js")
        and not {"tests", "node_modules", "dist"}.intersection(path.parts)
    ]


def test_no_two_modules_of_the_program_begin_the_same_name() -> None:
    """They stand in one module when they are joined."""
    named = r"(?m)^(?:export )?(?:async )?(?:const|let|function|class) (\w+)"
    names = [name for path in _modules() for name in re.findall(named, path.read_text("utf-8"))]
    assert len(names) > 100
    assert [] == [name for name in set(names) if names.count(name) > 1]


def test_every_module_can_be_joined() -> None:
    """It imports names from a file and exports what it defines, at the beginning of a line: nothing
    else is taken off when modules are joined."""
    plain = (
        r'import \{[^}]*\} from "\.{1,2}/[\w./]+\.js";|export (?:async )?(?:const|function|class) '
    )
    words = r"(?m)^(?:import\b(?! \()|export\b).*"
    assert [] == [
        (path.name, line)
        for path in _modules()
        for line in re.findall(words, re.sub(plain, "", path.read_text("utf-8")))
    ]
    assert "import {" not in bundle.joined("")


def test_a_small_program_of_other_files_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's change is seen at once, whatever was made small before."""
    program = bundle.joined(bundle.style())
    texts = {"dist/page.js": f"{bundle.mark(program)}\nsmall"}
    read = bundle.text
    monkeypatch.setattr(bundle, "text", lambda name: texts.get(name) or read(name))
    assert "small" == bundle.bundle.__wrapped__()
    texts["dist/page.js"] = f"{bundle.mark('other')}\nsmall"
    assert program == bundle.bundle.__wrapped__()


def test_the_program_is_small() -> None:
    """A board is there at once on a slow line, too: the program and its style need 44 kB."""
    command = page_program.esbuild()
    if command is None:
        pytest.skip("esbuild is not here: npm brings it")
    small = page_program.small_program(command)
    assert len(zlib.compress(small.encode(), 9)) <= 44_000


@pytest.mark.slow
def test_three_hundred_boards_leave_nothing_when_closed() -> None:
    """No comm, no instance, no model."""
    before = len(ipywidgets_widget._instances)
    kept = []
    for _ in range(300):
        board = play(start(Switch))
        board.close()
        kept.append(weakref.ref(board))
        del board
    gc.collect()
    assert len(ipywidgets_widget._instances) == before
    assert [ref() for ref in kept if ref() is not None] == []


def test_a_board_that_was_interrupted_before_it_was_made_is_closed() -> None:
    """Python closes it when it goes, and prints whatever that raises."""
    BoardWidget.__new__(BoardWidget).close()


def test_closing_twice_is_no_fault_and_the_position_stays() -> None:
    """What was reached can be played on without the board."""
    board = play(start(Slide))
    board.do("step")
    board.close()
    board.close()
    assert board.position == start(Slide).tile_2


def test_clicks_from_several_threads_are_done_one_after_the_other() -> None:
    """Each click of each thread is a move, whatever runs beside it."""
    board = play(start(Switch, rows=4, columns=5))

    def click(row: int) -> None:
        for column in range(5):
            board.set_state({"_queue": [_press(column + 1, row, column, f"page {row}")]})
            time.sleep(0)

    threads = [threading.Thread(target=click, args=(row,)) for row in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(board.position._state.on) == 20


def test_the_position_can_be_read_while_a_click_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader never waits for a thinking solver, and sees a whole position."""
    p = start(Slide)
    board = play(p)
    at_work, go_on = threading.Event(), threading.Event()
    act = board._session.act

    def slow(order: Any) -> None:
        at_work.set()
        assert go_on.wait(PATIENCE)
        act(order)

    monkeypatch.setattr(board._session, "act", slow)
    thread = threading.Thread(target=board.do, args=("step",))
    thread.start()
    assert at_work.wait(PATIENCE)
    assert board.position == p
    go_on.set()
    thread.join()
    assert board.position == p.tile_2


def test_pages_without_widgets_get_the_board_as_text() -> None:
    """The plain text beside the widget is a line of Python and the board."""
    data, _ = play(start(Switch, rows=1, columns=2))._repr_mimebundle_()
    assert data["text/plain"].splitlines()[1:] == ["", ". ."]
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "How many?" in play(start(Ask))._repr_mimebundle_()[0]["text/plain"]


def test_colab_is_told_where_its_widgets_program_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """If Colab's module is there, its manager for widgets is switched on, and the board's view
    names it."""
    switched: list[bool] = []
    colab = ModuleType("google.colab.output")
    monkeypatch.setattr(
        colab, "enable_custom_widget_manager", lambda: switched.append(True), raising=False
    )
    monkeypatch.setattr(
        colab, "_widgets", SimpleNamespace(_installed_url="https://widgets.example"), raising=False
    )
    monkeypatch.setitem(sys.modules, "google.colab.output", colab)
    data, more = play(start(Switch))._repr_mimebundle_()
    view = "application/vnd.jupyter.widget-view+json"
    assert "https://widgets.example" == more[view]["colab"]["custom_widget_manager"]["url"]
    assert switched and view in data


@pytest.mark.parametrize("game", [Hostile, Torn])
def test_the_worst_games_make_widgets(game: Any, messages: list[tuple[str, int]]) -> None:
    """Their words are data like any other."""
    board = play(start(game))
    assert isinstance(board, BoardWidget)
    assert 1 == len(messages)


def test_one_widget_serves_a_game() -> None:
    """Shown move by move, a game has one widget; closed, or with another seed, it has a new one."""
    p = games(seed=7).minesweeper.beginner
    board = widget_of_game(p)
    assert widget_of_game(p.uncover.r4.c4) is board
    assert board.position == p.uncover.r4.c4
    assert widget_of_game(games(seed=8).minesweeper.beginner) is not board
    board.close()
    again = widget_of_game(p)
    assert again is not board
    assert again.position == p


def test_a_board_is_shown_while_it_is_clicked_from_other_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Eight threads show the board and read it as text while eight click: none meets a board that
    is not there."""
    board, faults = play(start(Switch, rows=4, columns=5)), []
    while_told: list[Board | None] = []

    def tell(shown: Board) -> Any:
        while_told.append(board._session.board())
        return told(shown)

    told = payload.board_payload
    monkeypatch.setattr(payload, "board_payload", tell)

    def work(number: int) -> None:
        try:
            for turn in range(30):
                if number % 2:
                    board.set_state(
                        {"_queue": [_press(turn + 1, turn % 4, number % 5, page=f"page {number}")]}
                    )
                    board.do("hint")
                else:
                    assert board._as_text().startswith("play(")
                    assert board._session.board() is not None
        except BaseException as fault:  # noqa: BLE001 - a thread's fault is the test's
            faults.append(fault)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert [] == faults
    assert while_told and None not in while_told


FORGED: tuple[Any, ...] = (
    None,
    5,
    "undo",
    [],
    {},
    {"page": "page"},
    {"number": 1},
    {"page": 5, "number": 1},
    {"page": [], "number": 1},
    {"page": "page", "number": "1"},
    {"page": "page", "number": None},
    {"page": "other", "number": True, "do": "undo"},
    {"page": "page", "number": float("nan")},
    {"page": "p" * 1_000, "number": 1},
    {"do": "undo"},
)


@pytest.mark.parametrize("forged", FORGED, ids=repr)
def test_a_forged_order_is_passed_over(forged: Any) -> None:
    """The good ones before and after it in one message are done, and nothing of it is kept."""
    board = play(start(Switch))
    board.set_state({"_queue": [_press(1, 0, 0), forged, _press(2, 1, 1)]})
    assert board.position == start(Switch).r1.c1.r2.c2
    assert {"page": 2} == board._view["done"] == board._done


@pytest.mark.parametrize(
    "details", [{}, {"at": 5}, {"at": [0]}, {"at": [[], {}]}, {"seen": []}, {"gesture": {}}]
)
def test_an_order_of_another_shape_is_answered(details: dict[str, Any]) -> None:
    """It is acknowledged, its board stays as it was, and the next one is done."""
    board = play(start(Switch))
    board.set_state({"_queue": [{**_press(1, 0, 0), "at": None, **details}, _press(2, 1, 1)]})
    assert board.position == start(Switch).r2.c2
    assert {"page": 2} == board._view["done"]


def test_an_order_that_stands_twice_in_a_message_is_done_once() -> None:
    """However a queue was put together."""
    board = play(start(Switch))
    board.set_state({"_queue": [_press(1, 0, 0), _press(1, 0, 0)]})
    assert board.position == start(Switch).r1.c1


@pytest.mark.parametrize(
    "state",
    [{"_view": {"evil": 1}}, {"_esm": "evil"}, {"_program": b"evil"}, {"_program_key": "evil"}, {"layout": 5},
     {"_queue": 5}, {"_queue": None}, {"_anywidget_id": "evil"}, {"no_such": 1}],
    ids=repr,
)  # fmt: skip
def test_a_page_sets_nothing_but_its_orders(state: dict[str, Any]) -> None:
    """What the kernel says (the view, the program, its own code) no page can put words into."""
    board = play(start(Switch))
    names = ("_view", "_esm", "_program", "_program_key", "_queue", "_anywidget_id", "layout")
    before = [getattr(board, name) for name in names]
    board.set_state(state)
    assert before == [getattr(board, name) for name in names]


@pytest.mark.slow
def test_an_order_is_done_once_however_many_pages_have_been_loaded() -> None:
    """Two hundred others ask for the program, and the first page sends its queue again."""
    board = play(start(Switch))
    board.set_state({"_queue": [_press(1, 0, 0, "mine")]})
    for number in range(200):
        board.set_state({"_queue": [_order(1, f"loader {number}", do="program")]})
    assert len(board._view["done"]) <= 50
    seen = {"seen": board._view["number"]}
    board.set_state({"_queue": [_press(1, 0, 0, "mine") | seen, _press(2, 1, 1, "mine") | seen]})
    assert board.position == start(Switch).r1.c1.r2.c2


def test_the_page_that_was_heard_of_last_is_forgotten_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago it was first heard of."""
    monkeypatch.setattr("interactive_provider.widget.board_widget._KEPT_PAGES", 3)
    board = play(start(Switch))
    for number, page in enumerate(("mine", "one", "two", "mine", "three", "four"), 1):
        board.set_state({"_queue": [_order(number, page, do="check")]})
    assert ["mine", "three", "four"] == list(board._done)


def test_a_closed_board_is_renewed_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was to be kept of it in a moment is not published after its end."""
    import asyncio

    async def played_and_closed() -> list[Any]:
        board, published = play(start(Switch)), list[Any]()
        board._kept.name = "shown"
        monkeypatch.setattr(board._kept, "_publish", lambda update: published.append(update))
        monkeypatch.setattr("interactive_provider.widget.snapshot.REST", 0.01)
        board.set_state({"_queue": [_press(1, 0, 0)]})
        board.close()
        await asyncio.sleep(0.05)
        return published

    assert [] == asyncio.run(played_and_closed())


def test_position_line_and_outcome_can_be_observed() -> None:
    """Whether a program or a click moves the board; how a game ended is heard once."""
    board, heard = play(games.guess(seed=3)), []
    board.observe(
        lambda change: heard.append((change["name"], change["new"])),
        ["position", "line", "outcome"],
    )
    board.position = games.guess(seed=3)(50)
    assert {("position", games.guess(seed=3)(50)), ("line", "games.guess(seed=3)(50)")} == set(
        heard
    )
    heard.clear()
    board.do("type", text=str(hint_chain(games.guess(seed=3)(50))[0]))
    assert {"position", "line"} <= {name for name, _ in heard}
    while board.outcome is None:
        board.do("step")
    assert [("outcome", "won")] == [one for one in heard if one[0] == "outcome"]
    board.do("undo")
    assert board.outcome is None


def hint_chain(p: Any) -> list[int]:
    """The guess that a hint advises."""
    found = hint(p)
    assert found is not None
    return [found.value]


def test_boards_are_linked() -> None:
    """Two boards of one position move together, whichever is played; a label may follow the
    line."""
    first, second = play(games.guess(seed=3)), play(games.guess(seed=3))
    label = ipywidgets.Label()
    traitlets.link((first, "position"), (second, "position"))
    traitlets.dlink((first, "line"), (label, "value"))
    first.do("type", text="50")
    second.do("type", text="25")
    assert games.guess(seed=3)(50)(25) == first.position == second.position
    assert line(first.position) == label.value == first.line == second.line
    assert "25" in first._view["line"]


def test_line_and_outcome_are_the_boards_to_say() -> None:
    """Neither a program nor the page may set them."""
    board = play(games.guess(seed=3))
    for name in ("line", "outcome"):
        with pytest.raises(traitlets.TraitError):
            setattr(board, name, "won")
    board.set_state({"line": "games", "outcome": "won"})
    assert (line(games.guess(seed=3)), None) == (board.line, board.outcome)


def test_a_layout_is_a_widgets_own() -> None:
    """Given when the board is made or changed afterwards; an option that no widget has is refused
    by name."""
    assert (
        "350px" == play(games.guess(seed=3), layout=ipywidgets.Layout(width="350px")).layout.width
    )
    board = play(games.guess(seed=3))
    board.layout.width = "30em"
    assert "30em" == board.layout.width
    with pytest.raises(TypeError, match=r"no option 'layuot'. Did you mean 'layout'\?"):
        play(games.guess(seed=3), layuot=None)


@pytest.mark.parametrize(
    "name", ["foo", "_view", "_esm", "comm", "keys", "line", "outcome", "position"]
)
def test_an_option_that_a_board_does_not_have_is_told_those_that_it_has(name: str) -> None:
    """Only what one may set is listed or accepted, none of the traits by which a board is shown."""
    with pytest.raises(
        TypeError, match=f"no option '{name}'. There are: layout, tabbable, tooltip."
    ):
        play(games.guess(seed=1), **{name: None})


def test_a_page_of_its_own_has_the_program() -> None:
    """``embed_minimal_html`` writes all that draws the board: no kernel is there to be asked for
    it."""
    board = play(games.guess(seed=3))
    state = ipywidgets.embed.embed_data([board])["manager_state"]["state"][board.model_id]
    (program,) = [one for one in state["buffers"] if one["path"] == ["_program"]]
    assert ["render"] == re.findall(
        EXPORT, zlib.decompress(base64.b64decode(program["data"])).decode()
    )


SCHEMAS = REPOSITORY / "build/schemas/node_modules/@jupyter-widgets/schema/v2"
"""The set-up brings it (`make setup`)."""

JUDGED: dict[str, Callable[[], Any]] = {
    "minesweeper": lambda: games.minesweeper(seed=7).beginner.uncover.r4.c4,
    "sliding": lambda: games.sliding(seed=7, rows=3, columns=3),
    "capture": lambda: games.capture(seed=7).gentle_1,
    "a game of two": lambda: games.k_in_a_row(seed=7).connect_four.column4,
    "nim": lambda: games.match_game(seed=7).two_people,
    "numbers": lambda: games.guess(seed=7)(50),
    "choices": lambda: games.chemistry(seed=7),
    "a program": lambda: games.basic.lighthouse(seed=7),
    "a story": lambda: games.stories.bell_under_the_ice(seed=7),
    "an adventure": lambda: games.adventures.orchard_gate(seed=7),
    "hostile words": lambda: start(Hostile),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGED)
def test_the_state_of_a_board_fits_the_published_schema(name: str) -> None:
    """Of ipywidgets, for states and for views: as a page of its own has it, and as a notebook
    keeps it."""
    # It is not in the environments of the oldest and the newest Python.
    jsonschema: Any = importlib.import_module("jsonschema")

    state, view = (
        jsonschema.validators.validator_for(schema)(schema)
        for schema in (
            json.loads((SCHEMAS / f"{kind}.schema.json").read_text("utf-8"))
            for kind in ("state", "view")
        )
    )
    board = play(JUDGED[name]())
    embed: Any = ipywidgets.embed
    page = embed.embed_data([board])
    kept = embed.Widget.get_manager_state(widgets=[board])
    for one in (page["manager_state"], kept):
        assert board.model_id in one["state"]
        assert [] == [fault.message for fault in state.iter_errors(json.loads(json.dumps(one)))]
    assert [] == [fault.message for one in page["view_specs"] for fault in view.iter_errors(one)]


@pytest.mark.slow
def test_what_a_notebook_keeps_fits_its_published_schema() -> None:
    """Each public object as IPython's formatter writes it into an output of a cell."""
    import nbformat
    from IPython.core.interactiveshell import InteractiveShell

    p = games.k_in_a_row(seed=7).noughts_and_crosses
    shown = [games, games.minesweeper, p, p.row1, play(p), board_of(p), hint(p), options(p)]
    shown += [tree(p, 1), count(p, 2), simulate(p, 5, progress=False), start(Hostile)]
    formatter = InteractiveShell().display_formatter
    outputs = []
    for thing in shown:
        data, metadata = sure(formatter).format(thing)
        outputs.append(
            nbformat.v4.new_output("execute_result", data, metadata=metadata, execution_count=1)
        )
    cell = nbformat.v4.new_code_cell("shown", execution_count=1, outputs=outputs)
    nbformat.validate(nbformat.v4.new_notebook(cells=[cell]))


def test_functions_take_a_board(tmp_path: Path) -> None:
    """Wherever a position is taken, one that is played on stands for where it stands."""
    p = games.guess(seed=3)(50)
    board = play(p)
    assert p == play(board).position
    takers: list[Any] = [
        outcome,
        path,
        line,
        options,
        history,
        transcript,
        seed,
        parameters,
        check,
        summary,
        share,
        undo,
        restart,
    ]
    for function in takers:
        assert function(p) == function(board), function
    assert str(hint(p)) == str(hint(board))
    assert p(25) == choose(board, 25)
    assert describe(p, 25) == describe(board, 25)
    assert games.guess(seed=3)(50) != restart(board, "fresh")
    save(board, tmp_path / "game.json")
    assert p == load(tmp_path / "game.json")
    noughts = games.k_in_a_row(seed=1).noughts_and_crosses.row2.column2
    w = play(noughts)
    assert evaluate(noughts) == evaluate(w)
    assert solve(noughts).values == solve(w).values
    assert count(noughts, 1).states == count(w, 1).states
    assert str(tree(noughts, 1)) == str(tree(w, 1))
    assert simulate(noughts, 2, progress=False).games == simulate(w, 2, progress=False).games
    assert str(board_of(noughts)) == str(board_of(w))
    with pytest.raises(ChoiceError, match="has not begun"):
        hint(play(games.minesweeper))


def test_a_surfaces_rules_are_sent_once_with_its_first_board() -> None:
    """The program does not hold them: most boards lie on one surface."""
    rack = play(games.k_in_a_row(seed=1).connect_four)
    before = rack._surfaces
    assert {"rack"} == before.keys()
    assert ".ip-on-rack" in before["rack"]
    rack.position = choose(rack.position, options(rack.position)[0])
    assert before is rack._surfaces
    assert {"frame"} == play(games.minesweeper(seed=1).beginner)._surfaces.keys()


def test_a_pieces_picture_is_sent_once_when_it_is_first_seen() -> None:
    """A rack's discs with the first board, a promotion's queen when it is asked for, nothing for
    boards of numbers."""
    rack = play(games.k_in_a_row(seed=1).connect_four)
    assert {"red-disc"} <= rack._pieces.keys()
    before = rack._pieces
    rack.do("hint")
    assert before is rack._pieces
    rack.position = choose(rack.position, options(rack.position)[0])
    assert {"red-disc", "yellow-disc"} <= rack._pieces.keys()
    assert all(image.startswith("data:image/svg+xml,") for image in rack._pieces.values())
    assert {} == play(games.sliding(seed=1).eight)._pieces
    assert "mine" not in play(games.minesweeper(seed=1).beginner)._pieces
