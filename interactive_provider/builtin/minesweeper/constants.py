"""The numbers that decide how deeply a position is looked into, for plain and for compiled code.

Nothing here needs numba, which takes the value that a name has when it compiles. (Its cache looks at the date of the
file with the function only: who changes a number here touches the files in `compiled`, too.)
"""

COVERED = 9
"""The code of a covered square; smaller codes are the numbers 0 to 8."""

UNREAD = 10
"""The code of an open square whose number is left out."""

MINED = 9
"""What a square with a mine shows in a table of layouts."""

TIE = 1e-9
"""Chances that differ by less count as equal, so that rounding never decides a move."""

ENDGAME = 10_000
"""The most layouts for which the rest of the game is searched to its end."""

QUICK_ENDGAME = 100
"""The same for the fast policy."""

EFFORT = 400_000
"""How many layouts that search may look at, counted again in each set and for each square tried there."""

CANDIDATES = 20
"""How many squares are looked at more closely where a guess is needed."""

MARGIN = 0.85
"""A square is a candidate when it is at least this share as safe as the safest."""

WATCHED = 4000
"""The most layouts of a set in which the search to the end looks for rivals."""

TOGETHER = 15
"""The safe squares that are opened together: what they show takes four bits each in a compiled word."""

LEAST_DANGER = 0.05
"""A danger below this bends towards 0 without reaching it, so that no chance is above 1."""

UNLIMITED = 1 << 60
"""An effort that no search ever spends."""

OPEN = -1.0
"""The risk of an open square, where risks are listed for all squares."""

LOOK, SWEEP = 20, 10
"""What each square of a position that is weighed takes of the work on a new board, and each state of a sweep."""

SLIGHT = 0.00437
"""50/50s that are less likely than this are left out. An odd number: no chance in play falls on it exactly."""

LOST, WON, STUCK, GIVEN_UP, TOO_MUCH = 0, 1, 2, 3, 4
"""How a game ends.

STUCK: a guess is needed and none is allowed. GIVEN_UP: a frontier is too wide for compiled code. TOO_MUCH: the work
that was allowed is spent.
"""
