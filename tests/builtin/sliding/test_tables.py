"""Table files, their checksum and what is made of them; forbidden words."""

from __future__ import annotations

import random

import pytest

from benchmarks import sliding_tables
from interactive_provider.builtin import sliding
from interactive_provider.builtin.sliding import rules
from interactive_provider.builtin.sliding.solving import deepening, duplicates, tables
from interactive_provider.builtin.sliding.solving.bounds import manhattan


@pytest.mark.slow
def test_a_shape_is_regenerated_byte_for_byte() -> None:
    """Making the 2×5 file again gives the shipped bytes."""
    shipped = (sliding_tables.DATA / tables.file_name(2, 5)).read_bytes()
    assert shipped == sliding_tables.make(2, 5)


@pytest.mark.slow
def test_forbidden_words_are_regenerated() -> None:
    """The words up to length 8 are the beginning of the shipped list."""
    words = sliding_tables.duplicate_words(8)
    assert words == [word for word in duplicates.shipped_words() if len(word) <= 8]
    assert ["UD", "LR", "RL", "DU"] == words[:4]


@pytest.mark.parametrize("shape", tables.SHIPPED)
def test_every_tile_of_a_shape_is_in_as_many_patterns_as_any_other(shape: tuple[int, int]) -> None:
    """Patterns add up only if each tile counts once on each side."""
    tiles = sorted(tile for pattern in tables.SHIPPED[shape] for tile in pattern)
    expected = list(range(1, shape[0] * shape[1]))
    assert tiles in (expected, sorted(2 * expected))


def test_sizes_of_the_shipped_tables() -> None:
    """The 4×4 tables stay below 1.3 MB, those of 5×5 below 0.5 MB."""
    assert (sliding_tables.DATA / "4x4.pdb").stat().st_size <= 1_300_000
    assert (sliding_tables.DATA / "5x5.pdb").stat().st_size <= 500_000


@pytest.mark.parametrize("spoil", [0, 20, 60, -1])
def test_a_damaged_file_is_refused(spoil: int) -> None:
    """One wrong byte anywhere is noticed, and so is a file cut short."""
    content = bytearray((sliding_tables.DATA / "2x5.pdb").read_bytes())
    tables.decode(bytes(content))
    content[spoil] ^= 0x55
    with pytest.raises(tables.DamagedTable, match=r"2x5\.pdb is damaged"):
        tables.decode(bytes(content), "2x5.pdb")
    with pytest.raises(tables.DamagedTable):
        tables.decode(bytes(content[:30]), "2x5.pdb")


def test_a_table_of_one_pattern_by_hand() -> None:
    """Tiles 1 and 2 of 2×2: exchanged they cannot get past each other without extra moves."""
    ranked = sliding_tables.build(2, 2, (1, 2))
    table = tables.spread(ranked, 4, 2)
    assert 0 == table[0 * 4 + 1]  # both at home
    assert 0 < table[1 * 4 + 0]  # exchanged


@pytest.mark.slow
def test_the_pattern_tables_are_the_same_by_search_from_any_placement() -> None:
    """Excesses of 3×4 patterns bound true distances: checked on every position within 13 moves."""
    from interactive_provider.builtin.sliding.solving.complete import exchange, neighbour_cells

    beside = neighbour_cells(3, 4)
    level, seen = [bytes((*range(1, 12), 0))], set()
    for depth in range(14):
        seen.update(level)
        for tiles in level:
            assert deepening.lower_bound(tuple(tiles), 3, 4) <= depth
        level = list(
            {
                p.translate(exchange(p[cell])) for p in level for cell in beside[p.index(0)]
            }.difference(seen)
        )


@pytest.mark.slow
def test_forbidden_words_lose_no_position() -> None:
    """Walking without forbidden words still reaches every position of 3×3 in its true distance, up
    to depth 16."""
    from interactive_provider.builtin.sliding.solving.complete import distances, exchange

    table = distances(3, 3)
    start = bytes((*range(1, 9), 0))
    level = {(start, 8, id(duplicates.roots(3, 3)[8])): duplicates.roots(3, 3)[8]}
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
@pytest.mark.parametrize("shape", [(2, 5), (2, 7), (2, 8), (3, 4), (3, 5), (4, 4), (5, 5)])
def test_pattern_bounds_are_admissible_on_walks(shape: tuple[int, int]) -> None:
    """On walks from the goal no side's bound passes the length of the walk, and its parity is
    always right.

    They are not consistent, and need not be to deepen iteratively: a table holds the best over all
    cells of the blank, and where the tiles of a pattern shut the blank in, a bound may change by 3
    or more in one move.
    """
    rng = random.Random(4)
    engine = deepening.searcher(*shape)
    for _ in range(8):
        position = sliding.goal(*shape)
        for steps in range(1, 150):
            position = sliding.apply(position, rng.choice(sliding.moves(position)))
            for bound in _bounds(engine, position):
                assert bound <= steps and (steps - bound) % 2 == 0


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 4), (3, 3)])
def test_pattern_bounds_of_small_boards_never_pass_the_distance(shape: tuple[int, int]) -> None:
    """Two patterns that part the tiles of a small board, added up, against the distance of every
    position."""
    from interactive_provider.builtin.sliding.solving.complete import distances

    cells = shape[0] * shape[1]
    patterns = (tuple(range(1, cells // 2)), tuple(range(cells // 2, cells)))
    built = [
        tables.spread(sliding_tables.build(*shape, pattern), cells, len(pattern))
        for pattern in patterns
    ]
    groups = [
        deepening.Group(pair[0], pair[1], tuple(range(cells)))
        for pair in zip(patterns, built, strict=True)
    ]
    for tiles, distance in distances(*shape).items():
        where = {tile: cell for cell, tile in enumerate(tiles)}
        excess = 0
        for group in groups:
            place = 0
            for tile in group.tiles:
                place = place * cells + where[tile]
            excess += group.table[place]
        assert manhattan(tuple(tiles), shape[1]) + 2 * excess <= distance


def _bounds(engine: deepening.Searcher, position: sliding.Position) -> list[int]:
    tiles = rules.flatten(position)
    return [manhattan(tiles, engine.columns) + 2 * excess for excess in engine.excesses(tiles)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", tables.SHIPPED)
def test_a_file_written_again_has_the_same_bytes(shape: tuple[int, int]) -> None:
    """What is read from a shipped file is written as it stands there."""
    content = (sliding_tables.DATA / tables.file_name(*shape)).read_bytes()
    ranked = tables.ranked_tables(
        tables.decode(content), shape[0] * shape[1], tables.SHIPPED[shape]
    )
    assert content == sliding_tables.encode(list(ranked))


@pytest.mark.slow
def test_a_square_board_is_bounded_by_its_mirror_image_too() -> None:
    """Each side of 4×4 has each tile once, and neither side is always the better."""
    engine = deepening.searcher(4, 4)
    assert [list(range(1, 16))] * 2 == [
        sorted(tile for group in side for tile in group.tiles) for side in engine.sides
    ]
    rng = random.Random(2)
    excesses = [engine.excesses(rules.flatten(sliding.scramble(4, 4, rng))) for _ in range(50)]
    assert {0, 1} == {int(first < second) for first, second in excesses}
