"""What stands before the cursor, in unfinished code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider.heart.records.tokens import Scan
from interactive_provider.shell.scanner import assigns, binds_otherwise, chain_start, statements


def chain_at_end(text: str) -> str | None:
    """The chain that a text ends with."""
    tokens = Scan(text).tokens
    start = chain_start(tokens, len(tokens) - 1)
    return None if start is None else text[tokens[start].start :]


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("p", "p"),
        ("x = p.a.b", "p.a.b"),
        ("f(p.a", "p.a"),
        ("f(q, k=p.a", "p.a"),
        ("{1: p.a", "p.a"),
        ("p(12).a", "p(12).a"),
        ("p(low=-1, text=')').a", "p(low=-1, text=')').a"),
        ("p['a]b'].c", "p['a]b'].c"),
        ('p["[\\""].c', 'p["[\\""].c'),
        ("(p\n .a\n .b", "p\n .a\n .b"),
        ("p \\\n .a", "p \\\n .a"),
        ("p.a\nq", "q"),
        ("f'{p.a", "p.a"),
        ('f"{x!r:>3} {p["a"].b', 'p["a"].b'),
        ('f"""\n{p.a', "p.a"),
        ("f'{{p}} {p", "p"),
        ("f'{x:{p.a", "p.a"),
        ("'never closed\nnot p", "p"),
        ("[p for p in q.a", "q.a"),
        ("return p.a", "p.a"),
        ("not p.a", "p.a"),
        ("-p.a", "p.a"),
        ("(p).a", None),
        ("[1].a", None),
        ("'text'.a", None),
        ("3 .a", None),
        ("p..a", None),
        ("if", None),
        ("p)", None),
        (")", None),
    ],
)
def test_chain(text: str, chain: str | None) -> None:
    """A chain reaches back to its root and no further."""
    assert chain == chain_at_end(text)


@pytest.mark.parametrize("text", ["# p.a", "x = 1  # p.a", "f'{p}' # p"])
def test_comments(text: str) -> None:
    """In a comment nothing is code."""
    assert Scan(text).in_comment
    assert not Scan(f"{text}\np.a").in_comment


@pytest.mark.parametrize(
    ("text", "quote", "prefix"),
    [
        ("'p.a", "'", ""),
        ('p["a b', '"', ""),
        ("'''p.\n a", "'''", ""),
        ("f'p.a", "'", "f"),
        ("f'{p.a} and p.a", "'", "f"),
        ("rb'p.a", "'", "rb"),
        ("f'{d['p.a", "'", ""),
        ("'a\\'p", "'", ""),
    ],
)
def test_strings(text: str, quote: str, prefix: str) -> None:
    """A string that is not closed is known by its prefix and quotes, also within a field of
    another."""
    string = Scan(text).string
    assert string is not None
    assert (quote, prefix) == (string.quote, string.prefix)


@pytest.mark.parametrize("text", ["'a' p", "f'{p", "f'{p.a", "'a\np", "'''a''' p", "f'{x:{p"])
def test_code(text: str) -> None:
    """Behind a string and in a field there is code."""
    assert Scan(text).string is None


@pytest.mark.slow
@given(st.text(alphabet="pq.([{}])'\"f\\ \n#:=!;,x1µ", max_size=60))
def test_anything(text: str) -> None:
    """Whatever is typed is read to its end, each token where it stands."""
    scan = Scan(text)
    assert all(
        token.text == text[token.start : token.start + len(token.text)] for token in scan.tokens
    )
    assert all(
        one.end <= other.start for one, other in zip(scan.tokens, scan.tokens[1:], strict=False)
    )
    chain_start(scan.tokens, len(scan.tokens) - 1)


@pytest.mark.parametrize(
    ("statement", "bound"),
    [
        ("p = 1", True),
        ("p: int = 1", True),
        ("p += 1", True),
        ("a, p = q", True),
        ("(a, *p) = q", True),
        ("a = p = q", True),
        ("if x: p = 1", True),
        ("p, a. = q", True),
        ("p. = 1", False),
        (".p = 1", False),
        ("p.a: int = 1", False),
        ("else: a = p", False),
        ("a = p", False),
        ("p.a = 1", False),
        ("a.p = 1", False),
        ("p[0] = 1", False),
        ("p == 1", False),
        ("f(p=1)", False),
        ("if p: a = 1", False),
        ("a = p == 1", False),
    ],
)
def test_assignments(statement: str, bound: bool) -> None:
    """An assignment gives a bare name another meaning, and nothing else does."""
    assert bound == assigns(Scan(statement).tokens, "p")


@pytest.mark.parametrize(
    ("statement", "bound"),
    [
        ("for p in q", True),
        ("for a, p in q", True),
        ("[p for p in q]", True),
        ("with a as p", True),
        ("with a as (b, p):", True),
        ("with a as b: p", False),
        ("class", False),
        ("import p", True),
        ("from a import p", True),
        ("def p():", True),
        ("def f(p):", True),
        ("class p:", True),
        ("lambda p: 1", True),
        ("f(p := 1)", True),
        ("del p", True),
        ("except E as p:", True),
        ("for a in p", False),
        ("lambda a: p", False),
        ("f(p)", False),
        ("class A(p)", False),
        ("a = p", False),
    ],
)
def test_other_bindings(statement: str, bound: bool) -> None:
    """Loops, imports, definitions and parameters give a name another meaning."""
    assert bound == binds_otherwise(Scan(statement).tokens, "p")


def test_statements() -> None:
    """Statements end with lines and semicolons, but not within brackets."""
    found = statements(Scan("a = (1,\n 2); b\nc").tokens)
    assert ["a=(1,2)", "b", "c"] == [
        "".join(token.text for token in statement) for statement in found
    ]
