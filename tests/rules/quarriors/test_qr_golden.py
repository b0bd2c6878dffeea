"""The examples of the rulebook, and those derived from it, by their ids."""

from __future__ import annotations

import pytest
from qr_table import Table, wilds

from companion.rules.core import Adjust, Seat
from companion.rules.quarriors import GAME, offers, strength
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import library
from companion.rules.quarriors.state import Setup


def test_Q1_a_second_card_of_a_class_goes_back_to_the_box() -> None:
    state = GAME.setup(Setup((Seat("Lena"), Seat("Kirill"))))
    state = GAME.apply(state, a.Reveal("scavenging_goblin"))
    result = GAME.resolve(state, a.Reveal("mighty_scavenging_goblin"))
    assert [line.id for line in result.lines] == ["qr.back_to_box"]
    assert result.state.cards["scavenging_goblin"] == "scavenging_goblin"
    deck = (
        "scavenging_goblin",
        "mighty_scavenging_goblin",
        *library().deck("creature"),
        *library().deck("spell"),
    )
    dealt = library().deal(deck)
    assert dealt[0] == "scavenging_goblin"
    assert "mighty_scavenging_goblin" not in dealt


def test_Q2_strong_hag_scores_fetches_a_goblin_and_allows_one_cull() -> None:
    t = Table("strong_witching_hag", "scavenging_goblin")
    t.give(1, "ready", "witching_hag 1/3/3").give(1, "used", "scavenging_goblin", "assistant")
    t.turn()
    assert t.glory(1) == 3
    assert t.has(1, "used", "witching_hag") == 1
    t.choose("scavenging_goblin")
    assert t.classes(1, "pool") == ["scavenging_goblin"]
    assert t.waits == "cull"
    before = len(t.state.wilds["assistant"])
    t.do(a.Cull("assistant"))
    assert len(t.state.wilds["assistant"]) == before + 1
    assert t.waits == "roll"  # one creature was scored: one cull


def test_Q3_six_drawn_and_one_in_the_pool_are_seven() -> None:
    t = Table("scavenging_goblin").give(0, "pool", "scavenging_goblin")
    waiting = GAME.waits_for(t.state)
    assert waiting.dice is not None
    assert waiting.dice.count == 7
    t.roll("scavenging_goblin 1/2/2")
    assert len(t.player(0).pool) + len(t.player(0).used) == 7


def test_Q4_portals_and_assistants_in_any_order_and_again() -> None:
    t = Table().give(0, "bag", "portal")
    t.roll("portal d2", "assistant r*", "basic_quiddity q1")
    assert t.waits == "immediate"
    t.use("portal", "draw")
    assert t.has(0, "used", "portal") == 1
    t.see("basic_quiddity q2", "assistant q1")
    assert len(t.player(0).pool) == 7
    t.use("assistant").choose("basic_quiddity")
    t.see("assistant r*", "basic_quiddity q2")  # re-roll again: it may be used again
    assert any(isinstance(action, a.Use) for action in t.legal)
    t.use("assistant").choose("basic_quiddity").see("assistant 1/1/2", "basic_quiddity q2")
    assert t.waits == "summon"


def test_Q5_spells_are_readied_for_free_and_levels_are_paid() -> None:
    t = Table("death_cantrip", "scavenging_goblin", "strong_deathdealer")
    t.give(0, "bag", "death", "scavenging_goblin", "deathdealer")
    t.roll("death s*", "scavenging_goblin 1/2/2*", "deathdealer 2/4/4", "basic_quiddity q1", "assistant 1/1/2",
           "assistant 1/1/2")  # fmt: skip
    assert t.state.pot == 1
    t.ready("death")
    assert t.state.pot == 1
    assert t.no(a.Summon(t.die(0, "pool", "deathdealer"))) == "qr.no.quiddity"
    t.summon("scavenging_goblin")
    assert t.state.pot == 1  # 1 paid, 1 for its burst
    assert t.classes(0, "ready") == ["scavenging_goblin"]


