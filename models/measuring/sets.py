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

from models.measuring import clutter, dice, renderer, scenes

VERSION = "2"  # another one wherever a seed would draw something else
PICTURES = {"d12": 180, "d6-pips": 50, "d6-numerals": 50, "other": 40, "d6-symbols": 168, "clutter": 100}
DICE = 6  # in a picture
DESIGNS = 7  # symbol dice that come again and again, so that they can be taught and then read
LEGIBLE = 30.0  # a face whose ink stands out less is lost in a glare: the die counts as found or not, no more


def home() -> Path:
    chosen = os.environ.get("COMPANION_MEASURING_CACHE")
    return Path(chosen) if chosen else Path.home() / ".cache" / "companion-measuring"


def folder_of(name: str) -> Path:
    return home() / f"rendered-{VERSION}" / f"rendered-{name}"


def make(share: float = 1.0, progress: Callable[[int, int], None] | None = None) -> list[Path]:
    """The folders of all sets, of which `share` is drawn. Raises RendererError or MarksMissingError."""
    wanted = [
        (number / count, name, number)
        for name, count in PICTURES.items()
        for number in range(math.ceil(count * share))
    ]
    made = {name: _made(folder_of(name)) for name in PICTURES}
    left = [(name, number) for _, name, number in sorted(wanted) if _file(number) not in made[name]]
    if left:
        renderer.load()
    for done, (name, number) in enumerate(left, 1):
        _draw(name, number)
        if progress is not None:
            progress(done, len(left))
    return [folder_of(name) for name in PICTURES]


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


def _draw(name: str, number: int) -> None:
    into = folder_of(name)
    into.mkdir(parents=True, exist_ok=True)
    drawn = scene(name, number)
    picture = renderer.render(drawn)
    # Whole at once: an interrupted picture has another name.
    unfinished = into / f".{_file(number)}"
    cv2.imwrite(str(unfinished), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    unfinished.rename(into / _file(number))
    if name != "clutter":
        line = json.dumps({"image": _file(number), "dice": labels(drawn, picture)})
        with (into / "labels.jsonl").open("a") as file:
            file.write(line + "\n")


def _made(folder: Path) -> set[str]:
    """The pictures of a set that are there; those with dice only when their labels are too."""
    if folder.name == "rendered-clutter":
        return {path.name for path in folder.glob("[0-9]*.jpg")}
    stored = folder / "labels.jsonl"
    if not stored.exists():
        return set()
    lines = stored.read_text().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("}\n")]
    if len(whole) < len(lines):  # the last one was cut short
        stored.write_text("".join(whole))
    return {json.loads(line)["image"] for line in whole}


def _file(number: int) -> str:
    return f"{number:04d}.jpg"


def _seed(*words: object) -> int:
    text = "/".join(map(str, ("measuring", *words)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "little")
