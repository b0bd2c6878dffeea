from __future__ import annotations

import numpy as np
import pytest

from companion.dice import D6, D6_NUMERALS, D12, DieKind, Marks, Shape
from companion.vision.faces import ANY_KINDS, OTHER, FaceReader
from companion.vision.finder import FoundDie
from companion.vision.taught import TaughtSet
from companion.vision.views import cut
from companion.vision.weighing import FaceReading

BOX = (10.0, 10.0, 50.0, 50.0)
PICTURE = np.zeros((60, 60, 3), np.uint8)


NEAR = 0.55  # of the likeness of two dice is that of their top faces


class SaidModel:
    """A face network that says what the test wants it to."""

    def __init__(self, **heads: list[float]) -> None:
        self.runs: list[int] = []
        self._heads = {
            "marks": [0.0, -20, -20, -20],
            "pips": [0.0] * 6,
            "numerals": [0.0] * 13,
            "embedding": [1.0] + [0.0] * 127,
            "spot": [0.0, 0.0],
            "solid": [0.0] * 3,
        } | heads

    figures: dict[str, object] = {}  # noqa: RUF012 - a stand-in that lacks figures for taught dice

    def number(self, *keys: str) -> float:
        return {
            ("doubt_below", "pips"): 0.8,
            ("doubt_below", "numerals"): 0.8,
            ("near",): NEAR,
            ("die", "bias"): 0.0,
            ("die", "found"): 2.0,
            ("die", "read"): 0.0,
            ("die", "least"): 0.5,
        }.get(keys, 1.0)

    def run(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        self.runs.append(len(crops))
        return {name: np.tile(np.array(h, np.float32), (len(crops), 1)) for name, h in self._heads.items()}


def _reader(model: SaidModel, taught: TaughtSet | None = None) -> FaceReader:
    """One model stands in for all networks."""
    return FaceReader(model, model, model, taught)  # type: ignore[arg-type]


def _read(
    kinds: tuple[DieKind, ...], heat: tuple[float, float, float] = (0.9, 0.0, 0.0), **heads: list[float]
) -> FaceReading:
    reader = _reader(SaidModel(**heads))
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, heat, max(heat))], kinds)
    return reading


PIPS, NUMERALS, SYMBOL, NO_DIE = ([20.0 if n == m else 0.0 for n in range(4)] for m in range(4))


def _sure(size: int, index: int) -> list[float]:
    return [20.0 if n == index else 0.0 for n in range(size)]


def test_a_clear_pip_face() -> None:
    reading = _read((D6,), marks=PIPS, pips=_sure(6, 4))
    assert (reading.kind, reading.face, reading.doubtful) == (D6, "5", False)
    assert reading.confidence == pytest.approx(1, abs=1e-4)
    assert reading.alternatives[0] == ("5", reading.confidence)


def test_two_faces_that_cannot_be_told_apart_are_doubtful() -> None:
    reading = _read((D6,), marks=PIPS, pips=[0, 0, 0, 0, 10, 9.5])
    assert reading.doubtful
    assert [face for face, _ in reading.alternatives[:2]] == ["5", "6"]
    assert sum(p for _, p in reading.alternatives) == pytest.approx(1, abs=0.01)


def test_only_what_can_be_on_the_table_is_reported() -> None:
    for kinds in [(D6,), (D12,), (D6_NUMERALS,), (D12, D6)]:
        for marks in (PIPS, NUMERALS, SYMBOL, NO_DIE):
            reading = _read(kinds, heat=(0.2, 0.3, 0.9), marks=marks, numerals=_sure(13, 12))
            assert reading.kind in kinds
            assert reading.face in reading.kind.faces


def test_what_the_game_did_not_announce_is_doubtful() -> None:
    assert _read((D6,), marks=NUMERALS, pips=_sure(6, 2)).doubtful
    assert _read((D12,), heat=(0.9, 0.02, 0.0), marks=PIPS, numerals=_sure(13, 2)).doubtful
    assert _read((D6,), heat=(0.02, 0.0, 0.9), marks=PIPS, pips=_sure(6, 2)).doubtful


