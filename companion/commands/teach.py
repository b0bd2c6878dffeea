"""`companion teach`: a die is taught from pictures or before a camera; taught dice are listed, shared, deleted."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from companion import config, die_names, resources
from companion.camera import open_camera
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Camera
from companion.commands.logs import translator
from companion.dice import Shape
from companion.files import must_be_new
from companion.table_profile import plane_for
from companion.teaching import VIEWS, Lesson
from companion.thrower import Thrower
from companion.vision.dice_box import DiceBox, box_of, crop_of
from companion.vision.pictures import PictureError, load_picture
from companion.vision.pipeline import Pipeline
from companion.vision.reader import Reader
from companion.vision.taught import Colour, TaughtDie
from companion.vision.taught_file import check_names
from companion.vision.teacher import Teacher, nameless

SIMULATED_RATE = 8.0  # frames a second
SIMULATED_PATIENCE = 120  # frames after which the simulated table lays the dice once more
PATIENCE_FRAMES = 3000  # that a face is waited for, before the companion gives up
NOT_DRAWN = (
    "The simulated table has no die {die} with a face {face!r} to lay. Plug in a camera, or teach it from pictures: "
    "companion teach --die {die} --face {face} PICTURE"
)


class TeachError(Exception):
    """What was asked for cannot be taught; the text says what to do."""


def opened() -> tuple[Reader, DiceBox]:
    settings = config.load()
    reader = Reader(resources.models_folder(settings.models), settings.threads)
    box = box_of(reader, config.home())
    box.load(renew=False)  # only the die that is taught need be compared
    return reader, box


def listing(as_json: bool) -> int:
    _, box = opened()
    dice = [box.dice.dice[name] for name in box.names]
    if as_json:
        rows = [
            {
                "name": die.name,
                "own": box.owns(die.name),
                "faces": {face: len(die.of_face(face)) for face in die.faces},
                "day": die.on,
            }
            for die in dice
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for die in dice:
        whose = "yours" if box.owns(die.name) else "comes with the companion"
        known = len(die.faces) - len(die.missing)
        print(f"{die.name:<36} {known} of {len(die.faces)} faces, {len(die.views)} views, {whose}")
    return 0


def export(file: Path, names: Sequence[str]) -> int:
    must_be_new(file)
    _, box = opened()
    names = names or [name for name in box.names if box.owns(name)]
    if not names:
        raise TeachError(
            "You have taught no die yet. Name dice that come with the companion, as --list shows them."
        )
    box.export(names, file)
    print(f"{len(names)} dice are in {file}." if len(names) > 1 else f"{names[0]} is in {file}.")
    return 0


def bring(file: Path) -> int:
    _, box = opened()
    for name in box.bring(file):
        print(f"Taken in: {name}")
    return 0


def rename(old: str, new: str) -> int:
    _, box = opened()
    box.rename(old, new)
    print(f"{old} is called {new} now.")
    return 0


def delete(name: str) -> int:
    _, box = opened()
    box.delete(name)
    print(f"{name} is deleted.")
    return 0


def demo(folder: Path) -> int:
    from companion.commands.demo_lessons import teach_demo

    reader, _ = opened()
    for path in teach_demo(reader, folder):
        print(f"{path}: {path.stat().st_size} bytes")
    return 0


def begun(box: DiceBox, name: str, faces: Sequence[str], shape: str | None) -> TaughtDie:
    """The die as it is known so far; a new one needs its faces, and is a cube until it was seen."""
    known = box.dice.die(name)
    if known is not None and box.owns(name):
        return box.renewed(known)
    kind = next((kind for kind in die_names.teachable() if kind.name == name), None)
    today = date.today().isoformat()
    if kind is not None:
        return TaughtDie(kind.name, kind.shape, kind.faces, on=today)
    new = TaughtDie(name, Shape(shape or "d6"), tuple(dict.fromkeys(faces)), on=today)
    check_names(new)
    return new


def as_seen(reader: Reader, die: TaughtDie, shape: str | None) -> TaughtDie:
    """A die of the owner's has the shape that its views show, if nobody named one."""
    named = shape is not None or any(kind.name == die.name for kind in die_names.teachable())
    if named or not die.views:
        return die
    return replace(die, shape=reader.faces.solid_of([crop_of(view.crop) for view in die.views]))


