"""SugarCube, the commonest format of Twine; also told by it: Twine 1, whose macros it took over.

Source: motoslave.net/sugarcube/2/docs. JavaScript is never run; what would need it is said where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from . import grammar as g
from .engine import Engine, GoTo, Turn, begun, decided
from .errors import NotUnderstood, TooMuch
from .markup import is_web
from .methods import list_method, number_method, record_method, text_method
from .model import Passage
from .page import HARD, SIDE_BAR, Box, Link, Piece, Place, places, text_of_page, without_links
from .page import links as links_of
from .sugarcube_library import CONSTANTS, NAMESPACES, UNHEARD, Namespace, call
from .sugarcube_script import Declared, declared, macros, only_wraps
from .sugarcube_source import (
    PARTS,
    Clause,
    Element,
    LinkMark,
    Macro,
    Missing,
    Naked,
    arguments,
    parse,
    without_comments,
)
from .tokens import JAVASCRIPT
from .values import UNKNOWN, checked_size, freeze, is_nothing, is_number, text_of, thaw

MOST_ROUNDS = 10_000
"""Rounds of one loop."""

LOOKS = frozenset(
    [
        "audio",
        "cacheaudio",
        "createplaylist",
        "createaudiogroup",
        "masteraudio",
        "playlist",
        "removeaudiogroup",
        "removeplaylist",
        "waitforaudio",
        "setplaylist",
        "stopallaudio",
        "addclass",
        "removeclass",
        "toggleclass",
        "style",
        "css",
        "css-in",
        "fadein",
        "fadeout",
        "autosave",
        "preload",
    ]
)
"""Macros that only look or sound; they are passed over without loss of words or choices."""


class Break(Exception):
    """``<<break>>``."""


class Continue(Exception):
    """``<<continue>>``."""


class SugarCubeTurn(Turn):
    """One turn of a story in SugarCube."""

    dialect = JAVASCRIPT
    engine: SugarCubeEngine
    loops: int = 0
    """Loops around what is shown now."""

    # Passages

    def begin(self) -> None:
        """What the story's scripts declare, then what stands in StoryInit, which shows nothing."""
        for one in self.engine.declared:
            self.declare(one)
        if "StoryInit" in self.story.passages:
            self.shown_in = ["StoryInit"]
            self.collected(lambda: self.render(self.engine.parsed("StoryInit")))

    def declare(self, one: Declared) -> None:
        """Set a table or a function of a script, unless what should hold it is not there."""
        space, *between, name = one.path
        of: Any = self.bare("setup") if space == "setup" else self.temporary if space[6] == "t" else self.variables
        for key in between:
            of = of.get(key) if isinstance(of, dict) else None
        if isinstance(of, dict):
            of[name] = checked_size(self.evaluate(one.tree))

    def show_passage(self, passage: Passage) -> None:
        """The header, the passage, the footer."""
        for name in ("PassageReady", "PassageHeader", passage.name, "PassageFooter", "PassageDone"):
            if name == passage.name or name in self.story.passages:
                self.include(name)
        self.side_bar()

    def side_bar(self) -> None:
        """The words of the side bar below the page, its links in a group of their own; its faults are passed over."""
        remarks, links = self.remarks, []
        for name in ("StoryCaption", "StoryMenu"):
            if name in self.story.passages:
                shown = self.collected(lambda name=name: self.include(name))  # type: ignore[misc]
                words = text_of_page(without_links(shown)) if name == "StoryCaption" else ""
                if words and self.remarks == remarks:
                    self.emit(f"{HARD}{HARD}{words.replace(chr(10), HARD)}")
                links += [link for link in links_of(shown) if link.action[0] in ("go", "do", "back")]
                self.remarks = remarks
        for link in links:
            self.emit(Link(link.label, link.action, SIDE_BAR, link.seen))

    def include(self, name: str) -> None:
        """Show what another passage holds."""
        if name not in self.story.passages:
            self.remark(f"the passage “{name[:80]}” does not exist")
            return

        def show() -> None:
            nodes = self.engine.parsed(name)
            if "nobr" in self.story.passages[name].tags:
                self.without_breaks(nodes)
            else:
                self.render(nodes)

        self.inside(name, show)

    def render(self, nodes: Sequence[Any]) -> None:
        """Show some nodes."""
        out = self.out
        for node in nodes:
            kind = type(node)
            if kind is str:
                self.count += 1
                out.append(node)
            elif kind is Macro:
                self.macro_node(node)
            else:
                self._SHOWN[kind](self, node)

    def without_breaks(self, nodes: Sequence[Any]) -> None:
        """Show some nodes with their line breaks as blanks."""
        for piece in self.collected(lambda: self.render(nodes)):
            self.emit(_unbroken(piece))

    def naked(self, node: Naked) -> None:
        """A variable in the text; one without a value stands as it is written, as in SugarCube."""
        try:
            value = self.evaluate(node.node)
        except NotUnderstood:
            value = None
        if value is UNKNOWN:
            self.remark(f"the value of {node.written} is up to JavaScript, which is not run")
        else:
            self.emit(node.written if value is None else text_of(value))

    def element(self, node: Element) -> None:
        """A part of the page that has a name."""
        place = Place(node.names, self.collected(lambda: self.render(node.body)))
        self.emit(place)

    def missing(self, node: Missing) -> None:
        """A script or a box of HTML."""
        self.not_supported(node.what)
        self.remarks -= not node.blocks

    def link_mark(self, node: LinkMark) -> None:
        """``[[label->Target]]``."""
        target = self.target(node.target)
        label = self.label(node.label) or target
        if is_web(target):
            self.emit(label)
        else:
            self.emit(Link(label, ("go", target, node.setter)))

    def target(self, written: str) -> str:
        """The passage that a link names, itself or by an expression."""
        if written in self.story.passages or not re.search(r"^[$_\"'`]|[(+.\[]", written):
            return written
        try:
            value = self.value(written)
        except NotUnderstood:
            return written
        return text_of(value) if isinstance(value, str) or is_number(value) else written

    _SHOWN: ClassVar[dict[type, Callable[[Any, Any], None]]] = {
        Naked: naked,
        Element: element,
        Missing: missing,
        LinkMark: link_mark,
    }

    # Macros

    def macro_node(self, node: Macro) -> None:
        """Do what a macro says; one that cannot be followed becomes a line of its own."""
        self.spend()
        name = node.name
        shown = MACROS.get(name)
        try:
            if shown is not None:
                shown(self, node)
            elif name in self.engine.widgets:
                self.widget(node)
            elif name in self.engine.wrappers:
                self.render(node.body)
            elif name not in LOOKS:
                self.not_supported(
                    f"<<{name}>>", "JavaScript defines it" if name in self.engine.scripted_macros else ""
                )
                self.ways_on(node)
                self.render(node.body)
        except NotUnderstood as fault:
            self.not_supported(f"<<{name}{' ' if node.source else ''}{node.source}>>", str(fault))
            if name == "set":
                self.forget(node.source)

    def ways_on(self, node: Macro) -> None:
        """Choices for the passages that a macro names which cannot be followed, so that it stops nobody."""
        try:
            given = arguments(node.source)
        except NotUnderstood:
            return
        for kind, worth in given:
            if kind == "value" and isinstance(worth, str) and worth in self.story.passages and worth != self.passage:
                self.emit(Link(f"go on after {node.name}", ("go", worth, "")))

    def forget(self, source: str) -> None:
        """After a ``set`` that cannot be followed nobody knows what its variables hold."""
        for found in re.finditer(r"([$_])([A-Za-z_$][\w$]*)\s*(?:=(?![=>])|to\b|[-+*/]=)", source):
            self.write(found[1], found[2], UNKNOWN)

    def given(self, node: Macro | Clause) -> list[Any]:
        """The values of a macro's arguments; links stay links."""
        return [worth if kind != "tree" else self.evaluate(worth) for kind, worth in arguments(node.source)]

    def condition(self, source: str) -> bool | None:
        """Whether a condition holds, None where only JavaScript could tell."""
        try:
            return decided(self.value(source))
        except NotUnderstood:
            return None

    def widget(self, node: Macro) -> None:
        """A macro that the story defines itself."""
        body = self.engine.widgets[node.name]
        before = {name: self.temporary.get(name) for name in ("args", "contents")}
        old = self.variables.get("args")
        given = self.given(node)
        contents = self.plain(lambda: self.render(node.body)) if node.body else ""
        self.temporary["args"] = self.variables["args"] = given
        self.temporary["contents"] = contents
        try:
            self.inside(self.shown_in[-1], lambda: self.render(body))
        finally:
            self.temporary.update(before)
            self.variables.pop("args", None)
            if old is not None:
                self.variables["args"] = old

    # Links

    def follow(self, link: Link, holder: list[Piece], index: int) -> None:
        """Do what a link says."""
        kind, *rest = link.action
        self.temporary.update({name: thaw(value) for name, value in link.seen})
        _FOLLOWED[kind](self, holder, index, link, *rest)

    def at(self, holder: list[Piece], index: int, nodes: Sequence[Any], keep: bool) -> None:
        """Show some nodes where a link stands, in its place or behind it."""
        self.out = holder
        shown = self.collected(lambda: self.render(nodes))
        spot = next(i for i, piece in enumerate(holder) if piece is holder[index])
        holder[spot + keep : spot + 1] = shown

    def quietly(self, nodes: Sequence[Any], holder: list[Piece], index: int) -> None:
        """Do what some nodes say without showing them; what is not supported is said all the same."""
        shown = self.collected(lambda: self.render(nodes))
        said = [piece for piece in shown if type(piece) is str and piece.startswith(f"{HARD}[")]
        kept = [piece for piece in shown if type(piece) is Link and piece.action[0] == "show"]
        holder[index + 1 : index + 1] = [piece for piece in said + kept if piece not in holder]

    # Expressions

    def bare(self, name: str) -> Any:
        """A word of the format: ``setup``, ``Math``; raises `NotUnderstood` for one that it does not have."""
        if name == "setup":
            found = self.read("$", "setup")
            if not isinstance(found, dict):
                found = self.variables["setup"] = {}
            return found
        if name in NAMESPACES:
            return Namespace(name)
        return super().bare(name)

    def read(self, kind: str, name: str) -> Any:
        """The value of a variable."""
        if kind == "_" and name not in self.temporary and name in ("args", "contents"):
            return None
        return super().read(kind, name)

    def member(self, of: Any, key: Any) -> Any:
        """``of.key``."""
        if isinstance(of, Namespace):
            return self.namespace_member(of.name, text_of(key))
        found = super().member(of, key)
        if found is None and isinstance(of, dict):
            if key in ("length", "size"):
                return len(of)
            if self.engine.script_names and of is self.variables.get("setup") and key in self.engine.script_names:
                return UNKNOWN
        return found

    def namespace_member(self, space: str, key: str) -> Any:
        """A member of ``Math``, ``State`` and the like."""
        if space == "Math" and key in CONSTANTS:
            return CONSTANTS[key]
        if space == "State":
            worth = {"variables": "$", "temporary": "_"}.get(key)
            if worth:
                return _Variables(self, worth)
            if key in ("passage", "turns"):
                return self.passage if key == "passage" else len(self.trail or ())
        if space == "Story" and key == "title":
            return self.story.title
        return Namespace(f"{space}.{key}") if space in UNHEARD else UNKNOWN

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """``of.key = value``; settings of looks and sound are passed over."""
        if isinstance(of, _Variables):
            self.write(of.kind, text_of(key), value)
        elif not (isinstance(of, Namespace) and of.name.split(".")[0] in UNHEARD):
            super().set_member(of, key, value)

    def function(self, name: str, arguments: list[Any]) -> Any:
        """A function of SugarCube."""
        worked = FUNCTIONS.get(name)
        if worked is not None:
            return worked(self, arguments)
        if name in self.temporary:
            return super().function(name, arguments)
        return call(self, name, arguments)

    def method(self, of: Any, name: str, arguments: list[Any]) -> Any:
        """A method of a value, or a function of ``Math``, ``State``, ``Engine``."""
        if isinstance(of, Namespace):
            return self.function(f"{of.name}.{name}", arguments)
        if isinstance(of, str):
            return text_method(self, of, name, arguments)
        if isinstance(of, list):
            return list_method(self, of, name, arguments)
        if isinstance(of, dict):
            return record_method(self, of, name, arguments)
        if is_number(of):
            return number_method(of, name, arguments)
        raise NotUnderstood(f".{name}() of {'nothing' if of is None else text_of(of)} is not known")


