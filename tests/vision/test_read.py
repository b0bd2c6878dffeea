"""`companion read` on whatever somebody drops on it: one clear line each, and the rest of the batch goes on."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from companion.commands import read
from companion.commands.read import KindsError, kinds_named
from companion.dice import Shape
from companion.vision.dice_box import DiceBox, box_of, crop_bytes
from companion.vision.reader import Reader
from companion.vision.taught import TaughtDie, TaughtFace, TaughtSet, unit

from .fakes import DrawnTable, colour_of

DICE = [(100.0, 60.0, 3), (300.0, 200.0, 5)]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, fake_models: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings that use the fake networks."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text(f'models = "{fake_models}"\n')
    monkeypatch.setenv("COMPANION_HOME", str(home))
    return home


@pytest.fixture
def photo() -> np.ndarray:
    """A table with a 3 and a 5."""
    return cv2.resize(DrawnTable().frame(DICE).picture, (640, 360), interpolation=cv2.INTER_AREA)


def _faces(line: dict[str, list[dict[str, str]]]) -> list[str]:
    return sorted(die["face"] for die in line["dice"])


def test_a_batch_of_everything(
    photo: np.ndarray, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    class Counted(Reader):
        def __init__(self, *args: object, **more: object) -> None:
            opened.append(args)
            super().__init__(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(read, "Reader", Counted)
    jpeg = cv2.imencode(".jpg", photo)[1].tobytes()
    header = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    huge = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))
    bad = {
        "empty.jpg": b"",
        "truncated.jpg": jpeg[: len(jpeg) // 2],
        "huge.png": huge + b"IEND",
        "notes.txt": "no picture, but ünïcode".encode(),
        "song.mp3": bytes(range(256)) * 40,
    }
    said = ["empty", "cut short", "too large", "not a picture", "not a picture"]
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
    folder, missing = tmp_path / "folder", tmp_path / "missing.jpg"
    folder.mkdir()
    first, last = tmp_path / "first.png", tmp_path / "last.jpg"
    cv2.imwrite(str(first), photo)
    last.write_bytes(jpeg)
    batch = [first, *(tmp_path / name for name in bad), folder, missing, last]

    assert cli.main(["read", "--json", *map(str, batch)]) == 1
    out, err = capfd.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["image"] for line in lines] == [str(path) for path in batch]
    assert _faces(lines[0]) == _faces(lines[-1]) == ["3", "5"]
    told = err.splitlines()
    assert len(told) == len(batch) - 2, "one line a bad file, and no library's own words"
    for line, sentence, words in zip(
        told, lines[1:-1], [*said, "is a folder", "does not exist"], strict=True
    ):
        assert words in line
        assert line == f"companion: {sentence['error']}"
    assert len(opened) == 1, "the models are loaded once"


def test_pictures_of_every_make_are_read(
    photo: np.ndarray, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    frames = cv2.Animation()
    frames.frames, frames.durations = [photo, np.zeros_like(photo)], np.array([100, 100])
    cv2.imwriteanimation(str(tmp_path / "animated.webp"), frames)
    cv2.imwrite(str(tmp_path / "deep.png"), photo.astype(np.uint16) * 257)
    names = ["animated.webp", "deep.png"]
    assert cli.main(["read", "--json", *(str(tmp_path / name) for name in names)]) == 0
    out, err = capfd.readouterr()
    assert [_faces(json.loads(line)) for line in out.splitlines()] == [["3", "5"]] * 2
    assert err == ""


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (3000, 2), (31, 33)])
def test_odd_sizes_and_grey(size: tuple[int, int], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full(size, 90, np.uint8))
    assert cli.main(["read", "--json", str(tmp_path / "grey.png")]) == 0
    assert json.loads(capfd.readouterr().out)["dice"] == []


def test_twelve_megapixels(photo: np.ndarray, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The fake detector knows one size of dice only; what counts is that tiles cover the picture."""
    wide = np.full((3000, 4000, 3), (60, 80, 60), np.uint8)
    wide[1320:1680, 1680:2320] = photo
    cv2.imwrite(str(tmp_path / "large.jpg"), wide)
    assert cli.main(["read", "--json", str(tmp_path / "large.jpg")]) == 0
    assert isinstance(json.loads(capfd.readouterr().out)["dice"], list)


@pytest.fixture
def taught(fake_models: Path, home: Path) -> Path:
    """A die of its owner's, and one of Quarriors, taught to the fake networks from the drawn table."""
    reader = Reader(fake_models, 1)
    box = box_of(reader, home)
    for name, face, colour in (("tiger", "paw", colour_of(3)), ("quarriors/ooze", "q1", colour_of(5))):
        crop = np.full((64, 64, 3), colour, np.uint8)
        view = TaughtFace(face, unit(reader.faces.embeddings([crop])[0]), crop_bytes(crop), colour[::-1])
        box.keep(TaughtDie(name, Shape.D6, (face, "tail")).with_view(view))
    return home


def test_a_taught_die_and_a_game_s_taught_dice_can_be_named(
    taught: Path, photo: np.ndarray, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "photo.png"), photo)
    assert cli.main(["read", "--json", "--kinds", "tiger,quarriors/ooze", str(tmp_path / "photo.png")]) == 0
    told = json.loads(capfd.readouterr().out)["dice"]
    assert sorted((die["kind"], die["die"], die["face"]) for die in told) == [
        ("d6", "quarriors/ooze", "q1"),
        ("d6", "tiger", "paw"),
    ]


@pytest.mark.parametrize(
    ("named", "some"),
    [
        ("quarriors", {"quarriors/portal", "quarriors/ooze"}),
        ("dice-throne", {"d6", "d6-numerals", "dice_throne.monk"}),
        ("dungeon_fighter", {"dungeon_fighter.red"}),
        ("king-of-12", {"d12"}),
        ("d6", {"d6", "d6-numerals"}),
    ],
)
def test_a_game_s_name_stands_for_all_its_dice(named: str, some: set[str], tmp_path: Path) -> None:
    found = {kind.name for kind in kinds_named(named, _box(tmp_path))}
    assert some <= found
    assert named not in ("quarriors", "king-of-12") or "d6" not in found


def test_a_kind_that_nobody_knows_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KindsError, match=r"'d20'.*quarriors.*companion teach --list"):
        kinds_named("d6,d20", _box(tmp_path))


def _box(home: Path) -> DiceBox:
    """The shipped dice, told by name; nothing is looked at."""
    return DiceBox(home, TaughtSet(), lambda crops: np.ones((len(crops), 256), np.float32), "none")
