"""The magics: each calls the function of the same name for the last position shown, or for one that is named."""

from __future__ import annotations

import re
from ast import literal_eval
from collections import ChainMap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_magic, magics_class, no_var_expand

from .. import widget
from ..boards import Board
from ..errors import BadLine, BadSave, ChoiceError, did_you_mean, quote
from ..game import Check, Hint, Solution
from ..heart import actions, lines, lookahead, saves, sharing
from ..heart.provider import default
from ..heart.synthesis import Node, choices
from ..heart.tokens import Scan
from ..widget import results
from .display import Display, Told
from .expressions import is_node, resolve
from .settings import InteractiveProvider

NAMES = (
    "games", "new", "hint", "undo", "restart", "line", "transcript", "share", "result", "board", "solve", "evaluate",
    "check", "play", "save", "load", "replay", "resume", "results",
    "count", "tree", "simulate", "report",
)  # fmt: skip

T = TypeVar("T")

_COUNT_FIRST = re.compile(r"(?P<count>\d+)(?P<rest>|\s.*)", re.ASCII)
_COUNT_LAST = re.compile(r"(?P<rest>.+),\s*(?:n\s*=\s*)?(?P<count>\d+)", re.ASCII)
_LIMIT = re.compile(r"(?:\A|\s+|,\s*)(\w+)=([^\s,()]+)\s*\Z")


OF_GAMES = ("games", "new", "play", "hint", "solve", "board")
"""The magics that may be given a game's own name."""

SWITCH = {"on": "show what each choice is worth beside its name", "off": "show what the game says of it"}


def arguments(name: str) -> Mapping[str, str] | None:
    """The words that an argument of a magic may begin with besides positions, each with what it means.

    None for a magic that is not ours.
    """
    if name in OF_GAMES:
        every = default()
        return {game: every._brief(choice) for game, choice in choices(every).items()}
    return None if name not in NAMES else SWITCH if name == "evaluate" else {}


