"""What the rulebooks leave open, by name, with our answer as the default.

The comment gives the number of the question in the rules' list of ambiguities, or of the contradiction (X).
"""

from __future__ import annotations

from companion.rules.core import HouseRule

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("negative_subtotal", "clamp", ("clamp", "keep")),  # 1
    HouseRule("heal_with_damage", "net_first", ("net_first", "cap_healing_first")),  # 2
    HouseRule("first_player_tie", "reroll", ("reroll", "first_seat")),  # 3
    HouseRule("king_card_for", "attack", ("attack", "any_ability")),  # 4
    HouseRule("leaders_counted", "at_target_choice", ("at_target_choice", "at_turn_start")),  # 5
    HouseRule("stun_without_damage", "counts_as_attack", ("counts_as_attack", "needs_damage")),  # 6
    HouseRule("threshold_on", "base", ("base", "subtotal")),  # 7: Crit
    HouseRule("avoid_when", "any_time", ("any_time", "before_defence_roll")),  # 8
    HouseRule("bounty_cp", "when_attacked", ("when_attacked", "when_damaged")),  # 9
    HouseRule("reduced_to_zero", "still_attack", ("still_attack", "no_attack")),  # 10
    HouseRule("spend_order", "in_turn", ("in_turn", "together")),  # 11
    HouseRule("sell_below_limit", True, (True, False)),  # 12
    HouseRule("transfer_at_limit", "returned", ("returned", "refused")),  # 13
    HouseRule("uneven_teams", False, (False, True)),  # 14: five players
    HouseRule("team_order", "alternate", ("alternate", "clockwise")),  # 15
    HouseRule("king_players", "three_to_six", ("three_to_six", "three")),  # X1
    HouseRule("then_pause", "between", ("between", "after")),  # X13: where the pause of "Then" lies (DT-72)
    HouseRule("doubloons_at_start", 2, (2, 3)),  # RU says 2, another source 3
    HouseRule("bleed_rolls", "each_token", ("each_token", "once")),
    HouseRule("constrict", "one_fewer", ("one_fewer", "pay_each")),
)
DEFAULTS: dict[str, int | str | bool] = {rule.name: rule.default for rule in HOUSE_RULES}
