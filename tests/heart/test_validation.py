"""The checks of a game's parameters."""

from __future__ import annotations

import inspect

import pytest

from interactive_provider.errors import BadParameter
from interactive_provider.game.validation import whole


def test_help_on_whole_is_short() -> None:
    """A bound of a thousand digits is not written into the signature."""
    assert len(str(inspect.signature(whole))) < 150
    with pytest.raises(BadParameter, match=r"at most 1,000 digits"):
        whole("rows", 10**1001)
    assert 10**1000 == whole("rows", 10**1000)
