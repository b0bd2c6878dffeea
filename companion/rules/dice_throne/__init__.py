"""Dice Throne. `GAME` is the game; this page says how to use it.

>>> from companion.rules.core import Adjust, Seat, TableDie
>>> from companion.rules.dice_throne import GAME
>>> from companion.rules.dice_throne.actions import Announce, Pass
>>> from companion.rules.dice_throne.state import Setup
>>> state = GAME.setup(Setup((Seat("Mia"), Seat("Tom")), ("barbarian", "moon_elf"), first=0))
>>> GAME.waits_for(state).prompt.id, GAME.waits_for(state).seats
('dt.wait.main1', (0,))

>>> state = GAME.apply(state, Pass())  # Mia attacks
>>> GAME.waits_for(state).dice
DiceWanted(kind='d6', count=5, fewest=5, attempt=1, attempts=3, kinds=())
>>> dice = [TableDie(die, "d6", face, thrown=True) for die, face in enumerate("11245")]
>>> state = GAME.apply(state, GAME.action_of_roll(state, dice))
>>> Announce("smack", 0) in GAME.legal_actions(state)
True
>>> GAME.apply(state, Announce("rage"))
Traceback (most recent call last):
    ...
companion.rules.errors.IllegalAction: ('dt.no.dice_do_not_fit', {})

>>> state = GAME.apply(state, Announce("smack", 0))
>>> [line.id for line in GAME.resolve(state, Pass()).lines]  # Tom does not touch the dice
['dt.activates']
>>> state = GAME.apply(state, Adjust(1, "health", -60))  # whatever happens, a player may overrule it
>>> GAME.outcome(state).winners
(0,)
>>> GAME.decode_state(GAME.encode_state(state)) == state
True

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
