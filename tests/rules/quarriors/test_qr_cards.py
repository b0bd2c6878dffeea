"""What every power card does, one test a card; those with an example of the rulebook are in the golden examples too."""

from __future__ import annotations

import pytest
from qr_table import Table

from companion.rules.core import Adjust, DiceWanted
from companion.rules.quarriors import GAME, strength
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.content import library


def left(t: Table) -> int:
    assert t.state.attack is not None
    return strength.left(t.state.attack)


def to_next_turn(t: Table) -> Table:
    turn = t.state.turn
    while t.state.turn == turn:
        t.go()
    return t


def test_there_is_a_test_for_every_card() -> None:
    tested = {name.removeprefix("test_card_") for name in globals() if name.startswith("test_card_")}
    assert tested == set(library().cards)


# Basic cards


def test_card_basic_quiddity() -> None:
    t = Table().roll(*["basic_quiddity q2"] * 6)
    assert t.state.pot == 12
    t.do(a.Put("basic_quiddity", "used:0", "wilds"), a.Capture("basic_quiddity"))
    assert t.state.active == 1  # for nothing, but it was the capture (QR-18)


def bag_of_kirill(*dice: str, rules: dict[str, bool] | None = None) -> Table:
    """Kirill rolls, with nothing but these in the bag."""
    return Table(rules=rules).clear(1, "bag").give(1, "bag", *dice).turn()


def test_card_assistant() -> None:
    t = Table().give(1, "ready", "assistant 1/1/2").turn()
    assert t.glory(1) == 1
    t = bag_of_kirill("assistant").roll("assistant r*")
    t.use("assistant").see("assistant q1")  # no other die: it rolls itself (ambiguity 12)
    assert t.state.pot == 1
    t = bag_of_kirill("assistant", rules={"assistant_alone": False}).roll("assistant r*")
    assert t.waits != "immediate"


def test_card_portal() -> None:
    t = Table().give(0, "bag", "portal").roll("portal d1").use("portal", "draw").see("assistant 1/1/2")
    assert t.has(0, "pool", "assistant") == 1
    # with nothing but Portals in bag and Used Pile, it may be turned to 1 quiddity
    t = bag_of_kirill("portal", "portal").roll("portal d2", "portal d1")
    turn = next(action for action in t.legal if isinstance(action, a.Use) and action.how == "turn")
    assert t.do(turn, a.Pass()).state.pot == 1
    t = bag_of_kirill("portal", "assistant").roll("portal d2", "assistant q1").use("portal", "draw")
    # the Portal itself lies in the Used Pile before dice are drawn: it comes back, and it is all there is
    assert GAME.waits_for(t.state).dice == DiceWanted("quarriors/portal", 1, 1)


# Death


@pytest.mark.parametrize(("face", "more"), [("s*", 2), ("s**", 3)])
def test_card_death_cantrip(face: str, more: int) -> None:
    t = Table("death_cantrip", "warrior").give(
        0, "ready", "warrior 1/2/3", "assistant 1/1/2", f"death {face}"
    )
    t.roll().cast("death")
    assert (t.numbers(0, "warrior")[0], t.numbers(0, "assistant")[0]) == (2 + more, 1 + more)
    to_next_turn(t)
    assert t.numbers(0, "warrior")[0] == 2
    # during the attack
    t = Table("death_cantrip", "warrior").give(0, "ready", "warrior 1/2/3", f"death {face}")
    t.give(1, "ready", "assistant 1/1/2", "assistant 1/1/2").roll().until("defend")
    t.cast("death", by=0)
    assert left(t) == 2 + more


def test_card_death_charm() -> None:
    t = Table("death_charm").give(0, "ready", "assistant 1/1/2", "death s*", "death s**").roll()
    t.cast("death", (0, "assistant")).cast("death", (0, "assistant"))  # several may be attached
    assert t.numbers(0, "assistant") == (1 + 3 + 5, 2 + 3 + 5)


