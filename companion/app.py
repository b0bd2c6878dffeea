"""Wires camera, vision, journal and screens together. The only file that knows them all.

Three threads: one takes frames, one reads dice (`watching.py`), one referees (`wishes.py`). The touch thread is
Kivy's own; it only posts wishes and draws views. Frames that come too fast are dropped, wishes and rolls never.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion import config
from companion.calibrator import Calibrator
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Camera, Picture
from companion.card_desk import CardDesk
from companion.dice import PLAIN_KINDS, Sight
from companion.journal.errors import StoreError
from companion.referee import Referee
from companion.reporting import fairness_in
from companion.rules.text import line
from companion.screens.port import ToldDie, View
from companion.screens.target_port import LookAtBoard, TargetWish
from companion.screens.teaching_port import TeachingWish
from companion.shelf import Shelf
from companion.table_hands import TableHands
from companion.table_profile import plane_for
from companion.target_desk import TargetDesk
from companion.targeting import Aim
from companion.teaching import TeachingDesk
from companion.thrower import Place
from companion.vision.calibration.watch import CameraWatch
from companion.vision.pipeline import Pipeline
from companion.vision.table import TablePlane
from companion.watching import Watching
from companion.wishes import Wishes


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
        self._wishes = Wishes(referee, self._news)
        self._watching = Watching(
            camera,
            pipeline,
            lambda sight: self._post(partial(self._see, sight)),
            lambda sight: self._post(partial(referee.see, sight)),
            lambda: self._calibrator.setup is not None or self._targets.tracing,
        )
        self._calibrator = Calibrator(config.home() / "calibration", self._pictures, self._use_table)
        self._aim = aim
        used = aim.used if aim is not None else ""
        self._targets = TargetDesk(used, self._pictures, self._throw_at, referee.say)
        self._hands: TableHands | None = None
        if isinstance(camera, SimulatedTable):
            self._hands = TableHands(camera, referee, teaching, self._targets)

    def start(self) -> None:
        self._watching.start()
        self._wishes.start()

    def close(self) -> None:
        self._watching.close()
        self._wishes.close()

    # The door for the screens.

    def watch(self, show: Callable[[View], None]) -> None:
        self._wishes.watch(show)

    def preview(self, show: Callable[[Any], None] | None) -> None:
        self._watching.preview = show

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
                found = fairness_in(path)
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
        if self._hands is not None:
            self._post(partial(self._hands.throw, keep))

    def pick_up(self, die: int) -> None:
        if self._hands is not None:
            self._post(partial(self._hands.pick_up, die))

    def tip(self) -> None:
        if self._hands is not None:
            self._post(self._hands.tip)

    def save_text(self, name: str, text: str) -> None:
        self._post(lambda: self._save_text(name, text))

    def set_up_table(self, how: str) -> None:
        self._post(lambda: self._calibrator.begin(how))
        self._watching.pictures.clear()

    def look_at_table(self) -> None:
        self._post(self._calibrator.look)

    def tell_tray(self, corners: Sequence[Place], size_mm: tuple[float, float]) -> None:
        self._post(lambda: self._calibrator.corners(corners, size_mm))

    def tell_seats(self, count: int, places: Sequence[Place] = ()) -> None:
        self._post(lambda: self._calibrator.seats(count, places))

    def keep_table(self) -> None:
        self._post(self._keep_table)

    def aim(self, wish: TargetWish) -> None:
        self._watching.pictures.clear()
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

    def _post(self, wish: Callable[[], None]) -> None:
        self._wishes.post(wish)

    # In the referee's thread.

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

    def _news(self) -> View:
        """What there is to show now; the table and the reader follow it."""
        view = replace(
            self._referee.view(),
            frame_size=self._watching.frame_size,
            tray_mm=self._tray_mm,
            seats_mm=self._seats_mm,
            table_setup=self._calibrator.setup,
            card_changes=self._cards.changes,
            card_files=self._cards.files,
            target=self._targets.view(),
        )
        if self._teaching is not None:
            view = replace(view, teaching=self._teaching.view())
        if self._hands is not None and self._hands.lay_target(view):
            self._use_table(plane_for(self._camera), None)
        self._expect(view)
        return view

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

    def _pictures(self) -> tuple[Picture, ...]:
        return tuple(self._watching.pictures)

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
