"""Harlowe, the format that Twine begins with.

Source: twine2.neocities.org (the manual of Harlowe 3). Delays and live hooks show everything at once, looks and sound
are passed over, JavaScript is never run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from . import grammar as g
from .engine import Engine, GoTo, Turn, begun
from .errors import NotUnderstood
from .harlowe_authored import (
    Output,
    call,
    custom,
    fail,
    link_storylet,
    link_to,
    open_storylets,
    output,
    output_hook,
    show_hook,
)
from .harlowe_source import Called, Collapsed, HookMark, LinkMark, Missing, Unclosed, parse
from .harlowe_values import (
    COMPARING,
    KINDS,
    VALUES,
    Bound,
    Changer,
    Command,
    Each,
    Kind,
    binary,
    each_of,
    lasting,
    member,
    place_of,
)
from .methods import list_method, text_method
from .model import Passage
from .page import HARD, Box, Link, Piece, Place, links, pieces, places, text_of_page
from .tokens import HARLOWE
from .values import UNKNOWN, Function, freeze, is_number, slug, text_of, thaw

LOOKS = frozenset(
    [
        "textcolour",
        "textcolor",
        "colour",
        "color",
        "textstyle",
        "textsize",
        "font",
        "bg",
        "background",
        "box",
        "floatbox",
        "align",
        "css",
        "transition",
        "t8n",
        "transitiontime",
        "t8ntime",
        "transitiondepart",
        "t8ndepart",
        "transitionarrive",
        "t8narrive",
        "transitiondelay",
        "t8ndelay",
        "transitionskip",
        "t8nskip",
        "textrotate",
        "textrotatex",
        "textrotatey",
        "textrotatez",
        "textindent",
        "opacity",
        "hoverstyle",
        "charstyle",
        "linestyle",
        "linkstyle",
        "border",
        "corners",
        "cornerradius",
        "bordersize",
        "bordercolour",
        "bordercolor",
        "matches",
        "enchant",
        "enchantin",
        "change",
        "rgb",
        "rgba",
        "hsl",
        "hsla",
        "lch",
        "lcha",
        "complement",
        "gradient",
        "lineargradient",
        "radialgradient",
        "stripes",
        "mix",
        "palette",
        "button",
        "actionbutton",
        "fullscreen",
        "iconredo",
        "iconundo",
        "iconfullscreen",
        "iconrestart",
        "iconcounter",
        "openurl",
        "gotourl",
        "lightness",
        "scroll",
        "animate",
        "ignore",
        "seq",
        "meter",
        "debug",
        "logic",
        "verbatim",
        "v6m",
        "columns",
        "masteraudio",
        "track",
        "playlist",
        "newtrack",
        "newplaylist",
        "newgroup",
        "mocktracks",
        "mockvisits",
        "forget",
        "metadata",
        "storylet",
        "urgency",
        "exclusivity",
        "forcedropdown",
        "textrotate",
        "inputspeed",
        "verbatimprint",
        "rotate",
        "ink",
        "size",
        "b4r",
        "b4rsize",
        "b4rcolour",
        "b4rcolor",
        "forcecheckbox",
        "checkboxfullscreen",
        "speed",
    ]
)
"""Macros of looks, sound and set-up: nothing is lost without them. Names without ``-`` and ``_``."""

_CLICKS = {"click": "", "mouseover": "", "mouseout": ""}
_LINKS = {"link": "replace", "linkreplace": "replace", "linkreveal": "append", "linkappend": "append",
          "linkrepeat": "repeat", "linkrerun": "rerun", "linkrevealgoto": "append"}  # fmt: skip
_PENDING = "\0clicks"
_CONDITION = re.compile(r"\((?:if|unless|else[-_]?if):", re.IGNORECASE)


class HarloweTurn(Turn):
    """One turn of a story in Harlowe."""

    dialect = HARLOWE
    engine: HarloweEngine
    inner: int = 0
    """Macros of the story's own that are at work."""
    passed: bool | None = None
    """How the last ``(if:)`` of this hook went."""

    # Passages

    def begin(self) -> None:
        """What stands in the passages tagged ``startup``; what they show comes with the first passage."""
        self.opening = self.collected(lambda: self.tagged("startup"))

    opening: Sequence[Piece] = ()

    def tagged(self, tag: str) -> None:
        """Show the passages with a tag."""
        for passage in self.engine.tagged(tag):
            self.emit(HARD)
            self.inside(passage.name, lambda name=passage.name: self.render(self.engine.parsed(name)))  # type: ignore[misc]

    def show_passage(self, passage: Passage) -> None:
        """The headers, the passage, the footers, and at last what can be clicked in them."""
        self.out += self.opening
        self.opening = ()
        self.passed = None
        self.tagged("header")
        self.emit(HARD)
        self.render(self.engine.parsed(passage.name))
        self.tagged("footer")
        self.place_clicks()

    def render(self, nodes: Sequence[Any]) -> None:
        """Show some nodes."""
        for node in nodes:
            if type(node) is str:
                self.count += 1
                self.out.append(node)
            else:
                self._SHOWN[type(node)](self, node)

    def hook(self, node: HookMark) -> None:
        """A hook that no macro changes."""
        if node.hidden:
            self.emit(Place(node.names, [], (node.body, self.seen())))
        elif node.names:
            self.emit(Place(node.names, self.collected(lambda: self.block(node.body))))
        else:
            self.block(node.body)

    def block(self, nodes: Sequence[Any]) -> None:
        """Show the inside of a hook, whose ``(else:)`` has nothing to do with those around it."""
        before, self.passed = self.passed, None
        outer = {*self.temporary, _PENDING}
        self.render(nodes)
        self.passed = before
        for name in self.temporary.keys() - outer:  # a temporary name lasts as long as the hook in which it is set
            del self.temporary[name]

    def collapsed(self, node: Collapsed) -> None:
        """``{text}``."""
        for piece in self.collected(lambda: self.render(node.body)):
            self.emit(_collapsed(piece))

    def missing(self, node: Missing) -> None:
        """A script or a box of HTML."""
        self.not_supported(node.what)
        self.remarks -= not node.blocks

    def link_mark(self, node: LinkMark) -> None:
        """``[[label->Target]]``."""
        target = self.target(node.target)
        self.emit(Link(self.label(node.label) or target, ("go", target)))

    def target(self, written: str) -> str:
        """The passage that a link names, itself or by an expression."""
        if written in self.story.passages or not re.match(r"[$_(]", written):
            return written
        try:
            return text_of(self.value(written))
        except NotUnderstood:
            return written

    def called(self, node: Called) -> None:
        """A macro or a variable in the text; one that cannot be followed becomes a line of its own."""
        self.spend()
        tree = node.tree
        try:
            if tree is None:
                raise NotUnderstood(node.fault)
            name = slug(tree.name) if type(tree) is g.Macro else ""
            if name in ("elseif", "else"):
                self.otherwise(name, tree, node.hook)
                return
            value = self.evaluate(tree)
            if isinstance(value, Changer) and node.hook:
                self.changed(value, node.hook)
                return
            self.shown(value, node)
        except NotUnderstood as fault:
            self.not_supported(node.written, str(fault))
            if node.hook and _CONDITION.match(node.written):  # which branch it would be is unknown: none is shown
                self.passed = True
                return
        except Output as fault:
            if not self.inner:
                self.not_supported(node.written, str(fault))
                return
            raise
        if node.hook:
            self.hook(node.hook)

    def shown(self, value: Any, node: Called) -> None:
        """The value of a macro or a variable, in the text."""
        if isinstance(value, Command):
            COMMANDS[value.name](self, *value.given)
        elif isinstance(value, Changer):
            if any(kind == "if" for kind, _ in value.parts):
                raise NotUnderstood("it has no hook")
        elif value is None and isinstance(node.tree, g.Variable):
            self.emit("0" if node.tree.kind == "$" else node.written)
        else:
            self.print(value)

    def print(self, value: Any) -> None:
        """A value as text, whose markup counts."""
        if isinstance(value, Command):
            COMMANDS[value.name](self, *value.given)
            return
        if isinstance(value, Each):
            raise NotUnderstood("any or all of some values can only be compared")
        text = text_of(value, ",")
        if re.search(r"[\[($_<`]|''|//|\*", text):
            self.inside(self.shown_in[-1], lambda: self.render(self.engine.parse(text)))
        else:
            self.emit(text)

    _SHOWN: ClassVar[dict[type, Callable[[Any, Any], None]]] = {
        HookMark: hook,
        Collapsed: collapsed,
        Missing: missing,
        LinkMark: link_mark,
        Called: called,
        Unclosed: lambda turn, node: None,
    }

    # Changers

    def otherwise(self, name: str, tree: g.Macro, hook: HookMark | None) -> None:
        """``(else-if:)`` and ``(else:)``."""
        if self.passed is None or hook is None:
            raise NotUnderstood("there is no (if:) before it" if self.passed is None else "it has no hook")
        holds = not self.passed and (name == "else" or self.condition(tree.arguments))
        self.passed = self.passed or holds
        if holds:
            before = self.passed
            self.hook(hook)
            self.passed = before

    def condition(self, nodes: Sequence[Any]) -> bool:
        """Whether the condition of an ``(if:)`` holds."""
        values = self.arguments(nodes)
        if len(values) != 1 or not isinstance(values[0], bool):
            raise NotUnderstood(
                f"{text_of(values[0])[:40]!r} is neither true nor false" if values else "it has no condition"
            )
        return values[0]

    def changed(self, changer: Changer, hook: HookMark) -> None:
        """A hook with what changers make of it."""
        parts = list(changer.parts)
        conditions = [given[0] for kind, given in parts if kind == "if"]
        if conditions:
            self.passed = all(conditions)
            if not self.passed:
                return
        kinds = [part for part in parts if part[0] != "if"]
        passed = self.passed
        if not kinds:
            self.hook(hook)
        else:
            kind, given = kinds[0]
            rest = HookMark((), (Called(g.Literal(Changer(tuple(kinds[1:]))), "", hook),)) if kinds[1:] else hook
            CHANGES[kind](self, rest, *given)
        self.passed = passed

    def seen(self) -> tuple[tuple[str, Any], ...]:
        """The temporary names that a hook will still see."""
        return tuple((k, freeze(v)) for k, v in self.temporary.items() if not k.startswith("\0"))

    # Clicks: what turns words on the page into links

    def place_clicks(self) -> None:
        """Make links of the words and hooks that a ``(click:)`` waits for; what is not there yet stays waiting."""
        waiting = self.temporary.pop(_PENDING, ())
        left = []
        for wish in waiting:
            names, action = wish
            found = self.found(names)
            for place in found[:1] if names[0] != "?" else found:
                label = text_of_page(place.children)
                if label:
                    place.children = [Link(label, ("click", action, tuple(place.children)))]
            if not found:
                left.append(wish)
        if left:
            self.temporary[_PENDING] = tuple(left)

    def found(self, wanted: str) -> list[Place]:
        """The places that a hook's name or some words mean."""
        if wanted.startswith("?"):
            if wanted in ("?page", "?passage"):
                return [Place(("?page",), self.page)]
            return [place for place in places(self.page) if wanted in place.names]
        for holder, index in list(pieces(self.page)):
            piece = holder[index]
            if type(piece) is str and wanted in piece:
                before, _, after = piece.partition(wanted)
                place = Place((f"?:{wanted}",), [wanted])
                holder[index : index + 1] = [before, place, after]
                return [place]
        return []

    def targets(self, given: Sequence[Any]) -> list[Place]:
        """The places that the arguments of ``(replace:)`` and the like mean."""
        return [place for value in given for place in self.found(wanted_by(value))]

    # Links

    def follow(self, link: Link, holder: list[Piece], index: int) -> None:
        """Do what a link says, then make links of what it brought."""
        kind, *rest = link.action
        keep = dict(self.temporary)
        self.temporary.update({name: thaw(value) for name, value in link.seen})
        if link.seen and _PENDING in keep:
            self.temporary[_PENDING] = keep[_PENDING]
        FOLLOWED[kind](self, holder, index, link, *rest)
        self.out = self.page
        self.place_clicks()

    # Expressions

    def binary(self, sign: str, left: Any, right: Any) -> Any:
        """The result of a sign; raises `NotUnderstood` where Harlowe would show an error."""
        return binary(sign, left, right)

    def _logical(self, node: g.Logical) -> Any:
        left = self.evaluate(node.left)
        if not isinstance(left, bool):
            raise NotUnderstood(f"{text_of(left)[:40]!r} is neither true nor false")
        if left == (node.sign == "or"):
            return left
        right = self.evaluate(node.right)
        compared = node.left
        while isinstance(compared, g.Logical):  # `$a is 2 or 3 or 4`: each value is compared as the first one was
            compared = compared.left
        if not isinstance(right, bool) and isinstance(compared, g.Binary) and compared.sign in COMPARING:
            right = self.binary(compared.sign, self.evaluate(compared.left), right)
        if not isinstance(right, bool):
            raise NotUnderstood(f"{text_of(right)[:40]!r} is neither true nor false")
        return right

    def _binary(self, node: g.Binary) -> Any:
        left = self.evaluate(node.left)
        if node.sign in COMPARING:
            self.it = left
        return self.binary(node.sign, left, self.evaluate(node.right))

    def _unary(self, node: g.Unary) -> Any:
        if node.sign in ("bind", "2bind"):
            return Bound(node.operand)
        value = self.evaluate(node.operand)
        if node.sign.endswith(" of"):
            return each_of(node.sign, value)
        if node.sign == "not":
            if not isinstance(value, bool):
                raise NotUnderstood(f"{text_of(value)[:40]!r} is neither true nor false")
            return not value
        if not is_number(value):
            raise NotUnderstood(f"{text_of(value)[:40]!r} is not a number")
        return -value if node.sign == "-" else value

    def _assign(self, node: g.Assign) -> Any:
        self.it = None
        if node.sign in ("+=", "-="):
            value = self.binary(node.sign[0], self.evaluate(node.target), self.evaluate(node.value))
        else:
            try:
                self.it = self.evaluate(node.target)
            except NotUnderstood:  # a name that is new has no value yet
                self.it = None
            value = self.evaluate(node.value)
        return self.assign(node.target, thaw(freeze(value)))

    _WORKERS: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {
        **Turn._WORKERS,
        g.Logical: _logical,
        g.Binary: _binary,
        g.Unary: _unary,
        g.Assign: _assign,
    }

    def read(self, kind: str, name: str) -> Any:
        """The value of a variable; one that was never set is 0, as in Harlowe."""
        value = super().read(kind, name)
        if value is UNKNOWN:
            raise NotUnderstood(f"{kind}{name} is set by JavaScript, which is not run")
        return 0 if value is None and kind == "$" else value

    def bare(self, name: str) -> Any:
        """A word of Harlowe: ``it``, ``visits``, a kind of value, a colour."""
        if name in self.temporary:
            return self.temporary[name]
        if name == "it":
            return self.it
        if name in ("visits", "visit"):
            return self.visits(self.passage)
        if name in ("turns", "turn"):
            return len(self.trail or ())
        if name in ("exits", "exit"):
            return len(links(self.page))
        return Kind(name) if name in KINDS else name

    def member(self, of: Any, key: Any) -> Any:
        """``of's key``; a dot, as in Harlowe 1, gives a length."""
        return member(self, of, key)

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """``(set: $of's key to value)``."""
        if isinstance(of, dict):
            of[text_of(key)] = value
        elif isinstance(of, list):
            if key == f"{len(of) + 1}th" or key == len(of) + 1:
                of.append(value)
            else:
                of[place_of(of, key)] = value
        else:
            raise NotUnderstood(f"{text_of(key)!r} cannot be set here")

    def method(self, of: Any, name: str, arguments: list[Any]) -> Any:
        """A method of JavaScript, which Harlowe 1 let through."""
        if isinstance(of, list):
            return list_method(self, of, name, arguments)
        if isinstance(of, str):
            return text_method(self, of, name, arguments)
        raise NotUnderstood(f".{name}() is not known")

    def apply(self, function: Any, arguments: Sequence[Any]) -> Any:
        """The result of a lambda; ``it`` is its argument."""
        before = self.it
        self.it = arguments[0] if arguments else None
        try:
            return super().apply(function, arguments)
        finally:
            self.it = before

    def macro(self, name: str, arguments: Sequence[Any]) -> Any:
        """The value of a macro; raises `NotUnderstood` for one that is not known."""
        if name[0] in "$_":
            self.inner += 1
            try:
                return call(self, self.read(name[0], name[1:]), name, self.arguments(arguments))
            finally:
                self.inner -= 1
        called = slug(name)
        tree = TREES.get(called)
        if tree is not None:
            return tree(self, arguments)
        worked = VALUES.get(called)
        if worked is not None:
            given = self.arguments(arguments)
            self.spend(len(given))
            try:
                return worked(self, given)
            except (IndexError, AttributeError, TypeError):
                raise NotUnderstood("it is given the wrong values") from None
        if called == "error":
            fail(self, self.arguments(arguments))
        if called in LOOKS:
            return Changer()
        return self.changer_or_command(called, name, arguments)

    def changer_or_command(self, called: str, name: str, arguments: Sequence[Any]) -> Any:
        """A changer or a command with its arguments."""
        given = lasting(self.arguments(arguments))
        if called in _LINKS:
            label = text_of(given[0]) if given else ""
            goes = text_of(given[1]) if called == "linkrevealgoto" and len(given) > 1 else ""
            return Changer((("link", (_LINKS[called], label, goes)),))
        event, _, how = name.lower().replace("_", "-").partition("-")
        if event in _CLICKS and how not in ("goto", "undo"):
            return Changer((("click", (how or "show", given)),))
        if called in CHANGES:
            return Changer(((called, given),))
        if called in COMMANDS:
            return Command(called, given)
        raise NotUnderstood(f"({name}:) is not supported")


