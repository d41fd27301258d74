"""The built-in games for type checkers and static editors: written by `make format`, from the games themselves."""

from typing import Any

from ..heart.catalogue.provider import InteractiveProvider
from ..heart.choices.synthesis import Node
from ..heart.play.nodes import Position

class RockPaperScissors(Node):
    """Guess what the computer will choose."""

    def __call__(
        self, answer: object = ..., /, *, seed: int | str = ..., best_of: int = ...
    ) -> RockPaperScissors:
        """Begin with a seed and parameters of your own."""

class Guess(Node):
    """Find the number that the computer is thinking of."""

    def __call__(
        self,
        answer: object = ...,
        /,
        *,
        seed: int | str = ...,
        low: int = ...,
        high: int = ...,
        most: int | None = ...,
    ) -> Guess:
        """Begin with a seed and parameters of your own."""

class Chemistry(Node):
    """Dilute kryptocyanic acid, or lose a life."""

    def __call__(
        self,
        answer: object = ...,
        /,
        *,
        seed: int | str = ...,
        lives: int = ...,
        flasks: int = ...,
        largest: int = ...,
    ) -> Chemistry:
        """Begin with a seed and parameters of your own."""

class MatchGame(Node):
    """The same boards for all, those of the day."""

    @property
    def computer_begins(self) -> Position:
        """computer begins: against perfect, seat 1"""

    @property
    def you_begin(self) -> Position:
        """you begin: against perfect"""

    @property
    def random_computer(self) -> Position:
        """random computer: against random"""

    @property
    def two_people(self) -> Position:
        """two people"""

    @property
    def daily(self) -> MatchGame:
        """The same boards for all, those of the day."""

    def __call__(
        self,
        *,
        seed: int | str = ...,
        rows: Any = ...,
        misere: bool = ...,
        position: Any = ...,
        against: object = ...,
        seat: int | str = ...,
    ) -> MatchGame:
        """Begin with a seed and parameters of your own."""

class Minesweeper(Node):
    """The same boards for all, those of the day."""

    @property
    def beginner(self) -> Position:
        """beginner: rows 9, columns 9, mines 10"""

    @property
    def intermediate(self) -> Position:
        """intermediate: rows 16, columns 16, mines 40"""

    @property
    def expert(self) -> Position:
        """expert: rows 16, columns 30, mines 99"""

    @property
    def classic(self) -> Position:
        """classic: rows 20, columns 20, mine_ratio 0.08, start unsafe"""

    @property
    def beginner_no_guess(self) -> Position:
        """beginner_no_guess: rows 9, columns 9, mines 10, no_guess True"""

    @property
    def intermediate_no_guess(self) -> Position:
        """intermediate_no_guess: rows 16, columns 16, mines 40, no_guess True"""

    @property
    def expert_no_guess(self) -> Position:
        """expert_no_guess: rows 16, columns 30, mines 99, no_guess True"""

    @property
    def daily(self) -> Minesweeper:
        """The same boards for all, those of the day."""

    def __call__(
        self,
        *,
        seed: int | str = ...,
        rows: int = ...,
        columns: int = ...,
        mines: int | None = ...,
        mine_ratio: float | None = ...,
        start: str = ...,
        no_guess: bool = ...,
        position: Any = ...,
    ) -> Minesweeper:
        """Begin with a seed and parameters of your own."""

class Sliding(Node):
    """The same boards for all, those of the day."""

    @property
    def eight(self) -> Position:
        """eight: rows 3, columns 3"""

    @property
    def fifteen(self) -> Position:
        """fifteen: rows 4, columns 4"""

    @property
    def twenty_four(self) -> Position:
        """twenty_four: rows 5, columns 5"""

    @property
    def daily(self) -> Sliding:
        """The same boards for all, those of the day."""

    def __call__(
        self,
        *,
        seed: int | str = ...,
        rows: int | None = ...,
        columns: int | None = ...,
        position: str | tuple[tuple[int, ...], ...] | None = ...,
        picture: str | None = ...,
        allow_unsolvable: bool = ...,
    ) -> Sliding:
        """Begin with a seed and parameters of your own."""