def test_card_death_incantation() -> None:
    t = Table("death_incantation", "mighty_quake_dragon", "mighty_devotee")
    t.give(1, "ready", "quake_dragon 3/8/7**", "devotee 2/2/4*", "assistant 1/1/2")
    t.give(0, "ready", "death s*").roll()
    assert t.no(t.casting("death", (1, "quake_dragon"))) == "qr.no.target"  # level 3
    assert t.no(t.casting("death", (1, "devotee"))) == "qr.no.target"  # cannot be chosen by rivals' spells
    t.cast("death", (1, "assistant"))
    assert t.has(1, "used", "assistant") == t.has(0, "used", "death") == 1
    t.give(0, "ready", "death s**", "assistant 1/1/2").until("capture")
    t.cast("death", (1, "quake_dragon"))
    assert t.has(1, "used", "quake_dragon") == 1


def test_card_death_spell() -> None:
    t = Table("death_spell", "defender", "warrior", players=3).give(0, "ready", "death s*")
    t.give(1, "ready", "defender 3/2/8**", "warrior 1/2/3").give(
        2, "ready", "warrior 1/2/3", "assistant 1/1/2"
    )
    t.roll().cast("death")
    assert t.classes(1, "ready") == ["defender"]  # defence 8 cannot be chosen
    t.choose("assistant")
    assert t.classes(2, "ready") == ["warrior"]


# Growth


def test_card_growth_cantrip() -> None:
    t = Table("growth_cantrip").give(0, "bag", "growth").roll("growth s")
    assert t.no(a.Ready(t.die(0, "pool", "growth"))) == "qr.no.not_now"
    t.use("growth")
    assert (t.state.pot, t.state.captures) == (5 + 2, 2)
    t = Table("growth_cantrip").give(0, "bag", "growth").roll("growth s", "assistant 1/1/2").go()
    assert t.no(a.Ready(t.die(0, "pool", "growth"))) == "qr.no.spell"  # at once or not at all (QR-23)


def test_card_growth_charm() -> None:
    t = Table("growth_charm").give(0, "bag", "growth").roll("growth s").ready("growth").cast("growth")
    assert t.state.pot == 5 + 3


def test_card_growth_incantation() -> None:
    t = Table("growth_incantation").give(0, "bag", "growth")
    t.roll("growth s", "assistant q1", "assistant 1/1/2").use("growth")
    t.choose("basic_quiddity").choose("assistant")
    t.see("basic_quiddity q2", "assistant q1")
    assert t.state.pot == 2 + 2 + 1 + 2  # the card, the dice rolled again, and two that were not
    t = Table("growth_incantation").give(0, "bag", "growth").roll("growth s").use("growth").choose("none")
    assert t.state.pot == 5 + 2


def test_card_growth_spell() -> None:
    t = Table("growth_spell").give(0, "bag", "growth").roll("growth s").use("growth").see("basic_quiddity q2")
    assert t.state.pot == 5 + 2 + 2


# Life


def test_card_life_cantrip() -> None:
    t = (
        Table("life_cantrip")
        .give(0, "ready", "assistant 1/1/2", "life s")
        .roll()
        .cast("life", (0, "assistant"))
    )
    assert t.numbers(0, "assistant") == (1, 6)


def test_card_life_charm() -> None:
    t = Table("life_charm", "mighty_quake_dragon").give(0, "ready", "quake_dragon 1/4/4")
    t.give(1, "ready", "life s", "assistant 1/1/2", "assistant 1/1/2").roll().until("react")
    t.cast("life", by=1).until("defend").defend("assistant")
    assert t.has(1, "pool", "assistant") == 2
    to_next_turn(t)
    assert not t.player(1).saving


def test_card_life_incantation() -> None:
    t = Table("life_incantation", "warrior", players=3).give(0, "ready", "warrior 2/3/4", "assistant 1/1/2")
    t.give(1, "ready", "life s", "assistant 1/1/2").give(2, "ready", "assistant 1/1/2", "assistant 1/1/2")
    t.roll().until("react").cast("life", (0, "warrior"), by=1)
    assert t.spoken("qr.attacks") == [{"who": "Lena", "n": 1}]  # against everyone
    to_next_turn(t)
    assert t.numbers(0, "warrior")[0] == 3
    # in the middle of the attack
    t = Table("life_incantation", "warrior").give(0, "ready", "warrior 2/3/4", "assistant 1/1/2")
    t.give(1, "ready", "life s", "assistant 1/1/2", "scavenging_goblin 1/2/2").roll().until("react")
    t.go().cast("life", (0, "warrior"), by=1)
    assert t.spoken("qr.withstands")[0]["left"] == 1


