"""Frames of the simulated table with what lies on them, for the checks of `deploy/verify-pi.sh`.

python deploy/verify/frames.py FOLDER        still frames as PNG, and truth.json: what each of them shows
python deploy/verify/frames.py FOLDER --film every frame of a few throws as 0.jpg, 1.jpg, …, and truth.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import pip_d6

THROWS = (["1", "2", "3"], ["6", "5", "4", "4"], ["2", "2", "6", "1", "3"])
STILL = 40  # frames of rest after each throw


def main(folder: Path, film: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    table = SimulatedTable(11, realtime=False)
    table.open()
    truth: dict[str, list[str]] = {}
    number = 0

    def keep() -> None:
        nonlocal number
        frame = table.read(1.0)
        assert frame is not None
        if film:
            cv2.imwrite(str(folder / f"{number}.jpg"), frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            number += 1

    for count, faces in enumerate(THROWS):
        for _ in range(10):
            keep()
        table.throw([pip_d6()] * len(faces), faces)
        while table.busy:
            keep()
        for _ in range(STILL):
            keep()
        frame = table.read(1.0)
        assert frame is not None
        if not film:
            cv2.imwrite(str(folder / f"{count}.png"), frame.picture)
        truth[str(count)] = sorted(table.truth.faces)
        table.clear()
        while table.busy:
            keep()
    (folder / "truth.json").write_text(json.dumps(truth) + "\n")
    profile = table.profile
    plane = {"px_to_mm": profile.px_to_mm, "tray_mm": profile.tray_mm, "camera_mm": profile.camera_mm}
    (folder / "plane.json").write_text(json.dumps(plane) + "\n")
    print(f"{folder}: {number or len(THROWS)} frames, {len(THROWS)} throws")


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--film" in sys.argv[2:])
