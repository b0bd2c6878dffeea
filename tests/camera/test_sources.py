"""Cameras, videos and pictures: what they give, and what they say when they cannot."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from companion.camera import CameraError, open_camera
from companion.camera import opencv as opencv_source
from companion.camera.opencv import Video, Webcam
from companion.camera.picamera import PiCamera
from companion.camera.pictures import Pictures, load_picture
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Lockable
from companion.camera.tidy import tidy

# Names.


def test_each_name_finds_its_camera(tmp_path: Path) -> None:
    table = open_camera("simulated:seed=3,table=2")
    assert isinstance(table, SimulatedTable)
    assert table.seed == 3
    assert table.scene.seed == 2
    assert open_camera("simulated").name == "simulated"
    assert open_camera("picamera").name == "picamera"
    webcam = open_camera("opencv:2")
    assert isinstance(webcam, Webcam)
    assert webcam.index == 2
    assert open_camera(f"video:{tmp_path}/x.avi").name == "video"
    assert open_camera(f"pictures:{tmp_path}").name == "pictures"


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("telescope", "Choose one of: auto, simulated"),
        ("", "Choose one of"),
        ("simulated:speed=3", "simulated:seed=3"),
        ("simulated:seed=x", "simulated:seed=3"),
        ("opencv:film.avi", "video:film.avi"),
        ("picamera:1", "nothing after it"),
        ("video:", "video:FILE"),
        ("pictures:", "pictures:FOLDER"),
    ],
)
def test_a_wrong_name_says_what_to_write(spec: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        open_camera(spec)


def test_auto_is_the_simulated_table_where_there_is_no_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", _capture([]))
    assert isinstance(open_camera("auto"), SimulatedTable)


def test_auto_takes_a_webcam_that_gives_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", _capture([_picture(9)] * 5))
    assert isinstance(open_camera("auto"), Webcam)


def test_the_wished_pace_reaches_the_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = _capture([_picture(9)] * 5)
    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", capture)
    camera = open_camera("opencv:0", 15)
    camera.open()
    camera.close()
    assert (opencv_source.cv2.CAP_PROP_FPS, 15) in capture.told


# Webcams.


def _picture(value: int) -> np.ndarray:
    return np.full((720, 1280, 3), value, np.uint8)


def _capture(pictures: list[np.ndarray], opens: bool = True) -> Any:
    """A stand-in for OpenCV's capture: gives these pictures, then none."""

    class Capture:
        released = False

        def __init__(self, *_: object) -> None:
            self.left = list(pictures)

        def isOpened(self) -> bool:
            return opens and bool(pictures)

        told: ClassVar[list[tuple[object, ...]]] = []

        def set(self, *what: object) -> None:
            Capture.told.append(what)

        def get(self, what: object) -> float:
            return {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_FOCUS: 30.0}.get(what, -1.0)  # type: ignore[call-overload]

        def read(self) -> tuple[bool, np.ndarray | None]:
            time.sleep(0.005)
            return (True, self.left.pop(0)) if self.left else (False, None)

        def release(self) -> None:
            Capture.released = True

    return Capture


def test_no_such_webcam() -> None:
    camera = Webcam(63)
    with pytest.raises(CameraError, match="There is no camera 63"):
        camera.open()
    with pytest.raises(CameraError, match="not open"):
        camera.read(0)
    camera.close()


def test_a_webcam_that_another_program_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", _capture([_picture(1)], opens=False))
    monkeypatch.setattr(opencv_source.Path, "glob", lambda *_: [Path("/dev/video0"), Path("/dev/video2")])
    with pytest.raises(CameraError, match=r"Another program.*opencv:2"):
        Webcam(0).open()
    with pytest.raises(CameraError, match=r"no camera 1. Try one of these: opencv:0, opencv:2"):
        Webcam(1).open()


def test_only_the_newest_picture_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = _capture([_picture(n) for n in range(1, 13)])
    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", capture)
    monkeypatch.setattr(opencv_source, "_FAILS", 3)
    camera = Webcam(0)
    camera.open()
    time.sleep(0.4)
    frame = camera.read(1.0)
    assert frame is not None
    assert frame.picture[0, 0, 0] == 12
    assert frame.small.shape == (180, 320, 3)
    assert abs(time.monotonic() - frame.at) < 5
    time.sleep(0.3)  # three misses, a thirtieth of a second each
    with pytest.raises(CameraError, match="stopped giving pictures"):
        camera.read(1.0)
    camera.close()
    camera.close()
    assert capture.released


