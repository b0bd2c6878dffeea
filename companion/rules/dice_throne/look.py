"""A state taken apart, to be looked at: who is who, what is possible, what a formula is worth."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from companion.rules.core import Outcome, Seat
from companion.rules.dice_throne.amounts import formula, half_up
from companion.rules.dice_throne.content import BOTS, SPIRITS, Ability, Hero, Level, Library, library
from companion.rules.dice_throne.effects import Amount
from companion.rules.dice_throne.houserules import DEFAULTS
from companion.rules.dice_throne.state import (
    Announced,
    AnyFrame,
    Context,
    DiceThroneState,
    Do,
    Fighter,
    Healing,
    Packet,
    Pool,
    Wait,
)
from companion.rules.text import Line

CP_CAP = 15  # DT-12
HEAL_ROOM = 10  # health cap = start + 10 (DT-49)
HAND_LIMIT = 6  # DT-38

_FIELDS = DiceThroneState.__struct_fields__
_VALUES = attrgetter(*_FIELDS)
_LISTS = tuple(
    _FIELDS.index(name) for name in ("fighters", "health", "stack", "pools", "plan", "packets", "healings")
)


class NumberUnknown(Exception):  # noqa: N818
    """A printed number that the players have not told yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Look:
    """Mutable, short-lived. Fields are those of `DiceThroneState`; tuples that change are lists here."""

    __slots__ = (*_FIELDS, "lines", "library")

    seats: tuple[Seat, ...]
    mode: str
    dice_kind: str
    rules: Mapping[str, int | str | bool]
    answers: Mapping[str, int]
    fighters: list[Fighter]
    health: list[int]
    start_health: int
    order: tuple[int, ...]
    stack: list[AnyFrame]
    turn: int
    active: int
    phase: str
    skips: tuple[str, ...]
    pools: list[Pool]
    attempts: int
    allowed: int
    redefend: int
    announced: Announced | None
    activated: bool
    altered: bool
    target: int
    fixed_target: int
    extra: int
    attacked: bool
    defence: str
    plan: list[Do]
    placed: tuple[str, ...]
    packets: list[Packet]
    healings: list[Healing]
    dealt: int
    leaders: tuple[int, ...]
    outcome: Outcome | None
    lines: list[Line]
    library: Library

    def __init__(self, state: DiceThroneState) -> None:
        # written out: this runs for every action, and loops over names take ten times as long
        self.seats = state.seats
        self.mode = state.mode
        self.dice_kind = state.dice_kind
        self.rules = state.rules
        self.answers = state.answers
        self.fighters = list(state.fighters)
        self.health = list(state.health)
        self.start_health = state.start_health
        self.order = state.order
        self.stack = list(state.stack)
        self.turn = state.turn
        self.active = state.active
        self.phase = state.phase
        self.skips = state.skips
        self.pools = list(state.pools)
        self.attempts = state.attempts
        self.allowed = state.allowed
        self.redefend = state.redefend
        self.announced = state.announced
        self.activated = state.activated
        self.altered = state.altered
        self.target = state.target
        self.fixed_target = state.fixed_target
        self.extra = state.extra
        self.attacked = state.attacked
        self.defence = state.defence
        self.plan = list(state.plan)
        self.placed = state.placed
        self.packets = list(state.packets)
        self.healings = list(state.healings)
        self.dealt = state.dealt
        self.leaders = state.leaders
        self.outcome = state.outcome
        self.lines = []
        self.library = library()

    def freeze(self) -> DiceThroneState:
        values = list(_VALUES(self))
        for at in _LISTS:
            values[at] = tuple(values[at])
        return DiceThroneState(*values)

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    # Looking

    def rule(self, name: str) -> int | str | bool:
        return self.rules.get(name, DEFAULTS[name])

    def hero(self, seat: int) -> Hero:
        return self.library.heroes[self.fighters[seat].hero]

    def tokens(self, seat: int, status: str) -> int:
        return self.fighters[seat].tokens.get(status, 0)

    def limit(self, seat: int, status: str) -> int:
        """How many tokens of it this hero may hold; none of another hero's companion (DT-64)."""
        fighter = self.fighters[seat]
        known = self.library.statuses[status]
        if known.kind == "companion" and status not in self.library.brings[fighter.hero]:
            return 0
        return known.limit_for.get(fighter.hero, known.limit) + fighter.limits.get(status, 0)

    def level_number(self, seat: int, ability: str) -> int:
        return self.fighters[seat].levels.get(ability, 1)

    def level(self, seat: int, ability: Ability) -> Level:
        return ability.levels[self.fighters[seat].levels.get(ability.id, 1) - 1]

    def abilities(self, seat: int, *kinds: str) -> list[Ability]:
        fighter = self.fighters[seat]
        return [
            ability
            for ability in self.library.heroes[fighter.hero].abilities
            if ability.kind in kinds and (not ability.side or ability.side == fighter.side)
        ]

    def living(self) -> list[int]:
        return [seat for seat, fighter in enumerate(self.fighters) if not fighter.out]

    def opponents(self, seat: int) -> list[int]:
        """Living opponents, clockwise from the seat: the first sits to its left."""
        count = len(self.fighters)
        team = self.fighters[seat].team
        around = [(seat + step) % count for step in range(1, count)]
        return [
            other for other in around if self.fighters[other].team != team and not self.fighters[other].out
        ]

    def allies(self, seat: int) -> list[int]:
        team = self.fighters[seat].team
        return [other for other in self.living() if self.fighters[other].team == team]

    def health_cap(self) -> int:
        return self.start_health + HEAL_ROOM

    def can_act(self, seat: int) -> bool:
        """Stun lets nobody act; an Ultimate silences the opponents (DT-51)."""
        fighter = self.fighters[seat]
        if fighter.out:
            return False
        statuses = self.library.statuses
        if any(statuses[status].stuns for status in fighter.tokens):
            return False
        return not (
            self.activated
            and self.announced is not None
            and self.announced.ultimate
            and fighter.team != self.fighters[self.active].team
        )

    def attack(self) -> int:
        """Where the attack stands among the packets; -1 when there is none."""
        for i, packet in enumerate(self.packets):
            if packet.attack:
                return i
        return -1

    def alterable(self) -> list[int]:
        """Pools whose dice may be changed now: the newest, for one purpose (DT-24)."""
        if not self.pools:
            return []
        purpose = self.pools[-1].purpose
        if purpose == "offence" and (self.activated or not self.pools[-1].values):
            return []
        return [i for i, pool in enumerate(self.pools) if pool.purpose == purpose]

    def window(self) -> str:
        top = self.stack[-1] if self.stack else None
        return top.window if isinstance(top, Wait) else ""

    def who(self, to: str, context: Context) -> list[int] | None:
        """The seats that `to` means; None where a player must choose first."""
        if to == "self":
            return [context.by]
        if to == "target":
            return [context.to] if context.to >= 0 else []
        if to.startswith("seat:"):
            return [int(seat) for seat in to[5:].split(",")]
        if to == "opponents":
            return self.opponents(context.by)
        if to == "all":
            return self.living()
        if to == "others":
            return [seat for seat in self.living() if seat != context.by]
        if to == "allies":
            return self.allies(context.by)
        choices = self.choices(to, context)
        if len(choices) <= 1 or (to == "two_opponents" and len(choices) == 2):
            return choices
        return None

    def choices(self, to: str, context: Context) -> list[int]:
        if to.endswith("opponent") or to.endswith("opponents"):
            return self.opponents(context.by)
        if to == "chosen_ally":
            return self.allies(context.by)
        if to.startswith("not:"):
            return [seat for seat in self.living() if seat != int(to[4:])]
        return [context.by, *(seat for seat in self.living() if seat != context.by)]

    def amount(self, n: Amount, context: Context) -> int:
        """The value of a formula now. Raises NumberUnknown."""
        if isinstance(n, int):
            return n
        parsed = formula(n)
        total = parsed.base
        for factor, word in parsed.terms:
            total += factor * self._word(word, context)
        return max(0, half_up(total) if parsed.half else total)

    def _word(self, word: str, context: Context) -> int:
        fighter = self.fighters[context.by]
        if " " in word:
            unknown, _, other = word.partition(" ")
            return self._word(unknown, context) * self._word(other, context)
        faces = self.library.heroes[fighter.hero].dice
        if word in faces:
            return sum(1 for value in context.dice if faces[value - 1] == word)
        if word == "total":
            return sum(context.dice)
        if word == "die":
            return context.dice[0] if context.dice else 0
        if word == "n":
            return context.n
        if word == "cp":
            return fighter.cp
        if word == "further_attempts":
            return min(2, max(0, self.attempts - 1))
        if word == "spirits":
            return sum(fighter.tokens.get(spirit, 0) for spirit in SPIRITS)
        if word == "bots":
            return sum(1 for bot in BOTS if fighter.tokens.get(bot, 0))
        if word.startswith("target."):
            return self.fighters[context.to].tokens.get(word[7:], 0) if context.to >= 0 else 0
        if word.startswith("?"):
            name = f"{fighter.hero}.{word[1:]}"
            if name not in self.answers:
                raise NumberUnknown(name)
            return self.answers[name]
        return fighter.tokens.get(word, 0)
