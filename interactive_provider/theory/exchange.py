"""Games as files for other programs, in Gambit's formats: trees (.efg) and tables (.nfg)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, product

from ..support.sanitizing import clean
from .extensive import LUCK, OVER, ExtensiveForm, amounts
from .strategic import Matrix, matrix_of


def written(tree: ExtensiveForm, suffix: str) -> str:
    """Return the text of a file; raise `NoAbility` if a table would be too large."""
    lines = _of_tree(tree) if suffix == ".efg" else _of_table(matrix_of(tree))
    return "\n".join([*lines, ""])


def _of_tree(tree: ExtensiveForm) -> Iterator[str]:
    yield f'EFG 2 R {_text(tree.title)} {_list(tree.players)} ""'
    for number, node in enumerate(tree.nodes, 1):
        if node.mover == OVER:
            yield f't "" {number} "" {{ {amounts(node.paid)} }}'
        elif node.mover == LUCK:
            ways = zip(map(_text, node.labels), map(str, node.chances), strict=True)
            yield f'c "" {number} "" {{ {" ".join(chain(*ways))} }} 0'
        else:
            yield f'p "" {node.mover + 1} {node.group} "" {_list(node.labels)} 0'


def _of_table(matrix: Matrix) -> Iterator[str]:
    """Return the strategies and the payoffs of each cell; the first player's strategy changes
    fastest."""
    yield f"NFG 1 R {_text(matrix.title)} {_list(matrix.players)}"
    yield f'{{ {" ".join(map(_list, matrix.strategies))} }} ""'
    for cell in product(*reversed(matrix.strategies)):
        yield amounts(matrix.paid[cell[::-1]]).replace(",", "")


def _list(names: Iterable[str]) -> str:
    return f"{{ {' '.join(map(_text, names))} }}"


def _text(name: str) -> str:
    """Return a name in quotes; quotes inside it are replaced, since readers differ in how they
    escape them."""
    plain = " ".join(clean(name).split()).replace('"', "'")
    return f'"{plain}"'
