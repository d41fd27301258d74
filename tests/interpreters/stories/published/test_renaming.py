"""Functions whose own name the borrowed engine takes for a variable of theirs."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.stories.published.renaming import renamed

from . import begun

_STRICT = """
(function () {{ "use strict";
  const run = code => {{ try {{ eval(code) }} catch (fault) {{ alert("Sorry: " + fault.message) }} }};
  run(`window.told = {}`);
  document.querySelector("#passages").append(told(2));
}})()
"""


@pytest.mark.slow
def test_a_function_may_declare_a_variable_of_its_own_name() -> None:
    """The engine says that the name is read-only, where a browser runs the script."""
    own = 'function render(x) { var render = x + 1; eval("render += 1"); return "shows " + render }'
    again = "function count(n) { return n ? count(n - 1) + 1 : 0 }"

    assert ("shows 4", ()) == _shown(own)
    assert ("2", ()) == _shown(again)


def _shown(function: str) -> tuple[str, tuple[str, ...]]:
    scene = begun({"Start": "", "Start script": _STRICT.format(function)})
    return scene.text, scene.remarks


def test_only_such_a_function_loses_its_name() -> None:
    """Functions that call themselves by it keep it, and so do all others."""
    own = "a = function f() { if (x) { y } var e, f = 1; }"
    others = "; b = function f() { f(); function g() {} }; function f() { var f }"
    report = {"remarks": ["'f' is read-only"], "said": []}

    assert own.replace(" f()", "()") + others == renamed(own + others, report)
    assert own == renamed(own, {"remarks": [], "said": []})
