"""Run every benchmark, one after the other: `python -m benchmarks [--quick]`; what each prints is
its table."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import benchmarks


def main() -> int:
    """The worst exit status of all."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    status = 0
    for name in names:
        if name in ("__main__", "measure", "sliding_tables"):
            continue
        print(f"## {name}\n", flush=True)
        status = max(
            status, subprocess.call([sys.executable, "-m", f"benchmarks.{name}", *sys.argv[1:]])
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
