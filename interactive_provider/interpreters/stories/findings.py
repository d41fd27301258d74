"""The findings of a check of a story, each with its place, and reachability between passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One finding: its subject, passage, file and line (0 if unknown)."""

    kind: str
    name: str
    passage: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f" in “{self.passage}”" if self.passage and self.passage != self.name else ""
        place = ", ".join(filter(None, (self.file, f"line {self.line}" if self.line else "")))
        return f"{self.name}{where}{f' ({place})' if place else ''}"


Findings: TypeAlias = tuple[LintFinding, ...]


def listed(title: str, findings: Findings, most: int = 12) -> list[str]:
    """Return findings below a title, as lines."""
    return _below(title, findings, [str(finding) for finding in findings], most, "more")


def counted(title: str, findings: Findings, most: int = 20) -> list[str]:
    """Return findings below a title, as lines, with a count for each name."""
    counts = Counter(finding.name for finding in findings)
    first = {finding.name: finding for finding in reversed(findings)}
    return _below(
        title,
        findings,
        [f"{count} × {first[name]}" for name, count in counts.most_common()],
        most,
        "more names",
    )


def _below(
    title: str, findings: Findings, lines: Sequence[str], most: int, others: str
) -> list[str]:
    if not findings:
        return []
    more = [f"… and {len(lines) - most} {others}"] if len(lines) > most else []
    return [f"{title} ({len(findings)}):", *(f"  {line}" for line in (*lines[:most], *more))]


def reachable(starts: Iterable[str], after: Callable[[str], Iterable[str]]) -> set[str]:
    """Return everything that can be reached from some names by following ``after``."""
    todo = list(starts)
    seen = set(todo)
    while todo:
        new = {name for name in after(todo.pop()) if name not in seen}
        seen |= new
        todo += new
    return seen


def leading_to(goals: Iterable[str], arrows: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the names from which arrows lead to some goals, and the goals themselves."""
    before: dict[str, list[str]] = {}
    for name, after in arrows.items():
        for target in after:
            before.setdefault(target, []).append(name)
    return reachable(goals, lambda name: before.get(name, ()))
