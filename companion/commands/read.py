"""`companion read`: the dice on photos from anywhere."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion import config, resources
from companion.dice import D6, D6_NUMERALS, D12, PLAIN_KINDS, DieKind, DieReading, Shape
from companion.rules.core import games
from companion.vision.batch import in_order, share_threads
from companion.vision.dice_box import DiceBox, box_of
from companion.vision.faces import ANY_KINDS
from companion.vision.pictures import PictureError, load_picture
from companion.vision.reader import Reader

PLAIN_NAMES = {kind.name for kind in ANY_KINDS}


class KindsError(Exception):
    """There is no such kind of die; the text lists those there are."""


def run(pictures: Sequence[Path], as_json: bool, kinds: str | None) -> int:
    """One line a picture with --json, else a small table. A file that is no picture is told apart."""
    settings = config.load()
    workers, threads = share_threads(settings.threads, len(pictures))
    reader = Reader(resources.models_folder(settings.models), threads, doubt_below=settings.doubt_below)
    allowed = kinds_named(kinds, box_of(reader, config.home())) or ANY_KINDS
    shapes = {kind.name: kind.shape for kind in allowed}

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
            print(json.dumps(as_data(path, found, shapes), ensure_ascii=False), flush=True)
        else:
            print(as_table(path, found), flush=True)
    return 1 if failed else 0


def kinds_named(text: str | None, box: DiceBox) -> tuple[DieKind, ...]:
    """`d6,d12`, a taught die or a game's name → the kinds; nothing named → any.

    The box is opened only where something in it is meant: dice of another model are looked at anew, which takes
    a while.
    """
    if not text:
        return ()
    plain = {kind.name: kind for kind in PLAIN_KINDS}
    names = [name.strip() for name in text.split(",")]
    taught: dict[str, DieKind] = {}
    if any(name not in plain and _folder(name) != KING for name in names):
        box.load()
        taught = {name: die.kind for name, die in box.dice.dice.items()}
    found: list[DieKind] = []
    for name in names:
        mine = [kind for known, kind in taught.items() if re.split("[./]", known)[0] == _folder(name)]
        if name == "d6":  # a player who says d6 means pips or numerals
            found += [D6, D6_NUMERALS]
        elif name in plain:
            found.append(plain[name])
        elif name in taught:
            found.append(taught[name])
        elif _folder(name) in GAME_KINDS or mine:
            found += [*GAME_KINDS.get(_folder(name), ()), *mine]
        else:
            raise KindsError(
                f"There is no kind of die called {name!r}. Known are: {', '.join([*plain, *games()])}, "
                f"and what was taught (companion teach --list)."
            )
    return tuple(dict.fromkeys(found))


def _folder(name: str) -> str:
    """`dice-throne`, as `companion demo` says it, is `dice_throne` too."""
    return name.replace("-", "_")


# What lies on the table in each game beside dice that were taught.
KING = "king_of_12"
GAME_KINDS: dict[str, tuple[DieKind, ...]] = {"dice_throne": (D6, D6_NUMERALS), KING: (D12,)}


def as_data(path: Path, dice: Sequence[DieReading], shapes: Mapping[str, Shape]) -> dict[str, Any]:
    return {
        "image": str(path),
        "dice": [
            {
                "kind": shapes[die.kind].value,
                "face": die.face,
                "confidence": round(die.confidence, 4),
                "doubtful": die.doubtful,
                "box": [round(side, 1) for side in die.box],
                "alternatives": [[face, round(p, 4)] for face, p in die.alternatives],
                **_taught(die),
            }
            for die in dice
        ],
    }


def _taught(die: DieReading) -> dict[str, Any]:
    """Of a taught die its own name too, for `kind` is its solid; and what other die it may be."""
    named: dict[str, Any] = {} if die.kind in PLAIN_NAMES else {"die": die.kind}
    if die.other_kinds:
        named["other_dice"] = [[kind, face, round(p, 4)] for kind, face, p in die.other_kinds]
    return named


def as_table(path: Path, dice: Sequence[DieReading]) -> str:
    if not dice:
        return f"{path}: no dice"
    rows = [f"{path}: {len(dice)} dice" if len(dice) > 1 else f"{path}: 1 die"]
    wide = max(12, *(len(die.kind) for die in dice))
    for die in dice:
        place = f"at {die.box[0]:.0f},{die.box[1]:.0f}"
        doubt = "  doubtful" if die.doubtful else ""
        other = "".join(f"  or {kind} {face} {p:.0%}" for kind, face, p in die.other_kinds[:1])
        rows.append(
            f"    {die.kind:<{wide}} {die.face or '?':>4}  {die.confidence:6.1%}  {place}{doubt}{other}"
        )
    return "\n".join(rows)
