"""Finding a card: a list that gets shorter as one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.rules.dungeon_fighter.cards import AnyCard
from companion.rules.dungeon_fighter.library import library
from companion.screens.dungeon_fighter import icons as _icons  # noqa: F401 - enters them
from companion.screens.dungeon_fighter import words
from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, GAP
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

LONGEST = 24
ROW = 54
COLUMNS = 3
BESIDE = 2  # cards that stand beside the letters


class Field(Touchable, Surface):
    """What was typed; a tap brings the letters."""

    def __init__(self, look: Look, hint: str, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(12), 0), spacing=look.px(8))
        self.fill, self.edge = look.palette.back, look.palette.outline
        self._hint = hint
        self.text = Text(look, hint, BODY, bold=True)
        self.add_widget(sized(look, Icon("df_glass", look.palette.quiet), width=24))
        self.add_widget(self.text)
        self.write("")

    def write(self, typed: str) -> None:
        palette = self.look.palette
        self.text.text = typed or self._hint
        self.text.color = palette.text if typed else palette.quiet


class Finder(BoxLayout):
    """Cards of one shelf. `fits` tells which of them may be taken, `order` which come first.

    While letters are typed, the best cards stand beside them and the list makes room; `on_keys` hears of it.
    """

    def __init__(
        self,
        look: Look,
        shelf: str,
        on_card: Callable[[AnyCard], None],
        on_new: Callable[[str], None] | None = None,
        fits: Callable[[AnyCard], bool] = lambda _: True,
        order: Callable[[AnyCard], Any] | None = None,
        extra: Sequence[tuple[str, Callable[[], None]]] = (),
        on_keys: Callable[[bool], None] = lambda _: None,
    ) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.look, self.shelf = look, shelf
        self._on_card, self._fits, self._order = on_card, fits, order
        self._extra, self._on_keys = extra, on_keys
        self.typed = ""
        self.buttons: dict[str, VerbButton] = {}
        self.extras: list[VerbButton] = []
        self.field = Field(look, look.say("df.screen.search"), self.turn_keys)
        self.new: VerbButton | None = None
        if on_new is not None:
            self.new = VerbButton(
                look,
                look.say("df.screen.new_card"),
                lambda: on_new(self.typed),
                icon="plus",
                size=CAPTION + 1,
            )
            self.new.padding = (look.px(8), look.px(4))
        self.keys: Keyboard | None = None
        self.refresh()

    def refresh(self) -> None:
        """The cards that fit what was typed."""
        look = self.look
        for old in (self.field, self.new, self.keys):
            if old is not None and old.parent is not None:
                old.parent.remove_widget(old)
        self.clear_widgets()
        self.buttons, self.extras = {}, []
        head = row(look, self.field)
        self.add_widget(sized(look, head, height=ROW))
        if self.keys is None:
            self.add_widget(self._list())
        else:
            for card in self.found()[:BESIDE]:
                head.add_widget(self._button(card, about=False))
            self.add_widget(self.keys)
        if self.new is not None:
            head.add_widget(sized(look, self.new, width=150))

    def _button(self, card: AnyCard, about: bool = True) -> VerbButton:
        self.buttons[card.id] = card_button(self.look, card, partial(self._on_card, card), about)
        return self.buttons[card.id]

    def _list(self) -> ScrollView:
        look = self.look
        grid = GridLayout(cols=COLUMNS, spacing=look.px(GAP))
        grid.row_force_default, grid.row_default_height = True, look.px(ROW)
        for card in self.found():
            grid.add_widget(self._button(card))
        for text, do in self._extra:
            button = VerbButton(look, text, do, size=CAPTION + 1, padding=look.px(6))
            self.extras.append(button)
            grid.add_widget(button)
        return scrolling(look, grid)

    def found(self) -> list[AnyCard]:
        cards = [c for c in library().search(self.shelf, self.typed, self.look.say) if self._fits(c)]
        return cards if self.typed or self._order is None else sorted(cards, key=self._order)

    def turn_keys(self) -> None:
        """Letters come, or go."""
        if self.keys is not None:
            self.remove_widget(self.keys)
            self.keys = None
        else:
            self.keys = Keyboard(self.look, self.typed, LONGEST, self._type, self.turn_keys)
        self._on_keys(self.keys is not None)
        self.refresh()

    def _type(self, text: str) -> None:
        self.typed = text
        self.field.write(text)
        self.refresh()


def card_button(look: Look, card: AnyCard, on_tap: Callable[[], None], about: bool = True) -> VerbButton:
    detail = words.about(look, card) if about else ""
    button = VerbButton(look, words.name(look, card), on_tap, detail=detail, size=BODY)
    button.padding = (look.px(8), look.px(3))
    if detail:
        button.detail.color = look.palette.quiet
    return button
