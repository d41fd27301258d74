"""The panels around a board on the page: options that no gesture chooses, cards, a transcript, the
result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, starmap
from random import Random
from typing import Any, Final, TypeAlias

from ..boards import Board
from ..errors import tolerate
from ..game import Assessment, Game, Number, View, board_in, hides_something
from ..heart.catalogue.hall import ALL, KINDS
from ..heart.catalogue.provider import Catalogue
from ..heart.choices.naming import identifier
from ..heart.choices.synthesis import Choice, choices
from ..heart.play import actions as of
from ..heart.play.digests import Input, Step
from ..heart.play.insiders import game_of, last_moves, last_step, parent_of, state_of, table_of
from ..heart.play.nodes import Lobby, Option, Position, options_of, taken
from ..heart.play.position_data import expected_at, is_shown_at, view_of, viewer_of
from ..heart.play.presets import presets_of, signature_of
from ..prose import Prose
from ..rendering import prose
from ..rendering.signs import sign
from ..search.budgets import SIMULATIONS
from ..support.plurals import counted
from ..support.sanitizing import clean
from . import results, shapes

BoardPosition: TypeAlias = "Position | Lobby | Catalogue"
"""The node that a board shows between two gestures: a position, a lobby, or a hall."""
_MOVES = 9
"""The number of moves made on the picture of a game in a menu."""
_STEPS = 3
"""The number of moves between the pictures of two cards whose games begin alike."""
_AMOUNT = re.compile(r"([^\W\d]+?)0*(\d+)", re.ASCII)
"""The pattern of an option's name that ends in a number."""
_MANY = 20
"""The number of consecutive numbers above which they are not shown as buttons."""
_PICTURES = 12
"""The maximum number of levels in a lobby that have a picture."""
_EXCERPT = 240
"""The maximum length of the text on a card without a board."""
SHOW_KIND: Final = object()
"""The prefix of the value of a button that shows the games of one kind."""
_OFTEN = "often played"
"""The heading of the most played games in a menu's submenus."""
_PAGES = 30
_CHARACTERS = 8_000
"""The maximum number of pages and of characters of a transcript that are sent."""
_NUMBER = re.compile(r"^n0*(?=\d)")
"""The prefix of a number in an attribute."""


def free_input(p: BoardPosition) -> object:
    """Return what may be typed at ``p``, if anything."""
    return expected_at(p) if isinstance(p, Position) else None


def amounts(
    p: BoardPosition, options: Sequence[Option], board: Board | None
) -> shapes.Amounts | None:
    """Return the numbers to choose from: the last options of a game that names amounts, if these
    are many consecutive numbers, or the typed input of a game without a board."""
    wanted = free_input(p)
    if isinstance(wanted, Number):
        low = wanted.low
        high = wanted.high
        if board is None and wanted.integer and isinstance(low, int) and isinstance(high, int):
            return shapes.Amounts(clean(str(wanted)), -1, low, high, [])
        return None
    if board is None or not board.amounts:
        return None
    low = high = count = 0
    word = None
    for option in reversed(options):
        found = _AMOUNT.fullmatch(option.names[-1])
        if found is None or (count and (found[1], int(found[2])) != (word, low - 1)):
            break
        word = found[1]
        low = int(found[2])
        high = high if count else low
        count += 1
    if word is None or count <= _MANY:
        return None
    marks = [(sign(name), number) for name, number in board.amounts if low <= number <= high]
    return shapes.Amounts(sign(word.strip("_")), len(options) - count, low, high, marks)


def filters(p: BoardPosition) -> list[Option]:
    """Return the filters for the games of a hall; none if the games do not say who plays."""
    if not isinstance(p, Catalogue) or not any(p._card(one).kinds for one in choices(p).values()):
        return []
    return [Option(kind, (SHOW_KIND, kind), ("show", kind)) for kind in (ALL, *KINDS)]


