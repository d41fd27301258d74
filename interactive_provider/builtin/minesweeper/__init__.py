"""Minesweeper: the rules, an exact solver that sees only what the player sees, and the game.

This is how a position is solved, from the first click to the generation of boards that need no
guess.

**The view.** A solver gets a `PlayerView`: numbers, covered squares and the number of mines, never
the mines. All layouts of the mines that explain the view are equally likely, so everything below is
counting layouts.

**The first click** places the mines (`rules`), uniformly among the layouts that the kind of start
allows. With "zero" it opens a region, and the numbers on its edge are the first *clues*.

**Single numbers** come first (`solving.frontiers.deduce`): a clue that needs no more mines makes
its neighbours safe, and one that needs as many as it has undecided neighbours makes them mines.
Each decision may lead to the next.

**Frontiers.** The remaining clues are informative only together. Squares that touch the same clues
are interchangeable: they are one *box*, and only the number of mines in it matters. Boxes linked by
clues form a *frontier*. Frontiers depend on one another only through the total number of mines.

**Counting** (`solving.probability`). A frontier is swept box by box along the longer side of the
board. Whatever the boxes so far contain, the rest depends only on the mines that the unfinished
clues still need: that is a *state*, and the partial solutions that lead to one state are counted
together, by their number of mines. The frontiers and the squares outside are then combined, given
the total. Going backwards through the states, the same sums give the number of layouts in which
each square has a mine. The cost grows with the width of a frontier, not with the number of its
solutions.

**A safe square** has a mine in no layout. `explanations` says why in words: one number, two
numbers, the smallest set of numbers that rules a mine out, or the number of mines.

**A guess** is needed if no square is safe (`solving.policies`):

- Few layouts: they are listed (`solving.enumeration`), and the rest of the game is searched to its
  end (`solving.endgame`). The resulting square is optimal.
- Many layouts, "fast": the safest square; among equally safe ones, a square that may open a region,
  then the more informative one (`solving.ordering`).
- Many layouts, "record": every square that is nearly as safe as the safest is tried. For every
  number that it may show, the position after it is counted and its value estimated
  (`solving.evaluation`): the chance of winning, from a few traits such as the safest next guess and
  the 50/50s that are forming. The best average is chosen. If another square is safe whenever that
  one is, and in more cases, it is opened first, since that loses nothing.

**A board that needs no guess** (`generate`) can be opened by these steps without the last one.
Boards are generated and played until one is found; if the mines are so dense that this is hopeless,
a mine beside the region where play gets stuck is swapped with a safe square, as long as the region
grows.
"""

from .difficulties import LEVELS, Level
from .generate import generate, solvable_without_guess
from .minefields import Layout, read_code, read_rows, three_bv, write_code
from .rules import Field, chord, new_field, toggle_flag, uncover
from .solver import best_move, mine_probabilities, optimal_value
from .view import BadView, PlayerView, read_view

__all__ = [
    "LEVELS",
    "BadView",
    "Field",
    "Layout",
    "Level",
    "PlayerView",
    "best_move",
    "chord",
    "generate",
    "mine_probabilities",
    "new_field",
    "optimal_value",
    "read_code",
    "read_rows",
    "read_view",
    "solvable_without_guess",
    "three_bv",
    "toggle_flag",
    "uncover",
    "write_code",
]
