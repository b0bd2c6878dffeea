"""Card sets, orders of effects, hands, house rules one by one, corrections by hand, content files, texts."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from kd_table import NAMES, Table

from companion.locale import languages, texts
from companion.rules.core import Adjust, Seat
from companion.rules.errors import ContentError, IllegalAction
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import TABLE_A, UNKNOWN
from companion.rules.king_of_12.content import Library, library
from companion.rules.king_of_12.state import KingOf12State, Setup

SEATS = tuple(Seat(name) for name in NAMES[:3])
FIRST_GAME = ("knight", "sorcerer", "oracle", "alchemist", "machine", "parasite", "golem")
FOUR = ("alchemist", "machine", "parasite", "golem")


def no(action: Any, t: Table) -> str:
    before = t.state
    with pytest.raises(IllegalAction) as refusal:
        t.do(action)
    assert t.state == before
    return refusal.value.line.id


# Setup (KD-1 to KD-5)


def test_KD1_everybody_has_a_die_and_the_same_seven_cards() -> None:
    state = GAME.setup(Setup(SEATS))
    assert isinstance(state, KingOf12State)
    assert state.cards == FIRST_GAME
    assert [player.die for player in state.players] == [0, 1, 2]


def test_KD3_a_set_is_drawn_until_two_cards_are_blue() -> None:
    chance = random.Random(1)
    tried = []
    for _ in range(200):
        deck = list(library().deck(("faun",)))
        assert len(deck) == 12
        chance.shuffle(deck)
        cards = library().drawn(deck)
        tried.append(cards)
        if cards is None:
            assert sum(library().cards[card].blue for card in deck[:6]) < 2
        else:
            assert cards[0] == "knight"
            assert sum(library().cards[card].blue for card in cards) >= 2
            GAME.setup(Setup(SEATS, cards, "drawn"))
    assert None in tried
    assert len(set(tried)) > 20
    assert set(library().deck()) == set(library().cards) - {"knight", "collector", "faun"}


def test_KD4_the_first_game_set_has_exactly_two_blue_cards() -> None:
    assert [card for card in FIRST_GAME if library().cards[card].blue] == ["sorcerer", "oracle"]
    assert library().blue_provisional


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"cards": FIRST_GAME[:6]}, "kd.setup.cards"),
        ({"cards": (*FIRST_GAME[:6], "knight")}, "kd.setup.cards"),
        ({"cards": (*FIRST_GAME[:6], "wizard")}, "kd.setup.card"),
        ({"cards": ("lady", *FIRST_GAME[1:])}, "kd.setup.knight"),
        ({"cards": (*FIRST_GAME[:6], "lady"), "chosen": "first_game"}, "kd.setup.first_game"),
        ({"cards": ("knight", *FOUR, "lady", "oracle"), "chosen": "drawn"}, "kd.setup.blue"),
        (
            {
                "cards": ("knight", "oracle", "sorcerer", "faun", "collector", "lady", "golem"),
                "chosen": "drawn",
            },
            "kd.setup.promos",
        ),
        ({"chosen": "bought"}, "kd.setup.chosen"),
        ({"seats": SEATS[:1]}, "kd.setup.seats"),
        ({"seats": SEATS * 6}, "kd.setup.seats"),
        ({"seats": SEATS * 3, "rules": {"tournament_up_to": 6}}, "kd.setup.seats"),
        ({"seats": SEATS * 3, "groups": (4, 5)}, "kd.setup.groups"),
        ({"groups": (3,)}, "kd.setup.groups"),
        ({"places": ((0, 0), (1, 1))}, "kd.setup.places"),
        ({"places": ((0, 0), (1, 1), (0, 0))}, "kd.setup.places"),
        ({"layouts": (TABLE_A, TABLE_A)}, "kd.setup.layouts"),
        ({"layouts": ()}, "kd.setup.layouts"),
        ({"layouts": (TABLE_A[:5],)}, "kd.layout.rows"),
        ({"rules": {"lady_ties": "never"}}, "kd.setup.rule"),
        ({"rules": {"luck": True}}, "kd.setup.rule"),
    ],
)
def test_a_setup_that_cannot_be_played_says_why(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.setup(Setup(**{"seats": SEATS, **fields}))
    assert refusal.value.line.id == why


def test_KD5_agreed_sets_are_free() -> None:
    GAME.setup(Setup(SEATS, ("knight", "faun", "collector", *FOUR)))
    GAME.setup(Setup(SEATS, ("knight", *FOUR, "lady", "cheater")))  # no blue card at all
    GAME.setup(Setup(SEATS, layouts=(UNKNOWN, TABLE_A, TABLE_A)))


# Orders (KD-10)


def test_KD10_an_order_is_asked_where_it_turns_a_faun() -> None:
    """The points are the same either way, but a Faun whose die would be cancelled turns it for good (KD-31)."""
    for first, faces in (("rebels", (12, 5, 5)), ("card", (12, 5, 11))):
        t = Table(1, 8, 8).play("rebels", "parasite", "faun")
        assert t.asks == ("order", 1)
        assert t.order(1, first).faces == faces
        assert t.points == (2, 0, 1)


def test_KD10_an_order_is_asked_only_where_it_changes_the_points() -> None:
    # Lea's 3 becomes 10, and 10 or 17 wins in any case
    t = Table(3, 12, 11).play("machine", "rebels", "cheater")
    assert t.state.play == 2
    assert t.points == (1, 0, 2)
    # here 10 and 17 differ: Bob's 3 becomes 10 as well
    t = Table(3, 12, 11, 3).play("machine", "rebels", "cheater", "cheater")
    assert t.asks == ("order", 0)
    offered = [GAME.label(t.state, action).args["n"] for action in GAME.legal_actions(t.state)]
    assert offered == [17, 10]


def test_KD10_two_owners_are_asked_one_after_the_other() -> None:
    t = Table(3, 12, 2, 11).play("machine", "rebels", "alchemist", "cheater")  # faces 10, 1, 11, 2
    assert t.asks == ("order", 0)
    t.order(0, "rebels")  # 17: now 11 or 22 decides
    assert t.asks == ("order", 2)
    t.order(2, "card")
    assert t.values == (17, 1, 11, 2)
    assert t.points == (1, 0, 2, 0)


def test_KD10_the_oracle_is_still_to_roll() -> None:
    t = Table(3, 12, 11).play("machine", "rebels", "oracle")
    assert t.asks == ("order", 0)
    t.order(0, "card")
    assert t.asks == ("reroll", 2)


def test_KD10_only_the_one_who_is_asked_answers() -> None:
    t = Table(3, 12, 11).play("machine", "rebels", "oracle")
    assert no(a.Order(1, "card"), t) == "kd.no.not_asked"
    assert no(a.Order(0, "both"), t) == "kd.no.order"
    assert no(a.Show(0, 4), t) == "kd.no.not_now"
    assert no(a.Take(0, 1), t) == "kd.no.not_now"
    assert no(a.Reveal(0, "golem"), t) == "kd.no.reveal_now"


def test_KD28_reverser_and_rebels_turn_the_die_twice() -> None:
    assert Table(3, 12).play("reverser", "rebels").faces == (3, 1)


# Hands and rounds (KD-14 to KD-17)


def test_KD14_a_played_card_is_out_for_the_round() -> None:
    t = Table(3, 12, 11).play("knight", "machine", "golem")
    assert no(a.Reveal(0, "knight"), t) == "kd.no.not_in_hand"
    assert no(a.Reveal(0, "lady"), t) == "kd.no.card"
    t.do(a.Reveal(0, "machine"))
    assert no(a.Reveal(0, "golem"), t) == "kd.no.revealed"


def test_KD16_a_card_under_the_die_is_out_for_the_game() -> None:
    t = Table(12, 5, 9).put(0, twos=4).play("golem", "knight", "lady")
    assert no(a.PutUnder(1), t) == "kd.no.not_asked"
    assert no(a.PutUnder(0, "wizard"), t) == "kd.no.not_in_hand"
    t.do(a.PutUnder(0, "golem"))
    for seat in range(3):
        t.show(seat, 4 + seat)
    assert no(a.Reveal(0, "golem"), t) == "kd.no.not_in_hand"
    t.do(a.Reveal(1, "golem"))


def test_KD16_nobody_needs_to_tell_which_card_lies_there() -> None:
    t = Table(12, 5, 9).put(0, twos=4).play("golem", "knight", "lady")
    assert GAME.legal_actions(t.state)[0] == a.PutUnder(0)
    t.do(a.PutUnder(0))
    assert t.state.players[0].under == ("",)
    for seat in range(3):
        t.show(seat, 4 + seat)
    offered = [action.card for action in GAME.legal_actions(t.state) if action.seat == 0]  # type: ignore[union-attr]
    assert len(offered) == 7  # it may be any of them


@pytest.mark.parametrize(("wins", "plays"), [(0, 6), (1, 5)])
def test_KD17_a_round_lasts_six_plays_or_five(wins: int, plays: int) -> None:
    t = Table(5, 5).put(0, under=("",) * wins)
    for number in range(plays):
        assert (t.state.stage, t.state.play) == ("cards", number + 1)
        card = t.state.cards[number]
        t.play(card, card)  # equal cards and equal dice: nobody ever gets a point
    assert (t.state.stage, t.state.round) == ("roll", 2)


def test_KD24_no_token_is_taken_from_an_equal_or_poor_lady() -> None:
    t = Table(6, 6, 9).put(1, ones=1).play("lady", "lady", "golem")
    assert "kd.ladies_equal" in t.said
    assert t.tokens(1) == (1, 0)
    t = Table(4, 6, 9).put(2, ones=1).play("lady", "lady", "golem")
    assert "kd.nothing_to_take" in t.said
    t = Table(4, 6, 9).put(1, ones=2).play("lady", "lady", "golem")  # only 1s: no choice, no question
    assert (t.tokens(0), t.tokens(1)) == ((1, 0), (2, 0))  # one moved; Mia's 6 is second and gets another
    t = Table(4, 6, 9).put(1, twos=1).play("lady", "lady", "golem")
    assert t.tokens(0) == (0, 1)


# House rules, each against its default


def test_rule_turn_after_virtual() -> None:
    for rule, value in (("resets", 10), ("keeps_change", 13)):
        t = Table(3, 1, 6, rules={"turn_after_virtual": rule}).play("alchemist", "rebels", "oracle")
        assert t.order(0, "card").show(2, 4).values[0] == value
    t = Table(3, 1, 6, rules={"turn_after_virtual": "keeps_change"}).play("machine", "rebels", "oracle")
    assert t.asks == ("reroll", 2)  # +7 before or after: the same


def test_rule_lady_compares() -> None:
    # Rebels turn 4 and 6 into 9 and 7: then Mia is the lower one
    for rule, taker in (("before_effects", 0), ("after_effects", 1)):
        t = Table(4, 6, 9, rules={"lady_compares": rule}).put(0, twos=1).put(1, twos=1)
        t.play("lady", "lady", "rebels")
        assert [t.tokens(seat)[1] for seat in (0, 1)][taker] >= 2
    t = Table(4, 6, 9, rules={"lady_compares": "after_effects"}).put(0, ones=1, twos=1)
    t.play("lady", "lady", "rebels")
    assert t.asks == ("steal", 1)
    assert (t.state.play, t.state.stage) == (1, "play")
    t.do(a.Take(1, 1))
    assert (t.state.play, t.state.stage) == (2, "cards")
    assert (t.tokens(0), t.tokens(1)) == ((0, 2), (2, 0))  # Lea's 9 wins the play and Mia's 7 is second


def test_rule_lady_ties() -> None:
    for rule, said in (("any_two", "kd.ladies_equal"), ("extremes", "kd.steals")):
        t = Table(4, 6, 6, 9, rules={"lady_ties": rule}).put(3, ones=1)
        assert said in t.play("lady", "lady", "lady", "lady").said
    t = Table(4, 4, 6, 9, rules={"lady_ties": "extremes"}).put(3, ones=1).play("lady", "lady", "lady", "lady")
    assert "kd.ladies_equal" in t.said


def test_rule_lady_empty_victim() -> None:
    for rule, said in (("nothing", "kd.nothing_to_take"), ("next_highest", "kd.steals")):
        t = Table(4, 6, 9, rules={"lady_empty_victim": rule}).put(1, ones=1)
        assert said in t.play("lady", "lady", "lady").said


def test_rule_zero_can_win_round() -> None:
    for rule, stage in ((True, "under"), (False, "roll")):
        t = Table(6, 6, 6, rules={"zero_can_win_round": rule}).put(1, ones=3).put(2, ones=3)
        for seat in range(3):
            t.put(seat, played=(*FOUR, "sorcerer"))
        assert t.play("knight", "knight", "knight").state.stage == stage


def test_rule_cheater_with_knight() -> None:
    for rule, points in (("second_lowest", (1, 2, 0, 0)), ("second_highest", (1, 0, 2, 0))):
        t = Table(2, 5, 8, 9, rules={"cheater_with_knight": rule})
        assert t.play("knight", "cheater", "oracle", "oracle").points == points
    t = Table(2, 5, rules={"cheater_with_knight": "second_highest"})
    assert t.play("knight", "cheater").points == (1, 2)


def test_rule_collector_with_cheater() -> None:
    for rule, points in (("swapped", (2, 1, 0)), ("full_points", (1, 2, 0))):
        t = Table(4, 9, 9, rules={"collector_with_cheater": rule})
        assert t.play("knight", "collector", "cheater").points == points


def test_rule_collector_alone() -> None:
    for rule, points in (("wins", (2, 0)), ("nothing", (0, 0))):
        t = Table(9, 9, rules={"collector_alone": rule})
        assert t.play("collector", "knight").points == points


def test_rule_faun_ties_again() -> None:
    # Lea's 4 counts 11 by the Machine; the Faun's free face under Mia's 12 is 11
    for rule, values in (("cancelled", (11, 12, 11)), ("next_face", (11, 12, 10))):
        t = Table(4, 12, 12, rules={"faun_ties_again": rule}).play("machine", "knight", "faun")
        assert t.values == values


def test_rule_no_tokens_left() -> None:
    for rule, tokens in (("pay_with_ones", (2, 0)), ("unlimited", (0, 1))):
        t = Table(4, 6, 9, rules={"no_tokens_left": rule}).put(0, twos=3).put(1, twos=3)
        t.play("parasite", "lady", "golem")
        assert t.tokens(2) == tokens
    t = Table(4, 6, 9).put(0, twos=3).put(1, twos=3, ones=1).put(2, ones=1).put(0, ones=6, twos=3)
    t.play("parasite", "lady", "golem")
    assert "kd.tokens_gone" in t.said  # one token of 1 was left for Tom's 2 points


def test_rule_lady_stops() -> None:
    for rule, faces in (("all_cards", (2, 7, 12)), ("not_first_and_last", (12, 2, 7))):
        t = Table(2, 7, 12, rules={"lady_stops": rule}).play("lady", "merchants", "knight")
        assert t.faces == faces
        assert t.points == tuple({12: 2, 7: 1, 2: 0}[face] for face in faces)  # Knight is stopped in any case


def test_rule_last_card() -> None:
    for rule, plays in (("never_played", 6), ("played", 7)):
        t = Table(5, 5, rules={"last_card": rule})
        for card in t.state.cards[:plays]:
            assert t.state.stage == "cards"
            t.play(card, card)
        assert t.state.stage == "roll"


def test_every_house_rule_has_words_in_every_language() -> None:
    for language in languages():
        for rule in GAME.house_rules:
            assert rule.default in rule.choices
            for choice in rule.choices:
                word = str(choice).lower() if isinstance(choice, bool) else str(choice)
                assert f"kd.rule.{rule.name}.{word}" in texts(language)
            assert f"kd.rule.{rule.name}" in texts(language)
        for card in library().cards:
            assert f"kd.card.{card}" in texts(language)
            assert f"kd.about.{card}" in texts(language)


# Corrections by hand


def test_counters_can_be_overruled_at_any_time() -> None:
    t = Table(3, 12, 11)
    t.do(Adjust(0, "points", 3))
    assert t.tokens(0) == (3, 0)
    t.do(Adjust(0, "twos", 2)).do(Adjust(0, "points", -6))
    assert (t.points[0], t.tokens(0)) == (1, (1, 0))
    t.do(Adjust(1, "points", 100))
    assert t.points[1] == 20  # all that was left of the 21
    t.do(Adjust(1, "ones", -100)).do(Adjust(1, "points", 1))
    assert t.points[1] == 13
    assert t.do(Adjust(2, "face", -4)).faces == (3, 12, 7)
    assert t.do(Adjust(2, "face", -40)).faces == (3, 12, 1)
    assert no(Adjust(0, "luck", 1), t) == "kd.no.counter"
    assert no(Adjust(9, "points", 1), t) == "kd.no.seat"
    assert no(Adjust(0, "face", 1), Table(players=2)) == "kd.no.counter"  # not rolled yet


def test_a_game_that_was_won_by_mistake_goes_on() -> None:
    t = Table(3, 12, 11).do(Adjust(1, "wins", 2))
    assert t.outcome is not None
    assert no(a.Reveal(0, "knight"), t) == "kd.no.over"
    t.do(Adjust(1, "wins", -1))
    assert t.outcome is None
    t.play("knight", "machine", "golem")


def test_a_correction_asks_anew() -> None:
    t = Table(4, 6, 9).put(2, ones=2, twos=1).play("golem", "lady", "lady")
    assert t.asks == ("steal", 1)
    t.do(Adjust(2, "twos", -1))  # no choice is left
    assert t.state.play == 2
    t = Table(1, 7).play("sorcerer", "knight").do(Adjust(0, "face", 1))
    assert t.asks == ("turn", 0)
    assert [action.face for action in GAME.legal_actions(t.state)] == [1, 4, 7, 8, 10]  # type: ignore[union-attr]


def test_the_points_are_paid_once() -> None:
    t = Table(12, 5, 9).play("golem", "knight", "lady")
    before = t.points
    assert t.do(Adjust(0, "face", -1)).points == before


# Content files


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("cards = 3", "cards: expected 'array', got 'int'"),
        ('[[cards]]\nid = "x"\neffect = "win"', "cards[0].effect: invalid enum value 'win'"),
        (
            '[[cards]]\nid = "x"\neffect = "plus"\ncolour = "red"',
            "cards[0]: object contains unknown field 'colour'",
        ),
        ('[[cards]]\nid = "golem"\neffect = "plus"', "'golem' is a card of the box"),
        ('[[cards]]\nid = "x"\neffect = "plus"', "'x' needs a name"),
        ("cards = [", "not a TOML file"),
    ],
)
def test_a_wrong_content_file_is_named(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(ContentError) as error:
        Library().add_file(file)
    assert problem in str(error.value)
    assert "mine.toml" in str(error.value)


def test_an_owners_own_card_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[cards]]\nid = "giant"\neffect = "plus"\nn = 3\nname = "Giant"')
    shelf = Library()
    shelf.add_file(file)
    monkeypatch.setattr("companion.rules.king_of_12.content.library", lambda: shelf)
    for room in ("circle", "plays", "acts", "labels", "setup", "ladies"):
        monkeypatch.setattr(f"companion.rules.king_of_12.{room}.library", lambda: shelf)
    t = Table(4, 6, cards=("giant", *FIRST_GAME[:6])).play("giant", "oracle").show(1, 8)
    assert t.values == (7, 8)
    assert shelf.line("giant").args == {"name": "Giant"}
