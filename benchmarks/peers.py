"""Search beside other systems on the same rules: `python -m benchmarks.search --peers`, which
writes peers.md.

Games are played by equal CPU time of a process, which other processes disturb less than a clock.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider, games, solve
from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.analysis import simulate
from interactive_provider.builtin.k_in_a_row import CONNECT_FOUR, KInARow
from interactive_provider.builtin.match_game import MatchGame
from interactive_provider.game import Game
from interactive_provider.search.alphabeta import AlphaBeta
from interactive_provider.search.mcts import TreeSearch
from interactive_provider.search.model import Model
from interactive_provider.search.opponents import Seated, player
from interactive_provider.search.retrograde import Worth, completed, rooted, solved

from .measure import cpu_seconds, machine, table

PAGE = Path(__file__).with_name("peers.md")

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

MATCHED = {"tic_tac_toe": 50, "connect_four": 100, "breakthrough": 20, "othello": 20}
"""The games that are played against OpenSpiel's search, and how many simulations that has: a move
takes 1 to 10 ms."""

NATIVE: dict[str, tuple[str, Game[Any], dict[str, Any], int]] = {
    "connect four, built in": ("connect_four", KInARow(), CONNECT_FOUR, 100),
    "connect four": ("connect_four", game_class("connect_four")(), {}, 100),
    "breakthrough, 6×6": (
        "breakthrough(rows=6,columns=6)",
        game_class("breakthrough")(),
        {"rows": 6, "columns": 6},
        100,
    ),
    "hex, 5×5": ("hex(board_size=5)", game_class("hex")(), {"board_size": 5}, 100),
    "othello": ("othello", game_class("othello")(), {}, 30),
}
"""The games that are played against OpenSpiel's search in C++, by the numbers that both sides have
for choices: OpenSpiel's name, our game, and how many simulations ours has."""

WANTED = dict.fromkeys(NATIVE, "≥ 0.35") | {"hex, 5×5": "≥ 0.30"}
"""The share of the points that is wanted against the search in C++ at equal time."""

Rows = list[tuple[object, ...]]

Choice = Callable[[Any, Random], Any]
"""A player of ours: the value chosen in a state."""

# Games against OpenSpiel's search --------------------------------------------------------------


class Match:
    """Games between our search and OpenSpiel's in Python, each pair of them with the seats
    exchanged."""

    def __init__(self, name: str, theirs: int) -> None:
        import pyspiel

        game = game_class(name)()
        self.name, self.theirs, self.other = name, theirs, pyspiel.load_game(name)
        self.model, self.start = Model(game), game.new_state(Random(0))

    def bot(self, number: int) -> Any:
        """OpenSpiel's search as its examples set it up."""
        import numpy
        from open_spiel.python.algorithms import mcts

        luck = numpy.random.RandomState(number)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        return mcts.MCTSBot(self.other, 2.0, self.theirs, evaluator, solve=True, random_state=luck)

    def searching(self, simulations: int) -> Choice:
        """A player of ours that simulates games before each move, and proves nothing beforehand."""

        def choose(state: Any, rng: Random) -> Any:
            search = TreeSearch(self.model, state, state.mover, rng)
            search.run(simulations)
            return search.best().value

        return choose

    def solving(self) -> Choice:
        """A player of ours that solves the whole game before its first move, as `hint` does where
        it is small."""
        perfect = player(self.model.game, Seated("perfect"), self.name)
        return lambda state, rng: perfect(self.model.game, state, state.mover, rng)

    def play(self, count: int, ours: Choice, seed: str) -> tuple[list[int], list[float]]:
        """Games won, drawn and lost by a player of ours, and milliseconds a move: ours, theirs."""
        won, seconds, moves = [0, 0, 0], [0.0, 0.0], [0, 0]
        for number in range(count):
            state, rng, turn, bot = (
                self.start,
                Random(f"{seed}/{number // 2}"),
                number % 2,
                self.bot(number),
            )
            while state.outcome is None:
                begin, is_theirs = time.process_time(), state.mover != turn
                value = bot.step(state.inner) if is_theirs else ours(state, rng)
                seconds[is_theirs] += time.process_time() - begin
                moves[is_theirs] += 1
                state = self.model.respond(state, value, rng)
            won[
                1 if state.payoffs[0] == state.payoffs[1] else 0 if state.payoffs[turn] > 0 else 2
            ] += 1
        return won, [1e3 * spent / made for spent, made in zip(seconds, moves, strict=True)]

    def simulations_for_equal_time(self, games: int) -> int:
        """The simulations of ours that take as long as theirs, measured in trial games and
        corrected once."""
        ours = self.theirs
        for trial in range(2):
            _, (mine, others) = self.play(games, self.searching(ours), f"trial {trial}")
            ours = max(1, round(ours * others / mine))
        return ours

    def rows(self, count: int, trials: int) -> Rows:
        """A row for equal simulations, one for equal time, and one for play by proof in a small
        game."""
        equal = self.simulations_for_equal_time(trials)
        players: dict[str, tuple[Any, Choice]] = {
            "simulations": (self.theirs, self.searching(self.theirs)),
            "time": (equal, self.searching(equal)),
        }
        if self.name == "tic_tac_toe":
            players["time, solved first"] = ("", self.solving())
        rows: Rows = []
        for kind, (simulations, ours) in players.items():
            won, milliseconds = self.play(count, ours, kind)
            score = (won[0] + won[1] / 2) / count
            rows.append(
                (self.name, kind, simulations, self.theirs, *won, f"{score:.3f}", *milliseconds)
            )
            print(*rows[-1], flush=True)
        return rows


