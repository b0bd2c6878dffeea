"""`companion measure`: how well the reader does on labelled photos, and on rendered ones."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from companion import config, resources
from companion.vision.batch import share_threads
from companion.vision.measure import measure_folders
from companion.vision.reader import Reader


class MeasureError(Exception):
    """There is nothing to measure, or it cannot be rendered; the text says what to do."""


def run(
    folders: Sequence[Path],
    as_json: bool = False,
    wrong_to: Path | None = None,
    every: int = 1,
    angles: bool = False,
    rendered: float = 0.0,
) -> int:
    """`rendered` is the share of the rendered sets that is made and measured too."""
    if not folders and not rendered:
        raise MeasureError("Name a folder of labelled photos, or ask for --rendered.")
    settings = config.load()
    workers, threads = share_threads(settings.threads, 2)
    reader = Reader(resources.models_folder(settings.models), threads)
    drawn = _rendered(rendered) if rendered else []
    report = measure_folders(
        [*folders, *drawn],
        reader,
        wrong_to=wrong_to,
        progress=_progress,
        workers=workers,
        every=every,
        angles=angles,
    )
    print(report.json() if as_json else report.text())
    return (
        0 if report.together.pictures else 1
    )  # what could not be opened is told; nothing at all is no measurement


def _rendered(share: float) -> list[Path]:
    """The rendered sets. Their renderer is no part of the app: it lies beside it in a checkout."""
    try:
        from models.measuring import marks, renderer, sets
    except ModuleNotFoundError as problem:
        missing = "Pillow" if problem.name == "PIL" else "a checkout of the companion with models/measuring"
        raise MeasureError(
            f"Rendering test pictures needs {missing}. In a checkout, run: pip install -e '.[measuring]'"
        ) from None
    began = time.monotonic()

    def progress(done: int, of: int) -> None:
        left = (time.monotonic() - began) / done * (of - done) / 60
        print(f"\rrendering: {done} of {of}, {left:.0f} min left  ", end="", file=sys.stderr, flush=True)

    try:
        return sets.make(share, progress)
    except (renderer.RendererError, marks.MarksMissingError) as problem:
        raise MeasureError(str(problem)) from None


def _progress(folder: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{folder}: {done} of {of}", end=end, file=sys.stderr, flush=True)