def test_what_the_game_announced_settles_a_close_call() -> None:
    half = [10.0, 10.0, 0.0, 0.0]
    free = _read((D6, D6_NUMERALS), marks=half, pips=_sure(6, 2), numerals=_sure(13, 4))
    told = _read((D6,), marks=half, pips=_sure(6, 2), numerals=_sure(13, 4))
    assert free.doubtful
    assert (told.face, told.doubtful) == ("3", False)


def test_pips_and_numerals_that_show_the_same_number_add_up() -> None:
    reading = _read((D6, D6_NUMERALS), marks=[10.0, 10.0, 0, 0], pips=_sure(6, 2), numerals=_sure(13, 2))
    assert (reading.face, reading.doubtful) == ("3", False)


def test_no_die_takes_all_confidence() -> None:
    reading = _read((D6,), marks=NO_DIE, pips=_sure(6, 2))
    assert reading.no_die > 0.99
    assert reading.confidence < 0.01


def test_a_nine_on_a_six_sided_die_is_a_six() -> None:
    reading = _read((D6_NUMERALS,), marks=NUMERALS, numerals=_sure(13, 8))
    assert (reading.face, reading.doubtful) == ("6", False)


def test_six_and_nine_on_a_d12_are_told_apart_or_doubtful() -> None:
    d12 = (0.0, 0.9, 0.0)
    assert _read((D12,), d12, marks=NUMERALS, numerals=_sure(13, 8)).face == "9"
    even = [0.0] * 13
    even[5] = even[8] = 10.0
    assert _read((D12,), d12, marks=NUMERALS, numerals=even).doubtful


def test_another_numeral_is_no_face_of_a_d12() -> None:
    assert _read((D12,), (0.0, 0.9, 0.0), marks=NUMERALS, numerals=_sure(13, 12)).doubtful
    other = _read(ANY_KINDS, (0.0, 0.0, 0.9), marks=NUMERALS, numerals=_sure(13, 12))
    assert (other.kind, other.face, other.doubtful) == (OTHER, "?", True)


def test_a_symbol_nobody_taught_is_shown_as_unknown() -> None:
    reading = _read(ANY_KINDS, marks=SYMBOL)
    assert (reading.kind.shape, reading.face, reading.doubtful) == (Shape.D6, "?", True)


HERO = DieKind("hero", Shape.D6, Marks.TAUGHT, ("sword", "shield"))


def _axis(index: int) -> np.ndarray:
    """What is kept of a die whose crop and whose top face alone look the same to the network."""
    look = np.eye(128, dtype=np.float32)[index]
    return np.hstack([np.sqrt(1 - NEAR) * look, np.sqrt(NEAR) * look])


def test_a_taught_face() -> None:
    taught = TaughtSet()
    taught.add("hero", "sword", _axis(0))
    taught.add("hero", "shield", _axis(1))
    reader = _reader(SaidModel(marks=SYMBOL), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (HERO,))
    assert (reading.kind, reading.face, reading.doubtful) == (HERO, "sword", False)


def test_a_taught_kind_whose_faces_are_strange_is_doubtful() -> None:
    taught = TaughtSet()
    taught.add("hero", "sword", _axis(5))
    taught.add("hero", "shield", _axis(6))
    reader = _reader(SaidModel(marks=SYMBOL), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (HERO,))
    assert reading.doubtful


def test_a_stranger_among_taught_dice_is_unknown() -> None:
    taught = TaughtSet()
    taught.add("hero", "sword", _axis(5))
    reader = _reader(SaidModel(marks=SYMBOL), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (HERO,))
    assert (reading.face, reading.doubtful) == ("?", True)
    assert reading.confidence > 0.9


def test_taught_dice_that_show_the_same_face_stay_two_kinds() -> None:
    taught = TaughtSet()
    taught.add("hero", "sword", _axis(0), colour=(200, 20, 20))
    taught.add("other", "sword", _axis(0), colour=(20, 20, 200))
    other = DieKind("other", Shape.D6, Marks.TAUGHT, ("sword",))
    for colour, kind in (((200, 20, 20), HERO), ((20, 20, 200), other)):
        picture = np.zeros((100, 100, 3), np.uint8)
        picture[:] = colour[::-1]
        reader = _reader(SaidModel(marks=SYMBOL), taught)
        (reading,) = reader.read(picture, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (HERO, other))
        assert (reading.kind, reading.face, reading.doubtful) == (kind, "sword", False)