def test_card_life_spell() -> None:
    t = Table("life_spell", "strong_warrior").give(0, "ready", "warrior 2/3/4")
    t.give(1, "ready", "life s", "assistant 1/1/2").roll().until("react").cast("life", by=1)
    assert t.spoken("qr.withstands")[0]["n"] == 6


# Shaping


def test_card_shaping_cantrip() -> None:
    t = Table("shaping_cantrip", "mighty_quake_dragon").give(0, "ready", "quake_dragon 1/4/4")
    t.give(1, "ready", "shaping s", "assistant 1/1/2").roll().until("ask")
    t.choose("spell")
    assert t.classes(1, "ready") == ["assistant"]  # back, and safe for this combat
    assert t.has(1, "used", "shaping") == 1
    assert t.state.attack is None
    assert t.state.hit == ()


def test_card_shaping_charm() -> None:
    t = Table("shaping_charm", "warrior", "devotee")
    t.give(0, "ready", "warrior 1/2/3", "devotee 1/0/3", "assistant 1/1/2", "shaping s").roll()
    t.cast("shaping").choose("face:2/2/4*")
    assert [c.face for c in t.player(0).ready] == ["2/3/4", "2/2/4*", "1/1/2"]


def test_card_shaping_incantation() -> None:
    t = Table("shaping_incantation", "scavenging_goblin", "witching_hag", "warrior")
    t.give(0, "ready", "scavenging_goblin 1/2/2", "shaping s").roll().cast(
        "shaping", (0, "scavenging_goblin")
    )
    to_next_turn(t).turn()
    t.choose("scavenging_goblin")  # costs 2: now up to 5
    assert "card:quake_dragon" not in [o.key for o in t.state.stack[-1].options]  # type: ignore[union-attr]
    t.choose("witching_hag")
    assert t.has(0, "used", "witching_hag") == 1
    assert t.has(0, "used", "scavenging_goblin") == 0


def test_card_shaping_spell() -> None:
    t = Table("shaping_spell", "life_cantrip", "death_charm").give(0, "ready", "shaping s", "shaping s")
    t.give(1, "ready", "assistant 1/1/2", "death s*").roll()
    t.do(a.Cast(0, t.die(0, "spells", "shaping"), t.die(1, "spells", "death")))
    assert t.has(1, "used", "death") == 1
    # an attached spell, too
    t = (
        Table("shaping_spell", "life_cantrip")
        .give(0, "ready", "assistant 1/1/2", "life s", "shaping s")
        .roll()
    )
    t.cast("life", (0, "assistant"))
    t.do(a.Cast(0, t.die(0, "spells", "shaping"), t.player(0).ready[0].spells[0].die))
    assert t.numbers(0, "assistant") == (1, 2)


# Victory


def test_card_victory_cantrip() -> None:
    t = Table("victory_cantrip").give(0, "ready", "assistant 1/1/2", "victory s").roll()
    t.cast("victory", (0, "assistant"))
    to_next_turn(t).turn()
    assert t.glory(0) == 1 + 2


def test_card_victory_charm() -> None:
    t = Table("victory_charm").give(1, "ready", "assistant 1/1/2", "assistant 1/1/2", "victory s").turn()
    t.until("roll").roll().cast("victory")
    assert t.glory(1) == 2 + 2


def test_card_victory_incantation() -> None:
    t = (
        Table("victory_incantation")
        .give(0, "ready", "victory s")
        .do(Adjust(0, "glory", 17))
        .roll()
        .cast("victory")
    )
    assert t.glory(0) == 20
    assert t.outcome is not None
    rules = {"glory_of_spells": "wins_when_scoring"}
    t = Table("victory_incantation", rules=rules).give(0, "ready", "victory s").do(Adjust(0, "glory", 17))
    assert t.roll().cast("victory").outcome is None


