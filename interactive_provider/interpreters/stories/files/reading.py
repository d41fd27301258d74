"""Turns files into stories: bytes in any common encoding, and one or several files for one story.

>>> [story] = stories_of({"tale.twee": ":: Start\\nIt is late. [[Sleep]]\\n:: Sleep\\nYou sleep."})
>>> story
<story 'tale', no format, 2 passages>
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from dataclasses import replace

from ..errors import StoryError
from ..model import Story, StoryPassage
from .twee import is_twee, read_twee
from .twine_html import is_published, read_published

TWEE = (".twee", ".tw", ".twee2", ".tw2", ".twee3")
HTML = (".html", ".htm")
LARGEST = 64_000_000
"""The maximum size in bytes of a file that is read: the largest story known has 11 million."""

LONGEST_PASSAGE = 1_000_000
"""The maximum number of characters of one passage that is read."""

LONGEST_SCRIPT = 400_000
"""The maximum number of characters of a script that is examined."""

_PICTURE = re.compile(r"(\bdata:[\w/+.-]{1,80};base64,)[A-Za-z0-9+/=]{200,}")
_SCRIPT = re.compile(r"\bMacro\.add\(|\bsetup\.\w|\bState\.(?:variables|temporary)\b")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(r"""<meta[^>]+charset\s*=\s*["']?([\w-]+)""", re.IGNORECASE)


def decoded(data: bytes) -> str:
    """Return the text of a file: decoded by its byte order mark, otherwise as UTF-8, otherwise in
    the encoding that the page declares, otherwise as Windows-1252.

    Raises `StoryError` for anything but a text, or for more than `LARGEST` bytes.
    """
    if len(data) > LARGEST:
        raise StoryError(
            f"a file of {len(data):,} bytes is too large; a story has at most {LARGEST:,}"
        )
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" in data[:1000]:
        raise StoryError("this is not a text file")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_named_encoding(data), "replace")


def _named_encoding(data: bytes) -> str:
    match = _META.search(data[:4000].decode("ascii", "replace"))
    try:
        return codecs.lookup(match[1]).name if match and match[1].lower() != "utf-8" else "cp1252"
    except LookupError:
        return "cp1252"


def is_story(text: str) -> bool:
    """True if a text is a story, in Twee or as a published page."""
    return is_published(text) or is_twee(text)


def is_script(text: str) -> bool:
    """True if a text is JavaScript that defines something for a SugarCube story; it is never
    run."""
    return len(text) <= LONGEST_SCRIPT and _SCRIPT.search(text) is not None


def stories_of(texts: Mapping[str, str]) -> list[Story]:
    """Return the stories in some files, by file name: each page's own, and one for all Twee files
    together.

    Files with the suffix ``.js`` are the scripts of the latter. Raises `StoryError` if there is no
    story, or one has no passage that can be read.
    """
    stories = []
    twee = {}
    scripts = tuple(text for file, text in texts.items() if file.endswith(".js"))
    for file, text in texts.items():
        if file.endswith(".js"):
            continue
        pages = read_published(text, file)
        stories += [_story(story, written, _words(file)) for story, written in pages]
        if not pages:
            twee[file] = text
    passages = [passage for file, text in sorted(twee.items()) for passage in read_twee(text, file)]
    if passages:
        stories.append(_of_twee(passages, scripts))
    if not stories:
        raise StoryError(_no_story(texts))
    return stories


def _no_story(texts: Mapping[str, str]) -> str:
    named = ", ".join(list(texts)[:3])
    return (
        f"{named or 'this'} does not contain a story: it has neither a line that begins with “::”"
        " (Twee) nor <tw-storydata> (a page published by Twine)"
    )


def _of_twee(passages: list[StoryPassage], scripts: tuple[str, ...]) -> Story:
    about = {p.name: p for p in reversed(passages)}
    data, remarks = _story_data(about.get("StoryData"))
    title = about["StoryTitle"].text.strip() if "StoryTitle" in about else ""
    format_, version, start, ifid = (
        str(data.get(key) or "") for key in ("format", "format-version", "start", "ifid")
    )
    story = Story(" ".join(title.split()), format_, version, start, {}, ifid, remarks, scripts)
    return _story(story, passages, _words(passages[0].file))


def _story_data(passage: StoryPassage | None) -> tuple[dict[str, object], tuple[str, ...]]:
    if passage is None:
        return {}, ()
    try:
        data = json.loads(passage.text)
    except (ValueError, RecursionError) as fault:
        return {}, (f"StoryData is not JSON: {fault}",)
    return (data, ()) if isinstance(data, dict) else ({}, ("StoryData is not a JSON object",))


