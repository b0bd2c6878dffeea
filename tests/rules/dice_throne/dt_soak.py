"""Many random games: `python -m tests.rules.dice_throne.dt_soak GAMES [FIRST_SEED]` prints the numbers.

Each is played to its end (or 3,000 actions), every state is checked, and every tenth is folded again from its log.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from dt_random import HEROES, any_setup, play

from companion.rules.dice_throne import GAME

MOST = 3_000


def main(games: int, first: int) -> None:
    actions = folded = 0
    ends: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    heroes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    began = time.monotonic()
    for seed in range(first, first + games):
        pick = random.Random(seed).randrange
        setup = any_setup(pick)
        try:
            state, done = play(setup, pick, MOST)
            if seed % 10 == 0:
                again = GAME.setup(setup)
                for action in done:
                    again = GAME.apply(again, action)
                assert again == state
                folded += 1
        except Exception:
            print(f"seed {seed}: {setup.mode} {setup.heroes} {dict(setup.rules)}")
            raise
        actions += len(done)
        ends[state.outcome.reason.id.removeprefix("dt.") if state.outcome else "unfinished"] += 1
        tables[f"{setup.mode} {len(setup.seats)}"] += 1
        heroes.update(setup.heroes)
        kinds.update(type(action).__name__ for action in done)
        if (seed - first) % 100 == 99:
            print(f"{seed - first + 1} games, {actions:,} actions so far", flush=True)
    print(f"{games} games, {actions:,} actions, {folded} folded again, {time.monotonic() - began:.0f} s")
    for what, counted in (("ends", ends), ("tables", tables), ("actions", kinds), ("heroes", heroes)):
        print(f"{what}: " + ", ".join(f"{name} {n:,}" for name, n in sorted(counted.items())))
    missing = [hero for hero in HEROES if hero not in heroes]
    if missing:
        print(f"not played: {', '.join(missing)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
