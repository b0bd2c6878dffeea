"""Every house rule: what its default does, and what the other choice does."""

from __future__ import annotations

from typing import Any

import pytest
from dt_table import Table

from companion.rules.core import Seat
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.setup import first_state
from companion.rules.dice_throne.state import Setup
from companion.rules.errors import IllegalAction

COVERED: set[str] = set()


def both(name: str, play: Any) -> tuple[Any, Any]:
    """What `play` finds under the default and under the other choice."""
    COVERED.add(name)
    rule = next(rule for rule in GAME.house_rules if rule.name == name)
    assert rule.choices[0] == rule.default
    return play({}), play({name: rule.choices[1]})


def hill(rules: dict[str, Any], *health: int) -> Table:
    t = Table("barbarian", "barbarian", "barbarian", mode="king_of_the_hill", rules=rules)
    for seat, value in enumerate(health):
        t.put(seat, health=value)
    return t


def test_negative_subtotal() -> None:
    def play(rules: dict[str, Any]) -> int:
        t = Table("barbarian", "barbarian", rules=rules).put(1, cp=5)
        t.attack("smack", 1, 1, 2, 4, 5).until("defend").play(1, "not_this_time").choose("seat:1")
        assert t.bill.final == 0
        return t.bill.subtotal

    assert both("negative_subtotal", play) == (0, -2)


def test_heal_with_damage() -> None:
    def play(rules: dict[str, Any]) -> int:
        t = Table("barbarian", "barbarian", rules=rules).put(1, health=58)
        t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(4, 4, 5).until("main2")
        return t.health(1)

    assert both("heal_with_damage", play) == (60, 56)


def test_first_player_tie() -> None:
    def play(rules: dict[str, Any]) -> int:
        return Table("barbarian", "barbarian", first=-1, rules=rules).roll(4).roll(4).state.turn

    assert both("first_player_tie", play) == (0, 1)


def test_king_card_for() -> None:
    def play(rules: dict[str, Any]) -> int:
        t = Table("moon_elf", "barbarian", "barbarian", mode="king_of_the_hill", rules=rules)
        t.put(0, levels={"eclipse": 2})
        t.attack("eclipse", 6, 6, 6, 1, 4, tier=0).until("target").do(a.Target(1))  # statuses, no damage
        return t.hand(0)

    assert both("king_card_for", play) == (4, 5)


def test_leaders_counted() -> None:
    def play(rules: dict[str, Any]) -> int:
        t = hill(rules, 20, 30, 10)  # at the start of the turn all were at 35
        t.attack("smack", 1, 1, 2, 4, 5).until("target").do(a.Target(2))
        return t.hand(0)

    assert both("leaders_counted", play) == (4, 5)


def test_stun_without_damage() -> None:
    def play(rules: dict[str, Any]) -> str:
        t = Table("pyromancer", "barbarian", rules=rules).put(0, levels={"meteorite": 2})
        t.attack("meteorite", 6, 6, 6, 1, 4, tier=0).until("attempts", "main2")
        assert t.tokens(1, "stun") == 0
        return t.window

    assert both("stun_without_damage", play) == ("attempts", "main2")


def test_threshold_on() -> None:
    def play(rules: dict[str, Any]) -> bool:
        t = (
            Table("barbarian", "barbarian", rules=rules)
            .put(0, tokens={"crit": 1})
            .put(1, tokens={"bounty": 1})
        )
        t.attack("smack", 1, 1, 2, 4, 5).until("defend")  # base 4, with Bounty 5
        return a.Spend(0, "crit") in GAME.legal_actions(t.state)

    assert both("threshold_on", play) == (False, True)


def test_avoid_when() -> None:
    def play(rules: dict[str, Any]) -> bool:
        t = Table("barbarian", "moon_elf", rules=rules).put(1, tokens={"evasive": 1})
        t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(1, 1, 6, 6, 6).until("last")
        return a.Spend(1, "evasive") in GAME.legal_actions(t.state)

    assert both("avoid_when", play) == (True, False)


def test_bounty_cp() -> None:
    def play(rules: dict[str, Any]) -> tuple[int, int]:
        t = (
            Table("barbarian", "moon_elf", rules=rules)
            .put(0, cp=0)
            .put(1, tokens={"bounty": 1, "evasive": 1})
        )
        t.attack("smack", 1, 1, 2, 4, 5).until("defend").spend(1, "evasive").roll(1).until("main2")
        hit = Table("barbarian", "moon_elf", rules=rules).put(0, cp=0).put(1, tokens={"bounty": 1})
        hit.attack("smack", 1, 1, 2, 4, 5).until("main2")
        return t.cp(0), hit.cp(0)

    assert both("bounty_cp", play) == ((1, 1), (0, 1))


