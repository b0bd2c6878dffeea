"""What calibration judges: everything found on dev photos and clutter, single dice cut out, rendered numerals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from companion.dice import Shape
from companion.vision import squeezed
from companion.vision.finder import FAMILIES, FoundDie, overlap, same_place
from companion.vision.views import Seen
from models.training import photos, test_dice
from models.training.paths import held_out
from models.training.progress import Progress
from models.training.reading import BareReader, Logits

FAINTEST = 0.2  # chance of a die from which on a find can take part in the choice of a photo's shape


@dataclass(frozen=True)
class Find:
    """A place that was found or cut out, with the truth where there is one."""

    place: FoundDie  # its box in the photo's pixels
    is_die: bool = False
    marks: int = -1  # how its face is marked, where it is known
    value: int = -1
    solid: int = -1  # among FAMILIES
    picture: int = -1  # the photo it was found on; -1: it is a crop of one die
    taken: int = 0  # in which of the shapes that the photo may have had
    real: bool = True
    clutter: bool = False  # the photo holds no dice at all


@dataclass
class Finds:
    rows: list[Find]
    logits: Logits
    missed: dict[tuple[int, int], int]  # by photo and shape: dice that nothing was found of
    pictures: int = 0
    without_dice: int = 0  # of the pictures

    def seen(self) -> Seen:
        """The logits as one look at everything."""
        return {name: says[None] for name, says in self.logits.items()}

    def of(self, name: str) -> NDArray[np.int64]:
        return np.array([getattr(row, name) for row in self.rows], np.int64)

    def scores(self) -> NDArray[np.float64]:
        return np.array([row.place.score for row in self.rows])

    def as_believed(self, chance: NDArray[np.float64]) -> Finds:
        """Of each photo the finds in the one shape that the reader would believe."""
        believed: dict[int, int] = {}
        for picture in range(self.pictures):
            mine = np.flatnonzero(self.of("picture") == picture)
            shapes = max((self.rows[n].taken for n in mine), default=0) + 1
            told = [
                self.told([n for n in mine if self.rows[n].taken == k and chance[n] > FAINTEST], chance)
                for k in range(shapes)
            ]
            believed[picture] = squeezed.likeliest([[float(chance[n]) for n in shape] for shape in told])
        kept = [n for n, row in enumerate(self.rows) if row.taken == believed.get(row.picture, 0)]
        return replace(
            self,
            rows=[self.rows[n] for n in kept],
            logits={name: says[kept] for name, says in self.logits.items()},
            missed={at: count for at, count in self.missed.items() if at[1] == believed[at[0]]},
        )

    def told(self, among: list[int], chance: NDArray[np.float64]) -> list[int]:
        """As the reader tells them: of two at one place the likelier, the likeliest first."""
        told: list[int] = []
        for n in sorted(among, key=lambda n: -chance[n]):
            one = self.rows[n]
            beside = [self.rows[m] for m in told if self.rows[m].picture == one.picture]
            if not any(same_place(other.place.box, one.place.box) for other in beside):
                told.append(int(n))
        return told


def look(reader: BareReader, root: Path) -> Finds:
    """The dev folders and the clutter that was kept out, through detector and faces; crops and rendered dice."""
    listed = [p for name in ("d6-board-dev", "d6-board-dev2") for p in photos.folder(root, name)]
    listed += photos.folder(root, "d6-topface-dev")[::3]  # one kind of dice: a third of it says enough
    listed += [
        photos.Photo(path, ()) for path in sorted((root / "clutter").glob("*.jpg")) if held_out(path.name)
    ]
    rows: list[Find] = []
    logits: list[Logits] = []
    missed: dict[tuple[int, int], int] = {}
    without_dice = 0
    progress = Progress("calibrate", len(listed))
    for number, photo in enumerate(listed):
        clutter = photo.path.parent.name == "clutter"
        without_dice += clutter
        for k, taken in enumerate(squeezed.as_taken(photo.read())):
            found = list(reader.find(taken.picture))
            says = reader.read_boxes(taken.picture, [die.box for die in found])
            in_photo = [replace(die, box=taken.box_in_photo(die.box)) for die in found]
            finds, missed[number, k] = _matched(photo, in_photo)
            finds = [replace(f, picture=number, taken=k, clutter=clutter) for f in finds]
            # Where dice lie that carry no label, what matches none may well be one of them.
            kept = [n for n, f in enumerate(finds) if f.is_die or photo.complete]
            rows += [finds[n] for n in kept]
            logits.append({name: part[kept] for name, part in says.items()})
        progress.add()
    for crops, more in _crops(root):
        logits.append(reader.read_crops(crops))
        rows += more
    merged = {name: np.concatenate([part[name] for part in logits]) for name in logits[0]}
    return Finds(rows, merged, missed, len(listed), without_dice)


def _crops(root: Path) -> list[tuple[list[photos.Picture], list[Find]]]:
    made = []
    kept = [p for p in photos.folder(root, "faces-dev") if p.dice[0].face.isdigit()]
    for kind, mark, shape in (("d6", 0, Shape.D6), ("d8", 1, Shape.OTHER)):
        mine = [p for p in kept if p.dice[0].kind == kind]
        made.append(([p.read() for p in mine], [_cut_out(shape, mark, p.dice[0].face, True) for p in mine]))
    for kind, shape in (("d12", Shape.D12), ("d6-numerals", Shape.D6)):
        crops, names = test_dice.crops(kind)
        made.append((crops, [_cut_out(shape, 1, name, False) for name in names]))
    return made


def _cut_out(shape: Shape, mark: int, face: str, real: bool) -> Find:
    heat = cast("tuple[float, float, float]", tuple(float(family is shape) for family in FAMILIES))
    place, solid = FoundDie((0.0, 0.0, 64.0, 64.0), 0.0, heat, 1.0), FAMILIES.index(shape)
    return Find(place, True, mark, int(face) - 1, solid, real=real)


def _matched(photo: photos.Photo, found: list[FoundDie]) -> tuple[list[Find], int]:
    """What was found with its truth, and how many dice were missed."""
    finds, missed = [Find(die) for die in found], 0
    for label in photo.dice:
        box = label.box
        assert box is not None
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        near = [
            k
            for k, die in enumerate(found)
            if not finds[k].is_die and die.box[0] <= x <= die.box[2] and die.box[1] <= y <= die.box[3]
        ]
        if not near:
            missed += 1
            continue
        best = max(near, key=lambda k: (overlap(found[k].box, box), found[k].score))
        finds[best] = Find(found[best], True, 0, int(label.face) - 1, FAMILIES.index(Shape.D6))
    return finds, missed
