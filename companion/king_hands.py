"""The hands of King of 12's players at the simulated table: each rolls, turns and passes on the own die."""

from __future__ import annotations

import math
import random

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import LOOKS, numeral_d12
from companion.camera.simulation.truth import TrueDie
from companion.rules.king_of_12.state import KingOf12State, Place
from companion.rules.king_of_12.table import Bench
from companion.rules.places import around

BEFORE_MM = 36.0  # a die this near to a seat's place lies before that seat


class KingHands:
    """Knows which die on the table is which of the game's dice; whose it is changes as dice are passed on."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._ids: dict[int, int] = {}  # the game's number of a die → its id on the table
        self._chance = random.Random(table.seed)

    def move(self, state: KingOf12State) -> None:
        """Do with the dice what the game asks for now. While hands are at work, nothing is added."""
        if self._table.busy:
            return
        lying = self._table.lying
        if lying and (_unrolled(state) or set(lying) - set(self._ids.values())):  # dice of another game
            self._table.clear()
            lying = {}
        self._ids = {number: id for number, id in self._ids.items() if id in lying}
        if state.stage == "roll":
            for seat, player in enumerate(state.players):
                if not player.face:
                    self._roll(state, seat)
            return
        self._lay_as_told(state)
        if state.progress.asks == "reroll":
            self._roll(state, state.progress.seat)

    def tip(self) -> None:
        """Teaching: the one d12 that lies there goes over an edge; where there is none, one is laid down."""
        if self._table.busy:
            return
        lying = self._table.lying
        if len(lying) != 1 or any(die.shape != "d12" for die in lying.values()):
            self._table.clear()
            self._table.roll_at(numeral_d12(), 0.0, 0.0)
            return
        (id, die), lies = next(iter(lying.items())), self._table.truth.dice[0]
        beside = die.body.neighbours[die.faces_called(lies.face)[0]]
        self._table.lay(id, *lies.centre_mm, die.labels[self._chance.choice(beside)])

    def place(self, state: KingOf12State, seat: int) -> Place:
        """Where the die of a seat lies."""
        places = state.places or around(self._table.profile.tray_mm, len(state.players))
        return places[seat]

    def die_before(self, state: KingOf12State, seat: int) -> TrueDie | None:
        """The die that really lies before a seat, by its number in the game."""
        id = self._ids.get(state.players[seat].die)
        return next((die for die in self._table.truth.dice if die.id == id), None)

    def _roll(self, state: KingOf12State, seat: int, face: str | None = None) -> None:
        number, place = state.players[seat].die, self.place(state, seat)
        if number in self._ids:
            self._table.reroll_at(self._ids[number], *place, face)
        else:
            die = numeral_d12(LOOKS[number % len(LOOKS)])
            self._ids[number] = self._table.roll_at(die, *place, face)

    def _lay_as_told(self, state: KingOf12State) -> None:
        """Every die before its owner, with the face that it should show; a Sorcerer's with one that touches."""
        for seat, player in enumerate(state.players):
            face = player.face
            if state.progress.asks == "turn" and state.progress.seat == seat:
                face = self._chance.choice(Bench(state).may_turn_to(seat))
            lies = self.die_before(state, seat)
            if lies is None:
                self._roll(state, seat, str(face))
                continue
            place = self.place(state, seat)
            if lies.face != str(face) or math.dist(lies.centre_mm, place) > BEFORE_MM:
                self._table.lay(lies.id, *place, str(face))


def _unrolled(state: KingOf12State) -> bool:
    """The game begins. Dice that lie there lie before those they were passed to in the last one, not their owners."""
    return all(player.track is None and not player.face for player in state.players)
