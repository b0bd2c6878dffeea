"""A throw seen by the camera or told by touch: the draft, one-tap corrections, and the door to target scoring."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from df_table import HELM, NAMES, Table, die, hero, monster
from msgspec.structs import replace

from companion.dice import DieReading, Roll, Sight, TableState
from companion.journal.store import Store
from companion.locale import Translator
from companion.referee import Referee
from companion.rules.core import Seat, TableDie
from companion.rules.dungeon_fighter import GAME
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import Monster
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Setup
from companion.rules.errors import ContentError, UnexpectedRoll
from companion.shelf import Shelf


@pytest.fixture(autouse=True)
def library_as_shipped() -> Iterator[None]:
    """Cards that a test adds are gone after it."""
    yield
    library.cache_clear()


def unexpected(table: Table, *dice: TableDie) -> str:
    with pytest.raises(UnexpectedRoll) as held:
        GAME.action_of_roll(table.state, dice)
    return held.value.line.id


def test_what_the_camera_sees_waits_for_one_tap() -> None:
    table = (
        Table().meet(monster(20)).see(die("green", symbol=False, rest="3"), die("red", thrown=False, id=8))
    )
    assert table.hp == 20, "nothing counts before it is confirmed"
    assert GAME.legal_actions(table.state)[0] == a.Confirm()
    assert GAME.waits_for(table.state).prompt.id == "df.wait.confirm"
    assert table.do(a.Confirm()).hp == 17
    assert table.fight.used == ("green",)


@pytest.mark.parametrize(
    ("correction", "hp"),
    [
        (a.Say("rest", "4"), 16),
        (a.Say("rest", "3/2"), 18),
        (a.Say("rest", "hole"), 20),
        (a.Say("bounced", "no"), 20),
        (a.Say("done", "no"), 20),
        (a.Say("symbol", "yes"), 14),
        (a.Say("die", "blue"), 17),
    ],
)
def test_each_thing_seen_is_corrected_with_one_tap(correction: a.Say, hp: int) -> None:
    table = Table().ability(0, "red", "extra_damage", 3).meet(monster(20, attacks=("blind",)))
    table.see(die("red", rest="3"))
    assert correction in GAME.legal_actions(table.state)
    assert table.do(correction, a.Confirm()).hp == hp


def test_without_target_scoring_the_ring_is_told_by_touch() -> None:
    table = Table().meet(monster(20)).see(die("red", symbol=False))
    assert table.no(a.Confirm()) == "df.no.incomplete"
    assert table.do(a.Say("rest", "10"), a.Confirm()).hp == 10


def test_a_die_whose_colour_is_not_told_is_asked_for() -> None:
    table = Table().meet(monster(20)).do(a.Say("symbol", "yes")).see(TableDie(3, "d6", "1", True, None, "2"))
    assert table.fight.draft.symbol, "a face that is no face of these dice says nothing of the symbol"
    assert GAME.legal_actions(table.state)[0] == a.Say("die", "red")
    assert table.do(a.Say("die", "green"), a.Confirm()).fight.used == ("green",)


def test_the_reader_is_told_a_colour_only_where_there_is_no_choice() -> None:
    table = Table().meet(monster(30))
    wanted = GAME.waits_for(table.state).dice
    assert wanted is not None
    assert wanted.kind not in [kind.name for kind in GAME.die_kinds(table.state)]
    missed = TableDie(-1, wanted.kind, "eye", True, None)  # a die the camera missed, added by hand
    assert GAME.action_of_roll(table.state, [missed]) == a.Seen("", "", "", True)
    table.throw("red", 1).throw("green", 1)
    wanted = GAME.waits_for(table.state).dice
    assert wanted is not None
    assert wanted.kind == "dungeon_fighter.blue"


def test_all_of_it_by_touch_alone() -> None:
    table = Table().put(0, items=(HELM,)).meet(monster(20))
    for action in (a.Say("weapon", HELM.id), a.Say("die", "red"), a.Say("rest", "2"), a.Confirm()):
        assert action in GAME.legal_actions(table.state)
        table.do(action)
    assert table.hp == 15


def test_rolls_that_cannot_be_this_throw_are_held() -> None:
    table = Table().meet(monster(20))
    assert unexpected(table, die("red"), die("blue", id=8)) == "df.roll.one"
    assert unexpected(table, die("red", thrown=False)) == "df.roll.one"
    assert unexpected(table, die("white")) == "df.roll.used"
    assert unexpected(table, die("red", rest="7")) == "df.roll.place"
    assert unexpected(Table(), die("red")) == "df.roll.not_now"
    assert unexpected(table.throw("red", 1), die("red", rest="3")) == "df.roll.used"


def reading(colour: str, face: str, id: int = 40) -> DieReading:
    kind = f"dungeon_fighter.{colour}"
    return DieReading(id, kind, face, 0.99, False, ((face, 0.99),), (1, 2), 0, 16, (200, 0, 0), (0, 0, 9, 9))


def test_through_the_referee_seen_corrected_undone_and_the_typed_card_is_kept(tmp_path: Path) -> None:
    referee = Referee(Store.open(tmp_path / "companion.db"), shelf=Shelf(tmp_path))
    seats = tuple(Seat(name) for name in NAMES[:2])
    referee.new_game("dungeon_fighter", Setup(seats, (hero(0), hero(1)), 2))
    assert referee.die_kinds()[0].name == "dungeon_fighter.red"
    for action in (
        a.Enter(library().rooms[0]),
        a.Meet(Monster(id="mill_ghost", name="Mill Ghost")),
        a.Answer("hp", "9"),
        a.Answer("damage", "2"),
        a.Answer("gold", "1"),
    ):
        referee.do(action)
    assert referee.view().notice is None
    kept = tmp_path / "dungeon_fighter" / "monsters-mill_ghost.toml"
    assert "hp = 9" in kept.read_text(encoding="utf-8")
    ghost = library().get("monsters", "mill_ghost")
    assert ghost is not None
    referee.do(a.Mark("blind"))
    assert 'attacks = ["blind"]' in kept.read_text(encoding="utf-8")
    referee.undo()
    assert "attacks" not in kept.read_text(encoding="utf-8")

    dice = (reading("blue", "blank"),)
    referee.see(Sight(TableState.SETTLED, "", dice, Roll(1, 0.0, dice, frozenset({40}))))
    assert referee.view().state.fight.draft.die == "blue"
    referee.set_dice([(40, "eye")])  # the die was read wrong
    assert referee.view().state.fight.draft.symbol
    referee.do(a.Say("rest", "3"))
    referee.do(a.Confirm())
    assert referee.view().state.fight.hp == 6
    assert Translator().text(referee.view().undo) == "Right"
    referee.undo()
    assert referee.view().state.fight.hp == 9
    referee.store.close()


def test_cards_are_shared_as_a_file(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shared = tmp_path / "from_a_friend.toml"
    shared.write_text(
        '[[monsters]]\nid = "tax_collector"\nname = "Tax Collector"\nlevel = 2\nhp = 12\ndamage = 1\ngold = 5\n'
        '[[items]]\nid = "whistle"\nname = "Whistle"\nkind = "item"\neffect = "reroll"\nonce = true\n',
        encoding="utf-8",
    )
    brought = shelf.bring_in(shared)
    assert ([card.id for card in brought.new], brought.changed, brought.same) == (
        ["tax_collector", "whistle"],
        (),
        (),
    )
    assert {path.name for path in (tmp_path / "dungeon_fighter").iterdir()} == {
        "monsters-tax_collector.toml",
        "items-whistle.toml",
    }
    assert len(shelf.bring_in(shared).same) == 2
    shared.write_text(shared.read_text(encoding="utf-8").replace("hp = 12", "hp = 14"), encoding="utf-8")
    assert [card.id for card in shelf.bring_in(shared).changed] == ["tax_collector"]
    shared.write_text('[[monsters]]\nid = "x"\nname = "X"\nhp = "many"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"from_a_friend.toml: monsters\[0\].hp: expected"):
        shelf.bring_in(shared)


def test_a_card_that_cannot_be_saved_is_told_and_tried_again(tmp_path: Path) -> None:
    blocked = tmp_path / "dungeon_fighter"
    blocked.write_text("a file where the folder should be")
    shelf = Shelf(tmp_path)
    first = Table()
    second = Table().meet(Monster(id="lost_imp", name="Lost Imp")).answer(4)
    trouble = shelf.keep(GAME, first.state, second.state)
    assert trouble is not None
    assert trouble.id == "shelf.not_saved"
    assert shelf.keep(GAME, second.state, second.state) is None, "nothing new"
    blocked.unlink()
    third = Table().meet(Monster(id="found_imp", name="Found Imp", hp=1, damage=1, gold=1))
    assert shelf.keep(GAME, first.state, third.state) is None
    assert {path.name for path in blocked.iterdir()} >= {"monsters-lost_imp.toml", "monsters-found_imp.toml"}


def test_a_game_that_is_continued_does_not_bring_back_old_cards(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "companion.db")
    referee = Referee(store, shelf=Shelf(tmp_path))
    referee.new_game("dungeon_fighter", Setup((Seat("Ann"),), (hero(0),), 2))
    old = Monster(id="old_imp", name="Old Imp", hp=5, damage=1, gold=1)
    for action in (a.Enter(library().rooms[0]), a.Meet(old)):
        referee.do(action)
    game_id = referee.view().game_id
    assert game_id is not None
    Shelf(tmp_path).put([replace(old, hp=50)])  # somebody compared it with the card
    again = Referee(store, shelf=Shelf(tmp_path))
    again.continue_game(game_id)
    again.do(a.Throw(0, "red", "1"))
    known = library().get("monsters", "old_imp")
    assert isinstance(known, Monster)
    assert known.hp == 50
    assert again.view().state.fight.hp == 4
    store.close()
