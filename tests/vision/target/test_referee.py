"""From a picture to the call: on drawn scenes whose truth is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.dice import D6, DieKind, Marks, Shape
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane
from companion.vision.target.follow import Follower, Stands
from companion.vision.target.propose import propose
from companion.vision.target.referee import DieOnTarget, TargetReferee
from companion.vision.target.scenes import render
from companion.vision.target.table import TargetTable
from tests.vision.target.scene import CARDBOARD, PROFILE, die, setting


def apart(seen: DieOnTarget, place: tuple[float, float]) -> float:
    return float(np.hypot(seen.footprint.centre[0] - place[0], seen.footprint.centre[1] - place[1]))


@pytest.mark.parametrize("elevation", [38.0, 60.0, 89.0])
def test_a_die_is_called_where_it_stands_not_where_it_is_seen(elevation: float) -> None:
    """Its top leans by up to 20 mm in these pictures; its foot is in zone 3, a millimetre and a half from 4."""
    place = (-(95.0 + 9.5), 0.0)
    scene = setting(elevation=elevation)
    sight = TargetReferee(PROFILE).look(render(scene, [die(place, angle=0.0)]))
    assert sight.board is not None
    assert sight.board.error_mm < 1.0
    (seen,) = sight.dice
    assert apart(seen, place) < 1.5
    assert seen.call.zone == "3"
    assert not seen.call.disputed


def test_colours_are_told_in_warm_and_in_cold_light() -> None:
    places = {"red": (60.0, 40.0), "green": (-120.0, 30.0), "blue": (20.0, -150.0), "white": (-60.0, -60.0)}
    for light in (0, 3):
        dice = [
            die(place, colour, 35.0, 0 if colour in ("red", "white") else 1)
            for colour, place in places.items()
        ]
        sight = TargetReferee(PROFILE).look(render(setting(light=light, elevation=70.0), dice))
        assert len(sight.dice) == 4
        for colour, place in places.items():
            seen = min(sight.dice, key=lambda other: apart(other, place))
            assert seen.colour == colour
            assert (seen.face == "symbol") == (colour in ("red", "white"))


def test_dice_that_touch_are_kept_apart() -> None:
    one, two = (40.0, 60.0), (58.0, 62.0)
    sight = TargetReferee(PROFILE).look(
        render(setting(elevation=65.0), [die(one, "red", 5.0), die(two, "blue", 8.0)])
    )
    assert {seen.colour for seen in sight.dice} == {"red", "blue"}
    for seen in sight.dice:
        assert apart(seen, one if seen.colour == "red" else two) < 2.0


def test_a_board_without_markers_is_found_by_its_rings() -> None:
    scene = setting(seed=5, elevation=55.0, markers=False)
    referee = TargetReferee(CARDBOARD)
    sight = referee.look(render(scene, [die((70.0, 120.0), "blue")]))
    assert sight.board is not None
    assert sight.board.by == "rings"
    way = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = 200.0 * np.stack([np.cos(way), np.sin(way)], axis=1)
    off = np.linalg.norm(sight.board.pose.to_mm(scene.camera.pose.to_px(ring)) - ring, axis=1)
    assert off.max() < 1.0
    (seen,) = sight.dice
    assert apart(seen, (70.0, 120.0)) < 1.5


def test_no_board_is_said_and_never_guessed() -> None:
    table = np.random.default_rng(1).normal(110, 12, (720, 1280, 3)).clip(0, 255).astype(np.uint8)
    cv2.rectangle(table, (300, 200), (700, 500), (60, 90, 160), -1)
    assert TargetReferee(PROFILE).look(table).board is None
    assert TargetReferee(CARDBOARD).look(table).board is None


def test_the_close_up_shows_the_die() -> None:
    scene = setting(light=2)
    (seen,) = TargetReferee(PROFILE).look(render(scene, [die((0.0, 70.0), "red")])).dice
    shown = cv2.imdecode(np.frombuffer(seen.picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (240, 240, 3)
    assert len(seen.picture) < 30_000
    blue, green, red = (float(n) for n in np.median(shown[95:125, 110:130].reshape(-1, 3), axis=0))
    assert red > 1.6 * max(blue, green)


def moved(picture: np.ndarray, dx: float, dy: float, turn: float) -> np.ndarray:
    """As if the camera had been bumped."""
    warp = cv2.getRotationMatrix2D((640.0, 360.0), turn, 1.0)
    warp[:, 2] += (dx, dy)
    return cv2.warpAffine(picture, warp, (1280, 720), borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("markers", [True, False])
def test_a_bumped_camera_is_noticed_and_followed(markers: bool) -> None:
    scene = setting(seed=4, elevation=75.0, markers=markers)
    referee = TargetReferee(scene.profile)
    picture = render(scene, [])
    assert referee.find(picture) is not None
    follower = Follower(referee)
    assert follower.check(picture).stands is Stands.STEADY
    assert follower.check(render(scene, [die((30.0, 30.0))], 2)).stands is Stands.STEADY
    followed = follower.check(moved(picture, 5.0, -3.0, 0.4))
    assert followed.stands is Stands.MOVED
    assert followed.moved_mm > 2.0
    assert referee.board is not None
    here = referee.board.pose.to_px(np.array([(0.0, 0.0), (150.0, 0.0)]))
    there = scene.camera.pose.to_px(np.array([(0.0, 0.0), (150.0, 0.0)]))
    warp = cv2.getRotationMatrix2D((640.0, 360.0), 0.4, 1.0)
    warp[:, 2] += (5.0, -3.0)
    assert np.abs(here - (there @ warp[:, :2].T + warp[:, 2])).max() < 1.5
    assert follower.check(np.full_like(picture, 90)).stands is Stands.LOST
    assert referee.board is None


HERO = tuple(
    DieKind(f"game.{c}", Shape.D6, Marks.TAUGHT, ("eye", "blank")) for c in ("red", "green", "blue", "white")
)


class TrayReader:
    timings: dict[str, float] = {}  # noqa: RUF012

    def read_table(self, picture: object, plane: object, kinds: object) -> tuple[SeenDie, ...]:
        return ()


def test_the_pipeline_is_told_where_a_die_rests() -> None:
    told: list[float | None] = []
    table = TargetTable(
        TrayReader(), TargetReferee(PROFILE), lambda kind: kind.name.startswith("game."), told.append
    )
    scene = setting(seed=6)
    picture = render(scene, [die((0.0, 120.0), "green", face=0)])
    (seen,) = table.read_table(picture, TablePlane.unknown(), HERO)
    assert (seen.reading.kind, seen.reading.face, seen.reading.rest) == ("game.green", "eye", "3")
    assert seen.reading.crop.startswith(b"\xff\xd8")
    assert table.read_table(picture, TablePlane.unknown(), (D6,)) == ()  # dice of other games are the tray's
    assert told == []
    assert table.read_table(np.full_like(picture, 80), TablePlane.unknown(), HERO) == ()
    assert told == [None]


def test_rings_of_an_unknown_board_are_proposed() -> None:
    scene = setting(seed=9, elevation=65.0, markers=False)
    proposal = propose(render(scene, []), 490.0)
    assert proposal is not None
    assert [round(radius) for radius in proposal.radii] == [
        pytest.approx(r, abs=2) for r in (245, 195, 145, 95, 45)
    ]
    assert proposal.flat.shape[0] == proposal.flat.shape[1]
    assert propose(np.full((720, 1280, 3), 120, np.uint8), 490.0) is None
