"""Kivy on SDL's offscreen driver: real pixels and real touches, no display."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NoReturn

import numpy as np
import pytest

OFFSCREEN = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
LARGEST = (1280, 720)  # the offscreen window never grows, so it starts with the largest size
START = f"""
from pathlib import Path
from companion.screens.kivy_config import prepare
prepare(Path({gettempdir()!r}), {LARGEST})
from kivy.core.window import Window
print(Window is not None)
"""


def can_draw() -> bool:
    """Asked in a process of its own: without OpenGL, SDL may end the process that asks."""
    start = [sys.executable, "-c", START]
    tried = subprocess.run(start, env=OFFSCREEN, capture_output=True, text=True, timeout=60, check=False)
    return tried.returncode == 0 and tried.stdout.strip() == "True"


CAN_DRAW = can_draw()


class Undrawable(pytest.Module):
    """A file of tests that is not even imported: importing it would open a window."""

    def collect(self) -> NoReturn:
        pytest.skip("there is no OpenGL to draw with here", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> Undrawable | None:
    return None if CAN_DRAW else Undrawable.from_parent(parent, path=module_path)


if CAN_DRAW:
    from companion.screens.kivy_config import prepare

    prepare(Path(gettempdir()), LARGEST)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")  # tests do not wait for the next sixtieth of a second
    Config.remove_option("input", "mouse")

    # Other tests find the environment as it was.
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SDL_VIDEODRIVER", "offscreen")
        from kivy.core.window import Window

    from kivy.base import runTouchApp
    from kivy.clock import Clock
    from kivy.lang import Builder
    from kivy.tests.common import UnitTestTouch
    from kivy.uix.widget import Widget

    from companion.screens import gallery
    from companion.screens.desk import Choices
    from companion.screens.port import View
    from companion.screens.touchscreen import Touchscreen
    from companion.screens.widgets import drawing
    from companion.screens.widgets.preview import Preview

    from .fake_table import FakeTable

    STEP = 0.02  # seconds

    class TestClock:
        """Kivy's clock, standing still between the steps: a busy machine changes no test."""

        def __init__(self) -> None:
            self.ahead = Clock.time()

        def __call__(self) -> float:
            return self.ahead

    CLOCK = TestClock()
    Clock.time = CLOCK

    def frame() -> None:
        """All of a frame but the drawing."""
        CLOCK.ahead += 0.001
        Clock.tick()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    class Hand:
        """A finger on the screen, and the table behind it."""

        def __init__(self, screen: Touchscreen, table: FakeTable) -> None:
            self.screen = screen
            self.table = table

        def show(self, view: View) -> None:
            self.screen.show(view)
            self.settle()

        def settle(self, frames: int = 3) -> None:
            for _ in range(frames):
                frame()

        def wait(self, seconds: float) -> None:
            """Let the screen's clock run on, in small steps."""
            for _ in range(round(seconds / STEP)):
                CLOCK.ahead += STEP
                frame()

        def point(self, widget: Widget, across: float = 0.5, up: float = 0.5) -> tuple[float, float]:
            return widget.to_window(widget.x + widget.width * across, widget.y + widget.height * up)  # type: ignore[no-any-return]

        def press(self, widget: Widget, across: float = 0.5, up: float = 0.5) -> UnitTestTouch:
            touch = UnitTestTouch(*self.point(widget, across, up))
            touch.touch_down()
            frame()
            return touch

        def tap(self, widget: Widget, across: float = 0.5, up: float = 0.5) -> None:
            self.press(widget, across, up).touch_up()
            self.settle()

    @pytest.fixture(params=[(800, 480), (1280, 720)], ids=["800x480", "1280x720"])
    def both_sizes(request: pytest.FixtureRequest) -> tuple[int, int]:
        size: tuple[int, int] = request.param
        return size

    @pytest.fixture
    def no_drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """For tests that ask where things lie: pixels cost time."""

        def blank(_draw: Any, _grid: Any, width: int, height: int) -> np.ndarray:
            return np.zeros((height, width, 4), np.uint8)

        monkeypatch.setattr(gallery, "settle", lambda: [frame() for _ in range(3)])
        monkeypatch.setattr(Preview, "picture", lambda self, pixels: None)
        monkeypatch.setattr(drawing, "render", blank)
        drawing.drawn.cache_clear()
        yield
        drawing.drawn.cache_clear()  # the next test may look at pixels

    @pytest.fixture
    def open_screen() -> Iterator[Callable[..., Hand]]:
        opened: list[Touchscreen] = []

        def open(
            view: View, size: tuple[int, int] = (800, 480), language: str = "en", animations: bool = False
        ) -> Hand:
            Window.size = size
            table = FakeTable()
            screen = Touchscreen(table, Choices(language, "dark", 0, animations))
            opened.append(screen)
            runTouchApp(screen.build(), embedded=True)
            screen.on_start()
            hand = Hand(screen, table)
            hand.show(view)
            return hand

        yield open
        for screen in opened:
            screen.on_stop()
            Window.remove_widget(screen.root_layer)
        Window.size = (800, 480)
