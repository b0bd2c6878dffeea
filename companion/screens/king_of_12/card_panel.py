"""The set of seven: that of the first game, drawn by the companion, or agreed on card by card (KD-2 to KD-5)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout

from companion.rules.king_of_12.content import ALWAYS, SET_SIZE, library
from companion.screens.look import Look
from companion.screens.theme import GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import row, sized
from companion.screens.widgets.text import Text

Chosen = Callable[[tuple[str, ...], str], None]


def draw(chance: random.Random, promos: Sequence[str]) -> tuple[str, ...]:
    """Shuffle and draw until two cards with the blue symbol are among them (KD-3)."""
    deck = list(library().deck(promos))
    while True:
        chance.shuffle(deck)
        drawn = library().drawn(deck)
        if drawn is not None:
            return drawn


class CardPanel(Panel):
    """`chosen` hears the set and how it came about."""

    def __init__(
        self,
        look: Look,
        cards: Sequence[str],
        how: str,
        chosen: Chosen,
        close: Callable[[], None],
        chance: random.Random | None = None,
    ) -> None:
        super().__init__(look, look.say("kd.cards.title"), close)
        self.picked = list(cards)
        self.how = how
        self._chosen = chosen
        self._chance = chance or random.Random()
        say = look.say
        promos = [card.id for card in library().cards.values() if card.promo]
        self.first = VerbButton(look, say("kd.cards.first_game"), self._first_game, size=SMALL)
        self.draws = {"": VerbButton(look, say("kd.cards.draw"), partial(self._draw, ""), size=SMALL)} | {
            promo: VerbButton(
                look,
                say("kd.cards.draw_with", card=library().line(promo)),
                partial(self._draw, promo),
                size=SMALL,
            )
            for promo in promos
        }
        ways = row(look, self.first, *self.draws.values())
        self.add_widget(sized(look, ways, height=TOUCH + 2))
        self.buttons = {card: _Card(look, card, partial(self._tap, card)) for card in library().cards}
        grid = GridLayout(cols=5, spacing=look.px(GAP))
        for button in self.buttons.values():
            grid.add_widget(button)
        self.add_widget(grid)
        self.note = Text(look, "", SMALL)
        self.use = VerbButton(look, say("kd.cards.use"), self._use, rank="first", icon="check")
        self.add_widget(sized(look, row(look, self.note, sized(look, self.use, width=240)), height=TOUCH + 4))
        self._refresh()

    def _first_game(self) -> None:
        self.picked, self.how = list(library().first_game), "first_game"
        self._refresh()

    def _draw(self, promo: str) -> None:
        self.picked, self.how = list(draw(self._chance, (promo,) if promo else ())), "drawn"
        self._refresh()

    def _tap(self, card: str) -> None:
        if card == ALWAYS:
            return
        if card in self.picked:
            self.picked.remove(card)
        else:
            self.picked.append(card)
        self.how = "agreed"
        self._refresh()

    def _use(self) -> None:
        assert self.close is not None
        self.close()
        self._chosen(tuple(card for card in library().cards if card in self.picked), self.how)

    def _refresh(self) -> None:
        say = self.look.say
        for card, button in self.buttons.items():
            button.choose(card in self.picked)
        problem = library().problem(self.picked, self.how)
        self.use.enabled = problem is None
        if len(self.picked) != SET_SIZE:
            self.note.text = say("kd.cards.count", n=len(self.picked), all=SET_SIZE)
        elif problem is not None:
            self.note.text = say(problem)
        elif self.how == "drawn" and library().blue_provisional:
            self.note.text = say("kd.blue_provisional")
        else:
            self.note.text = say(f"kd.cards.{self.how}.about")
        self.first.set_rank("first" if self.how == "first_game" else "plain")


class _Card(VerbButton):
    """A card by name; a tick when it is in the set, a disc when it carries the blue symbol."""

    def __init__(self, look: Look, card: str, on_tap: Callable[[], None]) -> None:
        super().__init__(look, look.say(library().line(card)), on_tap, size=SMALL, padding=look.px(6))
        self.spacing = look.px(3)
        self.blue = library().cards[card].blue
        self.sign = Icon("blue_die" if self.blue else "", look.palette.seats["blue"])
        self.tick = Icon("", look.palette.on_accent)
        self.add_widget(sized(look, self.sign, width=14), index=1)
        self.add_widget(sized(look, self.tick, width=16))

    def choose(self, chosen: bool) -> None:
        self.tick.name = "check" if chosen else ""
        self.set_rank("first" if chosen else "plain")
        self.sign.tint = self.look.palette.on_accent if chosen else self.look.palette.seats["blue"]
