"""What a designer would check: nothing clipped, nothing too small for a finger, nothing too pale to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.rules.core import Seat
from companion.screens import gallery
from companion.screens.dungeon_fighter import hero_die
from companion.screens.gallery import Picture, pictures, walk
from companion.screens.king_of_12.samples import KingSample
from companion.screens.samples import Sample
from companion.screens.theme import DARK, GAP, PALETTES, SMALLEST, TOUCH, Palette, Rgba, Theme, contrast
from companion.screens.touchscreen import Touchscreen
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.panel import PanelLayer
from companion.screens.widgets.preview import Preview
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable

LONG = ("Вячеслав-Мария", "Świętopełk-Maj")
SMALL, LARGE = (800, 480), (1280, 720)
LANGUAGES = ("en", "ru", "pl")
HALVES = 2  # of the pictures, so that two processes have as much to do


@cache
def checked() -> tuple[Picture, ...]:
    """All of them, made once for every language and size."""
    return tuple(replace(picture, pixels=lambda: None) for picture in (*worth_checking(), *long_names()))


def share(size: tuple[int, int], language: str, half: int) -> tuple[Picture, ...]:
    """On the small screen every picture in every language; the large one has a twentieth more room across and as
    much up and down, so there each picture is looked at in one of the languages, in turns."""
    pictures = checked() if size == SMALL else checked()[LANGUAGES.index(language) :: len(LANGUAGES)]
    middle = len(pictures) // HALVES
    return pictures[:middle] if half == 0 else pictures[middle:]


def worth_checking() -> Iterator[Picture]:
    """Not the camera's eight states: that chip is as wide as its word. Turned panels have a test of their own."""
    return (picture for picture in pictures() if not picture.name.startswith(("camera-", "turned-")))


def long_names() -> Iterator[Picture]:
    """Names as long as the keyboard lets them be."""
    sample = Sample(LONG).until_dice().roll("11346")
    yield Picture("long-names", sample.view())
    yield Picture("long-names-real-camera", sample.view(simulated=False))
    four = (*LONG, "Аристарх-Павел", "Bolesława-Ewa")
    king = KingSample(4, names=four).rolled(10, 7, 3, 12).cards("", "alchemist", "", "golem")
    yield Picture("long-names-king", king.view())
    yield Picture("long-names-hall", KingSample(16, names=four * 4).view())


