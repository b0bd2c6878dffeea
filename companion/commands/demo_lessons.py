"""`companion teach --demo FOLDER`: the demo's dice are taught from the simulated table, as an owner teaches theirs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import numpy as np

from companion import resources
from companion.camera.simulation.sensor import Light
from companion.camera.simulation.still import still
from companion.camera.source import Picture
from companion.dice import DieKind, DieReading
from companion.game_dice import kinds, simulated
from companion.vision.dice_box import crop_bytes, write_file
from companion.vision.reader import Reader
from companion.vision.table import TablePlane, load_plane
from companion.vision.taught import TaughtDie
from companion.vision.taught_file import SUFFIX
from companion.vision.teacher import Teacher, nameless
from companion.vision.views import detail

VIEWS = 4  # of each face
TABLES = (0, 0, 1, 3)  # which table each of them lies on: the plain one most often
SAME_DIE_PX = 12.0
GAMES = ("quarriors", "dice_throne", "dungeon_fighter")


def teach_demo(reader: Reader, folder: Path, seed: int = 1) -> list[Path]:
    """Writes one file for each game; tells how far it is."""
    written = []
    for game in GAMES:
        mine = [kind for kind in kinds() if kind.name.startswith(game)]
        dice = teach(reader, mine, seed, lambda done, of, game=game: _progress(game, done, of))  # type: ignore[misc]
        path = folder / f"{game}{SUFFIX}"
        write_file(path, dice)
        written.append(path)
    return written


def teach(
    reader: Reader,
    wanted: Sequence[DieKind],
    seed: int,
    progress: Callable[[int, int], None] | None = None,
    views: int = VIEWS,
) -> list[TaughtDie]:
    """Lay every face of these kinds on the simulated table, let the reader find it, and learn what it saw."""
    plane = load_plane(resources.calibration_folder() / "simulated.json")
    teacher = Teacher(reader.faces.embeddings, reader.faces.taught.figures)
    rng = np.random.default_rng(seed)
    today = date.today().isoformat()
    taught = []
    for number, kind in enumerate(wanted):
        die = TaughtDie(kind.name, kind.shape, kind.faces, model=reader.taught_by, on=today)
        for look in range(views):
            light = Light(float(rng.uniform(0.6, 1.3)), float(rng.uniform(-0.3, 0.3)))
            table = TABLES[look % len(TABLES)]
            for face, crop, colour in _seen(reader, plane, kind, int(rng.integers(1 << 30)), light, table):
                for view in teacher.views(face, [(crop, colour)], today):
                    die = die.with_view(view)
        taught.append(die)
        if progress is not None:
            progress(number + 1, len(wanted))
    return taught


def _seen(
    reader: Reader, plane: TablePlane, kind: DieKind, seed: int, light: Light, table: int
) -> list[tuple[str, bytes, tuple[int, int, int]]]:
    """Every face of a kind once, as the reader finds it on the table."""
    die = simulated(kind.name)
    assert die is not None
    picture, truth = still([(die, face) for face in kind.faces], seed, light, table)
    readings = [found.reading for found in reader.read_table(picture, plane, (nameless(kind.shape),))]
    found = []
    for true in truth:
        reading = _at(readings, true.box)
        if reading is not None and true.face is not None:
            found.append((true.face, crop_bytes(_crop(picture, reading)), reading.colour))
    return found


def _crop(picture: Picture, reading: DieReading) -> Picture:
    return detail(picture, reading.box)


def _at(readings: Sequence[DieReading], box: tuple[float, float, float, float]) -> DieReading | None:
    def far(reading: DieReading) -> float:
        return max(abs(a - b) for a, b in zip(reading.box, box, strict=True))

    nearest = min(readings, key=far, default=None)
    return nearest if nearest is not None and far(nearest) < SAME_DIE_PX else None


def _progress(game: str, done: int, of: int) -> None:
    if sys.stderr.isatty() or done == of:
        print(f"{game}: {done} of {of} dice", file=sys.stderr, flush=True)
