"""One turn of a story in SugarCube: passages, variables and expressions; its macros are in the
neighbouring modules."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from ..content import (
    HARD,
    SIDE,
    SIDE_BAR,
    NamedPlace,
    Pieces,
    StoryLink,
    pieces,
    places,
)
from ..engine import StoryTurn
from ..errors import NotUnderstood
from ..expressions.lexer import JAVASCRIPT
from ..expressions.nodes import TreeNodes
from ..expressions.values import is_number, text_of, thaw, truth
from ..markup import LinkMark, is_web
from ..model import StoryPassage
from .definitions import SugarCubeDefinitions
from .library import FUNCTIONS as LIBRARY
from .library import NAMESPACES, UNHEARD, JavaScriptTurn, LibraryNamespace
from .markup import Clause, Element, Macro, Naked, arguments

_EXPRESSION = re.compile(r"""["'`$_(\d]|(?:setup|State)[.\[]|[a-zA-Z]+\(""")


def written(value: Any) -> str:
    """Return a value as SugarCube shows it."""
    return "[number NaN]" if is_number(value) and value != value else text_of(value)


SETUP = "\0setup"
"""The variable that holds the members of ``setup``, among the story's own variables."""
UNSURE = "\0unsure"
"""The variable that records that an earlier ``set`` was not supported."""
CAPTURED = "\0captured"
"""The variable that holds the temporary names that links at this place can still use."""
SAID = ("!said",)
"""The names of the place that shows the contents of a separate window."""


MacroTable: TypeAlias = "dict[str, Callable[[SugarCubeTurn, Macro], None]]"
"""The functions for macros, by name."""


