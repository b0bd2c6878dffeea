"""`companion report`: one file that tells why a die was read wrong. Nobody's name is in it.

A zip with the pictures, what the companion reads on each of them now, the crops it read from, what the doctor says,
settings, calibration, and the end of the service's log. Games and their players stay where they are.
"""

from __future__ import annotations

import io
import json
import platform
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import cv2
import msgspec

from companion import __version__, config, resources
from companion.camera import open_camera
from companion.camera.pictures import load_picture
from companion.camera.source import CameraError, Picture
from companion.commands import doctor
from companion.config import Settings, SettingsError
from companion.files import must_be_new, write_whole

LOG_LINES = 300
QUALITY = 95
BY_PLAYER = ("d12_of_player", "facing")  # settings whose keys are players' names


class ReportError(Exception):
    """There is no file to write the report to; the text says how to name one."""


def run(file: Path, pictures: Sequence[Path], what: str, camera: bool) -> int:
    if file.suffix.lower() != ".zip":
        raise ReportError(
            f"{file} should end in .zip. Name the report first, then the photos: companion report wrong-read.zip PHOTO"
        )
    must_be_new(file)
    seen = {f"pictures/{n:02d}{path.suffix.lower() or '.jpg'}": path for n, path in enumerate(pictures, 1)}
    loaded = {name: load_picture(path) for name, path in seen.items()}
    if camera:
        loaded["pictures/table.png"] = _now()
    packed = io.BytesIO()  # and then written whole: half a zip is of no use to anybody
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, picture in loaded.items():
            bundle.writestr(str(Path(name).with_suffix(".jpg")), _jpeg(picture))
        bundle.writestr("read.json", _as_json(_read(loaded, bundle)))
        bundle.writestr("about.json", _as_json(_about(what)))
        bundle.writestr("doctor.json", _without_home(_as_json([asdict(one) for one in doctor.examine()])))
        for profile in (config.home() / "calibration").glob("*.json"):
            bundle.write(profile, f"calibration/{profile.name}")
        bundle.writestr("log.txt", _without_home(_log()))
    write_whole(file, packed.getvalue())
    print(
        f"Wrote {file} ({len(packed.getvalue()) // 1000} kB). Look into it before you send it: it is a plain zip."
    )
    return 0


def _read(pictures: dict[str, Picture], bundle: zipfile.ZipFile) -> dict[str, object]:
    """What is read on each picture now; the crops go into the bundle."""
    from companion.vision.reader import Reader, crop_jpeg

    if not pictures:
        return {}
    settings = _settings()
    reader = Reader(
        resources.models_folder(settings.models), settings.threads, doubt_below=settings.doubt_below
    )
    told: dict[str, object] = {}
    for name, picture in pictures.items():
        dice = []
        for number, reading in enumerate(reader.read(picture), 1):
            crop = f"crops/{Path(name).stem}-{number:02d}.jpg"
            bundle.writestr(crop, crop_jpeg(picture, reading.box))
            dice.append(
                {
                    "crop": crop,
                    "kind": reading.kind,
                    "face": reading.face,
                    "confidence": round(reading.confidence, 4),
                    "doubtful": reading.doubtful,
                    "alternatives": [[face, round(share, 4)] for face, share in reading.alternatives],
                    "box": [round(number, 1) for number in reading.box],
                }
            )
        told[name] = dice
    return told


def _about(what: str) -> dict[str, object]:
    settings = msgspec.structs.asdict(_settings())
    for name in BY_PLAYER:
        settings[name] = list(settings[name].values())
    return {
        "companion": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "what_lay_there": what,
        "settings": {name: _without_home(str(value)) for name, value in settings.items()},
    }


def _log() -> str:
    """The end of what the service wrote; nothing where it runs without one."""
    command = [
        "journalctl",
        "-u",
        "table-companion",
        "-n",
        str(LOG_LINES),
        "--no-pager",
        "-o",
        "short-iso",
        "--no-hostname",
    ]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout


def _without_home(text: str) -> str:
    """A home folder carries its owner's name."""
    return text.replace(str(Path.home()), "~")


def _settings() -> Settings:
    """What the companion would go by; what is wrong with the player's own, the doctor says."""
    try:
        return config.load()
    except SettingsError:
        return Settings()


def _now() -> Picture:
    settings = _settings()
    camera = open_camera(settings.camera, settings.camera_fps)
    camera.open()
    try:
        for _ in range(30):
            frame = camera.read(timeout=1.0)
            if frame is not None and frame.number > 10:  # it has found its light by then
                return frame.picture
    finally:
        camera.close()
    raise CameraError("The camera sends no pictures. Check its cable and try again.")


def _jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _as_json(content: object) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