def wanted_by(value: Any) -> str:
    """The name or the words that an argument means."""
    return f"?{value.name}" if isinstance(value, g.Hook) else text_of(value)


def _collapsed(piece: Piece) -> Piece:
    if isinstance(piece, str):
        return re.sub(r"\s+", " ", piece) if HARD not in piece else piece.replace("\n", " ")
    if isinstance(piece, Place):
        piece.children = [_collapsed(child) for child in piece.children]
    return piece


T = HarloweTurn


# Macros that look at their arguments' trees -----------------------------------------------------


def _set(turn: T, nodes: Sequence[Any]) -> Command:
    for node in nodes:
        if not isinstance(node, g.Assign):
            raise NotUnderstood("it wants “$name to value”")
        turn.evaluate(node)
    return Command("nothing")


def _move(turn: T, nodes: Sequence[Any]) -> Command:
    _set(turn, nodes)
    for node in nodes:
        source = node.value
        if isinstance(source, g.Variable):
            turn.variables.pop(source.name, None)
        elif isinstance(source, g.Member) and isinstance(of := turn.evaluate(source.of), list | dict):
            key = turn.evaluate(source.key)
            if isinstance(of, dict):
                del of[text_of(key)]
            else:
                del of[place_of(of, key)]
    return Command("nothing")


