"""The map of a story: only what was seen is on it, each room where its direction puts it."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.zmachine import RoomVisit, charted
from interactive_provider.interpreters.zmachine.charts import direction


@pytest.mark.parametrize(
    ("command", "way"),
    [("n", "north"), ("SW", "southwest"), ("go to the east", "east"), ("u", "up"), ("walk north", "north"),
     ("out", "out"), ("take lamp", ""), ("o", ""), ("", ""), ("northern", "")],
)  # fmt: skip
def test_a_direction_is_read_as_players_type_it(command: str, way: str) -> None:
    """In full, in short, and after a verb."""
    assert way == direction(command)


def test_rooms_stand_where_their_directions_lead() -> None:
    """North is above; where a place is taken the room stands further on; a ladder leads beside."""
    chart = charted(
        [
            RoomVisit("", "Lane", ""),
            RoomVisit("n", "Yard", ""),
            RoomVisit("s", "Lane", ""),
            RoomVisit("south", "Pond", ""),
            RoomVisit("north", "Moor", ""),
            RoomVisit("climb ladder", "Loft", ""),
        ]
    )
    rooms = {"Lane": (0, 0), "Yard": (-1, 0), "Pond": (1, 0), "Moor": (-2, 0), "Loft": (-3, 1)}
    assert ("Loft", rooms) == (chart.rooms[chart.here][0], dict(chart.rooms))
    assert ["climb ladder"] == [words for _, words, end in chart.ways if end == chart.here]


def test_a_way_that_was_tried_in_vain_is_not_an_exit() -> None:
    """What a room's text names is, until it has been tried; what led out before is, too."""
    lane = RoomVisit("", "Lane", "A gate to the east, paths north and south.")
    assert ("east", "north", "south") == charted([lane]).exits
    chart = charted(
        [
            lane,
            RoomVisit("e", "Lane", "It is closed."),
            RoomVisit("west", "Den", "Lane is east."),
            RoomVisit("e", "Lane", ""),
        ]
    )
    assert ("north", "south", "west") == chart.exits


def test_the_way_back_is_known_if_it_was_printed() -> None:
    """Not otherwise: a chute has none."""
    lane, pond = RoomVisit("", "Lane", ""), RoomVisit("south", "Pond", "The lane is to the north.")
    assert {(1, "south", 0), (0, "north", 1)} == set(charted([lane, pond]).ways)
    assert {(1, "south", 0)} == set(charted([lane, pond._replace(text="Water.")]).ways)


def test_a_long_game_shows_the_rooms_nearest_to_the_player() -> None:
    """Sixty of them, the player's first."""
    visits = [
        RoomVisit("", "Room 0", ""),
        *(RoomVisit("e", f"Room {number}", "") for number in range(1, 200)),
    ]
    chart = charted(visits)
    assert (60, "Room 199") == (len(chart.rooms), chart.rooms[chart.here][0])
    back = charted([*visits, RoomVisit("climb", "Room 0", "")])
    assert {f"Room {number}" for number in range(60)} == set(dict(back.rooms))
