"""The borders of blocks: DO, SELECT CASE, EXIT, SUB and their ends; `reading.blocks` turns them
into jumps."""

from __future__ import annotations

from .. import nodes as n
from ..expression_parser import ExpressionParser
from ..nodes import Expr, Statements

_BLOCKS = {"IF": "IF", "SELECT": "SELECT", "SUB": "SUB", "FUNCTION": "SUB"}
"""The words after END and EXIT, with the block that each names."""


class BlockStatements(ExpressionParser):
    """Reads the borders of blocks on one line."""

    def _block(self, word: str, *tests: Expr, name: str = "") -> n.BlockBorder:
        """Read a border of a block, with the keys and calls of its test."""
        before = tuple(self.pressed)
        self.pressed = []
        return n.BlockBorder(word, tests, before, name)

    def _end(self) -> Statements:
        word = self._take(*_BLOCKS)
        return [self._block(f"END {_BLOCKS[word]}") if word else n.End()]

    def _exit(self) -> Statements:
        word = self._need("DO", "FOR", *_BLOCKS, "WHILE")
        return [self._block(f"EXIT {_BLOCKS.get(word, word)}")]

    def _loop(self, word: str) -> Statements:
        """Read DO or LOOP, with or without a test."""
        if self._at_end:
            return [self._block(word)]
        name = self._need("WHILE", "UNTIL")
        return [self._block(word, self._expression(), name=name)]

    def _select(self) -> Statements:
        self._need("CASE")
        return [self._block("SELECT", self._expression())]

    def _case(self) -> Statements:
        if self._take("ELSE"):
            return [self._block("CASE ELSE")]
        return [self._block("CASE", *self._listed(self._one_case))]

    def _one_case(self) -> Expr:
        self._take("IS")
        if op := self._take(*n.COMPARISONS):
            return n.call("CASE.IS", n.Str(op), self._expression())
        low = self._expression()
        return n.call("CASE.TO", low, self._expression()) if self._take("TO") else low

    def _sub(self) -> Statements:
        procedure = self.names.procedures.get(self._now.text)
        if procedure is None:
            raise self._not_here("SUB")
        while not self._at_end:  # the parameters were read before
            self.at += 1
        kept = [
            name + part
            for name in (*procedure.parameters, *self.names.kept)
            for part in self.names.fields.get(name, [""])
        ]
        name = "" if procedure.is_static else procedure.name  # no name: STATIC needs no record
        return [
            n.BlockBorder("SUB", tuple(map(n.Var, kept)), (n.JumpLabel(procedure.entry),), name)
        ]
