"""Players of King of 12 for the demo: any card, any answer, and hands that do what the cards say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.camera.simulation.truth import Truth
from companion.commands.player import Throw, Touch, Wish
from companion.rules.core import Seat
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import KingOf12State, Setup
from companion.rules.places import around
from companion.screens.port import View

NAMES = ("Lea", "Mia", "Tom")
# Cards that turn, roll and pass on real dice: the demo is about what the camera sees.
CARDS = ("knight", "sorcerer", "oracle", "rebels", "merchants", "reverser", "alchemist")
TRIES = 2  # hands move the dice again when nothing came of it; then the players tell them by touch


def king_setup(tray_mm: tuple[tuple[float, float], ...]) -> Setup:
    seats = tuple(Seat(name, colour) for name, colour in zip(NAMES, ("white", "red", "blue"), strict=True))
    return Setup(seats, CARDS, "agreed", around(tray_mm, len(seats)))


class KingPlayer:
    """Plays every seat."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._moved: tuple[int, ...] = ()  # the moment at which the dice were last moved
        self._tries = 0

    def wish(self, view: View) -> Wish:
        if view.waiting is None or view.outcome is not None:
            return None
        state: KingOf12State = view.state
        if self._dice_to_move(view, state):
            return Throw()
        if not view.offers:
            return None
        return Touch(self._chance.choice(view.offers).action)

    def _dice_to_move(self, view: View, state: KingOf12State) -> bool:
        """Whether the hands have something to do, and have not tried it in vain already."""
        asked = view.waiting is not None and view.waiting.dice is not None and not state.loose
        turning = state.progress.asks == "turn"
        late = state.passing or any(player.face != player.seen for player in state.players)
        if not (asked or turning or late):
            return False
        moment = (state.round, state.play, *state.progress.done, len(state.progress.asks))
        self._tries = self._tries + 1 if moment == self._moved else 1
        self._moved = moment
        return self._tries <= TRIES

    def picture(self, view: View) -> str:
        """The name of a moment worth a picture; "" for any other."""
        state: KingOf12State = view.state
        if state.progress.asks:
            return f"3-{state.progress.asks}"
        if state.stage == "cards" and state.play > 1:
            return "4-result"
        return {"cards": "2-cards", "under": "5-under"}.get(state.stage, "")


def by_touch(state: KingOf12State, truth: Truth) -> Iterator[Any]:
    """What people do when the camera tells nothing: they say which face lies before the seats that are asked."""
    asked = range(len(state.players)) if state.stage == "roll" else (state.progress.seat,)
    if state.stage != "roll" and state.progress.asks not in ("turn", "reroll"):
        return
    for seat in asked:
        if state.stage == "roll" and state.players[seat].face:
            continue
        x, y = state.places[seat]
        near = [die for die in truth.dice if die.in_tray and die.face is not None]
        if near:
            lies = min(near, key=lambda die: (die.centre_mm[0] - x) ** 2 + (die.centre_mm[1] - y) ** 2)
            yield a.Show(seat, int(lies.face or 0))
