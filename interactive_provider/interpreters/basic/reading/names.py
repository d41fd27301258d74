"""Programs without line numbers: their lines numbered as in the file, their labels, and the
meanings of names.

QuickBASIC's declarations say for a whole program which names are text, which are shared with
subprograms, and what a subprogram's parameters are; here a subprogram's local name is prefixed with
the subprogram's name.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from . import nodes as n
from .deftypes import LONG, UNTYPED, Types, types_after
from .lexer import APART_WORDS, CRUNCHED, UNCUT, SourceLine, SourceLines, physical_lines
from .nodes import Stmt

_SIGNS = {"STRING": "$", "INTEGER": "%", "LONG": LONG, "DOUBLE": "#", "SINGLE": ""}
_SIZES = {"%": 2, "": 4, LONG: 4, "#": 8}
RECORD = "."
"""The sign of a record's own name, which is only a prefix of its fields' names."""
_NAME = r"[A-Z][\w.]*[$%!#&]?"
_LABEL = re.compile(rf"\s*(?:(\d+):?(?=\s|[A-Z'?]|$)|({_NAME})\s*:)", re.IGNORECASE)
_KEYWORDS = frozenset((*CRUNCHED, *APART_WORDS))
_JUMPS = re.compile(rf"(?:GOTO|GOSUB|RESTORE|RESUME|RETURN)\s+({_NAME})", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')
_LONG = re.compile(r"&H([0-9A-F]{5,})&?|&H([0-9A-F]+)&|(?<=\w)&(?!H)", re.IGNORECASE)
"""The sign of a long number, or of a hexadecimal number that is long."""
_DECLARES = re.compile(r"(DIM|REDIM|COMMON|STATIC|SHARED|CONST)\b(\s+SHARED\b)?(.*)")
_AS = r"\bAS\s+(\w+(?:\s*\*\s*\w+)?)"
_DECLARED = re.compile(rf"(?:^|,)\s*({_NAME})\s*(\([^()]*\))?(?:\s*{_AS})?")
_CONSTANT = re.compile(rf'({_NAME})\s*=\s*(?:(")|([-+]?[\d.]+#?)(?=\s*(?:,|$))|)')
_BEGINS = re.compile(rf"(?:SUB|FUNCTION)\s+({_NAME})\s*(?:\((.*)\))?\s*(STATIC)?")
_ENDS = re.compile(r"(?:END\s+(SUB|FUNCTION|TYPE)|SUBEND)\b")
_DEF_BLOCK = re.compile(
    r"^\s*DEF\s+FN([\w.]+)[$%!#&]?\s*(?:\([^()\n]*\))?\s*(?:'.*)?$", re.IGNORECASE | re.MULTILINE
)
_DEF_WORD = re.compile(r'"[^"]*"?|\b(END\s+|EXIT\s+)DEF\b|\b(DEF\s+)?FN([\w.]+)', re.IGNORECASE)
"""The start of a multi-line DEF FN, and the words in it that are read as those of a FUNCTION."""
_TYPE = re.compile(r"TYPE\s+(\w+)$")
_FIELD = re.compile(rf"(\w+)\s+{_AS}")


@dataclass(frozen=True, slots=True)
class Procedure:
    """A SUB or FUNCTION: the label at which it begins, its name without a sign and the variable for
    its result, the names of its parameters inside it (those of arrays with a bracket), and whether
    its variables keep their values.
    """

    entry: int
    name: str
    result: str
    parameters: tuple[str, ...] = ()
    is_static: bool = False


@dataclass(slots=True)
class Names:
    """The meanings of names in a program; in one with line numbers nothing is declared."""

    labels: dict[str, int] | None = None
    """The lines that labels name, None if numbers are line numbers."""
    procedures: dict[str, Procedure] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    records: dict[str, dict[str, str]] = field(default_factory=dict)
    """The fields of each TYPE with their signs, including those of nested records."""
    fields: dict[str, list[str]] = field(default_factory=dict)
    """The suffixes that the names of a record's fields add to its own name."""
    constants: dict[str, int] = field(default_factory=dict)
    """The whole numbers that CONST names."""
    shared: dict[str, set[str]] = field(default_factory=lambda: {"": set()})
    """The names that a subprogram shares with the main program; those of "" are shared with all."""
    own: dict[str, set[str]] = field(default_factory=dict)
    """The names that a multi-line DEF FN does not share with the main program."""
    kept: set[str] = field(default_factory=set)
    """The variables of subprograms that keep their values."""
    scopes: dict[int, str] = field(default_factory=dict)
    """The subprogram that contains a line."""
    types: list[Types] = field(default_factory=list)
    """The types of each line's names, by their first letters."""
    functions: set[str] = field(default_factory=set)
    """The functions defined by DEF whose names do not begin with FN."""
    sizes: dict[str, int] = field(default_factory=dict)
    """The length of a text variable, if DIM declares it."""
    interrupts: dict[tuple[int, int], Stmt] = field(default_factory=dict)
    """The action of a key that interrupts the program, by its number and its line."""
    aliases: dict[str, str] = field(default_factory=dict)
    """The array that is passed as a parameter, by the parameter's name inside."""

    def resolved(self, name: str, line: int, sign: str = "") -> str:
        """Return the name of a variable in a form that is unique in the program; ``sign`` is that
        of undeclared names."""
        scope = self.scopes.get(line, "")
        bare = without_sign(name)
        declared = self.signs.get(f"{scope}.{bare}", self.signs.get(bare))
        if bare == name:
            sign = sign if declared is None else declared
        elif not declared or declared[-1] != name[-1] or LONG in (declared, name[len(bare) :]):
            sign = name[len(bare) :].rstrip("!")
        else:
            sign = declared
        parts = {bare, bare.partition(".")[0]}
        shared = self.shared[""] | self.shared.get(scope, set())
        of_def = self.own.get(scope, parts)
        own = scope and bare != scope and parts & of_def and not parts & shared
        found = f"{scope}.{bare}{sign}" if own else bare + sign
        return self.aliases.get(found, found)

    def sign_of(self, kind: str) -> str | None:
        """Return the sign of names declared with a type; None if there is no such type."""
        size = kind.partition("*")[2].strip()
        if not size:
            return RECORD if kind in self.records else _SIGNS.get(kind)
        length = self.constants.get(size, 0) if not size.isdigit() else int(size)
        return f"*{length}$" if length else "$"

    def note_fields(self, name: str, record: str, resolved: str) -> None:
        """Record the signs of the fields of a variable that is a record, and of nested records."""
        known = self.records[record]
        self.fields[resolved] = [part + sign for part, sign in known.items() if sign != RECORD]
        for part, sign in known.items():
            self.signs[f"{name}.{part}"] = sign
            if sign == RECORD:
                inner = f"{part}."
                self.fields[resolved + inner] = [
                    own.removeprefix(inner)
                    for own in self.fields[resolved]
                    if own.startswith(inner)
                ]


