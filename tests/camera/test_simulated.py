"""The simulated table: what it shows is what it says, and the same seed shows the same."""

from __future__ import annotations

import itertools
import json
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.acts import Placed
from companion.camera.simulation.die import (
    AMBER,
    IVORY,
    LOOKS,
    RED,
    SimDie,
    numeral_d6,
    numeral_d12,
    pip_d6,
    symbol_d6,
)
from companion.camera.simulation.placing import footprint, gap
from companion.camera.simulation.scene import TRAY, Scene, scene
from companion.camera.simulation.throws import plan_throw
from companion.camera.simulation.truth import TrueDie
from companion.camera.source import CameraError, Frame

from .conftest import run

HERO = symbol_d6("hero", [(name, name) for name in ("sword", "heart", "burst", "moon", "shield", "skull")])
MIXED = [pip_d6(IVORY), pip_d6(RED), numeral_d12(AMBER), HERO, numeral_d6()]


def top_face(frame: Frame, scene: Scene, die: TrueDie, pixels: int = 96) -> np.ndarray:
    """The die's upper face, cut out and laid straight by the truth alone."""
    half = die.size_mm / 2 * 0.8
    angle = np.radians(die.angle_deg)
    right, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    middle = np.array(die.centre_mm)
    corners = [middle - right * half + up * half, middle + right * half + up * half]
    corners += [middle + right * half - up * half, middle - right * half - up * half]
    seen = scene.view.project(np.array([[*corner, die.size_mm] for corner in corners]))
    flat = np.array([[0, 0], [pixels, 0], [pixels, pixels], [0, pixels]], np.float32)
    warp = cv2.getPerspectiveTransform(seen.astype(np.float32), flat)
    return cv2.warpPerspective(frame.picture, warp, (pixels, pixels))


def test_a_throw_is_a_sequence(table: SimulatedTable) -> None:
    ids = table.throw(MIXED)
    assert table.busy
    frames = run(table)
    truths = [table.truth_at(frame.number) for frame in frames]
    assert frames[0].picture.shape == (720, 1280, 3)
    assert frames[0].small.shape == (180, 320, 3)
    hand = [truth.hand_in_view for truth in truths]
    moving = [any(not die.at_rest for die in truth.dice) for truth in truths]
    assert hand.index(True) < moving.index(True)  # the hand comes before the dice,
    assert not hand[-1]  # and is gone
    assert not moving[-1]
    assert all(die.face is None for truth in truths for die in truth.dice if not die.at_rest)
    assert all(truth.resting_since is None for truth, m in zip(truths, moving, strict=True) if m)
    last = truths[-1]
    assert [die.id for die in last.dice] == list(ids)
    assert [die.kind for die in last.dice] == ["d6", "d6", "d12", "hero", "d6-numerals"]
    assert len(last.faces) == 5
    assert last.resting_since is not None
    assert truths[moving.index(True)].at < last.resting_since <= last.at
    assert [frame.at for frame in frames] == pytest.approx([k / 30 for k in range(len(frames))])


@pytest.mark.parametrize("how", ["hand", "tower"])
def test_faces_come_up_as_demanded(table: SimulatedTable, how: str) -> None:
    wanted = ["6", "1", "12", "skull", "4"]
    table.throw(MIXED, wanted, how=how)  # type: ignore[arg-type]
    run(table)
    assert list(table.truth.faces) == wanted


def test_the_picture_shows_the_face_that_the_truth_tells(table: SimulatedTable) -> None:
    wanted = [str(n) for n in range(1, 7)]
    table.throw([pip_d6(IVORY)] * 6, wanted)
    frame = run(table)[-1]
    for die in table.truth.dice:
        face = cv2.cvtColor(top_face(frame, table.scene, die), cv2.COLOR_BGR2GRAY)
        dark = (cv2.GaussianBlur(face, (0, 0), 1.5) < 110).astype(np.uint8)
        assert cv2.connectedComponents(dark)[0] - 1 == int(die.face or 0)


