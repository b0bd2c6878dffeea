"""Panels face whoever reads them: players sit all around the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.uix.widget import Widget

from companion.config import Settings, load, save
from companion.dice import TableState
from companion.screens import gallery
from companion.screens.gallery import walk
from companion.screens.play import PlayScreen
from companion.screens.samples import Sample
from companion.screens.theme import GAP, SMALLEST, TOUCH
from companion.screens.touchscreen import Touchscreen
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable

from .test_looks import LARGE, SMALL, checked, in_a_list
from .test_settings import listen

Open = Callable[..., Any]

# Pictures of every panel that also stands upright.
UPRIGHT = (
    "counters", "play-cards", "help", "history", "die-correct", "die-add", "play-board", "play-hero",
    "king-counters", "king-face-told", "king-die-correct", "quarriors-die-kind", "quarriors-die-twin",
    "quarriors-collection", "quarriors-counters", "quarriors-where", "quarriors-cards", "quarriors-card",
    "quarriors-card-unchecked", "df-attacks", "df-hero", "df-hero-cards",
)  # fmt: skip


def opened(open_screen: Open, seat: int = 0) -> Any:
    hand = open_screen(Sample().view(state=TableState.EMPTY))
    hand.screen.screen.open_counters(seat)
    hand.settle()
    return hand


def turn(hand: Any, times: int = 1) -> None:
    hand.settle()
    for _ in range(times):
        hand.tap(hand.screen.screen.panels.turn)


def test_a_panel_turns_round_by_quarters(open_screen: Open) -> None:
    hand = opened(open_screen)
    panels = hand.screen.screen.panels
    angles = []
    for _ in range(4):
        turn(hand)
        angles.append(panels.angle)
    assert angles == [90, 180, 270, 0]
    assert panels.panel.parent is panels


def test_it_fills_the_same_place_however_it_is_turned(open_screen: Open) -> None:
    hand = opened(open_screen)
    panels = hand.screen.screen.panels
    panel = panels.panel
    for angle in (90, 180, 270):
        turn(hand)
        corners = [panel.to_window(x, y) for x in (0, panel.width) for y in (0, panel.height)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        low, high = min(y for _, y in corners), max(y for _, y in corners)
        assert (left, low, right, high) == pytest.approx((panels.x, panels.y, panels.right, panels.top)), (
            angle
        )
    assert panels.angle == 270


@pytest.mark.parametrize(("times", "up"), [(1, (-1, 0)), (2, (0, -1)), (3, (1, 0))])
def test_one_quarter_faces_the_player_to_the_right(
    open_screen: Open, times: int, up: tuple[int, int]
) -> None:
    """What is above on the panel is away from whoever reads it."""
    hand = opened(open_screen)
    turn(hand, times)
    panel = hand.screen.screen.panels.panel
    (x, y), (above_x, above_y) = panel.to_window(10, 10), panel.to_window(10, 11)
    assert (above_x - x, above_y - y) == pytest.approx(up)


@pytest.mark.parametrize("times", range(4))
def test_a_finger_finds_what_it_sees_on_a_turned_panel(open_screen: Open, times: int) -> None:
    hand = opened(open_screen)
    play = hand.screen.screen
    turn(hand, times)
    hand.tap(play.panels.panel.dials["health"], across=0.8)
    hand.tap(play.panels.panel.dials["health"], across=0.8)
    assert (play.burst.counter.name, play.burst.by) == ("health", 2)
    cross = play.panels.panel.head.children[0]
    hand.tap(cross)
    assert play.panels.panel is None


def test_a_list_on_a_turned_panel_is_pushed_along_its_own_way(open_screen: Open) -> None:
    hand = opened(open_screen)
    turn(hand)
    counters = hand.screen.screen.panels.panel.grid.parent
    before = counters.scroll_y
    touch = hand.press(counters, up=0.2)
    for step in range(1, 11):
        touch.touch_move(touch.x - 20 * step / 2, touch.y)  # upwards for whoever sits to the right
        hand.wait(0.02)
    touch.touch_up()
    hand.settle()
    assert counters.scroll_y < before


def test_a_player_turns_a_panel_once_for_the_whole_evening(open_screen: Open) -> None:
    hand = opened(open_screen, seat=1)
    kept = listen(hand)
    turn(hand, 3)
    assert kept[-1] == ("facing", {"Leo": 270})
    play = hand.screen.screen
    play.open_counters(0)
    assert play.panels.angle == 0  # Mia's
    play.open_counters(1)
    assert play.panels.angle == 270
    hand.screen._choose("theme", "light")  # all is drawn anew
    hand.settle()
    hand.screen.screen.open_counters(1)
    assert hand.screen.screen.panels.angle == 270


def test_what_is_offered_faces_whoever_acts(open_screen: Open) -> None:
    hand = opened(open_screen)
    turn(hand, 2)
    play = hand.screen.screen
    assert play.view.waiting.seats == (0,)
    play.open_offers()
    assert play.panels.angle == 180


def test_a_panel_for_everybody_lies_as_the_screen_does(open_screen: Open) -> None:
    hand = opened(open_screen)
    play, kept = hand.screen.screen, listen(hand)
    play.open_help()
    turn(hand)
    assert play.panels.angle == 90
    play.open_history()
    assert play.panels.angle == 0
    assert not kept


def test_a_panel_that_needs_the_width_turns_by_halves(open_screen: Open) -> None:
    hand = opened(open_screen)
    turn(hand)
    play = hand.screen.screen
    play.open_camera()
    turn(hand)
    assert play.panels.angle == 180
    turn(hand)
    assert play.panels.angle == 0


def test_the_ways_go_into_the_file_and_come_back(tmp_path: Any) -> None:
    save(Settings(facing={"Mia": 90, "Żaneta": 180}), tmp_path / "settings.toml")
    assert load(tmp_path / "settings.toml").facing == {"Mia": 90, "Żaneta": 180}


@pytest.mark.parametrize(
    ("size", "language"), [(SMALL, "en"), (SMALL, "ru"), (SMALL, "pl"), (LARGE, "ru")]
)  # both sizes are as high in units, and so is a panel that stands upright as narrow
def test_nothing_is_clipped_on_a_panel_that_stands_upright(
    size: tuple[int, int], language: str, no_drawing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = tuple(picture for picture in checked() if picture.name in UPRIGHT)
    monkeypatch.setattr(gallery, "pictures", lambda: pictures)
    problems: list[str] = []
    for path, screen in walk(None, size, language):
        play = screen.screen
        assert isinstance(play, PlayScreen)
        assert play.panels.panel is not None
        assert play.panels.panel.quarters, path.stem
        play.panels.face(90)
        gallery.settle()
        problems += [f"{path.stem}: {problem}" for problem in cramped(screen, play.panels.panel)]
    assert not problems, "\n".join(problems)
    assert len(pictures) == len(UPRIGHT)


def cramped(screen: Touchscreen, panel: Widget) -> Iterator[str]:
    """What does not fit, in the panel's own measures: there it is not turned."""
    least, gap = screen.look.px(TOUCH), screen.look.px(GAP)
    for widget in panel.walk(restrict=True):
        if isinstance(widget, Text) and widget.text and min(widget.size) > 1:
            wide, high = extent(widget.text, round(widget.font_size), widget.bold, int(widget.width))
            if widget.clipped or wide > widget.width + 1 or high > widget.height + 1:
                yield f"no room for {widget.text!r} ({widget.width:.0f} × {widget.height:.0f})"
            if round(widget.font_size) < round(screen.look.px(SMALLEST)):
                yield f"{widget.text!r} is written too small"
            if not in_a_list(widget) and not 0 <= widget.x <= widget.right <= panel.width + 1:
                yield f"{widget.text!r} lies outside the panel"
        if isinstance(widget, Touchable) and widget.enabled:
            width = widget.width / 2 - gap / 2 if isinstance(widget, Dial) else widget.width
            if width < least - 0.5 or widget.height < least - 0.5:
                yield f"{type(widget).__name__} is {width:.0f} × {widget.height:.0f}"
