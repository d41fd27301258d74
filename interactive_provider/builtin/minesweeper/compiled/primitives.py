"""What compiled code does differently: numpy arrays, floats for counts, a hash table; see
`solving.primitives`."""

from __future__ import annotations

import numpy as np

from interactive_provider.support.compiling import cached_njit

from .endgame import optimal as optimal

BITS, MOST_STATES = 62, 1 << 23


@cached_njit
def integers(size):
    """An array of integers with arbitrary contents."""
    return np.empty(size, np.int64)


@cached_njit
def squares(size, value):
    """An array of squares, boxes or other small numbers, filled with one value; -1 stands for
    none."""
    array = np.empty(size, np.int16)
    for i in range(size):  # many times faster than `np.full` in compiled code
        array[i] = value
    return array


@cached_njit
def counts(size):
    """An array of zeros for numbers of layouts."""
    return np.zeros(size)


@cached_njit
def chances(size):
    """An array of probabilities, initially -1 (open)."""
    array = np.empty(size)
    for i in range(size):
        array[i] = -1.0
    return array


@cached_njit
def table(rows, width):
    """Rows of small numbers."""
    return np.zeros((rows, width), np.int8)


@cached_njit
def identity(width):
    """The symmetries of a view without any."""
    return np.arange(width).reshape(1, -1)


@cached_njit
def quotient(number, divisor):
    """An exact division, up to rounding."""
    return number / divisor


@cached_njit
def new_index(capacity):
    """An empty hash table with room for a given number of states."""
    array = np.empty(2 * capacity, np.int32)
    for i in range(2 * capacity):
        array[i] = -1
    return array


@cached_njit
def spot_of(key, index, states, first):
    """The place of a state in the table, or its free place, if it is among the `states` from the
    `first` on."""
    mask = index.size - 1
    spot = key * np.int64(-7046029254386353131)
    spot = (spot ^ (spot >> 31)) & mask
    while index[spot] >= first and states[index[spot]] != key:
        spot = (spot + 1) & mask
    return spot
