"""Where a die rests on the target, in words that the rules, the camera and a finger share.

This is the door for target scoring. Whoever looks at the target gives each die a `TableDie.rest`:

    "1", "2", "3", "4", "10"   the zone with the larger part of the die (DF-15)
    "3/2"                      on the line between two zones, and nobody can say which part is larger
    "hole", "joint", "off"     a miss (DF-14); "off" is also a die that leans on the target and touches the table
    ""                         not known: the player tells

The die's colour is told by its kind (`KINDS`), the hero symbol by its face; a die of another kind has no colour yet.
A camera sees where a die lies and which face is up. It does not see whether the die bounced or whether the attack
was done right; those are taken for granted until a player says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.dice import DieKind, Marks, Shape
from companion.rules.core import TableDie
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.cards import COLOURS
from companion.rules.errors import UnexpectedRoll
from companion.rules.text import line

MISSES = ("hole", "off", "joint")
WHITE = "white"
SYMBOL, BLANK = "eye", "blank"
PREFIX = "dungeon_fighter."


def die_kind(colour: str) -> DieKind:
    """A hero die, or a bonus die: what counts of its face is whether it shows the symbol."""
    return DieKind(f"{PREFIX}{colour}", Shape.D6, Marks.TAUGHT, (SYMBOL, BLANK))


KINDS = tuple(die_kind(colour) for colour in (*COLOURS, WHITE))
ANY = f"{PREFIX}any"  # what is waited for while several dice may be taken: the reader must not take one for another


def zones(b: Bench) -> tuple[str, ...]:
    return tuple(str(zone) for zone in b.zones)


def lines(b: Bench) -> tuple[tuple[str, str], ...]:
    """Neighbouring zones, the higher first."""
    values = zones(b)
    return tuple((high, low) for low, high in pairwise(values))


def split(b: Bench, rest: str) -> tuple[str, str] | None:
    """`"3/2"` → the zone and the one it is disputed against. None: no such place."""
    one, _, other = rest.partition("/")
    places = zones(b)
    if not other:
        return (one, "") if one in (*places, *MISSES) and rest == one else None
    return (one, other) if one in places and other in places and one != other else None


def value(rest: str, against: str) -> int:
    """The zone that counts: of a disputed line the lower one (DF-15); 0 is a miss."""
    if rest in MISSES:
        return 0
    return min(int(rest), int(against)) if against else int(rest)


def usable(b: Bench) -> tuple[str, ...]:
    """The dice of which one may be thrown now."""
    thrown = b.fight.thrown
    if thrown is not None:
        return (thrown.die,) if thrown.again else ()
    free: tuple[str, ...] = b.free_dice()
    if b.white and (not free or b.rule("white_any_time")):  # DF-20
        free = (*free, WHITE)
    return free


def waits(b: Bench) -> bool:
    """Whether somebody is to throw now."""
    if b.stage != "fight" or b.ask is not None:
        return False
    return bool(usable(b))


def seen(b: Bench, dice: Sequence[TableDie]) -> a.Seen:
    """The throw among these dice: the one that moved. Raises UnexpectedRoll where it cannot be this throw."""
    if not waits(b):
        raise UnexpectedRoll(line("df.roll.not_now"))
    thrown = [die for die in dice if die.thrown]
    if len(thrown) != 1:
        raise UnexpectedRoll(line("df.roll.one", who=b.name(b.fight.turn), n=len(thrown)))
    die = thrown[0]
    colour = next((colour for colour in (*COLOURS, WHITE) if die.kind == PREFIX + colour), "")
    if colour and colour not in usable(b):
        raise UnexpectedRoll(line("df.roll.used", colour=line(f"df.colour.{colour}")))
    place = split(b, die.rest) if die.rest else ("", "")
    if place is None:
        raise UnexpectedRoll(line("df.roll.place", rest=die.rest))
    symbol = die.face == SYMBOL if die.face in (SYMBOL, BLANK) else None
    return a.Seen(colour, place[0], place[1], symbol)
