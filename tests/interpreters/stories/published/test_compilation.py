"""What is kept of the compiled engine: a whole file or none."""

from __future__ import annotations

from pathlib import Path

import pytest

resource = pytest.importorskip("resource")
compilation = pytest.importorskip("interactive_provider.interpreters.stories.published.compilation")


def test_a_full_disk_leaves_no_part_of_the_compiled_engine(tmp_path: Path) -> None:
    """What cannot be written to its end is removed."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        compilation._write(tmp_path / "engine", bytes(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [] == list(tmp_path.iterdir())

    compilation._write(tmp_path / "engine", bytes(100_000))
    assert [tmp_path / "engine"] == list(tmp_path.iterdir())