def options_beside(p: BoardPosition, board: Board | None, kind: str = ALL) -> tuple[Option, ...]:
    """Return the options that no gesture on the board chooses; in a hall, the games of one kind."""
    if isinstance(p, Catalogue):
        listed = (
            Option(p._card(choice).title, choice.name, (choice.name,))
            for choice in p._for_players()
            if kind == ALL or kind in p._card(choice).kinds
        )
        often = (Option(one, identifier(one), (_OFTEN, one)) for one in p._often())
        return (*filters(p), *listed, *often)
    on_board = board.values() if board is not None else frozenset()
    if (
        isinstance(p, Position)
        and free_input(p) is None
        and all(v in on_board for _, v in state_of(p).display_options)
    ):
        return ()
    return tuple(option for option in options_of(p) if option.value not in on_board)


def facts(p: BoardPosition, option: Option) -> str:
    """Return the text below a preset's name on its card: its size, then its other parameters."""
    if isinstance(p, Catalogue):
        choice = choices(p).get(option.value)
        if choice is None:
            return ""
        games = p._inside(choice)
        count = counted(len(games), "game") if games else ""
        return sign(" · ".join(filter(None, (count, p._brief(choice)))))
    if not isinstance(p, Lobby):
        return ""
    settings = dict(presets_of(game_of(p)).get(option.value, {}))
    size = []
    if {"rows", "columns"} <= settings.keys():
        size.append(f"{settings.pop('rows')} × {settings.pop('columns')}")
    label = option.value.replace("_", " ")
    rest = [
        _opponent(game_of(p), value) if name == "against" else _fact(name, value)
        for name, value in settings.items()
        if (isinstance(value, int) or name == "against")
        and value is not False  # other values mean something only to the author
    ]
    rest = [fact for fact in rest if fact and not _repeats_label(fact, label)]
    return sign(" · ".join(size + rest))


def _repeats_label(fact: str, label: str) -> bool:
    """True if the name of a level already contains it, or if only the game's author knows its
    meaning."""
    name = fact.partition(" ")[0]
    return label == fact or f" {name}" in f" {label}" or len(name) == 1 or name == "seat"


def pictures(p: BoardPosition, options: Sequence[Option]) -> list[list[Board]]:
    """Return the boards on the card of each option: a level's first one, or those of a menu's games
    in play."""
    if isinstance(p, Catalogue):
        named = choices(p)
        often = {identifier(label): [game] for label, game in p._often().items()}
        return [
            _on_card(p, named[option.value])
            if option.value in named
            else _drawn(often.get(option.value, []))
            for option in options
        ]
    if not isinstance(p, Lobby) or len(options) > _PICTURES:
        return []
    boards = _told_apart(p, options, [_first_board(p, option) for option in options])
    return [[] if board is None else [board] for board in boards]


def _on_card(p: Catalogue, choice: Choice) -> list[Board]:
    """Return the board of the position that a shipped game shows on its card, or those of a menu's
    games."""
    board = p._preview(choice).drawn()
    if board is not None:
        return [board]
    return _drawn(p._below(choice, "pictured").values())


def _drawn(games: Iterable[Any]) -> list[Board]:
    """Return the boards of those games that have one, after a few moves."""
    boards = []
    for game in games:
        with tolerate():  # a menu is shown without its picture
            boards.append(next(islice(_in_play(game), _MOVES, None)))
    return [board for board in boards if board is not None]


def excerpts(p: BoardPosition, options: Sequence[Option]) -> list[str]:
    """Return the beginning of the text of each game in a hall that has no board for its card."""
    if not isinstance(p, Catalogue):
        return []
    views = [
        p._preview(choices(p)[option.value]) if option.value in choices(p) else View()
        for option in options
    ]
    return ["" if view.board else clean(str(view.text))[:_EXCERPT].strip() for view in views]


def _first_board(p: Lobby, option: Option) -> Board | None:
    with tolerate():  # a level that cannot begin is still listed
        return of.board(taken(p, option))
    return None


