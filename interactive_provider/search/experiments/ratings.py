"""Ratings from results: the Bradley-Terry model on Elo's scale, with intervals.

A player who is 400 points ahead scores ten times as much as the other (R. A. Bradley and M. E.
Terry, Biometrika 39, 1952; A. Elo, "The rating of chessplayers", 1978). A draw is half a win. Each
player also has one drawn game against an average player, so that a rating is finite if somebody
wins or loses all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, tanh
from statistics import fmean

SCALE = 400 / log(10)
AVERAGE = 1500.0
_STEPS = 50
"""More than Newton's method needs, if no step is longer than 1."""

Points = Mapping[tuple[int, int], tuple[float, float]]
"""For a pair of players what the first scored against the second, and in how many games."""


def rated(count: int, points: Points) -> list[tuple[float, float]]:
    """For each of ``count`` players the rating, and half the width of its 95 % interval; the
    average is 1500."""
    played = {**points, **{(n, count): (0.5, 1.0) for n in range(count)}}
    strengths = [0.0] * (count + 1)  # the average player's is the last one
    for _ in range(_STEPS):
        slopes = [0.0] * (count + 1)
        # How much the games say about each pair of strengths: the second derivatives.
        information = [[0.0] * (count + 1) for _ in strengths]
        for (one, other), (score, games) in played.items():
            expected = (1 + tanh((strengths[one] - strengths[other]) / 2)) / 2
            for n, m, sign in ((one, other, 1), (other, one, -1)):
                slopes[n] += sign * (score - games * expected)
                information[n][n] += games * expected * (1 - expected)
                information[n][m] -= games * expected * (1 - expected)
        inverse = _inverted([row[:count] for row in information[:count]])
        for n, row in enumerate(inverse):
            step = sum(part * slope for part, slope in zip(row, slopes, strict=False))
            strengths[n] += max(-1.0, min(1.0, step))
    mean = fmean(strengths[:count])
    means = [fmean(row) for row in inverse]
    variances = [row[n] - 2 * means[n] + fmean(means) for n, row in enumerate(inverse)]
    return [
        (AVERAGE + SCALE * (strength - mean), 1.96 * SCALE * max(0.0, variance) ** 0.5)
        for strength, variance in zip(strengths, variances, strict=False)
    ]


def _inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n, pivot in enumerate(rows):
        pivot[:] = [part / pivot[n] for part in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [part - row[n] * other for part, other in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]