class _Variables(dict[str, Any]):
    """``State.variables``: the story's variables as members."""

    def __init__(self, turn: Turn, kind: str) -> None:
        super().__init__()
        self.turn, self.kind = turn, kind

    def get(self, name: Any, default: Any = None) -> Any:
        return self.turn.read(self.kind, name)


def _unbroken(piece: Piece) -> Piece:
    if isinstance(piece, str):
        return piece.replace("\n", " ")
    if isinstance(piece, Place):
        piece.children = [_unbroken(child) for child in piece.children]
    return piece


# The macros ------------------------------------------------------------------------------------

T = SugarCubeTurn


def _run(turn: T, node: Macro) -> None:
    if turn.value(node.source) is UNKNOWN and node.name == "run":
        raise NotUnderstood("it needs JavaScript, which is not run")


def _unset(turn: T, node: Macro) -> None:
    for kind, name in re.findall(r"([$_])([A-Za-z_$][\w$]*)", node.source):
        (turn.temporary if kind == "_" else turn.variables).pop(name, None)


def _print(turn: T, node: Macro) -> None:
    value = turn.value(node.source)
    if value is UNKNOWN:
        raise NotUnderstood("its value is up to JavaScript, which is not run")
    text = text_of(value)
    if re.search(r"<<|\[\[|<\w|\$\w|''|@@|//", text):
        turn.inside(turn.shown_in[-1], lambda: turn.render(turn.engine.parse(text)))
    else:
        turn.emit(text)


