"""Fonts for the numerals on training dice: what Debian has installed, and display faces from npm.

Dice are cut in lettering that no plain text uses. A family is chosen first and then one of its files, so that a
family with twenty weights counts no more than one with a single file.
"""

from __future__ import annotations

import subprocess
import tarfile
from functools import cache
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from models.training.paths import CACHE

Family = tuple[str, ...]
# These fonts are kept for measuring with numerals that were never trained on.
TEST_FONT_FOLDERS = ("liberation", "paratype", "cantarell", "vollkorn", "texgyre", "tex-gyre", "bebas-neue")
# npm's `@fontsource/…`, chosen by eye, each under the Open Font License or Apache-2.0.
DISPLAY_VERSION = "5"
DISPLAY = (
    "cinzel", "cinzel-decorative", "uncial-antiqua", "medievalsharp", "pirata-one", "metamorphous",
    "macondo", "almendra", "almendra-sc", "fondamento", "new-rocker", "jim-nightshade", "germania-one",
    "grenze-gotisch", "unifrakturcook", "eagle-lake", "im-fell-english", "im-fell-dw-pica",
    "caesar-dressing", "trade-winds", "bungee", "bangers", "luckiest-guy", "chewy", "baloo-2", "fredoka",
    "lilita-one", "titan-one", "paytone-one", "russo-one", "black-ops-one", "orbitron", "audiowide",
    "michroma", "exo-2", "oswald", "anton", "teko", "rajdhani", "saira-condensed", "staatliches",
    "alfa-slab-one", "ultra", "abril-fatface", "playfair-display", "libre-baskerville", "rozha-one", "rye",
    "sancreek", "special-elite", "creepster", "butcherman", "rubik", "montserrat", "poppins",
    "josefin-sans", "raleway", "kanit", "archivo-black", "passion-one", "squada-one", "share-tech",
    "vt323", "permanent-marker", "kalam", "caveat-brush", "gochi-hand", "amatic-sc", "patrick-hand",
    "courgette", "berkshire-swash", "fugaz-one", "racing-sans-one", "righteous", "viga", "sigmar-one",
    "changa-one", "gloock", "marcellus", "forum", "spectral-sc", "cormorant-sc", "della-respira", "federo",
    "limelight", "quattrocento", "philosopher", "ruslan-display", "stardos-stencil", "wallpoet", "iceland",
    "nova-square",
)  # fmt: skip
# What digits look like: with and without feet, upright and slanted, thick and thin.
PLAIN = [
    f"/usr/share/fonts/{file}"
    for file in (
        "truetype/dejavu/DejaVuSans-Bold.ttf",
        "truetype/dejavu/DejaVuSerif.ttf",
        "truetype/freefont/FreeSans.ttf",
        "truetype/freefont/FreeSerifBoldItalic.ttf",
        "truetype/lato/Lato-Regular.ttf",
    )
]
LIKE_DIGITS = 0.55
DECORATED = 0.15  # the share of the decorated families: they are many, and rare on dice


class Fonts:
    """Families of fonts to choose one from."""

    def __init__(self, files: list[str]) -> None:
        families = [tuple(group) for _, group in groupby(sorted(files, key=_family), _family)]
        self.plain = [family for family in families if "aenigma" not in family[0]]
        self.decorated = [(file,) for family in families if "aenigma" in family[0] for file in family]

    def choose(self, rng: Generator) -> str:
        families = self.decorated if self.decorated and rng.random() < DECORATED else self.plain
        family = families[int(rng.integers(len(families)))]
        return family[int(rng.integers(len(family)))]


@cache
def training_fonts() -> Fonts:
    """Fonts whose digits can be told by eye; those kept for measuring are left out."""
    return Fonts([file for file in _legible() if not _kept_for_measuring(file)])


@cache
def test_fonts() -> Fonts:
    return Fonts([file for file in _legible() if _kept_for_measuring(file)])


@cache
def font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _kept_for_measuring(file: str) -> bool:
    return any(folder in file for folder in TEST_FONT_FOLDERS)


def _family(file: str) -> str:
    """The folder, and the name up to its weight: `…/lato/Lato-Bold.ttf` is one family with `Lato-Light.ttf`."""
    path = Path(file)
    return str(path.parent / path.stem.split("-")[0]) if "fontsource" not in file else str(path.parent)


@cache
def _legible() -> tuple[str, ...]:
    """The fonts whose digits look like digits; found once, and kept."""
    stored = CACHE / "fonts" / "legible.txt"
    if not stored.exists():
        stored.parent.mkdir(parents=True, exist_ok=True)
        stored.write_text("\n".join([*_told_apart(_installed()), *_display()]))
    return tuple(file for file in stored.read_text().splitlines() if Path(file).exists())


def _installed() -> list[str]:
    listed = subprocess.run(
        ["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True
    ).stdout
    return sorted({file for file in listed.splitlines() if file.endswith((".ttf", ".otf"))})


def _display() -> list[str]:
    """The display faces, fetched by npm where they are not yet there."""
    for name in DISPLAY:
        folder = CACHE / "fonts" / "fontsource" / name
        if folder.exists():
            continue
        packed = subprocess.run(
            ["npm", "pack", "--silent", f"@fontsource/{name}@{DISPLAY_VERSION}"],
            cwd=folder.parent.parent,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()
        if not packed:
            print(f"no font {name}", flush=True)
            continue
        folder.mkdir(parents=True)
        archive = folder.parent.parent / packed
        with tarfile.open(archive) as package:
            for member in package.getmembers():
                wanted = f"/{name}-latin-" in member.name and member.name.endswith("-normal.woff")
                content = package.extractfile(member) if wanted else None
                if content is not None:
                    (folder / Path(member.name).name).write_bytes(content.read())
        archive.unlink()
    # Hairlines (weights of 100 to 300) are not cut into dice.
    return sorted(
        str(file) for file in (CACHE / "fonts" / "fontsource").glob("*/*-latin-[4-9]00-normal.woff")
    )


def _told_apart(files: list[str]) -> list[str]:
    """The files whose digits are most like the same digits of some plain font."""
    plain = {digit: [_shape(name, digit) for name in PLAIN] for digit in "0123456789"}
    kept = []
    for file in files:
        try:
            shapes = {digit: _shape(file, digit) for digit in plain}
        except (OSError, ValueError):
            continue
        likest = {d: {e: max(_alike(shapes[d], one) for one in plain[e]) for e in plain} for d in plain}
        right = sum(max(likest[d], key=lambda e: likest[d][e]) == d for d in plain)
        if right >= 9 and np.mean([likest[d][d] for d in plain]) > LIKE_DIGITS:
            kept.append(file)
    return kept


def _shape(file: str, digit: str) -> NDArray[np.float32]:
    canvas = Image.new("L", (120, 120), 0)
    ImageDraw.Draw(canvas).text((60, 60), digit, fill=255, font=font(file, 64), anchor="mm")
    box = canvas.getbbox()
    if box is None:
        raise ValueError(file)
    return cv2.resize(np.asarray(canvas.crop(box), np.float32), (20, 32), interpolation=cv2.INTER_AREA)


def _alike(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    x, y = a - a.mean(), b - b.mean()
    return float((x * y).sum() / (np.sqrt((x * x).sum() * (y * y).sum()) + 1e-6))
