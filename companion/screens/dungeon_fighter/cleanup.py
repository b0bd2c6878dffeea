"""Clean-up as a guided list: what was done by itself is ticked off, what waits has its buttons beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import cleanup
from companion.rules.dungeon_fighter.cards import COLOURS
from companion.rules.dungeon_fighter.look import chore_line
from companion.rules.dungeon_fighter.state import Chore, DungeonFighterState
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.fight import Do
from companion.screens.dungeon_fighter.hero_die import HeroDie
from companion.screens.dungeon_fighter.throw_row import DieButton
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

MOST_REWARD = 5


class CleanupArea(BoxLayout):
    def __init__(
        self,
        look: Look,
        do: Do,
        open_draw: Callable[[], None],
        open_shop: Callable[[], None],
        open_cards: Callable[[], None],
    ) -> None:
        super().__init__(spacing=look.px(GAP))
        self.look, self._do = look, do
        self._open_draw, self._open_shop, self._open_cards = open_draw, open_shop, open_cards
        self.scars: dict[tuple[int, str], DieButton] = {}
        self.rewards: dict[a.Reward, VerbButton] = {}
        self.draw = self.buy = self.die = self.heal = self.onward = None
        self._shown: object = None

    draw: VerbButton | None
    buy: VerbButton | None
    die: VerbButton | None
    heal: VerbButton | None
    onward: VerbButton | None

    def show(self, view: View) -> None:
        state: DungeonFighterState = view.state
        key = (state.chores, state.gold, state.white, state.bought, tuple(o.action for o in view.offers))
        if key == self._shown:
            return
        self._shown = key
        look = self.look
        self.clear_widgets()
        self.scars, self.rewards = {}, {}
        self.draw = self.buy = self.die = self.heal = self.onward = None
        lines = BoxLayout(orientation="vertical", spacing=look.px(4))
        for chore in state.chores:
            lines.add_widget(_Line(look, look.say(chore_line(state, chore)), chore))
        self.add_widget(scrolling(look, lines))
        self.add_widget(sized(look, self._deeds(view, state), width=392))

    def _deeds(self, view: View, state: DungeonFighterState) -> Widget:
        """What waits for the players, the first of it on top."""
        look, say = self.look, self.look.say
        box = column(look)
        offers = {type(offer.action): offer for offer in view.offers}
        waits = {chore.what: chore for chore in reversed(state.chores) if not chore.done}
        if "scar" in waits:
            self._add_scar(box, state, waits["scar"].seat)
        elif "treasure" in waits:
            self._add_treasure(box)
        elif "steal" in waits or "equipment" in waits:
            self.draw = VerbButton(
                look, say("df.screen.draw"), self._open_draw, icon="df_book", rank="first", size=TITLE
            )
            box.add_widget(sized(look, self.draw, height=72))
        if "shop" in waits and "scar" not in waits:
            self._add_shop(box, state, waits["shop"], offers)
        full = cleanup.overfull(list(state.party))
        if full:
            seat, kind = full[0]
            text = say("df.no.slots", who=state.seats[seat].name, kind=say(f"df.kind.{kind}"))
            box.add_widget(sized(look, Text(look, text, SMALL, colour=look.palette.warn), height=60))
        elif any(fellow.items for fellow in state.party) and "scar" not in waits:
            box.add_widget(
                sized(
                    look, Text(look, say("df.screen.exchange"), SMALL, colour=look.palette.quiet), height=44
                )
            )
        box.add_widget(Widget())
        cards = VerbButton(look, say("df.screen.cards"), self._open_cards, icon="df_book", size=BODY)
        line = row(look, sized(look, cards, width=120))
        if a.Onward in offers:
            waiting = self.draw is not None or "treasure" in waits
            self.onward = VerbButton(
                look, say("df.label.onward"), partial(self._do, a.Onward()), icon="arrow", size=TITLE
            )
            self.onward.set_rank("plain" if waiting else "first")
            line.add_widget(self.onward)
        box.add_widget(sized(look, line, height=64))
        return box

    def _add_scar(self, box: BoxLayout, state: DungeonFighterState, seat: int) -> None:
        look = self.look
        fellow = state.party[seat]
        head = look.say("df.wait.scar", who=state.seats[seat].name)
        box.add_widget(sized(look, Text(look, head, BODY, bold=True), height=48))
        line = row(look)
        for colour in COLOURS:
            if colour in fellow.scars:
                continue
            text = words.ability(look, fellow.hero.ability(colour))
            button = DieButton(look, colour, text, False, partial(self._do, a.PutScar(seat, colour)))
            self.scars[seat, colour] = button
            line.add_widget(button)
        box.add_widget(sized(look, line, height=104))

    def _add_treasure(self, box: BoxLayout) -> None:
        """What is printed in the room (DF-36)."""
        look = self.look
        tint = look.palette.accent
        rows: tuple[tuple[str, Widget, range], ...] = (
            ("gold", Icon("df_coin", tint), range(1, MOST_REWARD + 1)),
            ("white", HeroDie(look, "white", symbol=False), range(1, 4)),
            ("equipment", Icon("df_book", tint), range(1, 4)),
        )
        for what, mark, numbers in rows:
            name = Text(look, look.say(f"df.field.{what}"), CAPTION)
            line = row(look, sized(look, mark, width=22), sized(look, name, width=76))
            grid = GridLayout(cols=MOST_REWARD, spacing=look.px(GAP))
            for n in numbers:
                reward = a.Reward(**{what: n})
                button = VerbButton(look, str(n), partial(self._do, reward), padding=0)
                self.rewards[reward] = button
                grid.add_widget(sized(look, button, width=TOUCH))
            line.add_widget(grid)
            box.add_widget(sized(look, line, height=50))

    def _add_shop(
        self, box: BoxLayout, state: DungeonFighterState, chore: Chore, offers: dict[type, Any]
    ) -> None:
        look, say = self.look, self.look.say
        left = max(0, chore.n - state.bought)
        self.buy = VerbButton(
            look,
            say("df.screen.buy"),
            self._open_shop,
            icon="df_stall",
            detail=say("df.screen.cards_left", n=left),
            size=BODY,
        )
        self.buy.enabled = left > 0
        self.die = VerbButton(look, say("df.label.buy_die"), partial(self._do, a.BuyDie()), size=SMALL)
        self.die.enabled = a.BuyDie in offers
        self.heal = VerbButton(
            look, say("df.label.buy_healing"), partial(self._do, a.BuyHealing()), size=SMALL
        )
        self.heal.enabled = a.BuyHealing in offers
        gold = say("df.screen.gold_now", n=state.gold)
        box.add_widget(sized(look, Text(look, gold, BODY, bold=True, colour=look.palette.accent), height=26))
        box.add_widget(sized(look, self.buy, height=58))
        box.add_widget(sized(look, row(look, self.die, self.heal), height=60))


class _Line(Surface):
    """One thing of the list; done is ticked and quiet."""

    def __init__(self, look: Look, text: str, chore: Chore) -> None:
        super().__init__(look, padding=(look.px(10), look.px(2)), spacing=look.px(10))
        palette = look.palette
        self.fill = palette.card
        self.edge = palette.card if chore.done else palette.accent
        self.edge_width = look.px(2)
        mark = Icon("check", palette.good) if chore.done else Icon("arrow", palette.accent)
        self.add_widget(sized(look, mark, width=20))
        self.add_widget(Text(look, text, SMALL, bold=not chore.done))
        sized(look, self, height=50)
