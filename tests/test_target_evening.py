"""Dungeon Fighter on the simulated target: the camera fills in die, ring and symbol, the players only confirm."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.casts import cast_of
from companion.commands.demo import Demo
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.dungeon_fighter import actions as a


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
