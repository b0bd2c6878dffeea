"""What one seat can do now, below its die: a face, a card, an answer. One tap each, all seats at the same time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.content import library
from companion.rules.text import Line, line
from companion.screens.look import Look
from companion.screens.port import Offer
from companion.screens.theme import BODY, GAP, SMALL, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text

TALLEST = 66  # units; a few buttons do not grow without end


@dataclass(frozen=True, slots=True)
class Deed:
    """A button to be; without an action it keeps its place and does nothing."""

    words: Line | str
    action: Any = None
    size: float = BODY


def of_seat(offers: Sequence[Offer], seat: int, cards: Sequence[str]) -> list[Deed]:
    """The offers of one seat in short words: its name stands above them."""
    mine = [offer for offer in offers if getattr(offer.action, "seat", -1) == seat]
    owned = [offer.action for offer in mine if isinstance(offer.action, a.Own)]
    if owned:  # dice of which nobody has told whose they are: which one is it?
        faces = {offer.action: offer.label.args.get("face", "?") for offer in mine if offer.action in owned}
        return [Deed(line("kd.screen.mine", face=str(faces[action])), action) for action in owned]
    hand = {offer.action.card: offer.action for offer in mine if isinstance(offer.action, a.Reveal)}
    if hand:
        return _cards(cards, hand)
    under = {offer.action.card: offer.action for offer in mine if isinstance(offer.action, a.PutUnder)}
    if under:
        return [Deed(line("kd.screen.face_down"), under.get(""), SMALL), *_cards(cards, under)]
    return [_short(offer) for offer in mine]


def _cards(cards: Sequence[str], able: Mapping[str, Any]) -> list[Deed]:
    """Every card of the set in its own place, so that fingers find it: those that are gone are pale."""
    return [Deed(library().line(card), able.get(card), SMALL) for card in cards]


def _short(offer: Offer) -> Deed:
    match offer.action:
        case a.Show(face=face):
            return Deed(str(face), offer.action, TITLE)
        case a.Order(first=first):
            n = offer.label.args.get("n", "?")
            return Deed(line(f"kd.screen.first.{first}", n=str(n)), offer.action)
        case a.Take(token=token):
            return Deed(line("kd.screen.take", n=token), offer.action)
    return Deed(offer.label, offer.action)


class Deeds(BoxLayout):
    """The buttons of a seat; while it has none, the card that lies there and what it does."""

    def __init__(self, look: Look, do: Callable[[Any], None]) -> None:
        super().__init__(orientation="vertical")
        self.look = look
        self._do = do
        self._shown: tuple[Any, ...] = ()
        self.buttons: dict[Any, VerbButton] = {}

    def show(self, deeds: Sequence[Deed], card: str = "", note: str = "") -> None:
        shown = (tuple(deeds), card, note)
        if shown == self._shown:
            return  # the same buttons: a finger may be on one of them
        self._shown = shown
        self.clear_widgets()
        self.buttons = {}
        if deeds:
            self._fill(deeds)
        elif card or note:
            self.add_widget(_CardText(self.look, card, note))

    def _fill(self, deeds: Sequence[Deed]) -> None:
        look = self.look
        count = len(deeds)
        columns = 3 if count >= 9 else 2 if count > 3 else 1
        rows = -(-count // columns)
        grid = GridLayout(cols=columns, spacing=look.px(GAP))
        for deed in deeds:
            do = partial(self._do, deed.action) if deed.action is not None else None
            button = VerbButton(look, look.say(deed.words), do, size=deed.size, padding=look.px(3))
            button.enabled = deed.action is not None
            grid.add_widget(button)
            if deed.action is not None:
                self.buttons[deed.action] = button
        if rows < 4:
            sized(look, grid, height=rows * TALLEST + (rows - 1) * GAP)
        self.add_widget(grid)
        if rows < 4:
            self.add_widget(BoxLayout())  # what is left stays empty below them


class _CardText(Surface):
    """A card that lies open, with what it does."""

    def __init__(self, look: Look, card: str, note: str) -> None:
        super().__init__(look, orientation="vertical", padding=look.px(10), spacing=look.px(4))
        self.fill = look.palette.card
        if card:
            name = Text(
                look, look.say(library().line(card)), TITLE, bold=True, align="center", valign="bottom"
            )
            self.add_widget(name)
            # An owner's own card has a name and no text of ours.
            shipped = library().line(card).id.startswith("kd.card.")
            note = note or (look.say(f"kd.about.{card}") if shipped else "")
        self.add_widget(
            Text(
                look,
                note,
                SMALL,
                align="center",
                valign="top" if card else "middle",
                colour=look.palette.quiet,
            )
        )
