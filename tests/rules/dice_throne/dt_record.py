"""Records whole games as playthrough files: `python -m tests.rules.dice_throne.dt_record`.

The players of these games keep the dice that the odds advise, mostly take the first offer, and now and
then play something else. Run again only when the rules changed on purpose; the games are then new ones.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent))

from dt_random import Pick

from companion.journal.entries import FORMAT, Began, Did, Entry
from companion.journal.transfer import KIND, Header
from companion.rules.core import DiceWanted, Seat, TableDie
from companion.rules.dice_throne import GAME, odds
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.state import DiceThroneState, Setup

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dice_throne"
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
WHEN = "2026-01-01T18:00:00+00:00"
GAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "duel_barbarian_moon_elf": ("duel", ("barbarian", "moon_elf")),
    "duel_gunslinger_pyromancer": ("duel", ("gunslinger", "pyromancer")),
    "duel_monk_paladin": ("duel", ("monk", "paladin")),
    "duel_shadow_thief_vampire_lord": ("duel", ("shadow_thief", "vampire_lord")),
    "teams_of_two": ("teams", ("treant", "barbarian", "pyromancer", "ninja")),
    "teams_of_three": ("teams", ("samurai", "tactician", "huntress", "cursed_pirate", "artificer", "seraph")),
    "hill_of_three": ("king_of_the_hill", ("moon_elf", "gunslinger", "barbarian")),
    "hill_of_six": (
        "king_of_the_hill",
        ("pyromancer", "paladin", "monk", "moon_elf", "cursed_pirate", "barbarian"),
    ),
    "hill_of_four": ("king_of_the_hill", ("huntress", "vampire_lord", "treant", "shadow_thief")),
    "hill_of_five": ("king_of_the_hill", ("artificer", "ninja", "seraph", "samurai", "tactician")),
}


def throw(state: DiceThroneState, want: DiceWanted, pick: Pick) -> a.AnyAction:
    kept: tuple[int, ...] = ()
    if want.fewest < want.count:
        open_boxes = [box for box in odds.board(state) if not box.met and box.chance > 0]
        kept = max(open_boxes, key=lambda box: box.chance).keep if open_boxes else ()
        kept = kept[: want.count - 1]
    dice = []
    for place in range(want.count):
        if place in kept:
            pool = state.pools[0]
            dice.append(TableDie(place, want.kind, str(pool.values[place]), False))
        else:
            dice.append(TableDie(place, want.kind, str(1 + pick(6)), True))
    return GAME.action_of_roll(state, dice)


def decide(state: DiceThroneState, pick: Pick) -> a.AnyAction:
    want = GAME.waits_for(state).dice
    legal = GAME.legal_actions(state)
    announcing = any(isinstance(action, a.Announce) for action in legal)
    if want is not None and (not legal or (not announcing and pick(12)) or state.phase == "defence"):
        return throw(state, want, pick)
    if isinstance(legal[0], a.Sell):
        return legal[0]
    if isinstance(legal[0], a.Tell):
        return legal[1 + pick(6)]  # printed numbers are small
    liked = [action for action in legal if not isinstance(action, a.Sell)] or list(legal)
    return liked[0] if pick(4) else liked[pick(len(liked))]


def record(setup: Setup, seed: int) -> tuple[list[Entry], DiceThroneState]:
    pick = random.Random(seed).randrange
    state = GAME.setup(setup)
    entries = [Entry(1, WHEN, Began(GAME.name, GAME.version, FORMAT, GAME.encode_setup(setup)))]
    while state.outcome is None and len(entries) < 5_000:
        action = decide(state, pick)
        state = GAME.apply(state, action)
        by = "camera" if isinstance(action, a.Roll) else "touch"
        entries.append(Entry(len(entries) + 1, WHEN, Did(GAME.encode_action(action), by)))  # type: ignore[arg-type]
    return entries, state


def end(state: DiceThroneState) -> dict[str, object]:
    """What the test compares."""
    return {
        "winners": state.outcome.winners if state.outcome else None,
        "health": state.health,
        "turn": state.turn,
        "cp": [fighter.cp for fighter in state.fighters],
        "hand": [fighter.hand for fighter in state.fighters],
        "tokens": [fighter.tokens for fighter in state.fighters],
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    ends: dict[str, object] = {}
    for seed, (name, (mode, heroes)) in enumerate(GAMES.items()):
        setup = Setup(tuple(Seat(who) for who in NAMES[: len(heroes)]), heroes, mode)
        entries, state = record(setup, seed)
        ends[name] = end(state)
        lines = [msgspec.json.encode(part).decode() for part in (Header(KIND, FORMAT), *entries)]
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(entries) - 1} actions")
    (FOLDER / "ends.json").write_text(json.dumps(ends, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