def _story(story: Story, passages: list[StoryPassage], file: str) -> Story:
    """Return a story with its passages; without its own title it is named after its file."""
    named: dict[str, StoryPassage] = {}
    title = story.title or file
    notes = list(story.remarks)
    for passage in map(_without_pictures, passages):
        if len(passage.text) > LONGEST_PASSAGE and not passage.is_code:
            raise StoryError(
                f"the passage “{passage.name[:60]}” of “{title}” has {len(passage.text):,}"
                f" characters; a passage has at most {LONGEST_PASSAGE:,}",
                passage.line,
            )
        if (first := named.get(passage.name)) and passage.is_code and first.is_code:
            passage = replace(passage, name=f"{passage.name} {len(named)}", position=None)
        if passage.name in named:
            places = f"{_place(first)}, {_place(passage)}"
            notes.append(f"two passages are called “{passage.name}” ({places}); the first counts")
        else:
            named[passage.name] = passage
    return _started(replace(story, title=title, passages=named, remarks=tuple(notes)))


def _without_pictures(passage: StoryPassage) -> StoryPassage:
    """Return a passage without the data of embedded pictures, which make up most of a long one."""
    if len(passage.text) < 10_000 or passage.is_code:
        return passage
    return replace(passage, text=_PICTURE.sub(r"\1", passage.text))


def _place(passage: StoryPassage | None) -> str:
    return "" if passage is None else f"{passage.file} line {passage.line}".strip()


def _started(story: Story) -> Story:
    """Return the story with a start that exists; a remark says so if the author's own does not."""
    if story.start in story.passages:
        return story
    if not story.readable:
        raise StoryError(f"“{story.title}” has no passage that can be read")
    start = "Start" if "Start" in story.passages else story.readable[0].name
    remarks = story.remarks
    if story.start or start != "Start":
        meant = f"its start “{story.start}” does not exist" if story.start else "it names no start"
        remarks = (*remarks, f"{meant}: it begins with “{start}”")
    return replace(story, start=start, remarks=remarks)


_HEADS = re.compile(r"^::[ \t]*(StoryTitle|StoryData|Start)\b", re.MULTILINE)


def grouped(texts: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Group the Twee files that form one story: return a title for each story, and its files, by
    their paths.

    A story is named once, so there are as many stories as files with a StoryTitle (or a StoryData,
    or a Start, if no file has a StoryTitle). Files without any of these belong to the story in
    their own folder, or in the nearest one above or below.
    """
    heads = _heads(texts)
    if len(heads) <= 1:
        return [(_title_of(list(texts), texts), sorted(texts))] if texts else []
    groups: dict[str, list[str]] = {head: [head] for head in heads}
    for file in sorted(set(texts) - set(heads)):
        near = max(heads, key=lambda head: (_kinship(head, file), -len(head), head))
        groups[near].append(file)
    return [(_title_of(files, texts), sorted(files)) for files in groups.values()]


def _heads(texts: Mapping[str, str]) -> list[str]:
    """Return the files that name a story, one for each story."""
    marks = {file: {m[1] for m in _HEADS.finditer(text)} for file, text in texts.items()}
    for mark in ("StoryTitle", "StoryData", "Start"):
        heads = sorted(file for file, names in marks.items() if mark in names)
        if heads:
            return heads
    return sorted(texts)[:1]


def _kinship(head: str, file: str) -> tuple[int, int]:
    """Return how closely related two files are: the number of shared folders, then how few are not
    shared."""
    a = re.split(r"[\\/]", head)[:-1]
    b = re.split(r"[\\/]", file)[:-1]
    shared = next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
    return shared, -(len(a) + len(b) - 2 * shared)


def _title_of(files: list[str], texts: Mapping[str, str]) -> str:
    """Return the StoryTitle in some files, or a file's name, or their folder's name if there are
    several."""
    for file in files:
        match = re.search(
            r"^::[ \t]*StoryTitle\b[^\n]*\n+([^\n:][^\n]*)",
            texts[file].replace("\r\n", "\n"),
            re.MULTILINE,
        )
        if match and match[1].strip():
            return match[1].strip()
    folders = re.split(r"[\\/]", files[0])[:-1]
    return folders[-1] if len(files) > 1 and folders else _words(files[0])


def _words(file: str) -> str:
    """Return a file's name in words, without folders and suffixes."""
    stem = re.split(r"[\\/]", file)[-1].split(".")[0]
    return " ".join(stem.replace("_", " ").replace("-", " ").split()) or "story"
