"""A story as a game: a passage is the text, its links are the choices.

The engines are in `interactive_provider.interpreters.stories` (Twine and ink), which does not know
this package; here their scenes get labels. A folder's stories are found by `listed`: several Twee
files can be one story, and a page or a JSON file that is not a story is not listed.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import html
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

from ..errors import BadFile, SourceError, quote
from ..game import Check, Game, Number, Options, Outcome, State, Text, View, Words
from ..interpreters.stories import (
    HTML,
    TWEE,
    Story,
    StoryEngine,
    StoryError,
    decoded,
    engine_of,
    grouped,
    is_script,
    is_story,
    stories_of,
)
from ..interpreters.stories.content import SIDE, NamedPlace, Span, StoryLink, blocks
from ..interpreters.stories.endings import endings_of
from ..interpreters.stories.files.reading import LARGEST
from ..interpreters.stories.findings import LintFinding
from ..interpreters.stories.ink import BEGINNING, InkReview, InkStory, is_ink, is_source, read_ink
from ..interpreters.stories.lint import Review
from ..interpreters.stories.story_map import SvgDrawing, drawn
from ..prose import INKS, STYLES, Block, Image, Prose, Run
from ..support.extras import need
from ..support.sanitizing import clean
from ..support.storage import Shelf, compiled_folder, read_file

_TYPED = "typed"
_ANSWERS = (("yes", ("answer", 1)), ("no", ("answer", 0)))
LARGEST_PICTURE = 1_500_000
"""The maximum size in bytes of a picture that is shown: it is stored in every output that shows
it."""
_PATIENCE = 2_000
"""The number of choices tried to count the other endings when a reader, who waits, reaches the
first: a tenth of a second in most stories."""
_PICTURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif", b"RIFF": "webp"}
"""The first bytes of files that contain a picture and nothing that could run."""
_INK = (".json", ".js", ".ink")


@dataclass(frozen=True, slots=True)
class Reading(State):
    """A story at the reader's place; its pictures are in ``folder``, and ``scene`` is the engine's
    own."""

    scene: Any
    folder: Path | None = field(default=None, compare=False, repr=False)

    @property
    def display_text(self) -> Prose:
        """The passage, and beside it the text that is on every page."""
        page = self.scene.page
        side = next(
            (piece for piece in page if isinstance(piece, NamedPlace) and piece.names == SIDE), None
        )
        asked = [self.scene.question.text] if self.scene.question else []
        return Prose(*self._blocks(page), *asked, side=self._blocks(side.children) if side else ())

    def _blocks(self, pieces: Any) -> Iterator[Block]:
        """Return pieces of the page as blocks of prose."""
        read = frozenset(self.scene.trail)
        for kind, spans in blocks(pieces):
            runs = (_run(span, self.folder, self._option(span.link), read) for span in spans)
            yield Block(
                *runs,
                kind=kind.rstrip("123456"),
                level=int(kind[-1]) if kind[-1].isdigit() else 2,
            )

    def _option(self, link: StoryLink | None) -> Any:
        """Return the option that follows a link, None if it cannot be followed now."""
        links = self.scene.links
        if link not in links:
            return None
        same = (number for number, one in enumerate(links) if one is link)
        # Equal links may occur twice, so the identical object is looked for first.
        return self.scene.value(next(same, links.index(link)))

    @property
    def display_options(self) -> Options:
        """The links in order, by their text; values of one question share a group."""
        question = self.scene.question
        if question is not None:
            return _ANSWERS if question.yes_no else ()
        return tuple(
            ((link.group, link.label) if link.group else link.label, self.scene.value(number))
            for number, link in enumerate(self.scene.links)
        )

    @property
    def free_input(self) -> Number | Text | None:
        """What may be typed: a text or a number, if the passage has a box for it."""
        box = self.scene.box
        if box is None:
            return None
        if box.number:
            return Number(integer=False)
        return Text(box.label or "any text", longest=1_000)

    @property
    def outcome(self) -> Outcome:
        """None while there is something to choose, then ``ended``.

        It is ``stuck`` if something is not supported, and ``error`` if an ink story breaks off.
        """
        outcome: Outcome = self.scene.outcome
        return outcome

    def view(self) -> View:
        """Return the page, its unsupported parts (each once in a story), and everything read
        before."""
        scene = self.scene
        return View(
            self.display_text,
            setting="book",
            footnote=" · ".join(scene.new_remarks),
            chosen=str(scene.chosen),
            ending=str(scene.passage),
            extras={"transcript": self.transcript},
        )

    def transcript(self) -> str:
        """Return everything that was read and chosen since the start."""
        scenes = reversed([*_scenes(self.scene)])
        return "\n\n".join(f"> {at.chosen}\n\n{at.text}" if at.chosen else at.text for at in scenes)


def _run(span: Span, folder: Path | None, option: Any, read: frozenset[str]) -> Run | Image:
    """Return a span in the author's form; a link is visited if its passage was read."""
    if span.picture:
        source, _, alt = span.picture.partition("\x1f")
        return Image(
            span.text[1:-1].removeprefix("picture: ") or alt,
            embedded(source.strip(), folder),
            option,
        )
    action: tuple[Any, ...] = span.link.action if span.link else ()
    visited = len(action) > 1 and action[0] == "go" and action[1] in read
    return Run(
        span.text,
        " ".join(dict.fromkeys(s for s in span.styles if s in (*STYLES, *INKS))),
        option,
        visited,
    )


