"""My dice by touch: choose a die, teach it, name one's own, share, delete; corrections are remembered by one tap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from kivy.core.window import Window

from companion.dice import Sight, TableState
from companion.locale import Translator
from companion.rules.core import Outcome
from companion.rules.text import line
from companion.screens.home import HomeScreen
from companion.screens.my_dice.gallery import DICE, corrections, pictures
from companion.screens.my_dice.lesson import LessonPanel
from companion.screens.my_dice.panels import DiePage, FilesPanel, WhichPanel, WordPanel
from companion.screens.my_dice.screen import DieCard, MyDiceScreen
from companion.screens.port import View
from companion.screens.samples import Sample
from companion.screens.teaching_port import BeginLesson, DieWish, TeachFace, TeachingView
from companion.screens.widgets.button import VerbButton

HOME = View(sight=Sight(TableState.EMPTY, "", ()), simulated=True)
KNOWN = replace(HOME, teaching=TeachingView(DICE, DICE, files=("friends.dice",)))
LESSONS = {picture.name: picture.view for picture in pictures(HOME)}

Open = Callable[..., Any]


def _button(widget: Any, text: str) -> VerbButton:
    found = [w for w in widget.walk(restrict=True) if isinstance(w, VerbButton) and w.title.text == text]
    assert found, text
    return found[0]


def _my_dice(hand: Any) -> MyDiceScreen:
    home = hand.screen.screen
    assert isinstance(home, HomeScreen)
    hand.tap(home.dice)
    assert isinstance(hand.screen.screen, MyDiceScreen)
    return hand.screen.screen


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_a_die_of_a_game_is_chosen_and_taught(
    open_screen: Open, both_sizes: tuple[int, int], language: str
) -> None:
    hand = open_screen(KNOWN, both_sizes, language)
    screen = _my_dice(hand)
    hand.tap(screen.teach)
    which = screen.panels.panel
    assert isinstance(which, WhichPanel)
    hand.tap(which.buttons["quarriors/devotee"])
    assert hand.table.wishes[-1] == ("teach", BeginLesson("quarriors/devotee"))
    hand.show(LESSONS["my-dice-lesson"])
    lesson = screen.panels.panel
    assert isinstance(lesson, LessonPanel)
    say = Translator(language)
    face = say("qr.face.quiddity", n=2)
    assert "2" in face
    assert lesson.task.text == say("mydice.lay", face=face)
    hand.tap(lesson.back)
    assert hand.table.wishes[-1] == ("teach", DieWish("take_back"))
    hand.tap(lesson.skip)
    assert hand.table.wishes[-1] == ("teach", TeachFace("1/0/3"))
    hand.tap(lesson._faces["q1"])
    assert hand.table.wishes[-1] == ("teach", TeachFace("q1"))
    hand.tap(lesson.lay)
    assert hand.table.wishes[-1] == ("throw",)
    hand.show(LESSONS["my-dice-lesson-whole"])
    assert lesson.task.text == say("mydice.whole")
    assert "2/2/4*" in lesson.news.text  # the pair that looks alike, and what to do
    hand.tap(lesson.done)
    assert hand.table.wishes[-1] == ("teach", DieWish("end"))
    hand.show(KNOWN)
    assert screen.panels.panel is None


def test_a_face_is_shown_anew(open_screen: Open) -> None:
    hand = open_screen(KNOWN)
    screen = _my_dice(hand)
    hand.show(LESSONS["my-dice-lesson"])
    lesson = screen.panels.panel
    assert isinstance(lesson, LessonPanel)
    assert not lesson.redo.enabled  # nothing is known of this face yet
    view = LESSONS["my-dice-lesson"]
    assert view.teaching.lesson is not None
    asked = replace(view.teaching.lesson, face="q1")
    hand.show(replace(view, teaching=replace(view.teaching, lesson=asked)))
    hand.tap(lesson.redo)
    assert hand.table.wishes[-1] == ("teach", TeachFace("q1", anew=True))


def test_leaving_ends_the_lesson(open_screen: Open) -> None:
    hand = open_screen(KNOWN)
    screen = _my_dice(hand)
    hand.show(LESSONS["my-dice-lesson"])
    hand.tap(screen.bar.left)
    assert hand.table.wishes[-1] == ("teach", DieWish("end"))
    assert isinstance(hand.screen.screen, HomeScreen)


def test_a_die_of_ones_own_is_named_with_its_faces(open_screen: Open) -> None:
    hand = open_screen(KNOWN)
    screen = _my_dice(hand)
    screen.open_which()
    which = screen.panels.panel
    assert isinstance(which, WhichPanel)
    hand.settle()
    hand.tap(which.new)

    def type_word(word: str) -> None:
        panel = screen.panels.panel
        assert isinstance(panel, WordPanel)
        for letter in word:
            hand.tap(panel.keyboard.keys[letter.upper() if panel.keyboard.capital else letter])
        hand.tap(panel.keyboard.done)

    for word in ("pet", "cat", "dog"):
        type_word(word)
    panel = screen.panels.panel
    assert isinstance(panel, WordPanel)
    hand.tap(panel.enough)
    assert hand.table.wishes[-1] == ("teach", BeginLesson("Pet", ("Cat", "Dog")))


def test_an_own_die_is_shared_and_deleted_and_a_shipped_one_is_not_deleted(open_screen: Open) -> None:
    hand = open_screen(KNOWN)
    screen = _my_dice(hand)
    hand.tap(next(w for w in screen.walk() if isinstance(w, DieCard)))
    page = screen.panels.panel
    assert isinstance(page, DiePage)
    hand.tap(_button(page, "Share"))
    assert hand.table.wishes[-1] == ("teach", DieWish("share", "quarriors/devotee"))
    screen.open_die("quarriors/devotee")
    hand.settle()
    hand.tap(_button(screen.panels.panel, "Delete"))
    assert hand.table.wishes[-1] == (
        "teach",
        DieWish("share", "quarriors/devotee"),
    )  # undo would not bring it back
    hand.tap(_button(screen.panels.panel, "Delete for good"))
    assert hand.table.wishes[-1] == ("teach", DieWish("delete", "quarriors/devotee"))
    screen.open_die("quarriors/ooze")
    with pytest.raises(AssertionError, match="Delete"):
        _button(screen.panels.panel, "Delete")


def test_corrections_are_forgotten_by_a_second_tap_alone(open_screen: Open) -> None:
    learned = (replace(DICE[0], learned=3), *DICE[1:])
    hand = open_screen(replace(HOME, teaching=TeachingView(learned, learned)))
    screen = _my_dice(hand)
    screen.open_die(DICE[0].name)
    hand.settle()
    before = list(hand.table.wishes)
    hand.tap(_button(screen.panels.panel, "Forget 3 corrections"))
    assert hand.table.wishes == before
    hand.tap(_button(screen.panels.panel, "Forget 3 corrections for good"))
    assert hand.table.wishes[-1] == ("teach", DieWish("unlearn", DICE[0].name))


def test_a_lesson_goes_on_in_a_window_of_another_size(open_screen: Open) -> None:
    hand = open_screen(KNOWN, (1280, 720))
    _my_dice(hand)
    hand.show(LESSONS["my-dice-lesson"])
    wishes = list(hand.table.wishes)
    Window.size = (800, 480)
    hand.settle()
    screen = hand.screen.screen
    assert isinstance(screen, MyDiceScreen)
    assert isinstance(screen.panels.panel, LessonPanel)
    assert hand.table.wishes == wishes  # nobody has ended it


def test_a_friends_file_is_taken_in(open_screen: Open) -> None:
    hand = open_screen(KNOWN)
    screen = _my_dice(hand)
    hand.tap(screen.bring)
    assert hand.table.wishes[-1] == ("teach", DieWish("find"))
    files = screen.panels.panel
    assert isinstance(files, FilesPanel)
    hand.settle()
    hand.tap(_button(files, "friends.dice"))
    assert hand.table.wishes[-1] == ("teach", DieWish("bring", "friends.dice"))


def test_whether_corrections_teach_is_chosen(open_screen: Open) -> None:
    hand = open_screen(KNOWN)
    screen = _my_dice(hand)
    hand.tap(_button(screen, "Never"))
    assert hand.screen.choices.learn_from_corrections == "never"


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_a_correction_is_remembered_by_one_tap_and_forgotten_by_another(
    open_screen: Open, both_sizes: tuple[int, int], language: str
) -> None:
    asked, learned = (picture.view for picture in corrections(Sample().until_dice().roll("11346").view()))
    hand = open_screen(asked, both_sizes, language)
    bar = hand.screen.learn
    assert bar.note is not None
    hand.tap(bar.yes)
    assert hand.table.wishes[-1] == ("teach", DieWish("learn"))
    hand.show(learned)
    hand.tap(bar.no)
    assert hand.table.wishes[-1] == ("teach", DieWish("forget"))
    hand.show(asked)
    hand.tap(bar.no)
    assert bar.note is None


def test_what_was_asked_in_the_game_does_not_lie_over_its_end(open_screen: Open) -> None:
    asked = next(picture.view for picture in corrections(Sample().until_dice().roll("11346").view()))
    hand = open_screen(asked)
    over = replace(asked, outcome=Outcome((), line("dt.draw")))
    hand.show(over)
    assert hand.screen.learn.note is None
    assert asked.teaching.learnable is not None
    another = replace(asked.teaching.learnable, face="2")
    hand.show(replace(over, teaching=replace(asked.teaching, learnable=another)))
    assert hand.screen.learn.note is not None, "the last roll was corrected, and that is asked now"
