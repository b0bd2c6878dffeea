"""The card library: what ships, what a wrong file says, searching as one types, writing and reading back; texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from df_random import any_boards, any_hero, any_item, any_monster, any_room
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.locale import Translator, languages, texts
from companion.rules.dungeon_fighter import GAME
from companion.rules.dungeon_fighter.cards import ABILITIES, ATTACKS, ITEM_KINDS, AnyCard, Item, Monster
from companion.rules.dungeon_fighter.checking import problems
from companion.rules.dungeon_fighter.library import CONTENT, Library, as_text, library, new_id, read_cards
from companion.rules.dungeon_fighter.shop import EFFECT_CHOICES
from companion.rules.errors import ContentError

GOOD = '[[monsters]]\nid = "imp"\nname = "Imp"\nlevel = 1\nhp = 5\ndamage = 1\ngold = 1\n'


def fresh() -> Library:
    """A library of its own, so that other tests do not see what is added."""
    shelf = Library()
    for path in sorted(CONTENT.glob("*.toml")):
        shelf.ship(path)
    return shelf


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_known_is_there_from_the_start_and_marked() -> None:
    shelf = fresh()
    assert len(shelf.heroes) == 9
    goblin = shelf.get("monsters", "common_goblin")
    assert isinstance(goblin, Monster)
    assert (goblin.hp, goblin.damage, goblin.gold) == (7, 1, 1)
    helm = shelf.get("items", "helm_of_bravery")
    assert isinstance(helm, Item)
    assert (helm.attacks, helm.bonus) == (("blind",), 3)
    printed: tuple[AnyCard, ...] = (*shelf.heroes, *shelf.monsters, *shelf.items)
    for card in printed:
        assert card.provisional, card.id
        assert card.source, card.id


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("= 3", "not a TOML file"),
        (GOOD.replace("hp = 5", 'hp = "five"'), "monsters[0].hp: expected"),
        (GOOD.replace("hp = 5", "hp = 0"), "monsters[0].hp: expected a number from 1 to 99, got 0"),
        (GOOD.replace('id = "imp"', 'id = "An Imp"'), "monsters[0].id: expected small letters"),
        (GOOD.replace('name = "Imp"', 'name = " "'), "monsters[0].name: expected the name"),
        (GOOD.replace("level = 1", "level = 5"), "monsters[0].level: expected a number from 1 to 4, got 5"),
        (GOOD + 'attacks = ["juggle"]\n', "monsters[0].attacks[0]:"),
        (GOOD + 'attacks = ["blind", "blind"]\n', "monsters[0].attacks: expected each of them once"),
        (GOOD + "luck = 3\n", "monsters[0]: there is no field 'luck' here"),
        (GOOD + "boss = true\n", "monsters[0].level: a final boss has no level"),
        (GOOD + GOOD, "monsters[1].id: 'imp' stands twice"),
        ('[[heroes]]\nid = "x"\nname = "X"\nred = { kind = "heal_all" }\n', "heroes[0].red.n: expected"),
        ('[[heroes]]\nid = "x"\nname = "X"\nred = { kind = "fly" }\n', "heroes[0].red.kind"),
        ('[[items]]\nid = "x"\nname = "X"\nkind = "armour"\n', "items[0].effect: expected what"),
        (
            '[[items]]\nid = "x"\nname = "X"\nkind = "weapon"\neffect = "reroll"\n',
            "items[0].effect: a weapon",
        ),
        ('[[rooms]]\nid = "x"\nname = "X"\ngold = 3\n', "rooms[0].kind: only a 'treasure' room"),
        (
            '[[boards]]\nid = "x"\nname = "X"\nrooms = [{ id = "a", name = "A", leads = ["z"] }]\n',
            "boards[0].rooms[0].leads: expected the id of a room further down, got 'z'",
        ),
    ],
)
def test_a_wrong_file_names_itself_the_field_and_what_was_expected(
    tmp_path: Path, text: str, problem: str
) -> None:
    shelf = fresh()
    before = [shelf.cards(name) for name in ("heroes", "monsters", "items", "rooms", "boards")]
    with pytest.raises(ContentError) as error:
        shelf.add_file(write(tmp_path, text))
    assert str(error.value).startswith("mine.toml: ")
    assert problem in str(error.value)
    assert [shelf.cards(name) for name in ("heroes", "monsters", "items", "rooms", "boards")] == before


def test_an_owners_card_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    shelf = fresh()
    shelf.add_file(write(tmp_path, GOOD.replace("imp", "medusa").replace("Imp", "Medusa")))
    medusa = shelf.get("monsters", "medusa")
    assert isinstance(medusa, Monster)
    assert medusa.hp == 5
    assert shelf.line(medusa).id == "df.monsters.medusa", "its name is still translated"
    with pytest.raises(ContentError, match=r"other.toml: monsters\[0\].id: 'medusa' is in mine.toml already"):
        shelf.add_file(write(tmp_path, GOOD.replace("imp", "medusa"), "other.toml"))
    shelf.add_file(write(tmp_path, GOOD.replace("imp", "medusa")))  # the same file, read again
    renamed = shelf.get("monsters", "medusa")
    assert renamed is not None
    assert shelf.line(renamed).id == "df.named"


@pytest.mark.parametrize(
    ("language", "typed", "found"),
    [
        ("en", "med", ["medusa"]),
        ("en", "KING", ["monkey_king"]),
        ("en", "dra fl", ["flatus_dragon"]),
        ("en", "itten", ["eleven_kittens"]),
        ("ru", "мед", ["medusa", "sweet_bear"]),
        ("pl", "malp", ["monkey_king"]),
        ("pl", "slod", ["sweet_bear"]),
        ("pl", "medusa", ["medusa"]),
        ("en", "zz", []),
    ],
)
def test_searching_as_one_types(language: str, typed: str, found: list[str]) -> None:
    assert [card.id for card in fresh().search("monsters", typed, Translator(language).text)] == found


def test_nothing_typed_finds_everything_by_name() -> None:
    found = fresh().search("heroes", "", Translator().text)
    assert [card.id for card in found][:2] == ["aristide", "brockenstock"]
    assert len(found) == 9


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.text(min_size=1, max_size=12))
def test_what_is_written_is_read_back(tmp_path_factory, chance, name: str) -> None:  # type: ignore[no-untyped-def]
    pick = chance.randrange
    named = name.strip() or "x"
    cards: list[AnyCard] = [any_hero(pick, 1), any_item(pick), any_room(pick, "room"), *any_boards(pick)]
    cards.append(Monster(**{**_fields(any_monster(pick, False, 1)), "name": named}))
    path = write(tmp_path_factory.mktemp("cards"), as_text(cards))
    assert all(list(problems(card)) == [] for card in cards)
    assert sorted((card for _, _, card in read_cards(path).cards()), key=_key) == sorted(cards, key=_key)


def _fields(card: AnyCard) -> dict[str, object]:
    return {name: getattr(card, name) for name in card.__struct_fields__}


def _key(card: AnyCard) -> str:
    return f"{type(card).__name__} {card.id}"


def test_typed_cards_go_back_into_the_file_they_came_from(tmp_path: Path) -> None:
    shelf = fresh()
    shelf.add_file(write(tmp_path, GOOD + GOOD.replace("imp", "elf").replace("Imp", "Elf")))
    better = Monster(id="imp", name="Imp", level=1, hp=6, damage=1, gold=1)
    files = shelf.files_with([better, Monster(id="orc", name="Orc"), Monster(id="unnamed")])
    assert set(files) == {"mine.toml", "monsters-orc.toml"}
    assert {card.id for _, _, card in read_cards(write(tmp_path, files["mine.toml"], "x.toml")).cards()} == {
        "imp",
        "elf",
    }
    assert "hp = 6" in files["mine.toml"]
    known = shelf.get("monsters", "elf")
    assert known is not None
    assert shelf.files_with([known]) == {}


@pytest.mark.parametrize(
    ("name", "id"),
    [("Mill Ghost", "mill_ghost"), ("Жук", "zhuk"), ("Łoś!", "los"), ("???", "card"), ("Imp", "imp_2")],
)
def test_a_new_card_gets_an_id(name: str, id: str) -> None:
    assert new_id(name, ["imp"]) == id


# Texts


@pytest.mark.parametrize("language", languages())
def test_every_word_of_the_vocabulary_has_a_text(language: str) -> None:
    known = texts(language)
    wanted = [f"df.attack.{attack}" for attack in ATTACKS] + [f"df.how.{attack}" for attack in ATTACKS]
    wanted += [f"df.ability.{kind}" for kind in ABILITIES] + [
        f"df.effect.{choice}" for choice in EFFECT_CHOICES
    ]
    wanted += [f"df.kind.{kind}" for kind in ITEM_KINDS] + [f"df.unnamed.{kind}" for kind in ITEM_KINDS]
    wanted += [f"df.rank.{rank}" for rank in range(1, 11)]
    shipped: tuple[AnyCard, ...] = (*fresh().heroes, *fresh().monsters, *fresh().items, *fresh().rooms)
    wanted += [fresh().line(card).id for card in shipped]
    for rule in GAME.house_rules:
        wanted += [
            f"df.rule.{rule.name}",
            *(f"df.rule.{rule.name}.{str(choice).lower()}" for choice in rule.choices),
        ]
    assert [id for id in wanted if id not in known] == []
    assert library().line(Item(id="x", kind="item")).id in known
    assert all(len(str(known[f"df.how.{attack}"])) <= 80 for attack in ATTACKS), "one line each"
