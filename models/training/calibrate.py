"""Fits what the networks' numbers mean, on data that was never trained on.

The temperatures of the face network's answers, how detector and faces together tell a die from what is none, the
detector's thresholds for a table, and below which confidence a reading is doubtful.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from companion.vision.faces import ANY_KINDS, DOUBTS, FaceReader, logits
from companion.vision.finder import FAMILIES
from companion.vision.onnx import Model
from companion.vision.views import Seen
from companion.vision.weighing import die_evidence
from models.training import calibrate_taught
from models.training.calibrate_finds import Finds, look
from models.training.export import PLAIN_COMPARING, stamp
from models.training.paths import folders_asked_for
from models.training.reading import BareReader, softmax

HEADS = {"pips": 0, "numerals": 1}
NEAR_COUNTS = (1.0, 2.0, 4.0, 8.0, 16.0)  # that a near look at a numeral may count
# Of all dice so many may be read wrong without doubt. Rendered numerals are harder than most: some nobody could read.
SILENT = {"pips": 0.003, "numerals": 0.015}
# The independent renderer's numerals are surer and wrong more often than those that are fitted here: ask more readily.
LEAST_DOUBT = {"pips": 0.5, "numerals": 0.9}
# False dice on a picture without any, doubtful ones too. A stranger's maps and boards show more look-alikes than the
# clutter that is kept out: less is allowed there than is promised.
FALSE_A_PICTURE = 0.03
FALSE_DIE_COSTS = 0.05  # a false die a table, against missing every die
BANDS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)


class Figures:
    """Stands in for the model where only its figures are asked for."""

    def __init__(self, figures: dict[str, object]) -> None:
        self.figures = figures

    def number(self, *keys: str) -> float:
        value: object = self.figures
        for key in keys:
            value = cast("dict[str, object]", value)[key]
        return float(cast(float, value))


def temperature(said: NDArray[np.float32], wanted: NDArray[np.int64]) -> float:
    """The one number that makes the probabilities most likely, found on a fine grid."""
    return float(min(np.exp(np.linspace(np.log(0.3), np.log(4.0), 120)), key=lambda t: cost(said, wanted, t)))


def cost(said: NDArray[np.float32], wanted: NDArray[np.int64], t: float) -> float:
    """How unlikely at that temperature the truth seemed, on the whole."""
    return float(-np.log(softmax(said, t)[np.arange(len(wanted)), wanted] + 1e-9).mean())


def near_counts(found: Finds) -> float:
    """How much a near look at a numeral counts against one at the whole die, for the best probabilities."""
    numerals = found.of("marks") == HEADS["numerals"]
    wanted = found.of("value")[numerals]

    def best(counts: float) -> float:
        said = logits(found.seen(), "numerals", counts)[numerals]
        return cost(said, wanted, temperature(said, wanted))

    return min(NEAR_COUNTS, key=best)


def die_or_not(evidence: NDArray[np.float64], die: NDArray[np.bool_]) -> dict[str, float]:
    """How detector and faces together tell a die: a logistic regression, by Newton's steps."""
    weights = np.zeros(evidence.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-evidence @ weights))
        slope = evidence.T @ (chance - die) + 0.1 * weights
        bend = (evidence * (chance * (1 - chance))[:, None]).T @ evidence + 0.1 * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    names = ("bias", "found", "seen", "read")
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)}


def least_chance(found: Finds, chance: NDArray[np.float64]) -> float:
    """From which chance on a find is told: as low as pictures without dice allow; below a half it is in doubt."""
    told = found.told([n for n, row in enumerate(found.rows) if row.clutter], chance)
    allowed = int(FALSE_A_PICTURE * found.without_dice)
    least = chance[told[allowed]] + 0.005 if len(told) > allowed else 0.0
    return round(float(np.clip(least, 0.2, 0.6)), 3)


def table_thresholds(found: Finds) -> dict[str, float]:
    """On a table the detector alone says what lies there; families without real dev dice follow the d6."""
    is_die, photo, scores = found.of("is_die") > 0, found.of("picture") >= 0, found.scores()
    families = np.array([FAMILIES.index(row.place.family) for row in found.rows])
    true = is_die & photo
    labelled = int(true.sum()) + sum(found.missed.values())
    chosen: dict[str, float] = {}
    for number, family in enumerate(FAMILIES):
        false = ~is_die & photo & (families == number)
        best, lowest = 0.5, np.inf
        for threshold in np.arange(0.3, 0.8, 0.02):
            missing = 1 - (true & (scores >= threshold)).sum() / labelled
            cost = missing + FALSE_DIE_COSTS * (false & (scores >= threshold)).sum() / found.pictures
            if cost < lowest:
                best, lowest = float(threshold), float(cost)
        chosen[family.value] = round(max(best, chosen.get("d6", 0.0)), 2)
    return chosen


def doubt(confidence: NDArray[np.float64], right: NDArray[np.bool_], silent: float, least: float) -> float:
    """The lowest threshold at which silent errors are as rare as they must be."""
    for threshold in np.arange(least, 0.995, 0.005):
        if (~right & (confidence >= threshold)).mean() <= silent:
            return round(float(threshold), 3)
    return 0.995


