"""The motion gate: does anything move on the small picture, and is there a picture at all?

The cheapest stage, run on every frame; nothing else runs while it says "still". A frame is compared with the
one before it, and with a slow average of the frames at rest, so that neither a fast die nor a creeping hand
slips through. Light that changes everywhere by the same share is taken out first; noise is measured and
allowed for. Colours are compared one by one: a red die is as bright as green felt.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture

Mask = NDArray[np.uint8]  # 0 or 255 for each pixel of the small picture

DARK = 14  # median brightness below which nothing can be seen
FLAT = 1.5  # contrast below which a lens is covered: less than any table has
STEP = 9  # brightness steps that are more than noise on a good camera
NOISES = 4.0  # times the measured noise that count as movement
MOST = 45  # the threshold never rises above this, however bad the noise
FEWEST_PIXELS = 10  # a moving die's edge on a picture 320 pixels wide
LOUDEST = 16  # brightness steps a pixel adds to the noise at most
LIT_ALIKE = 0.93  # how alike a place is before and after, when only its light has changed
SLOW = 0.1  # weight of a new frame in the average at rest
SAMPLE = (slice(None, None, 4), slice(None, None, 4))  # pixels that stand for all when light is measured


@dataclass(frozen=True, slots=True)
class Motion:
    """What the gate makes of a frame."""

    moving: bool
    share: float  # of the region watched that moves
    mask: Mask  # where it moves
    beside: bool = False  # something moves outside that region
    blocked: str = ""  # message id when the camera sees no table


class MotionGate:
    """Compares each small picture with those before it."""

    def __init__(self, region: Mask | None = None) -> None:
        """`region` is where movement matters (the tray and a little around it); everywhere, when None."""
        self._region = region
        self._before: Picture | None = None
        self._last: tuple[Picture, Picture] | None = None  # the newest two
        self._rest: NDArray[np.float32] | None = None
        self._noise = 1.0
        self._brightness = 0.0  # of the picture before
        self._rested = False  # the newest picture was compared with the slow average, and nothing crept
        self._watched_pixels = 0 if region is None else max(1, int(cv2.countNonZero(region)))

    def look(self, small: Picture) -> Motion:
        soft = np.asarray(cv2.blur(small, (3, 3)), dtype=np.uint8)
        bright = _brightness(soft)
        before, self._before = self._before, soft
        bright_before, self._brightness = self._brightness, bright
        self._last = None if before is None or before.shape != soft.shape else (before, soft)
        nothing = np.zeros(soft.shape[:2], np.uint8)
        if bright < DARK or float(cv2.meanStdDev(soft[SAMPLE])[1].max()) < FLAT:
            self._rest = None
            return Motion(False, 0.0, nothing, blocked="sight.dark" if bright < DARK else "sight.covered")
        if before is None or before.shape != soft.shape:
            return Motion(True, 1.0, nothing)
        everywhere, noise = self._moved(soft, before, bright / max(1.0, bright_before))
        mask, count = self._watched(everywhere)
        beside = int(cv2.countNonZero(everywhere)) - count >= FEWEST_PIXELS
        # Nothing creeps far in a thirtieth of a second: on a still table every second picture is enough.
        quiet, self._rested = self._rested and count < FEWEST_PIXELS, False
        if not quiet and count < FEWEST_PIXELS and self._rest is not None:
            slow = np.asarray(cv2.convertScaleAbs(self._rest), dtype=np.uint8)
            mask, count = self._watched(self._moved(soft, slow, bright / max(1.0, _brightness(slow)))[0])
            self._rested = count < FEWEST_PIXELS
        moving = count >= FEWEST_PIXELS
        if moving or self._rest is None:
            self._rest = soft.astype(np.float32)
        elif not quiet:
            cv2.accumulateWeighted(soft, self._rest, SLOW)
        self._noise += 0.05 * (noise - self._noise)
        return Motion(moving, count / (self._watched_pixels or mask.size), mask, beside)

    def only_light(self, place: tuple[slice, slice]) -> bool:
        """Did this place only grow lighter or darker? A hand that comes or goes changes what is seen there."""
        if self._last is None:
            return False
        then, now = (np.asarray(picture[place], np.float32).reshape(-1, 3) for picture in self._last)
        if not then.size:
            return False
        then, now = then - then.mean(axis=0), now - now.mean(axis=0)
        power = float(np.sqrt((then * then).sum() * (now * now).sum()))
        return power > 0 and float((then * now).sum()) > LIT_ALIKE * power

    def _moved(self, soft: Picture, reference: Picture, gain: float) -> tuple[Mask, float]:
        """Where two pictures differ once a change of light by `gain` is allowed for, and how noisy that is."""
        lit = cv2.convertScaleAbs(reference, alpha=gain) if abs(gain - 1) > 0.004 else reference
        blue, green, red = cv2.split(cv2.absdiff(soft, lit))
        difference = cv2.max(cv2.max(blue, green), red)
        # What truly moves must not count as noise.
        noise = float(cv2.mean(cv2.threshold(difference, LOUDEST, 255, cv2.THRESH_TRUNC)[1])[0])
        limit = min(MOST, STEP + NOISES * self._noise)
        return np.asarray(cv2.threshold(difference, limit, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8), noise

    def _watched(self, mask: Mask) -> tuple[Mask, int]:
        """The part of a mask that matters, and its number of pixels."""
        if self._region is not None:
            mask = np.asarray(cv2.bitwise_and(mask, self._region), dtype=np.uint8)
        return mask, int(cv2.countNonZero(mask))


def _brightness(picture: Picture) -> float:
    """The median of green: half the picture may be a hand, and it stays the table's."""
    return float(np.median(picture[SAMPLE][:, :, 1]))
