"""What the package ships that is not its own work is what it says it is."""

from __future__ import annotations

from tools.engine_files import DIGESTS, FILES, FOLDER, LICENCES, PACKAGES, digest
from tools.isolation import REPOSITORY


def test_the_files_are_the_named_builds() -> None:
    """Each shipped file has the digest of the build that it was taken from."""
    assert FILES.keys() == DIGESTS.keys()
    assert DIGESTS == {name: digest((FOLDER / name).read_bytes()) for name in DIGESTS}


def test_each_package_comes_with_its_licence() -> None:
    """The licences lie beside the files, in the wheel too, and the page about licences names the
    packages."""
    kept = (FOLDER / LICENCES).read_text("utf-8")
    page = (REPOSITORY / "docs/licences.md").read_text("utf-8")

    assert [] == [
        name
        for name in (*PACKAGES, "htmlparser2", "css-select", "entities")
        if f"\n{name}\n" not in kept
    ]
    assert [] == [name for name in PACKAGES if name not in page or PACKAGES[name] not in page]


def test_they_are_no_burden() -> None:
    """All that is shipped for published pages takes less than two megabytes."""
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 2_000_000
