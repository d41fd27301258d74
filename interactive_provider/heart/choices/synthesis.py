"""The type provider: the only module that makes classes.

Every menu of choices is a class whose attributes *are* the choices, synthesised when it is first
needed and shared by all nodes that offer the same menu (a flyweight, held weakly). A node is a
slotted instance of such a class; accessing an attribute asks the node to choose. This never ends:
each choice leads to a node whose class is synthesised in turn.

Why this design, measured on IPython 8.12–9.18 with Jedi 0.19–0.20:

* A choice is a subclass of `property` without a return annotation: completers and inspectors know
  that a property may be costly and do not run it, but they do run any other descriptor. An
  annotated getter would end the chain, since Jedi trusts the annotation.
* A node has no public attribute besides its choices, so no label can ever collide with a helper.
* ``__getattr__`` raises, except for games in a submenu (`Node._otherwise`). A successful lookup
  costs nothing extra, and because the class has no source that Jedi can find, no tool takes it as a
  sign that attributes must be evaluated (``tests/heart/test_synthesis_plays.py`` counts).
"""

from __future__ import annotations

import dataclasses
import functools
import marshal
import math
import threading
import weakref
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from ...errors import BadLabel, NoSuchChoice, NotAList, ProviderError, Unchangeable, quote
from ...game import Words
from ...support.readable import is_alone
from ...support.sanitizing import clean
from .naming import identifiers

if TYPE_CHECKING:
    from ...rendering.node_page import Page

Entry: TypeAlias = "tuple[str, Any] | tuple[str]"
"""One entry of a menu: a label and its value, or only the label if a further menu follows."""

Entries: TypeAlias = "tuple[Entry, ...]"


class Key(str):
    """The value of a choice that types a digit, the sign, the point or enter: it does not make a
    move."""

    __slots__ = ()


class Choice(property):
    """One attribute of a synthesised class: a label, and a value unless a further menu follows.

    Choices are interned by name, label and value, so the thousands of classes of a long game share
    them.
    """

    __slots__ = ("__weakref__", "label", "leads_on", "name", "names", "value")

    # property.__init__ is skipped on purpose: it would copy a docstring into a class that has no
    # slot for one.
    def __init__(self, name: str, label: str, value: Any, leads_on: bool) -> None:
        self.name = name
        self.names = (name,)  # the step that choosing it adds to a path, shared by all positions
        self.label = label
        self.value = value
        self.leads_on = leads_on

    def __get__(self, node: Any, owner: type | None = None) -> Any:
        return self if node is None else node._choose(self)

    def __set__(self, node: Any, value: Any) -> None:
        raise Unchangeable(
            f"{self.name!r} is a choice and cannot be set: a position never changes."
        )

    def __delete__(self, node: Any) -> None:
        raise Unchangeable(
            f"{self.name!r} is a choice and cannot be deleted: a position never changes."
        )

    def __repr__(self) -> str:
        return f"<choice {self.name}: {quote(self.label)}>"


