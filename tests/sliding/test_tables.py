"""Table files, their checksum and what is made of them; forbidden words; both searches alike."""

from __future__ import annotations

import random

import pytest

from interactive_provider.builtin import sliding
from interactive_provider.builtin.sliding import automaton, make_tables, optimal, rules, tables


@pytest.mark.slow
def test_a_shape_is_regenerated_byte_for_byte() -> None:
    """Making the 2×5 file again gives the shipped bytes."""
    shipped = (make_tables.DATA / tables.file_name(2, 5)).read_bytes()
    assert shipped == make_tables.make(2, 5)


@pytest.mark.slow
def test_forbidden_words_are_regenerated() -> None:
    """The words up to length 8 are the beginning of the shipped list."""
    words = automaton.duplicate_words(8)
    assert words == [word for word in automaton.shipped_words() if len(word) <= 8]
    assert ["UD", "LR", "RL", "DU"] == words[:4]


@pytest.mark.parametrize("shape", tables.SHIPPED)
def test_every_tile_of_a_shape_is_in_as_many_patterns_as_any_other(shape: tuple[int, int]) -> None:
    """Patterns add up only if each tile counts once on each side."""
    tiles = sorted(tile for pattern in tables.SHIPPED[shape] for tile in pattern)
    expected = list(range(1, shape[0] * shape[1]))
    assert tiles in (expected, sorted(2 * expected))


def test_sizes_of_the_shipped_tables() -> None:
    """The 4×4 tables stay below 1.5 MB, those of 5×5 below 0.5 MB."""
    assert (make_tables.DATA / "4x4.pdb").stat().st_size <= 1_500_000
    assert (make_tables.DATA / "5x5.pdb").stat().st_size <= 500_000


@pytest.mark.parametrize("spoil", [0, 20, 60, -1])
def test_a_damaged_file_is_refused(spoil: int) -> None:
    """One wrong byte anywhere is noticed, and so is a file cut short."""
    content = bytearray((make_tables.DATA / "2x5.pdb").read_bytes())
    tables.decode(bytes(content))
    content[spoil] ^= 0x55
    with pytest.raises(tables.DamagedTable, match=r"2x5\.pdb is damaged"):
        tables.decode(bytes(content), "2x5.pdb")
    with pytest.raises(tables.DamagedTable):
        tables.decode(bytes(content[:30]), "2x5.pdb")


def test_a_table_of_one_pattern_by_hand() -> None:
    """Tiles 1 and 2 of 2×2: exchanged they cannot get past each other without extra moves."""
    ranked = make_tables.build(2, 2, (1, 2))
    table = tables.spread(ranked, 4, 2)
    assert 0 == table[0 * 4 + 1]  # both at home
    assert 0 < table[1 * 4 + 0]  # exchanged


@pytest.mark.slow
def test_the_pattern_tables_are_the_same_by_search_from_any_placement() -> None:
    """Excesses of 3×4 patterns bound true distances: checked on every position within 13 moves."""
    from interactive_provider.builtin.sliding.small import exchange, neighbour_cells

    beside = neighbour_cells(3, 4)
    level, seen = [bytes((*range(1, 12), 0))], set()
    for depth in range(14):
        seen.update(level)
        for tiles in level:
            assert optimal.lower_bound(tuple(tiles), 3, 4) <= depth
        level = list({p.translate(exchange(p[cell])) for p in level for cell in beside[p.index(0)]}.difference(seen))


@pytest.mark.slow
def test_forbidden_words_lose_no_position() -> None:
    """Walking without forbidden words still reaches every position of 3×3 in its true distance, up to depth 16."""
    from interactive_provider.builtin.sliding.small import distances, exchange

    table = distances(3, 3)
    start = bytes((*range(1, 9), 0))
    level = {(start, 8, id(automaton.roots(3, 3)[8])): automaton.roots(3, 3)[8]}
    reached = {start}
    for depth in range(1, 17):
        after = {}
        for (position, _, _), node in level.items():
            for cell, _, following in node:
                moved = position.translate(exchange(position[cell]))
                after[moved, cell, id(following)] = following
        level = after
        new = {position for position, _, _ in level} - reached
        assert {position for position in new if table[position] == depth} == {
            position for position, distance in table.items() if distance == depth
        }
        reached |= new


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 6), (3, 4), (4, 4)])
def test_both_searches_give_the_same_answers(shape: tuple[int, int]) -> None:
    """Compiled and plain search find the same moves after the same number of nodes."""
    pytest.importorskip("numba")
    for seed in range(3):
        position = sliding.scramble(*shape, seed)
        plain, fast = sliding.solve(position, fast=False), sliding.solve(position, fast=True)
        assert (plain.moves, plain.status, plain.lower_bound) == (fast.moves, fast.status, fast.lower_bound)
        assert plain.nodes == pytest.approx(fast.nodes, abs=100)


@pytest.mark.slow
def test_pattern_bounds_are_admissible_on_random_positions_of_3x3_parts() -> None:
    """On random 4×4 walks the bound never falls by more than a move, so no estimate jumps past the truth."""
    rng = random.Random(4)
    position = sliding.goal(4, 4)
    for steps in range(1, 400):
        position = sliding.apply(position, rng.choice(sliding.moves(position)))
        bound = optimal.lower_bound(rules.flatten(position), 4, 4)
        assert bound <= steps and (bound - steps) % 2 == 0
