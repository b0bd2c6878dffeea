"""What the rulebook leaves open, by name, with our answer as the default.

The comment gives the number of the question in the rules' list of ambiguities. Numbers 7, 8, 10, 11 and 13 leave
nothing to choose.
"""

from __future__ import annotations

from companion.rules.core import HouseRule

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("white_any_time", False, (False, True)),  # 1
    HouseRule("fainted_by_recovery", "turn_passes", ("turn_passes", "throws_first")),  # 2
    HouseRule("wake_health", "maximum", ("maximum", "one")),  # 3
    HouseRule("sworn_on_miss", "deals", ("deals", "needs_hit")),  # 4
    HouseRule("combo_miss", "adds_nothing", ("adds_nothing", "counts_as_miss")),  # 5
    HouseRule("reroll", "once", ("once", "every_time")),  # 6
    HouseRule("combo_bonuses", "once", ("once", "each_throw")),
    HouseRule("divine", "heals_and_hits", ("heals_and_hits", "only_heals")),  # 9
    HouseRule("tower_empty", "level_four", ("level_four", "no_monster")),  # 12
    HouseRule("counter_attack", "misses", ("misses", "all_damage")),
    HouseRule("retreat", True, (True, False)),  # DF-39 is optional
)
DEFAULTS: dict[str, int | str | bool] = {rule.name: rule.default for rule in HOUSE_RULES}
