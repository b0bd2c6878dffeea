"""`companion soak`: it plays, it counts, and it would notice."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion import cli
from companion.commands.soak import Soak
from companion.commands.table_life import Act, Expect
from companion.commands.vitals import Vitals, ends, slope
from companion.dice import DieReading, Roll, TableState


@pytest.fixture(scope="module")
def soak(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Soak]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_HOME", str(tmp_path_factory.mktemp("home")))
        soak = Soak(4, tmp_path_factory.mktemp("games"), truth=True)
        soak._life.idle_seconds = lambda: 0.1  # type: ignore[method-assign]
        soak.step()
        yield soak
        soak.close()


def test_it_begins_with_a_throw_that_is_read(soak: Soak) -> None:
    told = soak.figures()
    assert told["acts"] == {"throw": 1}
    assert (told["throws"], told["read"], told["false_rolls"], told["missed"]) == (1, 1, 0, 0)
    assert told["rest_to_number_ms"]["first_quarter"] > 0
    assert "rolls nobody threw" in soak.table()


def _roll(soak: Soak, wrong: bool = False) -> Roll:
    faces = "123456"
    dice = []
    for die in soak._table.truth.dice:
        face = die.face if not wrong else faces[(faces.index(die.face or "1") + 1) % 6]
        dice.append(
            DieReading(
                die.id, die.kind, face or "1", 0.99, False, (), die.centre_mm, 0, 16, (0, 0, 0), die.box
            )
        )
    return Roll(99, 0.0, tuple(dice), frozenset(die.id for die in soak._table.truth.dice))


def test_a_roll_that_nobody_threw_is_counted(soak: Soak) -> None:
    before = soak.count.false_rolls
    soak._rolls = [(_roll(soak), soak._table.truth, 0.0)]
    soak._judge(Act("hand", Expect.NOTHING), {})
    assert soak.count.false_rolls == before + 1
    assert "nobody threw" in soak.count.stories[-1]


def test_a_wrong_value_and_a_missed_throw_are_counted(soak: Soak) -> None:
    wrong, missed = soak.count.wrong, soak.count.missed
    soak._rolls = [(_roll(soak, wrong=True), soak._table.truth, 0.0)]
    soak._judge(Act("throw", Expect.ROLL, thrown=5), {})
    soak._rolls = []
    soak._judge(Act("throw", Expect.ROLL, thrown=5), {})
    assert (soak.count.wrong, soak.count.missed) == (wrong + 1, missed + 1)


def test_a_reroll_that_forgets_the_kept_dice_is_counted(soak: Soak) -> None:
    roll = _roll(soak)
    soak._rolls = [(roll, soak._table.truth, 0.0)]
    soak._judge(
        Act("re-roll three of five", Expect.ROLL, thrown=3, kept=2), {d.die: d.face for d in roll.dice}
    )
    assert (soak.count.rerolls, soak.count.kept) == (1, 0)


def test_a_die_askew_that_is_not_flagged_is_counted(soak: Soak) -> None:
    soak._rolls = []
    die = soak._table.truth.dice[0].id
    for state, reason in ((TableState.SETTLED, ""), (TableState.DOUBTFUL, "sight.die_stacked")):
        soak._state, soak._reason = state, reason
        soak._judge(Act("stacked", Expect.FLAG, odd=die), {})
    assert (soak.count.askew["stacked"], soak.count.flagged["stacked"], soak.count.named["stacked"]) == (
        2,
        1,
        1,
    )


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    assert cli.main(["soak", "--hours", "0.0001", "--truth", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["throws"] == 1
    assert told["vitals"]["samples"] >= 2
    with pytest.raises(SystemExit):
        cli.main(["soak", "--hours", "-1"])


def test_memory_that_grows_is_told_from_memory_that_trembles() -> None:
    random = np.random.default_rng(3)
    hours = array("d", np.linspace(0, 8, 480))
    flat = slope(hours, array("d", 300 + random.normal(0, 1, 480)))
    grows = slope(hours, array("d", 300 + 2.0 * np.linspace(0, 8, 480) + random.normal(0, 1, 480)))
    assert flat is not None
    assert flat[1] < 0 < flat[2]
    assert grows is not None
    assert grows[1] > 1.5
    assert grows[0] == pytest.approx(2.0, abs=0.1)
    assert slope(hours[:3], hours[:3]) is None


def test_vitals_count_threads_and_files(tmp_path: Path) -> None:
    vitals = Vitals()
    vitals.sample(0.0)
    with (tmp_path / "more").open("w"):
        vitals.sample(1.0)
    assert vitals.files[1] == vitals.files[0] + 1
    assert vitals.memory[0] > 10
    assert ends(array("d", [1.0, 1.0, 5.0, 5.0, 9.0, 9.0, 9.0, 9.0])) == (1.0, 9.0)


def test_nobody_looks_and_the_evening_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    seen, skipped = Soak(5, tmp_path, truth=True), Soak(5, tmp_path / "other", truth=True)
    for soak in (seen, skipped):
        soak._life.idle_seconds = lambda: 1.0  # type: ignore[method-assign]
    seen.step()
    while seen._table.lying:
        seen.step()
    skipped.skip(1.0)
    assert skipped.now == seen.now
    assert not skipped.count.acts, "what nobody saw is not counted"
    seen.step()
    skipped.step()
    assert skipped.now == seen.now
    assert [(die.id, die.face, die.box) for die in skipped._table.truth.dice] == [
        (die.id, die.face, die.box) for die in seen._table.truth.dice
    ]
    for soak in (seen, skipped):
        assert soak.count.false_rolls == 0, "what lay there already was not thrown"
        soak.close()


@pytest.mark.parametrize("text", ["6", "6:33", "6:-1:00", "a:b:c", "1:2:3:4", "99999:00:00"])
def test_a_time_that_is_none_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["soak", "--from", text])
    assert "a time is H:MM:SS" in capsys.readouterr().err