class Documentations(dict[str, str]):
    """A node's descriptions of its choices, requested one at a time: IPython looks here before it
    accesses an attribute."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self._node = node

    def get(self, name: str, default: Any = None) -> Any:
        """Return the description of the choice with that name, or ``default`` if there is none."""
        return self[name] if name in self else default  # noqa: SIM401 - this is `get`

    def __contains__(self, name: object) -> bool:
        return name in choices(self._node)

    def __missing__(self, name: str) -> str:
        return clean(self._node._describe(choices(self._node)[name]))


class _Doc:
    """``__doc__`` of a node: the text that the node shows. It is set in each class, since `type`
    sets None there."""

    def __get__(self, node: Node | None, owner: type[Node]) -> str:
        if node is None:
            return f"A {owner._kind} with the choices {', '.join(owner._choices) or '(none)'}."
        return str(node)


class Menu(type):
    """The metaclass: its instances are the synthesised classes, one for each different menu."""

    _choices: Mapping[str, Choice]

    def __repr__(cls) -> str:
        if "_choices" not in vars(cls):  # a class not made here
            return type.__repr__(cls)
        return f"<class of a {cls.__name__}: {', '.join(cls._choices) or 'no choices'}>"


class Node(metaclass=Menu):
    """Something with choices as attributes. What to do with one is a function of the package, never
    a method."""

    __slots__ = ("__weakref__",)
    _kind = "node"
    _choices: Mapping[str, Choice] = {}
    _words: Words = ()
    _names: Words = ()
    """The words of a choice that has been started, and the names they have."""
    _error: ProviderError | None = None
    """The reason why the node cannot be used."""

    # Overridden by each kind of node.
    def _choose(self, choice: Choice) -> Node:
        raise NotImplementedError

    def _describe(self, choice: Choice) -> str:
        return choice.label

    def _page(self) -> Page:
        raise NotImplementedError

    def _repr(self) -> str:
        raise NotImplementedError

    def _why_not(self, name: str) -> str:
        """Return a sentence that says why an attribute is not a choice."""
        raise NotImplementedError

    def _otherwise(self, name: str) -> Node:
        """Return the node for a name that is not a choice; raise `NoSuchChoice` unless a subclass
        knows the name."""
        raise NoSuchChoice(functools.partial(self._why_not, name))

    # These are the same for all nodes. (IPython looks for a class's _repr_pretty_ no further than
    # its first __repr__, so both are here.)
    def __repr__(self) -> str:
        return self._repr()

    def __str__(self) -> str:
        # What `print` shows at any prompt, even a plain one: the whole page, board included.
        return self._page().as_text()

    def _repr_html_(self) -> str:
        """Return the page as HTML for a front end."""
        return self._page().as_html()

    def __getattr__(self, name: str) -> Node:
        if name.startswith("_"):  # tools probe for dozens of these
            raise AttributeError(name)
        if name == "ndim":  # so pandas treats a node as one value, although it is iterable
            return 0  # type: ignore[return-value]
        return self._otherwise(name)

    if TYPE_CHECKING:
        # Only playing shows whether the node after a choice can be called, indexed or iterated
        # over.

        def __call__(self, *given: Any, **parameters: Any) -> Node:
            """Give an answer, or the seed and parameters of a game that begins."""

        def __getitem__(self, text: object, /) -> Node:
            """Return the node after the option with that text."""

        def __iter__(self) -> Iterator[Any]:
            """Iterate over the options."""

        __doc__: str
        _position: Any
        _state: Any
        _table: Any

    def __setattr__(self, name: str, value: object) -> None:
        raise Unchangeable(f"{quote(name)} cannot be set: a position never changes.")

    def __dir__(self) -> list[str]:
        return list(self._choices)

    def __bool__(self) -> bool:
        # A position without choices has length 0 but is still a position.
        return True

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return one_element(self, dtype)

    @property
    def __custom_documentations__(self) -> Documentations:
        return Documentations(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # Inside a list or dict, a whole board would hide everything else.
        printer.text(str(self) if is_alone(printer, cycle) else repr(self))


def one_element(thing: object, dtype: Any) -> Any:
    """Return a zero-dimensional numpy array that contains an object, which numpy would otherwise
    unpack."""
    import numpy

    if dtype is not None and not numpy.dtype(dtype).hasobject:
        raise TypeError(f"{quote(thing)} can only be in an array of objects, not of {dtype}.")
    array = numpy.empty((), dtype=object)
    array[()] = thing
    return array


def refuse_index(node: Node, key: object) -> None:
    """Raise `NotAList` for a number or a slice."""
    if isinstance(key, int | slice):
        raise NotAList(
            f"{quote(key)} is not a choice here: a {node._kind} is not a list. Choose from it by"
            f" text, or take an entry of list(p), as random.choice(list(p)) does. (p is {node!r})"
        )


def choices(node: Node | type[Node]) -> Mapping[str, Choice]:
    """Return the choices of a node by name, in the order in which the node lists them."""
    return node._choices


def choose_by_name(node: Node, name: str) -> Node:
    """Return the node after the choice with that name; Python's own attributes cannot be
    reached."""
    choice = node._choices.get(name)
    if choice is None:
        return node._otherwise(name)
    return node._choose(choice)


N = TypeVar("N", bound=Node)

_classes: weakref.WeakValueDictionary[tuple[type, object], type] = weakref.WeakValueDictionary()
_interned: weakref.WeakValueDictionary[object, Choice] = weakref.WeakValueDictionary()
_making = threading.RLock()


def synthesise(base: type[N], entries: Entries) -> type[N]:
    """Return the class of all nodes of kind ``base`` that offer ``entries``, made on the first
    request.

    Raises `BadLabel` if an entry's label is not text or its value cannot be hashed.
    """
    plain = _marshalled(entries)
    found = _classes.get((base, plain))
    if found is None:
        key = (base, plain if plain is not None and _is_plain(entries) else _typed(entries))
        with _making:
            found = _classes.get(key)
            if found is None:
                found = _classes[key] = _make(base, entries)
    return found


_put = object.__setattr__


def filled(cls: type[N], **slots: object) -> N:
    """Return an instance of a synthesised class with its slots set."""
    node = object.__new__(cls)
    for slot, value in slots.items():
        _put(node, slot, value)
    return node


def fill(node: Node, **slots: object) -> None:
    """Set slots, bypassing the ``__setattr__`` that refuses everyone else."""
    for slot, value in slots.items():
        _put(node, slot, value)


def _make(base: type[N], entries: Entries) -> type[N]:
    for label, *_ in entries:
        if not isinstance(label, str):
            raise BadLabel(f"An option's label is text or a tuple of texts, not {quote(label)}.")
    options = [entry for entry in entries if len(entry) == 2 and not isinstance(entry[1], Key)]
    refuse_equal_values(options)
    names = identifiers(tuple([entry[0] for entry in entries]))
    members = {name: _choice(name, entry) for name, entry in zip(names, entries, strict=True)}
    namespace = {
        "__slots__": (),
        "__module__": "interactive_provider",
        "__doc__": _Doc(),
        "_choices": members,
    }
    made = Menu(base.__name__, (base,), {**namespace, **members})
    return cast(type[N], made)


def _choice(name: str, entry: Entry) -> Choice:
    leads_on = len(entry) == 1
    value = None if len(entry) == 1 else entry[1]
    key = (name, entry[0], leads_on, kind(value), value)
    found = _interned.get(key)
    if found is None:
        found = _interned[key] = Choice(name, entry[0], value, leads_on)
    return found


def _marshalled(entries: Entries) -> bytes | None:
    """Return the marshalled bytes of entries, which distinguish 1, True and 1.0; None if they
    cannot be marshalled.

    An object with a buffer, such as a numpy number, is written only as its bytes. A class is
    therefore stored under such a key only if its entries contain no such object; then entries with
    one never have the same key.
    """
    try:
        return marshal.dumps(entries, 2)
    except ValueError:
        return None


def _is_plain(part: object) -> bool:
    """True if a value consists only of Python's own numbers, texts and constants."""
    if type(part) is not tuple:
        return type(part) in _ATOMS
    return _ATOMS.issuperset(map(type, part)) or all(map(_is_plain, part))


