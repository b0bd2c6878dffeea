"""What is printed on maps, boards, boxes and cloth and is no die: place marks, badges, names, roses, ornaments.

A mark of some style comes again all over a print, as towns do on a map. Most are small, square or round, and stand out
from what is around them, as dice do; but they are flat. What a die seen from straight above could look like is left
out: a square with one round spot, unless it is smaller than any die that can be read.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_letters, digits

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from models.training.fonts import font, training_fonts
from models.training.things import Picture, any_colour, blend, draw_icon

Colour = tuple[int, int, int]
Mark = Callable[[Generator, Picture, tuple[int, int], int], None]
FINE = 4  # bits of a pixel's fraction: small marks lie between pixels, too
LETTERS = 64  # height of the letters before they are shrunk
CORNERS = {"square": 4, "diamond": 4, "triangle": 3, "hexagon": 6, "star": 10}
SQUARE = ("square", "diamond")
UNREADABLE = 14  # pixels of a die whose face nobody could read


def strew(rng: Generator, picture: Picture) -> None:
    """Prints a few sorts of marks on a table's surface, each some times, and names in between."""
    side = picture.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        draw, size = style(rng), int(np.exp(rng.uniform(np.log(7), np.log(90))))
        for _ in range(int(rng.integers(1, 4 + 240 // size))):
            draw(rng, picture, _anywhere(rng, side), max(6, int(size * np.exp(rng.normal(0, 0.08)))))
    for _ in range(int(rng.integers(0, 7))):
        size = int(np.exp(rng.uniform(np.log(8), np.log(50))))
        turn = 0.0 if rng.random() < 0.6 else float(rng.uniform(0, 360))
        _words(rng, picture, _anywhere(rng, side), size, any_colour(rng), turn)


def one(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A single mark of any style."""
    style(rng)(rng, picture, at, size)


def style(rng: Generator) -> Mark:
    """How one sort of mark looks; it is drawn with the same colours each time."""
    kind = str(rng.choice(["place", "badge", "rose", "ornament", "block"], p=[0.34, 0.28, 0.14, 0.18, 0.06]))
    return _STYLES[kind](rng)


def _anywhere(rng: Generator, side: int) -> tuple[int, int]:
    return int(rng.integers(side)), int(rng.integers(side))


def _place(rng: Generator) -> Mark:
    """A town or a station: a shape with a rim, often with the same shape or a dot in it."""
    shape = str(rng.choice(["square", "circle", "diamond", "triangle", "hexagon", "star"]))
    fill, rim, middle = any_colour(rng), any_colour(rng), any_colour(rng)
    thick, within = float(rng.uniform(0, 0.25)), float(rng.uniform(0.15, 0.6)) * (rng.random() < 0.65)
    turn = 0.0 if rng.random() < 0.6 else float(rng.uniform(0, 2 * np.pi))

    def draw(_: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
        _shape(picture, shape, at, size, turn, rim)
        _shape(picture, shape, at, size * (1 - thick), turn, fill)
        if within:
            round_spot = size < UNREADABLE or shape not in SQUARE
            _shape(picture, "circle" if round_spot else shape, at, size * within, turn, middle)

    return draw


def _badge(rng: Generator) -> Mark:
    """A button, a shield or a space of a track: a ground with letters, on round ones also a number or an icon."""
    shape = str(rng.choice(["square", "circle", "hexagon", "diamond", "none"]))
    fill, ink = any_colour(rng), any_colour(rng)
    turn = float(rng.normal(0, 0.08)) if rng.random() < 0.7 else float(rng.uniform(0, 2 * np.pi))
    flat = shape in SQUARE
    icons, raised = not flat and rng.random() < 0.5, not flat and rng.random() < 0.5

    def draw(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
        if shape != "none":
            if raised:
                below = (at[0] + size // 12, at[1] + size // 10)
                _shape(picture, shape, below, size, turn, tuple(int(c * 0.5) for c in fill))  # type: ignore[arg-type]
            _shape(picture, shape, at, size, turn, fill)
        if icons:
            draw_icon(rng, picture, at, int(size * 0.7), ink)
        else:
            among = ascii_letters if flat else ascii_letters + digits
            text = "".join(rng.choice(list(among), int(rng.integers(1, 3))))
            _letters(rng, picture, at, int(size * 0.62), ink, text, -float(np.degrees(turn)))

    return draw


def _rose(rng: Generator) -> Mark:
    """A compass, a sun, a clock's face: points around a middle, in a ring or two."""
    points, inner = int(rng.choice([4, 6, 8, 12, 16])), float(rng.uniform(0.12, 0.5))
    fill, ink, ground = any_colour(rng), any_colour(rng), any_colour(rng)
    ringed, turn = rng.random() < 0.6, float(rng.uniform(0, 2 * np.pi)) * (rng.random() < 0.5)

    def draw(_: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
        if ringed:
            _shape(picture, "circle", at, size, 0.0, ground)
            cv2.circle(picture, at, max(2, int(size * 0.46)), ink, 1 + size // 50, cv2.LINE_AA)
        angles = turn + np.arange(2 * points) * np.pi / points
        reach = np.where(np.arange(2 * points) % 2 == 0, 0.5, 0.5 * inner) * size * (0.85 if ringed else 1.0)
        _fill(picture, np.stack([reach * np.cos(angles), reach * np.sin(angles)], 1) + at, fill)
        _shape(picture, "circle", at, size * inner * 0.6, 0.0, ink)

    return draw


def _ornament(rng: Generator) -> Mark:
    """A rosette as on carpets and tiles: dots and strokes in circles, no edge around them, or a ragged one."""
    rings = [(int(rng.integers(3, 13)), float(rng.uniform(0.05, 0.13)), any_colour(rng)) for _ in range(3)]
    ground, ragged = any_colour(rng), rng.random() < 0.5
    stroke, turn = rng.random() < 0.4, float(rng.uniform(0, 2 * np.pi))
    edge = rng.uniform(0.36, 0.5, 24)

    def draw(_: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
        if ragged:
            angles = np.arange(24) * np.pi / 12
            ring = np.stack([edge * size * np.cos(angles), edge * size * np.sin(angles)], 1)
            _fill(picture, ring + at, ground)
        for k, (count, thick, ink) in enumerate(rings[: 1 + size // 12]):
            far = size * (0.12 + 0.13 * k)
            for angle in turn + np.arange(count) * 2 * np.pi / count:
                spot = np.array(at) + far * np.array([np.cos(angle), np.sin(angle)])
                if stroke:
                    end = np.array(at) + (far + 0.1 * size) * np.array([np.cos(angle), np.sin(angle)])
                    cv2.line(picture, _fine(spot), _fine(end), ink, 1 + size // 30, cv2.LINE_AA, FINE)
                else:
                    _shape(picture, "circle", spot, max(1.5, size * thick), 0.0, ink)

    return draw


def _block(rng: Generator) -> Mark:
    """A house or a crate as boards and maps show them: three sides of a block, drawn aslant, with windows or bands."""
    body = np.array(any_colour(rng), np.float64)
    tall, depth = float(rng.uniform(0.3, 0.75)), float(rng.uniform(0.2, 0.32))
    ink, rows = any_colour(rng), int(rng.integers(1, 4))
    shades = rng.permutation([1.15, 0.85, 0.6])

    def draw(_: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
        size = max(size, 24)  # a smaller one could be any die
        half, low = size * 0.45, size * tall
        top = np.array([[0, -low - depth * size], [half, -low], [0, -low + depth * size], [-half, -low]])
        down = np.array([0, low])
        left = np.array([top[3], top[2], top[2] + down, top[3] + down])
        right = np.array([top[2], top[1], top[1] + down, top[2] + down])
        shift = np.array(at) + np.array([0, low / 2])
        for part, shade in zip((top, left, right), shades, strict=True):
            _fill(picture, part + shift, _paled(body * shade))
        for row in range(rows):
            for sides in (left, right):
                share = (row + 0.6) / (rows + 0.4)
                start, end = sides[0] + down * share, sides[1] + down * share
                cv2.line(
                    picture, _fine(start + shift), _fine(end + shift), ink, 1 + size // 40, cv2.LINE_AA, FINE
                )

    return draw


_STYLES: dict[str, Callable[[Generator], Mark]] = {
    "place": _place,
    "badge": _badge,
    "rose": _rose,
    "ornament": _ornament,
    "block": _block,
}


def _paled(colour: NDArray[np.float64]) -> Colour:
    b, g, r = np.clip(colour, 0, 255).astype(int).tolist()
    return b, g, r


def _fine(point: NDArray[np.float64]) -> tuple[int, int]:
    x, y = (np.asarray(point) * (1 << FINE)).round().astype(int).tolist()
    return x, y


def _fill(picture: Picture, corners: NDArray[np.float64], colour: Colour) -> None:
    cv2.fillPoly(picture, [(corners * (1 << FINE)).round().astype(np.int32)], colour, cv2.LINE_AA, FINE)


def _shape(
    picture: Picture,
    shape: str,
    at: tuple[int, int] | NDArray[np.float64],
    size: float,
    turn: float,
    colour: Colour,
) -> None:
    middle = np.asarray(at, np.float64)
    if shape == "circle":
        radius = max(1, round(size / 2 * (1 << FINE)))
        cv2.circle(picture, _fine(middle), radius, colour, -1, cv2.LINE_AA, FINE)
        return
    count = CORNERS[shape]
    angles = turn + np.arange(count) * 2 * np.pi / count + (np.pi / 4 if shape == "square" else -np.pi / 2)
    reach = np.full(count, size * (0.7 if shape == "square" else 0.58))
    if shape == "star":
        reach[1::2] *= 0.42
    _fill(picture, np.stack([reach * np.cos(angles), reach * np.sin(angles)], 1) + middle, colour)


def _words(
    rng: Generator, picture: Picture, at: tuple[int, int], size: int, colour: Colour, turn: float
) -> None:
    """A name, often with an outline."""
    count = int(rng.integers(2, 9))
    text = "".join(rng.choice(list("aeiourstlnmdcbpghk"), count))
    text = text.upper() if rng.random() < 0.4 else text.capitalize()
    outline = any_colour(rng) if rng.random() < 0.35 else None
    _letters(rng, picture, at, size, colour, text, turn, outline)


def _letters(
    rng: Generator,
    picture: Picture,
    at: tuple[int, int],
    size: int,
    colour: Colour,
    text: str,
    turn: float = 0.0,
    outline: Colour | None = None,
) -> None:
    """Text in a font that dice have, too, `size` px tall."""
    letters = font(training_fonts().choose(rng), LETTERS)
    box = letters.getbbox(text, stroke_width=4)
    wide, high = int(box[2] - box[0]) + 4, int(box[3] - box[1]) + 4
    scale = size / max(high, 1)
    for stroke, ink in ((4, outline), (0, colour)):
        if ink is None:
            continue
        canvas = Image.new("L", (wide, high), 0)
        draw = ImageDraw.Draw(canvas)
        draw.text((2 - box[0], 2 - box[1]), text, fill=255, font=letters, stroke_width=stroke)
        reach = 2 * (int(np.hypot(wide, high) * scale) // 2 + 1)
        small = cv2.resize(
            np.asarray(canvas),
            (max(1, int(wide * scale)), max(1, int(high * scale))),
            interpolation=cv2.INTER_AREA,
        )
        matrix = cv2.getRotationMatrix2D((small.shape[1] / 2, small.shape[0] / 2), turn, 1.0)
        matrix[:, 2] += reach / 2 - np.array([small.shape[1] / 2, small.shape[0] / 2])
        mask = cv2.warpAffine(small, matrix, (reach, reach)).astype(np.float32) / 255
        blend(picture, mask, at, ink)
