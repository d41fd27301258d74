"""Search in a real kernel: lobbies, opponents, hints, verdicts and trees by Tab and magics."""

from __future__ import annotations

from .client import Kernel


def test_a_thinking_opponent_in_a_kernel(kernel: Kernel) -> None:
    """Tab offers the opponents, a choice is answered, and all that search says is shown."""
    kernel.run("%load_ext interactive_provider")
    assert "connect_four_against_the_computer" in kernel.tab("games.k_in_a_row.")
    kernel.run('p = games.k_in_a_row(seed=3).connect_four(against=("mcts", 32)).column4')

    assert "column1" in kernel.tab("p.")
    assert "The computer (Yellow) played column" in kernel.run("p").text
    assert "trial game" in kernel.run("%hint p states=100 simulations=64").text
    assert "255,168 games" in kernel.run("%count games.k_in_a_row(seed=1).noughts_and_crosses").text
    kernel.run(
        "q = games.k_in_a_row(seed=3).noughts_and_crosses.row2.column2.row1.column1.row1.column2"
    )
    assert "row 3 column 2  draws" in kernel.run("%evaluate q").text
    assert "O: row 3 column 2  draws" in kernel.run("%tree 1 q").text
