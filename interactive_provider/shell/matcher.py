"""The completer: choices in game order, with their labels, in chains that have not been run.

IPython asks it before all other completers. It answers for the attributes of positions, for keys
(``p["``), for parameters (``games.minesweeper(``) and for the arguments of our magics, and leaves
everything else to the other completers.
"""

from __future__ import annotations

import contextlib
import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar

from IPython.core.completer import (
    CompletionContext,
    SimpleCompletion,
    SimpleMatcherResult,
    context_matcher,
)
from IPython.core.interactiveshell import InteractiveShell

from ..errors import ProviderError
from ..game import Assessment
from ..heart.catalogue.provider import Catalogue
from ..heart.choices.synthesis import Node, choices
from ..heart.play.actions import evaluate, path
from ..heart.play.insiders import game_of
from ..heart.play.nodes import Lobby, Position, Stage, WithOptions, options_of, position_under
from ..heart.play.presets import named_in
from ..heart.records.tokens import OpenString, Scan
from ..search.budgets import Limit
from .annotations import BLANK, Column, kinds_of, line
from .expressions import is_board, is_node, resolve_in_cell
from .members import entries
from .settings import InteractiveProvider
from .time_budget import STEPS, WORTH

PRIORITY = 100
WHILE_TYPING = Limit(states=5_000, simulations=100)
"""The limit for the verdicts of a Tab, which must be quick, so that a search is short."""

ARGUMENTS = {"on": "setting", "off": "setting"}
"""The kinds of magics' arguments that are neither games nor positions."""

_MAGIC_LINE = re.compile(r"\s*(?:[\w., ]+=\s*)?%(\w+)[ \t]+(.*?)[ \t]*(?<![^ \t])(\w*)\Z")


T = TypeVar("T")
Notes: TypeAlias = "Callable[[str, str], Mapping[str, str] | None]"


class Completions(NamedTuple):
    """The completions at the cursor: the text to replace, the candidates, and whether the list is
    complete."""

    fragment: str
    candidates: list[SimpleCompletion]
    suppress: bool = True


NOTHING = Completions("", [])

STILL = Completions("", [SimpleCompletion(text="", type=line("still playing…"))])
"""The answer when a game takes too long: nothing to insert, so that Jedi does not continue
playing."""


class ChoiceMatcher:
    """Completes choices for one shell.

    ``arguments`` returns the words that an argument of a magic may begin with after what is typed
    already, each with its meaning, or None for a magic that is not ours.
    """

    def __init__(
        self, shell: InteractiveShell, settings: InteractiveProvider, arguments: Notes
    ) -> None:
        self.shell = shell
        self.settings = settings
        self.arguments = arguments
        self.on_page = True
        """True if a page shows the pop-up of the current Tab, rather than a terminal or another
        program in Python."""
        self.names = entries(shell.user_ns)
        """The names of the session at the current Tab."""
        self._verdicts: tuple[Position, Assessment] | None = None

    def install(self) -> None:
        """Start answering Tab."""
        self.shell.Completer.custom_matchers.append(self.match)

    def remove(self) -> None:
        """Stop answering Tab."""
        matchers = self.shell.Completer.custom_matchers
        matchers[:] = [matcher for matcher in matchers if matcher != self.match]

    @context_matcher(identifier="interactive_provider.choices", priority=PRIORITY)  # type: ignore[untyped-decorator]
    def match(self, context: CompletionContext) -> SimpleMatcherResult:
        """Return the completions at the cursor; nothing if there are none or if an error occurs."""
        self.on_page = not hasattr(self.shell, "pt_app") and not is_asked_from_python(self.shell)
        try:
            found = self._in_time(context) if self.settings.complete else NOTHING
        except BaseException:  # noqa: BLE001 - a completer that raises spoils the prompt, whatever a game does
            found = NOTHING
        # IPython modifies this list, so each answer is a new one
        return {
            "completions": list(found.candidates),
            "matched_fragment": found.fragment,
            "suppress": (
                bool(found.candidates)
                and found.suppress
                and (self.settings.suppress or found is STILL)
            ),
            "ordered": True,
        }

    def _in_time(self, context: CompletionContext) -> Completions:
        """Return what is found within the budget: only the names if the game never finishes
        describing them."""
        so_far: list[Completions] = []
        key = (
            self.shell.execution_count,
            context.full_text,
            context.cursor_line,
            context.cursor_position,
        )
        return STEPS.spent(
            lambda: self._completions(context, so_far), STILL, lambda: next(iter(so_far), None), key
        )

    def _completions(self, context: CompletionContext, so_far: list[Completions]) -> Completions:
        self.names = entries(self.shell.user_ns)
        lines = context.full_text.split("\n")
        row = context.cursor_line
        column = context.cursor_position
        before = "\n".join([*lines[:row], lines[row][:column]])
        magic = _MAGIC_LINE.match(lines[row][:column])
        if magic and (words := self.arguments(magic[1], magic[2])) is not None:
            found = self._argument(words, magic[3])
            if found.candidates:
                return found
        return Cursor(self, before, lines[row][column:], so_far).found()

    def _argument(self, own: Mapping[str, str], fragment: str) -> Completions:
        """Return the names that an argument of a magic may begin with: its own words and the user's
        names of positions."""
        named = {
            name: repr(thing)
            for name, thing in self.names.items()
            if type(name) is str and name[:1] != "_" and _stands_in_a_game(thing)
        }
        offered = {**own, **named}
        names = _beginning(fragment, offered, str)
        kind = {
            name: "position" if name in named else ARGUMENTS.get(name, "game") for name in names
        }
        said = {name: self.typed(kind[name], line(offered[name], self.on_page)) for name in names}
        return Completions(
            fragment, [SimpleCompletion(text=name, type=said[name]) for name in names]
        )

    @property
    def is_in_vs_code(self) -> bool:
        """True if VS Code shows the pop-up: it draws an icon for Jedi's kinds and requests the
        words separately."""
        return "__vsc_ipynb_file__" in self.names

    def typed(self, kind: str, said: str) -> str:
        """Return the type of a completion: its kind and its description, or only the description in
        a terminal.

        JupyterLab and Notebook draw a badge with the first letter of the type, so the type must
        begin with a kind.
        """
        if self.is_in_vs_code:
            return "property"
        if not self.on_page:
            return said
        if said.strip(BLANK):
            return f"{kind}:{BLANK}{said}"
        return kind

    def column(self, node: Node) -> Column:
        """Return the descriptions beside the choices of a node."""
        return Column(node, self.verdicts(node), self.on_page)

    def verdicts(self, node: Node) -> Assessment:
        """Return the verdicts on the choices at a node, if they should be shown."""
        if not self.settings.evaluate or not isinstance(node, Position | Stage):
            return {}
        position = position_under(node)
        if self._verdicts is None or self._verdicts[0] is not position:
            return WORTH.spent(lambda: self._judged(position), {}, key=position)
        return self._verdicts[1]

    def _judged(self, position: Position) -> Assessment:
        """Return the verdicts on the choices at a position, cached for the next Tab."""
        try:
            verdicts = evaluate(position, WHILE_TYPING)
        except ProviderError:
            verdicts = {}
        self._verdicts = position, verdicts
        return verdicts


