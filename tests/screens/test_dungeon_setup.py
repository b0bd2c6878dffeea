"""Setting up Dungeon Fighter by touch: the party, its leader, how hard, what the dice are like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.dice import Sight, TableState
from companion.rules.dungeon_fighter import GAME
from companion.rules.dungeon_fighter.cards import Board, Room
from companion.rules.dungeon_fighter.library import library
from companion.screens.desk import Choices
from companion.screens.dungeon_fighter.cards_screen import CardsScreen
from companion.screens.dungeon_fighter.setup import DungeonFighterSetup
from companion.screens.dungeon_fighter.setup_panels import BoardsPanel, SymbolPanel
from companion.screens.home import GamesPanel, HomeScreen
from companion.screens.port import View
from companion.screens.touchscreen import Touchscreen
from companion.screens.widgets.seat_button import moved

Open = Callable[..., Any]
HOME = View(sight=Sight(TableState.EMPTY, "", ()), simulated=True)


@pytest.fixture
def setup(open_screen: Open) -> Any:
    hand = open_screen(HOME)
    hand.screen._go("setup", "dungeon_fighter")
    hand.settle()
    return hand


def form(hand: Any) -> DungeonFighterSetup:
    assert isinstance(hand.screen.screen, DungeonFighterSetup)
    return hand.screen.screen


def begun(hand: Any) -> Any:
    assert hand.table.wishes[-1][:2] == ("new_game", "dungeon_fighter")
    return hand.table.wishes[-1][2]


def test_home_leads_to_the_setup(open_screen: Open) -> None:
    hand = open_screen(HOME)
    assert isinstance(hand.screen.screen, HomeScreen)
    hand.tap(hand.screen.screen.main)
    panel = hand.screen.screen.panels.panel
    assert isinstance(panel, GamesPanel)
    door = next(
        w for w in panel.walk(restrict=True) if getattr(w, "rank", "") and w.title.text == "Dungeon Fighter"
    )
    hand.tap(door)
    assert isinstance(hand.screen.screen, DungeonFighterSetup)


def test_somebody_must_look_at_a_die_before_the_first_adventure(setup: Any) -> None:
    hand = setup
    hand.tap(form(hand).start)
    panel = form(hand).panels.panel
    assert isinstance(panel, SymbolPanel)
    assert hand.table.wishes == []
    hand.tap(panel.buttons[3])
    made = begun(hand)
    assert made.symbol_faces == 3
    assert GAME.setup(made).tower == (3, 3, 3, 5)


def test_what_a_die_is_like_is_remembered(open_screen: Open) -> None:
    kept: list[tuple[str, Any]] = []
    hand = open_screen(HOME)
    hand.screen._on_setting = lambda name, value: kept.append((name, value))
    hand.screen._go("setup", "dungeon_fighter")
    hand.settle()
    hand.tap(form(hand).symbol)
    hand.tap(form(hand).panels.panel.buttons[1])  # type: ignore[union-attr]
    assert kept == [("symbol_faces", 1)]
    hand.screen._go("home")
    hand.screen._go("setup", "dungeon_fighter")
    hand.settle()
    assert form(hand).symbol_faces == 1


def test_one_to_six_heroes_each_another(setup: Any, both_sizes: tuple[int, int]) -> None:
    hand = setup
    form(hand).symbol_faces = 2
    for _ in range(5):
        hand.tap(form(hand).more)
    assert len(form(hand).names) == 6
    assert not form(hand).more.enabled
    hand.tap(form(hand).start)
    made = begun(hand)
    assert len({hero.id for hero in made.heroes}) == 6
    for _ in range(7):
        hand.tap(form(hand).fewer)
    assert len(form(hand).names) == 1
    hand.tap(form(hand).start)
    assert len(begun(hand).seats) == 1


def test_a_hero_that_another_player_had_changes_hands(setup: Any) -> None:
    hand = setup
    first, second = form(hand).heroes[:2]
    hand.tap(form(hand).hero_buttons[0])
    hand.tap(form(hand).panels.panel.buttons[second.id])  # type: ignore[union-attr]
    assert form(hand).heroes[:2] == [second, first]


def test_leader_colour_difficulty_and_rules(setup: Any) -> None:
    hand = setup
    form(hand).symbol_faces = 2
    hand.tap(form(hand).leads[2])
    hand.tap(form(hand).swatches[0])
    hand.tap(form(hand).hard)  # normal → hell
    hand.tap(form(hand).open_questions)
    hand.tap(form(hand).panels.panel.answers["white_any_time"])  # type: ignore[union-attr]
    form(hand).panels.close()
    hand.tap(form(hand).start)
    made = begun(hand)
    assert (made.leader, made.difficulty, dict(made.rules)) == (2, "hell", {"white_any_time": True})
    assert made.seats[0].colour not in ("red", *(seat.colour for seat in made.seats[1:]))


def test_players_change_seats_with_hero_and_colour_and_the_leader_goes_on_to_lead(setup: Any) -> None:
    hand = setup
    form(hand).symbol_faces = 2
    hand.tap(form(hand).leads[1])
    names, heroes = list(form(hand).names), list(form(hand).heroes)
    hand.tap(form(hand).order.arrows[1])  # of the third seat
    hand.tap(form(hand).start)
    made = begun(hand)
    assert [seat.name for seat in made.seats] == [names[0], names[2], names[1]]
    assert list(made.heroes) == [heroes[0], heroes[2], heroes[1]]
    assert made.leader == 2


@pytest.mark.parametrize(
    ("seat", "to", "watched", "then"),
    [
        (2, 0, 2, 0),
        (2, 0, 0, 1),
        (2, 0, 1, 2),
        (0, 2, 0, 2),
        (0, 2, 1, 0),
        (0, 2, 2, 1),
        (0, 1, 2, 2),
        (2, 1, 0, 0),
    ],
)
def test_whoever_is_watched_is_found_after_a_move(seat: int, to: int, watched: int, then: int) -> None:
    table = ["a", "b", "c"]
    who = table[watched]
    table.insert(to, table.pop(seat))
    assert moved(seat, to, watched) == then == table.index(who)


def test_the_setup_leads_to_the_cards(setup: Any) -> None:
    setup.tap(form(setup).cards)
    assert isinstance(setup.screen.screen, CardsScreen)


def test_boards_that_somebody_typed_are_chosen(setup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = (Room(id="door", name="Door"),)
    boards = {
        id: Board(id=id, name=id.title(), boss=id == "throne", rooms=rooms)
        for id in ("inn", "mill", "throne")
    }
    monkeypatch.setitem(library()._shelves, "boards", boards)
    hand = setup
    form(hand).symbol_faces = 2
    hand.tap(form(hand).levels)
    panel = form(hand).panels.panel
    assert isinstance(panel, BoardsPanel)
    for id in ("throne", "mill"):
        hand.tap(panel.buttons[id])
    assert not panel.done.enabled
    hand.tap(panel.buttons["inn"])
    hand.tap(panel.done)
    hand.tap(form(hand).start)
    assert [board.id for board in begun(hand).boards] == ["mill", "inn", "throne"]
    assert GAME.setup(begun(hand)).boards


def test_the_screen_takes_the_number_of_faces_from_the_settings() -> None:
    settings = replace(Choices(), symbol_faces=2)
    assert Touchscreen(None, settings).choices.symbol_faces == 2  # type: ignore[arg-type]
