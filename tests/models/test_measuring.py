"""The rendered test set: its truth must be true, whatever else about it is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL", reason="needs the measuring extra")

from companion import cli
from companion.vision.labels import load_labels
from models.measuring import clutter, dice, marks, renderer, scenes, sets, textures

KINDS = ("d12", "d6-pips", "d6-numerals", "other")  # symbols need a download


@pytest.fixture(autouse=True)
def _fonts() -> None:
    try:
        marks.fonts()
    except marks.MarksMissingError as missing:
        pytest.skip(str(missing))


def _style(underline: bool) -> marks.Numerals:
    style = marks.Numerals(np.random.default_rng(1), tell_six=True)
    style.underline = underline
    return style


def _rows(mask: marks.Mask) -> np.ndarray:
    return np.flatnonzero(mask.max(axis=1) > 0.5)


@pytest.mark.parametrize("text", ["6", "9"])
def test_six_and_nine_are_marked_at_their_base(text: str) -> None:
    style = _style(underline=True)
    rows = _rows(marks.numeral(style, text, 0))
    gaps = rows[1:][np.diff(rows) > 1]
    assert len(gaps) == 1, "one gap between the digit and its line"
    assert gaps[0] - rows[0] > rows[-1] - gaps[0], "the line is thin, and below"
    dotted = marks.numeral(_style(underline=False), text, 0)
    columns = np.flatnonzero(dotted.max(axis=0) > 0.5)
    right = dotted[:, columns[-4:]]
    assert _rows(right).min() > marks.SIDE / 2, "the dot is at the right, by the base"


def test_a_six_turned_over_is_no_nine() -> None:
    style = _style(underline=True)
    six, nine = marks.numeral(style, "6", 180), marks.numeral(style, "9", 0)
    assert np.abs(six - nine).mean() > 0.03


def test_other_numbers_are_not_marked() -> None:
    style = _style(underline=True)
    for text in ("8", "1", "12"):
        assert (np.diff(_rows(marks.numeral(style, text, 0))) == 1).all()


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_can_be_counted(value: int) -> None:
    import cv2

    for seed in range(20):
        mask = marks.pips(marks.Pips(np.random.default_rng(seed)), value)
        assert cv2.connectedComponents((mask > 0.5).astype(np.uint8))[0] - 1 == value


@pytest.mark.parametrize("kind", KINDS)
def test_every_face_shows_its_own_mark_and_not_its_mirror(kind: str) -> None:
    """From a point on the face, through the mesh, to the sheet: the ink there is the mark's at that point."""
    die = dice.choose(kind, 5)
    worn = textures.skin(die)
    high, wide = worn.ink.shape
    mesh = die.body
    for index, face in enumerate(mesh.faces):
        corners = np.repeat(mesh.face_of, 3) == index
        points, places = worn.points[corners], worn.places[corners]
        # Places depend on points in the plane by one affine map: solve it, and ask it for a grid of the mark.
        flat = np.column_stack(
            [(points - face.centre) @ face.u, (points - face.centre) @ face.v, np.ones(len(points))]
        )
        affine = np.linalg.lstsq(flat, places, rcond=None)[0]
        np.testing.assert_allclose(flat @ affine, places, atol=1e-4)
        steps = np.linspace(-0.8, 0.8, 41)
        x, y = (grid.ravel() for grid in np.meshgrid(steps, steps))
        asked = np.column_stack([x * face.radius, y * face.radius, np.ones(len(x))]) @ affine
        found = worn.ink[(asked[:, 1] * high).astype(int), (asked[:, 0] * wide).astype(int)]
        ink = die.inks[index]
        side = ink.shape[0]
        wanted = ink[((1 - y) / 2 * side).astype(int), ((x + 1) / 2 * side).astype(int)]
        mirrored = ink[((1 - y) / 2 * side).astype(int), ((1 - x) / 2 * side).astype(int)]
        like = np.corrcoef(found, wanted)[0, 1]
        assert like > 0.8
        if np.abs(wanted - mirrored).mean() > 0.05:
            assert like > np.corrcoef(found, mirrored)[0, 1] + 0.1


