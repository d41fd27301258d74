"""What all formats share: scenes, turns, and how a choice leads from one scene to the next.

An `StoryEngine` plays one `Story`. It makes `StoryScene`s, which never change; a `StoryTurn` is the
work in between. The generator passed in is the only source of luck.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeAlias

from .content import (
    Box,
    ContentPiece,
    NamedPlace,
    Pieces,
    StoryLink,
    choices,
    label_of,
    open_box,
    page_text,
    pieces,
    places,
    reopened,
    reworded,
)
from .errors import EndlessPassage, NotUnderstood, StoryError
from .expressions import nodes as g
from .expressions.evaluator import DEEPEST, Evaluator
from .expressions.nodes import TreeNodes
from .expressions.values import PartsBudget, freeze, text_of, thaw
from .markup import LinkMark, UnsupportedMarkup
from .model import Story, StoryPassage
from .references import References

MOST_JUMPS = 100
"""The maximum number of passages that may jump straight to another before a turn is cut off."""

MOST_PIECES = 20_000
"""The maximum number of pieces of text in one page."""


_LIVE = frozenset({list, dict})
"""The types of values that a turn may change."""


class Trail:
    """The passages entered so far, latest first; each with the variables as they were when it was
    entered."""

    __slots__ = ("before", "name", "variables")

    def __init__(self, name: str, variables: Mapping[str, Any], before: Trail | None) -> None:
        self.name = name
        self.variables = variables
        self.before = before

    def __iter__(self) -> Iterator[str]:
        at: Trail | None = self
        while at is not None:
            yield at.name
            at = at.before


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A turn that waits for an answer in the middle: it is run again with one more answer."""

    text: str
    default: str
    answers: tuple[Any, ...]
    seed: int
    value: Any
    yes_no: bool = False


class AnswerNeeded(Exception):
    """Raised in the middle of a turn that needs an answer from the reader, with the text, a
    default, and whether it is a yes-or-no question."""

    def question(self, request: TurnRequest) -> OpenQuestion:
        """Return the question at which a turn stopped."""
        text, default, yes_no = self.args
        return OpenQuestion(text, default, request.answers, request.seed, request.value, yes_no)


class GoTo(Exception):
    """Raised to leave a passage for another; ``back`` is the number of passages of the trail that
    are undone first."""

    def __init__(self, name: str, back: int = 0) -> None:
        super().__init__(name)
        self.name = name
        self.back = back


@dataclass(eq=False, slots=True, repr=False)
class StoryScene:
    """The state between two choices: the passage, the variables and what is shown. It never
    changes.

    ``remarks`` say what is not supported here, ``is_refused`` that something unsupported was met in
    this turn, and ``is_blocked`` that it may contain the only way to continue. Fields that are not
    compared are caches, or record how the scene was reached.
    """

    engine: StoryEngine = field(compare=False)
    passage: str
    page: tuple[ContentPiece, ...]
    variables: Mapping[str, Any]
    temporary: Mapping[str, Any]
    trail: Trail = field(compare=False)
    remarks: tuple[str, ...] = ()
    is_blocked: bool = False
    question: OpenQuestion | None = None
    is_refused: bool = False
    links: tuple[StoryLink, ...] = field(init=False)
    previous: StoryScene | None = field(default=None, compare=False)
    chosen: str = field(default="", compare=False)
    seed: int = field(default=0, compare=False)
    """The luck of the page's own engine, in case another engine hands the story over to it."""
    _text: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        self.links = () if self.question else choices(self.page)

    @property
    def text(self) -> str:
        """The present words of the passage."""
        if self._text is None:
            words = page_text(self.page)
            self._text = (
                "\n\n".join(filter(None, (words, self.question.text))) if self.question else words
            )
        return self._text

    @property
    def box(self) -> Box | None:
        """The first box that is not filled in yet."""
        if self.question:
            return None if self.question.yes_no else Box(None, label=self.question.text)
        place = open_box(self.page)
        return place[0][place[1]] if place else None

    @property
    def outcome(self) -> str | None:
        """None while there is a choice, then ``ended``, or ``stuck`` if something is not
        supported."""
        if self.links or self.question or self.box:
            return None
        return "stuck" if self.is_blocked else "ended"

    @property
    def new_remarks(self) -> tuple[str, ...]:
        """The remarks that are new in this scene."""
        old: set[str] = set()
        at = self.previous if self.remarks else None
        while at is not None:
            old.update(at.remarks)
            at = at.previous
        return tuple(remark for remark in self.remarks if remark not in old)

    def value(self, number: int) -> tuple[str, int]:
        """Return the value that chooses a link, given by its number."""
        return self.passage, number

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, StoryScene)
            and self.engine.story is other.engine.story
            and (self.passage, self.question) == (other.passage, other.question)
            and self.variables == other.variables
            and self.page == other.page
            and (not self.engine.remembers or list(self.trail) == list(other.trail))
        )

    def __hash__(self) -> int:
        # The value uses the words rather than the page, whose links hold whole trees.
        return hash((self.passage, self.text, len(self.links), frozenset(self.variables.items())))

    def __repr__(self) -> str:
        return f"<scene {self.passage!r} of {self.engine.story.title!r}>"


