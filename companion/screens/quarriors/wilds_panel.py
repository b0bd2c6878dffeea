"""The Wilds before the game: dealt by the companion, told as the players dealt them, or revealed later (QR-2)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout

from companion.rules.quarriors.content import CREATURE_CARDS, SPELL_CARDS, library
from companion.screens.look import Look
from companion.screens.quarriors.dealing import dealt
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import row, sized
from companion.screens.widgets.text import Text

Chosen = Callable[[tuple[str, ...], str], None]
MOST = {"creature": CREATURE_CARDS, "spell": SPELL_CARDS}  # QR-2


class WildsPanel(Panel):
    """`chosen` hears the ten cards and how they came about: "dealt", "chosen", or "revealed" with none yet."""

    def __init__(
        self,
        look: Look,
        cards: Sequence[str],
        how: str,
        chosen: Chosen,
        close: Callable[[], None],
        chance: random.Random,
    ) -> None:
        super().__init__(look, look.say("qr.wilds.title"), close)
        self.picked = {library().cards[card].class_: card for card in cards}
        self.how = how if cards else "chosen"
        self._chosen, self._chance = chosen, chance
        say = look.say
        self.deal = VerbButton(look, say("qr.wilds.deal"), self._deal, icon="redo", size=SMALL)
        self.reveal = VerbButton(look, say("qr.wilds.reveal"), self._reveal, size=SMALL)
        self.clear = VerbButton(look, say("qr.wilds.clear"), self._clear, size=SMALL)
        self.add_widget(sized(look, row(look, self.deal, self.clear, self.reveal), height=TOUCH + 2))
        grid = GridLayout(
            cols=5, spacing=look.px(GAP), row_default_height=look.px(TOUCH + 12), row_force_default=True
        )
        self.buttons = {class_: _ClassButton(look, partial(self._tap, class_)) for class_ in _classes()}
        for button in self.buttons.values():
            grid.add_widget(button)
        self.add_widget(scrolling(look, grid))
        self.note = Text(look, "", BODY)
        self.use = VerbButton(look, say("qr.wilds.use"), self._use, rank="first", icon="check")
        self.add_widget(sized(look, row(look, self.note, sized(look, self.use, width=230)), height=TOUCH + 4))
        self._refresh()

    def _deal(self) -> None:
        self.picked = {library().cards[card].class_: card for card in dealt(self._chance)}
        self.how = "dealt"
        self._refresh()

    def _clear(self) -> None:
        self.picked, self.how = {}, "chosen"
        self._refresh()

    def _reveal(self) -> None:
        self._done((), "revealed")

    def _tap(self, class_: str) -> None:
        """The next card of this class, and after the last one none."""
        cards = [*(card.id for card in library().cards.values() if card.class_ == class_), ""]
        now = self.picked.pop(class_, "")
        following = cards[(cards.index(now) + 1) % len(cards)]
        if following:
            self.picked[class_] = following
        self.how = "chosen"
        self._refresh()

    def _use(self) -> None:
        self._done(tuple(self.picked.values()), self.how)

    def _done(self, cards: tuple[str, ...], how: str) -> None:
        assert self.close is not None
        self.close()
        self._chosen(cards, how)

    def _refresh(self) -> None:
        for class_, button in self.buttons.items():
            button.show(class_, self.picked.get(class_, ""))
        count = {sort: sum(library().sort(card) == sort for card in self.picked.values()) for sort in MOST}
        self.use.enabled = count == MOST
        self.use.set_rank(self.use.rank)
        counted = {"creatures": count["creature"], "spells": count["spell"]}
        most = {"most_creatures": CREATURE_CARDS, "most_spells": SPELL_CARDS}
        self.note.text = self.look.say("qr.wilds.count", **counted, **most)
        self.note.color = self.look.palette.text if self.use.enabled else self.look.palette.warn


def _classes() -> list[str]:
    """Of both decks, the creatures first."""
    cards = (*library().deck("creature"), *library().deck("spell"))
    return list(dict.fromkeys(library().cards[card].class_ for card in cards))


class _ClassButton(VerbButton):
    """A class; when one of its cards lies in the Wilds, that card, a bright button and a tick."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look, " ", on_tap, size=CAPTION + 1, padding=(look.px(4), look.px(2)))
        self.spacing = look.px(1)
        self.tick = Icon("", look.palette.on_accent)
        self.add_widget(sized(look, self.tick, width=0))

    def show(self, class_: str, card: str) -> None:
        name = library().card_line(card) if card else library().die_line(class_)
        self.title.text = self.look.say(name)
        self.tick.name = "check" if card else ""
        sized(self.look, self.tick, width=11 if card else 0)
        self.set_rank("first" if card else "plain")
