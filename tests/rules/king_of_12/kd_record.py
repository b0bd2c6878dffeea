"""Records whole games as playthrough files: `python -m tests.rules.king_of_12.kd_record`.

The games go through the journal with a few second thoughts. Run it again only when the rules changed on
purpose; the games are then new ones, and `test_kd_playthroughs.py` wants the winners that this prints.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from kd_table import PLACES

from companion.journal.entries import By
from companion.journal.play import Play
from companion.rules.core import Seat, TableDie
from companion.rules.errors import UnexpectedRoll
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import TABLE_B, learned
from companion.rules.king_of_12.state import KingOf12State, Setup
from tests.recording import Decide, record

FOLDER = Path(__file__).parents[2] / "playthroughs" / "king_of_12"
NAMES = ("Lea", "Mia", "Tom", "Bob", "Ann", "Ben", "Cid", "Dot", "Eve")


def seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in NAMES[:count])


GAMES: dict[str, Setup] = {
    "first_game_of_three": Setup(seats(3), chosen="first_game", places=PLACES[:3]),
    "drawn_set_of_four": Setup(
        seats(4),
        ("knight", "rebels", "alchemist", "merchants", "oracle", "lady", "reverser"),
        "drawn",
        PLACES,
        (TABLE_B,),
    ),
    "two_with_promos_by_touch": Setup(
        seats(2), ("knight", "collector", "faun", "cheater", "golem", "rebels", "machine")
    ),
    "four_without_places": Setup(
        seats(4),
        ("knight", "sorcerer", "rebels", "machine", "parasite", "lady", "cheater"),
        layouts=(learned([(1, 2), (2, 3)]),),
    ),
    "tournament_of_nine": Setup(
        seats(9), ("knight", "sorcerer", "rebels", "machine", "golem", "lady", "cheater")
    ),
}


@dataclass
class Hand:
    """The players' hands on the dice: they do what the cards say, and the camera sees it."""

    chance: random.Random
    told: dict[int, tuple[int, int]] = field(default_factory=dict)  # die → seat and face, as last seen

    def dice(self, state: KingOf12State) -> tuple[TableDie, ...]:
        found = []
        for seat, player in enumerate(state.players):
            rolling = not player.face or (state.progress.asks == "reroll" and seat == state.progress.seat)
            turning = state.progress.asks == "turn" and seat == state.progress.seat
            face = self.chance.randint(1, 12) if rolling or turning else player.face
            moved = rolling or turning or self.told.get(player.die) != (seat, face)
            self.told[player.die] = (seat, face)
            place = None
            if state.places:
                x, y = state.places[seat]
                place = (x + self.chance.randint(-30, 30), y + self.chance.randint(-30, 30))
            found.append(TableDie(1 + player.die, "d12", str(face), moved, place))
        return tuple(found)


def decide(play: Play, hand: Hand, chance: random.Random, camera: bool) -> tuple[Any, By]:
    if camera and isinstance(play.state, KingOf12State):
        wanted = play.waiting.dice is not None and not play.state.loose
        moved = play.state.passing or any(player.face != player.seen for player in play.state.players)
        if wanted or moved or play.state.progress.asks == "turn":
            try:
                return GAME.action_of_roll(play.state, hand.dice(play.state)), "camera"
            except UnexpectedRoll:
                pass  # such as a Sorcerer's die on a face that does not touch
    legal = GAME.legal_actions(play.state)
    likely = [action for action in legal if isinstance(action, a.Own)]
    likely = likely or [action for action in legal if isinstance(action, a.Reveal | a.Show)]
    return chance.choice(likely if likely and chance.random() < 0.8 else legal), "touch"


def player(chance: random.Random, camera: bool) -> Decide:
    hand = Hand(chance)
    return lambda play: decide(play, hand, chance, camera)


if __name__ == "__main__":
    record(GAME, FOLDER, GAMES, player)
