"""A lesson: which face to lay up, what the camera sees, and how far each face is. It goes on by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.screens.look import Look
from companion.screens.port import Table, View
from companion.screens.teaching_port import DieWish, FaceRow, LessonView, TeachFace
from companion.screens.theme import BODY, CAPTION, GAP, HEADLINE, SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.preview import Preview
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

FACE_HEIGHT = 80  # units: six faces stand there at once, also on the small screen


class LessonPanel(Panel):
    def __init__(self, look: Look, view: View, table: Table, close: Callable[[], None]) -> None:
        def end() -> None:
            table.teach(DieWish("end"))

        super().__init__(look, "", end)
        del close  # it closes when the lesson has ended
        self._table = table
        self._faces: dict[str, FaceCard] = {}
        palette, say = look.palette, look.say
        self.task = Text(look, "", HEADLINE - 4, bold=True, colour=palette.accent)
        self.hint = Text(look, "", SMALL, colour=palette.quiet, valign="top")
        self.news = Text(look, "", BODY)
        self.preview = Preview(look)
        left = column(look, self.preview, sized(look, self.news, height=64))
        self.grid = GridLayout(
            cols=3, spacing=look.px(GAP), row_default_height=look.px(FACE_HEIGHT), row_force_default=True
        )
        task = column(
            look,
            sized(look, self.task, height=36),
            sized(look, self.hint, height=36),
            scrolling(look, self.grid),
        )
        self.add_widget(row(look, left, task, gap=12))
        self.back = VerbButton(look, say("mydice.back"), self._wish("take_back"), icon="undo")
        self.redo = VerbButton(look, say("mydice.redo"), self._anew, icon="redo")
        self.skip = VerbButton(look, say("mydice.skip"), self._skip, icon="arrow")
        self.done = VerbButton(look, say("mydice.done"), self._wish("end"), rank="first", icon="check")
        deeds = row(look, self.back, self.redo, self.skip, self.done)
        if view.simulated:
            self.lay = VerbButton(look, say("mydice.throw"), table.throw, icon="throw")
            deeds.add_widget(self.lay, index=1)
        self.add_widget(sized(look, deeds, height=56))
        self._lesson: LessonView | None = None
        self.show(view)

    def show(self, view: View) -> None:
        look, say = self.look, self.look.say
        reason = say(view.sight.reason) if view.sight.reason and view.sight.state.value == "hand" else ""
        self.preview.show(view.sight.dice, view.frame_size, reason, say("camera.no_picture"))
        lesson = view.teaching.lesson
        if lesson is None or lesson == self._lesson:
            return
        self._lesson = lesson
        self.title.text = say("mydice.lesson", die=say(lesson.die.title))
        now = next((face for face in lesson.die.faces if face.face == lesson.face), None)
        self.task.text = say("mydice.lay", face=say(now.label)) if now else say("mydice.whole")
        self.hint.text = say("mydice.several") if now else say("mydice.whole.about")
        news, worry = say(lesson.news) if lesson.news is not None else "", lesson.worry
        if not now and not worry and lesson.die.close:
            pair = lesson.die.close[0]
            words = "mydice.mirrored" if pair.mirrored else "mydice.close"
            news, worry = say(words, one=say(pair.one), other=say(pair.other)), True
        self.news.text = news
        self.news.color = look.palette.warn if worry else look.palette.good
        self.back.enabled = lesson.may_go_back
        self.redo.enabled = now is not None and now.views > 0
        self.skip.enabled = now is not None
        if set(self._faces) != {face.face for face in lesson.die.faces}:
            self.grid.clear_widgets()
            self._faces = {
                face.face: FaceCard(look, partial(self._go_to, face.face)) for face in lesson.die.faces
            }
            for card in self._faces.values():
                self.grid.add_widget(card)
        for face in lesson.die.faces:
            self._faces[face.face].show(face, lesson.wanted, face.face == lesson.face)

    def picture(self, pixels: Any) -> None:
        self.preview.picture(pixels)

    def _wish(self, do: str) -> Callable[[], None]:
        return lambda: self._table.teach(DieWish(do))  # type: ignore[arg-type]

    def _go_to(self, face: str) -> None:
        self._table.teach(TeachFace(face))

    def _anew(self) -> None:
        if self._lesson is not None and self._lesson.face:
            self._table.teach(TeachFace(self._lesson.face, anew=True))

    def _skip(self) -> None:
        """To the next face; after the last one to the first that is not known yet."""
        if self._lesson is None or not self._lesson.face:
            return
        faces = [face.face for face in self._lesson.die.faces]
        self._table.teach(TeachFace(faces[(faces.index(self._lesson.face) + 1) % len(faces)]))


class FaceCard(Touchable, Surface):
    """One face: its newest crop, its name, and how many looks there are. The one that is asked for has a frame."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical", padding=look.px(5), spacing=0)
        self.picture = DiePicture(look)
        self.name = Text(look, "", CAPTION, align="center", valign="middle")
        self.count = Text(look, "", CAPTION, bold=True, align="center")
        self.add_widget(row(look, self.picture, sized(look, self.count, width=40), gap=2))
        self.add_widget(sized(look, self.name, height=30))
        self.bind(pressed=self._colours)
        self._colours()

    def show(self, face: FaceRow, wanted: int, asked: bool) -> None:
        look = self.look
        self.picture.show(Mark("?" if not face.crop else face.face), face.crop)
        self.name.text = look.say(face.label)
        self.count.text = look.say("mydice.views", n=face.views, wanted=wanted)
        self.count.color = look.palette.good if face.views >= wanted else look.palette.quiet
        self.edge = look.palette.accent if asked else look.palette.outline

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.button
