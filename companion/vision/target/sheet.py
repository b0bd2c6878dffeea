"""The printable target: true to size, on as many A4 pages as it needs, to be cut and joined.

The board is written once, as lines and areas, and every page shows a part of it. Pages overlap, so that one can be
glued over the edge of the next; grey lines show where to cut. One centimetre bar on each page tells whether the
printer kept the size.
"""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.files import write_whole
from companion.target.profile import Area, Circle, TargetError, TargetProfile
from companion.vision.target.drawing import (
    HOLE_INK,
    INK,
    JOINT_INK,
    LINE_MM,
    draw_target,
    marker_cells,
    marker_rims,
    number_spots,
    sheet_corners,
    zone_colours,
)

POINT = 72 / 25.4  # of a mm
PAGE = (210.0, 297.0)  # A4, mm
MARGIN = 10.0  # that a printer leaves white
OVERLAP = 8.0
PNG_DPI = 150
_KAPPA = 0.5522847498  # of a circle's curves


def print_target(profile: TargetProfile, path: Path) -> int:
    """Write the target to a .pdf or a .png; returns the number of pages. Raises TargetError."""
    kind = path.suffix.lower()
    if kind == ".pdf":
        data, pages = pdf(profile)
    elif kind == ".png":
        data, pages = png(profile), 1
    else:
        raise TargetError(f"{path} should end in .pdf (pages to print) or in .png (one picture).")
    try:
        write_whole(path, data)
    except OSError as problem:
        raise TargetError(f"{path} cannot be written: {problem.strerror}. Choose another place.") from None
    return pages


def png(profile: TargetProfile) -> bytes:
    """One picture that knows its size on paper."""
    _, encoded = cv2.imencode(".png", draw_target(profile, PNG_DPI / 25.4))
    data = encoded.tobytes()
    per_metre = round(PNG_DPI / 0.0254)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    size = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    header = 8 + 25  # the signature and IHDR
    return data[:header] + size + data[header:]


