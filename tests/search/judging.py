"""Whether the package says the truth of games drawn at random.
`python -m tests.search.judging 50000` tries so many."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from random import Random

from interactive_provider.search.analysis import Question, Study, read
from interactive_provider.search.experiments.responses import exploitability_of, responded
from interactive_provider.search.explanations import advice
from interactive_provider.search.known import Finding
from interactive_provider.search.model import Model, Unsearchable
from interactive_provider.search.retrograde import completed, rooted, solved
from tests.search.truth import (
    NEAR,
    Net,
    Netted,
    Plan,
    Way,
    ahead,
    drawn,
    followed,
    mean,
    plan_count,
    plans,
    possible,
    value,
)

CLOSE = 1e-7
"""How far a figure may be off."""

UNKNOWN = "not known"
"""What is said of a game whose worth is not found. It is no fault, if it is rare."""


def faults(net: Net) -> list[str]:
    """Everything that is wrong with what the package says of a net, in words; or that it says
    nothing."""
    try:
        return [*_play_faults(net), *_response_faults(net)]
    except Exception as fault:  # noqa: BLE001 - whatever is raised is a fault of the package
        return [f"raises {type(fault).__name__}"]


def _play_faults(net: Net) -> Iterator[str]:
    said = _studies(net)
    worth = value(net) if net.has_one_sum else None
    if not said:
        is_known = worth is not None and all(isfinite(paid[0]) for paid in worth.values())
        if is_known or not net.has_one_sum:
            yield UNKNOWN
        return
    plan = _hinted(net, said)
    paid = followed(net, plan)
    for place, study in said.items():
        least, most = _bounds(study.best())
        if (
            not least - CLOSE
            <= paid[place][net.movers[place]] - net.reward(place)[net.movers[place]]
            <= most + CLOSE
        ):
            yield "hints are not worth what is said"
    if worth is not None:
        yield from _worth_faults(net, said, worth)
        ends = {place for place in net.reached() if not net.after(place)}
        hinted = {place: [way] for place, way in plan.items()}
        if not _leading(_best(net, worth), ends) <= _leading(hinted, ends | _still(net, plan)):
            yield "hints do not end though they can"
    elif not net.has_one_sum and not net.is_cyclic:
        yield from _bound_faults(net, said)


def _studies(net: Net) -> dict[int, Study]:
    """What the package says of each place, by the graph of the first one; nothing if it says that
    it is not known."""
    game = Netted(net)
    try:
        worth = solved(completed(rooted(Model(game), game.at(0), net.movers[0]), 1_000))
    except Unsearchable:
        return {}
    model = worth.graph.model
    studies: dict[int, Study] = {}
    for place in net.places:
        state, mover = game.at(place), net.movers[place]
        study = read(Study(model, state, mover), worth)
        assert study is not None
        studies[place] = study
    return studies


def _hinted(net: Net, said: Mapping[int, Study]) -> dict[int, Way]:
    """The plan of the hints; where a puzzle is lost it does not matter."""
    hints = {place: advice(study) for place, study in said.items()}
    chosen = {
        place: 0 if hint is None or hint.value is None else hint.value
        for place, hint in hints.items()
    }
    return {place: net.after(place)[number] for place, number in chosen.items()}


def _bounds(one: Finding) -> tuple[float, float]:
    """What a choice is said to be worth at least and at most."""
    most = getattr(one, "most", None)
    return one.worth, one.worth if most is None else most


def _leading(ways: Mapping[int, Sequence[Way]], goals: set[int]) -> set[int]:
    """The places from which some of the choices may lead to a goal."""
    found = set(goals)
    while more := {
        p for p in ways if p not in found and any(n in found for way in ways[p] for _, n in way)
    }:
        found |= more
    return found


def _still(net: Net, plan: Plan) -> set[int]:
    """The places of a game that pays on the way from which a plan never ends, and nothing is paid
    any more."""
    ahead_of = {place: ahead(plan, place) for place in plan if net.rewards}
    return {
        place
        for place, following in ahead_of.items()
        if following <= plan.keys() and not any(any(net.reward(other)) for other in following)
    }


def _best(net: Net, worth: Mapping[int, tuple[float, ...]]) -> dict[int, list[Way]]:
    """The choices at each place that are worth most to the player there."""
    best = {}
    for place in net.places:
        who = net.movers[place]
        each = [mean(net, way, worth)[who] for way in net.after(place)]
        best[place] = [
            way for way, one in zip(net.after(place), each, strict=True) if one > max(each) - NEAR
        ]
    return best


def _worth_faults(
    net: Net, said: Mapping[int, Study], worth: Mapping[int, tuple[float, ...]]
) -> Iterator[str]:
    for place, study in said.items():
        expected = [mean(net, way, worth)[net.movers[place]] for way in net.after(place)]
        actual = [study.findings[number].worth for number in range(len(expected))]
        if not _are_near(expected, actual):
            yield "a choice has the wrong worth"


def _are_near(expected: Sequence[float], actual: Sequence[float]) -> bool:
    return all(abs(one - other) < CLOSE for one, other in zip(expected, actual, strict=True))


def _bound_faults(net: Net, said: Mapping[int, Study]) -> Iterator[str]:
    """What a choice is said to be worth must hold however those who are indifferent choose."""
    worths = possible(net)
    if worths is None:
        return
    for place, study in said.items():
        who = net.movers[place]
        for number, way in enumerate(net.after(place)):
            each = [
                (c, [p[who] for p in (worths[n] if net.after(n) else [net.end(n)])]) for c, n in way
            ]
            least, most = _bounds(study.findings[number])
            if least > sum(chance * min(paid) for chance, paid in each) + CLOSE:
                yield "less can happen than is said to be sure"
            if most < sum(chance * max(paid) for chance, paid in each) - CLOSE:
                yield "more can happen than is said"


def _response_faults(net: Net) -> Iterator[str]:
    """The best response to players who always take their first choice."""
    who, base = net.movers[0], {place: net.after(place)[0] for place in net.places}
    if net.players == 1 or (net.players > 2 and net.kind in ("constant", "general")):
        return
    if net.is_cyclic and (net.players > 2 or not net.has_one_sum):
        return
    game = Netted(net)
    others = {other: _first for other in range(net.players) if other != who}
    worths = {seat: _responses(net, base, seat) for seat in range(net.players)}
    if all(worths.values()) and all(
        isfinite(part) for each in worths.values() for paid in each for part in paid
    ):
        study = responded(Question(game, game.at(0), who), others)
        expected = [max(each) for each in zip(*(paid[1:] for paid in worths[who]), strict=True)]
        if not net.rewards or study.exact:
            actual = [study.findings[number].worth for number in range(len(expected))]
            if not _are_near(expected, actual):
                yield "a best response has the wrong worth"
        if net.players == 2 and net.has_one_sum and not net.rewards:
            own = followed(net, base)[0]
            gains = [max(paid[0] for paid in worths[seat]) - own[seat] for seat in (0, 1)]
            actual = [exploitability_of(Question(game, game.at(0), who), _first)]
            if not _are_near([sum(gains) / 2], actual):
                yield "exploitability is wrong"


def _responses(net: Net, base: Mapping[int, Way], seat: int) -> list[list[float]]:
    """What each plan of one seat brings it against the first choices of the others: at first, and
    by each choice."""
    own = [place for place in net.places if net.movers[place] == seat]
    result = []
    for mine in plans(net, own) if plan_count(net, own) < 200 else ():
        worth = followed(net, {**base, **mine})
        result.append([worth[0][seat], *[mean(net, way, worth)[seat] for way in net.after(0)]])
    return result


def _first(game: object, state: object, turn: int, rng: Random) -> int:
    return 0


def judged(seeds: Sequence[int], size: int = 5) -> dict[int, list[str]]:
    """The faults of the games drawn with these seeds, where there are any."""
    found = {seed: faults(drawn(Random(seed), size)) for seed in seeds}
    return {seed: every for seed, every in found.items() if every}


def main() -> None:
    """Judge as many games as the command says, and print what is wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    result = judged(range(count))
    kinds = Counter(kind for every in result.values() for kind in set(every))
    wrong = sum(set(every) != {UNKNOWN} for every in result.values())
    lines = [f"{wrong} of {count} games are wrong; {kinds[UNKNOWN]} are not known."]
    for kind, number in kinds.most_common():
        seeds = [seed for seed, every in result.items() if kind in every]
        lines.append(f"{number:>7} {kind}; for example seeds {seeds[:5]}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
