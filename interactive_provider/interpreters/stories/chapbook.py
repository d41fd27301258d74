"""Chapbook: its inserts, modifiers and variables.

Source: klembot.github.io/chapbook/guide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from .content import Box, ContentPiece, NamedPlace, StoryLink
from .errors import NotUnderstood
from .expressions import nodes as g
from .expressions.lexer import PLAIN
from .expressions.parser import parse_expression
from .expressions.values import text_of, truth
from .links import LinksEngine, LinksTurn, read
from .markup import is_web, picture
from .references import References
from .sugarcube.library import NAMESPACES, JavaScriptTurn, LibraryNamespace


@dataclass(frozen=True, slots=True)
class Insert:
    """Chapbook's ``{name}`` or ``{word of words: value, name: value}``."""

    written: str


@dataclass(frozen=True, slots=True)
class PassagePart:
    """A part of a Chapbook passage below a line of modifiers."""

    modifier: str
    body: tuple[Any, ...]


_DIVIDER = re.compile(r"^--[ \t]*$", re.MULTILINE)
_SETTING = re.compile(
    r"^(?P<name>[\w.$]+)[ \t]*(?:\((?P<condition>[^\n]*)\))?[ \t]*:(?P<value>.*)$"
)
_MODIFIER = re.compile(r"^\[(?!\[)([^\[\]\n]+)\][ \t]*\n?", re.MULTILINE)
_INSERT = re.compile(r"(?<!\\)\{((?:[^{}\"'\n]|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')+)\}")
_FUNCTION = re.compile(r"\s*([a-zA-Z][a-zA-Z ]*?)\s*(?::\s*(.*?))?(?:,\s*(\w+\s*:.*))?$", re.DOTALL)
_SPACES = NAMESPACES.union("random passage story engine now browser config".split())
_DIE = re.compile(r"d(\d{1,6})$")
LOOKS = frozenset(
    """align note css after ambient sound theme transition continue continued cont""".split()
)
"""Modifiers and inserts for appearance and sound."""
_CONDITIONS = ("if", "unless", "else", "ifalways", "ifnever")


class VariableSetting(NamedTuple):
    """A line above a passage: ``name (condition): value``."""

    name: str
    condition: str
    value: str


@dataclass(frozen=True, slots=True)
class ChapbookPassage:
    """A passage of Chapbook: the variables that it sets, and its parts."""

    settings: tuple[VariableSetting, ...]
    parts: tuple[PassagePart, ...]


def _revealed(
    turn: Any, holder: list[ContentPiece], index: int, link: StoryLink, words: str, passage: str
) -> None:
    holder[index] = place = NamedPlace((), [])
    turn.out = place.children
    if passage:
        turn.include(passage)
    else:
        turn.render(read(words))


def _went_back(turn: Any, *_: Any) -> None:
    turn.go(turn.before.name if turn.before else turn.story.start, 2)


