"""Literals as used in lines: numbers, texts, True, False, None, and tuples and lists of these.
Nothing is computed.

Python's own parser reads them; anything in its tree that is not a literal is refused.

>>> from .tokens import Scan
>>> arguments(Scan("9, mode='safe', at=(1, -2)").tokens)
([9], {'mode': 'safe', 'at': (1, -2)})
"""

from __future__ import annotations

import ast
import re
import unicodedata
from typing import Any

from ...errors import BadLine, quote
from .tokens import Token, Tokens

_DEEPEST = 40
"""The maximum depth of nested brackets."""

_MOST_DIGITS = 4_300
"""The maximum number of digits of a whole number that Python reads and writes."""

_TEXT = re.compile(r"[rRuU]?(?!('|\"|'''|\"\"\")\Z)['\"].*", re.DOTALL)
"""A closed text, neither bytes nor formatted: the token of an unclosed text consists only of its
quotes."""

_PLAIN = re.compile(r"[][()=,+-] | \.?[0-9][0-9a-fA-FxXoO_.+-]*", re.VERBOSE)
"""The signs and numbers that literals are made of. (For ``1if`` the parser would issue a warning
before refusing it.)"""

_ESCAPE = re.compile(
    r"""\\(?: ([4-7][0-7]{2}) |
    (\r?\n | [0-7]{1,3} | x[0-9a-fA-F]{2} | u[0-9a-fA-F]{4} | U[0-9a-fA-F]{8}
    | N\{[^}]*\} | [\\'"abfnrtv]) | . )""",
    re.VERBOSE | re.DOTALL,
)


def arguments(tokens: Tokens) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments between the brackets of a call: positional and by name. Raises `BadLine`
    for anything but literals."""
    for token in tokens:
        if token.kind == "number" and len(token.text) > _MOST_DIGITS:
            raise BadLine(
                f"A number of {len(token.text):,} digits is too long; Python reads at most"
                f" {_MOST_DIGITS:,}."
            )
        if token.is_op("(", "[") and token.depth - tokens[0].depth > _DEEPEST:
            raise _refused(tokens, f"more than {_DEEPEST} brackets are nested")
    named: dict[str, Any] = {}
    try:
        call: Any = ast.parse(f"_({' '.join(map(_code, tokens))})", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError("a closing bracket has no opening bracket")
        for keyword in call.keywords:
            name = str(keyword.arg)
            if name in named:
                raise _refused(tokens, f"{name} is given twice")
            named[name] = _value(keyword.value)
        return [_value(node) for node in call.args], named
    except BadLine:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        if "follows keyword" in str(fault):
            raise _refused(tokens, "a value without a name cannot follow one with a name") from None
        reason = (
            "only numbers, strings, True, False, None and tuples of these are allowed, nothing to"
            " compute"
        )
        raise _refused(tokens, reason) from None


def _refused(tokens: Tokens, reason: str) -> BadLine:
    return BadLine(f"{quote(written(tokens))}: {reason}.")


def _code(token: Token) -> str:
    """Return a token in a form that every Python version parses alike: an unknown escape stands for
    itself."""
    if token.kind == "string" and _TEXT.fullmatch(token.text):
        if token.text[0] in "rR":
            return token.text
        return _ESCAPE.sub(_escape, token.text)
    if token.kind == "name" or _PLAIN.fullmatch(token.text):
        return token.text
    raise ValueError(token.text)


def _escape(found: re.Match[str]) -> str:
    text, octal, is_known = found.group(0, 1, 2)
    if octal:  # larger than a byte: the parser would issue a warning
        return f"\\u{int(octal, 8):04x}"
    if not is_known:
        return f"\\{text}"
    try:
        ast.parse(f"'''{text}'''")
    except SyntaxError:
        raise BadLine(f"{quote(text)} is not a character that a line can have.") from None
    return text


def _value(node: Any) -> Any:
    """Return the value of a literal; raise ValueError for anything else."""
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | None as value):
            return value
        case ast.Tuple(elts=nodes):
            return tuple(map(_value, nodes))
        case ast.List(elts=nodes):
            return list(map(_value, nodes))
        case ast.UnaryOp(
            op=ast.USub() | ast.UAdd() as sign,
            operand=ast.Constant(value=int() | float() as number),
        ):
            if not isinstance(number, bool):
                return -number if isinstance(sign, ast.USub) else number
    raise ValueError("no literal")


def written(tokens: Tokens) -> str:
    """Return tokens as Python would write them: blanks only after commas, texts as `repr` writes
    them."""
    return "".join(map(_written, tokens)).strip()


def _written(token: Token) -> str:
    try:
        if token.kind == "string":
            return repr(ast.literal_eval(_code(token)))
        return token.text + " " * token.is_op(",")
    except (SyntaxError, ValueError):
        return token.text


def name_of(token: Token) -> str:
    """Return the name that a token stands for: Python reads names in NFKC."""
    return unicodedata.normalize("NFKC", token.text)