class SugarCubeTurn(JavaScriptTurn):
    """One turn of a story in SugarCube."""

    engine: SugarCubeDefinitions
    dialect = JAVASCRIPT
    macros: ClassVar[MacroTable] = {}
    """The function for each macro, by name."""
    markup = re.compile(
        r"<|\[\[|''|@@|//|==|__|~~|&|\{\{\{|[$?][A-Za-z_$]|(?<![\w$])_[A-Za-z]|^[!*#>]",
        re.MULTILINE,
    )

    # Passages

    def begin(self) -> None:
        """Run StoryInit, which shows nothing."""
        self.shown_in = ["StoryInit"]
        if "StoryInit" in self.story.passages:
            self.collected(lambda: self.render(self.engine.parsed("StoryInit")))

    def show_passage(self, passage: StoryPassage) -> None:
        """Show the header, the passage and the footer."""
        if UNSURE in self.variables:
            self.remark("a variable may be wrong, since setting one was not supported before")
        for name in ("PassageReady", "PassageHeader", passage.name, "PassageFooter", "PassageDone"):
            if name == passage.name or name in self.story.passages:
                self.include(name)
        self.side_bar()

    def side_bar(self) -> None:
        """Show the side bar beside the page, its links in a separate group; its faults are
        ignored."""
        before = dict(self.remarks), self.is_blocked, self.is_refused
        shown: Pieces = []
        for name in ("StoryCaption", "StoryMenu"):
            if name in self.story.passages:
                shown += [HARD, *self.collected(lambda name=name: self.include(name))]  # type: ignore[misc]
        for holder, index in list(pieces(shown)):
            one = holder[index]
            if type(one) is StoryLink:
                holder[index] = StoryLink(one.marked, one.action, SIDE_BAR, one.seen)
        self.remarks, self.is_blocked, self.is_refused = before
        if shown:
            self.emit(NamedPlace(SIDE, shown))

    def show_nodes(self, name: str) -> None:
        """Show the contents of a passage; one tagged ``nobr`` has no line breaks."""
        nodes = self.engine.parsed(name)
        if "nobr" in self.story.passages[name].tags or self.engine.has_no_breaks:
            self.without_breaks(nodes)
        else:
            self.render(nodes)

    def put(self, names: set[str], shown: Pieces, how: str) -> None:
        """Show pieces in the places with certain names."""
        targets = [place for place in places(self.page) if names.intersection(place.names)]
        if not targets and shown:
            called = ", ".join(sorted(names)) or "so"
            raise NotUnderstood(f"nothing here is called {called}")
        for place in targets:
            place.put(shown, how)

    def without_breaks(self, nodes: TreeNodes) -> None:
        """Show some nodes with their line breaks as blanks."""
        self.reworded(lambda: self.render(nodes), lambda text: text.replace("\n", " "))

    def naked(self, node: Naked) -> None:
        """Show a variable in the text; one without a value is shown in its source form, as in
        SugarCube."""
        try:
            value = self.evaluate(node.node)
        except NotUnderstood:
            value = None
        if value is None:
            self.emit(node.written)
        else:
            self.print(written(value))

    def element(self, node: Element) -> None:
        """Show a named part of the page."""
        place = NamedPlace(node.names, self.collected(lambda: self.render(node.body)))
        place.hidden = () if node.hidden else None
        self.emit(place)

    def link_mark(self, node: LinkMark) -> None:
        """Show ``[[label->Target]]``."""
        target = self.target(node.target)
        label = self.link_text(node) or target
        if is_web(target) or (target not in self.story.passages and re.search(r"[/.?#]", target)):
            self.emit(label)
        else:
            self.emit(StoryLink(label, ("go", target, node.setter)))

    def link_text(self, node: LinkMark) -> str:
        """Return the text of a link, which is an expression if it can be evaluated."""
        written = node.label[0] if len(node.label) == 1 else None
        if node.is_worked_out and isinstance(written, str) and _EXPRESSION.match(written):
            with contextlib.suppress(NotUnderstood):
                value = self.value(written)
                if isinstance(value, str) or is_number(value):
                    return text_of(value)
        return self.label(node.label)

    def target(self, written: str) -> str:
        """Return the passage that a link names, directly or by an expression."""
        if written in self.story.passages or not re.search(r"^[$_\"'`]|[(+.\[]", written):
            return written
        try:
            value = self.value(written)
        except NotUnderstood:
            return written
        return text_of(value) if isinstance(value, str) or is_number(value) else written

    # Macros

    def macro_node(self, node: Macro) -> None:
        """Run a macro; one that cannot be followed becomes a line of its own."""
        self.spend()
        name = node.name
        shown = None if name in self.engine.widgets else self.macros.get(name)
        try:
            if shown is not None:
                shown(self, node)
            elif name in self.engine.widgets:
                self.widget(node)
            elif self.engine.passes_over(name):
                self.render(node.body)
            else:
                self.not_supported(f"<<{name}>>")
                self.render(node.body)
        except NotUnderstood as fault:
            self.not_supported(f"<<{name}{' ' if node.source else ''}{node.source}>>", str(fault))
            if name in ("set", "run"):
                self.variables[UNSURE] = True

    _SHOWN = {
        **StoryTurn._SHOWN,
        Naked: naked,
        Element: element,
        LinkMark: link_mark,
        Macro: macro_node,
    }

    def values(self, node: Macro | Clause) -> list[Any]:
        """Return the values of a macro's arguments; links stay links."""
        return [
            worth if kind != "tree" else self.evaluate(worth)
            for kind, worth in arguments(node.source)
        ]

    def condition(self, source: str) -> bool:
        """True if a condition holds."""
        return truth(self.value(source))

    def widget(self, node: Macro) -> None:
        """Run a macro that the story defines itself."""
        body = self.engine.widgets[node.name]
        before = {name: self.temporary.get(name) for name in ("args", CAPTURED)}
        captured = (*(before[CAPTURED] or ()), "args")
        self.temporary |= {"args": self.values(node), CAPTURED: captured}
        try:
            self.inside(self.shown_in[-1], lambda: self.render(body))
        finally:
            self.temporary.update(before)

    # Links

    def follow(self, link: StoryLink, holder: Pieces, index: int) -> None:
        """Follow a link."""
        self.temporary.update({name: thaw(value) for name, value in link.seen})
        super().follow(link, holder, index)

    def say(self, show: Callable[[], None]) -> None:
        """Show the contents of a separate window or an alert."""
        self.emit(NamedPlace(SAID, [HARD, *self.collected(show), HARD]))

    def quietly(self, nodes: TreeNodes, holder: Pieces, index: int) -> None:
        """Run some nodes without showing them, except for messages and questions to the reader."""
        shown = self.collected(lambda: self.render(nodes))
        kept = [piece for piece in shown if type(piece) is NamedPlace and piece.names == SAID]
        holder[index + 1 : index + 1] = [piece for piece in kept if piece not in holder]

    # Expressions

    def bare(self, name: str) -> Any:
        """Return the value of a word of the format: ``setup``, ``Math``; raise `NotUnderstood` for
        others."""
        if name == "setup":
            return self.variables.setdefault(SETUP, {})
        if name in NAMESPACES or name in UNHEARD or name in self.functions or name in LIBRARY:
            return LibraryNamespace(name)
        return super().bare(name)

    def read(self, kind: str, name: str) -> Any:
        """Return the value of a variable."""
        own = self.temporary.get(name) if name == "args" else None
        return super().read(kind, name) if own is None else own

    def member(self, of: Any, key: Any) -> Any:
        """Return ``of.key``."""
        if isinstance(of, LibraryNamespace):
            return self.namespace_member(of.name, text_of(key))
        return super().member(of, key)

    def namespace_member(self, space: str, key: str) -> Any:
        """Return a member of ``Math``, ``State`` and others."""
        if space == "State" and key in ("variables", "temporary", "passage", "turns"):
            return getattr(self, key)
        name = f"{space}.{key}"
        if space in UNHEARD or name in self.functions or name in LIBRARY:
            return LibraryNamespace(name)
        raise NotUnderstood(f"{name} is JavaScript that is not supported")

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """Set ``of.key = value``; settings for appearance and sound are ignored."""
        if not (isinstance(of, LibraryNamespace) and of.name.split(".")[0] in UNHEARD):
            super().set_member(of, key, value)
