"""Everything there is to know of an adventure between two actions."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.rules.core import Seat
from companion.rules.dungeon_fighter.cards import Board, CardFile, Colour, Hero, Item, Monster, Room

Rules = Mapping[str, int | str | bool]

START_HEALTH = 9  # DF-4
SCAR_COSTS = 3  # DF-29
MOST_SCARS = 3
ZONES = (
    1,
    2,
    3,
    4,
    10,
)  # DF-15: rings 2, 3, 4 and the bullseye are in the rulebook; that 1 is the last is inferred


class Setup(msgspec.Struct, frozen=True):
    """Who plays whom, how hard, and what the table's own dice and target are like. Seats go round clockwise."""

    seats: tuple[Seat, ...]
    heroes: tuple[Hero, ...]
    symbol_faces: int  # how many faces of a hero die show the symbol: 1 to 3; sources differ, look at yours
    difficulty: str = "normal"
    leader: int = 0  # DF-7
    boards: tuple[Board, ...] = ()  # three levels, the third with the boss; none: the players tell each room
    zones: tuple[int, ...] = ZONES  # values of the target, from the rim to the bullseye
    rules: Rules = {}  # house rules that differ from their default


class Fellow(msgspec.Struct, frozen=True):
    """A hero of the party."""

    hero: Hero
    health: int = START_HEALTH
    scars: tuple[Colour, ...] = ()  # on these abilities
    fainted: bool = False
    items: tuple[Item, ...] = ()
    charmed: tuple[Monster, ...] = ()  # monsters' cards that follow the hero (Seduction)

    @property
    def out(self) -> bool:
        """An angel: out of the game (DF-29)."""
        return len(self.scars) >= MOST_SCARS

    @property
    def most_health(self) -> int:
        return START_HEALTH - SCAR_COSTS * len(self.scars)

    @property
    def fights(self) -> bool:
        return not self.fainted and not self.out


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """A throw as far as it has been seen or told."""

    die: str = ""  # red, green, blue, white
    rest: str = ""  # a zone's number, hole, off, joint
    against: str = ""  # the other zone, where the line between them is disputed
    symbol: bool = False
    bounced: bool = True
    done: bool = True  # every special attack was done right
    weapons: tuple[str, ...] = ()
    seen: bool = False  # the camera saw it


class Thrown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A throw that was made and is not settled yet."""

    seat: int
    die: str
    weapons: tuple[str, ...] = ()
    hit: bool = False
    base: int = 0  # the zones' numbers, of a Combo both
    symbol: bool = False
    colour: str = ""  # whose ability the symbol is; of a white die chosen after the throw (DF-19)
    kills: bool = False  # DF-16
    throws: int = 1  # that hit: two in a Combo
    times: int = 1
    plus: int = 0
    sworn: int = 0
    heals: int = -1  # Divine intervention: whom
    safe: bool = False  # takes no damage
    rerolled: bool = False
    slipped: bool = False  # the second throw of a Combo missed
    again: str = ""  # the same die must be thrown once more: reroll, combo


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that must be answered before anything else."""

    what: str
    seat: int


class Fight(msgspec.Struct, frozen=True):
    """An encounter."""

    monster: Monster
    hp: int = 0
    turn: int = -1
    used: tuple[Colour, ...] = ()  # hero dice set aside (DF-12)
    whites: int = 0  # bonus dice used in this fight
    defeated: bool = False  # the leader token lies on its defeated side (DF-20)
    tracer: bool = False
    frog: bool = False
    ballad: bool = False
    beer: int = -1
    charmers: tuple[int, ...] = ()
    thieves: tuple[int, ...] = ()  # one for each activation
    draft: Draft = Draft()
    thrown: Thrown | None = None
    steps: tuple[str, ...] = ()  # what is left of settling the throw

    @property
    def active(self) -> Monster:
        """The monster with the abilities that it still has."""
        return self.monster.tamed() if self.ballad else self.monster


class Chore(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the clean-up list. What the companion can do itself is done at once."""

    what: str
    seat: int = -1
    n: int = 0
    done: bool = True


class DungeonFighterState(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    party: tuple[Fellow, ...]
    difficulty: str
    symbol_faces: int
    boards: tuple[Board, ...]
    zones: tuple[int, ...]
    rules: Rules
    leader: int
    first: int  # who begins the next fight
    tower: tuple[int, int, int, int]  # monster cards left of levels I to IV (DF-5)
    gold: int
    white: int  # bonus dice in the chest
    stage: str = "move"  # move, encounter, fight, cleanup, won, lost
    level: int = 1
    room: Room | None = None  # where the party is; None before the first room of a level
    round: int = 1
    fled: int = 0  # the level whose only card is the one that the party retreated from
    boss: bool = False  # the party stands before the boss
    fight: Fight | None = None
    ask: Ask | None = None
    item: Item | None = None  # drawn or bought, while something is asked about it
    chores: tuple[Chore, ...] = ()
    bought: int = 0  # item cards of this shop
    beaten: tuple[str, ...] = ()  # ids of monsters that were beaten
    told: CardFile = CardFile()  # cards with a name that came into play, as the players told them
