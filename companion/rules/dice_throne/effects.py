"""The words a hero file may use: every effect that a box, a card or a status can have.

Each is plain data. `perform.py` says what each does; `sentences.py` lets a file write most of them
as a short sentence ("deal 4 undefendable"). `docs/heroes.md` explains them with an example.
"""

from __future__ import annotations

from typing import get_args

import msgspec

Amount = int | str  # a number, or a formula such as "4 + 1 arrow + 1 foot" (see amounts.py)


class Effect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """One thing that happens. `to` says to whom: see `Bench.who`."""


# Damage and healing (DT-39 to DT-49)


class Deal(Effect, frozen=True, tag="deal"):
    n: Amount
    type: str = "normal"  # normal, undefendable, pure, collateral, ultimate; status for all that has no type
    to: str = "target"
    recoil: int = 0  # damage to the dealer, if at least 1 gets through
    isolated: bool = False  # applied by itself, not with the rest of its phase (DT-9)


class Heal(Effect, frozen=True, tag="heal"):
    n: Amount
    to: str = "self"


class HealDealt(Effect, frozen=True, tag="heal_dealt"):
    """Heal as much as the own attack deals in this Roll Phase."""


class Add(Effect, frozen=True, tag="add"):
    """More damage to the attack under way: part of the ability, or an Attack Modifier (DT-42)."""

    n: Amount


class Become(Effect, frozen=True, tag="become"):
    """The attack under way changes its damage type."""

    type: str


class Prevent(Effect, frozen=True, tag="prevent"):
    n: Amount
    to: str = "self"
    packet: int = -1  # which source, where a player picked one


class PreventHalf(Effect, frozen=True, tag="prevent_half"):
    to: str = "self"
    packet: int = -1


class Avoid(Effect, frozen=True, tag="avoid"):
    """No damage from one source (DT-48), or from any of this Roll Phase."""

    to: str = "self"
    all: bool = False
    packet: int = -1


class Reflect(Effect, frozen=True, tag="reflect"):
    """Half of the incoming damage goes back to the attacker as well (DT-47)."""


class Weaken(Effect, frozen=True, tag="weaken"):
    """Less damage from the holder's own attack: Wither, Shame."""

    n: Amount


class NoDamage(Effect, frozen=True, tag="no_damage"):
    """The holder's own Offensive Roll Phase deals nothing: Parlay."""


class HalveOwn(Effect, frozen=True, tag="halve_own"):
    """What the holder's own Offensive Roll Phase deals is halved: Blinding Light."""


class Fizzle(Effect, frozen=True, tag="fizzle"):
    """The whole Offensive Roll Phase has no effect: Blind."""


# Tokens (DT-58 to DT-64)


class Gain(Effect, frozen=True, tag="gain"):
    status: str
    n: Amount = 1
    to: str = "self"


class Inflict(Effect, frozen=True, tag="inflict"):
    status: str
    n: Amount = 1
    to: str = "target"


class Remove(Effect, frozen=True, tag="remove"):
    status: str = "any"  # a status, or any / negative / positive: then a player picks
    n: Amount = 1
    to: str = "self"
    all: bool = False
    answered: bool = False  # the holder had the chance to spend it first (DT-68)


class Transfer(Effect, frozen=True, tag="transfer"):
    """Move one status token from one player to another."""


class Move(Effect, frozen=True, tag="move"):
    """This token goes from one seat to another. Follows from `Transfer`."""

    status: str
    of: int
    to: str
    answered: bool = False


class Consume(Effect, frozen=True, tag="consume"):
    """Remove up to `most` tokens of one's own; `then` may use their number as "n"."""

    status: str
    then: tuple[AnyEffect, ...]
    most: Amount = 99


class Sacrifice(Effect, frozen=True, tag="sacrifice"):
    """Remove up to `most` of one's own tokens of these kinds; `then` happens for each."""

    statuses: tuple[str, ...]
    then: tuple[AnyEffect, ...]
    most: int = 1


class RaiseLimit(Effect, frozen=True, tag="raise_limit"):
    status: str
    by: int = 1


# Combat Points and cards


class Cp(Effect, frozen=True, tag="cp"):
    n: Amount
    to: str = "self"


class CpIfDealt(Effect, frozen=True, tag="cp_if_dealt"):
    """CP for the attacker, if at least 1 damage gets through."""

    n: int


class LoseCp(Effect, frozen=True, tag="lose_cp"):
    n: Amount
    to: str = "target"


class Steal(Effect, frozen=True, tag="steal"):
    n: Amount
    what: str = "cp"  # or "health"
    to: str = "target"  # from whom


class PayCp(Effect, frozen=True, tag="pay_cp"):
    """Pay any number of CP; `then` may use the number as "n"."""

    then: tuple[AnyEffect, ...]


class Draw(Effect, frozen=True, tag="draw"):
    n: Amount
    to: str = "self"


class Discard(Effect, frozen=True, tag="discard"):
    n: Amount
    to: str = "target"


# Rolls, conditions, choices


class RollDice(Effect, frozen=True, tag="roll"):
    """Roll that many dice once; `then` counts them (DT-69)."""

    dice: int
    then: tuple[AnyEffect, ...]
    before: tuple[AnyEffect, ...] = ()  # done while the dice still lie there, such as a re-roll
    per_token: str = ""  # roll once for each token of this status


class BothRoll(Effect, frozen=True, tag="both_roll"):
    """The player and the other one roll a die each; conditions "win", "tie", "win or tie"."""

    then: tuple[AnyEffect, ...]