def _if(turn: T, node: Macro) -> None:
    for at, clause in enumerate(node.clauses):
        source = clause.source
        if clause.name == "else" and not source.startswith("if "):
            turn.render(clause.body)
            return
        source = source[3:] if clause.name == "else" else source
        holds = turn.condition(source)
        if holds is None:
            rest = Macro("if", "", (Clause("if", "false", ()), *node.clauses[at + 1 :]))
            turn.suppose(source, clause.body, (rest,))
            return
        if holds:
            turn.render(clause.body)
            return


def _switch(turn: T, node: Macro) -> None:
    value = turn.value(node.source)
    if value is UNKNOWN:
        raise NotUnderstood("its value is up to JavaScript, which is not run")
    turn.collected(lambda: turn.render(node.body))
    for clause in node.clauses[1:]:
        if clause.name == "default" or any(turn.binary("===", value, case) for case in turn.given(clause)):
            turn.render(clause.body)
            return


_RANGE = re.compile(r"(?:([$_][\w$]+)\s*,\s*)?([$_][\w$]+)\s+range\s+(.+)", re.DOTALL)


def _for(turn: T, node: Macro) -> None:
    if found := _RANGE.fullmatch(node.source):
        _for_range(turn, node, found)
        return
    parts = _split(node.source)
    if len(parts) == 1:
        parts = ["", parts[0], ""]
    if len(parts) != 3:
        raise NotUnderstood("a loop is “start; condition; step” or “$name range $list”")
    if parts[0]:
        turn.value(parts[0])
    for _ in range(MOST_ROUNDS):
        holds = turn.condition(parts[1]) if parts[1] else True
        if holds is None:
            raise NotUnderstood("whether it goes on is up to JavaScript, which is not run")
        if not holds or _round(turn, node.body):
            return
        if parts[2]:
            turn.value(parts[2])
    raise TooMuch(f"a loop goes on for more than {MOST_ROUNDS:,} rounds")


