"""What the package index shows: the README with links that lead somewhere from there.

A link to a file of the project becomes its words and a picture its description, since the project has no public address
yet. Once ``[project.urls]`` names a ``Source``, they lead into that instead.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LOCAL = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)]*)\)")
"""A link or a picture whose target is a file: the sign of a picture, the words, the file."""


class ReadmeHook(MetadataHookInterface):
    """Gives the project its description."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme``."""
        source = metadata.get("urls", {}).get("Source", "")
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readable_elsewhere(text, source)}


def readable_elsewhere(text: str, source: str = "") -> str:
    """A README whose links to files lead into ``source``, or nowhere where that is empty."""
    return LOCAL.sub(rf"\1[\2]({source.rstrip('/')}/\3)" if source else r"\2", text)
