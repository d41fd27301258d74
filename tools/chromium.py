"""Where Chromium is, and how a bare machine gets one: ``python -m tools.chromium``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What keeps a headless browser quiet and repeatable, also as root in a container."""


def find_chromium() -> str | None:
    """The path of a Chromium: the machine's own, else the one Playwright has downloaded, else
    None."""
    on_path = (shutil.which(name) for name in (os.environ.get("CHROMIUM", ""), *NAMES) if name)
    return next(filter(None, on_path), None) or _from_playwright()


def _from_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.access(path, os.X_OK) else None


def install_chromium() -> None:
    """From apt where we may use it, else from Playwright's store; `find_chromium` says whether it
    worked."""
    for command in (
        *apt_commands("chromium"),
        (sys.executable, "-m", "playwright", "install", "chromium"),
    ):
        print("+", *command, file=sys.stderr)
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        if find_chromium():
            return


def apt_commands(package: str) -> Sequence[tuple[str, ...]]:
    """The commands that bring a package of Debian's, none if there is no apt or no right to use
    it."""
    if not shutil.which("apt-get"):
        return ()
    rights: tuple[str, ...] = () if os.geteuid() == 0 else ("sudo", "-n")
    if rights and not shutil.which("sudo"):
        return ()
    apt = (
        *rights,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-qq",
        "-o",
        "DPkg::Lock::Timeout=300",
    )
    install = (*apt, "install", "-y", "--no-install-recommends", package)
    return (install, (*apt, "update"), install)


def main() -> int:
    """Print the path of a Chromium, after bringing one if there is none; 1 if that failed."""
    if not find_chromium():
        install_chromium()
    found = find_chromium()
    print(
        found or "No Chromium: install the package 'chromium', or set CHROMIUM to a browser's path."
    )
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
