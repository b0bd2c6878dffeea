"""Players of Dungeon Fighter for the demo: a short adventure, a room on each level, then the boss."""

from __future__ import annotations

import random
from typing import Any

from companion.commands.player import Throw, Touch, Wish
from companion.rules.core import Seat
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import draft as drafting
from companion.rules.dungeon_fighter import target
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.look import demands
from companion.rules.dungeon_fighter.state import DungeonFighterState, Setup
from companion.screens.port import View

NAMES = (("Lea", "red"), ("Mia", "blue"), ("Tom", "green"))
PLACES = ("4", "3", "3", "2", "2", "1", "10", "off", "hole", "3/2")  # where dice come to rest here
ROOMS = ("treasure", "shop", "danger_double_bounce")  # one on each level
NUMBERS = {"hp": "6", "damage": "1", "gold": "2", "cost": "2", "bonus": "2", "amount": "2", "number": "2"}
DONE_WELL = 0.8  # of the special attacks
TRIES = 2  # the die is thrown again when nothing came of it; then the players tell it by touch


def dungeon_setup(_tray_mm: tuple[tuple[float, float], ...]) -> Setup:
    """As the setup screen makes it, for where there is no screen."""
    seats = tuple(Seat(name, colour) for name, colour in NAMES)
    return Setup(seats, library().heroes[: len(seats)], symbol_faces=2)


class DungeonPlayer:
    """Plays every seat."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._thrown_at = -1  # entries of the log when the die was last thrown
        self._tries = 0

    def wish(self, view: View) -> Wish:
        if view.waiting is None or view.outcome is not None:
            return None
        state: DungeonFighterState = view.state
        actions = [offer.action for offer in view.offers]
        if state.ask is not None:
            return Touch(self._answer(state.ask.what, actions))
        if state.stage == "move":
            return Touch(self._way(state, actions))
        if state.stage == "encounter":
            return Touch(self._card(actions))
        if state.stage == "fight":
            return self._throw(view, actions)
        return Touch(self._clean_up(actions))

    def _answer(self, what: str, actions: list[Any]) -> Any:
        if what in NUMBERS:
            return a.Answer(what, NUMBERS[what])
        return self._chance.choice(actions)

    def _way(self, state: DungeonFighterState, actions: list[Any]) -> Any:
        """One room, then on."""
        onward = [action for action in actions if isinstance(action, a.Descend | a.FaceBoss)]
        if onward and state.room is not None:
            return onward[0]
        wanted = ROOMS[(state.level - 1) % len(ROOMS)]
        rooms = [action for action in actions if isinstance(action, a.Enter)]
        return next((action for action in rooms if action.room.id == wanted), rooms[0])

    def _card(self, actions: list[Any]) -> Any:
        """A monster that nobody met yet, or the boss whose name nobody knows."""
        cards = [action for action in actions if isinstance(action, a.Meet)]
        return self._chance.choice(cards[:4])

    def _throw(self, view: View, actions: list[Any]) -> Wish:
        state: DungeonFighterState = view.state
        b = Bench(state)
        if not target.waits(b):
            return Touch(a.Recover())
        die, draft = drafting.drafted_die(b), b.fight.draft
        if not die:
            return Touch(a.Say("die", self._chance.choice(target.usable(b))))
        if not draft.seen and self._may_throw(len(view.history)):
            return Throw()
        if not draft.rest:
            return Touch(a.Say("rest", self._chance.choice(PLACES)))
        if demands(state) and self._chance.random() > DONE_WELL:
            held = () if b.fight.thrown is not None else draft.weapons
            return Touch(
                a.Throw(
                    b.fight.turn, die, draft.rest, draft.against, draft.symbol, draft.bounced, False, held
                )
            )
        return Touch(next(action for action in actions if isinstance(action, a.Confirm)))

    def _may_throw(self, entries: int) -> bool:
        self._tries = self._tries + 1 if entries == self._thrown_at else 1
        self._thrown_at = entries
        return self._tries <= TRIES

    def _clean_up(self, actions: list[Any]) -> Any:
        for kind in (a.PutScar, a.Reward, a.Gain, a.BuyHealing, a.BuyDie):
            found = [action for action in actions if isinstance(action, kind)]
            if found:
                return self._chance.choice(found)
        return next(action for action in actions if isinstance(action, a.Onward))

    def picture(self, view: View) -> str:
        """The name of a moment worth a picture; "" for any other."""
        state: DungeonFighterState = view.state
        if state.ask is not None:
            return f"4-{state.ask.what}"
        if state.stage == "fight" and state.fight is not None:
            if state.boss:
                return "7-boss"
            return "5-throw" if state.fight.draft.rest else "3-attacks" if demands(state) else "3-fight"
        return {"move": "2-room", "encounter": "2-card", "cleanup": "6-clean-up"}.get(state.stage, "")