def _if(turn: T, nodes: Sequence[Any]) -> Changer:
    return Changer((("if", (turn.condition(nodes),)),))


def _unless(turn: T, nodes: Sequence[Any]) -> Changer:
    return Changer((("if", (not turn.condition(nodes),)),))


def _history(turn: T, nodes: Sequence[Any]) -> list[str]:
    past = list(turn.trail or ())[1:]
    return past[::-1]


def _passage(turn: T, nodes: Sequence[Any]) -> dict[str, Any]:
    given = turn.arguments(nodes)
    name = text_of(given[0]) if given else turn.passage
    passage = turn.story.passages.get(name)
    if passage is None:
        raise NotUnderstood(f"there is no passage “{name[:60]}”")
    return {"name": name, "source": passage.text, "tags": list(passage.tags)}


def _visits(turn: T, nodes: Sequence[Any]) -> int:
    given = turn.arguments(nodes)
    return turn.visits(text_of(given[0]) if given else turn.passage)


def _prompt(turn: T, nodes: Sequence[Any]) -> Any:
    given = turn.arguments(nodes)
    return turn.ask(text_of(given[0]) if given else "", text_of(given[1]) if len(given) > 1 else "")


def _confirm(turn: T, nodes: Sequence[Any]) -> Any:
    given = turn.arguments(nodes)
    return turn.ask(text_of(given[0]) if given else "", yes_no=True)


