"""Stories: reading, telling, reviewing; and what strangers' files may do."""

from __future__ import annotations

from random import Random

from interactive_provider.interpreters.stories import StoryEngine, StoryScene, engine_of, stories_of


def engine(text: str, format_: str = "SugarCube") -> StoryEngine:
    """The engine of a story of one Twee file in a format."""
    [story] = stories_of({"tale.twee": f':: StoryData\n{{"format": "{format_}"}}\n{text}'})
    return engine_of(story)


def begun(text: str, format_: str = "SugarCube", seed: int = 1) -> StoryScene:
    """The first scene of a story."""
    return engine(text, format_).start(Random(seed))


def chosen(scene: StoryScene, *labels: object) -> StoryScene:
    """The scene after links, each by its label; a tuple types its text."""
    for label in labels:
        names = [link.label for link in scene.links]
        value = label if isinstance(label, tuple) else names.index(str(label))
        scene = scene.engine.choose(scene, value, Random(2))
    return scene


def offered(scene: StoryScene) -> list[str]:
    """The labels of a scene's links."""
    return [link.label for link in scene.links]
