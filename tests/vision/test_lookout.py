"""Hands, covered cameras and bare places, on drawn frames."""

from __future__ import annotations

from companion.vision.lookout import STILL_SECONDS, Lookout, Outlook

from .fakes import DIE_PX, PX_PER_MM, DrawnTable, plane

Dice = list[tuple[float, float, int]]
TWO: Dice = [(150.0, 100.0, 3), (250.0, 140.0, 5)]


def _boxes(dice: Dice) -> dict[int, tuple[float, float, float, float]]:
    half = DIE_PX / 2
    return {
        number: (x * PX_PER_MM - half, y * PX_PER_MM - half, x * PX_PER_MM + half, y * PX_PER_MM + half)
        for number, (x, y, _) in enumerate(dice, 1)
    }


class Scene:
    """A table at rest with two dice, known to the lookout."""

    def __init__(self, dice: Dice | None = None) -> None:
        self.table = DrawnTable()
        self.dice = TWO if dice is None else dice
        self.lookout = Lookout(plane(), self.table.frame())
        self.lookout.look(self.table.frame(), True, {})
        self.lookout.rest(self.table.frame(), {})
        self.frames(self.dice, 3)
        self.lookout.rest(self.table.frame(self.dice), _boxes(self.dice))

    def frames(self, dice: Dice, count: int = 1, hand: float = 0.0) -> Outlook:
        for _ in range(count):
            outlook = self.lookout.look(self.table.frame(dice, hand), False, _boxes(self.dice))
        return outlook


def test_dice_are_no_hand() -> None:
    outlook = Scene().frames(TWO, 3)
    assert not outlook.hand
    assert not outlook.moving


def test_a_hand_counts_while_it_moves_and_while_it_rests() -> None:
    scene = Scene()
    assert scene.frames(TWO, hand=120).hand
    resting = scene.frames(TWO, 60, hand=120)
    assert resting.hand
    assert not resting.moving
    assert not scene.frames(TWO, 2).hand


def test_a_hand_beside_the_tray_does_not_count() -> None:
    assert not Scene().frames(TWO, 5, hand=50).hand


def test_a_hand_over_a_table_not_known_yet() -> None:
    table = DrawnTable()
    lookout = Lookout(plane(), table.frame())
    lookout.look(table.frame(), False, {})
    assert not lookout.look(table.frame(TWO), False, {}).hand
    # Without the memory of the empty table only its movement gives it away.
    assert not lookout.look(table.frame(TWO), False, {}).hand


def test_a_hand_that_was_there_from_the_start_leaves_no_ghost() -> None:
    table = DrawnTable()
    lookout = Lookout(plane(), table.frame())
    for _ in range(3):
        lookout.look(table.frame(hand=150), False, {})
    lookout.rest(table.frame(hand=150), {})
    for _ in range(5):
        outlook = lookout.look(table.frame(), False, {})
    assert not outlook.hand


def test_what_lies_there_for_long_becomes_a_part_of_the_table() -> None:
    scene = Scene()
    assert scene.frames(TWO, 10, hand=120).hand
    scene.table.at += STILL_SECONDS
    assert not scene.frames(TWO, hand=120).hand


def test_a_shadow_is_no_hand() -> None:
    scene = Scene()
    for _ in range(5):
        frame = scene.table.frame(TWO)
        dark = frame.picture.copy()
        dark[:, :600] = (dark[:, :600] * 0.6).astype("uint8")
        outlook = scene.lookout.look(scene.table.of(dark), False, _boxes(TWO))
    assert not outlook.hand


def test_a_place_that_lies_bare() -> None:
    scene = Scene()
    assert scene.frames(TWO, 3).bared == frozenset()
    assert scene.frames(TWO[:1]).bared == frozenset(), "one frame may be a glitch"
    assert scene.frames(TWO[:1], 2).bared == {2}


def test_a_place_learned_in_a_shadow_lies_bare_when_it_looks_like_the_table_around() -> None:
    scene = Scene([])
    dark = scene.table.frame().picture.copy()
    # Where the first die comes to lie.
    dark[200:300, 300:450] = (dark[200:300, 300:450] * 0.6).astype("uint8")
    for _ in range(5):
        scene.lookout.rest(scene.table.of(dark), {})
    scene.dice = TWO
    scene.frames(TWO, 3)
    scene.lookout.rest(scene.table.frame(TWO), _boxes(TWO))
    assert scene.frames(TWO[1:], 3).bared == {1}


def test_the_place_of_a_hidden_die_lies_bare_when_it_was_taken_away_with_what_hid_it() -> None:
    scene = Scene()
    covered = scene.table.frame(TWO).picture.copy()
    covered[200:300, 320:430] = (220, 220, 225)  # a card upon the first die
    for _ in range(5):
        scene.lookout.look(scene.table.of(covered), False, _boxes(TWO))
        scene.lookout.rest(scene.table.of(covered), _boxes(TWO), {1})
    assert scene.lookout.look(scene.table.of(covered), False, _boxes(TWO)).bared == frozenset()
    assert scene.frames(TWO[1:], 3).bared == {1}


