from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.pictures import LARGEST_FILE, PictureError, _size, decode_picture, load_picture


def _scene(width: int = 60, height: int = 40) -> np.ndarray:
    """Red left half, blue right half: easy to see how it was turned."""
    scene = np.zeros((height, width, 3), np.uint8)
    scene[:, : width // 2] = (0, 0, 220)
    scene[:, width // 2 :] = (220, 0, 0)
    return scene


def _bytes(picture: np.ndarray, suffix: str) -> bytes:
    return cv2.imencode(suffix, picture)[1].tobytes()


def _with_exif_turn(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHH", 1, 0x0112, 3, 1, orientation, 0) + b"\x00" * 4
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp", ".webp", ".tiff"])
def test_formats(suffix: str) -> None:
    picture = decode_picture(_bytes(_scene(), suffix), "a")
    assert picture.shape == (40, 60, 3)
    assert picture.dtype == np.uint8
    assert picture[20, 10, 2] > 200


def test_a_photo_held_on_its_side_is_turned_upright() -> None:
    turned = decode_picture(_with_exif_turn(_bytes(_scene(), ".jpg"), 6), "a")
    assert turned.shape == (60, 40, 3)
    assert turned[5, 20, 2] > 200  # red, which was left, is on top after a quarter turn clockwise


def test_grey_alpha_and_sixteen_bits() -> None:
    grey = decode_picture(_bytes(_scene()[:, :, 2], ".png"), "a")
    assert grey.shape == (40, 60, 3)
    alpha = np.dstack([_scene(), np.full((40, 60), 255, np.uint8)])
    assert decode_picture(_bytes(alpha, ".png"), "a").shape == (40, 60, 3)
    deep = decode_picture(_bytes(_scene().astype(np.uint16) * 256, ".png"), "a")
    assert deep.dtype == np.uint8
    assert deep[20, 10, 2] == 220


def test_the_first_picture_of_an_animation(tmp_path: Path) -> None:
    frames = cv2.Animation()
    frames.frames = [_scene(), 255 - _scene()]
    frames.durations = np.array([100, 100])
    path = tmp_path / "a.gif"
    assert cv2.imwriteanimation(str(path), frames)
    assert load_picture(path)[20, 10, 2] > 200


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_other_animations(suffix: str, tmp_path: Path) -> None:
    frames = cv2.Animation()
    frames.frames = [_scene(), 255 - _scene()]
    frames.durations = np.array([100, 100])
    path = tmp_path / f"a{suffix}"
    assert cv2.imwriteanimation(str(path), frames)
    assert load_picture(path)[20, 10, 2] > 200


def test_sixteen_bits_of_grey() -> None:
    grey = decode_picture(_bytes(_scene()[:, :, 2].astype(np.uint16) * 256, ".tiff"), "a")
    assert grey.shape == (40, 60, 3)
    assert tuple(grey[20, 10]) == (220, 220, 220)


def _refused(data: bytes) -> str:
    with pytest.raises(PictureError) as refusal:
        decode_picture(data, "photo.jpg")
    assert str(refusal.value).startswith("photo.jpg is ")
    return str(refusal.value)


def test_no_picture_at_all() -> None:
    assert "empty" in _refused(b"")
    assert "not a picture" in _refused(b"<html>no photo</html>")
    assert "damaged" in _refused(b"\x89PNG\r\n\x1a\n" + bytes(40) + b"IEND")


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_picture_cut_short(suffix: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
    data = _bytes(noise, suffix)
    assert "cut short" in _refused(data[: int(len(data) * share)])


@pytest.mark.parametrize("suffix", [".gif", ".bmp"])
def test_other_pictures_cut_short(suffix: str, capfd: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
    data = _bytes(noise, suffix)
    assert "cut short" in _refused(data[: len(data) // 2])
    assert capfd.readouterr() == ("", ""), "OpenCV must keep quiet"


def test_a_thumbnail_does_not_pass_for_the_end_of_its_photo() -> None:
    photo = _bytes(np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8), ".jpg")
    thumbnail = _bytes(_scene(), ".jpg")
    whole = photo[:2] + b"\xff\xe2" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + photo[2:]
    assert decode_picture(whole, "a").shape == (90, 90, 3)
    assert "cut short" in _refused(whole[: len(whole) * 2 // 3])


def test_a_huge_picture_is_refused_before_it_is_decoded() -> None:
    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    assert "too large: 20000 × 20000" in _refused(data + b"IEND")


def test_every_header_tells_its_size() -> None:
    for suffix in (".jpg", ".png", ".bmp", ".webp", ".tiff", ".gif"):
        assert _size(_bytes(_scene(61, 43), suffix)) == (61, 43), suffix
    lossy = cv2.imencode(".webp", _scene(61, 43), [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()
    assert _size(lossy) == (61, 43)


def test_a_file_too_large_to_be_a_photo(tmp_path: Path) -> None:
    path = tmp_path / "disk.jpg"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)  # takes no room on the disk
    with pytest.raises(PictureError, match="too large for a picture"):
        load_picture(path)


def test_a_pipe_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "pipe.jpg"
    os.mkfifo(path)
    with pytest.raises(PictureError, match="is not a file"):
        load_picture(path)


def test_twelve_megapixels_pass() -> None:
    assert decode_picture(_bytes(_scene(4000, 3000), ".jpg"), "a").shape == (3000, 4000, 3)


def test_files(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="does not exist"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)
