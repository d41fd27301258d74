"""What an author wants to know of a story: where its links lead, what is missing, what is never reached.

Everything here is found by reading the passages as the engines read them; `endings` plays, too.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from . import grammar as g
from . import harlowe, harlowe_source, others, sugarcube, sugarcube_source
from .drawing import Plan
from .engine import Engine, Scene
from .errors import NotUnderstood
from .markup import is_web
from .model import Passage, Story
from .tokens import JAVASCRIPT
from .values import slug

MOST_STEPS = 4_000
"""Choices that are tried to find the endings of a story."""
PLAYS = 100
"""Random plays of a story that is too large, or has luck, to be searched to its end."""
LONGEST_PLAY = 200
UNCLOSED = " without its closing bracket"
"""How the name of a macro ends that stands in the text because it is never closed."""

SPECIAL = frozenset(
    [
        "StoryInit",
        "StoryCaption",
        "StoryMenu",
        "StoryInterface",
        "StoryBanner",
        "StoryShare",
        "PassageHeader",
        "PassageFooter",
        "PassageReady",
        "PassageDone",
        "StoryDisplayTitle",
        "MenuOptions",
        "MenuShare",
        "MenuStory",
        "StoryConfig",
    ]
)
"""Passages that SugarCube shows or runs by itself."""
_SPECIAL_TAGS = frozenset(
    {"widget", "startup", "header", "footer", "debug-startup", "debug-header", "debug-footer", "init"}
)
_STORYLET_LINKS = frozenset({"linkstorylet", "openstorylets"})
_LUCK = re.compile(
    r"\b(?:random\w*|either|shuffle\w*|shuffled|pluck\w*|coinFlip|d\d+)\b|\(\s*(?:random|either|shuffled)\s*:"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at: what it is about, in which passage, in which line of which file (0: not known)."""

    kind: str
    name: str
    passage: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f" in “{self.passage}”" if self.passage and self.passage != self.name else ""
        place = ", ".join(filter(None, (self.file, f"line {self.line}" if self.line else "")))
        return f"{self.name}{where}{f' ({place})' if place else ''}"


@dataclass(frozen=True, slots=True)
class Endings:
    """The passages in which plays ended, and how they were found.

    ``complete`` says that every way was followed; else they were seen in ``plays`` random plays.
    """

    found: tuple[str, ...]
    stuck: tuple[str, ...]
    complete: bool
    plays: int


@dataclass(frozen=True, slots=True)
class Named:
    """What a passage names: targets of links, a passage shown inside, variables, macros; each with its place."""

    targets: tuple[tuple[str, int], ...]
    shown: tuple[tuple[str, int], ...]
    mentioned: frozenset[str]
    read: tuple[tuple[str, int], ...]
    set: frozenset[str]
    macros: tuple[tuple[str, int], ...]
    unsupported: tuple[tuple[str, int], ...]
    passed_over: tuple[tuple[str, int], ...]