def test_Q6_the_whole_attack_of_the_rulebook() -> None:
    t = Table("strong_deathdealer", "death_charm", "warrior", "strong_ghostly_spirit", "devotee",
              "scavenging_goblin", players=3)  # fmt: skip
    t.give(0, "ready", "deathdealer 1/3/2", "warrior 1/2/3", "death s*")
    t.give(1, "ready", "ghostly_spirit 2/3/3", "devotee 2/2/4", "scavenging_goblin 1/2/2")
    t.give(2, "ready", "scavenging_goblin 1/2/2", "assistant 1/1/2")
    t.roll().cast("death", (0, "deathdealer"))
    assert t.numbers(0, "deathdealer") == (6, 5)
    t.until("defend")
    assert t.spoken("qr.faces") == [{"who": "Kirill", "n": 8}]
    t.defend("ghostly_spirit")
    assert left(t) == 5
    assert t.classes(1, "pool") == ["ghostly_spirit"]  # rolled with the next six
    assert t.glory(0) == 2  # Strong Deathdealer scores at once and goes, and the total stays
    assert t.has(0, "used", "deathdealer") == t.has(0, "used", "death") == 1
    t.defend("devotee")
    assert t.spoken("qr.withstands")[0]["left"] == 1  # the Goblin withstands
    assert t.classes(1, "ready") == ["scavenging_goblin"]
    assert t.spoken("qr.faces")[1] == {"who": "Kostya", "n": 8}
    t.defend("assistant")  # then the Goblin is named by itself
    assert t.classes(2, "ready") == []
    assert t.waits == "capture"


def left(t: Table) -> int:
    assert t.state.attack is not None
    return strength.left(t.state.attack)


def test_Q7_nine_quiddity_capture_one_quake_dragon() -> None:
    t = Table("scavenging_goblin", "quake_dragon").give(0, "bag", "scavenging_goblin", "ghostly_spirit")
    t.roll("scavenging_goblin 1/2/2*", "ghostly_spirit q2", *["basic_quiddity q2"] * 3, "basic_quiddity q1")
    assert t.state.pot == 9
    t.summon("scavenging_goblin")
    assert t.state.pot == 9
    t.until("capture").do(a.Capture("quake_dragon"))
    assert t.has(0, "used", "quake_dragon") == 1
    assert t.state.pot == 0  # the rest is lost with the turn
    assert t.state.active == 1


@pytest.mark.parametrize(("face", "drawn"), [("1/1/5*", 1), ("3/2/8**", 2)])
def test_Q8_strong_defender_draws_when_scored(face: str, drawn: int) -> None:
    t = Table("strong_defender").give(1, "ready", f"defender {face}")
    t.turn()
    waiting = GAME.waits_for(t.state)
    assert waiting.dice is not None
    assert waiting.dice.count == drawn
    t.do(*[a.Show("assistant")] * drawn)
    assert t.classes(1, "pool") == ["assistant"] * drawn


@pytest.mark.parametrize(("face", "more"), [("s*", 3), ("s**", 5)])
def test_Q9_death_charm(face: str, more: int) -> None:
    t = Table("death_charm", "warrior").give(0, "ready", "warrior 1/2/3", f"death {face}")
    t.roll().cast("death", (0, "warrior"))
    assert t.numbers(0, "warrior") == (2 + more, 3 + more)


def test_Q10_victory_cantrip_waits_for_a_creature() -> None:
    t = Table("victory_cantrip").give(0, "bag", "victory")
    t.roll("victory s").ready("victory")
    assert not any(isinstance(action, a.Cast) for action in t.legal)
    while t.state.active == 0:
        t.go()
    t.turn()
    assert t.classes(0, "spells") == ["victory"]
    t.give(0, "ready", "scavenging_goblin 1/2/2").roll().cast("victory", (0, "scavenging_goblin"))
    assert t.classes(0, "spells") == []


def test_Q11_either_and_both() -> None:
    t = Table("quake_dragon").give(0, "bag", "quake_dragon")
    t.roll("quake_dragon q3|r")
    assert [action.how for action in t.legal if isinstance(action, a.Use)] == ["reroll"]
    assert t.go().state.pot == 8  # 3 and five times 1

    t = Table("quake_dragon").give(0, "bag", "quake_dragon")
    t.roll("quake_dragon q3|r").use("quake_dragon", "reroll").see("quake_dragon 2/6/6*")
    assert t.state.pot == 5

    t = Table("victory_charm").give(0, "bag", "victory")
    t.roll("victory r+d1").use("victory", "draw")
    assert t.has(0, "used", "victory") == 0
    t.see("victory q2", "basic_quiddity q2")  # both at once
    assert t.state.pot == 5 + 2 + 2


def test_Q12_the_goblin_card() -> None:
    card = library().cards["scavenging_goblin"]
    assert (card.cost, card.glory) == (2, 2)


@pytest.mark.parametrize(("players", "target"), [(2, 20), (3, 15), (4, 12)])
def test_Q13_targets(players: int, target: int) -> None:
    assert Table(players=players).state.target == target


