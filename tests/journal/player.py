"""Plays without end and prints every entry once it is saved. Meant to be killed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec
from duel import GAMES
from playing import any_wish, clock, new_play

from companion.journal.play import Play
from companion.journal.store import Store


def main(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    store = Store.open(path)
    assert not store.in_memory
    games = store.games()
    play = Play.resume(store, games[0].id, GAMES) if games and seed % 3 else new_play(store, health=30)
    told = 0
    for number in range(100_000):
        any_wish(chance, play, clock(number))
        assert not store.in_memory
        entries = store.entries(play.game_id)
        for entry in entries[told:]:
            print(play.game_id, msgspec.json.encode(entry).decode(), flush=True)
        told = len(entries)
        if play.outcome is not None:
            play, told = new_play(store, health=30), 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