@functools.lru_cache(maxsize=64)
def embedded(source: str, folder: Path | None) -> str:
    """Return the picture as data: one in the story or in its folder, not too large and of a type
    without scripts; otherwise nothing."""
    data = b""
    if source.startswith("data:"):
        if len(source) <= 2 * LARGEST_PICTURE:
            with contextlib.suppress(ValueError):
                data = base64.b64decode(source.partition(";base64,")[2], validate=True)
    elif folder is not None and not re.match(r"[\w+.-]+:|//", source):
        with contextlib.suppress(OSError, ValueError, BadFile):
            path = (folder / unquote(source.split("?")[0])).resolve()
            data = (
                read_file(path, LARGEST_PICTURE) if path.is_relative_to(folder.resolve()) else b""
            )
    kind = next((kind for sign, kind in _PICTURES.items() if data.startswith(sign)), "")
    if not kind or len(data) > LARGEST_PICTURE or (kind == "webp" and data[8:12] != b"WEBP"):
        return ""
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def _scenes(last: Any) -> Iterator[Any]:
    """Yield a scene and all before it, the last one first."""
    while last is not None:
        yield last
        last = last.previous


@dataclass(frozen=True, slots=True)
class StoryCheck(Check):
    """The result of an author's check of a whole story, as text and as findings with file and
    line."""

    missing: tuple[LintFinding, ...] = ()
    unreachable: tuple[LintFinding, ...] = ()
    endless: tuple[LintFinding, ...] = ()
    unsupported: tuple[LintFinding, ...] = ()
    passed_over: tuple[LintFinding, ...] = ()
    never_set: tuple[LintFinding, ...] = ()
    endings: Words = ()
    complete: bool = field(default=False)
    """True if every path was followed to find the endings."""

    def __repr__(self) -> str:
        return str(self)


class StoryGame(Game[Reading]):
    """The common base of the stories of all engines: a check and a map for authors."""

    @cached_property
    def review(self) -> Review | InkReview:
        """Return a review of the story for its author."""
        raise NotImplementedError

    @cached_property
    def _checked(self) -> StoryCheck:
        r = self.review
        return StoryCheck(
            r.right,
            r.report(),
            (),
            r.missing,
            r.unreachable,
            r.endless,
            r.unsupported,
            r.passed_over,
            r.never_set,
            r.endings.ended,
            r.endings.complete,
        )

    def check(self, state: Reading) -> StoryCheck:
        """Return what an author wants to know about the whole story, wherever the reader is."""
        return self._checked

    def view(self, state: Reading, player: int) -> View:
        """Return the page of the story."""
        return state.view()

    def places(self, state: Reading) -> Iterable[str]:
        """Return the passages read to reach a state, the latest first, by their names on the
        map."""
        raise NotImplementedError

    def story_map(self, states: Sequence[Reading]) -> SvgDrawing:
        """Return a picture of the passages: those that ``states`` have read are filled, the last
        one is marked."""
        read = [list(self.places(state)) for state in states]
        drawing = drawn(self.review.plan, frozenset().union(*read), read[-1][0] if read else "")
        # The names are escaped if they are drawn, and may contain signs that a picture cannot.
        return SvgDrawing(clean(drawing.svg))


