"""The formats with little language of their own: Chapbook's basics, and stories of links alone.

Sources: klembot.github.io/chapbook/guide, videlais.github.io/snowman. Snowman's templates are JavaScript and are not
run, so of its stories the links are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import grammar as g
from .engine import Engine, GoTo, Turn
from .errors import NotUnderstood
from .markup import COMMENT, LINK, SILENT, TAG, is_web, link_parts, plain, tag_of, unescaped
from .methods import list_method, number_method, text_method
from .model import Passage
from .page import HARD, Box, Link, Piece, Place, places
from .sugarcube_library import MATH, NAMESPACES, Namespace, call
from .tokens import PLAIN
from .values import UNKNOWN, freeze, is_number, text_of, thaw, truth


@dataclass(frozen=True, slots=True)
class LinkMark:
    """``[[label->Target]]``."""

    label: str
    target: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is not shown; ``blocks`` if the way on may be in it."""

    what: str
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """Chapbook's ``{name}`` or ``{word of words: value, name: value}``."""

    written: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a Chapbook passage below a line of modifiers."""

    modifier: str
    body: tuple[Any, ...]


_START = re.compile(r"<%[=-]?|\[\[|<!--|</?[a-zA-Z]|^[ \t]*[-*]{3,}[ \t]*$|^\#{1,6}(?=[ ])|^[*+-][ ]", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__|\*|_)(\S(?:[^*_\n]*\S)?)\1(?![\w*])|~~|\^\^")
_SCRIPTED = re.compile(r"""story\.(?:show|render)\(\s*["']([^"']+)["']|data-passage\s*=\s*["']([^"']+)["']""")


def read(text: str) -> list[Any]:
    """The nodes of a text: words, links, and what is not shown."""
    nodes: list[Any] = []
    at = 0
    while found := _START.search(text, at):
        if found.start() > at:
            nodes.append(_words(text[at : found.start()]))
        at = _sign(text, found, nodes)
    nodes.append(_words(text[at:]))
    return [node for node in nodes if node]


def _words(text: str) -> str:
    return _EMPHASIS.sub(lambda m: m[2] or "", unescaped(text))


def _sign(text: str, found: re.Match[str], nodes: list[Any]) -> int:
    sign, start, end = found[0], found.start(), found.end()
    if sign == "[[":
        link = LINK.match(text, start)
        if link is None:
            nodes.append(sign)
            return end
        label, target = link_parts(link[1])
        nodes.append(plain(label) or target if is_web(target) else LinkMark(plain(label) or target, target))
        return link.end()
    if sign[:2] == "<%":
        close = text.find("%>", end)
        inside = text[end : close if close >= 0 else len(text)]
        nodes.append(Missing("<% … %>", blocks=bool(_SCRIPTED.search(inside))))
        return len(text) if close < 0 else close + 2
    if sign == "<!--":
        comment = COMMENT.match(text, start)
        return comment.end() if comment else len(text)
    if sign[0] == "<":
        return _html(text, start, nodes)
    nodes.append("• " if sign[0] in "*+-" and sign[-1] == " " else "" if sign[0] == "#" else f"{HARD}———{HARD}")
    return end


def _html(text: str, start: int, nodes: list[Any]) -> int:
    found = TAG.match(text, start)
    if found is None:
        nodes.append("<")
        return start + 1
    tag = tag_of(found)
    target = tag.about.get("data-passage", "")
    if target and not tag.closes:
        close = re.compile(rf"</{tag.name}\s*>", re.IGNORECASE).search(text, found.end())
        label = plain(text[found.end() : close.start() if close else len(text)])
        nodes.append(LinkMark(label or target, target))
        return close.end() if close else len(text)
    if tag.name in SILENT and not tag.closes:
        close = re.compile(rf"</{tag.name}\s*>", re.IGNORECASE).search(text, found.end())
        if tag.name == "script":
            nodes.append(Missing("<script>"))
        return close.end() if close else len(text)
    if tag.is_input:
        nodes.append(Missing(f"<{tag.name}>", blocks=True))
    nodes.append(tag.words)
    return found.end()


class LinksTurn(Turn):
    """One turn of a story of links alone."""

    dialect = PLAIN
    engine: LinksEngine

    def render(self, nodes: Sequence[Any]) -> None:
        """Show some nodes."""
        for node in nodes:
            if type(node) is str:
                self.emit(node)
            elif isinstance(node, LinkMark):
                self.emit(Link(node.label, ("go", self.target(node.target))))
            elif isinstance(node, Missing):
                self.not_supported(node.what)
                self.remarks -= not node.blocks
            else:
                self.other(node)

    def target(self, written: str) -> str:
        """The passage that a link names."""
        return written

    def other(self, node: Any) -> None:
        """A node that only one format has."""
        raise NotImplementedError

    def follow(self, link: Link, holder: list[Piece], index: int) -> None:
        """Do what a link says."""
        _, target = link.action
        raise GoTo(target)


class LinksEngine(Engine):
    """The teller of a story in Snowman, or in a format that is not known: its words and its links."""

    turn = LinksTurn

    def parse(self, source: str) -> Any:
        """The nodes of a text."""
        return tuple(read(source))


# Chapbook ------------------------------------------------------------------------------------------

_DIVIDER = re.compile(r"^--[ \t]*$", re.MULTILINE)
_SETTING = re.compile(r"^([\w.$]+)[ \t]*(?:\(([^\n]*)\))?[ \t]*:(.*)$")
_MODIFIER = re.compile(r"^\[(?!\[)([^\[\]\n]+)\][ \t]*\n?", re.MULTILINE)
_INSERT = re.compile(r"\{((?:[^{}\"'\n]|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')+)\}")
_FUNCTION = re.compile(r"\s*([a-zA-Z][a-zA-Z ]*?)\s*(?::\s*(.*?))?(?:,\s*(\w+\s*:.*))?$", re.DOTALL)
_DIE = re.compile(r"d(\d{1,6})$")
LOOKS = frozenset(["align", "note", "css", "after", "ambient", "sound", "theme", "transition", "continue", "cont"])
"""Modifiers and inserts of looks and sound."""


@dataclass(frozen=True, slots=True)
class ChapbookPassage:
    """A passage of Chapbook: the variables that it sets, and its parts."""

    settings: tuple[tuple[str, str, str], ...]
    parts: tuple[Part, ...]


class ChapbookTurn(LinksTurn):
    """One turn of a story in Chapbook."""

    engine: ChapbookEngine

    def show_passage(self, passage: Passage) -> None:
        """The variables of a passage, then its parts."""
        self.passage_parts(self.engine.parsed(passage.name))

    def passage_parts(self, parsed: ChapbookPassage) -> None:
        """Set a passage's variables and show its parts."""
        for name, condition, source in parsed.settings:
            try:
                if not condition or truth(self.value(condition)):
                    self.assign(g.parse(name, PLAIN), self.value(source))
            except NotUnderstood as fault:
                self.not_supported(f"{name}: {source}", str(fault))
        shown = True
        for part in parsed.parts:
            holds = self.modified(part.modifier, shown)
            if holds is not None:
                shown = holds
            if holds is not False:
                self.render(part.body)

    def modified(self, modifier: str, before: bool) -> bool | None:
        """Whether the part below a modifier is shown; None where it says nothing of that."""
        shown: bool | None = True
        for one in re.split(r"\s*;\s*", modifier):
            word, _, rest = one.strip().partition(" ")
            word = word.lower()
            if word in ("if", "unless", "ifalways", "ifnever"):
                shown = shown and self.holds(word, rest)
            elif word == "else":
                shown = shown and not before
            elif word == "javascript" or word == "css":
                self.not_supported(f"[{one}]")
                self.remarks -= 1
                return False
            elif word not in LOOKS and word:
                self.not_supported(f"[{one}]")
            elif word == "note":
                return False
        return shown

    def holds(self, word: str, condition: str) -> bool:
        """Whether a condition holds; one that cannot be followed does not, and a line says so."""
        if word in ("ifalways", "ifnever"):
            return word == "ifalways"
        try:
            value = self.value(condition)
            if value is UNKNOWN:
                raise NotUnderstood("it needs JavaScript, which is not run")
        except NotUnderstood as fault:
            self.not_supported(f"[{word} {condition}]", str(fault))
            return False
        return truth(value) == (word == "if")

    def other(self, node: Any) -> None:
        """An insert."""
        try:
            self.insert(node.written)
        except NotUnderstood as fault:
            self.not_supported(f"{{{node.written}}}", str(fault))

    def insert(self, written: str) -> None:
        """``{name}``, ``{embed passage: 'X'}``, ``{reveal link: 't', text: 'u'}``."""
        found = _FUNCTION.match(written)
        words = " ".join(found[1].lower().split()) if found else ""
        worked = INSERTS.get(words)
        if found is None or worked is None:
            if words in LOOKS or words.startswith(("ambient", "sound", "theme", "no ")):
                return
            value = self.value(written)
            if value is None:
                raise NotUnderstood("it has no value")
            self.emit(text_of(value, ","))
            return
        given = self.value(found[2]) if found[2] else None
        about = self.pairs(found[3] or "")
        worked(self, given, about)

    def pairs(self, written: str) -> dict[str, Any]:
        """The named values of an insert."""
        tree = g.parse(f"{{{written}}}", PLAIN) if written else g.Pairs(())
        value = self.evaluate(tree)
        return value if isinstance(value, dict) else {}

    def follow(self, link: Link, holder: list[Piece], index: int) -> None:
        """Do what a link says."""
        kind, *rest = link.action
        if kind == "reveal":
            words, passage = rest
            place = Place((), [])
            holder[index] = place
            self.out = place.children
            if passage:
                self.embed(passage)
            else:
                self.render(read(words))
        elif kind == "set":
            target, value, label = rest
            self.assign(target, thaw(value))
            for place in places(self.page):
                if place.names == (f"={link.group}",):
                    place.children[:] = [label]
        elif kind == "back":
            before = self.trail.before if self.trail else None
            raise GoTo(before.name if before else self.story.start, 2)
        elif kind == "restart":
            self.variables, self.trail = {}, None
            raise GoTo(self.story.start)
        else:
            raise GoTo(rest[0])

    def embed(self, name: str) -> None:
        """Show another passage here."""
        if name not in self.story.passages:
            self.remark(f"the passage “{name[:80]}” does not exist")
            return
        self.inside(name, lambda: self.passage_parts(self.engine.parsed(name)))

    # Expressions: JavaScript, whose variables have no sign

    def bare(self, name: str) -> Any:
        """A variable, or a word such as ``random``."""
        if name in self.temporary:
            return self.temporary[name]
        if name in ("random", "passage", "engine", "now", "browser", "config"):
            return Namespace(name)
        if name in NAMESPACES:
            return Namespace(name)
        return super().read("$", name)

    def assign(self, target: Any, value: Any) -> Any:
        """Set a variable."""
        if isinstance(target, g.Variable) and not target.kind:
            self.write("$", target.name, value)
            return value
        if isinstance(target, g.Member) and isinstance(target.of, g.Variable) and not target.of.kind:
            if target.of.name in ("config", "engine"):
                return value
            if self.read("$", target.of.name) is None:
                self.write("$", target.of.name, {})
        return super().assign(target, value)

    def member(self, of: Any, key: Any) -> Any:
        """``of.key``; ``random.d6`` throws a die."""
        if isinstance(of, Namespace):
            return self.looked_up(of.name, text_of(key))
        return super().member(of, key)

    def looked_up(self, space: str, key: str) -> Any:
        """``random.coinFlip``, ``passage.visits``; raises `NotUnderstood` for what depends on the machine."""
        if space == "random":
            if die := _DIE.match(key):
                return self.luck.randint(1, max(1, int(die[1])))
            if key == "coinFlip":
                return self.luck.random() < 0.5
            if key == "fraction":
                return self.luck.random()
        if space == "passage" and key in ("visits", "name"):
            return self.visits(self.passage) if key == "visits" else self.passage
        if space == "config":
            return Namespace(space)
        raise NotUnderstood(f"{space}.{key} is not supported")

    def function(self, name: str, arguments: list[Any]) -> Any:
        """A function of JavaScript that is pure."""
        if name in self.temporary:
            return super().function(name, arguments)
        return call(self, name, arguments)

    def method(self, of: Any, name: str, arguments: list[Any]) -> Any:
        """A method of a value."""
        if isinstance(of, Namespace):
            if of.name == "Math" and name not in MATH and name not in ("random", "max", "min"):
                raise NotUnderstood(f"Math.{name}() is not known")
            return self.function(f"{of.name}.{name}", arguments)
        if isinstance(of, str):
            return text_method(self, of, name, arguments)
        if isinstance(of, list):
            return list_method(self, of, name, arguments)
        if is_number(of):
            return number_method(of, name, arguments)
        raise NotUnderstood(f".{name}() is JavaScript, which is not run")


C = ChapbookTurn


def _embed(turn: C, given: Any, about: dict[str, Any]) -> None:
    turn.embed(text_of(given))


def _reveal(turn: C, given: Any, about: dict[str, Any]) -> None:
    turn.emit(Link(text_of(given) or "…", ("reveal", text_of(about.get("text")), text_of(about.get("passage")))))


def _back(turn: C, given: Any, about: dict[str, Any]) -> None:
    if turn.trail and turn.trail.before:
        turn.emit(Link(text_of(about.get("label")) or "Back", ("back",)))


def _restart(turn: C, given: Any, about: dict[str, Any]) -> None:
    turn.emit(Link(text_of(about.get("label")) or "Restart", ("restart",)))


def _link_to(turn: C, given: Any, about: dict[str, Any]) -> None:
    target = text_of(given)
    turn.emit(target if is_web(target) else Link(text_of(about.get("label")) or target, ("go", target)))


def _picture(turn: C, given: Any, about: dict[str, Any]) -> None:
    from .markup import picture

    turn.emit(picture(text_of(about.get("alt")) or text_of(given)))


def _text_input(turn: C, given: Any, about: dict[str, Any]) -> None:
    target = g.parse(text_of(about.get("for")) or text_of(given) or "typed", PLAIN)
    turn.assign(target, about.get("default") or "")
    turn.emit(Box(target))


def _cycling(turn: C, given: Any, about: dict[str, Any]) -> None:
    name = text_of(about.get("for")) or text_of(given) or "chosen"
    values = about.get("choices") or []
    if not isinstance(values, list) or not values:
        raise NotUnderstood("it has no choices")
    target = g.parse(name, PLAIN)
    turn.assign(target, values[0])
    turn.emit(Place((f"={name}",), [text_of(values[0])]))
    for value in values:
        turn.emit(Link(text_of(value) or "nothing", ("set", target, freeze(value), text_of(value)), name))


INSERTS: dict[str, Callable[[C, Any, dict[str, Any]], None]] = {
    "embed passage": _embed,
    "embed passage named": _embed,
    "reveal link": _reveal,
    "back link": _back,
    "restart link": _restart,
    "link to": _link_to,
    "embed image": _picture,
    "embed unsplash image": _picture,
    "embed flickr image": _picture,
    "embed youtube video": lambda turn, given, about: None,
    "text input": _text_input,
    "text input for": _text_input,
    "cycling link": _cycling,
    "cycling link for": _cycling,
    "dropdown menu": _cycling,
    "dropdown menu for": _cycling,
}


class ChapbookEngine(LinksEngine):
    """The teller of a story in Chapbook."""

    turn = ChapbookTurn
    memory = re.compile(r"passage\.visits|\{\s*back link")

    def parse(self, source: str) -> ChapbookPassage:
        """A passage: what stands above the line ``--``, and the parts below."""
        divided = _DIVIDER.split(source, maxsplit=1)
        settings = tuple(self._settings(divided[0])) if len(divided) > 1 else ()
        return ChapbookPassage(settings, tuple(self._parts(divided[-1])))

    def _settings(self, text: str) -> list[tuple[str, str, str]]:
        found = (_SETTING.match(line.strip()) for line in text.split("\n"))
        return [(m[1], m[2] or "", m[3].strip()) for m in found if m]

    def _parts(self, text: str) -> list[Part]:
        pieces = _MODIFIER.split(text)
        parts = [Part("", self._inserts(pieces[0]))]
        for modifier, body in zip(pieces[1::2], pieces[2::2], strict=True):
            code = modifier.lower().startswith(("javascript", "css"))
            parts.append(Part(modifier, () if code else self._inserts(body)))
        return parts

    def _inserts(self, text: str) -> tuple[Any, ...]:
        nodes: list[Any] = []
        at = 0
        for found in _INSERT.finditer(text):
            nodes += read(text[at : found.start()])
            nodes.append(Insert(found[1]))
            at = found.end()
        return (*nodes, *read(text[at:]))
