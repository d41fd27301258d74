"""Fixtures: a real server, a real browser, and a person at each front end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.chromium import FLAGS, find_chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs the browser is marked so, by what it asks for."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Jupyter server that serves JupyterLab and Notebook 7 from a folder of its own."""
    from .server import running_server

    with running_server(tmp_path_factory.mktemp("jupyter")) as one:
        yield one


# Of the package, not of the session: while Playwright runs, this thread has an event loop, which
# the kernel tests that come after must not find.
@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Headless Chromium."""
    playwright_api = pytest.importorskip("playwright.sync_api")
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium: run `python -m tools.chromium` to bring one")
    with playwright_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """An empty page in a profile of its own."""
    context = browser.new_context(viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


FRONT_ENDS = ("lab", "notebook")


@pytest.fixture(params=FRONT_ENDS)
def front_end(request: pytest.FixtureRequest, page: Any, server: Any) -> Iterator[Any]:
    """A person at JupyterLab, then the same person at Notebook 7."""
    yield from _person(page, server, request.param)


@pytest.fixture
def lab(page: Any, server: Any) -> Iterator[Any]:
    """A person at JupyterLab."""
    yield from _person(page, server, "lab")


@pytest.fixture
def notebook7(page: Any, server: Any) -> Iterator[Any]:
    """A person at Notebook 7."""
    yield from _person(page, server, "notebook")


def _person(page: Any, server: Any, kind: str) -> Iterator[Any]:
    from .frontend import FrontEnd

    person = FrontEnd(page, server, kind)
    yield person
    if person.path:
        person.close()


@pytest.fixture(scope="session")
def axe_script() -> str:
    """The accessibility checker axe-core, as a script to put into a page."""
    package = pytest.importorskip("axe_playwright_python")
    return (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
