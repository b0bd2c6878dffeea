"""Frame in, sight of the table out: the stages of reading, called from top to bottom.

    motion → hand → camera still in its place? → (at rest only) find → faces → flaws → settle → track → roll

Frames must come in order, from one thread. `expect` and `used` may be called from any other.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from companion.camera.source import Frame, Picture
from companion.dice import PLAIN_KINDS, DieKind, DieReading, Roll, Sight, TableState
from companion.vision import flaws, settling
from companion.vision.calibration.watch import CameraWatch, Holds
from companion.vision.clarity import Repeats
from companion.vision.counts import within
from companion.vision.finder import Box
from companion.vision.lookout import Lookout, Outlook
from companion.vision.reader import crop_jpeg
from companion.vision.seen import SeenDie
from companion.vision.settling import AT_REST, Agreed, Glance, Settling
from companion.vision.table import TablePlane
from companion.vision.tracker import Match, Tracker

SHORT_WAIT = 1.0  # seconds at rest before fewer dice than expected are a roll: one may still be in the hand
SIZES_KEPT = 40  # of the newest dice of a kind, to know its usual size
SIZES_ENOUGH = 4
WATCH_SECONDS = 0.5  # between two looks at a still table, whether the camera is in its place
STEADY_SECONDS = 2.0  # the same where it was at the look before: a bump would have been seen as movement
FLIGHT_FRAMES = 3  # in a row with dice that move and no hand: they were thrown
LOST_LOOKS = 2  # in a row, before the players are told that it is not


class TableReader(Protocol):
    """What reads the dice of a frame: `Reader`, or something that knows them without looking."""

    timings: dict[str, float]

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]: ...


@runtime_checkable
class WatchfulReader(Protocol):
    """A reader that keeps watch itself while some dice are read: over a target, which may be shifted."""

    def watches(self, kinds: Sequence[DieKind]) -> bool: ...

    def check(self, picture: Picture) -> Holds: ...


class Pipeline:
    """Everything between a camera and a roll."""

    def __init__(
        self,
        reader: TableReader,
        plane: TablePlane | None = None,
        kinds: Sequence[DieKind] = PLAIN_KINDS,
        first_die: int = 1,
        watch: CameraWatch | None = None,
    ) -> None:
        """`first_die` is the identity of the first die seen; a log must never meet one twice.

        `watch` tells when the camera was bumped.
        """
        self.timings: dict[str, float] = {}  # milliseconds of each stage that ran on the newest frame
        self.frames_read = 0  # frames on which the networks ran
        self._reader = reader
        self._board = (
            reader if isinstance(reader, WatchfulReader) else None
        )  # it looks for a board of its own
        self._plane = plane if plane is not None else TablePlane.unknown()
        self._expected: tuple[tuple[DieKind, ...], int | None, Mapping[str, int]] = (tuple(kinds), None, {})
        self._kinds_met: dict[str, DieKind] = {}
        self._used = 0  # number of a roll that the game says it has used
        self._resting = 0  # number of the roll that the table's last rest was told as; 0: none
        self._lookout: Lookout | None = None
        self._sizes_seen: tuple[tuple[int, ...], ...] = ()
        self._settling = Settling()
        self._tracker = Tracker(first_die)
        self._sizes: dict[str, deque[float]] = {}
        self._stirred = False  # something moved since the companion looks, or the dice were there before it
        self._unsaid: frozenset[int] = frozenset()  # the dice of a rest that was no clear roll
        self._rolls = 0
        self._dice: tuple[DieReading, ...] = ()
        self._told = Sight(TableState.LOST, "", ())
        self._watch = watch
        self._calibrated: tuple[TablePlane, CameraWatch | None] | None = None  # to be taken over
        self._watched_at: float | None = (
            None  # when the camera's place was last looked at; None: since it moved
        )
        self._lost_looks = 0
        self._free = 0  # frames in a row in which something moved by itself
        self._flown = False  # dice rolled freely since the table last rested
        self._watch_again = WATCH_SECONDS
        self._repeats = Repeats()
        self._hint = ""  # what is odd about the light

    def calibrate(self, plane: TablePlane, watch: CameraWatch | None) -> None:
        """The table was calibrated anew; counts from the next frame on."""
        self._calibrated = (plane, watch)

    def expect(
        self, kinds: Sequence[DieKind], count: int | None, most: Mapping[str, int] | None = None
    ) -> None:
        """What the game waits for: it helps the reading and never forces it.

        `most` says of each kind how many of the thrown dice can be of it, where the game knows.
        """
        self._expected = (tuple(kinds), count, most or {})

    def used(self, number: int) -> None:
        """The game has used this roll, doubtful or short as it was: its dice count as thrown no longer."""
        self._used = number

    def see(self, frame: Frame) -> Sight | None:
        """Take in a frame. A sight when anything changed; its roll is set once, when it settles."""
        began = time.perf_counter()
        self.timings = {}
        if self._repeats.again(frame):
            # It tells nothing: dice that were caught in the air would seem to rest there.
            if self._repeats.hangs(frame.at):
                self._settling.lose("sight.frozen")
                self._dice = ()
            return self._tell(None)
        if self._calibrated is not None:
            (self._plane, self._watch), self._calibrated = self._calibrated, None
            self._lookout, self._watched_at, self._lost_looks = None, None, 0
        sizes = (frame.picture.shape, frame.small.shape)
        if self._lookout is None or sizes != self._sizes_seen:
            # The first frame, or a camera that now sends pictures of another size.
            self._plane = self._plane.for_picture(frame.picture.shape[1], frame.picture.shape[0])
            self._lookout, self._sizes_seen = Lookout(self._plane, frame), sizes
        if self._used and self._used == self._resting:
            self._tracker.tell()
            self._used = 0
        lying = {die.reading.die: die.reading.box for die in self._tracker.lying}
        outlook = self._lookout.look(frame, self._settling.state in AT_REST, lying)
        outlook = self._in_its_place(frame, outlook)
        self._hint = outlook.hint
        self._stirred = self._stirred or outlook.stirred
        self._free = self._free + 1 if outlook.free else 0
        self._flown = self._flown or self._free >= FLIGHT_FRAMES
        for die in outlook.touched:
            self._tracker.touched(die)
        for die in outlook.bared:
            self._tracker.bared(die)
        self.timings["motion"] = 1000 * (time.perf_counter() - began)

        roll = None
        if self._settling.glance(_glance(frame, outlook)):
            roll = self._read(frame, self._lookout)
        elif self._settling.state in AT_REST:
            self._lookout.follow_light(frame, lying, self._hidden())
        if self._settling.state not in AT_REST:
            self._dice = ()
        self.timings["total"] = 1000 * (time.perf_counter() - began)
        return self._tell(roll)

    def _in_its_place(self, frame: Frame, outlook: Outlook) -> Outlook:
        """Look whether the camera was bumped: when the table has just come to rest, and now and then after."""
        board = self._board if self._board is not None and self._board.watches(self._expected[0]) else None
        watch = board or self._watch
        if watch is None:
            return outlook
        if outlook.moving or not outlook.clear:
            self._watched_at = None
            return outlook
        if self._watched_at is None or frame.at - self._watched_at >= self._watch_again:
            began = time.perf_counter()
            self._watched_at = frame.at
            holds = watch.check(frame.picture)
            self._lost_looks = self._lost_looks + 1 if holds is Holds.LOST else 0
            steady = holds is Holds.STEADY and board is None  # a board slides without a bump
            self._watch_again = STEADY_SECONDS if steady else WATCH_SECONDS
            self.timings["watch"] = 1000 * (time.perf_counter() - began)
            if holds is Holds.MENDED:
                if isinstance(watch, CameraWatch):
                    self._plane = watch.plane.for_picture(frame.picture.shape[1], frame.picture.shape[0])
                self._lookout = Lookout(self._plane, frame)  # what it remembers lies elsewhere now
                return replace(outlook, moving=True, stirred=False, hand=False, blocked="")
        if self._lost_looks >= LOST_LOOKS:
            return replace(outlook, blocked="sight.camera_moved")
        # In doubt nothing is read: dice at wrong places would pass for thrown ones.
        return replace(outlook, moving=True) if self._lost_looks else outlook

    def tick(self, now: float) -> Sight | None:
        """No frame came; `now` on the camera's clock."""
        if self._settling.tick(now):
            self._dice = ()
        return self._tell(None)

    def _read(self, frame: Frame, lookout: Lookout) -> Roll | None:
        """Read the dice of a frame at rest, and settle them once enough frames agree."""
        kinds, count, most = self._expected
        seen = self._tracker.whole(
            self._reader.read_table(frame.picture, self._plane, self._with_lying(kinds))
        )
        self.frames_read += 1
        self.timings |= self._reader.timings
        began = time.perf_counter()
        self._tracker.uncover(seen)
        seen = within(self._tracker.remember(seen), most, self._tracker.kept(seen))
        agreed = self._settling.dice(flaws.judge(seen, self._plane, self._usual_sizes()))
        if agreed is None:
            return None
        for missing in self._tracker.missing(agreed.dice):
            if lookout.lies_bare(frame, missing.box):
                self._tracker.bared(missing.die)
        match = self._tracker.match(agreed.dice)
        if not self._flown:
            match = replace(match, dice=flaws.put_against(match.dice, match.moved))
        agreed = _with_flaws(agreed, match)
        short = agreed.state is TableState.SETTLED and count is not None and len(match.dice) < count
        if short and match.moved and self._settling.wait(SHORT_WAIT, "sight.dice_missing"):
            return None
        self._settling.accept(agreed)
        roll = self._roll(agreed, match)
        clear = agreed.state is not TableState.DOUBTFUL
        self._flown = False
        self._tracker.rest(match, told=(roll is not None and clear and not short) or not self._stirred)
        self._resting = roll.number if roll is not None else 0
        self._unsaid = frozenset() if clear else frozenset(die.reading.die for die in match.dice)
        # Hidden dice too: what lies on them is no part of the empty table.
        boxes: dict[int, Box] = {die.reading.die: die.reading.box for die in self._tracker.lying}
        lookout.rest(frame, boxes, self._hidden())
        if clear:
            self._learn_sizes(match)
        self._dice = tuple(_shown(die.reading, die.flaw, frame.picture) for die in match.dice)
        if roll is not None:
            roll = replace(roll, dice=self._dice)
        self.timings["settle"] = 1000 * (time.perf_counter() - began)
        return roll

    def _with_lying(self, kinds: tuple[DieKind, ...]) -> tuple[DieKind, ...]:
        """What the game waits for, and what lies there from before: a kept die must not be read as another kind."""
        self._kinds_met |= {kind.name: kind for kind in kinds}
        here = dict.fromkeys(die.reading.kind for die in self._tracker.lying)
        met = (self._kinds_met[name] for name in here if name in self._kinds_met)
        return (*kinds, *(kind for kind in met if kind not in kinds))

    def _roll(self, agreed: Agreed, match: Match) -> Roll | None:
        """A roll, if dice were thrown since the last one; its dice are filled in by the caller."""
        here = frozenset(die.reading.die for die in match.dice)
        if agreed.state is TableState.DOUBTFUL:
            # A die that cannot be told the players can tell; a cocked or fallen one must be thrown again.
            tellable = all(flaws.may_count(die.flaw) for die in match.dice)
            wanted = tellable and agreed.reason in flaws.TELLABLE and bool(match.moved)
        else:
            # Nothing moved, and yet it is a roll: the same dice lay there in doubt, and now they are clear.
            wanted = bool(match.moved) or (bool(here) and here == self._unsaid)
        if not (self._stirred and wanted and match.thrown):
            return None
        self._rolls += 1
        by_hand = not self._flown and bool(match.moved) and match.moved <= match.unturned
        laid = match.thrown if by_hand else frozenset()
        return Roll(self._rolls, agreed.at, (), match.thrown, laid, match.turned)

    def _hidden(self) -> frozenset[int]:
        return frozenset(die.reading.die for die in self._tracker.lying if die.hidden)

    def _usual_sizes(self) -> dict[str, float]:
        return {
            kind: statistics.median(sizes)
            for kind, sizes in self._sizes.items()
            if len(sizes) >= SIZES_ENOUGH
        }

    def _learn_sizes(self, match: Match) -> None:
        for die in match.dice:
            sizes = self._sizes.setdefault(die.reading.kind, deque(maxlen=SIZES_KEPT))
            sizes.append(die.reading.size_mm)

    def _tell(self, roll: Roll | None) -> Sight | None:
        sight = Sight(self._settling.state, self._settling.reason or self._hint, self._dice, roll)
        if sight == self._told:
            return None
        self._told = replace(sight, roll=None)
        return sight


def _glance(frame: Frame, outlook: Outlook) -> Glance:
    return Glance(frame.at, outlook.moving, outlook.hand, outlook.blocked, outlook.beside)


def _with_flaws(agreed: Agreed, match: Match) -> Agreed:
    """The tracker may doubt a die that every frame agreed on: it contradicts what lay there before."""
    flaw = flaws.gravest(match.dice)
    if flaw and agreed.reason not in (settling.DISAGREE, flaw):
        return replace(agreed, state=TableState.DOUBTFUL, reason=flaw)
    return agreed


def _shown(reading: DieReading, flaw: str, picture: Picture) -> DieReading:
    crop = reading.crop or crop_jpeg(picture, reading.box)  # a target's die brings its close-up
    return replace(reading, doubtful=reading.doubtful or bool(flaw), crop=crop)