def _passages(turn: T, nodes: Sequence[Any]) -> list[dict[str, Any]]:
    function = turn.arguments(nodes)
    found = [{"name": p.name, "source": p.text, "tags": list(p.tags)} for p in turn.story.told]
    return [p for p in found if not function or turn.apply(function[0], [p]) is True]


def _source(turn: T, nodes: Sequence[Any]) -> str:
    return text_of(turn.arguments(nodes)[0]) if nodes else ""


_OUTPUTS = ("output", "out", "outputdata", "outdata")

TREES: dict[str, Callable[[T, Sequence[Any]], Any]] = {
    "set": _set,
    "put": _set,
    "move": _move,
    "if": _if,
    "unless": _unless,
    "history": _history,
    "passage": _passage,
    "passages": _passages,
    "visits": _visits,
    "visited": lambda turn, nodes: _visits(turn, nodes) > 0,
    "turns": lambda turn, nodes: len(turn.trail or ()),
    "prompt": _prompt,
    "confirm": _confirm,
    "macro": custom,
    "openstorylets": open_storylets,
    "linkstorylet": link_storylet,
    **dict.fromkeys(_OUTPUTS, lambda turn, nodes: output(turn, nodes) if nodes else Changer((("output", ()),))),
}


# Changers with a hook ----------------------------------------------------------------------------