def without_sign(name: str) -> str:
    """Return a name without its type sign."""
    return name.rstrip("$%#!.")


def size_of(name: str) -> int:
    """Return the size in bytes of a variable's value; 0 if it is a text of any length."""
    sign = n.sign_of(name)
    return int(sign[1:-1]) if sign.startswith("*") else _SIZES.get(sign, 0)


def read_unnumbered(text: str) -> tuple[list[SourceLine], Names]:
    """Return the lines of a program that needs no numbers, by their place in the file, and its
    names."""
    names = Names({})
    sources = list[SourceLine]()
    assert names.labels is not None
    scope = record = ""
    # A name such as PAUSE is another machine's statement, unless something jumps there.
    keywords = _KEYWORDS | UNCUT - set(map(str.upper, _JUMPS.findall(text)))
    letters = UNTYPED
    functions = {name.upper() for name in _DEF_BLOCK.findall(text)}
    for number, whole in _continued(physical_lines(text)):
        label = _LABEL.match(whole)
        offset = 0
        if label and (label[1] or label[2].upper() not in keywords):
            names.labels[(label[1] or label[2]).upper()] = number
            offset = label.end()
        body = re.sub(r"_\s*\n", " ", whole[offset:]).rstrip()
        body = _with_double_names(_as_function(body, functions))
        plain = _QUOTED.sub('""', body).upper().partition("'")[0].strip()
        letters = types_after(letters, plain)
        names.types.append(letters)
        scope = _begun(names, number, plain, letters) or scope
        if begins := _TYPE.match(plain):
            record = begins[1]
        names.scopes[number] = scope
        if record:
            if entry := _FIELD.match(plain):
                _add_field(names, names.records.setdefault(record, {}), entry[1], entry[2])
            body = ""
        elif declares := _DECLARES.match(plain):
            for name, _, kind in _DECLARED.findall(declares[3]):
                if declares[1] in ("CONST", "SHARED") or declares[2]:
                    names.shared.setdefault("" if declares[1] != "SHARED" else scope, set()).add(
                        without_sign(name)
                    )
                if declares[1] == "STATIC" and scope in names.own:
                    names.own[scope].add(without_sign(name))
                resolved = _declare(names, number, name, kind, letters)
                names.kept |= {resolved} if declares[1] == "STATIC" else set()
            if declares[1] == "CONST":
                _type_constants(names, scope, declares[3])
        if ends := _ENDS.match(plain):
            scope, record = (scope, "") if ends[1] == "TYPE" else ("", record)
        sources.append(SourceLine(number, whole.rstrip(), body, offset + 1))
    _find_aliases(names, sources)
    return sources, names


def procedures_of(sources: SourceLines) -> Names:
    """Return the names of a program with line numbers that has subprograms."""
    names = Names()
    scope = ""
    for source in sources:
        plain = source.body.upper().strip()
        names.scopes[source.number] = scope = _begun(names, source.number, plain, UNTYPED) or scope
        scope = "" if _ENDS.match(plain) else scope
    _find_aliases(names, sources)
    return names


