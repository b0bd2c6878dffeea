"""The figures of a measurement: shares with their 95 % intervals, reliability, confusions."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from companion.dice import DieReading, Shape
from companion.vision.faces import ANY_KINDS
from companion.vision.labels import Label
from companion.vision.taught import Embedding, TaughtSet

SMALL_PX = 40  # dice below this are counted apart too
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
LESSONS = 3  # looks at a face that teach it
SHAPES = {kind.name: kind.shape for kind in ANY_KINDS}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one die that was truly there."""

    label: Label
    reading: DieReading | None  # None: missed

    @property
    def counts(self) -> bool:
        """Symbols that nobody taught are looked for, but cannot be read."""
        return self.label.readable is not None

    @property
    def right(self) -> bool:
        """Face and solid: a d8 that is called a d6 is wrong, whatever it shows."""
        return self.face_right and self.kind_right

    @property
    def face_right(self) -> bool:
        return self.reading is not None and self.reading.face == self.label.readable

    @property
    def six_for_nine(self) -> bool:
        return self.reading is not None and {self.reading.face, self.label.face} == {"6", "9"}

    @property
    def kind_right(self) -> bool:
        return self.reading is not None and self.label.shape in (None, shape_of(self.reading))

    @property
    def silent(self) -> bool:
        sure = self.reading is not None and not self.reading.doubtful
        return sure and not self.right

    @property
    def size(self) -> float | None:
        """How long the die is in the picture, where the label tells."""
        box = self.label.box
        return None if box is None else max(box[2] - box[0], box[3] - box[1])


@dataclass
class FolderScore:
    """Everything that was counted in one folder, or in several together."""

    name: str
    pictures: int = 0
    whole: int = 0  # pictures whose every die was read right, and nothing else
    outcomes: list[Outcome] = field(default_factory=list)
    false: list[DieReading] = field(default_factory=list)
    in_place: list[Outcome] = field(default_factory=list)  # read from their true places, by the faces alone
    looks: list[tuple[Label, Embedding]] = field(default_factory=list)  # of symbols that must be taught first
    turned: dict[int, list[Outcome]] = field(default_factory=dict)  # by degrees, read from their true places
    unreadable: list[str] = field(default_factory=list)  # pictures that could not be opened, with the reason

    def add(self, other: FolderScore) -> None:
        self.pictures += other.pictures
        self.whole += other.whole
        self.outcomes += other.outcomes
        self.false += other.false
        self.in_place += other.in_place
        self.looks += other.looks
        for angle, outcomes in other.turned.items():
            self.turned[angle] = self.turned.get(angle, []) + outcomes
        self.unreadable += other.unreadable

    def figures(self) -> dict[str, Any]:
        """All of it, for people and for programs."""
        found = [outcome for outcome in self.outcomes if outcome.reading is not None]
        read = [outcome for outcome in self.outcomes if outcome.counts]
        large = [o for o in read if o.size is not None and o.size >= SMALL_PX]
        small = [o for o in read if o.size is not None and o.size < SMALL_PX]
        seen = [outcome for outcome in read if outcome.reading is not None]
        return {
            "pictures": self.pictures,
            "dice": len(self.outcomes),
            "recall": _share(len(found), len(self.outcomes)),
            "precision": _share(len(found), len(found) + len(self.false)),
            "right": _share(sum(o.right for o in read), len(read)),
            "right_large": _share(sum(o.right for o in large), len(large)),
            "right_small": _share(sum(o.right for o in small), len(small)),
            "face_right": _share(sum(o.face_right for o in read), len(read)),
            "kind_right": _share(sum(o.kind_right for o in found), len(found)),
            "whole": _share(self.whole, self.pictures),
            "doubtful": _share(sum(o.reading.doubtful for o in seen if o.reading), len(seen)),
            "silent_errors": _share(sum(o.silent for o in read), len(read)),
            "six_for_nine": sum(o.six_for_nine for o in read),
            "false_a_picture": _rate(len(self.false), self.pictures),
            "false_not_doubtful": sum(not reading.doubtful for reading in self.false),
            "right_in_place": _share(sum(o.face_right for o in self.in_place), len(self.in_place)),
            "doubtful_in_place": _share(
                sum(o.reading.doubtful for o in self.in_place if o.reading), len(self.in_place)
            ),
            "silent_in_place": _share(sum(o.silent for o in self.in_place), len(self.in_place)),
            "right_when_taught": _taught(self.looks),
            "angles": _angles(self.turned),
            "reliability": _reliability(seen),
            "confusions": _confusions(read),
            "unreadable": self.unreadable,
        }


@dataclass
class Report:
    """The scores of all folders."""

    folders: list[FolderScore]

    @property
    def together(self) -> FolderScore:
        total = FolderScore("all folders")
        for folder in self.folders:
            total.add(folder)
        return total

    def json(self) -> str:
        figures = {score.name: score.figures() for score in [*self.folders, self.together]}
        return json.dumps(figures, ensure_ascii=False)

    def text(self) -> str:
        scores = [*self.folders, self.together] if len(self.folders) > 1 else self.folders
        return "\n\n".join(_text(score) for score in scores)


def shape_of(reading: DieReading) -> Shape:
    return SHAPES[reading.kind]


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z, p = 1.96, right / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _share(part: int, of: int) -> dict[str, Any]:
    low, high = wilson(part, of)
    return {
        "count": part,
        "of": of,
        "share": round(part / of, 5) if of else None,
        "low": round(low, 5),
        "high": round(high, 5),
    }


