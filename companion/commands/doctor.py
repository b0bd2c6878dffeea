"""`companion doctor`: looks at everything the companion needs, and says what to do about each."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import shutil
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from companion import __version__, config, resources
from companion.camera.source import Picture
from companion.cli.sentences import sentence_of
from companion.commands import pi
from companion.commands.logs import translator
from companion.config import Settings

State = Literal["good", "note", "bad"]

LEAST_DISK_MB = 200
LOOKS, ENOUGH_MS = 5, 3000.0  # so many looks tell the speed, or so long a time
SLOW_READ_MS = 250.0  # a roll of eight dice that takes longer feels slow
CAMERA_FRAMES = 12  # that are looked at; the first are not in focus yet
SLOW_CAMERA = 10.0  # frames a second; with fewer, a roll feels slow
SOFT = 18.0  # variance of the Laplacian at 1280 pixels; a picture in focus of felt and wood has 60 and more
POOR_MM = 1.5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: State
    text: str


def run(as_json: bool) -> int:
    findings = examine()
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False))
    else:
        signs = {"good": "ok  ", "note": "note", "bad": "BAD "}
        for finding in findings:
            print(f"{signs[finding.state]}  {finding.what + ':':<12} {finding.text}")
    return 1 if any(finding.state == "bad" for finding in findings) else 0


def examine() -> tuple[Finding, ...]:
    """Every check, each on its own: one that fails does not hide the others."""
    settings, settings_finding = Settings(), _looked_at("settings", lambda: _settings())
    if settings_finding.state != "bad":
        settings = config.load()
    return (
        Finding(
            "companion",
            "good",
            f"{__version__} on Python {platform.python_version()}, {pi.model() or platform.machine()}",
        ),
        settings_finding,
        _looked_at("models", lambda: _models(settings)),
        _looked_at("camera", lambda: _camera(settings)),
        _looked_at("calibration", lambda: _calibration()),
        _looked_at("store", lambda: _store()),
        _looked_at("own content", lambda: _own_content()),
        _looked_at("screen", lambda: _screen()),
        _looked_at("touch", pi.touch),
        _looked_at("heat", pi.heat),
        _looked_at("memory", pi.memory),
    )


def _looked_at(what: str, look: Callable[[], tuple[State, str]]) -> Finding:
    try:
        state, text = look()
    except Exception as problem:
        # A check must not end the doctor, whatever it stumbles over.
        return Finding(what, "bad", sentence_of(problem) or f"{type(problem).__name__}: {problem}")
    return Finding(what, state, text)


def _settings() -> tuple[State, str]:
    path = config.home() / config.FILE_NAME
    config.load()
    return "good", str(path) if path.exists() else f"all at their defaults (no {path})"


def _models(settings: Settings) -> tuple[State, str]:
    from companion.vision.reader import Reader

    folder = resources.models_folder(settings.models)
    reader = Reader(folder, settings.threads)
    grey = np.full((720, 1280, 3), 128, np.uint8)
    times: list[float] = []
    while len(times) < LOOKS and sum(times) < ENOUGH_MS:  # a slow machine is told as slow without a long wait
        began = time.perf_counter()
        reader.finder.find_on_table(grey)
        times.append(1000 * (time.perf_counter() - began))
    versions = ", ".join(f"{name} {version}" for name, version in reader.versions.items())
    median = statistics.median(times)
    if median > SLOW_READ_MS:
        return (
            "note",
            f"{versions}; slow: {median:.0f} ms a look. Close other programs, or use a Pi 4 or newer",
        )
    return "good", f"{versions}; {median:.0f} ms a look"


def _camera(settings: Settings) -> tuple[State, str]:
    from companion.camera import open_camera

    camera = open_camera(settings.camera, settings.camera_fps)
    camera.open()
    frames = []
    try:
        deadline = time.monotonic() + 5
        while len(frames) < CAMERA_FRAMES and time.monotonic() < deadline:
            frame = camera.read(timeout=1.0)
            if frame is not None:
                frames.append(frame)
    finally:
        camera.close()
    if not frames:
        return "bad", f"{camera.name} opened but sent no picture within 5 s. Check the cable, then try again"
    height, width = frames[-1].picture.shape[:2]
    text = f"{camera.name}, {width}×{height}"
    if camera.name == "simulated":
        return (
            "note",
            f"{text}: no camera was found, so the simulated table plays. Plug one in, or set `camera`",
        )
    return judge_camera(text, [frame.at for frame in frames], frames[-1].picture)


def judge_camera(text: str, times: Sequence[float], picture: Picture) -> tuple[State, str]:
    """How fast and how sharp it is."""
    if len(times) > 2:
        rate = (len(times) - 1) / max(1e-6, times[-1] - times[0])
        text += f", {rate:.0f} a second"
        if rate < SLOW_CAMERA:
            return "note", f"{text}: slow. Give it more light, or plug it into a USB 3 port"
    height = round(picture.shape[0] * 1280 / picture.shape[1])
    grey = cv2.cvtColor(cv2.resize(picture, (1280, height)), cv2.COLOR_BGR2GRAY)
    sharp = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    if float(np.median(grey)) < 25:
        return "note", f"{text}: too dark to tell whether it is in focus. Turn on a light and try again"
    if sharp < SOFT:
        return (
            "note",
            f"{text}: not in focus. Clean the lens; turn its ring, or hold it 40 cm or more above the table",
        )
    return "good", f"{text}, in focus"


def _calibration() -> tuple[State, str]:
    from companion.vision.table import load_plane

    own = sorted((config.home() / "calibration").glob("*.json"))
    profiles = own or sorted(resources.calibration_folder().glob("*.json"))
    planes = [load_plane(profile) for profile in profiles]
    told = ", ".join(f"{plane.name} ({plane.date}, ±{plane.error_mm:g} mm)" for plane in planes)
    if not own:
        return (
            "note",
            f"only what came with the companion: {told}. Fine for the simulated table; "
            "for a real one: companion calibrate",
        )
    newest = max(planes, key=lambda plane: plane.date)
    if newest.error_mm > POOR_MM:
        return "note", f"{told}: poor. Calibrate again with the printed page: companion calibrate"
    return "good", told


def _store() -> tuple[State, str]:
    from companion.journal.store import Store

    path = config.home() / config.STORE_FILE
    store = Store.open_to_read(path)
    count = len(store.games())
    store.close()
    folder = next(f for f in (path.parent, *path.parent.parents) if f.exists())
    if not os.access(folder, os.W_OK):
        return "bad", f"{folder} cannot be written to, so games are not saved. Mend its permissions"
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < LEAST_DISK_MB:
        return "note", f"{path}, {count} games; only {free} MB are free: delete something"
    return "good", f"{path}, {count} games, {free} MB free"


def _own_content() -> tuple[State, str]:
    from companion import owned
    from companion.memory import FILE_NAME, Memory

    home = config.home()
    say = translator()
    wrong = [problem.line for problem in owned.bring_in(home)]
    answers = Memory(home / FILE_NAME)
    wrong += [answers.problem] if answers.problem else []
    if wrong:
        return "bad", " ".join(say.text(problem) for problem in wrong)
    names = ", ".join(path.name for path in owned.files(home))
    return "good", names or f"none (heroes of your own go into {home / 'heroes'})"


def _screen() -> tuple[State, str]:
    for library, package in (
        ("libGL.so.1", "libgl1"),
        ("libEGL.so.1", "libegl1"),
        ("libGLESv2.so.2", "libgles2"),
    ):
        try:
            ctypes.CDLL(library)
        except OSError:
            return (
                "bad",
                f"{library} is missing: nothing can be drawn. Install it: sudo apt install {package}",
            )
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return "good", "a desktop is there"
    if any(Path("/dev/dri").glob("card*")):
        return "good", "no desktop, but a graphics card: the companion can take the whole screen"
    return "note", "no display: `companion demo --offscreen` still plays, and leaves pictures"
