"""How a game went: courses, harm and luck, from whole games that were played."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.journal import report, transfer
from companion.journal.fold import Folded
from companion.reporting import report_of
from companion.screens.port import Report

GAMES = Path(__file__).parent.parent / "playthroughs"


@pytest.fixture(scope="module")
def duel() -> Folded:
    return transfer.replay(transfer.read_file(GAMES / "dice_throne" / "duel_barbarian_moon_elf.jsonl"))


def test_the_course_begins_at_the_start_and_ends_at_the_end(duel: Folded) -> None:
    course = report.course(duel, "health")
    assert [seat[0] for seat in course] == [50, 50]
    assert tuple(seat[-1] for seat in course) == duel.state.health
    assert len(course[0]) == len(course[1]) > 5
    steps = list(zip(*course, strict=True))
    assert all(before != after for before, after in pairwise(steps))


def test_harm_is_summed_by_what_did_it_the_most_first(duel: Folded) -> None:
    harm = report.harm(duel)
    told = [n for _, n in harm]
    assert told == sorted(told, reverse=True)
    assert len({repr(source) for source, _ in harm}) == len(harm)
    course = report.course(duel, "health")
    lost = sum(seat[0] - seat[-1] for seat in course)
    assert sum(told) >= lost  # what was healed was lost before


def test_dice_count_for_those_who_threw_them(duel: Folded) -> None:
    found = report.thrown(duel)
    assert {thrown.seat for thrown in found} <= {0, 1}
    for told in report_of(duel).dice:
        assert sum(n for _, n in told.faces) > 0
        assert told.expected == 3.5


@pytest.mark.parametrize(
    ("faces", "low", "high"),
    [
        ("123456" * 5, 0.499, 0.501),
        ("6" * 20, 0.999, 1.0),
        ("1" * 20, 0.0, 0.001),
        ("666555444" * 2, 0.9, 1.0),
    ],
)
def test_luck_is_the_share_of_players_who_would_have_thrown_less(faces: str, low: float, high: float) -> None:
    found = report.luck(faces, 6)
    assert found is not None
    assert low <= found.better_than <= high


def test_nobody_is_lucky_with_nine_dice() -> None:
    assert report.luck("666666666", 6) is None


def test_every_playthrough_can_be_told() -> None:
    for file in sorted(GAMES.glob("*/*.jsonl")):
        if "of_" not in file.name:  # the long ones take long
            report_of(transfer.replay(transfer.read_file(file)))


def told_of(name: str) -> Report:
    return report_of(transfer.replay(transfer.read_file(GAMES / name)))


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("dungeon_fighter/alone.jsonl", 1),
        ("king_of_12/first_game_of_three.jsonl", 3),
        ("quarriors/two_with_plain_creatures.jsonl", 2),
    ],
)
def test_every_game_has_a_course_worth_a_chart(name: str, seats: int) -> None:
    course = told_of(name).course
    assert len(course) == seats
    assert len(set(course[0])) > 2


def test_a_dungeon_tells_what_each_monster_took_and_quarriors_what_each_creature_won() -> None:
    for name in ("dungeon_fighter/alone.jsonl", "quarriors/two_with_plain_creatures.jsonl"):
        harm = told_of(name).harm
        assert harm
        assert all(n > 0 for _, n in harm)


def test_dice_that_all_players_throw_at_once_are_each_players_own() -> None:
    dice = told_of("king_of_12/first_game_of_three.jsonl").dice
    assert {found.seat for found in dice} == {0, 1, 2}
    assert all(found.expected == 6.5 for found in dice)
