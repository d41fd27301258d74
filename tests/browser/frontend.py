"""A person at JupyterLab or Notebook 7: opens a notebook, types, presses Tab, reads and runs.

The waits are on the front end's own promises and states, never on what happens to be visible.
"""

from __future__ import annotations

import ast
import itertools
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page

from tests.patience import PATIENCE

from .server import Server

Answer = TypeVar("Answer")

_PANEL = """
const app = window.jupyterapp;
const panel = [...app.shell.widgets('main')].find(one => one.context && one.context.path === path);
"""

_READY = f"""async ([path]) => {{
    if (!window.jupyterapp) return 'no application yet';
    await window.jupyterapp.restored;
    {_PANEL}
    if (!panel) return 'no notebook panel yet';
    await panel.context.ready;
    await panel.sessionContext.ready;
    const kernel = panel.sessionContext.session?.kernel;
    if (!kernel) return 'no kernel yet';
    await kernel.info;
    return kernel.connectionStatus + ' ' + kernel.status;
}}"""

_OPEN = """async (path) => {
    await window.jupyterapp.commands.execute('docmanager:open', { path, factory: 'Notebook' });
}"""

_CLOSE = """
await panel.sessionContext.shutdown();
panel.context.model.dirty = false;
if (args[0]) panel.dispose();
"""

_COMPLETER = ".jp-Completer:not(.lm-mod-hidden)"

_ITEMS = f"""() => [...document.querySelectorAll('{_COMPLETER} .jp-Completer-item')].map(item => ({{
    name: item.querySelector('.jp-Completer-match')?.textContent ?? '',
    type: item.querySelector('.jp-Completer-typeExtended')?.textContent ?? '',
    active: item.classList.contains('jp-mod-active'),
}}))"""


