"""The companion's own PiCamera on the real picamera2 and libcamera's virtual camera, read by the real pipeline.

    python virtual_pi.py FRAMES         inside the system that deploy/verify/camera.sh makes

The virtual camera plays the frames of a folder as fast as it can, and knows one format (NV12) and no sensor modes.
What it lacks is put on top of picamera2 here; `companion.camera.picamera` is used as it is.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

# Not needed to take pictures, and not to be had outside Raspberry Pi OS.
for name in ("pykms", "prctl", "pidng", "pidng.camdefs", "pidng.core"):
    sys.modules[name] = ModuleType(name)
sys.modules["kms"] = None  # type: ignore[assignment]  # picamera2 tries it first
sys.modules["pykms"].__dict__.update(PixelFormat=type("PixelFormat", (), {"__getattr__": lambda *_: None})())
sys.modules["pidng.camdefs"].__dict__.update(Picamera2Camera=object)
sys.modules["pidng.core"].__dict__.update(PICAM2DNG=object)

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import picamera2  # noqa: E402
from picamera2.allocators import LibcameraAllocator  # noqa: E402

from companion.camera.picamera import MAIN, SMALL, PiCamera  # noqa: E402
from companion.camera.source import Frame  # noqa: E402
from companion.dice import D6  # noqa: E402
from companion.resources import models_folder  # noqa: E402
from companion.vision.pipeline import Pipeline  # noqa: E402
from companion.vision.reader import Reader  # noqa: E402
from companion.vision.table import TablePlane  # noqa: E402

PACE = 1 / 30  # the virtual camera keeps none
REAL = picamera2.Picamera2


class VirtualPi(REAL):  # type: ignore[misc,valid-type]
    """A Picamera2 for a camera without sensor modes, whose streams are NV12."""

    def __init__(self) -> None:
        super().__init__()
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": MAIN}]

    def create_video_configuration(self, **wanted: Any) -> Any:
        wanted["main"] = {"size": MAIN, "format": "NV12"}
        # One stream: the small picture is made from the large one.
        wanted.pop("lores", None)
        wanted["controls"] = {}
        return super().create_video_configuration(**wanted)

    def capture_request(self, wait: bool = True) -> Any:
        return _Job(super().capture_request(wait=wait))


class _Job:
    def __init__(self, job: Any) -> None:
        self._job = job

    def get_result(self, timeout: float) -> Any:
        return _Request(self._job.get_result(timeout=timeout))


class _Request:
    """A request whose arrays are what a Pi would give."""

    def __init__(self, request: Any) -> None:
        self._request = request

    def make_array(self, name: str) -> Any:
        flat = self._request.make_buffer("main")
        width, height = MAIN
        stride = self._request.config["main"]["stride"]
        rows = flat[: stride * height * 3 // 2].reshape(height * 3 // 2, stride)[:, :width]
        picture = cv2.cvtColor(np.ascontiguousarray(rows), cv2.COLOR_YUV2BGR_NV12)
        if name == "main":
            return picture
        return cv2.cvtColor(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2YUV_I420)

    def get_metadata(self) -> Any:
        told = self._request.get_metadata()
        told.setdefault("SensorTimestamp", time.monotonic_ns())
        return told

    def release(self) -> None:
        self._request.release()


def main(folder: Path) -> int:
    picamera2.Picamera2 = VirtualPi
    picamera2.picamera2.DmaAllocator = object  # the usual one wants a device that only a Pi has
    truth = json.loads((folder / "truth.json").read_text())
    known = json.loads((folder / "plane.json").read_text())
    plane = TablePlane(
        "simulated", "", 0.0, MAIN, np.array(known["px_to_mm"]), tuple(map(tuple, known["tray_mm"])),
        tuple(known["camera_mm"]),
    )  # fmt: skip
    pipeline = Pipeline(Reader(models_folder(), 2), plane, (D6,))
    camera = PiCamera()
    camera.open()
    count = len(list(folder.glob("*.jpg")))
    rolls: list[list[str]] = []
    for number in range(count):
        frame = camera.read(timeout=10.0)
        if frame is None:
            print("no frame within ten seconds")
            return 1
        # Its time is the film's: the camera plays faster than a film, or slower, as the machine can.
        sight = pipeline.see(Frame(frame.number, number * PACE, frame.picture, frame.small))
        if sight is not None and sight.roll is not None:
            rolls.append(sorted(die.face for die in sight.roll.dice))
            print(f"frame {number}: rolled {' '.join(rolls[-1])}", flush=True)
        if len(rolls) == len(truth):
            break  # the camera plays its film again and again
    camera.close()
    wanted = list(truth.values())
    print(f"{number + 1} frames through picamera2, rolls {rolls}, thrown {wanted}")
    return 0 if rolls == wanted else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
