"""The words a card file may use: every effect that a power card can have.

Each is plain data. What holds while a creature is ready is read by `strength.py`; what happens at a moment is
carried out by `perform.py`. A field with -1 is filled in once a player has chosen.
"""

from __future__ import annotations

from typing import Literal

import msgspec

# A number, or something that is counted on the table.
Amount = int | Literal["others", "others_scored", "scored", "rivals_hit", "basics", "creatures"]


class Effect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    pass


# What holds while the creature is ready, or while the spell is attached


class Modify(Effect, frozen=True, tag="modify"):
    attack: Amount = 0
    defence: Amount = 0
    glory: Amount = 0
    to: Literal["self", "others", "host"] = "self"
    against: Literal["", "one_creature"] = ""  # only against a rival who has one creature


class Equals(Effect, frozen=True, tag="equals"):
    """The "?" of an Ooze. At 0 it is destroyed."""

    n: Amount


class Mimic(Effect, frozen=True, tag="mimic"):
    """Is what it copies; these numbers while it copies nothing."""

    attack: int
    defence: int


class Surcharge(Effect, frozen=True, tag="surcharge"):
    """Rivals pay more for each summon."""

    n: int


class CapAttackers(Effect, frozen=True, tag="cap_attackers"):
    """Nobody who attacks this player counts for more than n."""

    n: int


class IgnoreAttackers(Effect, frozen=True, tag="ignore_attackers"):
    """Creatures up to this level do not count when this player is attacked."""

    level: int


class IgnoreAttached(Effect, frozen=True, tag="ignore_attached"):
    """When it attacks, spells attached to defenders do not count."""


class Warded(Effect, frozen=True, tag="warded"):
    """Rivals' spells cannot choose it."""


class OneSummon(Effect, frozen=True, tag="one_summon"):
    """Only one of these is summoned a turn."""


# What happens


class Quiddity(Effect, frozen=True, tag="quiddity"):
    n: int


class Glory(Effect, frozen=True, tag="glory"):
    n: Amount


class Captures(Effect, frozen=True, tag="captures"):
    """More captures this turn."""

    n: int


class Cheaper(Effect, frozen=True, tag="cheaper"):
    """Dice in the Wilds cost less this turn."""

    n: int


class Throw(Effect, frozen=True, tag="throw"):
    """Draw dice and roll them, roll this die again, roll others of the own Active Pool again: all at once."""

    draw: int = 0
    itself: bool = False
    others: int = 0
    may: bool = False  # fewer others, or none
    picked: tuple[int, ...] = ()


class Draw(Effect, frozen=True, tag="draw"):
    """Draw dice into the Active Pool without rolling them."""

    n: int


class Boost(Effect, frozen=True, tag="boost"):
    """All own creatures, until the turn ends."""

    attack: int = 0
    defence: int = 0


class Slay(Effect, frozen=True, tag="slay"):
    """Destroy one creature; up to this level, where one is given."""

    level: int = 0
    die: int = -1


class SlayEach(Effect, frozen=True, tag="slay_each"):
    """Destroy one creature of each rival, with at most this defence."""

    defence: int
    rivals: tuple[int, ...] | None = None  # who is still to lose one


class Raze(Effect, frozen=True, tag="raze"):
    """Destroy all creatures of the rivals: of one class, or up to a level."""

    class_: str = msgspec.field(default="", name="class")
    level: int = 0


class Dispel(Effect, frozen=True, tag="dispel"):
    """Destroy one spell in any Ready Area."""

    die: int = -1


class Save(Effect, frozen=True, tag="save"):
    """Own creatures destroyed in the rest of this turn go to the Active Pool."""


class Still(Effect, frozen=True, tag="still"):
    """One creature's attack is 0 this turn."""

    die: int = -1


class Recall(Effect, frozen=True, tag="recall"):
    """A creature that was just destroyed comes back at the same level; for one own die of this class, if named."""

    cull: str = ""


class FallTo(Effect, frozen=True, tag="fall_to"):
    """Destroyed, it does not go to the Used Pile."""

    zone: Literal["pool", "aside"]


class LevelUp(Effect, frozen=True, tag="level_up"):
    """Own creatures are turned up one level, where they have one."""

    dice: tuple[int, ...] | None = None  # those still to be turned
    face: str = ""  # chosen for the first of them


class Exchange(Effect, frozen=True, tag="exchange"):
    """May cull a die of the Used Pile to capture one that costs up to so much more."""

    more: int
    die: int = -1
    card: str = ""


class Fetch(Effect, frozen=True, tag="fetch"):
    """May move another creature die from the Used Pile to the Active Pool."""

    die: int = -1


class FreeSpell(Effect, frozen=True, tag="free_spell"):
    """May capture a spell up to this cost for nothing, into the bag."""

    cost: int
    card: str = ""


class Trade(Effect, frozen=True, tag="trade"):
    """May change places with a die of a rival's Used Pile."""

    die: int = -1


class ScoreIt(Effect, frozen=True, tag="score_it"):
    """It scores at once."""


class AddBack(Effect, frozen=True, tag="add_back"):
    """The first creature that a rival loses gives this creature's attack back to the total."""


class CullSpells(Effect, frozen=True, tag="cull_spells"):
    """May cull own spells in the Active Pool and in the Ready Area, each for so much glory."""

    glory: int
    die: int = -1


class Copy(Effect, frozen=True, tag="copy"):
    """Becomes a rival's creature."""

    die: int = -1


# What only the rules themselves say


class Fall(Effect, frozen=True, tag="fall"):
    """This creature is destroyed by this player; `way` says where it goes."""

    die: int
    by: int
    way: str = "used"
    spell: int = -1  # the spell that was spent for it
    price: int = -1  # the die that was culled for it


class RollAside(Effect, frozen=True, tag="roll_aside"):
    """Dice that were set aside are rolled."""


class Arrive(Effect, frozen=True, tag="arrive"):
    """A die that was set aside was rolled; a creature goes to the Ready Area, once a surcharge is paid."""

    die: int
    face: str
    paid: bool = False


class Dismiss(Effect, frozen=True, tag="dismiss"):
    """A die that was set aside goes to the Used Pile."""

    die: int


class Nothing(Effect, frozen=True, tag="nothing"):
    """A player chose to leave it."""


AnyEffect = (
    Modify
    | Equals
    | Mimic
    | Surcharge
    | CapAttackers
    | IgnoreAttackers
    | IgnoreAttached
    | Warded
    | OneSummon
    | Quiddity
    | Glory
    | Captures
    | Cheaper
    | Throw
    | Draw
    | Boost
    | Slay
    | SlayEach
    | Raze
    | Dispel
    | Save
    | Still
    | Recall
    | FallTo
    | LevelUp
    | Exchange
    | Fetch
    | FreeSpell
    | Trade
    | ScoreIt
    | AddBack
    | CullSpells
    | Copy
    | Fall
    | RollAside
    | Arrive
    | Dismiss
    | Nothing
)
HOLDING = (Modify, Equals, Mimic, Surcharge, CapAttackers, IgnoreAttackers, IgnoreAttached, Warded, OneSummon)
FALLING = (Recall, FallTo)  # only for a creature that falls
TARGETED = (Slay, Still, Dispel)  # only for spells: a cast has a target
OWN_WORDS = (Fall, RollAside, Arrive, Dismiss, Nothing)  # no file may use them
