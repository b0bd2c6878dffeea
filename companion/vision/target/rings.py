"""A board without markers: its rings are ellipses in the picture, and together they tell how it lies.

Long edges are fitted with ellipses and grown along everything that lies on them. Each may be any ring of the
profile, seen from either side; the guess whose every line is found in the picture is the board. Round rings do
not tell how the board is turned: numbers, holes and joints do, or else it lies as its owner looks at it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.target.profile import Circle, TargetProfile
from companion.vision.target.edges import Lines, lines_of, settle, sight
from companion.vision.target.empty import as_seen, drawn_board, flatten
from companion.vision.target.fitting import fit
from companion.vision.target.places import outline
from companion.vision.target.pose import USUAL_FOCAL, Points, Pose

WIDTH = 640  # pixels that ellipses are looked for in
LONG = 45  # pixels of an edge that may be part of a ring
MOST = 6  # ellipses that are tried
ROUND_ENOUGH = 0.4  # the shorter axis against the longer
SURE = 0.62  # share of the lines that must be seen
Ellipse = tuple[tuple[float, float], tuple[float, float], float]


def find_rings(
    picture: Picture, profile: TargetProfile, focal: float | None
) -> tuple[Pose, float, float] | None:
    """The pose, what is left of its fit in pixels, and the share of the lines seen; None: no such board."""
    radii = sorted(
        {area.radius for _, area in profile.areas() if isinstance(area, Circle) and area.centre == (0, 0)}
    )
    if not radii:
        return None
    height, width = picture.shape[:2]
    scale = WIDTH / width
    small = np.asarray(
        cv2.resize(picture, (WIDTH, round(height * scale)), interpolation=cv2.INTER_AREA), np.uint8
    )
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.uint8)
    circles = [outline(Circle((0.0, 0.0), radius), 8.0) for radius in radii]
    rings = Lines(
        np.concatenate(circles),
        np.concatenate([c / np.linalg.norm(c, axis=1, keepdims=True) for c in circles]),
    )
    size = (small.shape[1], small.shape[0])
    guesses: list[tuple[float, Pose]] = []
    for ellipse in _ellipses(soft)[:MOST]:
        points = _around(ellipse)
        for radius in radii:
            for side in (1, -1):
                pose = _pose(ellipse, points, radius, side, size, focal)
                if pose is not None:
                    guesses.append((sight(soft, rings, pose, 3.0).share, pose))
    best: tuple[Pose, float, float] | None = None
    for share, pose in sorted(guesses, key=lambda guess: -guess[0])[:6]:
        if share < 0.35:
            break
        found = settle(soft, rings, pose, focal, (4.0, 2.5, 1.5), turns=False)
        if found[1] < 1.5 and (best is None or _worth(found) > _worth(best)):
            best = found
    if best is None or best[2] < SURE:
        return None
    full = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    pose = settle(full, rings, best[0].sized(width, height), focal, (4.0, 2.0), turns=False)[0]
    pose = _turned(full, profile, pose)
    lines = lines_of(profile)
    found = settle(full, lines, pose, focal, (3.0, 2.0), turns=True)
    if all(zone.colour is not None for zone in profile.zones):  # a printed one: its lines have two edges
        closer = settle(full, lines, found[0], focal, (2.0, 2.0), True, lambda p: as_seen(profile, full, p))
        return (closer[0], closer[1], found[2]) if closer[1] < 1.0 else found
    return found


def _worth(found: tuple[Pose, float, float]) -> float:
    return found[2] - 0.1 * found[1]


def _ellipses(small: Picture) -> list[Ellipse]:
    """Ellipses along the picture's edges, the one with the most edge first."""
    channels = cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB))
    edges = np.zeros(small.shape[:2], np.uint8)
    for channel in channels:
        edges |= np.asarray(cv2.Canny(channel, 24, 60, L2gradient=True), np.uint8)
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    ys, xs = np.nonzero(edges)
    all_edges = np.stack([xs, ys], axis=1).astype(np.float64)
    found: list[tuple[float, Ellipse]] = []
    for contour in sorted(contours, key=len, reverse=True)[:60]:
        if len(contour) < LONG:
            break
        ellipse = _fitted(contour[:, 0].astype(np.float64))
        for near in (4.0, 2.5, 1.5):
            if ellipse is None:
                break
            on = all_edges[np.abs(_off(ellipse, all_edges)) < near]
            ellipse = _fitted(on) if len(on) > LONG else None
        if ellipse is None:
            continue
        share = _covered(ellipse, all_edges)
        if share > 0.45 and not any(_alike(ellipse, other) for _, other in found):
            found.append((share * max(ellipse[1]), ellipse))
    return [ellipse for _, ellipse in sorted(found, key=lambda item: -item[0])]


def _fitted(points: Points) -> Ellipse | None:
    if len(points) < 12:
        return None
    (x, y), (a, b), angle = cv2.fitEllipseDirect(points.astype(np.float32))
    good = np.isfinite([x, y, a, b]).all() and min(a, b) > 14 and min(a, b) > ROUND_ENOUGH * max(a, b)
    return ((x, y), (a, b), angle) if good and max(a, b) < 3 * WIDTH else None