def _link(turn: T, hook: HookMark, how: str, label: str, goes: str) -> None:
    shown = turn.plain(lambda: turn.print(label)) if label else "…"
    turn.emit(Link(shown or label, ("link", how, hook, goes), seen=turn.seen()))


def _click(turn: T, hook: HookMark, how: str, wanted: tuple[Any, ...]) -> None:
    """The hook waits for a click; it comes to stand where the macro does, or where the words are."""
    anchor = f"!{turn.count}"
    turn.emit(Place((anchor,), []))
    waiting = turn.temporary.get(_PENDING, ())
    wishes = tuple((wanted_by(value), (how, hook, anchor, turn.seen())) for value in wanted)
    turn.temporary[_PENDING] = (*waiting, *wishes)


def _replace(how: str) -> Callable[..., None]:
    def change(turn: T, hook: HookMark, *wanted: Any) -> None:
        found = turn.targets(wanted)
        shown = turn.collected(lambda: turn.hook(hook))
        if not found and shown:
            names = ", ".join(map(wanted_by, wanted))
            turn.remark(f"({how}:) finds no {names[:60] or 'place'} in “{turn.passage}”")
        for place in found:
            old = [] if how == "replace" else place.children
            place.children[:] = [*shown, *old] if how == "prepend" else [*old, *shown]
            place.hidden = None

    return change


