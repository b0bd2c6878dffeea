"""Counting dice: only what was thrown and stands, and whether it is fair."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from duel import GAMES, EndTurn, Rolled
from playing import clock, new_play, not_synced

from companion.journal.entries import DieSeen
from companion.journal.play import Play
from companion.journal.statistics import fairness, statistics
from companion.journal.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = not_synced(Store.open(tmp_path / "companion.db"))
    yield store
    store.close()


def seen(face: int, die: int = 1, thrown: bool = True, kind: str = "d6") -> DieSeen:
    return DieSeen(die=die, kind=kind, face=str(face), thrown=thrown)


def roll(play: Play, face: int, *more: DieSeen, by: str = "camera") -> int:
    if play.state.face is not None:
        play.do(EndTurn(), by="touch", now=clock(0))
    return play.do(Rolled(face), by=by, seen=[seen(face), *more], now=clock(0)).number


def test_thrown_dice_are_counted_by_kind_and_face_over_all_games(store: Store) -> None:
    first, second = new_play(store), new_play(store)
    roll(first, 4, seen(2, die=2, thrown=False), seen(11, die=3, kind="d12"))
    roll(second, 4)
    roll(second, 6, by="touch")
    found = statistics(store, GAMES)
    assert (found.games, found.rolls, found.dice_read) == (2, 3, 4)
    assert {count.kind: count.thrown for count in found.kinds} == {"d6": 3, "d12": 1}
    d6 = next(count for count in found.kinds if count.kind == "d6")
    assert d6.faces == {"1": 0, "2": 0, "3": 0, "4": 2, "5": 0, "6": 1}
    assert d6.fairness is None


def test_undone_rolls_do_not_count_and_corrected_ones_count_as_corrected(store: Store) -> None:
    play = new_play(store)
    roll(play, 3)
    play.undo(clock(1))
    number = roll(play, 4, seen(2, die=2), seen(5, die=3))
    play.correct(number, Rolled(5), seen=[seen(5), seen(2, die=2)], now=clock(2))  # and the third was no die
    found = statistics(store, GAMES)
    assert found.kinds[0].faces == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 1, "6": 0}
    assert (found.dice_read, found.dice_corrected) == (3, 2)


def test_a_kind_whose_faces_are_not_known_is_counted_but_not_judged(store: Store) -> None:
    play = new_play(store)
    for number in range(60):
        roll(play, 1, seen(number % 2, die=2, kind="hero"))
    hero = next(count for count in statistics(store, GAMES).kinds if count.kind == "hero")
    assert hero.faces == {"0": 30, "1": 30}
    assert hero.fairness is None


def test_a_game_that_cannot_be_read_is_left_out_and_told(store: Store) -> None:
    roll(new_play(store), 4)
    hurt = new_play(store)
    raw = sqlite3.connect(store.path)
    raw.execute("UPDATE entries SET what = '{}' WHERE game = ?", (hurt.game_id,))
    raw.commit()
    raw.close()
    found = statistics(store, GAMES)
    assert (found.games, found.unreadable, found.rolls) == (1, 1, 1)


# Fairness.


@pytest.mark.parametrize(
    ("counts", "chi_square", "chance"),
    [  # chance from tables of the chi-square distribution
        ([10] * 6, 0.0, 1.0),
        ([22, 21, 22, 27, 22, 36], 6.72, 0.2423),
        ([20, 30], 2.0, 0.1573),
        ([30, 10, 20], 10.0, 0.0067),
    ],
)
def test_known_values(counts: list[int], chi_square: float, chance: float) -> None:
    found = fairness(counts)
    assert found is not None
    assert found.chi_square == pytest.approx(chi_square, abs=0.005)
    assert found.chance == pytest.approx(chance, abs=0.0001)


@pytest.mark.parametrize(("degrees", "value"), [(1, 3.841), (2, 5.991), (5, 11.070), (11, 19.675)])
def test_five_per_cent_points(degrees: int, value: float) -> None:
    from companion.journal.statistics import _tail

    assert _tail(value, degrees) == pytest.approx(0.05, abs=0.0001)


def test_too_few_throws_are_not_judged() -> None:
    assert fairness([9, 1, 1, 1, 1, 1]) is None


def test_fair_dice_are_seldom_suspected_and_loaded_ones_mostly() -> None:
    chance = random.Random(3)

    def thrown(weights: list[int]) -> list[int]:
        faces = chance.choices(range(6), weights, k=600)
        return [faces.count(face) for face in range(6)]

    fair = [fairness(thrown([1] * 6)) for _ in range(300)]
    loaded = [fairness(thrown([4, 4, 4, 4, 4, 8])) for _ in range(100)]
    assert sum(f.suspicious for f in fair if f) <= 12  # three are expected
    assert sum(f.suspicious for f in loaded if f) >= 95