class Cursor:
    """One Tab: the text before the cursor and the rest of its line.

    ``so_far`` receives the candidates before the game is asked to describe them.
    """

    def __init__(
        self, matcher: ChoiceMatcher, before: str, after: str, so_far: list[Completions]
    ) -> None:
        self.matcher = matcher
        self.text = before
        self.after = after
        self.scan = Scan(before)
        self.so_far = so_far

    def found(self) -> Completions:
        """Return the completions of one kind."""
        tokens = self.scan.tokens
        is_command = self.text.rpartition("\n")[2].lstrip().startswith("!")
        if self.scan.in_comment or not tokens or is_command:
            return NOTHING
        if self.scan.string is not None:
            return self._key(self.scan.string)
        if tokens[-1].end < len(self.text.rstrip(" \t")):
            return NOTHING
        fragment = ""
        if tokens[-1].kind == "name" and tokens[-1].end == len(self.text):
            fragment = tokens.pop().text
        if not tokens:
            return NOTHING
        if tokens[-1].is_op("."):
            return self._attribute(fragment)
        if tokens[-1].is_op("[") and not fragment:
            return self._quoted_key()
        if tokens[-1].is_op("(", ","):
            return self._parameter(fragment)
        return NOTHING

    def _node(self, last: int) -> Node | None:
        """Return the node that the chain ending with token ``last`` leads to, if it is one."""
        shell = self.matcher.shell
        namespace = self.matcher.names
        if shell.user_ns is not shell.user_global_ns:
            namespace = ChainMap(namespace, entries(shell.user_global_ns))  # type: ignore[arg-type] # only read
        rest = Scan(self.after).tokens if self.after else []
        uses_jedi = bool(shell.Completer.use_jedi)
        tokens = self.scan.tokens
        thing = resolve_in_cell(tokens, last, self.text, namespace, rest, leave_names=uses_jedi)
        return thing if is_node(thing) else None

    def _attribute(self, fragment: str) -> Completions:
        """Complete after a dot: the choices by name."""
        node = self._node(len(self.scan.tokens) - 2)
        if node is None:
            return NOTHING
        offered = choices(node)
        names = _beginning(fragment, offered, str)
        column = self.matcher.column(node)
        found = [offered[name] for name in names]
        return self._described(
            fragment, list(zip(names, kinds_of(node, found), found, strict=True)), column.choice
        )

    def _described(
        self, fragment: str, offered: list[tuple[str, str, T]], describe: Callable[[T], str]
    ) -> Completions:
        """Return the possible texts, each with its kind, and with its description if the game gives
        it in time."""
        listed = offered[: self.matcher.settings.max_listed]
        typed = self.matcher.typed
        blank = line("", self.matcher.on_page)
        types = {kind: typed(kind, blank) for kind in {kind for _, kind, _ in listed}}
        found = Completions(
            fragment, [SimpleCompletion(text=text, type=types[kind]) for text, kind, _ in listed]
        )
        self.so_far.append(found)
        for number, (text, kind, item) in enumerate(() if self.matcher.is_in_vs_code else listed):
            if (said := describe(item)) != blank:
                beside = f"{kind}:{BLANK}{said}" if self.matcher.on_page else said
                found.candidates[number] = SimpleCompletion(text=text, type=beside)
        if more := len(offered) - len(listed):
            rest = line(f"… and {more} more: type the next letter", self.matcher.on_page)
            text, kind, _ = listed[-1]
            found.candidates[-1] = SimpleCompletion(text=text, type=typed(kind, rest))
        return found

    def _keys(self, last: int, typed: str, written: Callable[[str], str]) -> Completions:
        """Return the labels of all options of the node that ends with token ``last``, as they are
        ``written``."""
        node = self._node(last)
        if not isinstance(node, WithOptions):
            return NOTHING
        listed = _beginning(typed, options_of(node), lambda option: written(option.label))
        column = self.matcher.column(node)
        kind = "preset" if isinstance(node, Lobby) else "move"
        return self._described(
            typed, [(written(option.label), kind, option) for option in listed], column.option
        )

    def _key(self, string: OpenString) -> Completions:
        """Complete within the quotes of ``p["``: the choices by text."""
        tokens = self.scan.tokens
        if len(tokens) < 3 or not tokens[-2].is_op("[") or string.prefix or len(string.quote) == 3:
            return NOTHING
        closing = _closing(string.quote, self.after)
        return self._keys(
            len(tokens) - 3,
            self.text[string.start :],
            lambda label: _escaped(label, string.quote) + closing,
        )

    def _quoted_key(self) -> Completions:
        """Complete after ``p[``: the choices by text, in quotes."""
        closing = _closing("", self.after)
        return self._keys(
            len(self.scan.tokens) - 2, "", lambda label: f'"{_escaped(label, chr(34))}"{closing}'
        )

    def _parameter(self, fragment: str) -> Completions:
        """Complete within the brackets of a call that starts a game: the names of its
        parameters."""
        opening = self.scan.opening_bracket()
        if not opening or not self.scan.tokens[opening].is_op("("):
            return NOTHING
        node = self._node(opening - 1)
        inside = pairwise(self.scan.tokens[opening + 1 :])
        given = {name.text for name, sign in inside if name.kind == "name" and sign.is_op("=")}
        offered = [
            SimpleCompletion(
                text=f"{name}=",
                type=self.matcher.typed("parameter", line(shown, self.matcher.on_page)),
            )
            for name, shown in _parameters(node)
            if name not in given
        ]
        begins_game = self.scan.tokens[opening - 1].kind == "name"
        return Completions(
            fragment,
            _beginning(fragment, offered, lambda item: str(item.text)),
            suppress=begins_game,
        )