def from_pictures(name: str, face: str, pictures: Sequence[Path], shape: str | None) -> int:
    """Every die on these pictures shows this face. A picture that is of no use is told of, and the others count."""
    reader, box = opened()
    die = begun(box, name, (), shape)
    kind = next((kind for kind in die_names.teachable() if kind.name == name), None)
    if kind is not None and face not in kind.faces:
        raise TeachError(f"{name} has no face {face!r}. It has: {', '.join(kind.faces)}.")
    teacher = Teacher(reader.faces.embeddings, reader.faces.taught.figures)
    useless: list[str] = []
    for path in pictures:
        try:
            seen = _dice_on(reader, path, die.shape)
        except (PictureError, TeachError) as problem:
            useless.append(str(problem))
            continue
        for view in teacher.views(face, seen, date.today().isoformat()):
            die = die.with_view(view)
        print(f"{path}: {len(seen)} {'view' if len(seen) == 1 else 'views'} of {face}")
    if len(useless) == len(pictures):
        raise TeachError(useless[0])
    box.keep(as_seen(reader, die, shape))
    _tell_pairs(teacher, die)
    if die.missing:
        print(f"Not taught yet: {', '.join(die.missing)}")
    for problem in useless:
        print(f"companion: {problem}", file=sys.stderr)
    return 1 if useless else 0


def _dice_on(reader: Reader, path: Path, shape: Shape) -> list[tuple[bytes, Colour | None]]:
    """A crop and the body's colour of each die on a picture. Raises PictureError or TeachError."""
    picture, kind = load_picture(path), nameless(shape)
    found = reader.read(picture, (kind,))
    if not found:
        # The owner says that there is one: the likeliest find will be it.
        one = reader.one_die(picture, kind)
        found = () if one is None else (one,)
    if not found:
        raise TeachError(f"No die was found on {path}. Take the picture nearer, from above, on plain cloth.")
    return [(reading.crop, reading.colour) for reading in found]


def before_camera(
    name: str, faces: Sequence[str], camera: str | None, shape: str | None, views: int = VIEWS
) -> int:
    """Lay face after face before the camera; the simulated table lays them by itself."""
    reader, box = opened()
    die = begun(box, name, faces, shape)
    if not die.faces:
        raise TeachError(f"{name} is a new die: name its faces with --faces cat,dog,fish")
    settings = config.load()
    source = open_camera(camera or settings.camera, settings.camera_fps)
    teacher = Teacher(reader.faces.embeddings, reader.faces.taught.figures)
    lesson = Lesson(die, teacher, views)
    _teach(reader, source, lesson, lambda die: box.keep(as_seen(reader, die, shape)))
    _tell_pairs(teacher, lesson.die)
    return 0


def _teach(reader: Reader, source: Camera, lesson: Lesson, keep: Callable[[TaughtDie], None]) -> None:
    say = translator()
    if isinstance(source, SimulatedTable):
        source.realtime, source.frames_a_second = False, SIMULATED_RATE  # nobody watches it
    thrower = Thrower(source) if isinstance(source, SimulatedTable) else None
    pipeline = Pipeline(reader, plane_for(source), (nameless(lesson.die.shape),))
    asked, waited = "", 0
    source.open()
    try:
        while lesson.face:
            if asked != lesson.face:
                asked, waited = lesson.face, 0
                print(say("mydice.lay", face=say.text(die_names.face(lesson.die.name, asked))), flush=True)
            lay_now = waited % SIMULATED_PATIENCE == 0
            if thrower is not None and lay_now and not thrower.show(lesson.die.name, asked):
                raise TeachError(NOT_DRAWN.format(die=lesson.die.name, face=asked))
            frame = source.read(timeout=1.0)
            waited += 1
            if waited > PATIENCE_FRAMES:
                raise TeachError(
                    "No die came to rest for a long time. Check the light, and that the camera sees the tray."
                )
            sight = pipeline.see(frame) if frame is not None else None
            if sight is not None and lesson.see(sight):
                keep(lesson.die)
                if lesson.news is not None:
                    print(f"  {say.text(lesson.news)}", flush=True)
    finally:
        source.close()
    print(say("mydice.whole"))


def _tell_pairs(teacher: Teacher, die: TaughtDie) -> None:
    say = translator()
    for pair in teacher.close_pairs(die):
        one, other = (say.text(die_names.face(die.name, face)) for face in (pair.face, pair.other))
        print(say("mydice.mirrored" if pair.mirrored else "mydice.close", one=one, other=other))
