"""Tracing a board by touch: drag its rings, add and remove them, say what they count; tap holes, joints and shapes.

Only what a finger has traced since is the page's own; it is kept by one wish, and nothing before that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.target_board import Drawing, Lens, TracedBoard
from companion.screens.target_finger import MODES, Finger, Mode
from companion.screens.target_port import TracingView
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.target.profile import Point
from companion.target.traced import Traced
from companion.target.tracing import Tracing

SIDE = 376  # units


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
        self._holes = view.hole.number if view.hole is not None else 0
        self.board = TracedBoard(look, self.touch)
        self.finger = Finger(Tracing(view.start), find_hole, self._mm)
        self.lens = Lens(look)
        self.modes = {
            mode: VerbButton(
                look, look.say(f"trace.{mode}"), partial(self.turn_to, mode), size=SMALL, padding=look.px(4)
            )
            for mode in MODES
        }
        self.hint = Text(look, "", SMALL, valign="middle")
        self.value = Stepper(look, "trace.counts", self._changed(self.finger.count))
        self.width_of = Stepper(look, "trace.size", self._changed(self.finger.size))
        self.new = VerbButton(look, " ", self.begin, size=SMALL, icon="plus", padding=look.px(6))
        self.remove = VerbButton(look, look.say("trace.remove"), self._remove, size=SMALL, padding=look.px(6))
        self.undo = VerbButton(look, " ", self._undo, icon="undo", size=SMALL, padding=look.px(8))
        self.keep = VerbButton(
            look, look.say("calibrate.keep"), lambda: keep(self.finger.tracing.now), rank="first"
        )
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
        self.turn_to(self.finger.mode)

    def show(self, view: TracingView) -> None:
        """The outline of a hole that was tapped."""
        found = view.hole
        if found is not None and found.number != self._holes:
            self._holes = found.number
            self.finger.choose(("holes", self.finger.tracing.add_hole(found.at, found.area)))
            self._refresh()

    def go_on(self, before: TracePage) -> None:
        """The same board on a page that is drawn anew: what was traced, and what the next tap means."""
        self.finger.go_on(before.finger)
        self._refresh()

    # What a finger does.

    def touch(self, what: str, at: Point) -> None:
        self.finger.touch(what, at)
        self._refresh()

    def turn_to(self, mode: Mode) -> None:
        """Rings, holes, joints or shapes: what a finger means now."""
        self.finger.turn_to(mode)
        self._refresh()

    def begin(self) -> None:
        """A new ring or outline; or an outline that was begun is closed."""
        self.finger.new()
        self._refresh()

    def _changed(self, change: Callable[[int], None]) -> Callable[[int], None]:
        def changed(by: int) -> None:
            change(by)
            self._refresh()

        return changed

    def _remove(self) -> None:
        if self.finger.remove():
            self._refresh()
        else:
            self.hint.text = self.look.say("trace.last_zone")

    def _undo(self) -> None:
        self.finger.undo()
        self._refresh()

    def _mm(self, units: float) -> float:
        return self.look.px(units) / self.board.sheet().scale

    # What is shown.

    def _refresh(self) -> None:
        say, finger = self.look.say, self.finger
        self.board.show(Drawing(finger.tracing.now, finger.chosen, finger.taps))
        self.lens.show(self.board, finger.at)
        for mode, button in self.modes.items():
            button.set_rank("first" if mode == finger.mode else "plain")
        self.hint.text = say(self._hint())
        value, size = finger.value, finger.millimetres
        self.value.show("" if value is None else str(value), value is not None)
        self.width_of.show("" if size is None else say("trace.mm", mm=f"{size:.1f}"), size is not None)
        self.new.title.text = say(self._new_words())
        self.new.enabled = finger.mode != "joints" and (not finger.armed or finger.closes)
        self.new.set_rank("first" if finger.closes else "plain")
        self.remove.enabled = finger.chosen is not None and not finger.taps
        last = finger.tracing.last
        self.undo.title.text = say(
            "trace.undo.tap" if finger.taps else f"trace.undo.{last}" if last else "trace.undo"
        )
        self.undo.enabled = bool(finger.taps) or last is not None

    def _hint(self) -> str:
        finger = self.finger
        if finger.mode == "rings":
            return "trace.hint.add_ring" if finger.armed else "trace.hint.rings"
        if finger.mode == "joints":
            return "trace.hint.joint_end" if finger.taps else "trace.hint.joints"
        return "trace.hint.outline" if finger.armed else f"trace.hint.{finger.mode}"

    def _new_words(self) -> str:
        if self.finger.mode == "rings":
            return "trace.add_ring"
        return "trace.close" if self.finger.armed else "trace.outline"
