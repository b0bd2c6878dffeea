"""Setup, rolls that do not add up, entering by touch, the best first, house rules, corrections, content, texts."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from qr_random import check, zones
from qr_table import NAMES, Table, wilds

from companion.locale import Translator, languages, texts
from companion.rules.core import Adjust, KindWanted, Seat, TableDie, games
from companion.rules.errors import ContentError, IllegalAction, UnexpectedRoll
from companion.rules.quarriors import GAME
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.board import board
from companion.rules.quarriors.content import KIND, Library, library
from companion.rules.quarriors.faces import face
from companion.rules.quarriors.state import Setup

SEATS = tuple(Seat(name) for name in NAMES)


def test_the_folder_is_found() -> None:
    assert games()["quarriors"] is GAME


# Setup (QR-1 to QR-4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_is_set(players: int) -> None:
    t = Table(players=players)
    assert {class_: len(t.state.wilds[class_]) for class_ in ("basic_quiddity", "assistant", "portal")} == {
        "basic_quiddity": 0,
        "assistant": 2,
        "portal": 5,
    }
    assert all(len(t.state.wilds[library().cards[card].class_]) == 5 for card in wilds())
    for seat in range(players):
        assert t.classes(seat, "bag") == ["assistant"] * 4 + ["basic_quiddity"] * 8
    assert len(t.state.wilds) == 3 + 7 + 3
    check(t.state)


def test_the_wilds_are_told_card_by_card_or_as_a_shuffled_deck() -> None:
    state = GAME.setup(Setup(SEATS[:2]))
    assert GAME.waits_for(state).prompt.args == {"creatures": 7, "spells": 3}
    by_hand = state
    for card in wilds():
        assert a.Reveal(card) in GAME.legal_actions(by_hand)
        by_hand = GAME.apply(by_hand, a.Reveal(card))
    deck = (*library().deck("creature"), *library().deck("spell"))
    dealt = GAME.apply(state, a.Deal(deck))
    assert dealt == by_hand == GAME.setup(Setup(SEATS[:2], deck))
    assert dealt.turn == 1
    half = GAME.apply(state, a.Deal(library().deck("creature")))
    assert GAME.waits_for(half).prompt.args == {"creatures": 0, "spells": 3}
    with pytest.raises(IllegalAction):
        GAME.apply(half, a.Reveal("strong_quake_dragon"))


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup(SEATS[:1]), "qr.setup.seats"),
        (Setup((*SEATS, Seat("Eve"))), "qr.setup.seats"),
        (Setup(SEATS[:2], first=2), "qr.setup.first"),
        (Setup(SEATS[:2], ("nothing",)), "qr.setup.card"),
        (Setup(SEATS[:2], ("portal",)), "qr.setup.card"),
        (Setup(SEATS[:2], ("death_charm",)), "qr.setup.wilds"),
        (Setup(SEATS[:2], rules={"luck": 1}), "qr.setup.rule"),
        (Setup(SEATS[:2], rules={"wizard_draw": 3}), "qr.setup.rule"),
    ],
)
def test_a_setup_that_cannot_be_played(setup: Setup, why: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.setup(setup)
    assert refusal.value.line.id == why


# The roll: which kinds, by camera and by touch


def test_the_reader_is_told_the_kinds_of_bag_and_pool() -> None:
    t = Table("scavenging_goblin").give(0, "bag", "portal").give(0, "pool", "scavenging_goblin")
    assert [kind.name for kind in GAME.die_kinds(t.state)] == [
        KIND + class_ for class_ in ("scavenging_goblin", "basic_quiddity", "assistant", "portal")
    ]
    assert GAME.die_kinds(t.state)[-1].faces == ("q1", "d1", "d2")


def test_faces_are_entered_by_touch_in_one_tap_each() -> None:
    t = Table()
    assert set(t.legal) == {
        a.Show("basic_quiddity", "q1"),
        a.Show("basic_quiddity", "q2"),
        a.Show("assistant", "q1"),
        a.Show("assistant", "r*"),
        a.Show("assistant", "1/1/2"),
    }
    t.do(*[a.Show("assistant", "1/1/2")] * 4)
    assert a.Show("assistant", "q1") not in t.legal  # there are only four
    assert t.no(a.Show("assistant", "q1")) == "qr.no.not_in_bag"
    assert t.no(a.Show("basic_quiddity", "d2")) == "qr.no.face"
    assert GAME.waits_for(t.state).prompt.args == {"who": "Lena", "n": 5, "of": 6}
    t.do(a.Show("basic_quiddity", "q1"), a.Show("basic_quiddity", "q2"))
    assert (t.waits, t.state.pot) == ("summon", 3)


def test_a_die_that_is_rolled_again_is_known_by_its_kind() -> None:
    t = Table().roll("assistant r*").use("assistant")  # the others are alike: nobody is asked which
    assert {action.kind for action in t.legal if isinstance(action, a.Show)} == {
        "assistant",
        "basic_quiddity",
    }
    t.do(a.Show("assistant", "q1"))
    assert t.legal == (a.Show("basic_quiddity", "q1"), a.Show("basic_quiddity", "q2"))
    dice = GAME.waits_for(t.state).dice
    assert dice is not None
    assert dice.count == 2


def test_dice_that_lie_untouched_are_no_part_of_a_roll() -> None:
    t = Table().roll("assistant r*").use("assistant")  # the others are alike: nobody is asked which
    table = [
        TableDie(1, KIND + "assistant", "1/1/2", True),
        TableDie(2, KIND + "basic_quiddity", "q2", True),
        TableDie(3, KIND + "basic_quiddity", "q1", False),
    ]
    t.do(GAME.action_of_roll(t.state, table))
    assert t.state.pot == 2 + 4


def test_dice_that_nobody_waits_for_are_held() -> None:
    t = Table()
    for dice in ((), (TableDie(1, "d6", "3", True),), (TableDie(1, KIND + "portal", "d1", False),)):
        with pytest.raises(UnexpectedRoll):
            GAME.action_of_roll(t.state, dice)
    t.roll("assistant 1/1/2")
    with pytest.raises(UnexpectedRoll):
        GAME.action_of_roll(t.state, (TableDie(1, KIND + "portal", "d1", True),))


# The count (QR-7): pointed out, and settled by a tap


def test_a_die_too_many() -> None:
    t = Table().see(*["basic_quiddity q1"] * 6, "assistant 1/1/2")
    assert t.said[-1] == "qr.odd.many"
    assert GAME.waits_for(t.state).prompt.id == "qr.odd.many"
    assert len(t.player(0).bag) == 12
    assert t.legal == (a.Settle("drop", 0), a.Settle("drop", 6), a.Settle("again"))
    t.do(a.Settle("drop", 6))
    assert t.state.pot == 6


def test_a_die_too_few() -> None:
    t = Table().see(*["basic_quiddity q1"] * 5)
    assert GAME.waits_for(t.state).prompt.id == "qr.odd.few"
    assert a.Settle("add", -1, "assistant", "1/1/2") in t.legal
    t.do(a.Settle("add", -1, "basic_quiddity", "q2"))
    assert t.state.pot == 7


def test_a_die_that_is_not_in_this_collection() -> None:
    t = Table("scavenging_goblin").see("scavenging_goblin 1/2/2", *["basic_quiddity q1"] * 5)
    assert GAME.waits_for(t.state).prompt.id == "qr.odd.not_yours"
    assert t.legal[0] == a.Settle("wilds", 0)  # somebody forgot to tell a capture
    read_wrong = GAME.apply(t.state, a.Settle("is", 0, "assistant", "1/1/2"))
    assert [state_die.face for state_die in read_wrong.players[0].pool] == ["1/1/2"]
    t.do(a.Settle("wilds", 0))
    assert t.classes(0, "pool") == ["scavenging_goblin"]
    assert len(t.state.wilds["scavenging_goblin"]) == 4
    check(t.state)

    t = Table("scavenging_goblin").give(0, "used", "scavenging_goblin")
    t.see("scavenging_goblin 1/2/2", *["basic_quiddity q1"] * 5)
    assert t.legal[0] == a.Settle("used", 0)
    t.do(a.Settle("used", 0))
    assert t.classes(0, "pool") == ["scavenging_goblin"]


def test_a_forgotten_capture_in_a_bag_that_is_drawn_empty() -> None:
    t = Table("scavenging_goblin").clear(1, "bag")
    t.give(1, "bag", *["basic_quiddity"] * 2, *["assistant"] * 2).turn()
    assert len(t.player(1).pool) == 4  # fewer than six, so all of them are known
    t.see("scavenging_goblin 1/2/2", *["basic_quiddity q1"] * 2, *["assistant q1"] * 2)
    assert GAME.waits_for(t.state).prompt.id == "qr.odd.not_yours"
    assert t.legal[:2] == (a.Settle("drop", 0), a.Settle("wilds", 0))
    t.do(a.Settle("wilds", 0))  # a fifth die, where six were to be drawn
    assert t.state.pot == 4
    assert t.classes(1, "pool") == ["scavenging_goblin"]
    check(t.state)


def test_a_forgotten_capture_in_place_of_a_die_that_stayed_in_the_bag() -> None:
    t = Table("scavenging_goblin").clear(1, "bag")
    t.give(1, "bag", *["basic_quiddity"] * 4, *["assistant"] * 2).turn()
    assert len(t.player(1).pool) == 6  # the bag had no more, so nothing was to be found out
    t.see("scavenging_goblin 1/2/2", *["basic_quiddity q1"] * 4, "assistant q1")
    t.do(a.Settle("wilds", 0))
    assert t.state.pot == 5
    assert t.classes(1, "bag") == ["assistant"]
    assert t.classes(1, "pool") == ["scavenging_goblin"]
    check(t.state)


def test_a_die_that_is_rolled_again_did_not_come_from_the_wilds() -> None:
    t = Table("scavenging_goblin").roll("assistant r*").use("assistant")
    t.see("scavenging_goblin 1/2/2", "assistant q1")
    assert {action.how for action in t.legal} == {"is", "again"}


def test_the_table_says_how_many_of_each_kind_there_can_be() -> None:
    t = Table("scavenging_goblin").give(0, "pool", "scavenging_goblin")
    wanted = GAME.waits_for(t.state).dice
    assert wanted is not None
    assert (wanted.count, wanted.kind) == (7, "quarriors")
    assert wanted.kinds == (
        KindWanted(KIND + "scavenging_goblin", 1, 1),
        KindWanted(KIND + "basic_quiddity", 0, 6),
        KindWanted(KIND + "assistant", 0, 4),
    )
    assert wanted.names == {kind.name for kind in GAME.die_kinds(t.state)}


def test_a_die_that_must_be_rolled_was_not_seen() -> None:
    t = Table("scavenging_goblin").give(0, "pool", "scavenging_goblin").see(*["basic_quiddity q1"] * 7)
    assert GAME.waits_for(t.state).prompt.id == "qr.odd.absent"
    t.do(a.Settle("is", 0, "scavenging_goblin", "1/2/2*"))
    assert t.state.pot == 6


def test_all_is_put_back_and_drawn_again_or_another_roll_is_seen() -> None:
    t = Table().see(*["basic_quiddity q1"] * 5).do(a.Settle("again"))
    assert (t.waits, len(t.player(0).bag)) == ("roll", 12)
    t.see(*["basic_quiddity q1"] * 7).roll()
    assert t.state.pot == 6
    assert t.no(a.Settle("again")) == "qr.roll.nobody"


# The best first, and what a screen shows


def test_summons_that_bring_most_glory_together_come_first() -> None:
    t = Table("scavenging_goblin", "quake_dragon", "defender")
    t.give(0, "bag", "scavenging_goblin", "quake_dragon", "defender")
    t.roll("scavenging_goblin 1/2/2", "quake_dragon 3/8/7**", "defender 2/2/6*", *["basic_quiddity q1"] * 3)
    kinds = [t.state.kinds[action.die] for action in t.legal if isinstance(action, a.Summon)]
    assert kinds == ["defender", "scavenging_goblin", "quake_dragon"] or kinds[0] == "quake_dragon"
    # 3 quiddity: a Dragon (4 glory), or Defender and Goblin (2 + 2 glory and less attack)
    assert kinds[0] == "quake_dragon"


def test_the_dearest_capture_comes_first() -> None:
    t = Table("quake_dragon").roll(*["basic_quiddity q2"] * 6)
    costs = [GAME.label(t.state, action) for action in t.legal if isinstance(action, a.Capture)]
    numbers = [int(str(line.args.get("n", 99))) for line in costs if line.id == "qr.label.capture"]
    assert numbers == sorted(numbers, reverse=True)
    assert t.legal[-1] == a.Pass()


def test_the_board_of_a_turn() -> None:
    t = Table("scavenging_goblin", "life_cantrip").give(0, "bag", "scavenging_goblin", "life", "portal")
    t.give(1, "ready", "scavenging_goblin 1/2/2*")
    t.roll("scavenging_goblin 1/2/2*", "life s", "portal d1", "basic_quiddity q2")
    shown = board(t.state)
    assert (shown.quiddity, shown.coming, shown.captures) == (0, 2 + 2, 1)
    assert shown.pool[0].kind == KIND + "portal"  # what may be used now comes first
    assert [deed.action for deed in shown.pool[0].deeds] == [a.Use(shown.pool[0].die, "draw")]
    t.go()
    shown = board(t.state)
    assert shown.quiddity == 4
    assert [die.kind for die in shown.pool[:2]] == [KIND + "life", KIND + "scavenging_goblin"]
    assert shown.pool[1].summon == 1
    assert shown.collections[1].ready[0].defence == 2
    for collection in shown.collections:
        assert sum(sum(zone.values()) for zone in collection.zones.values()) == collection.total
    assert [collection.total for collection in shown.collections] == [15, 13]
    costs = [card.cost for card in shown.wilds]
    assert costs == sorted(costs, reverse=True)
    assert {card.name.id for card in shown.wilds} >= {"qr.card.portal", "qr.card.life_cantrip"}
    everything = msgspec.json.encode(msgspec.to_builtins(shown))
    assert b"qr.about.portal" in everything


def test_numbers_that_nobody_checked_say_so() -> None:
    t = Table("strong_quake_dragon").roll(*["basic_quiddity q2"] * 6)
    assert GAME.label(t.state, a.Capture("quake_dragon")).id == "qr.label.unchecked"
    assert GAME.label(t.state, a.Capture("portal")).id == "qr.label.capture"
    assert {card.provisional for card in board(t.state).wilds if card.card == "strong_quake_dragon"} == {True}


# Rules that no example covers


def test_a_burst_without_a_text_is_a_shout() -> None:
    t = (
        Table("quake_dragon")
        .give(0, "bag", "quake_dragon")
        .roll("quake_dragon 2/6/6*")
        .summon("quake_dragon")
    )
    assert "qr.quarriors" in t.said
    t = Table("mighty_quake_dragon").give(0, "bag", "quake_dragon").roll("quake_dragon 2/6/6*")
    assert "qr.quarriors" not in t.summon("quake_dragon").said


def test_spells_stay_or_go_at_the_end_of_a_turn() -> None:
    t = Table("life_spell").give(0, "bag", "life").roll("life s").ready("life").until("end")
    kept = GAME.apply(t.state, a.Pass())
    assert len(kept.players[0].spells) == 1
    t.do(a.Discard(t.die(0, "spells", "life")))
    assert (t.classes(0, "spells"), t.has(0, "used", "life"), t.state.active) == ([], 1, 1)


def test_what_was_not_used_goes_to_the_used_pile_and_quiddity_is_lost() -> None:
    t = Table().roll("assistant 1/1/2").until("capture")
    assert t.state.pot == 5
    t.go()
    assert (len(t.player(0).used), t.player(0).pool, t.state.pot) == (6, (), 0)


def test_a_creature_that_came_back_is_not_named_again() -> None:
    for rules, asked in (({}, 1), ({"saved_defends_again": True}, 2)):
        t = Table("ghostly_spirit", "mighty_quake_dragon", rules=rules).give(0, "ready", "quake_dragon 1/4/4")
        t.give(1, "used", "basic_quiddity", "basic_quiddity").give(1, "ready", "ghostly_spirit 1/2/2").roll()
        while t.waits == "ask":
            t.choose("cull")
        assert t.said.count("qr.returns") == asked


# House rules


def test_burst_quiddity_for_captures_only() -> None:
    t = Table("scavenging_goblin", rules={"burst_quiddity": "for_captures"})
    t.give(0, "bag", "scavenging_goblin").roll(
        "scavenging_goblin 1/2/2*", "assistant 1/1/2", "assistant 1/1/2", "assistant 1/1/2", "assistant r*"
    )
    t.go().summon("scavenging_goblin")
    assert (t.state.pot, t.state.reserved) == (1, 1)
    assert not any(isinstance(action, a.Summon) for action in t.legal)
    t.until("capture").do(a.Capture("assistant"))
    assert t.has(0, "used", "assistant") >= 1


def test_culled_basics_may_go_to_the_box() -> None:
    for rules, on_card in (({}, 3), ({"culled_basics": "to_box"}, 2)):
        t = Table("scavenging_goblin", rules=rules).give(1, "ready", "scavenging_goblin 1/2/2")
        t.do(a.Put("assistant", "bag:1", "used:1")).turn().do(a.Cull("assistant"))
        assert len(t.state.wilds["assistant"]) == on_card


def test_all_spells_are_readied() -> None:
    t = (
        Table("life_spell", rules={"ready_spells": "all"})
        .give(0, "bag", "life")
        .roll("life s", "assistant 1/1/2")
    )
    assert t.classes(0, "spells") == ["life"]


def test_spells_without_a_target() -> None:
    t = Table("shaping_charm").give(0, "ready", "shaping s").roll("assistant 1/1/2")
    assert t.no(t.casting("shaping")) == "qr.no.target"
    t = Table("shaping_charm", rules={"spell_without_target": True}).give(0, "ready", "shaping s")
    assert t.roll("assistant 1/1/2").cast("shaping").has(0, "used", "shaping") == 1


def test_every_house_rule_has_words_in_every_language() -> None:
    for language in languages():
        for rule in GAME.house_rules:
            assert rule.default in rule.choices
            assert f"qr.rule.{rule.name}" in texts(language)
            for choice in rule.choices:
                word = str(choice).lower() if isinstance(choice, bool) else str(choice)
                assert f"qr.rule.{rule.name}.{word}" in texts(language)
        for card in library().cards:
            assert {f"qr.card.{card}", f"qr.about.{card}"} <= set(texts(language))
        for class_ in library().dice:
            assert f"qr.die.{class_}" in texts(language)


# Corrections


def test_counters_are_corrected_and_dice_stay_130() -> None:
    t = Table().roll("assistant 1/1/2")
    t.do(Adjust(0, "glory", 3), Adjust(0, "quiddity", -2), Adjust(0, "captures", 1))
    assert (t.glory(0), t.state.pot, t.state.captures) == (3, 3, 2)
    for counter in GAME.counters(t.state):
        if counter.name != "glory":
            for by in (-99, 99):
                check(GAME.apply(t.state, Adjust(counter.seat, counter.name, by)))
    t.do(Adjust(1, "used.assistant", 2))  # they were not in the bag
    assert (t.has(1, "bag", "assistant"), t.has(1, "used", "assistant")) == (2, 2)
    assert t.no(Adjust(0, "luck", 1)) == "qr.no.counter"
    assert t.no(Adjust(7, "glory", 1)) == "qr.no.seat"


def test_a_correction_ends_the_game_and_takes_the_end_back() -> None:
    t = Table().do(Adjust(0, "glory", 99))
    assert t.outcome is not None
    t.do(Adjust(0, "glory", -1))
    assert t.outcome is None
    assert t.waits == "roll"


def test_where_a_die_really_is() -> None:
    t = Table("scavenging_goblin").do(a.Put("scavenging_goblin", "wilds", "ready:1", "1/2/2*"))
    assert t.classes(1, "ready") == ["scavenging_goblin"]
    assert t.no(a.Put("scavenging_goblin", "wilds", "ready:1", "q1")) == "qr.no.face"
    assert t.no(a.Put("scavenging_goblin", "bag:1", "used:1")) == "qr.no.not_there"
    assert t.no(a.Put("scavenging_goblin", "wilds", "used:4")) == "qr.no.zone"
    missing = next(class_ for class_ in library().dice if class_ not in t.state.cards)
    assert t.no(a.Put(missing, "box", "bag:0")) == "qr.no.kind"
    check(t.state)


def test_a_roll_is_waited_for_with_the_dice_that_are_there_after_a_correction() -> None:
    t = Table().do(a.Show("assistant", "q1")).do(a.Put("portal", "wilds", "pool:0"))
    dice = GAME.waits_for(t.state).dice
    assert dice is not None
    assert dice.count == 7
    while t.player(0).bag:
        t.do(a.Put(t.classes(0, "bag")[0], "bag:0", "wilds"))
    assert sum(len(dice) for dice in zones(t.state).values()) == 130
    assert len(t.player(0).pool) == 7  # those that are left are drawn for sure
    t.clear(0, "pool")
    assert t.waits == "capture"  # no dice at all: the turn goes on

    t = Table().clear(1, "bag").give(1, "bag", "assistant", "portal").turn()
    t.give(1, "bag", "portal")  # found under the table: it is drawn, too
    assert t.classes(1, "pool") == ["assistant", "portal", "portal"]
    t.clear(1, "pool")
    assert t.legal == (a.Pass(),)  # three more could not be drawn: nothing is there to roll
    assert t.go().waits == "capture"


# Content


def test_faces_are_read_as_they_are_written() -> None:
    wizard = face("q1+d1")
    assert (wizard.quiddity, wizard.draw, wizard.either) == (1, 1, False)
    dragon = face("q3|r")
    assert (dragon.quiddity, dragon.reroll, dragon.either) == (3, True, True)
    defender = face("3/2/8**")
    assert (defender.level, defender.attack, defender.defence, defender.burst) == (3, 2, 8, "**")
    for wrong in ("", "x1", "1/2", "0/1/1", "s***"):
        with pytest.raises(ValueError, match=r"face|level|bursts"):
            face(wrong)


OWN = """
[[dice]]
class = "lighthouse_keeper"
sort = "creature"
name = "Lighthouse Keeper"
faces = ["q1", "q2", "q2", "1/1/4", "2/2/5", "3/3/6*"]