class Review:
    """One story looked through from its start."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.story = engine, engine.story

    @cached_property
    def named(self) -> dict[str, Named]:
        """What each passage names."""
        return {p.name: _look(self.engine, p) for p in self.story.told}

    @cached_property
    def edges(self) -> dict[str, tuple[str, ...]]:
        """For each passage the passages that can come next, or are shown inside, as far as they are named."""
        return {name: tuple(dict.fromkeys(t for t, _ in (*n.targets, *n.shown))) for name, n in self.named.items()}

    @cached_property
    def missing(self) -> tuple[Finding, ...]:
        """Links and macros that name a passage which does not exist."""
        return tuple(self._finding("missing", target, name, at) for name, n in self.named.items()
                     for target, at in (*n.targets, *n.shown) if target not in self.story.passages)  # fmt: skip

    @cached_property
    def unreachable(self) -> tuple[Finding, ...]:
        """Passages that no way from the start leads to, links or any word in a macro."""
        reached = self.reached
        return tuple(self._finding("unreachable", p.name, p.name, 0) for p in self.story.told if p.name not in reached)

    @cached_property
    def reached(self) -> frozenset[str]:
        """The passages that some way from the start may lead to."""
        own = [p.name for p in self.story.told if p.name in SPECIAL or not _SPECIAL_TAGS.isdisjoint(p.tags)]
        return self._closure([self.story.start, *own, *self._storylets, *self._scripted()], loosely=True)

    @cached_property
    def _storylets(self) -> tuple[str, ...]:
        """The passages that say themselves when they can be read."""
        return tuple(name for name, n in self.named.items() if any(macro == "storylet" for macro, _ in n.macros))

    def _scripted(self) -> Iterator[str]:
        words = set(re.findall(r"[\"'`]([^\"'`\n]{1,200})[\"'`]", self.story.script))
        yield from (name for name in self.story.passages if name in words)

    def _closure(self, starts: list[str], loosely: bool) -> frozenset[str]:
        todo, seen = starts, set(starts)
        while todo:
            name = todo.pop()
            about = self.named.get(name)
            after = set(self.edges.get(name, ()))
            after |= about.mentioned if about and loosely else frozenset()
            todo += [t for t in after if t in self.story.passages and t not in seen]
            seen |= after
        return frozenset(seen)

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Passages that were meant as ends: they name no other passage and hold nothing that is not supported."""
        plain = (p for p in self.story.told if p.name not in SPECIAL and _SPECIAL_TAGS.isdisjoint(p.tags))
        return tuple(p.name for p in plain if not self.leads_on(p.name))

    def leads_on(self, name: str) -> bool:
        """Whether a passage, or one shown inside it, names a passage to go to."""
        seen, todo = {name}, [name]
        while todo:
            about = self.named.get(todo.pop())
            if about is None:
                continue
            if about.targets or any(macro in _STORYLET_LINKS for macro, _ in about.macros):
                return True
            inner = [shown for shown, _ in about.shown if shown not in seen]
            seen.update(inner)
            todo += inner
        return False

    @cached_property
    def endless(self) -> tuple[Finding, ...]:
        """Passages that can be reached, and from which no end can be reached."""
        before: dict[str, list[str]] = {}
        for name, after in self.edges.items():
            open_ = self._storylets if any(macro in _STORYLET_LINKS for macro, _ in self.named[name].macros) else ()
            for target in (*after, *self.named[name].mentioned, *open_):
                before.setdefault(target, []).append(name)
        good, todo = set(self.ends), list(self.ends)
        while todo:
            for name in before.get(todo.pop(), ()):
                if name not in good:
                    good.add(name)
                    todo.append(name)
        return tuple(self._finding("endless", p.name, p.name, 0) for p in self.story.told
                     if p.name in self.reached and p.name not in good and p.name not in SPECIAL
                     and _SPECIAL_TAGS.isdisjoint(p.tags))  # fmt: skip

    @cached_property
    def unsupported(self) -> tuple[Finding, ...]:
        """Each macro and element that the engine does not follow, wherever it stands."""
        return tuple(
            self._finding("not supported", m, name, at) for name, n in self.named.items() for m, at in n.unsupported
        )

    @cached_property
    def passed_over(self) -> tuple[Finding, ...]:
        """Each macro of looks and sound, which is passed over."""
        return tuple(
            self._finding("passed over", m, name, at) for name, n in self.named.items() for m, at in n.passed_over
        )

    @cached_property
    def never_set(self) -> tuple[Finding, ...]:
        """Variables that are read and that nothing sets; each once, where it is read first."""
        known = frozenset().union(*(n.set for n in self.named.values())) | self.engine.unknown_names
        found: dict[str, Finding] = {}
        for name, n in self.named.items():
            for variable, at in n.read:
                if variable not in known and variable not in found:
                    found[variable] = self._finding("never set", variable, name, at)
        return tuple(found.values())

    @cached_property
    def macros(self) -> Counter[str]:
        """How often each macro occurs."""
        return Counter(m for n in self.named.values() for m, _ in n.macros)

    def _finding(self, kind: str, name: str, passage: str, at: int) -> Finding:
        holder = self.story.passages[passage]
        line = holder.line + (1 + at if at >= 0 and kind not in ("unreachable", "endless") else 0) if holder.line else 0
        return Finding(kind, name, passage, holder.file, line)

    @cached_property
    def endings(self) -> Endings:
        """The endings that playing finds: all of them where the story is finite and has no luck, else some."""
        return _all_endings(self.engine) or _seen_endings(self.engine)

    @property
    def words(self) -> int:
        """Words in all passages, code left out."""
        return sum(p.words for p in self.story.told)

    @cached_property
    def plan(self) -> Plan:
        """What a map of the story shows."""
        told = [p for p in self.story.told if p.name not in SPECIAL]
        return Plan(
            self.story.title, self.story.start, [p.name for p in told], self.edges, frozenset(self.ends),
            list(dict.fromkeys(finding.name for finding in self.missing)),
            {p.name: p.position for p in told if p.position is not None},
            {name: sorted(n.mentioned) for name, n in self.named.items()},
        )  # fmt: skip

    def report(self) -> str:
        """All of it for people, the worst first."""
        story, ends = self.story, self.endings
        how = "every way was followed" if ends.complete else f"seen in {ends.plays} plays"
        lines = [
            f"{story.title}: {len(story.told)} passages, {self.words:,} words, {_format(story)}.",
            *(f"Note: {remark}." for remark in story.remarks),
            *listed("Links to passages that do not exist", self.missing),
            *listed("Passages that nothing leads to", self.unreachable),
            *listed("Passages from which no end can be reached", self.endless),
            *_counted("Not supported here, so a line in the text says so", self.unsupported),
            *_counted("Passed over, being looks and sound", self.passed_over),
            *listed("Variables that are read and never set", self.never_set),
            f"Endings ({how}): {', '.join(ends.found) or 'none'}.",
            *([f"Stuck where something is not supported: {', '.join(ends.stuck)}."] if ends.stuck else []),
        ]
        return "\n".join(lines)

    @property
    def right(self) -> bool:
        """Whether nothing is missing, unreachable or unsupported."""
        return not (self.missing or self.unreachable or self.unsupported)