def _told_apart(
    p: Lobby, options: Sequence[Option], boards: list[Board | None]
) -> list[Board | None]:
    """If all boards begin alike, return successive boards of one game, so that no two cards are the
    same: the game without opponents, which starts no engine."""
    is_alike = boards[1:] and all(board == boards[0] for board in boards)
    if not is_alike or options[0].names != ("both_sides",):
        return boards
    return list(islice(_in_play(game_of(p)), 0, _STEPS * len(boards), _STEPS))


def _in_play(game: Any) -> Iterator[Board | None]:
    """Yield the boards of a game as it proceeds, with the same moves each time."""
    luck = Random(_PICTURES)
    state = game.new_state(luck)
    while True:
        yield board_in(game, state)
        if state.display_options:
            state = game.process_response(state, luck.choice(state.display_options)[1], luck)


def bests(p: BoardPosition, options: Sequence[Option]) -> list[str]:
    """Return the player's best time on each level of a lobby, a tick for a win without a time,
    otherwise nothing."""
    if not isinstance(p, Lobby):
        return []
    tallies = results.known()
    levels = (f"{p._name} {option.names[0]}" for option in options)
    return [_best(tallies.get(level, results.Tally())) for level in levels]


def score(board: Board | None) -> float | None:
    """Return the score above a board, None if there is none."""
    written = dict(board.counters).get("score", "") if board is not None else ""
    try:
        return float(written.replace(",", ""))
    except ValueError:
        return None


def with_best(board: Board, p: Position) -> Board:
    """Return the board with the player's best score on this level beside the present one."""
    now = score(board)
    if now is None:
        return board
    best = max(now, results.best_score(level(p)) or 0)
    at = [name for name, _ in board.counters].index("score") + 1
    counters = (*board.counters[:at], ("best", f"{best:,.0f}"), *board.counters[at:])
    return replace(board, counters=counters)


def _best(tally: results.Tally) -> str:
    if not tally.won:
        return ""
    return results.clock(tally.best_seconds) if tally.best_seconds else "✓"


def meaning(p: Position, option: Option) -> str:
    """Return the game's description of an option; empty if it only repeats the label or the game
    fails."""
    with tolerate():  # a game that cannot describe a choice can still be played
        words = of.describe(p, option)
        return "" if words == option.label else clean(words)
    return ""


def _fact(name: str, value: object) -> str:
    """Return a setting in words: 10 tiles, no guess, puzzle medium 1."""
    words = name.replace("_", " ")
    if value is True:
        return words
    if name == "against":
        return "against a random player" if value == "random" else "against the computer"
    number = str(value).replace("_", " ")
    if isinstance(value, int) and name.endswith("s"):
        return f"{number} {words}"
    return f"{words} {number}"


def _opponent(game: Game, level: object) -> str:
    """Describe how strong an opponent is; empty for one described only by its name."""
    own = game.opponents.get("mcts")
    match level:
        case "random":
            return "knows only the rules"
        case "perfect":
            return "never makes a mistake"
        case "mcts":
            count = getattr(own, "budget", None) or SIMULATIONS
            return f"tries {count:,} games a move"
        case ("mcts", int(count)):
            return f"tries {count:,} games a move"
    return ""


def abilities(p: BoardPosition, shown: View) -> list[str]:
    """Return the buttons that work in this game: hint, check, evaluate, step; those for authors are
    hidden from readers."""
    if not isinstance(p, Position):
        return []
    steps = ["step"] if any(map(table_of(p).answers, ("solve", "hint"))) else []
    names = ("hint",) if isinstance(shown.text, Prose) else ("hint", "check", "evaluate", "review")
    edit = ["edit"] if "position" in signature_of(game_of(p)) else []
    return [*filter(table_of(p).answers, names), *steps, *edit]


def level(p: Position) -> str:
    """Return the game and its level, by which results are counted: the preset, or the
    parameters."""
    table = table_of(p)
    parameters = ", ".join(starmap(_fact, sorted(table.parameters.items())))
    return " ".join(part for part in (table.name, table.preset or parameters) if part)


