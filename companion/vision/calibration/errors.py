"""What can go wrong with a calibration: the id of a message that says what to do, and what stands in its gaps."""

from __future__ import annotations


class CalibrationError(Exception):
    """The table cannot be calibrated like this."""

    def __init__(self, id: str, **gaps: str | int) -> None:
        super().__init__(id)
        self.id = id
        self.gaps = gaps