LinkTable: TypeAlias = dict[str, Callable[..., None]]
"""The functions for links and commands, by the first word of their action."""


class StoryTurn(Evaluator):
    """One turn: it enters passages, shows them, and ends as a `StoryScene`. Each format defines a
    subclass."""

    followed: ClassVar[LinkTable] = {
        "go": lambda turn, holder, index, link, target: turn.go(target),
        "set": lambda turn, holder, index, link, *chosen: turn.choose_value(link.group, *chosen),
    }
    """The functions that follow a chosen link, by the first word of its action."""
    markup: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    """The parts of a value that indicate markup."""

    def __init__(
        self, engine: StoryEngine, variables: Mapping[str, Any], trail: Trail | None, luck: Random
    ) -> None:
        super().__init__(variables, luck)
        self.engine = engine
        self.story: Story = engine.story
        self.trail: Trail | None = trail
        self.passage: str = trail.name if trail else ""
        self.page: Pieces = []
        self.out = self.page
        self.remarks: dict[str, None] = {}
        self.is_blocked = self.is_refused = False
        self.count = 0
        self.answers: tuple[Any, ...] = ()
        self.answers_used = 0
        self.shown_in: list[str] = []

    # Defined by each format

    def begin(self) -> None:
        """Do what comes before the first passage."""

    def show_passage(self, passage: StoryPassage) -> None:
        """Show a passage that was entered."""
        self.show_nodes(passage.name)

    def show_nodes(self, name: str) -> None:
        """Show the contents of a passage."""
        self.render(self.engine.parsed(name))

    def render(self, nodes: TreeNodes) -> None:
        """Show some nodes of a passage."""
        for node in nodes:
            if type(node) is str:
                self.count += 1
                self.out.append(node)
            else:
                self._SHOWN[type(node)](self, node)

    def follow(self, link: StoryLink, holder: Pieces, index: int) -> None:
        """Follow a link, which is ``holder[index]``."""
        kind, *rest = link.action
        self.followed[kind](self, holder, index, link, *rest)

    # Showing

    def emit(self, piece: ContentPiece) -> None:
        """Show a piece; raise `EndlessPassage` if a page becomes too large."""
        self.count += 1
        if self.count > MOST_PIECES:
            raise EndlessPassage(f"it shows more than {MOST_PIECES:,} pieces")
        if type(piece) is str:
            self.spend(len(piece) >> 8)
        self.out.append(piece)

    def remark(self, text: str, blocks: bool = False) -> None:
        """Report something missing here, outside the page; with ``blocks``, it may contain the only
        way to continue."""
        self.remarks[text] = None
        self.is_blocked |= blocks

    def print(self, text: Any) -> None:
        """Show a text, interpreting its markup."""
        if self.markup.search(text):
            self.inside(self.shown_in[-1], lambda: self.render(self.engine.parse(text)))
        else:
            self.emit(text)

    def reworded(self, show: Callable[[], None], change: Callable[[str], str]) -> None:
        """Show something with its words changed."""
        for piece in reworded(self.collected(show), change):
            self.emit(piece)

    def not_supported(self, what: str, why: str = "", blocks: bool = True) -> None:
        """Report something that this engine does not support."""
        self.is_refused = True
        self.remark(
            f"{_shortened(what)} in “{self.shown_in[-1] if self.shown_in else self.passage}” "
            f"is not supported{': ' + why if why else ''}",
            blocks,
        )

    def told_early(self) -> None:
        """Report a text that is shown at once although the story's own page would show it later."""
        self.is_refused = True
        passage = self.shown_in[-1] if self.shown_in else self.passage
        self.remark(f"“{passage}” shows at once what its page would show later")

    def missing(self, node: UnsupportedMarkup) -> None:
        """Report an HTML element that is not shown."""
        self.not_supported(node.what, blocks=node.blocks)

    _SHOWN: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {UnsupportedMarkup: missing}
    """The function that shows each kind of node."""

    def offer(
        self,
        group: str,
        target: Any,
        shown: str | None,
        values: Iterable[tuple[str, Any]],
        before: str = "",
    ) -> None:
        """Offer a choice for each value of a variable, below a place that shows its value, unless
        ``shown`` is None."""
        if shown is not None:
            self.emit(NamedPlace((f"={group}",), [before + shown]))
        for label, value in values:
            self.emit(
                StoryLink(label or "nothing", ("set", target, freeze(value), before + label), group)
            )

    def choose_value(self, group: str, target: Any, value: Any, shown: str) -> None:
        """Set a variable to an offered value, and update the place that shows it."""
        if target is not None:
            self.assign(target, thaw(value))
        for place in places(self.page):
            if place.names == (f"={group}",):
                place.children[:] = [shown]

    def include(self, name: str) -> None:
        """Show the contents of another passage, or a line that says that there is no such
        passage."""
        if name in self.story.passages:
            self.inside(name, lambda: self.show_nodes(name))
        else:
            self.remark(f"the passage “{name[:80]}” does not exist", blocks=True)

    def inside(self, name: str, show: Callable[[], None]) -> None:
        """Show the contents of another passage; raise `EndlessPassage` if passages include one
        another forever."""
        if len(self.shown_in) >= DEEPEST:
            raise EndlessPassage(f"passages include one another more than {DEEPEST} levels deep")
        around = self.shown_in  # a restart inside begins another list
        around.append(name)
        try:
            show()
        finally:
            around.pop()

    def collected(self, show: Callable[[], None]) -> Pieces:
        """Return what something would show, without adding it to the page."""
        before = self.out
        self.out = []
        try:
            show()
            return self.out
        finally:
            self.out = before

    def label(self, nodes: TreeNodes) -> str:
        """Return the words of a link with their styles; most have none."""
        if len(nodes) == 1 and type(nodes[0]) is str:
            return nodes[0]
        return label_of(self.collected(lambda: self.render(nodes)))

    def ask(self, text: str, default: str = "", yes_no: bool = False) -> Any:
        """Return the reader's answer to a question in the middle of a turn."""
        if self.answers_used < len(self.answers):
            self.answers_used += 1
            return self.answers[self.answers_used - 1]
        raise AnswerNeeded(text, default, yes_no)

    # Leaving a passage

    def act(self, scene: StoryScene, value: Any) -> None:
        """Do what was chosen in a scene; if it cannot be done, a line says so."""
        self.temporary = (
            {name: thaw(value) for name, value in scene.temporary.items()}
            if scene.temporary
            else {}
        )
        self.remarks = dict.fromkeys(scene.remarks)
        self.is_blocked = scene.is_blocked
        self.shown_in = [scene.passage]
        self.page = self.out = reopened(scene.page)
        try:
            self.within_bounds(lambda: self._do(scene, value))
        except GoTo as jump:
            self.take_back(jump.back)
            self.enter(jump.name)
        except NotUnderstood as fault:
            self.out = self.page
            self.not_supported(
                scene.links[value].label if isinstance(value, int) else str(value[1]), str(fault)
            )

    def _do(self, scene: StoryScene, value: Any) -> None:
        """Find the chosen item on the reopened page, and carry it out."""
        if isinstance(value, int):
            link = scene.links[value]
            holder, index = next((h, i) for h, i in pieces(self.page) if h[i] == link)
            self.follow(link, holder, index)
            return
        holder, index = open_box(self.page) or ([], 0)
        box = holder[index]
        holder[index] = f"{box.label} {text_of(value[1])}".strip()
        self.assign(box.target, value[1])

    def visits(self, name: str) -> int:
        """Return how often a passage was entered."""
        return sum(name == at for at in self.trail or ())

    @property
    def turns(self) -> int:
        """How many passages were entered."""
        return sum(1 for _ in self.trail or ())

    def enter(self, name: str) -> None:
        """Enter a passage, and those that it redirects the reader to."""
        for _ in range(MOST_JUMPS):
            try:
                self._enter(name)
            except GoTo as jump:
                self.take_back(jump.back)
                name = jump.name
            else:
                return
        if self.trail is None:  # each of them restarted the story
            self.trail = Trail(name, {}, None)
        self.remark(f"the passages around “{name}” send the reader in circles forever", blocks=True)

    def lasting(self, variables: dict[str, Any]) -> dict[str, Any]:
        """Return frozen variables; one that contains itself is lost, and a line says so."""
        kept = {}
        room = PartsBudget()
        for name, value in variables.items():
            try:
                kept[name] = freeze(value, room) if type(value) in _LIVE else value
            except EndlessPassage as fault:
                kept[name] = None
                self.remark(f"${name} is lost: {fault}")
        return kept

    def go(self, name: str, back: int = 0) -> NoReturn:
        """Jump to another passage by raising `GoTo`."""
        raise GoTo(name, back)

    def restart(self) -> NoReturn:
        """Restart the story by raising `GoTo`."""
        self.variables = {}
        self.trail = None
        self.go(begun(self))

    @property
    def before(self) -> Trail | None:
        """The trail to the passage before this one."""
        return self.trail.before if self.trail else None

    def take_back(self, count: int) -> None:
        """Undo the last passages of the trail, with their effects on the variables."""
        for _ in range(count):
            if self.trail is not None:
                self.variables = dict(self.trail.variables)
                self.trail = self.trail.before

    def _enter(self, name: str) -> None:
        self.trail = Trail(name, self.lasting(self.variables), self.trail)
        self.passage = name
        self.temporary = {}
        self.remarks = {}
        self.is_blocked = False
        self.count = 0
        self.page = self.out = []
        self.shown_in = [name]
        passage = self.story.passages.get(name)
        if passage is None:
            self.remark(f"the passage “{_shortened(name)}” does not exist", blocks=True)
            return
        self.within_bounds(lambda: self.show_passage(passage))
        if self.story.script and not any(
            type(h[i]) is not str or h[i].strip() for h, i in pieces(self.page)
        ):
            self.remark("the story's JavaScript fills this passage", blocks=True)

    def within_bounds(self, show: Callable[[], None]) -> None:
        """Show something; if it never ends, what has been shown stays, and a line says so."""
        try:
            show()
        except EndlessPassage as fault:
            self.out = self.page
            self.left = 1_000
            self.count = 0
            self.remark(f"“{self.passage}” is cut off: {fault}", blocks=True)
        except RecursionError:
            self.out = self.page
            self.remark(f"“{self.passage}” is cut off: it is nested too deeply", blocks=True)

    def scene(self, question: OpenQuestion | None = None) -> StoryScene:
        """Return the scene in which this turn ends."""
        variables = self.lasting(self.variables)
        temporary = self.lasting(self.temporary) if self.temporary else {}
        assert self.trail is not None
        return StoryScene(
            self.engine,
            self.passage,
            tuple(self.page),
            variables,
            temporary,
            self.trail,
            tuple(self.remarks),
            self.is_blocked,
            question,
            self.is_refused,
        )


