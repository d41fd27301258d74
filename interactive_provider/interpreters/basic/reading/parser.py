"""Turns tokens into the tree: one recursive-descent parser for all dialects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, ClassVar

from ..errors import BasicSyntaxError
from . import keyboard_peeks
from . import nodes as n
from .expression_parser import INKEY, LONGEST_LINE, TOO_COMPLEX
from .lexer import UNCUT, BasicToken, SourceLine, data_items, without_texts
from .names import without_sign
from .nodes import Body, Expr, Exprs, Lows, NumberedLine, PrintItem, Statements, Stmt, Target
from .statements.blocks import BlockStatements
from .statements.files import FileStatements
from .statements.graphics import GraphicsStatements, is_on_screen
from .statements.keys import KeyStatements
from .words import WORDS

_SHORT = 2
"""The maximum length of a name that is not treated as a statement's."""
_MOST_IFS = 60
"""The maximum number of nested IFs in a line: Python reads at most 100 levels."""
_EVENTS = ("COM", "KEY", "PEN", "PLAY", "STOP", "STRIG", "TIMER")
_UNFORESEEN = n.MachineCall("unforeseen")


def sure_arrays(lines: Iterable[SourceLine]) -> frozenset[str]:
    """Return the names of the arrays in a program's DIMs, which may be those of other machines'
    functions."""
    text = "\n".join(without_texts(line.body).upper() for line in lines)
    dims = re.findall(r"\bDIM\b([^:\n]*)", text)
    return frozenset(re.findall(r"([A-Z]+\$?)\s*\(", " ".join(dims)))


def _without_emptying(line: int, body: Body) -> Body:
    """Return a line without loops that discard earlier key presses: nobody presses a key here
    before being asked."""
    for i in range(len(body)):
        match body[i : i + 3]:
            # WHILE INKEY$ <> "": WEND
            case (
                n.BlockBorder("WHILE", (test,), (n.InputStatement(polls=True),)),
                n.BlockBorder("WEND"),
                *_,
            ) if _is_pressed(test, INKEY):
                return (*body[:i], n.Nothing(), *_without_emptying(line, body[i + 2 :]))
    back = n.Goto(line)
    match body:
        # 10 IF INKEY$ <> "" THEN 10
        case (n.InputStatement(polls=True), n.If(test, (to,), ())) if to == back and _is_pressed(
            test, INKEY
        ):
            return (n.Nothing(),)
        # 10 A$ = INKEY$: IF A$ <> "" THEN 10
        case (n.InputStatement(polls=True), n.Let(key, value), n.If(test, (to,), ())):
            if (to, value) == (back, INKEY) and _is_pressed(test, key):
                return (n.Let(key, n.Str("")),)
    return body


def _is_pressed(test: Expr, key: Target) -> bool:
    """True if a test asks whether any key was pressed."""
    length = n.call("LEN", key)
    return test in (length, n.Binary("<>", key, n.Str("")), n.Binary(">", length, n.ZERO))