def _for_range(turn: T, node: Macro, found: re.Match[str]) -> None:
    value = turn.value(found[3])
    if value is UNKNOWN or is_nothing(value):
        raise NotUnderstood("there is nothing to go through")
    if isinstance(value, dict):
        pairs: list[tuple[Any, Any]] = list(value.items())
    else:
        pairs = list(enumerate(range(value) if isinstance(value, int) and 0 <= value <= MOST_ROUNDS else value
                               if isinstance(value, str | list) else []))  # fmt: skip
    for key, inner in pairs[:MOST_ROUNDS]:
        if found[1]:
            turn.write(found[1][0], found[1][1:], key)
        turn.write(found[2][0], found[2][1:], inner)
        if _round(turn, node.body):
            return


def _round(turn: T, body: Sequence[Any]) -> bool:
    """One round of a loop; whether the loop is left."""
    turn.spend()
    turn.loops += 1
    try:
        turn.render(body)
    except Break:
        return True
    except Continue:
        pass
    finally:
        turn.loops -= 1
    return False


def _split(source: str) -> list[str]:
    """The parts of a loop's head, at the semicolons that stand in no text."""
    parts, depth = [""], re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|;)""")
    for piece in depth.split(source):
        if piece == ";":
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def _leave(kind: type[Exception]) -> Callable[[T, Macro], None]:
    def leave(turn: T, node: Macro) -> None:
        if not turn.loops:
            raise NotUnderstood("there is no loop around it")
        raise kind

    return leave


def _link(turn: T, node: Macro) -> None:
    """``link`` and ``button``: what they hold is done, not shown."""
    given = turn.given(node)
    label, target, setter = _aimed(turn, given)
    held = node.body
    turn.emit(Link(label, ("do", held, target, setter), seen=_seen(turn, held)))


def _aimed(turn: T, given: list[Any]) -> tuple[str, str, str]:
    """The label, target and setter that a macro's arguments give."""
    if given and isinstance(given[0], LinkMark):
        mark = given[0]
        target = turn.target(mark.target) if mark.target else text_of(given[1]) if len(given) > 1 else ""
        return turn.plain(lambda: turn.render(mark.label)) or target, target, mark.setter
    if not given:
        raise NotUnderstood("it has no label")
    label = _label(turn, given[0])
    return label, text_of(given[1]) if len(given) > 1 and given[1] is not None else "", ""


def _label(turn: T, value: Any) -> str:
    """A text as the label of a link, with its markup shown."""
    if value is UNKNOWN:
        raise NotUnderstood("its label is up to JavaScript, which is not run")
    text = text_of(value)
    if re.search(r"[<$@'&/]|\[", text):
        nodes = turn.engine.parse(text)
        text = turn.plain(lambda: turn.render(nodes))
    return text or "…"


def _seen(turn: T, body: Sequence[Any]) -> tuple[tuple[str, Any], ...]:
    """The temporary names that are captured around here."""
    names = turn.temporary.get("\0captured")
    return tuple((name, freeze(turn.temporary.get(name))) for name in names or () if body)


def _capture(turn: T, node: Macro) -> None:
    names = re.findall(r"_([A-Za-z_$][\w$]*)", node.source)
    before = turn.temporary.get("\0captured", ())
    turn.temporary["\0captured"] = (*before, *names)
    try:
        turn.render(node.body)
    finally:
        turn.temporary["\0captured"] = before
        if not before:
            turn.temporary.pop("\0captured", None)


