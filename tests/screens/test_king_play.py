"""King of 12 under a finger: faces, cards and answers are one tap each; what the camera saw is not asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.dice import TableState
from companion.rules.core import Adjust
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import UNKNOWN
from companion.rules.text import line
from companion.screens.die_panel import DiePanel
from companion.screens.king_of_12.dice_panels import FacePanel, HeldPanel
from companion.screens.king_of_12.play import KingOf12Screen
from companion.screens.king_of_12.samples import KingSample, readings
from companion.screens.panels import CountersPanel, GameOverPanel
from companion.screens.port import ShownDice
from companion.screens.widgets.text import Text

Open = Callable[..., Any]
BLUE = ("knight", "sorcerer", "oracle", "rebels", "merchants", "alchemist", "machine")
REVERSED = ("knight", "reverser", "oracle", "alchemist", "machine", "parasite", "golem")


def king(hand: Any) -> KingOf12Screen:
    assert isinstance(hand.screen.screen, KingOf12Screen)
    return hand.screen.screen


def texts(widget: Any) -> list[str]:
    return [w.text for w in widget.walk(restrict=True) if isinstance(w, Text) and w.text]


def buttons(widget: Any) -> dict[str, Any]:
    return {w.title.text: w for w in widget.walk(restrict=True) if hasattr(w, "rank")}


def test_a_whole_play_by_touch_is_one_tap_for_each_face_and_card(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    sample = KingSample(3, places=())
    hand = open_screen(sample.view(state=TableState.LOST), both_sizes)
    taps = [
        *(a.Show(seat, face) for seat, face in enumerate((3, 7, 12))),
        *(a.Reveal(seat, card) for seat, card in enumerate(("knight", "machine", "golem"))),
    ]
    for action in taps:
        hand.tap(king(hand).columns[action.seat].buttons[action])
        assert hand.table.wishes.pop() == ("do", action)
        sample.do(action)
        hand.show(sample.view(state=TableState.LOST))
    assert sample.state.play == 2
    assert [plate.head.points.text for plate in king(hand).plates] == ["1", "0", "2"]


def test_the_result_of_a_play_stays_until_the_next_card_lies_there(open_screen: Open) -> None:
    sample = KingSample(3, cards=REVERSED).rolled(10, 7, 3)
    sample.cards("alchemist", "alchemist", "reverser")  # K1: Alchemists cancel, 3 is turned to 10
    hand = open_screen(sample.view())
    lea, mia, tom = (plate.die for plate in king(hand).plates)
    assert [die.value.text for die in (lea, mia, tom)] == ["= 10", "= 7", "= 10"]
    assert [die.value.strikethrough for die in (lea, mia, tom)] == [True, False, True]
    assert [die.badge.name for die in (lea, mia, tom)] == ["close", "crown", "close"]
    assert mia.gain.text == "+2"
    assert (lea.card.text, lea.card.strikethrough) == ("Alchemist", True)
    assert tom.card.text == "turn it to 10"  # the real die still shows 3
    sample.do(a.Reveal(0, "golem"))
    hand.show(sample.view())
    assert (lea.value.text, lea.card.text, mia.badge.name) == ("10", "Golem", "")


def test_a_value_is_shown_beside_the_face(open_screen: Open) -> None:
    sample = KingSample(3).rolled(10, 7, 3).cards("alchemist", "parasite", "golem")
    hand = open_screen(sample.view())
    assert [plate.die.value.text for plate in king(hand).plates] == ["= 20", "= 0", "= 12"]


def test_cards_that_were_played_keep_their_place_and_do_nothing(open_screen: Open) -> None:
    sample = KingSample(2).rolled(10, 7).cards("golem", "machine")
    hand = open_screen(sample.view())
    column = king(hand).columns[0]
    assert a.Reveal(0, "golem") not in column.buttons
    golem = buttons(column)["Golem"]
    assert not golem.enabled
    hand.tap(golem)
    assert hand.table.wishes == []


def test_who_has_told_a_card_sees_what_it_does(open_screen: Open) -> None:
    hand = open_screen(KingSample(3).rolled(10, 7, 3).cards("", "alchemist").view())
    assert "Your value counts twice." in texts(king(hand).columns[1])
    assert king(hand).plates[0].head.turn.name == "arrow"
    assert king(hand).plates[1].head.turn.name == ""


def test_rounds_won_are_marked(open_screen: Open) -> None:
    sample = KingSample(2)
    sample.do(Adjust(1, "wins", 1))
    hand = open_screen(sample.view())
    assert [plate.head.marks.won for plate in king(hand).plates] == [0, 1]


def test_a_sorcerer_is_offered_the_faces_that_touch(open_screen: Open) -> None:
    sample = KingSample(3).rolled(1, 7, 3).cards("sorcerer", "machine", "golem")
    hand = open_screen(sample.view())
    column = king(hand).columns[0]
    assert [button.title.text for button in column.buttons.values()] == ["2", "4", "5", "6", "10"]
    hand.tap(column.buttons[a.Show(0, 5)])
    assert hand.table.wishes == [("do", a.Show(0, 5))]
    assert king(hand).columns[1].buttons == {}


def test_a_die_that_nobody_taught_may_turn_to_any_face_but_its_opposite(open_screen: Open) -> None:
    sample = KingSample(3, layouts=(UNKNOWN,)).rolled(1, 7, 3).cards("sorcerer", "machine", "golem")
    hand = open_screen(sample.view())
    assert [action.face for action in king(hand).columns[0].buttons] == list(range(2, 12))


def test_a_face_that_does_not_touch_is_pointed_out_and_the_die_can_be_corrected(open_screen: Open) -> None:
    sample = KingSample(3).rolled(1, 7, 3).cards("sorcerer", "machine", "golem")
    dice = readings((12, 7, 3), sample.state.places)
    refusal = line("kd.no.not_touching", who="Lea", got=12, face=1, faces="2, 4, 5, 6, 10")
    hand = open_screen(sample.view(dice=ShownDice(dice, held=refusal)))
    assert king(hand).held.reason.text == (
        "Lea: 12 does not touch 1. Turn the die to one of these: 2, 4, 5, 6, 10."
    )
    hand.tap(king(hand).strip.tiles[0])
    panel = king(hand).panels.panel
    assert isinstance(panel, DiePanel)
    ten = next(w for w in panel.walk(restrict=True) if getattr(getattr(w, "mark", None), "face", "") == "10")
    hand.tap(ten)
    assert hand.table.wishes == [("set_dice", [(1, "10"), (2, "7"), (3, "3")])]


def test_dice_that_lie_wrong_do_not_stop_the_cards(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    sample = KingSample(3).rolled(10, 7, 3)
    dice = readings((9, 7, 3), sample.state.places)
    wrong = ShownDice(dice, held=line("kd.roll.should_show", who="Lea", face=10, got=9))
    hand = open_screen(sample.view(dice=wrong), both_sizes)
    hand.tap(king(hand).columns[2].buttons[a.Reveal(2, "golem")])
    assert hand.table.wishes.pop() == ("do", a.Reveal(2, "golem"))
    hand.tap(king(hand).alarm)
    panel = king(hand).panels.panel
    assert isinstance(panel, HeldPanel)
    hand.tap(panel.held.use)
    assert hand.table.wishes.pop() == ("use_held_dice",)
    hand.show(sample.view())
    assert king(hand).panels.panel is None
    assert king(hand).alarm.parent is None
    assert king(hand).bottom.log.parent is not None


def test_a_die_that_was_only_pushed_raises_no_alarm(open_screen: Open) -> None:
    sample = KingSample(3).rolled(10, 7, 3)
    pushed = ShownDice(readings((10, 7, 3), sample.state.places), held=line("kd.roll.nothing"))
    assert king(open_screen(sample.view(dice=pushed))).alarm.parent is None


def test_dice_without_places_are_claimed_by_one_tap(open_screen: Open) -> None:
    sample = KingSample(3, places=()).rolled(4, 9, 12)
    hand = open_screen(sample.view())
    assert "The 9 is mine" in texts(king(hand).columns[1])
    hand.tap(king(hand).columns[1].buttons[a.Own(2, 1)])
    assert hand.table.wishes == [("do", a.Own(2, 1))]


def test_a_die_that_was_read_wrong_is_mended_at_its_seat(open_screen: Open) -> None:
    hand = open_screen(KingSample(3).rolled(10, 7, 3).view())
    hand.tap(king(hand).plates[1].die)
    panel = king(hand).panels.panel
    assert isinstance(panel, DiePanel)
    assert panel.reading is not None
    assert panel.reading.face == "7"


def test_a_die_told_by_touch_is_mended_by_touch(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    sample = KingSample(2, places=()).told(a.Show(0, 4), a.Show(1, 7))
    hand = open_screen(sample.view(), both_sizes)
    hand.tap(king(hand).plates[0].die)
    panel = king(hand).panels.panel
    assert isinstance(panel, FacePanel)
    hand.tap(panel.faces[11])
    assert hand.table.wishes == [("do", Adjust(0, "face", 7))]


def test_points_and_tokens_can_be_overruled(open_screen: Open) -> None:
    hand = open_screen(KingSample(2).rolled(10, 7).view())
    hand.tap(king(hand).plates[1].head)
    panel = king(hand).panels.panel
    assert isinstance(panel, CountersPanel)
    assert set(panel.dials) == {"points", "wins", "ones", "twos", "face"}
    hand.tap(panel.dials["points"], across=0.8)
    hand.wait(3.1)
    assert hand.table.wishes == [("do", Adjust(1, "points", 1))]


def test_answers_stand_below_the_seat_that_is_asked(open_screen: Open) -> None:
    sample = KingSample(3, cards=BLUE).rolled(3, 7, 1).cards("alchemist", "rebels", "oracle")
    hand = open_screen(sample.view())
    assert list(buttons(king(hand).columns[0])) == ["First Rebels: 20", "First my card: 10"]
    hand.tap(king(hand).columns[0].buttons[a.Order(0, "card")])
    assert hand.table.wishes == [("do", a.Order(0, "card"))]


def test_the_winner_of_a_round_puts_a_card_under_the_die_by_one_tap(open_screen: Open) -> None:
    sample = KingSample(2).rolled(12, 5)
    sample.do(Adjust(0, "points", 6)).cards("machine", "parasite")
    hand = open_screen(sample.view())
    assert king(hand).count.text == "Round 1"  # no play is on
    hand.tap(buttons(king(hand).columns[0])["Face down"])
    assert hand.table.wishes == [("do", a.PutUnder(0))]


def test_passed_dice_say_so(open_screen: Open) -> None:
    sample = KingSample(2, cards=BLUE).rolled(12, 5).cards("merchants", "knight")
    assert king(open_screen(sample.view())).plates[0].die.card.text == "pass it on"


# The simulated table.


def test_hands_roll_and_turn_by_a_button(open_screen: Open) -> None:
    hand = open_screen(KingSample(3).view(simulated=True, state=TableState.EMPTY))
    assert king(hand).throw.title.text == "Throw 3 dice"
    hand.tap(king(hand).throw)
    assert hand.table.wishes.pop() == ("throw",)
    hand.show(KingSample(3).told(a.Show(0, 4)).view(simulated=True, state=TableState.EMPTY))
    assert king(hand).throw.title.text == "Throw 2 dice"
    turn = KingSample(3).rolled(1, 7, 3).cards("sorcerer", "machine", "golem")
    hand.show(turn.view(simulated=True))
    assert king(hand).throw.title.text == "Move the dice"
    hand.tap(king(hand).throw)
    assert hand.table.wishes.pop() == ("throw",)


def test_dice_that_cards_turned_are_moved_by_a_button_beside_the_cards(open_screen: Open) -> None:
    calm = KingSample(3, cards=BLUE).rolled(10, 7, 3)
    hand = open_screen(calm.view(simulated=True))
    assert king(hand).lay.width == 0
    rebels = calm.cards("knight", "rebels", "machine")
    hand.show(rebels.view(simulated=True))
    hand.tap(king(hand).lay)
    assert hand.table.wishes == [("throw",)]


def test_faces_by_touch_stand_behind_one_button_for_each_seat(open_screen: Open) -> None:
    hand = open_screen(KingSample(3).view(simulated=True, state=TableState.EMPTY))
    hand.tap(buttons(king(hand).offers)["Mia: tell the die by touch"])
    panel = king(hand).panels.panel
    assert isinstance(panel, FacePanel)
    hand.tap(panel.faces[9])
    assert hand.table.wishes == [("do", a.Show(1, 9))]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_end_says_who_won_and_leads_to_a_new_game(open_screen: Open, count: int) -> None:
    sample = KingSample(count)
    sample.do(Adjust(1, "wins", 2))
    assert GAME.outcome(sample.state) is not None
    hand = open_screen(sample.view())
    panel = king(hand).panels.panel
    assert isinstance(panel, GameOverPanel)
    assert "Mia wins the game" in texts(panel)
