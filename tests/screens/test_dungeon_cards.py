"""The card library under a finger: searched as one types, typed, mended, deleted, shared and taken in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kivy.uix.scrollview import ScrollView

from companion.card_desk import SHARED, CardDesk
from companion.dice import Sight, TableState
from companion.rules.dungeon_fighter.cards import Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.library import library
from companion.rules.text import Line
from companion.screens.dungeon_fighter.cards_panel import CardsPanel
from companion.screens.dungeon_fighter.cards_screen import CardsScreen
from companion.screens.dungeon_fighter.fields import SHELVES, blank, fields_of, tidy
from companion.screens.dungeon_fighter.grids import AttackGrid
from companion.screens.dungeon_fighter.samples import DungeonSample
from companion.screens.port import View
from companion.shelf import Shelf

Open = Callable[..., Any]
HOME = View(sight=Sight(TableState.EMPTY, "", ()), simulated=True)
RAT = Monster(id="rat", name="Rat", level=1, hp=4, damage=1, gold=1)


@pytest.fixture
def own_library() -> Iterator[None]:
    """What a test types is forgotten after it."""
    library.cache_clear()
    yield
    library.cache_clear()


@pytest.fixture
def cards(open_screen: Open, own_library: None) -> Any:
    hand = open_screen(HOME)
    hand.screen._go("setup", "dungeon_fighter/cards")
    hand.settle()
    return hand


def panel(hand: Any) -> CardsPanel:
    assert isinstance(hand.screen.screen, CardsScreen)
    return hand.screen.screen.cards


def type_name(hand: Any, editor: Any, name: str) -> None:
    hand.tap(editor.buttons["name"])
    for letter in name:
        hand.tap(editor.keys.keys[letter])
    hand.tap(editor.keys.done)


def reach(hand: Any, widget: Any) -> None:
    """Push the list until this is in sight."""
    view = widget
    while not isinstance(view, ScrollView):
        view = view.parent
    view.scroll_to(widget, animate=False)
    hand.settle()


def test_what_ships_is_there_from_the_start(cards: Any) -> None:
    finder = panel(cards).finder
    assert finder is not None
    assert {"common_goblin", "medusa", "sweet_bear"} <= set(finder.buttons)
    cards.tap(panel(cards).tabs["heroes"])
    assert "torm" in panel(cards).finder.buttons  # type: ignore[union-attr]
    cards.tap(panel(cards).tabs["bosses"])
    assert panel(cards).finder.buttons == {}  # type: ignore[union-attr]


def test_the_list_gets_shorter_with_every_letter(cards: Any) -> None:
    finder = panel(cards).finder
    assert finder is not None
    cards.tap(finder.field)
    assert finder.keys is not None
    cards.tap(finder.keys.keys["G"])
    assert list(finder.buttons)[:2] == ["grim_reaper", "common_goblin"]
    cards.tap(finder.keys.keys["o"])
    cards.tap(finder.keys.keys["b"])
    assert list(finder.buttons) == ["common_goblin"]
    cards.tap(finder.keys.done)
    assert list(finder.buttons) == ["common_goblin"]
    assert panel(cards).head.parent is not None


def test_a_monster_is_typed_by_touch(cards: Any) -> None:
    finder = panel(cards).finder
    assert finder is not None
    assert finder.new is not None
    cards.tap(finder.new)
    editor = panel(cards).editor
    assert editor is not None
    type_name(cards, editor, "Ox")
    for field, n in (("hp", 12), ("damage", 2), ("gold", None), ("level", 3)):
        cards.tap(editor.buttons[field])
        cards.tap(editor.grid.buttons[n])  # type: ignore[union-attr, index]
    cards.tap(editor.buttons["attacks"])
    assert isinstance(editor.grid, AttackGrid)
    cards.tap(editor.grid.tiles["nose"])
    cards.tap(editor.done)
    cards.tap(editor.buttons["small_target"])
    reach(cards, editor.buttons["bans"])
    cards.tap(editor.buttons["bans"])
    cards.tap(editor.grid.buttons["red"])  # type: ignore[union-attr, index]
    cards.tap(editor.done)
    cards.tap(editor.save)
    wanted = Monster(
        id="ox", name="Ox", level=3, hp=12, damage=2, attacks=("nose",), small_target=True, bans=("red",)
    )
    assert cards.table.wishes == [("keep_card", wanted)]
    assert panel(cards).editor is None


def test_an_item_changes_its_fields_with_its_kind(cards: Any) -> None:
    cards.tap(panel(cards).tabs["items"])
    cards.tap(panel(cards).finder.new)  # type: ignore[union-attr]
    editor = panel(cards).editor
    assert editor is not None
    type_name(cards, editor, "Pot")
    assert "bonus" in editor.buttons
    cards.tap(editor.buttons["kind"])
    cards.tap(editor.grid.buttons["item"])  # type: ignore[union-attr, index]
    assert "bonus" not in editor.buttons
    cards.tap(editor.buttons["effect"])
    cards.tap(editor.grid.buttons["heal_all"])  # type: ignore[union-attr, index]
    cards.tap(editor.buttons["n"])
    cards.tap(editor.grid.buttons[2])  # type: ignore[union-attr, index]
    cards.tap(editor.save)
    assert cards.table.wishes == [
        ("keep_card", Item(id="pot", name="Pot", kind="item", effect="heal_all", n=2))
    ]


def test_the_cross_leads_out_of_a_question_and_then_out_of_the_card(cards: Any) -> None:
    panel(cards).edit(RAT)
    cards.settle()
    editor = panel(cards).editor
    assert editor is not None
    cards.tap(editor.buttons["hp"])
    editor._back()
    cards.settle()
    assert "hp" in editor.buttons
    editor._back()
    cards.settle()
    assert panel(cards).editor is None
    assert cards.table.wishes == []


def test_an_own_card_is_deleted_only_when_one_is_sure(cards: Any, tmp_path: Path) -> None:
    Shelf(tmp_path).put([RAT])
    panel(cards).edit(RAT)
    cards.settle()
    editor = panel(cards).editor
    assert editor is not None
    assert editor.delete is not None
    cards.tap(editor.delete)
    assert cards.table.wishes == []
    cards.tap(editor.keep)
    cards.tap(editor.delete)
    cards.tap(editor.sure)
    assert cards.table.wishes == [("drop_card", RAT)]


def test_a_shipped_card_cannot_be_deleted(cards: Any) -> None:
    goblin = library().get("monsters", "common_goblin")
    assert goblin is not None
    panel(cards).edit(goblin)
    assert panel(cards).editor.delete is None  # type: ignore[union-attr]


def test_cards_are_shared_and_taken_in_by_touch(cards: Any, tmp_path: Path) -> None:
    assert not panel(cards).share.enabled
    Shelf(tmp_path).put([RAT])
    cards.show(replace(HOME, card_changes=1))
    assert panel(cards).share.title.text == "Share my card (1)"
    cards.tap(panel(cards).share)
    cards.tap(panel(cards).bring)
    assert cards.table.wishes == [("share_cards",), ("find_card_files",)]
    cards.show(replace(HOME, card_changes=1, card_files=("friend.toml",)))
    cards.tap(panel(cards).files["friend.toml"])  # type: ignore[index]
    assert cards.table.wishes[-1] == ("bring_cards", "friend.toml")


def test_home_leads_to_the_cards(open_screen: Open) -> None:
    hand = open_screen(HOME)
    home = hand.screen.screen
    hand.tap(next(w for w in home.walk(restrict=True) if getattr(w, "rank", "") and w.title.text == "Cards"))
    assert isinstance(hand.screen.screen, CardsScreen)


def test_the_library_is_there_inside_a_game(open_screen: Open, own_library: None) -> None:
    hand = open_screen(DungeonSample().view(simulated=False, state=TableState.EMPTY))
    hand.tap(hand.screen.screen.move.cards)
    assert isinstance(hand.screen.screen.panels.panel, CardsPanel)


@pytest.mark.parametrize("shelf", SHELVES)
def test_a_blank_card_becomes_a_good_one_with_a_name(shelf: str, own_library: None) -> None:
    card = tidy(blank(shelf, " Any Name "))
    assert (card.id, card.name) == ("any_name", "Any Name")
    assert fields_of(card)[0].name == "name"
    assert tidy(card) == card


def test_what_a_kind_does_not_have_is_not_kept(own_library: None) -> None:
    bench = Item(id="x", name="X", kind="armour", effect="no_damage", bonus=3, attacks=("nose",), n=2)
    kept = tidy(bench)
    assert isinstance(kept, Item)
    assert (kept.bonus, kept.attacks, kept.n) == (None, (), 0)
    room = tidy(Room(id="r", name="R", kind="shop", gold=3))
    assert isinstance(room, Room)
    assert room.gold == 0
    assert isinstance(tidy(Hero(id="h", name="H")), Hero)


# Behind the port.


@pytest.fixture
def desk(tmp_path: Path, own_library: None) -> tuple[CardDesk, list[Line]]:
    said: list[Line] = []
    return CardDesk(Shelf(tmp_path / "home"), tmp_path / "exports", said.append), said


def test_a_card_is_kept_shared_and_deleted(desk: tuple[CardDesk, list[Line]], tmp_path: Path) -> None:
    cards, said = desk
    cards.keep(RAT)
    assert library().get("monsters", "rat") == RAT
    cards.share()
    shared = tmp_path / "exports" / SHARED
    assert 'name = "Rat"' in shared.read_text(encoding="utf-8")
    cards.drop(RAT)
    assert library().get("monsters", "rat") is None
    assert not list((tmp_path / "home" / "dungeon_fighter").glob("*.toml"))
    cards.find()
    cards.bring(SHARED)
    assert library().get("monsters", "rat") == RAT
    assert [line.id for line in said] == ["cards.kept", "cards.shared", "cards.dropped", "cards.brought"]
    assert cards.changes == 4


def test_deleting_a_changed_card_brings_the_shipped_one_back(desk: tuple[CardDesk, list[Line]]) -> None:
    cards, _ = desk
    goblin = library().get("monsters", "common_goblin")
    assert isinstance(goblin, Monster)
    mine = Monster(id=goblin.id, name=goblin.name, level=1, hp=9, damage=3, gold=1)
    cards.keep(mine)
    assert library().get("monsters", goblin.id) == mine
    cards.drop(mine)
    assert library().get("monsters", goblin.id) == goblin


def test_one_of_several_cards_in_a_file_goes_and_the_others_stay(
    desk: tuple[CardDesk, list[Line]], tmp_path: Path
) -> None:
    cards, _ = desk
    file = tmp_path / "exports" / "two.toml"
    file.parent.mkdir()
    file.write_text(
        '[[monsters]]\nid = "rat"\nname = "Rat"\n\n[[monsters]]\nid = "ox"\nname = "Ox"\n', encoding="utf-8"
    )
    cards.find()
    assert cards.files == ("two.toml",)
    cards.bring("two.toml")
    rat = library().get("monsters", "rat")
    assert rat is not None
    cards.drop(rat)
    assert library().get("monsters", "rat") is None
    assert library().get("monsters", "ox") is not None


def test_a_wrong_file_is_a_sentence_and_changes_nothing(
    desk: tuple[CardDesk, list[Line]], tmp_path: Path
) -> None:
    cards, said = desk
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "bad.toml").write_text('[[monsters]]\nid = "x"\nhp = -1\n', encoding="utf-8")
    cards.find()
    cards.bring("bad.toml")
    assert cards.changes == 0
    assert said[-1].id == "core.content"


def test_a_full_disk_is_a_sentence(
    desk: tuple[CardDesk, list[Line]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, said = desk

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.shelf.write_whole", full)
    cards.keep(RAT)
    assert said[-1].id == "cards.not_saved"
    assert cards.changes == 0