def pdf(profile: TargetProfile) -> tuple[bytes, int]:
    """The pages, and how many."""
    left, top, right, bottom = profile.reach()
    wide, high = (side - 2 * MARGIN for side in PAGE)
    columns, across = _parts(right - left, wide)
    rows, down = _parts(bottom - top, high)
    board = _Writer()
    _board(board, profile)
    objects: list[bytes] = [b"", b""]  # the catalogue and the pages' list come first
    objects.append(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    box = f"[{left * POINT:.3f} {-bottom * POINT:.3f} {right * POINT:.3f} {-top * POINT:.3f}]"
    form = f"/Type/XObject/Subtype/Form/BBox{box}/Resources<</Font<</F 3 0 R>>>>"
    objects.append(_stream(board.text, form))
    pages = []
    for row in range(rows):
        for column in range(columns):
            page = _page(profile, (left + column * across, top + row * down), (row, column), (rows, columns))
            objects.append(_stream(page, ""))
            size = f"[0 0 {PAGE[0] * POINT:.3f} {PAGE[1] * POINT:.3f}]"
            objects.append(
                f"<</Type/Page/Parent 2 0 R/MediaBox{size}/Contents {len(objects)} 0 R"
                f"/Resources<</Font<</F 3 0 R>>/XObject<</B 4 0 R>>>>>>".encode()
            )
            pages.append(len(objects))
    objects[0] = b"<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>"
    kids = " ".join(f"{number} 0 R" for number in pages)
    objects[1] = f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode()
    return _file(objects), len(pages)


def _parts(length: float, room: float) -> tuple[int, float]:
    """How many pages a side takes, and how far the next begins after the last."""
    if length <= room:
        return 1, 0.0
    count = math.ceil((length - OVERLAP) / (room - OVERLAP))
    return count, (length - room) / (count - 1)


def _page(
    profile: TargetProfile, corner: tuple[float, float], place: tuple[int, int], of: tuple[int, int]
) -> str:
    """One page: its part of the board, cutting lines, its place among the others, and a bar of 100 mm."""
    wide, high = (side - 2 * MARGIN for side in PAGE)
    low = PAGE[1] - MARGIN - high
    x = (MARGIN - corner[0]) * POINT
    y = (PAGE[1] - MARGIN + corner[1]) * POINT  # the page's y runs up
    box = f"{MARGIN * POINT:.3f} {low * POINT:.3f} {wide * POINT:.3f} {high * POINT:.3f} re"
    name = f"{profile.name}: row {place[0] + 1} of {of[0]}, column {place[1] + 1} of {of[1]}. Print at 100 %."
    bar = (PAGE[0] - MARGIN - 100, 5.0)
    return "\n".join(
        [
            f"q {box} W n 1 0 0 1 {x:.3f} {y:.3f} cm /B Do Q",
            f"q 0.6 G 0.3 w {box} S Q",
            f"BT /F 8 Tf {MARGIN * POINT:.3f} {4 * POINT:.3f} Td ({_escaped(name)}) Tj ET",
            f"0.8 w {bar[0] * POINT:.3f} {bar[1] * POINT:.3f} m {(bar[0] + 100) * POINT:.3f} {bar[1] * POINT:.3f} l S",
            f"BT /F 6 Tf {bar[0] * POINT:.3f} {2 * POINT:.3f} Td (100 mm: measure it) Tj ET",
        ]
    )


class _Writer:
    """PDF's drawing words, in millimetres with y down."""

    def __init__(self) -> None:
        self.text = ""

    def path(self, area: Area) -> str:
        if isinstance(area, Circle):
            (x, y), r, k = area.centre, area.radius, area.radius * _KAPPA
            right, low = (
                [(x + r, y), (x + r, y + k), (x + k, y + r)],
                [(x, y + r), (x - k, y + r), (x - r, y + k)],
            )
            left, top = (
                [(x - r, y), (x - r, y - k), (x - k, y - r)],
                [(x, y - r), (x + k, y - r), (x + r, y - k)],
            )
            at = [_at(*point) for point in [*right, *low, *left, *top, right[0]]]
            curves = [f"{at[n]} {at[n + 1]} {at[n + 2]} c" for n in (1, 4, 7, 10)]
            return f"{at[0]} m " + " ".join(curves) + " h"
        return self.polygon(np.asarray(area.points))

    def polygon(self, points: NDArray[np.float64]) -> str:
        at = [_at(float(x), float(y)) for x, y in points]
        return f"{at[0]} m " + " ".join(f"{point} l" for point in at[1:]) + " h"

    def fill(self, path: str, colour: tuple[int, int, int]) -> None:
        self.text += f"{_ink(colour)} rg {path} f\n"

    def line(self, path: str) -> None:
        self.text += f"{_ink(INK)} RG {LINE_MM * POINT:.3f} w {path} S\n"

    def write(self, text: str, at: tuple[float, float], high: float) -> None:
        size = high * POINT / 0.72  # Helvetica's digits are 0.72 of its size high and 0.556 wide
        x = at[0] * POINT - 0.278 * size * len(text)
        self.text += f"{_ink(INK)} rg BT /F {size:.2f} Tf {x:.3f} {-(at[1] + high / 2) * POINT:.3f} Td "
        self.text += f"({_escaped(text)}) Tj ET\n"


def _board(board: _Writer, profile: TargetProfile) -> None:
    if profile.paper is not None:
        board.fill(board.polygon(sheet_corners(profile)), profile.paper)
    for zone, colour in zip(profile.zones, zone_colours(profile), strict=True):
        board.fill(board.path(zone.area), colour)
        board.line(board.path(zone.area))
    for name, at, high in number_spots(profile):
        board.write(name, at, high)
    for area in profile.joints:
        board.fill(board.path(area), JOINT_INK)
    for area in profile.holes:
        board.fill(board.path(area), HOLE_INK)
        board.line(board.path(area))
    board.line(board.path(profile.outline))
    if profile.markers is not None:
        for around in marker_rims(profile.markers):
            board.fill(board.polygon(around), (255, 255, 255))
        for cells in marker_cells(profile.markers).values():
            # One path for all dark squares: filled apart, hairlines would show between them.
            board.fill(" ".join(board.polygon(cell) for cell in cells), (0, 0, 0))


def _at(x: float, y: float) -> str:
    return f"{x * POINT:.3f} {-y * POINT:.3f}"


def _ink(colour: tuple[int, int, int]) -> str:
    return " ".join(f"{part / 255:.3f}" for part in colour)


def _escaped(text: str) -> str:
    plain = text.encode("latin-1", "replace").decode("latin-1")
    return plain.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _stream(text: str, extra: str) -> bytes:
    packed = zlib.compress(text.encode("latin-1"))
    return f"<</Length {len(packed)}/Filter/FlateDecode{extra}>>stream\n".encode() + packed + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    data, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(
        f"{p:010d} 00000 n \n" for p in places
    )
    end = f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(data)}\n%%EOF\n"
    return data + table.encode() + end.encode()
