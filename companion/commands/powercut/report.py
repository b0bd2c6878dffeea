"""Runs both halves, tells how far it is, and prints the table."""

from __future__ import annotations

import json
import platform
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.commands.powercut.cuts import cut_games
from companion.commands.powercut.kills import kill_games
from companion.commands.powercut.sqlite import NotHereError
from companion.commands.powercut.witness import SLOWEST_SECONDS, Findings

TELL_EVERY_SECONDS = 10.0
LONGEST_LIST = 20  # failures that are told one by one

ROWS = {
    "games": "games",
    "ends": "ends (kills, cuts)",
    "opening": "  while the store was opened",
    "actions": "actions acknowledged",
    "further": "games with the action on its way",
    "lost": "acknowledged actions LOST",
    "unopened": "stores NOT opened",
    "different": "games in ANOTHER state",
    "slow": f"taken up in MORE than {SLOWEST_SECONDS:g} s",
    "troubles": "evenings with a full or failing disk",
    "not_again": "  saving did NOT resume",
    "median": "open and take up, median, s",
    "slowest": "open and take up, slowest, s",
    "computing": "  of it computing, slowest, s",
    "largest": "largest store, kB",
}


def run(games: int, seed: int, as_json: bool, folder: Path | None = None) -> int:
    """Half of the games are killed, half lose their power. The code is 1 when anything was lost."""
    with tempfile.TemporaryDirectory(prefix="companion-powercut-", dir=folder) as name:
        here = Path(name)
        (here / "kills").mkdir()
        halves = {"killed": kill_games(here / "kills", (games + 1) // 2, seed, _teller("killed", games / 2))}
        if games > 1:
            try:
                halves["power cut"] = cut_games(here, games // 2, seed, _teller("power cut", games / 2))
            except NotHereError as problem:
                print(f"companion: {problem}", file=sys.stderr)
    good = all(found.good for found in halves.values())
    figures = {half: _figures(found) for half, found in halves.items()}
    if as_json:
        about = {"seed": seed, "sqlite": sqlite3.sqlite_version, "machine": platform.machine()}
        print(json.dumps({"good": good, **about, **figures}))
    else:
        _print(figures)
        for half, found in halves.items():
            for said in found.said[:LONGEST_LIST]:
                print(f"{half}: {said}")
    return 0 if good else 1


def _figures(found: Findings) -> dict[str, Any]:
    counted = {row: getattr(found, row) for row in ROWS if hasattr(found, row)}
    return counted | {
        "median": round(statistics.median(found.seconds), 3),
        "slowest": round(max(found.seconds), 3),
        "computing": round(max(found.computing), 3),
        "largest": round(found.bytes / 1000),
    }


def _print(figures: dict[str, dict[str, Any]]) -> None:
    print(f"{'':38}" + "".join(f"{half:>12}" for half in figures))
    for row, words in ROWS.items():
        print(f"{words:38}" + "".join(f"{of[row]:>12}" for of in figures.values()))


def _teller(half: str, games: float) -> Callable[[Findings], None]:
    began = told = time.monotonic()

    def tell(found: Findings) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told < TELL_EVERY_SECONDS or not found.games:
            return
        told = now
        left = (now - began) / found.games * max(0.0, games - found.games)
        print(
            f"{half}: {found.games} of {games:.0f} games, {found.actions} actions, {found.lost} lost, "
            f"about {left / 60:.0f} min left",
            file=sys.stderr,
            flush=True,
        )

    return tell
