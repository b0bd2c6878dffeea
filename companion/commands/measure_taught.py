"""`companion measure --taught`: how well dice are read that were taught and never trained."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion import config, resources
from companion.camera.simulation.sensor import Light
from companion.camera.simulation.still import still
from companion.game_dice import kinds, simulated
from companion.vision.faces import body_colour
from companion.vision.reader import Reader
from companion.vision.taught_scores import (
    Look,
    TaughtScore,
    each_a_stranger,
    embedded,
    first_symbols,
    looks_in,
    row,
    score,
    share,
)
from companion.vision.teacher import Teacher
from companion.vision.views import detail

SYMBOLS = 20
ENOUGH = 6  # looks at each symbol: three that teach, and three that are read
LOOKS = 7  # at each face of the simulated dice
TARGETS = {
    "one_view": "right ≥ 97 %",
    "three_views": "right ≥ 99 %",
    "photos": "right ≥ 98 %",
    "strangers": "unknown ≥ 98 %, accepted ≤ 2 %",
    "silent": "≤ 0.3 %",
    "teaching": "≤ 2 s",
}


def run(folders: Sequence[Path], as_json: bool, simulated_only: bool = False) -> int:
    """`folders` hold labelled photos of symbol dice, such as faces-dev."""
    settings = config.load()
    reader = Reader(resources.models_folder(settings.models), settings.threads)
    report = measure(reader, folders, simulated_only)
    print(json.dumps(report, ensure_ascii=False) if as_json else as_text(report))
    return 0


def measure(reader: Reader, folders: Sequence[Path], simulated_only: bool = False) -> dict[str, Any]:
    figures = reader.faces.taught.figures
    drawn = [] if simulated_only else _rendered(reader)
    if len(drawn) >= ENOUGH * SYMBOLS:
        looks, source = drawn, "rendered by the independent renderer"
    else:
        looks = _simulated(reader)
        source = f"drawn by the simulated table ({len(drawn)} rendered looks are too few: companion measure --rendered)"
    symbols = first_symbols(looks, SYMBOLS)
    one, three = (score(symbols, views, figures, together=True) for views in (1, 3))
    strangers = each_a_stranger(looks, 3, figures)
    silent = TaughtScore()
    for part in (one, three):
        silent.add(part)
    photos: dict[str, Any] = {}
    for folder in folders:
        seen = looks_in(folder, reader)
        if seen:
            result = score(seen, 3, figures, together=False)
            other = each_a_stranger(seen, 3, figures)
            strangers.add(other)
            silent.add(result)
            photos[folder.name] = result.figures()
    return {
        "model": reader.taught_by,
        "source": source,
        "symbols": len({(look.die, look.face) for look in symbols}),
        "one_view": one.figures(),
        "three_views": three.figures(),
        "photos": photos,
        "strangers": strangers.figures(),
        "silent": share(silent.silent, silent.of),
        "teaching_s": _teaching_time(reader),
        "targets": TARGETS,
    }


def _rendered(reader: Reader) -> list[Look]:
    """The symbol dice of the rendered sets, where they were made; the renderer itself is not asked."""
    try:
        from models.measuring import sets
    except ModuleNotFoundError:
        return []
    folder = sets.folder_of("d6-symbols")
    return looks_in(folder, reader) if (folder / "labels.jsonl").is_file() else []


def _simulated(reader: Reader) -> list[Look]:
    """Our own symbols on the simulated table, in all kinds of light."""
    rng = np.random.default_rng(11)
    wanted = [kind for kind in kinds() if kind.name.startswith("dice_throne")][::2]
    found = []
    for _ in range(LOOKS):
        for kind in wanted:
            die = simulated(kind.name)
            assert die is not None
            light = Light(float(rng.uniform(0.5, 1.4)), float(rng.uniform(-0.4, 0.4)))
            picture, truth = still([(die, face) for face in kind.faces], int(rng.integers(1 << 30)), light)
            for true in truth:
                crop, colour = detail(picture, true.box), body_colour(picture, true.box)
                found.append((kind.name, str(true.face), crop, colour))
    return embedded(found, reader)


def _teaching_time(reader: Reader) -> float:
    """Seconds for six faces of three views each: from the crops to the close pairs, without the laying."""
    from companion.camera.simulation.die import symbol_d6
    from companion.dice import Shape
    from companion.vision.dice_box import crop_bytes
    from companion.vision.taught import TaughtDie

    names = ("sword", "heart", "burst", "moon", "shield", "skull")
    die = symbol_d6("hero", [(name, name) for name in names])
    seen = []
    for seed in range(3):
        picture, truth = still([(die, name) for name in names], seed)
        seen += [
            (str(t.face), crop_bytes(detail(picture, t.box)), body_colour(picture, t.box)) for t in truth
        ]
    teacher = Teacher(reader.faces.embeddings, reader.faces.taught.figures)
    began = time.perf_counter()
    taught = TaughtDie("hero", Shape.D6, names)
    for face, crop, colour in seen:
        for view in teacher.views(face, [(crop, colour)]):
            taught = taught.with_view(view)
    teacher.close_pairs(taught)
    return round(time.perf_counter() - began, 3)


def as_text(report: dict[str, Any]) -> str:
    def lines(title: str, target: str, figures: dict[str, Any]) -> list[str]:
        rows = [f"{title} (target: {target})", row("read right", figures["right"])]
        rows += [row("doubtful", figures["doubtful"]), row("silent errors", figures["silent_errors"])]
        wrong = [f"    {truth} → {said}: {count}" for truth, said, count in figures["wrong"][:8]]
        return [*rows, *(["  wrong, doubtful ones included"] if wrong else []), *wrong]

    targets = report["targets"]
    n = report["symbols"]
    text = [f"Taught dice, networks {report['model']}. {n} symbols never trained, {report['source']}."]
    text += lines(
        f"{n} symbols, one view each, told from each other", targets["one_view"], report["one_view"]
    )
    text += lines(f"{n} symbols, three views each", targets["three_views"], report["three_views"])
    for name, figures in report["photos"].items():
        text += lines(f"photos of {name}, three views a face", targets["photos"], figures)
    strangers = report["strangers"]
    text += [
        f"A die that nobody taught (target: {targets['strangers']})",
        row("told as unknown", strangers["stranger_unknown"]),
        row("wrongly accepted", strangers["stranger_accepted"]),
        f"All of the above (target: {targets['silent']})",
        row("silent errors", report["silent"]),
        f"Teaching six faces, three views each (target: {targets['teaching']}): {report['teaching_s']:.2f} s",
    ]
    return "\n".join(text)
