"""What a build adds to the files: the page's program made small, and what the package index shows,
the project's links and the README with links that lead somewhere from there.

The addresses are those of ``interactive_provider/address.py``. As long as there are none, a link to
a file of the project becomes its words and a picture its description.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LOCAL = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)]*)\)")
"""A link or a picture whose target is a file: the sign of a picture, the words, the file."""


class ReadmeHook(MetadataHookInterface):
    """Gives the project its description."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme`` and ``urls``."""
        known = runpy.run_path(str(Path(self.root, "interactive_provider", "address.py")))
        text = Path(self.root, "README.md").read_text("utf-8")
        readme = readable_elsewhere(text, known["SOURCE"])
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["urls"] = links(known["SITE"], known["SOURCE"])


class ProgramHook(BuildHookInterface[Any]):
    """Makes the page's program small where esbuild is, before a wheel or an sdist is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run the maker; an editable install plays the modules as they are written."""
        if version != "editable":
            make = [sys.executable, "-m", "tools.page_program"]
            subprocess.run(make, cwd=self.root, check=True)


def links(site: str, source: str) -> dict[str, str]:
    """The links that the package index shows beside the description; none without addresses."""
    pages = {"Documentation": site, "Play in the browser": f"{site}play/"} if site else {}
    return pages | ({"Source": source} if source else {})


def readable_elsewhere(text: str, source: str = "") -> str:
    """A README whose links to files lead into ``source``, or nowhere where that is empty."""
    return LOCAL.sub(rf"\1[\2]({source.rstrip('/')}/\3)" if source else r"\2", text)
