"""What the simulated table knows about each of its frames."""

from __future__ import annotations

from dataclasses import dataclass

from companion.camera.simulation.sensor import Light

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die that can be seen, or could be if no hand were in the way."""

    id: int
    kind: str
    face: str | None  # what it shows; None while it moves, is held or is cocked
    centre_mm: Point  # of the table, below the die's middle
    angle_deg: float  # of the read face's own right, counter-clockwise from x, 0 to 360
    size_mm: float
    polygon: tuple[Point, ...]  # its outline in pixels
    box: tuple[float, float, float, float]  # x0, y0, x1, y1 of the outline
    at_rest: bool
    in_tray: bool
    cocked: bool
    touching: tuple[int, ...]  # ids of dice it touches, at rest


@dataclass(frozen=True, slots=True)
class Truth:
    """One frame."""

    number: int
    at: float
    dice: tuple[TrueDie, ...]  # by id
    hand_in_view: bool
    light: Light
    resting_since: (
        float | None
    )  # when the last thing stopped moving; None while a die moves or a hand is there

    @property
    def faces(self) -> tuple[str, ...]:
        """What a player would read off the tray, in the order of ids; nothing while something moves."""
        lying = [die for die in self.dice if die.in_tray]
        if any(die.face is None for die in lying):
            return ()
        return tuple(die.face for die in lying if die.face is not None)
