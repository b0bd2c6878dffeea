"""What the cards of this game do: all of them in a list, or one with the faces of its die."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.quarriors.board import WildCard
from companion.rules.quarriors.content import class_of, library
from companion.screens.look import Look
from companion.screens.quarriors.tiles import counted
from companion.screens.quarriors.words import numbers_of_card
from companion.screens.theme import BODY, GAP, SMALL, TITLE
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.panel import Panel, scrolling, spacer
from companion.screens.widgets.surface import Surface, column, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable


class CardsPanel(Panel):
    """Every card of the Wilds; a tap shows one of them."""

    quarters = True

    def __init__(
        self, look: Look, cards: tuple[WildCard, ...], one: Callable[[str], None], close: Callable[[], None]
    ) -> None:
        super().__init__(look, look.say("qr.screen.cards"), close)
        self.rows: dict[str, _Row] = {}
        rows = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        for card in cards:
            class_ = class_of(card.kind)
            self.rows[class_] = _Row(look, card, partial(one, class_))
            rows.add_widget(self.rows[class_])
        self.add_widget(scrolling(look, rows))

    def narrowed(self, narrow: bool) -> None:
        for row in self.rows.values():
            row.lay(narrow)


class _Row(Touchable, Surface):
    def __init__(self, look: Look, card: WildCard, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(12), look.px(4)), spacing=look.px(10))
        palette = look.palette
        self.name = column(
            look,
            Text(look, look.say(card.name), SMALL, bold=True, valign="bottom"),
            sized(look, counted(look, numbers_of_card(card), palette.quiet), height=18),
            gap=1,
        )
        self.add_widget(self.name)
        self.add_widget(Text(look, look.say(card.about), SMALL))
        self.lay(narrow=False)
        self.bind(pressed=self._colours)
        self._colours()

    def lay(self, narrow: bool) -> None:
        """The card's name beside what it does, or above it."""
        self.orientation = "vertical" if narrow else "horizontal"
        self.name.size_hint = (1, None) if narrow else (None, 1)
        sized(self.look, self.name, height=40) if narrow else sized(self.look, self.name, width=210)
        sized(self.look, self, height=132 if narrow else 60)

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.button


class CardPanel(Panel):
    """One card: cost, glory, what it does, and the six faces of its die."""

    quarters = True

    def __init__(
        self, look: Look, card: WildCard, mark: Callable[[str, str], Mark], close: Callable[[], None]
    ) -> None:
        super().__init__(look, look.say(card.name), close)
        self.add_widget(Text(look, look.say(card.about), TITLE))
        about = "qr.screen.card_glory" if card.glory else "qr.screen.card"
        numbers = look.say(about, cost=card.cost, glory=card.glory, dice=card.dice)
        self.add_widget(sized(look, Text(look, numbers, BODY, bold=True), height=28))
        self.faces = self._faces(card, mark)
        self.add_widget(self.faces)
        self.narrowed(False)
        if card.provisional:
            note = Text(look, look.say("qr.provisional"), SMALL, colour=look.palette.warn)
            self.add_widget(sized(look, note, height=40))
        else:
            self.add_widget(spacer(look, height=8))

    def narrowed(self, narrow: bool) -> None:
        self.faces.cols = 3 if narrow else 6
        sized(self.look, self.faces, height=2 * 92 + GAP if narrow else 92)

    def _faces(self, card: WildCard, mark: Callable[[str, str], Mark]) -> GridLayout:
        look = self.look
        faces = GridLayout(cols=6, spacing=look.px(GAP))
        for name in library().dice[class_of(card.kind)].faces:
            picture = DiePicture(look)
            picture.show(mark(card.kind, name))
            word = Text(look, mark(card.kind, name).caption, SMALL, align="center")
            faces.add_widget(column(look, picture, sized(look, word, height=36), gap=0))
        return faces