@magics_class
class GameMagics(Magics):
    """``%hint``, ``%undo`` and the like."""

    shell: InteractiveShell

    def __init__(self, shell: InteractiveShell, display: Display, settings: InteractiveProvider) -> None:
        super().__init__(shell)
        self.display = display
        self.settings = settings
        self._replaced: dict[str, Any] = {}

    def install(self) -> None:
        """Register the magics, keeping those of the same names for later."""
        find: Callable[[str], Any] = self.shell.find_line_magic
        self._replaced = {name: found for name in NAMES if (found := find(name)) is not None}
        self.shell.magics_manager.register(self)
        self._own = {name: self._registered[name] for name in NAMES}

    def remove(self) -> None:
        """Take the magics away and put back what stood in their place; one that the user registered since stays."""
        registered = self._registered
        for name, own in self._own.items():
            if registered.get(name) is own:
                del registered[name]
                if name in self._replaced:
                    registered[name] = self._replaced[name]
        self.shell.magics_manager.registry.pop(type(self).__name__, None)
        configurables: list[Any] = self.shell.configurables
        configurables.remove(self)

    @property
    def _registered(self) -> dict[str, Any]:
        """IPython's table of line magics."""
        table: dict[str, Any] = self.shell.magics_manager.magics["line"]
        return table

    # Where one is --------------------------------------------------------------------------

    @line_magic
    @no_var_expand
    def games(self, line: str) -> Node:
        """``%games`` shows the games there are, ``%games guess`` one of them with its rules."""
        every, name = default(), _bare(line)
        return lines.replay(f"games.{name}", every) if name else every

    @line_magic
    @no_var_expand
    def line(self, line: str) -> Told:
        """``%line`` or ``%line p``: the one Python expression that rebuilds the position, to paste and to send."""
        return Told(actions.line(self._position(line)))

    @line_magic
    @no_var_expand
    def board(self, line: str) -> Board | Told:
        """``%board`` or ``%board p``: the board of the position, or its text if it has none."""
        node = self._position(line)
        return actions.board(node) or Told(node.__doc__)

    @line_magic
    @no_var_expand
    def transcript(self, line: str) -> Told:
        """``%transcript`` or ``%transcript p``: all that was told and chosen since the start."""
        return Told(actions.transcript(self._position(line)))

    @line_magic
    @no_var_expand
    def share(self, line: str) -> Told:
        """``%share`` or ``%share p``: a link that opens the position in the browser-only site."""
        return Told(sharing.share(self._position(line)))

    @line_magic
    @no_var_expand
    def result(self, line: str) -> Told:
        """``%result`` or ``%result p``: how the game went, in words to paste that give nothing away."""
        return Told(sharing.result(self._position(line)))

    # Going elsewhere -----------------------------------------------------------------------

    @line_magic
    @no_var_expand
    def new(self, line: str) -> Node:
        """``%new``: the same game with a fresh seed. ``%new p`` and ``%new guess`` begin another game afresh."""
        return self._shown(actions.new_game(self._position(line)))

    @line_magic
    @no_var_expand
    def undo(self, line: str) -> Node:
        """``%undo``: the position one move before. ``%undo 3``: three moves before. ``%undo 2 p``: two before p."""
        found = _COUNT_FIRST.fullmatch(_bare(line)) or _COUNT_LAST.fullmatch(_bare(line))
        count, rest = (found["count"], found["rest"]) if found else ("1", line)
        return self._shown(actions.undo(self._position(rest), int(count)))

    @line_magic
    @no_var_expand
    def restart(self, line: str) -> Node:
        """``%restart`` or ``%restart p``: the start of the same game, with the same seed."""
        return self._shown(actions.restart(self._position(line)))

    @line_magic
    @no_var_expand
    def replay(self, line: str) -> Node:
        """``%replay games.guess(seed=7).n5.n0.enter``: the position that a line leads to."""
        return self._shown(lines.replay(line))

    @line_magic
    @no_var_expand
    def play(self, line: str) -> Any:
        """``%play minesweeper``, ``%play p`` or ``%play``: a game, or a position, as a board that can be clicked."""
        return widget.play(self._position(line))

    # Asking --------------------------------------------------------------------------------

    @line_magic
    @no_var_expand
    def hint(self, line: str) -> Hint | Told:
        """``%hint`` or ``%hint p``: a good choice, and why. ``%hint p simulations=10000``: thought about for longer."""
        node, limits = self._limited(line)
        return actions.hint(node, **limits) or Told("There is nothing to advise.")

    @line_magic
    @no_var_expand
    def solve(self, line: str) -> Solution:
        """``%solve`` or ``%solve p limit_seconds=5``: the way to the end, and what is proved about it."""
        node, limits = self._limited(line)
        return actions.solve(node, **limits)

    @line_magic
    @no_var_expand
    def evaluate(self, line: str) -> Told | None:
        """``%evaluate`` or ``%evaluate p``: what each choice is worth. ``%evaluate on``: show it at every Tab."""
        if line.strip() in ("on", "off"):
            self.settings.evaluate = line.strip() == "on"
            return None
        shown, limits = self._limited(line)
        node = actions.undo(shown, 0)  # the position itself, where a stage was shown
        verdicts = actions.evaluate(node, **limits)
        known = [(o.label, verdicts[o.value]) for o in actions.options(node) if o.value in verdicts]
        return Told("\n".join(f"{label}: {verdict}" for label, verdict in known) or "Nothing is known.")

    @line_magic
    @no_var_expand
    def check(self, line: str) -> Check:
        """``%check`` or ``%check p``: whether what was done so far is right, without the answer."""
        return actions.check(self._position(line))

    # From outside --------------------------------------------------------------------------

    @line_magic
    @no_var_expand
    def count(self, line: str) -> Any:
        """``%count``, ``%count 3`` or ``%count 3 p``: the ways a game may go in so many choices, or to its end."""
        node, limits = self._limited(line, "depth")
        return lookahead.count(node, **limits)

    @line_magic
    @no_var_expand
    def tree(self, line: str) -> Any:
        """``%tree``, ``%tree 3`` or ``%tree 3 p``: the next choices as a tree, the best line first."""
        node, limits = self._limited(line, "depth")
        return lookahead.tree(node, **limits)

    @line_magic
    @no_var_expand
    def simulate(self, line: str) -> Any:
        """``%simulate``, ``%simulate 500`` or ``%simulate 500 p players=mcts``: so many games, and who wins them."""
        node, limits = self._limited(line, "games")
        return lookahead.simulate(node, **limits)

    @line_magic
    @no_var_expand
    def report(self, line: str) -> Any:
        """``%report`` or ``%report p``: what the game is like, measured by playing it."""
        node, limits = self._limited(line, "games")
        return lookahead.report(node, **limits)

    # Keeping -------------------------------------------------------------------------------

    @line_magic
    @no_var_expand
    def save(self, line: str) -> Any:
        """``%save game.json`` or ``%save game.json p``: write the position to a file (`interactive_provider.save`).

        Any other name than one that ends in .json goes to IPython's own %save, which saves lines of input.
        """
        file, _, rest = line.strip().partition(" ")
        if not file.endswith(".json"):
            return self._original("save", line)
        node = self._position(rest)
        _with_file(file, lambda path: saves.save(node, path))
        return Told(f"Saved as {file}.")

    @line_magic
    @no_var_expand
    def load(self, line: str) -> Any:
        """``%load game.json``: the position that was saved in a file (`interactive_provider.load`).

        Any other name than one that ends in .json goes to IPython's own %load, which loads code.
        """
        file = line.strip()
        if not file.endswith(".json"):
            return self._original("load", line)
        return self._shown(_with_file(file, saves.load))

    @line_magic
    @no_var_expand
    def resume(self, line: str) -> Any:
        """``%resume``: the board that was played last, as it was left; ``%resume 2``: the one before it."""
        number = _bare(line) or "1"
        if not number.isascii() or not number.isdigit():
            raise ChoiceError(f"{quote(number)} is not a number of a board: %resume, or %resume 2 for the one before.")
        return widget.resume(int(number))

    @line_magic
    @no_var_expand
    def results(self, line: str) -> Told:
        """``%results``: games won and lost on boards, streaks and best times, by game and level."""
        try:
            return Told(results.table())
        except (OSError, results.Unreadable) as fault:
            raise BadSave(f"{fault}.") from fault

    # Common to all -------------------------------------------------------------------------

    def _original(self, name: str, line: str) -> Any:
        if name not in self._replaced:
            raise ChoiceError(f"{quote(line.strip())} is no saved game: the name of one ends in .json.")
        return self._replaced[name](line)

    def _limited(self, line: str, first: str = "") -> tuple[Node, dict[str, Any]]:
        """The position that is named, and what is said besides: ``name=value``, or a number meant for ``first``."""
        limits: dict[str, Any] = {}
        line = _bare(line)
        while found := _LIMIT.search(line):
            limits[found[1]] = _value(found[2])
            line = line[: found.start()]
        number, _, rest = line.strip().partition(" ")
        if first and number.isascii() and number.isdigit():
            limits[first], line = int(number), rest
        return self._position(line), limits

    def _position(self, text: str) -> Node:
        """The position that is named, or the last one shown."""
        text = _bare(text)
        return self._named(text) if text else self.display.shown()

    def _named(self, text: str) -> Node:
        """The node that an expression names, by a variable of the user's or a game's own name."""
        every = default()
        names: ChainMap[str, Any] = ChainMap({}, self.shell.user_ns, {"games": every})
        root = lines.chain(text)[0].text
        if root not in names and root in list(every):
            names[root] = getattr(every, root)
        try:
            found = resolve(text, names)
        except LookupError as fault:
            positions = [name for name, thing in self.shell.user_ns.items() if is_node(thing)]
            raise BadLine(f"{quote(text.strip())} is not a position.{did_you_mean(root, positions)}") from fault
        if not is_node(found):
            raise BadLine(f"{quote(text.strip())} is no position but {quote(found)}.")
        return found

    def _shown(self, node: Node) -> Node:
        self.display.remember(node)
        return node


def _bare(text: str) -> str:
    """What stands in a pair of brackets around it all: IPython makes ``%hint (p)`` of ``hint(p)``."""
    text = text.strip()
    if not text.startswith("(") or not text.endswith(")"):
        return text
    tokens = Scan(text).tokens
    closing = next((token for token in tokens[1:] if token.depth == 0 and token.is_op(")")), None)
    return _bare(text[1:-1]) if closing is tokens[-1] else text


def _with_file(file: str, action: Callable[[Path], T]) -> T:
    """What ``action`` makes of a file; a sentence where that cannot be opened."""
    try:
        return action(Path(file).expanduser())
    except OSError as fault:
        raise BadSave(f"{quote(file)}: {fault.strerror or fault}.") from fault


def _value(text: str) -> Any:
    """A literal, or the text itself where it is none."""
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        return text
