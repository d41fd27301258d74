"""Story files of the Z-machine that are broken at random, and what is chosen and typed in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import resources
from random import Random

from interactive_provider.interpreters.zmachine import (
    Adventure,
    AdventureScene,
    CommandGroup,
    CommandMenu,
    Offer,
    StoryFileError,
    read_story,
    runtime,
)
from tools.fuzz import mutation
from tools.fuzz.core import Attempt

_STEPS = 6_000
"""Instructions of a turn: enough for the story, and few enough to try many."""


def every(menu: CommandMenu) -> list[Offer]:
    """Every single choice of a menu."""
    return [
        offer
        for one in (*menu.first, *menu.more)
        for offer in (one.offers() if isinstance(one, CommandGroup) else (one,))
    ]


def offered(found: Adventure, scene: AdventureScene, begun: str = "") -> list[Offer]:
    """Every single choice in a scene, or of what can end a command."""
    return every(found.menu(scene, begun))


def mutated(rng: Random, data: bytes) -> bytes:
    """A file with some of its bytes exchanged, more often in its header and tables than in its
    code."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16, 64))):
        end = rng.choice((64, 64, 0x800, 0x1400, len(found)))
        found[rng.randrange(1 if rng.random() < 0.9 else 0, min(end, len(found)))] = rng.choice(
            (0, 1, 255, rng.randrange(256))
        )
    if rng.random() < 0.05:
        del found[rng.randrange(len(found)) :]
    return bytes(found)


def adventures(rng: Random) -> Iterator[Attempt]:
    """Mutated stories, a few turns of each."""
    data = (
        resources.files("interactive_provider.adapters.zmachine") / "stories" / "orchard_gate.z5"
    ).read_bytes()
    while True:
        seed = rng.getrandbits(32)
        yield f"seed {seed}", partial(_play, Random(seed), data)


def _play(rng: Random, data: bytes) -> None:
    runtime.STEPS, runtime.READS, steps = _STEPS, 10 * _STEPS, (runtime.STEPS, runtime.READS)
    try:
        adventure = Adventure(read_story(mutated(rng, data)))
        scene = adventure.opening
        for _ in range(3):
            if not scene.awaits:
                return
            offers = offered(adventure, scene)
            offer = rng.choice(offers) if offers and rng.random() < 0.8 else None
            if offer is not None and offer.is_open:
                offer = rng.choice(offered(adventure, scene, offer.command) or [offer])
            following = adventure.reply(
                scene, offer.command if offer else mutation.text(rng, "put lamp in letterbox")
            )
            assert following == adventure.reply(scene, following.command), (
                "the same command, another turn"
            )
            assert len(following.saved) < 20_000, "a position that takes too much"
            scene = following
    except StoryFileError:
        return
    finally:
        runtime.STEPS, runtime.READS = steps