def _format(story: Story) -> str:
    return f"{story.format} {story.format_version}".strip() or "no format named"


def listed(title: str, findings: tuple[Finding, ...], most: int = 12) -> list[str]:
    if not findings:
        return []
    more = [f"  … and {len(findings) - most} more"] if len(findings) > most else []
    return [f"{title} ({len(findings)}):", *(f"  {finding}" for finding in findings[:most]), *more]


def _counted(title: str, findings: tuple[Finding, ...], most: int = 20) -> list[str]:
    if not findings:
        return []
    counts = Counter(finding.name for finding in findings)
    first = {finding.name: finding for finding in reversed(findings)}
    lines = [f"  {count} × {first[name]}" for name, count in counts.most_common(most)]
    return [
        f"{title} ({len(findings)}):",
        *lines,
        *([f"  … and {len(counts) - most} more names"] if len(counts) > most else []),
    ]


# Endings by playing ------------------------------------------------------------------------------


def _options(scene: Scene) -> list[Any]:
    if scene.question is not None:
        return [1, 0] if scene.question.yes_no else [("typed", scene.question.default or "Ada")]
    return list(range(len(scene.links))) or ([("typed", 7 if scene.box.number else "Ada")] if scene.box else [])


def _all_endings(engine: Engine) -> Endings | None:
    """The endings of a story without luck and with few states; None where there are too many."""
    if _LUCK.search(engine.story.source):
        return None
    luck = Random(0)
    todo = deque([engine.start(luck)])
    seen, steps = set(todo), 0
    found: dict[str, str] = {}
    while todo:
        scene = todo.popleft()
        if scene.outcome is not None:
            found[scene.passage] = scene.outcome
        elif scene.box is not None or scene.question is not None:
            return None
        for option in _options(scene):
            steps += 1
            if steps > MOST_STEPS // 2:
                return None
            after = engine.choose(scene, option, luck)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return _endings(found, complete=True, plays=0)


def _seen_endings(engine: Engine) -> Endings:
    found: dict[str, str] = {}
    steps = plays = 0
    while plays < PLAYS and steps < MOST_STEPS:
        luck = Random(plays)
        scene, plays = engine.start(luck), plays + 1
        for _ in range(LONGEST_PLAY):
            if scene.outcome is not None:
                found[scene.passage] = scene.outcome
                break
            scene = engine.choose(scene, luck.choice(_options(scene)), luck)
            steps += 1
    return _endings(found, complete=False, plays=plays)


