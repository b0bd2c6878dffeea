"""Pictures of the target's screen in every state worth seeing, with a board that nobody photographed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from companion.rules.text import line
from companion.screens.gallery import Picture
from companion.screens.port import View
from companion.screens.samples import jpeg
from companion.screens.target_port import HoleFound, TargetRow, TargetView, TracingView
from companion.screens.target_screen import LookPage, TargetScreen
from companion.screens.target_trace import TracePage
from companion.screens.theme import rgb
from companion.screens.touchscreen import Touchscreen
from companion.screens.widgets.drawing import Pen, render
from companion.target.profile import Circle, Point
from companion.target.tracing import Tracing

REACH = 250.0  # mm that the board's picture shows to each side
RINGS = (240.0, 192.0, 142.0, 95.0, 45.0)
HOLES: tuple[Point, ...] = ((120.0, -20.0), (-120.0, 60.0))
COLOURS = ("#B98A4E", "#E6D3A8", "#8E5A3A", "#E6D3A8", "#A83A2E")

ROWS = (
    TargetRow("Ola", "Ola's board", "2026-05-16", 0.6, (1, 2, 3, 4, 10), own=True),
    TargetRow("default", "Printed target, 500 mm", "2026-01-31", 0.5, (1, 2, 3, 4, 10), own=False),
)


@lru_cache(maxsize=1)
def board() -> bytes:
    """A round board from above, on a table."""

    def draw(pen: Pen) -> None:
        pen.colour(rgb("#4A3A2E"))
        pen.box(0, 0, 2 * REACH, 2 * REACH)
        for radius, colour in zip(RINGS, COLOURS, strict=True):
            pen.colour(rgb("#2A211B"))
            pen.disc(REACH, REACH, radius)
            pen.colour(rgb(colour))
            pen.disc(REACH, REACH, radius - 1.5)
        pen.colour(rgb("#1B1613"))
        for x, y in HOLES:
            pen.disc(REACH + x, REACH - y, 13)
        pen.box(REACH - 2, 2 * REACH - 60, 4, 50)

    return jpeg(render(draw, (2 * REACH, 2 * REACH), 500, 500))


def traced() -> TracingView:
    """As it was proposed: the second ring is a little off, and no hole is known yet."""
    start = Tracing.of([240.0, 184.0, 142.0, 95.0, 45.0]).now
    return TracingView("trace", None, 1, board(), (-REACH, -REACH, REACH, REACH), start, 0.6)


def pictures(home: View) -> Iterator[Picture]:
    def view(tracing: TracingView | None, used: str = "Ola") -> View:
        return replace(home, target=TargetView(ROWS, used, tracing))

    yield Picture("target", view(None), _go(lambda _: None))
    yield Picture("target-look", view(TracingView("look")), _go(lambda _: None))
    yield Picture("target-looking", view(TracingView("looking")), _go(lambda _: None))
    yield Picture("target-not-found", view(TracingView("look", line("trace.no_board"))), _go(lambda _: None))
    yield Picture("target-corners", view(TracingView("look")), _go(_not_round))
    yield Picture("target-rings", view(traced()), _go(_trace(_rings)), "")
    yield Picture("target-holes", view(traced()), _go(_trace(_holes)), "")
    yield Picture("target-joints", view(traced()), _go(_trace(_joints)), "")
    yield Picture("target-shapes", view(traced()), _go(_trace(_shapes)), "")
    yield Picture("target-name", view(traced()), _go(_trace(lambda page: page.keep.tapped(None))), "")


def _go(then: Callable[[TargetScreen], None]) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("target")
        assert isinstance(screen.screen, TargetScreen)
        then(screen.screen)

    return go


def _not_round(screen: TargetScreen) -> None:
    assert isinstance(screen.page, LookPage)
    screen.page._turn()


def _trace(then: Callable[[TracePage], None]) -> Callable[[TargetScreen], None]:
    def go(screen: TargetScreen) -> None:
        assert isinstance(screen.page, TracePage)
        then(screen.page)

    return go


def _rings(page: TracePage) -> None:
    _drag(page, (184.0, 0.0), (0.0, 191.0))


def _holes(page: TracePage) -> None:
    page.turn_to("holes")
    page.finger.tracing.add_hole(HOLES[0])
    found = HoleFound(1, HOLES[1], Circle(HOLES[1], 13.0))
    page.show(replace(traced(), hole=found))


def _joints(page: TracePage) -> None:
    page.turn_to("joints")
    _tap(page, (0.0, -242.0))
    _tap(page, (0.0, -190.0))
    _tap(page, (0.0, 190.0))


def _shapes(page: TracePage) -> None:
    page.turn_to("shapes")
    page.begin()
    for corner in ((-170.0, 60.0), (-90.0, 70.0), (-100.0, 150.0)):
        _tap(page, corner)
    page.begin()
    page.begin()
    for corner in ((100.0, 60.0), (170.0, 90.0), (120.0, 140.0)):
        _tap(page, corner)


def _tap(page: TracePage, at: Point) -> None:
    page.touch("down", at)
    page.touch("up", at)


def _drag(page: TracePage, start: Point, end: Point) -> None:
    page.touch("down", start)
    for step in range(1, 9):
        share = step / 8
        page.touch("move", (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    page.touch("up", end)
