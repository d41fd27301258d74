"""The magics: each calls the function of the same name for the last position shown, or for a named
one."""

from __future__ import annotations

import re
from ast import literal_eval
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_magic, magics_class, no_var_expand

from .. import analysis, widget
from ..errors import BadLine, BadSave, ChoiceError, ProviderError, did_you_mean, meant, quote
from ..game import Assessment
from ..heart.catalogue.provider import default
from ..heart.choices.synthesis import Node, choices
from ..heart.play import actions
from ..heart.play.nodes import node_of
from ..heart.records import lines, links, saves
from ..heart.records.tokens import Scan
from ..hosting import host
from ..search.budgets import Limit
from ..support.extras import installed, missing
from ..support.readable import PlainText
from ..support.wrapping import wrapped
from ..widget import results
from .display import Display, Replacement, say
from .expressions import is_playable, resolve
from .settings import InteractiveProvider

T = TypeVar("T")
MagicAction: TypeAlias = "Callable[[GameMagics, str], Any]"
"""The function that runs a magic with the rest of its line."""

_NUMBER = re.compile(r"-?\d[\d.,_]*", re.ASCII)
"""The text typed for a number, even for a refused one."""

_NUMBER_LAST = re.compile(rf"\A(?![-\d])(.+?)(?:\s*,\s*|\s+)({_NUMBER.pattern})\Z", re.ASCII)
"""A number behind what is not one: ``p 3``, ``p, 3``."""

_PARAMETER = re.compile(r"[a-z_]+=")
"""How a parameter begins; a move such as e8=Q does not."""

