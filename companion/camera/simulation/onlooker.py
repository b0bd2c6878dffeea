"""The camera over the simulated table: its frames, its light, and the truth about what every frame shows."""

from __future__ import annotations

import threading
import time
import weakref
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor

from companion.camera.simulation.hand import GRIPS, hand_model
from companion.camera.simulation.scene import TableProfile, scene
from companion.camera.simulation.sensor import GOOD_LIGHT, Light, expose, with_noise
from companion.camera.simulation.stage import Stage
from companion.camera.simulation.timeline import Timeline
from companion.camera.simulation.truth import Truth
from companion.camera.simulation.witness import Witness
from companion.camera.source import CameraError, Frame, Picture
from companion.camera.tidy import small_of

FRAMES_A_SECOND = 30.0
REMEMBERED = 900  # truths: half a minute
_LIGHT_SECONDS = 0.6


class Onlooker:
    """Looks at whatever the timeline says that happens."""

    name = "simulated"

    def __init__(self, realtime: bool, frames_a_second: float, table: int, player: int) -> None:
        self.realtime = realtime
        self.frames_a_second = frames_a_second
        self.table = table
        self.scene = scene(table)
        self._player = player
        self._stage = Stage(self.scene, player)
        self._witness = Witness(self.scene.view, self.scene.floor)
        self._lock = threading.RLock()
        self._timeline = Timeline(wait_until_ready=realtime)
        self._light = self._light_from = self._light_to = GOOD_LIGHT
        self._light_began: float | None = None
        self._hand_seen = 0.0
        self._number = 0
        self._opened = False
        self._due = 0.0
        self._truths: OrderedDict[int, Truth] = OrderedDict()
        self._sent: deque[tuple[weakref.ref[Picture], Truth]] = deque(maxlen=REMEMBERED)
        self._planner: ThreadPoolExecutor | None = None

    def open(self) -> None:
        if not self._opened:
            self._planner = ThreadPoolExecutor(1, thread_name_prefix="throws")
            self._planner.submit(self._prepare_hands)
            _ = self.scene.background
            self._due = time.monotonic()
            self._opened = True

    def close(self) -> None:
        self._opened = False
        if self._planner is not None:
            self._planner.shutdown(wait=False)
            self._planner = None

    def read(self, timeout: float) -> Frame | None:
        if not self._opened:
            raise CameraError("The simulated table is not open. Open it before frames are read.")
        if self.realtime:
            wait = self._due - time.monotonic()
            if wait > timeout:
                time.sleep(max(0.0, timeout))
                return None
            if wait > 0:
                time.sleep(wait)
            # A frame that comes late is the moment it is painted, and none is made up for.
            now = max(self._due, time.monotonic() - 1 / self.frames_a_second)
            self._due = now + 1 / self.frames_a_second
        else:
            now = self._number / self.frames_a_second
        return self._frame(now)

    @property
    def profile(self) -> TableProfile:
        """The exact pose of the camera, for a calibration that needs no markers."""
        return self.scene.profile

    @property
    def busy(self) -> bool:
        """Something is still happening, or about to."""
        with self._lock:
            return self._timeline.busy

    @property
    def truth(self) -> Truth:
        """Of the newest frame."""
        with self._lock:
            if not self._truths:
                return Truth(0, 0.0, (), False, self._light, 0.0)
            return next(reversed(self._truths.values()))

    def truth_at(self, number: int) -> Truth:
        """Of a frame of the last half minute. Raises KeyError for an older one."""
        with self._lock:
            return self._truths[number]

    def truth_of(self, picture: Picture) -> Truth:
        """Of a picture that this table has sent; of the newest where it is too old to be known."""
        with self._lock:
            known = (truth for sent, truth in reversed(self._sent) if sent() is picture)
            return next(known, self.truth)

    def light(self, level: float, warmth: float = 0.0) -> None:
        """Change the room's light, see `Light`. Takes a moment, while everything else goes on."""
        if not 0.05 <= level <= 4.0 or not -1.0 <= warmth <= 1.0:
            raise ValueError("the light's level goes from 0.05 to 4, its warmth from -1 to 1")
        with self._lock:
            self._light_from, self._light_to, self._light_began = self._light, Light(level, warmth), None

    def look_away(self) -> float:
        """Let a frame pass that nobody looks at: the hands go on, and nothing is drawn. Returns its time."""
        now = self._number / self.frames_a_second
        with self._lock:
            self._next(now)
        return now

    def _next(self, now: float) -> tuple[int, Light]:
        """What hands and lamps do goes on to the next frame. Returns its number, and the light."""
        self._number += 1
        self._timeline.advance(now)
        return self._number, self._light_at(now)

    def _frame(self, now: float) -> Frame:
        with self._lock:
            number, light = self._next(now)
            moment = self._timeline.at(now, light.exposure)
        clean, hand_in_view = self._stage.compose(moment.shown, moment.hand, moment.things)
        picture = with_noise(expose(clean, light), light, number)
        with self._lock:
            if hand_in_view:
                self._hand_seen = now
            quiet = not moment.moving and not hand_in_view
            self._truths[number] = Truth(
                number=number,
                at=now,
                dice=self._witness.describe(moment.dice, moment.moving),
                hand_in_view=hand_in_view,
                light=light,
                resting_since=max(self._timeline.stirred, self._hand_seen) if quiet else None,
            )
            self._sent.append((weakref.ref(picture), self._truths[number]))
            while len(self._truths) > REMEMBERED:
                self._truths.popitem(last=False)
        return Frame(number, now, picture, small_of(picture))

    def _light_at(self, now: float) -> Light:
        if self._light != self._light_to:
            if self._light_began is None:
                self._light_began = now
            share = (now - self._light_began) / _LIGHT_SECONDS
            self._light = self._light_to if share >= 1 else self._light_from.towards(self._light_to, share)
        return self._light

    def _prepare_hands(self) -> None:
        for grip in GRIPS:
            hand_model(grip, self._player)