@pytest.mark.parametrize("kind", KINDS)
def test_the_labelled_face_is_on_top_and_the_box_holds_the_die(kind: str) -> None:
    for seed in range(4):
        scene = scenes.with_dice([dice.choose(kind, 10 * seed + k) for k in range(5)], seed)
        assert len(scene.dice) >= 3
        for die, thing in zip(scene.dice, scene.things, strict=True):
            assert thing.points[:, 2].min() == pytest.approx(0, abs=1e-3), "it stands on the table"
            seen = scene.camera.project(thing.points.astype(float))
            assert seen.min() > 0
            assert (seen.max(axis=0) < (scenes.WIDTH, scenes.HEIGHT)).all()
            assert die.box == pytest.approx((*seen.min(axis=0), *seen.max(axis=0)), abs=0.5)
            if die.face != dice.NOT_READ:
                x, y = die.marked.mean(axis=0)
                assert die.box[0] < x < die.box[2]
                assert die.box[1] < y < die.box[3]


def test_seeds_decide_everything() -> None:
    one, other, third = (sets.scene("d12", number) for number in (3, 3, 4))
    assert [(die.face, die.box) for die in one.dice] == [(die.face, die.box) for die in other.dice]
    assert one.seed == other.seed != third.seed
    np.testing.assert_array_equal(one.light, other.light)


def test_dominoes_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clutter, "THINGS", (clutter._domino,))
    for seed in range(5):
        scene = clutter.without_dice(seed)
        assert scene.dice == []
        assert all(scenes.inside(scene.camera.box(thing.points.astype(float))) for thing in scene.things)


def test_an_interrupted_set_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[int] = []

    def render(scene: scenes.Scene) -> renderer.Picture:
        if len(drawn) == 2:
            drawn.append(-1)
            raise KeyboardInterrupt
        drawn.append(scene.seed)
        return np.full((scenes.HEIGHT, scenes.WIDTH, 3), 90, np.uint8)

    monkeypatch.setenv("COMPANION_MEASURING_CACHE", str(tmp_path))
    monkeypatch.setattr(sets, "PICTURES", {"d12": 3, "d6-pips": 1})
    monkeypatch.setattr(renderer, "render", render)
    monkeypatch.setattr(renderer, "load", lambda: None)
    with pytest.raises(KeyboardInterrupt):
        sets.make()
    told: list[tuple[int, int]] = []
    folders = sets.make(1.0, lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    assert [folder.name for folder in folders] == ["rendered-d12", "rendered-d6-pips"]
    labelled = load_labels(folders[0])
    assert [picture.path.name for picture in labelled] == ["0000.jpg", "0001.jpg", "0002.jpg"]
    assert all(picture.path.is_file() for picture in labelled)
    # On a plain grey picture no ink stands out: such a face is nobody's to read.
    assert {die.face for picture in labelled for die in picture.dice} == {"?"}


def test_without_mitsuba_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    monkeypatch.setenv("COMPANION_MEASURING_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    monkeypatch.setenv("DRJIT_LIBLLVM_PATH", "not looked at")
    monkeypatch.setattr(renderer, "_llvm", lambda: "")
    assert cli.main(["measure", "--rendered", "0.01"]) == 2
    said = capsys.readouterr().err
    assert "mitsuba" in said
    assert "pip install" in said


def test_the_app_never_loads_the_renderer() -> None:
    code = "import sys, companion.cli, companion.app, companion.commands.measure; print('mitsuba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.timeout(600)
def test_a_picture_shows_the_mark_where_the_truth_says() -> None:
    pytest.importorskip("mitsuba", reason="needs the measuring extra")
    try:
        renderer.load()
    except renderer.RendererError as missing:
        pytest.skip(str(missing))
    scene = sets.scene("d12", 1)
    picture = renderer.render(scene, samples=4)
    assert picture.shape == (scenes.HEIGHT, scenes.WIDTH, 3)
    found = [json.dumps(label) for label in sets.labels(scene, picture)]
    assert len(found) == sets.DICE
    legible = [die for die in scene.dice if die.contrast(picture) >= sets.LEGIBLE]
    assert len(legible) >= sets.DICE // 2, "the ink stands out where it is said to be"


def test_a_broken_pixel_does_not_spoil_the_picture() -> None:
    light = np.full((60, 80, 3), 0.4, np.float32)
    light[:, 40:] = 0.1
    light[10, 10] = np.nan
    light[20, 20] = np.inf
    picture = renderer.develop(light, np.random.default_rng(1))
    assert picture[:, :30].mean() > picture[:, 50:].mean() + 40