class TwineStory(StoryGame):
    """A story made with Twine: choose what happens next.

    Each link is a choice; if something can be typed, type it: p("Ada"). Undo, branches and saves
    work as in every game. For authors: check(p) lists what is missing, story_map(p) draws the
    passages.
    """

    hides = ("scene.variables", "scene.temporary")

    def __init__(self, story: Story, folder: Path | None = None) -> None:
        self.engine: StoryEngine = engine_of(story, compiled_folder())
        self.folder = folder
        self.title = story.title[:80]  # type: ignore[misc]  # each story has its own title

    def new_state(self, rng: Random) -> Reading:
        """Return the first passage."""
        return Reading(self.engine.start(rng), self.folder)

    def process_response(self, state: Reading, value: Any, rng: Random) -> Reading:
        """Return what follows a link, or a typed text."""
        answer = value[1] if isinstance(value, tuple) else (_TYPED, value)
        return Reading(self.engine.choose(state.scene, answer, rng), self.folder)

    def describe(self, state: Reading, value: Any) -> str:
        """Return the whole text of a link; if two read alike, the line that each is in. Its target
        is not revealed."""
        if not isinstance(value, tuple):
            return f"answer {value}"
        kind, number = value
        if kind == "answer":
            return f"answer {'yes' if number else 'no'}"
        link = state.scene.links[number]
        if sum(other.label == link.label for other in state.scene.links) > 1 and not link.group:
            lines = (
                block.text
                for block in state.display_text.blocks
                for run in block.runs
                if run.option == value
            )
            return next(
                (f"{link.label} ({line[:80]})" for line in lines if line != link.label), link.label
            )
        return f"{link.group} {link.label}" if link.group else link.label

    def why_not(self, state: Reading, words: Words) -> str | None:
        """Say whether what was tried was offered in this passage before."""
        wanted = _plain(" ".join(words))
        for scene in reversed([*_scenes(state.scene.previous)]):
            if scene.passage == state.scene.passage:
                for link in scene.links:
                    if _plain(link.label) == wanted:
                        return f"{quote(link.label)} was offered here before; now it is not."
        return None

    @cached_property
    def review(self) -> Review:
        """Return a review of the story for its author."""
        return Review(self.engine.reader)

    @cached_property
    def _known_endings(self) -> Words:
        """Return the endings shown to a reader, who waits for them: an author's check searches
        longer."""
        return endings_of(self.engine.reader, steps=_PATIENCE).ended

    def endings(self, state: Reading) -> Words:
        """Return the passages in which plays of the story end, as far as they are known."""
        return self._known_endings

    def places(self, state: Reading) -> Iterable[str]:
        """Return the passages that were read, the last one first."""
        yield from state.scene.trail


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace("_", " ").lower()))


class InkGame(StoryGame):
    """A story written in ink: choose what happens next."""

    hides = ("scene.saved",)

    def __init__(self, story: InkStory, title: str) -> None:
        self.story = story
        self.title = title  # type: ignore[misc]  # each story has its own title

    def new_state(self, rng: Random) -> Reading:
        """Return the first text; the story's luck is seeded here."""
        return Reading(self.story.start(rng))

    def process_response(self, state: Reading, value: int, rng: Random) -> Reading:
        """Return what follows a choice."""
        return Reading(self.story.choose(state.scene, value))

    def describe(self, state: Reading, value: int) -> str:
        """Return the whole text of a choice."""
        return str(state.scene.links[value].label)

    @cached_property
    def review(self) -> InkReview:
        """Return a review of the story for its author."""
        return InkReview(self.story, self.title)

    def places(self, state: Reading) -> Iterable[str]:
        """Return the knots and stitches that offered choices, the last one first."""
        for scene in _scenes(state.scene):
            if scene.passage:
                yield self.review.owner(scene.passage.split("."))
        yield BEGINNING


