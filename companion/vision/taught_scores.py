"""How well taught dice are read: looks at faces with their truth in, the figures of the reading out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.dice import UNKNOWN_FACE
from companion.vision.faces import body_colour
from companion.vision.imagining import looks_at
from companion.vision.labels import load_labels
from companion.vision.pictures import load_picture
from companion.vision.reader import Reader
from companion.vision.scores import wilson
from companion.vision.taught import NOTHING, Colour, Embedding, Embeddings, Figures, TaughtSet
from companion.vision.views import detail, inside

BATCH = 32


@dataclass(frozen=True, slots=True)
class Look:
    """A die as it was seen once, and what it truly shows."""

    die: str
    face: str
    embedding: Embedding
    colour: Colour | None
    imagined: Embeddings = field(default_factory=lambda: NOTHING, repr=False)  # where it is taught from


@dataclass(frozen=True, slots=True)
class Answer:
    """What the reading says of a look."""

    die: str
    face: str  # "?": a die that nobody taught
    confidence: float
    doubtful: bool


def answer(taught: TaughtSet, look: Look, kinds: Sequence[str]) -> Answer:
    """As the reader decides where only taught dice can lie on the table."""
    near = taught.probabilities(look.embedding, kinds, look.colour)
    best = max(near, key=lambda key: near[key])
    unknown = 1 - sum(near.values())
    if unknown > near[best]:
        return Answer(best[0], UNKNOWN_FACE, unknown, True)
    return Answer(*best, near[best], near[best] < taught.figures.doubt_below)


@dataclass
class TaughtScore:
    """Counts of one measurement."""

    right: int = 0
    doubtful: int = 0
    unknown: int = 0
    silent: int = 0  # wrong, and not doubtful
    of: int = 0
    strangers: int = 0  # looks at dice that nobody taught
    strangers_unknown: int = 0
    strangers_accepted: int = 0  # called a face, and not doubtful
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: TaughtScore) -> None:
        for name in ("right", "doubtful", "unknown", "silent", "of"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("strangers", "strangers_unknown", "strangers_accepted"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrong += other.wrong

    def figures(self) -> dict[str, Any]:
        return {
            "right": share(self.right, self.of),
            "doubtful": share(self.doubtful, self.of),
            "taken_for_unknown": share(self.unknown, self.of),
            "silent_errors": share(self.silent, self.of),
            "stranger_unknown": share(self.strangers_unknown, self.strangers),
            "stranger_accepted": share(self.strangers_accepted, self.strangers),
            "wrong": [[*pair, count] for pair, count in self.wrong.most_common()],
        }


def share(part: int, of: int) -> dict[str, Any]:
    """A share and its 95 % interval."""
    low, high = wilson(part, of)
    return {
        "count": part,
        "of": of,
        "share": round(part / of, 5) if of else None,
        "low": round(low, 5),
        "high": round(high, 5),
    }


def lessons_of(looks: Sequence[Look], views: int, figures: Figures) -> tuple[TaughtSet, list[Look]]:
    """Each face taught from its first looks; the others are left to be read."""
    taught = TaughtSet(figures=figures)
    seen: Counter[tuple[str, str]] = Counter()
    left = []
    for look in looks:
        key = (look.die, look.face)
        if seen[key] < views:
            seen[key] += 1
            taught.add(look.die, look.face, look.embedding, colour=look.colour, imagined=look.imagined)
        else:
            left.append(look)
    return taught, left


def score(
    looks: Sequence[Look], views: int, figures: Figures, together: bool, strangers: Sequence[Look] = ()
) -> TaughtScore:
    """Teach from the first looks and read the others.

    `together`: every taught die can lie on the table; else a look is read among the faces of its own die. Strangers
    are shown to one taught die after the other, in turns.
    """
    taught, left = lessons_of(looks, views, figures)
    names = list(taught.dice)
    result = TaughtScore()
    for look in left:
        if look.face not in taught.dice[look.die].faces:
            continue
        said = answer(taught, look, names if together else [look.die])
        right = (said.die, said.face) == (look.die, look.face)
        result.of += 1
        result.right += right
        result.unknown += said.face == UNKNOWN_FACE
        result.doubtful += said.doubtful
        result.silent += not right and not said.doubtful
        if not right:
            result.wrong[f"{look.die} {look.face}", f"{said.die} {said.face}"] += 1
    for number, look in enumerate(strangers):
        said = answer(taught, look, names if together else [names[number % len(names)]])
        result.strangers += 1
        result.strangers_unknown += said.face == UNKNOWN_FACE
        result.strangers_accepted += not said.doubtful
    return result


def each_a_stranger(looks: Sequence[Look], views: int, figures: Figures) -> TaughtScore:
    """Every die in turn is the one that nobody taught, laid before each of the others that were."""
    taught, left = lessons_of(looks, views, figures)
    names = list(taught.dice)
    result = TaughtScore()
    for number, look in enumerate(left):
        others = [name for name in names if name != look.die]
        if not others:
            continue
        said = answer(taught, look, [others[number % len(others)]])
        result.strangers += 1
        result.strangers_unknown += said.face == UNKNOWN_FACE
        result.strangers_accepted += not said.doubtful
    return result


def looks_in(
    folder: Path,
    reader: Reader,
    symbols_only: bool = True,
    every: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> list[Look]:
    """The looks at dice in a folder of labelled pictures, in the order of a fixed shuffle."""
    pictures = load_labels(folder)
    order = np.random.default_rng(7).permutation(len(pictures))[:: max(1, every)]
    found: list[tuple[str, str, Any, Colour]] = []
    for number in order:
        labelled = pictures[int(number)]
        wanted = [
            label
            for label in labelled.dice
            if label.face != UNKNOWN_FACE and (label.readable is None or not symbols_only)
        ]
        if not wanted:
            continue
        picture = load_picture(labelled.path)
        height, width = picture.shape[:2]
        for label in wanted:
            box = label.box or inside(width, height)
            found.append(
                (label.die or label.kind, label.face, detail(picture, box), body_colour(picture, box))
            )
        if progress is not None:
            progress(len(found), len(order))
    return embedded(found, reader)


def embedded(found: Sequence[tuple[str, str, Any, Colour]], reader: Reader) -> list[Look]:
    """Looks from (die, face, crop, colour)."""
    looks = []
    for at in range(0, len(found), BATCH):
        part = found[at : at + BATCH]
        seen = looks_at([crop for _, _, crop, _ in part], reader.faces.embeddings)
        looks += [
            Look(die, face, mine[0], colour, mine[1:])
            for (die, face, _, colour), mine in zip(part, seen, strict=True)
        ]
    return looks


def first_symbols(looks: Iterable[Look], count: int) -> list[Look]:
    """The looks at so many faces, die after die."""
    looks = list(looks)
    keys: dict[tuple[str, str], None] = dict.fromkeys(sorted({(look.die, look.face) for look in looks}))
    chosen = set(list(keys)[:count])
    return [look for look in looks if (look.die, look.face) in chosen]


def row(name: str, given: Mapping[str, Any], wide: int = 42) -> str:
    """One line of the printed table."""
    if given["share"] is None:
        return f"  {name:<{wide}} none"
    interval = f"{given['low']:.2%}–{given['high']:.2%}"
    return f"  {name:<{wide}} {given['share']:7.2%}  ({given['count']} of {given['of']}, {interval})"
