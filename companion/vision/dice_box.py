"""The box of taught dice: one file a die in the companion's home, and the demo's dice that come with it.

Embeddings belong to one version of the network. When another one reads, they are made again from the crops.
An owner's die hides a shipped one of the same name.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.files import write_whole
from companion.vision.imagining import Embed, looks_at
from companion.vision.pictures import decode_picture
from companion.vision.reader import Reader
from companion.vision.taught import TaughtDie, TaughtSet, unit
from companion.vision.taught_file import (
    CROP_PIXELS,
    LARGEST_FILE,
    SUFFIX,
    TaughtFileError,
    check_names,
    pack,
    unpack,
)

FOLDER = "dice"  # in the companion's home
RENEWED = "renewed"  # in it: shipped dice as another model sees them
SHIPPED = Path(__file__).parent.parent / "demo_dice"
CROP_QUALITY = 80


class DiceBox:
    """Where taught dice are kept. `dice` is what the reader reads by."""

    def __init__(self, folder: Path, dice: TaughtSet, embed: Embed, model: str) -> None:
        """`embed` and `model` are those of the network that reads: its embeddings and its version."""
        self.folder = folder
        self.dice = dice
        self.problems: list[str] = []  # files that could not be read, each as a sentence
        self._embed = embed
        self._model = model
        self._own: set[str] = set()

    def load(self, renew: bool = True) -> None:
        """Take in every file. One that is broken is told of, and the others are taken in.

        Without `renew` embeddings of another model stay as they are: enough for a list, not for reading.
        """
        files = [(path, False) for path in sorted(SHIPPED.glob(f"*{SUFFIX}"))]
        files += [(path, True) for path in sorted(self.folder.glob(f"*{SUFFIX}"))]
        for path, own in files:
            try:
                dice = self._renewed_file(path, own) if renew else read_file(path)
            except TaughtFileError as problem:
                self.problems.append(str(problem))
                logging.getLogger(__name__).warning("%s", problem)
                continue
            for die in dice:
                self._take(die, own)

    def _renewed_file(self, path: Path, own: bool) -> Sequence[TaughtDie]:
        """The dice of a file as this network sees them. What was made again is kept, so that it is made once."""
        dice = read_file(path)
        if all(die.model == self._model for die in dice):
            return dice
        copy = path if own else self.folder / RENEWED / f"{path.stem}-{self._model}{SUFFIX}"
        if not own and copy.is_file():
            try:
                kept = read_file(copy)
                if [(d.name, d.faces, d.on) for d in kept] == [(d.name, d.faces, d.on) for d in dice]:
                    return kept
            except TaughtFileError:
                pass  # it can be made again
        dice = tuple(self.renewed(die) for die in dice)
        try:
            write_file(copy, dice)
        except OSError as problem:
            logging.getLogger(__name__).warning("Renewed dice could not be kept: %s", problem)
        return dice

    def owns(self, name: str) -> bool:
        """Whether the owner taught it; else it came with the companion."""
        return name in self._own

    @property
    def names(self) -> tuple[str, ...]:
        """The owner's dice first."""
        return tuple(sorted(self.dice.dice, key=lambda name: (name not in self._own, name)))

    def keep(self, die: TaughtDie) -> None:
        """Keep this die, in place of one of the same name. Raises TaughtFileError or OSError."""
        die = replace(die if die.model == "" else self.renewed(die), model=self._model)
        write_file(self.path_of(die.name), [die])
        self._take(die, own=True)

    def rename(self, name: str, new: str) -> None:
        """Raises TaughtFileError where there is no such die of the owner's, or the new name is taken."""
        die = self._owned(name)
        check_names(replace(die, name=new))
        if new in self.dice.dice:
            raise TaughtFileError(f"There is a die called {new} already.")
        self.keep(replace(die, name=new))
        self.delete(name)

    def delete(self, name: str) -> None:
        """An owner's die goes; a shipped one of that name comes back. Raises TaughtFileError or OSError."""
        self._owned(name)
        self.path_of(name).unlink(missing_ok=True)
        self._own.discard(name)
        self.dice.forget(name)
        for path in sorted(SHIPPED.glob(f"*{SUFFIX}")):
            for die in read_file(path):
                if die.name == name:
                    self._take(self.renewed(die), own=False)

    def export(self, names: Sequence[str], file: Path) -> None:
        """One file with these dice, for friends. Raises TaughtFileError or OSError."""
        known = self.dice.dice
        strange = [name for name in names if name not in known]
        if strange or not names:
            raise TaughtFileError(self._no_such(strange[0] if strange else ""))
        write_file(file, [known[name] for name in names])

    def bring(self, file: Path) -> tuple[str, ...]:
        """Take in a friend's file: all its dice or, where it is broken, none. Raises TaughtFileError or OSError."""
        dice = [self.renewed(die) for die in read_file(file)]
        for die in dice:
            self.keep(die)
        return tuple(die.name for die in dice)

    def path_of(self, name: str) -> Path:
        """A file name that every system takes, and that no two dice share."""
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
        return self.folder / f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}{SUFFIX}"

    def _owned(self, name: str) -> TaughtDie:
        die = self.dice.die(name)
        if die is None:
            raise TaughtFileError(self._no_such(name))
        if name not in self._own:
            raise TaughtFileError(
                f"{name} comes with the companion. Teach it, and yours is used in its place."
            )
        return die

    def _no_such(self, name: str) -> str:
        return f"There is no taught die called {name!r}. There are: {', '.join(self.names) or 'none yet'}."

    def _take(self, die: TaughtDie, own: bool) -> None:
        if own:
            self._own.add(die.name)
        self.dice.put(die)

    def renewed(self, die: TaughtDie) -> TaughtDie:
        """The same die with embeddings of the network that reads."""
        if die.model == self._model or not die.views:
            return die
        looks = unit(looks_at([crop_of(view.crop) for view in die.views], self._embed))
        views = [
            replace(view, embedding=mine[0], imagined=mine[1:])
            for view, mine in zip(die.views, looks, strict=True)
        ]
        return replace(die, views=tuple(views), model=self._model)


def read_file(path: Path) -> tuple[TaughtDie, ...]:
    """Raises TaughtFileError."""
    try:
        if not path.is_file():
            raise TaughtFileError(f"{path} does not exist, or is no file.")
        if path.stat().st_size > LARGEST_FILE:
            raise TaughtFileError(f"{path} is too large for taught dice.")
        data = path.read_bytes()
    except OSError as problem:
        raise TaughtFileError(f"{path} cannot be opened: {problem.strerror}.") from problem
    return unpack(data, str(path))


def write_file(path: Path, dice: Sequence[TaughtDie]) -> None:
    """A power cut leaves the old file or the new one. Raises TaughtFileError or OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, pack(dice))


def crop_bytes(crop: Picture) -> bytes:
    """A crop as it is stored."""
    _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, CROP_QUALITY])
    return data.tobytes()


def crop_of(stored: bytes) -> Picture:
    """A stored crop, in the detail it was stored with."""
    crop = decode_picture(stored, "the crop", CROP_PIXELS)
    if crop.shape[0] != crop.shape[1]:  # a file may come from anywhere
        side = min(crop.shape[:2])
        crop = np.asarray(cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    return crop


def box_of(reader: Reader, home: Path) -> DiceBox:
    """The box beside a reader, not opened yet: `load` it where nobody waits."""
    faces = reader.faces
    return DiceBox(home / FOLDER, faces.taught, faces.embeddings, reader.taught_by)
