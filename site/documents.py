"""Build the site of the documents with MkDocs, in ``build/site``: ``make site``.

The documents are copied in the repository's own layout, so that their links lead where they lead in
it. The pages of the games and the gallery are made of what the games say of themselves. A link that
leads nowhere stops the build. Beside them, in ``play``, stands the site that plays in the browser
(``make lite``), to which pictures lead.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
WORK = REPOSITORY / "build" / "manual"
OUTPUT = REPOSITORY / "build" / "site"

PLAY = REPOSITORY / "build" / "playground"
"""The site that plays in the browser, once it is built."""

GUESTS = ("chess", "chess_variants", "openspiel")
"""Games whose extras are not in the browser."""

PATTERNS = (
    "*.md",
    "docs/*.md",
    "benchmarks/*.md",
    "examples/**/*.md",
    "docs/pictures/**/*.*",
    "notebooks/*.ipynb",
)
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
_NOTEBOOK = re.compile(r"(\]\((?!https?:)[^)\s]+)\.ipynb\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)#\s]+)-(?:light|dark)\.(svg|png|gif)\)")
_NOTE = re.compile(r"<p><em>A picture of the board\..*?</em></p>", re.DOTALL)
"""What a notebook says of running the cell, which a page has none of."""
_PLAY_NOW = re.compile(r"<!-- play now -->\n.*\n")
# A link of HTML, since MkDocs would look for the page of a Markdown link among the documents.
BUTTON = (
    '<a class="md-button md-button--primary" href="play/index.html">Play it now in your '
    "browser</a>\n"
)

HOW = '<a href="../index.html">How it works</a>'
"""The link from the start page back to the documents."""

PLAYING = (
    "Ten boards to begin with, and a notebook with everything. Nothing is installed: Python itself"
    " runs in the page, and about 18 MB are loaded the first time."
)

UNSEARCHED = ("CHANGELOG", "CONTRIBUTING", "benchmarks/", "docs/architecture", "tests/")
"""Pages for contributors, which would crowd the hits of the search."""

ANSWERS = ("docs/questions.md", "docs/troubleshooting.md")
"""Pages that stand first among the hits."""

_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)

sys.path.insert(0, str(REPOSITORY))


def main() -> None:
    """Gather the documents, write the pages that are made, and let MkDocs build the site."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(OUTPUT, ignore_errors=True)
    for pattern in PATTERNS:
        for file in REPOSITORY.glob(pattern):
            copy(file)
    for page in list(WORK.rglob("*.md")):
        for target in linked(page):
            copy(target)
    for notebook in list(WORK.rglob("*.ipynb")):
        notebook.with_suffix(".md").write_text(notebook_page(notebook), "utf-8")
        notebook.unlink()
    (WORK / "playing.md").write_text(
        f"# Play it now in your browser\n\n{PLAYING}\n\n{BUTTON}", "utf-8"
    )
    for page in list(WORK.rglob("*.md")):
        finish(page)
    (WORK / "games.md").write_text(in_both_themes(games_page()), "utf-8")
    (WORK / "gallery.md").write_text(gallery_page(), "utf-8")
    build = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        str(HERE / "mkdocs.yml"),
    ]
    subprocess.run(build, check=True)
    if PLAY.exists():
        shutil.copytree(PLAY, OUTPUT / "play")
        start = OUTPUT / "play" / "index.html"
        text = start.read_text("utf-8")
        start.write_text(text.replace("<!-- documents -->", HOW), "utf-8")
    print(OUTPUT / "index.html")


def copy(file: Path) -> None:
    """Put a file of the repository where the site is built from, unless it is there."""
    place = WORK / file.relative_to(REPOSITORY)
    if file.is_file() and not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)


def linked(page: Path) -> Iterator[Path]:
    """The files of the repository that a copied page links to; a link to a folder is made one to
    its first page."""
    text = page.read_text("utf-8")
    home = (REPOSITORY / page.relative_to(WORK)).parent
    for target in _LINK.findall(_CODE.sub("", text)):
        file = (home / target).resolve()
        if file.is_dir():
            inside = next(
                (one for one in ("README.md", "__init__.py") if (file / one).exists()), None
            )
            if inside is not None:
                text = text.replace(f"]({target})", f"]({target.rstrip('/')}/{inside})")
                yield file / inside
        elif file.is_relative_to(REPOSITORY):
            yield file
    page.write_text(text, "utf-8")


