"""Bring the files that published pages are played with: `python -m tools.engine_files`, which needs
npm.

They are named builds of two packages, unchanged. `DIGESTS` is what they must be, so that another
release is taken on
purpose: change its version here, run this, play found pages with it, then keep the new digests.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.isolation import REPOSITORY

FOLDER = REPOSITORY / "interactive_provider/interpreters/stories/published/engine_files"
PACKAGES = {"@jitl/quickjs-ng-wasmfile-release-sync": "0.32.0", "linkedom": "0.18.15"}
"""The packages and their versions."""
FILES = {
    "quickjs-ng.wasm": "@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm",
    "linkedom.js": "linkedom/worker.js",
}
"""Where each file comes from."""
DIGESTS = {
    "quickjs-ng.wasm": "b56fe5094b8751c47b8c32fb5ed4d75afe2dbb43412d3d983ac5d1156af456da",
    "linkedom.js": "0f4d0c736eac11c98c1d7b7a041a0c36c8d5aa706dfeae64d84747d8b333f3d3",
}
LICENCES = "licences.txt"


def digest(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def licences(modules: Path) -> str:
    """The licences of both packages and of what the document's file contains, one after another."""
    packages = sorted(
        file.parent
        for file in modules.rglob("package.json")
        if len(file.relative_to(modules).parts) < 4
    )
    parts = []
    for package in packages:
        for file in sorted(package.glob("LICENSE*")):
            parts.append(
                f"{'=' * 78}\n{package.relative_to(modules)}\n{'=' * 78}\n\n{file.read_text('utf-8').strip()}"
            )
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Install the packages in a folder that goes again, and take from it what is shipped."""
    wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
    with tempfile.TemporaryDirectory() as folder:
        npm = [
            "npm",
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefix",
            folder,
            *wanted,
        ]
        subprocess.run(npm, check=True)
        modules = Path(folder) / "node_modules"
        for name, source in FILES.items():
            shutil.copyfile(modules / source, FOLDER / name)
        (FOLDER / LICENCES).write_text(licences(modules), "utf-8")
    other = [name for name in FILES if digest((FOLDER / name).read_bytes()) != DIGESTS[name]]
    for name in other:
        print(f"{name} is another file now: {digest((FOLDER / name).read_bytes())}")
    return bool(other)


if __name__ == "__main__":
    sys.exit(main())
