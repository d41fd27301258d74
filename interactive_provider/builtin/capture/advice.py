"""The value of each move on a Capture board, what to play next, and whether the board can still be
won, with reasons.

If few enough boards can still be reached, all are examined and every answer is proved. Otherwise a
search limited by the number of boards (never by a clock, so that the same question has the same
answer everywhere) finds a solution or says that it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from interactive_provider.game import Check, Hint, Verdict
from interactive_provider.support.plurals import counted

from .bitboard import KINDS, Planes, bits
from .rules import CaptureBoard, Move, moves, trace
from .solver import solve
from .solving.appraisal import DEAD, Appraiser, displacement

MOST_LIVE_BOARDS = 50_000
"""The maximum number of boards for which the table of remaining moves is complete."""
_EFFORT = 60_000
"""The number of boards that a hint or a check may generate if the table is too large."""
_DEAD = Verdict("dead: the board can no longer be cleared", 0.0)
_NAMES = dict(
    zip(
        KINDS,
        ("yellow tile", "blue tile", "green tile", "red tile", "purple tile", "coin", "skull"),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a board is, by complete enumeration: no sampling is used."""

    shortest: int | None
    """The length of a shortest solution; None if there is none."""
    random_win_rate: float
    """The probability that a player who chooses exchanges at random clears the board."""
    live_boards: int
    """The number of reachable boards that are not obviously lost, counting mirrored pairs once."""


def evaluate(board: CaptureBoard) -> dict[Move, Verdict]:
    """Return a verdict for every legal move, in the order of `moves`."""
    where = board.planes
    togo = table(board)
    verdicts: dict[Move, Verdict] = {}
    for exchange in bits(where.exchanges(board.code)):
        options = where.moves[1 << exchange]
        if togo is None:
            verdict = _searched(board, options[0])
        else:
            verdict = _looked_up(where, where.play(board.code, exchange), togo)
        verdicts.update(dict.fromkeys(options, verdict))
    return {move: verdicts[move] for move in moves(board)}


def table(board: CaptureBoard, limit: int = MOST_LIVE_BOARDS) -> dict[int, int] | None:
    """Return the minimum number of remaining moves for the code of every reachable board (`DEAD` or
    absent: it cannot be cleared).

    Boards that the bound proves lost are omitted. The result is None if more than `limit` live
    boards appear. If `board` is its own mirror image, only one board of each mirrored pair is
    included: look up both.
    """
    followers = _followers(board.planes, board.code, limit)
    return None if followers is None else _moves_to_go(followers)


def _moves_to_go(followers: dict[int, list[int]]) -> dict[int, int]:
    togo = {0: 0}
    for code, after_code in followers.items():
        togo[code] = min((togo[after] for after in after_code), default=DEAD) + 1
    return togo


def difficulty(board: CaptureBoard, limit: int = MOST_LIVE_BOARDS) -> Difficulty | None:
    """Return how hard the board is, or None if more than `limit` live boards are reachable."""
    where = board.planes
    followers = _followers(where, board.code, limit)
    if followers is None:
        return None
    chance = {0: 1.0}
    for code, after_code in followers.items():
        legal = where.exchanges(code).bit_count()
        chance[code] = sum([chance[after] for after in after_code]) / legal if legal else 0.0
    shortest = _moves_to_go(followers)[board.code]
    return Difficulty(shortest if shortest < DEAD else None, chance[board.code], len(followers))


def _followers(where: Planes, root: int, limit: int) -> dict[int, list[int]] | None:
    """Return the live boards that can follow each live board, those with the fewest tiles first, or
    None if there are too many."""
    appraise = Appraiser(where).appraise
    play = where.play
    twins = where.mirror(root) == root
    followers: dict[int, list[int]] = {}
    dead: set[int] = set()
    waiting = [root]
    known = {root, 0}
    while waiting:
        code = waiting.pop()
        after_code = followers[code] = []
        for exchange in bits(where.exchanges(code)):
            after = play(code, exchange)
            if after not in known:
                if after in dead:
                    continue
                if appraise(after)[0] >= DEAD:
                    dead.add(after)
                    continue
                twin = where.mirror(after) if twins else after
                if twin in known:
                    after = twin
                else:
                    known.add(after)
                    waiting.append(after)
            after_code.append(after)
        if len(known) > limit:
            return None
    return {code: followers[code] for code in sorted(followers, key=where.count)}