class Parser(BlockStatements, FileStatements, GraphicsStatements, KeyStatements):
    """Reads the statements of one line."""

    statements: ClassVar[Mapping[str, Callable[[Any], Statements]]]
    """The methods that read the rest of each statement, by its word; other parsers add theirs."""

    def parse(self, forgiving: bool = False) -> NumberedLine:
        """Return the line's statements; raise `BasicSyntaxError` or, if ``forgiving``, insert an
        `UnreadableStatement`."""
        self.forgiving = forgiving
        number = self.line.number
        size = len(self.line.body)
        if size <= LONGEST_LINE:
            body = _without_emptying(number, self._statements(()))
            return NumberedLine(number, self.line.text, body)
        fault = BasicSyntaxError(f"LINE TOO LONG: {size} characters", number)
        if not forgiving:
            raise fault
        unread = n.UnreadableStatement(str(fault), message="LINE TOO LONG")
        return NumberedLine(number, self.line.text, (unread,))

    # Statements ----------------------------------------------------------------------------

    def _statements(self, stop: tuple[str, ...]) -> Body:
        found: Statements = []
        while True:
            while self._take(":"):
                pass
            if self._now.kind == "end" or self._is(*stop):
                return tuple(found)
            begins = self.at
            try:
                found += self._statement()
                if self._now.kind != "end" and not self._is(":", "REM", *stop):
                    raise self._expected("':' or the end of the line")
            except (BasicSyntaxError, RecursionError) as cause:
                fault = cause if isinstance(cause, BasicSyntaxError) else self._too_complex()
                if not self.forgiving:
                    raise fault from None
                found += self._unread(fault, self.tokens[begins])
                # If the condition of an IF cannot be read, the rest of the line belongs to it.
                whole = self.tokens[begins].text == "IF" or (self._is("ELSE") and not stop)
                while self._now.kind != "end" and (whole or not self._is(":", *stop)):
                    self.at += 1

    def _unread(self, fault: BasicSyntaxError, first: BasicToken) -> Statements:
        # The machine evaluates the subscripts before it notices the missing '='.
        begun: Statements = [] if self.begun is None else [n.Nothing((self.begun,))]
        self.begun = None
        is_known = fault.reason == TOO_COMPLEX or (
            fault.word and not fault.reason.startswith("SYNTAX ERROR")
        )
        known = fault.reason if is_known else "SYNTAX ERROR"
        begins = first.text if first.kind == "kw" else ""
        # A condition that cannot be read still opens its block.
        opens = first.text in ("DO", "SELECT") or (
            first.text == "IF" and self.tokens[-2].text == "THEN"
        )
        block = [n.BlockBorder(first.text, (n.ZERO,) * (first.text != "DO"))] * opens
        return [*begun, n.UnreadableStatement(str(fault), fault.word, known, begins), *block]

    def _statement(self) -> Statements:
        """Read a statement, after the stops at which it takes keys."""
        outside = self.pressed
        self.pressed = []
        try:
            found = self._bare_statement()
            return [*self.pressed, *found]
        finally:
            self.pressed = outside

    def _bare_statement(self) -> Statements:
        word = self._now.text
        is_name = self._now.kind == "name"
        is_given = self._is_assignment()
        if is_name and not is_given and (procedure := self._called()):
            self.at += 1
            return self._call_of(procedure, in_brackets=False)
        read = self._drawing(word)
        if read is None and self._is_word and not (is_name and is_given):
            read = self.statements.get(word)
        if read is not None:
            self.at += 1
            return read(self)
        is_known = is_given or word not in UNCUT
        if (is_name and is_known) or (is_given and self._is("MID$")):
            return self._let()
        raise self._expected("a statement") if is_known else self._not_here(word)

    def _get_or_put(self) -> Statements:
        """Read GET and PUT of a file, or GET of a key; those of pictures have no effect."""
        word = self._passed
        if word == "GET" and self._now.kind == "name":
            return self._get()
        if self._is("#") or self._now.kind == "num":
            return self._get_of_file() if word == "GET" else self._put()
        return self._pass_over(word)

    def _call_statement(self) -> Statements:
        """Read CALL of a subprogram; machine code has no effect."""
        procedure = self.names.procedures.get(self._now.text)
        if procedure is None:
            return self._pass_over("CALL")
        self.at += 1
        return self._call_of(procedure, self._is("("))

    def _load(self) -> Statements:
        """Read LOAD and CHAIN of another program."""
        word = self._passed
        if self._now.kind != "str" and not self._now.text.endswith("$"):
            raise self._not_here(word)
        file = self._expression()
        self._pass_over(word)
        return [n.LeaveProgram(word, file)]

    def _limit_of_memory(self) -> Statements:
        """Read an Apple's HIMEM: and LOMEM:, whose colon is part of the word."""
        word = self._passed
        self._take(":")
        return self._pass_over(word)

    def _let(self) -> Statements:
        if self._take("MID$"):
            return [self._mid_set()]
        spelled = self._now.text
        target = self._target()
        self.begun = None if self._is("=") else target
        if not self._take("="):
            raise self._unknown(spelled)
        value = self._expression()
        sets_clock = target == keyboard_peeks.CLOCK and self.keyboard.ticks
        if sets_clock:
            return [keyboard_peeks.clock_set(value)]
        return [*self._copied(target, value)]

    def _unknown(self, word: str) -> BasicSyntaxError:
        """Return the fault of a statement that begins with a name and continues without '=': for a
        longer name, an unknown statement."""
        fault = self._expected("'='")
        fault.word = (
            word
            if len(word) > _SHORT and (self._now.kind != "op" or self._is(":", "(", "#"))
            else ""
        )
        return fault

    def _mid_set(self) -> Stmt:
        self._need("(")
        target = self._target()
        self._need(",")
        start = self._expression()
        count = self._expression() if self._take(",") else n.Num("255")
        self._need(")")
        self._need("=")
        return n.Let(target, n.call("REPLACED$", target, start, count, self._expression()))

    def _print(self) -> Statements:
        items: list[PrintItem] = []
        using: Expr | None = None
        if self._take("#"):
            return self._into_file(self._print)
        placed = self._place() if self._now.text == "@" and self.dialect.columns else []
        while not self._at_end:
            if separator := self._take(",", ";"):
                items.append(separator)
            elif self._now.kind == "bad" and self._now.text == "@":
                raise self._not_here("PRINT @")
            elif self._take("USING"):
                if items:
                    placed = [*placed, n.Print((*items, ";"))]
                    items = []
                using = self._expression()
                self._need(";")
            else:
                items.append(self._item())
        return [*placed, n.Print(tuple(items), using)]

    def _item(self) -> PrintItem:
        """Return an item of a PRINT."""
        word = self._take("TAB", "SPC")
        if not word:
            return self._expression()
        return n.Tab(self._brackets()[0], word == "SPC")

    def _place(self) -> Statements:
        """Read where ``PRINT @`` begins: places are counted row by row from the upper left."""
        self.at += 1
        place = self._expression()
        self._need(",")
        return [n.act("locate_by_count", place)]

    def _input(self) -> Statements:
        if self._take("#"):
            return self._input_of_file()
        stays = bool(self._take(";"))
        prompt = None
        question = True
        if self._now.kind == "str":
            prompt = self._now.text
            self.at += 1
            # INPUT "A";B prints a question mark after its text, INPUT "A",B does not.
            question = self._take(",", ";") != "," and not self.dialect.prompts_alone
        keeps = self.dialect.codes  # Commodore: RETURN alone keeps the values
        return [n.InputStatement(self._targets(), prompt, question, stays=stays, keeps=keeps)]

    def _write(self) -> Statements:
        """Read WRITE: values separated by commas, texts in quotes."""
        if self._take("#"):
            return self._into_file(self._write)
        quote = n.Str('"')
        items: list[PrintItem] = []
        while not self._at_end:
            if self._take(",", ";"):
                items += [n.Str(","), ";"]
                continue
            value = self._expression()
            items += (
                [quote, ";", value, ";", quote, ";"]
                if n.is_text(value)
                else [n.call("WRITE$", value), ";"]
            )
        return [n.Print(tuple(items[:-1]))]

    def _line_input(self) -> Statements:
        if self._now.text != "INPUT":
            return self._pass_over("LINE")
        self._need("INPUT")
        if self._take("#"):
            return self._line_of_file()
        [read] = self._input()
        assert isinstance(read, n.InputStatement), "what _input gives"
        return [
            n.InputStatement(
                read.targets[:1], read.prompt, False, whole_line=True, stays=read.stays
            )
        ]

    def _if(self) -> Statements:
        self.ifs += 1
        try:
            return self._one_if()
        finally:
            self.ifs -= 1

    def _one_if(self) -> Statements:
        if self.ifs > _MOST_IFS:
            raise self._too_complex()
        test = self._expression()
        self._take(",")
        self._take(":") if self._is(":") and self._next.text == "THEN" else None
        has_then = self._take("THEN")
        if has_then and self.ifs == 1 and (self._now.kind == "end" or self._is("REM")):
            return [self._block("IF", test)]
        if not has_then and not self._begins_statement():
            raise self._expected("THEN or GOTO")
        then = self._branch()
        other = self._branch() if self._take("ELSE") else ()
        return [n.If(test, then, other)]

    def _begins_statement(self) -> bool:
        """True if a statement begins here, before which Tandy's machines need no THEN."""
        if self._is("GOTO", "GOSUB") or not self.dialect.columns:
            return self._is("GOTO", "GOSUB")
        return self._now.text in self.statements or (
            self._now.kind == "name" and self._is_assignment()
        )

    def _else(self) -> Statements:
        """Read ELSE of a multi-line IF; elsewhere a machine with line numbers ignores what follows
        it."""
        if self._is("IF") and self.names.labels is not None:
            raise self._expected("ELSEIF")
        numbered = "" if self.names.labels is not None else "ELSE"
        return [n.BlockBorder("ELSE", (), self._statements(()), numbered)]

    def _elseif(self) -> Statements:
        test = self._expression()
        self._need("THEN")
        return [self._block("ELSEIF", test), *self._statements(())]

    def _dim(self) -> Statements:
        """Read DIM of arrays or records, and of names with their types; those of simple variables
        do nothing."""
        self._take("SHARED")
        arrays = [array for found in self._listed(self._declared) for array in found]
        return [n.Dim(tuple(array for array, _ in arrays), tuple(lows for _, lows in arrays))]

    def _declared(self) -> list[tuple[n.Elem, Lows]]:
        name = self._name()
        bounds = list[Expr]()
        lows: list[int | None] = []
        if self._take("("):
            while not self._take(")"):
                low = self._lowest()
                bound = self._expression()
                lows.append(low if self._is("TO") else None)
                bounds.append(self._expression() if self._take("TO") else bound)
                self._take(",")
        if self._now.text == "AS":
            while not (self._at_end or self._is(",")):
                self.at += 1
        parts = self.names.fields.get(name, [""]) if bounds else ()
        return [(n.Elem(name + part, tuple(bounds)), tuple(lows)) for part in parts]

    def _lowest(self) -> int | None:
        """Return the whole number that begins here, or the constant; None for any other bound."""
        number = self.tokens[self.at + self._is("-")].text
        known = self.names.constants.get(without_sign(number))
        if known is None and number.isdigit():
            known = int(number[:12])
        return -known if self._is("-") and known is not None else known

    def _sleep(self) -> Statements:
        """Read SLEEP, which waits for a key; with a number of seconds it continues
        automatically."""
        if not self._at_end:
            return self._without_arguments(n.Nothing())
        return [n.asks_key(INKEY)]

    def _branch(self) -> Body:
        if self._names_line and self._next.text not in ("=", "("):
            target = n.Goto(self._line_number())
            return (target, *self._statements(stop=("ELSE",)))
        return self._statements(stop=("ELSE",))

    def _for(self) -> Statements:
        var = self._name()
        self._need("=")
        first = self._expression()
        self._need("TO")
        last = self._expression()
        return [n.For(var, first, last, self._expression() if self._take("STEP") else None)]

    def _destination(self) -> int:
        """Read a line number; names after it are ignored, as on machines that continue after the
        statement."""
        line = self._line_number()
        while self._now.kind == "name":
            self.at += 1
        return line

    def _on(self) -> Statements:
        if self._now.text in _EVENTS:
            event = self._now.text
            if self._opens or self._next.text == "GOSUB":
                return self._on_key() if event == "KEY" else self._pass_over(f"ON {event}")
        self._take("LOCAL")
        if self._next.text == "GOTO" and self._take("ERROR", "ERR"):
            self._need("GOTO")
            return [n.OnError(self._line_number())]
        selector = self._expression()
        word = self._need("GOTO", "GOSUB", "THEN")
        return [n.On(selector, tuple(self._listed(self._line_number)), word == "GOSUB")]

    def _data(self) -> Statements:
        raw = self._now
        self.at += 1
        text = raw.text if self._now.kind == "end" else raw.text[: self._now.column - raw.column]
        return [n.Data(data_items(text))]

    def _def(self) -> Statements:
        if self._now.text.startswith("PROC"):
            raise self._not_here("DEF PROC")
        if self._now.text.startswith(("SEG", "USR")):
            return self._pass_over(f"DEF {self._now.text[:3]}")
        self._need("FN")
        return self._function()

    def _function(self) -> Statements:
        """Read DEF of a function, starting at its name."""
        name = f"FN{self._name()}"
        params = list[str]()
        if self._take("("):
            params = self._listed(self._name)
            self._need(")")
        self._need("=")
        return [n.Def(name, tuple(params), self._expression())]

    def _rem(self) -> Statements:
        self.at = len(self.tokens) - 1
        return [n.Nothing()]

    def _without_arguments(self, stmt: Stmt) -> Statements:
        """Read a statement whose arguments do not matter."""
        self._arguments_to_end()
        return [stmt]

    def _randomize(self) -> Statements:
        if not self._at_end or not self.dialect.asks_seed:
            return [_UNFORESEEN if self._at_end else n.act("randomize", self._expression())]
        # GW-BASIC asks. No variable can have the name of a keyword.
        seed = n.Var("RANDOMIZE%")
        return [
            n.InputStatement((seed,), "Random number seed (-32768 to 32767)"),
            n.act("randomize", seed),
        ]

    def _option(self) -> Statements:
        self._need("BASE")
        return [n.Base(int(self._need("0", "1")))]

    def _swap(self) -> Statements:
        left = self._target()
        self._need(",")
        pairs = ((let.target, let.value) for let in self._copied(left, self._target()))
        return [n.Swap(a, b) for a, b in pairs if isinstance(b, n.Var | n.Elem)]

    def _without_effect(self) -> Statements:
        """Read a statement for a missing device; of POKE and WAIT, only those for keys and the
        screen count."""
        word = self._passed
        while self._is_word and self._now.text in ("ON", "OFF", "LIST"):
            self.at += 1
        args = self._arguments_to_end()
        place = self.keyboard.place(args[0]) if args else None
        if word == "POKE" and place in keyboard_peeks.CLEARED:
            return [n.Let(keyboard_peeks.HELD, n.Str(""))]
        if word == "WAIT" and place in keyboard_peeks.LATCHES:
            return [keyboard_peeks.asks_unless_held(polls=False)]
        if (
            word == "POKE"
            and self.dialect.graphics == "memory"
            and len(args) == 2
            and (place is None or is_on_screen(place))
        ):
            return [n.MachineCall("poke", args)]
        return [n.Nothing(args, word)]

    def _display(self) -> Statements:
        """Read COLOR, SCREEN and WIDTH; WIDTH of a printer or a file has no effect."""
        word = self._passed
        if word == "WIDTH" and (self._is("#", "LPRINT") or self._now.kind == "str"):
            return self._pass_over(word)
        return [n.DisplayMode(word, self._gappy_arguments())]

    def _view(self) -> Statements:
        """Read VIEW PRINT with the first and the last line that scroll; VIEW alone is about
        graphics."""
        if not self._take("PRINT"):
            return self._pass_over("VIEW")
        if self._at_end:
            return [n.DisplayMode("VIEW", ())]
        first = self._expression()
        self._need("TO")
        return [n.DisplayMode("VIEW", (first, self._expression()))]

    def _clock(self) -> Statements:
        word = self._passed
        if word == "TIMER" and self._now.text in ("ON", "OFF", "STOP"):
            return self._pass_over(word)
        self._need("=")
        time = self._expression()
        return [n.act("set_clock", time) if word == "TIME$" else n.Nothing((time,), word)]

    def _run(self) -> Statements:
        if self._at_end or self._now.kind == "num":
            return [n.Clear(), n.Goto(n.FIRST if self._at_end else self._line_number())]
        file = self._expression()
        self._pass_over("RUN")
        return [n.LeaveProgram("RUN", file)]

    def _arguments_to_end(self) -> Exprs:
        found: list[Expr] = []
        while not self._at_end:
            if not self._take(","):
                found.append(self._expression())
        return tuple(found)

    def _get(self) -> Statements:
        """Read GET of a key: on a machine with a latch, the key held there; an Apple waits for
        it."""
        target = self._target()
        waits = self.dialect.graphics == "apple"
        key = keyboard_peeks.HELD if self.keyboard.latched else self._key(polls=not waits)
        found = n.Let(target, key if n.is_text(target) else n.call("VAL", key))
        if not self.keyboard.latched:
            return [found]
        self.pressed.append(keyboard_peeks.asks_unless_held(polls=False))
        return [found, n.Let(keyboard_peeks.HELD, n.Str(""))]


