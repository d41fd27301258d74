"""``python -m tools.fuzz``: attack the package, and tell what was tried and survived.

``python -m tools.fuzz lines saves --seconds 600 --seed 3`` attacks by two of the ways for ten
minutes each.
"""

from __future__ import annotations

import argparse
import sys

from tools.fuzz import ATTACKS
from tools.fuzz.core import run


def main() -> int:
    """Run the attacks that are asked for; gives 1 if any attempt was not survived."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument(
        "attack",
        nargs="*",
        choices=[*ATTACKS, []],
        help="the ways to attack; all of them by default",
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each of them takes")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the attempts")
    wanted = parser.parse_args()
    failed = False
    print(f"{'attack':<12} {'tried':>9} {'survived':>9} {'seconds':>8}")
    for name in wanted.attack or ATTACKS:
        count = run(ATTACKS[name], wanted.seed, wanted.seconds)
        print(
            f"{name:<12} {count.tried:>9,} {count.survived:>9,} {count.seconds:>8.1f}", flush=True
        )
        for fault, told in count.failures.items():
            failed = True
            print(f"  {fault}\n    {told[:1000]}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