_STILL = "the scripts of this story do not run"


class TurnRequest(NamedTuple):
    """What a turn starts from: a scene (None at the start of the story), the choice made in it, the
    answers given during the turn, and the seed of its luck."""

    scene: StoryScene | None
    value: Any = None
    answers: tuple[Any, ...] = ()
    seed: int = 0


class StoryEngine:
    """The engine of one story. `start` and `choose` are all that a reader needs."""

    turn: ClassVar[type[StoryTurn]]
    memory: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    """The parts of a source that refer to the passages read so far."""
    questions: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    """The parts of a source that ask questions in the middle of a turn."""

    visits: ClassVar[Mapping[type, Callable[[Any, Any, References], None]]] = {
        UnsupportedMarkup: lambda engine, node, references: references.missing(node),
        LinkMark: lambda engine, node, references: references.target(node.target),
    }
    """The functions that add what a node names to references, by the node's type."""

    def __init__(self, story: Story) -> None:
        self.story = story

    @property
    def reader(self) -> StoryEngine:
        """The engine that reads the passages for authors' questions about the whole story."""
        return self

    @cached_property
    def _parsed(self) -> dict[str, Any]:
        return {}

    @cached_property
    def remembers(self) -> bool:
        """True if the story asks which passages were read before."""
        return bool(self.memory.search(self.story.source))

    @cached_property
    def asks(self) -> bool:
        """True if some turn may ask a question in the middle."""
        return bool(self.questions.search(self.story.source))

    own_variables: ClassVar[frozenset[str]] = frozenset()
    """Variables that the format itself sets."""

    @cached_property
    def set_by_scripts(self) -> frozenset[str]:
        """Variables that the story's JavaScript may set."""
        return frozenset()

    def parsed(self, name: str) -> Any:
        """Return the nodes of a passage, read once."""
        nodes = self._parsed.get(name)
        if nodes is None:
            nodes = self._parsed[name] = self.parse(self.story.passages[name].text)
        return nodes

    def parse(self, source: str) -> Any:
        """Return the nodes of a text in this format."""
        raise NotImplementedError

    def knows(self, macro: str) -> bool:
        """True if a macro has an effect here, by its name without brackets."""
        return False

    def passes_over(self, macro: str) -> bool:
        """True if a macro only affects appearance or sound, so that nothing is lost by ignoring
        it."""
        return False

    def gather(self, nodes: Any, references: References) -> None:
        """Add what some nodes name to ``references``."""
        for node in g.walk(nodes):
            visit = self.visits.get(type(node))
            if visit is not None:
                visit(self, node, references)

    def gather_macro(self, name: str, written: str, line: int, references: References) -> None:
        """Record a macro as ignored or not supported, if it is."""
        if self.passes_over(name):
            references.passed_over.append((written, line))
        elif not self.knows(name):
            references.unsupported.append((written, line))

    def start(self, luck: Random) -> StoryScene:
        """Return the first scene."""
        scene = self._played(self._request(None, None, luck), luck)
        scene.remarks = tuple(filter(None, (self.notice, *scene.remarks)))
        return scene

    @cached_property
    def is_scripted(self) -> bool:
        """True if the story has scripts, which only a published page can run."""
        return bool(self.story.script.strip())

    @cached_property
    def notice(self) -> str:
        """The parts of this story that are not played, and what would play them; empty if nothing
        is missing."""
        if not self.is_scripted:
            return ""
        if not self.story.page:
            return f"{_STILL}: the engine for them comes with a published page"
        if sys.platform == "emscripten":
            return f"{_STILL} in a browser; they do where Python is installed"
        return f'{_STILL}: pip install "interactive-provider[scripts]" adds the engine for them'

    def choose(self, scene: StoryScene, value: Any, luck: Random) -> StoryScene:
        """Return the scene after a link, given by its number among the scene's links, or after a
        typed text.

        Raises `StoryError` for anything that is not offered.
        """
        waiting = scene.question
        if waiting is not None:
            answered = (*waiting.answers, _answer(waiting, value))
            base = scene.previous if waiting.value is not None else None
            after = self._played(TurnRequest(base, waiting.value, answered, waiting.seed), luck)
            chosen = text_of(value if waiting.yes_no else answered[-1])
        else:
            _check(scene, value)
            after = self._played(self._request(scene, value, luck), luck)
            chosen = scene.links[value].label if isinstance(value, int) else str(value[1])
        if after is not scene:
            after.previous = scene
            after.chosen = chosen
        if after.question is not None and waiting is not None:
            after.previous = scene.previous
        return after

    def _request(self, scene: StoryScene | None, value: Any, luck: Random) -> TurnRequest:
        """Return a turn without answers; one that may ask has a seed, so that it can be
        replayed."""
        return TurnRequest(scene, value, seed=luck.getrandbits(48) if self.asks else 0)

    def _played(self, request: TurnRequest, luck: Random) -> StoryScene:
        """Return the scene after a turn, or the question that must be answered before it can
        continue: the turn is then replayed with the answers and the same luck."""
        scene = request.scene
        luck = Random(request.seed) if self.asks else luck
        trail = scene.trail if scene is not None else None
        turn = self.turn(self, scene.variables if scene is not None else {}, trail, luck)
        turn.answers = request.answers
        question = None
        try:
            if scene is None:
                turn.enter(begun(turn))
            else:
                turn.act(scene, request.value)
        except AnswerNeeded as asking:
            turn.trail = turn.trail or Trail(self.story.start, {}, None)
            turn.out = turn.page
            question = asking.question(request)
        return turn.scene(question)


def begun(turn: StoryTurn) -> str:
    """Run what comes before the first passage, and return the name of that passage, which a jump
    may change."""
    try:
        turn.within_bounds(turn.begin)
    except GoTo as jump:
        return jump.name
    return turn.story.start


def _check(scene: StoryScene, value: Any) -> None:
    """Raise `StoryError` unless a scene offers ``value``."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(scene.links):
        return
    if (
        isinstance(value, tuple)
        and len(value) == 2
        and value[0] == "typed"
        and scene.box is not None
    ):
        return
    raise StoryError(f"{value!r} is not offered in “{scene.passage}”")


def _answer(question: OpenQuestion, value: Any) -> Any:
    if question.yes_no:
        if value not in (0, 1):
            raise StoryError(f"{value!r} is neither yes (1) nor no (0)")
        return value == 1
    if not (isinstance(value, tuple) and len(value) == 2 and value[0] == "typed"):
        raise StoryError(f"{value!r} is not an answer: a text is expected")
    return text_of(value[1])


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else f"{words[:79]}…"


__all__ = ["GoTo", "NotUnderstood", "StoryEngine", "StoryScene", "StoryTurn", "Trail", "begun"]
