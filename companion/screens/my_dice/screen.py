"""My dice: the dice that are known, each with its faces, and the door to a lesson."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens.desk import Desk, Screen
from companion.screens.look import Look
from companion.screens.my_dice.lesson import LessonPanel
from companion.screens.my_dice.panels import DiePage, FilesPanel, WhichPanel, WordPanel
from companion.screens.panels import CameraPanel
from companion.screens.port import View
from companion.screens.teaching_port import BeginLesson, DieRow, DieWish
from companion.screens.theme import CAPTION, GAP, SMALL, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.panel import Panel, PanelLayer, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar
from companion.screens.widgets.touch import Touchable

MOST_FACES = 12  # that an own die can be given here


class MyDiceScreen(Screen):
    def __init__(self, desk: Desk, view: View) -> None:
        super().__init__(desk)
        self.view = view
        look = self.look
        self.bar = TopBar(look, look.say("mydice.title"), self.open_camera, "home", self._home)
        self.rows = GridLayout(
            cols=2, spacing=look.px(GAP), row_default_height=look.px(68), row_force_default=True
        )
        self.teach = VerbButton(look, look.say("mydice.teach"), self.open_which, rank="first", icon="plus")
        self.bring = VerbButton(look, look.say("mydice.bring"), self.open_files, icon="arrow")
        doors = sized(look, row(look, self.teach, self.bring), height=58)
        self.none = Text(look, look.say("mydice.none"), TITLE, colour=look.palette.quiet, align="center")
        self.list = scrolling(look, self.rows)
        self.field = BoxLayout()  # the list, or the words that there is none yet
        body = column(look, self.field, self._learning(), doors)
        self.panels = PanelLayer(look, on_change=desk.pictures)
        self.add_widget(column(look, self.bar, body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(body)
        self._shown: tuple[DieRow, ...] | None = None
        self._faces: list[str] = []
        self.show(view)

    def _learning(self) -> Widget:
        """Whether corrections at the table teach: the owner decides."""
        look, say = self.look, self.look.say
        now = self.desk.choices.learn_from_corrections
        line = row(look, sized(look, Text(look, say("settings.learn"), SMALL), width=190))
        for value in ("ask", "always", "never"):
            chosen = value == now
            choose = partial(self.desk.choose, "learn_from_corrections", value)
            line.add_widget(
                VerbButton(
                    look,
                    say(f"settings.learn.{value}"),
                    choose,
                    rank="first" if chosen else "plain",
                    icon="check" if chosen else "",
                )
            )
        return sized(look, line, height=48)

    def show(self, view: View) -> None:
        self.view = view
        self.bar.camera.show(view.sight)
        teaching = view.teaching
        if teaching.dice != self._shown:
            self._shown = teaching.dice
            self.rows.clear_widgets()
            for die in teaching.dice:
                self.rows.add_widget(DieCard(self.look, die, partial(self.open_die, die.name)))
            self.field.clear_widgets()
            self.field.add_widget(self.list if teaching.dice else self.none)
        panel = self.panels.panel
        if teaching.lesson is not None and not isinstance(panel, LessonPanel):
            self._open(LessonPanel(self.look, view, self.desk.table, self.panels.close))
        elif teaching.lesson is None and isinstance(panel, LessonPanel):
            self.panels.close()
        elif panel is not None:
            panel.show(view)

    def leave(self) -> None:
        if self.view.teaching.lesson is not None:
            self.desk.table.teach(DieWish("end"))

    def hand_over(self) -> None:
        """A lesson is in the view: the new screen goes on with it."""

    def _home(self) -> None:
        self.desk.go("home")

    # Panels.

    def _open(self, panel: Panel) -> None:
        self.panels.open(panel)
        panel.show(self.view)

    def open_camera(self) -> None:
        self._open(CameraPanel(self.look, self.panels.close))

    def open_which(self) -> None:
        self._open(WhichPanel(self.look, self.view, self._begin, self.open_name, self.panels.close))

    def open_die(self, name: str) -> None:
        die = next((die for die in self.view.teaching.dice if die.name == name), None)
        if die is not None:
            self._open(
                DiePage(self.look, die, self.desk.table, self._begin, self.open_rename, self.panels.close)
            )

    def open_files(self) -> None:
        self.desk.table.teach(DieWish("find"))
        self._open(FilesPanel(self.look, self.desk.table, self.panels.close))

    def open_rename(self, name: str) -> None:
        def done(new: str) -> None:
            self.panels.close()
            if new:
                self.desk.table.teach(DieWish("rename", name, new))

        self._open(WordPanel(self.look, self.look.say("mydice.name"), done, self.panels.close))

    def open_name(self) -> None:
        """A die of the owner's own: its name, then one face after the other."""

        def named(name: str) -> None:
            if name:
                self._faces = []
                self._ask_face(name)
            else:
                self.panels.close()

        self._open(WordPanel(self.look, self.look.say("mydice.name"), named, self.panels.close))

    def _ask_face(self, name: str) -> None:
        def told(face: str) -> None:
            if face and face not in self._faces:
                self._faces.append(face)
            if (face and len(self._faces) < MOST_FACES) or not self._faces:
                self._ask_face(name)
            else:
                self.panels.close()
                self._begin(name, tuple(self._faces))

        title = self.look.say("mydice.face_name", n=len(self._faces) + 1)
        enough = self.look.say("mydice.enough") if self._faces else ""
        self._open(WordPanel(self.look, title, told, self.panels.close, enough))

    def _begin(self, name: str, faces: tuple[str, ...] = ()) -> None:
        self.panels.close()
        self.desk.table.teach(BeginLesson(name, faces))

    # Pictures.

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel | LessonPanel)

    def picture(self, pixels: Any) -> None:
        if isinstance(self.panels.panel, CameraPanel | LessonPanel):
            self.panels.panel.picture(pixels)


class DieCard(Touchable, Surface):
    """A die: one of its faces, its name, and how much of it is known."""

    def __init__(self, look: Look, die: DieRow, on_tap: Any) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=look.px(8), spacing=look.px(10))
        say = look.say
        picture = DiePicture(look)
        seen = next((face for face in reversed(die.faces) if face.crop), None)
        picture.show(Mark(seen.face if seen else "?"), seen.crop if seen else b"")
        self.add_widget(sized(look, picture, width=52))
        whose = say("mydice.own") if die.own else say("mydice.shipped")
        about = f"{say('mydice.faces', n=die.known, all=len(die.faces))} · {whose}"
        words = BoxLayout(orientation="vertical")
        words.add_widget(Text(look, say(die.title), SMALL, bold=True, valign="bottom"))
        words.add_widget(Text(look, about, CAPTION, colour=look.palette.quiet, valign="top"))
        self.add_widget(words)
        self.add_widget(sized(look, Widget(), width=1))
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.card
