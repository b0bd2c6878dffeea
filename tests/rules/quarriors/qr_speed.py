"""How fast the rules are: `python -m tests.rules.quarriors.qr_speed`.

Folds the recorded games again and again on one core, and asks in every state what a screen asks.
"""

from __future__ import annotations

import time
from pathlib import Path

from companion.journal import transfer
from companion.rules.quarriors import GAME
from companion.rules.quarriors.board import board

FOLDER = Path(__file__).parents[2] / "playthroughs" / "quarriors"
TIMES = 10


def main() -> None:
    actions, whole, slowest = 0, 0.0, 0.0
    for path in sorted(FOLDER.glob("*.jsonl")):
        folded = transfer.replay(transfer.read_file(path))
        done = [happened.action for happened in folded.happened if not happened.undone]
        fastest = float("inf")
        for _ in range(TIMES):
            before = time.process_time()
            state = folded.start
            for action in done:
                state = GAME.apply(state, action)
            took = time.process_time() - before
            fastest = min(fastest, took)
            whole += took
            actions += len(done)
        assert state == folded.state
        slowest = max(slowest, _slowest_view(folded.start, done))
        print(f"{path.stem:40} {len(done):5} actions   replayed in {fastest * 1000:6.1f} ms")
    print(f"{actions / whole:,.0f} actions a second, on average over {TIMES} replays of each game")
    print(f"all that a screen asks of one state: {slowest * 1000:.1f} ms at most")


def _slowest_view(state, done) -> float:  # type: ignore[no-untyped-def]
    slowest = 0.0
    for action in done:
        before = time.process_time()
        for offer in GAME.legal_actions(state):
            GAME.label(state, offer)
        GAME.waits_for(state)
        GAME.counters(state)
        board(state)
        slowest = max(slowest, time.process_time() - before)
        state = GAME.apply(state, action)
    return slowest


if __name__ == "__main__":
    main()
