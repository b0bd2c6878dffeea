"""A process that plays is killed at a random moment, again and again, over one store that grows."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import companion
from companion.commands.powercut.witness import Acknowledged, Findings, examine

LONGEST_SECONDS = 1.5  # that a player plays before it is killed
OPENING_SECONDS = 0.05
OPENING = 0.1  # share of the kills that come while the store is opened
TAKEN_UP = 0.4  # share of the games that are taken up once more after a kill
ALL_OF_IT_EVERY = (
    25  # kills after which every game of the store is compared, not only the one that was played
)


def kill_games(folder: Path, games: int, seed: int, tell: Callable[[Findings], None]) -> Findings:
    """Begin this many games in one store, and kill whoever plays them."""
    path, chance = folder / "companion.db", random.Random(seed)
    known: dict[int, Acknowledged] = {}
    found, game = Findings(), 0
    with _nursery() as nursery:
        while len(known) < games:
            game = _play_and_kill(
                nursery, path, chance, game if chance.random() < TAKEN_UP else 0, known, found
            )
            found.games, found.ends = len(known), found.ends + 1
            all_of_it = found.ends % ALL_OF_IT_EVERY == 0
            some = known if all_of_it else {game: known[game]} if game else {}
            examine(path, some, game or None, found)
            tell(found)
    examine(path, known, None, found)
    return found


@contextmanager
def _nursery() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "companion.commands.powercut.child"]
    environment = {**os.environ, "PYTHONPATH": str(Path(companion.__file__).parent.parent)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as nursery:
        try:
            yield nursery
        finally:
            nursery.kill()


def _play_and_kill(
    nursery: subprocess.Popen[str],
    path: Path,
    chance: random.Random,
    game: int,
    known: dict[int, Acknowledged],
    found: Findings,
) -> int:
    """The game that was played when it happened, or 0 when nothing had been told yet."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    told = len(known[game].entries) if game else 0
    print(path, chance.randrange(1 << 30), game, told, file=nursery.stdin, flush=True)
    player = int(nursery.stdout.readline().split()[1])
    lines = []
    if chance.random() < OPENING:
        found.opening += 1
        time.sleep(chance.uniform(0, OPENING_SECONDS))
    else:
        lines.append(nursery.stdout.readline())
        time.sleep(chance.uniform(0, LONGEST_SECONDS))
    os.kill(player, signal.SIGKILL)
    while not (lines and lines[-1].startswith("ended")):
        lines.append(nursery.stdout.readline())
        if not lines[-1]:
            raise RuntimeError("The process that starts the players ended by itself.")
    for words in (line.split() for line in lines):
        match words:
            case ["plays", number]:
                game = int(number)
                known.setdefault(game, Acknowledged())
            case ["saved", entry, state]:
                known[game].entries.append(entry)
                known[game].state = state
                found.actions += 1
            case ["ended", code] if int(code) != -signal.SIGKILL:
                raise RuntimeError(f"The player ended by itself, with code {code}.")
    return game
