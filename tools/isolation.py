"""A Jupyter and an IPython that read and write nothing of the user's own."""

from __future__ import annotations

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]

PLACES = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "IPYTHONDIR": "ipython",
}


def isolated_environment(folder: Path) -> dict[str, str]:
    """This process's environment, with every folder that Jupyter and IPython look into below
    ``folder``.

    The package is found in this repository, wherever the tests were started from; a ``make`` that
    starts there is its own, not one of the gate's.
    """
    foreign = ("JUPYTER", "IPYTHON", "MAKE", "MFLAGS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    own = {name: str(folder / place) for name, place in PLACES.items()}
    for place in own.values():
        Path(place).mkdir(parents=True, exist_ok=True)
    search = os.pathsep.join(filter(None, (str(REPOSITORY), kept.get("PYTHONPATH", ""))))
    return {**kept, **own, "PYTHONPATH": search, "JUPYTER_PREFER_ENV_PATH": "1"}