class ChapbookTurn(JavaScriptTurn, LinksTurn):
    """One turn of a story in Chapbook."""

    engine: ChapbookEngine
    followed: ClassVar[Mapping[str, Callable[..., None]]] = {
        **LinksTurn.followed,
        "reveal": _revealed,
        "back": _went_back,
        "restart": lambda turn, *_: turn.restart(),
    }

    def show_nodes(self, name: str) -> None:
        """Set a passage's variables and show its parts."""
        parsed = self.engine.parsed(name)
        for setting in parsed.settings:
            try:
                if not setting.condition or truth(self.value(setting.condition)):
                    target = parse_expression(setting.name, PLAIN)
                    self.assign(target, self.value(setting.value))
            except NotUnderstood as fault:
                self.not_supported(f"{setting.name}: {setting.value}", str(fault))
        shown = True
        for part in parsed.parts:
            shown = self.modified(part.modifier, shown)
            if shown:
                self.render(part.body)

    def modified(self, modifier: str, before: bool) -> bool:
        """True if the part below a modifier is shown."""
        shown = True
        for one in re.split(r"\s*;\s*", modifier):
            word, _, rest = one.strip().partition(" ")
            word = word.lower()
            if word in _CONDITIONS:
                shown = shown and (not before if word == "else" else self.holds(word, rest))
            elif word == "javascript":
                self.not_supported(f"[{one}]", blocks=False)
                return False
            elif word == "after":
                self.told_early()
            elif word not in LOOKS and word:
                self.not_supported(f"[{one}]")
            elif word in ("note", "css"):
                return False
        return shown

    def holds(self, word: str, condition: str) -> bool:
        """True if a condition holds; an unsupported one does not, and a line says so."""
        if word in ("ifalways", "ifnever"):
            return word == "ifalways"
        try:
            value = self.value(condition)
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
        match = _FUNCTION.match(written)
        words = " ".join(match[1].lower().split()) if match else ""
        worked = INSERTS.get(words)
        if match is None or worked is None:
            if self.engine.passes_over(words) or words.startswith("no "):
                return
            value = self.value(written)
            if value is None:
                raise NotUnderstood("it has no value")
            self.emit(text_of(value, ","))
            return
        args = self.value(match[2]) if match[2] else None
        about = self.pairs(match[3] or "")
        worked(self, args, about)

    def pairs(self, written: str) -> dict[str, Any]:
        """The named values of an insert."""
        tree = parse_expression(f"{{{written}}}", PLAIN) if written else g.DatamapLiteral(())
        value = self.evaluate(tree)
        return value if isinstance(value, dict) else {}

    # Expressions: JavaScript, whose variables have no sign

    def bare(self, name: str) -> Any:
        """A variable, or a word such as ``random``."""
        if name in self.temporary:
            return self.temporary[name]
        if name == "trail":
            return list(self.trail or ())[::-1]
        if name in _SPACES:
            return LibraryNamespace(name)
        return super().read("$", name)

    def assign(self, target: Any, value: Any) -> Any:
        """Set a variable."""
        if isinstance(target, g.Variable) and not target.kind:
            self.write("$", target.name, value)
            return value
        root = target
        while isinstance(root, g.Member):
            root = root.of
        if isinstance(root, g.Variable) and not root.kind:
            if root.name in ("config", "engine"):
                return value
            if target.of is root and self.read("$", root.name) is None:
                self.write("$", root.name, {})
        return super().assign(target, value)

    def member(self, of: Any, key: Any) -> Any:
        """``of.key``; ``random.d6`` throws a die."""
        if isinstance(of, LibraryNamespace):
            return self.looked_up(of.name, text_of(key))
        return super().member(of, key)

    def looked_up(self, space: str, key: str) -> Any:
        """``random.coinFlip``, ``passage.visits``; raises `NotUnderstood` for what depends on the
        machine."""
        if space == "random":
            if die := _DIE.match(key):
                return self.luck.randint(1, max(1, int(die[1])))
            if key == "coinFlip":
                return self.luck.random() < 0.5
            if key == "fraction":
                return self.luck.random()
        if space == "passage" and key in ("visits", "name"):
            return self.visits(self.passage) if key == "visits" else self.passage
        if space == "story" and key == "name":
            return self.story.title
        if space == "config":
            return LibraryNamespace(space)
        raise NotUnderstood(f"{space}.{key} is not supported")


C = ChapbookTurn


def _embed(turn: C, args: Any, about: dict[str, Any]) -> None:
    turn.include(text_of(args))


def _reveal(turn: C, args: Any, about: dict[str, Any]) -> None:
    turn.emit(
        StoryLink(
            text_of(args) or "…",
            ("reveal", text_of(about.get("text")), text_of(about.get("passage"))),
        )
    )


def _back(turn: C, args: Any, about: dict[str, Any]) -> None:
    if turn.before:
        turn.emit(StoryLink(text_of(about.get("label")) or "Back", ("back",)))


def _restart(turn: C, args: Any, about: dict[str, Any]) -> None:
    turn.emit(StoryLink(text_of(about.get("label")) or "Restart", ("restart",)))


def _link_to(turn: C, args: Any, about: dict[str, Any]) -> None:
    target = text_of(args)
    turn.emit(
        target
        if is_web(target)
        else StoryLink(text_of(about.get("label")) or target, ("go", target))
    )


def _picture(turn: C, args: Any, about: dict[str, Any]) -> None:
    turn.emit(picture(text_of(args), text_of(about.get("alt"))))


def _text_input(turn: C, args: Any, about: dict[str, Any]) -> None:
    target = parse_expression(text_of(about.get("for")) or text_of(args) or "typed", PLAIN)
    turn.assign(target, about.get("default") or "")
    turn.emit(Box(target))


def _cycling(turn: C, args: Any, about: dict[str, Any]) -> None:
    name = text_of(about.get("for")) or text_of(args) or "chosen"
    values = about.get("choices") or []
    if not isinstance(values, list) or not values:
        raise NotUnderstood("it has no choices")
    target = parse_expression(name, PLAIN)
    turn.assign(target, values[0])
    turn.offer(name, target, text_of(values[0]), ((text_of(value), value) for value in values))


