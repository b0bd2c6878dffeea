"""Thousands of symbols to put on dice: the game-icons set, drawn once into one array.

The icons come from the npm package `@iconify-json/game-icons` (CC BY 3.0). They are split by symbol:
a tenth is never trained on and tells how well faces are told apart that nobody has seen.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.paths import CACHE

PACKAGE = "@iconify-json/game-icons@1.2.4"
SIDE = 96
PER_SHEET = 100


def held_out(name: str) -> bool:
    """A tenth of the symbols, chosen by their names."""
    return hashlib.sha256(name.encode()).digest()[0] % 10 == 0


def is_dice_picture(name: str) -> bool:
    """Icons of dice and of pips would teach that a drawing of a die is a symbol; leave them out."""
    return (
        "dice" in name
        or "perspective-d" in name
        or "domino" in name
        or name.startswith("d4")
        or name == "d12"
    )


@cache
def symbols() -> tuple[tuple[str, ...], NDArray[np.uint8]]:
    """Names and ink coverage (0 to 255), N × 96 × 96."""
    stored = CACHE / "symbols.npz"
    if not stored.exists():
        _draw_all()
    with np.load(stored) as data:
        return tuple(str(n) for n in data["names"]), data["ink"]


def _draw_all() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    archive = CACHE / "iconify-json-game-icons-1.2.4.tgz"
    if not archive.exists():
        subprocess.run(["npm", "pack", PACKAGE], cwd=CACHE, check=True)
    with tarfile.open(archive) as package:
        member = package.extractfile("package/icons.json")
        assert member is not None
        icons = json.load(member)["icons"]
    names = sorted(n for n in icons if not is_dice_picture(n))
    ink = np.zeros((len(names), SIDE, SIDE), np.uint8)
    for start in range(0, len(names), PER_SHEET):
        sheet = names[start : start + PER_SHEET]
        rows = "".join(
            f'<g color="#fff" transform="translate({k % 10 * 512},{k // 10 * 512})">{icons[n]["body"]}</g>'
            for k, n in enumerate(sheet)
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5120 5120">{rows}</svg>'
        png = subprocess.run(
            ["rsvg-convert", "-b", "black", "-w", str(SIDE * 10), "-h", str(SIDE * 10)],
            input=svg.encode(),
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        for k in range(len(sheet)):
            y, x = k // 10 * SIDE, k % 10 * SIDE
            ink[start + k] = picture[y : y + SIDE, x : x + SIDE]
        print(f"symbols {start + len(sheet)}/{len(names)}", flush=True)
    np.savez_compressed(CACHE / "symbols.npz", names=np.array(names), ink=ink)
