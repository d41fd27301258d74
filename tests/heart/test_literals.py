"""One grammar for lines: names of every script, literals alone, and only our own errors."""

from __future__ import annotations

import contextlib
import re
import warnings
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider import InteractiveProvider, games, line, load, options, replay, save
from interactive_provider.errors import BadLine, BadSave, ProviderError
from interactive_provider.game import Game
from interactive_provider.game.asking import menu, say
from interactive_provider.heart.play.nodes import memory
from interactive_provider.heart.records.lines import chain, literal
from interactive_provider.heart.records.literals import written
from interactive_provider.heart.records.tokens import Scan

from .toys import Walk

LABELS = (
    "हिन्दी",
    "ภาษาไทย",
    "தமிழ்",
    "شُكْرًا",
    "שָׁלוֹם",
    "한국어",
    "Ελληνικά",
    "naïve",
    "2 ♠",
    "𝔘𝔫𝔦",
    "ﬁne",
    "·",
    "💎",
    "a\u200bb",
)


class Said(Game[object]):
    """A menu of labels in many scripts."""

    def __init__(self, labels: tuple[str, ...] = LABELS) -> None:
        self.labels = labels

    def new_state(self, rng: object) -> object:
        """The menu."""
        return menu("Which?", {label: say(label) for label in self.labels})