class Capture(Node):
    """The same boards for all, those of the day."""

    @property
    def wight(self) -> Position:
        """wight"""

    @property
    def gentle_1(self) -> Position:
        """gentle_1"""

    @property
    def gentle_2(self) -> Position:
        """gentle_2"""

    @property
    def gentle_3(self) -> Position:
        """gentle_3"""

    @property
    def gentle_4(self) -> Position:
        """gentle_4"""

    @property
    def easy_1(self) -> Position:
        """easy_1"""

    @property
    def easy_2(self) -> Position:
        """easy_2"""

    @property
    def easy_3(self) -> Position:
        """easy_3"""

    @property
    def easy_4(self) -> Position:
        """easy_4"""

    @property
    def medium_1(self) -> Position:
        """medium_1"""

    @property
    def medium_2(self) -> Position:
        """medium_2"""

    @property
    def medium_3(self) -> Position:
        """medium_3"""

    @property
    def medium_4(self) -> Position:
        """medium_4"""

    @property
    def hard_1(self) -> Position:
        """hard_1"""

    @property
    def hard_2(self) -> Position:
        """hard_2"""

    @property
    def hard_3(self) -> Position:
        """hard_3"""

    @property
    def hard_4(self) -> Position:
        """hard_4"""

    @property
    def fiendish_01(self) -> Position:
        """fiendish_01"""

    @property
    def fiendish_02(self) -> Position:
        """fiendish_02"""

    @property
    def fiendish_03(self) -> Position:
        """fiendish_03"""

    @property
    def fiendish_04(self) -> Position:
        """fiendish_04"""

    @property
    def fiendish_05(self) -> Position:
        """fiendish_05"""

    @property
    def fiendish_06(self) -> Position:
        """fiendish_06"""

    @property
    def fiendish_07(self) -> Position:
        """fiendish_07"""

    @property
    def fiendish_08(self) -> Position:
        """fiendish_08"""

    @property
    def fiendish_09(self) -> Position:
        """fiendish_09"""

    @property
    def fiendish_10(self) -> Position:
        """fiendish_10"""

    @property
    def fiendish_11(self) -> Position:
        """fiendish_11"""

    @property
    def fiendish_12(self) -> Position:
        """fiendish_12"""

    @property
    def fiendish_13(self) -> Position:
        """fiendish_13"""

    @property
    def fiendish_14(self) -> Position:
        """fiendish_14"""

    @property
    def fiendish_15(self) -> Position:
        """fiendish_15"""

    @property
    def fiendish_16(self) -> Position:
        """fiendish_16"""

    @property
    def fiendish_17(self) -> Position:
        """fiendish_17"""

    @property
    def fiendish_18(self) -> Position:
        """fiendish_18"""

    @property
    def fiendish_19(self) -> Position:
        """fiendish_19"""

    @property
    def fiendish_20(self) -> Position:
        """fiendish_20"""

    @property
    def fiendish_21(self) -> Position:
        """fiendish_21"""

    @property
    def fiendish_22(self) -> Position:
        """fiendish_22"""

    @property
    def fiendish_23(self) -> Position:
        """fiendish_23"""

    @property
    def fiendish_24(self) -> Position:
        """fiendish_24"""

    @property
    def new_gentle(self) -> Position:
        """new_gentle: grade gentle"""

    @property
    def new_easy(self) -> Position:
        """new_easy: grade easy"""

    @property
    def new_medium(self) -> Position:
        """new_medium: grade medium"""

    @property
    def new_hard(self) -> Position:
        """new_hard: grade hard"""

    @property
    def new_fiendish(self) -> Position:
        """new_fiendish: grade fiendish"""

    @property
    def daily(self) -> Capture:
        """The same boards for all, those of the day."""

    def __call__(
        self,
        *,
        seed: int | str = ...,
        position: str | None = ...,
        puzzle: str | None = ...,
        grade: str | None = ...,
        board: str | None = ...,
    ) -> Capture:
        """Begin with a seed and parameters of your own."""

class Cellars(Node):
    """A maze in the dark, never twice the same"""

    def __call__(
        self, answer: object = ..., /, *, seed: int | str = ..., dialect: str = ...
    ) -> Cellars:
        """Begin with a seed and parameters of your own."""

class Feather(Node):
    """Set a probe down on a small moon"""

    def __call__(
        self, answer: object = ..., /, *, seed: int | str = ..., dialect: str = ...
    ) -> Feather:
        """Begin with a seed and parameters of your own."""

class Firsts(Node):
    """A quiz of the early days of computing"""

    def __call__(
        self, answer: object = ..., /, *, seed: int | str = ..., dialect: str = ...
    ) -> Firsts:
        """Begin with a seed and parameters of your own."""

class Lighthouse(Node):
    """Find the ship before the fog does"""

    def __call__(
        self, answer: object = ..., /, *, seed: int | str = ..., dialect: str = ...
    ) -> Lighthouse:
        """Begin with a seed and parameters of your own."""

