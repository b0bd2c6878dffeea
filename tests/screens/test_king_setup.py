"""Setting the table for King of 12: seats, cards, places, and the owner's own d12."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.dice import DieReading, Sight, TableState
from companion.rules.core import Seat
from companion.rules.king_of_12 import GAME, adjacency
from companion.rules.king_of_12.adjacency import TABLE_A, TABLE_B, UNKNOWN
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.state import Setup, TournamentState
from companion.rules.places import around
from companion.screens.home import GamesPanel
from companion.screens.king_of_12.card_panel import CardPanel, draw
from companion.screens.king_of_12.place_panel import PlacePanel
from companion.screens.king_of_12.samples import TRAY, readings
from companion.screens.king_of_12.setup import KingOf12Setup
from companion.screens.king_of_12.teach_panel import TeachPanel
from companion.screens.king_of_12.teaching import Teaching
from companion.screens.port import View
from companion.screens.rules_panel import RulesPanel
from companion.screens.setup import NamePanel

Open = Callable[..., Any]
EMPTY = View(sight=Sight(TableState.EMPTY, "", ()), tray_mm=TRAY)


def at_setup(open_screen: Open, view: View = EMPTY, door: str = "", **more: Any) -> tuple[Any, KingOf12Setup]:
    hand = open_screen(view, **more)
    hand.screen._go("setup", f"king_of_12/{door}" if door else "king_of_12")
    hand.settle()
    assert isinstance(hand.screen.screen, KingOf12Setup)
    return hand, hand.screen.screen


def started(hand: Any, setup: KingOf12Setup) -> Setup:
    hand.tap(setup.start)
    wish, game, chosen = hand.table.wishes.pop()
    assert (wish, game) == ("new_game", "king_of_12")
    GAME.setup(chosen)  # the rules take it
    result: Setup = chosen
    return result


def lying(*faces: int) -> View:
    dice = readings(faces, [(30.0 * number, 0.0) for number in range(len(faces))])
    return replace(EMPTY, sight=Sight(TableState.SETTLED, "", dice))


def buttons(widget: Any) -> dict[str, Any]:
    return {w.title.text: w for w in widget.walk(restrict=True) if hasattr(w, "rank")}


# Who plays


def test_home_leads_to_a_table_and_to_a_tournament(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(EMPTY, both_sizes)
    hand.tap(hand.screen.screen.main)
    games = hand.screen.screen.panels.panel
    assert isinstance(games, GamesPanel)
    hand.tap(buttons(games)["King of 12: tournament, 5 to 16 players"])
    setup = hand.screen.screen
    assert isinstance(setup, KingOf12Setup)
    assert setup.tournament
    hand.tap(setup.bar.left)
    hand.tap(hand.screen.screen.main)
    hand.tap(buttons(hand.screen.screen.panels.panel)["King of 12"])
    assert not hand.screen.screen.tournament


def test_one_tap_starts_a_game_of_three_around_the_tray(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    chosen = started(hand, setup)
    assert chosen.seats == (Seat("Player 1", "red"), Seat("Player 2", "blue"), Seat("Player 3", "green"))
    assert (chosen.chosen, chosen.cards) == ("first_game", library().first_game)
    assert chosen.places == around(TRAY, 3)
    assert chosen.layouts == (UNKNOWN,)


def test_seats_lie_where_the_table_was_set_up_with_them(open_screen: Open) -> None:
    areas = ((0.0, -60.0), (-99.0, 40.0), (99.0, 40.0))
    hand, setup = at_setup(open_screen)
    hand.show(replace(EMPTY, seats_mm=areas))
    assert started(hand, setup).places == areas
    hand.tap(setup.whose)
    hand.tap(setup.panels.panel.around)
    hand.tap(setup.panels.panel.turn)
    hand.tap(setup.panels.panel.use)
    assert started(hand, setup).places == (*areas[1:], areas[0])
    hand.tap(setup.more)
    assert started(hand, setup).places == around(TRAY, 4)


def test_seats_from_two_to_sixteen(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.fewer)
    hand.tap(setup.fewer)  # two are the fewest
    assert len(started(hand, setup).seats) == 2
    for count in range(3, 17):
        hand.tap(setup.more)
        assert len(setup.names) == count
        state = GAME.setup(started(hand, setup))
        assert isinstance(state, TournamentState) == (count > 4)
    hand.tap(setup.more)
    assert len(setup.names) == 16
    assert setup.count.text == "Tournament: 16 players"


def test_twelve_players_choose_how_they_split(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen, door="tournament")
    for _ in range(4):
        hand.tap(setup.more)
    assert setup.split.detail.text == "4 / 4 / 4"
    hand.tap(setup.split)
    assert started(hand, setup).groups == (3, 3, 3, 3)
    hand.tap(setup.more)
    assert setup.split.detail.text == "3 / 3 / 3 / 4"
    assert not setup.split.enabled


def test_names_and_colours(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.people.order.names[1])
    panel = setup.panels.panel
    assert isinstance(panel, NamePanel)
    for letter in "Zoe":
        hand.tap(panel.keyboard.keys[letter])
    hand.tap(panel.keyboard.done)
    hand.tap(setup.people.swatches[0])
    seats = started(hand, setup).seats
    assert seats[1].name == "Zoe"
    assert seats[0].colour == "purple"  # the next one that nobody has
    assert len({seat.colour for seat in seats}) == 3


def test_an_arrow_moves_a_player_up_with_the_colour(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    hand.tap(setup.people.order.arrows[1])  # of the third seat
    seats = started(hand, setup).seats
    assert [(seat.name, seat.colour) for seat in seats] == [
        ("Player 1", "red"),
        ("Player 3", "green"),
        ("Player 2", "blue"),
    ]


@pytest.mark.parametrize("count", [3, 8, 16])
def test_a_name_is_dragged_to_another_seat(open_screen: Open, count: int) -> None:
    hand, setup = at_setup(open_screen, door="tournament" if count > 4 else "")
    while len(setup.names) < count:
        hand.tap(setup.more)
    names = list(setup.names)
    last = setup.people.order.names[-1]
    touch = hand.press(last)
    touch.touch_move(*hand.point(setup.people.order.names[0]))
    hand.settle()
    assert (
        tuple(setup.people.order.names[0].edge) == hand.screen.look.palette.accent
    )  # where the player would sit down
    touch.touch_up()
    hand.settle()
    assert setup.names == [names[-1], *names[:-1]]
    assert [button.title.text for button in setup.people.order.names] == setup.names
    assert setup.panels.panel is None  # no name was tapped


def test_a_name_dropped_beside_all_seats_stays(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    names = list(setup.names)
    touch = hand.press(setup.people.order.names[0])
    touch.touch_move(*hand.point(setup.start))
    touch.touch_up()
    hand.settle()
    assert setup.names == names
    assert not hand.table.wishes  # and nothing was started


# Cards


def test_a_drawn_set_always_has_two_blue_symbols() -> None:
    for seed in range(60):
        promo = ("", "collector", "faun")[seed % 3]
        cards = draw(random.Random(seed), (promo,) if promo else ())
        assert library().problem(cards, "drawn") is None


def test_the_set_is_drawn_or_agreed_on(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    hand.tap(setup.set)
    panel = setup.panels.panel
    assert isinstance(panel, CardPanel)
    hand.tap(panel.draws["faun"])
    assert panel.how == "drawn"
    assert panel.note.text.startswith("Which cards carry the blue symbol is not verified")
    hand.tap(panel.first)
    hand.tap(panel.buttons["knight"])  # is in every set
    hand.tap(panel.buttons["golem"])
    assert panel.note.text == "6 of 7 cards are chosen."
    assert not panel.use.enabled
    hand.tap(panel.buttons["lady"])
    hand.tap(panel.use)
    chosen = started(hand, setup)
    assert chosen.chosen == "agreed"
    assert set(chosen.cards) == {"knight", "alchemist", "machine", "parasite", "sorcerer", "oracle", "lady"}


# House rules


def test_a_house_rule_is_changed_by_a_tap_and_back_by_another(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.open_questions)
    panel = setup.panels.panel
    assert isinstance(panel, RulesPanel)
    assert panel.answers["turn_after_virtual"].title.text == "The new face counts"
    hand.tap(panel.answers["turn_after_virtual"])
    assert panel.answers["turn_after_virtual"].title.text == "The change stays"
    hand.tap(panel.answers["lady_compares"])
    hand.tap(panel.answers["lady_compares"])
    setup.panels.close()
    assert setup.open_questions.detail.text == "1 of your own"
    assert started(hand, setup).rules == {"turn_after_virtual": "keeps_change"}


# Places


def test_places_are_turned_until_everybody_sits_right(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    hand.tap(setup.whose)
    panel = setup.panels.panel
    assert isinstance(panel, PlacePanel)
    hand.tap(panel.turn)
    hand.tap(panel.use)
    assert started(hand, setup).places == around(TRAY, 3, 1)
    hand.tap(setup.whose)
    hand.tap(setup.panels.panel.ask)
    hand.tap(setup.panels.panel.use)
    assert setup.whose.detail.text == "The companion asks"
    assert started(hand, setup).places == ()


def test_places_are_taken_from_the_dice_that_lie_there(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen, view=replace(EMPTY, tray_mm=()))
    assert started(hand, setup).places == ()  # a table that nobody measured
    hand.tap(setup.whose)
    assert not setup.panels.panel.dice.enabled
    spots = [(0.0, -40.0), (90.0, 30.0), (-90.0, 20.0)]
    dice = readings((4, 9, 12), spots)
    hand.show(replace(EMPTY, tray_mm=(), sight=Sight(TableState.SETTLED, "", dice)))
    hand.tap(setup.panels.panel.dice)
    hand.tap(setup.panels.panel.use)
    assert started(hand, setup).places == (spots[0], spots[2], spots[1])  # round to the left


# The owner's die


def test_a_die_is_taught_by_touch_in_a_few_answers(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    told: list[Any] = []
    hand.screen._on_setting = lambda name, value: told.append((name, value))
    hand.tap(setup.die)
    panel = setup.panels.panel
    assert isinstance(panel, TeachPanel)
    answers = 0
    while (question := panel.teaching.question) is not None:
        one, other = question
        hand.tap(panel.answers[0 if other in TABLE_B[one - 1] else 1])
        answers += 1
    assert answers <= 10
    assert panel.done.detail.text == "A true dodecahedron"
    hand.tap(panel.done)
    assert told == [("d12_layout", "b")]
    assert started(hand, setup).layouts == (TABLE_B,)


def test_a_seat_has_a_die_of_its_own_and_one_tap_makes_all_alike(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    hand.tap(setup.die)
    panel = setup.panels.panel
    assert isinstance(panel, TeachPanel)
    assert panel.whose.title.text == "All dice"
    hand.tap(panel.presets["a"])
    hand.tap(panel.done)
    hand.tap(setup.die)
    panel = setup.panels.panel
    hand.tap(panel.whose)
    hand.tap(panel.whose)
    assert panel.whose.title.text == "Die: Player 2"
    assert panel.teaching.layout == TABLE_A  # like all, until it is told
    hand.tap(panel.presets["b"])
    hand.tap(panel.done)
    assert setup.die.detail.text == "1 die of its own kind"
    assert started(hand, setup).layouts == (TABLE_A, TABLE_B, TABLE_A)
    hand.tap(setup.people.order.arrows[1])  # the die goes with its owner
    hand.tap(setup.people.order.arrows[0])
    assert started(hand, setup).layouts == (TABLE_A, TABLE_A, TABLE_B)
    hand.tap(setup.die)
    panel = setup.panels.panel
    for _ in range(3):
        hand.tap(panel.whose)
    assert panel.teaching.layout == TABLE_B  # what was taught of this die
    hand.tap(panel.all)
    assert started(hand, setup).layouts == (TABLE_B,)


def test_what_was_taught_is_kept_while_its_owner_is_looked_for(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.die)
    panel = setup.panels.panel
    hand.tap(panel.presets["b"])
    hand.tap(panel.whose)
    hand.tap(panel.done)
    assert started(hand, setup).layouts == (TABLE_B, UNKNOWN, UNKNOWN)


def test_the_seats_go_round_to_all_dice_again(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.die)
    panel = setup.panels.panel
    for _ in range(4):
        hand.tap(panel.whose)
    assert panel.whose.title.text == "All dice"
    assert panel.all.parent is None


def test_a_tournament_knows_one_kind_of_dice(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen, door="tournament")
    hand.tap(setup.die)
    panel = setup.panels.panel
    assert panel.whose.parent is None
    hand.tap(panel.presets["a"])
    hand.tap(panel.done)
    assert started(hand, setup).layouts == (TABLE_A,)


def test_the_simulated_die_is_tipped_by_a_button(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen, view=replace(EMPTY, simulated=True))
    hand.tap(setup.die)
    hand.tap(setup.panels.panel.tip)
    assert hand.table.wishes == [("tip",)]
    hand, setup = at_setup(open_screen)
    hand.tap(setup.die)
    assert setup.panels.panel.tip.parent is None  # a real die is tipped by its owner


def test_a_die_is_taught_by_tipping_it_under_the_camera(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.die)
    panel = setup.panels.panel
    for face in _walk(TABLE_A):
        hand.show(EMPTY)  # a hand, then the die again
        hand.show(lying(face))
        assert panel.teaching.problem is None
        if panel.teaching.whole:
            break
    assert panel.teaching.layout == TABLE_A
    assert panel.question.text == "Every face is known."


def _walk(layout: adjacency.Layout) -> list[int]:
    chance, face, faces = random.Random(1), 1, [1]
    while len(faces) < 60:
        face = chance.choice(layout[face - 1])
        faces.append(face)
    return faces


def test_what_cannot_be_is_said_and_can_be_taken_back(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.die)
    panel = setup.panels.panel
    hand.show(lying(3))
    hand.show(lying(10))
    assert panel.note.text == "3 and 10 are opposite faces and cannot touch."
    hand.show(lying(5))
    assert panel.note.text == "Seen: 3 → 10 → 5. Tip it over the next edge."
    assert panel.teaching.known > 0
    hand.tap(panel.back)
    assert panel.teaching.known == 0
    hand.tap(panel.presets["a"])
    assert panel.teaching.layout == TABLE_A
    hand.tap(panel.presets[""])
    assert panel.teaching.layout == UNKNOWN


def test_two_dice_or_a_doubtful_one_teach_nothing() -> None:
    teaching = Teaching(UNKNOWN)
    assert not teaching.see(lying(3, 4))
    doubtful: tuple[DieReading, ...] = readings((3,), ((0.0, 0.0),), doubtful=(0,))
    assert not teaching.see(replace(EMPTY, sight=Sight(TableState.SETTLED, "", doubtful)))
    assert not teaching.see(EMPTY)
    assert teaching.see(lying(3))
    assert not teaching.see(lying(3))
    assert teaching.trail == [3]


def test_a_player_s_own_die_is_known_in_the_next_game(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    told: list[Any] = []
    hand.screen._on_setting = lambda name, value: told.append((name, value))
    hand.tap(setup.die)
    for _ in range(2):
        hand.tap(setup.panels.panel.whose)
    hand.tap(setup.panels.panel.presets["b"])
    hand.tap(setup.panels.panel.done)
    assert told == [("d12_of_player", {"Player 2": "b"})]

    hand.screen._go("home")
    hand.screen._go("setup", "king_of_12")
    hand.settle()
    again = hand.screen.screen
    assert started(hand, again).layouts == (UNKNOWN, TABLE_B, UNKNOWN)
    again.names[1] = "Zoe"  # somebody else sits there, with the die of all
    again.refresh()
    hand.settle()
    assert started(hand, again).layouts == (UNKNOWN,)
    hand.tap(again.die)
    hand.tap(again.panels.panel.done)  # all who sit here have the same die; whoever is away keeps the own
    assert told[-1] == ("d12_layout", "")
    assert again.own_dice == {"Player 2": TABLE_B}


@pytest.mark.parametrize("text", ["", "a", "b"])
def test_the_settings_die_is_known_again(open_screen: Open, text: str) -> None:
    hand = open_screen(EMPTY)
    hand.screen.choices = replace(hand.screen.choices, d12_layout=text)
    hand.screen._go("setup", "king_of_12")
    assert hand.screen.screen.layout == adjacency.from_text(text)