def _link_in_place(keep: bool, before: bool = False) -> Callable[[T, Macro], None]:
    def show(turn: T, node: Macro) -> None:
        label, _, _ = _aimed(turn, turn.given(node)[:1])
        kind = "prepend" if before else "append" if keep else "replace"
        turn.emit(Link(label, (kind, node.body), seen=_seen(turn, node.body)))

    return show


def _goto(turn: T, node: Macro) -> None:
    raise GoTo(_named(turn, node))


def _named(turn: T, node: Macro) -> str:
    given = turn.given(node)
    if not given or given[0] is UNKNOWN:
        raise NotUnderstood("it names no passage" if not given else "its passage is up to JavaScript, which is not run")
    first = given[0]
    return turn.target(first.target) if isinstance(first, LinkMark) else text_of(first)


def _include(turn: T, node: Macro) -> None:
    turn.include(_named(turn, node))


def _back(turn: T, node: Macro) -> None:
    """``back`` takes the last passage back, ``return`` goes there again."""
    given = turn.given(node)
    mark = given[0] if given and isinstance(given[0], LinkMark) else None
    label = (
        _label(turn, given[0])
        if given and mark is None
        else turn.plain(lambda: turn.render(mark.label))
        if mark
        else ""
    )
    target = mark.target if mark else text_of(given[1]) if len(given) > 1 else ""
    if target or (turn.trail and turn.trail.before):
        action = ("back", target) if node.name == "back" else ("go", target or _previous(turn), "")
        turn.emit(Link(label or node.name.capitalize(), action))


def _previous(turn: Turn) -> str:
    """The last passage before this one that is another; nothing where there is none."""
    return next((name for name in turn.trail or () if name != turn.passage), "")


def _actions(turn: T, node: Macro) -> None:
    """Links to passages, but for those that were read."""
    for value in turn.given(node):
        mark = value if isinstance(value, LinkMark) else LinkMark((text_of(value),), text_of(value))
        if not turn.visits(mark.target):
            turn.emit("\n")
            turn.link_mark(mark)


def _choice(turn: T, node: Macro) -> None:
    """A link: a passage's name, then its words."""
    given = turn.given(node)
    if given:
        mark = given[0] if isinstance(given[0], LinkMark) else LinkMark((text_of(given[-1]),), text_of(given[0]))
        turn.emit("\n")
        turn.link_mark(mark)


def _show(turn: T, node: Macro) -> None:
    turn.render(node.body)
    for clause in node.clauses[1:]:
        turn.render(clause.body)


def _once(turn: T, node: Macro) -> None:
    turn.render(node.body)


def _nobr(turn: T, node: Macro) -> None:
    turn.without_breaks(node.body)


def _silently(turn: T, node: Macro) -> None:
    shown = turn.collected(lambda: turn.render(node.body))
    for piece in shown:
        if (type(piece) is str and piece.startswith(f"{HARD}[")) or (type(piece) is Link and piece.action[0] == "show"):
            turn.out.append(piece)


def _script(turn: T, node: Macro) -> None:
    code = text_of(node.body[0]) if node.body else ""
    turn.not_supported("<<script>>", "JavaScript is not run")
    turn.remarks -= not re.search(r"\b(?:play|goto|restart|display|show|wiki|append|backward)\w*\s*\(", code)


def _replace(turn: T, node: Macro) -> None:
    given = turn.given(node)
    wanted = text_of(given[0]).split(",") if given else []
    names = {part.strip().split()[-1] for part in wanted if part.strip()}
    names = {re.sub(r"^[a-zA-Z]+(?=[.#])", "", name) for name in names}
    found = [place for place in places(turn.page) if names.intersection(place.names)]
    shown = turn.collected(lambda: turn.render(node.body))
    if not found and shown:
        turn.remark(f"<<{node.name}>> finds nothing that is called {', '.join(sorted(names)) or 'so'}")
    for place in found:
        old = [] if node.name in ("replace", "remove") else place.children
        place.children[:] = [*shown, *old] if node.name == "prepend" else [*old, *shown]


def _box(turn: T, node: Macro) -> None:
    """``textbox``, ``textarea``, ``numberbox``: their default counts until something is typed."""
    given = turn.given(node)
    target = _receiver(given)
    default = given[1] if len(given) > 1 else ""
    turn.assign(target, default)
    turn.emit(Box(target, number=node.name == "numberbox"))
    if len(given) > 2 and isinstance(given[2], str) and given[2] != "autofocus" and "=" not in given[2]:
        turn.emit(Link("continue", ("go", given[2], "")))


def _receiver(given: list[Any]) -> Any:
    """The tree of the variable whose name is a macro's first argument."""
    if not given or not isinstance(given[0], str) or not re.match(r"[$_]", given[0]):
        raise NotUnderstood("it names no variable in quotes")
    return g.parse(given[0], JAVASCRIPT)


