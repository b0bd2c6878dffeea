"""The workbench: a state taken apart while one action is carried out, then frozen again.

Only the rules of this folder hold one, and only for as long as an action takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.rules.quarriors.content import Card, library
from companion.rules.quarriors.faces import Face, face
from companion.rules.quarriors.houserules import DEFAULTS
from companion.rules.quarriors.state import (
    AnyFrame,
    Attack,
    Creature,
    Go,
    Lying,
    Player,
    QuarriorsState,
    Wait,
)
from companion.rules.text import Line, line


class Bench:
    """Mutable and short-lived."""

    def __init__(self, state: QuarriorsState) -> None:
        self._state = state
        self.library = library()
        self.lines: list[Line] = []
        self.seats = state.seats
        self.rules = state.rules
        self.target = state.target
        self.kinds = state.kinds
        self.cards = state.cards
        self.wilds = dict(state.wilds)
        self.box = state.box
        self.players: list[Player] = list(state.players)
        self.stack: list[AnyFrame] = list(state.stack)
        self.active = state.active
        self.turn = state.turn
        self.phase = state.phase
        self.pot = state.pot
        self.reserved = state.reserved
        self.captures = state.captures
        self.cheaper = state.cheaper
        self.scored = state.scored
        self.summoned = state.summoned
        self.rolled = state.rolled
        self.attacked = state.attacked
        self.attack: Attack | None = state.attack
        self.hit = state.hit
        self.won = state.won
        self.emptied = state.emptied

    def freeze(self) -> QuarriorsState:
        return replace(
            self._state,
            cards=self.cards,
            wilds=self.wilds,
            box=self.box,
            players=tuple(self.players),
            stack=tuple(self.stack),
            active=self.active,
            turn=self.turn,
            phase=self.phase,
            pot=self.pot,
            reserved=self.reserved,
            captures=self.captures,
            cheaper=self.cheaper,
            scored=self.scored,
            summoned=self.summoned,
            rolled=self.rolled,
            attacked=self.attacked,
            attack=self.attack,
            hit=self.hit,
            won=self.won,
            emptied=self.emptied,
        )

    # Words

    def say(self, id: str, /, **args: int | str | Line) -> None:
        self.lines.append(Line(id, args))

    def name(self, seat: int) -> str:
        return self.seats[seat].name if 0 <= seat < len(self.seats) else str(seat)

    def rule(self, name: str) -> int | str | bool:
        return self.rules.get(name, DEFAULTS[name])

    def die_line(self, die: int) -> Line:
        """A die by its card, where its class has one in this game."""
        return self.class_line(self.kinds[die])

    def class_line(self, class_: str) -> Line:
        card = self.cards.get(class_)
        return self.library.card_line(card) if card else self.library.die_line(class_)

    # The course of things

    def push(self, *frames: AnyFrame) -> None:
        """Put these on the stack, so that the first one comes first."""
        self.stack.extend(reversed(frames))

    def go(self, *steps: str) -> None:
        self.push(*(Go(step) for step in steps))

    def window(self) -> Wait | None:
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, Wait) else None

    def over(self) -> bool:
        return self.won >= 0 or self.emptied

    # Players

    def others(self, seat: int) -> list[int]:
        """The rivals of a seat, from its left on."""
        count = len(self.players)
        return [(seat + step) % count for step in range(1, count)]

    def change(self, seat: int, **fields: Any) -> None:
        self.players[seat] = replace(self.players[seat], **fields)

    def card(self, die: int) -> Card:
        """Its power card; only dice that have one in this game leave the box."""
        return self.library.cards[self.cards[self.kinds[die]]]

    def numbers(self, card: Card) -> tuple[int, int]:
        """Cost and glory; where sources differ, a house rule has both."""
        if card.numbers_rule:
            cost, glory = str(self.rule(card.numbers_rule)).split("-")
            return int(cost), int(glory)
        return card.cost, card.glory

    def cost(self, class_: str) -> int:
        """What a die on this card costs."""
        return self.numbers(self.library.cards[self.cards[class_]])[0]

    def face(self, lying: Lying | Creature) -> Face:
        return face(lying.face)

    def drawn_by(self, die: int, shown: Face) -> int:
        """How many dice this face draws."""
        rule = self.library.dice[self.kinds[die]].draw_rule
        return int(self.rule(rule)) if rule and shown.draw else shown.draw

    # Dice in their zones

    def creature(self, die: int) -> tuple[int, Creature] | None:
        for seat, player in enumerate(self.players):
            for creature in player.ready:
                if creature.die == die:
                    return seat, creature
        return None

    def set_creature(self, seat: int, creature: Creature) -> None:
        ready = tuple(creature if old.die == creature.die else old for old in self.players[seat].ready)
        self.change(seat, ready=ready)

    def lying(self, seat: int, die: int) -> Lying | None:
        return next((lying for lying in self.players[seat].pool if lying.die == die), None)

    def leave_pool(self, seat: int, die: int) -> None:
        self.change(seat, pool=tuple(lying for lying in self.players[seat].pool if lying.die != die))

    def to_used(self, seat: int, *dice: int) -> None:
        self.change(seat, used=(*self.players[seat].used, *dice))

    def to_pool(self, seat: int, *dice: int) -> None:
        """Not rolled yet."""
        self.change(seat, pool=(*self.players[seat].pool, *(Lying(die) for die in dice)))

    def spend(self, seat: int, die: int) -> None:
        """From the Active Pool to the Used Pile (QR-6)."""
        self.leave_pool(seat, die)
        self.to_used(seat, die)

    def to_wilds(self, die: int) -> None:
        """Back to its card (QR-12)."""
        class_ = self.kinds[die]
        basic = self.library.dice[class_].sort == "basic"
        if basic and self.rule("culled_basics") == "to_box":
            self.box = (*self.box, die)
        else:
            self.wilds[class_] = (*self.wilds[class_], die)

    def from_wilds(self, class_: str) -> int:
        first, *rest = self.wilds[class_]
        self.wilds[class_] = tuple(rest)
        return first

    def cull(self, seat: int, die: int) -> None:
        """From the Used Pile, the Active Pool or the spells in the Ready Area to the Wilds."""
        player = self.players[seat]
        self.change(
            seat,
            used=tuple(other for other in player.used if other != die),
            pool=tuple(other for other in player.pool if other.die != die),
            spells=tuple(other for other in player.spells if other.die != die),
        )
        self.to_wilds(die)

    def one_of_each(self, dice: Iterable[int]) -> list[int]:
        """One die of each class: they are all alike."""
        return list({self.kinds[die]: die for die in reversed(list(dice))}.values())[::-1]

    # Quiddity and glory

    def pay(self, n: int) -> None:
        self.pot -= n
        self.reserved = min(self.reserved, self.pot)

    def gain_glory(self, seat: int, n: int, scoring: bool) -> None:
        """At the target the game is won (QR-24)."""
        glory = self.players[seat].glory + n
        self.change(seat, glory=glory)
        if glory >= self.target and (scoring or self.rule("glory_of_spells") == "wins_at_once"):
            self.won = seat
            self.say("qr.reaches", who=self.name(seat), n=glory)


def listed(lines: Iterable[Line]) -> Line:
    """Several terms with commas between them."""
    first, *rest = lines
    for following in rest:
        first = line("qr.list", a=first, b=following)
    return first