def _endings(found: dict[str, str], complete: bool, plays: int) -> Endings:
    kinds = {
        kind: tuple(sorted(name for name, outcome in found.items() if outcome == kind)) for kind in ("ended", "stuck")
    }
    return Endings(kinds["ended"], kinds["stuck"], complete, plays)


# What a passage names ----------------------------------------------------------------------------


class _Looker:
    """Gathers what a passage names; the line of each is that of its first occurrence after the last one."""

    def __init__(self, passage: Passage) -> None:
        self.text, self.at = passage.text, 0
        self.targets: list[tuple[str, int]] = []
        self.shown: list[tuple[str, int]] = []
        self.mentioned: set[str] = set()
        self.read: list[tuple[str, int]] = []
        self.set: set[str] = set()
        self.macros: list[tuple[str, int]] = []
        self.unsupported: list[tuple[str, int]] = []
        self.passed_over: list[tuple[str, int]] = []

    def line(self, written: str) -> int:
        """The line of the passage in which some words stand, from 0; -1 where they do not."""
        at = self.text.find(written)
        return self.text.count("\n", 0, at) if at >= 0 else -1

    def target(self, name: str, shown: bool = False) -> None:
        if name and not is_web(name):
            (self.shown if shown else self.targets).append((name, self.line(name)))

    def result(self) -> Named:
        listed = (self.macros, self.unsupported, self.passed_over)
        found = (tuple(self.targets), tuple(self.shown), frozenset(self.mentioned), tuple(self.read))
        return Named(*found, frozenset(self.set), *map(tuple, listed))

    def tree(self, node: Any) -> None:
        """Gather from the tree of an expression."""
        assigned = set()
        for part in g.walk(node):
            if isinstance(part, g.Assign | g.Update):
                target = part.target
                while isinstance(target, g.Member):
                    target = target.of
                if isinstance(target, g.Variable) and target.kind == "$":
                    self.set.add(target.name)
                    assigned.add(id(part.target))
            elif isinstance(part, g.Unary) and part.sign in ("bind", "2bind"):
                self.set |= {v.name for v in g.walk(part.operand) if isinstance(v, g.Variable)}
            elif isinstance(part, g.Variable) and part.kind == "$" and id(part) not in assigned:
                self.read.append((part.name, self.line(f"${part.name}")))
            elif isinstance(part, g.Literal) and isinstance(part.value, str):
                self.mentioned.add(part.value)


def _look(engine: Engine, passage: Passage) -> Named:
    looker = _Looker(passage)
    if isinstance(engine, sugarcube.SugarCubeEngine):
        _look_sugarcube(engine, passage, looker)
    elif isinstance(engine, harlowe.HarloweEngine):
        _look_harlowe(engine, passage, looker)
    else:
        _look_others(engine, passage, looker)
    return looker.result()


# SugarCube

_TEXTS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")
_PLAYED = re.compile(r"Engine\.(?:play|goto)\(\s*[\"'`]([^\"'`]+)[\"'`]")
_AIMED = {"link": 1, "button": 1, "click": 1, "goto": 0, "include": 0, "display": 0, "choice": 0, "textbox": 2,
          "textarea": 2, "numberbox": 2, "return": 1, "back": 1}  # fmt: skip
_DYNAMIC = re.compile(r"^[$_\"'`]|[(+\[]|\bsetup\.|\.\w+\(")


def _look_sugarcube(engine: sugarcube.SugarCubeEngine, passage: Passage, looker: _Looker) -> None:
    for node in g.walk(engine.parsed(passage.name)):
        if isinstance(node, sugarcube_source.LinkMark):
            _sugarcube_target(node.target, looker)
            _sugarcube_source(node.setter, looker)
        elif isinstance(node, sugarcube_source.Missing):
            looker.unsupported.append((node.what, looker.line(node.what.rstrip(">"))))
        elif isinstance(node, sugarcube_source.Naked):
            looker.tree(node.node)
        elif isinstance(node, sugarcube_source.Macro):
            _sugarcube_macro(engine, node, looker)


