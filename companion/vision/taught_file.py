"""A taught set as one file: a zip with an index, the crops, and the embeddings as plain numbers.

    index.json        the dice, their faces, and of each view its face, colour, day and crop
    embeddings.f32    256 little-endian numbers for each view, in the order of the index (128 in format 1)
    imagined.i8       the embeddings of what was imagined of each view, in steps of a byte (from format 3 on)
    crops/0.jpg …     what was seen

A file may come from anywhere, so nothing in it is believed: names lead nowhere, every size has a limit that is
checked before anything is unpacked, and what does not fit gives one sentence and changes nothing.
"""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from companion.camera.source import Picture
from companion.dice import Shape
from companion.vision.imagining import IMAGINED
from companion.vision.pictures import PictureError, decode_picture
from companion.vision.taught import LENGTH, MOST_VIEWS, NOTHING, Embeddings, TaughtDie, TaughtFace, unit

SUFFIX = ".dice"
FORMAT = 3
OLD_LENGTH = 128  # of an embedding in format 1
LARGEST_FILE = 32_000_000  # bytes
LARGEST_INDEX = 4_000_000
LARGEST_CROP = 60_000
CROP_PIXELS = 512 * 512
MOST_DICE = 64
MOST_FACES = 32
MOST_ALL_VIEWS = 6000

_NAME = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f\\]+$")]
_FACE = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
_DAY = Annotated[str, msgspec.Meta(max_length=40)]
_PART = Annotated[int, msgspec.Meta(ge=0, le=255)]


# What reading a zip that is none, or one that was tampered with, can raise.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    KeyError,
    ValueError,
    OverflowError,
)


class TaughtFileError(Exception):
    """A file of taught dice cannot be used; the text says why."""


