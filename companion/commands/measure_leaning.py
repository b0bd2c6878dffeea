"""`companion measure --leaning`: how many dice that lean are told as leaning, on tables that training never saw."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from companion import config, resources
from companion.camera.simulation.askew import LaidDie, askew
from companion.camera.simulation.die import LOOKS, SimDie, numeral_d6, numeral_d12, pip_d6, symbol_d6
from companion.camera.simulation.marks import DieLook
from companion.camera.simulation.scene import scene
from companion.camera.simulation.sensor import Light
from companion.camera.simulation.symbols import DRAWINGS
from companion.camera.source import Picture
from companion.vision import flaws
from companion.vision.faces import ANY_KINDS
from companion.vision.finder import overlap
from companion.vision.leaning_scores import Laid, figures, text
from companion.vision.reader import Reader
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

FIRST_SEED = 9_000_000  # training uses none of these, neither for throws nor for tables
PICTURES_A_TABLE = 50  # painting a table takes as long as twenty pictures of it
OVERLAP = 0.4  # of two boxes that are one die
DARK, LIGHT = (25, 22, 24), (245, 242, 236)  # marks


def run(pictures: int, seed: int, as_json: bool) -> int:
    settings = config.load()
    reader = Reader(resources.models_folder(settings.models), settings.threads)
    began = time.monotonic()
    laid: list[Laid] = []
    for done, (picture, plane, dice) in enumerate(tables(pictures, seed), 1):
        laid += judged(dice, flaws.judge(reader.read_table(picture, plane, ANY_KINDS), plane, {}))
        left = (time.monotonic() - began) / done * (pictures - done) / 60
        print(f"\rleaning: {done} of {pictures}, {left:.0f} min left  ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    told = figures(laid, pictures)
    print(json.dumps(told, ensure_ascii=False) if as_json else text(told))
    return 0


def tables(pictures: int, seed: int) -> Iterator[tuple[Picture, TablePlane, tuple[LaidDie, ...]]]:
    """Dice at rest, a third of them on the plain table, the others on tables of their own, in any light."""
    for number in range(pictures):
        chance = np.random.default_rng([FIRST_SEED, seed, number])
        block = number // PICTURES_A_TABLE
        table = 0 if block % 3 == 0 else FIRST_SEED + 1000 * seed + block
        dice = _dice(chance)
        light = Light(float(chance.uniform(0.4, 1.6)), float(chance.uniform(-0.4, 0.6)))
        lean = int(chance.integers(1, 3))
        picture, laid = askew(dice, lean, FIRST_SEED + 100_000 * seed + number, light, table)
        yield picture, _plane(table), laid


def matched(laid: Sequence[LaidDie], seen: Sequence[SeenDie]) -> Iterator[tuple[LaidDie, SeenDie | None]]:
    """Each die that was laid, and what was seen in its place."""
    for die in laid:
        near = max(seen, key=lambda one: overlap(one.reading.box, die.true.box), default=None)
        there = near is not None and overlap(near.reading.box, die.true.box) > OVERLAP
        yield die, near if there else None


def judged(laid: Sequence[LaidDie], seen: Sequence[SeenDie]) -> list[Laid]:
    """What became of each die that was laid."""
    return [
        Laid(
            die.true.kind,
            die.tilt_deg,
            die.true.cocked,
            one is not None,
            one is not None and one.flaw == flaws.COCKED,
            one is not None and (one.flaw == flaws.COCKED or one.leans > flaws.PERHAPS_LEANS),
        )
        for die, one in matched(laid, seen)
    ]


def _dice(chance: Generator) -> list[SimDie]:
    """Four to seven; often all alike, as a player has them."""
    count = int(chance.integers(4, 8))
    if chance.random() < 0.4:
        return [_die(chance)] * count
    return [_die(chance) for _ in range(count)]


def _die(chance: Generator) -> SimDie:
    look: DieLook = LOOKS[int(chance.integers(len(LOOKS)))]
    if chance.random() < 0.4:
        red, green, blue = (int(v) for v in chance.integers(10, 245, 3))
        look = replace(look, body=(red, green, blue), mark=DARK if red + green + blue > 380 else LIGHT)
    kind = chance.choice(["pips", "numerals", "d12", "symbols"], p=[0.45, 0.1, 0.3, 0.15])
    if kind == "pips":
        return pip_d6(look)
    if kind == "numerals":
        return numeral_d6(look)
    if kind == "d12":
        return numeral_d12(look, str(chance.choice(["A", "B"])))
    drawn = [str(name) for name in chance.choice(sorted(DRAWINGS), 6, replace=False)]
    return symbol_d6("symbols", [(name, name) for name in drawn], look)


def _plane(table: int) -> TablePlane:
    known = scene(table).profile
    return replace(
        TablePlane.unknown(),
        picture=known.picture,
        px_to_mm=np.array(known.px_to_mm),
        tray_mm=known.tray_mm,
        camera_mm=known.camera_mm,
    )
