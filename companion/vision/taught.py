"""Taught dice: a face is a few stored views, reading is the nearest of them with a margin.

The network gives crops of one face embeddings that point the same way, however the die is turned. So a die is
learned by looking at each face a few times, without training, and what is far from every face is unknown.
The colour of the die's body has its say too: two dice may carry the same symbol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.dice import DieKind, Marks, Shape

Embedding = NDArray[np.float32]
Embeddings = NDArray[np.float32]  # a row each
Colour = tuple[int, int, int]  # red, green, blue

LENGTH = 256  # of what is kept of a look: an embedding of the whole die, and one of its top face alone
NOTHING: Embeddings = np.zeros((0, LENGTH), np.float32)
MOST_VIEWS = 12  # of one face; the oldest goes when one more comes
MOST_COLOUR = (
    16.0  # what the wrong colour can cost: light is coloured, too, but it makes no green die of a red one
)


@dataclass(frozen=True, slots=True)
class Figures:
    """How likenesses become probabilities. `models/training/calibrate_taught.py` measures them for a model; these
    are for one that does not carry its own.
    """

    sharpness: float = 0.017  # the likeness by which a face must lead to be e times likelier
    colour: float = 7.0  # a difference of colour (Lab) that costs half a unit
    unknown_at: float = 0.8037  # a likeness at which a face is as likely as something never taught
    unknown_sharpness: float = 0.0481
    doubt_below: float = 0.915  # ask when less sure than this
    own: float = 0.917  # how like two looks at one face usually are

    @staticmethod
    def of(given: object) -> Figures:
        """From a model's metadata; what it does not tell stays as it is here."""
        if not isinstance(given, dict):
            return Figures()
        names = {field.name for field in fields(Figures)}
        numbers = {k: float(v) for k, v in given.items() if k in names and _is_number(v)}
        return Figures(**numbers)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1000


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One look at one face: a view."""

    face: str
    embedding: Embedding
    crop: bytes = field(
        default=b"", repr=False
    )  # the picture it was taught from, for the owner and for later models
    colour: Colour | None = None  # of the die's body
    on: str = ""  # the day
    corrected: bool = False  # learned from a correction at the table
    imagined: Embeddings = field(
        default_factory=lambda: NOTHING, repr=False
    )  # how the same face may look elsewhere

    @property
    def looks(self) -> Embeddings:
        """What was seen, and what was imagined."""
        return np.vstack([self.embedding[None], self.imagined])


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDie:
    """A kind of die and every view of it that is kept."""

    name: str  # of its kind, such as "quarriors/ooze"
    shape: Shape
    faces: tuple[str, ...]  # all it has, also those not taught yet
    views: tuple[TaughtFace, ...] = ()
    model: str = ""  # version of the face network that made the embeddings
    on: str = ""  # the day it was taught

    @property
    def kind(self) -> DieKind:
        return DieKind(self.name, self.shape, Marks.TAUGHT, self.faces)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces that nobody has taught yet."""
        seen = {view.face for view in self.views}
        return tuple(face for face in self.faces if face not in seen)

    def of_face(self, face: str) -> tuple[TaughtFace, ...]:
        return tuple(view for view in self.views if view.face == face)

    def with_view(self, view: TaughtFace) -> TaughtDie:
        """One view more; of a face that has very many the oldest goes. Corrections go before lessons."""
        mine = [*self.of_face(view.face), view]
        if len(mine) > MOST_VIEWS:
            mine.remove(next((old for old in mine[:-1] if old.corrected), mine[0]))
        others = [old for old in self.views if old.face != view.face]
        faces = self.faces if view.face in self.faces else (*self.faces, view.face)
        return replace(self, faces=faces, views=(*others, *mine))

    def without_face(self, face: str) -> TaughtDie:
        """To teach a face anew."""
        return replace(self, views=tuple(view for view in self.views if view.face != face))

    def without_view(self, view: TaughtFace) -> TaughtDie:
        return replace(self, views=tuple(old for old in self.views if old is not view))


@dataclass(frozen=True, slots=True)
class _Stored:
    """The looks of one die, ready to be compared."""

    faces: tuple[str, ...]  # of each look
    embeddings: Embeddings
    lab: NDArray[np.float64]  # of each view; NaN where the colour is not known

    @staticmethod
    def of(die: TaughtDie) -> _Stored:
        lab = [to_lab(v.colour) if v.colour else np.full(3, np.nan) for v in die.views]
        return _Stored(
            tuple(view.face for view in die.views for _ in view.looks),
            np.vstack([view.looks for view in die.views]),
            np.stack(lab),
        )