class NativeMatch(Match):
    """Games between our search and OpenSpiel's in C++, which follows them on a board of its own."""

    def __init__(self, name: str) -> None:
        import pyspiel

        rules, game, parameters, self.ours = NATIVE[name]
        self.name, self.theirs, self.other = name, 2 * self.ours, pyspiel.load_game(rules)
        self.model, self.start = Model(game), game.new_state(Random(0), **parameters)

    def bot(self, number: int) -> Any:
        """OpenSpiel's search as its examples set it up."""
        import pyspiel

        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        return pyspiel.MCTSBot(self.other, evaluator, 1.4, self.theirs, 200, True, number, False)

    def play(self, count: int, ours: Choice, seed: str) -> tuple[list[int], list[float]]:
        """As in Python, after two random choices."""
        won, seconds, moves = [0, 0, 0], [0.0, 0.0], [0, 0]
        for number in range(count):
            state, rng = self.start, Random(f"{seed}/{number // 2}")
            turn, bot, board = number % 2, self.bot(number), self.other.new_initial_state()
            while not board.is_terminal():
                begin, is_theirs = time.process_time(), board.current_player() != turn
                if board.move_number() < 2:
                    value = rng.choice(board.legal_actions())
                else:
                    value = bot.step(board.clone()) if is_theirs else ours(state, rng)
                    seconds[is_theirs] += time.process_time() - begin
                    moves[is_theirs] += 1
                state = self.model.respond(state, value, rng)
                board.apply_action(value)
            won[1 - int(board.returns()[turn])] += 1
        return won, [1e3 * spent / made for spent, made in zip(seconds, moves, strict=True)]

    def rows(self, count: int, trials: int) -> Rows:
        """A row for equal time: how many simulations theirs has is measured in trial games."""
        ours = self.searching(self.ours)
        for trial in range(2):
            _, (mine, others) = self.play(trials, ours, f"trial {trial}")
            self.theirs = max(1, round(self.theirs * mine / others))
        won, milliseconds = self.play(count, ours, "time")
        score = (won[0] + won[1] / 2) / count
        row = (self.name, self.ours, self.theirs, *won, f"{score:.3f}", *milliseconds)
        print(*row, flush=True)
        return [row]