def _plainly(turn: T, hook: HookMark, *given: Any) -> None:
    turn.hook(hook)


def _for(turn: T, hook: HookMark, function: Any = None, *values: Any) -> None:
    if not isinstance(function, Function):
        raise NotUnderstood("it wants “each _name, …values”")
    name = function.parameters[0].lstrip("_$") or "it"
    before = {name: turn.temporary[name]} if name in turn.temporary else {}
    for value in values:
        turn.spend()
        turn.it = value
        turn.temporary[name] = thaw(value)
        if turn.apply(function, [thaw(value)]) is True:
            turn.hook(hook)
    turn.temporary.pop(name, None)
    turn.temporary.update(before)


def _hidden(turn: T, hook: HookMark) -> None:
    turn.emit(Place(hook.names, [], (hook.body, turn.seen())))


def _named(turn: T, hook: HookMark, name: Any = "") -> None:
    turn.hook(HookMark((*hook.names, f"?{text_of(name).lower()}"), hook.body, hook.hidden))


def _collapse(turn: T, hook: HookMark) -> None:
    turn.collapsed(Collapsed((hook,)))


CHANGES: dict[str, Callable[..., None]] = {
    "link": _link, "click": _click, "replace": _replace("replace"), "append": _replace("append"),
    "prepend": _replace("prepend"), "live": _plainly, "after": _plainly, "event": _plainly, "more": _plainly,
    "for": _for, "loop": _for, "hidden": _hidden, "hook": _named, "collapse": _collapse, "nobr": _collapse,
    "output": output_hook,
}  # fmt: skip
"""What a changer makes of its hook. Delays show it at once."""


# Commands ------------------------------------------------------------------------------------------


def _goto(turn: T, name: Any = "", *_: Any) -> None:
    raise GoTo(text_of(name))


def _undo(turn: T, *_: Any) -> None:
    before = turn.trail.before if turn.trail else None
    if before is None:
        raise NotUnderstood("there is nothing to undo")
    raise GoTo(before.name, back=2)


def _restart(turn: T, *_: Any) -> None:
    turn.variables, turn.trail = {}, None
    raise GoTo(begun(turn))


def _display(turn: T, name: Any = "", *_: Any) -> None:
    wanted = text_of(name)
    if wanted not in turn.story.passages:
        turn.remark(f"the passage “{wanted[:80]}” does not exist")
        return
    turn.inside(wanted, lambda: turn.render(turn.engine.parsed(wanted)))


def _link_goto(turn: T, label: Any = "", target: Any = None, *_: Any) -> None:
    text = text_of(label)
    shown = turn.plain(lambda: turn.print(text)) if text else ""
    turn.emit(Link(shown or text, ("go", text_of(target) if target is not None else text)))


def _link_undo(turn: T, label: Any = "undo", *_: Any) -> None:
    if turn.trail and turn.trail.before:
        turn.emit(Link(text_of(label), ("undo",)))


def _link_show(turn: T, label: Any = "", *wanted: Any) -> None:
    turn.emit(Link(text_of(label), ("reveal", tuple(map(wanted_by, wanted)))))


