"""The parts of training that decide what is true: labels, what is kept out, and how truth is turned with a picture."""

from __future__ import annotations

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the training extra")
pytest.importorskip("moderngl", reason="needs the training extra")

import torch

from models.training import (
    cut_outs,
    effects,
    export,
    mean,
    networks,
    paths,
    prints,
    real_crops,
    reframed,
    scene,
    shipped,
    tops,
    train_detector,
    training,
)


def test_every_fifth_clutter_picture_is_kept_out() -> None:
    kept = [paths.held_out(f"cards_{n:03d}.jpg") for n in range(80)]
    assert sum(kept) == 16
    assert paths.held_out("shelf-005.jpg")
    assert not paths.held_out("shelf-006.jpg")


@pytest.mark.parametrize(
    ("marks", "value", "truth"),
    [
        ("pips", "6", real_crops.Truth(0, pips=5)),
        ("numerals", "9", real_crops.Truth(1, numeral=8)),
        ("numerals", "12", real_crops.Truth(1, numeral=11)),
        ("numerals", "13", real_crops.Truth(1, numeral=12)),
        ("numerals", "0", real_crops.Truth(1, numeral=12)),
        ("numerals", "00", real_crops.Truth(1, numeral=12)),
        ("symbol", "sword", real_crops.Truth(2)),
    ],
)
def test_what_a_crop_is_taught_to_show(marks: str, value: str, truth: real_crops.Truth) -> None:
    assert real_crops.truth_of(marks, value) == truth


def test_targets_lie_where_the_die_is() -> None:
    die = scene.Die(1, (80.0, 40.0, 120.0, 88.0), angle=0.3)
    heat, weight, sides, sided, angle, angled = train_detector.targets(
        scene.Scene(np.zeros((160, 160, 3), np.uint8), [die]), 160
    )
    # The middle is (100, 64): cell 12, 8.
    assert heat[1, 8, 12] == 1
    assert heat[0].max() == 0
    assert heat[2].max() == 0
    assert weight.min() == 1
    left, top, right, bottom = sides[:, 8, 12].tolist()
    assert (100 + 0 - left, 68 - top, 100 + right, 68 + bottom) == (80, 40, 120, 88)
    assert sided[0, 8, 12] == 1
    assert angled[0, 8, 12] == 1
    np.testing.assert_allclose(angle[:, 8, 12], [np.cos(1.2), np.sin(1.2)], atol=1e-6)


def test_nothing_is_taught_where_the_truth_is_not_known() -> None:
    unknown = scene.Die(-1, (0.0, 0.0, 40.0, 40.0))
    heat, weight, *_ = train_detector.targets(scene.Scene(np.zeros((160, 160, 3), np.uint8), [unknown]), 160)
    assert heat.max() == 0
    assert weight[0, 2, 2] == 0
    assert weight[0, 10, 10] == 1


def test_boxes_turn_and_flip_with_the_picture() -> None:
    for seed in range(20):
        picture = np.zeros((96, 96, 3), np.uint8)
        picture[10:30, 40:80] = 255
        shown = scene.Scene(picture, [scene.Die(0, (40.0, 10.0, 80.0, 30.0))])
        shown = reframed.flipped(shown, np.random.default_rng(seed), 0.5)
        x0, y0, x1, y1 = (int(v) for v in shown.dice[0].box)
        assert shown.picture[y0:y1, x0:x1].min() == 255
        assert int((shown.picture[..., 0] == 255).sum()) == (x1 - x0) * (y1 - y0)


@pytest.mark.parametrize(
    ("which", "kind"),
    [("detector", networks.Detector), ("faces", networks.Faces), ("numerals", networks.Numerals)],
)
def test_a_shipped_network_can_be_trained_on(which: str, kind: type[torch.nn.Module]) -> None:
    torch.manual_seed(0)
    network = kind()
    pictures = torch.rand(16, 3, 64, 64)
    file = paths.MODELS / f"dice-{which}.onnx"
    shipped.unfolded(network, file, itertools.repeat(pictures))
    export.check(export.without_normalisation(network), file, [torch.rand(1, 3, 64, 64)])
    # While it learns, a network goes by the batch it sees; on the pictures that were measured that is no change.
    with torch.no_grad():
        still, learning = network.eval()(pictures)[0], network.train()(pictures)[0]
    assert (still - learning).abs().max() < 0.05 * still.abs().max()


def test_the_reader_of_numerals_begins_as_the_face_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "runs").mkdir()
    faces = networks.Faces()
    torch.save({"average": faces.state_dict(), "step": 7}, tmp_path / "runs" / "faces.pt")
    monkeypatch.setattr(training, "CACHE", tmp_path)
    numerals = networks.Numerals()
    training.Run(training.Course("numerals", 10, 1e-3, (), start_from="faces"), numerals)
    assert torch.equal(numerals.neck[0].weight, faces.neck[0].weight)
    assert numerals.number.weight.shape == (13, 192), "its answer is its own"


