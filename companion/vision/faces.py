"""Faces read: what a found die shows, as one calibrated probability for each face that can be there.

The network of faces judges three things of a crop: whether it is a die and how its face is marked, which pips or
which numeral, and an embedding for taught faces. Where it sees a numeral, another network reads that from near, and
a third one compares taught faces from near.
`weighing.py` makes a reading of it all. A crop in doubt is looked at again, from a little to all sides, before the
players are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.dice import D6, D6_NUMERALS, D12, UNKNOWN_FACE, DieKind, Marks, Shape
from companion.vision.finder import FAMILIES, Box, FoundDie, same_place
from companion.vision.onnx import Model
from companion.vision.slant import agreed_tops
from companion.vision.taught import Colour, Figures, TaughtSet
from companion.vision.views import (
    AROUND,
    AS_IT_IS,
    NEAR_AROUND,
    ROOM,
    Eye,
    Seen,
    View,
    cut,
    detail,
    part,
    small,
    together,
    unit_mean,
)
from companion.vision.weighing import (
    FaceReading,
    Look,
    Probabilities,
    among_others,
    die_evidence,
    solids_of,
    weigh_die,
)

CLEAR_FIND = 0.4  # from here on the detector's find is compared with taught faces
DISAGREES = 0.13  # a top face that far from where the other dice say it is, in longer sides of the box
PERHAPS_A_DIE = 0.08  # below that a find on a photo is not worth a second look

# What a photo may hold when nobody says what was thrown.
D6_SYMBOLS = DieKind("d6-symbols", Shape.D6, Marks.TAUGHT, ())
OTHER = DieKind("other", Shape.OTHER, Marks.NUMERALS, (*(str(n) for n in range(1, 13)), UNKNOWN_FACE))
ANY_KINDS: tuple[DieKind, ...] = (D6, D6_NUMERALS, D12, OTHER, D6_SYMBOLS)

HEADS = ("marks", "pips", "numerals")  # that tell a die
# The model's threshold of doubt for each way a die is marked; taught faces have figures of their own.
DOUBTS = {Marks.PIPS: "pips", Marks.NUMERALS: "numerals"}


class FaceReader:
    """Shows dice to the networks that read, and weighs what they say."""

    def __init__(
        self,
        model: Model,
        numerals: Model,
        symbols: Model,
        taught: TaughtSet | None = None,
        doubt_below: float | None = None,
    ) -> None:
        """`doubt_below` is the owner's wish in place of the model's own thresholds."""
        self._eye = Eye(model, numerals, symbols)
        self._near_counts = numerals.number("counts")
        self._near_share = min(1.0, max(0.0, symbols.number("near")))
        self._temperature = {head: model.number("temperature", head) for head in (*HEADS, "solid")}
        self.taught = taught if taught is not None else TaughtSet()
        self.taught.figures = Figures.of(symbols.figures.get("taught"))
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
        embeddings = self._taught_embeddings(picture, found, allowed)
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
        own = ROOM * seen["spot"][0].astype(np.float64)
        votes = np.array([chances[n] for n in perhaps])
        d12 = solids_of(some, self._likely(seen, "solid"))[:, FAMILIES.index(Shape.D12)]
        tops = agreed_tops((picture.shape[1], picture.shape[0]), [die.box for die in some], own, votes, d12)
        seen |= self._near_look(
            picture, some, seen, allowed, (*AS_IT_IS, *NEAR_AROUND), (tops / ROOM).astype(np.float32)
        )
        # The other dice say that the top face is elsewhere: then another face's numeral may have been read.
        outvoted = np.linalg.norm(own - tops, axis=1) > DISAGREES
        if "near" in seen:
            seen["numerals"][:, outvoted] = seen["near"].mean(axis=0)[outvoted]
        no_die = 1 - self.chance_of_die(some, seen)
        embeddings = self._taught_embeddings(picture, some, allowed)
        readings = self.weigh(some, seen, allowed, embeddings, no_die, _colours(picture, some, embeddings))
        for n in np.flatnonzero(outvoted):
            if readings[n].kind.marks is Marks.NUMERALS:
                readings[n] = replace(readings[n], doubtful=True)
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
        """What is stored of each detailed crop when a die is taught, and compared when it is read."""
        return self._eye.look_all_around(crops, self._near_share)

    def solid_of(self, crops: Sequence[Picture]) -> Shape:
        """The solid that these crops of one die show."""
        seen = self._eye.look([small(crop) for crop in crops], (*AS_IT_IS, *AROUND))
        return FAMILIES[int(self._likely(seen, "solid").sum(axis=0).argmax())]

    def _taught_embeddings(
        self, picture: Picture, found: Sequence[FoundDie], allowed: Sequence[DieKind]
    ) -> NDArray[np.float32] | None:
        """Only taught faces need the dear ones, from all sides."""
        taught = any(self.taught.knows(kind.name) for kind in allowed)
        return self.embeddings([detail(picture, die.box) for die in found]) if taught else None

    def _near_look(
        self,
        picture: Picture,
        found: Sequence[FoundDie],
        seen: Seen,
        allowed: Sequence[DieKind],
        views: Sequence[View],
        spots: NDArray[np.float32] | None = None,
    ) -> Seen:
        """The numerals on the top faces alone, where numerals can be."""
        if not any(kind.marks is Marks.NUMERALS for kind in allowed):
            return {}
        return {"near": self._eye.look_nearer(picture, [die.box for die in found], seen, views, spots)}

    def _likely(self, seen: Seen, head: str) -> Probabilities:
        return _softmax(logits(seen, head, self._near_counts) / self._temperature[head])

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
            embeddings = unit_mean(seen["embedding"])
        bodies: Sequence[Colour | None] = colours if colours is not None else [None] * len(found)
        solids = solids_of(found, self._likely(seen, "solid"))
        if photo:
            solids = among_others(solids, die)
        looks = map(Look, die, no_die, of_dice, pips, numerals, solids, embeddings, bodies)
        return [
            weigh_die(look, allowed, self._near(look, allowed), self._doubt_below, photo) for look in looks
        ]

    def _near(self, look: Look, allowed: Sequence[DieKind]) -> dict[tuple[str, str], float]:
        """How likely each face is that was taught of these kinds, all weighed against each other."""
        return self.taught.probabilities(look.embedding, [kind.name for kind in allowed], look.colour)


def logits(seen: Seen, head: str, near_counts: float) -> NDArray[np.float32]:
    """What all views say together; a near look at a numeral counts so many times one at the whole die."""
    whole = seen[head].mean(axis=0)
    if head != "numerals" or "near" not in seen:
        return np.asarray(whole)
    return np.asarray((whole + near_counts * seen["near"].mean(axis=0)) / (1 + near_counts))


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


def _softmax(logits: NDArray[np.float32]) -> Probabilities:
    shifted = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    shares: Probabilities = shifted / shifted.sum(axis=1, keepdims=True)
    return shares
