"""Pictures, videos, taught dice and networks as nobody would make them: read, or refused in a sentence."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.camera.opencv import Video
from companion.camera.pictures import load_picture as camera_picture
from companion.camera.source import CameraError
from companion.dice import Shape
from companion.vision.calibration.watch import watch_of
from companion.vision.dice_box import DiceBox, crop_bytes, read_file
from companion.vision.onnx import DETECTOR, Model, ModelError
from companion.vision.onnx_file import Node, read_graph, write_model
from companion.vision.pictures import PictureError, decode_picture, load_picture
from companion.vision.table import TablePlane
from companion.vision.taught import TaughtDie, TaughtFace, TaughtSet
from companion.vision.taught_file import TaughtFileError, pack, unpack
from tests.trust.fuzzing import ABSURD, absurd, garbled, nested, nothing_harmed, quick, told
from tests.vision.fakes import make_detector

PICTURE = np.random.default_rng(1).integers(0, 255, (24, 32, 3), np.uint8)
PICTURES = {
    ending: cv2.imencode(f".{ending}", PICTURE)[1].tobytes()
    for ending in ("jpg", "png", "bmp", "webp", "tiff", "ppm")
}


# Pictures.


@pytest.mark.parametrize("ending", PICTURES)
@quick(6)
@given(data=st.data())
def test_a_garbled_picture(
    tmp_path_factory: pytest.TempPathFactory, ending: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("pictures")
    path = folder / f"photo.{ending}"
    path.write_bytes(data.draw(garbled(PICTURES[ending])))
    with nothing_harmed(folder):
        told(lambda: load_picture(path), PictureError)
        told(lambda: camera_picture(path), CameraError)


SIDE = 60_000
GIANTS = {
    "png": PICTURES["png"][:16] + struct.pack(">II", SIDE, SIDE) + PICTURES["png"][24:],
    "bmp": PICTURES["bmp"][:18] + struct.pack("<ii", SIDE, SIDE) + PICTURES["bmp"][26:],
    "ppm": b"P6\n%d %d\n255\n" % (SIDE, SIDE) + bytes(3000),
    "pgm": b"P5\n%d %d\n255\n" % (SIDE, SIDE) + bytes(3000),
    "pam": b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n" % (SIDE, SIDE)
    + bytes(3000),
    "hdr": b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (SIDE, SIDE) + bytes(3000),
    "pfm": b"PF\n%d %d\n-1.0\n" % (SIDE, SIDE) + bytes(3000),
    "ras": struct.pack(">8I", 0x59A66A95, SIDE, SIDE, 24, 0, 1, 0, 0) + bytes(3000),
}

IN_LITTLE_MEMORY = """
import re, sys
from pathlib import Path
from companion.camera.pictures import load_picture as camera_picture
from companion.camera.source import CameraError
from companion.vision.pictures import PictureError, load_picture
for path in sorted(Path(sys.argv[1]).iterdir()):
    for read, error in ((load_picture, PictureError), (camera_picture, CameraError)):
        try:
            read(path)
            print("read", path)
        except error as refusal:
            assert len(str(refusal)) > 10
