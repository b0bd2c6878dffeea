"""Many random games: `python tests/rules/dice_throne/dt_soak.py GAMES [FIRST_SEED]` counts the actions."""

from __future__ import annotations

import random
import sys
from collections import Counter

from dt_random import any_setup, play


def main(games: int, first: int) -> None:
    actions = 0
    ends: Counter[str] = Counter()
    for seed in range(first, first + games):
        pick = random.Random(seed).randrange
        setup = any_setup(pick)
        try:
            state, done = play(setup, pick, 3_000)
        except Exception:
            print(f"seed {seed}: {setup.mode} {setup.heroes} {dict(setup.rules)}")
            raise
        actions += len(done)
        if seed % 50 == 49:
            print(f"{seed - first + 1} games, {actions} actions so far", flush=True)
        ends[state.outcome.reason.id if state.outcome else "unfinished"] += 1
    print(f"{games} games, {actions} actions: {dict(ends)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
