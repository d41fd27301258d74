"""Fixtures: a real server, a real browser, and a person at each front end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tools.chromium import FLAGS, find_chromium

OF_A_FRONT_END = {"server", "site"}
"""What opens a real front end; a file that has an opener of its own is marked as a whole."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs the browser is marked so, by what it asks for."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "browser" in fixtures:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(300))
            if OF_A_FRONT_END.intersection(fixtures):
                item.add_marker(pytest.mark.front_end)


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


WINDOW = {"width": 1100, "height": 800}


def patient(context: Any) -> Any:
    """A profile whose waits last as long as a busy machine may need."""
    context.set_default_timeout(1000 * PATIENCE)
    return context


def profile(browser: Any) -> Any:
    """A profile of its own, which keeps nothing of another's."""
    return patient(browser.new_context(viewport=WINDOW, reduced_motion="reduce"))


@pytest.fixture
def new_page(browser: Any) -> Iterator[Any]:
    """An empty page in a profile of its own."""
    context = profile(browser)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="package")
def _only_page(browser: Any) -> Iterator[Any]:
    context = profile(browser)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(_only_page: Any) -> Any:
    """An empty page, the same for all tests, for what is written into it and needs no address."""
    _only_page.goto("about:blank")
    _only_page.set_viewport_size(WINDOW)
    _only_page.emulate_media(reduced_motion="reduce")
    return _only_page


FRONT_ENDS = ("lab", "notebook")

Sitting = Callable[[str], AbstractContextManager[Any]]
"""Sits a person down at a front end, by its name."""


@pytest.fixture(scope="package")
def sitting(browser: Any, server: Any) -> Iterator[Sitting]:
    """People at JupyterLab and Notebook 7, one after the other at one window.

    JupyterLab is loaded once: each person opens a notebook of their own in it and closes it at the
    end. Notebook 7 is a page for each notebook, whose programs the browser has kept.
    """
    from .frontend import FrontEnd

    context = profile(browser)
    pages: dict[str, Any] = {}

    @contextmanager
    def sat(kind: str) -> Iterator[Any]:
        page = pages.pop(kind, None) or context.new_page()
        page.set_viewport_size(WINDOW)
        person = FrontEnd(page, server, kind)
        yield person
        if person.path:
            person.close()
        if kind == "lab":
            pages[kind] = page
        else:
            page.close()

    yield sat
    context.close()


@pytest.fixture(params=FRONT_ENDS)
def front_end(request: pytest.FixtureRequest, sitting: Sitting) -> Iterator[Any]:
    """A person at JupyterLab, then the same person at Notebook 7."""
    with sitting(request.param) as person:
        yield person


@pytest.fixture
def lab(sitting: Sitting) -> Iterator[Any]:
    """A person at JupyterLab."""
    with sitting("lab") as person:
        yield person


@pytest.fixture
def notebook7(sitting: Sitting) -> Iterator[Any]:
    """A person at Notebook 7."""
    with sitting("notebook") as person:
        yield person


@pytest.fixture(scope="session")
def axe_script() -> str:
    """The accessibility checker axe-core, as a script to put into a page."""
    package = pytest.importorskip("axe_playwright_python")
    return (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