@pytest.mark.parametrize("half", range(HALVES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_clipped_and_every_button_has_room_for_a_finger(
    language: str,
    half: int,
    both_sizes: tuple[int, int],
    no_drawing: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gallery, "pictures", lambda: share(both_sizes, language, half))
    problems: list[str] = []
    for path, screen in walk(None, both_sizes, language):
        problems += [f"{path.stem}: {problem}" for problem in clipped(screen)]
        problems += [f"{path.stem}: {problem}" for problem in too_small(screen)]
    assert not problems, "\n".join(problems)


def clipped(screen: Touchscreen) -> Iterator[str]:
    window = screen.root_layer
    for text in all_of(screen, Text):
        if not text.text:
            continue
        font = round(text.font_size)
        if text.clipped or font < round(screen.look.px(SMALLEST)):
            yield f"no room for {text.text!r} ({text.width:.0f} × {text.height:.0f})"
            continue
        wide, high = extent(text.text, font, text.bold, int(text.width))
        if wide > text.width + 1 or high > text.height + 1:
            yield f"{text.text!r} takes {wide} × {high} of {text.width:.0f} × {text.height:.0f}"
        if text.texture_size[0] > text.width + 1 or text.texture_size[1] > text.height + 1:
            yield f"{text.text!r} is drawn larger than its box"
        x, y = text.to_window(*text.pos)
        inside = (
            x >= -1
            and y >= -1
            and x + text.width <= window.width + 1
            and y + text.height <= window.height + 1
        )
        if not inside and not in_a_list(text):
            yield f"{text.text!r} lies outside the window"


def too_small(screen: Touchscreen) -> Iterator[str]:
    least, gap = screen.look.px(TOUCH), screen.look.px(GAP)
    boxes: list[tuple[str, tuple[float, float, float, float]]] = []
    for widget in all_of(screen, Touchable):
        if isinstance(widget, Preview) or not widget.enabled:
            continue
        words = [text.text for text in widget.walk(restrict=True) if isinstance(text, Text) and text.text]
        name = f"{type(widget).__name__} {words[:1]}"
        x, y = widget.to_window(*widget.pos)
        width = widget.width / 2 - gap / 2 if isinstance(widget, Dial) else widget.width
        if width < least - 0.5 or widget.height < least - 0.5:
            yield f"{name} is {width:.0f} × {widget.height:.0f}, a finger needs {least:.0f}"
        if not in_a_list(widget) and widget is not screen.toast.note:
            boxes.append((name, (x, y, x + widget.width, y + widget.height)))
    for number, (name, box) in enumerate(boxes):
        for other, second in boxes[number + 1 :]:
            apart = max(box[0] - second[2], second[0] - box[2], box[1] - second[3], second[1] - box[3])
            if apart < gap - 1.5:
                yield f"{name} and {other} lie {apart:.0f} apart"


def all_of(screen: Touchscreen, kind: type) -> list[Any]:
    """Those that an eye and a finger can reach: not hidden by a panel or a notice."""
    everything = list(screen.root_layer.walk(restrict=True))
    covers = [w.panel for w in everything if isinstance(w, PanelLayer) and w.panel is not None]
    covers += [over for over in (screen.toast.note, screen.learn.note, screen.past.bar) if over is not None]
    above = [set(map(id, cover.walk(restrict=True))) for cover in covers]
    found = []
    for widget in everything:
        if not isinstance(widget, kind) or widget.width < 2 or widget.height < 2:
            continue
        x, y = widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2)
        hidden = any(
            cover.collide_point(x, y) and id(widget) not in parts
            for cover, parts in zip(covers, above, strict=True)
        )
        if not hidden:
            found.append(widget)
    return found


def in_a_list(widget: Widget) -> bool:
    while widget is not None and widget.parent is not widget:
        if isinstance(widget, ScrollView):
            return True
        widget = widget.parent
    return False


@pytest.mark.parametrize("name", list(PALETTES))
def test_writing_stands_out_from_what_is_behind_it(name: str) -> None:
    weak = [
        f"{what}: {contrast(front, back):.2f}"
        for what, front, back in pairs(PALETTES[name])
        if contrast(front, back) < 4.5
    ]
    assert not weak


def pairs(p: Palette) -> Iterator[tuple[str, Rgba, Rgba]]:
    """Every colour of writing with every ground it stands on."""
    grounds = {"back": p.back, "card": p.card, "button": p.button}
    for ground, back in grounds.items():
        yield f"text on {ground}", p.text, back
        yield f"quiet on {ground}", p.quiet, back
        for colour, seat in p.seats.items():
            yield f"{colour} seat on {ground}", seat, back
    for state, tint in {"good": p.good, "warn": p.warn, "bad": p.bad}.items():
        yield f"{state} on card", tint, p.card
        yield f"{state} on back", tint, p.back
    yield "text on pressed", p.text, p.pressed
    yield "text on felt", p.text, p.felt
    yield "quiet on felt", p.quiet, p.felt
    yield "accent", p.on_accent, p.accent
    yield "accent pressed", p.on_accent, p.accent_pressed
    yield "die", p.ink, p.die
    yield "tag", p.back, p.quiet
    yield "badge", p.back, p.warn
    yield "notice", p.back, p.text
    for colour, seat in p.seats.items():
        yield f"tick on {colour}", p.back, seat
    for ground, light in {"white": 1.0, "black": 0.0}.items():
        alpha = p.veil[3]
        mixed = [c * alpha + light * (1 - alpha) for c in p.veil[:3]]
        yield f"text on a {ground} picture", p.text, (mixed[0], mixed[1], mixed[2], 1)


@pytest.mark.parametrize("name", list(PALETTES))
def test_what_can_be_touched_stands_out_more_than_what_cannot(name: str) -> None:
    palette = PALETTES[name]
    button, waiting = contrast(palette.button, palette.back), contrast(palette.card, palette.back)
    assert button > 1.35
    assert button > 1.15 * waiting  # a button that is not enabled has the colour of a card


@pytest.mark.parametrize("name", list(PALETTES))
def test_the_symbol_of_a_hero_die_stands_out_from_the_die(name: str) -> None:
    palette = PALETTES[name]
    for colour in ("red", "green", "blue", "white"):
        fill = hero_die.body(palette, colour)
        assert contrast(hero_die.marks(palette, fill), fill) > 4.5, colour


def test_contrast_is_counted_as_the_standard_counts_it() -> None:
    assert contrast((0, 0, 0, 1), (1, 1, 1, 1)) == pytest.approx(21)
    assert contrast((1, 1, 1, 1), (1, 1, 1, 1)) == pytest.approx(1)
    grey = (119 / 255, 119 / 255, 119 / 255, 1)
    assert contrast(grey, (1, 1, 1, 1)) == pytest.approx(4.48, abs=0.01)


def test_a_unit_is_as_large_on_the_finger_at_both_sizes() -> None:
    assert Theme.of("dark", 800, 480).px(TOUCH) == 48
    assert Theme.of("dark", 1280, 720).px(TOUCH) == 72  # a 7-inch panel of 1280 × 720 has 210 pixels an inch
    assert Theme.of("no such theme", 800, 480).palette is DARK


def test_a_seat_without_a_colour_still_has_one() -> None:
    theme = Theme.of("dark", 800, 480)
    assert theme.seat("", 0) != theme.seat("", 1)
    assert theme.seat(Seat("Mia", "blue").colour, 0) == DARK.seats["blue"]


def test_a_text_that_fits_nowhere_says_so(open_screen: Any) -> None:
    look = open_screen(replace(Sample().view())).screen.look
    text = Text(look, "Donaudampfschifffahrtsgesellschaft", size_hint=(None, None))
    text.size = (40, 20)
    text.fit()
    assert text.clipped
    text.size = (400, 30)
    text.fit()
    assert not text.clipped
