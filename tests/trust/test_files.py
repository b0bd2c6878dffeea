"""Every kind of file that the companion reads, as nobody would write it: it is read, or refused in a sentence.

Never a traceback, never a hang, never a changed file. Texts first; pictures, networks and dice are in `test_blobs.py`.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import config
from companion.cli import main
from companion.files import read_at_most
from companion.journal import transfer
from companion.journal.errors import StoreError
from companion.journal.play import Play
from companion.journal.store import Store
from companion.memory import Memory
from companion.rules.core import games
from companion.rules.dice_throne import content as dice_throne
from companion.rules.dungeon_fighter import library as dungeon
from companion.rules.errors import ContentError
from companion.rules.quarriors import content as quarriors
from companion.shelf import Shelf
from companion.target.profile import TargetError, load_target
from companion.vision.labels import LabelError, load_labels
from companion.vision.table import ProfileError, load_plane
from tests.trust.fuzzing import absurd, absurd_json, garbled, nested, nothing_harmed, quick, told

ROOT = Path(__file__).parents[2]
PLAYTHROUGHS = sorted((ROOT / "tests" / "playthroughs").glob("*/*.jsonl"))
LOGS = {path: path.read_text(encoding="utf-8").splitlines(keepends=True) for path in PLAYTHROUGHS}
PROFILE = json.loads((ROOT / "calibration" / "profiles" / "simulated.json").read_text())
TARGET = json.loads((ROOT / "calibration" / "profiles" / "targets" / "default.json").read_text())
LABELS = {"image": "1.jpg", "dice": [{"kind": "d6", "face": "5", "box": [1, 2, 30, 40], "die": "a"}]}
SETTINGS = b"""language = "ru"\nwidth = 1280\ndoubt_below = 0.5\nfullscreen = true
d12_layout = "a"\n[d12_of_player]\nMia = "1-2 2-3"\n[house_rules]\n"dice_throne.x" = 3\n"""
ANSWERS = b'[dice_throne]\n"vampire_lord.gouge_damage_for_3" = 4\n'
HERO = (Path(dice_throne.__file__).parent / "heroes" / "barbarian.toml").read_bytes()
HERO = HERO.replace(b'id = "barbarian"', b'id = "stranger"')
QUARRIORS = b"""[[dice]]\nclass = "keeper"\nsort = "creature"\nname = "Keeper"\ncount = 5
faces = ["q1", "q2", "q2", "1/1/4", "2/2/5", "3/3/6*"]\n"""
CARDS = (dungeon.CONTENT / "monsters.toml").read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(scope="module", autouse=True)
def untouched_libraries() -> Iterator[None]:
    """What slipped in as a hero or a card goes again."""
    yield
    dice_throne.library.cache_clear()
    dungeon.library.cache_clear()
    quarriors.library.cache_clear()


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# Texts of one file each: where it lies, what reads it, and what it may say.

Read = Callable[[Path], object]
READERS: dict[str, tuple[str, bytes, Read, tuple[type[Exception], ...]]] = {
    "settings": ("settings.toml", SETTINGS, config.load, (config.SettingsError,)),
    "answers": ("answers.toml", ANSWERS, lambda path: Memory(path).known("dice_throne"), ()),
    "table profile": ("table.json", json.dumps(PROFILE).encode(), load_plane, (ProfileError,)),
    "target profile": ("target.json", json.dumps(TARGET).encode(), load_target, (TargetError,)),
    "labels": (
        "labels.jsonl",
        json.dumps(LABELS).encode(),
        lambda path: [die.readable for label in load_labels(path.parent) for die in label.dice],
        (LabelError,),
    ),
    "hero": ("stranger.toml", HERO, lambda path: games()["dice_throne"].add_content(path), (ContentError,)),
    "cards": (
        "cards.toml",
        CARDS,
        lambda path: games()["dungeon_fighter"].add_content(path),
        (ContentError,),
    ),
    "quarriors": (
        "own.toml",
        QUARRIORS,
        lambda path: games()["quarriors"].add_content(path),
        (ContentError,),
    ),
    "log": ("game.jsonl", b"", lambda path: transfer.replay(transfer.read_file(path)), (StoreError,)),
}


@pytest.mark.parametrize("kind", READERS)
@quick(8)
@given(data=st.data())
def test_a_garbled_text_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject
) -> None:
    name, valid, read, errors = READERS[kind]
    valid = valid or "".join(LOGS[data.draw(st.sampled_from(PLAYTHROUGHS))][:30]).encode()
    folder = tmp_path_factory.mktemp("garbled")
    path = put(folder, name, data.draw(garbled(valid)))
    with nothing_harmed(folder):
        told(lambda: read(path), *errors)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\xff\xfe\0",
        b"null",
        nested(),
        b"a = " + nested(),
        nested(b'{"a":', b"}"),
        b"[a." + b"a." * 3000 + b"b]",
        b"x = " + b"9" * 5000,
    ],
    ids=["empty", "no text", "null", "deep", "deep toml", "deep keys", "long name", "long number"],
)
def test_what_is_no_such_text_is_refused(folder: Path, kind: str, bad: bytes) -> None:
    name, _, read, errors = READERS[kind]
    path = put(folder, name, bad)
    with nothing_harmed(folder):
        told(lambda: read(path), *errors)


@pytest.mark.parametrize("kind", READERS)
def test_what_is_no_file_is_refused_at_once(folder: Path, kind: str) -> None:
    """A pipe would be waited for, and a folder is no text."""
    name, _, read, errors = READERS[kind]
    if kind == "hero":
        name = "stranger.toml"
    os.mkfifo(folder / name)
    with nothing_harmed():
        assert told(lambda: read(folder / name), *errors) or kind == "answers"
    (folder / name).unlink()
    (folder / name).mkdir()
    with nothing_harmed():
        assert told(lambda: read(folder / name), *errors) or kind == "answers"


@pytest.mark.parametrize("kind", READERS)
def test_a_file_without_end_is_given_up(folder: Path, kind: str) -> None:
    """Three gigabytes that take no room on the disk: it is not taken into memory."""
    name, _, read, errors = READERS[kind]
    with (folder / name).open("wb") as file:
        file.truncate(3_000_000_000)
    with nothing_harmed():
        assert told(lambda: read(folder / name), *errors) or kind == "answers"


def test_no_more_is_read_than_asked_for(folder: Path) -> None:
    path = put(folder, "file", b"12345")
    assert read_at_most(path, 5) == b"12345"
    with pytest.raises(OSError, match="larger"):
        read_at_most(path, 4)


# Documents that are well-formed and absurd.


@quick(20)
@given(data=absurd_json(PROFILE))
def test_an_absurd_table_profile_is_used_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = put(tmp_path_factory.mktemp("table"), "table.json", data)

    def use() -> None:
        plane = load_plane(path)
        plane.to_px(*plane.to_mm(100.0, 100.0))
        plane.inside_tray((0.0, 0.0))

    told(use, ProfileError)


@quick(20)
@given(data=absurd_json(TARGET))
def test_an_absurd_target_is_used_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = put(tmp_path_factory.mktemp("target"), "target.json", data)

    def use() -> None:
        profile = load_target(path)
        assert len(profile.values) >= 4
        assert all(abs(edge) < 1e6 for edge in profile.reach())

    told(use, TargetError)


@quick(15)
@given(data=absurd_json(LABELS))
def test_absurd_labels_are_used_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("labels")
    put(folder, "labels.jsonl", data)

    def use() -> None:
        for label in load_labels(folder):
            assert folder in label.path.parents  # a label leads to no file elsewhere
            for die in label.dice:
                assert die.readable is None or die.shape is not None or die.kind

    told(use, LabelError)


@quick(20)
@given(data=st.data())
def test_an_absurd_log_is_played_or_refused(data: st.DataObject) -> None:
    """Well-formed entries with actions and setups that no screen could send, in all four games."""
    lines = list(LOGS[data.draw(st.sampled_from(PLAYTHROUGHS))][: data.draw(st.sampled_from((3, 8, 30)))])
    number = data.draw(st.sampled_from((1, *range(1, len(lines)))))
    entry = json.loads(lines[number])
    key = "setup" if "setup" in entry["what"] else "action"
    if key in entry["what"]:
        entry["what"][key] = data.draw(absurd(entry["what"][key]))
    else:
        entry = data.draw(absurd(entry))
    lines[number] = json.dumps(entry)

    def play() -> None:
        folded = transfer.replay(lines)
        game, state = folded.game, folded.state
        assert game.waits_for(state)
        for action in game.legal_actions(state)[:20]:
            game.label(state, action)
        game.counters(state), game.outcome(state), game.die_kinds(state)

    with nothing_harmed():
        told(play, StoreError)


def test_a_log_that_asks_for_endless_work_is_given_up(folder: Path) -> None:
    lines = LOGS[PLAYTHROUGHS[-1]][:4]
    entry = json.loads(lines[-1])
    again = [
        json.dumps({**entry, "number": entry["number"] + n + 1}) + "\n" for n in range(transfer.MOST_ENTRIES)
    ]
    path = folder / "long.jsonl"
    path.write_text("".join([*lines, *again]))
    with nothing_harmed(folder):
        assert told(lambda: transfer.replay(transfer.read_file(path)), StoreError)


# The store.


def a_store(folder: Path) -> bytes:
    path = folder / "games.db"
    store = Store.open(path)
    for log in PLAYTHROUGHS[::8]:
        transfer.bring_in(store, LOGS[log][:20])
    store.close()
    return path.read_bytes()


@quick(8)
@given(data=st.data())
def test_a_garbled_store_opens_or_is_set_aside_whole(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("store")
    bad = data.draw(garbled(STORE_BYTES))
    path = put(folder, "games.db", bad)
    with nothing_harmed():
        told(lambda: _look_through(Store.open_to_read(path)), StoreError)
        assert path.read_bytes() == bad
        told(lambda: _look_through(Store.open(path)), StoreError)
    aside = [
        found for found in folder.iterdir() if "broken" in found.name and not found.suffix.endswith("-shm")
    ]
    assert not aside or bad in [found.read_bytes() for found in aside]


def _look_through(store: Store) -> None:
    try:
        for record in store.games():
            try:
                play = Play.resume(store, record.id)
            except StoreError:
                continue
            assert play.waiting
    finally:
        store.close()


@pytest.fixture(scope="module", autouse=True)
def store_bytes(tmp_path_factory: pytest.TempPathFactory) -> None:
    global STORE_BYTES
    STORE_BYTES = a_store(tmp_path_factory.mktemp("a-store"))


STORE_BYTES = b""


@quick(5)
@given(data=st.data())
def test_an_entry_that_was_changed_and_signed_again_is_told(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A checksum is no lock: somebody may have edited the store with another program."""
    from companion.journal.store import _checksum

    path = put(tmp_path_factory.mktemp("edited"), "games.db", STORE_BYTES)
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT game, number, at, what FROM entries WHERE number < 20").fetchall()
        game, number, at, what = data.draw(st.sampled_from(rows))
        changed = json.dumps(data.draw(absurd(json.loads(what)))).encode("utf-8", "replace").decode()
        database.execute(
            "UPDATE entries SET what = ?, crc = ? WHERE game = ? AND number = ?",
            (changed, _checksum(game, number, at, changed), game, number),
        )
    database.close()
    with nothing_harmed():
        told(lambda: _look_through(Store.open(path)), StoreError)


