"""The generator that follows from a digest draws what `Random` draws from the same seed."""

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest

from interactive_provider.heart.play.digests import generator

DIGEST = b"0123456789abcdef"


def _shuffled(rng: Random) -> list[int]:
    numbers = list(range(20))
    rng.shuffle(numbers)
    return numbers


def _seeded_between(rng: Random) -> tuple[float, float]:
    first = rng.random()
    rng.seed(5)
    return first, rng.random()


def _seeded_first(rng: Random) -> tuple[float, float]:
    rng.seed(5)
    return rng.random(), rng.gauss(0, 1)


def _continued(rng: Random) -> float:
    rng.setstate(Random(3).getstate())
    return rng.random()


def _drawn_by_one_method(rng: Random) -> list[float]:
    draw = rng.random
    return [draw(), rng.random(), draw()]


USES: dict[str, Callable[[Random], object]] = {
    "random": lambda rng: (rng.random(), rng.random()),
    "bits": lambda rng: (rng.getrandbits(40), rng.getrandbits(40)),
    "a method kept": _drawn_by_one_method,
    "choice": lambda rng: [rng.choice("abcdefg") for _ in range(9)],
    "choices": lambda rng: rng.choices("abc", k=9),
    "shuffle": _shuffled,
    "sample": lambda rng: rng.sample(range(1000), 30),
    "randint": lambda rng: [rng.randint(1, 6) for _ in range(9)],
    "randrange": lambda rng: rng.randrange(10**30),
    "bytes": lambda rng: rng.randbytes(9),
    "gauss": lambda rng: (rng.gauss(0, 1), rng.gauss(0, 1), rng.random()),
    "normal": lambda rng: rng.normalvariate(0, 1),
    "copy": lambda rng: (copy.copy(rng).random(), rng.random()),
    "deep copy": lambda rng: (copy.deepcopy(rng).random(), rng.random()),
    "pickle": lambda rng: (pickle.loads(pickle.dumps(rng)).random(), rng.random()),
    "state": lambda rng: (rng.getstate(), rng.random()),
    "another state": _continued,
    "seeded first": _seeded_first,
    "seeded between": _seeded_between,
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_generator_draws_what_one_seeded_at_once_draws(use: Callable[[Random], object]) -> None:
    """Every method, called first, and copies and pickles too."""
    expected = use(Random(int.from_bytes(DIGEST, "big")))

    assert expected == use(generator(DIGEST))


def test_after_the_first_draw_a_generator_is_a_plain_one() -> None:
    """So each further draw costs what it costs without the package."""
    rng = generator(DIGEST)
    rng.random()

    assert Random is type(rng)
