"""Faces read: what a found die shows, as one calibrated probability for each face that can be there.

The network judges three things of a crop: whether it is a die and how its face is marked, which pips or
which numeral, and an embedding for taught faces. Together with the solid that the detector saw they weigh
every face of every kind that can be on the table; the heaviest is the reading. Nothing else is ever
reported. A crop in doubt is looked at again, from a little to all sides, before the players are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.dice import D6, D6_NUMERALS, D12, UNKNOWN_FACE, DieKind, Marks, Shape
from companion.vision.finder import FAMILIES, Box, FoundDie, same_place
from companion.vision.onnx import Model
from companion.vision.taught import Colour, Embedding, Figures, TaughtSet
from companion.vision.views import (
    ALL_AROUND,
    AROUND,
    AS_IT_IS,
    NEAR_AROUND,
    ROOM,
    Eye,
    Seen,
    View,
    cut,
    part,
    together,
)

SOLID_SHARPNESS = (
    3.0  # heats are no shares: a die that is half as hot as a d12 is far less than half likely one
)
LEAST_SOLID = 0.01  # however sure the face network is that it is another
SURPRISE = 0.1  # how likely something is that the game did not announce, against what it did
ALTERNATIVES = 4
OTHER_KINDS = 3  # that a reading tells of
PERHAPS_OTHER = 0.01  # a kind less likely than this is not worth telling
SYMBOL_CLEAR = 0.8  # how clearly a symbol reads, for want of knowing
NEAR_COUNTS = 2.0  # how much more a near look at a numeral counts than one at the whole die
TAUGHT_FITS = 0.8  # a taught die of a shape that is not seen at all
CLEAR_FIND = 0.4  # from here on the detector's find is compared with taught faces
PERHAPS_A_DIE = 0.08  # below that a find on a photo is not worth a second look

# What a photo may hold when nobody says what was thrown.
D6_SYMBOLS = DieKind("d6-symbols", Shape.D6, Marks.TAUGHT, ())
OTHER = DieKind("other", Shape.OTHER, Marks.NUMERALS, (*(str(n) for n in range(1, 13)), UNKNOWN_FACE))
ANY_KINDS: tuple[DieKind, ...] = (D6, D6_NUMERALS, D12, OTHER, D6_SYMBOLS)

HEADS = ("marks", "pips", "numerals")  # that tell a die
# The model's threshold of doubt for each way a die is marked; taught faces have figures of their own.
DOUBTS = {Marks.PIPS: "pips", Marks.NUMERALS: "numerals"}

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
    top: tuple[float, float] = (0.0, 0.0)  # the top face's middle, from the box's, in its longer sides
    other_kinds: tuple[OtherKind, ...] = ()
    doubt_below: float = 1.0  # the threshold that `doubtful` was judged by


@dataclass(frozen=True, slots=True)
class _Look:
    """What the network says of one crop, as probabilities."""

    die: float
    no_die: float
    marks: Probabilities  # pips, numerals, a symbol: if it is a die
    pips: Probabilities
    numerals: Probabilities
    solid: Probabilities
    embedding: Embedding
    top: NDArray[np.float32]
    colour: Colour | None = None  # of the die's body


class FaceReader:
    """Runs the face network, and weighs what it says."""

    def __init__(
        self, model: Model, taught: TaughtSet | None = None, doubt_below: float | None = None
    ) -> None:
        """`doubt_below` is the owner's wish in place of the model's own thresholds."""
        self._eye = Eye(model)
        self._temperature = {head: model.number("temperature", head) for head in (*HEADS, "solid")}
        self.taught = taught if taught is not None else TaughtSet()
        self.taught.figures = Figures.of(model.figures.get("taught"))
        own = {marks: model.number("doubt_below", name) for marks, name in DOUBTS.items()}
        own[Marks.TAUGHT] = self.taught.figures.doubt_below
        self._doubt_below = own if doubt_below is None else dict.fromkeys(own, doubt_below)
        self._die = tuple(model.number("die", part) for part in ("bias", "found", "seen", "read"))
        self._least_die = model.number("die", "least")

    def read(
        self,
        picture: Picture,
        found: Sequence[FoundDie],
        allowed: Sequence[DieKind] = ANY_KINDS,
        thorough: bool = False,
    ) -> tuple[FaceReading, ...]:
        """One reading for each die, in their order; a thorough one looks at every die from all sides."""
        if not found:
            return ()
        crops = [cut(picture, die.box) for die in found]
        seen = self._eye.look(crops, (*AS_IT_IS, *AROUND) if thorough else AS_IT_IS)
        seen |= self._near_look(
            picture, found, seen, allowed, (*AS_IT_IS, *NEAR_AROUND) if thorough else AS_IT_IS
        )
        embeddings = self._taught_embeddings(crops, allowed)
        colours = _colours(picture, found, embeddings)
        readings = self.weigh(found, seen, allowed, embeddings, colours=colours)
        again = [n for n, reading in enumerate(readings) if reading.doubtful]
        if thorough or not again:
            return tuple(readings)
        some, first = [found[n] for n in again], part(seen, again)
        more = self._eye.look([crops[n] for n in again], AROUND)
        more |= self._near_look(picture, some, first, allowed, NEAR_AROUND)
        closer = together(first, more)
        if embeddings is not None and colours is not None:
            embeddings, colours = embeddings[again], [colours[n] for n in again]
        better = self.weigh(some, closer, allowed, embeddings, colours=colours)
        for n, reading in zip(again, better, strict=True):
            readings[n] = reading
        return tuple(readings)

    def read_photo(
        self, picture: Picture, found: Sequence[FoundDie], allowed: Sequence[DieKind] = ANY_KINDS
    ) -> tuple[tuple[FoundDie, FaceReading], ...]:
        """Of what was found on a photo from anywhere, the dice with their readings.

        There the detector is asked for whatever looks faintly like a die. It and the face network have their say
        together in what is one: each errs where the other does not.
        """
        if not found:
            return ()
        crops = [cut(picture, die.box) for die in found]
        seen = self._eye.look(crops, AS_IT_IS)
        chances = self.chance_of_die(found, seen)
        # A taught face is known by its looks, whatever the network thinks of such a die.
        taught = any(self.taught.knows(kind.name) for kind in allowed)
        perhaps = [
            n
            for n, (die, chance) in enumerate(zip(found, chances, strict=True))
            if chance > PERHAPS_A_DIE or (taught and die.score > CLEAR_FIND)
        ]
        if not perhaps:
            return ()
        some, crops = [found[n] for n in perhaps], [crops[n] for n in perhaps]
        seen = together(part(seen, perhaps), self._eye.look(crops, AROUND))
        seen |= self._near_look(picture, some, seen, allowed, (*AS_IT_IS, *NEAR_AROUND))
        no_die = 1 - self.chance_of_die(some, seen)
        embeddings = self._taught_embeddings(crops, allowed)
        readings = self.weigh(some, seen, allowed, embeddings, no_die, _colours(picture, some, embeddings))
        dice: list[tuple[FoundDie, FaceReading]] = []
        for die, reading in sorted(zip(some, readings, strict=True), key=lambda pair: -pair[1].die):
            # A die and one of its pips cannot both be dice: the likelier one is.
            free = not any(same_place(die.box, other.box) for other, _ in dice)
            if reading.die >= self._least_die and free:
                dice.append((die, reading))
        return tuple(dice)

    def chance_of_die(self, found: Sequence[FoundDie], seen: Seen) -> Probabilities:
        """How likely each find is a die whose top face can be seen, by what both networks say."""
        scores = np.array([die.score for die in found])
        evidence = die_evidence(scores, *(self._likely(seen, head) for head in HEADS))
        return np.asarray(1 / (1 + np.exp(-evidence @ np.array(self._die))), dtype=np.float64)

    def embeddings(self, crops: Sequence[Picture]) -> NDArray[np.float32]:
        """What is stored of each crop when a die is taught, and compared when it is read."""
        return _embeddings(self._eye.look(crops, ALL_AROUND))

    def solid_of(self, crops: Sequence[Picture]) -> Shape:
        """The solid that these crops of one die show."""
        seen = self._eye.look(crops, (*AS_IT_IS, *AROUND))
        return FAMILIES[int(self._likely(seen, "solid").sum(axis=0).argmax())]

    def _taught_embeddings(
        self, crops: Sequence[Picture], allowed: Sequence[DieKind]
    ) -> NDArray[np.float32] | None:
        """Only taught faces need the dear ones, from eight turns."""
        taught = any(self.taught.knows(kind.name) for kind in allowed)
        return self.embeddings(crops) if taught else None

    def _near_look(
        self,
        picture: Picture,
        found: Sequence[FoundDie],
        seen: Seen,
        allowed: Sequence[DieKind],
        views: Sequence[View],
    ) -> Seen:
        """The numerals on the top faces alone, where numerals can be."""
        if not any(kind.marks is Marks.NUMERALS for kind in allowed):
            return {}
        return {"near": self._eye.look_nearer(picture, [die.box for die in found], seen, views)}

    def _likely(self, seen: Seen, head: str) -> Probabilities:
        return _softmax(logits(seen, head) / self._temperature[head])

    def weigh(
        self,
        found: Sequence[FoundDie],
        seen: Seen,
        allowed: Sequence[DieKind],
        embeddings: NDArray[np.float32] | None = None,
        no_die: Probabilities | None = None,
        colours: Sequence[Colour] | None = None,
    ) -> list[FaceReading]:
        """Readings from what the network said; without `no_die` the face network alone says what is none."""
        marks, pips, numerals = (self._likely(seen, head) for head in HEADS)
        die = self.chance_of_die(found, seen)
        photo = no_die is not None
        if no_die is None:
            no_die = marks[:, 3]
        of_dice = marks[:, :3] / (marks[:, :3].sum(axis=1, keepdims=True) + 1e-9)
        if embeddings is None:
            embeddings = _embeddings(seen)
        bodies: Sequence[Colour | None] = colours if colours is not None else [None] * len(found)
        solids = self._likely(seen, "solid")
        tops = ROOM * seen["spot"][0]
        looks = map(_Look, die, no_die, of_dice, pips, numerals, solids, embeddings, tops, bodies)
        return [self._weigh(die, look, allowed, photo) for die, look in zip(found, looks, strict=True)]

    def _weigh(self, die: FoundDie, look: _Look, allowed: Sequence[DieKind], photo: bool) -> FaceReading:
        # Both networks have their say: the detector sees the table around it, the other sees the die larger.
        solids = np.array(die.heat) ** SOLID_SHARPNESS * (look.solid + LEAST_SOLID)
        solid = dict(zip(FAMILIES, solids / (solids.sum() + 1e-9), strict=True))
        near = self._near(look, allowed)
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
        others: dict[
            str, tuple[str, str, float]
        ] = {}  # the likeliest face of each kind that would be other news
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
            doubtful=confidence < self._doubt_below[kind.marks] or face == UNKNOWN_FACE,
            alternatives=tuple(likeliest),
            no_die=no_die,
            die=max(float(look.die), known),
            embedding=look.embedding,
            top=(float(look.top[0]), float(look.top[1])),
            other_kinds=_worth_telling(others.values()),
            doubt_below=self._doubt_below[kind.marks],
        )

    def _near(self, look: _Look, allowed: Sequence[DieKind]) -> dict[tuple[str, str], float]:
        """How likely each face is that was taught of these kinds, all weighed against each other."""
        return self.taught.probabilities(look.embedding, [kind.name for kind in allowed], look.colour)


def logits(seen: Seen, head: str) -> NDArray[np.float32]:
    """What all views say together; a numeral is told by the near ones as much as by the others."""
    whole = seen[head].mean(axis=0)
    if head != "numerals" or "near" not in seen:
        return np.asarray(whole)
    return np.asarray((whole + NEAR_COUNTS * seen["near"].mean(axis=0)) / (1 + NEAR_COUNTS))


def _worth_telling(others: Iterable[OtherKind]) -> tuple[OtherKind, ...]:
    """The likeliest few."""
    likely = [other for other in others if other[2] >= PERHAPS_OTHER]
    return tuple(sorted(likely, key=lambda other: -other[2])[:OTHER_KINDS])


def _fits(kind: DieKind, solid: Mapping[Shape, float]) -> float:
    """How well the solid that is seen fits the kind. A taught die is known by its faces; its owner may have named
    any shape for it.
    """
    seen = float(solid[kind.shape])
    return TAUGHT_FITS + (1 - TAUGHT_FITS) * seen if kind.marks is Marks.TAUGHT else seen


def _stranger(allowed: Sequence[DieKind], near: Mapping[tuple[str, str], float]) -> DieKind | None:
    """The taught kind that a die is called which nobody taught: the one it is most like."""
    taught = [kind for kind in allowed if kind.marks is Marks.TAUGHT]
    likest = max(near, key=lambda key: near[key])[0] if near else ""
    return next((kind for kind in taught if kind.name == likest), taught[0] if taught else None)


def _faces_of(
    kind: DieKind, look: _Look, near: Mapping[tuple[str, str], float]
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


def _colours(
    picture: Picture, found: Sequence[FoundDie], embeddings: NDArray[np.float32] | None
) -> list[Colour] | None:
    """Of the dice's bodies, where taught faces are to be told apart."""
    return None if embeddings is None else [body_colour(picture, die.box) for die in found]


def body_colour(picture: Picture, box: Box) -> Colour:
    """Red, green and blue of the die's body: the median, so that pips and glints do not count."""
    inset_x, inset_y = 0.2 * (box[2] - box[0]), 0.2 * (box[3] - box[1])
    top, left = max(0, int(box[1] + inset_y)), max(0, int(box[0] + inset_x))
    part = picture[top : int(box[3] - inset_y) + 1, left : int(box[2] - inset_x) + 1]
    blue, green, red = np.median(part.reshape(-1, 3), axis=0) if part.size else (0, 0, 0)
    return int(red), int(green), int(blue)


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


def _embeddings(seen: Seen) -> NDArray[np.float32]:
    mean = seen["embedding"].mean(axis=0)
    length = np.linalg.norm(mean, axis=1, keepdims=True) + 1e-9
    return np.asarray(mean / length, dtype=np.float32)


def _softmax(logits: NDArray[np.float32]) -> Probabilities:
    shifted = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    shares: Probabilities = shifted / shifted.sum(axis=1, keepdims=True)
    return shares
