"""Dice Throne. `GAME` is the game; this page says how to use it.

Setup: `Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "moon_elf"), mode="duel", first=-1)`.
Modes: "duel" (2 seats), "teams" (4 or 6, the first half of the seats against the second), and
"king_of_the_hill" (3 to 6). `first=-1` lets everybody roll a die for the first turn. `dice="d6"` plays with
pip dice, `dice="hero"` with the heroes' own taught dice, kinds "dice_throne.barbarian" and so on; in both,
faces are "1" to "6". `rules` are house rules (`GAME.house_rules`), `answers` numbers the players told before.

State: `DiceThroneState` (state.py). For a screen: `fighters[seat]` (hero, team, cp, hand, tokens, levels,
out), `health[fighters[seat].team]`, `turn`, `active`, `phase` (one of PHASES), `pools` (dice on the table:
owner, purpose, values, identities; the first is the offensive roll), `attempts` of `allowed`, `announced`,
`target`, `packets` (damage on its way). `damage.bills(state)` adds the packets up line by line, before they
are applied.

Actions (actions.py): `Roll`, `Pass`, `Announce`, `Target`, `Defend`, `Spend`, `Play`, `Upgrade`, `Sell`,
`Choose`, `Tell`, `Adjust`. `legal_actions` lists all but rolls and adjustments; `label` gives the words for a
button. Counters for `Adjust`: "health", "cp", "hand", "deck", "token.<status>".

Odds: `odds.board(state)` tells for every ability how likely it is and which dice to keep for it.
"""

from companion.rules.dice_throne.game import DiceThrone

GAME = DiceThrone()