def _checkbox(turn: T, node: Macro) -> None:
    given = turn.given(node)
    target = _receiver(given)
    if len(given) < 3:
        raise NotUnderstood("it wants the values for off and on")
    on = "checked" in given or ("autocheck" in given and turn.evaluate(target) == given[2])
    turn.assign(target, given[2] if on else given[1])
    _offer(turn, target, [("off", given[1]), ("on", given[2])])


def _radio(turn: T, node: Macro) -> None:
    given = turn.given(node)
    target = _receiver(given)
    if len(given) < 2:
        raise NotUnderstood("it wants a value")
    if "checked" in given[2:]:
        turn.assign(target, given[1])
    _offer(turn, target, [(text_of(given[1]), given[1])])


def _cycle(turn: T, node: Macro) -> None:
    """``cycle`` and ``listbox``: a choice for each value."""
    given = turn.given(node)
    target = _receiver(given)
    values: list[tuple[str, Any]] = []
    chosen = None
    for clause in node.clauses[1:]:
        if clause.name == "optionsfrom":
            found = turn.value(clause.source)
            values += [(text_of(k), v) for k, v in found.items()] if isinstance(found, dict) else [
                (text_of(v), v) for v in (found if isinstance(found, list) else [])]  # fmt: skip
        else:
            inner = turn.given(clause)
            worth = inner[1] if len(inner) > 1 and inner[1] != "selected" else inner[0] if inner else ""
            values.append((_label(turn, inner[0]) if inner else "", worth))
            chosen = worth if "selected" in inner[1:] else chosen
    old = turn.evaluate(target)
    if "autoselect" in given and old in [worth for _, worth in values]:
        chosen = old
    if not values:
        raise NotUnderstood("it has no options")
    turn.assign(target, values[0][1] if chosen is None else chosen)
    _offer(turn, target, values)


def _offer(turn: T, target: Any, values: list[tuple[str, Any]]) -> None:
    group = _spoken(target)
    turn.emit(Place((f"={group}",), [text_of(turn.evaluate(target))]) if len(values) > 1 else "")
    for label, value in values:
        turn.emit(Link(label or "nothing", ("set", target, freeze(value)), group))


def _spoken(target: Any) -> str:
    """A variable's name for people: ``$player.name`` is “player name”."""
    names = [node.name if isinstance(node, g.Variable) else text_of(node.value)
             for node in g.walk(target) if isinstance(node, g.Variable | g.Literal)]  # fmt: skip
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", " ".join(names)).strip().lower()


def _remember(turn: T, node: Macro) -> None:
    turn.value(node.source)


def _nothing(turn: T, node: Macro) -> None:
    pass


MACROS: dict[str, Callable[[T, Macro], None]] = {
    "set": _run, "run": _run, "unset": _unset, "forget": _unset, "print": _print, "=": _print, "-": _print,
    "if": _if, "switch": _switch, "for": _for, "while": _for, "break": _leave(Break), "continue": _leave(Continue),
    "link": _link, "button": _link, "click": _link, "linkreplace": _link_in_place(keep=False),
    "linkappend": _link_in_place(keep=True), "linkprepend": _link_in_place(keep=True, before=True),
    "goto": _goto, "include": _include, "display": _include, "back": _back, "return": _back,
    "actions": _actions, "choice": _choice, "capture": _capture, "nobr": _nobr, "silently": _silently,
    "silent": _silently, "timed": _show, "repeat": _once, "done": _once, "type": _once, "stop": _nothing,
    "widget": _nothing, "script": _script, "style": _nothing, "replace": _replace, "append": _replace,
    "prepend": _replace, "remove": _replace, "copy": _replace, "textbox": _box, "textarea": _box,
    "numberbox": _box, "checkbox": _checkbox, "radiobutton": _radio, "cycle": _cycle, "listbox": _cycle,
    "remember": _remember,
}  # fmt: skip
"""What each macro does. Delays show everything at once."""


# What links do ---------------------------------------------------------------------------------


def _go(turn: T, holder: list[Piece], index: int, link: Link, target: str, setter: str) -> None:
    if setter:
        try:
            turn.value(setter)
        except NotUnderstood as fault:
            turn.not_supported(f"[{setter}]", str(fault))
    raise GoTo(target)


def _do(turn: T, holder: list[Piece], index: int, link: Link, body: Any, target: str, setter: str) -> None:
    if setter:
        turn.value(setter)
    turn.quietly(body, holder, index)
    if target:
        raise GoTo(target)


def _take_back(turn: T, holder: list[Piece], index: int, link: Link, target: str) -> None:
    trail, count = turn.trail, 1
    wanted = target or _previous(turn)
    while trail is not None and trail.before is not None:
        trail, count = trail.before, count + 1
        if trail.name == wanted:
            raise GoTo(wanted, count)
    raise GoTo(wanted or turn.story.start, 1)


