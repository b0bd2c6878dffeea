"""What `companion soak` counts, and how it tells it."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from companion.commands.vitals import Vitals, ends

SHOWN = 12  # of the things that went wrong are told one by one


@dataclass
class Count:
    """What was done, and what came of it."""

    acts: Counter[str] = field(default_factory=Counter)
    throws: int = 0
    read: int = 0
    asked: int = 0  # the companion was in doubt and said so
    missed: int = 0  # a throw, and no roll
    wrong: int = 0  # rolls with a wrong value that was not in doubt
    dice: int = 0
    wrong_dice: int = 0
    false_rolls: int = 0  # a roll that nobody threw
    askew: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)  # flagged, and for the right reason
    rerolls: int = 0
    kept: int = 0  # re-rolls in which the other dice were known to be kept
    wait_ms: array[float] = field(default_factory=lambda: array("d"))  # from rest to the number
    frame_ms: array[float] = field(default_factory=lambda: array("d"))  # of frames on which dice were read
    stories: list[str] = field(default_factory=list)


def figures(count: Count, vitals: Vitals, now: float) -> dict[str, Any]:
    """For programs; `now` is table time in seconds."""
    wait, frame = ends(count.wait_ms), ends(count.frame_ms)
    return {
        "table_hours": round(now / 3600, 3),
        "acts": dict(count.acts),
        "throws": count.throws,
        "dice": count.dice,
        "read": count.read,
        "asked": count.asked,
        "missed": count.missed,
        "wrong": count.wrong,
        "wrong_dice": count.wrong_dice,
        "false_rolls": count.false_rolls,
        "askew": {
            name: {"laid": n, "flagged": count.flagged[name], "named": count.named[name]}
            for name, n in sorted(count.askew.items())
        },
        "rerolls": count.rerolls,
        "rerolls_kept": count.kept,
        "rest_to_number_ms": {"first_quarter": round(wait[0]), "last_quarter": round(wait[1])},
        "reading_frame_ms": {"first_quarter": round(frame[0], 1), "last_quarter": round(frame[1], 1)},
        "vitals": vitals.figures(),
        "stories": count.stories,
    }


def table(count: Count, vitals: Vitals, now: float) -> str:
    """For people."""
    told = figures(count, vitals, now)
    lives, slope = told["vitals"], told["vitals"]["memory_mb_an_hour"]
    parts = "{first_quarter} / {last_quarter} ms"
    others = sum(told["acts"].values()) - told["acts"].get("throw", 0) - told["rerolls"]
    grows = (
        "too short to tell"
        if slope is None
        else f"{slope[0]:+.2f} MB/h (95 %: {slope[1]:+.2f} to {slope[2]:+.2f})"
    )
    rows = [
        ("table time", clock(now)),
        ("throws", f"{told['throws']} ({told['dice']} dice): {told['read']} read, {told['asked']} asked"),
        ("other acts", str(others)),
        ("rolls nobody threw", str(told["false_rolls"])),
        ("throws missed", str(told["missed"])),
        ("rolls with a wrong value", f"{told['wrong']} ({told['wrong_dice']} dice)"),
        *(
            (f"{name} dice flagged", f"{n['flagged']} of {n['laid']} ({n['named']} by their own name)")
            for name, n in told["askew"].items()
        ),
        ("re-rolls that kept the rest", f"{told['rerolls_kept']} of {told['rerolls']}"),
        ("rest to number, first/last part", parts.format(**told["rest_to_number_ms"])),
        ("a frame read, first/last part", parts.format(**told["reading_frame_ms"])),
        ("memory", "{first} MB at first, {last} at last, {most} at most".format(**lives["memory_mb"])),
        ("memory grows by", grows),
        ("threads first/last/most", " / ".join(map(str, lives["threads"]))),
        ("open files first/last/most", " / ".join(map(str, lives["open_files"]))),
    ]  # fmt: skip
    width = max(len(name) for name, _ in rows)
    stories = [f"  {story}" for story in told["stories"][:SHOWN]]
    return "\n".join([*(f"{name:<{width}}  {value}" for name, value in rows), *stories])


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(max(0.0, seconds)), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
