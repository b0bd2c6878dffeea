"""Taught dice as files: kept, shared, renewed; broken ones refused with a sentence."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.camera.source import Picture
from companion.dice import Shape
from companion.vision import dice_box
from companion.vision.dice_box import DiceBox, crop_bytes, crop_of, read_file, write_file
from companion.vision.imagining import IMAGINED
from companion.vision.taught import TaughtDie, TaughtFace, TaughtSet, unit
from companion.vision.taught_file import TaughtFileError, pack, unpack


def _crop(shade: int) -> bytes:
    return crop_bytes(np.full((64, 64, 3), shade, np.uint8))


def _vector(axis: int) -> np.ndarray:
    return np.eye(256, dtype=np.float32)[axis]


def _die(name: str = "quarriors/ooze", model: str = "7") -> TaughtDie:
    views = (
        TaughtFace("q1", _vector(0), _crop(40), (10, 20, 30), "2026-05-01"),
        TaughtFace("q2", _vector(1), _crop(90), None, "2026-05-01", corrected=True),
    )
    return TaughtDie(name, Shape.D6, ("q1", "q2", "2/?/?"), views, model, "2026-05-01")


def _embed(crops: Sequence[Picture]) -> np.ndarray:
    """A network that tells crops by their shade."""
    return np.stack([_vector(int(crop.mean()) // 2) for crop in crops])


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DiceBox:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(dice_box, "SHIPPED", shipped)
    return DiceBox(tmp_path / "home" / "dice", TaughtSet(), _embed, "7")


def _same(one: TaughtDie, other: TaughtDie) -> bool:
    about = (one.name, one.shape, one.faces, one.model, one.on) == (
        other.name,
        other.shape,
        other.faces,
        other.model,
        other.on,
    )
    return about and all(
        (a.face, a.crop, a.colour, a.on, a.corrected) == (b.face, b.crop, b.colour, b.on, b.corrected)
        and np.array_equal(a.embedding, b.embedding)
        and (0 in (len(a.imagined), len(b.imagined)) or np.allclose(a.imagined, b.imagined, atol=2e-3))
        for a, b in zip(one.views, other.views, strict=True)
    )


def test_there_and_back() -> None:
    dice = (_die(), _die("Олин кубик"))
    back = unpack(pack(dice))
    assert all(_same(a, b) for a, b in zip(dice, back, strict=True))
    assert pack(dice) == pack(back)  # the same dice, the same file


def test_what_was_imagined_goes_with_it() -> None:
    rows = np.random.default_rng(3).normal(size=(IMAGINED, 256))
    first, second = _die().views
    die = replace(_die(), views=(replace(first, imagined=unit(rows)), second))
    (back,) = unpack(pack([die]))
    assert _same(die, back)
    # Where nothing was imagined, what was seen stands for it.
    assert np.array_equal(back.views[1].imagined, np.repeat(second.embedding[None], IMAGINED, axis=0))


def test_a_die_without_views_is_a_file_too() -> None:
    (back,) = unpack(pack([replace(_die(), views=())]))
    assert back.missing == ("q1", "q2", "2/?/?")


def test_dice_are_kept_and_come_back(box: DiceBox) -> None:
    box.keep(_die())
    again = DiceBox(box.folder, TaughtSet(), _embed, "7")
    again.load()
    assert again.names == ("quarriors/ooze",)
    assert again.owns("quarriors/ooze")
    assert _same(again.dice.dice["quarriors/ooze"], _die())


def test_another_model_looks_at_the_crops_again(box: DiceBox) -> None:
    write_file(box.path_of("quarriors/ooze"), [_die(model="3")])
    box.load()
    die = box.dice.dice["quarriors/ooze"]
    assert die.model == "7"
    for view in die.views:
        assert np.array_equal(view.embedding, _embed([crop_of(view.crop)])[0])
        assert len(view.imagined) == IMAGINED


def test_shipped_dice_are_renewed_once_and_the_copy_is_used_again(box: DiceBox) -> None:
    write_file(dice_box.SHIPPED / "quarriors.dice", [_die(model="3")])
    box.load()
    assert not box.owns("quarriors/ooze")
    (copy,) = (box.folder / dice_box.RENEWED).iterdir()

    def never(_: Sequence[Picture]) -> np.ndarray:
        raise AssertionError("made already")

    again = DiceBox(box.folder, TaughtSet(), never, "7")
    again.load()
    assert again.dice.dice["quarriors/ooze"].model == "7"
    copy.write_bytes(b"spoilt")
    box.load()
    assert read_file(copy)[0].model == "7"


def test_a_list_needs_no_network(box: DiceBox) -> None:
    write_file(box.path_of("quarriors/ooze"), [_die(model="3")])
    box.load(renew=False)
    assert box.dice.dice["quarriors/ooze"].model == "3"
    box.rename("quarriors/ooze", "mine")
    assert box.dice.dice["mine"].model == "7"  # written with embeddings of the network that reads


def test_a_broken_file_is_told_and_the_others_are_taken_in(box: DiceBox) -> None:
    box.keep(_die())
    (box.folder / "broken.dice").write_bytes(b"PK\x03\x04nothing")
    box.load()
    assert box.names == ("quarriors/ooze",)
    assert len(box.problems) == 1
    assert "broken.dice is damaged" in box.problems[0]


def test_rename(box: DiceBox) -> None:
    box.keep(_die())
    box.rename("quarriors/ooze", "Ola's die")
    assert box.names == ("Ola's die",)
    assert [path.name.split("-")[0] for path in box.folder.iterdir()] == ["ola"]
    with pytest.raises(TaughtFileError, match="no taught die called 'quarriors/ooze'"):
        box.rename("quarriors/ooze", "x")
    box.keep(_die())
    with pytest.raises(TaughtFileError, match="already"):
        box.rename("quarriors/ooze", "Ola's die")
    with pytest.raises(TaughtFileError, match="1 to 60"):
        box.rename("quarriors/ooze", "\n")


def test_delete(box: DiceBox) -> None:
    box.keep(_die())
    box.delete("quarriors/ooze")
    assert box.names == ()
    assert list(box.folder.iterdir()) == []


def test_an_own_die_hides_a_shipped_one_and_gives_way_to_it(box: DiceBox) -> None:
    write_file(dice_box.SHIPPED / "quarriors.dice", [_die(), _die("quarriors/life")])
    box.load()
    assert not box.owns("quarriors/ooze")
    with pytest.raises(TaughtFileError, match="comes with the companion"):
        box.delete("quarriors/ooze")
    mine = _die().without_face("q2")
    box.keep(mine)
    assert box.names == ("quarriors/ooze", "quarriors/life")
    assert len(box.dice.dice["quarriors/ooze"].views) == 1
    box.delete("quarriors/ooze")
    assert len(box.dice.dice["quarriors/ooze"].views) == 2


def test_share_with_a_friend(box: DiceBox, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        box.keep(_die(name))
    file = tmp_path / "for Tom.dice"
    box.export(["one", "three"], file)
    other = DiceBox(tmp_path / "tom", TaughtSet(), _embed, "8")
    assert other.bring(file) == ("one", "three")
    again = DiceBox(tmp_path / "tom", TaughtSet(), _embed, "8")
    again.load()
    assert again.names == ("one", "three")
    with pytest.raises(TaughtFileError, match="no taught die called 'four'"):
        box.export(["four"], file)


def test_of_a_broken_file_nothing_is_taken_in(box: DiceBox, tmp_path: Path) -> None:
    file = tmp_path / "half.dice"
    file.write_bytes(pack([_die("one"), _die("two")])[:-200])
    with pytest.raises(TaughtFileError, match="damaged"):
        box.bring(file)
    assert box.names == ()
    with pytest.raises(TaughtFileError, match="does not exist"):
        box.bring(tmp_path / "nowhere.dice")


def test_file_names_are_safe_and_differ(box: DiceBox) -> None:
    paths = {box.path_of(name) for name in ("../../etc/passwd", "a/b", "a-b", "Ёж", "Жё", "x" * 60)}
    assert len(paths) == 6
    assert all(path.parent == box.folder for path in paths)


def _changed(**parts: bytes) -> bytes:
    """A sound file in which some parts are others."""
    data = io.BytesIO()
    names = {"index": "index.json", "embeddings": "embeddings.f32", "crop": "crops/0.jpg"}
    names["imagined"] = "imagined.i8"
    with zipfile.ZipFile(io.BytesIO(pack([_die()]))) as old, zipfile.ZipFile(data, "w", 8) as new:
        other = {names[key]: value for key, value in parts.items()}
        for name in old.namelist():
            new.writestr(name, other.get(name, old.read(name)))
    return data.getvalue()


def _index(**changes: object) -> bytes:
    with zipfile.ZipFile(io.BytesIO(pack([_die()]))) as old:
        index = json.loads(old.read("index.json"))
    index["dice"][0] |= changes
    return json.dumps(index).encode()


@pytest.mark.parametrize(("older", "length"), [(1, 128), (2, 256)])
def test_a_file_of_an_older_format_is_seen_anew(box: DiceBox, older: int, length: int) -> None:
    with zipfile.ZipFile(io.BytesIO(pack([_die()]))) as new:
        index = json.loads(new.read("index.json")) | {"format": older}
    # In the first format one embedding a view, of the whole die; in the second nothing was imagined.
    vectors = np.eye(length, dtype="<f4")[:2].tobytes()
    box.folder.mkdir(parents=True)
    path = box.folder / "old.dice"
    path.write_bytes(_changed(index=json.dumps(index).encode(), embeddings=vectors, imagined=b""))
    box.load()
    first, second = box.dice.dice["quarriors/ooze"].views
    assert np.array_equal(first.embedding, _vector(20))  # by its crop, whose shade is 40
    assert (first.face, second.corrected, box.problems) == ("q1", True, [])
    assert len(first.imagined) == IMAGINED
    (kept,) = read_file(path)
    assert kept.model == "7"


def _huge_jpeg() -> bytes:
    """A small file that says it is a picture of 60,000 × 60,000."""
    data = bytearray(_crop(10))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = (60_000).to_bytes(2, "big") * 2
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "damaged"),
        (b"not a zip", "damaged"),
        (_changed(index=b"{}"), "understands"),
        (_changed(index=b"\xff\xfe"), "understands"),
        (_changed(index=_index(name="")), "understands"),
        (_changed(index=_index(faces=["q1", "q1", "q2"])), "twice"),
        (_changed(index=_index(faces=["q1"])), "does not have"),
        (_changed(index=_index(shape="d13")), "understands"),
        (_changed(index=b'{"format": 99, "dice": []}'), "newer companion"),
        (_changed(index=b'{"format": 1, "dice": []}'), "no dice"),
        (_changed(embeddings=b"12"), "damaged"),
        (_changed(embeddings=b"\0" * 1024), "damaged"),
        (_changed(embeddings=b"\xff" * 1024), "damaged"),
        (_changed(embeddings=b"\0" * 5_000_000), "too large"),
        (_changed(imagined=b"12"), "damaged"),
        (_changed(imagined=b"\0" * 2 * IMAGINED * 256), "damaged"),
        (_changed(imagined=b"\0" * 5_000_000), "too large"),
        (_changed(crop=b"GIF89a"), "crop"),
        (_changed(crop=b"\0" * 1_000_000), "too large"),
        (_changed(crop=_huge_jpeg()), "crop"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence(data: bytes, says: str) -> None:
    with pytest.raises(TaughtFileError, match=says) as told:
        unpack(data, "friend.dice")
    assert "\n" not in str(told.value)


def test_a_bomb_does_not_go_off() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("index.json", b" " * 200_000_000)
    with pytest.raises(TaughtFileError, match="too large"):
        unpack(data.getvalue())


SOUND = pack([_die()])


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_damage_raises_anything_else(data: st.DataObject) -> None:
    spoilt = bytearray(SOUND)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(spoilt) - 1))
        if data.draw(st.booleans()):
            spoilt[at] = data.draw(st.integers(0, 255))
        else:
            del spoilt[at : at + data.draw(st.integers(1, 200))]
        if not spoilt:
            break
    try:
        dice = unpack(bytes(spoilt))
    except TaughtFileError:
        return
    assert all(len(view.embedding) == 256 for die in dice for view in die.views)


@given(st.binary(max_size=400))
def test_noise_is_no_file(noise: bytes) -> None:
    with pytest.raises(TaughtFileError):
        unpack(noise)


def test_the_dice_of_the_demo_come_with_the_companion() -> None:
    from companion.game_dice import kinds

    files = sorted(dice_box.SHIPPED.glob("*.dice"))
    assert sum(path.stat().st_size for path in files) < 4_000_000
    dice = {die.name: die for path in files for die in read_file(path)}
    for kind in kinds():
        assert dice[kind.name].faces == kind.faces
        assert dice[kind.name].missing == ()


def test_a_stored_crop_keeps_its_detail_and_is_a_square() -> None:
    for size, kept in (((64, 64), 64), ((128, 128), 128), ((90, 120), 90)):
        _, data = cv2.imencode(".png", np.zeros((*size, 3), np.uint8))
        assert crop_of(data.tobytes()).shape == (kept, kept, 3)
