"""Ratings from results: the Bradley-Terry model on Elo's scale, with intervals.

A player who is 400 points ahead scores ten times as much as the other (R. A. Bradley and M. E.
Terry, Biometrika 39, 1952; A. Elo, "The rating of chessplayers", 1978). A draw is half a win. Each
player also has one drawn game against an average player, so that a rating is finite if somebody
wins or loses all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

SCALE = 400 / log(10)
AVERAGE = 1500.0
_STEPS = 100

Points = Mapping[tuple[int, int], tuple[float, float]]
"""For a pair of players what the first scored against the second, and in how many games."""


def rated(count: int, points: Points) -> list[tuple[float, float]]:
    """For each of ``count`` players the rating, and half the width of its 95 % interval; the
    average is 1500."""
    points = {**points, **{(n, count): (0.5, 1.0) for n in range(count)}}
    strengths = [0.0] * (count + 1)  # the average player's is the last one
    for _ in range(_STEPS):
        slopes, information = _derivatives(strengths, points)
        inverse = _inverted([row[:count] for row in information[:count]])
        largest = 0.0
        for n, row in enumerate(inverse):
            parts = zip(row, slopes, strict=False)
            step = sum(part * slope for part, slope in parts)
            largest = max(largest, abs(step))
            strengths[n] += max(-1.0, min(1.0, step))
        if largest < 1e-9:
            break
    mean = sum(strengths) / count
    means = [sum(row) / count for row in inverse]
    ratings = []
    for n, row in enumerate(inverse):
        variance = row[n] - 2 * means[n] + sum(means) / count  # of the distance to the mean
        width = 1.96 * SCALE * max(0.0, variance) ** 0.5
        ratings.append((AVERAGE + SCALE * (strengths[n] - mean), width))
    return ratings


def _derivatives(
    strengths: Sequence[float], points: Points
) -> tuple[list[float], list[list[float]]]:
    """The slopes of the likelihood, and how much the games say about each pair of strengths: its
    second derivatives."""
    slopes = [0.0] * len(strengths)
    information = [[0.0] * len(strengths) for _ in strengths]
    for (one, other), (score, games) in points.items():
        lead = strengths[one] - strengths[other]
        expected = 1 / (1 + exp(-max(-500.0, min(500.0, lead))))
        surplus = score - games * expected
        weight = games * expected * (1 - expected)
        slopes[one] += surplus
        slopes[other] -= surplus
        information[one][one] += weight
        information[other][other] += weight
        information[one][other] -= weight
        information[other][one] -= weight
    return slopes, information


def _inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n, pivot in enumerate(rows):
        pivot[:] = [part / pivot[n] for part in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [part - row[n] * other for part, other in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]
