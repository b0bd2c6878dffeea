"""The touchscreen's own business: threads, pictures of itself, and how Kivy is set up."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kivy.core.image import Image as CoreImage

from companion.dice import Sight, TableState
from companion.rules.core import Adjust, Counter, DiceWanted, Seat, Waiting
from companion.rules.text import line
from companion.screens.port import Offer, ShownDice, View
from companion.screens.samples import SAVED, Sample, readings, table_picture
from companion.screens.theme import DARK

Open = Callable[..., Any]
HOME = View(sight=Sight(TableState.EMPTY, "", ()), saved=SAVED, simulated=True)


def test_of_many_views_from_another_thread_only_the_newest_is_drawn_on_the_touch_thread(
    open_screen: Open,
) -> None:
    hand = open_screen(HOME)
    shown: list[tuple[View, int]] = []
    show = hand.screen.screen.show
    hand.screen.screen.show = lambda view: (shown.append((view, threading.get_ident())), show(view))
    views = [replace(HOME, sight=Sight(state, "", ())) for state in list(TableState) * 20]
    thread = threading.Thread(target=lambda: [hand.table.show(view) for view in views])
    thread.start()
    thread.join()
    assert shown == []  # nothing is touched from another thread
    hand.settle()
    assert shown == [(views[-1], threading.get_ident())]
    hand.table.show(HOME)
    hand.settle()
    assert shown[-1][0] is HOME


def test_pictures_are_asked_for_only_while_one_can_be_seen(open_screen: Open) -> None:
    hand = open_screen(HOME)
    assert hand.table.show_picture is None
    hand.show(Sample().until_dice().view())
    assert hand.table.show_picture is not None
    pictures = [table_picture("123"), table_picture("456")]
    for picture in pictures:
        hand.table.show_picture(picture)
    hand.settle()
    hand.show(HOME)
    assert hand.table.show_picture is None


def test_the_screens_follow_the_view(open_screen: Open) -> None:
    hand = open_screen(HOME)
    names = []
    for view in (Sample().view(), replace(Sample().view(), game_id=8), Sample().view(simulated=False), HOME):
        before = hand.screen.screen
        hand.show(view)
        names.append((type(hand.screen.screen).__name__, hand.screen.screen is before))
    assert names == [
        ("DiceThroneScreen", False),
        ("DiceThroneScreen", False),
        ("DiceThroneScreen", False),
        ("HomeScreen", False),
    ]


def test_a_game_without_a_page_of_its_own_can_still_be_played(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    names = ("points", "wins", "token.old_boot")
    view = View(
        sight=Sight(TableState.EMPTY, "", ()),
        game="checkers",
        game_id=1,
        seats=tuple(Seat(name) for name in ("Mia", "Leo", "Ola", "Tom")),
        waiting=Waiting((1, 2), line("Roll!"), DiceWanted("d12", 4, 4)),
        offers=tuple(Offer(n, line(f"Offer {n}")) for n in range(20)),
        counters=tuple(Counter(seat, name, seat, 0, 9) for seat in range(4) for name in names),
        dice=ShownDice(readings("1234", kind="d12")),
    )
    hand = open_screen(view, both_sizes)
    play = hand.screen.screen
    assert [card.large.figure.text for card in play.cards] == ["0", "1", "2", "3"]
    assert [card.turn.name for card in play.cards] == ["", "arrow", "arrow", ""]
    hand.tap(play.cards[3].large, across=0.2)
    hand.tap(play.cards[2].rest)
    assert {dial.label.text for dial in play.panels.panel.dials.values()} == {"points", "wins", "old boot"}
    hand.tap(play.panels.panel.dials["token.old_boot"], across=0.8)
    play.panels.close()
    hand.tap(play.offers.children[0])  # the last one: the rest
    hand.tap(
        next(
            w
            for w in play.panels.panel.walk(restrict=True)
            if getattr(w, "title", None) and w.title.text == "Offer 7"
        )
    )
    assert hand.table.wishes == [
        ("do", Adjust(3, "points", -1)),
        ("do", Adjust(2, "token.old_boot", 1)),
        ("do", 7),
    ]
    hand.tap(play.strip.tiles[0])
    faces = {
        w.mark.face
        for w in play.panels.panel.walk(restrict=True)
        if hasattr(w, "mark") and hasattr(w, "caption")
    }
    assert faces == {str(n) for n in range(1, 13)}


def test_leaving_the_screen_sends_what_was_being_tapped(open_screen: Open) -> None:
    hand = open_screen(Sample().view())
    hand.tap(hand.screen.screen.cards[0].large, across=0.2)
    hand.tap(hand.screen.screen.bar.left)
    assert [wish[0] for wish in hand.table.wishes] == ["do", "leave_game"]


def test_a_picture_of_the_screen(open_screen: Open, tmp_path: Path, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(HOME, both_sizes)
    path = hand.screen.screenshot(tmp_path / "new" / "home.png")
    assert path == tmp_path / "new" / "home.png"
    picture = CoreImage(str(path), keep_data=True)
    assert picture.size == both_sizes
    x = round(hand.point(hand.screen.screen.main.strip)[0])
    down = [tuple(picture.read_pixel(x, y)[:3]) for y in range(both_sizes[1])]
    assert down.count(pytest.approx(DARK.accent[:3], abs=0.01)) > hand.screen.look.px(
        50
    )  # the Continue button


def test_a_new_theme_shows_at_once(open_screen: Open) -> None:
    hand = open_screen(HOME)
    hand.screen._choose("theme", "light")
    hand.settle()
    assert hand.screen.look.palette.back[0] > 0.8
    assert hand.screen.screen.view is HOME


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """Kivy as the companion starts it, in a process of its own."""
    home = tmp_path_factory.mktemp("home")
    program = f"""
import sys
from pathlib import Path
from companion.screens.kivy_config import prepare
prepare(Path({str(home)!r}), (800, 480), rotation=180)
from kivy.config import Config
from kivy.core.window import Window
from kivy.base import EventLoop, runTouchApp
from kivy.uix.widget import Widget
runTouchApp(Widget(), embedded=True)
# Kivy adds SDL's own provider by itself; on Linux nothing ever comes from it.
providers = [type(p) for p in EventLoop.input_providers]
print([p.__module__.split(".")[-1] for p in providers if p.__name__ != "SDL2MotionEventProvider"])
print(Window.size, Config.get("graphics", "rotation"))
print(sorted(p.name for p in Path({str(home)!r}).rglob("*")))
print("to stderr", file=sys.stderr)
try:
    prepare(Path({str(home)!r}))
except RuntimeError as error:
    print(error)
"""
    offscreen = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    start = [sys.executable, "-c", program]
    return subprocess.run(start, env=offscreen, capture_output=True, text=True, timeout=100, check=False)


def test_there_is_one_input_provider_and_nothing_is_written(fresh: subprocess.CompletedProcess[str]) -> None:
    assert fresh.stdout.splitlines() == [
        "['mouse']",
        "(800, 480) 180",
        "[]",
        "Kivy was imported before its configuration was made.",
    ]


def test_kivy_is_quiet_and_leaves_stderr_alone(fresh: subprocess.CompletedProcess[str]) -> None:
    assert fresh.stderr == "to stderr\n"