def test_card_victory_spell() -> None:
    t = Table("victory_spell", "mighty_quake_dragon", players=4).give(
        0, "ready", "quake_dragon 1/4/4", "victory s"
    )
    for seat in (1, 2):
        t.give(seat, "ready", "assistant 1/1/2")
    t.roll("assistant 1/1/2")
    assert t.no(t.casting("victory")) == "qr.no.own_turn"  # before the attack
    t.until("capture").cast("victory")
    assert t.glory(0) == 2


# Goblins and Spirits


def test_card_scavenging_goblin() -> None:
    t = Table("scavenging_goblin").give(0, "bag", "scavenging_goblin", "scavenging_goblin")
    t.roll("scavenging_goblin 1/2/2", "scavenging_goblin 1/2/2*")
    plain = next(lying.die for lying in t.player(0).pool if lying.face == "1/2/2")
    assert t.do(a.Summon(plain)).state.pot == 4 - 1
    assert t.summon("scavenging_goblin").state.pot == 3 - 1 + 1


def test_card_strong_scavenging_goblin() -> None:
    t = Table("strong_scavenging_goblin").give(1, "ready", "scavenging_goblin 1/2/2*", "assistant 1/1/2")
    assert t.numbers(1, "scavenging_goblin") == (2, 3)
    t = Table("strong_scavenging_goblin").give(1, "ready", "scavenging_goblin 1/2/2", "assistant 1/1/2")
    assert t.numbers(1, "scavenging_goblin") == (2, 2)


def test_card_mighty_scavenging_goblin() -> None:
    t = Table("mighty_scavenging_goblin", "warrior").give(0, "ready", "warrior 1/2/3")
    t.give(1, "ready", "scavenging_goblin 1/2/2*").roll()
    assert GAME.waits_for(t.state).seats == (1,)
    t.do(a.Show("assistant"), a.Show("basic_quiddity"))
    assert t.classes(1, "pool") == ["assistant", "basic_quiddity"]
    assert all(not lying.face for lying in t.player(1).pool)


def test_card_ghostly_spirit() -> None:
    t = Table("ghostly_spirit", "warrior").give(0, "ready", "warrior 1/2/3").give(1, "used", "basic_quiddity")
    t.give(1, "ready", "ghostly_spirit 1/2/2").roll().choose("cull")
    assert t.classes(1, "ready") == ["ghostly_spirit"]
    assert t.has(1, "used", "basic_quiddity") == 0
    t = Table("ghostly_spirit", "warrior").give(0, "ready", "warrior 1/2/3")
    t.give(1, "ready", "ghostly_spirit 1/2/2").roll()
    assert t.has(1, "used", "ghostly_spirit") == 1  # there is nothing to cull


def test_card_strong_ghostly_spirit() -> None:
    t = Table("strong_ghostly_spirit", "warrior").give(0, "ready", "warrior 1/2/3")
    t.give(1, "ready", "ghostly_spirit 1/2/2").roll()
    assert t.classes(1, "pool") == ["ghostly_spirit"]


def test_card_mighty_ghostly_spirit() -> None:
    for face, zone in (("1/2/2", "ready"), ("q2", "used")):
        t = Table("mighty_ghostly_spirit", "warrior").give(0, "ready", "warrior 1/2/3")
        t.give(1, "ready", "ghostly_spirit 1/2/2").roll()
        assert t.classes(1, "aside") == ["ghostly_spirit"]
        to_next_turn(t)
        t.do(a.Put("warrior", "ready:0", "used:0")).give(0, "ready", "assistant 1/1/2")
        t.give(1, "ready", "warrior 1/2/3").roll()
        t.see(f"ghostly_spirit {face}")
        assert t.has(1, zone, "ghostly_spirit") == 1
    # a Mighty Defender's surcharge also hits what is free
    t = Table("mighty_ghostly_spirit", "mighty_defender", "warrior").give(0, "aside", "ghostly_spirit")
    t.give(0, "ready", "warrior 1/2/3").give(1, "ready", "defender 3/2/8**", "assistant 1/1/2").roll()
    t.defend("assistant").see("ghostly_spirit 2/3/3").choose("pay")
    assert t.state.pot == 6 - 2


