"""The play screen under a finger: counters, dice, offers, undo, the simulated table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.dice import Sight, TableState
from companion.rules.core import Adjust
from companion.rules.text import line
from companion.screens.die_panel import FaceButton
from companion.screens.gallery import finished
from companion.screens.history import HistoryPanel
from companion.screens.panels import CameraPanel, CountersPanel, GameOverPanel, OffersPanel
from companion.screens.play import PlayScreen
from companion.screens.port import Happening, ShownDice, View
from companion.screens.samples import Sample, readings, table_picture
from companion.screens.widgets.camera_state import CameraState
from companion.screens.widgets.text import Text

Open = Callable[..., Any]


def first_roll() -> View:
    return Sample().until_dice().roll("11346").view()


def play_of(hand: Any) -> PlayScreen:
    assert isinstance(hand.screen.screen, PlayScreen)
    return hand.screen.screen


def texts(widget: Any) -> list[str]:
    return [w.text for w in widget.walk(restrict=True) if isinstance(w, Text) and w.text]


def buttons(widget: Any) -> dict[str, Any]:
    return {w.title.text: w for w in widget.walk(restrict=True) if hasattr(w, "rank")}


# Counters


def test_the_left_half_takes_off_the_right_half_adds_and_a_burst_is_one_entry(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    hand = open_screen(first_roll(), both_sizes)
    health = play_of(hand).cards[1].large
    for _ in range(8):
        hand.tap(health, across=0.2)
    hand.tap(health, across=0.8)
    assert health.figure.text == "43"
    assert health.badge_text.text == "−7"
    assert hand.table.wishes == []  # not yet: the burst may go on
    hand.wait(2.5)
    assert health.badge_text.text == "−7"
    assert hand.table.wishes == []
    hand.wait(1)
    assert hand.table.wishes == [("do", Adjust(1, "health", -7))]
    assert health.figure.text == "43"  # it does not jump back while the answer is on its way
    assert health.badge_text.text == ""


def test_a_finger_that_stays_counts_on_by_itself(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    cp = play_of(hand).cards[0].small
    touch = hand.press(cp, across=0.8)
    hand.wait(0.4)
    assert cp.figure.text == "2"  # nothing before the release, or before half a second has passed
    hand.wait(0.7)
    counted = int(cp.figure.text)
    assert 5 <= counted <= 8
    touch.touch_up()
    hand.settle()
    assert int(cp.figure.text) == counted  # the release of a long hold is no tap of its own
    hand.wait(3.1)
    assert hand.table.wishes == [("do", Adjust(0, "cp", counted - 2))]


def test_a_counter_stops_at_its_limits(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    cp = play_of(hand).cards[0].small
    for _ in range(4):
        hand.tap(cp, across=0.2)
    assert cp.figure.text == "0"
    assert cp.badge_text.text == "−2"


def test_another_counter_or_another_button_closes_the_burst_first(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    hand.tap(play.cards[0].large, across=0.2)
    hand.tap(play.cards[1].large, across=0.8)
    hand.tap(play.throw)
    assert hand.table.wishes == [
        ("do", Adjust(0, "health", -1)),
        ("do", Adjust(1, "health", 1)),
        ("throw",),
    ]


def test_taps_that_cancel_out_leave_no_entry(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    health = play_of(hand).cards[0].large
    hand.tap(health, across=0.2)
    hand.tap(health, across=0.8)
    hand.wait(3.5)
    assert hand.table.wishes == []


def test_every_counter_of_a_seat_can_be_overruled(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    hand.tap(play.cards[0].rest)
    panel = play.panels.panel
    assert isinstance(panel, CountersPanel)
    assert set(panel.dials) == {c.name for c in play.view.counters if c.seat == 0}
    hand.tap(panel.dials["hand"], across=0.8)
    play.burst.flush()
    assert hand.table.wishes == [("do", Adjust(0, "hand", 1))]


# Fingers


def test_sliding_off_cancels(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    for widget, across in ((play.throw, 0.5), (play.cards[0].large, 0.2), (play.bottom.undo, 0.5)):
        touch = hand.press(widget, across)
        touch.touch_move(*hand.point(play.bar.title))
        hand.settle()
        touch.touch_up()
        hand.settle()
    play.burst.flush()
    assert hand.table.wishes == []


def test_sliding_from_minus_to_plus_counts_for_neither(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    health = play_of(hand).cards[0].large
    touch = hand.press(health, across=0.3)
    touch.touch_move(*hand.point(health, across=0.7))
    touch.touch_up()
    hand.settle()
    assert health.figure.text == "50"


def test_a_button_acts_on_release_not_before(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    touch = hand.press(play_of(hand).throw)
    assert hand.table.wishes == []
    touch.touch_up()
    hand.settle()
    assert hand.table.wishes == [("throw",)]


# Undo


def test_undo_says_what_it_undoes(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(first_roll(), both_sizes)
    bar = play_of(hand).bottom
    assert bar.undo.detail.text == "Roll: 1 1 3 4 6"
    assert not bar.redo.enabled
    hand.tap(bar.undo)
    hand.tap(bar.redo)
    assert hand.table.wishes == [("undo",)]
    hand.show(replace(play_of(hand).view, undo=None, redo=play_of(hand).view.undo))
    assert (bar.undo.enabled, bar.redo.detail.text) == (False, "Roll: 1 1 3 4 6")
    hand.tap(bar.redo)
    assert hand.table.wishes[-1] == ("redo",)


def test_undo_takes_back_a_burst_that_is_still_being_tapped(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    hand.tap(play.cards[1].large, across=0.2)
    assert play.bottom.undo.detail.text == "Leo: health −1"
    hand.tap(play.bottom.undo)
    play.burst.flush()
    assert hand.table.wishes == []
    assert play.cards[1].large.figure.text == "50"


def test_undo_stays_in_sight_under_every_panel(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    for opening in (play.open_history, play.open_offers, play.open_camera, lambda: play.open_die(None)):
        opening()
        hand.settle()
        hand.tap(play.bottom.undo)
        play.panels.close()
    assert hand.table.wishes == [("undo",)] * 4


# Dice


def test_a_die_is_corrected_in_two_taps(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(first_roll(), both_sizes)
    play = play_of(hand)
    hand.tap(play.strip.tiles[3])
    faces = {
        w.mark.face: w
        for w in play.panels.panel.walk(restrict=True)
        if hasattr(w, "mark") and hasattr(w, "caption")
    }
    assert set(faces) == set("123456")
    likeliest = [face.mark.face for face in faces.values() if texts(face)[-1].endswith("%")]
    assert sorted(likeliest) == ["1", "4", "5"]  # and how sure the camera is of each
    hand.tap(faces["6"])
    assert hand.table.wishes == [("set_dice", [(1, "1"), (2, "1"), (3, "3"), (4, "6"), (5, "6")])]
    assert play.panels.panel is None


def test_a_false_die_goes_and_a_missed_one_comes(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    hand.tap(play.strip.tiles[0])
    hand.tap(buttons(play.panels.panel)["Not a die"])
    assert hand.table.wishes.pop() == ("set_dice", [(2, "1"), (3, "3"), (4, "4"), (5, "6")])

    four = ShownDice(play.view.dice.dice[:4], held=line("held.doubtful"))
    hand.show(replace(play.view, dice=four))
    hand.tap(play.strip.tiles[4])  # the empty place
    face = next(
        w
        for w in play.panels.panel.walk(restrict=True)
        if hasattr(w, "mark") and w.mark.face == "2" and hasattr(w, "caption")
    )
    hand.tap(face)
    assert hand.table.wishes == [("set_dice", [(1, "1"), (2, "1"), (3, "3"), (4, "4"), (-1, "2")])]


def test_doubtful_dice_are_marked_by_sign_and_word_and_asked_for_in_turn(open_screen: Open) -> None:
    unsure = ShownDice(readings("11346", doubtful=(2, 3)), held=line("held.doubtful"))
    hand = open_screen(replace(first_roll(), dice=unsure, sight=Sight(TableState.DOUBTFUL, "", unsure.dice)))
    play = play_of(hand)
    assert [tile.badge.letter.text for tile in play.strip.tiles] == ["", "", "?", "?", ""]
    assert play.strip.tiles[2].caption.text == "3 Sword?"
    hand.tap(play.strip.tiles[2])
    choose(hand, "3")
    assert hand.table.wishes == []  # the other doubtful die must not be taken for granted
    choose(hand, "5")
    assert hand.table.wishes == [("set_dice", [(1, "1"), (2, "1"), (3, "3"), (4, "5"), (5, "6")])]


def choose(hand: Any, face: str) -> None:
    panel = play_of(hand).panels.panel
    hand.tap(
        next(
            w
            for w in panel.walk(restrict=True)
            if hasattr(w, "caption") and hasattr(w, "mark") and w.mark.face == face
        )
    )


def test_a_panel_goes_away_with_the_dice_it_was_about(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    hand.tap(play.strip.tiles[0])
    hand.show(replace(play.view, dice=ShownDice(readings("222"))))
    assert play.panels.panel is None


def test_kept_dice_are_told_from_thrown_ones_in_words(open_screen: Open) -> None:
    hand = open_screen(Sample().until_dice().roll("11346").roll("11216", kept=(1, 2, 5)).view())
    assert [tile.tag.text for tile in play_of(hand).strip.tiles] == ["kept", "kept", "", "", "kept"]


def test_a_held_roll_says_why_and_can_be_used(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    view = first_roll()
    hand = open_screen(view, both_sizes)
    play = play_of(hand)
    assert play.held.parent is None
    hand.show(replace(view, dice=replace(view.dice, entry=None, held=line("held.doubtful"))))
    assert play.held.reason.text == "Not sure of a die: touch it and say what it shows."
    hand.tap(play.held.use)
    assert hand.table.wishes == [("use_held_dice",)]
    hand.show(view)
    assert play.held.parent is None


# Offers, prompt, end


def test_offers_are_buttons_with_verbs(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    view = Sample().until_dice().roll("11216").view()
    hand = open_screen(view, both_sizes)
    offered = buttons(play_of(hand).offers)
    smack = next(
        offer for offer in view.offers if "smack" in repr(offer.action) and "tier=1" in repr(offer.action)
    )
    hand.tap(offered["Smack: deal 6"])
    assert hand.table.wishes == [("do", smack.action)]
    assert offered["Smack: deal 6"].rank == "first"


@pytest.mark.parametrize("simulated", [True, False])
def test_where_there_is_nothing_to_choose_it_says_large_what_is_waited_for(
    open_screen: Open, simulated: bool
) -> None:
    hand = open_screen(Sample(first=-1).roll("6").view(simulated=simulated))
    play = play_of(hand)
    (words,) = play.offers.children
    assert words.text == play.bar.title.text == "Leo: roll 1 die (who starts)"
    assert words.font_size > play.bar.title.font_size
    hand.show(first_roll() if simulated else Sample().until_dice().roll("11346").view(simulated=False))
    assert words not in play_of(hand).offers.children


def test_a_button_that_waits_for_its_time_keeps_its_frame(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    redo = play_of(hand).bottom.redo
    assert not redo.enabled
    assert redo.edge[3] == 1
    hand.show(replace(first_roll(), redo=line("play.undo")))
    assert redo.enabled
    assert redo.edge[3] == 0


def test_a_single_other_face_is_no_wider_than_the_likeliest(open_screen: Open) -> None:
    view = first_roll()
    die = replace(view.dice.dice[2], alternatives=(("3", 0.5), ("4", 0.3), ("6", 0.1)))
    hand = open_screen(replace(view, dice=replace(view.dice, dice=(die,))))
    play = play_of(hand)
    play.page.faces = lambda *_: ("3", "4", "5", "6")  # type: ignore[method-assign]
    try:
        play.open_die(die)
        hand.settle()
        faces = [w for w in play.panels.panel.walk(restrict=True) if isinstance(w, FaceButton)]  # type: ignore[union-attr]
        assert [face.caption.text[0] for face in faces] == ["3", "4", "6", "5"]
        assert faces[3].width == pytest.approx(faces[0].width, abs=1)
    finally:
        del play.page.faces


def test_many_cards_stand_behind_one_button(open_screen: Open) -> None:
    view = Sample().view(state=TableState.EMPTY)
    hand = open_screen(view)
    play = play_of(hand)
    cards = next(button for text, button in buttons(play.offers).items() if text.startswith("Play a card ("))
    hand.tap(cards)
    assert isinstance(play.panels.panel, OffersPanel)
    name, button = next((t, b) for t, b in buttons(play.panels.panel).items() if t)
    hand.tap(button)
    chosen = hand.table.wishes[0][1]
    assert play.look.say(next(o.label for o in view.offers if o.action == chosen)) == name
    assert play.panels.panel is None


def test_the_screen_says_what_it_waits_for_and_how_many_attempts_are_left(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    assert play.view.waiting is not None
    assert play.bar.title.text == play.look.say(play.view.waiting.prompt)
    assert play.attempts.text.text == "2 rolls left"
    hand.show(Sample().view())
    assert play.attempts.width == 0


def test_the_end_has_a_panel_and_can_be_undone(open_screen: Open) -> None:
    sample = finished()
    hand = open_screen(sample.view(state=TableState.EMPTY))
    play = play_of(hand)
    panel = play.panels.panel
    assert isinstance(panel, GameOverPanel)
    assert {"Mia wins", f"Mia  {sample.state.health[0]}", "Leo  0"} <= set(texts(panel))
    hand.tap(play.bottom.undo)
    assert hand.table.wishes.pop() == ("undo",)
    hand.tap(buttons(panel)["New game"])
    assert hand.table.wishes == [("leave_game",)]
    hand.show(replace(View(), simulated=True))
    assert type(hand.screen.screen).__name__ == "DiceThroneSetup"


def test_an_end_that_was_undone_takes_its_panel_away(open_screen: Open) -> None:
    sample = finished()
    over = sample.view(state=TableState.EMPTY)
    hand = open_screen(over)
    hand.show(replace(over, outcome=None))
    assert play_of(hand).panels.panel is None


def test_history_shows_everything_and_what_was_undone(open_screen: Open) -> None:
    view = first_roll()
    undone = tuple(replace(h, undone=h.number == 2) for h in view.history)
    hand = open_screen(replace(view, history=undone))
    play = play_of(hand)
    hand.tap(play.bottom.log)
    assert isinstance(play.panels.panel, HistoryPanel)
    shown = texts(play.panels.panel)
    assert "Mia, attempt 1 of 3: 1 1 3 4 6" in shown
    assert shown.count("undone") == 1
    more = (*undone, Happening(3, (line("dt.heals", who="Leo", n=2),)))
    hand.show(replace(view, history=more))
    assert "Leo heals 2" in texts(play.panels.panel)


# The camera


@pytest.mark.parametrize("state", list(TableState))
def test_every_state_of_the_table_has_its_own_icon_and_word(open_screen: Open, state: TableState) -> None:
    hand = open_screen(replace(first_roll(), sight=Sight(state, "", ())))
    chip: CameraState = play_of(hand).bar.camera
    assert chip.icon.name == state.value
    assert chip.word.text == chip.look.say(f"camera.{state.value}") != ""
    others = {chip.look.say(f"camera.{other.value}") for other in TableState if other is not state}
    assert chip.word.text not in others


def test_the_camera_icon_shows_what_the_camera_sees(open_screen: Open) -> None:
    hand = open_screen(replace(first_roll(), simulated=False))
    play = play_of(hand)
    assert hand.table.show_picture is None
    hand.tap(play.bar.camera)
    assert isinstance(play.panels.panel, CameraPanel)
    assert hand.table.show_picture is not None
    hand.table.show_picture(table_picture("11346"))
    hand.settle()
    assert play.panels.panel.preview._texture.size == (640, 360)
    play.panels.close()
    assert hand.table.show_picture is None


# The simulated table


def test_throw_and_pick_up_by_touching_the_picture(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(first_roll(), both_sizes)
    play = play_of(hand)
    assert play.preview is not None
    hand.table.show_picture(table_picture("11346"))
    hand.settle()
    for die in play.view.sight.dice:
        x, y, width, height = play.preview.box_on_screen(die)
        across = (x + width / 2 - play.preview.x) / play.preview.width
        up = (y + height / 2 - play.preview.y) / play.preview.height
        hand.tap(play.preview, across, up)
    assert hand.table.wishes == [("pick_up", die.die) for die in play.view.sight.dice]
    hand.tap(play.preview, 0.02, 0.02)  # beside the tray lies nothing
    assert len(hand.table.wishes) == 5
    hand.tap(play.throw)
    assert hand.table.wishes[-1] == ("throw",)


def test_a_die_of_the_strip_is_picked_up_too(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    hand.tap(play.strip.tiles[2])
    hand.tap(buttons(play.panels.panel)["Throw it again"])
    assert hand.table.wishes == [("pick_up", 3)]


def test_dice_in_the_hand_are_shown_and_counted_on_the_button(open_screen: Open) -> None:
    view = first_roll()
    hand = open_screen(replace(view, sight=replace(view.sight, dice=view.sight.dice[:3])))
    play = play_of(hand)
    assert [tile.tag.text for tile in play.strip.tiles] == ["", "", "", "in hand", "in hand"]
    assert play.throw.title.text == "Throw 2 dice"


def test_nothing_is_thrown_while_dice_roll_or_nobody_waits_for_them(open_screen: Open) -> None:
    hand = open_screen(Sample().until_dice().view(state=TableState.MOVING))
    play = play_of(hand)
    hand.tap(play.throw)
    hand.show(Sample().view(state=TableState.EMPTY))
    assert play.throw.title.text == "No roll needed now"
    hand.tap(play.throw)
    assert hand.table.wishes == []


def test_the_picture_uses_one_texture_and_shows_the_right_colours(open_screen: Open) -> None:
    hand = open_screen(first_roll())
    play = play_of(hand)
    assert play.preview is not None
    picture = np.zeros((360, 640, 3), np.uint8)
    picture[:180] = (200, 30, 10)  # the upper half is red
    hand.table.show_picture(picture)
    hand.settle()
    texture = play.preview._texture
    hand.table.show_picture(picture)
    hand.settle()
    assert play.preview._texture is texture
    assert pixel(hand, play.preview, 0.95, 0.9)[:3] == (200, 30, 10)
    assert pixel(hand, play.preview, 0.95, 0.4)[:3] == (0, 0, 0)


def pixel(hand: Any, widget: Any, across: float, up: float) -> tuple[int, ...]:
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    Window.dispatch("on_draw")
    x, y = hand.point(widget, across, up)
    return tuple(glReadPixels(int(x), int(y), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE))
