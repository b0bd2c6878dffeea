from __future__ import annotations

import numpy as np
import pytest

from companion.vision.motion import Motion, MotionGate

from .fakes import DrawnTable

DICE = [(150.0, 100.0, 3), (250.0, 140.0, 5)]


def _watch(
    gate: MotionGate, table: DrawnTable, frames: int, dice: list[tuple[float, float, int]]
) -> list[Motion]:
    return [gate.look(table.frame(dice).small) for _ in range(frames)]


def test_a_still_table_is_quiet_under_noise() -> None:
    gate, table = MotionGate(), DrawnTable()
    first, *rest = _watch(gate, table, 30, DICE)
    assert first.moving
    assert not any(motion.moving for motion in rest)


def test_a_moving_die_is_seen_and_where() -> None:
    gate, table = MotionGate(), DrawnTable()
    _watch(gate, table, 5, DICE)
    motion = gate.look(table.frame([DICE[0], (253.0, 140.0, 5)]).small)
    assert motion.moving
    assert 0 < motion.share < 0.01
    ys, xs = np.nonzero(motion.mask)
    assert xs.mean() == pytest.approx(251 * 2.5 / 4, abs=8)
    assert ys.mean() == pytest.approx(140 * 2.5 / 4, abs=8)


def test_a_creeping_die_is_seen() -> None:
    """A fifth of a millimetre a frame is too little between two frames, but adds up."""
    gate, table = MotionGate(), DrawnTable()
    _watch(gate, table, 30, DICE)
    seen = [gate.look(table.frame([DICE[0], (250.0 + 0.2 * n, 140.0, 5)]).small).moving for n in range(60)]
    assert any(seen)


def test_slow_and_sudden_light_is_no_motion() -> None:
    gate, table = MotionGate(), DrawnTable()
    _watch(gate, table, 10, DICE)
    for n in range(90):
        table.light = 1 - 0.3 * n / 90
        assert not gate.look(table.frame(DICE).small).moving
    table.light = 1.0
    gate.look(table.frame(DICE).small)
    assert not any(motion.moving for motion in _watch(gate, table, 5, DICE))


def test_heavy_noise_is_learned() -> None:
    table = DrawnTable()
    random = np.random.default_rng(5)
    gate = MotionGate()
    moving = []
    for _ in range(120):
        small = table.frame(DICE).small.astype(float) + random.normal(0, 9, (180, 320, 3))
        moving.append(gate.look(small.clip(0, 255).astype(np.uint8)).moving)
    assert not any(moving[60:])


def test_what_moves_outside_the_region_does_not_count() -> None:
    region = np.zeros((180, 320), np.uint8)
    region[:, :160] = 255
    gate, table = MotionGate(region), DrawnTable()
    _watch(gate, table, 5, [DICE[0], (350.0, 100.0, 5)])
    assert not gate.look(table.frame([DICE[0], (400.0, 100.0, 5)]).small).moving
    assert gate.look(table.frame([(160.0, 100.0, 3), (400.0, 100.0, 5)]).small).moving


def test_dark_and_covered() -> None:
    gate, table = MotionGate(), DrawnTable()
    _watch(gate, table, 3, DICE)
    assert gate.look(np.full((180, 320, 3), 3, np.uint8)).blocked == "sight.dark"
    assert gate.look(np.full((180, 320, 3), 120, np.uint8)).blocked == "sight.covered"
    assert gate.look(table.frame(DICE).small).blocked == ""