def test_reduced_to_zero() -> None:
    def play(rules: dict[str, Any]) -> bool:
        t = Table("barbarian", "barbarian", rules=rules).put(0, cp=5).put(1, cp=5)
        t.attack("smack", 1, 1, 2, 4, 5).until("defend").play(1, "not_this_time").choose("seat:1")
        return a.Play(0, "get_some") in GAME.legal_actions(t.state)

    assert both("reduced_to_zero", play) == (True, False)


def test_spend_order() -> None:
    def play(rules: dict[str, Any]) -> str:
        t = Table("barbarian", "barbarian", rules=rules).attack("sturdy_blow", 1, 1, 6, 6, 4).go(0)
        return t.window

    assert both("spend_order", play) == ("last", "main2")


def test_sell_below_limit() -> None:
    def play(rules: dict[str, Any]) -> bool:
        t = Table("barbarian", "barbarian", rules=rules).put(0, hand=7).go().go().go().do(a.Sell())
        return a.Sell() in GAME.legal_actions(t.state)

    assert both("sell_below_limit", play) == (True, False)


def test_transfer_at_limit() -> None:
    def play(rules: dict[str, Any]) -> int:
        t = (
            Table("barbarian", "barbarian", rules=rules)
            .put(0, cp=5, tokens={"burn": 1})
            .put(1, tokens={"burn": 1})
        )
        t.play(0, "transference")
        if t.question:
            t.choose("0:burn")
        return t.tokens(0, "burn") + t.tokens(1, "burn")

    assert both("transfer_at_limit", play) == (1, 2)


def five(mode: str, rules: dict[str, Any]) -> tuple[int, ...] | None:
    try:
        setup = Setup(tuple(Seat(str(n)) for n in range(5)), ("barbarian",) * 5, mode, 0, rules=rules)
        return tuple(fighter.team for fighter in first_state(setup).fighters)
    except IllegalAction:
        return None


def test_uneven_teams() -> None:
    assert both("uneven_teams", lambda rules: five("teams", rules)) == (None, (0, 0, 0, 1, 1))


def test_team_order() -> None:
    def play(rules: dict[str, Any]) -> tuple[int, ...]:
        return Table(*["barbarian"] * 4, mode="teams", rules=rules).state.order

    assert both("team_order", play) == ((0, 2, 1, 3), (0, 1, 2, 3))


def test_king_players() -> None:
    assert both("king_players", lambda rules: five("king_of_the_hill", rules)) == ((0, 1, 2, 3, 4), None)


def test_then_pause() -> None:
    def play(rules: dict[str, Any]) -> str:
        t = Table("pyromancer", "barbarian", rules=rules).go().roll(1, 2, 3, 4, 6).announce("hot_streak")
        return t.until_not("announced").window

    assert both("then_pause", play) == ("then", "defend")


def test_doubloons_at_start() -> None:
    def play(rules: dict[str, Any]) -> int:
        return Table("cursed_pirate", "barbarian", rules=rules).tokens(0, "cursed_doubloon")

    assert both("doubloons_at_start", play) == (2, 3)


def test_bleed_rolls() -> None:
    def play(rules: dict[str, Any]) -> str:
        t = (
            Table("barbarian", "barbarian", rules=rules)
            .put(1, tokens={"bleed": 2})
            .go()
            .go()
            .go()
            .roll(6)
            .leave()
        )
        return t.window

    assert both("bleed_rolls", play) == ("", "main1")


def test_constrict() -> None:
    def play(rules: dict[str, Any]) -> tuple[int, int]:
        t = Table("barbarian", "barbarian", rules=rules).put(0, cp=2, tokens={"constrict": 1}).go()
        if t.question:
            t.choose("no")
        allowed = t.state.allowed
        t.roll(1, 2, 3, 4, 6).roll(1, 2, 3, 4, 5, keep=4)
        return allowed, t.cp(0)

    assert both("constrict", play) == ((2, 2), (3, 1))


def test_no_house_rule_is_forgotten() -> None:
    if len(COVERED) < 2:
        pytest.skip("runs after the others")
    assert {rule.name for rule in GAME.house_rules} == COVERED