def _sugarcube_target(target: str, looker: _Looker) -> None:
    if not target:
        return
    if _DYNAMIC.search(target) and target not in looker.mentioned:
        _sugarcube_source(target, looker)
        if not re.match(r"[$_\"'`]|setup\.", target):
            looker.target(target)
    else:
        looker.target(target)


def _sugarcube_source(source: str, looker: _Looker) -> None:
    if not source:
        return
    try:
        looker.tree(g.parse(source, JAVASCRIPT))
    except NotUnderstood:
        looker.mentioned |= {a or b for a, b in _TEXTS.findall(source)}


def _sugarcube_macro(engine: sugarcube.SugarCubeEngine, node: sugarcube_source.Macro, looker: _Looker) -> None:
    name, line = node.name, looker.line(f"<<{node.name}")
    looker.macros.append((name, line))
    looker.macros += [(clause.name, line) for clause in node.clauses[1:]]
    if name in sugarcube.LOOKS or name in engine.wrappers:
        looker.passed_over.append((f"<<{name}>>", line))
    elif not engine.knows(name):
        looker.unsupported.append((f"<<{name}>>", line))
    if name == "script":
        code = " ".join(part for part in node.body if isinstance(part, str))
        looker.mentioned |= {a or b for a, b in _TEXTS.findall(code)}
        return
    looker.set |= set(re.findall(r"\$([A-Za-z_$][\w$]*)", node.source)) if name in _SETTING else set()
    for clause in node.clauses:
        looker.mentioned |= {a or b for a, b in _TEXTS.findall(clause.source)}
        for target in _PLAYED.findall(clause.source):
            looker.target(target)
        if name in _EXPRESSIONS:
            _sugarcube_source(clause.source.removeprefix("if ") if clause.name == "else" else clause.source, looker)
        else:
            _sugarcube_arguments(name, clause, looker)


_EXPRESSIONS = frozenset(["set", "run", "print", "=", "-", "if", "switch", "while", "remember"])
_SETTING = frozenset(
    ["for", "textbox", "textarea", "numberbox", "checkbox", "radiobutton", "cycle", "listbox", "remember", "capture"]
)


_FLAG = re.compile(r"autofocus|checked|[\w-]+=.*", re.DOTALL)


def _sugarcube_arguments(name: str, clause: sugarcube_source.Clause, looker: _Looker) -> None:
    try:
        given = sugarcube_source.arguments(clause.source)
    except NotUnderstood:
        return
    for index, (kind, worth) in enumerate(given):
        if kind == "tree":
            looker.tree(worth)
        elif kind == "link":
            _sugarcube_target(worth.target, looker)
        elif isinstance(worth, str):
            looker.mentioned.add(worth)
            if index == _AIMED.get(name) and clause.name == name and worth and not _FLAG.fullmatch(worth):
                looker.target(worth, shown=name in ("include", "display"))
            elif name == "actions":
                looker.target(worth)


# Harlowe

_HARLOWE_AIMED = {"goto": 0, "display": 0, "redirect": 0, "linkgoto": -1, "linkrevealgoto": -1, "clickgoto": -1,
                  "mouseovergoto": -1, "mouseoutgoto": -1}  # fmt: skip


def _look_harlowe(engine: harlowe.HarloweEngine, passage: Passage, looker: _Looker) -> None:
    _look_harlowe_nodes(engine, engine.parsed(passage.name), looker)


def _look_harlowe_nodes(engine: harlowe.HarloweEngine, nodes: Any, looker: _Looker) -> None:
    for node in g.walk(nodes):
        if isinstance(node, harlowe_source.LinkMark):
            if not re.match(r"[$_(]", node.target):
                looker.target(node.target)
        elif isinstance(node, harlowe_source.Missing):
            looker.unsupported.append((node.what, looker.line(node.what.rstrip(">"))))
        elif isinstance(node, harlowe_source.Unclosed):
            looker.unsupported.append((f"({node.name}:{UNCLOSED}", looker.line(f"({node.name}:")))
        elif isinstance(node, harlowe_source.Called) and node.tree is None:
            _harlowe_unread(node, looker)
        elif isinstance(node, harlowe_source.Called):
            looker.tree(node.tree)
        elif isinstance(node, g.Macro):
            _harlowe_macro(engine, node, looker)
        elif isinstance(node, g.Code):
            _look_harlowe_nodes(engine, engine.parse(node.source), looker)