# Hags


def test_card_witching_hag() -> None:
    t = Table("witching_hag").give(0, "ready", "witching_hag 2/4/5")
    t.give(1, "ready", "assistant 1/1/2", "assistant 1/1/2").roll().defend("assistant")
    assert t.state.pot == 6 + 2


def test_card_strong_witching_hag() -> None:
    t = Table("strong_witching_hag", "scavenging_goblin")
    t.give(1, "ready", "witching_hag 1/3/3", "scavenging_goblin 1/2/2").turn()
    t.choose("scavenging_goblin")  # one scored in the same turn
    assert t.classes(1, "pool") == ["scavenging_goblin"]


def test_card_mighty_witching_hag() -> None:
    t = Table("mighty_witching_hag", "mighty_quake_dragon", players=3).give(
        0, "ready", "quake_dragon 3/8/7**"
    )
    t.give(1, "ready", "witching_hag 2/4/5", "assistant 1/1/2").give(2, "ready", "assistant 1/1/2").roll()
    assert left(t) == 3
    t.defend("witching_hag")
    assert t.spoken("qr.faces")[1] == {"who": "Kostya", "n": 8}


# Devotees


def test_card_devotee() -> None:
    t = Table("devotee").give(1, "ready", "devotee 2/2/4*")
    assert t.numbers(1, "devotee") == (2, 6)


def test_card_strong_devotee() -> None:
    t = Table("strong_devotee", "life_spell", "death_spell").give(1, "ready", "devotee 2/2/4*").turn()
    assert [o.key for o in t.state.stack[-1].options].count("card:death") == 0  # type: ignore[union-attr]
    t.choose("life")
    assert t.has(1, "bag", "life") == 1


def test_card_mighty_devotee() -> None:
    t = Table("mighty_devotee", "life_cantrip", "warrior").give(1, "ready", "assistant 1/1/2", "life s")
    t.turn().until("roll")
    t.give(1, "ready", "assistant 1/1/2").roll()
    t.cast("life", (1, "assistant"))
    to_next_turn(t)
    t.give(0, "ready", "devotee 2/2/4*")
    assert t.numbers(0, "devotee") == (2, 7)
    t.roll()
    assert t.classes(1, "ready") == []  # its defence of 6 counts 2
    assert t.spoken("qr.withstands") == []


# Warriors


def test_card_warrior() -> None:
    t = Table("warrior").give(0, "ready", "warrior 1/2/3").give(1, "ready", "assistant 1/1/2").roll()
    assert t.spoken("qr.faces") == [{"who": "Kirill", "n": 5}]


def test_card_strong_warrior() -> None:
    t = Table("strong_warrior").give(1, "ready", "warrior 1/2/3", "warrior 1/2/3", "assistant 1/1/2")
    assert t.numbers(1, "assistant") == (3, 4)
    assert t.numbers(1, "warrior") == (3, 4)


def test_card_mighty_warrior() -> None:
    t = Table("mighty_warrior", players=3).give(0, "bag", "warrior", "warrior")
    t.give(1, "ready", "warrior 1/2/3", "assistant 1/1/2").give(2, "ready", "warrior 2/3/4")
    t.roll("warrior 1/2/3", "warrior 1/2/3", "assistant 1/1/2").summon("warrior")
    assert t.classes(1, "ready") == ["assistant"]
    assert t.classes(2, "ready") == []
    assert t.no(a.Summon(t.die(0, "pool", "warrior"))) == "qr.no.once"
    summons = [action.die for action in t.legal if isinstance(action, a.Summon)]
    assert [t.state.kinds[die] for die in summons] == ["assistant"]


# Deathdealers


def test_card_deathdealer() -> None:
    t = (
        Table("deathdealer", "quake_dragon")
        .give(1, "ready", "deathdealer 1/3/2")
        .give(0, "used", "quake_dragon")
        .turn()
    )
    t.choose("quake_dragon")
    assert t.has(1, "used", "quake_dragon") == t.has(0, "used", "deathdealer") == 1


