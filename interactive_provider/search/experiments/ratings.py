"""Ratings from results: the Bradley-Terry model on Elo's scale, with intervals.

A player who is 400 points ahead scores ten times as much as the other (R. A. Bradley and M. E.
Terry, Biometrika 39, 1952; A. Elo, "The rating of chessplayers", 1978). A draw is half a win. Each
player also has one drawn game against an average player, so that a rating is finite if somebody
wins or loses all games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log, tanh
from statistics import fmean

SCALE = 400 / log(10)
AVERAGE = 1500.0
_STEPS = 100
"""More than Newton's method needs, if no step is longer than 1."""

Points = Mapping[tuple[str, str], tuple[float, float]]
"""For each player and each opponent what the first scored against the second, and in how many
games."""


def rated(players: Sequence[str], points: Points) -> dict[str, tuple[float, float]]:
    """Return for each player the rating, and half the width of its 95 % interval; the average is
    1500."""
    average = ""
    played = {**points, **{(one, average): (0.5, 1.0) for one in players}}
    strengths = dict.fromkeys([*players, average], 0.0)
    for _ in range(_STEPS):
        slopes = defaultdict[str, float](float)
        # How much the games say about each pair of strengths: the second derivatives.
        information = defaultdict[tuple[str, str], float](float)
        for (one, other), (score, games) in played.items():
            expected = (1 + tanh((strengths[one] - strengths[other]) / 2)) / 2
            spread = games * expected * (1 - expected)
            slopes[one] += score - games * expected
            information[one, one] += spread
            information[one, other] -= spread
        inverse = _inverted([[information[one, other] for other in players] for one in players])
        steps = [
            sum(part * slopes[other] for part, other in zip(row, players, strict=True))
            for row in inverse
        ]
        for one, step in zip(players, steps, strict=True):
            strengths[one] += max(-1.0, min(1.0, step))
        if max(map(abs, steps)) < 1e-9:
            break
    mean = fmean(strengths[one] for one in players)
    means = [fmean(row) for row in inverse]
    ratings = {}
    for number, one in enumerate(players):
        variance = inverse[number][number] - 2 * means[number] + fmean(means)
        width = 1.96 * SCALE * max(0.0, variance) ** 0.5
        ratings[one] = (AVERAGE + SCALE * (strengths[one] - mean), width)
    return ratings


def _inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n, pivot in enumerate(rows):
        pivot[:] = [part / pivot[n] for part in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [part - row[n] * other for part, other in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]