def test_a_webcam_keeps_its_light_and_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = _capture([_picture(120)] * 40)
    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", capture)
    camera = Webcam(0)
    camera.open()
    assert isinstance(camera, Lockable)
    assert (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")) in capture.told
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 3) in capture.told
    capture.told.clear()
    camera.lock()
    assert camera.read(1.0) is not None
    assert capture.told == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
        (cv2.CAP_PROP_EXPOSURE, 157.0),
        (cv2.CAP_PROP_AUTO_WB, 0),  # it has no colour temperature of its own to keep
        (cv2.CAP_PROP_AUTOFOCUS, 0),
        (cv2.CAP_PROP_FOCUS, 30.0),
    ]
    camera.close()


def test_no_picture_in_time_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = threading.Event()

    class Slow(_capture([_picture(1)])):  # type: ignore[misc]
        def read(self) -> tuple[bool, np.ndarray | None]:
            hold.wait(2)
            return super().read()

    monkeypatch.setattr(opencv_source.cv2, "VideoCapture", Slow)
    camera = Webcam(0)
    camera.open()
    assert camera.read(0.02) is None
    hold.set()
    assert camera.read(2.0) is not None
    camera.close()


# Videos.


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (640, 360))
    for n in range(10):
        writer.write(np.full((360, 640, 3), 20 * n, np.uint8))
    writer.release()
    return path


def test_a_video_as_fast_as_it_is_read(film: Path) -> None:
    video = Video(film, realtime=False)
    video.open()
    frames = [video.read(0) for _ in range(10)]
    assert video.read(0) is None
    assert video.ended
    assert [frame.number for frame in frames if frame] == list(range(1, 11))
    assert [frame.at for frame in frames if frame] == pytest.approx([n / 25 for n in range(10)])
    assert [float(frame.picture.mean()) for frame in frames if frame] == pytest.approx(
        [20 * n for n in range(10)], abs=3
    )
    video.close()
    video.open()  # from the beginning
    again = video.read(0)
    assert again is not None
    assert again.picture.mean() < 3
    video.close()


def test_a_video_at_its_own_pace_skips_when_its_reader_sleeps(film: Path) -> None:
    video = Video(film)
    video.open()
    assert video.read(1.0) is not None
    assert video.read(0.0) is None
    time.sleep(0.21)
    late = video.read(1.0)
    assert late is not None
    assert late.number > 3
    assert late.picture.mean() == pytest.approx(20 * (late.number - 1), abs=3)
    video.close()


def test_bad_videos_are_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"no video .*none\.mp4"):
        Video(tmp_path / "none.mp4").open()
    text = tmp_path / "text.mp4"
    text.write_text("not a video")
    with pytest.raises(CameraError, match=r"text\.mp4 is not a video"):
        Video(text).open()
    with pytest.raises(CameraError, match="not open"):
        Video(text).read(0)


# Pictures.


def test_a_folder_of_pictures_in_the_order_of_names(tmp_path: Path) -> None:
    for name, value in (("b.png", 90), ("a.jpg", 30), ("notes.txt", 0)):
        if name.endswith("txt"):
            (tmp_path / name).write_text("no picture")
        else:
            cv2.imwrite(str(tmp_path / name), np.full((90, 160, 3), value, np.uint8))
    (tmp_path / "c.png").write_bytes(b"broken")
    pictures = Pictures(tmp_path, seconds_each=0.2, realtime=False)
    pictures.open()
    frames = []
    while (frame := pictures.read(0)) is not None:
        frames.append(frame)
    assert [round(float(frame.picture.mean()), -1) for frame in frames] == [30] * 3 + [90] * 3
    assert frames[0].small.shape == (180, 320, 3)
    assert np.diff([frame.at for frame in frames]) == pytest.approx(1 / 15)
    assert pictures.ended
    assert [path.name for path in pictures.broken] == ["c.png"]
    pictures.close()


def test_pictures_of_every_depth(tmp_path: Path) -> None:
    grey = np.tile(np.linspace(0, 1, 64), (40, 1))
    cv2.imwrite(str(tmp_path / "grey.png"), (grey * 255).astype(np.uint8))
    cv2.imwrite(str(tmp_path / "deep.png"), (grey * 65535).astype(np.uint16))
    cv2.imwrite(str(tmp_path / "twelve.png"), (grey * 4095).astype(np.uint16))
    see_through = np.dstack([grey * 255] * 3 + [grey * 0 + 255]).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "through.png"), see_through)
    for name in ("grey", "deep", "twelve", "through"):
        picture = load_picture(tmp_path / f"{name}.png")
        assert picture.shape == (40, 64, 3)
        assert picture.dtype == np.uint8
        assert picture[20, :, 1] == pytest.approx(grey[20] * 255, abs=2), name
    assert tidy(grey.astype(np.float32)).max() == 255


