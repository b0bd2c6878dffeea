"""Where the dice stand: patches of the board that something covers, and the footprint of each die in them.

Several guesses compete for every patch: its outline as a whole die's, as a top face's alone, and the detector's
boxes. Each is made exact; the one that the pixels contradict least, and whose edges are seen best, is the die. What it
leaves uncovered may be another die that touches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.vision.finder import Box
from companion.vision.target.cover import CONTRADICTION, Bare, Closer, closer, outlines, patches
from companion.vision.target.edge_seen import edge_seen
from companion.vision.target.faces_seen import Faces, sharpen
from companion.vision.target.footprint import Footprint, stand
from companion.vision.target.places import Points
from companion.vision.target.pose import Pose

MOST = 12  # dice on a board
TURNS = 4  # of a die at a place that the detector tells, to begin with
FIRST = (0.8,)  # mm by which every guess is moved before they are compared
NEARER_OR_FARTHER = (-0.9, -0.45, 0.45, 0.9)  # dice, along the way that the camera looks
HOPEFUL = 0.6  # of the best guess's gain
TOO_LARGE = 1.35  # outlines of one die
COLOUR_APART = 60.0  # steps of colour that part dice as much as a die's length does
SMALLEST_SHARE = 0.22  # of a die's outline that must differ from the board: shaded sides may look like it
SHADING = 0.15  # of a side's brightness, while guesses are compared: the board may be in the shade as well
EDGE = 4 * CONTRADICTION**2  # gained by every pixel of a die's edges where the picture changes
LEAST_EDGE = 0.4  # share of a die's outline along which the picture changes
# Most dice are plain to see: their outline fits, their edges show, and little of them looks like the board.
FITS = 0.5  # mm
PLAIN_EDGE, PLAIN_SHARE = 0.85, 0.6


def stand_on(
    picture: Picture,
    flat: Picture,
    pose: Pose,
    bare: Bare,
    die_mm: float,
    hints: Sequence[Box] = (),
) -> list[Footprint]:
    """The footprints of all dice; `hints` are boxes in which something that differs from the board may be a die."""
    found: list[Footprint] = []
    for box in _boxes(flat, pose, bare):
        _, large = pose.px_per_mm(pose.to_mm(np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])))
        look = closer(picture, box, die_mm * large, pose, bare)
        inside = [hint for hint in hints if _meets(hint, box)]
        if _at_the_end(look, box) and not outlines(look.cover):  # little of it is before the board, and faint
            inside.append(box)
        for _ in range(MOST - len(found)):
            die = _one(look, pose, die_mm, inside)
            if die is None or any(_same(die, other, die_mm) for other in found):
                break
            found.append(die)
            look = _without(look, die.outline(pose))
    return found


def _boxes(flat: Picture, pose: Pose, bare: Bare) -> list[Box]:
    """Parts of the picture to look at: patches of the board that something covers."""
    boxes: list[Box] = []
    for patch in patches(flat, bare):
        px = pose.to_px(patch.corners)
        (left, top), (right, bottom) = px.min(axis=0), px.max(axis=0)
        boxes.append((float(left), float(top), float(right), float(bottom)))
    return boxes


def _one(look: Closer, pose: Pose, die_mm: float, hints: Sequence[Box]) -> Footprint | None:
    """The die that the picture contradicts least, or None where there is none."""
    at = np.array([look.x, look.y])
    lines = [line for line in outlines(look.cover) if _within(look.core, line.mean(axis=0) + at)]
    guesses: list[Footprint] = []
    if lines:
        whole = _around(lines[0]) + at
        guesses += [stand(whole, pose, die_mm), stand(whole, pose, die_mm, top=True)]
        parts = _parts(look, lines[0], pose, die_mm)
        if not parts and guesses[0].misfit_mm < FITS and _within(look.core, _middle(guesses[0], pose)):
            likely = min(guesses, key=lambda guess: _cost(look, pose, guess, die_mm))
            die, _ = sharpen(look, pose, likely, die_mm)
            if _plain(look, pose, die):
                return die
        for part in parts:
            guesses += [stand(part + at, pose, die_mm), stand(part + at, pose, die_mm, top=True)]
        middle, reach = lines[0].mean(axis=0), len(lines[0]) / 5
        near = [line for line in lines[1:] if np.abs(line.mean(axis=0) - middle).max() < reach]
        if near:
            guesses.append(stand(_around(np.concatenate([lines[0], *near])) + at, pose, die_mm))
    for hint in hints:
        guesses.append(_at_hint(look, pose, die_mm, hint))
    inside = [guess for guess in guesses if _within(look.core, _middle(guess, pose))]
    if not inside:
        return None
    costs = [_cost(look, pose, guess, die_mm) for guess in inside]
    for guess in _along(inside[int(np.argmin(costs))], pose, die_mm):
        inside.append(guess)
        costs.append(_cost(look, pose, guess, die_mm))
    # Only guesses that come near the best one may overtake it.
    enough = min(costs) + (1 - HOPEFUL) * abs(min(costs))
    hopeful = [guess for guess, cost in zip(inside, costs, strict=True) if cost <= enough]
    die = _exact(look, pose, hopeful, die_mm)
    shape = die.outline(pose)
    there = _covered(look, shape) > SMALLEST_SHARE and edge_seen(look, shape)[0] > LEAST_EDGE
    return die if there else None


def _exact(look: Closer, pose: Pose, guesses: list[Footprint], die_mm: float) -> Footprint:
    """The best of the guesses, moved until the fewest pixels contradict it."""
    tried = [sharpen(look, pose, guess, die_mm, FIRST, SHADING) for guess in guesses]
    best = tried[0]
    if len(tried) > 1:
        best = min(tried, key=lambda item: item[1] - _edge_gain(look, pose, item[0]))
    return sharpen(look, pose, best[0], die_mm)[0]


def _plain(look: Closer, pose: Pose, die: Footprint) -> bool:
    """Whether a die is seen so well, all its edges and most of its faces, that no other guess need be tried."""
    shape, top = die.outline(pose), pose.to_px(die.corners(), die.size_mm)
    return (
        _covered(look, shape) > PLAIN_SHARE
        and edge_seen(look, shape)[0] > PLAIN_EDGE
        and edge_seen(look, top)[0] > PLAIN_EDGE
    )


def _middle(die: Footprint, pose: Pose) -> Points:
    return np.asarray(die.outline(pose).mean(axis=0))


def _along(die: Footprint, pose: Pose, die_mm: float) -> list[Footprint]:
    """The same die nearer to the eye and farther: its top or its sides may look like the board in this light."""
    way = np.asarray(die.centre) - pose.eye[:2]
    way *= die_mm / (np.linalg.norm(way) + 1e-9)
    places = [np.asarray(die.centre) + share * way for share in NEARER_OR_FARTHER]
    return [replace(die, centre=(float(x), float(y))) for x, y in places]


def _parts(look: Closer, line: Points, pose: Pose, die_mm: float) -> list[Points]:
    """The outlines of dice that touch: what is too large for one is cut by place and colour."""
    mask = np.zeros(look.cover.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(line).astype(np.int32)], 1)
    x, y = pose.to_mm(line.mean(axis=0) + np.array([look.x, look.y]), die_mm / 2)
    usual = Footprint((float(x), float(y)), 20.0, die_mm, 0.0).outline(pose)
    one = float(cv2.contourArea(usual.astype(np.float32)))
    if float(mask.sum()) < TOO_LARGE * one:
        return []
    count = int(np.clip(round(float(mask.sum()) / one), 2, MOST))
    ys, xs = np.nonzero(mask)
    places = np.stack([xs, ys], axis=1).astype(np.float64)
    colours = cv2.cvtColor(look.seen, cv2.COLOR_BGR2LAB)[ys, xs].astype(np.float64)
    about = np.column_stack([places / np.sqrt(one), colours * (0.3, 1.0, 1.0) / COLOUR_APART]).astype(
        np.float32
    )
    cv2.setRNGSeed(1)  # the same picture, the same call
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    labels = np.zeros(len(about), np.int32)
    _, found, _ = cv2.kmeans(about, count, labels, stop, 4, cv2.KMEANS_PP_CENTERS)
    groups = [places[np.ravel(found) == number] for number in range(count)]
    return [_around(group) for group in groups if len(group) > 0.25 * one]


def _at_hint(look: Closer, pose: Pose, die_mm: float, hint: Box) -> Footprint:
    """A die in a box of the detector's, turned as it fits best."""
    x, y = pose.to_mm(np.array([(hint[0] + hint[2]) / 2, (hint[1] + hint[3]) / 2]), die_mm / 2)
    turned = [Footprint((float(x), float(y)), 90.0 * n / TURNS, die_mm, 0.0) for n in range(TURNS)]

    return min(turned, key=lambda die: _cost(look, pose, die, die_mm))


