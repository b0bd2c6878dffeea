"""The targets as the touchscreen knows them: which there are, which is thrown at, and one that is being traced.

Called from one thread. Finding a board takes a moment, so looking is two steps: `do` says that it is looked for, and
`look` looks.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion import resources
from companion.camera.source import Picture
from companion.commands.target import error_of, jpeg_of, keep_target, own_folder
from companion.rules.text import Line, line
from companion.screens.target_port import (
    BeginTracing,
    FindHole,
    HoleFound,
    KeepTarget,
    LookAtBoard,
    TargetRow,
    TargetView,
    TargetWish,
    TracingView,
    UseTarget,
)
from companion.target.profile import Markers, Point, Polygon, TargetError, TargetProfile, load_target
from companion.target.traced import About, Shape, Traced, problem, traced_of
from companion.target.tracing import Tracing
from companion.vision.target.holes import hole_at
from companion.vision.target.propose import Proposal, propose, propose_corners

LONGEST_NAME = 40


class TargetDesk:
    """Holds the tracing in progress and the list of targets."""

    def __init__(
        self,
        used: str,
        pictures: Callable[[], Sequence[Picture]],
        use: Callable[[str], None],
        say: Callable[[Line], None],
    ) -> None:
        """`pictures` gives the newest few of the camera, `use` lets dice be thrown at a target from now on."""
        self._used = used
        self._pictures, self._use, self._say = pictures, use, say
        self._rows = _rows()
        self._tracing: TracingView | None = None
        self._asked: LookAtBoard | None = None
        self._markers: Markers | None = None
        self._looks = self._holes = 0

    @property
    def tracing(self) -> bool:
        """Whether pictures of the board are wanted."""
        return self._tracing is not None

    def view(self) -> TargetView:
        return TargetView(self._rows, self._used, self._tracing)

    def do(self, wish: TargetWish) -> None:
        if isinstance(wish, UseTarget):
            self._used = wish.name
            self._use(wish.name)
        elif isinstance(wish, BeginTracing):
            self._begin(wish.name)
        elif isinstance(wish, LookAtBoard):
            if self._tracing is not None:
                self._asked = wish
                self._tracing = TracingView("looking")
        elif isinstance(wish, FindHole):
            self._find_hole(wish.at)
        elif isinstance(wish, KeepTarget):
            self._keep(wish)
        else:
            self._tracing = self._asked = None

    def _begin(self, name: str) -> None:
        """With a name, what is known of that board is traced on."""
        self._tracing, self._asked, self._markers = TracingView("look"), None, None
        if not name:
            return
        file = own_folder() / f"{name}.json"
        try:
            known = load_target(file)
            flat = (file.parent / known.picture).read_bytes() if known.picture else b""
        except (TargetError, OSError) as trouble:
            self._tracing = replace(self._tracing, problem=line("trace.unreadable", problem=str(trouble)))
            return
        self._looks += 1
        self._markers = known.markers
        span = known.picture_mm or known.reach()
        self._tracing = TracingView(
            "trace", None, self._looks, flat, span, traced_of(known), known.error_mm, known.die_mm, name
        )

    def look(self) -> None:
        """Look at the board that was asked for, if one was."""
        asked, self._asked = self._asked, None
        if asked is None or self._tracing is None:
            return
        pictures = self._pictures()
        if not pictures:
            self._tracing = TracingView("look", line("calibrate.no_frames"))
            return
        found, start = _look(_mean(pictures), asked)
        if found is None or start is None:
            what = "trace.no_corners" if asked.corners else "trace.no_board"
            self._tracing = TracingView("look", line(what))
            return
        self._looks += 1
        self._markers = found.markers
        self._tracing = TracingView(
            "trace", None, self._looks, jpeg_of(found), found.span, start, error_of(found), asked.die_mm
        )

    def _find_hole(self, at: Point) -> None:
        tracing = self._tracing
        if tracing is None or tracing.step != "trace":
            return
        flat = cv2.imdecode(np.frombuffer(tracing.flat, np.uint8), cv2.IMREAD_COLOR) if tracing.flat else None
        area = hole_at(np.asarray(flat, np.uint8), tracing.span, at) if flat is not None else None
        self._holes += 1
        self._tracing = replace(tracing, hole=HoleFound(self._holes, at, area))

    def _keep(self, wish: KeepTarget) -> None:
        tracing, name = self._tracing, wish.name.strip()[:LONGEST_NAME]
        if tracing is None or tracing.start is None:
            return
        trouble = _name_trouble(name) or _traced_trouble(wish.traced)
        if trouble is not None:
            self._say(trouble)
            return
        today = datetime.date.today().isoformat()
        about = About(name, today, tracing.error_mm, tracing.die_mm, self._markers)
        try:
            keep_target(wish.traced, about, tracing.flat, tracing.span)
        except TargetError as problem_:
            self._say(line("trace.not_kept", problem=str(problem_)))
            return
        self._rows = _rows()
        self._tracing = None
        self._used = name
        self._use(name)
        self._say(line("trace.kept", name=name, mm=f"{tracing.error_mm:g}"))


def _look(picture: Picture, asked: LookAtBoard) -> tuple[Proposal | None, Traced | None]:
    if not asked.corners:
        found = propose(picture, asked.size_mm[0])
        return found, Tracing.of(found.radii).now if found is not None else None
    wide, high = asked.size_mm[0] / 2, asked.size_mm[1] / 2
    edge = Polygon(((-wide, -high), (wide, -high), (wide, high), (-wide, high)))
    return propose_corners(picture, asked.corners, asked.size_mm), Traced(
        (), shapes=(Shape(edge, 1),), edge=edge
    )


def _rows() -> tuple[TargetRow, ...]:
    """The owner's first. A file that cannot be read is left out; `companion target` says what is wrong with it."""
    found: dict[str, TargetRow] = {}
    for folder, own in ((own_folder(), True), (resources.calibration_folder() / "targets", False)):
        for file in sorted(folder.glob("*.json")):
            try:
                profile = load_target(file)
            except TargetError:
                continue
            found.setdefault(file.stem, _row(file, profile, own))
    return tuple(found.values())


def _row(file: Path, profile: TargetProfile, own: bool) -> TargetRow:
    values = tuple(zone.value for zone in profile.zones)
    return TargetRow(file.stem, profile.name, profile.date, profile.error_mm, values, own)


def _name_trouble(name: str) -> Line | None:
    if not name or name.startswith(".") or Path(name).name != name or "\\" in name:
        return line("trace.bad_name")
    return None


def _traced_trouble(traced: Traced) -> Line | None:
    trouble = problem(traced)
    return None if trouble is None else line("trace.not_kept", problem=trouble)


def _mean(pictures: Sequence[Picture]) -> Picture:
    return np.asarray(np.mean([picture.astype(np.float32) for picture in pictures], axis=0), np.uint8)