def test_a_photo_held_sideways_is_turned(tmp_path: Path) -> None:
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[:, :40] = 200
    good, data = cv2.imencode(".jpg", picture)
    assert good
    # A note in the file: the camera was turned, show it a quarter to the right.
    exif = bytes.fromhex("45786966000049492a0008000000010012010300010000000600000000000000")
    jpeg = data.tobytes()
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:])
    turned = load_picture(path)
    assert turned.shape == (80, 40, 3)
    assert turned[:35].mean() > 150
    assert turned[45:].mean() < 50


def test_bad_pictures_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff nothing")
    named = Pictures([broken], realtime=False)
    named.open()
    with pytest.raises(CameraError, match=r"broken\.jpg is not a picture"):
        named.read(0)
    folder = Pictures(tmp_path, realtime=False)
    folder.open()
    with pytest.raises(CameraError, match=r"None of the pictures .*broken\.jpg"):
        folder.read(0)
    with pytest.raises(CameraError, match=r"no picture .*gone\.png"):
        load_picture(tmp_path / "gone.png")
    (tmp_path / "empty.png").write_bytes(b"")
    with pytest.raises(CameraError, match=r"empty\.png is not a picture"):
        load_picture(tmp_path / "empty.png")
    with pytest.raises(CameraError, match="no folder"):
        Pictures(tmp_path / "nowhere").open()
    (tmp_path / "void").mkdir()
    with pytest.raises(CameraError, match="no pictures in"):
        Pictures(tmp_path / "void").open()
    with pytest.raises(CameraError, match="No pictures were given"):
        Pictures([]).open()
    with pytest.raises(CameraError, match="not open"):
        Pictures(tmp_path).read(0)


# The Pi camera, with a stand-in for picamera2.


class FakePi:
    """As much of picamera2 as is used: requests that must be given back, jobs that may be late."""

    def __init__(self) -> None:
        self.out = 0  # requests not given back
        self.jobs = 0
        self.late = 0
        self.state = "made"
        self.controls: dict[str, Any] = {}
        self.camera_controls = dict.fromkeys(
            ("AeEnable", "AwbEnable", "AfMode", "ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
        )
        self.taken_at = 12_345_000_000
        self.light = 200
        self.fails: Exception | None = None

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        self.wanted = wanted

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def start(self) -> None:
        if self.fails:
            raise self.fails
        self.state = "started"

    def stop(self) -> None:
        self.state = "stopped"

    def close(self) -> None:
        self.state = "closed"

    def capture_request(self, wait: bool) -> Any:
        assert wait is False
        self.jobs += 1
        return SimpleNamespace(get_result=self._result)

    def _result(self, timeout: float) -> Any:
        assert timeout > 0
        if self.fails:
            raise self.fails
        if self.late:
            self.late -= 1
            raise TimeoutError
        self.out += 1
        main = np.zeros((720, 1280, 3), np.uint8)
        main[..., 0] = 250  # blue
        lores = np.full((270, 320), 128, np.uint8)
        lores[:180] = self.light
        arrays = {"main": main, "lores": lores}

        def release() -> None:
            self.out -= 1

        return SimpleNamespace(
            make_array=arrays.__getitem__,
            get_metadata=lambda: {
                "SensorTimestamp": self.taken_at,
                "ExposureTime": 9_000,
                "AnalogueGain": 2.5,
                "ColourGains": (1.9, 1.4),
                "LensPosition": 1.7,
            },
            release=release,
        )


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> FakePi:
    fake = FakePi()

    class Picamera2:
        def __new__(cls) -> Any:
            return fake

        @staticmethod
        def global_camera_info() -> list[dict[str, Any]]:
            return [{"Model": "imx708"}]

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Picamera2))
    return fake


