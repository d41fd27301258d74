"""An OpenSpiel game as one of our games: immutable states, luck from our generator, texts for the
player to move.

OpenSpiel's state changes when it is played on, so ours holds one that is never played on: each step
makes a copy.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import pyspiel

from ...boards import TABLES, Board
from ...errors import BadParameter
from ...game import (
    Game,
    Hint,
    Lead,
    Opponent,
    Options,
    Outcome,
    State,
    Verdict,
    View,
    Words,
    player_names,
)
from ...search.analysis import Question, Study, proved, studied
from ...search.budgets import Limit
from ...search.explanations import advice, evaluations
from ...search.sentences import ENOUGH
from ...support.plurals import counted
from ..written_moves import as_written
from . import dice, go, loading, pictures, searching, seats, slides, texts
from .facts import FACTS, PLAIN, Facts
from .grids import TextGrid
from .labels import LabelWords, labels_of, squares
from .loading import LoadedRules
from .policies import POLICIES
from .worlds import worlds_of

_CHANCE = int(pyspiel.PlayerId.CHANCE)
_TERMINAL = int(pyspiel.PlayerId.TERMINAL)

NEAR_END = 30
"""The maximum number of moves left in a game for which a proof is tried: noughts and crosses from
the start, chess never."""

MOST_ROLLOUTS = 8
ROLLOUT_SQUARES = 4_000
"""The number of random games played at once: as many as take about as long as the search itself
spends on a position. (The time of a game grows with the square of its length.)"""

CANDIDATES = 2
"""The number of choices of a policy that trial games try first."""

_NUMBERED = re.compile(r"(?i)^chance outcome:? ?\d+")
"""The number of a chance outcome, which has no meaning for people."""


@dataclass(frozen=True)
class Play(State):
    """A moment of an OpenSpiel game, after all chance outcomes are drawn."""

    rules: LoadedRules = field(compare=False, repr=False)
    inner: Any = field(compare=False, repr=False)
    """OpenSpiel's state, never played on."""
    trace: bytes
    """A digest of the game, its parameters and all actions so far, including chance."""
    seat: int
    """The player who sees this state: the one to move, or the one who moved last."""
    seen: str = ""
    """In a game that hides something, everything this player sees; otherwise it is computed when
    needed."""

    drawn: Words = ()
    """The chance outcomes since the previous choice, in a game that hides nothing."""
    slid: tuple[str, str] = ("", "")
    """In a game with sliding tiles: the text before they slid, and the direction."""

    @cached_property
    def option_values(self) -> tuple[int, ...]:
        """The numbers of the legal actions."""
        if self.inner.is_terminal():
            return ()
        return tuple(self.inner.legal_actions())

    @property
    def all_values(self) -> range:
        """The numbers of all actions of the game, legal here or not."""
        return range(self.inner.num_distinct_actions())

    @cached_property
    def display_options(self) -> Options:
        """The legal actions in OpenSpiel's order, with readable names."""
        labels = labels_of(
            [self._text(action) for action in self.option_values], self.rules.facts.numbers
        )
        return tuple(zip(labels, self.option_values, strict=True))

    @property
    def placed_options(self) -> Options:
        """The legal actions named by the places that they affect, if their usual names differ."""
        count = self.rules.facts.moves_of_square
        if not count:
            return self.display_options
        moves = [
            (squares(self._text(move), move // count, self.mover == 1), move)
            for move in self.option_values
        ]
        return tuple(sorted(moves, key=lambda move: move[0][2:] not in (("Q",), ("q",))))

    def _text(self, action: int) -> str:
        """Return OpenSpiel's name for an action."""
        return texts.rewritten(
            self.inner.action_to_string(self.mover, action), self.rules.facts.actions
        )

    @property
    def mover(self) -> int:
        """Whose turn it is, counted from 0."""
        player: int = self.inner.current_player()
        return self.seat if player == _TERMINAL else player

    @property
    def last(self) -> LabelWords:
        """The name of the last move, in an open game where it placed a stone; otherwise empty."""
        moves = self.inner.full_history() if self.rules.facts.puts and not self.rules.hides else ()
        told = [self.inner.action_to_string(move.player, move.action) for move in moves[-1:]]
        if told:
            return labels_of(told, self.rules.facts.numbers)[0]
        return ()

    @property
    def key(self) -> object:
        """Everything that may affect the rest of the game: the full text if it shows this,
        otherwise the path to this state."""
        if self.rules.facts.whole:
            return (self.mover, self.own_text)
        return self.trace

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The payoff of each player at the end."""
        return tuple(self.inner.returns())

    @property
    def payoff_range(self) -> tuple[float, float]:
        """The least and the greatest possible payoff, according to OpenSpiel."""
        return self.rules.game.min_utility(), self.rules.game.max_utility()

    @cached_property
    def outcome(self) -> Outcome:
        """None while the game goes on, then who won or what was reached."""
        if not self.inner.is_terminal():
            return None
        got = self.payoffs
        best = max(self.payoffs)
        if len(got) == 1 or self.rules.common:
            return texts.amount(got[0], self.rules.facts.unit)
        winners = [name for name, one in zip(self.names, got, strict=True) if one == best]
        if len(winners) < len(got):
            return texts.wins(winners)
        return "drawn"

    @property
    def names(self) -> Words:
        """The names of the players."""
        return texts.seats(self.rules.facts, self.inner.num_players())

    @property
    def own_text(self) -> str:
        """OpenSpiel's text of this state, as the player to move may see it."""
        return self.seen or self.rules.text_for(self.inner, self.seat)

    @cached_property
    def rewritten(self) -> str:
        """That text after the game's own replacements, on a table with the zones of all players."""
        facts = self.rules.facts
        text = self.own_text
        if facts.surface == "dice":
            goal = self.inner.get_game().get_parameters().get("winscore")
            text = f"{text}\nThrown: {', '.join(self.drawn)}\nGoal: {goal}"
            text = "\n".join((text, *dice.offers(self.inner, self.mover)))
        if facts.surface == "desk":
            text = f"{text}\n{self._newest_hint}"
        text = texts.rewritten(text, facts.texts)
        if facts.surface in TABLES:
            return seats.placed(text, len(self.names), self.seat)
        return text

    @property
    def _newest_hint(self) -> str:
        """The hint that the viewer has just been given, in OpenSpiel's words; empty if the last
        move was not a hint."""
        last = self.inner.full_history()[-1]
        move = self.inner.action_to_string(last.player, last.action)
        away = (self.seat - last.player) % self.inner.num_players()
        return move if move.startswith(f"(Reveal player +{away}") else ""

    @cached_property
    def picture(self) -> TextGrid | None:
        """The board in the text, if there is one."""
        grid = pictures.read(self.rewritten, self.rules.facts)
        if grid is None:
            return None
        mover = self.mover if self.outcome is None else None
        return seats.named(grid, self.names, self.seat, mover)

    @property
    def display_text(self) -> str:
        """What the board does not show: whose turn it is and, at the end, what each player has
        won."""
        shown = texts.readable(
            self.rewritten if self.picture is None else self.picture.rest, self.names
        )
        if self.picture is not None and self.rules.facts.signs == "stones" and not self.rules.hides:
            shown = go.score_sentence(self.picture, self.inner, self.names)
        if self.outcome is not None:
            return "\n\n".join(
                filter(None, (texts.score(self.rules.facts, self.names, self.payoffs), shown))
            )
        has_ring = self.picture is not None and self.picture.zones
        turn = f"{self.names[self.mover]} to move." if len(self.names) > 1 and not has_ring else ""
        luck = f"Drawn: {', '.join(self.drawn)}." if self.drawn else ""
        parts = (shown, texts.readable(luck, self.names), turn)
        return "\n\n".join(filter(None, parts if self.picture is None else reversed(parts)))


class OpenSpielGame(Game[Play]):
    """An OpenSpiel game, with OpenSpiel's parameters. It is made by `game_class`, which gives each
    game its name and rules.

    Raises `BadParameter` at the start for parameters that OpenSpiel refuses, with OpenSpiel's
    reason, and for those that change the number of players.
    """

    name: ClassVar[str]
    facts: ClassVar[Facts] = PLAIN
    remembered_positions = 2_048  # a copy of OpenSpiel's go has sixty kilobytes

    def __init__(self) -> None:
        def new_state(rng: Random, **parameters: Any) -> Play:
            return self._start(rng, parameters)

        # With the parameters that OpenSpiel knows, so that they can be completed and checked.
        known = [
            inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=value)
            for key, value in {**loading.defaults(self.name), **self.facts.parameters}.items()
        ]
        first, *_ = inspect.signature(new_state).parameters.values()
        new_state.__signature__ = inspect.Signature([first, *known])  # type: ignore[attr-defined]
        self.new_state = new_state

    def _start(self, rng: Random, parameters: dict[str, Any]) -> Play:
        """Return the first state in which someone has to choose."""
        wanted = {**self.facts.parameters, **parameters}
        rules = loading.rules_of(self.name, wanted, rng)
        usual = len(player_names(self))
        count = rules.game.num_players()
        if count != usual:
            raise BadParameter(
                f"{self.title} is offered for {counted(usual, 'player')}; these parameters give"
                f" {count}."
            )
        trace = hashlib.blake2b(str(rules.game).encode(), digest_size=16)
        return _settled(rules, rules.begin(), trace, rng, 0)

    def process_response(self, state: Play, value: int, rng: Random) -> Play:
        """Return the state after an action and the chance outcomes that follow it."""
        after = state.inner.clone()
        after.apply_action(value)
        trace = hashlib.blake2b(b"%s%d" % (state.trace, value), digest_size=16)
        settled = _settled(state.rules, after, trace, rng, state.mover)
        if self.facts.slides:
            return replace(settled, slid=(state.rewritten, state._text(value)))
        return settled

    def rollout(self, state: Play, rng: Random, most: int) -> tuple[tuple[float, ...] | None, int]:
        """Return everybody's payoff when all choose at random, or by the game's policy, on one copy
        that is played on."""
        inner = state.inner.clone()
        below = rng.random
        plies = 0
        current_player = inner.current_player
        legal_actions = inner.legal_actions
        play = inner.apply_action
        policy = POLICIES.get(self.facts.policy)
        while (player := current_player()) != _TERMINAL:
            if player == _CHANCE:
                actions, chances = zip(*inner.chance_outcomes(), strict=True)
                play(rng.choices(actions, chances)[0])
                continue
            if plies == most:
                return None, plies
            actions = legal_actions()
            play(policy(inner)[0] if policy else actions[int(below() * len(actions))])
            plies += 1
        return tuple(inner.returns()), plies

    def candidates(self, state: Play) -> list[int] | None:
        """Return the options that the game's policy prefers."""
        policy = POLICIES.get(self.facts.policy)
        return policy(state.inner)[:CANDIDATES] if policy and not state.outcome else None

    def board(self, state: Play) -> Board | None:
        """Return the board that OpenSpiel's text shows, with the options on its cells."""
        if state.picture is None:
            return None
        board = pictures.board(
            state.picture, state.placed_options, self.facts, state.mover, state.last
        )
        amounts = texts.bets(state.rewritten, max(state.option_values, default=0))
        board = replace(board, amounts=amounts)
        if self.facts.score:
            score = "score", f"{state.inner.returns()[0]:,.0f}"
            board = replace(board, counters=(score, *board.counters))
        text, way = state.slid
        before = pictures.read(text, self.facts) if text else None
        if before is None:
            return board
        return replace(board, came=slides.slid(before.rows, way.lower()))

    def view(self, state: Play, player: int) -> View:
        """Return the text and the board; for a chequered board with White's chances beside it."""
        if player in range(len(state.names)) and player != state.seat and not state.seen:
            state = replace(state, seat=player)  # in an open game, each looks from their own seat
        view = super().view(state, player)
        names = [name.lower() for name in player_names(self)]
        if self.facts.surface != "checkers" or "white" not in names or state.picture is None:
            return view
        is_above = state.picture.row_names[:1] == ("1",)
        return replace(view, lead=Lead(names.index("white"), is_above))

    def notation(self, state: Play, words: Words) -> str | None:
        """Return a move with pieces on a chequered board as it is written down."""
        return as_written(words) if self.facts.surface == "checkers" else None


class OpenGame(OpenSpielGame):
    """A game in which nothing is hidden and only the end counts: OpenSpiel's own search advises and
    plays."""

    def __init__(self) -> None:
        super().__init__()
        self._latest: tuple[Any, Study | None] = None, None

    def rollout(self, state: Play, rng: Random, most: int) -> tuple[tuple[float, ...] | None, int]:
        """Play random games in OpenSpiel, which plays several at once if they are short.

        OpenSpiel neither reports their length nor stops a long one, so it is not used if a game may
        exceed the allowed choices. The rest of the usual length stands in for the true one: at
        least a quarter of it, since a long game is not about to end.
        """
        rules = state.rules
        inner = state.inner
        if not rules.is_rolled_out_within(most) or not isinstance(inner, pyspiel.State):
            return super().rollout(state, rng, most)
        plies = max(1, rules.usual_length - inner.move_number(), rules.usual_length // 4)
        count = max(1, min(MOST_ROLLOUTS, ROLLOUT_SQUARES // rules.usual_length**2))
        return searching.random_payoffs(inner, count, rng.getrandbits(31)), plies

    def evaluate(
        self, state: Play, *, only: Sequence[int] = (), share: float = 1.0
    ) -> dict[int, Verdict]:
        """Return a verdict on each option for the player to move: proved if little is left,
        otherwise from random games; ``share`` scales their usual number, and ``only`` selects some
        options."""
        if state.outcome:
            return {}
        return evaluations(self._study(state, tuple(only), share))

    def hint(self, state: Play) -> Hint | None:
        """Return the best option if little is left, otherwise the one that the search examined
        most."""
        if state.outcome:
            return None
        study = self._study(state)
        found = advice(study)
        return found and replace(found, action=found.action or study.label(found.value))

    def _study(self, state: Play, only: Sequence[int] = (), share: float = 1.0) -> Study:
        """Return the study of a state; the latest is cached, since a hint and the verdicts both ask
        for it."""
        asked = state, only, share
        latest, study = self._latest
        if study is None or latest != asked:
            game = state.inner.get_game()
            question = Question(self, state, state.mover, setup=(self.name, str(game)))
            is_near = game.max_game_length() - state.inner.move_number() <= NEAR_END
            games = max((4 if only else 2) * ENOUGH, int(share * self.facts.simulations))
            some = only or searching.near(state, games)
            study = proved(question) if is_near else None
            if study is None and some:
                study = studied(replace(question, budget=Limit(1, games), only=some))
            if study is None:
                study = searching.studied(question, games)
            self._latest = asked, study
        return study


class HidingGame(OpenSpielGame):
    """A game in which a player sees less than the whole state, so that no search that could look
    may be used."""

    def seen_by(self, state: Play, player: int) -> Play:
        """Return the state as a player sees it; its trace is that of OpenSpiel's text of everything
        the player knows."""
        known = hashlib.blake2b(
            state.rules.known(state.inner, player).encode(), digest_size=16
        ).digest()
        return replace(
            state, trace=known, seat=player, seen=state.rules.text_for(state.inner, player)
        )


class DealtGame(HidingGame):
    """A hiding game whose unseen part can be redrawn, by OpenSpiel or by replaying the game."""

    def resample(self, state: Play, player: int, rng: Random) -> Play:
        """Return a state that the player cannot distinguish from this one."""
        inner = state.inner
        for _ in range(self.facts.deals):
            inner = inner.resample_from_infostate(player, rng.random)
        if self.facts.replayed:
            inner = worlds_of(state, player).draw(rng)
        return replace(state, inner=inner, trace=rng.randbytes(16))


def by_policy(game: Any, state: Play, rng: Random) -> int:
    """Return the choice of the game's policy: a search would need many more trial games to improve
    on it."""
    return int(game.candidates(state)[0])


def game_class(name: str) -> type[OpenSpielGame]:
    """Return the class of a game by OpenSpiel's short name for it."""
    kind = loading.kind_of(name)
    facts = FACTS.get(name, PLAIN)
    sees_all = loading.sees_all(name)
    base: type[OpenSpielGame] = DealtGame if facts.deals or facts.replayed else HidingGame
    if sees_all:
        base = OpenGame if searching.is_honest(kind) else OpenSpielGame
    opponents = {}
    if base is OpenGame:
        opponents["mcts"] = searching.opponent(facts.simulations)
    elif facts.policy:
        opponents["mcts"] = Opponent(lambda _: by_policy, 1, "What the game's policy chooses")
    title = facts.title or kind.long_name
    about = {
        "__doc__": facts.rules or f"{title}, from OpenSpiel.",
        "__module__": __name__,
        "name": name,
        "title": title,
        "facts": facts,
        "holds": "cards" if facts.surface in ("table", "desk") else "view",
        "file_parameters": loading.file_parameters(name),
        "step_cost": 1_000 / facts.simulations,
        "opponents": opponents,
        "players": count if (count := loading.players(name)) == 1 else texts.seats(facts, count),
    }
    return type("".join(part.capitalize() for part in name.split("_")), (base,), about)


def _settled(rules: LoadedRules, inner: Any, trace: Any, rng: Random, seat: int) -> Play:
    """Return the state after all chance outcomes have been drawn from the generator."""
    drawn: list[str] = []
    while (player := inner.current_player()) == _CHANCE:
        actions, chances = zip(*inner.chance_outcomes(), strict=True)
        action = rng.choices(actions, chances)[0]
        trace.update(b",%d" % action)
        if not rules.hides:
            drawn += filter(
                None, [_NUMBERED.sub("", inner.action_to_string(player, action)).strip("() ")]
            )
        inner.apply_action(action)
    seat = seat if player == _TERMINAL else player
    return Play(
        rules,
        inner,
        trace.digest(),
        seat,
        rules.text_for(inner, seat) if rules.hides else "",
        tuple(drawn),
    )
