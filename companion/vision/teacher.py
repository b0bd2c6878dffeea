"""Teaching: what was seen of a die becomes a view of a face, and faces that look alike are told to the owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from companion.dice import DieKind, Marks, Shape
from companion.vision.dice_box import crop_of
from companion.vision.imagining import Embed, looks_at
from companion.vision.taught import Colour, Figures, TaughtDie, TaughtFace, TaughtSet, unit


def nameless(shape: Shape) -> DieKind:
    """What the reader looks for while a die is taught: any face, and none by name."""
    return DieKind("teaching", shape, Marks.TAUGHT, ())


@dataclass(frozen=True, slots=True)
class ClosePair:
    """Two faces of one die that the reader may take for each other."""

    face: str
    other: str
    likeness: float
    mirrored: bool  # one is the other's mirror image


class Teacher:
    """Makes views from crops. One crop takes some milliseconds: call it where nobody waits."""

    def __init__(self, embed: Embed, figures: Figures) -> None:
        self._embed = embed
        self._figures = figures

    def views(
        self, face: str, seen: Sequence[tuple[bytes, Colour | None]], day: str = "", corrected: bool = False
    ) -> list[TaughtFace]:
        """One view for each crop with its die's colour."""
        if not seen:
            return []
        looks = unit(looks_at([crop_of(crop) for crop, _ in seen], self._embed))
        return [
            TaughtFace(face, mine[0], crop, colour, day, corrected, mine[1:])
            for mine, (crop, colour) in zip(looks, seen, strict=True)
        ]

    def shows(self, die: TaughtDie, view: TaughtFace) -> str:
        """The face of this die that a view certainly shows, by what was taught of it; "" when it may be a new one."""
        near = TaughtSet([die], self._figures).probabilities(view.embedding, [die.name], view.colour)
        sure = [face for (_, face), likely in near.items() if likely >= self._figures.doubt_below]
        return sure[0] if sure else ""

    def close_pairs(self, die: TaughtDie) -> tuple[ClosePair, ...]:
        """The pairs of faces that are hard to tell apart, the closest first."""
        figures = self._figures
        # A usual look at a face must lead by this much, or the players will be asked again and again.
        lead = figures.sharpness * float(np.log(figures.doubt_below / (1 - figures.doubt_below)))
        found = []
        for face, other in combinations([f for f in die.faces if die.of_face(f)], 2):
            mine, theirs = die.of_face(face), die.of_face(other)
            like = max(float(a.embedding @ b.embedding) for a in mine for b in theirs)
            if like > self._usual(mine, theirs) - lead:
                found.append(ClosePair(face, other, like, self._mirrored(mine, theirs, like)))
        return tuple(sorted(found, key=lambda pair: -pair.likeness))

    def _usual(self, *faces: Sequence[TaughtFace]) -> float:
        """How like two looks at one of these faces are: measured where there are several, else as it usually is."""
        own = [float(a.embedding @ b.embedding) for views in faces for a, b in combinations(views, 2)]
        return float(np.median(own)) if own else self._figures.own

    def _mirrored(self, mine: Sequence[TaughtFace], theirs: Sequence[TaughtFace], like: float) -> bool:
        crops = [crop_of(view.crop) for view in mine if view.crop]
        if not crops:
            return False
        turned = self._embed([np.asarray(cv2.flip(crop, 1), np.uint8) for crop in crops])
        return max(float(unit(a) @ b.embedding) for a in turned for b in theirs) > like
