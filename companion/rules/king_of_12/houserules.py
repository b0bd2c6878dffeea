"""What the rulebook leaves open, by name, with our answer as the default.

The comment gives the number of the question in the rules' list of ambiguities. Numbers 11 and 13 leave
nothing to choose: whether Golem or Oracle comes first never shows, for they lie before different players;
and a round ends in the same way, whichever of its two conditions came true.
"""

from __future__ import annotations

from companion.rules.core import HouseRule

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("turn_after_virtual", "resets", ("resets", "keeps_change")),  # 1
    HouseRule("lady_compares", "before_effects", ("before_effects", "after_effects")),  # 2
    HouseRule("lady_ties", "any_two", ("any_two", "extremes")),  # 3
    HouseRule("lady_empty_victim", "nothing", ("nothing", "next_highest")),  # 4
    HouseRule("zero_can_win_round", True, (True, False)),  # 5
    HouseRule("cheater_with_knight", "second_lowest", ("second_lowest", "second_highest")),  # 6
    HouseRule("collector_with_cheater", "swapped", ("swapped", "full_points")),  # 7
    HouseRule("collector_alone", "wins", ("wins", "nothing")),  # 8
    HouseRule("faun_ties_again", "cancelled", ("cancelled", "next_face")),  # 9
    HouseRule("no_tokens_left", "pay_with_ones", ("pay_with_ones", "unlimited")),  # 10
    HouseRule("lady_stops", "all_cards", ("all_cards", "not_first_and_last")),  # 12: Merchants and Oracle
    HouseRule("last_card", "never_played", ("never_played", "played")),  # 14
    HouseRule("tournament_up_to", 16, (16, 6)),  # 15: the heading says 6, the table 16
    HouseRule("tournament_eight_points", True, (True, False)),  # whether 8 points end a tournament's round
)
DEFAULTS: dict[str, int | str | bool] = {rule.name: rule.default for rule in HOUSE_RULES}
