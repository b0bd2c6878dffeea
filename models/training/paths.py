"""Where training reads from and where it keeps what it made. Nothing of it lies in the repository."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "models"
PHOTOS = REPOSITORY.parent / "shared" / "photos"
CACHE = Path(os.environ.get("COMPANION_TRAINING_CACHE", Path.home() / ".cache" / "companion-training"))

TRAIN_PHOTOS = ("d6-board-train", "d6-mixed-train", "d6-rig-train")
DEV_PHOTOS = ("d6-board-dev", "d6-board-dev2", "d6-topface-dev", "faces-dev")


KEPT_OUT = 5


def held_out(name: str) -> bool:
    """Every fifth clutter picture of a kind (`cards_000.jpg`, `cards_005.jpg`, …) is never trained on."""
    return int(re.sub(r"[^0-9]", "", name)) % KEPT_OUT == 0


def folders_asked_for(description: str | None) -> tuple[Path, Path]:
    """Where the models and the photo sets are, by the command line of a stage that asks for nothing else."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    given = parser.parse_args()
    return given.models, given.photos
