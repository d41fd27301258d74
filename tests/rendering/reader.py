"""What a host that strips a page leaves of it."""

from __future__ import annotations

from html.parser import HTMLParser


class Stripped(HTMLParser):
    """The words of a page without its tags, styles and scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self._hidden = "", 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Hide what stands in a style or a script."""
        self._hidden += tag in ("style", "script")

    def handle_endtag(self, tag: str) -> None:
        """Show again what follows one."""
        self._hidden -= tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        """Keep what is shown."""
        self.words += "" if self._hidden else data


class Sound(Stripped):
    """A page that closes each tag that it opens and listens to no event; ``tags`` are those that it
    has."""

    def __init__(self, page: str) -> None:
        self.tags: list[str] = []
        self._open: list[str] = []
        super().__init__(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note the tag, which must not listen."""
        super().handle_starttag(tag, attributes)
        self.tags.append(tag)
        self._open.append(tag)
        assert not [name for name, _ in attributes if name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        """Only the tag that was opened last is closed."""
        super().handle_endtag(tag)
        assert tag == self._open.pop()
