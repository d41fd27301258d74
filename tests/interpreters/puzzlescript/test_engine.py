"""What the rules make of a level, turn by turn."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.puzzlescript import EndlessTurn, engine

from .games import Play, game_text

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


@pytest.mark.parametrize(
    ("rules", "level", "ways", "after"),
    [
        (PUSH, "P*.", "right", ".pc"),
        (PUSH, ".*P", "left", "cp."),
        (PUSH, "P*#", "right", "pcw"),
        (PUSH, "P**.", "right", "pcc."),
        ("[ > Solid | Crate ] -> [ > Solid | > Crate ]", "P**.", "right", ".pcc"),
        (PUSH, "P\n*\n.", "down", "./p/c"),
        (PUSH, ".\n*\nP", "up", "c/p/."),
        ("", "P.", "left", "p."),
        ("late [ Player | Fruit ] -> [ Player | ]", "P.F", "right", ".p."),
        ("[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]", "P..*.", "right", ".p..c"),
        ("[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]", ".*..P", "left", "c..p."),
        ("right [ Player | ... | Fruit ] -> [ Player | ... | ]", "P.F.F", None, "p...."),
        ("left [ Player | ... | Fruit ] -> [ Player | ... | ]", "F.F.P", None, "....p"),
        (
            "right [ Player | ... | Crate | ... | Fruit ] -> [ Player | ... | Crate | ... | ]",
            "PF*.F.F",
            None,
            "pfc....",
        ),
        ("down [ Crate | ... | Crate ] -> [ Crate | ... | ]", "*P\n*.\n*.", None, "cp/../.."),
        ("[ > Player ] [ Crate ] -> [ > Player ] [ < Crate ]", "P.#.*.", "right", ".pwc.."),
        ("[ > Player ] -> [ < Player ]", ".P.", "right", "p.."),
        ("[ action Player | Thing ] -> [ action Player | ]", "PF*", "action", "p.c"),
        ("[ moving Player | Crate ] -> [ moving Player | moving Crate ]", "*P.", "right", ".cp"),
        ("[ > Player ] -> cancel", "P.", "right", "p."),
        ("right [ Player | no Wall ] -> [ Player | Fruit ]", "P.#", None, "pfw"),
        ("right [ Crate | Crate ] -> [ Crate | ]", "P***", None, "pc.c"),
        ("startloop\nright [ Fruit | . ] -> [ . | Fruit ]\nendloop", "PF...", None, "p...f"),
    ],
)
def test_a_move_leads_to_the_level_that_the_rules_make(
    rules: str, level: str, ways: str | None, after: str
) -> None:
    """A move is pushed through rules, movements and late rules in the order of the original."""
    play = Play(game_text(rules, level)).move(ways)
    assert after == play.shown()


def test_two_that_want_one_cell_are_served_in_the_order_of_the_cells() -> None:
    """Of a crate from the left and one from the right the left one gets the cell between them."""
    rules = "[ Player ] [ Fruit Crate ] -> [ Player ] [ Fruit right Crate ]\n"
    rules += "[ Player ] [ Target Crate ] -> [ Player ] [ Target left Crate ]"
    legend = "A = Fruit and Crate\nB = Target and Crate"
    play = Play(game_text(rules, "A.B\nP..", legend=legend)).move(None)
    assert "fcc/p.." == play.shown()


def test_rigid_bodies_stay_whole() -> None:
    """A rigid group of crates does not move if one of them cannot."""
    rules = "rigid [ > Player | Crate ] -> [ > Player | > Crate ]\n"
    rules += "+ rigid [ moving Crate | Crate ] -> [ moving Crate | moving Crate ]"
    level = "P*.\n.*#\n..."
    assert "pc./.cw/..." == Play(game_text(rules, level)).move("right").shown()
    assert ".pc/..c/..." == Play(game_text(rules, level.replace("#", "."))).move("right").shown()


def test_a_turn_that_is_tried_again_forgets_what_the_failed_rigid_group_did() -> None:
    """Its commands, the cells that it decided about, and that it may not be applied."""
    push = "rigid [ > Player ] [ Crate ] -> [ > Player ] [ > Crate ]"
    told = Play(game_text(f"{push} message Pushed", "P..\n*#.")).move("right")
    assert ("", ".p./cw.") == (told.turn.message, told.shown())
    twice = Play(game_text(f"{push}\n{push}", "P..\n*#.\n*..")).move("right")
    assert ".p./cw./c.." == twice.shown()
    late = Play(game_text(f"{push}\n+ late [ Wall ] -> [ ]", "P..\n*#.")).move("right")
    assert ".p./c.." == late.shown()


def test_chance_picks_what_the_caller_says() -> None:
    """A random rule and a random object are drawn by the function that is handed in."""
    rules = "[ Player | . ] -> [ Player | random Thing ]"
    assert "pf" == Play(game_text(rules, "P."), luck=0.0).move(None).shown()
    assert "pc" == Play(game_text(rules, "P."), luck=0.9).move(None).shown()
    rules = "random [ Fruit ] -> [ ]"
    for luck, after in ((0.0, "p.ff"), (0.5, "pf.f"), (0.9, "pff.")):
        assert after == Play(game_text(rules, "PFFF"), luck=luck).move(None).shown()
    assert "pf/.f" == Play(game_text(rules, "PF\nFF"), luck=0.0).move(None).shown()


def test_again_says_that_another_turn_follows() -> None:
    """A turn with `again` is followed by another one only if that would change anything."""
    play = Play(game_text("right [ Fruit | . ] -> [ . | Fruit ] again", "P.F."))
    assert (0, ".p.f") == (play.follow("right"), play.shown())
    rule = "right [ stationary Fruit | no Wall ] -> [ right Fruit | no Wall ] again"
    assert 1 == Play(game_text(rule, "PF..")).follow()
    rules = "[ > Player | Wall ] -> again\n[ stationary Player ] [ Fruit ] -> [ Player ] [ Crate ]"
    blocked = Play(game_text(rules, "P#F"))
    assert (0, "pwf") == (blocked.follow("right"), blocked.shown())


EATEN = "[ > Player | Fruit ] -> [ Player | Target ]"


def test_a_turn_that_follows_by_itself_can_be_cancelled_with_a_message() -> None:
    """The message is a reason for that turn, although it changes nothing."""
    play = Play(game_text(f"[ Target ] -> cancel message Full\n{EATEN} again", "PF"))
    assert (1, "Full", "pt") == (play.follow("right"), play.turn.message, play.shown())


def test_a_restart_by_itself_leads_to_the_checkpoint_of_the_move_before_it() -> None:
    """It is newer than the one that the move began with."""
    play = Play(game_text(f"[ Target ] -> restart\n{EATEN} checkpoint again", "PF"))
    assert (1, "pt") == (play.follow("right"), play.shown())


def test_commands_of_a_turn() -> None:
    """Messages, checkpoints, restart and win are reported."""
    play = Play(game_text("[ > Player | Fruit ] -> checkpoint\nlate [ Player Fruit ] -> message Yum (yes)", "PF"))  # fmt: skip
    play.move("right")
    assert ("Yum (yes)", play.turn.boards) == (play.turn.message, play.turn.checkpoint)
    assert "p." == Play(game_text("[ > Player ] -> restart", "P.")).move("right").shown()
    assert Play(game_text("[ > Player ] -> win", "P.")).move("right").turn.is_won


def test_a_restart_at_the_start_of_a_level_is_not_obeyed() -> None:
    """What the rules make of a level as it begins stays, although they ask for a restart."""
    text = game_text(
        "late [ Player ] -> [ Player Fruit ] restart", "P.", prelude="run_rules_on_level_start"
    )
    assert 2 == sum(board.bit_count() for board in Play(text).move("right").turn.boards[2:])


@pytest.mark.parametrize(
    ("goals", "level", "is_won"),
    [
        ("All Target On Crate", "O*P", False),
        ("No Fruit", ".PF", False),
        ("No Fruit", ".PO", True),
        ("Some Fruit", ".PF", True),
        ("Some Fruit On Target", "FPO", False),
        ("All Fruit On Player", ".PF", False),
        ("Some Pair", ".PO", False),
        ("", "P", False),
    ],
)
def test_goals(goals: str, level: str, is_won: bool) -> None:
    """A level is won if all of its goals are reached, and there is one."""
    assert is_won == Play(game_text("", level, goals=goals)).move("up").turn.is_won


def test_a_player_who_must_move_and_cannot_changes_nothing() -> None:
    """With `require_player_movement` a turn without a step of the player is not made."""
    rules = "[ Fruit ] -> [ ]"
    level = "P#F"
    assert (
        "pwf"
        == Play(game_text(rules, level, prelude="require_player_movement")).move("right").shown()
    )
    assert "pw." == Play(game_text(rules, level)).move("right").shown()


def test_rules_that_go_round_and_round_are_given_up() -> None:
    """A turn has a bound that is counted, and the fault names a line of the rules."""
    rules = "startloop\nright [ no Thing | no Thing ] -> [ random Thing | random Thing ]\n"
    text = game_text(rules + "[ Thing ] -> [ ]\nendloop", "P" + "." * 400)
    with pytest.raises(EndlessTurn, match=r"line \d+"):
        Play(text).move(None)


def test_turns_that_follow_by_themselves_cost_no_more_than_a_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A move that goes on forever is given up after a moment, not after 500 costly turns."""
    monkeypatch.setattr(engine, "MOST_OF_TURNS", 2.0)
    rules = "startloop\nrandom [ no Crate ] -> [ Crate ]\nrandom [ Crate ] -> [ ]\nendloop\n"
    again = "late random [ no Fruit ] -> [ Fruit ] again"
    play, made = Play(game_text(rules + again, "P" + "." * 119)), 0
    with pytest.raises(EndlessTurn):
        for _ in play.machine.turns(play.turn.boards, "wait", lambda: 0.0, play.level.boards):
            made += 1
    assert 1 < made < 100


def test_the_matches_of_a_random_rule_are_counted() -> None:
    """Four rows that match in a hundred cells each do so in a hundred million ways."""
    row = "[ Fruit ]"
    rules = f"random {row} {row} {row} {row} -> [ Fruit Crate ] {row} {row} {row}"
    with pytest.raises(EndlessTurn, match="line"):
        Play(game_text(rules, "P" + "F" * 100)).move(None)


def test_matches_that_are_gone_cost_nothing() -> None:
    """A rule about two hundred things with two hundred others is not given up as endless."""
    play = Play(game_text("[ Fruit ] [ Crate ] -> [ ] [ Crate ]", "P" + "F*" * 200)).move("left")
    assert "p" + ".c" * 200 == play.shown()


def test_what_spreads_takes_all_cells_at_once() -> None:
    """A rule whose matches cannot spoil one another counts once, however many there are."""
    rules = "late [ Target | ] -> [ Target | Target ]"
    play = Play(game_text(rules, "P" + "." * 120 + "O", prelude="noaction")).move("left")
    assert "t" * 122 == play.shown().replace("p", "t")
    assert play.turn.work < 0.01