def _click_goto(turn: T, wanted: Any = "", target: Any = "", *_: Any) -> None:
    goto = HookMark((), (Called(g.Macro("goto", (g.Literal(text_of(target)),)), "(goto:)"),))
    _click(turn, goto, "show", (wanted,))


def _show(turn: T, *wanted: Any) -> None:
    for place in hidden_places(turn, wanted):
        reveal(turn, place)


def hidden_places(turn: T, wanted: Sequence[Any]) -> list[Place]:
    """The hidden places that some names mean."""
    names = {wanted_by(value) for value in wanted}
    return [place for place in places(turn.page) if place.hidden is not None and names.intersection(place.names)]


def reveal(turn: T, place: Place) -> None:
    """Show a hidden hook where it stands."""
    body, seen = place.hidden
    place.hidden = None
    if body:
        before = turn.temporary
        turn.temporary = {**before, **{k: thaw(v) for k, v in seen}}
        place.children += turn.collected(lambda: turn.block(body))
        turn.temporary = before


def _hide(turn: T, *wanted: Any) -> None:
    for place in turn.targets(wanted):
        place.hidden = ((), ())


def _rerun(turn: T, *wanted: Any) -> None:
    for value in wanted:
        name = wanted_by(value)
        mark = next((node for node in g.walk(turn.engine.parsed(turn.passage)) if isinstance(node, HookMark)
                     and name in node.names), None)  # fmt: skip
        for place in turn.found(name):
            if mark is not None:
                place.children[:] = turn.collected(lambda body=mark.body: turn.block(body))  # type: ignore[misc]


def _print(turn: T, value: Any = "", *_: Any) -> None:
    turn.print(thaw(value))


def _alert(turn: T, text: Any = "", *_: Any) -> None:
    turn.emit(f"{HARD}{text_of(text)}{HARD}")


def _box(turn: T, *given: Any) -> None:
    target = given[0].target if given and isinstance(given[0], Bound) else g.Variable("_", "typed")
    first = text_of(given[-1]) if len(given) > 2 and isinstance(given[-1], str) and "=" not in given[-1] else ""
    turn.assign(target, first)
    turn.emit(Box(target))


def _forced_box(turn: T, *given: Any) -> None:
    texts = [value for value in given if isinstance(value, str)]
    bound = next((value.target for value in given if isinstance(value, Bound)), None)
    if bound is not None and texts:
        turn.assign(bound, texts[-1])
    turn.emit(f"{HARD}{texts[-1] if texts else ''}{HARD}")


def _cycling(turn: T, *given: Any) -> None:
    """``(cycling-link:)``, ``(seq-link:)``, ``(dropdown:)``: a choice for each value."""
    bound = given[0].target if given and isinstance(given[0], Bound) else None
    labels = [text_of(value) for value in given[bound is not None :]]
    if not labels:
        raise NotUnderstood("it has no values")
    group = _spoken(bound) if bound is not None else f"change {labels[0]}"
    if bound is not None:
        turn.assign(bound, labels[0])
    turn.emit(Place((f"={group}",), [labels[0]]))
    for label in labels:
        turn.emit(Link(label or "nothing", ("set", bound, label), group))


def _checkbox(turn: T, bound: Any = None, label: Any = "", *_: Any) -> None:
    if not isinstance(bound, Bound):
        raise NotUnderstood("it is bound to no variable")
    value = turn.evaluate(bound.target) is True
    turn.assign(bound.target, value)
    group = text_of(label) or _spoken(bound.target)
    turn.emit(Place((f"={group}",), [f"{group}: {'yes' if value else 'no'}"]))
    for word, worth in (("yes", True), ("no", False)):
        turn.emit(Link(word, ("set", bound.target, worth), group))


def _spoken(target: Any) -> str:
    names = [node.name if isinstance(node, g.Variable) else text_of(node.value)
             for node in g.walk(target) if isinstance(node, g.Variable | g.Literal)]  # fmt: skip
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", " ".join(names)).strip().lower()


def _nothing(turn: T, *given: Any) -> None:
    pass


