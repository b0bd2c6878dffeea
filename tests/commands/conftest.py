"""What the tests of the commands have in common: an empty home, and a saved game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import config
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Adjust, Seat, games
from companion.rules.dice_throne.state import Setup

NOW = "2026-01-02T20:15:00+01:00"
SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("COMPANION_HOME", str(folder))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def saved(home: Path) -> int:
    """A game in the store; its number."""
    store = Store.open(home / config.STORE_FILE)
    play = Play.new(store, games()["dice_throne"], SETUP, NOW)
    play.do(Adjust(1, "health", -7), by="touch", now=NOW)
    store.close()
    return play.game_id