class _View(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    face: _FACE
    colour: tuple[_PART, _PART, _PART] | None = None
    on: _DAY = ""
    corrected: bool = False


class _Die(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    name: _NAME
    shape: Literal["d6", "d12", "other"]
    faces: tuple[_FACE, ...]
    views: tuple[_View, ...] = ()
    model: _DAY = ""
    on: _DAY = ""


class _Index(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    dice: tuple[_Die, ...]


def check_names(die: TaughtDie) -> None:
    """Raises TaughtFileError where a file with this die could not be read again."""
    if not _fits(die.name, _NAME):
        raise TaughtFileError("The name of a die has 1 to 60 letters, in one line and without a backslash.")
    if not all(_fits(face, _FACE) for face in die.faces):
        raise TaughtFileError("The name of a face has 1 to 40 letters, in one line.")


def pack(dice: Sequence[TaughtDie]) -> bytes:
    """The file of these dice. Raises TaughtFileError where `unpack` would not take it."""
    for die in dice:
        check_names(die)
    index = _Index(FORMAT, tuple(_written(die) for die in dice))
    _check(index, "The file")
    views = [view for die in dice for view in die.views]
    vectors = np.stack([view.embedding for view in views]) if views else np.zeros((0, LENGTH))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        _add(file, "index.json", msgspec.json.format(msgspec.json.encode(index), indent=1))
        _add(file, "embeddings.f32", vectors.astype("<f4").tobytes())
        _add(file, "imagined.i8", b"".join(_in_bytes(view) for view in views))
        for number, view in enumerate(views):
            _add(file, _crop_name(number), view.crop, zipfile.ZIP_STORED)  # a JPEG shrinks no more
    return data.getvalue()


def _fits(text: str, kind: Any) -> bool:
    try:
        msgspec.convert(text, kind)
    except msgspec.ValidationError:
        return False
    return True


def _add(file: zipfile.ZipFile, name: str, data: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
    about = zipfile.ZipInfo(name)  # no time of day: the same dice give the same file
    about.compress_type = how
    file.writestr(about, data)


def unpack(data: bytes, name: str = "The file") -> tuple[TaughtDie, ...]:
    """The dice of a file, every one of them sound. Raises TaughtFileError, which calls it by `name`."""
    if len(data) > LARGEST_FILE:
        raise TaughtFileError(f"{name} is too large for taught dice: {len(data) // 1_000_000} MB.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return _unpacked(file, name)
    except _BROKEN as why:
        raise _damaged(name) from why


def _unpacked(file: zipfile.ZipFile, name: str) -> tuple[TaughtDie, ...]:
    listed = file.infolist()
    if len(listed) > MOST_ALL_VIEWS + 3:
        raise TaughtFileError(f"{name} holds too many pictures for taught dice.")
    try:
        index = msgspec.json.decode(_read(file, "index.json", LARGEST_INDEX, name), type=_Index)
    except msgspec.DecodeError as why:
        raise TaughtFileError(f"{name} holds no taught dice that this companion understands: {why}.") from why
    if index.format > FORMAT:
        raise TaughtFileError(f"{name} was made by a newer companion. Update this one.")
    _check(index, name)
    count = sum(len(die.views) for die in index.dice)
    length = OLD_LENGTH if index.format == 1 else LENGTH
    raw = _read(file, "embeddings.f32", 4 * length * count, name)
    if len(raw) != 4 * length * count:
        raise _damaged(name)
    vectors = np.zeros((count, LENGTH), np.float32)
    vectors[:, :length] = np.frombuffer(raw, "<f4").reshape(count, length)
    lengths = np.linalg.norm(vectors, axis=1) if count else np.zeros(0)
    if not np.all(np.isfinite(vectors)) or np.any(np.abs(lengths - 1) > 0.01):
        raise _damaged(name)
    imagined = _imagined(file, count, name) if index.format == FORMAT else [NOTHING] * count
    found = []
    number = 0
    for die in index.dice:
        views = []
        for view in die.views:
            crop = _read(file, _crop_name(number), LARGEST_CROP, name)
            _picture(crop, name)
            about = (view.colour, view.on, view.corrected)
            views.append(TaughtFace(view.face, vectors[number], crop, *about, imagined[number]))
            number += 1
        # What was kept of a look in an older format is too little: it is made again from the crops.
        model = die.model if index.format == FORMAT else f"format {index.format}"
        found.append(TaughtDie(die.name, Shape(die.shape), die.faces, tuple(views), model, die.on))
    return tuple(found)


def _in_bytes(view: TaughtFace) -> bytes:
    """What was imagined of a view. Of one that came without, what was seen stands for it."""
    rows = (
        view.imagined if len(view.imagined) == IMAGINED else np.repeat(view.embedding[None], IMAGINED, axis=0)
    )
    steps = np.rint(127 * rows / np.abs(rows).max(axis=1, keepdims=True))
    return bytes(steps.astype(np.int8).tobytes())


def _imagined(file: zipfile.ZipFile, count: int, name: str) -> Sequence[Embeddings]:
    size = count * IMAGINED * LENGTH
    raw = _read(file, "imagined.i8", size, name)
    rows = np.frombuffer(raw, np.int8).astype(np.float32)
    if len(raw) != size:
        raise _damaged(name)
    return list(unit(rows.reshape(count, IMAGINED, LENGTH)))


def _check(index: _Index, name: str) -> None:
    names = [die.name for die in index.dice]
    if not names:
        raise TaughtFileError(f"{name} holds no dice.")
    if len(names) > MOST_DICE or len(set(names)) < len(names):
        raise TaughtFileError(f"{name} holds too many dice, or one of them twice.")
    for die in index.dice:
        if len(die.faces) > MOST_FACES or len(set(die.faces)) < len(die.faces):
            raise TaughtFileError(f"{name}: {die.name} has too many faces, or one of them twice.")
        for face in die.faces:
            if sum(view.face == face for view in die.views) > MOST_VIEWS:
                raise TaughtFileError(f"{name}: {die.name} has more than {MOST_VIEWS} views of {face}.")
        if any(view.face not in die.faces for view in die.views):
            raise TaughtFileError(f"{name}: {die.name} has a view of a face that it does not have.")


def _read(file: zipfile.ZipFile, part: str, most: int, name: str) -> bytes:
    """A part of the file, never more than it may hold, whatever its header says."""
    with file.open(part) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise TaughtFileError(f"{name} holds a part that is too large ({part}).")
    return data


def _picture(crop: bytes, name: str) -> Picture:
    try:
        return decode_picture(crop, name, CROP_PIXELS)
    except PictureError as why:
        raise TaughtFileError(f"A crop in it cannot be shown: {why}") from why


def _crop_name(number: int) -> str:
    return f"crops/{number}.jpg"


def _written(die: TaughtDie) -> _Die:
    views = tuple(_View(view.face, view.colour, view.on, view.corrected) for view in die.views)
    return _Die(die.name, die.shape.value, die.faces, views, die.model, die.on)


def _damaged(name: str) -> TaughtFileError:
    return TaughtFileError(f"{name} is damaged, incomplete, or no file of taught dice. Copy it again.")