COMMANDS: dict[str, Callable[..., None]] = {
    "nothing": _nothing, "goto": _goto, "undo": _undo, "restart": _restart, "reload": _restart,
    "display": _display, "print": _print, "linkgoto": _link_goto, "linkundo": _link_undo, "linkshow": _link_show,
    "linkfullscreen": _nothing, "clickgoto": _click_goto, "mouseovergoto": _click_goto,
    "mouseoutgoto": _click_goto, "show": _show, "hide": _hide, "rerun": _rerun, "alert": _alert, "dialog": _alert,
    "inputbox": _box, "forceinputbox": _forced_box, "cyclinglink": _cycling, "seqlink": _cycling,
    "sequencelink": _cycling, "dropdown": _cycling, "checkbox": _checkbox, "stop": _nothing,
    "redirect": _goto, "hookof": show_hook, "linkto": link_to, "input": _box, "forceinput": _forced_box,
    "dialogue": _alert, "verbatimsource": _nothing, "loadgame": _nothing, "savegame": _nothing,
}  # fmt: skip
"""What a command does where it stands."""


# What links do -----------------------------------------------------------------------------------


def _go(turn: T, holder: list[Piece], index: int, link: Link, target: str) -> None:
    raise GoTo(target)


def _follow_undo(turn: T, holder: list[Piece], index: int, link: Link) -> None:
    _undo(turn)


def _follow_link(turn: T, holder: list[Piece], index: int, link: Link, how: str, hook: HookMark, goes: str) -> None:
    own: list[Piece] = [] if how == "replace" else [link] if how in ("repeat", "rerun") else [link.label]
    place = Place(("!shown",), [])
    twin = holder[index + 1] if index + 1 < len(holder) else None
    again = how == "rerun" and isinstance(twin, Place) and twin.names == ("!shown",)
    holder[index : index + 1 + again] = [*own, place]
    turn.out = place.children
    turn.hook(hook)
    if goes:
        raise GoTo(goes)


def _follow_click(turn: T, holder: list[Piece], index: int, link: Link, action: Any, old: tuple[Piece, ...]) -> None:
    how, hook, anchor, seen = action
    before = turn.temporary
    turn.temporary = {**before, **{k: thaw(v) for k, v in seen}}
    holder[index : index + 1] = list(old)
    home = next(p for p in places(turn.page) if p.children is holder)
    spot = next((p for p in places(turn.page) if anchor in p.names), home)
    place = spot if how in ("show", "rerun") else home
    shown = turn.collected(lambda: turn.hook(hook))
    kept = [] if how in ("replace", "rerun") else place.children
    place.children[:] = [*shown, *kept] if how == "prepend" else [*kept, *shown]
    waiting = turn.temporary.get(_PENDING)
    turn.temporary = before
    if waiting is not None:
        turn.temporary[_PENDING] = waiting


def _follow_reveal(turn: T, holder: list[Piece], index: int, link: Link, names: tuple[str, ...]) -> None:
    holder[index] = link.label
    for place in hidden_places(turn, names):
        reveal(turn, place)


def _follow_set(turn: T, holder: list[Piece], index: int, link: Link, target: Any, value: Any) -> None:
    if target is not None:
        turn.assign(target, thaw(value))
    for place in places(turn.page):
        if place.names == (f"={link.group}",):
            place.children[:] = [link.label if not isinstance(value, bool) else f"{link.group}: {link.label}"]


FOLLOWED: dict[str, Callable[..., None]] = {
    "go": _go,
    "undo": _follow_undo,
    "link": _follow_link,
    "click": _follow_click,
    "reveal": _follow_reveal,
    "set": _follow_set,
}


class HarloweEngine(Engine):
    """The teller of a story in Harlowe."""

    turn = HarloweTurn
    memory = re.compile(r"\((?:history|visits|visited|turns|undo|link-?undo)\s*:|\bvisits?\b|\bturns?\b", re.IGNORECASE)
    questions = re.compile(r"\((?:prompt|confirm)\s*:", re.IGNORECASE)

    def parse(self, source: str) -> Any:
        """The nodes of a text."""
        return parse(source)

    def knows(self, macro: str) -> bool:
        """Whether a macro does something; those of looks do not."""
        name, event = slug(macro), macro.lower().replace("_", "-").partition("-")[0]
        if macro[:1] in ("$", "_") or name == "error":
            return True
        tables = (TREES, VALUES, CHANGES, COMMANDS, _LINKS, ("elseif", "else"))
        return any(name in table for table in tables) or event in _CLICKS

    def tagged(self, tag: str) -> list[Passage]:
        """The passages with a tag, in the order of their names."""
        return self._tagged.get(tag, [])

    @cached_property
    def _tagged(self) -> dict[str, list[Passage]]:
        found: dict[str, list[Passage]] = {}
        for passage in sorted(self.story.told, key=lambda p: p.name):
            for tag in passage.tags:
                found.setdefault(tag, []).append(passage)
        return found
