"""The process that is killed: it plays without end, and prints each entry's fingerprint once it is saved.

One process loads the rules and then forks a player for every line that it is given: loading takes longer than playing.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from companion.commands.powercut import anybody
from companion.commands.powercut.witness import print_of_entry, print_of_state
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import games


def serve() -> None:
    """Each line: the store, a seed, the game to take up (0: a new one), and how much of it was told before."""
    games()
    for line in sys.stdin:
        path, seed, game, known = line.rsplit(maxsplit=3)
        player = os.fork()
        if player == 0:
            tell(f"opens {os.getpid()}")
            play_on(Path(path), int(seed), int(game), int(known))
        _, status = os.waitpid(player, 0)
        tell(f"ended {os.waitstatus_to_exitcode(status)}")


def play_on(path: Path, seed: int, game: int, known: int) -> None:
    chance = random.Random(seed)
    store = Store.open(path)
    play = Play.resume(store, game) if game else _new(store, chance)
    told = known
    while True:
        tell(f"plays {play.game_id}")
        while play.outcome is None:
            entries = store.entries(play.game_id)
            for entry in entries[told:]:
                tell(f"saved {print_of_entry(entry)} {print_of_state(play)}")
            told = len(entries)
            anybody.act(play, chance)
        play, told = _new(store, chance), 0


def tell(words: str) -> None:
    """In one piece: a killed process leaves no half line in a pipe."""
    os.write(1, f"{words}\n".encode())


def _new(store: Store, chance: random.Random) -> Play:
    return anybody.new_game(store, chance.choice(sorted(games())), chance)


if __name__ == "__main__":
    try:
        serve()
    except BaseException as error:  # a player must end here, and not go on as another that forks
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        os._exit(1)