def test_numerals_and_symbols_are_not_mirrored(table: SimulatedTable) -> None:
    die = numeral_d6(IVORY)
    table.throw([die] * 2, ["2", "4"])
    frame = run(table)[-1]
    for true in table.truth.dice:
        face = 255 - cv2.cvtColor(top_face(frame, table.scene, true), cv2.COLOR_BGR2GRAY)
        index = die.labels.index(true.face or "")
        drawn = cv2.resize(die.marks[index].mask(die.look), (96, 96)) * 255
        straight, mirrored = (np.corrcoef(face.ravel(), d.ravel())[0, 1] for d in (drawn, drawn[:, ::-1]))
        assert straight > mirrored + 0.2
        assert straight > 0.6


def test_dice_are_drawn_where_the_truth_says(table: SimulatedTable) -> None:
    empty = table.read(0)
    assert empty is not None
    table.throw([pip_d6(IVORY)] * 4)
    frame = run(table)[-1]
    bright = (frame.picture.min(axis=2) > 135).astype(np.uint8)
    for die in table.truth.dice:
        x0, y0, x1, y1 = die.box
        assert 45 < x1 - x0 < 95
        around = bright[int(y0) - 12 : int(y1) + 13, int(x0) - 12 : int(x1) + 13]
        rows, columns = np.nonzero(around)
        outline = np.array(die.polygon)
        assert outline.min(axis=0) == pytest.approx([x0, y0])
        # The sunlit sides reach to the outline; the one in shadow may not.
        assert columns.min() + int(x0) - 12 == pytest.approx(x0, abs=6)
        assert rows.min() + int(y0) - 12 == pytest.approx(y0, abs=6)
        inside = np.zeros(bright.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
        assert bright[inside > 0].mean() > 0.45
    untouched = np.ones(bright.shape, bool)
    for die in table.truth.dice:
        x0, y0, x1, y1 = (int(v) for v in die.box)
        untouched[y0 - 25 : y1 + 60, x0 - 25 : x1 + 60] = False  # the shadow falls down to the right
    change = np.abs(frame.picture.astype(int) - empty.picture).mean(axis=2)
    assert change[untouched].mean() < 3


def test_same_seed_same_frames() -> None:
    shown = []
    for seed in (11, 11, 12):
        table = SimulatedTable(seed=seed, realtime=False)
        table.open()
        table.throw([pip_d6()] * 3)
        frames = run(table)
        table.rethrow([1])
        frames += run(table)
        shown.append((table.truth.faces, [hash(frame.picture.tobytes()) for frame in frames[::9]]))
        table.close()
    assert shown[0] == shown[1]
    assert shown[0][1] != shown[2][1]


def test_demanding_a_face_does_not_change_the_flight() -> None:
    dice = [pip_d6(), numeral_d12()]
    free, forced = (
        plan_throw(dice, faces, "hand", [], 0.0, np.random.default_rng(3)) for faces in (None, ["5", "9"])
    )
    for a, b, die, face in zip(free.tracks, forced.tracks, dice, ("5", "9"), strict=True):
        assert np.allclose(a.places, b.places)
        assert die.labels[die.body.read_face(b.last.turn)] == face


def test_dice_do_not_stick_in_each_other() -> None:
    for seed in range(4):
        throw = plan_throw([pip_d6()] * 7, None, "hand", [], 0.0, np.random.default_rng(seed))
        for a, b in itertools.combinations(throw.tracks, 2):
            assert gap(footprint(pip_d6(), a.last), footprint(pip_d6(), b.last)) > -0.4
        for track in throw.tracks:
            assert np.abs(footprint(pip_d6(), track.last)).max(axis=0) == pytest.approx([67, 40], abs=70)
            assert (np.abs(footprint(pip_d6(), track.last)) < (TRAY.half_x + 0.5, TRAY.half_y + 0.5)).all()
            assert track.last.turn @ track.last.turn.T == pytest.approx(np.eye(3), abs=1e-9)


def test_luck_is_fair_enough() -> None:
    rng = np.random.default_rng(1)
    faces = []
    for _ in range(10):
        for track in plan_throw([pip_d6()] * 6, None, "hand", [], 0.0, rng).tracks:
            faces.append(pip_d6().body.read_face(track.last.turn))
    assert min(np.bincount(faces, minlength=6)) >= 3  # of 60; 10 would be the mean


def test_rethrow_leaves_the_others_alone(table: SimulatedTable) -> None:
    ids = table.throw([pip_d6()] * 5, ["1", "1", "1", "1", "1"])
    run(table)
    before = {die.id: die for die in table.truth.dice}
    table.rethrow([ids[1], ids[3]], ["6", "5"])
    frames = run(table)
    after = {die.id: die for die in table.truth.dice}
    assert [after[id].face for id in ids] == ["1", "6", "1", "5", "1"]
    for id in (ids[0], ids[2], ids[4]):
        assert after[id].centre_mm == before[id].centre_mm
        assert all(
            die.at_rest for frame in frames for die in table.truth_at(frame.number).dice if die.id == id
        )
    assert any(table.truth_at(frame.number).hand_in_view for frame in frames)


def test_pick_up_one_die_and_throw_it_again(table: SimulatedTable) -> None:
    ids = table.throw([pip_d6(IVORY), pip_d6(RED)], ["2", "3"])
    run(table)
    place = table.truth.dice[1].centre_mm
    assert table.pick_up_at(place[0] + 4, place[1] - 4) == ids[1]
    assert table.pick_up_at(500.0, 0.0) is None
    run(table)
    assert [die.id for die in table.truth.dice] == [ids[0]]
    assert list(table.in_hand.values()) == [pip_d6(RED)]
    new = table.throw_in_hand(["6"])
    run(table)
    assert not table.in_hand
    assert {die.id: die.face for die in table.truth.dice} == {ids[0]: "2", new[0]: "6"}


def test_clear_takes_everything(table: SimulatedTable) -> None:
    table.throw([pip_d6()] * 3)
    table.clear()  # follows by itself when the throw is over
    frames = run(table)
    assert max(len(table.truth_at(frame.number).dice) for frame in frames) == 3
    assert table.truth.dice == ()
    assert not table.lying
    assert not table.in_hand
    empty = table.read(0)
    assert empty is not None
    assert np.abs(empty.picture.astype(int) - table.scene.background).mean() < 2.5


def test_a_hand_over_the_tray(table: SimulatedTable) -> None:
    table.throw([pip_d6()], ["4"])
    run(table)
    table.hand(1.0)
    frames = run(table)
    truths = [table.truth_at(frame.number) for frame in frames]
    assert sum(truth.hand_in_view for truth in truths) >= 30
    covered = next(f for f, t in zip(frames[25:], truths[25:], strict=True) if t.hand_in_view)
    assert np.abs(covered.small.astype(int) - frames[-1].small).mean() > 4
    assert all(truth.resting_since is None for truth in truths if truth.hand_in_view)
    assert truths[-1].faces == ("4",)


def test_two_dice_touching(table: SimulatedTable) -> None:
    one, other, third = table.throw([pip_d6(), pip_d6(RED), numeral_d12()], ["1", "2", "3"])
    run(table)
    table.push_together(one, other)
    run(table)
    dice = {die.id: die for die in table.truth.dice}
    assert other in dice[one].touching
    assert one in dice[other].touching
    assert dice[one].face == "1"  # pushed, not turned
    assert third not in dice[one].touching
    apart = np.linalg.norm(np.subtract(dice[one].centre_mm, dice[other].centre_mm))
    assert 15.5 < apart < 17.5


@pytest.mark.parametrize("count", [1, 3])
def test_a_cocked_die_shows_no_face(table: SimulatedTable, count: int) -> None:
    ids = table.throw([pip_d6()] * count)
    run(table)
    table.cock(ids[0])
    run(table)
    cocked = table.truth.dice[0]
    assert cocked.cocked
    assert cocked.at_rest
    assert cocked.face is None
    assert cocked.in_tray
    assert table.truth.faces == ()
    placed: Placed = table._timeline.lying[ids[0]]
    upright = max((placed.pose.turn @ face.normal)[2] for face in placed.die.body.faces)
    assert 0.75 < upright < 0.95
    lowest = (placed.pose.place + placed.die.size * placed.die.body.vertices @ placed.pose.turn.T)[:, 2].min()
    assert lowest == pytest.approx(0, abs=0.1)
    table.rethrow([ids[0]], ["3"])  # players throw it again
    run(table)
    assert table.truth.dice[0].face == "3"
    assert not table.truth.dice[0].cocked


def test_a_die_falls_out(table: SimulatedTable) -> None:
    ids = table.throw([pip_d6()] * 2, ["5", "6"])
    run(table)
    table.drop_out(ids[0])
    run(table)
    out, stayed = table.truth.dice
    assert not out.in_tray
    assert out.at_rest
    assert out.centre_mm[0] > TRAY.half_x + TRAY.rim_width
    assert stayed.in_tray
    assert table.truth.faces == ("6",)
    table.clear()
    run(table)
    assert table.truth.dice == ()


def test_the_light_changes(table: SimulatedTable) -> None:
    table.throw([pip_d6()], ["1"])
    normal = run(table)[-1].picture.reshape(-1, 3).mean(axis=0)
    seen = {}
    for name, level, warmth in (
        ("dim", 0.25, 0.0),
        ("bright", 1.8, 0.0),
        ("warm", 1.0, 0.9),
        ("cold", 1.0, -0.9),
    ):
        table.light(level, warmth)
        for _ in range(25):
            frame = table.read(0)
        assert frame is not None
        assert table.truth.light.level == level
        assert table.truth.light.warmth == warmth
        seen[name] = frame.picture.reshape(-1, 3).mean(axis=0)
    assert seen["dim"].mean() < 0.75 * normal.mean() < normal.mean() < 0.9 * seen["bright"].mean()
    assert seen["warm"][2] / seen["warm"][0] > 1.2 * normal[2] / normal[0]
    assert seen["cold"][2] / seen["cold"][0] < 0.85 * normal[2] / normal[0]
    assert table.truth.faces == ("1",)
    with pytest.raises(ValueError, match="level"):
        table.light(0.0)


def test_a_still_table_is_still_but_for_noise(table: SimulatedTable) -> None:
    table.throw([pip_d6()])
    run(table)
    a, b = table.read(0), table.read(0)
    assert a is not None
    assert b is not None
    difference = a.picture.astype(int) - b.picture
    assert 0.5 < difference.std() < 4
    assert np.abs(cv2.GaussianBlur(difference.astype(np.float32), (0, 0), 5)).max() < 2.5
    assert np.abs(a.small.astype(int) - b.small).mean() < 1.5
    before = a.picture.copy()
    b.picture[:] = 0  # a reader may draw on its frame
    c = table.read(0)
    assert c is not None
    assert np.array_equal(a.picture, before)
    assert c.picture.mean() > 20


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_table_has_its_exact_pose(number: int) -> None:
    here = scene(number)
    profile = here.profile
    spots = np.array([[-100.0, 60, 0], [90, -70, 0], [3, 5, 0]])
    px = here.view.project(spots)
    back = np.array([np.array(profile.px_to_mm) @ [x, y, 1] for x, y in px])
    assert np.allclose(back[:, :2] / back[:, 2:], spots[:, :2])
    corners = here.view.project(np.array([[x, y, TRAY.rim_height] for x, y in profile.tray_mm]))
    assert (corners > 0).all()
    assert (corners < (1280, 720)).all()
    assert profile.camera_mm[2] > 500
    die = here.view.px_per_mm(np.array([0, 0, 16.0])) * 16
    assert 45 < die < 70


def test_the_shipped_profile_is_the_plain_table() -> None:
    path = Path(__file__).parents[2] / "calibration" / "profiles" / "simulated.json"
    shipped = json.loads(path.read_text())
    profile = scene(0).profile
    assert np.allclose(shipped["px_to_mm"], profile.px_to_mm)
    assert np.allclose(shipped["tray_mm"], profile.tray_mm)
    assert np.allclose(shipped["camera_mm"], profile.camera_mm)


def test_tables_differ() -> None:
    pictures = [cv2.resize(scene(number).background, (64, 36)) for number in (0, 1, 3)]
    for a, b in itertools.combinations(pictures, 2):
        assert np.abs(a.astype(int) - b).mean() > 8


def test_wrong_commands_say_what_is_wrong(table: SimulatedTable) -> None:
    with pytest.raises(ValueError, match="no face '7'; it has 1, 2"):
        table.throw([pip_d6()], ["7"])
    with pytest.raises(ValueError, match="2 faces"):
        table.throw([pip_d6()], ["1", "2"])
    with pytest.raises(ValueError, match="no dice"):
        table.throw([])
    with pytest.raises(ValueError, match="no die 9"):
        table.pick_up(9)
    with pytest.raises(ValueError, match="20 dice"):
        table.throw([pip_d6()] * 21)
    with pytest.raises(ValueError, match="six faces"):
        symbol_d6("short", [("a", "sword")])
    assert not table.busy
    with pytest.raises(KeyError):
        table.truth_at(12345)


def test_reading_a_closed_table() -> None:
    table = SimulatedTable()
    with pytest.raises(CameraError, match="not open"):
        table.read(0)
    table.close()
    table.close()


def test_real_time_keeps_the_pace_of_a_camera() -> None:
    table = SimulatedTable(seed=2, frames_a_second=20.0)
    table.open()
    try:
        first = table.read(1.0)
        assert first is not None
        assert table.read(0.0) is None  # the next is not due yet
        frames = [table.read(1.0) for _ in range(10)]
        gaps = np.diff([frame.at for frame in [first, *frames] if frame is not None])
        assert len(gaps) == 10
        assert (gaps > 0.049).all()
        assert abs(first.at - time.monotonic()) < 5
    finally:
        table.close()


def test_commands_from_other_threads() -> None:
    table = SimulatedTable(seed=2)
    table.open()
    try:
        thrower = threading.Thread(target=lambda: [table.throw([die]) for die in MIXED[:2]])
        thrower.start()
        thrower.join()
        until = time.monotonic() + 60
        while table.busy and time.monotonic() < until:
            table.read(0.2)
        table.read(0.2)
        assert len(table.truth.faces) == 2
    finally:
        table.close()


@pytest.mark.parametrize("die", [pip_d6(look) for look in LOOKS] + [numeral_d12(look) for look in LOOKS])
def test_a_die_is_equal_to_its_twin(die: SimDie) -> None:
    maker = pip_d6 if die.shape == "d6" else numeral_d12
    twin = maker(next(look for look in LOOKS if look.body == die.look.body))
    assert die == twin
    assert hash(die) == hash(twin)
    assert die.body is twin.body


def test_commands_follow_on_each_other(table: SimulatedTable) -> None:
    one, two, three = table.throw([pip_d6()] * 3, ["1", "2", "3"])
    table.rethrow([two], ["6"])
    table.pick_up(three)  # all of it before the first frame
    assert set(table.lying) == {one, two}
    assert set(table.in_hand) == {three}
    with pytest.raises(ValueError, match=f"no die {three}"):
        table.cock(three)
    (four,) = table.throw_in_hand(["5"])
    run(table)
    assert {die.id: die.face for die in table.truth.dice} == {one: "1", two: "6", four: "5"}


def test_a_table_closed_in_mid_throw_goes_on_when_opened_again(table: SimulatedTable) -> None:
    table.throw([pip_d6()], ["4"])
    for _ in range(10):
        table.read(0)
    table.close()
    table.open()
    run(table)
    assert table.truth.faces == ("4",)
