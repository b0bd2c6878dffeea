"""A log as a file: out, in, and all that can be wrong with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from duel import GAMES, EndTurn, Hit, Rolled
from hypothesis import example, given, settings
from hypothesis import strategies as st
from playing import any_wish, clock, new_play, not_synced

from companion.journal import transfer
from companion.journal.errors import LogError
from companion.journal.play import Play
from companion.journal.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "companion.db")
    yield store
    store.close()


@pytest.fixture
def play(store: Store) -> Play:
    play = new_play(store, health=5)
    for number, action in enumerate([Rolled(4), Hit(4), EndTurn(), Rolled(6), Hit(6)]):
        play.do(action, by="touch", now=clock(number))
    return play


def problem_of(lines: list[str]) -> tuple[str, dict]:
    with pytest.raises(LogError) as error:
        transfer.replay(lines, GAMES)
    return error.value.line.id, dict(error.value.line.args)


def test_one_entry_a_line_after_a_header(store: Store, play: Play) -> None:
    lines = list(transfer.export(store, play.game_id))
    assert lines[0] == '{"log":"table companion game","format":1}\n'
    assert len(lines) == 1 + 6
    assert '"what":{"is":"did","action":{"do":"hit","n":4},"by":"touch"}' in lines[3]


def test_an_exported_log_replays_to_the_same_game(store: Store, play: Play) -> None:
    folded = transfer.replay(transfer.export(store, play.game_id), GAMES)
    assert (folded.state, folded.happened) == (play.state, play.happened)


def test_an_imported_log_is_a_new_game_and_touches_no_other(store: Store, play: Play) -> None:
    before = store.entries(play.game_id)
    number = transfer.bring_in(store, transfer.export(store, play.game_id), GAMES)
    assert number != play.game_id
    assert store.entries(play.game_id) == store.entries(number) == before
    assert store.record(number).over
    assert store.record(number).seats == ("Mia", "Leo")
    again = Play.resume(store, number, GAMES)
    again.undo(clock(99))
    assert store.entries(play.game_id) == before


def test_by_way_of_a_file(store: Store, play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("".join(transfer.export(store, play.game_id)), encoding="utf-8")
    assert transfer.replay(transfer.read_file(file), GAMES).state == play.state


def test_empty_lines_do_not_matter(store: Store, play: Play) -> None:
    lines = [part for text in transfer.export(store, play.game_id) for part in (text, "\n")]
    assert transfer.replay(lines, GAMES).state == play.state


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "[]", "5", '{"log":"chess","format":1}', '{"format":1}', "[" * 9999]
)
def test_a_file_that_is_not_a_log(text: str) -> None:
    assert problem_of([text])[0] == "log.not_a_log"


def test_a_log_without_entries() -> None:
    assert problem_of(['{"log":"table companion game","format":1}'])[0] == "log.empty"


def test_a_log_in_a_newer_format() -> None:
    assert problem_of(['{"log":"table companion game","format":2,"more":true}'])[0] == "log.newer"


def test_a_log_of_newer_rules(store: Store, play: Play) -> None:
    lines = list(transfer.export(store, play.game_id))
    lines[1] = lines[1].replace('"rules":1', '"rules":2')
    assert problem_of(lines)[0] == "log.newer"


def test_a_game_that_is_not_known(store: Store, play: Play) -> None:
    lines = [text.replace("duel", "halma") for text in transfer.export(store, play.game_id)]
    assert problem_of(lines) == ("log.unknown_game", {"game": "halma"})


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        "null",
        '{"number":3}',
        '{"number":3,"at":"yesterday","what":{"is":"undid","entry":2}}',
        '{"number":3,"at":"2026-01-31T20:00:00","what":{"is":"undid","entry":2}}',
        '{"number":3,"at":"2026-01-31T20:00:00+01:00","what":{"is":"danced","entry":2}}',
        '{"number":3,"at":"2026-01-31T20:00:00+01:00","what":{"is":"undid","entry":2,"why":"fun"}}',
        '{"number":3,"at":"2026-01-31T20:00:00+01:00","what":' + "[" * 9999,
        "\ud800",
    ],
)
def test_a_broken_line_is_named(store: Store, play: Play, broken: str) -> None:
    lines = list(transfer.export(store, play.game_id))
    lines[3] = broken
    assert problem_of(lines) == ("log.broken_line", {"number": 4})


def test_a_missing_line_is_noticed(store: Store, play: Play) -> None:
    lines = list(transfer.export(store, play.game_id))
    del lines[3]
    assert problem_of(lines) == ("log.contradicts", {"number": 4})


def test_a_broken_log_stores_nothing(store: Store, play: Play) -> None:
    lines = list(transfer.export(store, play.game_id))[:-1]
    with pytest.raises(LogError):
        transfer.bring_in(store, [*lines, "{"], GAMES)
    assert len(store.games()) == 1


def test_a_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(b"\xff\xd8\xff" * 100)
    for path, id in [
        (tmp_path / "none", "log.no_file"),
        (tmp_path, "log.no_file"),
        (picture, "log.not_a_log"),
    ]:
        with pytest.raises(LogError) as error:
            transfer.replay(transfer.read_file(path), GAMES)
        assert error.value.line.id == id


def test_a_log_longer_than_any_game_is_given_up(
    store: Store, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = list(transfer.export(store, play.game_id))
    assert problem_of([*lines, " " * (transfer.LONGEST_LINE + 1)])[0] == "log.too_long"
    with monkeypatch.context() as limits:
        limits.setattr(transfer, "MOST_ENTRIES", 5)
        assert problem_of(lines)[0] == "log.too_long"
    for number in range(10):  # each of these plays the whole game again
        play.correct(2, Rolled(4 + number % 3), now=clock(20 + number))
    monkeypatch.setattr(transfer, "MOST_WORK", 40)
    assert problem_of(list(transfer.export(store, play.game_id)))[0] == "log.too_long"


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_out_and_in_again_is_the_same_game(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    chance = random.Random(seed)
    store = not_synced(Store.open(tmp_path_factory.mktemp("store") / "companion.db"))
    play = new_play(store, health=30)
    for number in range(50):
        any_wish(chance, play, clock(number))
    brought = Play.resume(store, transfer.bring_in(store, transfer.export(store, play.game_id), GAMES), GAMES)
    assert (brought.state, brought.happened) == (play.state, play.happened)
    assert (brought.undo_label, brought.redo_label) == (play.undo_label, play.redo_label)
    store.close()


def a_log() -> list[str]:
    at = '"at":"2026-01-31T20:00:00+01:00"'
    began = '{"is":"began","game":"duel","rules":1,"format":1,"setup":{}}'
    did = '{"is":"did","action":{"do":"rolled","face":4},"by":"touch"}'
    return [
        '{"log":"table companion game","format":1}',
        f'{{"number":1,{at},"what":{began}}}',
        f'{{"number":2,{at},"what":{did}}}',
    ]


@settings(max_examples=300, deadline=None)
@given(line=st.integers(0, 2), where=st.floats(0, 1), piece=st.text(max_size=6), cut=st.integers(0, 12))
@example(line=2, where=0.9, piece="9" * 5000, cut=0)
@example(line=2, where=0.8, piece="1e999", cut=1)
def test_any_change_to_a_log_plays_or_is_told(line: int, where: float, piece: str, cut: int) -> None:
    lines = a_log()
    at = int(where * len(lines[line]))
    lines[line] = lines[line][:at] + piece + lines[line][at + cut :]
    with suppress(LogError):  # any other error fails the test
        transfer.replay(lines, GAMES)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@settings(max_examples=200, deadline=None)
@given(action=json_values, setup=json_values)
def test_any_action_and_any_setup_plays_or_is_told(action: object, setup: object) -> None:
    for index, key, value in ((1, "setup", setup), (2, "action", action)):
        lines = a_log()
        entry = msgspec.json.decode(lines[index])
        entry["what"][key] = value
        lines[index] = msgspec.json.encode(entry).decode()
        with suppress(LogError):
            transfer.replay(lines, GAMES)
