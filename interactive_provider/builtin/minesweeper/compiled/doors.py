"""The functions that Python calls in compiled code: they take plain arrays and return numbers.

Numba runs Python code to hand out an array or a NamedTuple, and does not check that it went well:
an interrupt in there becomes a `SystemError` or ends the process.
"""

from __future__ import annotations

import numpy as np

from interactive_provider.support.compiling import cached_njit

from ..solving import policies
from . import primitives, translated

_code = translated(policies)
Board, Outlook = policies.Board, policies.Outlook
begin_position, deduced, list_layouts, chosen_guess, played = (
    _code[name] for name in ("begin_position", "look", "list_layouts", "guess", "play")
)


@cached_njit
def look(cells, near, columns, mines, risks):
    """The status of a view with everything certain decided; fills in the probability of a mine on
    each square."""
    status, _, new_risks = deduced(begin_position(cells, near, columns, mines))
    risks[:] = new_risks
    return status


@cached_njit
def guess(policy, cells, near, columns, mines, weights):
    """A policy's square of a view, and whether it is proved best; call it only if `look` found
    layouts."""
    position = begin_position(cells, near, columns, mines)
    _, layouts, risks = deduced(position)
    return chosen_guess(policy, Outlook(position, layouts, risks, weights))


@cached_njit
def optimal(cells, near, columns, mines, layouts, images, effort):
    """(layouts won, square, effort left) of an undecided view; no effort is left if the counts
    disagree.

    See `endgame.optimal`.
    """
    position = begin_position(cells, near, columns, mines)
    squares, table, listed = list_layouts(position, layouts, 200 * layouts + 100_000)
    if listed != layouts:
        return 0, 0, -1
    # Arrays in C order: for another order the search would be compiled again.
    won, choice, left = primitives.optimal(table, np.ascontiguousarray(images[:, squares]), effort)
    return won, squares[choice], left


@cached_njit
def play(board, first, policy, cells, work):
    """Play on from a view; the board is a plain tuple of the fields of `policies.Board`."""
    mined, near, columns, weights = board
    return played(Board(mined, near, columns, weights), first, policy, cells, work)