def native_rows(name: str, count: int, trials: int) -> Rows:
    """The row of a game against the search in C++."""
    return NativeMatch(name).rows(count, trials)


def match_rows(matched: tuple[str, int], count: int, trials: int) -> Rows:
    """The rows of a game and OpenSpiel's simulations."""
    return Match(*matched).rows(count, trials)


def unbeaten_rows(count: int) -> Rows:
    """Noughts and crosses by 1,000 simulations, from either seat, against perfect and random
    players."""
    p, rows = games.k_in_a_row(seed=1).noughts_and_crosses, list[tuple[object, ...]]()
    for seat in (0, 1):
        for other in ("perfect", "random"):
            players = (("mcts", 1_000), other) if seat == 0 else (other, ("mcts", 1_000))
            found = simulate(p, count, players, progress=False)
            won, lost = found.wins(seat), found.wins(1 - seat)
            rows.append(("first" if seat == 0 else "second", other, won, count - won - lost, lost))
            print(*rows[-1], flush=True)
    return rows


# Exact answers ---------------------------------------------------------------------------------


def proof_rows() -> Rows:
    """The value of noughts and crosses against easyAI's Negamax with a table, which unmakes
    moves."""
    try:
        from easyAI import AI_Player, Negamax, TwoPlayerGame
        from easyAI.AI.TranspositionTable import TranspositionTable
    except ImportError:
        return [
            (
                "noughts and crosses",
                "easyAI is not installed",
                cpu_seconds(partial(_proved, KInARow()), 5) * 1e3,
                "",
            )
        ]

    class TicTacToe(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [AI_Player(None), AI_Player(None)]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [n for n, sign in enumerate(self.board) if not sign]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            other = self.opponent_index
            return any(all(self.board[n] == other for n in line) for line in LINES)

        def is_over(self) -> bool:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return (*self.board, self.current_player)

    theirs = cpu_seconds(lambda: Negamax(9, tt=TranspositionTable())(TicTacToe()), 3)
    ours = cpu_seconds(partial(_proved, KInARow()), 5)
    return [("noughts and crosses", theirs * 1e3, ours * 1e3, theirs / ours)]


def _proved(game: Game[Any]) -> float:
    return AlphaBeta(Model(game), 10**6).payoffs(game.new_state(Random(0)), 0, 0.0, 1.0)[0]


def _is_solved(game: Game[Any], start: Any) -> Worth:
    return solved(completed(rooted(Model(game), start, 0), 10**7))


def _own_code(worth: Worth) -> None:
    """What solving asks of the game: each step and its key, each position's options, each end's
    payoffs."""
    graph = worth.graph
    model, watch = graph.model, graph.model.watch
    attributes = attrgetter(*(name for name in ("mover", "key") if hasattr(graph.states[0], name)))
    for state, values, paid in zip(graph.states, graph.values, graph.payoffs, strict=True):
        for value in values:
            attributes(model.respond(state, value, watch))
        model.values(state)
        if paid is not None:
            model.payoffs(state)


def solving_rows(quick: bool) -> Rows:
    """Whole games: seconds, microseconds a position besides the game's own code, bytes at the
    peak."""
    sizes: tuple[tuple[str, Game[Any], dict[str, Any]], ...] = (
        ("noughts and crosses", KInARow(), {}),
        ("the match game, 3-4-5", MatchGame(), {}),
        ("three in a row, 4×3", KInARow(), {"rows": 3, "columns": 4, "k": 3}),
        ("connect four, 4×4", KInARow(), {"rows": 4, "columns": 4, "k": 4, "gravity": True}),
    )
    rows: Rows = []
    for name, game, parameters in sizes[: 2 if quick else None]:
        start = game.new_state(Random(0), **parameters)
        worth = _is_solved(game, start)
        count = len(worth.graph.states)
        calls = (partial(_is_solved, game, start), partial(_own_code, worth))
        whole, own = (cpu_seconds(call, 3 if count > 50_000 else 30) for call in calls)
        del worth
        tracemalloc.start()
        _is_solved(game, start)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        rows.append(
            (
                name,
                f"{count:,}",
                whole,
                1e6 * own / count,
                1e6 * (whole - own) / count,
                peak / count,
            )
        )
        print(*rows[-1], flush=True)
    return rows


VALUES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("kuhn_poker", {}, "-1/18 = -0.0556 (H. Kuhn, 1950)"),
    ("leduc_poker", {}, "-0.0856 (OpenSpiel's tests)"),
    ("goofspiel", {"num_cards": 4, "imp_info": True}, "0, since it is symmetric"),
    ("goofspiel", {"num_cards": 3, "imp_info": True}, "0, since it is symmetric"),
    ("blotto", {"coins": 4, "fields": 3}, "0, since it is symmetric"),
    ("matrix_mp", {}, "0"),
    ("matrix_rps", {}, "0"),
    ("matrix_rpsw", {}, "0, since it is symmetric"),
    ("python_kuhn_poker", {}, "-1/18 = -0.0556 (H. Kuhn, 1950)"),
    ("dark_hex", {"board_size": 2}, ""),
    (
        "battleship",
        {
            "board_height": 1,
            "board_width": 3,
            "ship_sizes": "[1]",
            "ship_values": "[1]",
            "num_shots": 2,
            "allow_repeated_shots": False,
        },
        "",
    ),
    ("liars_dice", {"dice_sides": 2}, ""),
    ("liars_dice", {"dice_sides": 2, "numdice": 2}, ""),
    ("liars_dice", {"dice_sides": 3}, ""),
    ("liars_dice", {"dice_sides": 4}, ""),
    ("liars_dice", {}, ""),
)
"""Games of OpenSpiel's in which players know different things, and what they are worth to the first
one."""


