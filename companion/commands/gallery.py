"""`companion gallery`: pictures of every screen, without a display. The README's are made by it too."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from companion import config
from companion.screens import kivy_config

SIZES = ((800, 480), (1280, 720))


def run(folder: Path, language: str, only: Sequence[str]) -> int:
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    kivy_config.prepare(config.home(), max(SIZES))
    from companion.screens.gallery import gallery

    written = [path for size in SIZES for path in gallery(folder, size, language, only=only)]
    print(f"{len(written)} pictures are in {folder}.")
    return 0
