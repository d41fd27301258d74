"""Published stories: the HTML of Twine 2 and 1, and archives of several stories.

Only the element that contains a story is read, by its own plain syntax: a page consists mostly of
the format's engine, and nothing in it is run. Sources: github.com/iftechfoundation/twine-specs,
twine-2-htmloutput-spec.md, twine-2-archive-spec.md and twine-1-htmloutput-doc.md.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..markup import attributes
from ..model import Story, StoryPassage
from .twee import numbered, position_of

_UNREAD = r"<(?P<unread>!--|script\b|style\b|textarea\b|title\b)"
"""The beginnings of parts of a page that a browser does not read as markup."""
_STORY = re.compile(rf"{_UNREAD}|<tw-storydata\b(?P<about>[^>]*)>", re.IGNORECASE)
_PASSAGE = re.compile(r"<tw-passagedata\b([^>]*)>", re.IGNORECASE)
_SCRIPT = re.compile(r"<script\b[^>]*>", re.IGNORECASE)
_STORE = re.compile(
    rf"""{_UNREAD}|<div\b[^>]*\bid\s*=\s*["']?(?:storeArea|store-area)\b["']?[^>]*>""",
    re.IGNORECASE,
)
_TIDDLER = re.compile(r"<div\b([^>]*\btiddler\s*=[^>]*)>", re.IGNORECASE)
_SPELLED = re.compile(r"\\([nts\\])")
_SPELLED_AS = {"n": "\n", "t": "\t", "s": "\\", "\\": "\\"}


PublishedStory: TypeAlias = tuple[Story, list[StoryPassage]]
"""A story from a page, still without its passages, and these in order."""


def read_published(text: str, file: str = "") -> list[PublishedStory]:
    """Return the stories in a page: one, several in an archive, none in a page that is not a
    story."""
    openings = list(_outside_scripts(_STORY, text))
    if openings:
        ends = [opening.start() for opening in openings[1:]] + [len(text)]
        stories = [_twine2(text, o, end, file) for o, end in zip(openings, ends, strict=True)]
        if _has_engine(text, openings):
            [(story, passages)] = stories
            return [(replace(story, page=text), passages)]
        return stories
    store = next(_outside_scripts(_STORE, text), None)
    return [_twine1(text, store, file)] if store else []


def _has_engine(text: str, openings: Sequence[re.Match[str]]) -> bool:
    """True if a page contains a single story and scripts outside it."""
    if len(openings) > 1:
        return False
    end = _close(text, "</tw-storydata", openings[0].end(), len(text))
    return any(not openings[0].end() <= script.start() < end for script in _SCRIPT.finditer(text))


def is_published(text: str) -> bool:
    """True if a page contains a story of Twine 2 or 1."""
    if any(_outside_scripts(_STORY, text)):
        return True
    return any(_outside_scripts(_STORE, text)) and _TIDDLER.search(text) is not None


def _outside_scripts(tag: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the places of a tag in a page, except in scripts, style sheets and comments, which only
    mention it."""
    at = 0
    unclosed = set[str]()
    while match := tag.search(text, at):
        at = match.end()
        name = (match["unread"] or "").lower()
        if not name:
            yield match
        elif name not in unclosed:
            close = re.compile("-->" if name == "!--" else f"</{name}", re.IGNORECASE).search(
                text, at
            )
            if close is None:
                # the page is cut short: the rest is read as well as possible
                unclosed.add(name)
            else:
                at = close.end()


def _twine2(text: str, opening: re.Match[str], end: int, file: str) -> PublishedStory:
    """Return the story of Twine 2 whose element opens there and ends before ``end``."""
    about = attributes(opening["about"])
    close = _close(text, "</tw-storydata", opening.end(), end)
    passages = []
    start = cut = ""
    for tag, line in numbered(text, _PASSAGE.finditer(text, opening.end(), close)):
        its = attributes(tag[1])
        if about.get("format") != "Harlowe":  # in Harlowe, blanks are part of the name
            its["name"] = its.get("name", "").strip()
        stop = _close(text, "</tw-passagedata", tag.end(), close)
        passages.append(_passage(its, html.unescape(text[tag.end() : stop]), file, line))
        if its.get("pid") == about.get("startnode", ""):
            start = passages[-1].name
        if stop == close:
            cut = f"the file is cut short inside the passage “{passages[-1].name}”"
    if close == end and not cut:
        cut = "the file is cut short: </tw-storydata> is missing"
    opened = _SCRIPT.finditer(text, opening.end(), close)
    scripts = (text[at.end() : _close(text, "</script", at.end(), close)] for at in opened)
    title, format_, version, ifid = (
        about.get(key, "") for key in ("name", "format", "format-version", "ifid")
    )
    remarks = (cut,) if cut else ()
    return Story(title, format_, version, start, {}, ifid, remarks, tuple(scripts)), passages


def _passage(about: dict[str, str], text: str, file: str, line: int) -> StoryPassage:
    tags = tuple(about.get("tags", "").split())
    return StoryPassage(
        about.get("name", ""),
        text.replace("\r\n", "\n").strip("\n"),
        tags,
        position_of(about.get("position")),
        file,
        line,
    )


def _close(text: str, tag: str, start: int, end: int) -> int:
    at = text.find(tag, start, end)
    return end if at < 0 else at


def _twine1(text: str, store: re.Match[str], file: str) -> PublishedStory:
    """Return the story of Twine 1 whose passages are in a store element."""
    passages: dict[str, StoryPassage] = {}
    for tag, line in numbered(text, _TIDDLER.finditer(text, store.end())):
        about = attributes(tag[1])
        written = html.unescape(text[tag.end() : _close(text, "</div", tag.end(), len(text))])
        body = _SPELLED.sub(lambda sign: _SPELLED_AS[sign[1]], written)
        its = {"name": about.get("tiddler", "").strip(), "tags": about.get("tags", "")}
        one = _passage(its, body, file, line)
        passages[one.name] = replace(one, position=position_of(about.get("twine-position")))
    title = passages["StoryTitle"].text.strip() if "StoryTitle" in passages else ""
    start = "Start" if "Start" in passages else ""
    page = text if _SCRIPT.search(text) else ""
    return Story(title, "Twine 1", "1", start, {}, page=page), list(passages.values())