# Not getrusage: its highest mark is the parent's, when a large one starts this.
status = Path("/proc/self/status").read_text()
print(int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) // 1000)
"""


def test_a_picture_that_claims_billions_of_pixels_takes_no_memory(tmp_path: Path) -> None:
    jpeg = bytearray(PICTURES["jpg"])
    frame = jpeg.find(b"\xff\xc0")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", SIDE, SIDE)
    for ending, data in {**GIANTS, "jpg": bytes(jpeg)}.items():
        (tmp_path / f"giant.{ending}").write_bytes(data)
    with (tmp_path / "long.jpg").open("wb") as file:
        file.write(PICTURES["jpg"])
        file.truncate(2_000_000_000)
    done = subprocess.run(
        [sys.executable, "-c", IN_LITTLE_MEMORY, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "read" not in done.stdout
    assert int(done.stdout.split()[-1]) < 600, "megabytes"


def test_a_picture_of_padding_only_is_refused_at_once() -> None:
    with nothing_harmed():
        assert told(lambda: decode_picture(b"\xff\xd8" + b"\xff" * 20_000_000, "photo"), PictureError)
        assert told(lambda: decode_picture(b"\xff\xd8" + b"\xff\xe0\0\0" * 2_000_000, "photo"), PictureError)


@pytest.mark.parametrize("data", [b"", b"\x89PNG", GIANTS["png"]], ids=["empty", "cut", "giant"])
def test_a_broken_picture_of_the_table_is_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "table.png").write_bytes(data)
    assert watch_of(TablePlane.unknown(), tmp_path / "table.json") is None


def test_a_garbled_video(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (32, 24))
    for _ in range(5):
        writer.write(PICTURE)
    writer.release()
    valid = path.read_bytes()
    for at in range(0, len(valid), len(valid) // 6):
        for broken in (valid[:at], valid[:at] + b"\xff" * 40 + valid[at + 40 :]):
            path.write_bytes(broken)
            video = Video(path, realtime=False)

            def watch(video: Video = video) -> None:
                video.open()
                while not video.ended:
                    video.read(0.0)

            with nothing_harmed(tmp_path):
                told(watch, CameraError)
            video.close()


# Taught dice.


def a_die(name: str = "cats") -> TaughtDie:
    vector = np.eye(256, dtype=np.float32)
    views = tuple(
        TaughtFace(f"f{n}", vector[n], crop_bytes(PICTURE), (1, 2, 3), "2026-05-01") for n in range(3)
    )
    return TaughtDie(name, Shape.D6, ("f0", "f1", "f2"), views, "7", "2026-05-01")


DICE = pack([a_die(), a_die("dogs")])


def zipped(parts: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return data.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


@quick(25)
@given(data=garbled(DICE))
def test_a_garbled_file_of_dice(data: bytes) -> None:
    with nothing_harmed():
        told(lambda: unpack(data), TaughtFileError)


@quick(25)
@given(index=absurd(json.loads(parts_of(DICE)["index.json"])))
def test_dice_with_an_absurd_index(index: object) -> None:
    data = zipped({**parts_of(DICE), "index.json": json.dumps(index).encode()})
    with nothing_harmed():
        told(lambda: unpack(data), TaughtFileError)


@pytest.mark.parametrize(
    "parts",
    [
        {"index.json": nested()},
        {"index.json": b'{"format": 1, "dice": [' + b" " * 20_000_000 + b"]}"},
        {**parts_of(DICE), "crops/0.jpg": bytes(20_000_000)},
        {**parts_of(DICE), "embeddings.f32": bytes(20_000_000)},
        {**parts_of(DICE), "embeddings.f32": np.full(6 * 256, np.nan, "<f4").tobytes()},
        {**parts_of(DICE), "crops/0.jpg": GIANTS["png"]},
    ],
    ids=["deep", "index bomb", "crop bomb", "number bomb", "no numbers", "giant crop"],
)
def test_a_bomb_of_dice_is_refused(parts: dict[str, bytes]) -> None:
    data = zipped(parts)
    with nothing_harmed():
        assert told(lambda: unpack(data), TaughtFileError)


@pytest.mark.parametrize("name", ["../../up", "/tmp/up", "..", "a/b", "C:x", "x" * 60])
def test_dice_that_are_taken_in_stay_in_their_folder(tmp_path: Path, name: str) -> None:
    friend, home = tmp_path / "friend", tmp_path / "home"
    friend.mkdir()
    file = friend / "gift.dice"
    parts = parts_of(pack([a_die(name)])) | {"../../up.txt": b"x", "/tmp/companion-up.txt": b"x"}
    file.write_bytes(zipped(parts))
    box = DiceBox(home / "dice", TaughtSet(), lambda crops: np.eye(256, dtype=np.float32)[: len(crops)], "7")
    with nothing_harmed(friend):
        assert box.bring(file) == (name,)
    assert {path.name for path in tmp_path.iterdir()} == {"friend", "home"}
    assert [path.parent for path in home.rglob("*") if path.is_file()] == [home / "dice"]
    assert not Path("/tmp/companion-up.txt").exists()
    assert read_file(box.path_of(name))[0].name == name


NETWORK = write_model(
    [Node("Conv", ("x", "w"), ("y",), {"pads": (1, 1, 1, 1)})],
    {"w": np.zeros((4, 3, 3, 3), np.float32)},
    {"x": (1, 3, 8, 8)},
    {"y": (1, 4, 8, 8)},
)

# Networks. A broken one may bring its engine down, so each is opened in a process of its own.

OPEN_NETWORKS = """
import sys
from pathlib import Path
from companion.vision.onnx import DETECTOR, Model, ModelError
for path in sorted(Path(sys.argv[1]).glob("*.onnx")):
    try:
        Model(path, DETECTOR, threads=1).number("threshold")
    except ModelError as refusal:
        assert len(str(refusal)) > 20
print("done")
"""


@quick(1)
@given(data=st.data())
def test_garbled_networks(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("networks")
    make_detector(folder / "valid.onnx")
    valid = (folder / "valid.onnx").read_bytes()
    for number in range(12):
        (folder / f"{number}.onnx").write_bytes(data.draw(garbled(valid)))
    with nothing_harmed(folder):
        done = subprocess.run(
            [sys.executable, "-c", OPEN_NETWORKS, str(folder)], capture_output=True, text=True, check=False
        )
    assert done.stdout == "done\n", (done.returncode, done.stderr[-500:])


def with_metadata(folder: Path, **changed: str) -> Path:
    path = folder / "dice-detector.onnx"
    make_detector(path)
    model = onnx.load(path)
    for entry in model.metadata_props:
        entry.value = changed.get(entry.key.removeprefix("companion."), entry.value)
    onnx.save(model, path)
    return path


@pytest.mark.parametrize(
    "changed",
    [
        {"contract": "²"},
        {"contract": "9" * 5000},
        {"contract": ""},
        {"threshold": nested().decode()},
        {"threshold": "NaN"},
        {"threshold": "[1]"},
        {"model": "\0"},
    ],
    ids=str,
)
def test_a_network_that_says_something_absurd_of_itself(tmp_path: Path, changed: dict[str, str]) -> None:
    path = with_metadata(tmp_path, **changed)
    assert told(lambda: Model(path, DETECTOR, threads=1), ModelError)


def test_a_network_with_absurd_figures(tmp_path: Path) -> None:
    model = Model(with_metadata(tmp_path), DETECTOR, threads=1)
    for value in (*ABSURD, float("nan"), float("inf")):
        model.figures = {"threshold": value}
        told(lambda: model.number("threshold"), ModelError)


@quick(60)
@given(data=garbled(NETWORK))
def test_a_garbled_network_is_looked_into_or_refused(data: bytes) -> None:
    with nothing_harmed():
        told(lambda: read_graph(data), ValueError)


def test_a_number_without_end_is_given_up() -> None:
    with nothing_harmed(), pytest.raises(ValueError, match="cut short"):
        read_graph(b"\x80" * 5_000_000)
