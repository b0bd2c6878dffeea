"""How good the referee is, on drawn scenes whose truth is known.

A camera, a lamp and a table by lot; on the printed target with markers four throws under each, some with other dice
lying there. Boards without markers, with holes and joints, are found by their rings and thrown at once each.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from companion.target.profile import Circle, Polygon, TargetProfile
from companion.vision.target.places import Places
from companion.vision.target.referee import DieOnTarget, TargetReferee
from companion.vision.target.scene_dice import LaidDie, lay_die, random_die
from companion.vision.target.scene_setting import Setting, random_setting
from companion.vision.target.scenes import render

THROWS_A_CAMERA = 4
OTHERS = 0.3  # of the throws have other dice beside them
NEAR_MM = 12.0  # a die this near to the true place is that die
NEAR_LINE_MM = 1.5
BOARD_MM = 1.5  # a board that is found must be known to that, all over


def cardboard(profile: TargetProfile) -> TargetProfile:
    """The same rings without markers, with four holes, and with joints at the edge where its parts meet."""
    holes = tuple(
        Circle(place, 13.0) for place in ((70.0, -95.0), (-120.0, 60.0), (-40.0, -170.0), (110.0, 140.0))
    )
    bars = ((-3, -245, 3, -232), (-3, 232, 3, 245), (-245, -3, -232, 3), (232, -3, 245, 3))
    joints = tuple(
        Polygon(((float(a), float(b)), (float(c), float(b)), (float(c), float(d)), (float(a), float(d))))
        for a, b, c, d in bars
    )
    return msgspec.structs.replace(profile, markers=None, paper=None, holes=holes, joints=joints)


@dataclass
class Tally:
    """What happened."""

    throws: int = 0
    lost: int = 0  # dice that were not seen
    false: int = 0  # dice that are not there
    wrong: int = 0  # undisputed, and not what it is
    too_high: int = 0  # of those, what counts more than it should
    too_high_near: int = 0  # of those, within NEAR_LINE_MM of a line
    disputed: int = 0
    errors: list[float] = field(default_factory=list)
    colours: list[tuple[int, bool]] = field(default_factory=list)  # the light, and whether it was right
    faces: list[bool] = field(default_factory=list)
    boards: int = 0  # without markers
    found: int = 0
    astray: int = 0  # found where it is not
    board_errors: list[float] = field(default_factory=list)
    call_ms: list[float] = field(default_factory=list)
    read_ms: list[float] = field(default_factory=list)


def measure(
    profile: TargetProfile,
    throws: int,
    seed: int,
    read_one: Callable[[], None] | None = None,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Tally:
    """Throw so often; a fifth as many boards without markers. `read_one` reads a die in the tray, to compare times."""
    tally = Tally()
    boards = max(1, throws // 5)
    total, done = throws + boards, 0
    for number in range((throws + THROWS_A_CAMERA - 1) // THROWS_A_CAMERA):
        rng = np.random.default_rng([seed, number])
        setting = random_setting(profile, rng)
        referee = TargetReferee(profile)
        count = min(THROWS_A_CAMERA, throws - number * THROWS_A_CAMERA)
        for exposure in range(count):
            _throw(tally, referee, setting, rng, exposure, read_one)
        done += count
        progress(done, total)
    bare = cardboard(profile)
    for number in range(boards):
        rng = np.random.default_rng([seed, 1_000_000 + number])
        setting = random_setting(bare, rng)
        referee = TargetReferee(bare)
        tally.boards += 1
        if _find(tally, referee, setting):
            _throw(tally, referee, setting, rng, 1, None)
        done += 1
        progress(done, total)
    return tally


def _find(tally: Tally, referee: TargetReferee, setting: Setting) -> bool:
    """Find a board without markers, and see whether it is where it is said to be."""
    board = referee.find(render(setting, []))
    if board is None:
        return False
    tally.found += 1
    way = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    rings = np.concatenate([r * np.stack([np.cos(way), np.sin(way)], axis=1) for r in (45.0, 145.0, 245.0)])
    off = np.linalg.norm(board.pose.to_mm(setting.camera.pose.to_px(rings)) - rings, axis=1)
    tally.board_errors.append(float(off.max()))
    tally.astray += bool(off.max() > BOARD_MM)
    return True


def _throw(
    tally: Tally,
    referee: TargetReferee,
    setting: Setting,
    rng: np.random.Generator,
    exposure: int,
    read_one: Callable[[], None] | None,
) -> None:
    dice = list(dice_by_lot(rng, setting.profile.die_mm))
    picture = render(setting, dice, exposure)
    if referee.board is None and referee.find(picture) is None:
        tally.throws += len(dice)
        tally.lost += len(dice)
        return
    began = time.perf_counter()
    sight = referee.look(picture, anew=False)
    tally.call_ms.append(1000 * (time.perf_counter() - began))
    if read_one is not None:
        began = time.perf_counter()
        read_one()
        tally.read_ms.append(1000 * (time.perf_counter() - began))
    seen = list(sight.dice)
    for die in dice:
        tally.throws += 1
        near = min(seen, key=lambda other: _apart(other, die), default=None)
        if near is None or _apart(near, die) > NEAR_MM:
            tally.lost += 1
            continue
        seen.remove(near)
        _judge(tally, referee.places, near, die, setting.light)
    tally.false += len(seen)


def dice_by_lot(rng: np.random.Generator, die_mm: float) -> Iterator[LaidDie]:
    """A throw anywhere on the board, and perhaps others that lie there: apart, or touching."""
    places: list[tuple[float, float]] = []
    count = 1 if rng.random() > OTHERS else int(rng.integers(2, 4))
    while len(places) < count:
        away, way = 245.0 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        place = (float(away * np.cos(way)), float(away * np.sin(way)))
        if all(np.hypot(place[0] - x, place[1] - y) > 1.5 * die_mm for x, y in places):
            places.append(place)
            die, colour = random_die(rng, die_mm)
            yield lay_die(die, colour, place, float(rng.uniform(0, 90)), int(rng.integers(6)))


def _apart(seen: DieOnTarget, laid: LaidDie) -> float:
    return float(np.hypot(seen.footprint.centre[0] - laid.place[0], seen.footprint.centre[1] - laid.place[1]))


def _judge(tally: Tally, places: Places, seen: DieOnTarget, laid: LaidDie, light: int) -> None:
    tally.errors.append(_apart(seen, laid))
    tally.colours.append((light, seen.colour == laid.colour))
    tally.faces.append((seen.face == "symbol") == laid.symbol)
    shares = laid.shares(places)
    true = (
        "joint" if shares.get("joint", 0.0) > 0.02 else max(shares, key=lambda name: shares[name])
    )  # DF-14, DF-15
    if seen.call.disputed:
        tally.disputed += 1
    elif seen.call.zone != true:
        tally.wrong += 1
        if seen.call.value > places.profile.values[true]:
            tally.too_high += 1
            tally.too_high_near += _near_line(places, laid)


def _near_line(places: Places, laid: LaidDie) -> bool:
    """Would the true call be another one, were the die this little elsewhere?"""
    way = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    moves = NEAR_LINE_MM * np.stack([np.cos(way), np.sin(way)], axis=1)
    centre, size = np.array(laid.place), laid.die.size / 2
    square = centre + size * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    shares = places.shares(square, np.concatenate([[(0.0, 0.0)], moves]))
    return len({int(np.argmax(row)) for row in shares}) > 1


def interval(right: int, of: int) -> tuple[float, float]:
    """Between what a share lies, nineteen times in twenty (Wilson's)."""
    if not of:
        return 0.0, 1.0
    z, p = 1.96, right / of
    middle, half = p + z * z / (2 * of), z * np.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return float((middle - half) / (1 + z * z / of)), float((middle + half) / (1 + z * z / of))


def figures(tally: Tally) -> dict[str, Any]:
    """The issue's whole table in numbers."""
    clear = tally.throws - tally.disputed
    right = clear - tally.wrong - tally.lost
    errors = np.array(tally.errors or [np.inf])
    good_colours = sum(good for _, good in tally.colours)
    told: dict[str, Any] = {
        "throws": tally.throws,
        "zone_right": _share(right, clear),
        "disputed": _share(tally.disputed, tally.throws),
        "wrong": tally.wrong,
        "not_seen": tally.lost,
        "not_there": tally.false,
        "too_high": tally.too_high,
        "too_high_within_1.5_mm": tally.too_high_near,
        "centre_mm": {
            "median": round(float(np.median(errors)), 3),
            "p95": round(float(np.percentile(errors, 95)), 3),
            "worst": round(float(errors.max()), 2),
        },
        "colour": _share(good_colours, len(tally.colours)),
        "colour_by_light": {
            str(light): _share(
                sum(g for n, g in tally.colours if n == light), sum(n == light for n, _ in tally.colours)
            )
            for light in sorted({n for n, _ in tally.colours})
        },
        "face": _share(sum(tally.faces), len(tally.faces)),
        "without_markers": _share(tally.found - tally.astray, tally.boards)
        | {"found": tally.found, "astray": tally.astray},
        "without_markers_mm": round(statistics.median(tally.board_errors), 3) if tally.board_errors else None,
    }
    if tally.read_ms:
        ratios = [mine / other for mine, other in zip(tally.call_ms, tally.read_ms, strict=False)]
        told["call_ms"] = round(statistics.median(tally.call_ms[: len(ratios)]), 2)
        told["read_ms"] = round(statistics.median(tally.read_ms), 2)
        told["call_to_read"] = round(statistics.median(ratios), 2)
    return told


def _share(right: int, of: int) -> dict[str, Any]:
    low, high = interval(right, of)
    return {
        "share": round(right / of, 4) if of else None,
        "of": of,
        "low": round(low, 4),
        "high": round(high, 4),
    }


def text(told: dict[str, Any]) -> str:
    """The table for people."""

    def share(name: str) -> str:
        part = told[name]
        if part["share"] is None:
            return "nothing to tell"
        return f"{part['share']:7.2%} of {part['of']}  ({part['low']:.1%} to {part['high']:.1%})"

    centre, boards = told["centre_mm"], told["without_markers"]
    rows = [
        ("zone right, of undisputed calls", share("zone_right"), "99.3 % or more"),
        ("disputed calls", share("disputed"), "5 % or less"),
        ("wrong, not seen, not there", f"{told['wrong']}, {told['not_seen']}, {told['not_there']}", ""),
        ("counted too high within 1.5 mm of a line", str(told["too_high_within_1.5_mm"]), "0"),
        ("footprint's centre, median", f"{centre['median']:.2f} mm", "1.0 mm or less"),
        ("footprint's centre, 95th percentile", f"{centre['p95']:.2f} mm", "2.0 mm or less"),
        ("colour, over five lights", share("colour"), "99.5 % or more"),
        ("symbol or not", share("face"), ""),
        ("board found without markers", share("without_markers"), "95 % or more"),
        ("found, but astray", str(boards["astray"]), "0"),
    ]
    if "call_to_read" in told:
        rows.append(
            (
                "one call, against reading one die in the tray",
                f"{told['call_to_read']:.2f} ×",
                "1.5 × or less",
            )
        )
    lines = [f"{told['throws']} dice on drawn targets (95 % intervals):"]
    return "\n".join([*lines, *(f"  {name:<46} {value:<38} {wish}".rstrip() for name, value, wish in rows)])
