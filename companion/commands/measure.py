"""`companion measure`: how well the reader does on labelled photos."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from companion import config, resources
from companion.vision.batch import share_threads
from companion.vision.measure import measure_folders
from companion.vision.reader import Reader


def run(
    folders: Sequence[Path], as_json: bool, wrong_to: Path | None, every: int = 1, angles: bool = False
) -> int:
    settings = config.load()
    workers, threads = share_threads(settings.threads, 2)
    reader = Reader(resources.models_folder(settings.models), threads)
    report = measure_folders(
        folders, reader, wrong_to=wrong_to, progress=_progress, workers=workers, every=every, angles=angles
    )
    print(report.json() if as_json else report.text())
    return 0


def _progress(folder: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{folder}: {done} of {of}", end=end, file=sys.stderr, flush=True)
