"""The target by touch: choose one, look at one's own, trace its rings, holes, joints and shapes, and keep it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.dice import Sight, TableState
from companion.locale import Translator
from companion.rules.text import line
from companion.screens import gallery
from companion.screens.dungeon_fighter.setup import DungeonFighterSetup
from companion.screens.gallery import Picture, walk
from companion.screens.home import HomeScreen
from companion.screens.my_dice.panels import WordPanel
from companion.screens.port import View
from companion.screens.target_gallery import ROWS, pictures, traced
from companion.screens.target_port import (
    BeginTracing,
    FindHole,
    HoleFound,
    KeepTarget,
    LeaveTracing,
    LookAtBoard,
    TargetView,
    TracingView,
    UseTarget,
)
from companion.screens.target_screen import LookPage, TargetList, TargetScreen, title_of
from companion.screens.target_trace import TracePage
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.preview import Preview
from companion.target.profile import Circle, Point, Polygon
from companion.target.traced import Joint, Traced

from .conftest import Hand, frame
from .test_looks import clipped, too_small

HOME = View(sight=Sight(TableState.EMPTY, "", ()), simulated=True)
LISTED = replace(HOME, target=TargetView(ROWS, "Ola"))

Open = Callable[..., Hand]


def with_tracing(tracing: TracingView | None) -> View:
    return replace(HOME, target=TargetView(ROWS, "Ola", tracing))


def opened(hand: Hand) -> TargetScreen:
    hand.screen._go("target")
    hand.settle()
    screen = hand.screen.screen
    assert isinstance(screen, TargetScreen)
    return screen


def tracing_page(hand: Hand) -> TracePage:
    screen = opened(hand)
    hand.show(with_tracing(traced()))
    assert isinstance(screen.page, TracePage)
    hand.settle()
    return screen.page


def window(page: TracePage, at: Point) -> tuple[float, float]:
    return page.board.to_window(*page.board.sheet().at(at))  # type: ignore[no-any-return]


def tap(hand: Hand, page: TracePage, at: Point) -> None:
    touch = UnitTestTouch(*window(page, at))
    touch.touch_down()
    frame()
    touch.touch_up()
    hand.settle()


def drag(hand: Hand, page: TracePage, start: Point, end: Point) -> None:
    touch = UnitTestTouch(*window(page, start))
    touch.touch_down()
    for share in (0.25, 0.5, 0.75, 1.0):
        x, y = (start[n] + share * (end[n] - start[n]) for n in (0, 1))
        touch.touch_move(*window(page, (x, y)))
        frame()
    touch.touch_up()
    hand.settle()


def radii(page: TracePage) -> list[float]:
    return [round(radius, 1) for radius, _ in page.finger.tracing.now.rings]


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_a_target_is_chosen(open_screen: Open, both_sizes: tuple[int, int], language: str) -> None:
    hand = open_screen(LISTED, both_sizes, language)
    page = opened(hand).page
    assert isinstance(page, TargetList)
    say = Translator(language)
    assert page.uses["Ola"].title.text == say("trace.used")
    hand.tap(page.uses["default"])
    assert hand.table.wishes[-1] == ("aim", UseTarget("default"))
    hand.tap(page.uses[""])
    assert hand.table.wishes[-1] == ("aim", UseTarget(""))
    assert list(page.edits) == ["Ola"]  # one that came with the companion is not traced on
    hand.tap(page.edits["Ola"])
    assert hand.table.wishes[-1] == ("aim", BeginTracing("Ola"))
    hand.tap(page.new)
    assert hand.table.wishes[-1] == ("aim", BeginTracing())


@pytest.mark.parametrize(("language", "words"), [("ru", "Напечатанная мишень"), ("pl", "Wydrukowana tarcza")])
def test_a_target_that_came_along_has_a_name_in_every_language(
    open_screen: Open, language: str, words: str
) -> None:
    look = open_screen(LISTED, language=language).screen.look
    assert [title_of(look, row).startswith(words) for row in ROWS] == [not row.own for row in ROWS]


def test_it_is_reached_from_the_settings_and_from_the_setup(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    home = hand.screen.screen
    assert isinstance(home, HomeScreen)
    home.open_settings()
    hand.settle()
    say = Translator("en")
    settings: Any = home.panels.panel
    settings.list.parent.scroll_y = 0  # it stands at the end of the list
    hand.settle()
    words = say("settings.target.open")
    door = next(w for w in settings.walk() if isinstance(w, VerbButton) and w.title.text == words)
    hand.tap(door)
    screen = hand.screen.screen
    assert isinstance(screen, TargetScreen)
    hand.tap(screen.bar.left)
    assert isinstance(hand.screen.screen, HomeScreen)
    hand.screen._go("setup", "dungeon_fighter")
    hand.settle()
    setup = hand.screen.screen
    assert isinstance(setup, DungeonFighterSetup)
    assert setup.aim.detail.text == "Ola's board"
    hand.tap(setup.aim)
    assert isinstance(hand.screen.screen, TargetScreen)
    hand.tap(hand.screen.screen.bar.left)
    assert isinstance(hand.screen.screen, DungeonFighterSetup)


def test_a_round_board_is_looked_at(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(LISTED, both_sizes)
    screen = opened(hand)
    hand.show(with_tracing(TracingView("look")))
    page = screen.page
    assert isinstance(page, LookPage)
    assert hand.table.show_picture is not None  # the camera's picture is wanted
    for _ in range(4):
        hand.tap(page.wide.less)
    hand.tap(page.die.more)
    hand.tap(page.look_now)
    assert hand.table.wishes[-1] == ("aim", LookAtBoard((480.0, 480.0), 17.0))
    hand.show(with_tracing(TracingView("looking")))
    assert screen.page is page
    assert not page.look_now.enabled
    assert page.words.text == "Looking for the target…"
    hand.show(with_tracing(TracingView("look", line("trace.no_board"))))
    assert page.words.text.startswith("No round board is seen.")
    assert page.look_now.enabled
    hand.tap(screen.bar.left)
    assert hand.table.wishes[-1] == ("aim", LeaveTracing())


def test_a_board_that_is_not_round_has_four_touched_corners(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    screen = opened(hand)
    hand.show(with_tracing(TracingView("look")))
    page = screen.page
    assert isinstance(page, LookPage)
    hand.tap(page.shape)
    assert len(page.preview.corners) == 4
    hand.tap(page.high.less)
    x, y, width, height = page.preview.picture_box()
    across = (x + 0.1 * width - page.preview.x) / page.preview.width
    up = (y + 0.9 * height - page.preview.y) / page.preview.height
    hand.tap(page.preview, across, up)
    hand.tap(page.look_now)
    name, wish = hand.table.wishes[-1]
    assert name == "aim"
    assert wish.size_mm == (500.0, 495.0)
    assert wish.corners[0] == pytest.approx((128.0, 72.0), abs=4)


def test_rings_are_dragged_added_valued_and_removed(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(LISTED, both_sizes)
    page = tracing_page(hand)
    assert radii(page) == [240.0, 184.0, 142.0, 95.0, 45.0]
    drag(hand, page, (0.0, 180.0), (0.0, 188.5))  # beside the line: it does not jump under the finger
    assert radii(page) == pytest.approx([240.0, 192.5, 142.0, 95.0, 45.0], abs=1.0)
    assert page.finger.chosen == ("rings", 1)
    assert page.undo.title.text == "Undo: moved"
    hand.tap(page.width_of.less)
    assert page.finger.tracing.now.rings[1][0] == pytest.approx(192.0, abs=1.0)
    hand.tap(page.value.more)
    assert page.finger.tracing.now.rings[1][1] == 3
    hand.tap(page.new)
    tap(hand, page, (70.0, 0.0))
    assert len(radii(page)) == 6
    assert page.finger.chosen == ("rings", 4)
    assert page.finger.tracing.now.rings[4][1] == 4  # as the ring it was cut from
    hand.tap(page.remove)
    assert len(radii(page)) == 5
    for _ in range(5):
        hand.tap(page.undo)
    assert page.finger.tracing.now == traced().start
    assert not page.undo.enabled


def test_the_middle_is_dragged(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    page = tracing_page(hand)
    drag(hand, page, (1.0, 0.0), (14.0, 10.0))
    assert page.finger.tracing.now.centre == pytest.approx((13.0, 10.0), abs=1.5)


def test_a_tap_outlines_a_hole_as_it_is_seen(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(LISTED, both_sizes)
    page = tracing_page(hand)
    hand.tap(page.modes["holes"])
    tap(hand, page, (118.0, -22.0))
    name, wish = hand.table.wishes[-1]
    assert name == "aim"
    assert isinstance(wish, FindHole)
    assert wish.at == pytest.approx((118.0, -22.0), abs=2)
    assert page.finger.tracing.now.holes == ()  # the answer comes with a view
    hand.show(with_tracing(replace(traced(), hole=HoleFound(1, wish.at, Circle((120.0, -20.0), 13.0)))))
    (hole,) = page.finger.tracing.now.holes
    assert hole.area == Circle((120.0, -20.0), 13.0)
    hand.tap(page.width_of.more)
    drag(hand, page, (120.0, -20.0), (140.0, -10.0))
    (hole,) = page.finger.tracing.now.holes
    assert isinstance(hole.area, Circle)
    assert hole.area.radius == 13.5
    assert hole.area.centre == pytest.approx((140.0, -10.0), abs=2)
    hand.show(with_tracing(replace(traced(), hole=HoleFound(2, (0.0, 50.0), None))))
    assert len(page.finger.tracing.now.holes) == 2  # nothing is seen there: a round one of a usual size
    hand.tap(page.remove)
    hand.tap(page.remove)
    assert page.finger.tracing.now.holes == ()


def test_a_hole_of_any_shape_is_outlined_with_taps(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    page = tracing_page(hand)
    hand.tap(page.modes["holes"])
    hand.tap(page.new)
    for corner in ((100.0, 100.0), (160.0, 100.0), (160.0, 40.0), (10.0, 10.0)):
        tap(hand, page, corner)
    hand.tap(page.undo)
    assert len(page.finger.taps) == 3
    assert page.new.title.text == "Close it"
    hand.tap(page.new)
    (hole,) = page.finger.tracing.now.holes
    assert isinstance(hole.area, Polygon)
    assert hole.area.points[1] == pytest.approx((160.0, 100.0), abs=2)


def test_a_joint_is_two_taps_and_a_shape_counts(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    page = tracing_page(hand)
    hand.tap(page.modes["joints"])
    tap(hand, page, (0.0, -240.0))
    assert page.hint.text == "Now tap where it ends."
    tap(hand, page, (0.0, -190.0))
    (joint,) = page.finger.tracing.now.joints
    assert isinstance(joint, Joint)
    assert joint.b == pytest.approx((0.0, -190.0), abs=2)
    hand.tap(page.width_of.more)
    assert page.finger.tracing.now.joints[0].wide == 4.5
    hand.tap(page.modes["shapes"])
    hand.tap(page.new)
    for corner in ((-170.0, 60.0), (-90.0, 70.0), (-100.0, 150.0)):
        tap(hand, page, corner)
    tap(hand, page, (-170.0, 60.0))  # the first corner again closes it
    (shape,) = page.finger.tracing.now.shapes
    assert shape.value == 5
    hand.tap(page.value.more)
    assert page.finger.tracing.now.shapes[0].value == 6


def test_what_was_traced_is_named_and_kept(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    page = tracing_page(hand)
    screen = hand.screen.screen
    assert isinstance(screen, TargetScreen)
    hand.tap(page.value.more)
    hand.tap(page.keep)
    naming = screen.panels.panel
    assert isinstance(naming, WordPanel)
    for letter in "Hut":
        hand.tap(naming.keyboard.keys[letter])
    hand.tap(naming.keyboard.done)
    name, wish = hand.table.wishes[-1]
    assert name == "aim"
    assert wish == KeepTarget("Hut", page.finger.tracing.now)
    hand.show(LISTED)
    assert isinstance(screen.page, TargetList)


def test_a_target_that_is_traced_on_keeps_its_name(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    screen = opened(hand)
    hand.show(with_tracing(replace(traced(), name="Ola")))
    page = screen.page
    assert isinstance(page, TracePage)
    hand.tap(page.keep)
    start = traced().start
    assert isinstance(start, Traced)
    assert hand.table.wishes[-1] == ("aim", KeepTarget("Ola", start))
    hand.tap(screen.bar.left)
    assert hand.table.wishes[-1] == ("aim", LeaveTracing())


def test_another_view_leaves_the_traced_lines_alone(open_screen: Open) -> None:
    hand = open_screen(LISTED)
    page = tracing_page(hand)
    hand.tap(page.value.more)
    before = page.finger.tracing.now
    hand.show(replace(with_tracing(traced()), sight=Sight(TableState.HAND, "", ())))
    screen: Any = hand.screen.screen
    assert screen.page is page
    assert page.finger.tracing.now == before


def test_another_size_of_the_window_loses_no_line(open_screen: Open) -> None:
    hand = open_screen(LISTED, (1280, 720))
    page = tracing_page(hand)
    drag(hand, page, (0.0, 184.0), (0.0, 196.0))
    hand.tap(page.modes["holes"])
    hand.tap(page.new)
    for corner in ((100.0, 100.0), (160.0, 100.0)):
        tap(hand, page, corner)
    before, taps, wishes = page.finger.tracing.now, page.finger.taps, list(hand.table.wishes)
    Window.size = (800, 480)
    hand.settle()
    smaller: Any = hand.screen.screen
    assert isinstance(smaller.page, TracePage)
    assert smaller.page is not page
    assert (smaller.page.finger.tracing.now, smaller.page.finger.taps) == (before, taps)
    assert hand.table.wishes == wishes  # nobody has left the board
    assert radii(smaller.page)[1] == pytest.approx(196.0, abs=1.0)
    tap(hand, smaller.page, (160.0, 40.0))
    hand.tap(smaller.page.new)
    assert len(smaller.page.finger.tracing.now.holes) == 1
    hand.tap(smaller.page.undo)
    hand.tap(smaller.page.undo)
    assert smaller.page.finger.tracing.now == traced().start


def test_a_finger_on_a_line_while_the_window_changes_has_made_one_change(open_screen: Open) -> None:
    hand = open_screen(LISTED, (1280, 720))
    page = tracing_page(hand)
    touch = UnitTestTouch(*window(page, (0.0, 184.0)))
    touch.touch_down()
    for y in (193.0, 199.0):
        touch.touch_move(*window(page, (0.0, y)))
        frame()
    Window.size = (800, 480)
    hand.settle()
    touch.touch_up()
    hand.settle()
    screen: Any = hand.screen.screen
    assert radii(screen.page)[1] == pytest.approx(199.0, abs=1.0)
    hand.tap(screen.page.value.more)
    hand.tap(screen.page.undo)
    hand.tap(screen.page.undo)
    assert screen.page.finger.tracing.now == traced().start


def test_another_size_of_the_window_keeps_what_was_told_of_the_board(open_screen: Open) -> None:
    hand = open_screen(LISTED, (1280, 720))
    screen = opened(hand)
    hand.show(with_tracing(TracingView("look")))
    page = screen.page
    assert isinstance(page, LookPage)
    hand.tap(page.wide.less)
    hand.tap(page.die.more)
    hand.tap(page.shape)
    hand.tap(page.preview, 0.3, 0.6)
    corners, words = page.preview.corners, page.words.text
    Window.size = (800, 480)
    hand.settle()
    smaller: Any = hand.screen.screen
    assert isinstance(smaller.page, LookPage)
    assert smaller.page.preview.corners == corners
    assert smaller.page.words.text == words
    hand.tap(smaller.page.look_now)
    assert hand.table.wishes[-1] == ("aim", LookAtBoard((495.0, 500.0), 17.0, corners))


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_state_has_room(
    language: str, both_sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def states() -> Iterator[Picture]:
        yield from pictures(HOME)
        yield Picture("settings", HOME, lambda s: s.screen.open_settings())  # type: ignore[union-attr]
        yield Picture("setup", LISTED, lambda s: s._go("setup", "dungeon_fighter"))

    monkeypatch.setattr(gallery, "settle", lambda: [frame() for _ in range(3)])
    monkeypatch.setattr(gallery, "pictures", states)
    monkeypatch.setattr(gallery, "table_picture", lambda faces: None)
    monkeypatch.setattr(Preview, "picture", lambda self, pixels: None)
    problems: list[str] = []
    for path, screen in walk(None, both_sizes, language):
        problems += [f"{path.stem}: {problem}" for problem in (*clipped(screen), *too_small(screen))]
    assert not problems, "\n".join(problems)
