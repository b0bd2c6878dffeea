from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.source import Frame


def run(table: SimulatedTable) -> list[Frame]:
    """Read frames until nothing happens any more, and one of the quiet after it."""
    frames = []
    while table.busy:
        frame = table.read(0)
        assert frame is not None
        frames.append(frame)
    last = table.read(0)
    assert last is not None
    return [*frames, last]


@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    """A stepped table: every read is the next frame, at once."""
    table = SimulatedTable(seed=5, realtime=False)
    table.open()
    yield table
    table.close()
