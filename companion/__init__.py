"""The table companion: it reads the dice on a real table and keeps the score."""

import os

# OpenCV reads this when it is loaded: a picture that claims more pixels is refused before it fills a Pi's memory.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "100000000")

__version__ = "0.1.0"
