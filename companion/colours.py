"""The colour of a die's body by a plain name, so that dice of one kind are told apart in the log."""

from __future__ import annotations

import colorsys

# Where each hue ends, in degrees.
HUES = (
    (18, "red"),
    (42, "orange"),
    (68, "yellow"),
    (165, "green"),
    (255, "blue"),
    (320, "purple"),
    (360, "red"),
)
DARK, BRIGHT = 0.24, 0.66  # of the brightest channel
PALE = 0.24  # less colourful than this is white, grey or black
NAMES = ("white", "grey", "black", "red", "orange", "yellow", "green", "blue", "purple")


def name_of(rgb: tuple[int, int, int]) -> str:
    """`name_of((200, 30, 30))` is "red"; a lamp's tint does not make a white die yellow."""
    hue, colourful, bright = colorsys.rgb_to_hsv(*(channel / 255 for channel in rgb))
    if bright < DARK:
        return "black"
    if colourful < PALE:
        return "white" if bright >= BRIGHT else "grey"
    return next(name for end, name in HUES if hue * 360 <= end)
