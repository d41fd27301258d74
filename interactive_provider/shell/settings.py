"""The settings: ``%config InteractiveProvider`` shows and sets them, ``ipython_config.py`` may hold them."""

from __future__ import annotations

from typing import Any

from traitlets import Bool, Enum, Int, TraitError, Unicode, observe, validate
from traitlets.config import Configurable

from ..heart.records import links
from ..support.extras import installed
from ..views import console
from ..widget import results


class InteractiveProvider(Configurable):
    """Settings of the extension; the class has the name that ``%config`` and config files use."""

    display = Enum(
        ("html", "text", "widget"),
        default_value="html",
        help="How a notebook shows a position: as a table, as plain text (%play too), or as a clickable board.",
    ).tag(config=True)

    colour = Enum(
        ("auto", "always", "never"),
        default_value="auto",
        help="Terminal colours: auto (if supported), always or never.",
    ).tag(config=True)

    screen = Enum(
        console.COLOURS,
        default_value=console.COLOURS[0],
        help="The screen of a BASIC program: green or amber on dark glass, or paper.",
    ).tag(config=True)

    background = Enum(
        ("auto", "dark", "light"),
        default_value="auto",
        help="The terminal's background, which decides the colours; auto asks the terminal and IPython.",
    ).tag(config=True)

    evaluate = Bool(False, help="Show how good each choice is beside its label when you press Tab.").tag(config=True)

    complete = Bool(True, help="Complete choices in the game's order, with labels, also after calls and in keys.").tag(
        config=True
    )

    suppress = Bool(True, help="Silence other completers (Jedi) if choices were found.").tag(config=True)

    max_listed = Int(
        500, min=1, help="List at most this many choices at once, the first ones; IPython shows no more than 500."
    ).tag(config=True)

    results = Bool(True, help="Count games won and lost on boards, and keep the last boards for %resume.").tag(
        config=True
    )

    site = Unicode(
        links.site, help="The address of the browser-only site that the links of %share and share(p) open."
    ).tag(config=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        links.site, console.colour = self.site, self.screen

    @observe("site", "screen", "results")
    def _apply(self, change: dict[str, Any]) -> None:
        """Tell the module that uses it."""
        module, name = {"site": (links, "site"), "screen": (console, "colour"), "results": (results, "enabled")}[
            change["name"]
        ]
        setattr(module, name, change["new"])

    @validate("display")
    def _installed(self, proposal: dict[str, Any]) -> Any:
        """Refuse the widget if it could not be shown."""
        if proposal["value"] == "widget" and not installed("anywidget"):
            raise TraitError("display='widget' needs widgets: pip install interactive-provider[widgets]")
        return proposal["value"]
