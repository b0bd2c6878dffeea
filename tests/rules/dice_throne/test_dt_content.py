"""Hero files: the shipped ones are whole, the documented one plays, wrong ones say what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from dt_table import Table

from companion.locale import texts
from companion.rules.dice_throne import GAME, content
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.content import Library, library
from companion.rules.errors import ContentError

DOCS = Path(__file__).parents[3] / "docs" / "heroes.md"
PRINT_CHECKED = ("barbarian", "moon_elf", "gunslinger", "pyromancer")
UPGRADES_CHECKED = ("barbarian", "moon_elf")
# Statuses and companions whose sources disagree, or whose text was pieced together.
DISPUTED = {
    *("bleed", "constrict", "tactical_advantage", "nyra", "nyra_down", "nyras_bond"),
    *("seedling", "sapling", "dryad_spirit", "nanobot", "shock_bot", "heal_bot"),
}


def example() -> str:
    match = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert match is not None
    return match[1]


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[None]:
    path = tmp_path / "lighthouse_keeper.toml"
    path.write_text(example(), encoding="utf-8")
    library().add_hero(path)
    yield
    library.cache_clear()
    library()


def fresh() -> Library:
    shelf = Library()
    shelf.add_file(content.HERE / "statuses.toml")
    shelf.add_file(content.HERE / "cards.toml")
    return shelf


# What ships


def test_sixteen_heroes_and_eighteen_common_cards() -> None:
    assert len(library().heroes) == 16
    assert len([card for card in library().common.values() if not card.many]) == 18


@pytest.mark.parametrize("hero", sorted(library().heroes))
def test_a_hero_is_whole(hero: str) -> None:
    known = library().heroes[hero]
    kinds = [ability.kind for ability in known.abilities]
    assert "defensive" in kinds
    assert kinds.count("ultimate") == (2 if known.side else 1)
    names = [ability.id for ability in known.abilities]
    assert len(names) == len(set(names))
    for ability in known.abilities:
        costs = [level.cost for level in ability.levels]
        assert costs == sorted(costs)
        for level in ability.levels:
            assert level.tiers or level.effects or level.hooks or level.uses


def test_numbers_that_nobody_checked_say_so() -> None:
    """Boards of four heroes are printed before us, and the upgrades of two; Combustion II deals what a
    rulebook shows, but its cost is from one source."""
    for hero in library().heroes.values():
        for ability in hero.abilities:
            for number, level in enumerate(ability.levels, start=1):
                sure = hero.id in PRINT_CHECKED and (number == 1 or hero.id in UPGRADES_CHECKED)
                where = f"{hero.id} {ability.id} {number}"
                if number > 1 or not level.tiers:
                    assert level.provisional == (not sure), where
                for tier in level.tiers:
                    combustion = (ability.id, number) == ("combustion", 2)
                    assert tier.provisional == (not sure and not combustion), where
        unsure = [card.id for card in hero.cards if not card.provisional]
        assert unsure == (["get_some"] if hero.id == "barbarian" else []), hero.id
    statuses = {status.id for status in library().statuses.values() if status.provisional}
    assert statuses == DISPUTED


def test_what_is_unchecked_says_so_on_its_button() -> None:
    t = Table("monk", "barbarian").put(0, cp=9)
    offers = {type(o).__name__: GAME.label(t.state, o).id for o in GAME.legal_actions(t.state)}
    assert offers["Upgrade"] == "dt.label.unchecked"
    assert GAME.label(t.state, a.Play(0, "ruminate")).id == "dt.label.unchecked"
    assert GAME.label(t.state, a.Play(0, "double_up")).id == "dt.label.play"
    t.go().roll(1, 1, 2, 3, 6)
    assert GAME.label(t.state, a.Announce("fist_strike", 0)).id == "dt.label.unchecked"
    sure = Table("barbarian", "barbarian").go().roll(1, 1, 2, 4, 5)
    assert GAME.label(sure.state, a.Announce("smack", 0)).id == "dt.label.announce"


ANATOMY = """
barbarian: sword sword sword life life pow
moon_elf: arrow arrow arrow foot foot moon
monk: fist fist palm zen zen lotus
paladin: sword sword helmet helmet life prayer
pyromancer: flame flame flame blaze fiery_soul meteor
shadow_thief: dagger dagger bag bag card shadow
treant: branch branch branch leaf leaf spirit
ninja: ninjato ninjato ninjato shuriken shuriken mask
gunslinger: bullet bullet bullet dash dash bullseye
samurai: katana katana katana helm helm sun
tactician: saber saber saber flag flag medal
huntress: spear spear claw claw bonded_soul saber_tooth
cursed_pirate: cutlass cutlass cutlass booty booty skull
artificer: wrench wrench wrench gear gear bolt
seraph: blade blade blade wings cross angelic_pendant
vampire_lord: claw claw claw gaze gaze droplet
"""


def test_die_anatomy() -> None:
    rows = dict(row.split(": ") for row in ANATOMY.strip().splitlines())
    assert {hero.id: " ".join(hero.dice) for hero in library().heroes.values()} == rows


def test_every_name_has_an_english_text() -> None:
    english = texts("en")
    shelf = library()
    ids = [f"dt.status.{status}" for status in shelf.statuses]
    ids += [f"dt.hero.{hero}" for hero in shelf.heroes]
    for hero in shelf.heroes.values():
        for ability in hero.abilities:
            ids.append(shelf.ability_line(hero.id, ability.id).id)
            ids += [
                shelf.ability_line(hero.id, ability.id, tier).id
                for level in ability.levels
                for tier in level.tiers
            ]
        ids += [shelf.card_line(hero.id, card.id).id for card in (*hero.cards, *shelf.common.values())]
    assert [id for id in ids if id not in english] == []


# What an owner adds


@pytest.mark.usefixtures("keeper")
def test_the_documented_hero_can_be_played() -> None:
    t = Table("lighthouse_keeper", "barbarian").put(0, cp=5)
    assert t.tokens(0, "oil") == 2  # one from the start, one from Keep Watch
    t.play(0, "more_oil")
    t.attack("burn_it_all", 1, 2, 3, 4, 5).choose("3")
    t.spend(0, "oil")
    assert t.bill.subtotal == 4 + 2 * 3 + 1
    t.until("main2")
    assert t.health(1) == 50 - 11


def broken(old: str, new: str) -> str:
    text = example()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "2 oar 2 lamp",
            "2 oar 2 lantern",
            "abilities[1].levels[0].tiers[0].needs: expected a symbol of the die",
        ),
        ("cost = 2", 'cost = "two"', "abilities[0].levels[1].cost: expected 'int', got 'str'"),
        ('"deal 4"', '"hit 4"', "abilities[0].levels[0].tiers[0].effects[0]: expected 'deal 4'"),
        (
            "inflict blind",
            "inflict sleep",
            "abilities[1].levels[0].tiers[0].effects[1].status: expected a status",
        ),
        ('at = "upkeep"', 'at = "dawn"', "abilities[4].levels[0].hooks[0].at: expected one of upkeep"),
        ("4 + 2 n", "4 + 2 oars", "expected a symbol, a status or one of total"),
        ("complexity = 2", "", "expected a field 'complexity'"),
        ("limit = 4", "limit = 4\ncolour = 3", "statuses[0]: there is no field 'colour' here"),
        ('timing = "instant"', 'timing = "soon"', "cards[0].timing: expected one of main, roll, instant"),
        ("id = ", "id: ", "not a TOML file"),
        ("tokens = { oil = 1 }", "tokens = { gas = 1 }", "tokens: expected statuses that exist, got 'gas'"),
        ('id = "oil"', 'id = "burn"', "statuses[0].id: 'burn' exists already; choose another"),
        ('id = "more_oil"', 'id = "six_it"', "cards[0].id: 'six_it' is a common card; choose another"),
        ('then = ["gain 2 oil"]', "then = []", "cards[0]: expected at least one effect in 'then'"),
        ('"5 storm"', '"has oil"', "tiers[0].needs: expected what five dice can show"),
        ('"storm"]', '"Storm!"]', "dice[5]: expected lower-case letters and _, got 'Storm!'"),
        ("limit = 4", "limit = 0", "statuses[0].limit: expected a number from 1 to 99, got 0"),
        ("dice = 4\n", "dice = 9\n", "abilities[5]: levels[0]: expected 'dice' from 1 to 5"),
        ('id = "beacon"', 'id = "row"', "abilities: 'row' is there twice"),
        ('"gain oil"', '"gain any"', "hooks[0].then[0].status: expected a status that exists"),
        ('"gain oil"', '{ do = "aim_at", seat = 1 }', "hooks[0].then[0].do: expected one of deal"),
        ("dice = 2, then", "dice = 0, then", "effects[1].dice: expected a number from 1 to 5, got 0"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "keeper.toml"
    path.write_text(broken(old, new), encoding="utf-8")
    with pytest.raises(ContentError) as error:
        fresh().add_hero(path)
    assert str(error.value).startswith("keeper.toml: ")
    assert problem in str(error.value)


def test_an_owner_cannot_replace_a_hero_of_the_box(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(example().replace('id = "lighthouse_keeper"', 'id = "barbarian"'), encoding="utf-8")
    with pytest.raises(ContentError, match="is a hero of the box"):
        library().add_hero(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"nobody.toml: cannot be read"):
        fresh().add_hero(tmp_path / "nobody.toml")
