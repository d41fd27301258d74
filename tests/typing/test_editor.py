"""An editor that runs nothing, by Pyright's language server: it lists the games and presets and
says what they are."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import games
from tools.isolation import REPOSITORY

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


class Editor:
    """A client of the language server with one file open."""

    _numbers = itertools.count(1)

    def __init__(self, folder: Path) -> None:
        (folder / "pyrightconfig.json").write_text(
            json.dumps({"pythonPath": sys.executable, "extraPaths": [str(REPOSITORY)]})
        )
        command = [str(Path(sys.executable).with_name("basedpyright-langserver")), "--stdio"]
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )
        self.address = (folder / "code.py").as_uri()
        self.version = 0
        hover = {"hover": {"contentFormat": ["plaintext"]}}
        capabilities = {"textDocument": {"completion": {}, **hover}}
        folders = [{"uri": folder.as_uri(), "name": "code"}]
        start = {"processId": None, "rootUri": folder.as_uri(), "workspaceFolders": folders}
        self.ask("initialize", **start, capabilities=capabilities)
        self.send(method="initialized", params={})

    def write(self, code: str) -> None:
        """Open the file with this text."""
        self.version += 1
        self.text = code
        document = {
            "uri": self.address,
            "languageId": "python",
            "version": self.version,
            "text": code,
        }
        if self.version > 1:
            self.send(
                method="textDocument/didClose", params={"textDocument": {"uri": self.address}}
            )
        self.send(method="textDocument/didOpen", params={"textDocument": document})

    def at_end(self, method: str, back: int = 0) -> Any:
        """The server's answer about the end of the text, or some characters before it."""
        lines = self.text.split("\n")
        place = {"line": len(lines) - 1, "character": len(lines[-1]) - back}
        return self.ask(
            f"textDocument/{method}", textDocument={"uri": self.address}, position=place
        )

    def complete(self, code: str) -> list[str]:
        """The names that are offered after ``code``, without the private ones."""
        self.write(code)
        found = self.at_end("completion")
        return [item["label"] for item in found["items"] if not item["label"].startswith("_")]

    def hover(self, code: str) -> str:
        """What is said of the last name of ``code``."""
        self.write(code)
        return str(self.at_end("hover", back=1)["contents"]["value"])

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        number = next(self._numbers)
        self.send(id=number, method=method, params=params)
        while True:
            message = self._read()
            if message.get("id") == number and "method" not in message:
                return message["result"]
            if "id" in message:  # the server asks something of its own
                self.send(id=message["id"], result=None)

    def send(self, **message: Any) -> None:
        """One message to the server."""
        assert self.server.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def _read(self) -> Any:
        assert self.server.stdout is not None
        length = 0
        while line := self.server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.server.stdout.read(length))


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor in a folder of its own."""
    one = Editor(tmp_path_factory.mktemp("editor"))
    yield one
    one.server.kill()
    one.server.communicate()


BEGUN = "from interactive_provider import games\n"


def test_an_editor_lists_the_games_and_their_presets(editor: Editor) -> None:
    """After the dot stand the games; after one's dot its presets; and in the brackets its
    parameters."""
    assert set(games) <= set(editor.complete(f"{BEGUN}games."))
    assert set(games.minesweeper._choices) <= set(editor.complete(f"{BEGUN}games.minesweeper."))
    assert {"mines=", "rows=", "seed="} <= set(editor.complete(f"{BEGUN}games.minesweeper("))


def test_an_editor_says_what_a_game_is(editor: Editor) -> None:
    """The hover of a game says what it is, that of a preset its parameters."""
    assert "Open every square that does not hide a mine." in editor.hover(
        f"{BEGUN}games.minesweeper"
    )
    assert "rows 16, columns 30, mines 99" in editor.hover(f"{BEGUN}games.minesweeper.expert")