def _begun(names: Names, number: int, plain: str, letters: Mapping[str, str]) -> str:
    """Record the subprogram that begins in a line; return its name, or nothing if there is none."""
    begins = _BEGINS.match(plain)
    if begins is None:
        return ""
    names.scopes[number] = scope = without_sign(begins[1])
    declared = _DECLARED.findall(begins[2] or "")
    if scope.startswith("DEF."):
        names.own[scope] = {without_sign(name) for name, _, _ in declared}
    parameters = tuple(
        _declare(names, number, name, kind, letters) + brackets[:1]
        for name, brackets, kind in declared
    )
    result = names.resolved(begins[1], 0, letters[scope[0]])
    procedure = Procedure(-1 - number, scope, result, parameters, bool(begins[3]))
    names.procedures[scope] = names.procedures[begins[1]] = procedure
    return scope


def _continued(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; a line that ends with `` _`` continues in the next."""
    begun: list[str] = []
    for number, line in enumerate(lines, start=1):
        begun.append(line)
        if number == len(lines) or not line.rstrip().endswith(" _"):
            yield number + 1 - len(begun), "\n".join(begun)
            begun = []


def _as_function(body: str, functions: Container[str]) -> str:
    """Return a line with the words of a FUNCTION for those of a multi-line DEF FN."""

    def reworded(found: re.Match[str]) -> str:
        leaves, begins, name = found.groups("")
        if leaves:
            return f"{leaves}FUNCTION"
        is_one = name.upper() in functions
        return f"{'FUNCTION ' * bool(begins)}DEF.{name}" if is_one else found[0]

    return _DEF_WORD.sub(reworded, body)


def _with_double_names(body: str) -> str:
    hidden = _QUOTED.sub(lambda quoted: quoted[0].replace("&", "\0"), body)
    return _LONG.sub(_long, hidden).replace("\0", "&")


def _long(sign: re.Match[str]) -> str:
    """Return the sign of a LONG as it is written in names here, and a hexadecimal LONG as a decimal
    number."""
    digits = sign[1] or sign[2]
    if not digits:
        return LONG
    value = int(digits[-8:], 16)
    return f"{value}#" if value < 2**31 else f"({value - 2**32}#)"


def _type_constants(names: Names, scope: str, text: str) -> None:
    """Give a constant without a sign the type of its value, whatever its first letter says."""
    for name, quote, number in _CONSTANT.findall(text):
        names.signs[f"{scope}.{name}" if scope else name] = "$" if quote else _sign_of(number)
        if number.lstrip("+-").isdigit():
            names.constants[without_sign(name)] = int(number)


def _sign_of(number: str) -> str:
    if number.endswith("#"):
        return "#"
    if not number.lstrip("+-").isdigit():
        return ""
    return "%" if abs(int(number)) < 32768 else LONG


def _add_field(names: Names, record: dict[str, str], part: str, kind: str) -> None:
    """Add a field to a TYPE, with the fields of its record if it is one."""
    record[part] = names.sign_of(kind) or ""
    for own, sign in names.records.get(kind, {}).items():
        record[f"{part}.{own}"] = sign


def _declare(names: Names, line: int, name: str, kind: str, letters: Mapping[str, str]) -> str:
    """Record the type of a name if it has a sign; return the unique form of the name."""
    sign = names.sign_of(kind)
    scope = names.scopes[line]
    scoped = f"{scope}.{name}" if scope else name
    if sign is not None:
        names.signs[scoped] = sign
    resolved = names.resolved(name, line, letters[name[0]])
    if sign == RECORD:
        names.note_fields(scoped, kind, resolved)
    return resolved


def _find_aliases(names: Names, sources: SourceLines) -> None:
    """Record which array is passed for a parameter, by the last call in the listing."""
    for procedure in names.procedures.values():
        call = re.compile(
            rf"(?<![\w.]){re.escape(procedure.name)}[$%!#.]*\s*\(?(.*)", re.IGNORECASE
        )
        for i, parameter in enumerate(procedure.parameters):
            if not parameter.endswith("("):
                continue
            for source in sources:
                array = _array_handed(call, source.body, i)
                if array:
                    inside = parameter[:-1]
                    outside = names.resolved(array, source.number)
                    for part in ("", *names.fields.get(inside, ())):
                        names.aliases[inside + part] = outside + part


def _array_handed(call: re.Pattern[str], body: str, place: int) -> str:
    """Return the array at a place among the arguments of the call in a line; nothing if there is
    none."""
    body = re.sub(r"\([\s,]+\)", "()", body)
    found = None if _BEGINS.match(body.upper().strip()) else call.search(body)
    arguments = found[1].split(",") if found else []
    if place >= len(arguments):
        return ""
    array = re.match(rf"\s*({_NAME})\s*\(\s*\)", arguments[place].upper())
    return array[1] if array else ""