def value_rows(rounds: int) -> Rows:
    """Equilibria by `solve`, beside OpenSpiel's CFR+ in C++ after a number of rounds."""
    import pyspiel

    rows: Rows = []
    for name, parameters, published in VALUES[: 2 if rounds < 100 else None]:
        provider: Any = InteractiveProvider(game_class(name), seed=1)
        lobby = getattr(provider, dir(provider)[0])
        begin = time.process_time()
        found = solve(lobby(**parameters) if parameters else lobby.both_sides)
        seconds = time.process_time() - begin
        other = pyspiel.load_game_as_turn_based(name, parameters)
        solver = pyspiel.CFRPlusSolver(other)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        theirs = pyspiel.expected_returns(other.new_initial_state(), policy, -1, False, -1.0)[0]
        about = ", ".join([name, *(f"{key}={value}" for key, value in parameters.items())])
        gain = pyspiel.nash_conv(other, policy) / 2
        numbers = (
            f"{round(found.value or 0.0, 4) + 0.0:.4f}",
            f"{found.exploitability:.1e}",
            seconds,
            f"{round(theirs, 4) + 0.0:.4f}",
            f"{gain:.1e}",
        )
        rows.append((about, published, *numbers))
        print(*rows[-1], flush=True)
    return rows


# All of it -------------------------------------------------------------------------------------


def speed_rows(simulations: int) -> Rows:
    """Simulations of a tree search from the first position, a second, against OpenSpiel's in
    Python."""
    rows: Rows = []
    sizes: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("noughts and crosses", {}, "tic_tac_toe"),
        ("connect four", CONNECT_FOUR, "connect_four"),
    )
    for name, parameters, theirs in sizes:
        match = Match(theirs, simulations)
        slow = cpu_seconds(partial(match.bot(1).mcts_search, match.other.new_initial_state()), 3)
        game = KInARow()
        quick = cpu_seconds(
            partial(_searched, game, game.new_state(Random(0), **parameters), simulations), 3
        )
        rows.append((name, simulations / slow, simulations / quick, slow / quick))
    return rows


def _searched(game: Game[Any], start: Any, simulations: int) -> None:
    TreeSearch(Model(game), start, 0, Random(1)).run(simulations)


