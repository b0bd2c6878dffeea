"""Tables without dice: photographed surfaces, drawn cloths, maps and boards, and the things that lie there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.paths import held_out
from models.training.symbols import symbols

Picture = NDArray[np.uint8]
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)
WORDS = [
    "GAME",
    "12",
    "ROLL",
    "ATTACK",
    "7",
    "the",
    "of",
    "DRAW",
    "6",
    "END",
    "3",
    "WATER",
    "KING",
    "10",
    "2x",
    "5",
    "SHIELD",
    "9",
    "map",
    "8",
    "turn",
    "4",
    "GOLD",
    "1",
    "quest",
    "11",
    "AND",
]


class Tables:
    def __init__(self, photos: Path) -> None:
        self.surfaces = [_read(p, 700) for p in sorted((photos / "surfaces").glob("*.jpg"))]
        self.clutter = [
            _read(p, 640) for p in sorted((photos / "clutter").glob("*.jpg")) if not held_out(p.name)
        ]

    def table(self, rng: Generator, side: int) -> Picture:
        """A table top, side × side, with or without things on it."""
        roll = rng.random()
        if roll < 0.45:
            picture = self._surface(rng, side)
        elif roll < 0.6:
            picture = plain(rng, side)
        elif roll < 0.8:
            picture = board(rng, side)
        else:
            picture = self.real_clutter(rng, side)
        if rng.random() < 0.25:
            picture = self._tray(rng, picture)
        if rng.random() < 0.45:
            for _ in range(int(rng.integers(1, 9))):
                thing(rng, picture)
        return _lit(rng, picture)

    def real_clutter(self, rng: Generator, side: int) -> Picture:
        source = self.clutter[int(rng.integers(len(self.clutter)))]
        scale = float(np.exp(rng.uniform(np.log(0.25), np.log(1.7))))
        return _cut(rng, source, side, scale, float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 6)))

    def _surface(self, rng: Generator, side: int) -> Picture:
        source = self.surfaces[int(rng.integers(len(self.surfaces)))]
        scale = float(np.exp(rng.uniform(np.log(0.35), np.log(2.2))))
        picture = _cut(rng, source, side, scale, float(rng.uniform(0, 360)))
        if rng.random() < 0.6:
            picture = _tinted(rng, picture)
        return picture

    def _tray(self, rng: Generator, picture: Picture) -> Picture:
        side = picture.shape[0]
        inner = self._surface(rng, side) if rng.random() < 0.5 else plain(rng, side)
        corners = int(rng.choice([4, 6, 8, 40]))
        angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
        middle, reach = rng.uniform(0.3, 0.7, 2) * side, rng.uniform(0.35, 0.8) * side
        ring = np.stack([middle[0] + reach * np.cos(angles), middle[1] + reach * np.sin(angles)], 1).astype(
            np.int32
        )
        mask = cv2.fillPoly(np.zeros((side, side), np.uint8), [ring], (255,), cv2.LINE_AA)
        mixed = np.where(mask[..., None] > 127, inner, picture)
        cv2.polylines(mixed, [ring], True, _colour(rng), int(rng.integers(2, 14)), cv2.LINE_AA)
        return np.ascontiguousarray(mixed)


def _read(path: Path, longest: int) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert picture is not None, path
    scale = longest / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return picture


def _cut(rng: Generator, source: Picture, side: int, scale: float, turn: float) -> Picture:
    """A turned, scaled and slightly slanted part of a picture; beyond its edge it is mirrored."""
    height, width = source.shape[:2]
    if scale < 0.6:
        source = cv2.resize(source, None, fx=scale * 1.2, fy=scale * 1.2, interpolation=cv2.INTER_AREA)
        scale = scale * width / source.shape[1]
        height, width = source.shape[:2]
    at = rng.uniform(0.15, 0.85, 2) * (width, height)
    c, s = np.cos(np.radians(turn)) / scale, np.sin(np.radians(turn)) / scale
    back = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    back[:2, 2] = at - back[:2, :2] @ (side / 2, side / 2)
    if rng.random() < 0.5:
        back[2, :2] = rng.uniform(-0.25, 0.25, 2) / side
    return cv2.warpPerspective(
        source,
        back,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT_101,
    )


def _colour(rng: Generator) -> tuple[int, int, int]:
    hsv = np.array([[[rng.integers(180), rng.integers(0, 230), rng.integers(15, 250)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def _tinted(rng: Generator, picture: Picture) -> Picture:
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.int32)
    hsv[..., 0] = (hsv[..., 0] + int(rng.integers(180))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.6), 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * rng.uniform(0.4, 1.3) + rng.uniform(-20, 40), 0, 255)
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)


def _lit(rng: Generator, picture: Picture) -> Picture:
    """Light falls off over the table; sometimes a shadow's edge lies across it."""
    side = picture.shape[0]
    x = np.linspace(-1, 1, side, dtype=np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = x[None, :] * np.float32(np.cos(angle)) + x[:, None] * np.float32(np.sin(angle))
    light = 1 + slope * np.float32(rng.uniform(0, 0.3))
    if rng.random() < 0.25:
        edge = np.float32(rng.uniform(-0.7, 0.7))
        steep = np.float32(rng.uniform(5, 60))
        light *= 1 - np.float32(rng.uniform(0.2, 0.55)) * (0.5 + 0.5 * np.tanh((slope - edge) * steep / 2))
    return np.clip(picture * light[..., None], 0, 255).astype(np.uint8)


def plain(rng: Generator, side: int) -> Picture:
    """One colour, as paint, paper, felt or woven cloth has it."""
    base = np.array(_colour(rng), np.float32)
    picture = np.tile(base, (side, side, 1))
    roll = rng.random()
    if roll < 0.4:  # felt, carpet
        fine = rng.standard_normal((side, side), np.float32)
        soft = cv2.GaussianBlur(fine, (0, 0), float(rng.uniform(0.6, 2.5)))
        picture += (soft / (soft.std() + 1e-6) * rng.uniform(2, 14))[..., None]
    elif roll < 0.6:  # weave
        step = float(rng.uniform(2.5, 9))
        x = np.arange(side, dtype=np.float32)
        wave = np.sin(x[None, :] * 2 * np.pi / step) * np.sin(
            x[:, None] * 2 * np.pi / step * float(rng.uniform(0.7, 1.3))
        )
        picture += (wave * rng.uniform(3, 25))[..., None]
    if rng.random() < 0.5:  # creases and stains
        small = rng.standard_normal((6, 6)).astype(np.float32)
        picture += (cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC) * rng.uniform(2, 16))[
            ..., None
        ]
    return np.clip(picture, 0, 255).astype(np.uint8)


