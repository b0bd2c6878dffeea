"""One die weighed: what both networks say of it, and one calibrated probability for each face that can be there.

The solid that is seen, how the face is marked, which pips or which numeral, and how like a taught face it is: all
together weigh every face of every kind that can be on the table. Nothing else is ever reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dice import UNKNOWN_FACE, DieKind, Marks, Shape
from companion.vision.finder import FAMILIES, FoundDie
from companion.vision.taught import Colour, Embedding

SOLID_SHARPNESS = (
    3.0  # heats are no shares: a die that is half as hot as a d12 is far less than half likely one
)
LEAST_SOLID = 0.01  # however sure the face network is that it is another
MIXED = (
    2.0  # dice of each solid that a photo is thought to hold before any is seen: few are thrown with others
)
SURPRISE = 0.1  # how likely something is that the game did not announce, against what it did
ALTERNATIVES = 4
OTHER_KINDS = 3  # that a reading tells of
PERHAPS_OTHER = 0.01  # a kind less likely than this is not worth telling
SYMBOL_CLEAR = 0.8  # how clearly a symbol reads, for want of knowing
TAUGHT_FITS = 0.8  # a taught die of a shape that is not seen at all

Probabilities = NDArray[np.float64]
OtherKind = tuple[str, str, float]  # what a die may be beside what it was read as: kind, face, how likely


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What one die shows."""

    kind: DieKind
    face: str
    confidence: float
    doubtful: bool
    alternatives: tuple[tuple[str, float], ...]
    no_die: float  # probability that it is no die, or one whose top face cannot be seen
    die: float  # probability that it is a die, by what both networks say
    embedding: Embedding
    other_kinds: tuple[OtherKind, ...] = ()
    doubt_below: float = 1.0  # the threshold that `doubtful` was judged by


@dataclass(frozen=True, slots=True)
class Look:
    """What the network says of one crop, as probabilities."""

    die: float
    no_die: float
    marks: Probabilities  # pips, numerals, a symbol: if it is a die
    pips: Probabilities
    numerals: Probabilities
    solid: Probabilities  # d6, d12, another: by what both networks say
    embedding: Embedding
    colour: Colour | None = None  # of the die's body


def solids_of(found: Sequence[FoundDie], seen: Probabilities) -> Probabilities:
    """Which solid each die is, a row each; `seen` is what the face network says.

    Both networks have their say: the detector sees the table around it, the other sees the die larger.
    """
    heats = np.array([die.heat for die in found], np.float64)
    solids = heats**SOLID_SHARPNESS * (seen + LEAST_SOLID)
    return np.asarray(solids / (solids.sum(axis=1, keepdims=True) + 1e-9))


def among_others(solids: Probabilities, dice: Probabilities) -> Probabilities:
    """The same, where the others on the photo count: dice are mostly thrown with their like.

    `dice` is how likely each find is a die at all. A die that is clear by itself stays what it is.
    """
    counted = solids * dice[:, None]
    usual = MIXED + counted.sum(axis=0) - counted
    weighed = solids * usual
    return np.asarray(weighed / (weighed.sum(axis=1, keepdims=True) + 1e-9))


def weigh_die(
    look: Look,
    allowed: Sequence[DieKind],
    near: Mapping[tuple[str, str], float],
    doubt_below: Mapping[Marks, float],
    photo: bool,
) -> FaceReading:
    """The heaviest face of all that can be there; `near` is how likely each taught face is."""
    solid = dict(zip(FAMILIES, look.solid, strict=True))
    known = sum(near.values()) if photo else 0.0  # on a table it may be a taught die that leans
    no_die = min(float(look.no_die), 1 - known)
    weights: list[tuple[DieKind, str, float]] = []
    for kind in allowed:
        for face, likely in _faces_of(kind, look, near):
            weights.append((kind, face, (1 - no_die) * _fits(kind, solid) * likely))
    stranger = _stranger(allowed, near)
    if stranger is not None:
        plain = any(kind.marks is not Marks.TAUGHT for kind in allowed)
        likely = (1 - sum(near.values())) * (float(look.marks[2]) if plain else 1.0)
        weights.append((stranger, UNKNOWN_FACE, (1 - no_die) * _fits(stranger, solid) * likely))
    named = sum(weight for _, _, weight in weights)
    total = named + no_die + SURPRISE * max(0.0, 1 - no_die - named) + 1e-9
    kind, face, _ = max(weights, key=lambda w: w[2])
    # Two plain kinds of one solid that show the same face are the same news to a player; a taught die is itself.
    taught = kind.marks is Marks.TAUGHT
    of_face: dict[str, float] = {}
    others: dict[str, tuple[str, str, float]] = {}  # the likeliest face of each kind that would be other news
    for other, other_face, weight in weights:
        alike = other.shape == kind.shape and other.marks is not Marks.TAUGHT
        if other is kind if taught else alike:
            of_face[other_face] = of_face.get(other_face, 0.0) + weight / total
        elif other_face != UNKNOWN_FACE:
            found = (other.name, other_face, weight / total)
            others[other.name] = max(found, others.get(other.name, found), key=lambda one: one[2])
    likeliest = sorted(of_face.items(), key=lambda item: -item[1])[:ALTERNATIVES]
    confidence = of_face[face]
    return FaceReading(
        kind=kind,
        face=face,
        confidence=confidence,
        doubtful=confidence < doubt_below[kind.marks] or face == UNKNOWN_FACE,
        alternatives=tuple(likeliest),
        no_die=no_die,
        die=max(float(look.die), known),
        embedding=look.embedding,
        other_kinds=_worth_telling(others.values()),
        doubt_below=doubt_below[kind.marks],
    )


