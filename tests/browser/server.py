"""A real Jupyter server for the tests: JupyterLab and Notebook 7, touching nothing of the user's
own."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tools.isolation import isolated_environment

SERVER_CONFIG = {
    # `window.jupyterapp` is how a test knows that the front end is ready.
    "LabApp": {"expose_app_in_browser": True},
    "JupyterNotebookApp": {"expose_app_in_browser": True},
    "ServerApp": {"jpserver_extensions": {"jupyterlab": True, "notebook": True}},
    "MultiKernelManager": {"cull_idle_timeout": 0},
}

USER_SETTINGS: dict[str, dict[str, object]] = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # Lab drops completions that take longer than a second, which a busy machine makes them do.
    "@jupyterlab/completer-extension/manager": {"providerTimeout": 20_000},
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
}


@dataclass(frozen=True)
class Server:
    """A running server: its address, the token it wants, and the folder whose notebooks it
    shows."""

    url: str
    token: str
    root: Path

    def address(self, place: str, **query: str) -> str:
        """The full address of a page of this server."""
        pairs = "&".join(
            f"{name}={value}" for name, value in {"token": self.token, **query}.items()
        )
        return f"{self.url}{place}?{pairs}"


@contextlib.contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """A server with its own folders under ``folder``; raises RuntimeError with its log if none
    starts."""
    root = folder / "root"
    root.mkdir(parents=True)
    token = secrets.token_hex(16)
    environment = isolated_environment(folder) | {"JUPYTER_TOKEN": token}
    write_settings(folder)
    log = folder / "server.log"
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        "--port=0",
    ]
    with log.open("w") as output:
        process = subprocess.Popen(command, cwd=root, env=environment, stdout=output, stderr=output)
        try:
            yield Server(wait_for_address(process, log, token), token, root)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


def write_settings(folder: Path) -> None:
    """The server's and the front end's settings, at the places that `isolated_environment`
    names."""
    (folder / "config" / "jupyter_server_config.json").write_text(json.dumps(SERVER_CONFIG))
    for plugin, settings in USER_SETTINGS.items():
        file = folder / "settings" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))


def wait_for_address(
    process: subprocess.Popen[bytes], log: Path, token: str, seconds: float = 90
) -> str:
    """The address of a server that writes to ``log``, once it answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(r"http://127\.0\.0\.1:\d+/", log.read_text()):
            with (
                contextlib.suppress(URLError, ConnectionError),
                urlopen(f"{found[0]}api/status?token={token}"),
            ):
                return found[0]
        time.sleep(0.1)
    raise RuntimeError(f"The Jupyter server did not start:\n{log.read_text()}")
