"""The settings: ``%config InteractiveProvider`` shows and sets them; ``ipython_config.py`` may
contain them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traitlets import Bool, Enum, Int, TraitError, Unicode, observe, validate
from traitlets.config import Configurable

from ..heart.records import links
from ..rendering import console
from ..support.extras import installed, missing
from ..widget import hand_over, results


def _one_of(words: Sequence[str], text: str) -> Any:
    """Return a setting with one of several values, by default usually the first."""
    return Enum(words, default_value=words[0], help=text).tag(config=True)


class InteractiveProvider(Configurable):
    """Settings of the extension; the class has the name that ``%config`` and config files use."""

    display = _one_of(
        ("html", "text", "widget"),
        "How a notebook shows a position: as a table, as plain text (%play too), or as a clickable"
        " board.",
    )

    colour = _one_of(
        ("auto", "always", "never"), "Terminal colours: auto (if supported), always or never."
    )

    screen = _one_of(
        console.COLOURS, "The screen of a BASIC program: green or amber on dark glass, or paper."
    )

    background = _one_of(
        ("auto", "dark", "light"),
        "The terminal's background, which decides the colours; auto asks the terminal and IPython.",
    )

    evaluate = Bool(
        False, help="Show how good each choice is beside its label when you press Tab."
    ).tag(config=True)

    complete = Bool(
        True,
        help="Complete choices in the game's order, with labels, also after calls and in keys.",
    ).tag(config=True)

    suppress = Bool(True, help="Silence other completers (Jedi) if choices were found.").tag(
        config=True
    )

    max_listed = Int(
        500,
        min=1,
        help=(
            "List at most this many choices at once, the first ones; IPython shows no more than"
            " 500."
        ),
    ).tag(config=True)

    results = Bool(
        True, help="Count games won and lost on boards, and keep the last boards for %resume."
    ).tag(config=True)

    hand_over = Bool(
        True,
        help=(
            "If players at one screen may not see each other's cards, ask to hand over before the"
            " next player's are shown."
        ),
    ).tag(config=True)

    site = Unicode(
        links.site,
        help="The address of the browser-only site that the links of %share and share(p) open.",
    ).tag(config=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        links.site = self.site
        console.colour = self.screen

    @observe("site", "screen", "results", "hand_over")
    def _apply(self, change: dict[str, Any]) -> None:
        """Pass the value on to the module that uses it."""
        module, name = {
            "site": (links, "site"),
            "screen": (console, "colour"),
            "results": (results, "enabled"),
            "hand_over": (hand_over, "enabled"),
        }[change["name"]]
        setattr(module, name, change["new"])

    @validate("display")
    def _installed(self, proposal: dict[str, Any]) -> Any:
        """Refuse the widget if it could not be shown."""
        if proposal["value"] == "widget" and not installed("anywidget"):
            raise TraitError(str(missing("widgets", "display='widget' needs")))
        return proposal["value"]
