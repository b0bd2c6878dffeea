"""How fast the rules are: `python -m tests.rules.dungeon_fighter.df_speed`.

Folds the recorded adventures again and again on one core, and asks for everything a screen shows after each action.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from companion.rules.dungeon_fighter import GAME, look

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dungeon_fighter"
TIMES = 20


def main() -> None:
    actions, whole, shown, views = 0, 0.0, 0.0, 0
    for path in sorted(FOLDER.glob("*.jsonl")):
        entries = [json.loads(text)["what"] for text in path.read_text(encoding="utf-8").splitlines()[1:]]
        setup = GAME.decode_setup(entries[0]["setup"])
        done = [GAME.decode_action(entry["action"]) for entry in _kept(entries[1:])]
        fastest = float("inf")
        for _ in range(TIMES):
            before = time.process_time()
            state = GAME.setup(setup)
            for action in done:
                state = GAME.apply(state, action)
            took = time.process_time() - before
            fastest = min(fastest, took)
            whole += took
            actions += len(done)
        print(f"{path.stem:28} {len(done):5} actions   replayed in {fastest * 1000:6.1f} ms")
        state = GAME.setup(setup)
        for action in done:
            state = GAME.apply(state, action)
            before = time.process_time()
            for offer in GAME.legal_actions(state):
                GAME.label(state, offer)
            GAME.waits_for(state)
            GAME.counters(state)
            look.demands(state)
            shown += time.process_time() - before
            views += 1
    print(f"{actions / whole:,.0f} actions a second, on average over {TIMES} replays of each adventure")
    print(f"{shown / views * 1000:.2f} ms for all that a screen shows of a state")


def _kept(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    """What was done and not undone."""
    kept: list[dict[str, object]] = []
    undone: list[dict[str, object]] = []
    for entry in entries:
        if entry["is"] == "did":
            kept.append(entry)
            undone = []
        elif entry["is"] == "undid":
            undone.append(kept.pop())
        elif entry["is"] == "redid":
            kept.append(undone.pop())
    return kept


if __name__ == "__main__":
    main()
