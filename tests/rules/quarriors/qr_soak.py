"""Random games by the thousand: `python tests/rules/quarriors/qr_soak.py 300 [first seed]`."""

from __future__ import annotations

import random
import sys
from collections import Counter

from qr_random import any_setup, play

from companion.rules.quarriors import GAME


def main(games: int, first: int) -> None:
    actions = 0
    ends: Counter[str] = Counter()
    for seed in range(first, first + games):
        pick = random.Random(seed).randrange
        setup = any_setup(pick)
        try:
            state, done = play(setup, pick, 6_000, corrections=seed % 2 == 0)
        except Exception:
            print(f"seed {seed}: {len(setup.seats)} players, {setup.wilds} {dict(setup.rules)}")
            raise
        actions += len(done)
        outcome = GAME.outcome(state)
        ends[outcome.reason.id if outcome else "unfinished"] += 1
    print(f"{games} games, {actions} actions: {dict(ends)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
