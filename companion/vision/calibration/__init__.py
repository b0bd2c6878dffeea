"""Calibration: from a printed page, or from four corners, to the table's profile; and whether it still holds."""
