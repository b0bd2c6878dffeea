"""Undo, redo, the latest of the log and the rules behind it: at the bottom of the play screen, whatever lies above."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.text import Line
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, GAP, SMALL
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text, fits
from companion.screens.widgets.touch import Touchable


class BottomBar(BoxLayout):
    def __init__(
        self,
        look: Look,
        undo: Callable[[], None],
        redo: Callable[[], None],
        history: Callable[[], None],
        explain: Callable[[], None],
    ) -> None:
        super().__init__(spacing=look.px(GAP))
        sized(look, self, height=58)
        self.look = look
        self.undo = VerbButton(look, look.say("play.undo"), undo, icon="undo", detail=" ", size=BODY)
        self.redo = VerbButton(look, look.say("play.redo"), redo, icon="redo", detail=" ", size=BODY)
        self.log = LatestLines(look, history)
        self.add_widget(sized(look, self.undo, width=220))
        self.add_widget(sized(look, self.redo, width=172))
        self.help = icon_button(look, "help", explain)
        self.help.height = look.px(58)
        self.add_widget(self.log)
        self.add_widget(self.help)

    def show(self, view: View, tapped: Line | None) -> None:
        """`tapped` is a correction still being tapped: undo drops that first."""
        self._name(self.undo, tapped or view.undo, "play.nothing_to_undo")
        self._name(self.redo, None if tapped else view.redo, "play.nothing_to_redo")
        self.log.show(view)

    def put_in_place_of_log(self, other: Widget | None) -> None:
        """Something that matters more than the log for now; None: the log again."""
        wanted = other or self.log
        if wanted.parent is None:
            for child in list(self.children):
                if child not in (self.undo, self.redo, self.help):
                    self.remove_widget(child)
            self.add_widget(wanted, index=1)  # before the help

    def _name(self, button: VerbButton, what: Line | None, nothing: str) -> None:
        button.enabled = what is not None
        button.detail.text = self.look.sentence(what if what is not None else nothing)


class LatestLines(Touchable, Surface):
    """The last two lines of the log; a tap shows all of it."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(12), look.px(3)), spacing=look.px(10))
        self.older = Text(look, "", SMALL, colour=look.palette.quiet)
        self.newer = Text(look, "", SMALL)
        self.lines = BoxLayout(orientation="vertical")
        self._told = [""]
        self.lines.bind(size=self._lay)
        self.lines.add_widget(self.newer)
        self.add_widget(self.lines)
        self.add_widget(sized(look, Icon("history", look.palette.quiet), width=22))
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.card

    def show(self, view: View) -> None:
        lines = [line for happening in view.history[-4:] if not happening.undone for line in happening.lines]
        self._told = [self.look.sentence(line) for line in lines[-2:]] or [self.look.say("play.nothing_yet")]
        self._lay()

    def _lay(self, *_: object) -> None:
        """A row each. Where one is too long for a row, the newer has both; all of them are in the history."""
        *older, newer = self._told
        row = self.lines.width, self.lines.height / 2
        if not all(fits(told, self.newer.smallest, False, *row) for told in self._told):
            older = []
        self.older.text, self.newer.text = "".join(older), newer
        if bool(older) != (self.older.parent is not None):
            if older:
                self.lines.add_widget(self.older, index=1)
            else:
                self.lines.remove_widget(self.older)
