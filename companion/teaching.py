"""Teaching a die: the companion sees it settle, looks at it, and goes on to the next face by itself.

Used by one thread, which may take its time: a look costs some milliseconds, and the touch thread never waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from companion import config, die_names
from companion.dice import DieKind, DieReading, Shape, Sight, TableState
from companion.rules.text import Line, line
from companion.screens.port import ToldDie
from companion.screens.teaching_port import (
    BeginLesson,
    CloseFaces,
    DieRow,
    FaceRow,
    Learnable,
    LessonView,
    TeachFace,
    TeachingView,
    TeachingWish,
)
from companion.vision.dice_box import DiceBox
from companion.vision.faces import FaceReader
from companion.vision.flaws import UNCLEAR
from companion.vision.taught import TaughtDie, TaughtFace
from companion.vision.taught_file import SUFFIX, TaughtFileError
from companion.vision.teacher import Teacher, nameless

VIEWS = 3  # of each face
AT_REST = (TableState.SETTLED, TableState.DOUBTFUL)
TELLABLE = ("", UNCLEAR, "sight.dice_disagree")  # what keeps a die from being read, and not from being taught
STICKS = ("media/*/*", "run/media/*/*", "mnt/*")
MOST_FILES = 40


@dataclass
class Lesson:
    """One die, face after face."""

    die: TaughtDie
    teacher: Teacher
    wanted: int = VIEWS
    face: str = ""
    news: Line | None = None
    worry: bool = False

    def __post_init__(self) -> None:
        self._moved = True  # since the last look: the same die lying there tells nothing new
        self._before: list[tuple[TaughtDie, str]] = []
        if not self.face:
            self._next()

    @property
    def may_go_back(self) -> bool:
        return bool(self._before)

    def see(self, sight: Sight) -> bool:
        """Take in what the camera sees. True when something was learned."""
        if sight.state not in AT_REST:
            self._moved = self._moved or sight.state in (TableState.MOVING, TableState.HAND)
            return False
        if not self._moved or not self.face or not sight.dice:
            return False
        if sight.reason not in TELLABLE:
            self._say(line(sight.reason), worry=True)
            return False
        self._moved = False
        return self._look(sight.dice)

    def _look(self, dice: Sequence[DieReading]) -> bool:
        """All dice that lie there show the face that is asked for; each is a view."""
        seen = [(die.crop, die.colour) for die in dice if die.crop]
        views = self.teacher.views(self.face, seen[: self.wanted], date.today().isoformat())
        others = {id(view): self.teacher.shows(self.die.without_face(self.face), view) for view in views}
        fresh = [view for view in views if not others[id(view)]]
        if len(self.die.missing) == 1 and fresh:
            views = fresh  # the last face, by elimination: dice that show a known one are not it
        if not views:
            return False
        self._before.append((self.die, self.face))
        for view in views:
            self.die = self.die.with_view(view)
        face, count = self.face, len(self.die.of_face(self.face))
        other = next((others[id(view)] for view in views if others[id(view)]), "")
        if count >= self.wanted:
            self._next()
        if other:
            self._say(line("teach.looks_like", face=self._label(face), other=self._label(other)), worry=True)
        else:
            self._say(line("teach.seen", face=self._label(face), n=count, wanted=self.wanted))
        return True

    def go_to(self, face: str, anew: bool = False) -> None:
        if face in self.die.faces:
            self._before.append((self.die, self.face))
            self.face = face
            if anew:
                self.die = self.die.without_face(face)
            self._moved = False  # what lies there shows another face, most likely
            self._say(None)

    def take_back(self) -> None:
        """The last look, or the last leap to another face, never was."""
        if self._before:
            self.die, self.face = self._before.pop()
            self._moved = False
            self._say(line("teach.taken_back"))

    def _next(self) -> None:
        few = [face for face in self.die.faces if len(self.die.of_face(face)) < self.wanted]
        self.face = few[0] if few else ""

    def _label(self, face: str) -> Line:
        return die_names.face(self.die.name, face)

    def _say(self, news: Line | None, worry: bool = False) -> None:
        self.news, self.worry = news, worry


class TeachingDesk:
    """The box of dice as the touchscreen uses it. `say` shows a line for a few seconds."""

    def __init__(
        self,
        box: DiceBox,
        teacher: Teacher,
        exports: Path,
        say: Callable[[Line], None],
        learn: Callable[[], str] = lambda: "ask",
    ) -> None:
        """`learn` tells whether corrections at the table teach: "ask", "always" or "never"."""
        self._box, self._teacher, self._exports, self._say = box, teacher, exports, say
        self._agreed = learn
        self._lesson: Lesson | None = None
        self._files: dict[str, Path] = {}
        self._learnable: tuple[Learnable, TaughtDie | None, str, DieReading, str] | None = None
        self._offers = 0
        self._rows: tuple[DieRow, ...] = ()
        self._choices = tuple(_untaught(kind) for kind in die_names.teachable())
        self._counted = -1

    # What the camera and the game say.

    def see(self, sight: Sight) -> None:
        if self._lesson is not None and self._lesson.see(sight):
            self._keep()

    @property
    def lesson(self) -> Lesson | None:
        return self._lesson

    def expected(self) -> tuple[DieKind, ...] | None:
        """What the reader must look for while a die is taught."""
        return (nameless(self._lesson.die.shape),) if self._lesson is not None else None

    def corrected(self, shown: Sequence[DieReading], told: Sequence[ToldDie]) -> None:
        """The players put a reading right. If the owner agrees, its picture is one more view."""
        agreed = self._agreed()
        if agreed == "never":
            return
        before = {die.die: die for die in shown}
        for identity, face, *kind in told:
            reading = before.get(identity)
            if reading is None or not reading.crop:
                continue
            name = kind[0] if kind else reading.kind
            if (face, name) == (reading.face, reading.kind) and not reading.doubtful:
                continue
            if self._box.dice.die(name) is not None:
                self._offer(name, face, reading)
                if agreed == "always":
                    self._learn()

    def _offer(self, name: str, face: str, reading: DieReading) -> None:
        self._offers += 1
        offer = Learnable(
            die_names.title(name), die_names.face(name, face), reading.crop, False, self._offers
        )
        self._learnable = (offer, None, face, reading, name)

    def _learn(self) -> None:
        if self._learnable is None or self._learnable[0].learned:
            return
        offer, _, face, reading, name = self._learnable
        die = self._box.dice.die(name)
        if die is None:
            return
        (view,) = self._teacher.views(
            face, [(reading.crop, reading.colour)], date.today().isoformat(), corrected=True
        )
        if self._write(die.with_view(view)):
            self._learnable = (replace(offer, learned=True), die, face, reading, name)

    def _forget(self) -> None:
        """What was just learned from a correction never was."""
        if self._learnable is not None and self._learnable[1] is not None:
            offer, before, face, reading, name = self._learnable
            if before is not None and self._write(before):
                self._learnable = (replace(offer, learned=False), None, face, reading, name)

    # Wishes.

    def do(self, wish: TeachingWish) -> None:
        try:
            self._do(wish)
        except TaughtFileError as problem:
            self._say(line("teach.problem", problem=str(problem)))
        except OSError as problem:
            self._say(line("teach.not_saved", problem=problem.strerror or str(problem)))

    def _do(self, wish: TeachingWish) -> None:
        if isinstance(wish, BeginLesson):
            self._lesson = Lesson(self._die_to_teach(wish), self._teacher)
        elif isinstance(wish, TeachFace):
            if self._lesson is not None:
                self._lesson.go_to(wish.face, wish.anew)
                self._keep()
        elif wish.do == "take_back":
            if self._lesson is not None:
                self._lesson.take_back()
                self._keep()
        elif wish.do == "end":
            self._lesson = None
        elif wish.do == "delete":
            self._box.delete(wish.name)
        elif wish.do == "rename":
            self._box.rename(wish.name, wish.new)
        elif wish.do == "share":
            file = self._exports / f"{self._box.path_of(wish.name).stem}{SUFFIX}"
            self._box.export([wish.name], file)
            self._say(line("teach.shared", file=str(file)))
        elif wish.do == "find":
            self._files = self._find()
        elif wish.do == "bring":
            if wish.name in self._files:
                names = self._box.bring(self._files[wish.name])
                self._say(line("teach.brought", n=len(names)))
        elif wish.do == "learn":
            self._learn()
        elif wish.do == "forget":
            self._forget()
        elif wish.do == "unlearn":
            self._unlearn(wish.name)
        self._counted = -1

    def _die_to_teach(self, wish: BeginLesson) -> TaughtDie:
        known = self._box.dice.die(wish.name)
        if known is not None and self._box.owns(wish.name):
            return known
        kind = next((kind for kind in die_names.teachable() if kind.name == wish.name), None)
        today = date.today().isoformat()
        if kind is not None:
            return TaughtDie(kind.name, kind.shape, kind.faces, on=today)
        return TaughtDie(wish.name, Shape(wish.shape), tuple(dict.fromkeys(wish.faces)), on=today)

    def _unlearn(self, name: str) -> None:
        """Every view that corrections brought goes."""
        die = self._box.dice.die(name)
        if die is not None:
            self._write(replace(die, views=tuple(view for view in die.views if not view.corrected)))

    def _keep(self) -> None:
        assert self._lesson is not None
        self._write(self._lesson.die)

    def _write(self, die: TaughtDie) -> bool:
        """On disk at once: a power cut during a lesson costs one look."""
        self._counted = -1
        try:
            self._box.keep(die)
        except OSError as problem:
            self._say(line("teach.not_saved", problem=problem.strerror or str(problem)))
            return False
        except TaughtFileError as problem:
            self._say(line("teach.problem", problem=str(problem)))
            return False
        return True

    def _find(self) -> dict[str, Path]:
        """Files of taught dice on a stick, or beside the files that were shared."""
        folders = [self._exports, *(path for stick in STICKS for path in Path("/").glob(stick))]
        found: dict[str, Path] = {}
        for folder in folders:
            try:
                for path in sorted(folder.glob(f"*{SUFFIX}")):
                    found.setdefault(path.name, path)
            except OSError:
                continue  # a stick that was pulled out, or that is not for us
        return dict(list(found.items())[:MOST_FILES])

    # What there is to show.

    def view(self) -> TeachingView:
        dice = self._box.dice.dice
        if self._counted != sum(len(die.views) for die in dice.values()) + 1000 * len(dice):
            self._counted = sum(len(die.views) for die in dice.values()) + 1000 * len(dice)
            self._rows = tuple(self._row(dice[name]) for name in self._box.names if name in dice)
        lesson = None
        if self._lesson is not None:
            now = self._lesson
            lesson = LessonView(
                self._row(now.die, close=True), now.face, now.wanted, now.news, now.worry, now.may_go_back
            )
        offer = self._learnable[0] if self._learnable is not None else None
        return TeachingView(self._rows, self._choices, lesson, offer, tuple(self._files))

    def _row(self, die: TaughtDie, close: bool = False) -> DieRow:
        pairs = self._teacher.close_pairs(die) if close or self._box.owns(die.name) else ()
        return DieRow(
            die.name,
            die_names.title(die.name),
            tuple(_face_row(die, face) for face in die.faces),
            die.shape.value,
            self._box.owns(die.name),
            die.on,
            sum(view.corrected for view in die.views),
            tuple(
                CloseFaces(die_names.face(die.name, p.face), die_names.face(die.name, p.other), p.mirrored)
                for p in pairs
            ),
        )


def _face_row(die: TaughtDie, face: str) -> FaceRow:
    views: tuple[TaughtFace, ...] = die.of_face(face)
    return FaceRow(face, die_names.face(die.name, face), len(views), views[-1].crop if views else b"")


def _untaught(kind: DieKind) -> DieRow:
    faces = tuple(FaceRow(face, die_names.face(kind.name, face)) for face in kind.faces)
    return DieRow(kind.name, die_names.title(kind.name), faces, kind.shape.value)


def desk_of(box: DiceBox, faces: FaceReader, say: Callable[[Line], None]) -> TeachingDesk:
    """The desk beside a reader; the owner's wishes are asked for each time, for a settings page may change them."""
    teacher = Teacher(faces.embeddings, faces.taught.figures)
    exports = config.home() / "exports"
    return TeachingDesk(box, teacher, exports, say, lambda: config.load().learn_from_corrections)
