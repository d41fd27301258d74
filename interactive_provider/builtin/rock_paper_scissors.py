"""Rock, paper, scissors, with a score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ..boards import Board, Cell
from ..errors import BadParameter
from ..game import Game, Options, Outcome, State
from ..game.validation import whole

HANDS = ("rock", "paper", "scissors")

BEATS = {"rock": ("scissors", "blunts"), "paper": ("rock", "wraps"), "scissors": ("paper", "cut")}
"""Each hand with the one that it beats, and the verb."""

SIGNS = {"rock": "●", "paper": "▬", "scissors": "✂"}


@dataclass(frozen=True, slots=True)
class ThrowMatch(State):
    """The score after a given number of rounds, and the hands of the last one.

    It does not contain the computer's next hand, which is drawn when the player has chosen.
    """

    best_of: int
    yours: int = 0
    mine: int = 0
    draws: int = 0
    last: tuple[str, str] | None = None
    """(the player's hand, the computer's hand)"""

    @property
    def display_text(self) -> str:
        """The last round and the score."""
        lines = [] if self.last is None else [_told(*self.last)]
        draws = f", {self.draws} drawn" if self.draws else ""
        lines.append(f"You {self.yours}, computer {self.mine}{draws}.")
        if self.outcome:
            lines.append("You win!" if self.outcome == "won" else "The computer wins.")
        else:
            lines.append(f"First to {self.needed} wins. Rock, paper or scissors?")
        return "\n".join(lines)

    @property
    def display_options(self) -> Options:
        """The three hands."""
        return () if self.outcome else tuple((hand, hand) for hand in HANDS)

    @property
    def outcome(self) -> Outcome:
        """Won or lost by whoever first wins more than half of the rounds."""
        if self.yours == self.needed:
            return "won"
        return "lost" if self.mine == self.needed else None

    @property
    def needed(self) -> int:
        """The number of rounds that wins the match."""
        return self.best_of // 2 + 1


class RockPaperScissors(Game[ThrowMatch]):
    """Rock blunts scissors, scissors cut paper, paper wraps rock; two equal hands are a draw.

    A match is the best of three rounds, or of another odd number:
    ``rock_paper_scissors(best_of=5)``. Draws do not count. The computer chooses its hand at random
    after you have shown yours.
    """

    title = "Rock, paper, scissors"

    def new_state(self, rng: Random, best_of: int = 3) -> ThrowMatch:
        """Return the score 0 to 0 at the start; raise `BadParameter` unless ``best_of`` is odd and
        from 1 to 9999."""
        rounds = whole("best_of", best_of, low=1, high=9999)
        if rounds % 2 == 0:
            raise BadParameter(
                f"best_of is {rounds}; it must be odd, such as {rounds + 1}, otherwise the match"
                " could be a tie."
            )
        return ThrowMatch(rounds)

    def process_response(self, state: ThrowMatch, value: str, rng: Random) -> ThrowMatch:
        """Return the score after the hand ``value`` has met the computer's."""
        mine = rng.choice(HANDS)
        shown = replace(state, last=(value, mine))
        if value == mine:
            return replace(shown, draws=state.draws + 1)
        if BEATS[value][0] == mine:
            return replace(shown, yours=state.yours + 1)
        return replace(shown, mine=state.mine + 1)

    def board(self, state: ThrowMatch) -> Board:
        """Return the three hands of both; those of the last round are marked, and a click shows
        yours."""
        yours, mine = state.last or ("", "")
        again = state.outcome is None
        return Board(
            (
                tuple(
                    _cell(hand, "player-1", "you", hand == yours, hand if again else None)
                    for hand in HANDS
                ),
                tuple(_cell(hand, "player-2", "the computer", hand == mine) for hand in HANDS),
            ),
            row_labels=("you", "computer"),
            column_labels=HANDS,
            counters=(
                ("you", str(state.yours)),
                ("computer", str(state.mine)),
                ("drawn", str(state.draws)),
            ),
        )

    def describe(self, state: ThrowMatch, value: str) -> str:
        """Return what a hand beats and what beats it."""
        beaten, how = BEATS[value]
        winner = next(hand for hand in HANDS if BEATS[hand][0] == value)
        return f"{value.capitalize()} {how} {beaten}; {winner} {BEATS[winner][1]} {value}."


def _cell(hand: str, role: str, whose: str, shown: bool, press: str | None = None) -> Cell:
    """Return a hand on the board: in its owner's colour if it was shown in the last round."""
    label = f"{whose} showed {hand}" if shown else f"{hand} of {whose}"
    look, mark = (role, "last") if shown else ("muted", "")
    return Cell(SIGNS[hand], look, label, press=press, mark=mark, piece=hand)


def _told(yours: str, mine: str) -> str:
    """Return a round in words."""
    if yours == mine:
        return f"Both show {yours}: a draw."
    winner, loser = (yours, mine) if BEATS[yours][0] == mine else (mine, yours)
    whose = "you win" if winner == yours else "the computer wins"
    return (
        f"You show {yours}, the computer {mine}: {winner} {BEATS[winner][1]} {loser}, {whose} the"
        " round."
    )