[[cards]]
id = "strong_lighthouse_keeper"
class = "lighthouse_keeper"
type = "strong"
name = "Strong Lighthouse Keeper"
cost = 5
glory = 2
[[cards.abilities]]
at = "ready"
burst = "*"
then = [{ do = "modify", defence = 2, to = "others" }]
"""


def test_an_owner_adds_dice_and_cards(tmp_path: Path) -> None:
    file = tmp_path / "keeper.toml"
    file.write_text(OWN)
    own = Library()
    own.add_file(file)
    assert own.dice["lighthouse_keeper"].kind.name == "quarriors/lighthouse_keeper"
    assert own.sort("strong_lighthouse_keeper") == "creature"
    assert Translator().text(own.card_line("strong_lighthouse_keeper")) == "Strong Lighthouse Keeper"
    assert "strong_lighthouse_keeper" in own.deck("creature")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"3/3/6*"]', "]", "dice 'lighthouse_keeper'.faces: expected 6 faces, got 5"),
        ('"2/2/5"', '"2-2-5"', "'2-2-5' is no face"),
        ('class = "lighthouse_keeper"\nsort', 'class = "portal"\nsort', "is a die of the box"),
        ('id = "strong_lighthouse_keeper"', 'id = "portal"', "is a card of the box"),
        ('name = "Strong Lighthouse Keeper"', "", "needs a name to show"),
        ('class = "lighthouse_keeper"\ntype', 'class = "nobody"\ntype', "there is no die 'nobody'"),
        ('do = "modify"', 'do = "dance"', "cards[0].abilities[0].then[0]"),
        (
            'do = "modify", defence = 2, to = "others"',
            'do = "fall", die = 1, by = 1',
            "'fall' means nothing at 'ready'",
        ),
        ('at = "ready"', 'at = "scored"', "'modify' means nothing at 'scored'"),
        (
            'do = "modify", defence = 2, to = "others"',
            'do = "glory", n = 1',
            "'glory' means nothing at 'ready'",
        ),
        ('at = "ready"', 'at = "immediate"', "'on' is for 'immediate'"),
        ("cost = 5", 'cost = "five"', "cards[0].cost: expected 'int', got 'str'"),
        ("glory = 2", 'glory = 2\nnumbers_rule = "luck"', "there is no house rule 'luck'"),
    ],
)
def test_a_wrong_file_is_told_in_words(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in OWN
    file = tmp_path / "keeper.toml"
    file.write_text(OWN.replace(old, new, 1))
    own = Library()
    with pytest.raises(ContentError) as error:
        own.add_file(file)
    assert str(error.value).startswith("keeper.toml: ")
    assert problem in error.value.problem.replace("`", "'")
    assert "strong_lighthouse_keeper" not in own.cards


def test_the_example_in_the_docs_is_a_file_that_works(tmp_path: Path) -> None:
    words = (Path(__file__).parents[3] / "docs" / "quarriors.md").read_text(encoding="utf-8")
    file = tmp_path / "keeper.toml"
    file.write_text("\n".join(row for row in words.splitlines() if row.startswith("    ")))
    own = Library()
    own.add_file(file)
    assert own.cards["strong_lighthouse_keeper"].provisional
    named = set(re.findall(r"`(\w+)`", words))
    used = {e.__struct_config__.tag for c in own.cards.values() for x in c.abilities for e in x.then}
    assert used <= named, "a word of the card files that the docs do not explain"
