"""Everything of one hero: health, abilities with scars, cards and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.core import Adjust
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import COLOURS, ITEM_KINDS, Item
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState, Fellow
from companion.screens.burst import Burst
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.fight import Do
from companion.screens.dungeon_fighter.hero_die import HeroDie
from companion.screens.dungeon_fighter.icons import ITEM_ICONS
from companion.screens.look import Look
from companion.screens.port import Offer, View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text


class HeroPanel(Panel):
    quarters = True

    def __init__(
        self,
        look: Look,
        seat: int,
        burst: Burst,
        do: Do,
        open_sheet: Callable[[], None],
        open_counters: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, "", close)
        self.seat, self._do = seat, do
        self._open_sheet, self._open_counters = open_sheet, open_counters
        self.dial = Dial(look, burst, look.say("df.counter.health"), 34, "heart", look.palette.bad)
        self.scars: dict[str, VerbButton] = {}
        self.items: dict[tuple[str, str], VerbButton] = {}
        self.sheet: VerbButton | None = None
        self.body: Widget | None = None
        self._shown: object = None
        self._giving = ""  # the card that goes to somebody else
        self.view: View | None = None
        self._narrow = False

    def narrowed(self, narrow: bool) -> None:
        self._narrow = narrow
        self._again()

    def show(self, view: View) -> None:
        self.view = view
        state: DungeonFighterState = view.state
        fellow = state.party[self.seat]
        for counter in view.counters:
            if (counter.seat, counter.name) == (self.seat, "health"):
                self.dial.show(counter)
        offers = tuple(o for o in view.offers if isinstance(o.action, a.Use | a.Give | a.Drop))
        key = (fellow, offers, self._giving, state.stage)
        if key == self._shown:
            return
        self._shown = key
        look, name = self.look, state.seats[self.seat].name
        self.title.text = f"{name}: {words.name(self.look, fellow.hero)}"
        if self.body is not None:
            self.remove_widget(self.body)
        if self.dial.parent is not None:
            self.dial.parent.remove_widget(self.dial)
        left = self._sheet(fellow)
        right = column(look, self._give_to(state) if self._giving else self._cards(fellow, offers))
        self.sheet = VerbButton(look, look.say("df.screen.sheet"), self._open_sheet, size=SMALL)
        more = VerbButton(look, look.say("df.screen.counters"), self._open_counters, size=SMALL)
        right.add_widget(sized(look, row(look, self.sheet, more), height=TOUCH))
        if self._narrow:
            self.body = column(look, sized(look, left, height=66 + 3 * (TOUCH + GAP)), right)
        else:
            self.body = row(look, sized(look, left, width=330), right)
        self.add_widget(self.body)

    # The sheet.

    def _sheet(self, fellow: Fellow) -> Widget:
        look, say = self.look, self.look.say
        box = column(look)
        dial = Surface(look)
        dial.fill = look.palette.button
        dial.add_widget(self.dial)
        box.add_widget(sized(look, dial, height=66))
        self.scars = {}
        for colour in COLOURS:
            scarred = colour in fellow.scars
            text = words.ability(look, fellow.hero.ability(colour))
            name = Text(look, text, SMALL, bold=True, strikethrough=scarred)
            by = -1 if scarred else 1
            scar = VerbButton(
                look,
                say("df.screen.scar_off" if scarred else "df.screen.scar_on"),
                partial(self._do, Adjust(self.seat, f"token.scar_{colour}", by)),
                rank="first" if scarred else "plain",
                size=CAPTION,
                padding=look.px(4),
            )
            self.scars[colour] = scar
            line = row(look, sized(look, HeroDie(look, colour), width=34), name, sized(look, scar, width=104))
            box.add_widget(sized(look, line, height=TOUCH))
        box.add_widget(Widget())
        return box

    # The cards.

    def _cards(self, fellow: Fellow, offers: tuple[Offer, ...]) -> Widget:
        look, say = self.look, self.look.say
        lines = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        slots = [
            f"{say(f'df.kind.{kind}')} {sum(i.kind == kind for i in fellow.items)}/{words.number(n)}"
            for kind in ITEM_KINDS
            if (n := fellow.hero.slots(kind)) is not None
        ]
        head = " · ".join(slots) or say("df.screen.no_limits")
        caption = Text(look, head, CAPTION, colour=look.palette.quiet)
        self.items = {}
        for item in fellow.items:
            lines.add_widget(self._item(item, offers))
        for card in fellow.charmed:
            text = say("df.screen.charmed", monster=library().line(card), n=card.damage or 0)
            lines.add_widget(sized(look, Text(look, text, SMALL), height=34))
        if not fellow.items and not fellow.charmed:
            empty = Text(look, say("df.screen.no_cards"), BODY, colour=look.palette.quiet, align="center")
            return column(look, sized(look, caption, height=20), empty)
        return column(look, sized(look, caption, height=20), scrolling(look, lines))

    def _item(self, item: Item, offers: tuple[Offer, ...]) -> Widget:
        look, say = self.look, self.look.say
        mine = [o for o in offers if o.action.seat == self.seat and o.action.item == item.id]
        box = Surface(look, padding=(look.px(10), look.px(4)), spacing=look.px(6))
        box.fill = look.palette.back
        box.add_widget(sized(look, Icon(ITEM_ICONS[item.kind], look.palette.accent), width=22))
        title = Text(look, words.name(look, item), BODY, bold=True, valign="bottom", size_hint_y=0.75)
        about = Text(look, words.item(look, item), CAPTION, colour=look.palette.quiet, valign="top")
        box.add_widget(column(look, title, about, gap=0))
        deeds = row(look, gap=6)
        uses = [o for o in mine if isinstance(o.action, a.Use)]
        if uses:
            text = say("df.screen.use")
            tap = (
                partial(self._do, uses[0].action)
                if len(uses) == 1
                else partial(self._begin, f"use:{item.id}")
            )
            deeds.add_widget(self._small(item, "use", text, tap))
        if any(isinstance(o.action, a.Give) for o in mine):
            deeds.add_widget(self._small(item, "give", say("df.screen.give"), partial(self._begin, item.id)))
        for offer in mine:
            if isinstance(offer.action, a.Drop):
                deeds.add_widget(
                    self._small(item, "drop", say("df.screen.drop"), partial(self._do, offer.action))
                )
        if not deeds.children:
            return sized(look, box, height=68)
        if self._narrow:
            return sized(look, column(look, box, sized(look, deeds, height=TOUCH), gap=4), height=120)
        box.add_widget(sized(look, deeds, width=len(deeds.children) * (78 + 6) - 6))
        return sized(look, box, height=68)

    def _small(self, item: Item, what: str, text: str, tap: Callable[[], None]) -> VerbButton:
        button = VerbButton(self.look, text, tap, size=CAPTION, padding=self.look.px(3))
        self.items[item.id, what] = button
        return button

    def _begin(self, card: str) -> None:
        self._giving = card
        self._again()

    def _again(self) -> None:
        self._shown = None
        if self.view is not None:
            self.show(self.view)

    def _give_to(self, state: DungeonFighterState) -> Widget:
        """To whom the card goes, or whom it heals."""
        look = self.look
        use, _, item = self._giving.rpartition(":")
        grid = GridLayout(cols=2, spacing=look.px(GAP))
        grid.row_force_default, grid.row_default_height = True, look.px(60)
        self.others: dict[int, VerbButton] = {}
        for seat, other in enumerate(state.seats):
            fits = state.party[seat].fights if use else seat != self.seat and not state.party[seat].out
            if not fits:
                continue
            action = a.Use(self.seat, item, seat) if use else a.Give(self.seat, seat, item)
            button = VerbButton(look, other.name, partial(self._hand_over, action), size=BODY)
            self.others[seat] = button
            grid.add_widget(button)
        head = Text(look, look.say("df.screen.to_whom"), BODY, bold=True)
        return column(look, sized(look, head, height=30), grid)

    def _hand_over(self, action: a.Use | a.Give) -> None:
        self._giving = ""
        self._do(action)
