"""The empty table, learned while it rests: what stands out from it is a hand, or a die.

A hand is large, reaches in from the picture's edge and hangs over the tray; it counts while it is there,
also when it keeps still. The same memory tells when the place of a die lay bare for a moment: then the die
was picked up, even if it comes to rest where it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.finder import Box
from companion.vision.motion import Mask

WIDTH = 160  # pixels; half the small picture is enough for a hand and quiets its noise
LIKE_EMPTY = 12  # brightness steps by which a bare place may differ from the table that is expected there
DIM, DIMMEST = 80, 0.4  # a table darker than so many steps differs by less, down to this share
STANDS_OUT = 26  # brightness steps in any colour
SHADOW_DARKEST = 0.4  # a shadow lets this share of the light through
SHADOW_TINT = 14  # brightness steps that a shadow may shift the colour
LIT = 1.7  # a place that lay in a shadow when it was learned is so much brighter without it
PARTLY_BARE = 0.35  # of a die's place: what else is darker there is shadow, for a die leaves less of it bare
NEAR = (41, 41)  # pixels of the memory around a place that tell how its light has changed
RING = (0.25, 1.0)  # the table around a die's place, in sizes of the die beyond its box
BRIGHTER, SAME_HUE = 1.25, 1.15  # light around one place grows by no more, and in all colours alike
RING_SHARE = 0.4  # of the ring that must be the table as it is known, to tell what the place would look like
HAND_SHARE = 0.02  # of the picture; several dice that touch are less
OVER_TRAY = 0.004  # of the picture: how much of it must hang over the tray
COVERED_SHARE = 0.85  # more than this is no hand: the camera is covered or was moved
STRANGE_SHARE = (
    0.45  # more than this is hardly an arm: what looks like the empty table may be another place of it
)
RIM_PX = 6  # that the tray's edge is wide: fingertips are there before they pass for a hand
SAMPLE = (slice(None, None, 3), slice(None, None, 3))  # pixels that stand for all when light is measured
GHOST = 0.7  # edges in the picture against edges in the memory, along the outline of what stands out


@dataclass(frozen=True, slots=True)
class Differences:
    """How a picture differs from the empty table."""

    now: NDArray[np.float32]  # the picture, as small as the memory
    empty: NDArray[np.float32]  # the memory, in the light of the picture
    out: Mask  # where something stands out from it, shadows left out
    shade: NDArray[np.bool_]  # where it is darker as if in a shadow
    table: NDArray[np.bool_]  # where it has the table's colour, in whatever light


class Background:
    """The memory of the empty table."""

    def __init__(self, tray: Mask | None = None) -> None:
        """`tray` marks the tray on the small picture; the whole picture when None."""
        self._tray = tray
        self._empty: NDArray[np.float32] | None = None
        self._known: NDArray[np.bool_] | None = None
        self._inner: Mask | None = None  # the tray without its edge

    def learn(
        self, small: Picture, dice: Iterable[Box], hidden: Iterable[Box] = (), weight: float = 0.5
    ) -> None:
        """Remember the table as it is, except under the dice; their boxes are shares of the picture.

        What hides dice is no part of the table, and hides more than them.
        """
        now = _shrink(small)
        bare = np.ones(now.shape[:2], np.bool_)
        for boxes, grow in ((dice, RING[0]), (hidden, RING[1])):
            for box in boxes:
                bare[pixels(box, now, grow)] = False
        if self._empty is None or self._known is None or self._empty.shape != now.shape:
            self._empty, self._known = now.copy(), bare
            return
        fresh, old, under = bare & ~self._known, bare & self._known, ~bare & self._known
        # What is under the dice lies in the same light as the table around them; a card that came there is no light.
        through, same_colour = _same_colour(now, self._empty)
        table = old & same_colour
        before = _near(self._empty, table)
        self._empty[old] += weight * (now[old] - self._empty[old])
        # Another thing came there, or went: half of it and half of the table would look like neither.
        other = old & ~(same_colour & (through > SHADOW_DARKEST) & (through < LIT))
        self._empty[other] = now[other]
        after = _near(self._empty, table)
        self._empty[under] *= (after[under] + 1) / (before[under] + 1)
        self._empty[fresh] = now[fresh]
        self._known |= bare

    def forget(self) -> None:
        """Begin anew: the table is not what it was."""
        self._empty = self._known = None

    def compare(self, small: Picture) -> Differences | None:
        """How the picture differs from the empty table; None before that is known."""
        if self._empty is None or self._known is None:
            return None
        now = _shrink(small)
        if now.shape != self._empty.shape:
            return None
        light = np.median((now[SAMPLE] + 4) / (self._empty[SAMPLE] + 4), axis=(0, 1))
        empty = np.asarray(cv2.transform(self._empty, np.diag(light).astype(np.float32)), np.float32)
        apart = _largest(cv2.absdiff(now, empty))
        # A shadow takes the same share of every colour, and not all of it.
        through, same_colour = _same_colour(now, empty)
        shade = (through > SHADOW_DARKEST) & (through < 1) & same_colour
        out = (apart > STANDS_OUT) & ~shade & self._known
        table = (through > SHADOW_DARKEST) & (through < LIT) & same_colour & self._known
        return Differences(now, empty, np.asarray(out, dtype=np.uint8) * 255, shade, table)

    def hand(self, small: Picture, differs: Differences) -> bool:
        """Is a hand, a sleeve or a cup over the tray?"""
        out = differs.out
        joined = cv2.morphologyEx(out, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        height, width = out.shape
        tray = None if self._tray is None else cv2.resize(self._tray, (width, height))
        for blob in range(1, count):
            left, top, wide, high, area = (int(number) for number in stats[blob])
            at_edge = left == 0 or top == 0 or left + wide == width or top + high == height
            if not at_edge or area < HAND_SHARE * out.size:
                continue
            inside = labels == blob
            over = area if tray is None else int(np.count_nonzero(inside & (tray > 0)))
            if over >= OVER_TRAY * out.size and not self._ghost(small, inside):
                return True
        return False

    def covered(self, differs: Differences) -> bool:
        return cv2.countNonZero(differs.out) > COVERED_SHARE * differs.out.size

    def inside(self, differs: Differences | None, moving: Mask) -> int:
        """Pixels that move inside the tray and are no shadow, clear of the rim, where hands come in."""
        if differs is None:
            return 0
        height, width = differs.out.shape
        if self._inner is None or self._inner.shape != differs.out.shape:
            tray = np.full((height, width), 255, np.uint8) if self._tray is None else self._tray
            small = cv2.resize(tray, (width, height), interpolation=cv2.INTER_AREA)
            self._inner = np.asarray(cv2.erode(small, np.ones((2 * RIM_PX + 1,) * 2, np.uint8)), np.uint8)
        there = cv2.bitwise_and(differs.out, self._inner)
        return int(cv2.countNonZero(cv2.bitwise_and(there, cv2.resize(moving, (width, height)))))

    def strange(self, differs: Differences) -> bool:
        """Is so much different that the rest cannot be trusted either?"""
        return cv2.countNonZero(differs.out) > STRANGE_SHARE * differs.out.size

    def bareness(self, differs: Differences, box: Box) -> float | None:
        """How much of a box (shares of the picture) shows the empty table; None when that is not known there.

        The table around it tells in what light the place lies. It is bare where it looks in that light as it is
        remembered, or has the table's colour and is as bright as the table around: the memory of a place under a die
        grows old. A shadow alone is not bare: a dark die in the shadow of a hand would pass for the table.
        """
        part = pixels(box, differs.now, -0.2)
        if self._known is None or not self._known[part].all():
            return None
        now, empty = differs.now[part], differs.empty[part]
        ring = self._around(differs, box)
        if ring is None:
            bare = _like(now, empty)
        else:
            around, remembered = (np.median(of[ring], axis=0) for of in (differs.now, differs.empty))
            light = (around + 4) / (remembered + 4)
            if light.max() > min(BRIGHTER, SAME_HUE * light.min()):
                bare = _like(now, empty)  # what lies around it is no table: it tells nothing of the light
            else:
                bare = _like(now, empty * light) | (_like(now, around) & differs.table[part])
        share = float(bare.mean())
        return share if share < PARTLY_BARE else float((bare | differs.shade[part]).mean())

    def table_coloured(self, differs: Differences, box: Box) -> float:
        """How much of a box has the table's colour, in whatever light: a shadow may make it look like the table."""
        return float(differs.table[pixels(box, differs.now, -0.2)].mean())

    def _around(self, differs: Differences, box: Box) -> NDArray[np.bool_] | None:
        """Where the table is seen around a box; None where something covers it."""
        inner, outer = (pixels(box, differs.now, grow) for grow in RING)
        ring = np.zeros(differs.now.shape[:2], np.bool_)
        ring[outer] = True
        ring[inner] = False
        table = ring & differs.table
        return table if table.sum() >= RING_SHARE * ring.sum() else None

    def _ghost(self, small: Picture, blob: NDArray[np.bool_]) -> bool:
        """Did it go, rather than come? Then its outline is an edge of the memory, not of the picture."""
        assert self._empty is not None
        shape = blob.astype(np.uint8)
        ring = (
            cv2.dilate(shape, np.ones((3, 3), np.uint8)) - cv2.erode(shape, np.ones((3, 3), np.uint8))
        ) > 0
        now, then = _edges(_shrink(small))[ring], _edges(self._empty)[ring]
        return bool(ring.any()) and float(now.mean()) < GHOST * float(then.mean())


