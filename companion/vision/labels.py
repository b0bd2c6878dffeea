"""Labelled photos: a folder of pictures and a `labels.jsonl` that says which dice each shows.

    {"image": "0001.jpg", "dice": [{"kind": "d6", "face": "5", "box": [x0, y0, x1, y1]}]}

A picture of one die may leave the box out. A face that nobody can read is "?", and `"die"` may name one of
several dice of a kind. A folder without labels holds no dice at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.dice import UNKNOWN_FACE, Shape
from companion.files import read_at_most
from companion.vision.finder import Box

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif"}
NUMERALS = {str(n) for n in range(1, 13)}  # larger ones have no name in the reader: "another numeral"
LARGEST_FILE = 100_000_000  # bytes
FARTHEST = 1_000_000  # pixels; no picture is larger


class LabelError(Exception):
    """A folder cannot be measured; the text says what is wrong with it."""


class _Die(msgspec.Struct):
    kind: str
    face: str
    box: Box | None = None
    die: str = ""


class _Line(msgspec.Struct):
    image: str
    dice: tuple[_Die, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """One die that a picture truly shows."""

    kind: str
    face: str
    box: Box | None
    die: str = ""  # which of several dice of its kind, where a folder tells

    @property
    def shape(self) -> Shape | None:
        """None for dice whose solid the label does not tell, such as symbol dice."""
        if self.kind.startswith("d6"):
            return Shape.D6
        if self.kind.startswith("d12"):
            return Shape.D12
        return Shape.OTHER if self.kind[:1] == "d" and self.kind[1:].isdigit() else None

    @property
    def readable(self) -> str | None:
        """The face as the reader should call it; None for symbols, which it must be taught first, and for "?"."""
        if not (self.face.isascii() and self.face.isdigit()):
            return None
        return self.face if self.face in NUMERALS else UNKNOWN_FACE


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    path: Path
    dice: tuple[Label, ...]


def load_labels(folder: Path, every: int = 1) -> list[LabelledPicture]:
    """Every picture of a folder with its dice. Raises LabelError.

    Of a folder without labels, those whose number (the digits of the name) divides by `every`.
    """
    if not folder.is_dir():
        raise LabelError(f"{folder} is not a folder of pictures.")
    labels = folder / "labels.jsonl"
    if not labels.exists():
        pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        if not pictures:
            raise LabelError(f"{folder} holds neither labels.jsonl nor pictures.")
        return [LabelledPicture(path, ()) for path in pictures if _number(path) % every == 0]
    decoder = msgspec.json.Decoder(_Line)
    found = []
    for number, text in enumerate(_text(labels).splitlines(), 1):
        if not text.strip():
            continue
        try:
            line = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise LabelError(f"{labels}, line {number}: {problem}.") from None
        except RecursionError:
            raise LabelError(f"{labels}, line {number}: it is nested too deeply.") from None
        dice = tuple(Label(die.kind, die.face, die.box, die.die) for die in line.dice)
        if len(dice) > 1 and any(die.box is None for die in dice):
            raise LabelError(f"{labels}, line {number}: only a picture of one die may leave its box out.")
        if any(die.box is not None and not _is_box(die.box) for die in dice):
            raise LabelError(f"{labels}, line {number}: a box is left, top, right, bottom in pixels.")
        if Path(line.image).is_absolute() or ".." in Path(line.image).parts or "\0" in line.image:
            raise LabelError(f"{labels}, line {number}: the picture must lie in the same folder.")
        found.append(LabelledPicture(folder / line.image, dice))
    return found


def _text(labels: Path) -> bytes:
    try:
        return read_at_most(labels, LARGEST_FILE)
    except OSError as problem:
        raise LabelError(f"{labels} cannot be opened: {problem.strerror}.") from None


def _is_box(box: Box) -> bool:
    left, top, right, bottom = box
    return max(map(abs, box)) < FARTHEST and left < right and top < bottom


def _number(path: Path) -> int:
    return int("".join(c for c in path.stem if c in "0123456789") or 0)