def _harlowe_unread(node: harlowe_source.Called, looker: _Looker) -> None:
    line = looker.line(node.written)
    names = re.findall(r"\(([A-Za-z][\w-]*):", node.written)
    looker.macros += [(slug(name), line) for name in names]
    looker.unsupported += [(f"({name}:)", line) for name in names]
    looker.mentioned |= {a or b for a, b in _TEXTS.findall(node.written)}
    looker.set |= set(re.findall(r"\$(\w+)\s+to\b", node.written))


def _harlowe_macro(engine: harlowe.HarloweEngine, node: g.Macro, looker: _Looker) -> None:
    name, line = slug(node.name), looker.line(f"({node.name}:")
    looker.macros.append((name, line))
    if name in harlowe.LOOKS:
        looker.passed_over.append((f"({node.name}:)", line))
    elif not engine.knows(node.name):
        looker.unsupported.append((f"({node.name}:)", line))
    if name in _HARLOWE_AIMED and node.arguments:
        aimed = node.arguments[_HARLOWE_AIMED[name]]
        if isinstance(aimed, g.Literal) and isinstance(aimed.value, str):
            looker.target(aimed.value, shown=name == "display")


# Chapbook, Snowman, links

_CHAPBOOK_AIMED = re.compile(
    r"(embed passage(?: named)?|link to)\s*:\s*(['\"])(.*?)\2|(?:passage)\s*:\s*(['\"])(.*?)\4"
)


def _look_others(engine: Engine, passage: Passage, looker: _Looker) -> None:
    for template in re.findall(r"<%.*?(?:%>|\Z)", passage.text, re.DOTALL):
        looker.mentioned |= {a or b for a, b in _TEXTS.findall(template)}
    parsed = engine.parsed(passage.name)
    if isinstance(parsed, others.ChapbookPassage):
        for name, _, source in parsed.settings:
            looker.set.add(re.split(r"[.\[]", name)[0])
            looker.mentioned |= {a or b for a, b in _TEXTS.findall(source)}
    for node in g.walk(parsed):
        if isinstance(node, others.LinkMark):
            looker.target(node.target)
        elif isinstance(node, others.Missing):
            looker.unsupported.append((node.what, looker.line(node.what.split(" ")[0].rstrip(">"))))
        elif isinstance(node, others.Insert):
            _chapbook_insert(node, looker)
        elif isinstance(node, others.Part) and node.modifier:
            _chapbook_modifier(node, looker)


def _chapbook_insert(node: others.Insert, looker: _Looker) -> None:
    line = looker.line(node.written)
    words = " ".join(re.split(r"[:,]", node.written)[0].lower().split())
    looker.macros.append((words, line))
    if words in others.LOOKS or words.startswith(("ambient", "sound", "theme")):
        looker.passed_over.append((f"{{{words}}}", line))
    elif " " in words and words not in others.INSERTS and re.fullmatch(r"[a-z ]+", words):
        looker.unsupported.append((f"{{{words}}}", line))
    for found in _CHAPBOOK_AIMED.finditer(node.written):
        looker.target(found[3] or found[5] or "", shown=bool(found[1]) and found[1].startswith("embed"))


def _chapbook_modifier(node: others.Part, looker: _Looker) -> None:
    for one in re.split(r"\s*;\s*", node.modifier):
        word = one.strip().split(" ")[0].lower()
        line = looker.line(f"[{node.modifier}")
        looker.macros.append((word, line))
        if word in others.LOOKS:
            looker.passed_over.append((f"[{word}]", line))
        elif word not in ("if", "unless", "else", "ifalways", "ifnever"):
            looker.unsupported.append((f"[{word}]", line))


__all__ = ["Endings", "Finding", "Review"]
