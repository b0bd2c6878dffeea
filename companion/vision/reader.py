"""The reader: a picture in, its dice out. Finder, faces, the table's plane and how dice lie, one after the other.

`companion read` uses it for photos, the pipeline for the frames of a table at rest.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from companion.camera.source import Picture
from companion.dice import DieKind, DieReading, Shape
from companion.vision import levels, lying, squeezed
from companion.vision.above import FlatDie, LyingJudge
from companion.vision.closer import closer
from companion.vision.faces import ANY_KINDS, FaceReader, body_colour
from companion.vision.finder import FAMILIES, Box, Finder, FoundDie
from companion.vision.lying import Lying
from companion.vision.onnx import DETECTOR, FACES, LYING, NUMERALS, SYMBOLS, Model
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane
from companion.vision.taught import TaughtSet
from companion.vision.views import DETAIL, cut
from companion.vision.weighing import FaceReading

FAINTEST = 0.05  # a find that is worth anything where one is sure to be there
FAINT_DIE = 0.02  # a faint find on a table is a die from here on: there is little else in a tray
CLEAR_FACE = 0.1  # or if it reads clearly, and is so unlikely to be none


class Reader:
    """The five networks, opened once."""

    def __init__(
        self,
        models: Path,
        threads: int = 2,
        taught: TaughtSet | None = None,
        doubt_below: float | None = None,
    ) -> None:
        """Opens the networks in the folder `models`. Raises ModelError."""
        detector = Model(models / "dice-detector.onnx", DETECTOR, threads)
        faces = Model(models / "dice-faces.onnx", FACES, threads)
        numerals = Model(models / "dice-numerals.onnx", NUMERALS, threads)
        symbols = Model(models / "dice-symbols.onnx", SYMBOLS, threads)
        judge = Model(models / "dice-lying.onnx", LYING, threads)
        self.finder = Finder(detector)
        self.faces = FaceReader(faces, numerals, symbols, taught, doubt_below)
        self.judge = LyingJudge(judge)
        networks = (detector, faces, numerals, symbols, judge)
        self.versions = {model.promise.name: model.version for model in networks}
        self.timings: dict[str, float] = {}  # milliseconds each stage took the last time

    @property
    def taught_by(self) -> str:
        """The versions of the networks that make what is stored of a taught face."""
        return f"{self.versions['dice-faces']}+{self.versions['dice-symbols']}"

    def read(self, picture: Picture, kinds: Sequence[DieKind] = ANY_KINDS) -> tuple[DieReading, ...]:
        """The dice on a photo from anywhere, surest first, with their crops."""
        photos = squeezed.as_taken(levels.spread(picture))
        read = [
            self.faces.read_photo(photo.picture, self.finder.find_in_photo(photo.picture), kinds)
            for photo in photos
        ]
        taken = squeezed.likeliest([[face.die for _, face in dice] for dice in read])
        photo, plane = photos[taken], TablePlane.unknown()
        readings = []
        for number, (die, face) in enumerate(read[taken]):
            reading = _reading(number, die, face, photo.picture, _lies(die, face, plane))
            crop = crop_jpeg(photo.picture, die.box)
            readings.append(replace(reading, box=photo.box_in_photo(die.box), crop=crop))
        return tuple(readings)

    def one_die(self, picture: Picture, kind: DieKind) -> DieReading | None:
        """The die on a picture that is said to show one, however faintly it is found."""
        picture = levels.spread(picture)
        found = self.finder.find_in_photo(picture, FAINTEST)
        if not found:
            return None
        die = max(found, key=lambda one: one.score)
        (reading,) = self.read_known(picture, [(die.box, None)], (kind,))
        return replace(reading, crop=crop_jpeg(picture, die.box))

    def read_known(
        self, picture: Picture, dice: Sequence[tuple[Box, Shape | None]], kinds: Sequence[DieKind] = ANY_KINDS
    ) -> tuple[DieReading, ...]:
        """The faces of dice whose places are known, and perhaps their solids: the detector is not asked."""
        plane = TablePlane.unknown()
        found = [known_die(box, solid) for box, solid in dice]
        faces = self.faces.read(picture, found, kinds, thorough=True)
        return tuple(
            _reading(number, die, face, picture, _lies(die, face, plane))
            for number, (die, face) in enumerate(zip(found, faces, strict=True))
        )

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        """The dice on a calibrated table, without crops: called for several frames of each roll."""
        began = time.perf_counter()
        perhaps = closer(self.finder, picture, plane, self.finder.find_on_table(picture))
        between = time.perf_counter()
        # A clear find is a die, even a cocked one; of a faint one its face must say so too.
        dice = [
            (die, face)
            for die, face in zip(perhaps, self.faces.read(picture, perhaps, kinds), strict=True)
            if self.finder.sure(die) or face.die >= FAINT_DIE or _clear(face)
        ]
        read = time.perf_counter()
        flat = [FlatDie(_lies(die, face, plane), face.kind.shape) for die, face in dice]
        leaning = self.judge.leaning(picture, plane, flat)
        seen = tuple(
            SeenDie(
                _reading(number, die, face, picture, fit.lies),
                fit.lies.misfit,
                leans,
                face.no_die,
                face.doubt_below,
            )
            for number, ((die, face), fit, leans) in enumerate(zip(dice, flat, leaning, strict=True))
        )
        ended = time.perf_counter()
        self.timings = {
            "find": 1000 * (between - began),
            "faces": 1000 * (read - between),
            "place": 1000 * (ended - read),
        }
        return seen


def _clear(face: FaceReading) -> bool:
    return not face.doubtful and face.no_die < CLEAR_FACE


def known_die(box: Box, solid: Shape | None) -> FoundDie:
    """A die whose place is known, and perhaps its solid."""
    d6, d12, other = (float(solid in (None, family)) for family in FAMILIES)
    return FoundDie(box, 0.0, (d6, d12, other), 1.0)


def crop_jpeg(picture: Picture, box: Box) -> bytes:
    """The picture a die was read from, for people to look at."""
    _, data = cv2.imencode(".jpg", cut(picture, box, DETAIL), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes()


def _lies(die: FoundDie, face: FaceReading, plane: TablePlane) -> Lying:
    return lying.fit(plane, die.box, die.angle_deg, face.kind.shape)


def _reading(number: int, die: FoundDie, face: FaceReading, picture: Picture, lies: Lying) -> DieReading:
    return DieReading(
        die=number,
        kind=face.kind.name,
        face=face.face,
        confidence=face.confidence,
        doubtful=face.doubtful,
        alternatives=face.alternatives,
        place_mm=lies.place_mm,
        angle_deg=lies.angle_deg,
        size_mm=lies.size_mm,
        colour=body_colour(picture, die.box),
        box=die.box,
        other_kinds=face.other_kinds,
    )
