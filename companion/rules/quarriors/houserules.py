"""What the rulebooks leave open, by name, with our answer as the default.

The comment gives the number of the question in the rules' list of ambiguities, where it has one.
"""

from __future__ import annotations

from companion.rules.core import HouseRule

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("strong_deathdealer_scores", True, (True, False)),  # 1: the card, or the rulebook's example
    HouseRule("deathdealer_culls", False, (False, True)),  # 2
    HouseRule("saved_defends_again", False, (False, True)),  # 3
    HouseRule("spell_without_target", False, (False, True)),  # 4
    HouseRule("burst_quiddity", "for_all", ("for_all", "for_captures")),  # 5
    HouseRule("culls", "after_abilities", ("after_abilities", "before_abilities")),  # 6
    HouseRule("culled_basics", "to_card", ("to_card", "to_box")),  # 8
    HouseRule("assistant_alone", True, (True, False)),  # 12
    HouseRule(
        "ready_spells", "may", ("may", "all")
    ),  # QR-15: the rulebook says "all" in a phase one may skip
    HouseRule("glory_of_spells", "wins_at_once", ("wins_at_once", "wins_when_scoring")),  # QR-24
    HouseRule("wizard_draw", 1, (1, 2)),  # sources differ on the Questing Wizard's die
    HouseRule("strong_quake_dragon", "9-3", ("9-3", "8-4")),  # sources differ on cost and glory
)
DEFAULTS: dict[str, int | str | bool] = {rule.name: rule.default for rule in HOUSE_RULES}
