"""How fast the rules are: `python -m tests.rules.dice_throne.dt_speed` (or `make speed`).

Folds the recorded games again and again on one core, and computes the odds of every hero's board. Wanted are
20,000 actions a second, a whole game replayed in 50 ms, and a board's odds in well under 100 ms.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from companion.rules.core import Seat, TableDie
from companion.rules.dice_throne import GAME, odds
from companion.rules.dice_throne.actions import Pass
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.state import Setup

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dice_throne"
TIMES = 20


def main() -> None:
    before = time.process_time()
    library()
    print(f"reading the content files: {1000 * (time.process_time() - before):.0f} ms, once")
    games = {}
    for path in sorted(FOLDER.glob("*.jsonl")):
        entries = [json.loads(text)["what"] for text in path.read_text(encoding="utf-8").splitlines()[1:]]
        setup = GAME.decode_setup(entries[0]["setup"])
        games[path.stem] = (setup, [GAME.decode_action(entry["action"]) for entry in entries[1:]])
    actions = 0
    whole = best = 0.0
    for name, (setup, done) in games.items():
        fastest = float("inf")
        first = 0.0
        for turn in range(TIMES):
            before = time.process_time()
            state = GAME.setup(setup)
            for action in done:
                state = GAME.apply(state, action)
            took = time.process_time() - before
            fastest = min(fastest, took)
            first = took if turn == 0 else first
            whole += took
            actions += len(done)
        best += fastest
        print(
            f"{name:34} {len(done):5} actions   first {first * 1000:6.1f} ms   best {fastest * 1000:6.1f} ms"
        )
    print(
        f"{actions / whole:,.0f} actions a second on average over {TIMES} replays of each game, "
        f"{actions / TIMES / best:,.0f} at best"
    )
    print(f"odds of a whole board: {_slowest_board() * 1000:.1f} ms at most, before anything is remembered")


def _slowest_board() -> float:
    slowest = 0.0
    for hero in library().heroes:
        state = GAME.setup(Setup((Seat("Ann"), Seat("Ben")), (hero, "barbarian"), first=0))
        state = GAME.apply(state, Pass())
        dice = [TableDie(i, "d6", str(face), True) for i, face in enumerate((1, 2, 4, 5, 6))]
        state = GAME.apply(state, GAME.action_of_roll(state, dice))
        odds.worth.cache_clear()
        before = time.process_time()
        odds.board(state)
        slowest = max(slowest, time.process_time() - before)
    return slowest


if __name__ == "__main__":
    main()
