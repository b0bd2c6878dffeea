"""Photos from files, as a person sees them: turned upright, in colour, eight bits, the first of several.

Every file that cannot be one gives a `PictureError` with one clear line, so that a batch can go on.
"""

from __future__ import annotations

import re
import stat
import struct
from pathlib import Path

import cv2
import numpy as np

from companion.camera.source import Picture

LARGEST = 100_000_000  # pixels; more would not fit beside everything else in a Pi's memory
LARGEST_FILE = 400_000_000  # bytes; no photo of that many pixels needs more

MOST_SEGMENTS = 10_000  # before a JPEG's pixels; a real one has a few dozen
_PADDING = re.compile(rb"\xff+")

# What is wrong with a file reaches the player as one PictureError, not as OpenCV's own lines on stderr.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class PictureError(Exception):
    """A file holds no picture that can be read; the text says why."""


def load_picture(path: Path) -> Picture:
    """The picture in a file, blue-green-red. Raises PictureError."""
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise PictureError(f"{path} is a folder, not a picture.")
        if not stat.S_ISREG(about.st_mode):  # a pipe or a device may never end
            raise PictureError(f"{path} is not a file.")
        if about.st_size > LARGEST_FILE:
            megabytes = about.st_size // 1_000_000
            raise PictureError(f"{path} is too large for a picture: {megabytes} MB.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist.") from None
    except OSError as problem:
        raise PictureError(f"{path} cannot be opened: {problem.strerror}.") from None
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str, largest: int = LARGEST) -> Picture:
    """The picture in these bytes, of at most so many pixels. Raises PictureError, which calls it by `name`."""
    if not data:
        raise PictureError(f"{name} is empty.")
    size = _size(data)
    if size is not None and size[0] * size[1] > largest:
        raise _too_large(name, *size)
    if _cut_short(data):
        raise PictureError(f"{name} is cut short: the end of the picture is missing. Copy it again.")
    try:
        # COLOR turns by EXIF, drops alpha, brings grey and 16 bits to three channels of eight.
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        decoded = None
    if decoded is None and size is not None:
        raise PictureError(f"{name} is damaged or cut short: its picture cannot be decoded. Copy it again.")
    if decoded is None:
        raise PictureError(f"{name} is not a picture that can be read. Use JPEG or PNG.")
    picture = np.asarray(decoded, dtype=np.uint8)
    height, width = picture.shape[:2]
    if width * height > LARGEST:  # a format whose header is not looked at above
        raise _too_large(name, width, height)
    return picture


def _too_large(name: str, width: int, height: int) -> PictureError:
    most = LARGEST // 1_000_000
    return PictureError(f"{name} is too large: {width} × {height} pixels. At most {most} million; shrink it.")


def _size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the header, so that a huge picture is refused before it fills the memory."""
    try:
        if data.startswith(b"\x89PNG"):
            return struct.unpack_from(">II", data, 16)
        if data.startswith(b"\xff\xd8"):
            return _jpeg_size(data)
        if data.startswith(b"GIF8"):
            return struct.unpack_from("<HH", data, 6)
        if data.startswith(b"BM"):
            width, height = struct.unpack_from("<ii", data, 18)
            return abs(width), abs(height)
        if data[8:12] == b"WEBP":
            return _webp_size(data)
        if data[:4] in (b"II*\0", b"MM\0*"):
            return _tiff_size(data)
    except struct.error:
        pass
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    if data[12:16] == b"VP8X":
        wide, high = data[24:27], data[27:30]
        return int.from_bytes(wide, "little") + 1, int.from_bytes(high, "little") + 1
    if data[12:16] == b"VP8L":
        (packed,) = struct.unpack_from("<I", data, 21)
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    order = "<" if data.startswith(b"II") else ">"
    (place,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, place)
    sides: dict[int, int] = {}
    for start in range(place + 2, place + 2 + 12 * entries, 12):
        tag, kind = struct.unpack_from(order + "HH", data, start)
        if tag in (256, 257):  # width, height: 16 or 32 bits
            (sides[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, start + 8)
    return (sides[256], sides[257]) if len(sides) == 2 else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    for marker, start in _jpeg_segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a start of frame
            height, width = struct.unpack_from(">HH", data, start + 3)
            return width, height
    return None


def _jpeg_segments(data: bytes) -> list[tuple[int, int]]:
    """Each marker before the pixels, and where its content (its length first) begins."""
    found: list[tuple[int, int]] = []
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF and len(found) < MOST_SEGMENTS:
        marker = data[place + 1]
        if marker == 0xFF:  # padding
            padding = _PADDING.match(data, place)
            assert padding is not None
            place = padding.end() - 1
            continue
        found.append((marker, place + 2))
        if marker == 0xDA:  # the pixels follow
            break
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return found


def _cut_short(data: bytes) -> bool:
    """OpenCV fills the missing part of a picture with grey; that must not pass for a photo."""
    if data.startswith(b"\xff\xd8"):
        pixels = [start for marker, start in _jpeg_segments(data) if marker == 0xDA]
        # Behind the pixels, because a thumbnail inside the header has an end marker too.
        return not pixels or data.find(b"\xff\xd9", pixels[0]) < 0
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return False
