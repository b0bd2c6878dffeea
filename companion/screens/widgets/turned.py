"""A widget that is turned towards somebody who sits at another side of the table."""

from __future__ import annotations

from typing import Any

from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget


class Turned(Scatter):
    """Fills a place with one widget, turned to the left by 90, 180 or 270 degrees. Fingers cannot move it."""

    def __init__(self, **rest: Any) -> None:
        still = {"do_rotation": False, "do_scale": False, "do_translation": False}
        super().__init__(auto_bring_to_front=False, size_hint=(None, None), **still, **rest)

    def fill(self, place: Widget, angle: int) -> None:
        """By a quarter turn, what is as wide as the place becomes as high as it."""
        width, height = (place.height, place.width) if angle % 180 else (place.width, place.height)
        self.size = (width, height)
        self.rotation = angle
        self.center = (place.x + place.width / 2, place.y + place.height / 2)
        for child in self.children:
            child.pos, child.size = (0, 0), self.size