def finish(page: Path) -> None:
    """Let links to notebooks lead to their pages and pictures be as dark as the page, put the button
    on the first page, and hide pages from the search."""
    text = _NOTEBOOK.sub(r"\1.md)", page.read_text("utf-8"))
    text = in_both_themes(text)
    if page == WORK / "README.md":
        text = _PLAY_NOW.sub(BUTTON, text)
    name = page.relative_to(WORK).as_posix()
    rank = "exclude: true" if name.startswith(UNSEARCHED) else "boost: 2" if name in ANSWERS else ""
    page.write_text((f"---\nsearch:\n  {rank}\n---\n" if rank else "") + text, "utf-8")


def in_both_themes(text: str) -> str:
    """Every picture of a board twice: the page shows the one of its theme."""
    twice = r"![\1](\2-light.\3#only-light) ![\1](\2-dark.\3#only-dark)"
    return _PICTURE.sub(twice, text)


def notebook_page(file: Path) -> str:
    """A notebook as a page: its words, its code, and what the code showed."""
    cells = json.loads(file.read_text("utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in _cell_parts(cell)) + "\n"


def _cell_parts(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell.get("outputs", []):
        shown = output.get("data", {})
        if "text/html" in shown:
            shown_html = _NOTE.sub("", "".join(shown["text/html"]))
            lines = (line for line in shown_html.split("\n") if line.strip())
            yield "<div>\n" + "\n".join(lines) + "\n</div>"
        else:
            text = "".join(shown.get("text/plain", output.get("text", [])))
            yield f"````text\n{text}\n````" if text.strip() else ""


def games_page() -> str:
    """Every game: what it is, how it begins, its rules in its own words, and its picture."""
    parts = [
        "# The games\n\n"
        "Each in its own words. `games.` and Tab lists them; `games.name?` shows the same.\n"
    ]
    return "\n".join([*parts, *(_described(name, node) for name, node in _games())])


def _games() -> Iterator[tuple[str, Any]]:
    from interactive_provider import games

    for name in games:
        yield name, getattr(games, name)


def _described(name: str, node: Any) -> str:
    from interactive_provider.game import title_of
    from interactive_provider.heart.play.position_data import rules_of

    game = getattr(node, "_game", None) or getattr(getattr(node, "_table", None), "game", None)
    if game is None:  # a menu, or a guest that is not installed here
        listed = ", ".join(f"`{inner}`" for inner in dir(node)[:12] if not inner.startswith("_"))
        return (
            f"## {name.replace('_', ' ').capitalize()}\n\n`games.{name}.` and"
            f" Tab{f': {listed}' if listed else ''}.\n"
        )
    presets = ", ".join(f"`{preset}`" for preset in dir(node) if not preset.startswith("_"))
    rules = rules_of(game).replace("<", "&lt;")
    shown = f"{_picture(name)}{_try_it(name)}"
    return (
        f"## {title_of(game)}\n\n```python\ngames.{name}\n```\n\n{shown}{rules}\n\nIt begins with"
        f" {presets}.\n"
    )


def _picture(name: str) -> str:
    file = REPOSITORY / "docs" / "pictures" / "boards" / f"{name}-light.svg"
    return (
        f"![{name.replace('_', ' ')}](docs/pictures/boards/{file.name})\n\n"
        if file.exists()
        else ""
    )


def _try_it(name: str) -> str:
    """A link to the pictured position in the site that plays in the browser, for a game that can be
    played there."""
    position = _pictured().get(name)
    if position is None or name in GUESTS:
        return ""
    from interactive_provider import share

    # Not a link of Markdown: MkDocs would look for its page among the documents.
    return f'<a href="play/index.html#{share(position).partition("#")[2]}">Try it here</a>\n\n'


@functools.cache
def _pictured() -> Any:
    """The positions that the pictures show, by game."""
    from tools.pictures.board_pictures import played

    return played()


def gallery_page() -> str:
    """Every picture of a board, in the light and in the dark theme, with a link to play on."""
    files = sorted((REPOSITORY / "docs" / "pictures" / "boards").glob("*-light.svg"))
    rows = [
        f"## {file.stem.removesuffix('-light').replace('_', ' ').replace('-', ': ').capitalize()}\n\n"
        f"![light](docs/pictures/boards/{file.name}#only-light) "
        f"![dark](docs/pictures/boards/{file.name.replace('-light', '-dark')}#only-dark)\n\n"
        f"{_try_it(file.stem.removesuffix('-light'))}"
        for file in files
    ]
    head = "# Gallery\n\nWhat `board(p)` looks like as a picture, as light or dark as this page.\n"
    return "\n".join([head, *rows])


if __name__ == "__main__":
    main()