# Files that are taken in: nothing is written elsewhere, and a refused one changes nothing.


@quick(6)
@given(data=garbled(CARDS))
def test_cards_that_are_taken_in_stay_in_their_folder(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    around = tmp_path_factory.mktemp("around")
    home, friend = around / "home", around / "stick"
    home.mkdir()
    friend.mkdir()
    path = put(friend, "cards.toml", data)
    with nothing_harmed(friend):
        told(lambda: Shelf(home).bring_in(path), ContentError)
    assert {part.name for part in around.iterdir()} == {"home", "stick"}
    assert {part.name for part in home.iterdir()} <= {games()["dungeon_fighter"].own_folder}
    dungeon.library.cache_clear()


@pytest.mark.parametrize("id", ["../../up", "/tmp/up", "a/b", "..", "x" * 300, "\\u0000"])
def test_a_card_names_no_file(folder: Path, id: str) -> None:
    home = folder / "home"
    home.mkdir()
    text = CARDS.decode().replace('id = "', f'id = "{id}', 1)
    path = put(folder, "cards.toml", text.encode())
    told(lambda: Shelf(home).bring_in(path), ContentError)
    assert {part.name for part in folder.iterdir()} == {"home", "cards.toml"}
    assert all(part.name == "dungeon_fighter" for part in home.iterdir())


@pytest.mark.parametrize("count", [-1, 0, 10**9, 10**30])
def test_no_file_makes_a_billion_dice(folder: Path, count: int) -> None:
    path = put(folder, "own.toml", QUARRIORS.replace(b"count = 5", b"count = %d" % count))
    assert "count" in told(lambda: games()["quarriors"].add_content(path), ContentError)


# The commands: the same from outside.


@quick(3)
@given(data=st.data())
def test_commands_say_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("commands")
    valid = "".join(LOGS[data.draw(st.sampled_from(PLAYTHROUGHS))][:20]).encode()
    path = put(folder, "game.jsonl", data.draw(garbled(valid)))
    with pytest.MonkeyPatch.context() as place, nothing_harmed(folder):
        place.setenv("COMPANION_HOME", str(tmp_path_factory.mktemp("home")))
        assert main(["replay", str(path)]) in (0, 2)
        assert main(["import", str(path)]) in (0, 2)
        assert main(["games"]) == 0