def _shrink(small: Picture) -> NDArray[np.float32]:
    height = max(1, small.shape[0] * WIDTH // small.shape[1])
    return np.asarray(cv2.resize(small, (WIDTH, height), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _largest(picture: cv2.typing.MatLike) -> NDArray[np.float32]:
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _like(now: NDArray[np.float32], table: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where it looks like the table that is expected there."""
    limit = LIKE_EMPTY * np.clip(table.max() / DIM, DIMMEST, 1)
    return np.asarray(np.abs(now - table).max(axis=2) < limit, np.bool_)


def _same_colour(
    now: NDArray[np.float32], table: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """How much brighter each pixel is than the table, and where that is all that differs."""
    through = _sum(cv2.multiply(now, table)) / (_sum(cv2.multiply(table, table)) + 1e-6)
    tint = _largest(cv2.absdiff(now, cv2.multiply(table, cv2.merge([through] * 3))))
    return np.asarray(through, np.float32), np.asarray(tint < SHADOW_TINT, np.bool_)


def _near(picture: NDArray[np.float32], where: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How bright it is around each pixel, where it counts."""
    return np.asarray(cv2.blur(picture * where[..., None], NEAR), np.float32)


def _sum(picture: cv2.typing.MatLike) -> NDArray[np.float32]:
    return np.asarray(cv2.transform(picture, np.ones((1, 3), np.float32)), np.float32)


def _edges(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    grey = _sum(picture)
    return np.asarray(
        np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), np.float32
    )


def pixels(box: Box, picture: NDArray[np.float32] | Mask, grow: float) -> tuple[slice, slice]:
    """The pixels of a box given in shares of the picture, grown by a share of its own size."""
    height, width = picture.shape[:2]
    more_x, more_y = grow * (box[2] - box[0]), grow * (box[3] - box[1])
    left, right = (box[0] - more_x) * width, (box[2] + more_x) * width
    top, bottom = (box[1] - more_y) * height, (box[3] + more_y) * height
    return (
        slice(max(0, int(np.floor(top))), max(0, int(np.ceil(bottom)))),
        slice(max(0, int(np.floor(left))), max(0, int(np.ceil(right)))),
    )
