"""A seat's dice, zone by zone, exactly as the companion counts them; a tap on one says where it really lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.quarriors import board as boards
from companion.rules.quarriors.actions import Put
from companion.rules.quarriors.content import library
from companion.rules.quarriors.faces import face, face_line
from companion.rules.quarriors.state import QuarriorsState
from companion.rules.text import Line, line
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text

ZONES = ("bag", "pool", "ready", "used", "aside")


class CollectionPanel(Panel):
    """`move` is asked with the class and the zone of the die that was tapped."""

    quarters = True

    def __init__(
        self,
        look: Look,
        view: View,
        seat: int,
        move: Callable[[str, str], None],
        numbers: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, "", close)
        self.seat, self._move = seat, move
        self._narrow = False
        self._view = view
        self._shown: object = None
        self._body: Widget | None = None
        self.correct = VerbButton(look, look.say("qr.screen.numbers"), numbers, size=SMALL)
        self.head.add_widget(sized(look, self.correct, width=200), index=1)
        self.dice: dict[tuple[str, str], VerbButton] = {}
        self.show(view)

    def narrowed(self, narrow: bool) -> None:
        self._narrow, self._shown = narrow, None
        sized(self.look, self.correct, width=110 if narrow else 200)
        self.show(self._view)

    def show(self, view: View) -> None:
        self._view = view
        has = boards.board(view.state).collections[self.seat]
        if has == self._shown:
            return
        self._shown = has
        self.title.text = self.look.say("qr.screen.collection", who=view.seats[self.seat].name, n=has.total)
        if self._body is not None:
            self.remove_widget(self._body)
        self._body = self._zones(view.state, has)
        self.add_widget(self._body)

    def _zones(self, state: QuarriorsState, has: boards.Collection) -> Widget:
        look = self.look
        self.dice = {}
        shown = [zone for zone in ZONES if zone != "aside" or has.zones["aside"]]
        heads = row(look)
        lists = row(look)
        below = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        for zone in shown:
            count = sum(has.zones[zone].values())
            head = Text(look, look.say(f"qr.screen.zone.{zone}", n=count), SMALL, bold=True, align="center")
            dice = self._zone(state, zone, has.zones[zone])
            if self._narrow:
                below.add_widget(sized(look, head, height=24))
                below.add_widget(sized(look, dice, height=len(has.zones[zone]) * (TOUCH + 4 + GAP)))
            else:
                heads.add_widget(head)
                lists.add_widget(dice)
        if self._narrow:
            return scrolling(look, below)
        longest = max(1, *(len(has.zones[zone]) for zone in shown))
        whole = BoxLayout(orientation="vertical")
        whole.add_widget(sized(look, lists, height=longest * (TOUCH + 4 + GAP)))
        return column(look, sized(look, heads, height=24), scrolling(look, whole))

    def _zone(self, state: QuarriorsState, zone: str, dice: Mapping[str, int]) -> Widget:
        look = self.look
        box = column(look)
        for class_ in sorted(dice, key=lambda c: -dice[c]):
            name = library().card_line(state.cards[class_])
            words = look.say("qr.times", n=dice[class_], what=name)
            button = VerbButton(
                look,
                words,
                partial(self._move, class_, f"{zone}:{self.seat}"),
                size=SMALL,
                padding=(look.px(6), look.px(2)),
            )
            self.dice[(zone, class_)] = button
            box.add_widget(sized(look, button, height=TOUCH + 4))
        box.add_widget(Widget())
        return box


def places(state: QuarriorsState, seat: int, class_: str, of: str) -> Sequence[tuple[Put, Line]]:
    """Where a die may really lie: at its owner's first, then in the Wilds, at the others' and in the box."""
    found: list[tuple[Put, Line]] = []
    others = [(seat + step) % len(state.players) for step in range(len(state.players))]
    for owner in others:
        who = state.seats[owner].name
        for zone in ("bag", "used", "pool"):
            found.append((Put(class_, of, f"{zone}:{owner}"), line(f"qr.zone.{zone}", who=who)))
        for name in dict.fromkeys(library().dice[class_].faces):
            if face(name).creature or face(name).spell:
                place = line("qr.shown", die=line("qr.zone.ready", who=who), face=face_line(name))
                found.append((Put(class_, of, f"ready:{owner}", name), place))
        if owner == seat:
            found.append((Put(class_, of, "wilds"), line("qr.zone.wilds")))
    found.append((Put(class_, of, "box"), line("qr.zone.box")))
    return [(put, words) for put, words in found if put.to != of]