def _off(ellipse: Ellipse, points: Points) -> NDArray[np.float64]:
    """About how far points are from an ellipse, in pixels."""
    (x, y), (a, b), angle = ellipse
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    away = points - (x, y)
    u, v = (c * away[:, 0] + s * away[:, 1]) / (a / 2), (-s * away[:, 0] + c * away[:, 1]) / (b / 2)
    r = np.hypot(u, v) + 1e-9
    slope = np.hypot(u / (a / 2), v / (b / 2)) / r
    return np.asarray((r - 1) / (slope + 1e-9))


def _covered(ellipse: Ellipse, edges: Points) -> float:
    """The share of its turn where there is an edge."""
    on = edges[np.abs(_off(ellipse, edges)) < 1.5] - ellipse[0]
    turn = np.degrees(np.arctan2(on[:, 1], on[:, 0])) % 360
    return len(np.unique((turn / 5).astype(int))) / 72


def _alike(one: Ellipse, other: Ellipse) -> bool:
    apart = np.hypot(one[0][0] - other[0][0], one[0][1] - other[0][1])
    return bool(apart < 4 and abs(max(one[1]) - max(other[1])) < 4 and abs(min(one[1]) - min(other[1])) < 4)


def _around(ellipse: Ellipse) -> Points:
    (x, y), (a, b), angle = ellipse
    turn = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    u, v = a / 2 * np.cos(turn), b / 2 * np.sin(turn)
    return np.stack([x + c * u - s * v, y + s * u + c * v], axis=1)


def _pose(
    ellipse: Ellipse, points: Points, radius: float, side: int, size: tuple[int, int], focal: float | None
) -> Pose | None:
    """The board lies so that its circle of this radius is seen as this ellipse, leaning to one side or the other."""
    (x, y), (a, b), angle = ellipse
    long, short = max(a, b), min(a, b)
    lens = (focal or USUAL_FOCAL) * size[0]
    lean = side * np.arccos(min(1.0, short / long))
    way = np.radians(angle if a >= b else angle + 90)  # of the longer axis, about which the board leans
    away = lens * 2 * radius / long
    middle = ((x - (size[0] - 1) / 2) * away / lens, (y - (size[1] - 1) / 2) * away / lens)
    start = np.array([lean * np.cos(way), lean * np.sin(way), *middle, away])

    def off(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        tx, ty, px, py, pz = (float(n) for n in numbers)
        pose = Pose((tx, ty, 0.0), (px, py, max(1.0, pz)), lens, size)
        return np.asarray((np.linalg.norm(pose.to_mm(points), axis=1) - radius) * lens / away)

    numbers, left = fit(off, start, np.array([1e-4, 1e-4, 1e-2, 1e-2, 1e-2]), 10, 0, 5.0)
    tx, ty, px, py, pz = (float(n) for n in numbers)
    if left > 1.0 or pz <= 0:
        return None
    pose = Pose((tx, ty, 0.0), (px, py, pz), lens, size)
    return pose if pose.eye[2] > 0 else None


def _turned(picture: Picture, profile: TargetProfile, pose: Pose) -> Pose:
    """The pose turned about the board's middle so that the drawn board looks most like the picture."""
    drawn, span = drawn_board(profile)
    seen = flatten(picture, pose, span, drawn.shape)
    reach = int(min(-span[0], -span[1], span[2], span[3]) * drawn.shape[1] / (span[2] - span[0]))
    middle = (
        -span[0] * drawn.shape[1] / (span[2] - span[0]),
        -span[1] * drawn.shape[0] / (span[3] - span[1]),
    )
    flags = cv2.WARP_POLAR_LINEAR | cv2.INTER_AREA
    spread = [
        _signs(np.asarray(cv2.warpPolar(board, (reach, 720), middle, reach, flags), np.uint8))
        for board in (drawn, seen)
    ]
    ours, theirs = (np.fft.rfft(board, axis=0) for board in spread)
    likeness = np.fft.irfft(theirs * np.conj(ours), n=720, axis=0).sum(axis=(1, 2))
    upright = np.minimum(np.arange(720), 720 - np.arange(720)) / 360
    turn = int(np.argmax(likeness - 0.03 * abs(likeness).max() * upright))
    by = np.radians(turn / 2)
    about = np.array([[np.cos(by), -np.sin(by), 0], [np.sin(by), np.cos(by), 0], [0, 0, 1]])
    turned = cv2.Rodrigues(pose.rotation @ about)[0].ravel()
    return Pose(
        (float(turned[0]), float(turned[1]), float(turned[2])), pose.shift, pose.focal_px, pose.picture
    )


def _signs(spread: Picture) -> NDArray[np.float32]:
    """What is not round: each ring's own colour is taken away."""
    values = cv2.GaussianBlur(spread, (0, 0), 1.5).astype(np.float32)
    return np.asarray(np.clip(values - np.median(values, axis=0, keepdims=True), -60, 60), np.float32)