def _cost(look: Closer, pose: Pose, die: Footprint, die_mm: float) -> float:
    faces = Faces.of(look, pose, die, die_mm, SHADING)
    pixels = faces.cost(np.array([*die.centre, np.radians(die.angle_deg), die.size_mm]))
    return pixels - _edge_gain(look, pose, die)


def _edge_gain(look: Closer, pose: Pose, die: Footprint) -> float:
    """The outline is seen, and so is the edge around the top face."""
    top = pose.to_px(die.corners(), die.size_mm)
    seen = (edge_seen(look, line) for line in (die.outline(pose), top))
    return EDGE * sum(share * around for share, around in seen)


def _around(line: Points) -> Points:
    """A die has no dents: what is drawn on it may look like the board."""
    hull = cv2.convexHull(line.astype(np.float32))[:, 0].astype(np.float64)
    sides = []
    for a, b in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        steps = max(1, int(np.hypot(*(b - a)) / 0.7))
        sides.append(a + (b - a) * (np.arange(steps)[:, None] / steps))
    return np.concatenate(sides)


def _without(look: Closer, outline: Points) -> Closer:
    """The same, with a die taken away."""
    mask = np.zeros(look.cover.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline - (look.x, look.y)).astype(np.int32), 1)
    bare = 1 - np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.float32)
    change = np.where(bare[..., None] > 0, look.change, np.float32(np.nan))
    return replace(look, cover=look.cover * bare, off=look.off * bare, change=change)


def _covered(look: Closer, outline: Points) -> float:
    """The share of a die's outline where something is seen; what is beyond the board's edge does not count."""
    mask = np.zeros(look.cover.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline - (look.x, look.y)).astype(np.int32), 1)
    there = (mask > 0) & look.known
    return float(look.cover[there].mean()) if there.any() else 0.0


def _at_the_end(look: Closer, box: Box) -> bool:
    """Whether the board ends beside this box."""
    left, top, right, bottom = (int(n) for n in box)
    rows, columns = (
        slice(max(0, top - look.y - 2), bottom - look.y + 3),
        slice(max(0, left - look.x - 2), None),
    )
    return not look.known[rows, columns][:, : right - left + 5].all()


def _within(box: Box, point: Points) -> bool:
    return bool(box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3])


def _same(one: Footprint, other: Footprint, die_mm: float) -> bool:
    return bool(np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]) < 0.6 * die_mm)


def _meets(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
