"""Records whole games as playthrough files: `python -m tests.rules.quarriors.qr_record`.

The games go through the journal with a few second thoughts. Run it again only when the rules changed on
purpose; the games are then new ones, and `test_qr_playthroughs.py` wants the winners that this prints.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from qr_random import thrown
from qr_table import wilds

from companion.journal import transfer
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Seat
from companion.rules.quarriors import GAME, rolls
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import Setup

FOLDER = Path(__file__).parents[2] / "playthroughs" / "quarriors"
NAMES = ("Lena", "Kirill", "Kostya", "Mia")
WHEN = "2026-01-01T18:00:00+00:00"


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


def decide(play: Play, chance: random.Random, camera: bool) -> tuple[Any, str]:
    want = rolls.wanted(Bench(play.state))
    if camera and want is not None and not want.odd:
        honest = chance.random() < 0.95
        return GAME.action_of_roll(play.state, thrown(play.state, want, chance.randrange, honest)), "camera"
    legal = GAME.legal_actions(play.state)
    if want is not None or isinstance(legal[0], a.Reveal):
        return chance.choice(legal), "touch"
    return legal[0] if chance.random() < 0.75 else chance.choice(legal), "touch"


def record(store: Store, setup: Setup, seed: int, camera: bool) -> Play:
    chance = random.Random(seed)
    play = Play.new(store, GAME, setup, WHEN)
    while play.outcome is None:
        if chance.random() < 0.02 and play.undo_label is not None:
            play.undo(WHEN)
            if chance.random() < 0.5:
                play.redo(WHEN)
        else:
            action, by = decide(play, chance, camera)
            play.do(action, by=by, now=WHEN)  # type: ignore[arg-type]
    return play


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seed, (name, setup) in enumerate(GAMES.items()):
        with tempfile.TemporaryDirectory() as folder:
            store = Store.open(Path(folder) / "companion.db")
            play = record(store, setup, seed, camera="touch" not in name)
            lines = list(transfer.export(store, play.game_id))
            store.close()
        (FOLDER / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        assert play.outcome is not None
        winner = setup.seats[play.outcome.winners[0]].name
        kinds = sorted({type(happened.action).__name__ for happened in play.happened})
        print(f'    "{name}": "{winner}",  # {len(lines) - 2} entries: {", ".join(kinds)}')


if __name__ == "__main__":
    main()
