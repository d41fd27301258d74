"""Ratings from results: the Bradley-Terry model on Elo's scale, with intervals.

A player who is 400 points ahead scores ten times as much as the other (R. A. Bradley and M. E.
Terry, Biometrika 39, 1952; A. Elo, "The rating of chessplayers", 1978). A draw is half a win. Each
player also has one drawn game against an average player, so that a rating is finite if somebody
wins or loses all games.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

SCALE = 400 / log(10)
AVERAGE = 1500.0
_STEPS = 100

Points = Mapping[tuple[int, int], tuple[float, float]]
"""For a pair of players what the first scored against the second, and in how many games."""


def rated(count: int, points: Points) -> list[tuple[float, float]]:
    """For each of ``count`` players the rating, and half the width of its 95 % interval; the
    average is 1500."""
    strengths = [0.0] * count
    for _ in range(_STEPS):
        inverse = _inverted(_information(strengths, points))
        slopes = [0.5 - _expected(own) for own in strengths]
        for (one, other), (score, games) in points.items():
            surplus = score - games * _expected(strengths[one] - strengths[other])
            slopes[one] += surplus
            slopes[other] -= surplus
        steps = [
            sum(weight * slope for weight, slope in zip(row, slopes, strict=True))
            for row in inverse
        ]
        strengths = [
            own + max(-1.0, min(1.0, step)) for own, step in zip(strengths, steps, strict=True)
        ]
        if max(map(abs, steps)) < 1e-9:
            break
    inverse, mean = _inverted(_information(strengths, points)), sum(strengths) / count
    means = [sum(row) / count for row in inverse]
    # of the distance to the mean
    variances = [inverse[n][n] - 2 * means[n] + sum(means) / count for n in range(count)]
    return [
        (AVERAGE + SCALE * (own - mean), 1.96 * SCALE * max(0.0, variance) ** 0.5)
        for own, variance in zip(strengths, variances, strict=True)
    ]


def _expected(lead: float) -> float:
    return 1 / (1 + exp(-max(-500.0, min(500.0, lead))))


def _information(strengths: list[float], points: Points) -> list[list[float]]:
    """How much the games say about each pair of strengths: the second derivatives of the
    likelihood."""
    matrix = [[0.0] * len(strengths) for _ in strengths]
    for n, own in enumerate(strengths):
        matrix[n][n] = _expected(own) * (1 - _expected(own))
    for (one, other), (_, games) in points.items():
        expected = _expected(strengths[one] - strengths[other])
        weight = games * expected * (1 - expected)
        matrix[one][one] += weight
        matrix[other][other] += weight
        matrix[one][other] -= weight
        matrix[other][one] -= weight
    return matrix


def _inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        rows[n] = [part / rows[n][n] for part in rows[n]]
        for m in range(size):
            if m != n:
                rows[m] = [
                    part - rows[m][n] * other for part, other in zip(rows[m], rows[n], strict=True)
                ]
    return [row[size:] for row in rows]