def test_a_top_face_on_a_photograph_is_shown_in_the_middle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Wherever on the die it lies; a die whose top face was seen nowhere is left out."""
    folder = tmp_path / "d20-numerals-train"
    folder.mkdir()
    photo = np.full((200, 200, 3), 90, np.uint8)
    photo[70:90, 100:120] = (0, 0, 255)  # the top face of a die from (50, 50) to (150, 150)
    for name in ("seen.png", "unseen.png"):
        cv2.imwrite(str(folder / name), photo)
    rows = [
        f'{{"image": "{n}", "dice": [{{"kind": "d20", "face": "7"}}]}}' for n in ("seen.png", "unseen.png")
    ]
    (folder / "labels.jsonl").write_text("\n".join(rows))
    box = (50.0, 50.0, 150.0, 150.0)
    found = {f"{folder.name}/{name}": [box] for name in ("seen.png", "unseen.png")}
    monkeypatch.setattr(tops.relabel, "boxes", lambda: found)
    monkeypatch.setattr(tops, "STORED", tmp_path / "tops.json")
    assert tops.close_ups(tmp_path, folder.name) == []
    tops.STORED.write_text(f'{{"{folder.name}/seen.png": [0.1, -0.2]}}')
    crops = tops.close_ups(tmp_path, folder.name)
    assert {crop.truth.numeral for crop in crops} == {6}
    for crop in crops:
        assert crop.near
        middle = crop.picture[
            tops.SIDE // 2 - 4 : tops.SIDE // 2 + 4, tops.SIDE // 2 - 4 : tops.SIDE // 2 + 4
        ]
        assert middle[..., 2].min() > 200
        assert crop.picture[10, 10, 2] < 100


def test_the_mean_of_two_courses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for run, value in (("first", 1.0), ("second", 3.0)):
        weights = {"filter": torch.full((2,), value), "seen": torch.tensor(int(value))}
        torch.save({"average": weights, "step": 5}, tmp_path / "runs" / f"{run}.pt")
    monkeypatch.setattr(mean, "CACHE", tmp_path)
    mean.mean("both", "first", "second", 0.75)
    mixed = torch.load(tmp_path / "runs" / "both.pt", weights_only=True)["average"]
    assert mixed["filter"].tolist() == [2.5, 2.5]
    assert int(mixed["seen"]) == 3


def _table_with_a_die(colour: tuple[float, float, float]) -> np.ndarray:
    table = np.full((200, 240, 3), 110.0)
    cv2.fillConvexPoly(table, np.array([[100, 60], [150, 80], [130, 130], [80, 110]]), colour)
    noise = np.random.default_rng(1).normal(0, 4, table.shape)
    return np.clip(table + noise, 0, 255).astype(np.uint8)


def test_a_die_is_cut_out_without_its_table() -> None:
    box = (80.0, 60.0, 150.0, 130.0)
    cut = cut_outs.cut_out(_table_with_a_die((40, 40, 220)), box)
    assert cut is not None
    layers, (x0, y0, x1, y1) = cut
    assert layers[..., 3].max() == 255
    assert abs((x1 - x0) / (y1 - y0) - 1) < 0.1
    assert layers[y0 + 3, x0 + 3, 3] == 0  # a corner of the box is table
    covered = layers[..., 3] > 250
    assert (layers[covered][:, 2] > 180).all()


def test_a_die_of_its_tables_colour_is_left_where_it_is() -> None:
    assert cut_outs.cut_out(_table_with_a_die((110, 110, 110)), (80.0, 60.0, 150.0, 130.0)) is None


def test_no_printed_square_has_one_round_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is how a die with a 1 looks from straight above."""
    drawn: list[str] = []
    shape_of = prints._shape

    def noted(picture: np.ndarray, shape: str, *rest: object) -> None:
        drawn.append(shape)
        shape_of(picture, shape, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(prints, "_shape", noted)
    monkeypatch.setattr(prints, "_letters", lambda *_: None)
    for seed in range(300):
        rng, picture = np.random.default_rng(seed), np.zeros((96, 96, 3), np.uint8)
        mark = prints.style(rng)
        drawn.clear()
        mark(rng, picture, (48, 48), 60)
        if drawn and drawn[0] in prints.SQUARE:
            assert "circle" not in drawn[1:], seed


def test_a_print_is_strewn_with_marks_the_same_ones_for_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prints, "_letters", lambda *_: None)  # fonts and icons are fetched for training only
    monkeypatch.setattr(prints, "draw_icon", lambda *_: None)
    tables = [np.full((160, 160, 3), 90, np.uint8) for _ in range(2)]
    for table in tables:
        prints.strew(np.random.default_rng(4), table)
    assert (tables[0] != 90).any()
    assert (tables[0] == tables[1]).all()


def test_poor_light_is_dim_or_flat_and_mostly_spread_again() -> None:
    rng = np.random.default_rng(7)
    sharp = np.tile(np.linspace(0, 1, 64, dtype=np.float32)[None, :, None], (64, 1, 3))
    spans = [float(np.ptp(effects._in_poor_light(sharp, rng))) for _ in range(60)]
    assert min(spans) < 0.45, "some stay as the camera saw them"
    assert np.mean([span > 0.75 for span in spans]) > 0.5
