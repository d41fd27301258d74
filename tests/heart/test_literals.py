"""One grammar for lines: names of every script, literals alone, and only our own errors."""

from __future__ import annotations

import contextlib
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider import InteractiveProvider, games, line, menu, options, replay, say
from interactive_provider.errors import BadLine, ProviderError
from interactive_provider.game import Game
from interactive_provider.heart.lines import chain, literal
from interactive_provider.heart.tokens import Scan

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
    st.lists(st.text(min_size=1, max_size=12).filter(lambda text: text.strip()), min_size=1, max_size=6, unique=True)
)
def test_a_line_with_names_of_any_script_leads_back(labels: list[str]) -> None:
    """Whatever a label is, the line of its choice is read again, also from a cell that is still being written."""
    mine = InteractiveProvider(Said((*LABELS, *(text for text in labels if text not in LABELS))))
    for option in options(mine.said(seed=1)):
        p = getattr(mine.said(seed=1), option.names[0])
        assert p == replay(line(p), mine)
        assert option.names[0] in [token.text for token in Scan(f"p.{option.names[0]}.").tokens]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("0", 0), ("-12", -12), ("1_000", 1000), ("0xff", 255), ("1e-7", 1e-7), ("-1.5E+3", -1500.0), (".5", 0.5)),
        *(("'a'", "a"), ("\"a\" 'b'", "ab"), ("r'\\d'", "\\d"), ("'\\d'", "\\d"), ("'\\x41\\u00e9\\n'", "Aé\n")),
        *(("'''a\nb'''", "a\nb"), ("'\\N{BULLET}'", "•"), ("'\\101\\0'", "A\0"), ("''", ""), ("'\\'\"'", "'\"")),
        *(("True", True), ("None", None), ("()", ()), ("(1,)", (1,)), ("(1)", 1), ("[1, (2, 'x')]", [1, (2, "x")])),
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
    """Nothing is computed, nothing nests without end, and the error is ours."""
    with pytest.raises(BadLine):
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
        *("games.guess(seed=(1,))", "games.guess(seed=3)(50)(self=1)", "games.basic(5)", "games.guess(seed=3)(1, 2)"),
    ],
)
def test_hostile_lines_end_in_our_own_errors(text: str) -> None:
    """Positions given by place, names given twice, numbers side by side: each is refused in a sentence."""
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
