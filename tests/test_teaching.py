"""Teaching: face after face by itself, taken back, told where faces look alike; corrections teach if agreed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import die_names
from companion.camera.source import Picture
from companion.dice import DieReading, Shape, Sight, TableState
from companion.locale import Translator
from companion.rules.text import Line
from companion.screens.teaching_port import BeginLesson, DieWish, LessonView, TeachFace
from companion.teaching import TeachingDesk
from companion.vision import dice_box, imagining
from companion.vision.dice_box import DiceBox, crop_bytes
from companion.vision.taught import Figures, TaughtSet
from companion.vision.teacher import Teacher

FIGURES = Figures(
    sharpness=0.02, colour=10.0, unknown_at=0.7, unknown_sharpness=0.02, doubt_below=0.9, own=0.95
)


def _embed(crops: Sequence[Picture]) -> np.ndarray:
    """A network that sees one thing: how bright a crop is. Near shades look alike."""
    angles = [float(crop.mean()) / 255 * np.pi / 2 for crop in crops]
    vectors = np.zeros((len(crops), 256), np.float32)
    vectors[:, 0], vectors[:, 1] = np.cos(angles), np.sin(angles)
    return vectors


def _crop(shade: int) -> bytes:
    return crop_bytes(np.full((64, 64, 3), shade, np.uint8))


class Owner:
    """Teaches at a desk, and remembers what it was told."""

    def __init__(self, tmp_path: Path, learn: str = "ask") -> None:
        self.said: list[Line] = []
        self.box = DiceBox(tmp_path / "dice", TaughtSet(figures=FIGURES), _embed, "7")
        self.exports = tmp_path / "exports"
        teacher = Teacher(_embed, FIGURES)
        self.desk = TeachingDesk(self.box, teacher, self.exports, self.said.append, lambda: learn)

    def lay(
        self, *shades: int, state: TableState = TableState.DOUBTFUL, reason: str = "sight.die_unclear"
    ) -> None:
        """A hand comes, and dice of these shades lie there."""
        self.desk.see(Sight(TableState.HAND, "sight.hand", ()))
        self.desk.see(Sight(state, reason, tuple(_reading(n, shade) for n, shade in enumerate(shades))))

    @property
    def lesson(self) -> LessonView:
        lesson = self.desk.view().lesson
        assert lesson is not None
        return lesson

    def counts(self) -> dict[str, int]:
        return {face.face: face.views for face in self.lesson.die.faces}


def _reading(number: int, shade: int, face: str = "?", kind: str = "teaching") -> DieReading:
    colour = (shade, shade, shade)
    place, box = (0.0, 0.0), (0.0, 0.0, 40.0, 40.0)
    return DieReading(number, kind, face, 0.5, True, ((face, 0.5),), place, 0, 16, colour, box, _crop(shade))


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Owner:
    monkeypatch.setattr(dice_box, "SHIPPED", tmp_path / "none")
    # To a network that sees nothing but light, a face in other light is another face.
    monkeypatch.setattr(imagining, "imagined", lambda crop: [crop] * imagining.IMAGINED)
    return Owner(tmp_path)


def test_a_die_of_a_game_is_taught_face_after_face_and_kept_at_once(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    assert owner.lesson.face == "q1"
    assert owner.desk.expected()[0].faces == ()  # type: ignore[index]
    owner.lay(10)
    assert owner.counts() == {"q1": 1, "q2": 0, "2/?/?": 0}
    assert owner.lesson.face == "q1"
    owner.lay(12)
    owner.lay(14)
    assert owner.lesson.face == "q2"  # three looks: on by itself
    owner.lay(120, 122, 124)  # three dice together: three looks at once
    assert owner.lesson.face == "2/?/?"
    owner.lay(240, 242, 244)
    assert owner.lesson.face == ""
    again = DiceBox(owner.box.folder, TaughtSet(), _embed, "7")
    again.load()
    assert len(again.dice.dice["quarriors/ooze"].views) == 9
    owner.desk.do(DieWish("end"))
    assert owner.desk.view().lesson is None
    assert owner.desk.expected() is None
    assert [row.known for row in owner.desk.view().dice] == [3]


def test_a_die_that_lies_still_is_looked_at_once(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    owner.lay(10)
    for _ in range(3):
        owner.desk.see(Sight(TableState.DOUBTFUL, "sight.die_unclear", (_reading(0, 10),)))
    assert owner.counts()["q1"] == 1


def test_a_cocked_die_teaches_nothing_and_the_owner_is_told(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    owner.lay(10, reason="sight.die_cocked")
    assert owner.counts()["q1"] == 0
    assert owner.lesson.worry
    assert Translator("en").text(owner.lesson.news)  # type: ignore[arg-type]


def test_a_look_is_taken_back(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    assert not owner.lesson.may_go_back
    owner.lay(10, 12, 14)
    assert owner.lesson.face == "q2"
    owner.desk.do(DieWish("take_back"))
    assert owner.lesson.face == "q1"
    assert owner.counts()["q1"] == 0
    assert owner.box.dice.dice["quarriors/ooze"].views == ()


def test_a_face_is_shown_anew(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    owner.lay(10, 12, 14)
    owner.desk.do(TeachFace("q1", anew=True))
    assert (owner.lesson.face, owner.counts()["q1"]) == ("q1", 0)
    owner.lay(20)
    assert owner.counts()["q1"] == 1


def test_a_face_that_looks_like_another_is_told(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    owner.lay(10, 12, 14)
    owner.lay(11)
    assert owner.lesson.worry
    assert "looks very like" in Translator("en").text(owner.lesson.news)  # type: ignore[arg-type]
    assert owner.counts()["q2"] == 1  # and yet the owner decides
    (pair,) = owner.lesson.die.close
    assert {str(pair.one), str(pair.other)} == {
        str(die_names.face("quarriors/ooze", "q1")),
        str(die_names.face("quarriors/ooze", "q2")),
    }


def test_faces_that_differ_are_no_close_pair(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    for shades in ((10, 12, 14), (120, 122, 124), (240, 242, 244)):
        owner.lay(*shades)
    assert owner.lesson.die.close == ()


def test_the_last_face_is_told_by_elimination(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    owner.lay(10, 12, 14)
    owner.lay(120, 122, 124)
    owner.lay(11, 121, 240)  # thrown anyhow: only one of them shows a face that is not known yet
    assert owner.counts() == {"q1": 3, "q2": 3, "2/?/?": 1}
    assert not owner.lesson.worry


def test_an_own_die_with_its_own_faces(owner: Owner) -> None:
    owner.desk.do(BeginLesson("Ola's die", ("cat", "dog", "cat")))
    assert [face.face for face in owner.lesson.die.faces] == ["cat", "dog"]
    owner.lay(10, 12, 14)
    owner.desk.do(DieWish("end"))
    owner.desk.do(DieWish("rename", "Ola's die", "Die of Ola"))
    assert [row.name for row in owner.desk.view().dice] == ["Die of Ola"]
    owner.desk.do(DieWish("share", "Die of Ola"))
    (file,) = owner.exports.iterdir()
    owner.desk.do(DieWish("delete", "Die of Ola"))
    assert owner.desk.view().dice == ()
    owner.desk.do(DieWish("find"))
    assert owner.desk.view().files == (file.name,)
    owner.desk.do(DieWish("bring", file.name))
    assert [row.name for row in owner.desk.view().dice] == ["Die of Ola"]


def test_what_cannot_be_done_is_told_in_a_sentence(owner: Owner) -> None:
    owner.desk.do(DieWish("delete", "nobody"))
    assert "no taught die called 'nobody'" in Translator("en").text(owner.said[-1])
    owner.exports.mkdir()
    (owner.exports / "bad.dice").write_bytes(b"nothing")
    owner.desk.do(DieWish("find"))
    owner.desk.do(DieWish("bring", "bad.dice"))
    assert "damaged" in Translator("ru").text(owner.said[-1])


def test_a_disk_that_takes_nothing_is_told(owner: Owner, tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("a file where the folder should be")
    owner.desk.do(BeginLesson("quarriors/ooze"))
    owner.lay(10)
    assert "could not be saved" in Translator("en").text(owner.said[-1])


def _taught(owner: Owner) -> None:
    owner.desk.do(BeginLesson("quarriors/ooze"))
    for shades in ((10, 12, 14), (120, 122, 124), (240, 242, 244)):
        owner.lay(*shades)
    owner.desk.do(DieWish("end"))


def test_a_correction_teaches_after_one_tap_and_is_forgotten_by_another(owner: Owner) -> None:
    _taught(owner)
    shown = [
        _reading(5, 60, "q1", "quarriors/ooze"),
        replace(_reading(6, 11, "q1", "quarriors/ooze"), doubtful=False),
    ]
    owner.desk.corrected(shown, [(5, "q2"), (6, "q1")])
    offer = owner.desk.view().learnable
    assert offer is not None
    assert not offer.learned
    assert offer.crop == shown[0].crop
    assert len(owner.box.dice.dice["quarriors/ooze"].of_face("q2")) == 3
    owner.desk.do(DieWish("learn"))
    views = owner.box.dice.dice["quarriors/ooze"].of_face("q2")
    assert [view.corrected for view in views] == [False, False, False, True]
    assert owner.desk.view().learnable.learned  # type: ignore[union-attr]
    owner.desk.do(DieWish("learn"))  # twice is once
    assert len(owner.box.dice.dice["quarriors/ooze"].of_face("q2")) == 4
    owner.desk.do(DieWish("forget"))
    assert len(owner.box.dice.dice["quarriors/ooze"].of_face("q2")) == 3


def test_the_owner_may_agree_once_for_all(owner: Owner, tmp_path: Path) -> None:
    agreed = Owner(tmp_path, "always")
    _taught(agreed)
    agreed.desk.corrected([_reading(5, 60, "q1", "quarriors/ooze")], [(5, "q2")])
    assert agreed.desk.view().dice[0].learned == 1
    agreed.desk.do(DieWish("unlearn", "quarriors/ooze"))
    assert agreed.desk.view().dice[0].learned == 0


def test_an_owner_who_says_never_is_not_asked(tmp_path: Path) -> None:
    never = Owner(tmp_path, "never")
    _taught(never)
    never.desk.corrected([_reading(5, 60, "q1", "quarriors/ooze")], [(5, "q2")])
    assert never.desk.view().learnable is None


def test_a_die_that_nobody_taught_is_not_learned_from(owner: Owner) -> None:
    owner.desk.corrected([_reading(5, 60, "3", "d6")], [(5, "4")])
    assert owner.desk.view().learnable is None


def test_a_correction_that_names_the_kind_teaches_that_kind(owner: Owner) -> None:
    _taught(owner)
    owner.desk.corrected([_reading(5, 60, "q1", "quarriors/life")], [(5, "q2", "quarriors/ooze")])
    owner.desk.do(DieWish("learn"))
    assert len(owner.box.dice.dice["quarriors/ooze"].of_face("q2")) == 4


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_die_and_face_has_a_name_in_every_language(language: str) -> None:
    say = Translator(language)
    for kind in die_names.teachable():
        assert say.text(die_names.title(kind.name))
        names = [say.text(die_names.face(kind.name, face)) for face in kind.faces]
        assert len(set(names)) == len(names)
    assert say.text(die_names.title("Ola's die")) == "Ola's die"
    assert die_names.teachable()[-1].shape is Shape.D12