def _typed(entries: Entries) -> object:
    """Return entries with the types of their values."""
    return tuple((*entry, *map(kind, entry[1:])) for entry in entries)


def refuse_equal_values(pairs: Collection[tuple[Any, Any]]) -> None:
    """Raise `BadLabel` for values that Python treats as equal although their types differ, such as
    1 and True.

    A search, or a dictionary of verdicts, would treat them as one choice.
    """
    try:
        if len({value for _, value in pairs}) == len(pairs):
            return
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - an unhashable value is refused elsewhere; a context manager would cost time in each state
        return
    first: dict[Any, tuple[Any, Any]] = {}
    for label, value in pairs:
        other_label, other = first.setdefault(value, (label, value))
        if not typed_equal(other, value):
            raise BadLabel(
                f"The values of the options {quote(_in_words(other_label))} and"
                f" {quote(_in_words(label))}, {quote(other)} and {quote(value)}, are equal in"
                " Python: give one of them another value."
            )


def _in_words(label: Any) -> str:
    if isinstance(label, tuple):
        return " ".join(map(str, label))
    return str(label)


_ATOMS = frozenset({str, int, bool, float, type(None)})
_PLAIN = frozenset({str, int, bool, bytes, type(None)})


def kind(value: object) -> object:
    """Return the type of a value, including its parts, so that equal but different values (1 and
    True, 0.0 and -0.0) stay apart.
    """
    if type(value) in _PLAIN:
        return type(value)
    if type(value) is float:
        return float, math.copysign(1.0, value)
    if isinstance(value, tuple):
        return type(value), tuple(map(kind, value))
    if isinstance(value, frozenset):
        return type(value), frozenset((kind(part), part) for part in value)
    if dataclasses.is_dataclass(value):
        return type(value), tuple(
            kind(getattr(value, field.name, None)) for field in dataclasses.fields(value)
        )
    try:
        hash(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a game's own __hash__ may raise anything; a context would cost each value
        raise BadLabel(
            f"An option's value must be hashable, since it distinguishes positions: {quote(value)}"
            " is not."
        ) from None
    return type(value)


def typed_equal(one: object, other: object) -> bool:
    """True if two option values are the same value; 1, True and 1.0 are three different values."""
    if one is other or type(one) is not type(other) or not one == other:  # noqa: SIM201 - values need only say ==
        return one is other
    if type(one) is tuple:
        return all(map(typed_equal, one, other))  # type: ignore[call-overload]
    return type(one) in _PLAIN or kind(one) == kind(other)