Parser.statements = {
    **dict.fromkeys(WORDS["passed_over"], lambda p: p._pass_over(p._passed)),
    # Statements without anything to act on here: their arguments are evaluated.
    **dict.fromkeys("BEEP SOUND OUT WAIT POKE TRON TROFF".split(), Parser._without_effect),
    "CALL": Parser._call_statement,
    "CASE": Parser._case,
    "CLOSE": lambda p: [
        n.MachineCall("disk().close", () if p._at_end else tuple(p._listed(p._file)))
    ],
    "CLR": lambda p: p._without_arguments(n.Clear()),
    "CONST": lambda p: [*chain(*p._listed(p._let))],
    "DO": lambda p: p._loop("DO"),
    "ELSEIF": Parser._elseif,
    "ENDIF": lambda p: [p._block("END IF")],
    "EXIT": Parser._exit,
    "FIELD": Parser._field,
    "HTAB": lambda p: [n.act("locate", None, p._expression())],
    "KEY": Parser._key_statement,
    "KILL": lambda p: [n.act("disk().kill", p._expression())],
    "LOOP": lambda p: p._loop("LOOP"),
    "NAME": Parser._rename,
    "OPEN": Parser._open,
    "POP": lambda p: [n.Pop()],
    "RANDOM": lambda p: [_UNFORESEEN],
    "REPEAT": lambda p: [p._block("DO")],
    "SELECT": Parser._select,
    "SLEEP": Parser._sleep,
    "UNTIL": lambda p: [p._block("LOOP", p._expression(), name="UNTIL")],
    "VIEW": Parser._view,
    "VTAB": lambda p: [n.act("locate", p._expression(), None)],
    **dict.fromkeys(("COMMON", "REDIM", "STATIC"), Parser._dim),
    **dict.fromkeys(("DECLARE", "SHARED"), lambda p: p._pass_over("")),
    **dict.fromkeys(("FUNCTION", "SUB"), Parser._sub),
    **dict.fromkeys(("HIMEM", "LOMEM"), Parser._limit_of_memory),
    **dict.fromkeys(("HOME", "SCNCLR"), lambda p: [n.MachineCall("wipe")]),
    **dict.fromkeys(("LSET", "RSET"), Parser._set),
    **dict.fromkeys(("GET", "PUT"), Parser._get_or_put),
    **dict.fromkeys(("LOAD", "CHAIN"), Parser._load),
    # Statements that other parsers read in their own way.
    "LET": lambda p: p._let(),
    **dict.fromkeys(("PRINT", "LPRINT"), lambda p: p._print()),
    "INPUT": lambda p: p._input(),
    "ON": lambda p: p._on(),
    "DATA": lambda p: p._data(),
    "DIM": lambda p: p._dim(),
    "WRITE": Parser._write,
    "LINE": Parser._line_input,
    "IF": Parser._if,
    # What follows line and column of LOCATE is about the cursor's appearance.
    "LOCATE": lambda p: [n.MachineCall("locate", (*p._gappy_arguments(), None, None)[:2])],
    **dict.fromkeys(("COLOR", "SCREEN", "WIDTH"), Parser._display),
    "FOR": Parser._for,
    "CLS": lambda p: p._without_arguments(n.MachineCall("wipe")),
    "NEXT": lambda p: [
        n.Next(name) for name in (p._listed(p._name) if p._now.kind == "name" else (None,))
    ],
    "WHILE": lambda p: [p._block("WHILE", p._expression(), name="WHILE")],
    "WEND": lambda p: [n.BlockBorder("WEND")],
    "GOTO": lambda p: [n.Goto(p._destination())],
    "GOSUB": lambda p: [n.Gosub(p._destination())],
    "RETURN": lambda p: [n.Return(p._line_if_any())],
    "READ": lambda p: [n.Read(p._targets())],
    "RESTORE": lambda p: [n.Restore(p._line_if_any())],
    "DEF": Parser._def,
    "REM": Parser._rem,
    "ELSE": Parser._else,
    "END": Parser._end,
    **dict.fromkeys(("SYSTEM", "NEW"), lambda p: [n.End()]),
    # It ends a program on all machines; what it would show is not part of a play.
    "LIST": lambda p: [*p._pass_over("LIST"), n.End()],
    "STOP": lambda p: [n.End(stop=True)] if p._at_end else p._pass_over("STOP"),
    "CLEAR": lambda p: p._without_arguments(n.Clear()),
    "RUN": Parser._run,
    "RANDOMIZE": Parser._randomize,
    "OPTION": Parser._option,
    "SWAP": Parser._swap,
    "ERASE": lambda p: [n.Erase(tuple(p._listed(p._name)))],
    **dict.fromkeys(("TIMER", "TIME$", "DATE$"), Parser._clock),
    "RESUME": lambda p: [n.Resume(-1 if p._take("NEXT") else p._line_if_any())],
    "ERROR": lambda p: [n.Raise(p._expression())],
    # `deftypes` has already read them all.
    **dict.fromkeys(("DEFINT", "DEFLNG", "DEFSNG", "DEFDBL", "DEFSTR"), lambda p: p._pass_over("")),
}
