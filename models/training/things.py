"""Flat things that lie on tables and are no dice, drawn: chips, coins, tokens, dominoes, cards, cables, fingers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.symbols import symbols

Picture = NDArray[np.uint8]
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)


def any_colour(rng: Generator) -> tuple[int, int, int]:
    hsv = np.array([[[rng.integers(180), rng.integers(0, 230), rng.integers(15, 250)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def write(
    rng: Generator,
    picture: Picture,
    at: tuple[int, int],
    scale: float,
    text: str,
    colour: tuple[int, int, int],
) -> None:
    font = FONTS[int(rng.integers(len(FONTS)))]
    cv2.putText(picture, text, at, font, max(0.3, scale), colour, 1 + int(scale > 0.9), cv2.LINE_AA)


def draw_icon(
    rng: Generator, picture: Picture, at: tuple[int, int], side: int, colour: tuple[int, int, int]
) -> None:
    ink = symbols()[1]
    icon = cv2.resize(
        ink[int(rng.integers(len(ink)))], (max(4, side), max(4, side)), interpolation=cv2.INTER_AREA
    )
    blend(picture, icon.astype(np.float32) / 255, at, colour)


def blend(
    picture: Picture, mask: NDArray[np.float32], at: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    h, w = mask.shape
    x0, y0 = at[0] - w // 2, at[1] - h // 2
    a, b = max(0, -x0), max(0, -y0)
    c, d = min(w, picture.shape[1] - x0), min(h, picture.shape[0] - y0)
    if a >= c or b >= d:
        return
    part = picture[y0 + b : y0 + d, x0 + a : x0 + c]
    cover = mask[b:d, a:c, None]
    part[:] = (part * (1 - cover) + np.array(colour, np.float32) * cover).astype(np.uint8)


def thing(rng: Generator, picture: Picture) -> None:
    """Lays one flat thing on the table: a chip, a coin, a token, a domino, a card, printed pips, a cable, a pen."""
    side = picture.shape[0]
    size = int(np.exp(rng.uniform(np.log(14), np.log(130))))
    at = (int(rng.integers(side)), int(rng.integers(side)))
    kind = str(
        rng.choice(
            ["disc", "chip", "coin", "token", "domino", "card", "printed", "cable", "ball", "blob"],
            p=[0.10, 0.13, 0.10, 0.12, 0.24, 0.10, 0.05, 0.07, 0.05, 0.04],
        )
    )
    # Squares with marks and a shadow would be dice seen from straight above: those lie flat.
    casts = kind not in ("token", "printed") and rng.random() < 0.6
    before = picture.copy()
    _THINGS[kind](rng, picture, at, size)
    if casts:
        changed = (np.abs(picture.astype(np.int16) - before).max(axis=2) > 6).astype(np.float32)
        move = np.array([[1, 0, rng.uniform(-5, 5)], [0, 1, rng.uniform(1, 6)]], np.float32)
        soft = cv2.GaussianBlur(cv2.warpAffine(changed, move, (side, side)), (0, 0), float(rng.uniform(1, 4)))
        dark = 1 - np.float32(rng.uniform(0.2, 0.6)) * soft * (1 - changed)
        picture[:] = (picture * dark[..., None]).astype(np.uint8)


def near_die(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """One of the things that are most like a die when seen by themselves."""
    _THINGS[str(rng.choice(["domino", "chip", "coin"], p=[0.6, 0.25, 0.15]))](rng, picture, at, size)


def _disc(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    for share in sorted(rng.uniform(0.3, 1.0, int(rng.integers(1, 4))), reverse=True):
        cv2.circle(picture, at, max(2, int(size * share / 2)), any_colour(rng), -1, cv2.LINE_AA)


def _chip(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    body, stripe = any_colour(rng), any_colour(rng)
    cv2.circle(picture, at, size // 2, body, -1, cv2.LINE_AA)
    start = float(rng.uniform(0, 60))
    for k in range(int(rng.integers(4, 9))):
        cv2.ellipse(
            picture,
            at,
            (size // 2, size // 2),
            0,
            start + k * 60,
            start + k * 60 + 24,
            stripe,
            -1,
            cv2.LINE_AA,
        )
    cv2.circle(picture, at, max(2, int(size * 0.36)), body, -1, cv2.LINE_AA)
    cv2.circle(picture, at, max(2, int(size * 0.3)), stripe, 1 + size // 60, cv2.LINE_AA)
    if rng.random() < 0.6:
        write(
            rng,
            picture,
            (at[0] - size // 6, at[1] + size // 10),
            size / float(rng.uniform(60, 110)),
            str(rng.choice(["5", "10", "25", "100", *(str(n) for n in range(1, 21))])),
            stripe,
        )


def _coin(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    base = np.array([(150, 180, 190), (80, 150, 190), (60, 100, 170), (170, 170, 170)][int(rng.integers(4))])
    shade = tuple(int(v) for v in np.clip(base * rng.uniform(0.6, 1.2), 0, 255))
    dark = tuple(int(v * 0.6) for v in shade)
    cv2.circle(picture, at, size // 2, shade, -1, cv2.LINE_AA)
    cv2.circle(picture, at, max(2, int(size * 0.44)), dark, 1, cv2.LINE_AA)
    draw_icon(rng, picture, at, int(size * 0.6), dark)  # type: ignore[arg-type]


def _token(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A piece cut in the shape of an icon, or a square tile with an icon or a number on it."""
    if rng.random() < 0.4:
        draw_icon(rng, picture, at, size, any_colour(rng))
        return
    _quad(rng, picture, at, size, size, any_colour(rng))
    if rng.random() < 0.6:
        draw_icon(rng, picture, at, int(size * 0.6), any_colour(rng))
    else:
        write(
            rng,
            picture,
            (at[0] - size // 5, at[1] + size // 5),
            size / 60,
            str(rng.integers(1, 13)),
            any_colour(rng),
        )


def _quad(
    rng: Generator,
    picture: Picture,
    at: tuple[int, int],
    width: int,
    height: int,
    colour: tuple[int, int, int],
    turn: float | None = None,
) -> float:
    angle = float(rng.uniform(0, 180)) if turn is None else turn
    box = cv2.boxPoints(((float(at[0]), float(at[1])), (float(width), float(height)), angle)).astype(np.int32)
    cv2.fillPoly(picture, [box], colour, cv2.LINE_AA)
    cv2.polylines(picture, [box], True, tuple(int(c * 0.7) for c in colour), 1 + width // 40, cv2.LINE_AA)
    return angle


def _domino(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """Seen from above or slanted, with its thickness: a half of one is the nearest thing to a die there is."""
    roll = rng.random()
    body = (225, 235, 240) if roll < 0.4 else (35, 30, 30) if roll < 0.75 else any_colour(rng)
    ink = (30, 30, 30) if sum(body) > 380 else (230, 235, 235)
    if rng.random() < 0.15:
        ink = any_colour(rng)
    flat = np.zeros((2 * size + 8, size + 8, 3), np.uint8)
    middle = np.array([size / 2 + 4, size + 4])
    cv2.rectangle(flat, (4, 4), (size + 3, 2 * size + 3), body, -1)
    line = size * float(rng.uniform(0.3, 0.48))
    cv2.line(
        flat,
        (int(middle[0] - line), int(middle[1])),
        (int(middle[0] + line), int(middle[1])),
        ink if rng.random() < 0.8 else tuple(int(c * 0.7) for c in body),
        1 + size // 40,
        cv2.LINE_AA,
    )
    along, across = np.array([0.0, 1.0]), np.array([1.0, 0.0])
    spread = size * float(rng.uniform(0.24, 0.31))
    for half in (-1, 1):
        if rng.random() < 0.86:  # the others are blank
            _flat_pips(rng, flat, middle + along * size * 0.5 * half, along, across, spread, ink)
    _lay(rng, picture, flat, (4, 4, size + 4, 2 * size + 4), at, float(rng.uniform(0.08, 0.4)) * size)


def _lay(
    rng: Generator,
    picture: Picture,
    flat: Picture,
    edges: tuple[int, int, int, int],
    at: tuple[int, int],
    thickness: float,
) -> None:
    """Lay a flat drawing on the table as a slanted camera sees it, on a body of that thickness."""
    slant = float(rng.uniform(0.5, 1.0))  # how much its depth shrinks: 1 is from straight above
    turn = float(rng.uniform(0, 360))
    height, width = flat.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[1] *= slant
    matrix[:, 2] += np.array(at) - matrix @ np.array([width / 2, height / 2, 1.0])
    x0, y0, x1, y1 = edges
    corners = np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1]], np.float64) @ matrix.T
    darker = float(rng.uniform(0.45, 0.8))
    side = tuple(int(c * darker) for c in flat[y0 + 1, x0 + 1])
    down = np.array([0, thickness * np.sqrt(max(0.0, 1 - slant**2))])
    hull = cv2.convexHull(np.concatenate([corners, corners + down]).astype(np.float32)).astype(np.int32)
    cv2.fillPoly(picture, [hull], side, cv2.LINE_AA)
    cover = np.zeros((height, width), np.float32)
    cover[y0:y1, x0:x1] = 1.0
    size = (picture.shape[1], picture.shape[0])
    drawn = cv2.warpAffine(flat, matrix, size, flags=cv2.INTER_LINEAR)
    share = cv2.warpAffine(cover, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    picture[:] = (picture * (1 - share) + drawn * share).astype(np.uint8)


def _flat_pips(
    rng: Generator,
    picture: Picture,
    middle: NDArray[np.float64],
    along: NDArray[np.float64],
    across: NDArray[np.float64],
    spread: float,
    ink: tuple[int, int, int],
) -> None:
    grid = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    chosen = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 1, 2, 6, 7, 8]}
    for k in chosen[int(rng.integers(1, 7))]:
        x, y = grid[k]
        spot = middle + across * x * spread + along * y * spread
        cv2.circle(
            picture, tuple(spot.astype(int).tolist()), max(1, int(spread * 0.33)), ink, -1, cv2.LINE_AA
        )


