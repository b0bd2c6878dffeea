"""Leaning dice in the reader, and what `companion measure --leaning` counts of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion import cli
from companion.camera.simulation.askew import LaidDie, askew
from companion.camera.simulation.die import numeral_d12, pip_d6
from companion.camera.source import Picture
from companion.commands.measure_leaning import judged
from companion.dice import D6, DieKind, Sight, TableState
from companion.vision import flaws
from companion.vision.leaning_scores import Laid, figures, text
from companion.vision.onnx import ModelError
from companion.vision.pipeline import Pipeline
from companion.vision.reader import Reader
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

from .fakes import (
    LEANING_GREEN,
    DrawnTable,
    make_detector,
    make_faces,
    make_numerals,
    make_symbols,
    plane,
    reading,
)

ABOVE = replace(plane(), camera_mm=(256.0, 144.0, 600.0))


def seen_on_table(reader: Reader, green: int, known: bool = True) -> tuple[SeenDie, ...]:
    picture = DrawnTable().frame([(220.0, 150.0, 3), (290.0, 130.0, 5)], green=green).picture
    where = ABOVE if known else plane()
    return flaws.judge(reader.read_table(picture, where, (D6,)), where, {})


def test_the_reader_tells_dice_that_lean(fake_reader: Reader) -> None:
    assert [die.flaw for die in seen_on_table(fake_reader, 25)] == ["", ""]
    leaning = seen_on_table(fake_reader, LEANING_GREEN)
    assert [die.flaw for die in leaning] == [flaws.COCKED] * 2
    assert all(die.leans > 0.9 for die in leaning)


def test_where_the_camera_is_not_known_no_die_leans(fake_reader: Reader) -> None:
    assert [(die.leans, die.flaw) for die in seen_on_table(fake_reader, LEANING_GREEN, False)] == [
        (0.0, "")
    ] * 2


def test_a_die_that_a_hand_put_against_another_and_that_may_lean_was_not_thrown() -> None:
    lies = SeenDie(reading(1, at=(60.0, 50.0)))
    beside = SeenDie(reading(2, at=(80.0, 50.0)), leans=0.1, flaw=flaws.UNCLEAR)
    alone = SeenDie(reading(3, at=(120.0, 90.0)), leans=0.1, flaw=flaws.UNCLEAR)
    unclear = SeenDie(reading(4, at=(60.0, 30.0), doubtful=True), flaw=flaws.UNCLEAR)
    dice = (lies, beside, alone, unclear)
    assert [die.flaw for die in flaws.put_against(dice, {2, 3, 4})] == [
        "",
        flaws.COCKED,
        flaws.UNCLEAR,
        flaws.UNCLEAR,
    ]
    assert flaws.put_against(dice, {1, 3, 4}) == dice, "it lay there before"


class Unsure:
    """Reads the dice that it is told of, and is not sure whether the last one of several leans."""

    def __init__(self) -> None:
        self.timings: dict[str, float] = {}
        self.dice: list[tuple[float, float, int]] = []

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        alone = len(self.dice) < 2
        return tuple(
            SeenDie(reading(0, str(face), (x, y)), leans=0.0 if alone or number == 0 else 0.1)
            for number, (x, y, face) in enumerate(self.dice)
        )


@pytest.mark.parametrize("thrown", [False, True])
def test_what_a_hand_leans_against_a_die_is_no_roll_and_what_is_thrown_there_is_asked_for(
    thrown: bool,
) -> None:
    reader, drawn = Unsure(), DrawnTable()
    pipeline = Pipeline(reader, ABOVE, (D6,))
    told: list[Sight] = []

    def show(dice: list[tuple[float, float, int]], frames: int, hand: float = 0.0) -> None:
        reader.dice = dice
        for _ in range(frames):
            sight = pipeline.see(drawn.frame(dice, hand))
            if sight is not None:
                told.append(sight)

    lies, other = (150.0, 120.0, 3), (171.0, 121.0, 5)
    show([], 8)
    show([lies], 12)
    told.clear()
    if thrown:
        for step in range(8, 0, -1):
            show([lies, (171.0 + 7 * step, 121.0, step % 6 + 1)], 1)
    else:
        for dice, hand in (([lies], 60), ([lies], 180), ([lies, other], 180), ([lies, other], 60)):
            show(dice, 3, hand)
    show([lies, other], 40)
    state, reason = told[-1].state, told[-1].reason
    assert (state, reason) == (TableState.DOUBTFUL, flaws.UNCLEAR if thrown else flaws.COCKED)
    assert [sight.roll.doubtful for sight in told if sight.roll is not None] == [True] * thrown


def test_a_folder_without_the_judge_says_what_to_do(tmp_path: Path) -> None:
    make_detector(tmp_path / "dice-detector.onnx")
    make_faces(tmp_path / "dice-faces.onnx")
    make_numerals(tmp_path / "dice-numerals.onnx")
    make_symbols(tmp_path / "dice-symbols.onnx")
    with pytest.raises(ModelError, match=r"Put dice-lying.onnx there, or install the companion again"):
        Reader(tmp_path, 1)


def as_seen(die: LaidDie, flaw: str = "", off: float = 0.0) -> SeenDie:
    x0, y0, x1, y1 = die.true.box
    return SeenDie(reading(box=(x0 + off, y0, x1 + off, y1)), flaw=flaw)


def test_what_became_of_each_die() -> None:
    _, laid = askew([pip_d6(), numeral_d12(), pip_d6(), pip_d6()], 2, seed=3)
    flat, flagged, told, overlooked = laid
    seen = [as_seen(told, flaws.COCKED, 2.0), as_seen(flat), as_seen(flagged, flaws.COCKED)]
    became = judged(laid, seen)
    assert [(die.found, die.told) for die in became] == [
        (True, False),
        (True, True),
        (True, True),
        (False, False),
    ]
    assert [die.leans for die in became] == [False, False, True, True]
    assert [die.kind for die in became] == ["d6", "d12", "d6", "d6"]
    assert became[3].tilt_deg == overlooked.tilt_deg


def test_an_unclear_die_is_not_told_as_leaning() -> None:
    _, laid = askew([pip_d6()] * 2, 1, seed=4)
    assert not any(die.told for die in judged(laid, [as_seen(die, flaws.UNCLEAR) for die in laid]))


def test_a_die_that_may_lean_is_asked_about() -> None:
    _, laid = askew([pip_d6()] * 3, 1, seed=4)
    seen = [replace(as_seen(die), leans=leans) for die, leans in zip(laid, (0.0, 0.1, 0.3), strict=True)]
    assert [(die.told, die.asked) for die in judged(laid, seen)] == [
        (False, False),
        (False, True),
        (False, True),
    ]


def test_the_figures() -> None:
    dice = [Laid("d6", 25.0, True, True, True, True)] * 9 + [Laid("d6", 33.0, True, False, False)]
    dice += [Laid("d12", 0.0, False, True, False)] * 199 + [Laid("d12", 0.0, False, True, True)]
    told = figures(dice, 30)
    assert (told["leaning_told"]["count"], told["leaning_told"]["of"]) == (9, 10)
    assert (told["flat_told"]["count"], told["flat_told"]["of"]) == (1, 200)
    assert told["leaning_asked"]["count"] == 9
    assert told["flat_asked"]["count"] == 0
    assert told["found"]["count"] == 209
    assert told["by_kind"]["d12"]["leaning_told"]["share"] is None
    assert [told["by_tilt"][band]["of"] for band in ("24–26", "32–34")] == [9, 1]
    shown = text(told)
    assert "leaning dice told as leaning        90.00%  (9 of 10, " in shown
    assert "flat dice told as leaning            0.50%  (1 of 200, " in shown


def test_the_command(
    fake_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text(f'models = "{fake_models}"\n')
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    assert cli.main(["measure", "--leaning", "2", "--seed", "5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == 2
    assert told["leaning_told"]["of"] >= 2
    assert told["flat_told"]["of"] >= 4