def test_without_its_colour_the_kind_of_twins_is_in_doubt() -> None:
    taught = TaughtSet()
    for name in ("hero", "other"):
        taught.add(name, "sword", _axis(0))
    other = DieKind("other", Shape.D6, Marks.TAUGHT, ("sword",))
    reader = _reader(SaidModel(marks=SYMBOL), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (HERO, other))
    assert reading.doubtful
    assert reading.face == "sword"
    (twin,) = reading.other_kinds
    assert twin == (({"hero", "other"} - {reading.kind.name}).pop(), "sword", pytest.approx(0.5, abs=0.05))


def test_a_kind_that_it_can_hardly_be_is_not_told() -> None:
    taught = TaughtSet()
    taught.add("hero", "sword", _axis(0))
    taught.add("other", "sword", _axis(1))
    other = DieKind("other", Shape.D6, Marks.TAUGHT, ("sword",))
    reader = _reader(SaidModel(marks=SYMBOL), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (HERO, other))
    assert (reading.kind, reading.other_kinds) == (HERO, ())


def test_a_plain_die_that_was_taught_is_read_as_it_was_taught() -> None:
    taught = TaughtSet()
    taught.add("d6", "4", _axis(0))
    reader = _reader(SaidModel(marks=PIPS, pips=_sure(6, 1)), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (D6,))
    assert (reading.kind, reading.face, reading.doubtful) == (D6, "4", False)


def test_a_plain_die_that_looks_like_none_taught_is_read_by_the_network() -> None:
    taught = TaughtSet()
    taught.add("d6", "4", _axis(9))
    reader = _reader(SaidModel(marks=PIPS, pips=_sure(6, 1)), taught)
    (reading,) = reader.read(PICTURE, [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)], (D6,))
    assert (reading.face, reading.doubtful) == ("2", False)


def _twenty() -> list[FoundDie]:
    return [FoundDie(BOX, 0.0, (0.9, 0, 0), 0.9)] * 20


def test_clear_dice_are_looked_at_once() -> None:
    model = SaidModel(marks=PIPS, pips=_sure(6, 1))
    assert len(_reader(model).read(PICTURE, _twenty(), (D6,))) == 20
    assert model.runs == [20]
    assert _reader(model).read(PICTURE, [], (D6,)) == ()


def test_dice_in_doubt_are_looked_at_from_all_sides_in_batches() -> None:
    model = SaidModel(marks=PIPS)
    _reader(model).read(PICTURE, _twenty(), (D6,))
    assert model.runs == [20, 64, 16]


def test_a_thorough_look_is_from_all_sides_at_once() -> None:
    model = SaidModel(marks=PIPS, pips=_sure(6, 1))
    _reader(model).read(PICTURE, _twenty(), (D6,), thorough=True)
    assert model.runs == [64, 36]


def test_a_second_look_settles_a_doubt() -> None:
    class OnlySlanted(SaidModel):
        """Sees nothing in the crop as it is, and a clear five in the others."""

        def run(self, crops: np.ndarray) -> dict[str, np.ndarray]:
            says = super().run(crops)
            if len(self.runs) == 1:
                says["pips"][:] = 0.0
            return says

    model = OnlySlanted(marks=PIPS, pips=_sure(6, 4))
    (reading,) = _reader(model).read(PICTURE, _twenty()[:1], (D6,))
    assert (reading.face, reading.doubtful) == ("5", False)


