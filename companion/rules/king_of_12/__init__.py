"""King of 12 ("Дюжина короля"). `GAME` is the game; this page says how to use it.

Setup: `Setup(seats=(Seat("Lea"), Seat("Mia"), Seat("Tom")))`. Two to four seats are a table, five to sixteen a
tournament. `cards` are the set of seven, none for the first-game set; `chosen` says how the set came about:
"first_game", "drawn" or "agreed". To draw one, shuffle `content.library().deck(promos)` and ask
`library().drawn(shuffled)` until it is not None (KD-3). `places` are where the seats' dice lie, in mm on the
table; without them the companion asks whose die is whose. `layouts` say which faces of the dice touch:
`adjacency.TABLE_A`, `TABLE_B`, an owner's own (`adjacency.learned`), or `UNKNOWN`. `rules` are house rules
(`GAME.house_rules`), `groups` the sizes of a tournament's groups where there is a choice.

State: `KingOf12State` or `TournamentState` (state.py). For a screen: `players[seat]` (face, value, card, played,
under, points), `stage`, `round`, `play`, `progress` (what the play asks, and whom), `last` (how the play before
ended: values, cancelled cards and dice, places, points). A die is still to be turned by hand where a player's
`face` and `seen` differ; `passing` says that all dice are to be passed on.

Actions (actions.py): `Roll`, `Show`, `Own`, `Reveal`, `Order`, `Take`, `PutUnder`, `Placed`, `Adjust`. `Roll` is what
the camera sees: an opening roll, a die turned by hand, a re-roll, or dice that lie as the cards say. Counters for
`Adjust`: "points", "wins", "ones", "twos", "face".

Tournament: `seating.py` says who sits where, `state.moves` who changes seat; `standings.standings(state)` and
`standings.csv_text(state)` tell how it stands.
"""

from companion.rules.king_of_12.game import KingOf12

GAME = KingOf12()