def _rate(count: int, of: int) -> dict[str, Any]:
    """A number of events and its 95 % interval, by Byar's approximation to Poisson's."""
    low = count * (1 - 1 / (9 * count) - 1.96 / (3 * math.sqrt(count))) ** 3 if count else 0.0
    more = count + 1
    high = more * (1 - 1 / (9 * more) + 1.96 / (3 * math.sqrt(more))) ** 3
    return {
        "count": count,
        "of": of,
        "rate": round(count / of, 4) if of else None,
        "low": round(low / max(1, of), 4),
        "high": round(high / max(1, of), 4),
    }


def _taught(looks: Sequence[tuple[Label, Embedding]]) -> dict[str, Any]:
    """Each die is taught by the first looks at each of its faces; the others are read, among its own faces."""
    right = of = 0
    for die in sorted({(label.kind, label.die) for label, _ in looks}):
        mine = [(label.face, look) for label, look in looks if (label.kind, label.die) == die]
        lessons = TaughtSet()
        taught: Counter[str] = Counter()
        asked = []
        for face, look in mine:
            if taught[face] < LESSONS:
                taught[face] += 1
                lessons.add("die", face, look)
            else:
                asked.append((face, look))
        for face, look in asked:
            near = lessons.likeness(look, ["die"])
            right += max(near, key=lambda key: near[key])[1] == face
        of += len(asked)
    return _share(right, of)


def _angles(turned: Mapping[int, Sequence[Outcome]]) -> dict[str, Any] | None:
    """How much the share read right differs between the angles."""
    if not turned:
        return None
    shares = {angle: _share(sum(o.face_right for o in dice), len(dice)) for angle, dice in turned.items()}
    each = [share["share"] for share in shares.values()]
    return {"spread": round(max(each) - min(each), 5), "right": {str(a): s for a, s in shares.items()}}


def _reliability(seen: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Of the dice reported at a confidence, how many were right?"""
    rows = []
    for low, high in pairwise(BINS):
        last = high == BINS[-1]
        dice = [
            (o.reading.confidence, o.right)
            for o in seen
            if o.reading and low <= o.reading.confidence and (o.reading.confidence < high or last)
        ]
        if dice:
            said = sum(confidence for confidence, _ in dice) / len(dice)
            right = sum(was for _, was in dice)
            rows.append({"from": low, "to": high, "said": round(said, 4), **_share(right, len(dice))})
    return rows


def _confusions(read: Sequence[Outcome]) -> list[list[Any]]:
    counted: Counter[tuple[str, str]] = Counter()
    for outcome in read:
        if not outcome.right:
            reading = outcome.reading
            said = f"{shape_of(reading).value} {reading.face}" if reading else "missed"
            doubt = ", doubtful" if reading and reading.doubtful else ""
            counted[f"{outcome.label.kind} {outcome.label.face}", said + doubt] += 1
    return [[truth, said, count] for (truth, said), count in counted.most_common()]


def _text(score: FolderScore) -> str:
    figures = score.figures()

    def row(name: str, key: str) -> str:
        share = figures[key]
        if share["share"] is None:
            return f"  {name:<34} none"
        interval = f"{share['low']:.1%}–{share['high']:.1%}"
        return f"  {name:<34} {share['share']:7.2%}  ({share['count']} of {share['of']}, {interval})"

    false = figures["false_a_picture"]
    lines = [f"{score.name}: {figures['pictures']} pictures, {figures['dice']} dice"]
    if figures["dice"]:
        lines += [
            row("found", "recall"),
            row("of what was found, truly dice", "precision"),
            row("read right, missed = wrong", "right"),
            row(f"  of {SMALL_PX} px and more", "right_large"),
            row("  smaller", "right_small"),
            row("  the face alone", "face_right"),
            row("kind right, of those found", "kind_right"),
            row("doubtful, of those found", "doubtful"),
            row("silent errors", "silent_errors"),
            f"  {'6 for 9 or 9 for 6':<34} {figures['six_for_nine']:7d}",
        ]
    if figures["right_in_place"]["of"]:
        lines += [
            row("face right at its true place", "right_in_place"),
            row("  doubtful there", "doubtful_in_place"),
            row("  silent errors there", "silent_in_place"),
        ]
    if figures["right_when_taught"]["of"]:
        lines.append(row(f"symbols, {LESSONS} looks at each taught", "right_when_taught"))
    lines.append(row("pictures read whole", "whole"))
    if false["rate"] is not None:
        lines.append(
            f"  {'false dice a picture':<34} {false['rate']:7.3f}  ({false['count']} in {false['of']}, "
            f"{false['low']:.3f}–{false['high']:.3f}; {figures['false_not_doubtful']} not doubtful)"
        )
    if figures["angles"]:
        lines.append(
            f"  {'turned: spread of the face':<34} {100 * figures['angles']['spread']:7.2f} points  ("
            + ", ".join(f"{a}° {s['share']:.1%}" for a, s in figures["angles"]["right"].items())
            + ")"
        )
    if figures["reliability"]:
        lines.append("  confidence said → right")
        for band in figures["reliability"]:
            lines.append(
                f"    {band['from']:4.2f}–{band['to']:4.2f}  said {band['said']:6.1%}  right {band['share']:6.1%}"
                f"  ({band['count']} of {band['of']}, {band['low']:.1%}–{band['high']:.1%})"
            )
    if figures["confusions"]:
        lines.append("  wrong reads")
        lines += [f"    {truth} → {said}: {count}" for truth, said, count in figures["confusions"][:15]]
    lines += [f"  not opened: {problem}" for problem in score.unreadable]
    return "\n".join(lines)