def wait_for(
    question: Callable[[], Answer],
    good: Callable[[Answer], object],
    seconds: float = PATIENCE,
    what: str = "",
) -> Answer:
    """Ask again and again until the answer is good; raises TimeoutError that shows the last
    answer."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if good(answer):
            return answer
        if time.monotonic() > end:
            raise TimeoutError(
                f"Waited {seconds:g} s for {what or 'an answer'}; the last one was: {answer!r}"
            )
        time.sleep(0.05)


class FrontEnd:
    """One notebook open in one page of a real front end: ``"lab"``, ``"notebook"`` or ``"lite"``.

    Cells are counted from 0. `page` is Playwright's own page, for whatever has no method here;
    `path` is the open notebook's name below the server's root.
    """

    _numbers = itertools.count(1)

    def __init__(self, page: Page, server: Server, kind: str = "lab") -> None:
        self.page, self.server, self.kind = page, server, kind
        self.path = ""

    # Opening ----------------------------------------------------------------------------------

    def open(self, cells: Sequence[str] = ("",), name: str = "") -> FrontEnd:
        """Write a notebook with these code cells, open it and wait until its kernel is idle."""
        name = name or f"test-{next(self._numbers)}.ipynb"
        (self.server.root / name).write_text(json.dumps(notebook(cells)))
        return self.open_file(name)

    def open_file(self, path: str) -> FrontEnd:
        """Open a notebook that lies below the server's root and wait until its kernel is idle."""
        self.path = path
        if self.kind != "lab" or not self.page.evaluate("() => Boolean(window.jupyterapp)"):
            self.page.goto(
                self._address(path), wait_until="domcontentloaded", timeout=1000 * PATIENCE
            )
        else:
            self.page.evaluate(_OPEN, path)
        return self.wait_ready()

    def _address(self, path: str) -> str:
        match self.kind:
            case "lite":
                return self.server.address("lab/index.html", path=path)
            case "notebook":
                return self.server.address(f"notebooks/{path}")
        # A workspace for each page: Lab would otherwise open the notebooks of the test before.
        return self.server.address(f"lab/workspaces/test-{next(self._numbers)}/tree/{path}")

    def wait_ready(self, seconds: float = PATIENCE) -> FrontEnd:
        """Wait until the notebook is there and its kernel is connected and idle."""

        def state() -> str:
            try:
                return str(self.page.evaluate(_READY, [self.path]))
            except BrowserError as fault:  # the page was still loading
                return str(fault)

        wait_for(
            state, lambda answer: answer == "connected idle", seconds, f"{self.path} to be ready"
        )
        return self

    def ask(self, script: str, *arguments: Any) -> Any:
        """Run JavaScript with ``app``, ``panel`` (the notebook's) and ``args``; its ``return``
        comes back."""
        code = f"async ([path, args]) => {{ {_PANEL} {script} }}"
        return self.page.evaluate(code, [self.path, list(arguments)])

    # Typing -----------------------------------------------------------------------------------

    def write(self, text: str, cell: int = 0) -> None:
        """Make a cell hold ``text``, inserted in one go, with the cursor at its end."""
        self.focus(cell)
        self.ask("panel.content.widgets[args[0]].model.sharedModel.setSource('');", cell)
        self.page.keyboard.insert_text(text)
        wait_for(
            lambda: self.source(cell), lambda now: now == text, what="the text to be in the cell"
        )

    def focus(self, cell: int = 0) -> None:
        """Put the cursor into a cell, which is made below the last if there is none of that
        number."""
        self.ask(
            """
            const [index] = args, content = panel.content;
            app.shell.activateById(panel.id);
            while (content.widgets.length <= index) {
                content.activeCellIndex = content.widgets.length - 1;
                await app.commands.execute('notebook:insert-cell-below');
            }
            content.activeCellIndex = index;
            await content.widgets[index].ready;
            """,
            cell,
        )
        # A front end that still settles after loading takes the focus back, so it is asked for
        # until it stays.
        focused = """
            const content = panel.content, cell = content.widgets[args[0]], had = cell.editor.hasFocus();
            content.mode = 'edit';
            cell.editor.focus();
            return had;
        """
        wait_for(lambda: self.ask(focused, cell), bool, what="the cell to have the focus")

    def source(self, cell: int = 0) -> str:
        """The text of a cell."""
        return str(
            self.ask("return panel.content.widgets[args[0]].model.sharedModel.getSource();", cell)
        )

    # Completing -------------------------------------------------------------------------------

    def complete(self, text: str, cell: int = 0) -> list[str]:
        """Write ``text``, press Tab, and give the names in the pop-up from top to bottom."""
        self.write(text, cell)
        return self.press_tab()

    def press_tab(self) -> list[str]:
        """Press Tab and give the names in the pop-up, once it stands still."""
        self.page.keyboard.press("Tab")
        wait_for(self._answered, bool, what="the completer's pop-up")
        return [item["name"] for item in self._settled()]

    def _answered(self) -> bool:
        """True once the pop-up has names. On a busy machine a Tab may run out of time: as a person
        does, it is pressed again, and finds what the first has played."""
        items = self._items()
        if any("still playing" in item["type"].replace("\xa0", " ") for item in items):
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("Tab")
        return any(item["name"] for item in items)

    def completions(self) -> list[dict[str, Any]]:
        """The pop-up's items from top to bottom, each with ``name``, ``type`` and ``active``."""
        return self._settled()

    def _items(self) -> list[dict[str, Any]]:
        return list(self.page.evaluate(_ITEMS))

    def _settled(self) -> list[dict[str, Any]]:
        """The items, when four looks in a row have found the same; one that JupyterLab has yet to
        fill has no name."""
        seen: list[list[dict[str, Any]]] = []

        def look() -> bool:
            seen.append(self._items())
            is_filled = all(item["name"] for item in seen[-1])
            return is_filled and len(seen) >= 4 and all(one == seen[-1] for one in seen[-4:])

        wait_for(look, bool, what="the completer's pop-up to stand still")
        return seen[-1]

    def accept(self, name: str) -> None:
        """Go down the pop-up to ``name`` and take it with Enter."""
        names = [item["name"] for item in self._settled()]
        for _ in range(names.index(name) + 1):
            if self._active() == name:
                break
            self.page.keyboard.press("ArrowDown")
        wait_for(self._active, lambda now: now == name, what=f"{name} to be highlighted")
        self.page.keyboard.press("Enter")
        wait_for(self._items, lambda items: not items, what="the pop-up to close")

    def _active(self) -> str | None:
        return next((item["name"] for item in self._items() if item["active"]), None)

    def details(self) -> str:
        """The text of the panel that the pop-up shows beside the highlighted item."""
        panel = self.page.locator(f"{_COMPLETER} .jp-Completer-docpanel")
        panel.wait_for(state="visible")
        return panel.inner_text()

    # Running ----------------------------------------------------------------------------------

    def run(
        self, code: str | None = None, cell: int = 0, seconds: float = PATIENCE
    ) -> list[dict[str, Any]]:
        """Run a cell (holding ``code`` if given) and give its outputs; waits until it has been
        executed."""
        if code is not None:
            self.write(code, cell)
        self.start(cell)
        wait_for(
            lambda: self.execution_count(cell),
            lambda count: count is not None,
            seconds,
            f"cell {cell} to be run",
        )
        self.wait_idle(seconds)
        return self.outputs(cell)

    def start(self, cell: int = 0) -> None:
        """Begin to run a cell and come back at once."""
        self.ask(
            """
            panel.content.deselectAll();
            panel.content.activeCellIndex = args[0];
            panel.content.widgets[args[0]].model.executionCount = null;  // that of an earlier run
            app.commands.execute('notebook:run-cell');  // not awaited: it ends with the cell
            """,
            cell,
        )

    def execution_count(self, cell: int = 0) -> int | None:
        """The number in the brackets of an executed cell, None while it is unexecuted or runs."""
        count: int | None = self.ask(
            """
            const cell = panel.content.widgets[args[0]];
            return cell.promptNode.textContent.includes('*') ? null : cell.model.executionCount;
            """,
            cell,
        )
        return count

    def wait_idle(self, seconds: float = PATIENCE) -> None:
        """Wait until the kernel has nothing to do."""
        status = "return panel.sessionContext.session.kernel.status;"
        wait_for(
            lambda: self.ask(status), lambda now: now == "idle", seconds, "the kernel to be idle"
        )

    def outputs(self, cell: int = 0) -> list[dict[str, Any]]:
        """A cell's outputs as the notebook stores them."""
        return list(self.ask("return panel.content.widgets[args[0]].model.outputs.toJSON();", cell))

    def text(self, cell: int = 0) -> str:
        """All that a cell put out, as plain text; an error as ``Name: message``."""
        return "\n".join(filter(None, map(output_text, self.outputs(cell))))

    def output(self, cell: int = 0) -> Any:
        """Playwright's locator of a cell's output area."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(cell).locator(".jp-OutputArea-output")

    # Asking the kernel ------------------------------------------------------------------------

    def value(self, expression: str) -> str:
        """``str`` of an expression's value in the kernel, past the notebook's cells and history.

        Raises ValueError with the kernel's own words if the expression raises.
        """
        reply = self.ask(
            """
            const kernel = panel.sessionContext.session.kernel;
            const user_expressions = {it: `str(${args[0]})`};
            const future = kernel.requestExecute({code: '', user_expressions, store_history: false});
            return (await future.done).content.user_expressions.it;
            """,
            expression,
        )
        if reply["status"] != "ok":
            raise ValueError(f"{expression}: {reply['ename']}: {reply['evalue']}")
        return str(ast.literal_eval(reply["data"]["text/plain"]))

    def execute(self, code: str) -> None:
        """Run code in the kernel past the notebook; raises ValueError if it raises."""
        reply = self.ask(
            """
            const kernel = panel.sessionContext.session.kernel;
            return (await kernel.requestExecute({code: args[0], store_history: false}).done).content;
            """,
            code,
        )
        if reply["status"] != "ok":
            raise ValueError(f"{code}: {reply['ename']}: {reply['evalue']}")

    # The rest ---------------------------------------------------------------------------------

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of the front end's commands, as its menus do, and wait for its end."""
        self.ask("await app.commands.execute(args[0], args[1]);", name, arguments)

    def theme(self, name: str) -> None:
        """Change to ``"JupyterLab Light"``, ``"JupyterLab Dark"`` or another theme."""
        self.command("apputils:change-theme", theme=name)
        current = "() => document.body.dataset.jpThemeName"
        wait_for(
            lambda: self.page.evaluate(current), lambda now: now == name, what=f"the theme {name}"
        )

    def save(self) -> Path:
        """Save the notebook and give the file."""
        self.ask("await panel.context.save();")
        return self.server.root / self.path

    def close(self) -> None:
        """End the notebook's kernel, so that the next test has the machine for itself, and in
        JupyterLab close the notebook."""
        self.ask(_CLOSE, self.kind == "lab")


def notebook(cells: Sequence[str]) -> dict[str, Any]:
    """A notebook in nbformat 4.5 with these code cells."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        },
        "cells": [
            {
                "id": f"cell-{number}",
                "cell_type": "code",
                "source": source,
                "metadata": {"trusted": True},
                "outputs": [],
                "execution_count": None,
            }
            for number, source in enumerate(cells)
        ],
    }


def output_text(output: dict[str, Any]) -> str:
    """One output as plain text, colours removed by the kernel's own plain form."""
    if output["output_type"] == "stream":
        return _joined(output["text"])
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    return _joined(output["data"].get("text/plain", ""))


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
