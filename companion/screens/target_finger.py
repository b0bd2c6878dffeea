"""What a finger does to a board that is traced: choose and drag a line, tap an outline, begin something new.

Nothing of this is drawn here: the page (`target_trace.py`) shows what has come of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from typing import Literal

from companion.screens.target_board import Chosen, near_end
from companion.target.profile import Circle, Point
from companion.target.shapes import middle, outside
from companion.target.traced import Joint
from companion.target.tracing import Part, Tracing

SLACK = 5  # units: a finger that moved less has tapped
REACH = 26  # units around a finger that count as touched
STEP_MM = 0.5
NEW_SHAPE = 5  # counts so much until somebody says otherwise

Mode = Literal["rings", "holes", "joints", "shapes"]
MODES: tuple[Mode, ...] = ("rings", "holes", "joints", "shapes")


class Finger:
    """Where the tracing has come to: what is chosen, what is begun, and what the next touch means."""

    def __init__(
        self, tracing: Tracing, find_hole: Callable[[Point], None], mm: Callable[[float], float]
    ) -> None:
        """`find_hole` asks for the outline of a hole; `mm` tells how long so many units of the screen are."""
        self.tracing = tracing
        self.mode: Mode = "rings" if tracing.now.rings else "shapes"
        self.chosen: Chosen = None
        self.taps: tuple[Point, ...] = ()
        self.armed = False  # the next taps make a new ring, or outline something
        self.at: Point = (0.0, 0.0)  # what the lens shows
        self._find_hole = find_hole
        self._mm = mm
        self._down: Point = (0.0, 0.0)
        self._before: Point = (0.0, 0.0)
        self._grabbed: tuple[str, int, float] | None = None
        self._dragging = False

    def go_on(self, before: Finger) -> None:
        """From where another one was."""
        before.tracing.let_go()  # the finger does not reach the new page
        self.tracing, self.mode, self.chosen = before.tracing, before.mode, before.chosen
        self.taps, self.armed, self.at = before.taps, before.armed, before.at

    def turn_to(self, mode: Mode) -> None:
        """Rings, holes, joints or shapes: what a touch means now."""
        self.mode, self.taps, self.armed = mode, (), False
        self.choose((mode, 0) if len(getattr(self.tracing.now, mode)) else None)

    def choose(self, chosen: Chosen) -> None:
        self.chosen = chosen
        self._look_at_chosen()

    def _look_at_chosen(self) -> None:
        now = self.tracing.now
        if self.chosen is None:
            return
        name, number = self.chosen
        if name == "rings":
            x, y = now.centre
            self.at = (x + now.rings[number][0], y)
        else:
            area = getattr(now, name)[number].area
            x, y = middle(area)
            self.at = (x + (area.radius if isinstance(area, Circle) else 0.0), y)

    @property
    def closes(self) -> bool:
        """Whether the taps are enough for an outline."""
        return self.armed and len(self.taps) > 2

    @property
    def value(self) -> int | None:
        now = self.tracing.now
        if self.chosen is None or self.mode not in ("rings", "shapes"):
            return None
        number = self.chosen[1]
        return now.rings[number][1] if self.mode == "rings" else now.shapes[number].value

    @property
    def millimetres(self) -> float | None:
        """The radius of a ring or of a round hole, how wide a joint is, how far a polygon reaches."""
        if self.chosen is None:
            return None
        name, number = self.chosen
        if name == "rings":
            return self.tracing.now.rings[number][0]
        thing = getattr(self.tracing.now, name)[number]
        if isinstance(thing, Joint):
            return thing.wide
        area = thing.area
        at = middle(area)
        return area.radius if isinstance(area, Circle) else max(dist(at, point) for point in area.points)

    # Buttons.

    def count(self, by: int) -> None:
        value = self.value
        if self.chosen is None or value is None:
            return
        if self.mode == "rings":
            self.tracing.value_ring(self.chosen[1], value + by)
        else:
            self.tracing.value_shape(self.chosen[1], value + by)

    def size(self, by: int) -> None:
        size = self.millimetres
        if self.chosen is None or size is None:
            return
        if self.mode == "rings":
            self.tracing.size_ring(self.chosen[1], size + by * STEP_MM)
        else:
            self.tracing.size_part(self.mode, self.chosen[1], by * STEP_MM)
        self._look_at_chosen()

    def new(self) -> None:
        """Begin a ring or an outline, or close the outline that was begun."""
        if self.closes:
            self._close_outline()
        else:
            self.armed, self.taps = True, ()

    def _close_outline(self) -> None:
        if self.mode == "holes":
            made = self.tracing.outline_hole(self.taps)
        else:
            made = self.tracing.outline_shape(self.taps, NEW_SHAPE)
        self.taps, self.armed = (), False
        if made is not None:
            self.choose((self.mode, made))

    def remove(self) -> bool:
        """Take away what is chosen; False where it is the last zone, which must stay."""
        if self.chosen is None:
            return True
        name, number = self.chosen
        gone = (
            self.tracing.remove_ring(number)
            if name == "rings"
            else self.tracing.remove_part(_part(name), number)
        )
        if gone:
            left = len(getattr(self.tracing.now, name))
            self.choose((name, min(number, left - 1)) if left else None)
        return gone

    def undo(self) -> None:
        if self.taps:
            self.taps = self.taps[:-1]
            return
        self.tracing.undo()
        if self.chosen is not None and self.chosen[1] >= len(getattr(self.tracing.now, self.chosen[0])):
            self.chosen = None

    # Touches.

    def touch(self, what: str, at: Point) -> None:
        """`what` is down, move or up."""
        self.at = at
        if what == "down":
            self._down = self._before = at
            self._dragging = False
            self._grabbed = self._grab(at)
        elif what == "move":
            if self._grabbed is not None and (self._dragging or dist(at, self._down) > self._mm(SLACK)):
                self._drag(self._grabbed, at)
        elif self._dragging:
            self.tracing.let_go()
            self._dragging = False
        else:
            self._tap(at)

    def _grab(self, at: Point) -> tuple[str, int, float] | None:
        """What a drag from here would move."""
        if self.armed or self.taps:
            return None
        reach, now = self._mm(REACH), self.tracing.now
        if self.mode != "rings":
            number = self.tracing.part_at(self.mode, at, reach)
            if number is None:
                return None
            self.chosen = (self.mode, number)
            return (self.mode, number, 0.0)
        away = dist(at, now.centre)
        number = self.tracing.ring_at(at, reach)
        if away <= reach and (number is None or away < abs(now.rings[number][0] - away)):
            return ("centre", 0, 0.0)
        if number is None:
            return None
        self.chosen = ("rings", number)
        return ("rings", number, now.rings[number][0] - away)  # it does not jump under the finger

    def _drag(self, grabbed: tuple[str, int, float], at: Point) -> None:
        if not self._dragging:
            self.tracing.hold()
            self._dragging = True
        name, number, offset = grabbed
        centre = self.tracing.now.centre
        by = (at[0] - self._before[0], at[1] - self._before[1])
        self._before = at
        if name == "centre":
            self.tracing.drag_centre((centre[0] + by[0], centre[1] + by[1]))
            self.at = self.tracing.now.centre
        elif name == "rings":
            away = dist(at, centre)
            self.tracing.size_ring(number, away + offset, "moved")
            if away > 0:  # the lens looks at the line, not at the finger
                share = self.tracing.now.rings[number][0] / away
                self.at = (centre[0] + (at[0] - centre[0]) * share, centre[1] + (at[1] - centre[1]) * share)
        else:
            self.tracing.move_part(_part(name), number, by)

    def _tap(self, at: Point) -> None:
        if self.armed and self.mode == "rings":
            made = self.tracing.add_ring(at)
            self.armed = made is None
            self.chosen = ("rings", made) if made is not None else self.chosen
        elif self.armed:
            if near_end(self.taps, at, self._mm(REACH) / 2):
                self._close_outline()
            else:
                self.taps = (*self.taps, at)
        elif self.mode == "joints":
            self._tap_joint(at)
        elif self.mode == "holes" and self._grabbed is None:
            self._find_hole(at)

    def _tap_joint(self, at: Point) -> None:
        if self.taps:
            made = self.tracing.add_joint(self.taps[0], at)
            self.taps = ()
            self.chosen = ("joints", made) if made is not None else self.chosen
        elif self._grabbed is None or self._beside_joint(at):
            self.taps = (at,)

    def _beside_joint(self, at: Point) -> bool:
        """Within a finger's breadth of a joint, but not on it: another joint may begin there."""
        joints = self.tracing.now.joints
        return all(outside(joint.area, at) > self._mm(REACH) / 3 for joint in joints)


def _part(name: str) -> Part:
    parts: tuple[Part, ...] = ("holes", "joints", "shapes")
    return next(part for part in parts if part == name)
