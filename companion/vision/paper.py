"""Pages at true size: a one-page PDF, and a PNG that knows how large it is on paper."""

from __future__ import annotations

import struct
import zlib

import cv2

from companion.camera.source import Picture

POINT = 72 / 25.4  # PDF's unit, of a mm


def points(mm: float) -> str:
    return f"{mm * POINT:.3f}"


def pdf(size_mm: tuple[float, float], content: str) -> bytes:
    """One page of PDF's drawing words; its font is called F. Printers are told to keep the size."""
    packed = zlib.compress(content.encode("latin-1"))
    box = f"[0 0 {points(size_mm[0])} {points(size_mm[1])}]"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox{box}/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>".encode(),
        f"<</Length {len(packed)}/Filter/FlateDecode>>stream\n".encode() + packed + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    data, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, part in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n".encode() + part + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    count = len(objects) + 1
    end = f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer<</Size {count}/Root 1 0 R>>\n"
    return data + end.encode() + f"startxref\n{len(data)}\n%%EOF\n".encode()


def png(picture: Picture, dpi: int) -> bytes:
    """A PNG with its resolution noted, so that it prints at its true size."""
    data = cv2.imencode(".png", picture)[1].tobytes()
    per_metre = round(dpi / 0.0254)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    size = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    header = 8 + 25  # the signature and IHDR
    return data[:header] + size + data[header:]