def _card(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    size = max(size, 50)
    angle = np.radians(
        _quad(
            rng,
            picture,
            at,
            size,
            int(size * 1.45),
            (235, 240, 242) if rng.random() < 0.7 else any_colour(rng),
        )
    )
    along, across = np.array([-np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    ink = (40, 40, 200) if rng.random() < 0.5 else (30, 30, 30)
    for x in (-0.25, 0.0, 0.25):
        for y in np.linspace(-0.5, 0.5, int(rng.integers(2, 5))):
            if rng.random() < 0.7:
                spot = np.array(at) + across * x * size + along * y * size
                draw_icon(rng, picture, tuple(spot.astype(int).tolist()), max(5, size // 6), ink)


def _printed(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A flat printed picture of pips: no thickness, no shadow, no side."""
    angle = np.radians(float(rng.uniform(0, 180)))
    if rng.random() < 0.25:
        _quad(rng, picture, at, size, size, any_colour(rng), float(np.degrees(angle)))
    along, across = np.array([-np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    _flat_pips(rng, picture, np.array(at, np.float64), along, across, size * 0.27, any_colour(rng))


def _cable(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    points = np.cumsum(rng.normal(0, 60, (6, 2)), axis=0) + at
    smooth = np.stack([np.interp(np.linspace(0, 5, 40), range(6), points[:, k]) for k in range(2)], 1).astype(
        np.int32
    )
    cv2.polylines(picture, [smooth], False, any_colour(rng), max(2, size // 10), cv2.LINE_AA)


def _ball(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A bead, a magnet, a pawn's head: shaded like a ball."""
    colour = np.array(any_colour(rng), np.float64)
    for share in np.linspace(1, 0.1, 8):
        shade = tuple(int(v) for v in np.clip(colour * (1.25 - share * 0.7) + (1 - share) * 50, 0, 255))
        shift = int(size * 0.2 * (1 - share))
        cv2.circle(
            picture, (at[0] - shift, at[1] - shift), max(1, int(size / 2 * share)), shade, -1, cv2.LINE_AA
        )


def _blob(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A skin-coloured or dark shape that reaches in, as fingers, sleeves and cups do."""
    skin = np.array(
        [(120, 150, 210), (90, 120, 180), (60, 80, 120), (150, 180, 230), (40, 40, 45)][int(rng.integers(5))]
    )
    colour = tuple(int(v) for v in np.clip(skin * rng.uniform(0.7, 1.15), 0, 255))
    way = rng.uniform(0, 2 * np.pi)
    for k in range(int(rng.integers(1, 5))):
        start = np.array(at) + k * size * 0.35 * np.array([-np.sin(way), np.cos(way)])
        end = start + size * rng.uniform(1.5, 4) * np.array([np.cos(way), np.sin(way)])
        cv2.line(
            picture,
            tuple(start.astype(int).tolist()),
            tuple(end.astype(int).tolist()),
            colour,
            max(3, size // 3),
            cv2.LINE_AA,
        )


_THINGS = {
    "disc": _disc,
    "chip": _chip,
    "coin": _coin,
    "token": _token,
    "domino": _domino,
    "card": _card,
    "printed": _printed,
    "cable": _cable,
    "ball": _ball,
    "blob": _blob,
}
