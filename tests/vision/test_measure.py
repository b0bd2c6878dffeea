from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from companion.dice import DieReading, Shape
from companion.vision.labels import Label, LabelError, load_labels
from companion.vision.measure import match, measure_folders
from companion.vision.reader import Reader
from companion.vision.scores import FolderScore, Outcome, wilson
from companion.vision.turning import ANGLES, turn

from .fakes import DrawnTable, reading

Box = tuple[float, float, float, float]


def _label(face: str = "3", box: Box | None = (10, 10, 50, 50), kind: str = "d6") -> Label:
    return Label(kind, face, box)


def _read(face: str = "3", box: Box = (10, 10, 50, 50), **more: object) -> DieReading:
    return reading(0, face, (0.0, 0.0), **({"box": box} | more))


def test_matching_by_box_and_by_hugged_pips() -> None:
    labels = [_label("3"), _label("5", (100, 100, 140, 140)), _label("1", (215, 215, 235, 235))]
    readings = [
        _read("1", (200, 200, 250, 250)),  # the label hugs its pips
        _read("5", (103, 98, 143, 139)),
        _read("2", (300, 300, 340, 340)),
    ]
    outcomes, false = match(labels, readings, (0, 0))
    assert [outcome.reading and outcome.reading.face for outcome in outcomes] == [None, "5", "1"]
    assert [reading.face for reading in false] == ["2"]


def test_a_reading_is_used_once() -> None:
    outcomes, false = match([_label("3"), _label("4", (12, 12, 52, 52))], [_read("3")], (0, 0))
    assert [outcome.right for outcome in outcomes] == [True, False]
    assert false == []


def test_a_label_without_a_box_is_the_die_in_the_middle() -> None:
    outcomes, false = match(
        [_label("3", None)], [_read("3", (0, 0, 80, 80)), _read("1", (80, 0, 90, 9))], (45, 45)
    )
    assert outcomes[0].right
    assert len(false) == 1


@pytest.mark.parametrize(
    ("kind", "face", "shape", "readable"),
    [
        ("d6", "5", Shape.D6, "5"),
        ("d12", "11", Shape.D12, "11"),
        ("d8", "7", Shape.OTHER, "7"),
        ("d20", "17", Shape.OTHER, "?"),
        ("symbol-red", "crit", None, None),
    ],
)
def test_what_a_label_asks_for(kind: str, face: str, shape: Shape | None, readable: str | None) -> None:
    assert _label(face, None, kind).shape == shape
    assert _label(face, None, kind).readable == readable


def test_figures() -> None:
    score = FolderScore("x", pictures=4, whole=1)
    score.outcomes = [
        Outcome(_label("3"), _read("3", confidence=0.97)),
        Outcome(_label("4"), _read("5", confidence=0.96)),  # a silent error
        Outcome(_label("5"), _read("6", confidence=0.6, doubtful=True)),
        Outcome(_label("6", (0, 0, 20, 20)), None),
        Outcome(_label("8", (10, 10, 50, 50), "d8"), _read("8", confidence=0.98)),  # right, but not a d6
        Outcome(_label("hit", (10, 10, 50, 50), "symbol-red"), _read("?")),
    ]
    score.false = [_read("1")]
    figures = score.figures()
    assert (figures["recall"]["count"], figures["recall"]["of"]) == (5, 6)
    assert (figures["precision"]["count"], figures["precision"]["of"]) == (5, 6)
    assert (figures["right"]["count"], figures["right"]["of"]) == (1, 5)
    assert (figures["face_right"]["count"], figures["face_right"]["of"]) == (2, 5)
    assert (figures["right_small"]["count"], figures["right_small"]["of"]) == (0, 1)
    assert (figures["doubtful"]["count"], figures["doubtful"]["of"]) == (1, 4)
    assert (figures["silent_errors"]["count"], figures["silent_errors"]["of"]) == (2, 5)
    false = figures["false_a_picture"]
    assert (false["count"], false["of"], false["rate"]) == (1, 4, 0.25)
    assert false["low"] < 0.05
    assert false["high"] > 1.0
    assert ["d6 4", "d6 5", 1] in figures["confusions"]
    assert ["d6 5", "d6 6, doubtful", 1] in figures["confusions"]
    assert ["d6 6", "missed", 1] in figures["confusions"]
    (top,) = (row for row in figures["reliability"] if row["from"] == 0.95)
    assert (top["count"], top["of"]) == (1, 3)