_LIMIT = re.compile(r"(?:\A|\s+|,\s*)(\w+)=([^\s,()]+(?:,[^\s,()=]+)*)\s*\Z")
_STRING = r"""(?<!\w)[bfru]{0,2}(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_COMMENT = re.compile(rf"({_STRING})|(?<![^\s;])#.*", re.DOTALL | re.IGNORECASE)
_QUOTED = re.compile(r"""(["'])(?P<inside>(?:(?!\1).)*)\1(?P<rest>\s.*|)""")

OF_GAMES = ("games", "new", "play", "host", "hint", "solve", "board")
"""The magics that accept a game's name."""

LIMITS = tuple(field.name for field in fields(Limit))
"""The arguments that belong to a `Limit`."""

HELP = {"-h", "--help"}
"""The words at the start or end of a line that ask what a magic does."""

SWITCH = {
    "on": "show what each choice is worth",
    "off": "show what the game says about each choice",
}


def arguments(name: str, before: str) -> Mapping[str, str] | None:
    """Return the words that an argument of a magic may begin with besides positions, each with its
    meaning: all games, or the choices of the game ``before``.

    Return None for a magic that is not ours.
    """
    if name in OF_GAMES:
        every = default()
        here = every._called(before) or every
        describe = getattr(here, "_brief", here._describe)  # only menus of games have a brief one
        return {word: describe(choice) for word, choice in choices(here).items()}
    if name not in MAGICS:
        return None
    return SWITCH if name == "evaluate" else {}


class GameMagics(Magics):
    """``%hint``, ``%undo`` and the like."""

    shell: InteractiveShell

    def __init__(
        self, shell: InteractiveShell, display: Display, settings: InteractiveProvider
    ) -> None:
        super().__init__(shell)
        self.display = display
        self.settings = settings

    def install(self) -> None:
        """Register the magics, keeping those with the same names for later."""
        for name in MAGICS:
            self.shell.find_line_magic(name)  # this loads a lazily loaded magic
        table: dict[str, Any] = self.shell.magics_manager.magics["line"]
        self._magics = Replacement(table, {name: getattr(self, name) for name in MAGICS})
        self.shell.magics_manager.register(self)
        self.shell.input_transformers_post.append(_without_semicolons)

    def remove(self) -> None:
        """Remove the magics and restore those they replaced, except where the user has registered
        another one since."""
        self._magics.undo()
        self.shell.input_transformers_post.remove(_without_semicolons)
        self.shell.magics_manager.registry.pop(type(self).__name__, None)
        configurables: list[Any] = self.shell.configurables
        configurables.remove(self)

    # Arguments of a magic -----------------------------------------------------------------

    def _limited(self, line: str, first: str) -> tuple[Node, dict[str, Any]]:
        """Return the named position and the other arguments: ``name=value``, or a number for
        ``first``."""
        limits: dict[str, Any] = {}
        line = _bare(line)
        while limit := _LIMIT.search(line):
            limits[limit[1]] = _value(limit[2])
            line = line[: limit.start()]
        if first:
            line = _NUMBER_LAST.sub(r"\2 \1", line)
        number, rest = _first_word(line)
        if first and _NUMBER.fullmatch(number):
            limits[first] = _value(number)
            line = rest
        return self._position(line), limits

    def _position(self, text: str) -> Node:
        """Return the named position, possibly followed by the words of a choice, or the last one
        shown."""
        text = _bare(text)
        if not text:
            return self.display.shown()
        head, words = _words_apart(text)
        try:
            node = self._named(head)
        except ProviderError:
            game = default().anywhere(text)  # as people write it: gin rummy, 2048
            if game is not None:
                return game
            if not Path(text).exists():
                raise
            raise BadLine(
                f"{quote(text)} is a file or folder: InteractiveProvider({text!r}) has its games."
            ) from None
        if _PARAMETER.match(words):
            raise BadLine(f"Parameters are given in brackets: {head}({words}).")
        return actions.choose(node, words) if words else node

    def _named(self, text: str) -> Node:
        """Return the node that an expression names, by the user's variable or a game's own name."""
        every = default()
        names: ChainMap[str, Any] = ChainMap({}, self.shell.user_ns, {"games": every})
        root = lines.chain(text)[0].text
        if root not in names and (game := every.anywhere(root)) is not None:
            names[root] = game
        try:
            found = resolve(text, names)
        except LookupError as fault:
            own = [
                name
                for name, thing in self.shell.user_ns.items()
                if is_playable(thing) and name[0] != "_"
            ]
            near = did_you_mean(root, [*own, *every], every._paths())
            raise BadLine(f"There is no game or variable {quote(root)}.{near}") from fault
        if not is_playable(found):
            raise BadLine(f"{quote(text.strip())} is not a position but {quote(found)}.")
        return node_of(found)

    def _shown(self, node: Node) -> Node:
        self.display.remember(node)
        return node


# Actions of the magics ---------------------------------------------------------------------


def _with(action: Callable[[Node], Any]) -> MagicAction:
    """Run ``action`` with the named position."""
    return lambda magics, line: action(magics._position(line))


def _going(action: Callable[[Node], Node]) -> MagicAction:
    """Show the position that ``action`` leads to, and remember it as the last one shown."""
    return lambda magics, line: magics._shown(action(magics._position(line)))


def _limited(action: Callable[..., Any], first: str) -> MagicAction:
    """Run ``action`` with the named position and limits; a leading number belongs to ``first``."""

    def run(magics: GameMagics, line: str) -> Any:
        node, limits = magics._limited(line, first)
        return action(node, **limits)

    return run


def _searching(action: Callable[..., Any], first: str = "") -> MagicAction:
    """Run ``action``, which takes a `Limit`, as `_limited` does."""

    def run(p: Node, **arguments: Any) -> Any:
        # `Limit` itself names the right word for a slip.
        words = [name for name in arguments if name in LIMITS or meant(name, LIMITS)]
        limits = {name: arguments.pop(name) for name in words}
        if limits:
            arguments["limit"] = Limit(**limits)
        return action(p, **arguments)

    return _limited(run, first)


def _games(magics: GameMagics, line: str) -> Node:
    name, words = _words_apart(_bare(line))
    game = lines.replay(f"games.{name}") if name else default()
    return actions.choose(game, words) if words else game


def _help(magics: GameMagics, line: str) -> PlainText:
    """Print a summary of all magics and games, or the description of one magic."""
    name = _bare(line).removeprefix("%")
    if name in MAGICS:
        return PlainText(wrapped(_plain(name)))
    if name:
        raise BadLine(
            f"There is no magic {quote(f'%{name}')} for games.{did_you_mean(name, MAGICS)}"
        )
    rows = "\n".join(wrapped(f"- {_plain(one)}") for one in MAGICS)
    return PlainText(f"Magics\n\n{rows}\n\n{default()}")


def _plain(name: str) -> str:
    """Return the help of a magic without its documentation markup."""
    return MAGICS[name][1].replace("``", "")


def _undo(magics: GameMagics, line: str) -> Node:
    node, number = magics._limited(line, "n")
    return magics._shown(actions.undo(node, **number))


def _without_hint(p: Node) -> PlainText:
    is_over = actions.outcome(p) is not None
    return PlainText("The game is over." if is_over else "There is no hint for this position.")


def _evaluate(magics: GameMagics, line: str) -> Assessment | PlainText:
    word = _bare(line)
    if word in SWITCH:
        magics.settings.evaluate = word == "on"
        return PlainText(f"Tab will {SWITCH[word]}.")
    if word.isidentifier() and word not in {*magics.shell.user_ns, *default()}:
        raise BadLine(f"%evaluate takes on, off or a position, not {quote(word)}.")
    result: Assessment = _searching(actions.evaluate)(magics, line)
    return result


def _save(magics: GameMagics, line: str) -> Any:
    text = _needed(line, "%save_game needs the name of a file, such as %save_game game.json.")
    if is_playable(magics.shell.user_ns.get(text)):
        raise BadLine(f"{text} is a position: %save_game needs the name of a file before it.")
    quoted = _QUOTED.fullmatch(text)
    file, rest = (quoted["inside"], quoted["rest"]) if quoted else _first_word(text)
    try:
        node = magics._position(rest)
    except BadLine as fault:
        raise BadLine(f"{fault} A file's name with blanks needs quotes.") from fault
    saves.save(node, Path(file).expanduser())
    return PlainText(f"Saved as {file}.")


def _load(magics: GameMagics, line: str) -> Any:
    text = _needed(line, "%load_game needs the name of a file, such as %load_game game.json.")
    return magics._shown(saves.load(Path(_unquoted(text)).expanduser()))


def _played(magics: GameMagics, node: Node) -> Any:
    """Return the position as a clickable board if a page can show it, otherwise the position
    itself."""
    if not hasattr(magics.shell, "kernel") or magics.settings.display == "text":
        return magics._shown(node)
    if not installed("anywidget"):
        say(str(missing("widgets", "Clickable boards need")))
        return magics._shown(node)
    return widget.play(node)


def _replay(magics: GameMagics, line: str) -> Node:
    text = _needed(line, "%replay needs a line, such as %replay games.guess(seed=7).n5.")
    return magics._shown(lines.replay(_unquoted(text)))


def _resume(magics: GameMagics, line: str) -> Any:
    number = _bare(line) or "1"
    if not re.fullmatch("[0-9]+", number):
        raise ChoiceError(
            f"{quote(number)} is not the number of a board: use %resume, or %resume 2 for the one"
            " before."
        )
    return _played(magics, widget.last_played(int(number)))


def _results(magics: GameMagics, line: str) -> PlainText:
    if _bare(line):
        raise BadLine(f"%results shows all games; it does not take {quote(_bare(line))}.")
    try:
        return PlainText(results.table())
    except (OSError, results.Unreadable) as fault:
        raise BadSave(f"{fault}.") from fault


def _needed(line: str, otherwise: str) -> str:
    """Return the rest of the line; raise `BadLine` if it is empty."""
    if not line:
        raise BadLine(otherwise)
    return line


def _first_word(text: str) -> tuple[str, str]:
    """Return a word and what follows it."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word, "".join(rest)


def _words_apart(text: str) -> tuple[str, str]:
    """Split an expression from the words that follow it after a blank: ``minesweeper`` and
    ``beginner``."""
    tokens = [token for token in Scan(text).tokens if token.depth == 0]
    for before, after in pairwise(tokens):
        is_complete = before.kind == "name" or before.is_op(")", "]")
        if is_complete and after.kind in ("name", "number"):
            return text[: after.start].strip(), text[after.start :].removeprefix(".")
    return text, ""


def _read(line: str) -> str:
    """Return the arguments of a magic, without a comment and without trailing semicolons; text in
    quotes is left unchanged."""
    return _COMMENT.sub(lambda found: found[1] or "", line).rstrip("; \t\n").lstrip()


def _without_semicolons(cell: list[str]) -> list[str]:
    """Repair the lines of a cell after IPython has taken ``%hint;`` for a magic called
    ``hint;``."""
    return [_ENDED.sub(r"\1\3\2 ", line) for line in cell]


def _unquoted(text: str) -> str:
    """Return a text without a pair of quotes around all of it."""
    quoted = _QUOTED.fullmatch(text)
    return quoted["inside"] if quoted and not quoted["rest"] else text


def _bare(text: str) -> str:
    """Return a text without a pair of quotes or brackets around all of it.

    IPython turns ``hint(p)`` into ``%hint (p)``.
    """
    text = _unquoted(text.strip())
    if not text.startswith("(") or not text.endswith(")"):
        return text
    tokens = Scan(text).tokens
    closing = next((token for token in tokens[1:] if token.depth == 0 and token.is_op(")")), None)
    if closing is tokens[-1]:
        return _bare(text[1:-1])
    return text


def _value(text: str) -> Any:
    """Return a literal's value, or else the text itself, or the words between its commas."""
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        return text.split(",") if "," in text else text


MAGICS: dict[str, tuple[MagicAction, str]] = {
    "games": (
        _games,
        (
            "``%games``: all games and what they are. ``%games guess`` shows one of them with its"
            " rules."
        ),
    ),
    "help": (
        _help,
        "``%help``: all magics for games, and all games. ``%help hint`` describes one magic.",
    ),
    "new": (
        _going(lambda p: actions.restart(p, "fresh")),
        (
            "``%new``: the same game with a fresh seed. ``%new p`` and ``%new guess`` start another"
            " game."
        ),
    ),
    "hint": (
        _searching(lambda p, **arguments: actions.hint(p, **arguments) or _without_hint(p)),
        (
            "``%hint`` or ``%hint p``: a good move and the reason. ``%hint p simulations=10000``"
            " thinks longer."
        ),
    ),
    "undo": (
        _undo,
        (
            "``%undo`` takes back a move, ``%undo 3`` three moves. ``%undo 2 p``: the position two"
            " moves before p."
        ),
    ),
    "restart": (
        _going(actions.restart),
        "``%restart`` or ``%restart p``: the start of the same game, with the same seed.",
    ),
    "line": (
        _with(actions.line),
        (
            "``%line`` or ``%line p``: the Python expression that rebuilds the position, to paste"
            " or send."
        ),
    ),
    "transcript": (
        _with(actions.transcript),
        "``%transcript`` or ``%transcript p``: everything shown and chosen since the start.",
    ),
    "listing": (
        _with(lambda p: actions.extra(p, "listing")),
        (
            "``%listing`` or ``%listing p``: a BASIC program; the lines that ask for an answer"
            " or compare it are marked."
        ),
    ),
    "variables": (
        _with(lambda p: actions.extra(p, "variables")),
        (
            "``%variables`` or ``%variables p``: the variables of a BASIC program that the screen"
            " has just shown."
        ),
    ),
    "share": (
        _with(links.share),
        "``%share`` or ``%share p``: a link that opens the position in the browser-only site.",
    ),
    "summary": (
        _with(links.summary),
        "``%summary`` or ``%summary p``: how the game went, as a spoiler-free text to paste.",
    ),
    "board": (
        _with(lambda p: actions.board(p) or PlainText(p.__doc__)),
        "``%board`` or ``%board p``: the board of the position, or its text if it has none.",
    ),
    "solve": (
        _searching(actions.solve),
        ("``%solve`` or ``%solve p seconds=5``: a solution, and what has been proved about it."),
    ),
    "evaluate": (
        _evaluate,
        (
            "``%evaluate`` or ``%evaluate p``: how good each choice is. ``%evaluate on`` shows it"
            " each time you press Tab."
        ),
    ),
    "check": (
        _with(actions.check),
        (
            "``%check`` or ``%check p``: whether your moves so far are right, without revealing the"
            " answer."
        ),
    ),
    "review": (
        _searching(actions.review),
        (
            "``%review`` or ``%review p``: each move beside the best one, the answers to mistakes,"
            " and what was luck."
        ),
    ),
    "play": (
        lambda magics, line: _played(magics, magics._position(line)),
        (
            "``%play minesweeper beginner``, ``%play p`` or ``%play``: a game or a position as a"
            " clickable board. In a terminal it shows the position, and Tab after ``_.`` lists the"
            " choices."
        ),
    ),
    "host": (
        _with(lambda p: host(p)),
        (
            "``%host chess``, ``%host p`` or ``%host``: opens a table, so that others play the game"
            " with you, each in their own browser."
        ),
    ),
    "save_game": (
        _save,
        (
            "``%save_game game.json`` or ``%save_game game.json p``: saves the position in a file,"
            " as `save` does."
        ),
    ),
    "load_game": (
        _load,
        "``%load_game game.json``: the position saved in a file, as `load` reads it.",
    ),
    "replay": (
        _replay,
        "``%replay games.guess(seed=7).n5.n0.enter``: the position that a line leads to.",
    ),
    "resume": (
        _resume,
        "``%resume``: the last board you played, as you left it; ``%resume 2``: the one before it.",
    ),
    "results": (
        _results,
        "``%results``: games won and lost on boards, streaks and best times, by game and level.",
    ),
    "count": (
        _searching(analysis.count, "depth"),
        (
            "``%count``, ``%count 3`` or ``%count 3 p``: how many ways the game can go in that many"
            " moves, or to the end."
        ),
    ),
    "tree": (
        _searching(analysis.tree, "depth"),
        "``%tree``, ``%tree 3`` or ``%tree 3 p``: the next choices as a tree, the best line first.",
    ),
    "simulate": (
        _limited(analysis.simulate, "games"),
        (
            "``%simulate``, ``%simulate 500`` or ``%simulate 500 p players=mcts``: plays that many"
            " games and counts the wins."
        ),
    ),
    "report": (
        _limited(analysis.report, "games"),
        "``%report`` or ``%report p``: what the game is like, measured by playing it.",
    ),
}
"""The action and the help text of each magic."""

_ENDED = re.compile(rf"""(\.run_line_magic\('(?:{"|".join(MAGICS)}));+(#[^']*)?(', ['"])""")
"""A call of one of our magics whose name ends with a semicolon, and the beginning of a comment
after it, which belongs to the rest of the line."""


def _method(name: str, run: MagicAction, text: str) -> Any:
    def method(self: GameMagics, line: str) -> Any:
        text = _read(line)
        try:
            if HELP.intersection(text.split()[:1] + text.split()[-1:]):
                answer = PlainText(wrapped(_plain(name)))
            else:
                answer = run(self, text)
        except BadLine as fault:
            raise UsageError(str(fault)) from fault
        self.display.answer = None if isinstance(answer, Node) else answer
        return answer

    method.__name__ = name
    method.__doc__ = text
    return line_magic(no_var_expand(method))


for _name, (_run, _text) in MAGICS.items():
    setattr(GameMagics, _name, _method(_name, _run, _text))
magics_class(GameMagics)
