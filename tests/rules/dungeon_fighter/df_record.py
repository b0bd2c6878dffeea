"""Records whole adventures as playthrough files: `python -m tests.rules.dungeon_fighter.df_record`.

The adventures go through the journal with a few second thoughts. Run it again only when the rules changed on
purpose; `test_df_playthroughs.py` then wants the ends that this prints.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from df_random import any_boards, any_hero, any_item, any_monster, camera

from companion.journal.entries import By
from companion.journal.play import Play
from companion.rules.core import Seat
from companion.rules.dungeon_fighter import GAME, score
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.journey import drawn_level
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Setup
from companion.rules.errors import UnexpectedRoll
from tests.recording import Decide, recorded

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dungeon_fighter"
NAMES = ("Lea", "Mia", "Tom", "Bob", "Ann", "Ben")


def setup(players: int, seed: int, known: bool = True, **fields: Any) -> Setup:
    pick = random.Random(seed).randrange
    typed = tuple(any_hero(pick, n) for n in range(players))
    heroes = typed if known else library().heroes[:players]
    return Setup(tuple(Seat(name) for name in NAMES[:players]), heroes, symbol_faces=2, **fields)


ADVENTURES: dict[str, tuple[Setup, int]] = {
    "three_with_what_ships": (setup(3, 1, known=False, difficulty="easy"), 3),
    "four_on_typed_boards": (setup(4, 2, boards=any_boards(random.Random(2).randrange)), 20),
    "six_in_hell_by_touch": (setup(6, 3, difficulty="hell"), 40),
    "two_with_house_rules": (
        setup(
            2,
            4,
            difficulty="easy",
            rules={"white_any_time": True, "wake_health": "one", "divine": "only_heals"},
        ),
        60,
    ),
    "alone": (setup(1, 5, difficulty="easy"), 80),
}


def decide(play: Play, chance: random.Random, touch: bool) -> tuple[Any, By]:
    """As a group would that wants to get on, and throws rather well."""
    state, pick = play.state, chance.randrange
    legal = GAME.legal_actions(state)
    waits = state.stage == "fight" and state.ask is None
    if waits and not touch and not state.fight.draft.seen and chance.random() < 0.8:
        try:
            return GAME.action_of_roll(state, camera(state, pick)), "camera"
        except UnexpectedRoll:
            pass  # such as a die that is used already
    if waits and chance.random() < 0.5:
        good = [x for x in legal if isinstance(x, a.Say) and x.what == "rest" and x.value in ("4", "10", "3")]
        first = legal[0]
        return (first if isinstance(first, a.Confirm) or not good else chance.choice(good)), "touch"
    if state.stage == "encounter" and state.ask is None and chance.random() < 0.6:
        return a.Meet(any_monster(pick, state.boss, drawn_level(Bench(state)))), "touch"
    if state.stage == "cleanup" and state.ask is None:
        item = any_item(pick)
        if any(isinstance(x, a.Gain) for x in legal):
            return a.Gain(item), "touch"
        if (
            any(isinstance(x, a.Buy) for x in legal)
            and (item.cost or 0) <= state.gold
            and chance.random() < 0.6
        ):
            return a.Buy(item), "touch"
        if a.Onward() in legal and chance.random() < 0.5:
            return a.Onward(), "touch"
    if state.stage == "move":
        on = [x for x in legal if isinstance(x, a.FaceBoss | a.Descend)]
        if on and chance.random() < 0.4:
            return on[0], "touch"
    if state.ask is not None and state.ask.what == "gold":
        return a.Answer("gold", str(pick(4))), "touch"
    if state.ask is not None and state.ask.what == "hp":
        return a.Answer("hp", str(3 + pick(8))), "touch"
    if state.ask is not None and state.ask.what == "damage":
        return a.Answer("damage", str(1 + pick(3))), "touch"
    likely = [x for x in legal if not isinstance(x, a.Mark | a.Drop | a.Retreat | a.Give)] or list(legal)
    return chance.choice(likely if chance.random() < 0.95 else legal), "touch"


def player(touch: bool) -> Callable[[random.Random], Decide]:
    return lambda chance: lambda play: decide(play, chance, touch)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (setup, first) in ADVENTURES.items():
        for seed in range(first, first + 400):
            play, lines = recorded(GAME, setup, seed, player("touch" in name))
            won = play.state.stage == "won"
            scars = sum(len(fellow.scars) for fellow in play.state.party)
            if len(lines) > 60 and (not won if name == "alone" else won and scars >= len(setup.seats) // 2):
                break
        (FOLDER / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        points = score.total(play.state) if won else None
        kinds = sorted({type(happened.action).__name__ for happened in play.happened})
        print(f'    "{name}": {points},  # seed {seed}, {len(lines) - 2} entries: {", ".join(kinds)}')


if __name__ == "__main__":
    main()