def _replaced(turn: T, holder: list[Piece], index: int, link: Link, body: Any) -> None:
    turn.at(holder, index, body, keep=False)


def _appended(turn: T, holder: list[Piece], index: int, link: Link, body: Any) -> None:
    holder[index] = link.label
    holder[index + 1 : index + 1] = turn.collected(lambda: turn.render(body))


def _prepended(turn: T, holder: list[Piece], index: int, link: Link, body: Any) -> None:
    holder[index] = link.label
    holder[index:index] = turn.collected(lambda: turn.render(body))


def _shown(turn: T, holder: list[Piece], index: int, link: Link, body: Any) -> None:
    """A supposition: both of its links go, and what it leads to stands there."""
    first = index if index + 1 < len(holder) and _twin(holder[index + 1], link) else index - 1
    count = 2 if first >= 0 and all(_twin(piece, link) for piece in holder[first : first + 2]) else 1
    first = first if count == 2 else index
    holder[first : first + count] = turn.collected(lambda: turn.render(body))


def _twin(piece: Piece, link: Link) -> bool:
    return isinstance(piece, Link) and piece.group == link.group and piece.action[0] == "show"


def _set(turn: T, holder: list[Piece], index: int, link: Link, target: Any, value: Any) -> None:
    turn.assign(target, thaw(value))
    for place in places(turn.page):
        if place.names == (f"={link.group}",):
            place.children[:] = [link.label]


_FOLLOWED: dict[str, Callable[..., None]] = {
    "go": _go,
    "do": _do,
    "back": _take_back,
    "replace": _replaced,
    "append": _appended,
    "prepend": _prepended,
    "show": _shown,
    "set": _set,
}


# Functions that look at the story --------------------------------------------------------------


def _names(given: list[Any], turn: Turn) -> list[str]:
    return [text_of(inner) for value in given for inner in (value if isinstance(value, list) else [value])] or [
        turn.passage
    ]


def _tags(turn: T, given: list[Any]) -> list[str]:
    found = [turn.story.passages.get(name) for name in _names(given, turn)]
    return [tag for passage in found if passage for tag in passage.tags]


def _play(turn: T, given: list[Any]) -> None:
    raise GoTo(text_of(given[0]) if given else turn.story.start)


def _restart(turn: T, given: list[Any]) -> None:
    turn.variables, turn.trail = {}, None
    raise GoTo(begun(turn))


def _memory(turn: T) -> dict[str, Any]:
    """What the story memorized: a variable of its own, so that it belongs to the path like all others."""
    found = turn.read("$", "memorized")
    if not isinstance(found, dict):
        found = turn.variables["memorized"] = {}
    return found


def _memorize(turn: T, given: list[Any]) -> None:
    if len(given) > 1:
        _memory(turn)[text_of(given[0])] = given[1]


def _story_get(turn: T, given: list[Any]) -> Any:
    name = text_of(given[0]) if given else ""
    passage = turn.story.passages.get(name)
    if passage is None:
        return {"name": "", "title": "", "tags": [], "text": ""}
    return {"name": name, "title": name, "tags": list(passage.tags), "text": passage.text}


def _last_visited(turn: T, given: list[Any]) -> int:
    wanted = _names(given, turn)
    return next((at for at, name in enumerate(turn.trail or ()) if name in wanted), -1)


FUNCTIONS: dict[str, Callable[[T, list[Any]], Any]] = {
    "visited": lambda turn, given: min(turn.visits(name) for name in _names(given, turn)),
    "hasVisited": lambda turn, given: all(turn.visits(name) for name in _names(given, turn)),
    "State.hasPlayed": lambda turn, given: all(turn.visits(name) for name in _names(given, turn)),
    "lastVisited": _last_visited,
    "visitedTags": lambda turn, given: sum(
        set(map(text_of, given)) <= set(p.tags) for name in turn.trail or () if (p := turn.story.passages.get(name))),
    "passage": lambda turn, given: turn.passage,
    "previous": lambda turn, given: _previous(turn),
    "tags": _tags,
    "turns": lambda turn, given: len(turn.trail or ()),
    "variables": lambda turn, given: _Variables(turn, "$"),
    "temporary": lambda turn, given: _Variables(turn, "_"),
    "State.getVar": lambda turn, given: turn.value(text_of(given[0])) if given else None,
    "State.setVar": lambda turn, given: turn.assign(_receiver(given), given[1]) if len(given) > 1 else None,
    "memorize": _memorize,
    "recall": lambda turn, given: _memory(turn).get(text_of(given[0]), given[1] if len(given) > 1 else None),
    "State.length": lambda turn, given: len(turn.trail or ()),
    "Story.get": _story_get,
    "Story.has": lambda turn, given: bool(given) and text_of(given[0]) in turn.story.passages,
    "Engine.play": _play,
    "Engine.goto": _play,
    "Engine.restart": _restart,
    "UI.restart": _restart,
    "location.reload": _restart,
    "window.location.reload": _restart,
    "prompt": lambda turn, given: turn.ask(text_of((*given, "")[0]), text_of((*given, "", "")[1])),
    "confirm": lambda turn, given: turn.ask(text_of(given[0]) if given else "", yes_no=True),
    "alert": lambda turn, given: turn.emit(f"{HARD}{text_of(given[0]) if given else ''}{HARD}"),
    "UI.alert": lambda turn, given: turn.emit(f"{HARD}{text_of(given[0]) if given else ''}{HARD}"),
}  # fmt: skip


