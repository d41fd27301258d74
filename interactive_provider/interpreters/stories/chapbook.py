"""Chapbook, as far as a story without a published page needs it: variables, conditions, links and
embedded passages. A published page contains the engine that supports everything.

Source: klembot.github.io/chapbook/guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .errors import NotUnderstood
from .expressions import nodes as g
from .expressions.lexer import PLAIN
from .expressions.nodes import PassageNodes
from .expressions.parser import parse_expression
from .expressions.values import text_of, truth
from .links import LinksEngine, LinksTurn, read
from .references import References
from .sugarcube.library import JavaScriptTurn


class Insert(g.StoryNode):
    """Chapbook's ``{name}`` or ``{word of words: value, name: value}``."""

    written: str
    inside: str


class VariableSetting(g.StoryNode):
    """A line above a passage: ``name (condition): value``."""

    written: str
    name: str
    condition: str
    value: str


class PassagePart(g.StoryNode):
    """A part of a Chapbook passage below a line of modifiers."""

    written: str
    modifiers: tuple[str, ...]
    body: PassageNodes


_DIVIDER = re.compile(r"^--[ \t]*$", re.MULTILINE)
_SETTING = re.compile(r"^[ \t]*([\w.$]+)[ \t]*(?:\(([^\n]*)\))?[ \t]*:(.*)$", re.MULTILINE)
_MODIFIER = re.compile(r"^\[(?!\[)([^\[\]\n]+)\][ \t]*\n?", re.MULTILINE)
_INSERT = re.compile(r"(?<!\\)\{((?:[^{}\"'\n]|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')+)\}")
_NAMED = re.compile(r"\s*([a-z ]+?)\s*:(.*)", re.DOTALL)
_AIMED = re.compile(r"(embed )?passage(?: named)?\s*:\s*(['\"])(.*?)\2")
_CONDITIONS = ("if", "else")
_APART = ("javascript", "css", "note")
"""Modifiers of parts that are not shown."""
LOOKS = frozenset("align css note transition continue continued cont".split())
"""Modifiers for appearance."""


class ChapbookTurn(JavaScriptTurn, LinksTurn):
    """One turn of a story in Chapbook."""

    engine: ChapbookEngine
    held: bool = True
    """True if the last condition in this passage held."""

    def other(self, node: Any) -> None:
        """Handle a setting, a part or an insert."""
        try:
            match node:
                case VariableSetting(_, name, condition, value):
                    if not condition or truth(self.value(condition)):
                        self.assign(parse_expression(name, PLAIN), self.value(value))
                case PassagePart():
                    self.part(node)
                case _:
                    self.insert(node)
        except NotUnderstood as fault:
            self.not_supported(node.written, str(fault))

    _SHOWN = {**LinksTurn._SHOWN, **dict.fromkeys((VariableSetting, PassagePart, Insert), other)}

    def part(self, node: PassagePart) -> None:
        """Show a part if its modifiers allow it; an unknown modifier becomes a line of its own."""
        is_shown = True
        for modifier in node.modifiers:
            word, _, condition = modifier.partition(" ")
            word = word.lower()
            if word in _CONDITIONS:
                holds = not self.held if word == "else" else truth(self.value(condition))
                self.held = holds
                is_shown = is_shown and self.held
            elif word not in LOOKS:
                self.not_supported(f"[{modifier}]", blocks=word not in _APART)
            is_shown = is_shown and word not in _APART
        if is_shown:
            self.render(node.body)

    def insert(self, node: Insert) -> None:
        """Handle ``{name}`` and ``{embed passage: 'X'}``."""
        named = _NAMED.match(node.inside)
        if named and named[1].startswith("embed passage"):
            self.include(text_of(self.value(named[2])))
            return
        value = self.value(node.inside)
        if value is None:
            raise NotUnderstood("it has no value")
        self.emit(text_of(value, ","))

    # Expressions: JavaScript, whose variables have no prefix

    def bare(self, name: str) -> Any:
        """Return the value of a variable."""
        return self.temporary[name] if name in self.temporary else super().read("$", name)

    def assign(self, target: Any, value: Any) -> Any:
        """Set a variable, or a member of a record, which is created if it does not exist."""
        if isinstance(target, g.Variable) and not target.kind:
            self.write("$", target.name, value)
            return value
        if isinstance(target, g.Member) and self.holder(target.of) is None:
            self.assign(target.of, {})
        return super().assign(target, value)

    def holder(self, of: Any) -> Any:
        """Return the object whose member is set; None if it does not exist yet."""
        try:
            return self.evaluate(of)
        except NotUnderstood:
            return None


def _gather_setting(engine: Any, node: VariableSetting, references: References) -> None:
    references.set.add(node.name.partition(".")[0])
    references.mention(node.value)


def _gather_insert(engine: Any, node: Insert, references: References) -> None:
    line = references.line(node.written)
    if named := _NAMED.match(node.inside):
        engine.gather_macro(named[1], f"{{{named[1]}}}", line, references)
    for aimed in _AIMED.finditer(node.written):
        references.target(aimed[3], shown=bool(aimed[1]))


def _gather_part(engine: Any, node: PassagePart, references: References) -> None:
    for modifier in node.modifiers:
        word = modifier.split(" ")[0].lower()
        line = references.line(f"[{modifier}")
        engine.gather_macro(word, f"[{word}]", line, references)


class ChapbookEngine(LinksEngine):
    """The engine of a story in Chapbook."""

    turn = ChapbookTurn
    visits = {
        **LinksEngine.visits,
        VariableSetting: _gather_setting,
        Insert: _gather_insert,
        PassagePart: _gather_part,
    }

    def parse(self, source: str) -> Any:
        """Return a passage: the settings above the line ``--``, and the parts below."""
        *above, below = _DIVIDER.split(source, maxsplit=1)
        settings = _SETTING.finditer("".join(above))
        return (
            *(VariableSetting(m[0].strip(), m[1], m[2] or "", m[3].strip()) for m in settings),
            *_parts(below),
        )

    def knows(self, macro: str) -> bool:
        """True if an insert or a modifier has an effect."""
        return macro in ("embed passage", "embed passage named", *_CONDITIONS)

    def passes_over(self, macro: str) -> bool:
        """True if a modifier only affects appearance."""
        return macro in LOOKS


def _parts(text: str) -> Iterator[PassagePart]:
    """Return the parts of a text: the first one has no modifier, each other one begins with its
    own."""
    first, *rest = _MODIFIER.split(text)
    yield PassagePart("", (), _inserts(first))
    for written, body in zip(rest[::2], rest[1::2], strict=True):
        modifiers = tuple(one.strip() for one in written.split(";"))
        is_code = modifiers[0].lower().startswith(("javascript", "css"))
        yield PassagePart(f"[{written}]", modifiers, () if is_code else _inserts(body))


def _inserts(text: str) -> PassageNodes:
    """Return the nodes of a text; its inserts are every second element of a split."""
    nodes: list[Any] = []
    for number, part in enumerate(_INSERT.split(text)):
        nodes += [Insert(f"{{{part}}}", part)] if number % 2 else read(part)
    return tuple(nodes)