class On(Effect, frozen=True, tag="on"):
    """Once, if the dice (or the table) fulfil `needs` (DT-70)."""

    needs: str
    then: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()


class Every(Effect, frozen=True, tag="every"):
    """Once for every full set among the dice (DT-70)."""

    needs: str
    then: tuple[AnyEffect, ...]


class May(Effect, frozen=True, tag="may"):
    """The player may do it, perhaps for a price."""

    then: tuple[AnyEffect, ...]
    cp: int = 0
    status: str = ""  # a token to pay with
    tokens: int = 1
    otherwise: tuple[AnyEffect, ...] = ()


class Or(Effect, frozen=True, tag="or"):
    """One of several (DT-72)."""

    options: tuple[tuple[AnyEffect, ...], ...]


class AfterTarget(Effect, frozen=True, tag="after_target"):
    """Waits until the target is known (DT-29)."""

    then: tuple[AnyEffect, ...]


class Then(Effect, frozen=True, tag="then"):
    """A pause: everybody may act before the text goes on (DT-72)."""


class ByHand(Effect, frozen=True, tag="by_hand"):
    """The text is not known: the players do what it says, and set the counters themselves."""


class Each(Effect, frozen=True, tag="each"):
    """Do it to each of these players: inside, they are the target."""

    to: str
    then: tuple[AnyEffect, ...]


# Dice and attempts


class SetDice(Effect, frozen=True, tag="set_dice"):
    """Change the value of dice: to `face`, or to any face."""

    dice: int = 1
    whose: str = "any"  # any, own, opponent, team
    face: int = 0
    enough: bool = False  # one was changed already: the player may stop


class TipDie(Effect, frozen=True, tag="tip_die"):
    whose: str = "any"


class MatchDie(Effect, frozen=True, tag="match_die"):
    """Set an own die equal to another own die."""


class Reroll(Effect, frozen=True, tag="reroll"):
    dice: int = 1  # up to that many
    whose: str = "own"
    forced: bool = False


class PlaceDie(Effect, frozen=True, tag="place_die"):
    """A die of a pool now shows this face. Follows from the choices above."""

    pool: int
    die: int
    face: int


class RerollDie(Effect, frozen=True, tag="reroll_die"):
    """A die of a pool is thrown again. Follows from the choices above."""

    pool: int
    die: int


class NoDefence(Effect, frozen=True, tag="no_defence"):
    """The defender gives up the Defensive Ability."""


class Attempts(Effect, frozen=True, tag="attempts"):
    n: int
    to: str = "self"
    roll: str = "offence"  # or "defence"


# The turn


class Skip(Effect, frozen=True, tag="skip"):
    phase: str  # income, offence


class ExtraOffence(Effect, frozen=True, tag="extra_offence"):
    """One more Offensive Roll Phase at once, against the same opponent (DT-30)."""

    same_target: bool = True


class AimAt(Effect, frozen=True, tag="aim_at"):
    """This seat is the target. Follows from targeting."""

    seat: int


class GuardStatus(Effect, frozen=True, tag="guard_status"):
    """Prevent one negative status of this attack from being placed."""


class Flip(Effect, frozen=True, tag="flip"):
    """Turn the hero board to another side, for good."""

    side: str


# Companions


class Grow(Effect, frozen=True, tag="grow"):
    """Place a Seedling, or raise a Spirit, that many times."""

    n: Amount = 1


class GrowAll(Effect, frozen=True, tag="grow_all"):
    """Every Spirit in play grows one stage, where there is room."""


class Detonate(Effect, frozen=True, tag="detonate"):
    """Set off all Nanites of these players."""

    to: str = "opponents"


class ActivateBots(Effect, frozen=True, tag="activate_bots"):
    """Use up to that many different Bots for free."""

    n: int = 1
    done: tuple[str, ...] = ()


class ActivateBot(Effect, frozen=True, tag="activate_bot"):
    """This Bot is used. Follows from `ActivateBots`."""

    bot: str


class Share(Effect, frozen=True, tag="share"):
    """Nyra takes any part of this damage, or all of the attack."""

    all: bool = False


AnyEffect = (
    Deal
    | Heal
    | HealDealt
    | Add
    | Become
    | Prevent
    | PreventHalf
    | Avoid
    | Reflect
    | Weaken
    | NoDamage
    | HalveOwn
    | Fizzle
    | Gain
    | Inflict
    | Remove
    | Transfer
    | Move
    | Consume
    | Sacrifice
    | RaiseLimit
    | Cp
    | CpIfDealt
    | LoseCp
    | Steal
    | PayCp
    | Draw
    | Discard
    | RollDice
    | BothRoll
    | On
    | Every
    | May
    | Or
    | AfterTarget
    | Then
    | ByHand
    | Each
    | SetDice
    | TipDie
    | MatchDie
    | Reroll
    | PlaceDie
    | RerollDie
    | NoDefence
    | Attempts
    | Skip
    | ExtraOffence
    | AimAt
    | GuardStatus
    | Flip
    | Grow
    | GrowAll
    | Detonate
    | ActivateBots
    | ActivateBot
    | Share
)

# These follow from a player's choice; a file names the choice instead.
_FOLLOWING = (Move, PlaceDie, RerollDie, AimAt, ActivateBot)
FOR_FILES = tuple(
    str(effect.__struct_config__.tag) for effect in get_args(AnyEffect) if effect not in _FOLLOWING
)
