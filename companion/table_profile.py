"""Which table the camera looks at: the simulated one's own measures, or the owner's newest profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion import config
from companion.camera.faults import FaultyCamera
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Camera
from companion.rules.text import Line, line
from companion.vision.calibration.watch import CameraWatch, watch_of
from companion.vision.table import ProfileError, TablePlane, load_plane


@dataclass(frozen=True)
class KnownTable:
    """What is known of the table before the first frame."""

    plane: TablePlane
    watch: CameraWatch | None = None  # what tells a bumped camera: the picture kept with the owner's profile
    trouble: Line | None = None  # a profile that cannot be used, for the players


def table_for(camera: Camera) -> KnownTable:
    """The table as it was set up last. A broken profile is told and passed over: dice can be read without."""
    if isinstance(camera, FaultyCamera):
        return table_for(camera.camera)
    if isinstance(camera, SimulatedTable):
        return KnownTable(plane_for(camera))
    trouble = None
    for path in _own_profiles():
        try:
            plane = load_plane(path)
        except ProfileError:
            trouble = trouble or line("app.table_profile_broken", file=str(path))
        else:
            return KnownTable(plane, watch_of(plane, path), trouble)
    return KnownTable(TablePlane.unknown(), trouble=trouble)


def plane_for(camera: Camera) -> TablePlane:
    """The table's profile: the simulated table's own, the owner's newest, or none yet. Raises ProfileError."""
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
    own = _own_profiles()
    return load_plane(own[0]) if own else TablePlane.unknown()


def _own_profiles() -> Sequence[Path]:
    """The owner's, the newest first."""
    own = (config.home() / "calibration").glob("*.json")
    return sorted(own, key=lambda path: path.stat().st_mtime, reverse=True)
