"""Setting up the table by touch: wishes go out, what is known comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.rules.text import line
from companion.screens import gallery
from companion.screens.calibrate import TablePanel
from companion.screens.gallery import Picture, table_pictures, walk
from companion.screens.home import HomeScreen
from companion.screens.port import TableSetup, View
from companion.screens.samples import SAVED
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.preview import Preview

from .conftest import Hand, frame
from .test_looks import clipped, too_small

HOME = View(saved=SAVED)
CORNERS = ((200.0, 100.0), (1080.0, 100.0), (1100.0, 630.0), (170.0, 630.0))


def panel_of(hand: Hand) -> TablePanel:
    assert isinstance(hand.screen.screen, HomeScreen)
    panel = hand.screen.screen.panels.panel
    assert isinstance(panel, TablePanel)
    return panel


def button(panel: TablePanel, words: str) -> VerbButton:
    found = [w for w in panel.walk(restrict=True) if isinstance(w, VerbButton) and w.title.text == words]
    assert found, words
    return found[0]


@pytest.fixture
def opened(open_screen: Callable[..., Hand]) -> Hand:
    hand = open_screen(HOME)
    assert isinstance(hand.screen.screen, HomeScreen)
    hand.screen.screen.open_settings()
    hand.settle()
    settings = hand.screen.screen.panels.panel
    assert settings is not None
    door = next(
        w
        for w in settings.walk(restrict=True)
        if isinstance(w, VerbButton) and w.title.text == "Set up the camera"
    )
    door.on_tap()  # the list is long: it may lie below what is seen of it
    hand.settle()
    return hand


def test_from_page_to_kept_table(opened: Hand) -> None:
    panel = panel_of(opened)
    assert opened.table.wishes == [("set_up_table", "page")]
    assert opened.table.show_picture is not None  # the camera's picture is wanted
    opened.show(replace(HOME, table_setup=TableSetup("page")))
    opened.tap(button(panel, "Look at the page"))
    assert opened.table.wishes[-1] == ("look_at_table",)
    told = (line("calibrate.told.light", how=line("calibrate.light.good")),)
    opened.show(replace(HOME, table_setup=TableSetup("tray", told)))
    opened.tap(button(panel, "Find the tray"))
    assert opened.table.wishes[-1] == ("look_at_table",)
    opened.show(replace(HOME, table_setup=TableSetup("check", told, CORNERS)))
    assert panel.preview.corners == CORNERS
    x, y, width, height = panel.preview.picture_box()
    across = (x + 0.2 * width - panel.preview.x) / panel.preview.width
    up = (y + 0.9 * height - panel.preview.y) / panel.preview.height
    opened.tap(panel.preview, across, up)
    name, corners, _ = opened.table.wishes[-1]
    assert name == "tell_tray"
    assert corners[0] == pytest.approx((0.2 * 1280, 0.1 * 720), abs=3)
    assert corners[1:] == list(CORNERS[1:])
    opened.tap(button(panel, "Keep it"))
    assert opened.table.wishes[-1] == ("keep_table",)
    opened.show(HOME)
    assert isinstance(opened.screen.screen, HomeScreen)
    assert opened.screen.screen.panels.panel is None


def test_without_a_page_the_corners_and_the_size_are_told(opened: Hand) -> None:
    panel = panel_of(opened)
    opened.show(replace(HOME, table_setup=TableSetup("page")))
    opened.tap(button(panel, "I have no page"))
    assert opened.table.wishes[-1] == ("set_up_table", "corners")
    opened.show(replace(HOME, table_setup=TableSetup("corners")))
    assert len(panel.preview.corners) == 4
    opened.tap(button(panel, "+"))
    assert opened.table.wishes[-1][2] == (305.0, 200.0)
    opened.tap(button(panel, "Keep it"))
    assert [wish[0] for wish in opened.table.wishes[-2:]] == ["tell_tray", "keep_table"]


def test_seats_are_counted_and_dragged(opened: Hand) -> None:
    panel = panel_of(opened)
    told = (line("calibrate.told.light", how=line("calibrate.light.good")),)
    opened.show(replace(HOME, table_setup=TableSetup("check", told, CORNERS)))
    opened.tap(button(panel, "Move the seats"))
    assert opened.table.wishes[-1] == ("tell_seats", 4, [])
    seats = ((640.0, 520.0), (335.0, 362.0), (640.0, 210.0), (945.0, 362.0))
    opened.show(replace(HOME, table_setup=TableSetup("seats", told, CORNERS, seats)))
    opened.tap(button(panel, "+"))
    assert opened.table.wishes[-1] == ("tell_seats", 5, [])

    finger = opened.press(panel.preview, *_share(panel, 340, 360))
    finger.touch_move(*opened.point(panel.preview, *_share(panel, 300, 500)))
    assert panel.preview.seats[1] == pytest.approx((300, 500), abs=4), "it goes with the finger"
    finger.touch_up()
    opened.settle()
    name, count, places = opened.table.wishes[-1]
    assert (name, count) == ("tell_seats", 4)
    assert places[1] == pytest.approx((300, 500), abs=4)
    assert [*places[:1], *places[2:]] == [*seats[:1], *seats[2:]]
    assert panel.preview.corners == CORNERS
    opened.tap(button(panel, "Keep it"))
    assert opened.table.wishes[-1] == ("keep_table",)


def _share(panel: TablePanel, x: float, y: float) -> tuple[float, float]:
    """A place of the frame as shares of the preview, from its lower left."""
    left, low, width, height = panel.preview.picture_box()
    across, up = left + x / 1280 * width, low + height - y / 720 * height
    return (across - panel.preview.x) / panel.preview.width, (up - panel.preview.y) / panel.preview.height


def test_leaving_it_changes_nothing(opened: Hand) -> None:
    opened.show(replace(HOME, table_setup=TableSetup("page")))
    panel = panel_of(opened)
    assert panel.close is not None
    panel.close()
    opened.settle()
    assert opened.table.wishes[-1] == ("set_up_table", "")
    assert opened.table.show_picture is None


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_step_has_room(
    language: str, both_sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps() -> Iterator[Picture]:
        yield from table_pictures(HOME)
        yield Picture("home-settings", HOME, lambda s: s.screen.open_settings())  # type: ignore[union-attr]

    monkeypatch.setattr(gallery, "settle", lambda: [frame() for _ in range(3)])
    monkeypatch.setattr(gallery, "pictures", steps)
    monkeypatch.setattr(gallery, "table_picture", lambda faces: None)
    monkeypatch.setattr(Preview, "picture", lambda self, pixels: None)
    problems: list[str] = []
    for path, screen in walk(None, both_sizes, language):
        problems += [f"{path.stem}: {problem}" for problem in (*clipped(screen), *too_small(screen))]
    assert not problems, "\n".join(problems)