def test_card_strong_deathdealer() -> None:
    for rules, glory in (({}, 2), ({"strong_deathdealer_scores": False}, 0)):
        t = Table("strong_deathdealer", rules=rules).give(0, "ready", "deathdealer 1/3/2")
        t.give(1, "ready", "assistant 1/1/2").roll()
        assert t.glory(0) == glory
        assert t.waits == "capture"  # no cull (ambiguity 2)
    t = Table("strong_deathdealer", rules={"deathdealer_culls": True}).give(0, "ready", "deathdealer 1/3/2")
    assert t.give(1, "ready", "assistant 1/1/2").roll().waits == "cull"


def test_card_mighty_deathdealer() -> None:
    t = Table("mighty_deathdealer", players=3).give(0, "ready", "deathdealer 2/4/4")
    for seat in (1, 2):
        t.give(seat, "ready", "assistant 1/1/2", "assistant 1/1/2", "assistant 1/1/2")
    t.roll().defend("assistant")
    assert left(t) == 4 - 2 + 4
    t.defend("assistant")  # the second gives nothing back; the third falls, too
    assert t.classes(1, "ready") == []
    t.defend("assistant")
    assert left(t) == 4 - 2 + 4  # the first of every rival


# Defenders


@pytest.mark.parametrize("face", ["1/1/5*", "3/2/8**"])
def test_card_defender(face: str) -> None:
    t = Table("defender").give(1, "ready", f"defender {face}", "assistant 1/1/2", "assistant 1/1/2").turn()
    assert t.glory(1) == 2 + 2 + 1 + 1


def test_card_strong_defender() -> None:
    t = Table("strong_defender").give(1, "ready", "defender 2/2/6*").turn().do(a.Show("basic_quiddity"))
    assert t.waits == "cull"  # drawing comes before culling (ambiguity 6)
    t = (
        Table("strong_defender", rules={"culls": "before_abilities"})
        .give(1, "ready", "defender 2/2/6*")
        .turn()
    )
    assert t.waits == "cull"
    assert t.classes(1, "pool") == []


def test_card_mighty_defender() -> None:
    t = (
        Table("mighty_defender")
        .give(1, "ready", "defender 1/1/5*")
        .roll("assistant 1/1/2")
        .summon("assistant")
    )
    assert t.state.pot == 5 - 2


# Oozes


def test_card_ooze() -> None:
    t = Table("ooze").give(1, "ready", "ooze 2/?/?")
    assert t.classes(1, "ready") == []  # no Basic Quiddity: destroyed
    t = Table("ooze").give(1, "used", *["basic_quiddity"] * 3).give(1, "ready", "ooze 2/?/?")
    assert t.numbers(1, "ooze") == (3, 3)


def test_card_strong_ooze() -> None:
    t = (
        Table("strong_ooze", "mighty_quake_dragon")
        .give(0, "bag", "ooze")
        .give(1, "ready", "quake_dragon 3/8/7**")
    )
    t.roll("ooze 2/?/?").summon("ooze")
    assert t.numbers(0, "ooze") == (8, 7 + 2)
    t.until("capture").do(a.Put("quake_dragon", "ready:1", "used:1")).give(1, "ready", "assistant 1/1/2")
    assert t.numbers(0, "ooze") == (8, 9)  # it keeps the copy
    assert not any(isinstance(action, a.Change) for action in t.legal)  # it has chosen in this turn
    to_next_turn(t).until("roll")
    t.give(1, "ready", "assistant 1/1/2").roll("assistant 1/1/2")
    change = next(action for action in t.legal if isinstance(action, a.Change))
    assert change.seat == 0  # once in every player's turn
    t.do(change)
    assert t.numbers(0, "ooze") == (1, 2)
    assert not any(isinstance(action, a.Change) for action in t.legal)
    to_next_turn(t)
    assert t.glory(0) == 1  # it copies the glory, too

    t = Table("strong_ooze").give(0, "bag", "ooze").roll("ooze 2/?/?").summon("ooze")
    assert t.numbers(0, "ooze") == (0, 5)


def test_card_mighty_ooze() -> None:
    t = (
        Table("mighty_ooze")
        .give(1, "ready", "ooze 2/?/?", "assistant 1/1/2")
        .give(0, "ready", "assistant 1/1/2")
    )
    assert t.numbers(1, "ooze") == (3, 3)


