r"""What a game says stays text: no front end typesets ``$5 … $10`` as mathematics or makes a link
of ``$\href…$``."""

from __future__ import annotations

from typing import Any

from .frontend import wait_for

WORDS = r"$a$ \(b\) $$c$$ \[d\] $\href{https://evil.example/}{e}$ \begin{equation}f\end{equation}"

STORY = f"""\
:: StoryTitle
{WORDS}

:: StoryData
{{"start": "Start", "format": "Chapbook"}}

:: Start
{WORDS}

[[On|End]]
[[Off|End]]

:: End
{WORDS}
"""

SETUP = f"""\
import interactive_provider as package
from interactive_provider import analysis
from pathlib import Path
from IPython.display import Markdown, display
from tests.rendering.test_every_writer import begun, board_of, silent
%load_ext interactive_provider
WORDS = {WORDS!r}
p = begun(WORDS)
folder = Path("tales")
folder.mkdir(exist_ok=True)
(folder / "tale.twee").write_text({STORY!r})
(folder / "program.bas").write_text('10 PRINT "' + WORDS + '"' + chr(10) + '20 INPUT A$' + chr(10) + '30 PRINT A$')
mine = package.InteractiveProvider(folder, seed=1)
tale, program = (mine[name] for name in sorted(mine, key=lambda name: name == "program"))
"""

SHOWN = (
    (
        "display(p, p.go, board_of(p), mine, tale, tale.On, program, package.options(p)[0],"
        " package.hint(p))"
    ),
    "display(*package.evaluate(p).values(), package.check(p), package.solve(p))",
    (
        "print(package.transcript(p)), display(analysis.count(silent(p), 1),"
        " analysis.tree(silent(p), 1))"
    ),
    (
        "display(analysis.simulate(silent(p), 2), analysis.report(silent(p), games=2),"
        " package.extra(tale, 'map'))"
    ),
    "%play p",
    "w = package.play(p); w.do('hint'); w.do('evaluate'); w",
    "package.play(tale.On)",
    "package.play(program)",
)
"""Cells that show a game's words in every way."""

CONTAINERS = (
    "() => [...document.querySelectorAll('mjx-container')].map((one) =>"
    " one.closest('.jp-Cell')?.innerText)"
)
LINKS = """() => [...document.querySelectorAll("a[href*=evil]")]
  .filter((one) => one.textContent !== one.getAttribute("href")).map((one) => one.outerHTML)"""
"""Links that say something else than where they lead; JupyterLab itself makes links of the
addresses in plain text."""


def test_what_a_game_says_is_not_mathematics(front_end: Any) -> None:
    """Pages, boards, widgets, plots, trees and reports, Shift-Tab and the pop-up show TeX as it is
    written."""
    person = front_end.open([SETUP, *SHOWN])
    for cell in range(len(SHOWN) + 1):
        assert "error" not in [output["output_type"] for output in person.run(cell=cell)], (
            person.text(cell)
        )
    last = len(SHOWN) + 1
    assert "On" in person.complete("tale.", last)
    assert "go" in person.complete("p.", last)
    assert [] == person.page.evaluate(CONTAINERS)
    person.page.keyboard.press("Escape")
    for shown in ("p", "tale", "p.go"):
        person.write(shown, last)
        person.page.keyboard.press("Shift+Tab")
        person.page.locator(".jp-Tooltip").wait_for()
        assert [] == person.page.evaluate(CONTAINERS)
        person.page.keyboard.press("Escape")
    # What is mathematics is typeset: whatever stands above it has had its turn.
    person.run("Markdown('here is $proof$')", last)
    told = wait_for(lambda: person.page.evaluate(CONTAINERS), bool, 60, "the typesetter")
    assert (1, True) == (len(told), "here is" in told[0])
    assert [] == person.page.evaluate(LINKS)
