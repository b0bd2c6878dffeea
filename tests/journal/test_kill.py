"""The plug is pulled in the middle of a game, again and again: nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
from duel import GAMES

import companion
from companion.journal.entries import Entry
from companion.journal.play import Play
from companion.journal.store import Store

RUNS = 30
HERE = Path(__file__).parent


def killed_player(path: Path, seed: int, after_seconds: float) -> dict[int, list[Entry]]:
    """Let a player play for a while, kill it, and return what it had acknowledged, by game."""
    command = [sys.executable, str(HERE / "player.py"), str(path), str(seed)]
    environment = {**os.environ, "PYTHONPATH": str(Path(companion.__file__).parent.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as player:
        assert player.stdout is not None
        lines = []
        if seed % 5:
            lines.append(player.stdout.readline())
            time.sleep(after_seconds)
        else:
            time.sleep(2 * after_seconds)  # perhaps while it still opens the store
        player.send_signal(signal.SIGKILL)
        lines += player.stdout.read().splitlines(keepends=True)
    assert player.returncode == -signal.SIGKILL
    acknowledged: dict[int, list[Entry]] = {}
    for text in lines:
        if text.endswith("\n"):  # the last line may be cut off
            game, entry = text.split(" ", 1)
            acknowledged.setdefault(int(game), []).append(msgspec.json.decode(entry, type=Entry))
    return acknowledged


def test_kill_9_loses_no_acknowledged_action(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    chance = random.Random(9)
    known: dict[int, tuple[Entry, ...]] = {}
    acknowledged_in_all = 0
    for run in range(RUNS):
        acknowledged = killed_player(path, seed=run, after_seconds=chance.uniform(0, 0.15))
        store = Store.open(path)
        assert store.notice is None
        assert not store.in_memory
        for game, entries in acknowledged.items():
            saved = store.entries(game)
            assert saved[: len(known.get(game, ()))] == known.get(
                game, ()
            )  # what earlier runs saved is untouched
            assert set(map(repr, entries)) <= set(map(repr, saved))
            acknowledged_in_all += len(entries)
        for game in store.games():
            known[game.id] = store.entries(game.id)
            play = Play.resume(store, game.id, GAMES)
            assert game.over == (play.outcome is not None)
        store.close()
    assert acknowledged_in_all > RUNS
