"""Wires camera, vision, journal and screens together. The only file that knows them all.

Three threads: one takes frames, one reads dice, one referees. The touch thread is Kivy's own; it only
posts wishes and draws views. Frames that come too fast are dropped, wishes and rolls never.
"""

from __future__ import annotations

import logging
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import msgspec

from companion import config
from companion.calibrator import Calibrator
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Camera, CameraError, Frame, Lockable, Picture
from companion.card_desk import CardDesk
from companion.dice import PLAIN_KINDS, Sight, TableState
from companion.journal.errors import StoreError
from companion.journal.statistics import statistics
from companion.journal.store import Store
from companion.referee import Referee
from companion.reporting import fairness_of
from companion.rules.text import line
from companion.screens.port import ToldDie, View
from companion.screens.target_port import LookAtBoard, TargetWish
from companion.screens.teaching_port import TeachingWish
from companion.shelf import Shelf
from companion.table_profile import plane_for
from companion.target_desk import TargetDesk
from companion.targeting import Aim
from companion.teaching import TeachingDesk
from companion.thrower import Place, Thrower
from companion.vision.calibration.watch import CameraWatch
from companion.vision.pipeline import Pipeline
from companion.vision.table import TablePlane

RETRY_SECONDS = 2.0  # how long to wait before a lost camera is tried again
PREVIEW_WIDTH = 640
CALIBRATION_FRAMES = 5  # that are kept while the table is set up, to take the noise out
HANGS = ("sight.frozen", "sight.no_frames")  # what opening the camera anew may cure
AIMING = "dungeon_fighter"  # the game whose dice are thrown at a target
SAVE_AGAIN_SECONDS = 5.0  # between two tries to save what the disk did not take
REMIND_SECONDS = 60.0  # between two warnings that nothing is saved: who comes back must see it too