def _worth_telling(others: Iterable[OtherKind]) -> tuple[OtherKind, ...]:
    """The likeliest few."""
    likely = [other for other in others if other[2] >= PERHAPS_OTHER]
    return tuple(sorted(likely, key=lambda other: -other[2])[:OTHER_KINDS])


def _fits(kind: DieKind, solid: Mapping[Shape, float]) -> float:
    """How well the solid that is seen fits the kind. A taught die is known by its faces; its owner may have named
    any shape for it.
    """
    seen = float(solid[kind.shape])
    taught = kind.marks is Marks.TAUGHT and kind.faces
    return TAUGHT_FITS + (1 - TAUGHT_FITS) * seen if taught else seen


def _stranger(allowed: Sequence[DieKind], near: Mapping[tuple[str, str], float]) -> DieKind | None:
    """The taught kind that a die is called which nobody taught: the one it is most like."""
    taught = [kind for kind in allowed if kind.marks is Marks.TAUGHT]
    likest = max(near, key=lambda key: near[key])[0] if near else ""
    return next((kind for kind in taught if kind.name == likest), taught[0] if taught else None)


def _faces_of(
    kind: DieKind, look: Look, near: Mapping[tuple[str, str], float]
) -> Iterable[tuple[str, float]]:
    """Each face of a kind and its probability, the marks included and the solid not."""
    if kind.marks is Marks.TAUGHT:
        # A taught face may carry pips or numerals too, so any mark will do; the embedding decides.
        return [(face, near.get((kind.name, face), 0.0)) for face in kind.faces]
    unknown = 1 - sum(near.values())
    if kind.marks is Marks.PIPS:
        plain = [(face, float(look.marks[0] * look.pips[int(face) - 1])) for face in kind.faces]
    else:
        plain = [(face, float(look.marks[1]) * _numeral(look.numerals, face, kind)) for face in kind.faces]
    # An owner may have taught a plain die, too: what was taught comes first, the network fills the rest.
    return [(face, near.get((kind.name, face), 0.0) + unknown * likely) for face, likely in plain]


def die_evidence(
    scores: Probabilities, marks: Probabilities, pips: Probabilities, numerals: Probabilities
) -> Probabilities:
    """What speaks for a die, a row each: that one was found, that it looks like one, and how clearly it reads."""
    # A d12 has twice as many faces to take it for, and of a symbol nobody knows how well it reads.
    pip, numeral = pips.max(axis=1), np.sqrt(numerals.max(axis=1))
    clear = np.maximum(np.maximum(marks[:, 0] * pip, marks[:, 1] * numeral), marks[:, 2] * SYMBOL_CLEAR)
    readable = clear / (marks[:, :3].sum(axis=1) + 1e-6)
    odds = [_log_odds(scores), _log_odds(1 - marks[:, 3]), _log_odds(readable)]
    return np.stack([np.ones(len(scores)), *odds], axis=1)


def _log_odds(chance: Probabilities) -> Probabilities:
    chance = np.clip(chance, 1e-3, 1 - 1e-3)
    return np.asarray(np.log(chance / (1 - chance)), dtype=np.float64)


def _numeral(numerals: Probabilities, face: str, kind: DieKind) -> float:
    likely = float(numerals[12] if face == UNKNOWN_FACE else numerals[int(face) - 1])
    # On a die without a 9, a 9 is a 6 that lies the other way up, and the other way round.
    for one, other in (("6", "9"), ("9", "6")):
        if face == one and other not in kind.faces:
            likely += float(numerals[int(other) - 1])
    return likely
