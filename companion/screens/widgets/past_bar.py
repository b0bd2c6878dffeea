"""A look back: the play screen shows an earlier state, and this bar below it says so. Nothing else can be touched
but a panel that was opened from here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Line
from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout

from companion.screens.look import Look
from companion.screens.port import Past
from companion.screens.theme import BODY, CAPTION, GAP
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.surface import Surface, column, sized
from companion.screens.widgets.text import Text

HEIGHT = 74  # units: over the bottom bar and its edges
MOST_LINES = 2  # an attack may leave many; the screen above shows what came of them


class PastBar(FloatLayout):
    """The layer it appears in; while it does, it keeps every touch from the screen behind it."""

    def __init__(
        self,
        look: Look,
        look_at: Callable[[int | None], None],
        undo_to: Callable[[int], None],
        correct: Callable[[], None],
        on_panel: Callable[[MotionEvent], bool],
    ) -> None:
        """`correct` opens the dice of the entry; `on_panel` tells whether a finger is on a panel."""
        super().__init__()
        self._correct, self._on_panel = correct, on_panel
        self.look, self._look_at, self._undo_to = look, look_at, undo_to
        self.past: Past | None = None
        self.bar: Surface | None = None
        with self.canvas.after:
            self._tint = Color(0, 0, 0, 0)
            self._frame = Line(width=look.px(2))
        self.bind(size=self._place, pos=self._place)

    def show(self, past: Past | None) -> None:
        if past == self.past:
            return
        self.past = past
        self.clear_widgets()
        self.bar = None
        self._tint.rgba = self.look.palette.warn if past is not None else (0, 0, 0, 0)
        if past is not None:
            self.bar = self._make(past)
            self.add_widget(self.bar)
            self._place()

    def _make(self, past: Past) -> Surface:
        look, say = self.look, self.look.say
        bar = Surface(look, padding=look.px(GAP), spacing=look.px(GAP), size_hint=(None, None))
        bar.fill, bar.edge = look.palette.card, look.palette.warn
        bar.edge_width = look.px(2)
        self.earlier = icon_button(look, "back", partial(self._step, past.earlier))
        self.later = icon_button(look, "forth", partial(self._step, past.later))
        self.earlier.enabled = past.earlier is not None
        self.later.enabled = past.later is not None
        when = Text(
            look, say("history.as_it_was", n=past.number), CAPTION, bold=True, colour=look.palette.warn
        )
        told = Text(look, " · ".join(look.sentence(line) for line in past.lines[:MOST_LINES]), BODY)
        words = column(look, sized(look, when, height=18), told, gap=0)
        self.undo = VerbButton(
            look, say("history.undo_to"), partial(self._undo_to, past.number), icon="undo", size=BODY
        )
        self.undo.enabled = past.later is not None
        self.fix = VerbButton(look, say("history.fix"), self._correct, size=BODY)
        self.back = VerbButton(look, say("history.now"), partial(self._look_at, None), rank="first")
        for widget in (self.earlier, self.later):
            widget.size_hint_y, widget.height = None, look.px(HEIGHT - 2 * GAP)
            bar.add_widget(widget)
        bar.add_widget(words)
        if past.view.dice.entry == past.number:  # a roll that somebody read
            bar.add_widget(sized(look, self.fix, width=118))
        bar.add_widget(sized(look, self.undo, width=150))
        bar.add_widget(sized(look, self.back, width=128))
        return bar

    def _step(self, number: int | None) -> None:
        if number is not None:
            self._look_at(number)

    def _place(self, *_: object) -> None:
        edge = self.look.px(1)
        self._frame.rectangle = (self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge)
        if self.bar is not None:
            self.bar.pos = self.pos
            self.bar.size = (self.width, self.look.px(HEIGHT))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.past is None:
            return False
        if super().on_touch_down(touch):
            return True
        return not self._on_panel(touch)  # the past can only be looked at