class SugarCubeEngine(Engine):
    """The teller of a story in SugarCube, or in Twine 1's formats."""

    turn = SugarCubeTurn
    memory = re.compile(r"\b(?:visited|hasVisited|lastVisited|visitedTags|previous|turns|hasPlayed)\s*\(|"
                        r"<<(?:back|return|actions)\b|State\.turns|\bbackward\b")  # fmt: skip
    questions = re.compile(r"\b(?:prompt|confirm)\s*\(")

    def parse(self, source: str) -> Any:
        """The nodes of a text."""
        return parse(source, self.containers)

    def knows(self, macro: str) -> bool:
        """Whether a macro does something: one of SugarCube, or a widget of the story."""
        return macro != "script" and (macro in MACROS or macro in PARTS or macro in self.widgets)

    @cached_property
    def containers(self) -> frozenset[str]:
        """The macros that have an end."""
        return CONTAINERS | self._own_containers

    @cached_property
    def _own_containers(self) -> frozenset[str]:
        return frozenset(re.findall(r"<<widget\s+[\"']?([\w-]+)[\"']?\s+container", self.story.source))

    @cached_property
    def widgets(self) -> dict[str, tuple[Any, ...]]:
        """The macros that the story defines itself: what each shows."""
        found: dict[str, tuple[Any, ...]] = {}
        for passage in self.story.told:
            if "<<widget" not in passage.text:
                continue
            for node in g.walk(self.parsed(passage.name)):
                if isinstance(node, Macro) and node.name == "widget" and node.source:
                    name = node.source.split()[0].strip("\"'")
                    nodes = node.body
                    found[name] = parse_unbroken(nodes) if "nobr" in passage.tags else nodes
        return found

    @cached_property
    def scripted_macros(self) -> dict[str, str]:
        """The macros that the story's JavaScript defines, with the source of each."""
        return macros(self.story.script)

    @cached_property
    def wrappers(self) -> frozenset[str]:
        """Those that only dress up what they hold; they are passed over, and what they hold is shown."""
        return frozenset(name for name, source in self.scripted_macros.items() if only_wraps(source))

    @cached_property
    def declared(self) -> tuple[Declared, ...]:
        """The tables and functions that the story's JavaScript declares."""
        return declared(self.story.script)

    @cached_property
    def script_names(self) -> frozenset[str]:
        """The names of ``setup`` that the story's JavaScript uses."""
        scripts = self.story.script + "\n".join(re.findall(r"<<script>>.*?<</script>>", self.story.source, re.DOTALL))
        return frozenset(re.findall(r"\bsetup\.([A-Za-z_$][\w$]*)", scripts))

    @cached_property
    def unknown_names(self) -> frozenset[str]:
        """Variables that the story's JavaScript sets, and no macro."""
        source = without_comments(self.story.source)
        scripts = self.story.script + "\n".join(re.findall(r"<<script>>.*?<</script>>", source, re.DOTALL))
        scripted = re.findall(r"(?:State\.variables|variables\(\)|\bsv|\bvars?)\.([A-Za-z_$][\w$]*)", scripts)
        return frozenset(scripted) - frozenset(_SET.findall(source))


_SET = re.compile(r"\$([A-Za-z_$][\w$]*)(?:[.\[][^=<>]{0,200}?)?\s*(?:=(?!=)|to\b|[-+*/%]=|\+\+|--|[\"'])")

CONTAINERS = frozenset(
    [
        "if",
        "switch",
        "for",
        "while",
        "link",
        "button",
        "click",
        "linkreplace",
        "linkappend",
        "linkprepend",
        "capture",
        "nobr",
        "silently",
        "silent",
        "timed",
        "repeat",
        "done",
        "type",
        "widget",
        "script",
        "style",
        "replace",
        "append",
        "prepend",
        "copy",
        "cycle",
        "listbox",
        "createplaylist",
        "createaudiogroup",
        "actions",
    ]
)
"""SugarCube's own macros that have an end."""


def parse_unbroken(nodes: tuple[Any, ...]) -> tuple[Any, ...]:
    """The nodes of a widget in a passage without line breaks."""
    return (Macro("nobr", "", (Clause("nobr", "", nodes),)),)


__all__ = ["CONTAINERS", "LOOKS", "MACROS", "SugarCubeEngine", "text_of_page"]
