"""A table for tests: sentences of a rulebook example become calls.

A die is written by its class and face: "assistant 1/1/2". Dice come from the Wilds or the box.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import Outcome, Seat, TableDie
from companion.rules.errors import IllegalAction
from companion.rules.quarriors import GAME, rolls, strength
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import KIND, library
from companion.rules.quarriors.state import Ask, Player, QuarriorsState, Setup, Wait

NAMES = ("Lena", "Kirill", "Kostya", "Mia")


def wilds(*cards: str) -> tuple[str, ...]:
    """These cards, and others of other classes to make up seven creatures and three spells."""
    return library().deal((*cards, *library().deck("creature"), *library().deck("spell")))


class Table:
    """Holds the newest state; every call is one action. Waits for the first roll of seat 0."""

    def __init__(self, *cards: str, players: int = 2, rules: dict[str, Any] | None = None) -> None:
        seats = tuple(Seat(name) for name in NAMES[:players])
        self.state: QuarriorsState = GAME.setup(Setup(seats, wilds(*cards), 0, rules or {}))
        self.said: list[str] = []
        self.lines: list[Any] = []

    # Arranging

    def give(self, seat: int, zone: str, *dice: str) -> Table:
        """Lay these dice there: give(1, "ready", "devotee 2/2/4", "life s")."""
        for die in dice:
            class_, _, face = die.partition(" ")
            of = "wilds" if self.state.wilds[class_] else "box"
            self.do(a.Put(class_, of, f"{zone}:{seat}", face))
        return self

    def clear(self, seat: int, zone: str) -> Table:
        for class_ in self.classes(seat, zone):
            self.do(a.Put(class_, f"{zone}:{seat}", "wilds"))
        return self

    # Acting

    def do(self, *actions: Any) -> Table:
        for action in actions:
            result = GAME.resolve(self.state, action)
            self.state = result.state
            self.lines += result.lines
            self.said += [line.id for line in result.lines]
        return self

    def roll(self, *dice: str) -> Table:
        """The camera sees these dice, and for the rest of the roll 1 quiddity wherever a die has that."""
        want = rolls.wanted(Bench(self.state))
        assert want is not None, self.waits
        shown = [die.split(" ") for die in dice]
        while len(shown) < rolls.count(want):
            told = [rolls.Shown(class_, face) for class_, face in shown]
            missing = rolls.missing(Bench(self.state), want, told)
            class_ = "basic_quiddity" if "basic_quiddity" in missing else missing[0]
            faces = library().dice[class_].faces
            shown.append([class_, "q1" if "q1" in faces else faces[0]])
        return self.see(*(f"{class_} {face}" for class_, face in shown))

    def see(self, *dice: str) -> Table:
        """The camera sees exactly these."""
        seen = []
        for number, die in enumerate(dice):
            class_, face = die.split(" ")
            seen.append(TableDie(number, KIND + class_, face, True))
        return self.do(GAME.action_of_roll(self.state, seen))

    def go(self) -> Table:
        return self.do(a.Pass())

    def until(self, window: str) -> Table:
        """Go on until this window is open."""
        while self.waits != window:
            self.go()
        return self

    def turn(self, *dice: str) -> Table:
        """The whole turn: roll, and nothing else, to the next player's roll or to what is asked there."""
        turn = self.state.turn
        self.roll(*dice)
        while self.state.turn == turn and not self.outcome:
            self.go()
        return self

    def choose(self, *words: str) -> Table:
        """Answer a question by what the answer is about: a class, a face, or a key."""
        for word in words:
            self.do(a.Choose(self.key(word)))
        return self

    def key(self, word: str) -> str:
        top = self.state.stack[-1]
        assert isinstance(top, Ask), self.waits
        for option in top.options:
            what, _, rest = option.key.partition(":")
            about = self.state.kinds[int(rest)] if what == "die" else rest
            if word in (option.key, about):
                return option.key
        raise AssertionError(f"{word} is not among {[option.key for option in top.options]}")

    # Dice, by their class

    def die(self, seat: int, zone: str, class_: str) -> int:
        player = self.player(seat)
        dice = {
            "pool": [lying.die for lying in player.pool],
            "ready": [creature.die for creature in player.ready],
            "spells": [spell.die for spell in player.spells],
            "used": list(player.used),
        }[zone]
        return next(die for die in dice if self.state.kinds[die] == class_)

    def use(self, class_: str, how: str = "card") -> Table:
        return self.do(a.Use(self.die(self.state.active, "pool", class_), how))

    def summon(self, *classes: str) -> Table:
        for class_ in classes:
            self.do(a.Summon(self.die(self.state.active, "pool", class_)))
        return self

    def ready(self, *classes: str) -> Table:
        for class_ in classes:
            self.do(a.Ready(self.die(self.state.active, "pool", class_)))
        return self

    def cast(self, class_: str, at: tuple[int, str] | None = None, by: int | None = None) -> Table:
        return self.do(self.casting(class_, at, by))

    def casting(self, class_: str, at: tuple[int, str] | None = None, by: int | None = None) -> a.Cast:
        seat = self.state.active if by is None else by
        target = -1 if at is None else self.die(at[0], "ready", at[1])
        return a.Cast(seat, self.die(seat, "spells", class_), target)

    def defend(self, *classes: str) -> Table:
        for class_ in classes:
            top = self.state.stack[-1]
            assert isinstance(top, Wait)
            self.do(a.Defend(self.die(top.seat, "ready", class_)))
        return self

    def no(self, action: Any) -> str:
        """The action is refused and changes nothing; says why."""
        before = GAME.encode_state(self.state)
        with pytest.raises(IllegalAction) as refusal:
            GAME.resolve(self.state, action)
        assert GAME.encode_state(self.state) == before
        return refusal.value.line.id

    # Looking

    @property
    def waits(self) -> str:
        top = self.state.stack[-1]
        if isinstance(top, Wait):
            return top.window
        return "ask" if isinstance(top, Ask) else "odd" if getattr(top, "odd", ()) else "roll"

    @property
    def legal(self) -> tuple[Any, ...]:
        return GAME.legal_actions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.state)

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def classes(self, seat: int, zone: str) -> list[str]:
        player = self.player(seat)
        dice = {
            "bag": player.bag,
            "used": player.used,
            "aside": player.aside,
            "pool": [lying.die for lying in player.pool],
            "ready": [creature.die for creature in player.ready],
            "spells": [spell.die for spell in player.spells],
        }[zone]
        return sorted(self.state.kinds[die] for die in dice)

    def has(self, seat: int, zone: str, class_: str) -> int:
        return self.classes(seat, zone).count(class_)

    def glory(self, seat: int) -> int:
        return self.player(seat).glory

    def numbers(self, seat: int, class_: str) -> tuple[int, int]:
        """Attack and defence of a creature in the Ready Area."""
        b = Bench(self.state)
        creature = next(c for c in self.player(seat).ready if self.state.kinds[c.die] == class_)
        return strength.attack_of(b, seat, creature), strength.defence_of(b, seat, creature)

    def spoken(self, id: str) -> list[dict[str, Any]]:
        """What filled the gaps of every line with this id."""
        return [dict(line.args) for line in self.lines if line.id == id]
