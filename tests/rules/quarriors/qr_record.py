"""Records whole games as playthrough files: `python -m tests.rules.quarriors.qr_record`.

The games go through the journal with a few second thoughts. Run it again only when the rules changed on
purpose; the games are then new ones, and `test_qr_playthroughs.py` wants the winners that this prints.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from qr_random import thrown
from qr_table import wilds

from companion.journal.entries import By
from companion.journal.play import Play
from companion.rules.core import Seat
from companion.rules.quarriors import GAME, rolls
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import Setup
from tests.recording import Decide, record

FOLDER = Path(__file__).parents[2] / "playthroughs" / "quarriors"
NAMES = ("Lena", "Kirill", "Kostya", "Mia")


def seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in NAMES[:count])


GAMES: dict[str, Setup] = {
    "two_with_plain_creatures": Setup(
        seats(2), wilds("scavenging_goblin", "ghostly_spirit", "witching_hag", "warrior", "deathdealer", "defender")
    ),
    "three_with_strong_creatures": Setup(
        seats(3),
        wilds("strong_scavenging_goblin", "strong_ghostly_spirit", "strong_witching_hag", "strong_devotee",
              "strong_deathdealer", "strong_defender", "strong_ooze", "life_charm", "shaping_incantation",
              "growth_cantrip"),
        first=1,
    ),
    "four_with_mighty_creatures": Setup(
        seats(4),
        wilds("mighty_scavenging_goblin", "mighty_ghostly_spirit", "mighty_witching_hag", "mighty_devotee",
              "mighty_warrior", "mighty_deathdealer", "mighty_ooze", "death_incantation", "victory_spell",
              "life_incantation"),
        first=3,
    ),
    "two_by_touch_with_dragons_and_wizards": Setup(
        seats(2),
        wilds("quake_dragon", "strong_questing_wizard", "mighty_defender", "ooze", "devotee", "strong_warrior",
              "scavenging_goblin", "death_charm", "shaping_cantrip", "victory_charm"),
    ),
    "three_who_reveal_the_wilds": Setup(
        seats(3), rules={"strong_deathdealer_scores": False, "burst_quiddity": "for_captures", "wizard_draw": 2}
    ),
}  # fmt: skip


def decide(play: Play, chance: random.Random, camera: bool) -> tuple[Any, By]:
    want = rolls.wanted(Bench(play.state))
    if camera and want is not None and not want.odd:
        honest = chance.random() < 0.95
        return GAME.action_of_roll(play.state, thrown(play.state, want, chance.randrange, honest)), "camera"
    legal = GAME.legal_actions(play.state)
    if want is not None or isinstance(legal[0], a.Reveal):
        return chance.choice(legal), "touch"
    return legal[0] if chance.random() < 0.75 else chance.choice(legal), "touch"


def player(chance: random.Random, camera: bool) -> Decide:
    return lambda play: decide(play, chance, camera)


if __name__ == "__main__":
    record(GAME, FOLDER, GAMES, player)
