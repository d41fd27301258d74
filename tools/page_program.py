"""`python -m tools.page_program` makes the page's program small, by esbuild, if that is here.

It is looked for where `npm install` puts it (in the folder of the page's program) and on the path.
Nobody needs it to play: without it the modules are joined as they are written.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from interactive_provider.widget import bundle

FOLDER = Path(bundle.__file__).parent / "frontend"
MADE = FOLDER / "dist" / "page.js"

STYLE = ("--loader=css",)
PROGRAM = ("--format=esm", "--tree-shaking=true")


def esbuild() -> str | None:
    """Where esbuild is; None without it."""
    here = FOLDER / "node_modules" / ".bin"
    return shutil.which("esbuild", path=str(here)) or shutil.which("esbuild")


def smaller(command: str, text: str, *flags: str) -> str:
    """A style sheet or module with the same meaning in fewer characters."""
    run = [command, "--minify", "--charset=utf8", "--log-level=warning", *flags]
    return subprocess.run(run, input=text, capture_output=True, check=True, encoding="utf-8").stdout


def small_program(command: str) -> str:
    """The whole program, with a first line that names what it is made of."""
    style = bundle.style()
    program = bundle.joined(smaller(command, style, *STYLE))
    return f"{expected_mark()}\n{smaller(command, program, *PROGRAM)}"


def expected_mark() -> str:
    """The first line of a program that is made of the present files."""
    return bundle.mark(bundle.joined(bundle.style()))


def is_up_to_date() -> bool:
    """True if the small program is made of the present files, as in an unpacked sdist."""
    return MADE.exists() and MADE.read_text("utf-8").partition("\n")[0] == expected_mark()


def main() -> str:
    """Write the program, unless it is there; returns a sentence for who waits for it."""
    if is_up_to_date():
        return "The page's program is up to date."
    command = esbuild()
    if command is None:
        MADE.unlink(missing_ok=True)
        return "esbuild is not here: the page's program is joined as it is written."
    MADE.parent.mkdir(exist_ok=True)
    # Replaced at once: a test beside this one may read it.
    draft = MADE.with_name(f"{os.getpid()}.js")
    draft.write_text(small_program(command), "utf-8")
    draft.replace(MADE)
    return f"{MADE} is made."


if __name__ == "__main__":
    print(main(), file=sys.stderr)
