"""What a seed may be."""

from __future__ import annotations

import pytest

from interactive_provider.errors import BadParameter
from interactive_provider.heart.play.seeds import checked_seed


@pytest.mark.parametrize("seed", [True, 1.5, None])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    """Neither a truth value nor a fraction."""
    with pytest.raises(
        BadParameter, match=f"A seed must be a whole number or a string, not {seed}"
    ):
        checked_seed(seed)