@given(
    st.lists(
        st.text(min_size=1, max_size=12).filter(lambda text: text.strip()),
        min_size=1,
        max_size=6,
        unique=True,
    )
)
def test_a_line_with_names_of_any_script_leads_back(labels: list[str]) -> None:
    """Whatever a label is, the line of its choice is read again, also from a cell that is still
    being written."""
    mine = InteractiveProvider(Said((*LABELS, *(text for text in labels if text not in LABELS))))
    for option in options(mine.said(seed=1)):
        p = getattr(mine.said(seed=1), option.names[0])
        assert p == replay(line(p), mine)
        assert option.names[0] in [token.text for token in Scan(f"p.{option.names[0]}.").tokens]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(
            ("0", 0),
            ("-12", -12),
            ("1_000", 1000),
            ("0xff", 255),
            ("1e-7", 1e-7),
            ("-1.5E+3", -1500.0),
            (".5", 0.5),
        ),
        *(
            ("'a'", "a"),
            ("\"a\" 'b'", "ab"),
            ("r'\\d'", "\\d"),
            ("'\\d'", "\\d"),
            ("'\\x41\\u00e9\\n'", "Aé\n"),
        ),
        *(
            ("'\\}'", "\\}"),
            ("'\\N'", "\\N"),
            ("'\\x'", "\\x"),
            ("'\\8'", "\\8"),
            ("'\\７'", "\\７"),
            ("u'\\77'", "?"),
        ),
        *(
            ("'''a\nb'''", "a\nb"),
            ("'\\N{BULLET}'", "•"),
            ("'\\101\\0'", "A\0"),
            ("''", ""),
            ("'\\'\"'", "'\""),
        ),
        *(
            ('"""\'"""', "'"),
            ("'a\\\nb'", "ab"),
            ("(1, 2,)", (1, 2)),
            ("('a' 'b')", "ab"),
            ("[]", []),
            ("False", False),
        ),
        *(
            ("True", True),
            ("None", None),
            ("()", ()),
            ("(1,)", (1,)),
            ("(1)", 1),
            ("[1, (2, 'x')]", [1, (2, "x")]),
        ),
        *(
            ("'\\777'", "ǿ"),
            ("'\\8'", "\\8"),
            ("'a\\\nb'", "ab"),
            ("u'x'", "x"),
            ("+1.5", 1.5),
            ("-0x10", -16),
        ),
    ],
)
def test_literals(text: str, value: object) -> None:
    """Numbers, texts and tuples of them are read as Python reads them."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert value == literal(text)
        assert type(value) is type(literal(text))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1 2",
            "(1 2)",
            "a",
            "f'x'",
            "b'x'",
            "{1}",
            "{}",
            "1+2",
            "--1",
            "'a",
            "'''a",
            "1,,2",
            "lambda: 1",
            "*x",
            "...",
            "1j",
            "07",
            "1if 2",
            "1)(2",
            "**None",
            "'\n'",
            "-True",
            "'a'(1)",
            "1" + "+1" * 10_000,
            "-" * 10_000 + "1",
        ),
        *(
            "x=1",
            "(" * 999 + ")" * 999,
            "[" * 50,
            "9" * 5000,
            "0x" + "f" * 5000,
            "'\\N{NO SUCH SIGN}'",
            "'\\U99999999'",
            ")",
            "",
        ),
    ],
)
def test_what_is_not_a_literal_is_refused(text: str) -> None:
    """Nothing is computed, nothing nests without end, nobody is warned, and the error is ours."""
    with warnings.catch_warnings(), pytest.raises(BadLine):
        warnings.simplefilter("error")
        literal(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            'print("x")',
            "games(5)",
            "games.minesweeper('yes')",
            "games.guess(self=1)",
            "games(self=1)",
            "games.guess(seed=1 2)",
        ),
        *(
            "games.guess(seed=0x" + "f" * 9999 + ")",
            "games.guess(se ed=2)",
            "games.guess(seed=1, seed=2)",
            "games..guess",
        ),
        *(
            "games.guess(seed=3)(5 0)",
            "print",
            "class.guess",
            "games.guess(seed=1)['a', x=1]",
            "games.guess(seed=1)[x=1]",
        ),
        *(
            "games.guess(seed=(1,))",
            "games.guess(seed=3)(50)(self=1)",
            "games.basic(5)",
            "games.guess(seed=3)(1, 2)",
        ),
    ],
)
def test_hostile_lines_end_in_our_own_errors(text: str) -> None:
    """Positions given by place, names given twice, numbers side by side: each is refused in a
    sentence."""
    with pytest.raises(ProviderError):
        replay(text)


@given(st.text(alphabet="games.u(\"'[])=,1 \\\nx{}#-", max_size=40))
def test_any_text_is_a_line_or_our_error(text: str) -> None:
    """No text makes the reader raise anything but `BadLine`."""
    with contextlib.suppress(BadLine):
        chain(text)


def test_a_catalogue_with_a_seed_of_its_own_says_so() -> None:
    """The line of reseeded games keeps the seed, in submenus too."""
    assert "games(seed=5)" == line(games(seed=5))
    assert "games(seed=5).basic" == line(games.basic(seed=5)) == line(games(seed=5).basic)
    assert line(games(seed=5).guess) == line(replay(line(games(seed=5))).guess)
    assert games(seed=5) == replay("games(seed=5)") != games(seed=6)
    assert "games" == line(games)


def test_brackets_and_numbers_are_read_to_their_bounds() -> None:
    """Forty brackets within a pair, and as many digits as Python writes; one more is refused."""
    assert 1 == literal("(" * 41 + "1" + ")" * 41)
    with pytest.raises(BadLine, match="more than 40 brackets"):
        literal("(" * 42 + "1" + ")" * 42)
    with pytest.raises(
        BadLine, match=re.escape(r"'\\N{NO SIGN}' is not a character that a line can have.")
    ):
        literal("'\\N{NO SIGN}'")
    assert int("9" * 4300) == literal("9" * 4300)
    with pytest.raises(BadLine, match="A number of 4,301 digits is too long"):
        literal("9" * 4301)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("f'a{x!r:>{w}}b' + y", "f'@0:0 {@3:0 x@4:1 {@9:1 w@10:2 }@11:1 }@12:0 +@16:0 y@18:0"),
        ("s = 'never\nt", "s@0:0 =@2:0 '@4:0 \n@10:0 t@11:0"),
        ("f'{{{a[1]}' 'x'", "f'@0:0 {@4:0 a@5:1 [@6:1 1@7:2 ]@8:1 }@9:0 'x'@12:0"),
        ('f"{a != b}"', 'f"@0:0 {@2:0 a@3:1 !=@5:1 b@8:1 }@9:0'),
        ("f'{(a:=1)!s}'", "f'@0:0 {@2:0 (@3:1 a@4:2 :=@5:2 1@7:2 )@8:1 }@11:0"),
        ("f'{a\nb", "f'@0:0 {@2:0 a@3:1 b@5:1"),
        ("f'{a:{b:{c", "f'@0:0 {@2:0 a@3:1 {@5:1 b@6:2 {@8:2 c@9:3"),
        ("{'a': 1}[k]\n", "{@0:0 'a'@1:1 :@4:1 1@6:1 }@7:0 [@8:0 k@9:1 ]@10:0 \n@11:0"),
        ("x = y if a!=b else z", "x@0:0 =@2:0 y@4:0 if@6:0 a@9:0 !=@10:0 b@12:0 else@14:0 z@19:0"),
        ("a: int = 5; b", "a@0:0 :@1:0 int@3:0 =@7:0 5@9:0 ;@10:0 b@12:0"),
        ("a)b(", "a@0:0 )@1:0 b@2:0 (@3:0"),
    ],
)
def test_tokens_stand_where_they_are_and_as_deep(text: str, tokens: str) -> None:
    """Each token with its place and the brackets around it; a field of a formatted text counts as a
    bracket."""
    assert tokens == " ".join(
        f"{token.text}@{token.start}:{token.depth}" for token in Scan(text).tokens
    )
    assert [token.text for token in Scan(text).tokens if token.kind != "string"] == [
        text[token.start : token.end] for token in Scan(text).tokens if token.kind != "string"
    ]


@pytest.mark.parametrize(
    ("text", "index"),
    [("f(g(x", 3), ("f(", 1), ("f(g(x)", 1), ("f'{a[b", 3), ("f(x)", None), ("x", None)],
)
def test_the_innermost_open_bracket_is_found(text: str, index: int | None) -> None:
    """By its number among the tokens; none if all are closed."""
    assert index == Scan(text).opening_bracket()


class Library(Walk):
    """Opens a file if it is told to."""

    file_parameters = ("words",)
    opened: ClassVar[list[str]] = []

    def new_state(self, rng: Random, width: int = 3, words: str = "") -> Any:
        """The first state, with the words of a file."""
        if words:
            self.opened.append(words)
        return super().new_state(rng, width)


def test_no_record_makes_a_game_open_a_file(tmp_path: Path) -> None:
    """A line and a saved game are refused; who calls the game may name a file."""
    library = InteractiveProvider(Library(), seed=1)
    own: Any = library.library(words="secret.txt").left
    assert ["secret.txt"] == Library.opened
    save(own, tmp_path / "game.json")
    Library.opened.clear()
    memory.clear()
    with pytest.raises(BadLine, match=r"words='secret\.txt' names a file"):
        replay(line(own), library)
    with pytest.raises(BadLine, match="names a file"):
        replay("x.library(width=4)(words='secret.txt')", library)
    with pytest.raises(BadSave, match="names a file"):
        load(tmp_path / "game.json", library)
    assert [] == Library.opened
    assert 4 == len(options(replay("x.library(width=4, words='')", library)))
    assert own == library.library(words="secret.txt").left


def test_a_written_call_has_its_texts_as_python_writes_them() -> None:
    """And numbers and names as they were typed."""
    assert "f(seed='a b', rows=0x10, n=1_000)" == written(
        tuple(Scan('f(seed = "a b",rows=0x10,n=1_000)').tokens)
    )


def test_a_value_after_a_name_is_refused_with_the_reason() -> None:
    """As Python does."""
    with pytest.raises(BadLine, match="a value without a name cannot follow one with a name"):
        replay("games.minesweeper(rows=5, 7)")