INSERTS: dict[str, Callable[[C, Any, dict[str, Any]], None]] = {
    "embed passage": _embed,
    "embed passage named": _embed,
    "reveal link": _reveal,
    "back link": _back,
    "restart link": _restart,
    "link to": _link_to,
    **{f"embed {kind}image": _picture for kind in ("", "unsplash ", "flickr ")},
    "embed youtube video": lambda turn, args, about: None,
    **dict.fromkeys(("text input", "text input for"), _text_input),
    **{
        f"{kind}{end}": _cycling
        for kind in ("cycling link", "dropdown menu")
        for end in ("", " for")
    },
}


_AIMED = re.compile(
    r"(embed passage(?: named)?|link to)\s*:\s*(['\"])(.*?)\2|(?:passage)\s*:\s*(['\"])(.*?)\4"
)


def _gather_settings(engine: Any, node: ChapbookPassage, references: References) -> None:
    for setting in node.settings:
        references.set.add(re.split(r"[.\[]", setting.name)[0])
        references.mention(setting.value)


def _gather_insert(engine: Any, node: Insert, references: References) -> None:
    line = references.line(node.written)
    words = " ".join(re.split(r"[:,]", node.written)[0].lower().split())
    references.macros.append((words, line))
    if engine.passes_over(words) or (" " in words and re.fullmatch(r"[a-z ]+", words)):
        engine.gather_macro(words, f"{{{words}}}", line, references)
    for aimed in _AIMED.finditer(node.written):
        references.target(
            aimed[3] or aimed[5] or "", shown=bool(aimed[1]) and aimed[1].startswith("embed")
        )


def _gather_modifiers(engine: Any, node: PassagePart, references: References) -> None:
    for modifier in re.split(r"\s*;\s*", node.modifier) if node.modifier else ():
        word, line = modifier.strip().split(" ")[0].lower(), references.line(f"[{node.modifier}")
        references.macros.append((word, line))
        engine.gather_macro(word, f"[{word}]", line, references)


class ChapbookEngine(LinksEngine):
    """The engine of a story in Chapbook."""

    turn = ChapbookTurn
    memory = re.compile(r"passage\.visits|\{\s*back link")
    visits = {
        **LinksEngine.visits,
        ChapbookPassage: _gather_settings,
        Insert: _gather_insert,
        PassagePart: _gather_modifiers,
    }

    def parse(self, source: str) -> ChapbookPassage:
        """A passage: the contents above the line ``--``, and the parts below."""
        *above, below = _DIVIDER.split(source, maxsplit=1)
        return ChapbookPassage(tuple(_settings("".join(above))), tuple(_parts(below)))

    def knows(self, macro: str) -> bool:
        """True if an insert or a modifier does something."""
        return macro in INSERTS or macro in _CONDITIONS

    def passes_over(self, macro: str) -> bool:
        """True if an insert or a modifier only affects appearance or sound."""
        return macro in LOOKS or macro.startswith(("ambient", "sound", "theme"))


def _settings(text: str) -> Iterator[VariableSetting]:
    for line in text.split("\n"):
        match = _SETTING.match(line.strip())
        if match:
            yield VariableSetting(match["name"], match["condition"] or "", match["value"].strip())


def _parts(text: str) -> Iterator[PassagePart]:
    """The parts of a text: the first one has no modifier, each other one begins with its own."""
    first, *rest = _MODIFIER.split(text)
    yield PassagePart("", _inserts(first))
    for modifier, body in zip(rest[::2], rest[1::2], strict=True):
        yield PassagePart(modifier, () if _is_code(modifier) else _inserts(body))


def _is_code(modifier: str) -> bool:
    return modifier.lower().startswith(("javascript", "css"))


def _inserts(text: str) -> tuple[Any, ...]:
    """The nodes of a text; its inserts are at every second place between the parts of a split."""
    nodes: list[Any] = []
    for number, part in enumerate(_INSERT.split(text)):
        if number % 2:
            nodes.append(Insert(part))
            continue
        for node in read(part):
            nodes.append(_typeset(node, nodes) if isinstance(node, str) else node)
    return tuple(nodes)


def _typeset(text: str, before: list[Any]) -> str:
    """A text with the quotation marks of a printed one, as Chapbook's Markdown sets them."""
    follows = "" if before and isinstance(before[-1], Insert) else "^|"
    for plain, opening, closing in (("'", "‘", "’"), ('"', "“", "”")):
        opened = re.sub(rf"({follows}[-—/(\[{{\"‘\s\x04]){plain}", rf"\1{opening}", text)
        text = opened.replace(plain, closing)
    return text
