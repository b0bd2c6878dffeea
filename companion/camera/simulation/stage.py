"""Puts a moment together: the table, the shadows, the dice from the farthest to the nearest, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.hand_painter import paint_hand
from companion.camera.simulation.layers import Shade, Sprite, darken, lay, smear
from companion.camera.simulation.painter import Pose, paint_body, paint_die
from companion.camera.simulation.scene import Scene
from companion.camera.simulation.shadows import paint_shadow
from companion.camera.simulation.textures import face_art
from companion.camera.simulation.things import Thing, paint_thing
from companion.camera.simulation.tracks import HandPose
from companion.camera.source import Picture

_SOFT = 0.55  # pixels: the lens is not perfect
_SMEARED = 1.5  # pixels in one exposure from which a die is painted as moving
_TURNED = 0.06  # the same for how much it turns
_SPUN = 0.12  # from here on two moments of its turn are painted


@dataclass(frozen=True, slots=True)
class ShownDie:
    """A die as the shutter sees it: at the middle of the exposure, and a quarter before and after."""

    id: int
    die: SimDie
    pose: Pose
    early: Pose | None = None  # None: it does not move
    late: Pose | None = None


class Stage:
    """Paints moments of one table. Dice at rest are painted once and kept."""

    def __init__(self, scene: Scene, player: int = 0) -> None:
        self.scene = scene
        self.player = player
        self._kept: dict[int, tuple[Pose, SimDie, Sprite, Shade]] = {}
        self._last: tuple[tuple[ShownDie, ...], tuple[Thing, ...], Picture] | None = None

    def compose(
        self,
        dice: Sequence[ShownDie],
        hand: tuple[HandPose, HandPose] | None,
        things: tuple[Thing, ...] = (),
    ) -> tuple[Picture, bool]:
        """The picture in a good light, without noise, and whether a hand is in it. Not to be written to."""
        still = hand is None and all(die.early is None for die in dice)
        if still and self._last is not None and self._last[1] == things and _same(self._last[0], dice):
            return self._last[2], False
        picture = self.scene.background.copy()
        painted = [(die, *self._paint(die)) for die in dice]
        for _, _, shadow in painted:
            darken(picture, shadow)
        eye = self.scene.view.eye
        for _, piece, _ in sorted(painted, key=lambda p: -float(np.linalg.norm(p[0].pose.place - eye))):
            lay(picture, piece)
        for thing in things:
            flat = paint_thing(thing, self.scene.view)
            if flat is not None:
                lay(picture, self._lens(flat))
        reaching = paint_hand(*hand, self.scene.view, self.player) if hand else None
        if reaching is not None:
            darken(picture, reaching[1])
            lay(picture, reaching[0])
        if still:
            self._last = (tuple(dice), things, picture)
            self._kept = {id: kept for id, kept in self._kept.items() if any(d.id == id for d in dice)}
        return picture, reaching is not None

    def _paint(self, shown: ShownDie) -> tuple[Sprite, Shade]:
        view, light = self.scene.view, self.scene.light
        if shown.early is None or shown.late is None:
            kept = self._kept.get(shown.id)
            if kept is None or kept[0] is not shown.pose or kept[1] is not shown.die:
                piece = self._lens(paint_die(shown.die, shown.pose, view, light))
                shadow = paint_shadow(shown.die, shown.pose, view)
                self._kept[shown.id] = kept = (shown.pose, shown.die, piece, shadow)
            return kept[2], kept[3]
        shadow = paint_shadow(shown.die, shown.pose, view, coarser=4)
        ends = view.project(np.stack([shown.early.place, shown.late.place]))
        dx, dy = (float(v) for v in 2 * (ends[1] - ends[0]))
        turned = float(np.abs(shown.late.turn - shown.early.turn).max())
        if max(abs(dx), abs(dy)) < _SMEARED and turned < _TURNED:
            return self._lens(paint_die(shown.die, shown.pose, view, light)), shadow
        if turned < _SPUN:
            piece = paint_die(shown.die, shown.pose, view, light, finer=1)
            return self._lens(smear(piece, piece, dx, dy), soft=False), shadow
        ends_of_turn = (shown.early, shown.late)
        first, second = (paint_die(shown.die, pose, view, light, finer=1) for pose in ends_of_turn)
        return self._lens(smear(first, second, dx, dy, apart=True), soft=False), shadow

    def _lens(self, piece: Sprite, soft: bool = True) -> Sprite:
        """A little out of focus, unless it is smeared anyway, and as much darker as the lens is there."""
        height, width = piece.left.shape[:2]
        dim = self.scene.vignette(piece.x + width / 2, piece.y + height / 2)
        colour, left = piece.colour, piece.left
        if soft:
            colour, left = (np.asarray(cv2.GaussianBlur(p, (3, 3), _SOFT), np.uint8) for p in (colour, left))
        return Sprite(piece.x, piece.y, np.asarray(cv2.convertScaleAbs(colour, alpha=dim), np.uint8), left)


def prepare(die: SimDie) -> None:
    """Cut and paint a die before it is first seen: that takes as long as several frames."""
    face_art(die)
    paint_body(die)


def _same(before: Sequence[ShownDie], now: Sequence[ShownDie]) -> bool:
    return len(before) == len(now) and all(
        a.id == b.id and a.pose is b.pose and a.die is b.die for a, b in zip(before, now, strict=True)
    )
