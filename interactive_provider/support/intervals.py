"""The confidence interval of a share counted in a number of trials."""

from __future__ import annotations

Z = 1.96
"""The number of standard deviations that contain 95 % of normally distributed values."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the interval that a share is in 19 times out of 20 (E. B. Wilson, J. Amer. Stat.
    Assoc. 22, 1927)."""
    if not games:
        return 0.0, 1.0
    middle = wins + Z * Z / 2
    spread = Z * (wins * (games - wins) / games + Z * Z / 4) ** 0.5
    low = (middle - spread) / (games + Z * Z)
    high = (middle + spread) / (games + Z * Z)
    return max(0.0, low), min(1.0, high)
