"""After a correction: may this picture be remembered? One tap says so, another takes it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.screens.look import Look
from companion.screens.teaching_port import Learnable
from companion.screens.theme import BODY, GAP
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text

SHOWN_SECONDS = 20.0


class LearnBar(FloatLayout):
    """The layer it appears in; it goes by itself."""

    def __init__(self, look: Look, wish: Callable[[str], None]) -> None:
        super().__init__()
        self.look = look
        self._wish = wish
        self._shown: Learnable | None = None
        self._clock: Any = None
        self.note: Surface | None = None
        self.yes: VerbButton | None = None
        self.no: VerbButton | None = None
        self.bind(size=self._place)

    def show(self, offer: Learnable | None) -> None:
        if offer == self._shown:
            return
        self._shown = offer
        self.hide()
        if offer is None:
            return
        look, say = self.look, self.look.say
        note = Surface(look, padding=look.px(8), spacing=look.px(GAP), size_hint=(None, None))
        note.fill, note.edge = look.palette.card, look.palette.accent
        picture = DiePicture(look)
        picture.show(Mark("?"), offer.crop)
        note.add_widget(sized(look, picture, width=48))
        words = "learn.learned" if offer.learned else "learn.offer"
        note.add_widget(Text(look, say(words, face=say(offer.face)), BODY))
        if offer.learned:
            self.no = VerbButton(look, say("learn.forget"), lambda: self._wish("forget"), icon="undo")
            note.add_widget(sized(look, self.no, width=170))
        else:
            self.yes = VerbButton(look, say("learn.remember"), lambda: self._wish("learn"), rank="first")
            self.no = VerbButton(look, say("learn.no"), self.hide)
            note.add_widget(sized(look, self.yes, width=150))
            note.add_widget(sized(look, self.no, width=130))
        self.note = note
        self.add_widget(note)
        self._place()
        self._clock = Clock.schedule_once(lambda _: self.hide(), SHOWN_SECONDS)

    def hide(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
        if self.note is not None:
            self.remove_widget(self.note)
            self.note = None

    def _place(self, *_: object) -> None:
        if self.note is not None:
            # Over the bottom bar, all of it: a button that is half covered would be hit by mistake.
            px = self.look.px
            self.note.size = (self.width - px(GAP), px(66))
            self.note.pos = (px(GAP / 2), px(GAP / 2))

    def on_touch_down(self, touch: Any) -> bool:
        """What lies under the note is not touched through it."""
        on_note = self.note is not None and self.note.collide_point(*touch.pos)
        return bool(super().on_touch_down(touch)) or on_note
