"""Which table the camera looks at: the simulated one's own measures, or the owner's newest profile."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion import config
from companion.camera.faults import FaultyCamera
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Camera
from companion.vision.calibration.watch import CameraWatch, watch_of
from companion.vision.table import TablePlane, load_plane


def plane_for(camera: Camera) -> TablePlane:
    """The table's profile: the simulated table's own, the owner's newest, or none yet."""
    if isinstance(camera, FaultyCamera):
        return plane_for(camera.camera)
    if isinstance(camera, SimulatedTable):
        known = camera.profile
        return TablePlane(
            "simulated table",
            "",
            0.0,
            known.picture,
            np.array(known.px_to_mm),
            known.tray_mm,
            known.camera_mm,
        )
    own = _own_profile()
    return load_plane(own) if own is not None else TablePlane.unknown()


def watch_for(camera: Camera, plane: TablePlane) -> CameraWatch | None:
    """What tells a bumped camera: the picture that was kept with the owner's profile."""
    own = None if isinstance(camera, SimulatedTable) else _own_profile()
    return watch_of(plane, own) if own is not None else None


def _own_profile() -> Path | None:
    """The newest one."""
    own = (config.home() / "calibration").glob("*.json")
    return max(own, key=lambda path: path.stat().st_mtime, default=None)
