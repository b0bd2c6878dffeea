"""`companion measure`: how well the reader does on labelled photos."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from companion import config, resources
from companion.vision.measure import measure_folders
from companion.vision.reader import Reader


def run(folders: Sequence[Path], as_json: bool, wrong_to: Path | None) -> int:
    settings = config.load()
    reader = Reader(resources.models_folder(settings.models), settings.threads)
    report = measure_folders(folders, reader, wrong_to=wrong_to, progress=_progress)
    print(report.json() if as_json else report.text())
    return 0


def _progress(folder: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{folder}: {done} of {of}", end="", file=sys.stderr, flush=True)
