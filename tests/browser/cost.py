"""What an update costs the main thread of a page, by the browser's own counters of CPU time."""

from __future__ import annotations

from typing import Any, NamedTuple

WARMING = 2
"""Updates before those that count."""

BUTTONS = """<style>button {{ width: 30px; height: 30px }} .pressed {{ background: #cde }}</style>
<table id="buttons">{rows}</table>""".format(
    rows="".join(f"<tr>{'<td><button>1</button></td>' * 30}</tr>" for _ in range(16))
)
"""A table of 16 × 30 buttons."""

PRESS_ONE = "(n) => document.querySelector('#buttons button').classList.toggle('pressed', n % 2)"
PRESS_ALL = (
    "(n) => { for (const one of document.querySelectorAll('#buttons button'))"
    " one.classList.toggle('pressed', n % 2); }"
)
"""What changes one button, or all, in the update of a given number."""

SHOW = "(n) => window.boards[0].show(window.views[n % window.views.length])"
"""What shows the next view."""

_REPEAT = """([update, from, count]) => {
  const run = eval(update);
  for (let n = from; n < from + count; n++) { run(n); document.body.offsetHeight; }
}"""


class Cost(NamedTuple):
    """Milliseconds of CPU time of one update: of all that the page's main thread does, and of
    style alone."""

    task: float
    style: float


def cost(tab: Any, update: str, count: int) -> Cost:
    """The mean cost of ``count`` updates, each with its layout."""
    devtools = tab.context.new_cdp_session(tab)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tab.evaluate(_REPEAT, [update, 0, WARMING])
    before = _counters(devtools)
    tab.evaluate(_REPEAT, [update, WARMING, count])
    after = _counters(devtools)
    devtools.detach()
    task, style = (
        1000 * (after[name] - before[name]) / count
        for name in ("TaskDuration", "RecalcStyleDuration")
    )
    return Cost(task, style)


def _counters(devtools: Any) -> dict[str, float]:
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}
