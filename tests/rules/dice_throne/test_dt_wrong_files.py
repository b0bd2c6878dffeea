"""Hero files with random mistakes: each is told as a mistake, or the hero can be played without a crash."""

from __future__ import annotations

import copy
import json
import os
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dt_random import play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.core import Seat
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.state import Setup
from companion.rules.errors import ContentError

DOCS = Path(__file__).parents[3] / "docs" / "heroes.md"
FILES = 15 * int(os.environ.get("RANDOM_GAMES", "2"))
WORDS = [
    *("deal 4", "deal die", "deal n", "deal total pure", "3 oar", "has oil", "win", "any", "oil"),
    *("target", "then", "by_hand", "heal oil", "avoid", "gain 3 oil", "remove 1 any"),
    *("prevent half", "add total", "self", "offensive", "passive", "defensive", "ultimate"),
    *("attack", "hit", "upkeep", "level row 2", "tokens oil >= 2", "transfer", "guard_status"),
    *("detonate", "reflect", "steal 3 health", "skip income", "x", ""),
]
TABLES: list[dict[str, Any]] = [
    {"do": "roll", "dice": 2, "then": ["deal total"]},
    {"do": "both_roll", "then": [{"do": "on", "needs": "win", "then": ["heal 1"]}]},
    {"do": "may", "then": []},
    {"do": "or", "options": [["heal 1"], ["add 1"]]},
    {"do": "or", "options": []},
    {"do": "each", "to": "opponents", "then": ["inflict burn"]},
    {"do": "consume", "status": "oil", "then": []},
    {"do": "pay_cp", "then": ["gain n x oil"]},
    {"do": "extra_offence"},
    {"do": "activate_bots"},
    {"do": "share"},
    {"do": "grow"},
    {"do": "reroll"},
    {"do": "set_dice", "dice": 2},
    {"do": "attempts", "n": -9},
    {"do": "place_die", "pool": 0, "die": 0, "face": 9},
]
OTHERS: list[Any] = [0, -1, 3, 99, True, [], {}]


def places(data: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*where, key)
        yield from places(value, (*where, key))


def spoil(data: Any, chance: random.Random) -> None:
    where = chance.choice(list(places(data)))
    part = data
    for key in where[:-1]:
        part = part[key]
    old = part[where[-1]]
    if chance.random() < 0.1:
        part.pop(where[-1])
    elif isinstance(old, str | dict) and chance.random() < 0.9:
        part[where[-1]] = (
            chance.choice(WORDS) if chance.random() < 0.5 else copy.deepcopy(chance.choice(TABLES))
        )
    else:
        part[where[-1]] = copy.deepcopy(chance.choice(OTHERS))


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    return json.dumps(value)


def forget_own_heroes() -> None:
    """Quicker than reading all the files again."""
    shelf = library()
    for id in [hero.id for hero in shelf.heroes.values() if not hero.shipped]:
        del shelf.heroes[id], shelf.files[id]
    for status in shelf.provider:
        del shelf.statuses[status]
    shelf.provider.clear()


@pytest.fixture
def clean_library() -> Iterator[None]:
    yield
    library.cache_clear()
    library()


@pytest.mark.usefixtures("clean_library")
@settings(max_examples=FILES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_a_spoiled_file_is_told_or_played(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    chance = random.Random(seed)
    match = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert match is not None
    data = tomllib.loads(match[1])
    for _ in range(chance.choice((1, 1, 2, 3))):
        spoil(data, chance)
    path = tmp_path_factory.mktemp("heroes") / "keeper.toml"
    path.write_text("".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items()))
    forget_own_heroes()
    try:
        hero = library().add_hero(path)
    except ContentError as error:
        told = str(error)
    else:
        seats = (Seat("Ann"), Seat("Ben"), Seat("Cid"))
        setup = Setup(seats, (hero.id, "barbarian", "moon_elf"), "king_of_the_hill", first=0)
        play(setup, chance.randrange, 120)
        return
    assert re.match(r"keeper\.toml: .*(expected|there is|exists already|twice|not a TOML|is a )", told), told
