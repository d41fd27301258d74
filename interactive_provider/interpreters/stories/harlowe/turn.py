"""One turn of a story in Harlowe: hooks, changers and expressions; its macros are in the
neighbouring modules."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ..content import (
    HARD,
    ContentPiece,
    NamedPlace,
    Pieces,
    SeenNames,
    StoryLink,
    links,
    pieces,
    places,
    unmarked,
)
from ..engine import LinkTable, StoryTurn
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import HARLOWE
from ..expressions.nodes import TreeNodes
from ..expressions.values import freeze, slug, text_of, thaw
from ..markup import LinkMark, styles_of
from ..model import StoryPassage
from .markup import Called, Collapsed, HookMark
from .values import (
    COMPARING,
    VALUES,
    Changer,
    DeferredCommand,
    binary,
    boolean,
    member,
    place_of,
    unary,
)

LOOKS = frozenset(
    """
    textcolour textcolor colour color textstyle textsize size font bg background box floatbox align
    css transition t8n transitiontime t8ntime transitiondepart t8ndepart transitionarrive t8narrive
    transitionskip t8nskip textrotate textrotatex textrotatey textrotatez rotate textindent opacity
    hoverstyle charstyle linestyle linkstyle border b4r bordersize b4rsize bordercolour bordercolor
    b4rcolour b4rcolor corners cornerradius enchantin lch lcha complement gradient lineargradient
    radialgradient stripes mix palette button actionbutton lightness ink inputspeed
    """.split()
)
"""Changers that only affect appearance: nothing is lost without them. Names without ``-`` and
``_``."""
IGNORED = frozenset(
    """
    enchant change iconredo iconundo iconfullscreen iconrestart openurl gotourl scroll animate
    ignore debug logic masteraudio track playlist newtrack newplaylist newgroup mocktracks
    mockvisits mockturns forget forgetundos metadata storylet urgency exclusivity seed assert
    assertexists fullscreen
    """.split()
)
"""Commands for appearance, sound and setup, with names in the same form."""

STYLING = frozenset(["textcolour", "textcolor", "colour", "color", "textstyle", "css"])
"""Styling macros whose effect on text is kept: emphasis and colours."""

LINKS = {
    "link": "replace",
    "linkreplace": "replace",
    "linkreveal": "append",
    "linkappend": "append",
    "linkrepeat": "repeat",
    "linkrevealgoto": "append",
}
_CONDITION = re.compile(r"\((?:if|unless|else[-_]?if):", re.IGNORECASE)


class HarloweTurn(StoryTurn):
    """One turn of a story in Harlowe."""

    dialect = HARLOWE
    trees: ClassVar[Mapping[str, Callable[[Any, TreeNodes], Any]]] = {}
    """Macros that examine the trees of their arguments, by name without ``-`` and ``_``."""
    changes: ClassVar[LinkTable] = {}
    """The effect of a changer on its hook."""
    commands: ClassVar[LinkTable] = {}
    """The effect of a command in its place."""
    markup = re.compile(r"[\[($_<`{]|''|//|\*")
    passed: bool | None = None
    """The result of the last ``(if:)`` of this hook."""

    # Passages

    def begin(self) -> None:
        """Run the passages tagged ``startup``; their text comes with the first passage."""
        self.opening = self.collected(lambda: self.tagged("startup"))

    opening: Sequence[ContentPiece] = ()

    def tagged(self, tag: str) -> None:
        """Show the passages with a tag."""
        for passage in self.story.tagged.get(tag, ()):
            self.emit(HARD)
            self.include(passage.name)

    def show_passage(self, passage: StoryPassage) -> None:
        """Show the headers, the passage and the footers."""
        self.out += self.opening
        self.opening = ()
        self.passed = None
        self.tagged("header")
        self.emit(HARD)
        self.show_nodes(passage.name)
        self.tagged("footer")

    def hook(self, node: HookMark) -> None:
        """Show a hook that no macro changes."""
        if node.hidden:
            self.emit(NamedPlace(node.names, [], (node.body, self.seen())))
        elif node.names:
            self.emit(NamedPlace(node.names, self.collected(lambda: self.block(node.body))))
        else:
            self.block(node.body)

    def block(self, nodes: TreeNodes) -> None:
        """Show the contents of a hook, whose ``(else:)`` is independent of those around it."""
        before = self.passed
        self.passed = None
        outer = set(self.temporary)
        self.render(nodes)
        self.passed = before
        # a temporary name exists only in the hook in which it is set
        for name in self.temporary.keys() - outer:
            del self.temporary[name]

    def collapsed(self, node: Collapsed) -> None:
        """Show ``{text}``: without blanks at its ends, and with at most one in a row inside."""
        shown = self.collected(lambda: self.render(node.body))
        found = list(pieces(shown))
        is_blank = True  # followed by a blank or by the end
        for holder, index in reversed(found):
            if isinstance(holder[index], str):
                words = re.sub(r"[^\S\r]+", " ", holder[index])
                holder[index] = words.removesuffix(" ") if is_blank else words
            if unmarked_words(holder[index]):
                is_blank = str(holder[index]).startswith(" ")
        for holder, index in found:
            if isinstance(holder[index], str):
                holder[index] = holder[index].removeprefix(" ")
            if unmarked_words(holder[index]):
                break
        for piece in shown:
            self.emit(piece)

    def link_mark(self, node: LinkMark) -> None:
        """Show ``[[label->Target]]``."""
        target = self.target(node.target)
        self.link_to(self.label(node.label) or target.strip(), target)

    def link_to(self, label: str, target: str) -> None:
        """Show a link to a passage; one that leads nowhere is only words, as in Harlowe."""
        if target in self.story.passages:
            self.emit(StoryLink(label, ("go", target)))
        else:
            self.emit(label)
            self.remark(f"the passage “{target[:80]}” does not exist", blocks=True)

    def target(self, written: str) -> str:
        """Return the passage that a link names, directly or by an expression."""
        if re.match(r"[$_(]", written):
            with contextlib.suppress(NotUnderstood):
                name = text_of(self.value(written))
                if name in self.story.passages or written not in self.story.passages:
                    return name
        return written

    def called(self, node: Called) -> None:
        """Show a macro or a variable in the text; one that cannot be followed becomes a line of its
        own."""
        self.spend()
        tree = node.tree
        try:
            if tree is None:
                raise NotUnderstood(node.fault)
            name = slug(tree.name) if type(tree) is g.MacroCall else ""
            if name in ("elseif", "else"):
                self.otherwise(name, tree, node.hook)
                return
            value = self.evaluate(tree)
            if isinstance(value, bool) and node.hook and isinstance(tree, g.Variable):
                value = Changer((("if", (value,)),))
            if isinstance(value, Changer) and node.hook:
                self.changed(value, node.hook)
                return
            self.shown(value, node)
        except NotUnderstood as fault:
            self.not_supported(node.written, str(fault))
            # it is unknown which branch would be taken: none is shown
            if node.hook and _CONDITION.match(node.written):
                self.passed = True
                return
        if node.hook:
            self.hook(node.hook)

    def shown(self, value: Any, node: Called) -> None:
        """Show the value of a macro or a variable in the text; a truth value applies to the hook
        after it."""
        is_variable = isinstance(node.tree, g.Variable)
        if isinstance(value, Changer):
            raise NotUnderstood("it has no hook")
        if value is None and is_variable:
            self.emit(node.written)
        elif not (isinstance(value, bool) and is_variable):
            self.print(value)

    def print(self, value: Any) -> None:
        """Show a value as text, interpreting its markup."""
        if isinstance(value, DeferredCommand):
            self.perform(self.commands[value.name], *value.args)
            return
        if isinstance(value, dict):
            raise NotUnderstood("a datamap is shown as a table")
        super().print(text_of(value, ","))

    _SHOWN = {
        **StoryTurn._SHOWN,
        HookMark: hook,
        Collapsed: collapsed,
        LinkMark: link_mark,
        Called: called,
    }

    # Changers

    def otherwise(self, name: str, tree: g.MacroCall, hook: HookMark | None) -> None:
        """Show or hide the hook of ``(else-if:)`` or ``(else:)``."""
        if self.passed is None or hook is None:
            raise NotUnderstood(
                "there is no (if:) before it" if self.passed is None else "it has no hook"
            )
        holds = not self.passed and (name == "else" or self.condition(tree.arguments))
        self.passed = self.passed or holds
        before = self.passed
        self.hook_if(holds, hook)
        self.passed = before

    def hook_if(self, holds: bool, hook: HookMark) -> None:
        """Show a hook if a condition holds; otherwise a named one can still be shown later."""
        if holds or hook.names:
            self.hook(hook if holds else replace(hook, hidden=True))

    def condition(self, nodes: TreeNodes) -> bool:
        """True if the condition of an ``(if:)`` holds."""
        values = self.arguments(nodes)
        if len(values) != 1:
            raise NotUnderstood("it takes one condition")
        return boolean(values[0])

    def changed(self, changer: Changer, hook: HookMark) -> None:
        """Show a hook as its changers modify it."""
        parts = list(changer.parts)
        conditions = [args[0] for kind, args in parts if kind == "if"]
        if conditions:
            self.passed = all(conditions)
            if not self.passed:
                self.hook_if(False, hook)
                return
        kinds = [part for part in parts if part[0] != "if"]
        if sum(kind in ("for", "loop") for kind, _ in kinds) > 1:
            raise NotUnderstood("one loop cannot be added to another")
        passed = self.passed
        if not kinds:
            self.hook(hook)
        else:
            kind, args = kinds[0]
            rest = (
                HookMark((), (Called(g.Literal(Changer(tuple(kinds[1:]))), "", hook),))
                if kinds[1:]
                else hook
            )
            self.perform(self.changes[kind], rest, *args)
        self.passed = passed

    def seen(self) -> SeenNames:
        """Return the temporary names that a hook can still use."""
        return tuple((name, freeze(value)) for name, value in self.temporary.items())

    def recall(self, seen: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """Restore the temporary names that a hook saw; return all those that existed before."""
        before = self.temporary
        self.temporary = {**before, **{name: thaw(value) for name, value in seen}}
        return before

    def targets(self, args: TreeNodes) -> list[NamedPlace]:
        """Return the places that the arguments of ``(replace:)`` and similar macros refer to: hooks
        by their names."""
        names = set(map(target_name, args))
        if any(name[:1] != "?" for name in names):
            raise NotUnderstood("only the names of hooks are supported")
        return [place for place in places(self.page) if names.intersection(place.names)]

    # Links

    def follow(self, link: StoryLink, holder: Pieces, index: int) -> None:
        """Follow a link, which sees the temporary names that existed when it was shown."""
        self.temporary.update({name: thaw(value) for name, value in link.seen})
        super().follow(link, holder, index)

    # Expressions

    def binary(self, sign: str, left: Any, right: Any) -> Any:
        """Return the result of an operator; raise `NotUnderstood` if Harlowe would show an
        error."""
        return binary(sign, left, right)

    def _logical(self, node: g.Logical) -> Any:
        left = boolean(self.evaluate(node.left))
        if left == (node.sign == "or"):
            return left
        right = self.evaluate(node.right)
        compared = node.left
        # `$a is 2 or 3 or 4`: each value is compared in the same way as the first
        while isinstance(compared, g.Logical):
            compared = compared.left
        if (
            not isinstance(right, bool)
            and isinstance(compared, g.BinaryOperation)
            and compared.sign in COMPARING
        ):
            right = self.binary(compared.sign, self.evaluate(compared.left), right)
        return boolean(right)

    def _binary(self, node: g.BinaryOperation) -> Any:
        left = self.evaluate(node.left)
        if node.sign in COMPARING:
            self.it = left
        return self.binary(node.sign, left, self.evaluate(node.right))

    def _unary(self, node: g.UnaryOperation) -> Any:
        return unary(node.sign, self.evaluate(node.operand))

    def _assign(self, node: g.Assign) -> Any:
        self.it = None
        if node.sign in ("+=", "-="):
            value = self.binary(node.sign[0], self.evaluate(node.target), self.evaluate(node.value))
        else:
            try:
                self.it = self.evaluate(node.target)
            except NotUnderstood:  # a new name has no value yet
                self.it = None
            value = self.evaluate(node.value)
        return self.assign(node.target, thaw(freeze(value, self.room)))

    _WORKERS: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {
        **StoryTurn._WORKERS,
        g.Logical: _logical,
        g.BinaryOperation: _binary,
        g.UnaryOperation: _unary,
        g.Assign: _assign,
    }

    def read(self, kind: str, name: str) -> Any:
        """Return the value of a variable; one that was never set is 0, as in Harlowe."""
        value = super().read(kind, name)
        return 0 if value is None and kind == "$" else value

    def bare(self, name: str) -> Any:
        """Return the value of a Harlowe word: ``it``, ``visits``, a data type, a colour."""
        match name:
            case _ if name in self.temporary:
                return self.temporary[name]
            case "it" | "IT" | "It":
                return self.it
            case "visits" | "visit":
                return self.visits(self.passage)
            case "turns" | "turn":
                return self.turns
            case "exits" | "exit":
                return len(links(self.page))
        return name

    def member(self, of: Any, key: Any) -> Any:
        """Return ``of's key``; a dot, as in Harlowe 1, gives a length."""
        return member(self, of, key)

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """Set ``(set: $of's key to value)``, or several keys at once."""
        if isinstance(key, list) and isinstance(value, list):
            for one, its in zip(key, value, strict=True):
                self.set_member(of, one, its)
        elif isinstance(of, dict):
            of[text_of(key)] = value
        elif isinstance(of, list):
            if key == f"{len(of) + 1}th" or key == len(of) + 1:
                of.append(value)
            else:
                of[place_of(of, key)] = value
        else:
            raise NotUnderstood(f"{text_of(key)!r} cannot be set here")

    def apply(self, function: Any, arguments: TreeNodes) -> Any:
        """Return the result of a lambda; ``it`` is its argument."""
        before = self.it
        self.it = arguments[0] if arguments else None
        try:
            return super().apply(function, arguments)
        finally:
            self.it = before

    def macro(self, name: str, arguments: TreeNodes) -> Any:
        """Return the value of a macro; raise `NotUnderstood` for an unknown one."""
        if name[0] in "$_":
            raise NotUnderstood(f"{name} is a macro that the story defines")
        called = slug(name)
        tree = self.trees.get(called)
        if tree is not None:
            return tree(self, arguments)
        worked = VALUES.get(called)
        if worked is not None:
            args = self.arguments(arguments)
            self.spend(len(args))
            return self.perform(worked, args)
        if called in STYLING:
            with contextlib.suppress(NotUnderstood):
                return Changer((("style", styles(called, self.arguments(arguments))),))
        if called in LOOKS:
            return Changer()
        if called in IGNORED:
            return DeferredCommand("nothing")
        return self.changer_or_command(called, name, arguments)

    def perform(self, work: Callable[..., Any], *args: Any) -> Any:
        """Run a macro with its arguments; raise `NotUnderstood` if they are too few or of the wrong
        type."""
        try:
            return work(self, *args)
        except (LookupError, AttributeError, TypeError, ValueError):
            raise NotUnderstood("it was given the wrong values") from None

    def changer_or_command(self, called: str, name: str, arguments: TreeNodes) -> Any:
        """Return a changer or a command with its arguments."""
        args = tuple(map(freeze, self.arguments(arguments)))
        if called in LINKS:
            texts = [*map(text_of, args), "", ""]
            goes = texts[1] if called == "linkrevealgoto" else ""
            return Changer((("link", (LINKS[called], texts[0], goes)),))
        if called in self.changes:
            return Changer(((called, args),))
        if called in self.commands:
            return DeferredCommand(called, args)
        raise NotUnderstood(f"({name}:) is not supported")


def unmarked_words(piece: ContentPiece) -> str:
    """Return the text of a piece, without style marks."""
    return unmarked(piece) if isinstance(piece, str) else "…"


def styles(name: str, values: TreeNodes) -> tuple[str, ...]:
    """Return the styles that ``(text-style:)``, ``(text-colour:)`` or ``(css:)`` give to their
    hook."""
    css = "; ".join(map(text_of, values))
    return tuple(styles_of(css if name in ("css", "textstyle") else f"color: {css}"))


def target_name(value: Any) -> str:
    """Return the name or the words that an argument refers to."""
    return f"?{value.name}" if isinstance(value, g.Hook) else text_of(value)