class Oasis(Node):
    """Rule a well in the desert for eight years"""

    def __call__(
        self, answer: object = ..., /, *, seed: int | str = ..., dialect: str = ...
    ) -> Oasis:
        """Begin with a seed and parameters of your own."""

class Basic(Node):
    """Old programs on a green screen."""

    @property
    def cellars(self) -> Cellars:
        """A maze in the dark, never twice the same"""

    @property
    def feather(self) -> Feather:
        """Set a probe down on a small moon"""

    @property
    def firsts(self) -> Firsts:
        """A quiz of the early days of computing"""

    @property
    def lighthouse(self) -> Lighthouse:
        """Find the ship before the fog does"""

    @property
    def oasis(self) -> Oasis:
        """Rule a well in the desert for eight years"""

class KInARow(Node):
    """The same boards for all, those of the day."""

    @property
    def noughts_and_crosses(self) -> Position:
        """noughts and crosses"""

    @property
    def noughts_and_crosses_against_the_computer(self) -> Position:
        """noughts and crosses against the computer: against perfect"""

    @property
    def four_in_a_row(self) -> Position:
        """four in a row: rows 6, columns 6, k 4"""

    @property
    def connect_four(self) -> Position:
        """connect four: rows 6, columns 7, k 4, gravity True"""

    @property
    def connect_four_against_the_computer(self) -> Position:
        """connect four against the computer: rows 6, columns 7, k 4, gravity True, against mcts"""

    @property
    def connect_four_against_a_strong_computer(self) -> Position:
        """connect four against a strong computer: rows 6, columns 7, k 4, gravity True, against ('mcts', 4096)"""

    @property
    def gomoku(self) -> Position:
        """gomoku: rows 15, columns 15, k 5"""

    @property
    def gomoku_against_the_computer(self) -> Position:
        """gomoku against the computer: rows 15, columns 15, k 5, against ('mcts', 500)"""

    @property
    def daily(self) -> KInARow:
        """The same boards for all, those of the day."""

    def __call__(
        self,
        *,
        seed: int | str = ...,
        rows: int = ...,
        columns: int = ...,
        k: int = ...,
        gravity: bool = ...,
        position: Any = ...,
        against: object = ...,
        seat: int | str = ...,
    ) -> KInARow:
        """Begin with a seed and parameters of your own."""

class BellUnderTheIce(Node):
    """A story made with Twine: choose what happens next."""

    def __call__(self, answer: object = ..., /, *, seed: int | str = ...) -> BellUnderTheIce:
        """Begin with a seed and parameters of your own."""

class Stories(Node):
    """Interactive fiction: follow the links."""

    @property
    def bell_under_the_ice(self) -> BellUnderTheIce:
        """A story made with Twine: choose what happens next."""

class Null(Node):
    """The same boards for all, those of the day."""

    @property
    def three_lamps(self) -> Position:
        """three lamps: lamps 3"""

    @property
    def ten_lamps(self) -> Position:
        """ten lamps: lamps 10"""

    @property
    def daily(self) -> Null:
        """The same boards for all, those of the day."""

    def __call__(self, *, seed: int | str = ..., lamps: int = ...) -> Null:
        """Begin with a seed and parameters of your own."""

class Games(InteractiveProvider):
    """The games there are."""

    @property
    def rock_paper_scissors(self) -> RockPaperScissors:
        """Guess what the computer will choose."""

    @property
    def guess(self) -> Guess:
        """Find the number that the computer is thinking of."""

    @property
    def chemistry(self) -> Chemistry:
        """Dilute kryptocyanic acid, or lose a life."""

    @property
    def match_game(self) -> MatchGame:
        """Take matches from the rows, but not the last."""

    @property
    def minesweeper(self) -> Minesweeper:
        """Open every square that does not hide a mine."""

    @property
    def sliding(self) -> Sliding:
        """Slide the tiles into order."""

    @property
    def capture(self) -> Capture:
        """Clear a board of gems that never refills."""

    @property
    def basic(self) -> Basic:
        """Old programs on a green screen."""

    @property
    def k_in_a_row(self) -> KInARow:
        """Noughts and crosses, connect four, gomoku."""

    @property
    def stories(self) -> Stories:
        """Interactive fiction: follow the links."""

    @property
    def null(self) -> Null:
        """Light every lamp: the template for your own games."""

    @property
    def chess(self) -> Node:
        """Checkmate the enemy's king."""

    @property
    def chess_variants(self) -> Node:
        """Chess960, atomic, crazyhouse and others."""

    @property
    def openspiel(self) -> Node:
        """Go, hex, poker and more."""

    @property
    def adventures(self) -> Node:
        """Text adventures: explore by typed commands."""
