"""Random adventures by the thousand: `python tests/rules/dungeon_fighter/df_soak.py 2000 [first seed]`."""

from __future__ import annotations

import random
import sys
from collections import Counter

from df_random import any_setup, play

from companion.rules.dungeon_fighter import GAME


def main(adventures: int, first: int) -> None:
    actions = 0
    ends: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(first, first + adventures):
        pick = random.Random(seed).randrange
        setup = any_setup(pick)
        try:
            state, done = play(setup, pick, 6_000)
        except Exception:
            print(f"seed {seed}: {len(setup.seats)} players, {dict(setup.rules)}")
            raise
        actions += len(done)
        kinds.update(type(action).__name__ for action in done)
        outcome = GAME.outcome(state)
        ends[outcome.reason.id if outcome else "unfinished"] += 1
    print(f"{adventures} adventures, {actions} actions: {dict(ends)}")
    print(", ".join(f"{name} {count}" for name, count in kinds.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