def test_a_six_for_a_nine_is_counted() -> None:
    score = FolderScore("x", pictures=1)
    score.outcomes = [
        Outcome(_label("9", kind="d12"), _read("6", kind="d12")),
        Outcome(_label("6", kind="d12"), _read("9", kind="d12")),
        Outcome(_label("6", kind="d12"), _read("8", kind="d12")),
        Outcome(_label("9", kind="d12"), None),
    ]
    assert score.figures()["six_for_nine"] == 2


def test_wilson() -> None:
    low, high = wilson(95, 100)
    assert (low, high) == (pytest.approx(0.888, abs=0.001), pytest.approx(0.978, abs=0.001))
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == 1.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pictures that the fake networks read, one label wrong, one file broken."""
    photos = tmp_path / "photos"
    photos.mkdir()
    table = DrawnTable()
    lines = []
    for name, dice in {"a.png": [(100.0, 60.0, 3), (300.0, 200.0, 5)], "b.png": [(200.0, 100.0, 1)]}.items():
        frame = table.frame(dice).picture
        cv2.imwrite(str(photos / name), cv2.resize(frame, (640, 360), interpolation=cv2.INTER_AREA))
        labels = [
            {
                "kind": "d6",
                "face": str(face),
                "box": [x * 1.25 - 10, y * 1.25 - 10, x * 1.25 + 10, y * 1.25 + 10],
            }
            for x, y, face in dice
        ]
        lines.append(json.dumps({"image": name, "dice": labels}))
    lines[1] = lines[1].replace('"face": "1"', '"face": "2"')
    (photos / "broken.jpg").write_bytes(b"nothing")
    lines.append(json.dumps({"image": "broken.jpg", "dice": []}))
    (photos / "labels.jsonl").write_text("\n".join(lines) + "\n\n")
    return photos


def test_a_folder_from_end_to_end(folder: Path, fake_reader: Reader, tmp_path: Path) -> None:
    report = measure_folders([folder], fake_reader, wrong_to=tmp_path / "wrong")
    (score,) = report.folders
    figures = score.figures()
    assert (figures["pictures"], figures["dice"], figures["whole"]["count"]) == (2, 3, 1)
    assert figures["recall"]["share"] == 1.0
    assert (figures["right"]["count"], figures["silent_errors"]["count"]) == (2, 1)
    assert len(figures["unreadable"]) == 1
    assert [path.name for path in (tmp_path / "wrong" / "photos").iterdir()] == ["b.png"]
    assert "read right, missed = wrong" in report.text()
    assert set(json.loads(report.json())) == {"photos", "all folders"}


def test_pictures_without_dice(folder: Path, fake_reader: Reader) -> None:
    (folder / "labels.jsonl").unlink()
    (folder / "broken.jpg").unlink()
    figures = measure_folders([folder], fake_reader).folders[0].figures()
    assert figures["dice"] == 0
    assert figures["false_a_picture"]["rate"] == 1.5
    assert figures["recall"]["share"] is None


def test_only_every_fifth_picture_without_labels(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"coins_{number:03d}.jpg").touch()
    kept = [picture.path.name for picture in load_labels(tmp_path, every=5)]
    assert kept == ["coins_000.jpg", "coins_005.jpg", "coins_010.jpg"]


def test_folders_of_one_name_and_their_sum(folder: Path, fake_reader: Reader, tmp_path: Path) -> None:
    other = tmp_path / "more" / "photos"
    other.parent.mkdir()
    folder.rename(other)
    folder.mkdir()
    cv2.imwrite(str(folder / "empty.png"), np.full((90, 90, 3), 60, np.uint8))
    figures = json.loads(measure_folders([folder, other], fake_reader, workers=2).json())
    assert set(figures) == {str(folder), str(other), "all folders"}
    assert figures["all folders"]["pictures"] == 3
    assert figures["all folders"]["silent_errors"]["count"] == 1


def test_a_crop_is_read_as_it_is(tmp_path: Path, fake_reader: Reader) -> None:
    """The fake detector knows dice of one size only, so it misses this one; the faces do not need it."""
    cv2.imwrite(str(tmp_path / "a.png"), np.full((90, 90, 3), (36 * 4, 25, 230), np.uint8))
    (tmp_path / "labels.jsonl").write_text('{"image": "a.png", "dice": [{"kind": "d6", "face": "4"}]}')
    report = measure_folders([tmp_path], fake_reader)
    figures = report.folders[0].figures()
    assert figures["recall"]["count"] == 0
    assert (figures["right_in_place"]["count"], figures["right_in_place"]["of"]) == (1, 1)
    assert (figures["doubtful_in_place"]["of"], figures["silent_in_place"]["count"]) == (1, 0)
    assert figures["right_small"]["of"] == 0, "how large it is nobody tells"
    assert "at its true place" in report.text()


def test_symbols_are_taught_and_then_read(tmp_path: Path, fake_reader: Reader) -> None:
    """The fake embedding is the colour: moon and sun are told apart, the second sun-coloured moon is not."""
    sun, moon = (36, 25, 230), (200, 25, 60)
    colours = {"sun": [sun] * 5, "moon": [moon] * 4 + [sun]}
    lines = []
    for face, each in colours.items():
        for number, colour in enumerate(each):
            name = f"{face}{number}.png"
            cv2.imwrite(str(tmp_path / name), np.full((90, 90, 3), colour, np.uint8))
            lines.append(json.dumps({"image": name, "dice": [{"kind": "hero", "face": face, "die": "a"}]}))
    (tmp_path / "labels.jsonl").write_text("\n".join(lines))
    figures = measure_folders([tmp_path], fake_reader).folders[0].figures()
    assert (figures["right_when_taught"]["count"], figures["right_when_taught"]["of"]) == (3, 4)
    assert figures["right"]["of"] == 0


def test_a_face_that_nobody_can_read_is_only_looked_for(tmp_path: Path, fake_reader: Reader) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((90, 90, 3), 90, np.uint8))
    (tmp_path / "labels.jsonl").write_text('{"image": "a.png", "dice": [{"kind": "d4", "face": "?"}]}')
    figures = measure_folders([tmp_path], fake_reader).folders[0].figures()
    assert (figures["dice"], figures["right"]["of"], figures["right_when_taught"]["of"]) == (1, 0, 0)


def test_every_die_is_read_at_every_angle(folder: Path, fake_reader: Reader) -> None:
    report = measure_folders([folder], fake_reader, angles=True)
    found = report.folders[0].figures()["angles"]
    assert [int(angle) for angle in found["right"]] == list(ANGLES)
    assert {share["of"] for share in found["right"].values()} == {3}
    assert found["spread"] == 0  # the fake network reads colours
    assert "turned" in report.text()


def test_a_picture_is_turned_about_the_die() -> None:
    picture = np.zeros((100, 160, 3), np.uint8)
    picture[30:40, 90:100] = 200  # right of the middle of the box, and above
    box = (60.0, 30.0, 100.0, 70.0)
    still, where = turn(picture, box, 0)
    left, top = round(where[0]), round(where[1])
    assert (still[top : top + 40, left : left + 40] == picture[30:70, 60:100]).all()
    quarter, _ = turn(picture, box, 90)  # counter-clockwise: now left and above
    assert quarter[top + 5, left + 5, 0] == 200
    assert quarter[top + 5, left + 35, 0] == 0


@pytest.fixture
def home(tmp_path: Path, fake_models: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings that use the fake networks."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text(f'models = "{fake_models}"\n')
    monkeypatch.setenv("COMPANION_HOME", str(home))
    return home


@pytest.mark.usefixtures("home")
def test_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["measure", str(folder), "--json", "--angles"]) == 0
    figures = json.loads(capsys.readouterr().out)["photos"]
    assert figures["dice"] == 3
    assert len(figures["angles"]["right"]) == 12
    for picture in folder.glob("*.png"):
        picture.unlink()
    assert cli.main(["measure", str(folder)]) == 1
    assert "not opened" in capsys.readouterr().out
    assert cli.main(["measure", str(folder / "none")]) == 2
    assert "is not a folder" in capsys.readouterr().err
    assert cli.main(["measure"]) == 2
    assert "Name a folder" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("missing", ["models.measuring", "PIL"])
def test_rendering_where_its_parts_are_not_installed(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("models.measuring", "PIL"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert cli.main(["measure", "--rendered"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: Rendering test pictures needs ")
    assert "pip install" in said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{broken", "line 1"),
        ('{"image": "a.jpg"}', "dice"),
        ('{"image": "a.jpg", "dice": [{"kind": "d6", "face": 5}]}', "face"),
        (
            '{"image": "a.jpg", "dice": [{"kind": "d6", "face": "5"}, {"kind": "d6", "face": "5"}]}',
            "only a picture",
        ),
    ],
)
def test_labels_with_a_mistake(tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "labels.jsonl").write_text(line)
    with pytest.raises(LabelError, match=says) as refusal:
        load_labels(tmp_path)
    assert "labels.jsonl, line 1" in str(refusal.value)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="holds neither"):
        load_labels(tmp_path)
