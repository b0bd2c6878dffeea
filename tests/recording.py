"""Whole games are recorded once as playthrough files, with a few second thoughts, through the journal."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.journal import transfer
from companion.journal.entries import By
from companion.journal.fold import AnyGame
from companion.journal.play import Play
from companion.journal.store import Store

WHEN = "2026-01-01T18:00:00+00:00"
Decide = Callable[[Play], tuple[Any, By]]


def recorded(
    game: AnyGame, setup: Any, seed: int, decide: Callable[[random.Random], Decide]
) -> tuple[Play, list[str]]:
    """A whole game with a few second thoughts, and the lines of its file."""
    chance = random.Random(seed)
    choose = decide(chance)
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "companion.db")
        store._database.execute("PRAGMA synchronous = OFF")
        play = Play.new(store, game, setup, WHEN)
        while play.outcome is None:
            if chance.random() < 0.02 and play.undo_label is not None:
                play.undo(WHEN)
                if chance.random() < 0.5:
                    play.redo(WHEN)
            else:
                action, by = choose(play)
                play.do(action, by=by, now=WHEN)
        lines = list(transfer.export(store, play.game_id))
        store.close()
    return play, lines


def record(
    game: AnyGame, folder: Path, games: Mapping[str, Any], decide: Callable[[random.Random, bool], Decide]
) -> None:
    """Write a file for each setup and print its winner. `decide` is told whether a camera sees the dice."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (name, setup) in enumerate(games.items()):
        camera = "touch" not in name
        play, lines = recorded(game, setup, seed, partial(decide, camera=camera))
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        assert play.outcome is not None
        winner = setup.seats[play.outcome.winners[0]].name
        kinds = sorted({type(happened.action).__name__ for happened in play.happened})
        print(f'    "{name}": "{winner}",  # {len(lines) - 2} entries: {", ".join(kinds)}')