def board(rng: Generator, side: int) -> Picture:
    """Printed things: squares, hexagons, lines, text, discs, pips, tracks of numbers, keyboards."""
    picture = plain(rng, side)
    roll = rng.random()
    step = int(rng.integers(14, 110))
    if roll < 0.22:
        ink = _colour(rng)
        for row in range(0, side, step):
            for column in range((row // step % 2) * step, side, step * 2):
                cv2.rectangle(picture, (column, row), (column + step, row + step), ink, -1)
    elif roll < 0.5:
        _hexagons(rng, picture, step)
    elif roll < 0.65:
        ink, thick = _colour(rng), int(rng.integers(1, 4))
        for at in range(int(rng.integers(step)), side, step):
            cv2.line(picture, (at, 0), (at, side), ink, thick, cv2.LINE_AA)
            cv2.line(picture, (0, at), (side, at), ink, thick, cv2.LINE_AA)
            if rng.random() < 0.5:
                for column in range(0, side, step):
                    _text(
                        rng,
                        picture,
                        (column + step // 4, at + step // 2),
                        step / 60,
                        str(rng.integers(1, 100)),
                        ink,
                    )
    elif roll < 0.8:
        for row in range(10, side, max(8, step // 3)):
            words = " ".join(rng.choice(WORDS, 8))
            _text(rng, picture, (int(rng.integers(-40, 60)), row), step / 90, words, _colour(rng))
    else:
        _keys(rng, picture, max(18, step // 2))
    if rng.random() < 0.8:
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.45)
        picture = cv2.warpAffine(
            picture, turn, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
    return picture


def _hexagons(rng: Generator, picture: Picture, step: int) -> None:
    side = picture.shape[0]
    colours = [_colour(rng) for _ in range(int(rng.integers(2, 6)))]
    edge = _colour(rng)
    angles = np.pi / 6 + np.arange(6) * np.pi / 3
    for r, y in enumerate(np.arange(0, side + step, step * 0.866 * 1.0)):
        for x in np.arange((r % 2) * step / 2, side + step, step):
            ring = np.stack([x + step * 0.56 * np.cos(angles), y + step * 0.56 * np.sin(angles)], 1).astype(
                np.int32
            )
            cv2.fillPoly(picture, [ring], colours[int(rng.integers(len(colours)))], cv2.LINE_AA)
            cv2.polylines(picture, [ring], True, edge, 2, cv2.LINE_AA)
            if rng.random() < 0.5:  # a number disc, with little pips under the number
                at = (int(x), int(y))
                cv2.circle(picture, at, int(step * 0.2), (200, 225, 235), -1, cv2.LINE_AA)
                _text(
                    rng,
                    picture,
                    (at[0] - step // 10, at[1] + step // 14),
                    step / 110,
                    str(rng.integers(2, 13)),
                    (30, 30, 60),
                )
            elif rng.random() < 0.4:
                _icon(rng, picture, (int(x), int(y)), int(step * 0.6), _colour(rng))


def _keys(rng: Generator, picture: Picture, step: int) -> None:
    dark = int(rng.integers(15, 70))
    picture[:] = np.clip(picture * 0.2 + rng.integers(60, 170), 0, 255).astype(np.uint8)
    for row in range(4, picture.shape[0], step):
        for column in range(4 + (row // step % 3) * step // 3, picture.shape[1], step):
            cv2.rectangle(picture, (column, row), (column + step - 4, row + step - 4), (dark, dark, dark), -1)
            letter = chr(int(rng.integers(48, 91)))
            _text(rng, picture, (column + step // 4, row + step // 2), step / 70, letter, (220, 220, 220))


def _text(
    rng: Generator,
    picture: Picture,
    at: tuple[int, int],
    scale: float,
    text: str,
    colour: tuple[int, int, int],
) -> None:
    font = FONTS[int(rng.integers(len(FONTS)))]
    cv2.putText(picture, text, at, font, max(0.3, scale), colour, 1 + int(scale > 0.9), cv2.LINE_AA)


def _icon(
    rng: Generator, picture: Picture, at: tuple[int, int], side: int, colour: tuple[int, int, int]
) -> None:
    ink = symbols()[1]
    icon = cv2.resize(
        ink[int(rng.integers(len(ink)))], (max(4, side), max(4, side)), interpolation=cv2.INTER_AREA
    )
    _blend(picture, icon.astype(np.float32) / 255, at, colour)


def _blend(
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


# Things that are not dice


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
        cv2.circle(picture, at, max(2, int(size * share / 2)), _colour(rng), -1, cv2.LINE_AA)


def _chip(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    body, stripe = _colour(rng), _colour(rng)
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
        _text(
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
    _icon(rng, picture, at, int(size * 0.6), dark)  # type: ignore[arg-type]


def _token(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A piece cut in the shape of an icon, or a square tile with an icon or a number on it."""
    if rng.random() < 0.4:
        _icon(rng, picture, at, size, _colour(rng))
        return
    _quad(rng, picture, at, size, size, _colour(rng))
    if rng.random() < 0.6:
        _icon(rng, picture, at, int(size * 0.6), _colour(rng))
    else:
        _text(
            rng,
            picture,
            (at[0] - size // 5, at[1] + size // 5),
            size / 60,
            str(rng.integers(1, 13)),
            _colour(rng),
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
    body = (225, 235, 240) if roll < 0.4 else (35, 30, 30) if roll < 0.75 else _colour(rng)
    ink = (30, 30, 30) if sum(body) > 380 else (230, 235, 235)
    if rng.random() < 0.15:
        ink = _colour(rng)
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
            rng, picture, at, size, int(size * 1.45), (235, 240, 242) if rng.random() < 0.7 else _colour(rng)
        )
    )
    along, across = np.array([-np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    ink = (40, 40, 200) if rng.random() < 0.5 else (30, 30, 30)
    for x in (-0.25, 0.0, 0.25):
        for y in np.linspace(-0.5, 0.5, int(rng.integers(2, 5))):
            if rng.random() < 0.7:
                spot = np.array(at) + across * x * size + along * y * size
                _icon(rng, picture, tuple(spot.astype(int).tolist()), max(5, size // 6), ink)


def _printed(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A flat printed picture of pips: no thickness, no shadow, no side."""
    angle = np.radians(float(rng.uniform(0, 180)))
    if rng.random() < 0.25:
        _quad(rng, picture, at, size, size, _colour(rng), float(np.degrees(angle)))
    along, across = np.array([-np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    _flat_pips(rng, picture, np.array(at, np.float64), along, across, size * 0.27, _colour(rng))


def _cable(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    points = np.cumsum(rng.normal(0, 60, (6, 2)), axis=0) + at
    smooth = np.stack([np.interp(np.linspace(0, 5, 40), range(6), points[:, k]) for k in range(2)], 1).astype(
        np.int32
    )
    cv2.polylines(picture, [smooth], False, _colour(rng), max(2, size // 10), cv2.LINE_AA)


def _ball(rng: Generator, picture: Picture, at: tuple[int, int], size: int) -> None:
    """A bead, a magnet, a pawn's head: shaded like a ball."""
    colour = np.array(_colour(rng), np.float64)
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
