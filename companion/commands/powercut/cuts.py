"""Games on a disk that forgets: the power fails between any two writes, and now and then the disk takes no more.

What is left is opened as after a real power cut, and the game goes on from there.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.commands.powercut import anybody
from companion.commands.powercut.sqlite import Watched, watched
from companion.commands.powercut.witness import (
    Acknowledged,
    Findings,
    examine,
    print_of_entry,
    print_of_state,
)
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import games as all_games

STORE = "companion.db"
GAMES_OF_A_STORE = 5
WRITES = 400  # a cut comes after at most so many writes and syncs
WRITES_TO_OPEN = 30  # about so many make a new store
LONGEST_TROUBLE = 60  # writes
MOST_ACTIONS = 300
TAKEN_UP = 0.5  # share of the games that are taken up once more after a cut
TROUBLE = 0.3  # share of the evenings with a disk that takes nothing for a while
TROUBLES = {"full": 13, "read-only": 8, "write failed": 778, "sync failed": 1034}  # SQLite's numbers for them


class _Evening:
    """One time from the start of the companion to the power cut."""

    def __init__(self, watch: Watched, chance: random.Random, known: dict[int, Acknowledged]) -> None:
        self._watch, self._chance, self._known = watch, chance, known
        self._cut_at = chance.randint(1, WRITES if chance.random() < 0.9 else WRITES_TO_OPEN)
        self._writes = 0
        self.image: dict[str, bytes] | None = None  # what is left of the store
        self.then: dict[int, Acknowledged] = {}  # what had been acknowledged at that moment
        first = chance.randint(1, WRITES) if chance.random() < TROUBLE else 0
        self._trouble = range(first, first + chance.randint(1, LONGEST_TROUBLE)) if first else range(0)
        self._failure = chance.choice(tuple(TROUBLES.values()))
        self.in_trouble = False  # whether the disk failed this evening
        self.saves_again = True
        self.opened = False
        watch.before = self._before

    def _before(self) -> int:
        self._writes += 1
        if self._writes == self._cut_at:
            self._cut()
        if self._writes in self._trouble:
            self.in_trouble = True
            return self._failure
        return 0

    def _cut(self) -> None:
        self.image = self._watch.disk.after_power_cut(self._chance)
        self.then = {game: known.copy() for game, known in self._known.items()}

    def play(self, store: Store, game: int, found: Findings) -> int:
        """Play until the power fails. Returns the game that was played then."""
        play = Play.resume(store, game) if game else _new(store, self._chance)
        for _ in range(MOST_ACTIONS):
            if self._writes >= self._trouble.stop and not store.save_unsaved():
                self.saves_again = False
            if self.image is not None or play.outcome is not None:
                break
            self.opened = True
            _acknowledge(store, play, self._known, found)
            anybody.act(play, self._chance)
        if self.image is None:
            self._cut()
        return play.game_id


def cut_games(folder: Path, games: int, seed: int, tell: Callable[[Findings], None]) -> Findings:
    """Play this many games, each until the power fails, and some of them again and again."""
    chance, found = random.Random(seed), Findings()
    while found.games < games:
        known: dict[int, Acknowledged] = {}
        image: dict[str, bytes] = {}
        game = 0
        failures = len(found.said)
        while len(known) < GAMES_OF_A_STORE and found.games < games and len(found.said) == failures:
            game = game if chance.random() < TAKEN_UP else 0
            before = set(known)
            with _laid_down(folder, image, chance) as here, watched(here) as watch:
                evening = _Evening(watch, chance, known)
                store = Store.open(here / STORE)
                try:
                    game = evening.play(store, game, found)
                finally:
                    store.close()
            assert evening.image is not None
            found.games += len(evening.then.keys() - before)
            known, image = evening.then, evening.image
            game = game if game in known else 0
            found.ends += 1
            found.opening += not evening.opened
            found.troubles += evening.in_trouble
            found.not_again += not evening.saves_again
            with _laid_down(folder, image, chance) as here:
                examine(here / STORE, known, game or None, found)
            tell(found)
    return found


@contextmanager
def _laid_down(folder: Path, image: dict[str, bytes], chance: random.Random) -> Iterator[Path]:
    """A folder with what the power cut left."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        here = Path(name).resolve()
        for file, data in image.items():
            (here / file).write_bytes(data)
        if image:  # the memory that SQLite shared is rubbish then, and must not matter
            (here / f"{STORE}-shm").write_bytes(chance.randbytes(32768))
        yield here


def _new(store: Store, chance: random.Random) -> Play:
    return anybody.new_game(store, chance.choice(sorted(all_games())), chance)


def _acknowledge(store: Store, play: Play, known: dict[int, Acknowledged], found: Findings) -> None:
    """Note what is on disk by the store's own word, and what may get there with the next action."""
    if not store.in_memory:
        acknowledged = known.setdefault(play.game_id, Acknowledged())
        new = store.entries(play.game_id)[len(acknowledged.entries) :]
        acknowledged.entries += [print_of_entry(entry) for entry in new]
        acknowledged.state = print_of_state(play)
        found.actions += len(new)
    if play.game_id in known:
        known[play.game_id].most = play.folded.length + 1
