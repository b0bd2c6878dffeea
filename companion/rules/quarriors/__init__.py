"""Quarriors (base set). `GAME` is the game; this page says how to use it.

Setup: `Setup(seats=(Seat("Lena"), Seat("Kirill")), wilds=(…), first=0, rules={})`, two to four seats. `wilds` are
the ten cards that the players dealt, or the whole decks in a shuffled order: the class rule takes what it needs
(`content.library().deck("creature")` and `deck("spell")` are what is shuffled). Without `wilds` the game waits for
the cards: `Reveal` tells one, `Deal` a shuffled deck. `rules` are house rules (`GAME.house_rules`).

State: `QuarriorsState` (state.py). A die is a number from 0 to 129, `kinds[die]` its class, and it lies in one zone:
`box`, `wilds[class]`, or of a player `bag`, `pool`, `ready` (with the spells attached), `spells`, `used`, `aside`. The
top of `stack` is what is waited for. For a screen: `board.board(state)` has the pool with what each die may do, the
Wilds with today's costs, and every collection counted.

Dice: the companion knows what is in the bag and learns from a roll what was drawn. Kinds are "quarriors/<class>", faces
as dice.toml writes them ("q1", "d2", "1/2/2*"); `GAME.die_kinds(state)` are the kinds that the roll can hold. `Roll` is
what the camera sees, `Show` one die by touch. A roll that does not add up is kept, and `Settle` says what is right.

Actions (actions.py): `Reveal`, `Deal`, `Roll`, `Show`, `Settle`, `Use`, `Ready`, `Summon`, `Cast`, `Change`, `Defend`,
`Cull`, `Capture`, `Discard`, `Choose`, `Pass`; at any time `Put` (where a die really is) and `Adjust`. Counters:
"glory", "quiddity", "captures", "bag.<class>", "used.<class>".
"""

from companion.rules.quarriors.game import Quarriors

GAME = Quarriors()