# Files --------------------------------------------------------------------------------------------


def listed(paths: Sequence[Path]) -> list[tuple[str, tuple[Path, ...]]]:
    """Return the stories among some files: the title of each in lower case, to be typed, and its
    files.

    A file that cannot be read is still listed, and says so when it is loaded. Twee files that
    belong together are one story, with the scripts among them; pages and JSON files are opened, and
    those that are not stories are omitted.
    """
    found: list[tuple[str, tuple[Path, ...]]] = []
    twee: dict[Path, str] = {}
    scripts: list[Path] = []
    for path in paths:
        suffix = path.suffix.lower()
        text = _text(path)
        if text is None or (suffix in TWEE and not is_story(text)):
            if suffix in (*TWEE, *HTML):
                found.append((path.stem, (path,)))
        elif suffix in TWEE:
            twee[path] = text
        elif (
            (suffix in HTML and is_story(text))
            or (suffix in _INK and is_ink(text))
            or (suffix == ".ink" and is_source(text))
        ):
            found.append((_title(path, text), (path,)))
        elif suffix == ".js" and is_script(text):
            scripts.append(path)
    groups = grouped({str(path): text for path, text in twee.items()})
    for title, files in groups:
        own = tuple(map(Path, files))
        home = Path(os.path.commonpath([file.parent for file in own]))
        found.append(
            (title, (*own, *(script for script in scripts if script.is_relative_to(home))))
        )
    return [(title.lower(), files) for title, files in found]


def _text(path: Path) -> str | None:
    try:
        return decoded(read_file(path, LARGEST))
    except (OSError, StoryError):
        return None


def _title(path: Path, text: str) -> str:
    """Return a page's title; for ink, the name of the file, or of its folder if the file's name
    says nothing."""
    if path.suffix.lower() in HTML:
        found = re.findall(r"<tw-storydata\b[^>]*?\bname\s*=\s*[\"']([^\"']*)", text)
        if len(found) == 1 and found[0].strip():
            return html.unescape(found[0])
        return path.stem
    stem = path.name.split(".")[0]
    if stem in ("story", "main", "index"):
        return path.resolve().parent.name
    return stem


def read_story(paths: Sequence[Path] | Path) -> Game | Mapping[str, Game]:
    """Return the game of a story's files, or a menu of games for an archive; raise `SourceError`
    for anything but a story."""
    files = [paths] if isinstance(paths, Path) else list(paths)
    first = files[0]
    try:
        texts = {str(path): decoded(read_file(path, LARGEST)) for path in files}
        if first.suffix.lower() in _INK:
            need("inkpython", "ink", "Stories in ink need")
            text = texts[str(first)]
            return InkGame(InkStory(read_ink(text)), _title(first, text).replace("_", " "))
        stories = [TwineStory(story, first.parent) for story in stories_of(_shortened(texts))]
    except (BadFile, StoryError) as fault:
        raise SourceError(f"{first} cannot be played: {str(fault).rstrip('.')}.") from None
    if len(stories) == 1:
        return stories[0]
    return {story.title.lower(): story for story in stories}


def _shortened(texts: dict[str, str]) -> dict[str, str]:
    """Return the texts by file name, with folders only if they are needed to distinguish files."""
    names = [Path(name).name for name in texts]
    if len(set(names)) == len(names):
        return dict(zip(names, texts.values(), strict=True))
    return texts


def _shipped(data: bytes, name: str) -> Game:
    [story] = stories_of({f"{name}.twee": decoded(data)})
    return TwineStory(story)


STORIES = Shelf(__package__, "tales", ".twee", _shipped)
