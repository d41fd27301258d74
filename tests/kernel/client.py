"""A real ipykernel, spoken to as a front end does."""

from __future__ import annotations

import contextlib
import sys
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

from tests.patience import PATIENCE


@dataclass(frozen=True)
class Ran:
    """What a cell did: its status, what it printed, what it displayed, its value, its error."""

    status: str
    printed: str
    displayed: tuple[dict[str, str], ...]
    value: dict[str, str]
    error: str
    traceback: str

    @property
    def text(self) -> str:
        """The value as plain text, empty if there was none."""
        return self.value.get("text/plain", "")


@dataclass(frozen=True)
class Completions:
    """A complete_reply: the matches in their order, what they replace, and the types shown beside
    them."""

    names: list[str]
    start: int
    end: int
    types: dict[str, str] = field(default_factory=dict)


class Kernel:
    """One running kernel."""

    def __init__(self, client: BlockingKernelClient) -> None:
        self.client = client

    def execute(self, code: str, seconds: float = PATIENCE) -> Ran:
        """Run a cell and collect what it does; an error is told, not raised."""
        printed: list[str] = []
        displayed: list[dict[str, str]] = []
        value: dict[str, str] = {}

        def hear(message: dict[str, Any]) -> None:
            content = message["content"]
            match message["msg_type"]:
                case "stream":
                    printed.append(content["text"])
                case "display_data":
                    displayed.append(content["data"])
                case "execute_result":
                    value.update(content["data"])

        reply = self.client.execute_interactive(code, output_hook=hear, timeout=seconds)["content"]
        error = f"{reply['ename']}: {reply['evalue']}" if reply["status"] == "error" else ""
        traceback = "\n".join(reply.get("traceback", ()))
        return Ran(reply["status"], "".join(printed), tuple(displayed), value, error, traceback)

    def run(self, code: str) -> Ran:
        """Run a cell that must succeed; raises AssertionError with its traceback if it does not."""
        ran = self.execute(code)
        assert ran.status == "ok", ran.traceback
        return ran

    def value(self, expression: str) -> str:
        """An expression's value as plain text, past the history."""
        reply = self.client.execute("", user_expressions={"it": expression}, store_history=False)
        answer = self._reply(reply)["user_expressions"]["it"]
        assert answer["status"] == "ok", answer
        return str(answer["data"]["text/plain"])

    def complete(self, code: str, cursor: int | None = None, on_page: bool = False) -> Completions:
        """Press Tab at ``cursor`` (the end of the text where None), in a console or on a page; once
        more if a game is still playing, as on a busy machine, since the next Tab finds what it has
        played."""
        asked = {"code": code, "cursor_pos": len(code) if cursor is None else cursor}
        message = self.client.session.msg("complete_request", asked)
        if on_page:  # as JupyterLab names its messages
            message["msg_id"] = message["header"]["msg_id"] = str(uuid.uuid4())
        self.client.shell_channel.send(message)
        content = self._reply(message["msg_id"])
        if content["matches"] == [""]:
            return self.complete(code, cursor, on_page)
        typed = content["metadata"].get("_jupyter_types_experimental", ())
        types = {item["text"]: item.get("type", "") for item in typed}
        return Completions(
            content["matches"], content["cursor_start"], content["cursor_end"], types
        )

    def tab(self, code: str) -> list[str]:
        """The names that Tab offers at the end of the text, without what stands before the last
        dot."""
        return [name.rsplit(".", 1)[-1] for name in self.complete(code).names]

    def keys(self, code: str) -> list[str]:
        """The labels that Tab offers behind a bracket and a quotation mark, without these."""
        return [label.strip("\"'[]") for label in self.complete(code).names]

    def play_by_tab(self, line: str, most: int) -> str:
        """Begin the match game of that line and play by what Tab offers, ``most`` moves at the
        most: how it ended."""
        self.run(f"q = {line}")
        for _ in range(most):
            rows = self.tab("q.")
            if not rows:
                break
            take, *_ = self.tab(f"q.{rows[-1]}.")
            self.run(f"q = q.{rows[-1]}.{take}")
        assert self.tab("q.") == []
        return self.run("from interactive_provider import outcome; outcome(q)").text

    def inspect(self, code: str, detail: int = 0) -> str:
        """Press Shift-Tab at the end of the text: the plain text shown, empty if nothing is
        found."""
        content = self._reply(self.client.inspect(code, len(code), detail_level=detail))
        return str(content["data"].get("text/plain", "")) if content["found"] else ""

    def _reply(self, identity: str) -> dict[str, Any]:
        """The shell channel's reply to one request."""
        while True:
            message = self.client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == identity:
                content: dict[str, Any] = message["content"]
                assert content["status"] == "ok", content
                return content


@contextlib.contextmanager
def running_kernel(environment: dict[str, str], arguments: Sequence[str] = ()) -> Iterator[Kernel]:
    """A kernel of this very Python in ``environment``, with further arguments of IPython's command
    line."""
    manager = KernelManager()
    specification = manager.kernel_spec
    assert specification is not None
    specification.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    manager.start_kernel(extra_arguments=list(arguments), env=environment)
    client = manager.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        yield Kernel(client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()
