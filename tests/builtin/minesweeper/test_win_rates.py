"""Many games over Dask, as the docstring of `play_games` shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from distributed import Client, LocalCluster

from interactive_provider.builtin.minesweeper import play_games


@pytest.fixture
def client() -> Iterator[Client]:
    """A cluster of two threads inside this process: no port is opened."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        Client(cluster) as found,
    ):
        assert cluster.scheduler_address.startswith("inproc://")
        yield found


@pytest.mark.slow
def test_dask_plays_the_same_games(client: Client) -> None:
    """A client's executor gives the flags that one process gives, in the same order, from a count
    or from boards."""
    alone = play_games(450, "beginner", policy="fast", seed=4)
    shared = play_games(450, "beginner", policy="fast", seed=4, executor=client.get_executor())
    assert (alone.won, alone.wins, alone.games) == (shared.won, shared.wins, shared.games)
    assert 0 < shared.wins < 450
    boards = [["....", "...*"], ["*...", "...."]]
    assert (True, False) == play_games(
        boards, (2, 4, 1), policy="fast", executor=client.get_executor()
    ).won
