"""Taught dice at the door of the touchscreen: what "My dice" may show and what it may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.text import Line


@dataclass(frozen=True, slots=True)
class FaceRow:
    """One face of a die, and how well it is known."""

    face: str
    label: Line
    views: int = 0
    crop: bytes = b""  # the newest look at it, a JPEG


@dataclass(frozen=True, slots=True)
class CloseFaces:
    """Two faces that look alike."""

    one: Line
    other: Line
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class DieRow:
    """A die that can be taught, or was."""

    name: str
    title: Line
    faces: tuple[FaceRow, ...]
    shape: str = "d6"
    own: bool = False  # the owner taught it; else it came with the companion, or nobody did yet
    day: str = ""
    learned: int = 0  # views that corrections at the table brought
    close: tuple[CloseFaces, ...] = ()

    @property
    def known(self) -> int:
        return sum(face.views > 0 for face in self.faces)


@dataclass(frozen=True, slots=True)
class LessonView:
    """A die that is being taught."""

    die: DieRow
    face: str  # which face must lie up; "" when all are taught
    wanted: int  # views of each face
    news: Line | None = None
    worry: bool = False  # the news are a warning
    may_go_back: bool = False


@dataclass(frozen=True, slots=True)
class Learnable:
    """A correction at the table that can be learned from, or was."""

    die: Line
    face: Line
    crop: bytes
    learned: bool
    number: int  # counts up: another correction is another offer


@dataclass(frozen=True, slots=True)
class TeachingView:
    dice: tuple[DieRow, ...] = ()  # that are known, the owner's first
    choices: tuple[DieRow, ...] = ()  # dice of the games, to be taught
    lesson: LessonView | None = None
    learnable: Learnable | None = None
    files: tuple[str, ...] = ()  # of taught dice, that lie ready to be taken in


# Wishes.


@dataclass(frozen=True, slots=True)
class BeginLesson:
    """Teach a die: one of the games, one that is known, or a new one with these faces."""

    name: str
    faces: tuple[str, ...] = ()
    shape: str = "d6"


@dataclass(frozen=True, slots=True)
class TeachFace:
    """Go to this face; `anew` forgets what is known of it."""

    face: str
    anew: bool = False


@dataclass(frozen=True, slots=True)
class DieWish:
    """What else can be done with a die, with a lesson or with a correction."""

    do: Literal[
        "take_back", "end", "delete", "share", "rename", "find", "bring", "learn", "forget", "unlearn"
    ]
    name: str = ""
    new: str = ""


TeachingWish = BeginLesson | TeachFace | DieWish
