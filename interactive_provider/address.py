"""The project's addresses on the web: the only place for them, empty until there are any.

The wheel's links and README, the links of `share` and the site's own address are made from these.
"""

SITE = ""
"""The documentation site, with a trailing slash; the browser-only site is in ``play`` below it."""

SOURCE = ""
"""The repository, as a page that shows its files."""

PLAY = f"{SITE}play/" if SITE else "http://localhost:8000/"
"""The browser-only site; if there is no address, the one that ``python -m http.server -d
build/playground`` serves."""
