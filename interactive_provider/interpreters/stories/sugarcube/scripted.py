"""The scripts of a story in SugarCube: run when it begins, then whenever a macro, a link or an event calls them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..content import Place
from ..engine import Turn
from ..errors import NotUnderstood, TooMuch
from ..expressions import nodes as g
from ..expressions.evaluator import STEPS
from ..expressions.parser import parse_script
from ..expressions.scripts import Scripts, World, frozen_world, thawed_world
from ..expressions.values import Closure, Listing, Scope, Thing
from ..model import Passage
from .definitions import SugarCubeDefinitions
from .elements import Elements, make_clickable
from .library import Namespace
from .markup import Macro

WORLD = "\0world"
"""The variable that keeps what scripts made, beside the story's own variables."""
TASKS = ("predisplay", "prerender", "postrender", "postdisplay")
"""The tables of functions that run around each passage."""


class Arguments(list[Any]):
    """The arguments of a macro of the story, and how they are written."""

    raw: str = ""


class Shared:
    """Stands for a variable whose value belongs to the world, as it has functions or a prototype."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shared)

    def __hash__(self) -> int:
        return 1


class ScriptedTurn(Scripts, Turn):
    """A turn that runs what the story's scripts define."""

    engine: SugarCubeDefinitions
    _world: dict[str, Any] | None = None

    later: Sequence[Closure] = ()
    """Functions that wait for the page to stand."""
    clickable: Sequence[tuple[Elements, Closure]] = ()
    """Elements that call a function when they are clicked."""

    # What lasts

    @property
    def world(self) -> dict[str, Any]:
        """What scripts made: ``setup``, the names of all scripts, macros, templates, events, and the last scope."""
        if self._world is None:
            frozen = self.variables.get(WORLD)
            self._world = thawed_world(frozen) if isinstance(frozen, World) else {
                "window": {name: {} for name in ("setup", *TASKS)}, "macros": {}, "templates": {}, "events": [],
                "variables": {}, "config": {}}  # fmt: skip
        return self._world

    def lasting(self, variables: dict[str, Any]) -> dict[str, Any]:
        """Frozen variables; those with functions last in the world."""
        if self._world is None and not self.is_live:
            return super().lasting(variables)
        kept, world = self._parted(variables)
        if variables is self.variables and world is not None:
            try:
                old, new = self.variables.get(WORLD), frozen_world(world)
                kept[WORLD] = self.variables[WORLD] = old if old == new else new
            except TooMuch as fault:
                self.remark(f"what scripts made is lost: {fault}")
        return kept

    def remembered(self) -> dict[str, Any]:
        """The variables without what scripts made, to which no one goes back."""
        if self._world is None and not self.is_live:
            return super().lasting(self.variables)
        kept, _ = self._parted(self.variables)
        kept.pop(WORLD, None)
        return kept

    def _parted(self, variables: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The variables that last by themselves, and the world, if anything in it was used, with the others."""
        live = {name: value for name, value in variables.items() if _is_live(value)}
        if variables is not self.variables or (self._world is None and not live):
            return super().lasting({name: value for name, value in variables.items() if name not in live}), None
        kept = super().lasting({name: value for name, value in variables.items() if name not in live and name != WORLD})
        old = self.world["variables"]
        shared = {name: old[name] for name, value in variables.items() if type(value) is Shared and name in old}
        self.world["variables"] = live | shared
        return kept | dict.fromkeys(live, Shared()), self.world

    def take_back(self, count: int) -> None:
        """Forget the last passages of the trail; what scripts made is not taken back, as in SugarCube."""
        if count:
            frozen, shared = self.variables.get(WORLD), self._world
            super().take_back(count)
            self._world = shared
            if frozen is not None:
                self.variables[WORLD] = frozen

    def restart(self) -> Any:
        """Begin the story again."""
        self.variables[WORLD] = self._world = None
        super().restart()

    # Running

    def run_scripts(self) -> None:
        """Run the scripts of the story, each statement that can be followed."""
        if self.story.script:
            self.run_script(self.story.script)
            self.left = STEPS

    def run_script(self, source: str, output: Elements | None = None) -> str:
        """Run a script, or one of a passage with its ``output``; what cannot be followed is passed over.

        Return the last fault.
        """
        fault, window = "", self.world["window"]
        around = Scope({"output": output, "this": window}, None)
        before, self.scope = self.scope, Scope(window if output is None else {}, around)
        try:
            statements = parse_script(source)
            self.run([node for node in statements if isinstance(node, g.Statement) and node.word == "function"])
            for node in statements:
                fault = self.attempt(lambda node=node: self.execute(node)) or fault  # type: ignore[misc]
        except (NotUnderstood, TooMuch) as wrong:
            fault = str(wrong)
        finally:
            self.scope = before
        return fault

    def attempt(self, work: Callable[[], Any]) -> str:
        """Do something; return what is wrong if it cannot be done."""
        try:
            work()
        except NotUnderstood as fault:
            return str(fault)
        return ""

    def listen(self, event: str, function: Closure, once: bool) -> None:
        """Call a function whenever an event happens, or only ``once``."""
        self.world["events"] += [[name.split(".")[0], function, once] for name in event.split()]

    def trigger(self, kinds: Sequence[str], passage: Passage | None = None) -> None:
        """Call the functions that listen to events, and those of the tables with their older names."""
        content = Elements((), Place((), self.out))
        for kind in kinds:
            about = {"type": kind, "passage": passage_record(passage), "content": content}
            events = self.world["events"]
            self.world["events"] = [entry for entry in events if entry[0] != kind or not entry[2]]
            for name, function, _ in events:
                if name == kind:
                    self.called(lambda f=function, a=about: self.apply(f, [a]), f"at {kind}")  # type: ignore[misc]
            old = _OLD.get(kind, "")
            tasks = self.world["window"].get(old)
            for name, function in list(tasks.items()) if isinstance(tasks, dict) else ():
                args, this = [content, name] if "render" in old else [name], about["passage"]
                self.called(lambda f=function, a=args, t=this: self.apply(f, a, t), f"at {kind}")  # type: ignore[misc]

    def called(self, work: Callable[[], Any], what: str) -> None:
        """Call a function of a script; a line says so if it cannot be followed."""
        if fault := self.attempt(work):
            self.remark(f"a script {what} cannot be followed: {fault}")

    def finish(self) -> None:
        """What waits for the page to stand."""
        for _ in range(100 if self.later else 0):
            waiting, self.later = self.later, ()
            for function in waiting:
                self.called(lambda function=function: self.apply(function, []), "that waits")  # type: ignore[misc]
        if self.clickable:
            make_clickable(self)

    def scripted_macro(self, node: Macro, args: list[Any]) -> bool:
        """Show a macro that a script defines; False if none does."""
        definition = self.world["macros"].get(node.name)
        if isinstance(definition, str):
            definition = self.world["macros"].get(definition)
        handler = self.member(definition, "handler") if isinstance(definition, dict) else definition
        if not isinstance(handler, Closure):
            return False
        given = Arguments(args)
        given.raw = node.source
        output = Place((), [])
        payload = [{"name": clause.name, "args": given if at == 0 else [], "contents": node.inside if at == 0 else ""}
                   for at, clause in enumerate(node.clauses)]  # fmt: skip
        this = Thing(definition if isinstance(definition, dict) else None)
        this |= {"name": node.name, "args": given, "payload": payload, "output": Elements((), output), "parent": None,
                 "parser": None, "error": Namespace("this.error"), "createShadowWrapper": Namespace("this.shadow"),
                 "shadowHandler": Namespace("this.shadow"), "addShadow": Namespace("this.shadow"),
                 "contextHas": Namespace("this.shadow"), "self": definition}  # fmt: skip
        before, self.out = self.out, output.children
        try:
            self.apply(handler, [], this)
        finally:
            self.out = before
        for piece in output.children:
            self.emit(piece)
        return True


def passage_record(passage: Passage | None) -> dict[str, Any]:
    """A passage as scripts see it."""
    if passage is None:
        return {"name": "", "title": "", "tags": [], "text": ""}
    return {"name": passage.name, "title": passage.name, "tags": list(passage.tags), "text": passage.text}


def _is_live(value: Any, depth: int = 0) -> bool:
    """True if a value holds functions or objects with a prototype."""
    if isinstance(value, Closure | Thing):
        return True
    if type(value) not in _LIVE or depth > 60:
        return False
    return any(_is_live(inner, depth + 1) for inner in (value.values() if isinstance(value, dict) else value))


_LIVE = frozenset({list, dict, Listing})
_OLD: Mapping[str, str] = {":passagestart": "prerender", ":passagerender": "postrender", ":passageinit": "predisplay",
                           ":passagedisplay": "postdisplay"}  # fmt: skip
