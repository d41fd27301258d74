"""The limits on how deeply a position is examined, and the codes used for it."""

COVERED = 9
"""The code of a covered square; smaller codes are the numbers 0 to 8."""

UNREAD = 10
"""The code of an open square whose number is ignored."""

MINED = 9
"""The value of a mined square in a table of layouts."""

TIE = 1e-9
"""Probabilities that differ by less than this count as equal, so that rounding never decides a
move."""

ENDGAME = 10_000
"""The maximum number of layouts for which the rest of the game is searched to its end."""

QUICK_ENDGAME = 100
"""The same limit for the fast policy."""

EFFORT = 400_000
"""The number of layouts that this search may visit, counted again in each set and for each square
tried there."""

CANDIDATES = 20
"""The number of squares examined more closely if a guess is needed."""

MARGIN = 0.85
"""A square is a candidate if it is at least this fraction as safe as the safest."""

LEAST_DANGER = 0.05
"""Danger values below this approach 0 without reaching it, so that no probability exceeds 1."""

UNLIMITED = 1 << 60
"""An effort limit that no search ever reaches."""

OPEN = -1.0
"""The risk of an open square in a list of the risks of all squares."""

LOOK = 20
SWEEP = 10
"""The work for each square of a position that is weighed while a board is generated, and for each
state of a sweep."""

SLIGHT = 0.00437
"""50/50s less likely than this are ignored. An uneven number, so that no chance in play equals it
exactly."""
