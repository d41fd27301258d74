"""The limits of how deeply a position is examined, and the codes that are used for it."""

COVERED = 9
"""The code of a covered square; smaller codes are the numbers 0 to 8."""

UNREAD = 10
"""The code of an open square whose number is ignored."""

MINED = 9
"""What a square with a mine shows in a table of layouts."""

TIE = 1e-9
"""Chances that differ by less than this count as equal, so that rounding never decides a move."""

ENDGAME = 10_000
"""The maximum number of layouts for which the rest of the game is searched to its end."""

QUICK_ENDGAME = 100
"""The same for the fast policy."""

EFFORT = 400_000
"""How many layouts that search may visit, counted again in each set and for each square tried
there."""

CANDIDATES = 20
"""How many squares are examined more closely if a guess is needed."""

MARGIN = 0.85
"""A square is a candidate when it is at least this share as safe as the safest."""

LEAST_DANGER = 0.05
"""Dangers below this approach 0 without reaching it, so that no chance is above 1."""

UNLIMITED = 1 << 60
"""An effort that no search ever spends."""

OPEN = -1.0
"""The risk of an open square in a list of the risks of all squares."""

LOOK = 20
SWEEP = 10
"""The work for each square of a position that is weighed while a board is made, and for each state
of a sweep."""

SLIGHT = 0.00437
"""50/50s that are less likely than this are left out. An uneven number, so that no chance in play
equals it exactly."""
