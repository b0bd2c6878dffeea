"""Pictures of My dice in every state worth seeing, with dice that nobody threw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.rules.text import Line, line
from companion.screens.gallery import Picture
from companion.screens.my_dice.screen import MyDiceScreen
from companion.screens.port import View
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

FACES = ("q1", "q2", "1/0/3", "2/2/4", "2/2/4*")


def _named(name: str) -> Line:
    return line("teach.named", name=name)


def _die(name: str, game: str, taught: int, own: bool = True) -> DieRow:
    faces = tuple(
        FaceRow(face, _named(face), 3 if n < taught else 0, crop(str(n + 1), 12.0) if n < taught else b"")
        for n, face in enumerate(FACES)
    )
    title = line("teach.of_game", game=line(f"game.{game}"), die=_named(name))
    close = (CloseFaces(_named("2/2/4"), _named("2/2/4*")),) if taught == len(FACES) else ()
    return DieRow(f"{game}/{name}", title, faces, own=own, day="2026-05-16", learned=2, close=close)


DICE = (
    _die("Devotee", "quarriors", 5),
    replace(_die("", "quarriors", 4), name="Ola's die", title=_named("Ola's die")),
    _die("Ooze", "quarriors", 5, own=False),
    _die("Warrior", "quarriors", 5, own=False),
)


def pictures(home: View) -> Iterator[Picture]:
    """The list, a die, a lesson from its first face to the last, and what a correction offers."""
    known = TeachingView(DICE, tuple(replace(die, own=False) for die in DICE), files=("friends.dice",))
    view = replace(home, teaching=known)
    yield Picture("my-dice-none", replace(home, teaching=TeachingView()), _go(lambda _: None))
    yield Picture("my-dice", view, _go(lambda _: None))
    yield Picture("my-dice-die", view, _go(lambda screen: screen.open_die("quarriors/Devotee")))
    yield Picture("my-dice-which", view, _go(lambda screen: screen.open_which()))
    yield Picture("my-dice-files", view, _go(lambda screen: screen.open_files()))
    yield Picture("my-dice-name", view, _go(lambda screen: screen.open_name()))
    first = _die("Devotee", "quarriors", 1)
    seen = line("teach.seen", face=_named("q1"), n=3, wanted=3)
    lesson = LessonView(first, "q2", 3, seen, may_go_back=True)
    yield Picture("my-dice-lesson", _taught(view, lesson), _go(lambda _: None), "113 6")
    alike = line("teach.looks_like", face=_named("2/2/4*"), other=_named("2/2/4"))
    worry = LessonView(_die("Devotee", "quarriors", 4), "2/2/4*", 3, alike, worry=True, may_go_back=True)
    yield Picture("my-dice-lesson-alike", _taught(view, worry), _go(lambda _: None), "113 6")
    whole = LessonView(_die("Devotee", "quarriors", 5), "", 3, None, may_go_back=True)
    yield Picture("my-dice-lesson-whole", _taught(view, whole), _go(lambda _: None), "113 6")


def corrections(play: View) -> Iterator[Picture]:
    """What a correction at the table offers."""
    for learned in (False, True):
        offer = Learnable(_named("Devotee"), _named("2/2/4*"), crop("4", 12.0), learned, 1 + learned)
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
