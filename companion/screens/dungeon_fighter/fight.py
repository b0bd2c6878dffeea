"""A fight: the monster, what the throw must fulfil, the dice, and the target where the hit is told.

By touch a throw is three taps: die, place, right. What the camera saw stands there already, and one tap confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import draft as drafting
from companion.rules.dungeon_fighter import target as aim
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.cards import Item
from companion.rules.dungeon_fighter.draft import NO, YES
from companion.rules.dungeon_fighter.look import Demand, demands
from companion.rules.dungeon_fighter.state import Draft, DungeonFighterState, Fight
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.attack_view import AttackView
from companion.screens.dungeon_fighter.close_up import CloseUp
from companion.screens.dungeon_fighter.monster_head import HEIGHT, LOW, MonsterHead
from companion.screens.dungeon_fighter.target import Target
from companion.screens.dungeon_fighter.throw_row import DieButton, Turning
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text

AIM_WIDTH = 256
DICE_LARGE, DICE_SMALL = 84, 52
MOST_WEAPONS = 3
Do = Callable[[Any], None]


class FightArea(BoxLayout):
    """`throw` is the simulated table's hand; None at a real table."""

    def __init__(
        self,
        look: Look,
        do: Do,
        throw: Callable[[], None] | None,
        open_monster: Callable[[], None],
        open_attacks: Callable[[], None],
        open_weapons: Callable[[], None],
    ) -> None:
        super().__init__(spacing=look.px(GAP))
        self.look = look
        self._do, self._throw, self._open_weapons = do, throw, open_weapons
        self.state: DungeonFighterState | None = None
        self.head = MonsterHead(look, open_monster)
        self.attacks = AttackView(look, open_attacks)
        self.target = Target(look, self._place)
        self.close_up = CloseUp(look)
        self.symbol = Turning(look, self._turn_symbol, "df_eye")
        self.bounce = Turning(look, self._turn_bounce, "df_bounce")
        self.misses = {place: self._miss_button(place) for place in (*aim.MISSES, "line")}
        self.dice: dict[str, DieButton] = {}
        self.weapons: dict[str, VerbButton] = {}
        self.confirm = self.refuse = self.recover = self.hand = None
        self.left = column(look)
        places = sized(look, row(look, *self.misses.values()), height=TOUCH)
        switches = sized(look, row(look, self.symbol, self.bounce), height=60)
        self.add_widget(self.left)
        # Over the attacks, which were done when it comes; the target stays free for a correction by one tap.
        self.wanted = FloatLayout()
        for layer in (self.attacks, self.close_up):
            self.wanted.add_widget(layer)
            self.wanted.bind(pos=layer.setter("pos"), size=layer.setter("size"))
        self.add_widget(sized(look, column(look, self.target, places, switches), width=AIM_WIDTH))
        self._arranged: object = None
        self._crop = b""  # what the camera saw of this throw

    confirm: VerbButton | None
    refuse: VerbButton | None
    recover: VerbButton | None
    hand: VerbButton | None

    def _miss_button(self, place: str) -> VerbButton:
        tap = self._dispute if place == "line" else partial(self._place, place)
        return VerbButton(
            self.look, self.look.say(f"df.screen.place.{place}"), tap, size=CAPTION, padding=self.look.px(2)
        )

    # The newest view.

    def show(self, view: View, hp: int) -> None:
        state: DungeonFighterState = view.state
        self.state = state
        fight = state.fight
        if fight is None:
            return
        b = Bench(state)
        throwing, draft = aim.waits(b), fight.draft
        die = drafting.drafted_die(b) if throwing else ""
        wanted = demands(state)
        self.head.show(state, hp)
        self.attacks.show(wanted)
        self.target.enabled = throwing
        self.target.show(aim.zones(b), draft, die)
        self._show_places(b, draft, throwing)
        self._show_switches(draft, die, throwing)
        before, self._crop = self._crop, _crop(view) if draft.seen else b""
        if self._crop and self._crop != before and _called(view):
            self.close_up.show(self._crop)
        self._arrange(b, die, wanted)

    def _show_places(self, b: Bench, draft: Draft, throwing: bool) -> None:
        for place, button in self.misses.items():
            on = bool(draft.against) if place == "line" else draft.rest == place
            button.enabled = throwing and (place != "line" or draft.rest in aim.zones(b))
            button.set_rank("first" if on else "plain")

    def _show_switches(self, draft: Draft, die: str, throwing: bool) -> None:
        say = self.look.say
        up, fell = draft.symbol, draft.bounced
        self.symbol.enabled = self.bounce.enabled = throwing
        does = self._ability(die) if up and die not in ("", aim.WHITE) else ""
        self.symbol.say(
            say(f"df.screen.symbol_{YES if up else NO}"), up, "df_eye" if up else "df_shut_eye", does
        )
        self.bounce.say(
            say(f"df.label.bounced_{YES if fell else NO}"), not fell, "df_bounce" if fell else "close"
        )

    def _ability(self, colour: str) -> str:
        state, fight = self._now()
        fellow = state.party[fight.turn]
        if colour in fellow.scars:
            return self.look.say("df.screen.scar")
        return words.ability(self.look, getattr(fellow.hero, colour))

    # The rows below the attacks.

    def _arrange(self, b: Bench, die: str, wanted: Sequence[Demand]) -> None:
        fight = b.fight
        weapons = [item for item in b.party[fight.turn].items if item.kind == "weapon"]
        held = fight.thrown.weapons if fight.thrown is not None else fight.draft.weapons
        usable = aim.usable(b) if b.ask is None else ()
        may_recover = not b.free_dice() and not b.boss and fight.thrown is None
        ready = bool(usable) and drafting.ready(b)
        captions = tuple("" if d == aim.WHITE else self._ability(d) for d in usable)
        key = (
            usable, captions, die, tuple(weapons), held, fight.thrown, may_recover, ready, len(wanted),
            fight.draft, b.name(fight.turn), self._crop,
        )  # fmt: skip
        if key == self._arranged:
            return
        self._arranged = key
        self.left.clear_widgets()
        self.confirm = self.refuse = self.recover = self.hand = None
        # The attacks are what a thrower must see: everything else makes room for them.
        self.left.add_widget(sized(self.look, self.head, height=LOW if len(wanted) > 1 else HEIGHT))
        self.left.add_widget(self.wanted)
        if weapons and not die:
            self.left.add_widget(self._weapon_row(weapons, held, fight.thrown is None))
        dice = self._dice_row(usable, captions, die, may_recover)
        if weapons and die and fight.thrown is None:
            dice.add_widget(self._all_weapons(len(held)))
        self.left.add_widget(dice)
        verdict = self._verdict_row(die, ready, bool(wanted), self._outcome(b) if ready else "")
        if verdict is not None:
            self.left.add_widget(sized(self.look, verdict, height=56))

    def _weapon_row(self, weapons: list[Item], held: tuple[str, ...], free: bool) -> Widget:
        look = self.look
        line = row(look)
        self.weapons = {}
        for item in weapons if len(weapons) <= MOST_WEAPONS else weapons[: MOST_WEAPONS - 1]:
            on = item.id in held
            button = VerbButton(
                look,
                words.name(look, item),
                partial(self._do, a.Say("weapon", item.id)),
                rank="first" if on else "plain",
                size=CAPTION,
                padding=look.px(4),
            )
            button.enabled = free
            self.weapons[item.id] = button
            line.add_widget(button)
        if len(weapons) > MOST_WEAPONS:
            more = look.say("play.more", n=len(weapons) - MOST_WEAPONS + 1)
            line.add_widget(VerbButton(look, more, self._open_weapons, size=CAPTION, padding=look.px(4)))
        return sized(look, line, height=TOUCH)

    def _all_weapons(self, held: int) -> Widget:
        """One button for all of them, once the die is taken."""
        text = self.look.say("play.group", what=self.look.say("df.screen.weapons"), n=held)
        self.armoury = VerbButton(self.look, text, self._open_weapons, size=CAPTION, padding=self.look.px(4))
        return self.armoury

    def _dice_row(
        self, usable: tuple[str, ...], captions: tuple[str, ...], die: str, may_recover: bool
    ) -> Widget:
        look, say = self.look, self.look.say
        line = row(look)
        self.dice = {}
        for colour, ability in zip(usable, captions, strict=True):
            caption = "" if die else ability or say("df.die.white")
            button = DieButton(look, colour, caption, colour == die, partial(self._do, a.Say("die", colour)))
            self.dice[colour] = button
            line.add_widget(button)
        if may_recover:
            self.recover = VerbButton(
                look, say("df.label.recover"), partial(self._do, a.Recover()), size=SMALL
            )
            self.recover.size_hint_x = 2
            line.add_widget(self.recover)
        return sized(look, line, height=DICE_SMALL if die and not may_recover else DICE_LARGE)

    def _outcome(self, b: Bench) -> str:
        """What the throw will be, if it was done right."""
        say, draft = self.look.say, b.fight.draft
        zone = aim.value(draft.rest, draft.against)
        if not draft.bounced or not zone or (zone == 1 and b.fight.active.small_target):
            return say("df.screen.will_miss")
        if zone == drafting.BULLSEYE and draft.symbol:
            return say("df.screen.will_kill")
        return say("df.screen.will_hit", n=zone)

    def _verdict_row(self, die: str, ready: bool, special: bool, outcome: str) -> Widget | None:
        look, say = self.look, self.look.say
        line = row(look)
        if self._crop and die:
            self.picture = DiePicture(look)
            self.picture.show(Mark(""), self._crop)
            line.add_widget(sized(look, self.picture, width=56))
        if not ready:
            if self._throw is not None and self.dice:
                self.hand = VerbButton(look, say("df.screen.throw"), self._throw, icon="throw", rank="first")
                line.add_widget(self.hand)
            elif die:
                line.add_widget(Text(look, say("df.screen.where"), BODY, align="center"))
            if die and special:
                line.add_widget(self._not_done())
        else:
            self.confirm = VerbButton(
                look,
                say("df.screen.done" if special else "df.label.confirm"),
                partial(self._judge, True),
                icon="check",
                rank="first",
                detail=outcome,
                size=BODY,
            )
            line.add_widget(self.confirm)
            if special:
                line.add_widget(self._not_done())
        return line if line.children else None

    def _not_done(self) -> VerbButton:
        self.refuse = VerbButton(
            self.look,
            self.look.say("df.screen.not_done"),
            partial(self._judge, False),
            icon="close",
            size=BODY,
        )
        return self.refuse

    # Touches.

    def _now(self) -> tuple[DungeonFighterState, Fight]:
        assert self.state is not None
        assert self.state.fight is not None
        return self.state, self.state.fight

    def _place(self, place: str) -> None:
        self._do(a.Say("rest", place))

    def _dispute(self) -> None:
        """On the line to the lower neighbour, then to the higher one, then on no line."""
        state, fight = self._now()
        draft, zones = fight.draft, aim.zones(Bench(state))
        if draft.rest not in zones:
            return
        number = zones.index(draft.rest)
        near = [zones[n] for n in (number - 1, number + 1) if 0 <= n < len(zones)]
        ways = [draft.rest, *(f"{draft.rest}/{zone}" for zone in near)]
        now = f"{draft.rest}/{draft.against}" if draft.against else draft.rest
        following = ways[(ways.index(now) + 1) % len(ways)] if now in ways else draft.rest
        self._place(following)

    def _turn_symbol(self) -> None:
        self._do(a.Say("symbol", NO if self._now()[1].draft.symbol else YES))

    def _turn_bounce(self) -> None:
        self._do(a.Say("bounced", NO if self._now()[1].draft.bounced else YES))

    def _judge(self, done: bool) -> None:
        """The throw counts. A special attack that was not done is a miss wherever the die lies: no place is needed."""
        state, fight = self._now()
        b = Bench(state)
        draft, die = fight.draft, drafting.drafted_die(b)
        if done == draft.done and drafting.ready(b):
            self._do(a.Confirm())
            return
        held = () if fight.thrown is not None else draft.weapons
        rest = draft.rest or aim.MISSES[1]
        self._do(a.Throw(fight.turn, die, rest, draft.against, draft.symbol, draft.bounced, done, held))


def _called(view: View) -> bool:
    """Whether the camera saw where the die rests: then its picture has the lines and the footprint drawn."""
    return any(die.rest for die in view.dice.dice if die.die not in view.dice.kept)


def _crop(view: View) -> bytes:
    """The camera's picture of the die that was thrown."""
    kept = view.dice.kept
    return next((die.crop for die in reversed(view.dice.dice) if die.crop and die.die not in kept), b"")
