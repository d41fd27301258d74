"""How many stories play, reach an end, and are read as a plain scan of their source reads them?

``python -m benchmarks.story_counts FOLDER`` takes every story in a folder, or in each of its
subfolders by itself: it plays each some twenty times, again in another process, and holds `check`
against a scan by regular expressions that knows nothing of our readers. Without a folder it takes
the stories that we ship. ``--each`` names what differs.

An end is reached, in the way of counting used here, where a way from the start to a passage without
a way on leads through passages only of which every construct is understood (scripts and HTML boxes
passed over), or where nine tenths of all passages are such.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

from interactive_provider import adapters
from interactive_provider.adapters.stories import TwineStory, listed, read_story
from interactive_provider.errors import SourceError
from interactive_provider.game import Number
from interactive_provider.interpreters.stories import Story
from interactive_provider.interpreters.stories.lint import Review
from interactive_provider.interpreters.stories.markup import UNCLOSED

from .measure import table

OURS = Path(adapters.__path__[0]) / "tales"
PLAYS, CHOICES = 20, 200
SCRIPTS = frozenset({"<script>", "<<script>>", "<input>", "<select>", "<textarea>"})
"""What is passed over when passages are counted that are understood."""

# The plain scan ----------------------------------------------------------------------------------

_SILENT = re.compile(
    r"<!--.*?-->|<(script|style|svg|title)\b.*?</\1\s*>|<nowiki>.*?</nowiki>",
    re.DOTALL | re.IGNORECASE,
)
_SUGARCUBE_SILENT = re.compile(r"/\*.*?\*/|/%.*?%/|\{\{\{.*?\}\}\}|\"\"\".*?\"\"\"", re.DOTALL)
_CODE = re.compile(r"<<(script|style)\b[^>]*>>.*?<</\1>>", re.DOTALL)
_TAG = re.compile(r"(?<!<)</?[a-zA-Z][\w-]*(?:\s+[^<>\"']*(?:\"[^\"]*\"|'[^']*'))*[^<>\"']*>")
_LINK = re.compile(r"\[\[(?!\[)(.+?)\](?:\[(?:(?!\]\]).)*\])?\]", re.DOTALL)
_DATA = re.compile(r"<(?:a|button|span|div|area)\b[^<>]*\bdata-passage=\"([^\"]+)\"")
_SUGARCUBE = re.compile(
    r"<<([A-Za-z][\w-]*|=|-)(?![\w-])((?:\"[^\"\n]*\"|'[^'\n]*'|(?!>>).)*?)>>", re.DOTALL
)
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`[^`]*`|\[\[.*?\]\]|(\S+)")
_HARLOWE = re.compile(r"\((?!https?:)([A-Za-z](?:[\w-]*\w)?):")
_HARLOWE_AIMED = re.compile(
    r"\((?:go-?to|display|redirect|link-?goto|link-?reveal-?goto|click-?goto|mouse(?:over|out)-?goto):\s*"
    r"(?:(?:\"[^\"\n]*\"|'[^'\n]*'|\?\w+)\s*,\s*)?(?:\"([^\"\n]*)\"|'([^'\n]*)')\s*\)",
    re.IGNORECASE,
)
_AIMED = {
    "link": 1,
    "button": 1,
    "click": 1,
    "back": 1,
    "return": 1,
    "goto": 0,
    "include": 0,
    "display": 0,
    "textbox": 2,
    "numberbox": 2,
    "textarea": 2,
}
_WRITTEN_OUT = re.compile(
    r"(?![$_(`\"']|setup\.|https?:|//|mailto:|ftp:|www\.)(?!.*(?:[\"'] ?\+|\+ ?[\"'])).+\Z",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"autofocus|[\w-]+=.*", re.DOTALL)
_PARTS = frozenset(
    ["else", "elseif", "case", "default", "option", "optionsfrom", "next", "stop", "onchange"]
)


@dataclass
class Scan:
    """What regular expressions find in a story: macros by name, passages that are named and do not
    exist."""

    macros: Counter[str] = field(default_factory=Counter)
    missing: set[str] = field(default_factory=set)


def scan(story: Story, language: str) -> Scan:
    """A story read without any of our readers; its language is known."""
    found = Scan()
    for passage in story.readable:
        text = _SILENT.sub("", passage.text)
        named = list(_DATA.findall(text))
        if language == "SugarCube":
            text = _TAG.sub("", _CODE.sub(r"<<\1>>", _SUGARCUBE_SILENT.sub("", text)))
            named += _sugarcube_targets(text)
            found.macros.update(f"<<{name}>>" for name, _ in _SUGARCUBE.findall(text)
                                if name not in _PARTS and not name.startswith("end"))  # fmt: skip
        elif language == "Harlowe":
            text = re.sub(r"(`+).*?\1", "", text, flags=re.DOTALL)
            named += [a or b for a, b in _HARLOWE_AIMED.findall(text)]
            found.macros.update(f"({name}:)" for name in _HARLOWE.findall(_TAG.sub("", text)))
        named += [
            _target(inside) for inside in _LINK.findall(text) if not inside.startswith("img[")
        ]
        found.missing |= {
            name for name in named if _WRITTEN_OUT.match(name) and name not in story.passages
        }
    return found


def _sugarcube_targets(text: str) -> Iterator[str]:
    for name, source in _SUGARCUBE.findall(text):
        given = [m[1] or m[2] or m[3] or "" for m in _QUOTED.finditer(source)]
        if (
            name in _AIMED
            and len(given) > _AIMED[name]
            and not _ATTRIBUTE.fullmatch(given[_AIMED[name]])
        ):
            yield given[_AIMED[name]]


def _target(inside: str) -> str:
    inside = re.sub(r"\s*\n\s*", " ", inside)
    if "->" in inside:
        return inside.rpartition("->")[2].strip()
    if "<-" in inside:
        return inside.partition("<-")[0].strip()
    return inside.rpartition("|")[2].strip()


# What is counted of one story --------------------------------------------------------------------


@dataclass
class Counted:
    """One story: the engine that tells it, how its plays went, whether an end is reached, where the
    scan differs."""

    title: str
    format: str
    passages: int
    outcomes: Counter[str]
    digest: str
    reaches: bool
    whole: bool
    macros: int
    silent: dict[str, int]
    differs: tuple[str, ...]
    fault: str = ""


def counted(files: tuple[Path, ...]) -> list[Counted]:
    """The counts of the stories in some files that belong together."""
    try:
        found = read_story(files)
    except SourceError as fault:
        return [Counted(files[0].name, "", 0, Counter(), "", False, False, 0, {}, (), str(fault))]
    games = (
        list(found.values())
        if not isinstance(found, TwineStory) and hasattr(found, "values")
        else [found]
    )
    return [_counted(game) for game in games if isinstance(game, TwineStory)]


def _counted(game: TwineStory) -> Counted:
    review, story = game.review, game.engine.story
    language = type(game.engine).__name__.removesuffix("Engine")
    plain = scan(story, language)
    said = Counter(
        f.name.replace(UNCLOSED, ")") for f in (*review.unsupported, *review.passed_over)
    )
    unsure = {
        name: count
        for name, count in plain.macros.items()
        if not review.engine.knows(name.strip("<>(:)"))
    }
    silent = {name: count - said[name] for name, count in unsure.items() if count > said[name]}
    ours = {finding.name for finding in review.missing}
    differs = (*(f"only the scan: {n}" for n in sorted(plain.missing - ours)),
               *(f"only check: {n}" for n in sorted(ours - plain.missing)))  # fmt: skip
    outcomes, digest = _played(game)
    whole = {
        f.passage for f in review.unsupported if f.name not in SCRIPTS and UNCLOSED not in f.name
    }
    return Counted(
        story.title,
        language,
        len(story.readable),
        outcomes,
        digest,
        _reaches(review, whole),
        not whole,
        sum(plain.macros.values()),
        silent,
        differs,
    )


def _reaches(review: Review, broken: set[str]) -> bool:
    story = review.story
    if len(broken) <= len(story.readable) / 10:
        return True
    todo, seen = [story.start], {story.start}
    while todo:
        name = todo.pop()
        if name in broken:
            continue
        if name in review.ends:
            return True
        after = [t for t in review.edges.get(name, ()) if t in story.passages and t not in seen]
        seen.update(after)
        todo += after
    return False


def _played(game: TwineStory) -> tuple[Counter[str], str]:
    """How twenty random plays ended, and a digest of all that they showed."""
    outcomes: Counter[str] = Counter()
    digest = hashlib.sha256()
    for seed in range(PLAYS):
        luck = Random(seed)
        state = game.new_state(Random(f"{seed}/0"))
        for step in range(1, CHOICES + 1):
            digest.update(
                repr((state.display_text, state.display_options, state.outcome)).encode(
                    "utf-8", "replace"
                )
            )
            if state.outcome is not None:
                break
            values = [value for _, value in state.display_options]
            if not values or (state.free_input is not None and luck.random() < 0.3):
                values = [7 if isinstance(state.free_input, Number) else "Ada"]
            state = game.process_response(state, luck.choice(values), Random(f"{seed}/{step}"))
        outcomes[state.outcome or "goes on"] += 1
    return outcomes, digest.hexdigest()


# All stories of a folder -------------------------------------------------------------------------


def main() -> None:
    """Print the table, one row for each format."""
    folders = [Path(name) for name in sys.argv[1:] if not name.startswith("-")]
    tasks = [
        paths for folder in _shelves(folders[0] if folders else OURS) for paths in _stories(folder)
    ]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        again = elsewhere.map(counted, tasks)
        here = [counted(task) for task in tasks]
        pairs = [
            pair
            for mine, theirs in zip(here, again, strict=True)
            for pair in zip(mine, theirs, strict=True)
        ]
    rows = [_row(name, [pair for pair in pairs if pair[0].format == name or name == "all"])
            for name in (*sorted({mine.format for mine, _ in pairs}), "all")]  # fmt: skip
    header = [
        "format",
        "stories",
        "passages",
        "refused",
        "the same in another process",
        "reach an end",
        "of them",
        "wholly understood",
        "macros",
        "passed over in silence",
        "missing targets as scanned",
    ]
    print(table("Stories, counts", header, rows))
    if "--each" in sys.argv:
        for mine, _ in pairs:
            _tell(mine)


def _shelves(folder: Path) -> list[Path]:
    """The folders in a folder, or itself if it has none: files of several shelves are never one
    story."""
    return sorted(path for path in folder.iterdir() if path.is_dir()) or [folder]


def _stories(folder: Path) -> list[tuple[Path, ...]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [
        paths
        for _, paths in listed(files)
        if paths[0].suffix.lower() not in (".json", ".js", ".ink")
    ]


def _row(name: str, pairs: list[tuple[Counted, Counted]]) -> list[object]:
    each = [mine for mine, _ in pairs]
    reach = sum(c.reaches for c in each)
    return [
        name or "refused",
        len(each),
        sum(c.passages for c in each),
        sum(bool(c.fault) for c in each),
        sum(mine.digest == other.digest for mine, other in pairs),
        reach,
        f"{reach / max(1, len(each)):.0%}",
        sum(c.whole for c in each),
        sum(c.macros for c in each),
        sum(sum(c.silent.values()) for c in each),
        sum(not c.differs for c in each),
    ]


def _tell(story: Counted) -> None:
    said = [story.fault, "" if story.reaches else "no end is reached",
            f"in silence: {story.silent}" if story.silent else "", *story.differs]  # fmt: skip
    print(f"{story.title[:40]} ({story.format}, {story.passages}): {dict(story.outcomes)}")
    for line in filter(None, said):
        print(f"    {line}")


if __name__ == "__main__":
    main()