# Parts -------------------------------------------------------------------------------------


def _stands_in_a_game(thing: object) -> bool:
    """True for an object that a magic can use: a node other than a menu of games, or a board."""
    return is_board(thing) or (is_node(thing) and not isinstance(thing, Catalogue))


def is_asked_from_python(shell: InteractiveShell) -> bool:
    """True if the kernel's current request comes from a Python front end: a console, qtconsole,
    Euporie, Spyder.

    Their library numbers the messages of a session; pages use random message names.
    """
    kernel: Any = getattr(shell, "kernel", None)
    with contextlib.suppress(AttributeError, LookupError):
        header = kernel.get_parent()["header"]
        return str(header["msg_id"]).startswith(f"{header['session']}_")
    return False


def _beginning(fragment: str, offered: Iterable[T], text: Callable[[T], str]) -> list[T]:
    """Return the candidates whose text begins with the typed text, ignoring case if there are
    none."""
    listed = list(offered)
    if not fragment:
        return listed
    exact = [item for item in listed if text(item).startswith(fragment)]
    return exact or [
        item for item in listed if text(item).casefold().startswith(fragment.casefold())
    ]


def _escaped(label: str, quote: str) -> str:
    """Return a label as written between quotes in Python."""
    plain = repr(f"{label}'\"")[1:-1]  # with both kinds of quotes, repr escapes the single ones
    plain = plain[: -len("\\'\"")].replace("\\'", "'")
    return plain.replace(quote, f"\\{quote}")


def _closing(quote: str, after: str) -> str:
    """Return the characters needed to close a key, given the text after the cursor (front ends
    close brackets)."""
    if quote and after.startswith(quote):
        return ""
    return quote if after.startswith("]") else f"{quote}]"


def _parameters(node: Node | None) -> list[tuple[str, str]]:
    """Return the names and defaults of the parameters with which a game can be started."""
    if isinstance(node, Catalogue):
        return [("seed", "")]
    if not isinstance(node, Lobby) and not (isinstance(node, Position) and not path(node)):
        return []
    named = named_in(game_of(node))
    return [
        ("seed", ""),
        *((p.name, "" if p.default is p.empty else repr(p.default)) for p in named),
    ]
