"""The panels of My dice: which die to teach, one die with all its faces, files, and words to type."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.screens.look import Look
from companion.screens.port import Table, View
from companion.screens.teaching_port import DieRow, DieWish
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

LONGEST = 24


class WhichPanel(Panel):
    """A die of a game, or one of the owner's own."""

    def __init__(
        self,
        look: Look,
        view: View,
        choose: Callable[[str], None],
        new: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("mydice.which"), close)
        own = {die.name: die for die in view.teaching.dice if die.own}
        self.new = VerbButton(look, look.say("mydice.new"), new, rank="first", icon="plus")
        self.add_widget(sized(look, self.new, height=56))
        grid = GridLayout(
            cols=2, spacing=look.px(GAP), row_default_height=look.px(56), row_force_default=True
        )
        self.buttons: dict[str, VerbButton] = {}
        for die in view.teaching.choices:
            known = own.get(die.name)
            about = look.say("mydice.faces", n=known.known if known else 0, all=len(die.faces))
            button = VerbButton(
                look, look.say(die.title), partial(choose, die.name), detail=about, size=SMALL
            )
            self.buttons[die.name] = button
            grid.add_widget(button)
        self.add_widget(scrolling(look, grid))


class DiePage(Panel):
    """One die: every face as it was seen, what looks alike, and what can be done with it."""

    def __init__(
        self,
        look: Look,
        die: DieRow,
        table: Table,
        begin: Callable[[str], None],
        rename: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        say = look.say
        super().__init__(look, say(die.title), close)
        self.die = die
        grid = GridLayout(
            cols=6, spacing=look.px(GAP), row_default_height=look.px(104), row_force_default=True
        )
        for face in die.faces:
            picture = DiePicture(look)
            picture.show(Mark(face.face), face.crop)
            name = Text(look, say(face.label), CAPTION, align="center", valign="middle")
            grid.add_widget(column(look, picture, sized(look, name, height=34), gap=2))
        rows = BoxLayout(orientation="vertical", spacing=look.px(GAP), size_hint_y=None)
        rows.bind(minimum_height=rows.setter("height"))
        grid.size_hint_y = None
        grid.bind(minimum_height=grid.setter("height"))
        rows.add_widget(grid)
        for pair in die.close:
            words = "mydice.mirrored" if pair.mirrored else "mydice.close"
            text = say(words, one=say(pair.one), other=say(pair.other))
            note = Text(look, text, SMALL, colour=look.palette.warn)
            rows.add_widget(sized(look, note, height=44))
        self.add_widget(scrolling(look, rows))
        deeds = row(look, VerbButton(look, say("mydice.go_on"), partial(begin, die.name), rank="first"))
        deeds.add_widget(VerbButton(look, say("mydice.share"), self._then(table, "share", close)))
        if die.own:
            deeds.add_widget(VerbButton(look, say("mydice.rename"), partial(rename, die.name)))
            delete = self._then(table, "delete", close)
            self.delete = self._asking(say("mydice.delete"), say("mydice.delete_sure"), delete)
            deeds.add_widget(self.delete)
        self.add_widget(sized(look, deeds, height=54))
        if die.learned:
            sure = say("mydice.unlearn_sure", n=die.learned)
            forget = self._then(table, "unlearn", close)
            self.forget = self._asking(say("mydice.unlearn", n=die.learned), sure, forget)
            self.add_widget(sized(look, self.forget, height=48))

    def _asking(self, words: str, sure: str, act: Callable[[], None]) -> VerbButton:
        """What was taught cannot be brought back by undo: the button asks for a second tap."""

        def ask() -> None:
            button.title.text = sure
            button.set_rank("first")
            button.on_tap = act

        button = VerbButton(self.look, words, ask)
        return button

    def _then(self, table: Table, do: str, close: Callable[[], None]) -> Callable[[], None]:
        def act() -> None:
            close()
            table.teach(DieWish(do, self.die.name))  # type: ignore[arg-type]

        return act


class FilesPanel(Panel):
    """Files of taught dice that lie on a stick or among the shared ones."""

    def __init__(self, look: Look, table: Table, close: Callable[[], None]) -> None:
        super().__init__(look, look.say("mydice.bring"), close)
        self._table = table
        self._files: tuple[str, ...] | None = None
        self.rows = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        self.add_widget(scrolling(look, self.rows))

    def show(self, view: View) -> None:
        if view.teaching.files == self._files:
            return
        self._files = view.teaching.files
        look = self.look
        self.rows.clear_widgets()
        for file in self._files:
            self.rows.add_widget(sized(look, VerbButton(look, file, partial(self._bring, file)), height=56))
        if not self._files:
            self.rows.add_widget(sized(look, Text(look, look.say("mydice.no_files"), BODY), height=60))

    def _bring(self, file: str) -> None:
        assert self.close is not None
        self.close()
        self._table.teach(DieWish("bring", file))


class WordPanel(Panel):
    """A word by letters; `enough` is a button that ends a row of such questions with no word."""

    def __init__(
        self,
        look: Look,
        title: str,
        told: Callable[[str], None],
        close: Callable[[], None],
        enough: str = "",
    ) -> None:
        super().__init__(look, title, close)
        field = Surface(look, padding=(look.px(14), 0))
        field.fill, field.edge = look.palette.back, look.palette.outline
        self.text = Text(look, "", TITLE, bold=True)
        field.add_widget(self.text)
        self.title.size_hint_x = 0.7
        self.head.add_widget(field, index=1)
        if enough:
            self.enough = VerbButton(look, enough, partial(told, ""), icon="check")
            self.head.add_widget(sized(look, self.enough, width=190), index=1)
        self.keyboard = Keyboard(look, "", LONGEST, self._typed, lambda: told(self.keyboard.text.strip()))
        self.add_widget(self.keyboard)

    def _typed(self, text: str) -> None:
        self.text.text = text
