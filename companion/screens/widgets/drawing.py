"""Drawings in Kivy's canvas that are smooth on any graphics chip.

A drawing is made once at several times its size, reduced, and kept as a texture; that costs a Pi nothing
while dice roll, and needs no multisampling. Coordinates go up from the lower left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Ellipse,
    Fbo,
    Line,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
    Translate,
)
from kivy.graphics.tesselator import WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture

from companion.screens.theme import REGULAR, Rgba


def _finer(width: int, height: int) -> int:
    """How many times larger a drawing is made before it is reduced; large ones have smooth edges sooner."""
    return 4 if max(width, height) <= 128 else 2


class Pen:
    """Draws in units of its own grid; `scale` turns them into pixels of the large drawing."""

    def __init__(self, scale: float, x: float = 0, y: float = 0) -> None:
        self.scale = scale
        self._x, self._y = x, y  # where the grid begins, in pixels

    def part(self, x: float, y: float, size: float) -> Pen:
        """A pen for a smaller drawing inside this one, at a point, so many times as large."""
        return Pen(self.scale * size, *self._at(x, y))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self.scale, self._y + y * self.scale

    def _flat(self, points: Sequence[tuple[float, float]]) -> list[float]:
        return [c for point in points for c in self._at(*point)]

    def colour(self, colour: Rgba) -> None:
        Color(*colour)

    def line(self, points: Sequence[tuple[float, float]], width: float = 2, close: bool = False) -> None:
        Line(points=self._flat(points), width=width * self.scale / 2, cap="round", joint="round", close=close)

    def arc(self, x: float, y: float, r: float, start: float, end: float, width: float = 2) -> None:
        """Angles in degrees, clockwise from the top."""
        circle = (*self._at(x, y), r * self.scale, start, end, 90)
        Line(circle=circle, width=width * self.scale / 2, cap="round", joint="round")

    def disc(self, x: float, y: float, r: float) -> None:
        side = 2 * r * self.scale
        Ellipse(pos=self._at(x - r, y - r), size=(side, side), segments=90)

    def box(self, x: float, y: float, width: float, height: float, r: float = 0) -> None:
        s = self.scale
        RoundedRectangle(pos=self._at(x, y), size=(width * s, height * s), radius=[r * s], segments=24)

    def frame(self, x: float, y: float, width: float, height: float, r: float, line: float = 2) -> None:
        s = self.scale
        outline = (*self._at(x, y), width * s, height * s, r * s, 24)
        Line(rounded_rectangle=outline, width=line * s / 2)

    def shape(self, points: Sequence[tuple[float, float]]) -> None:
        """A filled outline of any form."""
        tesselator = Tesselator()
        tesselator.add_contour(self._flat(points))
        tesselator.tesselate(WINDING_ODD)
        for vertices, indices in tesselator.meshes:
            Mesh(vertices=vertices, indices=indices, mode="triangle_fan")

    def write(self, text: str, x: float, y: float, size: float, bold: bool = True) -> None:
        """Text centred at a point."""
        label = CoreLabel(text=text, font_size=size * self.scale, font_name=REGULAR, bold=bold)
        label.refresh()
        width, height = label.texture.size
        left, middle = self._at(x, y)
        Rectangle(texture=label.texture, size=(width, height), pos=(left - width / 2, middle - height / 2))

    def turned(self, angle: float, x: float, y: float, draw: Callable[[Pen], None]) -> None:
        """Draw something turned anticlockwise about a point."""
        across, up = self._at(x, y)
        PushMatrix()
        Translate(across, up, 0)
        Rotate(angle=angle, axis=(0, 0, 1))
        Translate(-across, -up, 0)
        draw(self)
        PopMatrix()


Draw = Callable[[Pen], None]


@lru_cache(maxsize=512)
def drawn(draw: Draw, grid: tuple[float, float], width: int, height: int) -> Texture:
    """The drawing as a texture of so many pixels; `grid` is the room its coordinates have.

    `draw` must be the same object for the same drawing, or nothing is kept.
    """
    pixels = render(draw, grid, width, height)
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def render(draw: Draw, grid: tuple[float, float], width: int, height: int) -> np.ndarray:
    """The drawing as pixels, height × width × 4, lowest row first, not premultiplied."""
    finer = _finer(width, height)
    canvas = Fbo(size=(width * finer, height * finer))
    with canvas:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        draw(Pen(min(width * finer / grid[0], height * finer / grid[1])))
    canvas.draw()
    large = np.frombuffer(canvas.pixels, np.uint8).reshape(height, finer, width, finer, 4).astype(np.float32)
    alpha = large[..., 3:] / 255
    weight = alpha.mean(axis=(1, 3))
    # What is half covered keeps its colour and only gets thinner.
    colour = (large[..., :3] * alpha).mean(axis=(1, 3)) / np.maximum(weight, 1e-6)
    return np.concatenate((colour, weight * 255), axis=2).round().astype(np.uint8)
