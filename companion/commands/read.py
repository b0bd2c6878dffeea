"""`companion read`: the dice on photos from anywhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion import config, resources
from companion.dice import PLAIN_KINDS, DieKind, DieReading
from companion.vision.batch import in_order, share_threads
from companion.vision.faces import ANY_KINDS
from companion.vision.pictures import PictureError, load_picture
from companion.vision.reader import Reader
from companion.vision.scores import shape_of


class KindsError(Exception):
    """There is no such kind of die; the text lists those there are."""


def run(pictures: Sequence[Path], as_json: bool, kinds: str | None) -> int:
    """One line a picture with --json, else a small table. A file that is no picture is told apart."""
    settings = config.load()
    allowed = kinds_named(kinds) or ANY_KINDS
    workers, threads = share_threads(settings.threads, len(pictures))
    reader = Reader(resources.models_folder(settings.models), threads, doubt_below=settings.doubt_below)

    def read(path: Path) -> tuple[DieReading, ...] | PictureError:
        try:
            return reader.read(load_picture(path), allowed)
        except PictureError as problem:
            return problem
        except MemoryError:
            return PictureError(f"{path} needs more memory than there is. Shrink it.")

    failed = 0
    for path, found in zip(pictures, in_order(read, pictures, workers), strict=True):
        if isinstance(found, PictureError):
            failed += 1
            print(f"companion: {found}", file=sys.stderr, flush=True)
            if as_json:
                print(json.dumps({"image": str(path), "error": str(found)}, ensure_ascii=False), flush=True)
        elif as_json:
            print(json.dumps(as_data(path, found), ensure_ascii=False), flush=True)
        else:
            print(as_table(path, found), flush=True)
    return 1 if failed else 0


def kinds_named(text: str | None) -> tuple[DieKind, ...]:
    """`d6,d12` or a game's name → the kinds; nothing named → any."""
    if not text:
        return ()
    known = {kind.name: kind for kind in PLAIN_KINDS}
    found: list[DieKind] = []
    for name in text.split(","):
        name = name.strip()
        if name == "d6":  # a player who says d6 means pips or numerals
            found += [known["d6"], known["d6-numerals"]]
        elif name in GAME_KINDS:
            found += [known[kind] for kind in GAME_KINDS[name]]
        elif name in known:
            found.append(known[name])
        else:
            names = ", ".join([*known, *GAME_KINDS])
            raise KindsError(f"There is no kind of die called {name!r}. Known are: {names}.")
    return tuple(dict.fromkeys(found))


# What lies on the table in each game, as far as it is not taught.
GAME_KINDS = {
    "dice_throne": ("d6", "d6-numerals"),
    "king_of_12": ("d12",),
}


def as_data(path: Path, dice: Sequence[DieReading]) -> dict[str, Any]:
    return {
        "image": str(path),
        "dice": [
            {
                "kind": shape_of(die).value,
                "face": die.face,
                "confidence": round(die.confidence, 4),
                "doubtful": die.doubtful,
                "box": [round(side, 1) for side in die.box],
                "alternatives": [[face, round(p, 4)] for face, p in die.alternatives],
            }
            for die in dice
        ],
    }


def as_table(path: Path, dice: Sequence[DieReading]) -> str:
    if not dice:
        return f"{path}: no dice"
    rows = [f"{path}: {len(dice)} dice" if len(dice) > 1 else f"{path}: 1 die"]
    for die in dice:
        place = f"at {die.box[0]:.0f},{die.box[1]:.0f}"
        doubt = "  doubtful" if die.doubtful else ""
        rows.append(f"    {die.kind:<12} {die.face or '?':>4}  {die.confidence:6.1%}  {place}{doubt}")
    return "\n".join(rows)
