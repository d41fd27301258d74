"""What compiled code does in its own way: numpy's arrays, floats for counts, a hash table; see `solving.primitives`."""

from __future__ import annotations

import numpy as np
from numba import njit

from .endgame import optimal as optimal

BITS = 62

MOST_STATES = 1 << 23


@njit(cache=True, error_model="numpy")
def integers(size, value):
    return np.full(size, value, np.int64)


@njit(cache=True, error_model="numpy")
def squares(size, value):
    return np.full(size, value, np.int16)


@njit(cache=True, error_model="numpy")
def counts(size):
    return np.zeros(size)


@njit(cache=True, error_model="numpy")
def chances(size):
    return np.full(size, -1.0)


@njit(cache=True, error_model="numpy")
def table(rows, width):
    return np.zeros((rows, width), np.int8)


@njit(cache=True, error_model="numpy")
def identity(width):
    return np.arange(width).reshape(1, -1)


@njit(cache=True, error_model="numpy")
def quotient(number, divisor):
    return number / divisor


@njit(cache=True, error_model="numpy")
def new_index(capacity):
    return np.full(2 * capacity, -1, np.int32)


@njit(cache=True, error_model="numpy")
def spot_of(key, index, states, first):
    mask = index.size - 1
    spot = key * np.int64(-7046029254386353131)
    spot = (spot ^ (spot >> 31)) & mask
    while index[spot] >= first and states[index[spot]] != key:
        spot = (spot + 1) & mask
    return spot
