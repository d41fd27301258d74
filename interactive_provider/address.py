"""Where the project is on the network: the one place for its addresses, empty until there are any.

The wheel's links and README, the links of `share` and the site's own address are made from these.
"""

SITE = ""
"""The site of the documents, with a slash at its end; the site that plays in the browser is in
``play`` below it."""

SOURCE = ""
"""The repository, as a page that shows its files."""

PLAY = f"{SITE}play/" if SITE else "http://localhost:8000/"
"""The site that plays in the browser; without an address where
``python -m http.server -d build/playground`` has it."""
