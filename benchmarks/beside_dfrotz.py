"""Adventures beside dfrotz: ``python -m benchmarks.beside_dfrotz DFROTZ FILE…``.

Each story file is played here and by dfrotz (Debian's package `frotz`) with the same thirty inputs,
and the words that dfrotz prints and we do not are listed. Words that only we print are left out:
dfrotz 2.54 drops everything in bold.
"""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from interactive_provider.interpreters.zmachine import Adventure, read_story

COMMANDS = """look inventory north south east west examine-me up down in out northeast southwest wait
take-all open-door read search listen jump help about enter northwest southeast sing""".split()
INPUTS = 30


def words_of(text: str) -> list[str]:
    """The words of a text without prompts, dashes and colours."""
    plain = re.sub(r"\x1b\[[0-9;]*m|[>\-]|\*{2,}", "", text)
    return plain.split()


def missing(dfrotz: str, file: Path) -> Iterator[str]:
    """The words that dfrotz prints and we do not, each with the words before it."""
    played = Adventure(read_story(file.read_bytes()))
    scene = played.start(1)
    commands = [word.replace("-", " ") for word in COMMANDS]
    Random(file.name).shuffle(commands)
    typed: list[str] = []
    texts = [scene.text]
    window = set[str]()
    while len(typed) < INPUTS and scene.awaits:
        is_line = scene.awaits == "line"
        typed.append(commands[len(typed) % len(commands)] if is_line else " ")
        scene = played.reply(scene, typed[-1])
        texts.append(scene.text)
        window.update(words_of(" ".join(scene.window)))
    call = [dfrotz, "-m", "-f", "ansi", "-q", "-s", "1", "-w", "250", "-h", "999", "-Z", "0"]
    printed = subprocess.run(
        [*call, str(file)],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        errors="replace",
        check=False,
    )
    theirs = words_of(printed.stdout)
    matcher = difflib.SequenceMatcher(None, theirs, words_of(" ".join(texts)), autojunk=False)
    for tag, start, end, _, _ in matcher.get_opcodes():
        gone = [word for word in theirs[start:end] if word not in window]
        if tag in ("delete", "replace") and gone:
            yield f"… {' '.join(theirs[max(0, start - 4) : start])} [{' '.join(gone)[:100]}]"
    if scene.fault:
        yield scene.fault


def main(arguments: list[str]) -> None:
    """Print what is missing in each story, and how many miss nothing."""
    dfrotz, *files = arguments
    whole = 0
    for file in map(Path, files):
        gone = list(missing(dfrotz, file))
        whole += not gone
        print(file.name, *gone[:3], sep="\n    ")
    print(f"{whole} of {len(files)} stories miss nothing that dfrotz prints")


if __name__ == "__main__":
    main(sys.argv[1:])
