"""The tokens of a PGN file, where its games begin, and one game in the form python-chess reads.

python-chess ends a game at an empty line and ignores words that it does not know, so it loses the
moves after such a line and can read a move that is not in the file. The standard (sections 7 and
8.2 of its import format) defines only tokens: a game is a section of tags and a section of moves,
which ends with a result or, in careless files, where the next tags begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import chess.pgn

from ...errors import quote

_TOKEN = re.compile(
    r"""
    (?P<comment> \{[^}]*\} | ;[^\n]*)
  | (?P<unclosed> \{)
  | (?P<escape> ^%[^\n]*)
  | (?P<gap> (?<=\n)[^\S\n]*\n)
  | (?P<tag> \[\s*(?P<name>[A-Za-z0-9][\w+\#=:-]*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
  | (?P<loose> ^\[[^\S\n]*(?P<loose_name>[A-Za-z0-9][\w+\#=:-]*)[^\S\n]+"(?P<loose_value>[^\n]*)"
        [^\S\n]*\])                                      # [Event "The "Open""]
  | (?P<bracket> \[[^\]\n]*\]?)                          # [Site without quotes]
  | (?P<parenthesis> [()])
  | (?P<result> (?<![\w+\#=:/-])(?:1-0|0-1|1/2-1/2)(?![\w+\#=:/-]) | \*)
  | (?P<words> (?: (?:[^\s(){};*\[\d][^\s(){};*\[]*|\d+\.+)[^\S\n]*)+ | [^\s(){};*\[]+ | \})
    """,
    re.VERBOSE | re.MULTILINE,
)

_NUMBER = re.compile(r"(?!0000$)(?:\d+[.…]+|\d+$|[.…]+)")
"""The number of a move, alone or in front of a move: ``12.``, ``12...``, ``12``."""

_MARKS = re.compile(r"(?:[-+#=/!?†‡±∓⩲⩱∞□]|\$\d+|e\.?p\.?)+")
"""The marks that may follow a move: check, mate, annotations, ``$14``, ``+-``, ``e.p.``"""

_LETTER_MARKS = ("N", "D")
"""A novelty and a diagram."""

_IS_MOVE = chess.pgn.MOVETEXT_REGEX.fullmatch

_FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", "♙♟")


class Faulty(ValueError):
    """Something in a record that cannot be read or played; ``at`` is its index in the text."""

    at = 0


def tags(part: str) -> dict[str, str]:
    """Return the tags of a game's text."""
    found = {}
    for token in _TOKEN.finditer(part):
        if token.lastgroup in ("words", "result", "parenthesis", "unclosed"):
            break
        if token.lastgroup in ("tag", "loose"):
            name, value = _name_and_value(token)
            found[name] = value
    return found


def _name_and_value(token: re.Match[str]) -> tuple[str, str]:
    if token["name"]:
        return token["name"], token["value"]
    return token["loose_name"], token["loose_value"]


# Where games begin --------------------------------------------------------------------------


def parts(text: str) -> list[str]:
    """Return the text of each game in a file: a game begins at the first tag or move after another
    game's result, and where tags follow moves, even if the result is missing."""
    cutter = _Cutter()
    for token in _TOKEN.finditer(text):
        cutter.read(token)
    ends = [*cutter.beginnings[1:], len(text)]
    return [text[begin:end] for begin, end in zip(cutter.beginnings, ends, strict=True)]


class _Cutter:
    """Finds where each game in a text begins."""

    def __init__(self) -> None:
        self.beginnings: list[int] = []
        self._section = "none"
        """``tags`` or ``moves``; ``none`` before the first game and after a result."""
        self._names: set[str] = set()
        self._depth = 0
        self._is_after_gap = False

    def read(self, token: re.Match[str]) -> None:
        """Take the next token."""
        kind = token.lastgroup
        if kind == "gap":
            self._is_after_gap = True
            return
        if kind in ("tag", "loose"):
            self._read_tag(_name_and_value(token)[0], token.start())
        elif kind == "result" and self._depth == 0:
            self._section = "none"
        elif kind in ("words", "parenthesis", "unclosed"):
            self._read_move(token)
        self._is_after_gap = False

    def _begin(self, section: str, start: int) -> None:
        # A comment before the first game belongs to it.
        self.beginnings.append(start if self.beginnings else 0)
        self._section = section
        self._names.clear()
        self._depth = 0

    def _read_tag(self, name: str, start: int) -> None:
        is_new_roster = self._is_after_gap and name in self._names
        if self._section != "tags" or is_new_roster:
            self._begin("tags", start)
        self._names.add(name)

    def _read_move(self, token: re.Match[str]) -> None:
        is_first_move = re.match(r"1(\.(?![.…])|\s|$)", token[0]) is not None
        starts_again = self._is_after_gap and is_first_move and self._depth == 0
        if self._section == "none" or (self._section == "moves" and starts_again):
            self._begin("moves", token.start())
        self._section = "moves"
        self._depth += {"(": 1, ")": -1}.get(token[0], 0)


# One game -----------------------------------------------------------------------------------


def normalized(part: str) -> tuple[str, list[int]]:
    """Return a game's text in a form that python-chess reads completely, with one tag or token on
    each line and no other empty lines, and the place in the text of each line; raise `Faulty` if it
    is not PGN."""
    lines = [f'[{name} "{value}"]' for name, value in tags(part).items()]
    lines.append("")
    places = [0] * len(lines)
    # For each open variation, with the game itself first: whether a move was read in it.
    has_moves = [False]
    for token in _TOKEN.finditer(part):
        try:
            for text in _movetext(part, token, has_moves):
                lines.append(text)
                places += [token.start()] * (1 + text.count("\n"))
        except Faulty as fault:
            fault.at = token.start()
            raise
    if len(has_moves) > 1:
        raise Faulty("a variation is never closed")
    return "\n".join([*lines, ""]), places


def _movetext(part: str, token: re.Match[str], has_moves: list[bool]) -> Iterator[str]:
    """Return what python-chess is to read for a token."""
    kind = token.lastgroup
    text = token[0]
    if kind == "unclosed":
        raise Faulty(f"the comment {_beginning(part, token)} is never closed")
    if kind == "comment":
        yield _comment(text)
    elif kind == "bracket" and any(has_moves):
        yield _as_comment(text)
    elif kind == "parenthesis":
        _count_variation(text, has_moves)
        yield text
    elif kind == "result":
        yield text if len(has_moves) == 1 else _as_comment(text)
    elif kind == "words":
        has_moves[-1] = True
        for word in text.split():
            yield from _moves_in(word)


def _count_variation(parenthesis: str, has_moves: list[bool]) -> None:
    if parenthesis == "(":
        if not has_moves[-1]:
            raise Faulty("a variation begins before the first move")
        has_moves.append(False)
    elif len(has_moves) > 1:
        has_moves.pop()
    else:
        raise Faulty("there is a ')' without a '('")


def _beginning(part: str, token: re.Match[str]) -> str:
    return repr(" ".join(part[token.start() :].split())[:30])


def _comment(text: str) -> str:
    return text if text.startswith("{") else _as_comment(text[1:])


def _as_comment(text: str) -> str:
    return "{" + text.replace("}", ")") + "}"


def _moves_in(word: str) -> Iterator[str]:
    """Return the move in a word, with its annotations: ``12.Nf3!?`` is ``Nf3`` and ``!?``."""
    move = word.translate(_FIGURINES)
    while number := _NUMBER.match(move):
        move = move[number.end() :]
    marks = ""
    if not _IS_MOVE(move):
        move, marks = _without_marks(move)
    if _IS_MOVE(move):
        yield move
    elif any(map(str.isalnum, move)) and move not in _LETTER_MARKS:
        raise Faulty(f"{quote(word)} is not a move")
    yield from re.findall(r"[!?]+|\$\d+", marks)


def _without_marks(move: str) -> tuple[str, str]:
    """Return a word without the marks at its end."""
    *_, marks = "", *_MARKS.findall(move)
    bare = move.removesuffix(marks)
    return bare, move[len(bare) :]
