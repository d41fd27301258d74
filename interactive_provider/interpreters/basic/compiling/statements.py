"""Writes statements as Python: all except jumps and loops."""

from __future__ import annotations

import re

from ..reading import nodes as n
from ..reading.nodes import PrintItem
from ..running import traps
from .control_flow import Flow, Take
from .expressions import ExpressionCoder, MismatchError
from .symbols import ArrayShape, function_flag, local


class StatementWriter:
    """Writes one statement at a time; each method returns False if control never continues after
    it. The rest is in `compiler`."""

    def __init__(self, code: ExpressionCoder, flow: Flow) -> None:
        self.dialect = code.dialect
        self.symbols = code.symbols
        self.flow = flow
        self.code = code
        self.text: list[str] = []
        self.numbers: list[int] = []
        self.depth = 0
        self.line = 0

    def _add(self, *lines: str) -> None:
        for line in lines:
            self.text.append("    " * self.depth + line)
            self.numbers.append(self.line)

    def _words(self) -> set[str]:
        """Return the names in the generated Python."""
        return set(re.findall(r"\w+", "\n".join(self.text)))

    def scalars(self) -> list[str]:
        """Return the Python names of all scalars, in the order in which states store them."""
        return [*map(local, self.symbols.scalars), *self.symbols.hidden]

    def arrays(self) -> list[str]:
        """Return the Python names of all arrays."""
        return [a.local for a in self.symbols.arrays.values()]

    def _print(self, stmt: n.Print) -> None:
        if stmt.using is not None:
            self._print_using(stmt)
            return
        constant = ""
        for item in stmt.items:
            if isinstance(item, n.Str) and not self.dialect.wraps:
                constant += item.text
                continue
            if item == ";":
                continue
            if constant:
                self._add(f"put({constant!r})")
                constant = ""
            self._print_item(item)
        ends = self._ends_line(stmt)
        if constant:
            self._add(f"put_line({constant!r})" if ends else f"put({constant!r})")
        elif ends:
            self._add("end_print()" if self.dialect.wraps else "end_line()")

    def _ends_line(self, stmt: n.Print) -> bool:
        last = stmt.items[-1] if stmt.items else None
        return not (last in (",", ";") or (self.dialect.tab_holds and isinstance(last, n.Tab)))

    def _print_item(self, item: PrintItem) -> None:
        match item:
            case str():
                self._add("comma()")
            case n.Tab(arg, relative):
                self._add(f"{'space' if relative else 'tab'}({self.code.number(arg)})")
            case _ if n.is_text(item):
                self._add(f"put({self.code.text(item)})")
            case _:
                self._add(self.code.printed(item))

    def _print_using(self, stmt: n.Print) -> None:
        assert stmt.using is not None, "only called for PRINT USING"
        values = [self.code.shown(i) for i in stmt.items if not isinstance(i, str | n.Tab)]
        ends = self._ends_line(stmt)
        self._add(f"put_all(formatted({self.code.text(stmt.using)}, [{', '.join(values)}]))")
        if ends:
            self._add("end_print()")

    def _act(self, stmt: n.MachineCall) -> None:
        if stmt.word != "wipe" or self.symbols.places_output:
            self._add(self.code.act(stmt.word, stmt.args))

    def _take(self, op: Take) -> None:
        for i, target in enumerate(op.asked.targets):
            value = f"machine.values[{i}]"
            taken = f"{self.code.value(target)} = {self.code.given(target, value)}"
            self._add(f"if machine.values: {taken}" if op.asked.keeps else taken)

    def _read(self, stmt: n.Read) -> None:
        for target in stmt.targets:
            value = "read_text()" if target.name.endswith("$") else "read_number()"
            self._add(f"{self.code.value(target)} = {self.code.given(target, value)}")

    def _restore(self, stmt: n.Restore) -> None:
        if stmt.line is None:
            self._add("machine.pointer = 0")
        elif stmt.line not in self.flow.line_at:
            self._add("fail('UNDEFINED LINE NUMBER')")
        else:
            self._add(f"machine.restore({stmt.line})")

    def _dim(self, stmt: n.Dim) -> None:
        for elem in stmt.arrays:
            array = self.symbols.array(elem)
            if array.rank != len(elem.index):
                self._add("bad_subscript()")
                continue
            if self.dialect.dims_once:
                self._add(
                    f"if {array.flag}:", "    fail('DUPLICATE DEFINITION')", f"{array.flag} = 1"
                )
            bounds = [
                f"{self.code.whole(bound)} + {array.shift(i)}"
                if array.shift(i)
                else self.code.whole(bound)
                for i, bound in enumerate(elem.index)
            ]
            self._add(f"k = ({', '.join(bounds)},)")
            self._add(f"{array.local} = array(k, {array.empty!r}, {self._place_of(array)})")
            for i, width in enumerate(array.widths(), start=1):
                if not width.isdigit():
                    self._add(f"{width} = int(k[{i}]) + 1")

    def _place_of(self, array: ArrayShape) -> int:
        return list(self.symbols.arrays).index(array.name)

    def _def(self, stmt: n.Def) -> None:
        number = next(i for i, d in enumerate(self.symbols.defs[stmt.name], start=1) if d is stmt)
        self._add(f"{function_flag(stmt.name)} = {number}")

    def _clear(self, stmt: n.Clear) -> None:
        if names := self.scalars():
            self._add(f"({', '.join(names)},) = fresh_scalars")
        if names := self.arrays():
            self._add(
                f"({', '.join(names)},) = [a[:] for a in fresh_arrays]",
                "spend(sum(map(len, fresh_arrays)) // 100)",
            )
        self._add(
            "stack.clear()",
            "machine.pointer = 0",
            "renew()",
            *["disk().close()"] * self.symbols.files,
        )

    def _swap(self, stmt: n.Swap) -> None:
        left = self.code.value(stmt.left)
        right = self.code.value(stmt.right)
        if n.sign_of(stmt.left.name) != n.sign_of(stmt.right.name):
            raise MismatchError
        self._add(f"{left}, {right} = {right}, {left}")

    def _erase(self, stmt: n.Erase) -> None:
        for name in stmt.names:
            array = self.symbols.arrays[name]
            bounds = (10.0,) * array.rank
            self._add(
                f"{array.local} = array({bounds!r}, {array.empty!r}, {self._place_of(array)})"
            )
            if array.flag in self.symbols.hidden:
                self._add(f"{array.flag} = 0")

    def _display(self, stmt: n.DisplayMode) -> None:
        args = ("None" if part is None else self.code.whole(part) for part in stmt.args)
        self._add(f"display({', '.join([repr(stmt.word), *args])})")

    # Traps -----------------------------------------------------------------------------------

    def _on_error(self, stmt: n.OnError) -> None:
        if not stmt.line:
            self._add(f"if {traps.FAILED}:", f"    raised({traps.ERR}, {traps.ERL})")
            self._add(f"{traps.HANDLER} = 0", "machine.trapping = False")
        elif stmt.line not in self.flow.line_at:
            self._add("fail('UNDEFINED LINE NUMBER')")
        else:
            handler = self.flow.block(self.flow.line_at[stmt.line])
            self._add(f"{traps.HANDLER} = {handler + 1}", "machine.trapping = True")
