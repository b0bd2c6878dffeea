"""Tracing a board by touch: drag its rings, add and remove them, say what they count; tap holes, joints and shapes.

Only what a finger has traced since is the page's own; it is kept by one wish, and nothing before that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import dist
from typing import Literal

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.target_board import Chosen, Drawing, Lens, TracedBoard, near_end
from companion.screens.target_port import TracingView
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.target.profile import Circle, Point
from companion.target.shapes import middle, outside
from companion.target.traced import Joint, Traced
from companion.target.tracing import Part, Tracing

SIDE = 376  # units
SLACK = 5  # units: a finger that moved less has tapped
REACH = 26  # units around a finger that count as touched
STEP_MM = 0.5
NEW_SHAPE = 5  # counts so much until somebody says otherwise

Mode = Literal["rings", "holes", "joints", "shapes"]
MODES: tuple[Mode, ...] = ("rings", "holes", "joints", "shapes")


class Stepper(BoxLayout):
    """Less, a number, more; what it is stands above."""

    def __init__(self, look: Look, words: str, change: Callable[[int], None]) -> None:
        super().__init__(orientation="vertical")
        self.less = VerbButton(look, "−", partial(change, -1), size=TITLE, padding=0)
        self.more = VerbButton(look, "+", partial(change, 1), size=TITLE, padding=0)
        self.words = Text(look, look.say(words), CAPTION, colour=look.palette.quiet, align="center")
        self.number = Text(look, "", BODY, bold=True, align="center")
        line = row(
            look, sized(look, self.less, width=52), self.number, sized(look, self.more, width=52), gap=4
        )
        self.add_widget(sized(look, self.words, height=20))
        self.add_widget(sized(look, line, height=50))

    def show(self, number: str, enabled: bool = True) -> None:
        self.number.text = number
        self.less.enabled = self.more.enabled = enabled
        self.opacity = 1 if enabled else 0


class TracePage(BoxLayout):
    def __init__(
        self,
        look: Look,
        view: TracingView,
        keep: Callable[[Traced], None],
        find_hole: Callable[[Point], None],
    ) -> None:
        """`find_hole` asks for the outline of a hole; the answer comes with a view."""
        super().__init__(spacing=look.px(GAP))
        assert view.start is not None
        self.look = look
        self._find_hole = find_hole
        self._holes = view.hole.number if view.hole is not None else 0
        self.tracing = Tracing(view.start)
        self.mode: Mode = "rings" if view.start.rings else "shapes"
        self.chosen: Chosen = None
        self.taps: tuple[Point, ...] = ()
        self.armed = False  # the next taps make a new ring, or outline something
        self._down: Point = (0.0, 0.0)
        self._before: Point = (0.0, 0.0)
        self._grabbed: tuple[str, int, float] | None = None
        self._dragging = False
        self.board = TracedBoard(look, self._finger)
        self.lens = Lens(look)
        self._at: Point = (0.0, 0.0)  # what the lens shows
        self.modes = {
            mode: VerbButton(
                look, look.say(f"trace.{mode}"), partial(self.turn_to, mode), size=SMALL, padding=look.px(4)
            )
            for mode in MODES
        }
        self.hint = Text(look, "", SMALL, valign="middle")
        self.value = Stepper(look, "trace.counts", self._count)
        self.width_of = Stepper(look, "trace.size", self._size)
        self.new = VerbButton(look, " ", self._new, size=SMALL, icon="plus", padding=look.px(6))
        self.remove = VerbButton(look, look.say("trace.remove"), self._remove, size=SMALL, padding=look.px(6))
        self.undo = VerbButton(look, " ", self._undo, icon="undo", size=SMALL, padding=look.px(8))
        self.keep = VerbButton(look, look.say("calibrate.keep"), lambda: keep(self.tracing.now), rank="first")
        side = column(look, sized(look, row(look, *self.modes.values()), height=TOUCH))
        parts: tuple[tuple[Widget, float], ...] = (
            (self.hint, 40),
            (self.lens, 0),
            (row(look, self.value, self.width_of), 70),
            (row(look, self.new, self.remove), TOUCH),
            (row(look, self.undo, self.keep), 54),
        )
        for widget, height in parts:
            side.add_widget(sized(look, widget, height=height) if height else widget)
        self.add_widget(self.board)
        self.add_widget(sized(look, side, width=SIDE))
        self.board.board(view.flat, view.span)
        self.turn_to(self.mode)

    def show(self, view: TracingView) -> None:
        """The outline of a hole that was tapped."""
        found = view.hole
        if found is not None and found.number != self._holes:
            self._holes = found.number
            self.chosen = ("holes", self.tracing.add_hole(found.at, found.area))
            self._look_at_chosen()
            self._refresh()

    def go_on(self, before: TracePage) -> None:
        """The same board on a page that is drawn anew: what was traced, and what the next tap means."""
        before.tracing.let_go()  # the finger does not reach the new page
        self.tracing, self.mode, self.chosen = before.tracing, before.mode, before.chosen
        self.taps, self.armed, self._at = before.taps, before.armed, before._at
        self._refresh()

    # What is shown.

    def turn_to(self, mode: Mode) -> None:
        """Rings, holes, joints or shapes: what a finger means now."""
        self.mode, self.taps, self.armed = mode, (), False
        count = len(getattr(self.tracing.now, mode))
        self.chosen = (mode, 0) if count else None
        self._look_at_chosen()
        self._refresh()

    def _look_at_chosen(self) -> None:
        now = self.tracing.now
        if self.chosen is None:
            return
        name, number = self.chosen
        if name == "rings":
            x, y = now.centre
            self._at = (x + now.rings[number][0], y)
        else:
            area = getattr(now, name)[number].area
            x, y = middle(area)
            self._at = (x + (area.radius if isinstance(area, Circle) else 0.0), y)

    def _refresh(self) -> None:
        say, now = self.look.say, self.tracing.now
        self.board.show(Drawing(now, self.chosen, self.taps))
        self.lens.show(self.board, self._at)
        for mode, button in self.modes.items():
            button.set_rank("first" if mode == self.mode else "plain")
        self.hint.text = say(self._hint())
        value = self._value()
        self.value.show("" if value is None else str(value), value is not None)
        size = self._millimetres()
        self.width_of.show("" if size is None else f"{size:.1f}", size is not None)
        self.new.title.text = say(self._new_words())
        self.new.enabled = self.mode != "joints" and (not self.armed or self._closes())
        self.new.set_rank("first" if self.armed and self._closes() else "plain")
        self.remove.enabled = self.chosen is not None and not self.taps
        last = self.tracing.last
        self.undo.title.text = say(
            "trace.undo.tap" if self.taps else f"trace.undo.{last}" if last else "trace.undo"
        )
        self.undo.enabled = bool(self.taps) or last is not None

    def _hint(self) -> str:
        if self.mode == "rings":
            return "trace.hint.add_ring" if self.armed else "trace.hint.rings"
        if self.mode == "joints":
            return "trace.hint.joint_end" if self.taps else "trace.hint.joints"
        return "trace.hint.outline" if self.armed else f"trace.hint.{self.mode}"

    def _new_words(self) -> str:
        if self.mode == "rings":
            return "trace.add_ring"
        return "trace.close" if self.armed else "trace.outline"

    def _closes(self) -> bool:
        return len(self.taps) > 2

    def _value(self) -> int | None:
        now = self.tracing.now
        if self.chosen is None or self.mode not in ("rings", "shapes"):
            return None
        number = self.chosen[1]
        return now.rings[number][1] if self.mode == "rings" else now.shapes[number].value

    def _millimetres(self) -> float | None:
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

    def _count(self, by: int) -> None:
        value = self._value()
        if self.chosen is None or value is None:
            return
        if self.mode == "rings":
            self.tracing.value_ring(self.chosen[1], value + by)
        else:
            self.tracing.value_shape(self.chosen[1], value + by)
        self._refresh()

    def _size(self, by: int) -> None:
        size = self._millimetres()
        if self.chosen is None or size is None:
            return
        if self.mode == "rings":
            self.tracing.size_ring(self.chosen[1], size + by * STEP_MM)
        else:
            self.tracing.size_part(self.mode, self.chosen[1], by * STEP_MM)
        self._look_at_chosen()
        self._refresh()

    def _new(self) -> None:
        if self.armed and self._closes():
            self._close_outline()
        else:
            self.armed, self.taps = True, ()
        self._refresh()

    def _close_outline(self) -> None:
        if self.mode == "holes":
            made = self.tracing.outline_hole(self.taps)
        else:
            made = self.tracing.outline_shape(self.taps, NEW_SHAPE)
        self.taps, self.armed = (), False
        if made is not None:
            self.chosen = (self.mode, made)
            self._look_at_chosen()

    def _remove(self) -> None:
        if self.chosen is None:
            return
        name, number = self.chosen
        gone = (
            self.tracing.remove_ring(number)
            if name == "rings"
            else self.tracing.remove_part(_part(name), number)
        )
        if gone:
            left = len(getattr(self.tracing.now, name))
            self.chosen = (name, min(number, left - 1)) if left else None
            self._look_at_chosen()
            self._refresh()
        else:
            self.hint.text = self.look.say("trace.last_zone")

    def _undo(self) -> None:
        if self.taps:
            self.taps = self.taps[:-1]
        else:
            self.tracing.undo()
            if self.chosen is not None and self.chosen[1] >= len(getattr(self.tracing.now, self.chosen[0])):
                self.chosen = None
        self._refresh()

    # Fingers.

    def _finger(self, what: str, at: Point) -> None:
        self._at = at
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
        self._refresh()

    def _mm(self, units: float) -> float:
        return self.look.px(units) / self.board.sheet().scale

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
            self._at = self.tracing.now.centre
        elif name == "rings":
            away = dist(at, centre)
            self.tracing.size_ring(number, away + offset, "moved")
            if away > 0:  # the lens looks at the line, not at the finger
                share = self.tracing.now.rings[number][0] / away
                self._at = (centre[0] + (at[0] - centre[0]) * share, centre[1] + (at[1] - centre[1]) * share)
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