@pytest.mark.parametrize(("attack", "falls"), [("1/4/4", False), ("1/4/4+1", True)])
def test_Q14_damage_is_not_split(attack: str, falls: bool) -> None:
    t = Table("mighty_quake_dragon", "questing_wizard", "scavenging_goblin", "warrior")
    t.give(0, "ready", "quake_dragon 1/4/4")
    if falls:
        t.give(0, "ready", "assistant 1/1/2")
    t.give(1, "ready", "questing_wizard 1/2/5", "scavenging_goblin 1/2/2").roll()
    t.until("defend").defend("questing_wizard")
    assert t.classes(1, "ready") == (
        ["scavenging_goblin"] if falls else ["questing_wizard", "scavenging_goblin"]
    )
    assert t.waits != "defend"  # 5 against 5 leaves 0; 4 against 5 leaves nothing, either


def test_Q15_a_short_bag_is_emptied_and_filled() -> None:
    t = Table().clear(1, "bag").give(1, "bag", *["basic_quiddity"] * 2)
    t.give(1, "used", *["basic_quiddity"] * 4, *["assistant"] * 3)
    t.turn()
    assert len(t.player(1).pool) == 2  # they are out for sure
    assert (len(t.player(1).bag), len(t.player(1).used)) == (7, 0)
    t.roll("assistant 1/1/2")
    assert len(t.player(1).bag) == 3

    t = Table().clear(1, "bag").give(1, "used", *["assistant"] * 3)
    t.turn()
    waiting = GAME.waits_for(t.state)
    assert waiting.dice is not None
    assert waiting.dice.count == 3


def test_Q16_every_rival_faces_the_full_total() -> None:
    t = Table("mighty_quake_dragon", "ghostly_spirit", players=3).give(0, "ready", "quake_dragon 1/4/4")
    for seat in (1, 2):
        t.give(seat, "ready", "assistant 1/1/2", "ghostly_spirit 1/2/2")
    t.roll().until("defend")
    assert left(t) == 4
    t.defend("assistant")
    assert t.spoken("qr.faces") == [{"who": "Kirill", "n": 4}, {"who": "Kostya", "n": 4}]


def test_Q17_victory_cantrip_adds_two_glory_and_culls_count_creatures() -> None:
    t = Table("victory_cantrip", "scavenging_goblin", "strong_defender")
    t.give(0, "ready", "scavenging_goblin 1/2/2", "assistant 1/1/2", "victory s").roll()
    t.cast("victory", (0, "assistant"))
    while t.state.active == 0:
        t.go()
    t.turn()
    assert t.glory(0) == 2 + 1 + 2
    assert t.waits == "cull"
    t.do(a.Cull("basic_quiddity"), a.Cull("victory"))  # the spell went to the Used Pile with its creature
    assert t.waits == "roll"


def test_Q18_the_fourth_empty_creature_card_ends_the_game() -> None:
    t = Table("scavenging_goblin", "ghostly_spirit", "deathdealer", "devotee")
    for class_ in ("death", "growth", "life"):  # empty spell cards do not count
        if class_ in t.state.wilds:
            for _ in range(5):
                t.do(a.Put(class_, "wilds", "box"))
    for class_ in ("ghostly_spirit", "deathdealer", "devotee"):
        for _ in range(5):
            t.do(a.Put(class_, "wilds", "used:1"))
    for _ in range(4):
        t.do(a.Put("scavenging_goblin", "wilds", "used:1"))
    t.do(Adjust(1, "glory", 3))
    t.roll().until("capture")
    back = GAME.apply(t.state, a.Put("ghostly_spirit", "used:1", "wilds"))  # a die came back before
    assert GAME.outcome(GAME.apply(back, a.Capture("scavenging_goblin"))) is None
    t.do(a.Capture("scavenging_goblin"))
    assert t.outcome is not None
    assert t.outcome.winners == (1,)
    assert t.legal == ()
    assert t.do(a.Put("scavenging_goblin", "used:0", "wilds")).outcome is None  # nobody captured it after all


def test_Q19_equal_glory_is_told_by_dice_in_the_ready_area() -> None:
    t = Table("scavenging_goblin", "ghostly_spirit", "deathdealer", "devotee")
    for class_ in ("ghostly_spirit", "deathdealer", "devotee"):
        for _ in range(5):
            t.do(a.Put(class_, "wilds", "box"))
    for _ in range(4):
        t.do(a.Put("scavenging_goblin", "wilds", "box"))
    t.give(0, "ready", "assistant 1/1/2", "assistant 1/1/2")
    t.do(a.Put("assistant", "bag:1", "ready:1", "1/1/2"))
    t.do(a.Put("assistant", "bag:1", "ready:1", "1/1/2"))
    t.do(a.Put("assistant", "bag:1", "ready:1", "1/1/2"))
    t.roll().until("defend").defend("assistant")  # 2 against 2: one falls
    t.do(a.Put("assistant", "used:1", "ready:1", "1/1/2"))
    t.do(a.Capture("scavenging_goblin"))
    assert t.outcome is not None
    assert (t.outcome.winners, t.outcome.reason.id) == ((1,), "qr.over.ready_dice")
    fewer = GAME.apply(t.state, a.Put("assistant", "ready:1", "used:1"))
    shared = GAME.outcome(fewer)
    assert shared is not None
    assert (shared.winners, shared.reason.id) == ((0, 1), "qr.over.shared")