def test_a_place_half_in_the_shadow_of_another_die_lies_bare() -> None:
    scene = Scene()
    picture = scene.table.frame(TWO[1:]).picture.copy()
    picture[:, 380:400] = (picture[:, 380:400] * 0.6).astype("uint8")
    for _ in range(3):
        outlook = scene.lookout.look(scene.table.of(picture), False, _boxes(TWO))
    assert outlook.bared == {1}


def test_a_place_where_no_die_is_found_is_bare_or_covered() -> None:
    scene = Scene()
    box = _boxes(TWO)[1]
    assert not scene.lookout.lies_bare(scene.table.frame(TWO), box)
    assert scene.lookout.lies_bare(scene.table.frame(TWO[1:]), box)
    covered = scene.table.frame(TWO).picture.copy()
    covered[200:300, 320:430] = (220, 220, 225)
    assert not scene.lookout.lies_bare(scene.table.of(covered), box)


def test_one_look_without_a_cup_is_enough_to_know_the_table_that_it_stood_on() -> None:
    scene = Scene([])
    cup = scene.table.frame().picture.copy()
    cup[180:320, 300:460] = (45, 65, 105)
    for _ in range(4):
        scene.lookout.rest(scene.table.of(cup), {})
    scene.lookout.rest(scene.table.frame(), {})
    scene.dice = TWO
    scene.frames(TWO, 3)
    scene.lookout.rest(scene.table.frame(TWO), _boxes(TWO))
    assert scene.lookout.lies_bare(scene.table.frame(TWO[1:]), _boxes(TWO)[1])


def test_the_memory_of_a_place_under_a_die_follows_the_light() -> None:
    scene = Scene()
    scene.table.light = 0.6
    lying = scene.table.frame(TWO).picture.copy()
    lying[230:270, 355:395] = (60, 80, 60)  # in this light as bright as the table was in the old one
    for _ in range(8):
        scene.lookout.look(scene.table.of(lying), False, _boxes(TWO))
        scene.lookout.rest(scene.table.of(lying), _boxes(TWO))
    assert scene.frames(TWO[1:], 5).bared == {1}


def test_a_card_beside_a_die_is_no_other_light() -> None:
    scene = Scene()
    for dice in (TWO, TWO[1:]):
        table = scene.table.frame(dice).picture.copy()
        table[150:350, 410:560] = (60, 60, 230)  # red, and it stays when the first die is taken
        for _ in range(8):
            outlook = scene.lookout.look(scene.table.of(table), False, _boxes(TWO))
            if dice is TWO:
                scene.lookout.rest(scene.table.of(table), _boxes(TWO))
    assert outlook.bared == {1}


def test_a_place_that_looks_as_it_is_remembered_lies_bare_whatever_lies_around_it() -> None:
    scene = Scene()
    box = _boxes(TWO)[1]
    place = slice(226, 274), slice(351, 399)
    picture = scene.table.frame(TWO[1:]).picture.copy()
    bare = picture[place].copy()
    picture[150:350, 280:470] = (75, 100, 62)  # a card much like the table, only brighter
    assert not scene.lookout.lies_bare(scene.table.of(picture), box)
    picture[place] = bare
    assert scene.lookout.lies_bare(scene.table.of(picture), box)


def test_a_die_of_the_tables_own_hue_is_only_looked_for_while_nothing_throws_a_shadow() -> None:
    scene = Scene()
    empty = scene.table.frame(TWO[1:]).picture
    lying = empty.copy()
    lying[230:270, 355:395] = (100, 133, 100)
    for _ in range(3):
        scene.lookout.look(scene.table.of(lying), False, _boxes(TWO))
    scene.lookout.rest(scene.table.of(lying), _boxes(TWO))
    for wide in range(
        320, 420, 4
    ):  # a shadow creeps over it; half-way the die is as dark as the table beside it
        dark = lying.copy()
        dark[:, :wide] = (dark[:, :wide] * 0.6).astype("uint8")
        assert not scene.lookout.look(scene.table.of(dark), False, _boxes(TWO)).bared
    for _ in range(4):
        outlook = scene.lookout.look(scene.table.of(empty), False, _boxes(TWO))
    assert outlook.bared == {1}


def test_a_hand_over_a_die_does_not_bare_it() -> None:
    assert Scene().frames(TWO, 10, hand=280).bared == frozenset()


def test_what_moved_over_a_die_touched_it() -> None:
    scene = Scene()
    assert scene.frames([*TWO, (254.0, 128.0, 1)]).touched == {2}


def test_a_covered_camera() -> None:
    scene = Scene()
    picture = scene.table.frame(TWO).picture.copy()
    picture[:] = picture[::-1, ::-1] // 3 + 140
    outlook = scene.lookout.look(scene.table.of(picture), False, _boxes(TWO))
    assert outlook.blocked in ("sight.covered", "")
