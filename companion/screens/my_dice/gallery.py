"""Pictures of My dice in every state worth seeing, with dice that nobody threw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from companion.rules.quarriors.content import library
from companion.rules.quarriors.faces import face_line
from companion.rules.text import line
from companion.screens.gallery import Picture
from companion.screens.my_dice.screen import MyDiceScreen
from companion.screens.port import View
from companion.screens.quarriors.faces import drawing
from companion.screens.quarriors.samples import table_picture
from companion.screens.samples import crop
from companion.screens.teaching_port import (
    CloseFaces,
    DieRow,
    FaceRow,
    Learnable,
    LessonView,
    TeachingView,
)
from companion.screens.touchscreen import Touchscreen

ALIKE = ("2/2/4", "2/2/4*")  # two faces of the Devotee


def _die(class_: str, taught: int = 9, own: bool = True) -> DieRow:
    """A Quarriors die of which so many faces were taught."""
    kinds = tuple(dict.fromkeys(library().dice[class_].faces))
    faces = tuple(
        FaceRow(face, face_line(face), 3, crop(face, 12.0, drawing(face)))
        if n < taught
        else FaceRow(face, face_line(face))
        for n, face in enumerate(kinds)
    )
    title = line("teach.of_game", game=line("game.quarriors"), die=library().die_line(class_))
    close = (CloseFaces(*map(face_line, ALIKE)),) if set(ALIKE) <= set(kinds[:taught]) else ()
    return DieRow(f"quarriors/{class_}", title, faces, own=own, day="2026-05-16", learned=2, close=close)


DICE = (
    _die("devotee"),
    replace(_die("assistant", 3), name="Ola's die", title=line("teach.named", name="Ola's die")),
    _die("ooze", own=False),
    _die("warrior", own=False),
)
ON_TABLE = partial(table_picture, ("q2", "q2"))


def pictures(home: View) -> Iterator[Picture]:
    """The list, a die, a lesson from its first face to the last, and what a correction offers."""
    known = TeachingView(DICE, tuple(replace(die, own=False) for die in DICE), files=("friends.dice",))
    view = replace(home, teaching=known)
    yield Picture("my-dice-none", replace(home, teaching=TeachingView()), _go(lambda _: None))
    yield Picture("my-dice", view, _go(lambda _: None))
    yield Picture("my-dice-die", view, _go(lambda screen: screen.open_die("quarriors/devotee")))
    yield Picture("my-dice-which", view, _go(lambda screen: screen.open_which()))
    yield Picture("my-dice-files", view, _go(lambda screen: screen.open_files()))
    yield Picture("my-dice-name", view, _go(lambda screen: screen.open_name()))
    first = _die("devotee", 1)
    seen = line("teach.seen", face=face_line("q1"), n=3, wanted=3)
    lesson = LessonView(first, "q2", 3, seen, may_go_back=True)
    yield Picture("my-dice-lesson", _taught(view, lesson), _go(lambda _: None), pixels=ON_TABLE)
    alike = line("teach.looks_like", face=face_line(ALIKE[1]), other=face_line(ALIKE[0]))
    worry = LessonView(_die("devotee", 4), ALIKE[1], 3, alike, worry=True, may_go_back=True)
    yield Picture("my-dice-lesson-alike", _taught(view, worry), _go(lambda _: None), pixels=ON_TABLE)
    whole = LessonView(_die("devotee"), "", 3, None, may_go_back=True)
    yield Picture("my-dice-lesson-whole", _taught(view, whole), _go(lambda _: None), pixels=ON_TABLE)


def corrections(play: View) -> Iterator[Picture]:
    """What a correction at the table offers."""
    for learned in (False, True):
        sign = crop(ALIKE[1], 12.0, drawing(ALIKE[1]))
        offer = Learnable(library().die_line("devotee"), face_line(ALIKE[1]), sign, learned, 1 + learned)
        teaching = TeachingView(DICE, learnable=offer)
        name = "learned" if learned else "learn"
        yield Picture(f"correction-{name}", replace(play, teaching=teaching), faces="11346")


def _taught(view: View, lesson: LessonView) -> View:
    return replace(view, teaching=replace(view.teaching, lesson=lesson))


def _go(then: Callable[[MyDiceScreen], None]) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("my_dice")
        assert isinstance(screen.screen, MyDiceScreen)
        then(screen.screen)

    return go