def test_Q20_the_target_wins_in_phase_one_before_anything_else() -> None:
    t = Table().do(Adjust(1, "glory", 19)).give(1, "ready", "assistant 1/1/2")
    t.turn()
    assert t.glory(1) == 20
    assert t.outcome is not None
    assert t.outcome.winners == (1,)
    assert t.state.phase == "score"
    assert t.legal == ()
    assert t.no(a.Pass()) == "qr.no.over"


def test_Q21_reactions_on_rivals_turns_only_and_spells_on_the_own_turn_only() -> None:
    t = Table("life_spell", "growth_charm", "scavenging_goblin")
    t.give(0, "ready", "life s", "scavenging_goblin 1/2/2").give(1, "ready", "growth s", "assistant 1/1/2")
    t.roll("assistant 1/1/2")
    assert t.waits == "summon"
    assert t.no(t.casting("life", by=0)) == "qr.no.own_turn"
    assert t.no(t.casting("growth", by=1)) == "qr.no.rivals_turn"


def test_Q22_strong_goblin_counts_the_others() -> None:
    t = Table("strong_scavenging_goblin", "warrior", "mighty_quake_dragon")
    t.give(1, "ready", "scavenging_goblin 1/2/2*", "assistant 1/1/2", "assistant 1/1/2")
    t.give(0, "ready", "warrior 1/2/3", "warrior 2/3/4")
    assert t.numbers(1, "scavenging_goblin") == (2, 4)
    t.roll().until("defend").defend("assistant")
    assert t.numbers(1, "scavenging_goblin") == (2, 3)


def test_Q23_warrior_against_one_creature() -> None:
    t = Table("warrior", "defender", players=3).give(0, "ready", "warrior 1/2/3")
    t.give(1, "ready", "defender 2/2/6*").give(2, "ready", "defender 1/1/5*", "assistant 1/1/2")
    t.roll().until("defend")
    assert t.spoken("qr.faces") == [{"who": "Kirill", "n": 5}, {"who": "Kostya", "n": 2}]


def test_Q24_mighty_hag_caps_attackers_at_three() -> None:
    t = Table("mighty_witching_hag", "mighty_quake_dragon", "warrior")
    t.give(0, "ready", "quake_dragon 3/8/7**", "scavenging_goblin 1/2/2")
    t.give(1, "ready", "witching_hag 1/3/3", "assistant 1/1/2").roll().until("defend")
    assert left(t) == 3 + 2
    t.defend("witching_hag")
    assert t.spoken("qr.faces") == [{"who": "Kirill", "n": 5}]
    assert t.classes(1, "ready") == []  # 2 were left, though she is gone


def test_Q25_mighty_defender_makes_summons_dearer() -> None:
    t = Table("mighty_defender", "scavenging_goblin").give(1, "ready", "defender 3/2/8**")
    t.give(0, "bag", "scavenging_goblin").roll("scavenging_goblin 1/2/2")
    lying = t.player(0).pool[0]
    assert offers.summon_cost(Bench(t.state), 0, lying) == 3
    assert t.summon("scavenging_goblin").state.pot == 5 - 3


def test_Q26_three_growth_cantrips_are_four_captures() -> None:
    t = Table("growth_cantrip").give(0, "bag", *["growth"] * 3)
    t.roll(*["growth s"] * 3)
    for _ in range(3):
        t.use("growth")
    assert t.waits == "capture"
    assert (t.state.captures, t.state.pot) == (4, 3 + 6)
    t.do(*[a.Capture("assistant")] * 2, a.Capture("scavenging_goblin"), a.Capture("growth"))
    assert t.has(0, "used", "growth") == 4
    assert t.state.active == 1


def test_Q27_there_are_130_dice_and_53_cards() -> None:
    assert sum(die.count for die in library().dice.values()) == 130
    assert len(library().dice) == 18
    assert len(library().cards) == 53
    assert (len(library().deck("creature")), len(library().deck("spell"))) == (30, 20)
    for players in (2, 3, 4):
        assert len(Table(players=players).state.kinds) == 130
    assert len(wilds()) == 10
