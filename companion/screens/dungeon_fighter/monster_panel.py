"""The monster's card in the middle of a fight: hit points and tokens by hand, icons that nobody typed yet, retreat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.core import Adjust, Counter
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.corrections import FLAGS, TOKENS, icon_line
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.screens.burst import Burst
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.fight import Do
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import CAPTION, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

HEAD = 18  # units


class MonsterPanel(Panel):
    def __init__(
        self,
        look: Look,
        burst: Burst,
        do: Do,
        open_attacks: Callable[[], None],
        open_card: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, "", close)
        self._do, self._open_attacks, self._open_card = do, open_attacks, open_card
        self.dial = Dial(look, burst, look.say("df.counter.monster_hp"), 34, "heart", look.palette.bad)
        self.marks: dict[str, VerbButton] = {}
        self.tokens: dict[str, VerbButton] = {}
        self.retreat: VerbButton | None = None
        self.body: Widget | None = None
        self._shown: object = None

    def show(self, view: View) -> None:
        state: DungeonFighterState = view.state
        fight = state.fight
        if fight is None or state.stage != "fight":
            if self.close is not None:
                self.close()
            return
        counters = {counter.name: counter for counter in view.counters}
        if "monster_hp" in counters:
            self.dial.show(counters["monster_hp"])
        retreat = any(isinstance(offer.action, a.Retreat) for offer in view.offers)
        key = (fight, retreat)
        if key == self._shown:
            return
        self._shown = key
        look = self.look
        self.title.text = words.name(look, fight.monster)
        if self.body is not None:
            self.remove_widget(self.body)
        if self.dial.parent is not None:
            self.dial.parent.remove_widget(self.dial)
        self.body = row(look, sized(look, self._left(view, counters, retreat), width=270), self._icons(state))
        self.add_widget(self.body)

    def _left(self, view: View, counters: dict[str, Counter], retreat: bool) -> Widget:
        look, say = self.look, self.look.say
        state: DungeonFighterState = view.state
        box = column(look)
        dial = Surface(look)
        dial.fill = look.palette.button
        dial.add_widget(self.dial)
        box.add_widget(sized(look, dial, height=HEAD + GAP + TOUCH))  # as high as what stands beside it
        grid = GridLayout(cols=2, spacing=look.px(GAP))
        self.tokens = {}
        for name in TOKENS:
            counter = counters.get(f"token.{name}")
            if counter is None:
                continue
            by = -1 if counter.value else 1
            button = VerbButton(
                look,
                look.sentence(f"df.counter.token.{name}"),
                partial(self._do, Adjust(counter.seat, counter.name, by)),
                rank="first" if counter.value else "plain",
                size=SMALL,
                padding=look.px(4),
            )
            self.tokens[name] = button
            grid.add_widget(button)
        while len(grid.children) < 2 * 2:
            grid.add_widget(Widget())
        box.add_widget(grid)
        card = VerbButton(look, say("df.screen.retype"), self._open_card, size=CAPTION, padding=look.px(4))
        grid.add_widget(card)
        self.retreat = None
        if not state.boss:
            self.retreat = VerbButton(
                look,
                say("df.label.retreat"),
                partial(self._do, a.Retreat()),
                detail=say("df.screen.retreat_costs"),
                size=SMALL,
            )
            self.retreat.padding = look.px(4)
            self.retreat.enabled = retreat
            grid.add_widget(self.retreat)
        return box

    def _icons(self, state: DungeonFighterState) -> Widget:
        """What the card shows: a tap says that it does, or does not."""
        look, say = self.look, self.look.say
        assert state.fight is not None
        monster = state.fight.monster
        box = column(look)
        head = Text(look, say("df.screen.card_shows"), CAPTION, colour=look.palette.quiet)
        box.add_widget(sized(look, head, height=HEAD))
        attacks = VerbButton(
            look,
            words.attacks(look, monster.attacks) or say("df.screen.no_attacks"),
            self._open_attacks,
            size=SMALL,
        )
        attacks.set_rank("first" if monster.attacks else "plain")
        self.attacks = attacks
        box.add_widget(sized(look, attacks, height=TOUCH))
        grid = GridLayout(cols=3, spacing=look.px(GAP))
        self.marks = {}
        for what in (*FLAGS, "gold_on_miss", "heals_on_miss", "bans_red", "bans_green", "bans_blue"):
            now = self._now(state, what)
            most = 3 if what in ("gold_on_miss", "heals_on_miss") else 1
            mark = a.Mark(what, (now + 1) % (most + 1))
            text = say(icon_line(what))
            if now and most > 1:
                text = say("df.screen.icon_n", icon=text, n=now)
            button = VerbButton(
                look, text, partial(self._do, mark), rank="first" if now else "plain", size=CAPTION
            )
            button.padding = look.px(4)
            self.marks[what] = button
            grid.add_widget(button)
        box.add_widget(grid)
        return box

    def _now(self, state: DungeonFighterState, what: str) -> int:
        assert state.fight is not None
        monster = state.fight.monster
        if what.startswith("bans_"):
            return int(what.removeprefix("bans_") in monster.bans)
        return int(getattr(monster, what))