def level_name(p: BoardPosition, shown: View) -> str | None:
    """Return the current level, as its button names it; None for a game without levels."""
    if not isinstance(p, Position) or not presets_of(game_of(p)):
        return None
    title = shown.title.lower()
    name = (table_of(p).preset or "levels").replace("_", " ")
    name = name.replace("against the ", "vs ").replace("against a ", "vs ")
    return sign(name.removeprefix(title).strip() or name)  # the title is shown next to it


def chart(shown: View) -> shapes.ChartShape | None:
    """Return the map of a story, with the places that can be walked to, None for anything else."""
    told = shown.mapped()
    if told is None:
        return None
    return {
        "rooms": [shapes.Room(clean(name), *place) for name, place in told.rooms],
        "ways": [shapes.Passage(start, end, clean(words)) for start, words, end in told.ways],
        "exits": list(map(clean, told.exits)),
        "here": told.here,
    }


def transcript(p: BoardPosition) -> list[shapes.Chosen]:
    """Return the latest pages before ``p``, each with the choice made after it."""
    pages: list[shapes.Chosen] = []
    room = _CHARACTERS
    if not isinstance(p, Position):
        return pages
    p = now = _asked(p)
    while (parent := parent_of(p)) is not None and len(pages) < _PAGES and room > 0:
        before = _asked(parent)
        if is_shown_at(before, now):
            said = view_of(before).text
            text = without_echo(before, clean(str(said)))
            chosen = clean(view_of(p).chosen)
            page: Any = prose.payload(said, {}) if isinstance(said, Prose) else text[-room:]
            pages.append(shapes.Chosen(chosen or _chosen(last_step(p)), page))
            room -= len(text)
        p = before
    return pages[::-1]


def keys(shown: View, options: Sequence[Option]) -> dict[str, int] | None:
    """Return the numbers of the options that single keys choose, None if a line is typed."""
    if shown.keys is None:
        return None
    numbers = {option.value: number for number, option in enumerate(options)}
    return {str(key): numbers[value] for key, value in shown.keys if value in numbers}


def without_echo(p: Position, text: str) -> str:
    """Return the text of a page without the question and answer at its beginning, since both are
    shown above it."""
    return text.removeprefix(clean(view_of(_asked(p)).echo))


def _asked(p: Position) -> Position:
    """Return the position whose question is being answered at ``p``, otherwise ``p``."""
    while (parent := parent_of(p)) is not None and view_of(p).is_typing:
        p = parent
    return p


def _chosen(step: Step) -> str:
    """Return a choice in words, with a number as typed."""
    if isinstance(step, Input):
        return clean(str(step.value))
    return clean(" ".join(_NUMBER.sub("", name).replace("_", " ").strip() for name in step))


def notes(moments: Sequence[BoardPosition]) -> list[shapes.Note]:
    """Return the moves of all players in order, as the game writes them down, each with the number
    of the moment after it.

    Return None for a game that hides something or does not write its moves down.
    """
    written: list[shapes.Note] = []
    for number, p in enumerate(moments):
        if (
            not isinstance(p, Position)
            or hides_something(game_of(p))
            or not table_of(p).can("notation")
        ):
            return []
        for state, step in last_moves(p):
            note = None if isinstance(step, Input) else table_of(p).ask("notation", state, step)
            if note is not None:
                written.append(shapes.Note(clean(note), number))
    return written


def lead(p: Position, shown: View, verdicts: Assessment) -> str:
    """Return the percentage chances of the player for whom the game shows a lead, from the mover's
    best verdict."""
    scores = [verdict.score for verdict in verdicts.values() if verdict.score is not None]
    if not scores or shown.lead is None:
        return ""
    best = max(scores)
    return f"{best if viewer_of(p) == shown.lead.player else 1 - best:.0%}"


def start_of_line(p: BoardPosition) -> str:
    """Return the expression for the beginning of the game."""
    return clean(table_of(p).line() if isinstance(p, Position) else repr(p))