class TaughtSet:
    """Everything that was taught, by kind. May be read by one thread while another one teaches."""

    def __init__(self, dice: Sequence[TaughtDie] = (), figures: Figures | None = None) -> None:
        self.figures = figures or Figures()
        self._dice: dict[str, TaughtDie] = {die.name: die for die in dice}
        self._stored: dict[str, _Stored] = {}

    @property
    def dice(self) -> Mapping[str, TaughtDie]:
        return dict(self._dice)

    def die(self, name: str) -> TaughtDie | None:
        return self._dice.get(name)

    def knows(self, name: str) -> bool:
        """Whether any face of this kind was taught."""
        die = self._dice.get(name)
        return die is not None and bool(die.views)

    def put(self, die: TaughtDie) -> None:
        """Take in a die, in place of one of the same name."""
        self._dice = {**self._dice, die.name: die}
        self._stored = {name: stored for name, stored in self._stored.items() if name != die.name}

    def forget(self, name: str) -> None:
        self._dice = {known: die for known, die in self._dice.items() if known != name}
        self._stored = {known: stored for known, stored in self._stored.items() if known != name}

    def add(
        self,
        name: str,
        face: str,
        embedding: Embedding,
        crop: bytes = b"",
        colour: Colour | None = None,
        imagined: Embeddings = NOTHING,
    ) -> None:
        """One view of a face, of a die that is known or begins with it."""
        die = self._dice.get(name) or TaughtDie(name, Shape.D6, ())
        self.put(die.with_view(TaughtFace(face, unit(embedding), crop, colour, imagined=imagined)))

    # Reading.

    def likeness(
        self, embedding: Embedding, kinds: Sequence[str], colour: Colour | None = None
    ) -> dict[tuple[str, str], float]:
        """How near the nearest view of each face of these kinds is: 1 the same, 0 nothing in common; less where
        the colour is another.
        """
        nearest: dict[tuple[str, str], float] = {}
        seen = to_lab(colour) if colour is not None else None
        for name in kinds:
            stored = self._compare(name)
            if stored is None:
                continue
            like = np.asarray(stored.embeddings @ embedding, np.float64)
            if seen is not None:
                # The colour tells which die it is, not which face: the view under the light most like this one counts.
                far = float(np.nan_to_num(np.linalg.norm(stored.lab - seen, axis=1)).min())
                like -= self.figures.sharpness * min(0.5 * (far / self.figures.colour) ** 2, MOST_COLOUR)
            for face, value in zip(stored.faces, like, strict=True):
                nearest[name, face] = max(nearest.get((name, face), -1.0), float(value))
        return nearest

    def probabilities(
        self, embedding: Embedding, kinds: Sequence[str], colour: Colour | None = None
    ) -> dict[tuple[str, str], float]:
        """How likely each face is. They add up to less than one: the rest is "something never taught"."""
        near = self.likeness(embedding, kinds, colour)
        if not near:
            return {}
        figures = self.figures
        scores = np.array([*near.values()])
        shares = np.exp((scores - scores.max()) / figures.sharpness)
        shares /= shares.sum()
        sure = (figures.unknown_at - float(scores.max())) / figures.unknown_sharpness
        known = 1 / (1 + np.exp(np.clip(sure, -50, 50)))
        return {key: float(known * share) for key, share in zip(near, shares, strict=True)}

    def _compare(self, name: str) -> _Stored | None:
        stored = self._stored.get(name)
        if stored is None:
            die = self._dice.get(name)
            if die is None or not die.views:
                return None
            stored = _Stored.of(die)
            self._stored[name] = stored
        return stored


def unit(embedding: Embedding) -> Embedding:
    """Of length one, or several rows that are. Raises ValueError where a look gave nothing."""
    length = np.linalg.norm(embedding, axis=-1, keepdims=True)
    if not np.all(np.isfinite(length)) or np.any(length == 0):
        raise ValueError("the look gave no embedding")
    return np.asarray(embedding / length, np.float32)


def to_lab(colour: Colour) -> NDArray[np.float64]:
    """How the eye orders colours: brightness (which light changes most, so it counts half), red-green, yellow-blue."""
    linear = (np.array(colour, np.float64) / 255) ** 2.2
    x, y, z = _XYZ @ linear
    fx, fy, fz = (_root(v) for v in (x / 0.9505, y, z / 1.089))
    return np.array([0.5 * (116 * fy - 16), 500 * (fx - fy), 200 * (fy - fz)])


_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def _root(value: float) -> float:
    return float(np.cbrt(value)) if value > 0.008856 else 7.787 * value + 16 / 116
