"""Dungeon Fighter (first edition). `GAME` is the game; this page says how to use it.

Setup: `Setup(seats, heroes, symbol_faces=2, difficulty="normal", leader=0)`. Heroes are whole sheets, as the library
holds them (`library.library().heroes`), so that a log never depends on what the library says later. `boards` are the
three levels where somebody has typed them; without them the players tell each room they enter.

Cards: heroes, monsters, bosses, items, rooms, boards (cards.py); the library (library.py) reads, searches and writes
them. What nobody knows is left out, and the game asks for it once (`state.ask`, `Answer`); what was told is in
`state.told`, and `GAME.content_told(before, after)` are the files that keep it.

A throw: the camera's `Seen` or a finger's `Say` fill `state.fight.draft`; `Confirm` makes it count. `Throw` is a whole
throw at once. target.py is the door for target scoring. Special attacks of room, monster and weapons in one view:
`look.demands(state)`, each with its name, its one line and the id of its picture.

Stages: move, encounter, fight, cleanup, won, lost. The clean-up list is `state.chores` (`look.chore_line`), the
score `score.sheet(state)`. Counters for `Adjust` are those of `GAME.counters`; cards are corrected by `Mark`, `Retype`
and `Sheet`.
"""

from companion.rules.dungeon_fighter.game import DungeonFighter

GAME = DungeonFighter()
