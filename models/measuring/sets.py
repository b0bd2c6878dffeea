"""The rendered test sets: folders of pictures with labels, made once and kept.

A set that was interrupted goes on where it stopped. The sets grow side by side, so that a part of them is a
fair part.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.measuring import clutter, dice, renderer, scenes

VERSION = "1"  # another one wherever a seed would draw something else
PICTURES = {"d12": 180, "d6-pips": 50, "d6-numerals": 50, "other": 40, "d6-symbols": 56, "clutter": 100}
DICE = 6  # in a picture
DESIGNS = 7  # symbol dice that come again and again, so that they can be taught and then read
LEGIBLE = 30.0  # a face whose ink stands out less is lost in a glare: the die counts as found or not, no more


def home() -> Path:
    chosen = os.environ.get("COMPANION_MEASURING_CACHE")
    return Path(chosen) if chosen else Path.home() / ".cache" / "companion-measuring"


def make(share: float = 1.0, progress: Callable[[int, int], None] | None = None) -> list[Path]:
    """The folders of all sets, of which `share` is drawn. Raises RendererError or MarksMissingError."""
    folder = home() / f"rendered-{VERSION}"
    wanted = [
        (number / count, name, number)
        for name, count in PICTURES.items()
        for number in range(math.ceil(count * share))
    ]
    left = [(name, number) for _, name, number in sorted(wanted) if not _made(folder, name, number)]
    if left:
        renderer.load()
    for done, (name, number) in enumerate(left, 1):
        _draw(folder, name, number)
        if progress is not None:
            progress(done, len(left))
    return [folder / f"rendered-{name}" for name in PICTURES]


def scene(name: str, number: int) -> scenes.Scene:
    """The scene of one picture, which its name and number alone decide."""
    seed = _seed(name, number)
    if name == "clutter":
        return clutter.without_dice(seed)
    if name == "d6-symbols":
        design = number % DESIGNS
        die = dice.choose(name, _seed("design", design), f"design {design}")
        return scenes.with_dice([die] * DICE, seed)
    kinds = ["d6-pips", "d12", *["other"] * (DICE - 2)] if name == "other" else [name] * DICE
    return scenes.with_dice([dice.choose(kind, seed + k) for k, kind in enumerate(kinds, 1)], seed)


def labels(drawn: scenes.Scene, picture: renderer.Picture) -> list[dict[str, object]]:
    """As `companion measure` reads them."""
    found: list[dict[str, object]] = []
    for die in drawn.dice:
        legible = die.face != dice.NOT_READ and die.contrast(picture) >= LEGIBLE
        found.append(
            {
                "kind": die.kind,
                "face": die.face if legible else dice.NOT_READ,
                "box": [round(side, 1) for side in die.box],
                "die": die.name,
            }
        )
    return found


def _draw(folder: Path, name: str, number: int) -> None:
    into = folder / f"rendered-{name}"
    into.mkdir(parents=True, exist_ok=True)
    drawn = scene(name, number)
    picture = renderer.render(drawn)
    # Named last: a picture that has its name is whole, and so is its label.
    unfinished = into / f".{number:04d}.jpg"
    cv2.imwrite(str(unfinished), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    if name != "clutter":
        line = json.dumps({"image": f"{number:04d}.jpg", "dice": labels(drawn, picture)})
        with (into / "labels.jsonl").open("a") as file:
            file.write(line + "\n")
    unfinished.rename(into / f"{number:04d}.jpg")


def _made(folder: Path, name: str, number: int) -> bool:
    return (folder / f"rendered-{name}" / f"{number:04d}.jpg").exists()


def _seed(*words: object) -> int:
    text = "/".join(map(str, ("measuring", *words)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "little")


def picture_with_truth(folder: Path, name: str, number: int) -> renderer.Picture:
    """A picture of a set with its labels drawn in, for people to check the truth by."""
    shown = cv2.imread(str(folder / f"{number:04d}.jpg"))
    assert shown is not None
    shown = cv2.resize(shown, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    if name != "clutter":
        lines = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
        line = next(line for line in lines if line["image"] == f"{number:04d}.jpg")
        for die in line["dice"]:
            x0, y0, x1, y1 = (round(2 * side) for side in die["box"])
            cv2.rectangle(shown, (x0, y0), (x1, y1), (60, 220, 60), 1)
            cv2.putText(
                shown, f"{die['kind']} {die['face']}", (x0, y0 - 3), 0, 0.45, (60, 220, 60), 1, cv2.LINE_AA
            )
    return np.asarray(shown, np.uint8)