def hint(board: CaptureBoard) -> Hint | None:
    """Return a move of the best known solution, or None if there is none or none was found."""
    found = solve(board, shortest=True, limit_nodes=_EFFORT)
    if not found.values:
        return None
    move = found.values[0]
    history = trace(board, move)
    cleared = sum(len(wave.cleared) for wave in history.waves)
    waves = f" in {len(history.waves)} waves" if len(history.waves) > 1 else ""
    least = "" if found.status == "shortest" else "at most "
    rest = len(found.values) - 1
    after = f"after it {least}{counted(rest, 'move')} to go" if rest else "it clears the board"
    reason = f"it takes {counted(cleared, 'tile')}{waves}, and {after}"
    cells = tuple(sorted({(move[0], move[1]), *history.waves[0].cleared}))
    action = f"Move row {move[0] + 1} column {move[1] + 1} {move[2]}"
    return Hint(move, f"{reason}.", cells, action=action)


def check(board: CaptureBoard) -> Check:
    """Return whether the board can still be cleared, with the tiles that prevent it; a board counts
    as right unless it is proved lost."""
    if not board.code:
        return Check(True, "The board is cleared.")
    if (reason := dead_reason(board)) is not None:
        return reason
    found = solve(board, limit_nodes=_EFFORT)
    if found.status == "unsolvable":
        return Check(
            False, "Every possible continuation has been tried, and none clears the board."
        )
    if found.values is None:
        return Check(
            True, "Whether the board can still be cleared could not be determined within the limit."
        )
    return Check(True, "The board can still be cleared.")


def dead_reason(board: CaptureBoard) -> Check | None:
    """Return why the board is obviously lost, or None if only a search can tell."""
    where = board.planes
    explosive = bool(board.code >> where.flame_shift) and _cells_of(board, "s").bit_count() >= 3
    for kind in KINDS:
        cells = _cells_of(board, kind)
        if cells and cells.bit_count() < 3 and not explosive:
            count = cells.bit_count()
            who = f"The last {_NAMES[kind]}" if count == 1 else f"The last two {_NAMES[kind]}s"
            reason = (
                f"{who} cannot meet two others." if count == 1 else f"{who} cannot meet a third."
            )
            return Check(False, reason, where.places(cells))
    if not moves(board):
        return Check(False, "No move is legal any more.", where.places(where.occupied(board.code)))
    return None if explosive else _too_far(board)


def _too_far(board: CaptureBoard) -> Check | None:
    """Return the kind that is most scattered if the bound proves that its tiles cannot all meet."""
    if Appraiser(board.planes).appraise(board.code)[0] < DEAD:
        return None
    kind = max(KINDS, key=lambda kind: displacement(_columns(board, kind)))
    cells = _cells_of(board, kind)
    shifts = displacement(_columns(board, kind))
    far = f"they need {shifts} or more shifts sideways, and too few moves are left"
    reason = f"The {_NAMES[kind]}s cannot meet: {far}."
    return Check(False, reason, board.planes.places(cells))


def _columns(board: CaptureBoard, kind: str) -> tuple[int, ...]:
    cells = _cells_of(board, kind)
    return tuple((cells & column).bit_count() for column in board.planes.column_bits)


def _cells_of(board: CaptureBoard, kind: str) -> int:
    where = board.planes
    return board.code >> KINDS.index(kind) * where.plane & where.plane_mask


def _looked_up(where: Planes, after: int, togo: dict[int, int]) -> Verdict:
    least = togo.get(after, togo.get(where.mirror(after), DEAD))
    return _DEAD if least >= DEAD else _winning(least + 1)


def _searched(board: CaptureBoard, move: Move) -> Verdict:
    """Return what one move leads to, by a bounded search."""
    after = trace(board, move).board
    found = solve(after, limit_nodes=_EFFORT // max(1, len(moves(board)) // 2))
    if found.values is not None:
        return _winning(len(found.values) + 1, "at most ")
    return _DEAD if found.status == "unsolvable" else Verdict("unknown")


def _winning(length: int, bound: str = "") -> Verdict:
    """Return the verdict on a move that begins a solution of this length."""
    return Verdict(f"winning: {bound}{counted(length, 'move')} to go", 1.0)
