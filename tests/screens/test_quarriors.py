"""Quarriors under a finger: setup, whole turns, defenders and reactions, counts that do not add up, a whole game."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.dice import Sight, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Adjust, Counter, Seat
from companion.rules.quarriors import GAME
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.content import KIND, library
from companion.rules.quarriors.state import Setup
from companion.rules.text import line
from companion.screens.die_panel import DiePanel, FaceButton
from companion.screens.game_page import GamePage
from companion.screens.panels import CountersPanel, GameOverPanel, OffersPanel
from companion.screens.port import ShownDice, View
from companion.screens.quarriors import touches
from companion.screens.quarriors.card_panels import CardPanel, CardsPanel
from companion.screens.quarriors.collection_panel import CollectionPanel
from companion.screens.quarriors.dealing import dealt
from companion.screens.quarriors.gallery import _fighting, _reacting, _rich
from companion.screens.quarriors.play import QuarriorsScreen
from companion.screens.quarriors.samples import QuarriorsSample, readings
from companion.screens.quarriors.setup import QuarriorsSetup
from companion.screens.quarriors.wilds_panel import WildsPanel
from companion.screens.rules_panel import RulesPanel

from .quarriors_finger import Finger, buttons

Open = Callable[..., Any]
HOME = View(sight=Sight(TableState.EMPTY, "", ()))
DECK = (*library().deck("creature"), *library().deck("spell"))


def game(tmp_path: Path, open_screen: Open, size: tuple[int, int], language: str = "en") -> Finger:
    """A new game of two, on the screen, with a referee behind it."""
    referee = Referee(Store.open(tmp_path / "companion.db"))
    referee.new_game("quarriors", Setup((Seat("Lena", "red"), Seat("Kirill", "blue")), DECK))
    return Finger(open_screen(referee.view(), size, language), referee)


def play(hand: Any) -> QuarriorsScreen:
    assert isinstance(hand.screen.screen, QuarriorsScreen)
    return hand.screen.screen


def words(widget: Any) -> list[str]:
    return [button.title.text for button in buttons(widget)]


# A turn


def test_a_turn_by_touch_alone_is_one_tap_for_each_thing(
    tmp_path: Path, open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    finger = game(tmp_path, open_screen, both_sizes)
    assert finger.screen.bar.title.text == "Lena: draw 6 dice and roll them"
    taps = len(finger.hand.table.wishes)
    for face in ("1/1/2", "q1"):
        finger.do(a.Show("assistant", face))
    for _ in range(4):
        finger.do(a.Show("basic_quiddity", "q1"))
    assert finger.screen.pot.text == "5"
    assistant = finger.screen.board.pool[0]
    tile = finger.screen.pool.tiles[assistant.die]
    assert (tile.rank, tile.detail.text) == ("first", "Summon for 1")
    finger.do(a.Summon(assistant.die))
    assert finger.screen.window == "capture"
    empty = finger.screen.wilds.tiles["basic_quiddity"]
    assert (empty.rank, empty.title.strikethrough) == ("bare", True)
    finger.do(a.Capture("portal"))
    assert len(finger.hand.table.wishes) - taps == 8  # six faces, a summon, a capture
    assert finger.referee.view().state.active == 1
    assert finger.screen.plates[0].counts["used"].text == "6"
    finger.referee.store.close()


@pytest.mark.parametrize(("language", "words_"), [("ru", "Закончить ход"), ("pl", "Zakończ turę")])
def test_the_same_turn_in_other_languages(
    tmp_path: Path, open_screen: Open, language: str, words_: str
) -> None:
    finger = game(tmp_path, open_screen, (800, 480), language)
    for _ in range(6):
        finger.do(a.Show("basic_quiddity", "q1"))
    assert words_ in words(finger.screen.lower)
    finger.do(a.Pass())
    assert finger.referee.view().state.active == 1
    finger.referee.store.close()


def test_what_cannot_be_paid_is_told_and_not_captured(open_screen: Open) -> None:
    hand = open_screen(QuarriorsSample(4).rolled().view())
    dear = play(hand).wilds.tiles["quake_dragon"]
    assert dear.rank == "bare"
    hand.tap(dear)
    panel = play(hand).panels.panel
    assert isinstance(panel, CardPanel)
    assert panel.title.text == "Quake Dragon"
    assert hand.table.wishes == []


def test_immediate_dice_stand_first_and_say_what_they_do(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    sample = QuarriorsSample(3).give(0, "bag", "portal", "victory")
    hand = open_screen(sample.rolled("portal d2", "victory r+d1", "assistant 1/1/2").view(), both_sizes)
    screen = play(hand)
    assert [tile.detail.text for tile in screen.pool.tiles.values()][:2] == [
        "Draw and roll",
        "Roll again and draw",
    ]
    assert (screen.pot.text, screen.pot_about.text) == ("0", "+3 rolled")
    assert screen.go_on.title.text == "Count quiddity"
    portal = sample.die(0, "pool", "portal")
    hand.tap(screen.pool.tiles[portal])
    assert hand.table.wishes == [("do", a.Use(portal, "draw"))]


def test_a_die_that_can_do_two_things_asks_which(open_screen: Open) -> None:
    sample = QuarriorsSample(cards=("quake_dragon",)).give(0, "bag", "quake_dragon")
    hand = open_screen(sample.rolled("quake_dragon q3|r").view())
    dragon = sample.die(0, "pool", "quake_dragon")
    hand.tap(play(hand).pool.tiles[dragon])
    assert hand.table.wishes == [("do", a.Use(dragon, "reroll"))]  # its quiddity is counted without a tap


# Attack, spells and reactions


def test_defenders_are_named_one_by_one_by_a_tap(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    sample = _fighting()
    hand = open_screen(sample.view(), both_sizes)
    screen = play(hand)
    assert screen.bar.title.text == "Kirill: name a creature. 4 damage is left"
    devotee, hag = (sample.die(1, "ready", class_) for class_ in ("devotee", "witching_hag"))
    assert screen.ready.tiles[devotee].detail.text == "It withstands"
    assert screen.ready.tiles[hag].detail.text == "It falls"
    hand.tap(screen.ready.tiles[hag])
    assert hand.table.wishes == [("do", a.Defend(hag))]


def test_reactions_can_be_reached_in_every_window_that_allows_them(open_screen: Open) -> None:
    sample = _rich()
    sample.rolled("assistant r*", "assistant 1/1/2", "basic_quiddity q2", "basic_quiddity q2")
    spell = sample.die(1, "spells", "life")
    hand = open_screen(sample.view())
    seen = []
    for _ in range(12):
        screen = play(hand)
        able = any(isinstance(o.action, a.Cast) and o.action.seat == 1 for o in screen.view.offers)
        if able and screen.window not in seen:
            seen.append(screen.window)
            assert screen.plates[1].react.name == "bolt"
            label = screen.look.say(GAME.label(screen.view.state, a.Cast(1, spell)))
            button = next(b for b in buttons(screen.lower) if b.title.text == label)
            hand.tap(button)
            assert hand.table.wishes.pop() == ("do", a.Cast(1, spell))
            hand.tap(screen.tabs.tabs["ready"])
            hand.tap(screen.ready.tiles[spell])  # the other way: the spell itself
            assert hand.table.wishes.pop() == ("do", a.Cast(1, spell))
        if screen.window == "capture":
            break
        sample.do(a.Pass())
        hand.show(sample.view())
    assert seen == ["immediate", "summon", "capture"] or seen == ["immediate", "summon", "react", "capture"]


def test_the_player_who_is_asked_may_react_or_not(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    sample = _reacting()
    hand = open_screen(sample.view(), both_sizes)
    screen = play(hand)
    assert screen.go_on.title.text == "Do not react"
    assert words(screen.deeds) == ["Kirill: cast Life Spell (spell)", "Mia: cast Life Spell (spell)"]
    hand.tap(screen.go_on)
    assert hand.table.wishes == [("do", a.Pass())]


def test_a_spell_with_several_targets_is_one_button(open_screen: Open) -> None:
    sample = QuarriorsSample().give(0, "ready", "devotee 1/0/3", "assistant 1/1/2", "death s*")
    sample.rolled().go_on()
    hand = open_screen(sample.view())
    screen = play(hand)
    group = next(b for b in buttons(screen.lower) if b.title.text == "Lena: cast Death Charm (2)")
    hand.tap(group)
    panel = screen.panels.panel
    assert isinstance(panel, OffersPanel)
    spell, target = sample.die(0, "spells", "death"), sample.die(0, "ready", "assistant")
    words_ = screen.look.say(GAME.label(sample.state, a.Cast(0, spell, target)))
    hand.tap(next(b for b in buttons(panel) if b.title.text == words_))
    assert hand.table.wishes == [("do", a.Cast(0, spell, target))]


# The count


@pytest.mark.parametrize(
    ("dice", "settle"),
    [
        ((*["basic_quiddity q1"] * 6, "assistant 1/1/2"), a.Settle("drop", 6)),
        (["basic_quiddity q1"] * 5, a.Settle("add", -1, "assistant", "1/1/2")),
        (("quake_dragon 1/4/4", *["basic_quiddity q1"] * 5), a.Settle("wilds", 0)),
        (["basic_quiddity q1"] * 5, a.Settle("again")),
    ],
)
def test_dice_that_do_not_add_up_are_settled_by_one_tap(
    open_screen: Open, dice: Any, settle: a.Settle
) -> None:
    hand = open_screen(QuarriorsSample().seen(*dice).view())
    hand.tap(play(hand).answers.buttons[repr(settle)])
    assert hand.table.wishes == [("do", settle)]


def test_the_kind_of_a_die_can_be_corrected(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    dice = readings(("assistant q1", *["basic_quiddity q1"] * 5))
    view = QuarriorsSample().view(dice=ShownDice(dice, held=line("held.doubtful")))
    hand = open_screen(view, both_sizes)
    hand.tap(play(hand).strip.tiles[0])
    panel = play(hand).panels.panel
    assert isinstance(panel, DiePanel)
    hand.tap(next(b for b in buttons(panel) if b.title.text == "Another die"))
    hand.tap(next(b for b in buttons(panel) if b.title.text == "Portal"))
    portal = next(
        w for w in panel.walk(restrict=True) if getattr(getattr(w, "mark", None), "face", "") == "d2"
    )
    hand.tap(portal)
    others = [(die.die, die.face) for die in dice[1:]]
    assert hand.table.wishes == [("set_dice", [(1, "d2", KIND + "portal"), *others])]


def test_another_likely_kind_is_offered_at_once(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    dice = readings(("assistant q1", *["basic_quiddity q1"] * 5), doubtful=(0,))
    dice = (replace(dice[0], other_kinds=((KIND + "portal", "d1", 0.3),)), *dice[1:])
    hand = open_screen(QuarriorsSample().view(dice=ShownDice(dice, held=line("held.doubtful"))), both_sizes)
    hand.tap(play(hand).strip.tiles[0])
    panel = play(hand).panels.panel
    faces = [w for w in panel.walk(restrict=True) if isinstance(w, FaceButton)]
    assert [button.mark.face for button in faces[:2]] == ["q1", "d1"], "the likeliest first, of any kind"
    assert "Portal, 30\u00a0%" in [w.text for w in faces[1].walk(restrict=True) if hasattr(w, "text")]
    hand.tap(faces[1])
    others = [(die.die, die.face) for die in dice[1:]]
    assert hand.table.wishes == [("set_dice", [(1, "d1", KIND + "portal"), *others])]


def test_a_die_nobody_taught_says_so_and_is_told_by_touch(open_screen: Open) -> None:
    dice = readings(("assistant q1", *["basic_quiddity q1"] * 5), doubtful=(0,))
    dice = (replace(dice[0], face="?", alternatives=(("?", 0.9), ("q1", 0.04))), *dice[1:])
    hand = open_screen(QuarriorsSample().view(dice=ShownDice(dice, held=line("held.unknown"))))
    assert play(hand).held.reason.text == "Nobody taught me this die: touch it and say what it shows."
    hand.tap(play(hand).strip.tiles[0])
    panel = play(hand).panels.panel
    faces = [w for w in panel.walk(restrict=True) if isinstance(w, FaceButton)]
    assert "?" not in [button.mark.face for button in faces], "nobody can throw that"
    assert "Nobody taught me this die" in [w.text for w in panel.walk(restrict=True) if hasattr(w, "text")]


def test_the_referee_takes_the_kind_that_was_told(tmp_path: Path) -> None:
    referee = Referee(Store.open(tmp_path / "companion.db"))
    referee.new_game("quarriors", Setup((Seat("Lena"), Seat("Kirill")), DECK))
    referee.set_dice([(-n, "q1", KIND + "assistant") for n in range(1, 4)])
    assert referee.view().state.stack[-1].odd[0].kind == "assistant"
    referee.do(a.Settle("again"))
    referee.store.close()


def test_dice_that_nobody_asked_for_raise_an_alarm_beside_the_turn(open_screen: Open) -> None:
    sample = QuarriorsSample().rolled("assistant 1/1/2")
    thrown = ShownDice(readings(("portal d1",)), held=line("qr.roll.nobody"))
    hand = open_screen(sample.view(dice=thrown))
    screen = play(hand)
    assert screen.tab == "now"
    assert screen.tabs.tabs["roll"].icon.name == "doubtful"
    hand.tap(screen.tabs.tabs["roll"])
    assert screen.held.reason.text == "Nobody needs dice now."


def test_dice_that_nobody_taught_do_not_stand_in_the_way_of_touch(open_screen: Open) -> None:
    dice = readings(["basic_quiddity q1"] * 6, doubtful=range(6))
    hand = open_screen(QuarriorsSample().view(dice=ShownDice(dice, held=line("held.doubtful"))))
    assert play(hand).tab == "now"
    hand.tap(play(hand).tell.faces[a.Show("assistant", "q1")])
    assert hand.table.wishes == [("do", a.Show("assistant", "q1"))]


# The simulated table


def test_the_simulated_table_throws_and_the_dice_can_still_be_told(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    sample = QuarriorsSample()
    hand = open_screen(sample.view(simulated=True, state=TableState.EMPTY), both_sizes)
    screen = play(hand)
    assert screen.tab == "roll"
    hand.tap(screen.throw)
    assert hand.table.wishes.pop() == ("throw",)
    hand.tap(next(b for b in buttons(screen.lower) if b.title.text == "Tell the dice by touch"))
    hand.tap(screen.tell.faces[a.Show("assistant", "r*")])
    assert hand.table.wishes == [("do", a.Show("assistant", "r*"))]


# Collections, counters, cards


def test_a_seat_shows_its_dice_and_a_die_can_be_moved(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(_rich().view(), both_sizes)
    screen = play(hand)
    hand.tap(screen.plates[0])
    panel = screen.panels.panel
    assert isinstance(panel, CollectionPanel)
    assert panel.title.text == "Lena: 21 dice"
    assert panel.dice["bag", "basic_quiddity"].title.text == "8 × Basic Quiddity"
    hand.tap(panel.dice["used", "portal"])
    places = screen.panels.panel
    assert isinstance(places, OffersPanel)
    hand.tap(next(b for b in buttons(places) if b.title.text == "Lena’s bag"))
    assert hand.table.wishes == [("do", a.Put("portal", "used:0", "bag:0"))]


def test_numbers_of_a_seat_can_be_overruled(open_screen: Open) -> None:
    hand = open_screen(QuarriorsSample().view())
    play(hand).open_collection(1)
    hand.settle()
    hand.tap(play(hand).panels.panel.correct)
    panel = play(hand).panels.panel
    assert isinstance(panel, CountersPanel)
    assert panel.dials["bag.assistant"].label.text == "Assistant in the bag"
    hand.tap(panel.dials["glory"], across=0.8)
    hand.wait(3.1)
    assert hand.table.wishes == [("do", Adjust(1, "glory", 1))]


def test_counters_have_words_on_the_plain_page_too() -> None:
    bag = GamePage("quarriors").counter_word(Counter(0, "bag.portal", 1, 0, 5))
    assert bag == line("qr.counter.bag", die=line("qr.die.portal"))
    assert GamePage("chess").counter_word(Counter(0, "token.dark_magic", 1, 0, 5)).id == "dark magic"


def test_the_cards_can_be_read(open_screen: Open) -> None:
    hand = open_screen(QuarriorsSample().view())
    screen = play(hand)
    hand.tap(screen.tabs.tabs["wilds"])
    hand.tap(screen.wilds.buttons["cards"])
    panel = screen.panels.panel
    assert isinstance(panel, CardsPanel)
    assert len(panel.rows) == 13
    hand.tap(panel.rows["quake_dragon"])
    assert isinstance(screen.panels.panel, CardPanel)


# Setup


def setup_screen(open_screen: Open, size: tuple[int, int] = (800, 480)) -> Any:
    hand = open_screen(HOME, size)
    hand.screen._go("setup", "quarriors")
    hand.settle()
    assert isinstance(hand.screen.screen, QuarriorsSetup)
    return hand


def test_the_game_has_a_door_on_home(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(HOME, both_sizes)
    hand.tap(hand.screen.screen.main)
    hand.tap(next(b for b in buttons(hand.screen.screen.panels.panel) if b.title.text == "Quarriors"))
    assert isinstance(hand.screen.screen, QuarriorsSetup)


def test_the_wilds_are_dealt_when_the_game_starts(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = setup_screen(open_screen, both_sizes)
    screen = hand.screen.screen
    hand.tap(screen.more)
    hand.tap(screen.begins)
    hand.tap(screen.start)
    _, game_, setup = hand.table.wishes[-1]
    assert (game_, len(setup.seats), setup.first) == ("quarriors", 3, 1)
    classes = {library().cards[card].class_ for card in setup.wilds}
    assert (len(setup.wilds), len(classes)) == (10, 10)
    GAME.setup(setup)


def test_players_change_seats_and_who_begins_goes_on_to_begin(open_screen: Open) -> None:
    hand = setup_screen(open_screen)
    screen = hand.screen.screen
    hand.tap(screen.more)
    hand.tap(screen.begins)  # the second of three
    first, second, third = screen.names
    hand.tap(screen.order.arrows[1])  # of the third seat
    assert (screen.names, screen.begins.detail.text) == ([first, third, second], second)
    touch = hand.press(screen.order.names[2])
    touch.touch_move(*hand.point(screen.order.names[0]))
    assert screen.order.names[0].edge_width > 1  # the seat under the finger is framed
    touch.touch_up()
    hand.settle()
    assert (screen.names, screen.first) == ([second, first, third], 0)


def test_a_card_in_the_wilds_has_a_tick_and_not_only_a_colour(open_screen: Open) -> None:
    hand = setup_screen(open_screen)
    hand.tap(hand.screen.screen.cards)
    panel = hand.screen.screen.panels.panel
    ticked = {class_ for class_, button in panel.buttons.items() if button.tick.name == "check"}
    assert ticked == set(panel.picked)


def test_the_deal_is_chance_and_the_same_for_the_same_seed() -> None:
    assert dealt(random.Random(5)) == dealt(random.Random(5))
    assert len({dealt(random.Random(seed)) for seed in range(8)}) > 1


def test_the_wilds_are_told_as_the_players_dealt_them(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = setup_screen(open_screen, both_sizes)
    screen = hand.screen.screen
    hand.tap(screen.cards)
    panel = screen.panels.panel
    assert isinstance(panel, WildsPanel)
    hand.tap(panel.clear)
    for class_ in ("warrior", "ooze", "devotee", "defender", "witching_hag", "deathdealer", "ghostly_spirit"):
        hand.tap(panel.buttons[class_])
    hand.tap(panel.buttons["warrior"])  # the next card of this class
    for class_ in ("life", "death", "growth"):
        assert not panel.use.enabled
        hand.tap(panel.buttons[class_])
    hand.tap(panel.use)
    assert screen.how == "chosen"
    hand.tap(screen.start)
    setup = hand.table.wishes[-1][2]
    assert setup.wilds[-3:] == ("life_cantrip", "death_cantrip", "growth_cantrip")
    assert "strong_warrior" in setup.wilds
    GAME.setup(setup)


def test_the_wilds_are_revealed_in_the_game(open_screen: Open) -> None:
    hand = setup_screen(open_screen)
    hand.tap(hand.screen.screen.cards)
    hand.tap(hand.screen.screen.panels.panel.reveal)
    hand.tap(hand.screen.screen.start)
    assert hand.table.wishes[-1][2].wilds == ()
    hand.show(QuarriorsSample(3, wilds=()).view())
    screen = play(hand)
    hand.tap(screen.answers.buttons["deal"])
    wish, action = hand.table.wishes[-1]
    assert wish == "do"
    assert isinstance(action, a.Deal)
    assert not GAME.outcome(GAME.apply(screen.view.state, action))
    card = repr(a.Reveal("death_charm"))
    hand.tap(screen.answers.buttons[card])
    assert hand.table.wishes[-1] == ("do", a.Reveal("death_charm"))


def test_house_rules_are_chosen_by_taps(open_screen: Open) -> None:
    hand = setup_screen(open_screen)
    hand.tap(hand.screen.screen.open_questions)
    panel = hand.screen.screen.panels.panel
    assert isinstance(panel, RulesPanel)
    hand.tap(panel.answers["deathdealer_culls"])
    assert hand.screen.screen.rules == {"deathdealer_culls": True}
    panel.close()
    hand.tap(hand.screen.screen.start)
    assert hand.table.wishes[-1][2].rules == {"deathdealer_culls": True}


def test_the_demo_finds_its_way_from_home_to_the_first_roll(open_screen: Open) -> None:
    hand = open_screen(HOME)
    for _ in range(6):
        tap = touches.to_start(hand.screen)
        assert tap is not None
        hand.tap(tap.widget)
    wish, game_, setup = hand.table.wishes[-1]
    assert (wish, game_, setup.wilds) == ("new_game", "quarriors", dealt(random.Random(touches.WILDS_SEED)))


# A whole game, by nothing but taps


@pytest.mark.timeout(600)
def test_a_whole_game_is_played_by_taps(tmp_path: Path, open_screen: Open) -> None:
    finger = game(tmp_path, open_screen, (800, 480))
    chance = random.Random(4)
    for seat in (0, 1):
        finger.referee.do(Adjust(seat, "glory", 16))  # an evening that is well on
    finger.hand.show(finger.referee.view())
    kinds = set()
    for _ in range(400):
        view = finger.referee.view()
        if view.outcome is not None:
            break
        actions = [offer.action for offer in view.offers]
        action = actions[0] if chance.random() < 0.7 else chance.choice(actions)
        kinds.add(type(action).__name__)
        finger.do(action)
    assert finger.referee.view().outcome is not None
    assert isinstance(finger.screen.panels.panel, GameOverPanel)
    assert {"Show", "Summon", "Capture", "Pass", "Cull"} <= kinds
    finger.referee.store.close()