class Numerals(SaidModel):
    """Says that the top face is to the left, and reads a crop's number off its red."""

    def run(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        says = super().run(crops)
        red = np.rint(crops[:, 0, 32, 32] * 255).astype(int)
        says["numerals"] = 20 * np.eye(13, dtype=np.float32)[np.clip(red - 1, 0, 12)]
        return says


def test_a_numeral_is_looked_at_where_the_top_face_is() -> None:
    picture = np.full((60, 60, 3), 12, np.uint8)  # a 12 in the middle, which is a side face
    picture[:, :24] = 7
    model = Numerals(marks=NUMERALS, spot=[-0.25, 0.0])
    (reading,) = _reader(model).read(picture, [FoundDie(BOX, 0.0, (0, 0.9, 0), 0.9)], (D12,))
    assert reading.face == "7"
    assert model.runs[:2] == [1, 1], "once whole, once near"


def test_both_networks_say_which_solid_it_is() -> None:
    unsure = (0.5, 0.45, 0.1)
    for solid, kind in (([9.0, 0.0, 0.0], D6_NUMERALS), ([0.0, 9.0, 0.0], D12)):
        reading = _read((D6_NUMERALS, D12), heat=unsure, marks=NUMERALS, numerals=_sure(13, 2), solid=solid)
        assert (reading.kind, reading.doubtful) == (kind, False)
    seen = _read((D6_NUMERALS, D12), heat=(0.9, 0.1, 0), marks=NUMERALS, solid=[0.0, 3.0, 0.0])
    assert seen.kind == D6_NUMERALS, "what the detector saw clearly is not overruled lightly"


def test_pips_are_not_looked_at_nearer() -> None:
    for kinds in [(D6,), (D6, D12)]:
        model = SaidModel(marks=PIPS, pips=_sure(6, 1))
        _reader(model).read(PICTURE, _twenty(), kinds)
        assert model.runs == [20]


def _on_a_photo(score: float, marks: list[float]) -> int:
    reader = _reader(SaidModel(marks=marks, pips=_sure(6, 1)))
    return len(reader.read_photo(PICTURE, [FoundDie(BOX, 0.0, (score, 0, 0), score)], (D6,)))


def test_on_a_photo_both_networks_say_what_is_a_die() -> None:
    perhaps = [1.0, -9.0, -9.0, 0.0]
    assert _on_a_photo(0.6, perhaps) == 1
    assert _on_a_photo(0.3, perhaps) == 0, "too faint for so unclear a crop"
    assert _on_a_photo(0.3, [4.0, -9.0, -9.0, 0.0]) == 1, "faint, but the crop is clear"
    assert _on_a_photo(0.6, [0.0, -9.0, -9.0, 4.0]) == 0
    assert _reader(SaidModel()).read_photo(PICTURE, []) == ()


def test_a_taught_face_on_a_photo_is_a_die_whatever_the_network_says() -> None:
    taught = TaughtSet()
    taught.add("wing", "hit", _axis(0))
    wing = DieKind("wing", Shape.OTHER, Marks.TAUGHT, ("hit",))
    found = [FoundDie(BOX, 0.0, (0.0, 0.0, 0.6), 0.6)]
    reader = _reader(SaidModel(marks=NO_DIE), taught)
    ((_, reading),) = reader.read_photo(PICTURE, found, (wing,))
    assert (reading.kind, reading.face) == (wing, "hit")
    stranger = TaughtSet()
    stranger.add("wing", "hit", _axis(9))
    reader = _reader(SaidModel(marks=NO_DIE), stranger)
    assert reader.read_photo(PICTURE, found, (wing,)) == (), "it looks like none that was taught"


def test_what_is_hardly_a_die_gets_no_second_look() -> None:
    model = SaidModel(marks=NO_DIE)
    found = [FoundDie(BOX, 0.0, (0.3, 0, 0), 0.3)] * 20
    assert _reader(model).read_photo(PICTURE, found, (D6,)) == ()
    assert model.runs == [20]


def test_the_crop_has_room_around_the_die_and_repeats_the_edge() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[:, :, 2] = np.arange(100)[None, :]
    crop = cut(picture, (40, 40, 80, 70))  # side 48, from 36 to 84
    assert crop.shape == (64, 64, 3)
    assert crop[32, 0, 2] == pytest.approx(36, abs=1)
    assert crop[32, -1, 2] == pytest.approx(83, abs=1)
    corner = cut(picture, (0, 0, 20, 20))
    assert corner[0, 0, 2] == 0
    assert corner[0, -1, 2] == pytest.approx(21, abs=1)
