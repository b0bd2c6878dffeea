"""A reader in another thread may be behind: the truth of a picture is that of its own moment."""

from __future__ import annotations

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import numeral_d12
from companion.camera.simulation.scene import scene
from companion.commands.truth import TruthReader
from companion.dice import D12
from companion.vision.table import TablePlane


def test_a_late_reader_is_told_what_its_own_picture_shows() -> None:
    table = SimulatedTable(3, realtime=False)
    table.open()
    empty = table.read(0)
    assert empty is not None
    table.roll_at(numeral_d12(), 0.0, 0.0, "7")
    while table.busy:
        table.read(0)
    full = table.read(0)
    assert full is not None
    reader = TruthReader(table)
    assert reader.read_table(empty.picture, TablePlane.unknown(), [D12]) == ()
    (seen,) = reader.read_table(full.picture, TablePlane.unknown(), [D12])
    assert (seen.reading.kind, seen.reading.face) == ("d12", "7")
    strange = scene(0).background.copy()  # never sent: the newest is all there is to tell
    assert len(reader.read_table(strange, TablePlane.unknown(), [D12])) == 1
    table.close()
