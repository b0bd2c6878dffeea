"""Dungeon Fighter on the simulated target: the camera fills in die, ring and symbol, the players only confirm."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.target_scene import TargetScene
from companion.commands.casts import cast_of
from companion.commands.demo import Demo
from companion.commands.dungeon_player import dungeon_setup
from companion.commands.truth import TruthReader
from companion.config import Settings
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.dungeon_fighter import actions as a
from companion.screens.port import View
from companion.screens.target_port import BeginTracing, LeaveTracing, UseTarget
from companion.starting import companion_of


@pytest.mark.timeout(600)
def test_throws_at_the_target_are_filled_in_by_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    store = Store.open(tmp_path / "games.db")
    evening = Demo(3, store, cast_of("dungeon-fighter"), truth=True, quiet=True)
    evening.play(3)
    assert not evening.tally.wrong
    play = Play.resume(store, store.games()[0].id)
    seen = [happened for happened in play.happened if isinstance(happened.action, a.Seen)]
    assert len(seen) >= 2
    for happened in seen:
        assert isinstance(happened.action, a.Seen)
        assert happened.action.die in ("red", "green", "blue", "white")
        assert happened.action.rest
        assert happened.action.symbol is not None
        crops = play.crops(happened.number)
        assert any(crop[:2] == b"\xff\xd8" for crop in crops.values())  # the close-up is kept with the entry
    assert not any(isinstance(h.action, a.Say) and h.action.what == "rest" for h in play.happened)
    store.close()


@pytest.mark.timeout(300)
def test_the_simulated_table_lays_a_target_down_while_one_is_thrown_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    table = SimulatedTable(3)
    store = Store.open(tmp_path / "games.db")
    companion = companion_of(Settings(), table, store, TruthReader(table))
    views: list[View] = []
    companion.watch(views.append)
    companion.start()

    def until(true: Callable[[], bool]) -> None:
        ends = time.monotonic() + 120
        while not true():
            assert time.monotonic() < ends
            time.sleep(0.05)

    def at_target() -> bool:
        return isinstance(table.scene, TargetScene)

    try:
        assert not at_target()
        companion.new_game("dungeon_fighter", dungeon_setup(()))
        until(at_target)
        companion.leave_game()
        until(lambda: not at_target())
        companion.aim(BeginTracing())  # to be looked at
        until(at_target)
        companion.aim(LeaveTracing())
        until(lambda: not at_target())
        companion.aim(UseTarget(""))
        until(lambda: views[-1].target.used == "")
        companion.new_game("dungeon_fighter", dungeon_setup(()))
        until(lambda: views[-1].game == "dungeon_fighter")
        assert not at_target()  # no target was wanted: throws are told by touch
    finally:
        companion.close()
        store.close()
