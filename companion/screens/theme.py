"""Every colour, size and font of the touchscreen. Change a look here and nowhere else.

Sizes are written in units of a drawn 800×480 screen (`theme.px(48)`); the unit grows with the window,
so a button is as large on the finger on a 7-inch 1280×720 panel as on an 800×480 one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Rgba = tuple[float, float, float, float]

DRAWN_FOR = (800, 480)

REGULAR = "Roboto"  # comes with Kivy and has Cyrillic and Polish letters

# Sizes of writing, in units.
CAPTION = 13
SMALL = 15
BODY = 17
TITLE = 21
HEADLINE = 28
FIGURE = 54
SMALLEST = 12  # writing never shrinks below this
LARGE = 1.2  # how much larger writing is for those who want that

# Room for fingers, in units: 9 mm at 133 pixels an inch, and what lies between two of them.
TOUCH = 48
GAP = 8
RADIUS = 12

# Times, in seconds.
HOLD_BEGINS = 0.5  # a finger that stays counts on by itself
HOLD_REPEATS = 0.12
BURST = 3.0  # taps in a row are one "−7" for this long, and one entry in the log
NOTICE = 6.0
POP = 0.16


def rgb(code: str, alpha: float = 1.0) -> Rgba:
    """`rgb("#1C2128")`"""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, named by what they are for.

    From `back` over `card` to `button` they step away from the ground: what can be touched stands out most, and a
    button that waits for its time sinks back to `card`.
    """

    back: Rgba  # behind everything
    card: Rgba  # a player, a panel
    button: Rgba
    pressed: Rgba
    outline: Rgba
    text: Rgba
    quiet: Rgba  # text that matters less
    accent: Rgba  # the one thing to do next
    accent_pressed: Rgba
    on_accent: Rgba
    good: Rgba
    warn: Rgba
    bad: Rgba
    felt: Rgba  # behind the camera picture and the dice
    die: Rgba
    ink: Rgba  # marks on a die
    veil: Rgba  # between a picture and the writing on it
    seats: Mapping[str, Rgba]  # the colours players choose from


DARK = Palette(
    back=rgb("#12151A"),
    card=rgb("#1D222A"),
    button=rgb("#2E3641"),
    pressed=rgb("#434E5C"),
    outline=rgb("#4A5563"),
    text=rgb("#F5F2EB"),
    quiet=rgb("#B4BCC8"),
    accent=rgb("#F6BA45"),
    accent_pressed=rgb("#FFD27A"),
    on_accent=rgb("#201703"),
    good=rgb("#6ADB98"),
    warn=rgb("#FFB84D"),
    bad=rgb("#FF9A8F"),
    felt=rgb("#12241E"),
    die=rgb("#F4ECDD"),
    ink=rgb("#20242B"),
    veil=rgb("#07090C", 0.78),
    seats={
        "red": rgb("#FF7B6E"),
        "blue": rgb("#63B0FF"),
        "green": rgb("#5CCB8F"),
        "purple": rgb("#BE9BFF"),
        "orange": rgb("#FF9F5A"),
        "white": rgb("#E9E4DA"),
    },
)

LIGHT = Palette(
    back=rgb("#F6F3EC"),
    card=rgb("#EAE5DA"),
    button=rgb("#D6CEBE"),
    pressed=rgb("#BDB39E"),
    outline=rgb("#8F8674"),
    text=rgb("#1B1E23"),
    quiet=rgb("#474D56"),
    accent=rgb("#834600"),
    accent_pressed=rgb("#6B3A00"),
    on_accent=rgb("#FFF8EC"),
    good=rgb("#08592F"),
    warn=rgb("#834600"),
    bad=rgb("#9C2218"),
    felt=rgb("#DCE6DF"),
    die=rgb("#FFFDF8"),
    ink=rgb("#20242B"),
    veil=rgb("#FBF9F4", 0.88),
    seats={
        "red": rgb("#A3201A"),
        "blue": rgb("#16528F"),
        "green": rgb("#125733"),
        "purple": rgb("#5E35A6"),
        "orange": rgb("#843E00"),
        "white": rgb("#444951"),
    },
)

# Hues that stay apart under red-green and blue-yellow blindness; words and shapes say it too.
COLOUR_BLIND = Palette(
    back=rgb("#101318"),
    card=rgb("#1B2028"),
    button=rgb("#2D3540"),
    pressed=rgb("#434E5C"),
    outline=rgb("#566274"),
    text=rgb("#FFFFFF"),
    quiet=rgb("#BCC5D1"),
    accent=rgb("#F0E442"),
    accent_pressed=rgb("#FFF7A0"),
    on_accent=rgb("#1C1A00"),
    good=rgb("#7FD0F5"),
    warn=rgb("#F0B429"),
    bad=rgb("#F29C73"),
    felt=rgb("#141C26"),
    die=rgb("#FFFFFF"),
    ink=rgb("#111418"),
    veil=rgb("#05070A", 0.8),
    seats={
        "red": rgb("#F08A4B"),
        "blue": rgb("#56B4E9"),
        "green": rgb("#36C5A0"),
        "purple": rgb("#E29CC4"),
        "orange": rgb("#F0B429"),
        "white": rgb("#F2F2F2"),
    },
)

PALETTES: Mapping[str, Palette] = {"dark": DARK, "light": LIGHT, "colour-blind": COLOUR_BLIND}
SEAT_COLOURS = tuple(DARK.seats)


@dataclass(frozen=True, slots=True)
class Theme:
    """A palette at the size of one window."""

    palette: Palette
    unit: float

    @staticmethod
    def of(name: str, width: float, height: float) -> Theme:
        unit = min(width / DRAWN_FOR[0], height / DRAWN_FOR[1])
        return Theme(PALETTES.get(name, DARK), unit)

    def px(self, units: float) -> float:
        return float(round(units * self.unit))

    def seat(self, colour: str, number: int) -> Rgba:
        """The colour of a seat; seats without one take turns."""
        return self.palette.seats.get(colour) or self.palette.seats[SEAT_COLOURS[number % len(SEAT_COLOURS)]]


def luminance(colour: Rgba) -> float:
    """How bright the eye finds a colour, 0 to 1 (WCAG 2)."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgba, other: Rgba) -> float:
    """1 (the same) to 21 (black on white)."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)
