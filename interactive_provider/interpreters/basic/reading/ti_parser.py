"""TI BASIC and TI Extended BASIC of the TI-99/4A: where their notation differs from Microsoft's
BASICs.

Two colons separate statements, and one in a PRINT ends the line; machine functions are called with
``CALL``. The screen has 24 lines of 32 columns, of which PRINT uses the third to the thirtieth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from . import nodes as n
from .expression_parser import INKEY
from .lexer import SourceLine, SourceLines, data_items, physical_lines
from .names import Names, Procedure, procedures_of
from .nodes import ONE, ZERO, Expr, Exprs, PrintItem, Statements
from .parser import Parser

_LINE = "¦"
"""How a colon that ends a line is written for the lexer, for which a colon ends a statement."""
_QUOTED = re.compile(r'"((?:[^"]|"")*)"?')
_APART = re.compile(
    r"::(?=\s*(?:$|'|[A-Z_][\w.]*\$?\s*(?:\([^=]*\)\s*)?(?:,[^:=]*)?=|(?:ACCEPT|CALL|DIM|DISPLAY|END|FOR|GO|GOSUB|GOTO|IF|INPUT|LET"
    r"|LINPUT|NEXT|ON|PRINT|RANDOMIZE|READ|REM|RESTORE|RETURN|RUN|STOP|SUB|SUBEND|SUBEXIT|DATA|DEF|OPEN|CLOSE|BREAK|ELSE)\b))",
    re.IGNORECASE,
)
_DEFINED = re.compile(r"(?:^|:)\s*DEF\s+([A-Z@_][\w@]*\$?)", re.IGNORECASE | re.MULTILINE)
_WRAPPED = re.compile(r"^[^\n]{78,80}\n(?!\s*\d+ [A-Z@!]|\n)", re.MULTILINE)
_SIGNS = str.maketrans({"!": "'", "&": "+", "@": "AT.", "[": "LEFT.", "]": "RIGHT.", "\\": "BACK."})
"""Remarks and joined texts as other machines write them, and the additional letters in names."""
_IDLE = ("BREAK", "UNBREAK", "TRACE", "UNTRACE", "OPEN", "CLOSE")
_OPTIONS = ("ERASE", "ALL", "BEEP")


def unwrapped(text: str) -> str:
    """Return a listing without the line breaks that an 80-column screen put into its lines."""
    lines = "\n".join(physical_lines(text))
    return _WRAPPED.sub(lambda line: line[0].rstrip("\n").ljust(80), lines)


def rewritten(source: SourceLine) -> SourceLine:
    """Return a line with its signs as the lexer knows them; quotation marks in a text become
    apostrophes."""
    if re.match(r"DATA\b|REM\b|IMAGE\b|!", source.body, re.IGNORECASE):
        return replace(
            source, body=source.body.replace("!", "'", 1) if source.body[0] == "!" else source.body
        )
    texts: list[str] = []

    def hidden(quoted: re.Match[str]) -> str:
        texts.append(quoted[1].replace('""', "'"))
        return f'"{len(texts) - 1}"'

    body = _QUOTED.sub(hidden, source.body).translate(_SIGNS)
    code, remark, rest = body.partition("'")
    code = "\0".join(part.replace(":", _LINE) for part in _APART.split(code)).replace("\0", ":")
    body = re.sub(r'"(\d+)"', lambda number: f'"{texts[int(number[1])]}"', code + remark + rest)
    return replace(source, body=body)


def names_of(sources: SourceLines) -> Names:
    """Return the functions and subprograms of a program."""
    names = procedures_of(sources)
    names.functions.update(
        map(str.upper, _DEFINED.findall("\n".join(source.body for source in sources)))
    )
    return names


class TiParser(Parser):
    """Reads the statements of one line of TI BASIC."""

    def _let(self) -> Statements:
        """Read an assignment, possibly to several variables."""
        if self._is_assignment():
            return super()._let()
        targets = self._targets()
        self._need("=")
        value = self._expression()
        return [n.Let(target, value) for target in targets]

    def _called(self) -> Procedure | None:
        """Return nothing: a subprogram is called only by CALL, and a variable may have its name."""
        return None

    # Output and input ----------------------------------------------------------------------------

    def _print(self) -> Statements:
        """Read PRINT: each colon ends a line; one at the end of the statement leaves it ended."""
        if self._is("#"):
            return self._pass_over("PRINT #")
        found: Statements = []
        items: list[PrintItem] = []
        using: Expr | None = None
        while not self._at_end:
            if self._take(_LINE):
                while items and items[-1] in (",", ";"):
                    items.pop()
                found += [n.Print(tuple(items), using)] * (using is None or bool(items))
                items = []
            elif self._take("USING"):
                using = self._expression()
            elif separator := self._take(",", ";"):
                items.append(separator)
            else:
                items.append(self._item())
        return found if found and not items else [*found, n.Print(tuple(items), using)]

    def _place(self) -> Statements:
        """Read ``AT(line, column)`` and other options of DISPLAY and ACCEPT before the colon; the
        place is emptied."""
        place: Exprs = ()
        size: Expr = ZERO
        while word := self._take("AT", "VALIDATE", "SIZE", *_OPTIONS):
            if word == "VALIDATE":
                self._brackets()
            elif word != "ALL" and word not in _OPTIONS:
                args = self._brackets()
                if any(map(n.is_text, args)):
                    raise self._expected("numbers")
                place, size = (args, size) if word == "AT" else (place, args[0])
            elif word == "ALL":
                self.pressed.append(n.MachineCall("wipe"))
        self._take(_LINE)
        return [n.MachineCall("locate", place), n.act("field", size)] if len(place) == 2 else []

    def _display(self) -> Statements:
        placed = self._place()
        printed = self._print()
        return [*placed, *printed, n.MachineCall("leave_field")] if placed else printed

    def _accept(self) -> Statements:
        placed = self._place()
        asked = n.InputStatement(self._targets(), question=False, stays=bool(placed))
        return [*placed, asked, n.MachineCall("leave_field")] if placed else [asked]

    def _input(self, whole_line: bool = False) -> Statements:
        if self._take("#"):
            raise self._not_here("INPUT #")
        begins = self.at
        prompt: Expr | None = self._expression()
        if not self._take(_LINE):
            self.at = begins
            prompt = None
        plain = prompt.text if isinstance(prompt, n.Str) else None
        shown = [] if plain is not None or prompt is None else [n.Print((prompt, ";"))]
        return [
            *shown,
            n.InputStatement(self._targets(), plain, prompt is None, whole_line=whole_line),
        ]

    # CALL -----------------------------------------------------------------------------------------

    def _call_machine(self) -> Statements:
        word = self._now.text
        if self._at_end:
            raise self._expected("the name of a subprogram")
        if word in self.names.procedures:
            return self._call_statement()
        self.at += 1
        if word not in _MACHINE:
            return self._pass_over(f"CALL {word}")
        args = self._brackets_if_any()
        of_numbers = args if word in ("HCHAR", "VCHAR") else args[:1]
        if not _LEAST.get(word, 3) <= len(args) <= _MOST or any(map(n.is_text, of_numbers)):
            raise self._expected(f"CALL {word} with its arguments")
        return _MACHINE[word](args, self)

    def _read_key(self, args: Sequence[Expr]) -> Statements:
        self._key()
        values = n.call("KEY.TI", args[0], INKEY), n.call("KEY.WAITING", INKEY)
        return self._given(args[1:], values)

    def _read_stick(self, args: Sequence[Expr]) -> Statements:
        self._key()
        return self._given(args[1:], [n.call("KEY.JOYST", axis, INKEY) for axis in (ZERO, ONE)])

    def _given(self, targets: Sequence[Expr], values: Sequence[Expr]) -> Statements:
        pairs = zip(targets, values, strict=False)
        return [
            n.Let(target, value) for target, value in pairs if isinstance(target, n.Var | n.Elem)
        ]

    # Others ---------------------------------------------------------------------------------------

    def _on(self) -> Statements:
        if self._now.text in ("BREAK", "WARNING"):
            return self._pass_over("")
        if not self._take("ERROR"):
            return super()._on()
        line = self._line_if_any()
        self._pass_over("")  # STOP
        return [n.OnError(line or 0)]

    def _data(self) -> Statements:
        items = self._now.text
        self.at = len(self.tokens) - 1
        return [n.Data(data_items(items))]

    def _return(self) -> Statements:
        if self._take("NEXT"):
            return [n.Resume(-1)]
        return [n.Return(self._line_if_any())]

    # Expressions
    # -----------------------------------------------------------------------------------

    def _primary(self) -> Expr:
        word = self._now.text
        self.depth = 0
        if self._now.kind == "name" and word in self.names.functions:
            return n.FnCall(f"FN{self._name()}", self._brackets_if_any())
        if word in _CONSTANTS and self._is_word:
            self.at += 1
            return _CONSTANTS[word]
        if word not in _FUNCTIONS or not self._opens:
            return super()._primary()
        self.at += 1
        match word, self._brackets():
            case "POS", (text, part, start):
                return n.call("INSTR", start, text, part)
            case "SEG$", (_, _, _) as args:
                return n.BuiltInCall("MID$", args)
            case (("RPT$" | "MAX" | "MIN"), (_, _) as args):
                return n.BuiltInCall(word, args)
        raise self._expected(f"{word} with its arguments in brackets")


_FUNCTIONS = ("SEG$", "POS", "RPT$", "MAX", "MIN")
_CONSTANTS: dict[str, Expr] = {"PI": n.Num("3.141592654"), "RND": n.call("RND")}
_LEAST = {"CLEAR": 0, "VERSION": 1}
_MOST = 4
"""The number of arguments of CALL: the minimum if it is not three, and the maximum."""
_MACHINE: dict[str, Callable[[Sequence[Expr], TiParser], Statements]] = {
    "CLEAR": lambda args, p: [n.MachineCall("wipe")],
    "HCHAR": lambda args, p: [n.act("fill", ZERO, *args)],
    "VCHAR": lambda args, p: [n.act("fill", ONE, *args)],
    "GCHAR": lambda args, p: p._given(args[2:], [n.BuiltInCall("SCREEN", tuple(args[:2]))]),
    "KEY": lambda args, p: p._read_key(args),
    "JOYST": lambda args, p: p._read_stick(args),
    "VERSION": lambda args, p: p._given(args, [n.Num("110")]),
}
TiParser.statements = {
    **Parser.statements,
    **dict.fromkeys(_IDLE, lambda p: p._pass_over(p._passed)),
    **dict.fromkeys(("IMAGE", "DELETE"), lambda p: p._pass_over("")),
    "ACCEPT": TiParser._accept,
    "BYE": lambda p: [n.End()],
    "CALL": TiParser._call_machine,
    "DISPLAY": TiParser._display,
    "LINPUT": lambda p: p._input(whole_line=True),
    "RETURN": TiParser._return,
    "DEF": TiParser._function,
    "SUBEND": lambda p: [p._block("END SUB")],
    "SUBEXIT": lambda p: [p._block("EXIT SUB")],
}
