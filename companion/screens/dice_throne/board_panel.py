"""The board of the hero who attacks: each box with what it needs, what it does, and how likely it is from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.describe import describe, needs_line, with_told
from companion.rules.dice_throne.odds import Odds
from companion.rules.text import Line, line
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, GAP, SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.charts import Bar
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

ROW, NARROW_ROW = 62, 120  # units


def percent(chance: float) -> str:
    """As a player says it: nothing that may happen is "0 %", and nothing is sure that is not."""
    if 0 < chance < 0.01:
        return "<\u00a01\u00a0%"  # never broken into two lines
    return f"{min(round(100 * chance), 99) if chance < 1 else 100}\u00a0%"


def box_name(view: View, odds: Odds) -> Line:
    b = Bench(view.state)
    hero = b.fighters[b.active].hero
    ability = b.library.abilities[hero, odds.ability]
    return b.library.ability_line(hero, odds.ability, b.level(b.active, ability).tiers[odds.tier])


class BoardPanel(Panel):
    """`announce` is called with what the dice show already; the likeliest of the others stand first."""

    quarters = True

    def __init__(
        self,
        look: Look,
        view: View,
        odds: Sequence[Odds],
        announce: Callable[[a.Announce], None],
        close: Callable[[], None],
    ) -> None:
        seat = view.seats[view.state.active]
        super().__init__(look, look.say("dts.board.title", who=seat.name), close)
        self._state = view.state
        self._announce = announce
        self.rows = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        self._view = view
        self._ranked = sorted(odds, key=lambda box: (not box.met, -box.chance))
        if not odds:
            self.add_widget(Text(look, look.say("dts.board.counting"), BODY, align="center"))
            return
        self._fill(narrow=False)
        self.add_widget(scrolling(look, self.rows))

    def narrowed(self, narrow: bool) -> None:
        self._fill(narrow)

    def _fill(self, narrow: bool) -> None:
        self.rows.clear_widgets()
        for box in self._ranked:
            self.rows.add_widget(self._row(self._view, box, narrow))

    def show(self, view: View) -> None:
        if view.state != self._state and self.close is not None:
            self.close()  # the dice lie otherwise now

    def _row(self, view: View, box: Odds, narrow: bool) -> Widget:
        look, say = self.look, self.look.say
        b = Bench(view.state)
        hero = b.fighters[b.active].hero
        tier = b.level(b.active, b.library.abilities[hero, box.ability]).tiers[box.tier]
        does = describe(b.library, with_told(tier.effects, hero, b.answers))
        name = Text(look, say(box_name(view, box)), BODY, bold=True, valign="bottom")
        about = Text(
            look,
            look.sentence(line("dts.board.about", needs=needs_line(b.library, tier.needs), does=does)),
            SMALL,
            colour=look.palette.quiet,
            valign="top",
        )
        if narrow:
            sized(look, name, height=30)
        place = Surface(look, padding=(look.px(12), look.px(4)), spacing=look.px(GAP))
        place.fill = look.palette.button
        place.add_widget(column(look, name, about, gap=1))
        offered = a.Announce(box.ability, box.tier)
        if box.met and any(offer.action == offered for offer in view.offers):
            button = VerbButton(
                look, say("dts.board.announce"), partial(self._announce, offered), rank="first", size=SMALL
            )
            place.add_widget(sized(look, button, width=116 if narrow else 190))
        else:
            kept = self._kept(view, box)
            told = column(look, Text(look, percent(box.chance), BODY, bold=True, align="right"), gap=1)
            if kept:
                told.add_widget(Text(look, kept, SMALL, align="right", colour=look.palette.quiet))
            beside = sized(look, told, width=104)
            place.add_widget(
                beside if narrow else row(look, Bar(look, box.chance), beside, size_hint_x=0.42)
            )  # in a narrow panel the number alone tells the chance
        return sized(look, place, height=NARROW_ROW if narrow else ROW)

    def _kept(self, view: View, box: Odds) -> str:
        """Which dice to keep for it."""
        pools = view.state.pools
        if not pools or not pools[0].values or box.met:
            return ""
        if not box.keep:
            return self.look.say("dts.board.keep_none")
        faces = " ".join(str(face) for face in sorted(pools[0].values[place] for place in box.keep))
        return self.look.say("dts.board.keep", dice=faces)