def target_rows(matches: Rows, native: Rows, solving: Rows, values: Rows, unbeaten: Rows) -> Rows:
    """Each target, what is wanted, and what this run reached."""
    scores = {(row[0], row[1]): row[7] for row in matches}
    rows: Rows = [
        (
            f"{name}, equal {kind}, 200 games",
            f"≥ {0.5 if kind == 'simulations' else 0.6:.2f}",
            score,
        )
        for (name, kind), score in scores.items()
    ]
    rows += [
        (f"{row[0]}, equal time against C++, 200 games", WANTED[str(row[0])], row[6])
        for row in native
    ]
    rows.append(
        (
            "1,000 simulations at noughts and crosses, lost",
            "0",
            sum(int(str(row[4])) for row in unbeaten),
        )
    )
    rows += [
        (f"{row[0]}, µs a position besides the game's own code", "≤ 6", row[4]) for row in solving
    ]
    rows += [(f"{row[0]}, exploitability", "< 0.001", row[3]) for row in values]
    return rows


def compare_with_peers(*, quick: bool) -> None:
    """Measure everything, print it, and write the page unless ``quick``."""
    count, trials = (4, 2) if quick else (200, 20)
    matched = (
        "game",
        "equal",
        "simulations",
        "theirs",
        "won",
        "drawn",
        "lost",
        "score",
        "ms a move",
        "theirs",
    )
    against_native = ("game", *matched[2:])
    solving = (
        "game",
        "positions",
        "seconds",
        "µs a position, the game's own",
        "besides",
        "bytes, at most",
    )
    worths = (
        "game",
        "published",
        "value",
        "exploitability",
        "seconds",
        "CFR+ of OpenSpiel",
        "exploitability",
    )
    players = ("seat", "against", "won", "drawn", "lost")
    with ProcessPoolExecutor(len(MATCHED)) as pool:
        waiting = pool.map(match_rows, MATCHED.items(), repeat(count), repeat(trials))
        waiting_too = pool.map(native_rows, NATIVE, repeat(count), repeat(trials))
        solved_games, values = solving_rows(quick), value_rows(10 if quick else 100)
        proofs, speeds, unbeaten = (
            proof_rows(),
            speed_rows(1_000),
            unbeaten_rows(4 if quick else 100),
        )
        matches = [row for rows in waiting for row in rows]
        native = [row for rows in waiting_too for row in rows]
    parts = (
        table(
            "Targets",
            ("target", "wanted", "reached"),
            target_rows(matches, native, solved_games, values, unbeaten),
        ),
        table("Games against OpenSpiel's search in Python", matched, matches),
        table("Games against OpenSpiel's search in C++ at equal time", against_native, native),
        table("1,000 simulations at noughts and crosses", players, unbeaten),
        table("Solving a whole game", solving, solved_games),
        table("Values of games with hidden information", worths, values),
        table("Proof, ms", ("game", "easyAI, with unmake_move", "ours", "ratio"), proofs),
        table("Simulations a second", ("game", "OpenSpiel, Python", "ours", "ratio"), speeds),
    )
    print("\n".join(parts))
    if not quick:
        PAGE.write_text("\n".join([HEAD.format(machine=machine()), *parts]), encoding="utf-8")


HEAD = """# Search beside other systems

`python -m benchmarks.search --peers` wrote this page in one run ({machine}). Times are CPU times of a process. In the
games against OpenSpiel each player has 200 games at equal simulations and 200 at equal time, for which the number of
our simulations is measured in trial games; a draw counts a half. OpenSpiel takes 1 to 10 milliseconds a move; with more
at noughts and crosses nearly all games are drawn (100 simulations: 0.57 to 0.60 at equal time, and perfect play scores
about 0.65). "Solved first" is play by proof, as `hint` and `against="perfect"` play it: the game is solved before the
first move, and that time is shared among all moves. The match game has eight choices in a position, the others three.
"""