class Latest:
    """Holds the newest frame only: a slow reader skips frames, it never falls behind."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._fresh = threading.Condition()

    def put(self, frame: Frame) -> None:
        with self._fresh:
            self._frame = frame
            self._fresh.notify()

    def take(self, timeout: float) -> Frame | None:
        with self._fresh:
            self._fresh.wait_for(lambda: self._frame is not None, timeout)
            frame, self._frame = self._frame, None
            return frame


class Companion:
    """The table as the screens know it (`screens.port.Table`), with its threads behind it."""

    def __init__(
        self,
        camera: Camera,
        pipeline: Pipeline,
        referee: Referee,
        tray_mm: tuple[Place, ...] = (),
        exports: Path | None = None,
        shelf: Shelf | None = None,
        teaching: TeachingDesk | None = None,
        aim: Aim | None = None,
        seats_mm: tuple[Place, ...] = (),
    ) -> None:
        """`exports` is the folder for files that people take away, `shelf` where the owner's cards are kept.

        `teaching` knows the taught dice; without networks there is none. `aim` is the target that dice are thrown at.
        """
        self._teaching = teaching
        self._camera = camera
        self._tray_mm = tray_mm
        self._seats_mm = seats_mm
        self._exports = exports or config.home() / "exports"
        self._pipeline = pipeline
        self._referee = referee
        self._cards = CardDesk(shelf or Shelf(config.home()), self._exports, referee.say)
        self._frames = Latest()
        self._inbox: queue.Queue[Callable[[], None]] = queue.Queue(maxsize=256)
        self._watchers: list[Callable[[View], None]] = []
        self._thrower = Thrower(camera) if isinstance(camera, SimulatedTable) else None
        self._frame_size = (1280, 720)
        self._newest: deque[Picture] = deque(maxlen=CALIBRATION_FRAMES)
        self._calibrator = Calibrator(
            config.home() / "calibration", lambda: tuple(self._newest), self._use_table
        )
        self._aim = aim
        self._targets = TargetDesk(
            aim.used if aim is not None else "", lambda: tuple(self._newest), self._throw_at, referee.say
        )
        self._preview: Callable[[Any], None] | None = None
        self._stopping = threading.Event()
        self._open_again = threading.Event()  # a camera that hangs is closed and opened anew
        self._unseen = threading.Event()  # the players were told that nothing is seen
        self._threads = [
            threading.Thread(target=self._take_frames, name="camera", daemon=True),
            threading.Thread(target=self._read_dice, name="reading", daemon=True),
            threading.Thread(target=self._decide, name="referee", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()
        self._post(lambda: None)  # the first view

    # The door for the screens.

    def watch(self, show: Callable[[View], None]) -> None:
        self._watchers.append(show)
        self._post(lambda: None)

    def preview(self, show: Callable[[Any], None] | None) -> None:
        self._preview = show

    def new_game(self, game: str, setup: Any) -> None:
        self._post(lambda: self._referee.new_game(game, setup))

    def continue_game(self, game_id: int) -> None:
        self._post(lambda: self._referee.continue_game(game_id))

    def leave_game(self) -> None:
        self._post(self._referee.leave_game)

    def do(self, action: Any) -> None:
        self._post(lambda: self._referee.do(action))

    def undo(self) -> None:
        self._post(self._referee.undo)

    def redo(self) -> None:
        self._post(self._referee.redo)

    def undo_to(self, entry: int) -> None:
        self._post(lambda: self._referee.undo_to(entry))

    def look_at(self, entry: int | None) -> None:
        self._post(lambda: self._referee.look_at(entry))

    def ask_report(self) -> None:
        self._post(self._referee.ask_report)

    def ask_fairness(self) -> None:
        path = self._referee.store.path

        def count() -> None:
            """In a thread of its own: every game ever played is looked at."""
            try:
                store = Store.open_to_read(path)
                found = fairness_of(statistics(store))
                store.close()
            except StoreError as problem:
                self._post(partial(self._referee.say, problem.line))
            else:
                self._post(partial(setattr, self._referee, "fairness", found))

        threading.Thread(target=count, name="fairness", daemon=True).start()

    def set_dice(self, faces: Sequence[ToldDie]) -> None:
        self._post(lambda: self._set_dice(faces))

    def teach(self, wish: TeachingWish) -> None:
        if self._teaching is not None:
            self._post(partial(self._teaching.do, wish))

    def use_held_dice(self) -> None:
        self._post(self._referee.use_held_dice)

    def throw(self, keep: Sequence[Place] | None = None) -> None:
        self._post(lambda: self._throw(keep))

    def pick_up(self, die: int) -> None:
        self._post(lambda: self._pick_up(die))

    def tip(self) -> None:
        if self._thrower is not None:
            self._post(self._thrower.tip)

    def save_text(self, name: str, text: str) -> None:
        self._post(lambda: self._save_text(name, text))

    def set_up_table(self, how: str) -> None:
        self._post(lambda: self._calibrator.begin(how))
        self._newest.clear()

    def look_at_table(self) -> None:
        self._post(self._calibrator.look)

    def tell_tray(self, corners: Sequence[Place], size_mm: tuple[float, float]) -> None:
        self._post(lambda: self._calibrator.corners(corners, size_mm))

    def tell_seats(self, count: int, places: Sequence[Place] = ()) -> None:
        self._post(lambda: self._calibrator.seats(count, places))

    def keep_table(self) -> None:
        self._post(self._keep_table)

    def aim(self, wish: TargetWish) -> None:
        self._newest.clear()
        self._post(partial(self._targets.do, wish))
        if isinstance(wish, LookAtBoard):
            self._post(self._targets.look)  # a view before it tells that it is looked for

    def keep_card(self, card: Any) -> None:
        self._post(lambda: self._cards.keep(card))

    def drop_card(self, card: Any) -> None:
        self._post(lambda: self._cards.drop(card))

    def share_cards(self) -> None:
        self._post(self._cards.share)

    def find_card_files(self) -> None:
        self._post(self._cards.find)

    def bring_cards(self, file: str) -> None:
        self._post(lambda: self._cards.bring(file))

    def later(self, work: Callable[[], None]) -> None:
        """Let the referee's thread do this, such as writing a file: the touch thread must not wait."""
        self._post(work)

    def close(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=5)

    def _post(self, wish: Callable[[], None]) -> None:
        self._inbox.put(wish)

    # The threads.

    def _take_frames(self) -> None:
        worked = False
        while not self._stopping.is_set():
            try:
                self._camera.open()
                self._open_again.clear()
                while not self._stopping.is_set() and not self._open_again.is_set():
                    frame = self._camera.read(timeout=0.25)
                    if frame is not None:
                        worked = True
                        self._frame_size = (frame.picture.shape[1], frame.picture.shape[0])
                        self._frames.put(frame)
                        if self._calibrator.setup is not None or self._targets.tracing:
                            self._newest.append(frame.picture)
                        self._show_preview(frame)
            except CameraError as problem:
                # What is wrong with one that never worked, the camera itself knows best.
                self._lose_sight("sight.unplugged" if worked else str(problem))
            except Exception:
                # A driver may fail in ways nobody thought of: the players are told, and it is opened anew.
                logging.getLogger(__name__).exception("The camera failed.")
                self._lose_sight("sight.camera_failed")
            finally:
                self._camera.close()

    def _lose_sight(self, why: str) -> None:
        """Tell the players, and give it a rest: what fails at every frame must not fill the log."""
        self._post(partial(self._referee.see, Sight(TableState.LOST, why, ())))
        self._unseen.set()
        self._stopping.wait(RETRY_SECONDS)

    def _show_preview(self, frame: Frame) -> None:
        show = self._preview
        if show is not None:
            height = frame.picture.shape[0] * PREVIEW_WIDTH // frame.picture.shape[1]
            small = cv2.resize(frame.picture, (PREVIEW_WIDTH, height), interpolation=cv2.INTER_AREA)
            show(cv2.cvtColor(small, cv2.COLOR_BGR2RGB))

    def _read_dice(self) -> None:
        newest, seen_at = -math.inf, time.monotonic()
        told, from_file = Sight(TableState.LOST, "", ()), False
        while not self._stopping.is_set():
            frame = self._frames.take(timeout=0.25)
            if frame is not None and frame.at == newest:
                frame = None  # the same one again
            try:
                if frame is None:
                    # The camera's own clock, carried on by ours while it is silent.
                    sight = self._pipeline.tick(newest + time.monotonic() - seen_at)
                else:
                    newest, seen_at, from_file = frame.at, time.monotonic(), frame.still
                    sight = self._pipeline.see(frame)
            except Exception:
                # One frame that cannot be read must not end the reading, and must not pass in silence.
                logging.getLogger(__name__).exception("A frame could not be read.")
                self._lose_sight("sight.reading_failed")
                continue
            if sight is None and frame is not None and self._unseen.is_set():
                sight = replace(told, roll=None)  # nothing has changed, but the players were told otherwise
            if sight is not None:
                told = sight
                self._unseen.clear()
                if sight.reason in HANGS and not from_file:
                    self._open_again.set()
                if sight.state in (TableState.EMPTY, TableState.SETTLED) and isinstance(
                    self._camera, Lockable
                ):
                    self._camera.lock()  # the table is known, and lit well enough to be read
                self._post(partial(self._see, sight))

    def _see(self, sight: Sight) -> None:
        self._referee.see(sight)
        if self._teaching is not None:
            self._teaching.see(sight)

    def _set_dice(self, faces: Sequence[ToldDie]) -> None:
        view = self._referee.view()
        shown = (view if view.past is None else view.past.view).dice.dice
        self._referee.set_dice(faces)
        if self._teaching is not None:
            self._teaching.corrected(shown, faces)

    def _decide(self) -> None:
        saved_at = reminded_at = time.monotonic()
        while not self._stopping.is_set():
            wish: Callable[[], None] | None
            try:
                wish = self._inbox.get(timeout=0.25)
            except queue.Empty:
                wish = None
            store, now = self._referee.store, time.monotonic()
            save = store.in_memory and now - saved_at >= SAVE_AGAIN_SECONDS
            if wish is None and not save:
                continue
            try:
                if save:
                    saved_at = now
                    if not store.save_unsaved() and now - reminded_at >= REMIND_SECONDS:
                        reminded_at = now
                        store.remind()
                if wish is not None:
                    wish()
            except Exception:
                # One wish that fails must not end the evening.
                logging.getLogger(__name__).exception("A wish could not be fulfilled.")
                self._referee.say(line("app.trouble"))
            view = replace(
                self._referee.view(),
                frame_size=self._frame_size,
                tray_mm=self._tray_mm,
                seats_mm=self._seats_mm,
                table_setup=self._calibrator.setup,
                card_changes=self._cards.changes,
                card_files=self._cards.files,
                target=self._targets.view(),
            )
            if self._teaching is not None:
                view = replace(view, teaching=self._teaching.view())
            self._lay_target(view)
            self._expect(view)
            for show in self._watchers:
                show(view)

    def _save_text(self, name: str, text: str) -> None:
        file = self._exports / name
        try:
            self._exports.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8-sig")  # the mark tells spreadsheets how to read it
        except OSError as error:
            problem = error.strerror or str(error)
            self._referee.say(line("app.not_saved", file=str(file), problem=problem))
        else:
            self._referee.say(line("app.saved", file=str(file)))

    def _keep_table(self) -> None:
        said = self._calibrator.keep()
        if said is not None:
            self._referee.say(said)

    def _use_table(self, plane: TablePlane, watch: CameraWatch | None) -> None:
        self._tray_mm = plane.tray_mm if len(plane.tray_mm) == 4 else ()
        self._seats_mm = plane.seats_mm
        self._pipeline.calibrate(plane, watch)

    def _throw_at(self, name: str) -> None:
        """Throw at this target from now on, and the next time too."""
        trouble = self._aim.use(name) if self._aim is not None else None
        try:
            config.save(msgspec.structs.replace(config.load(), target=name))
        except config.SettingsError as problem:
            trouble = problem.line
        if trouble is not None:
            self._referee.say(trouble)

    def _expect(self, view: View) -> None:
        """Tell the reader what can be on the table, which helps the reading and never forces it, and what was used."""
        self._pipeline.used(self._referee.used)
        wanted = view.waiting.dice if view.waiting else None
        kinds = self._referee.die_kinds() or PLAIN_KINDS
        taught = self._teaching.expected() if self._teaching is not None else None
        if taught is not None:
            self._pipeline.expect(taught, None)
        elif wanted is None:
            self._pipeline.expect(kinds, None)
        else:
            able = [kind for kind in kinds if kind.name in wanted.names]
            most = {kind.kind: kind.most for kind in wanted.kinds}
            self._pipeline.expect(able or kinds, wanted.count, most)

    # The simulated table.

    def _lay_target(self, view: View) -> None:
        """A target lies there while dice are thrown at one, or one is traced; else the tray."""
        if self._thrower is None:
            return
        aims = view.game == AIMING and bool(self._targets.view().used)
        if self._thrower.at_target != (aims or self._targets.tracing):
            self._thrower.lay_target(aims or self._targets.tracing)
            self._use_table(plane_for(self._camera), None)

    def _throw(self, keep: Sequence[Place] | None) -> None:
        lesson = self._teaching.lesson if self._teaching is not None else None
        if self._thrower is not None and lesson is not None:
            self._thrower.show(lesson.die.name, lesson.face)
        elif self._thrower is not None:
            view = self._referee.view()
            self._thrower.serve(view.state, view.waiting, keep)

    def _pick_up(self, die: int) -> None:
        place = next((d.place_mm for d in self._referee.sight.dice if d.die == die), None)
        if self._thrower is not None and place is not None:
            self._thrower.pick_up(place)