def fitted_figures(found: Finds, counts: float) -> dict[str, object]:
    """Temperatures, and what is a die; nothing of doubt yet."""
    seen, marks, values = found.seen(), found.of("marks"), found.of("value")
    dice, photo = found.of("is_die") > 0, found.of("picture") >= 0
    # What is no die has its own regression; among dice the marks are told apart.
    fitted = {"marks": temperature(seen["marks"][0][marks >= 0, :3], marks[marks >= 0])}
    for head, number in HEADS.items():
        mine = marks == number
        fitted[head] = temperature(logits(seen, head, counts)[mine], values[mine])
    solids = found.of("solid")
    fitted["solid"] = temperature(seen["solid"][0][solids >= 0], solids[solids >= 0])
    evidence = die_evidence(found.scores(), *likely(seen, fitted, counts))
    return {
        "temperature": {head: round(t, 3) for head, t in fitted.items()},
        "doubt_below": LEAST_DOUBT,
        "die": die_or_not(evidence[photo], dice[photo]) | {"least": 0.5},
    }


def likely(seen: Seen, temperatures: dict[str, float], counts: float) -> list[NDArray[np.float64]]:
    heads = ("marks", "pips", "numerals")
    return [softmax(logits(seen, head, counts), temperatures[head]).astype(np.float64) for head in heads]


def reader_of(figures: dict[str, object], counts: float) -> FaceReader:
    """The app's own, with these figures; it is shown what the networks said before."""
    return FaceReader(
        cast(Model, Figures(figures)),
        cast(Model, Figures({"counts": counts})),
        cast(Model, Figures(PLAIN_COMPARING)),
    )


def calibrate(models: Path, root: Path) -> None:
    everything = look(BareReader(models), root)
    counts = near_counts(everything)
    first = reader_of(fitted_figures(everything, counts), counts)
    chance = first.chance_of_die([row.place for row in everything.rows], everything.seen())
    found = everything.as_believed(chance)
    figures = fitted_figures(found, counts)
    seen, marks, values = found.seen(), found.of("marks"), found.of("value")
    photo, real = found.of("picture") >= 0, found.of("real") > 0
    dice, places = found.of("is_die") > 0, [row.place for row in found.rows]
    reader = reader_of(figures, counts)
    chance = reader.chance_of_die(places, seen)
    least = least_chance(found, chance)
    cast("dict[str, float]", figures["die"])["least"] = least
    marked = likely(seen, cast("dict[str, float]", figures["temperature"]), counts)[0]
    no_die = np.where(photo, 1 - chance, marked[:, 3])
    readings = reader.weigh(places, seen, ANY_KINDS, None, no_die)
    sure = np.array([reading.confidence for reading in readings])
    right = np.array([r.face == str(value + 1) for r, value in zip(readings, values, strict=True)])
    told = np.where(photo, chance >= least, no_die < 0.5)
    below = {}
    for head, number in HEADS.items():
        # Pips are judged by real dice alone; of numerals there are too few of those.
        mine = told & (marks == number) & (real | (head == "numerals"))
        below[head] = doubt(sure[mine], right[mine], SILENT[head], LEAST_DOUBT[head])
    figures["doubt_below"] = below
    stamp(models / "dice-detector.onnx", "companion.threshold", json.dumps(table_thresholds(found)))
    stamp(models / "dice-faces.onnx", "companion.calibration", json.dumps(figures))
    stamp(models / "dice-numerals.onnx", "companion.reading", json.dumps({"counts": counts}))
    calibrate_taught.calibrate(models, root)  # with what was just stored
    print(f"on a table {json.dumps(table_thresholds(found))}, {json.dumps(figures)}, near counts {counts}")
    doubtful = sure < np.array([below[DOUBTS.get(reading.kind.marks, "pips")] for reading in readings])
    for name, among in (("real", real), ("rendered", ~real)):
        among = among & told & (marks >= 0)
        _tell(name, sure[among], right[among], doubtful[among])
    missed = sum(found.missed.values()) + int((photo & dice & ~told).sum())
    false = photo & ~dice & told
    print(
        f"photos: {missed} dice missed, {int(false.sum())} false ones in {found.pictures} pictures, "
        f"{int((false & ~doubtful).sum())} of them not doubtful"
    )


def _tell(
    name: str, sure: NDArray[np.float64], right: NDArray[np.bool_], doubtful: NDArray[np.bool_]
) -> None:
    print(
        f"{len(sure)} {name}: right {right.mean():.4f}, doubtful {doubtful.mean():.4f}, "
        f"silent errors {(~right & ~doubtful).mean():.4f}"
    )
    for low, high in itertools.pairwise(BANDS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            was = f"said {sure[inside].mean():.3f}, right {right[inside].mean():.3f}"
            print(f"  {low:.2f} to {min(high, 1.0):.2f}: {inside.sum()} dice, {was}")


if __name__ == "__main__":
    calibrate(*folders_asked_for(__doc__))
