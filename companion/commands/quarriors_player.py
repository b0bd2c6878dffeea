"""Players of Quarriors for the demo: they take what the rules list first, and now and then something else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.camera.simulation.truth import Truth
from companion.commands.player import Throw, Touch, Wish
from companion.rules.core import Seat
from companion.rules.quarriors import actions as a
from companion.rules.quarriors import rolls
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import class_of
from companion.rules.quarriors.state import QuarriorsState, Setup, Wait
from companion.screens.port import View
from companion.screens.quarriors.dealing import dealt

NAMES = (("Lena", "red"), ("Kirill", "blue"), ("Mia", "green"))
TRIES = 3  # the dice are thrown again when nothing came of it; then the players tell them by touch
WHIM = 0.1  # how often a player does something else than the likeliest
WILDS_SEED = 3  # the deal of the demo's Wilds: the same at every table, whatever the dice do


def quarriors_setup(_tray_mm: tuple[tuple[float, float], ...]) -> Setup:
    return Setup(tuple(Seat(*seat) for seat in NAMES), dealt(random.Random(WILDS_SEED)))


class QuarriorsPlayer:
    """Plays every seat."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._thrown_at: tuple[int, int] = (0, 0)  # turn and number of entries when dice were last thrown
        self._tries = 0

    def wish(self, view: View) -> Wish:
        if view.waiting is None or view.outcome is not None:
            return None
        state: QuarriorsState = view.state
        want = rolls.wanted(Bench(state))
        if want is not None and not want.odd and not want.shown and rolls.count(want):
            moment = (state.turn, len(view.history))
            self._tries = self._tries + 1 if moment == self._thrown_at else 1
            self._thrown_at = moment
            if self._tries <= TRIES:
                return Throw()
        if not view.offers:
            return None
        return Touch(self._choice(view))

    def _choice(self, view: View) -> Any:
        """The likeliest; spells are cast now and then, or nobody would ever see one."""
        actions = [offer.action for offer in view.offers]
        casts = [action for action in actions if isinstance(action, a.Cast)]
        if casts and self._chance.random() < 0.5:
            return self._chance.choice(casts)
        if isinstance(actions[0], a.Show):  # by touch, as nothing was read
            return self._chance.choice(actions)
        return self._chance.choice(actions) if self._chance.random() < WHIM else actions[0]

    def picture(self, view: View) -> str:
        """The name of a moment worth a picture; "" for any other."""
        state: QuarriorsState = view.state
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Wait):
            return "2-roll" if state.turn == 1 else ""
        names = {"immediate": "3-immediate", "summon": "4-summon", "react": "5-react", "defend": "6-defend"}
        return {**names, "capture": "7-capture", "cull": "8-cull"}.get(top.window, "")


def by_touch(state: QuarriorsState, truth: Truth) -> Iterator[Any]:
    """What people do when the camera tells nothing: they say which dice lie there, if all of them do."""
    b = Bench(state)
    want = rolls.wanted(b)
    lying = [die for die in truth.dice if die.in_tray]
    if want is None or len(lying) != rolls.count(want) or any(die.face is None for die in lying):
        return
    if want.odd:
        yield a.Settle("again")
    for die in lying:
        yield a.Show(class_of(die.kind), die.face or "" if want.roll else "")