def test_two_streams_and_the_sensors_own_time(pi: FakePi) -> None:
    camera = open_camera("picamera", 24)
    camera.open()
    camera.open()
    assert pi.wanted["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert pi.wanted["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert pi.wanted["queue"] is False  # no request that waited for us
    assert pi.wanted["buffer_count"] == 4
    assert pi.wanted["controls"] == {"FrameRate": 24}
    assert pi.controls == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    frame = camera.read(0.5)
    assert frame is not None
    assert frame.at == 12.345
    assert frame.picture[0, 0].tolist() == [250, 0, 0]
    assert frame.small.shape == (180, 320, 3)
    assert 190 < frame.small.mean() < 235
    assert pi.out == 0  # given back at once
    camera.close()
    camera.close()
    assert pi.state == "closed"


def test_a_late_request_is_waited_for_and_not_asked_for_again(pi: FakePi) -> None:
    camera = PiCamera()
    camera.open()
    pi.late = 2
    assert camera.read(0.1) is None
    assert camera.read(0.1) is None
    assert camera.read(0.1) is not None
    assert pi.jobs == 1
    assert pi.out == 0
    camera.close()


def test_a_frame_from_before_the_last_one_is_dropped(pi: FakePi) -> None:
    camera = PiCamera()
    camera.open()
    first = camera.read(0.1)
    assert first is not None
    assert camera.read(0.05) is None  # the same moment again
    pi.taken_at += 33_000_000
    newer = camera.read(0.1)
    assert newer is not None
    assert (newer.number, newer.at) == (2, pytest.approx(12.378))
    assert pi.out == 0
    camera.close()


def test_a_pi_camera_keeps_its_light_and_focus_once_the_table_is_known(pi: FakePi) -> None:
    camera = PiCamera()
    camera.open()
    assert isinstance(camera, Lockable)
    camera.lock()
    _take(camera, pi)
    held = {"AeEnable": False, "ExposureTime": 9_000, "AnalogueGain": 2.5, "AwbEnable": False}
    assert pi.controls == held | {"ColourGains": (1.9, 1.4), "AfMode": 0, "LensPosition": 1.7}
    pi.controls.clear()
    camera.lock()
    _take(camera, pi, 3)
    assert pi.controls == {}  # nothing is told twice
    pi.light = 90  # a lamp goes out
    _take(camera, pi, 20)
    assert pi.controls == {}  # it may have been a hand
    _take(camera, pi, 60)
    assert pi.controls == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    camera.lock()
    _take(camera, pi)
    assert pi.controls["AeEnable"] is False
    camera.close()
    pi.controls.clear()
    camera.open()
    assert pi.controls["AeEnable"] is True  # from the beginning
    camera.close()


def test_a_camera_without_autofocus_is_told_nothing_of_it(pi: FakePi) -> None:
    pi.camera_controls = dict.fromkeys(
        ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")
    )
    camera = PiCamera()
    camera.open()
    camera.lock()
    _take(camera, pi)
    assert not pi.controls.keys() & {"AfMode", "LensPosition"}
    camera.close()


def test_a_pulled_cable_and_back_again(pi: FakePi) -> None:
    camera = PiCamera()
    camera.open()
    pi.fails = RuntimeError("Camera frontend has timed out")
    with pytest.raises(CameraError, match="timed out"):
        camera.read(0.1)

    def broken() -> None:
        raise RuntimeError("cannot be stopped")

    pi.stop = broken  # type: ignore[method-assign]
    camera.close()
    assert pi.state == "closed"
    pi.fails = None
    camera.open()
    assert camera.read(0.1) is not None


def _take(camera: PiCamera, pi: FakePi, count: int = 1) -> None:
    for _ in range(count):
        pi.taken_at += 33_000_000
        assert camera.read(0.5) is not None


def test_a_pi_camera_that_stops(pi: FakePi) -> None:
    camera = PiCamera()
    camera.open()
    pi.fails = RuntimeError("no more frames")
    with pytest.raises(CameraError, match=r"no more frames.*ribbon"):
        camera.read(0.1)
    camera.close()


def test_a_pi_camera_in_use(pi: FakePi) -> None:
    pi.fails = RuntimeError("Device or resource busy")
    with pytest.raises(CameraError, match=r"busy.*Another program"):
        PiCamera().open()
    assert pi.state == "closed"


def test_no_pi_camera(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["picamera2"].Picamera2, "global_camera_info", staticmethod(list))
    with pytest.raises(CameraError, match=r"ribbon cable.*rpicam-hello"):
        PiCamera().open()


def test_without_picamera2_the_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(
        CameraError, match=r"apt install python3-picamera2 python3-libcamera.*system-site-packages"
    ):
        PiCamera().open()
    with pytest.raises(CameraError, match="not open"):
        PiCamera().read(0.1)
