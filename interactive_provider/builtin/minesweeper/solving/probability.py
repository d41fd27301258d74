"""Exact mine probabilities on every position, however wide its frontier.

Most solvers list the solutions of a frontier, which explodes on number lattices. Here a frontier is
swept box by box, and all partial solutions that leave the same clues missing the same numbers of
mines are one state: a dynamic programme over a profile (as in Moore and Mertens, *The Nature of
Computation*, 2011, section 13.4, for tilings). For each state, the number of partial solutions that
lead to it is kept by number of mines.

Everything is counted in whole numbers; the only division is the last one.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

from ..constants import COVERED, OPEN
from .frontiers import (
    MINE,
    SAFE,
    Boxes,
    Frontiers,
    Integers,
    Knowledge,
    arrange,
    decide,
    field_width,
    gather,
)

DONE = 0
IMPOSSIBLE = 1
TOO_WIDE = 2
"""The results of `weigh`: done; no layout explains it; too many states are expected."""

MOST_CLUES = 8
"""A box touches no more clues than a square has neighbours."""


class States(NamedTuple):
    """The states of all sweeps, one after another, and the ways between them."""

    state: Integers
    """What each unfinished clue still needs, in a few bits each."""
    low: Integers
    high: Integers
    """The fewest and the most mines so far."""
    leads: Integers
    """The next state for each number of mines in the box, -1 for none."""
    layer: Integers
    """The first state before each box."""
    lead_at: Integers
    """Its first lead."""
    last: Integers
    """The last state of each frontier."""


class Sums(NamedTuple):
    """Numbers of partial solutions by mines: `offset` says where those of each state begin."""

    offset: Integers
    ways: list[Any]
    """How many lead to a state."""
    rest: list[Any]
    """How many layouts a partial solution leads to from it."""
    choose: list[Any]
    """As `binomials` makes them."""


class Weights(NamedTuple):
    """How many layouts explain a position, and in how many of them a square of each box has a mine
    or none.

    The squares outside, taken together, follow the last box.
    """

    status: int
    layouts: Any
    mined: list[Any]
    free: list[Any]
    boxes: Boxes
    frontiers: Frontiers


class Profile(NamedTuple):
    """Where a sweep is: by clue, and for the clues of the present box."""

    left: Integers
    """How many squares of each clue are still to come."""
    place: Integers
    """Where its bits begin in a state, -1 if it has not been met yet."""
    places: Integers
    masks: Integers
    later: Integers
    """Of each clue of the box: where its bits begin, as many ones as it has bits, what is `left`
    after the box."""


def take_bits(
    box: int, boxes: Boxes, need: Integers, profile: Profile, taken: int
) -> tuple[int, int, int, int]:
    """Give the clues of a box their bits in a state; `taken` are those of other half-done clues.

    Returns what the clues that are new miss, one mine of each clue, how many clues there are, and
    the bits taken then. Writes the clues of the box into `profile`, and takes the squares of the
    box from what is left of them.
    """
    left, place, places, masks, later = profile
    begun = 0
    unit = 0
    length = 0
    while length < MOST_CLUES:
        clue = boxes.touches[MOST_CLUES * box + length]
        if clue < 0:
            break
        mask = (1 << field_width(need[clue])) - 1
        if place[clue] < 0:
            place[clue] = 0
            while taken >> place[clue] & mask:
                place[clue] += 1
            taken |= mask << place[clue]
            begun |= need[clue] << place[clue]
        unit |= 1 << place[clue]
        left[clue] -= boxes.size[box]
        places[length] = place[clue]
        masks[length] = mask
        later[length] = left[clue]
        length += 1
    return begun, unit, length, taken


def sweep(
    frontier: int, frontiers: Frontiers, boxes: Boxes, position: Knowledge, states: States
) -> bool:
    """Add the states of one frontier, box by box, and the ways between them; False if there are
    none after some box."""
    state, low, high, leads, layer, lead_at, _ = states
    begin, order = frontiers.begin, frontiers.order
    size = boxes.size
    taken = 0
    places = [0] * MOST_CLUES
    masks = [0] * MOST_CLUES
    later = [0] * MOST_CLUES
    profile = Profile(position.room.copy(), [-1] * len(position.need), places, masks, later)
    at = len(state)
    state.append(0)
    low.append(0)
    high.append(0)
    for t in range(begin[frontier], begin[frontier + 1]):
        box = order[t]
        layer[t], lead_at[t] = at, len(leads)
        begun, unit, length, taken = take_bits(box, boxes, position.need, profile, taken)
        following = len(state)
        places_of: dict[int, int] = {}
        for i in range(at, following):
            word = state[i] + begun
            least, most = 0, size[box]
            for j in range(length):
                missing = word >> places[j] & masks[j]
                if missing < most:
                    most = missing
                if missing - later[j] > least:
                    least = missing - later[j]
            for k in range(size[box] + 1):
                if k < least or k > most:
                    leads.append(-1)
                    continue
                key = word - k * unit
                target = places_of.get(key, -1)
                if target < 0:
                    target = len(state)
                    places_of[key] = target
                    state.append(key)
                    low.append(low[i] + k)
                    high.append(high[i] + k)
                else:
                    low[target] = min(low[target], low[i] + k)
                    high[target] = max(high[target], high[i] + k)
                leads.append(target)
        for j in range(length):
            if later[j] == 0:
                taken ^= masks[j] << places[j]
        if len(state) == following:
            return False
        at = following
    return True


def sweep_all(boxes: Boxes, frontiers: Frontiers, position: Knowledge) -> States | None:
    """The states of all frontiers; None if a frontier has no solution."""
    layer, lead_at = [0] * (boxes.number + 1), [0] * (boxes.number + 1)
    states = States([], [], [], [], layer, lead_at, [])
    for frontier in range(frontiers.number):
        if not sweep(frontier, frontiers, boxes, position, states):
            return None
        states.last.append(len(states.state) - 1)
    return states


def forward(
    frontier: int, frontiers: Frontiers, size: Integers, states: States, sums: Sums
) -> None:
    """Count the partial solutions of each state by mines, from the first state of a frontier to its
    last."""
    order = frontiers.order
    _, low, _, leads, layer, lead_at, final = states
    (offset, ways, _, choose) = sums
    start, stop = frontiers.begin[frontier], frontiers.begin[frontier + 1]
    ways[offset[layer[start]]] = choose[0]  # 1
    for t in range(start, stop):
        box_size = size[order[t]]
        end = layer[t + 1] if t + 1 < stop else final[frontier]
        lead = lead_at[t]
        for i in range(layer[t], end):
            first, last = offset[i], offset[i + 1]
            for k in range(box_size + 1):
                target = leads[lead]
                lead += 1
                if target >= 0:
                    factor = choose[9 * box_size + k]
                    shift = offset[target] + low[i] + k - low[target] - first
                    for m in range(first, last):
                        ways[shift + m] += factor * ways[m]


def backward(
    frontier: int,
    frontiers: Frontiers,
    size: Integers,
    states: States,
    sums: Sums,
    mined: list[Any],
    free: list[Any],
) -> None:
    """Count each state's completions, and for each box the layouts with a given square mined or
    free."""
    order = frontiers.order
    _, low, _, leads, layer, lead_at, final = states
    (offset, ways, rest, choose) = sums
    start, stop = frontiers.begin[frontier], frontiers.begin[frontier + 1]
    for t in range(stop - 1, start - 1, -1):
        box = order[t]
        box_size = size[box]
        end = layer[t + 1] if t + 1 < stop else final[frontier]
        lead = lead_at[t]
        with_mine, without = 0, 0
        for i in range(layer[t], end):
            first, last = offset[i], offset[i + 1]
            for k in range(box_size + 1):
                target = leads[lead]
                lead += 1
                if target >= 0:
                    factor = choose[9 * box_size + k]
                    shift = offset[target] + low[i] + k - low[target] - first
                    weight = 0
                    for m in range(first, last):
                        completions = factor * rest[shift + m]
                        rest[m] += completions
                        weight += completions * ways[m]
                    with_mine += weight * k
                    without += weight * (box_size - k)
        mined[box], free[box] = with_mine // box_size, without // box_size


def binomials() -> list[Any]:
    """The ways to put up to eight mines into a box of up to eight squares, nine entries a size."""
    choose = [0] * 81
    for i in range(9):
        choose[9 * i] += 1
        for j in range(1, i + 1):
            choose[9 * i + j] = choose[9 * i - 9 + j - 1] + choose[9 * i - 9 + j]
    return choose


def outside_ways(outside: int, left: int) -> list[Any]:
    """The ways to put 0, 1 … `left` mines on the squares outside."""
    result = [0] * (left + 1)
    result[0] += 1
    for j in range(min(left, outside)):
        result[j + 1] = result[j] * (outside - j) // (j + 1)
    return result


def undecided(position: Knowledge, boxes: Boxes) -> tuple[int, int]:
    """(mines that are not known, squares outside)."""
    left, outside = position.mines, 0
    cells = position.cells
    kinds = position.kinds
    box_of = boxes.box_of
    for square in range(len(cells)):
        if cells[square] == COVERED:
            if kinds[square] == MINE:
                left -= 1
            elif kinds[square] == 0 and box_of[square] < 0:
                outside += 1
    return left, outside


def count_all(
    boxes: Boxes, frontiers: Frontiers, position: Knowledge
) -> tuple[States, Sums] | None:
    """The states of all frontiers, and the partial solutions that lead to each; None if there are
    no solutions."""
    states = sweep_all(boxes, frontiers, position)
    if states is None:
        return None
    widths = (high - low + 1 for low, high in zip(states.low, states.high, strict=True))
    offset = list(accumulate(widths, initial=0))
    sums = Sums(offset, [0] * offset[-1], [0] * offset[-1], binomials())
    for frontier in range(frontiers.number):
        forward(frontier, frontiers, boxes.size, states, sums)
    return states, sums


def weigh(position: Knowledge, limit: int) -> Weights:
    """The layouts that explain a position, which must have been through `deduce`.

    If the sweeps are expected to have more states than the limit, they are not begun.
    """
    boxes = gather(position)
    left, outside = undecided(position, boxes)
    mined, free = [0] * (boxes.number + 1), [0] * (boxes.number + 1)
    frontiers = arrange(boxes, position)
    if left < 0:
        return Weights(IMPOSSIBLE, mined[0], mined, free, boxes, frontiers)
    if frontiers.effort > limit:
        return Weights(TOO_WIDE, mined[0], mined, free, boxes, frontiers)
    counted = count_all(boxes, frontiers, position)
    if counted is None:
        return Weights(IMPOSSIBLE, mined[0], mined, free, boxes, frontiers)
    states, sums = counted
    after, fewest, most = suffixes(states, sums, outside_ways(outside, left), left)
    layouts = after[left]
    if layouts == 0:
        return Weights(IMPOSSIBLE, mined[0], mined, free, boxes, frontiers)
    before = [0] * (left + 1)
    width = left + 1
    (offset, ways, rest, _) = sums
    before[0] += 1
    for frontier in range(frontiers.number):
        end = states.last[frontier]
        wider = [0] * (left + 1)
        for m in range(states.low[end], states.high[end] + 1):
            weight, at = 0, offset[end] + m - states.low[end]
            for a in range(fewest[frontier], min(most[frontier], left - m) + 1):
                weight += before[a] * after[(frontier + 1) * width + left - a - m]
                wider[a + m] += before[a] * ways[at]
            rest[at] = weight
        before = wider
        backward(frontier, frontiers, boxes.size, states, sums, mined, free)
    for a in range(max(left - outside, 0), left + 1):
        weight = before[a] * after[frontiers.number * width + left - a]
        mined[boxes.number] += weight * (left - a)
        free[boxes.number] += weight * (outside - left + a)
    return Weights(DONE, layouts, mined, free, boxes, frontiers)


def suffixes(
    states: States, sums: Sums, outside: list[Any], left: int
) -> tuple[list[Any], Integers, Integers]:
    """(the ways of frontiers f, f+1, … and the squares outside with j mines, at f * (left + 1) + j;
    bounds).

    The bounds are the fewest and the most mines of the frontiers before each one.
    """
    last = states.last
    low = states.low
    high = states.high
    frontiers, width = len(last), left + 1
    after = [0] * ((frontiers + 1) * width)
    for j in range(width):
        after[frontiers * width + j] = outside[j]
    fewest, most = [0] * (frontiers + 1), [0] * (frontiers + 1)
    fewest[0] = 0
    most[0] = 0
    ways = sums.ways
    offset = sums.offset
    for frontier in range(frontiers):
        fewest[frontier + 1] = fewest[frontier] + low[last[frontier]]
        most[frontier + 1] = most[frontier] + high[last[frontier]]
    for frontier in range(frontiers - 1, -1, -1):
        end = last[frontier]
        for j in range(max(left - most[frontier], 0), left - fewest[frontier] + 1):
            total = 0
            at = offset[end] - low[end]
            rest = (frontier + 1) * width + j
            for m in range(low[end], min(high[end], j) + 1):
                total += ways[at + m] * after[rest - m]
            after[frontier * width + j] = total
    return after, fewest, most


def chances_of(position: Knowledge, weights: Weights) -> list[float]:
    """The probability of a mine for each square, `OPEN` for open ones."""
    cells = position.cells
    kinds = position.kinds
    box_of = weights.boxes.box_of
    mined = weights.mined
    free = weights.free
    result, by_box = [OPEN] * len(cells), [OPEN] * len(mined)
    for box in range(len(mined)):
        if mined[box] + free[box] > 0:
            by_box[box] = mined[box] / (mined[box] + free[box])
    for square in range(len(cells)):
        if cells[square] == COVERED:
            if kinds[square] != 0:
                result[square] = 1.0 if kinds[square] == MINE else 0.0
            else:
                result[square] = by_box[box_of[square]]  # the last entry for -1
    return result


def decide_certain(position: Knowledge, risks: list[float]) -> bool:
    """Record what the chances say is certain; whether a square turned out safe."""
    progress = False
    cells, kinds = position.cells, position.kinds
    for square in range(len(cells)):
        if cells[square] == COVERED and kinds[square] == 0 and risks[square] in (0.0, 1.0):
            progress = progress or risks[square] == 0.0
            decide(square, SAFE if risks[square] == 0.0 else MINE, position)
    return progress