# Dragons


def test_card_quake_dragon() -> None:
    t = Table("quake_dragon", "warrior", players=3).give(0, "ready", "quake_dragon 1/4/4")
    t.give(1, "ready", "assistant 1/1/2", "warrior 2/3/4").give(2, "ready", "warrior 1/2/3").roll()
    assert t.classes(1, "ready") == []  # the Assistant at once, then the Warrior: 4 against 4
    assert t.classes(2, "ready") == []
    t = (
        Table("quake_dragon")
        .give(0, "ready", "quake_dragon 2/6/6*")
        .give(1, "ready", *["assistant 1/1/2"] * 4)
    )
    assert len(t.roll().player(1).ready) == 4  # with a burst it has to be absorbed


def test_card_strong_quake_dragon() -> None:
    t = Table("strong_quake_dragon", "defender").give(0, "ready", "assistant 1/1/2", "defender 3/2/8**")
    t.give(1, "ready", "quake_dragon 1/4/4", "assistant 1/1/2").roll()
    assert t.spoken("qr.faces") == [{"who": "Kirill", "n": 2}]
    for rules, cost in (({}, 9), ({"strong_quake_dragon": "8-4"}, 8)):
        t = Table("strong_quake_dragon", "growth_charm", rules=rules).give(0, "ready", "growth s")
        t.do(Adjust(0, "quiddity", 20), Adjust(0, "captures", 1)).roll().until("capture")
        pot = t.state.pot
        t.do(a.Capture("quake_dragon"))
        assert library().cards["strong_quake_dragon"].provisional
        assert pot - t.state.pot == cost


def test_card_mighty_quake_dragon() -> None:
    for face, numbers, glory in (("2/6/6*", (6, 7), 4), ("3/8/7**", (8, 9), 6), ("1/4/4", (4, 4), 4)):
        t = Table("mighty_quake_dragon").give(1, "ready", f"quake_dragon {face}")
        assert t.numbers(1, "quake_dragon") == numbers
        assert t.turn().glory(1) == glory


# Wizards


def test_card_questing_wizard() -> None:
    t = (
        Table("questing_wizard")
        .give(0, "bag", "questing_wizard")
        .roll("questing_wizard q2*")
        .use("questing_wizard")
    )
    t.see("questing_wizard q2", "basic_quiddity q2")
    assert t.state.pot == 5 + 2 + 2
    t = Table("questing_wizard").give(1, "ready", "questing_wizard 3/4/8**")
    assert t.numbers(1, "questing_wizard") == (4, 9)
    assert t.turn().glory(1) == 4
    for drawn in (1, 2):
        t = Table("questing_wizard", rules={"wizard_draw": drawn}).give(0, "bag", "questing_wizard")
        t.roll("questing_wizard q1+d1").use("questing_wizard", "draw")
        assert t.state.pot == 1  # both symbols count
        wanted = GAME.waits_for(t.state).dice
        assert wanted is not None
        assert wanted.count == drawn


def test_card_strong_questing_wizard() -> None:
    t = Table("strong_questing_wizard", "life_spell").give(
        1, "ready", "questing_wizard 1/2/5", "life s", "life s"
    )
    t.turn().until("ask").choose("life").choose("life")
    assert t.glory(1) == 3 + 2
    assert t.classes(1, "spells") == []
    assert len(t.state.wilds["life"]) == 5


def test_card_mighty_questing_wizard() -> None:
    t = Table("mighty_questing_wizard").give(1, "ready", "questing_wizard 2/3/6").turn().until("roll").roll()
    t.until("capture")
    assert t.state.captures == 2
    pot = t.state.pot
    t.do(a.Capture("portal"))
    assert t.state.pot == pot - 2
    t = Table("mighty_questing_wizard").give(0, "bag", "questing_wizard")
    t.roll("questing_wizard q2*").use("questing_wizard")
    assert t.has(0, "used", "questing_wizard") == 1
    wanted = GAME.waits_for(t.state).dice
    assert wanted is not None
    assert wanted.count == 2
