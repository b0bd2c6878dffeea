"""What the hero symbol does (DF-23): sixteen abilities, found by the colour of the die."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import ABILITIES, COLOURS, NEEDS_HIT, NEEDS_NUMBER, Ability, Colour
from companion.rules.dungeon_fighter.journey import number
from companion.rules.dungeon_fighter.state import Draft, Thrown
from companion.rules.text import line

PICKPOCKET = 2
PRECISION = 5
BERSERK_COSTS, BERSERK_TIMES = 1, 2
BALLAD_COSTS = 1
# Of no use against a monster that is as good as dead.
FOR_THIS_FIGHT = frozenset(
    {"combo", "extra_damage", "precision", "berserk", "sworn_enemy", "tracer", "frog", "beer", "ballad"}
)
NONE = "none"  # the players do not want to type the ability now


def thrown(b: Bench) -> Thrown:
    found = b.fight.thrown
    assert found is not None
    return found


def throw_again(b: Bench, why: str) -> None:
    """The same die, and the same weapons in hand."""
    b.now(thrown=replace(thrown(b), again=why), steps=(), draft=Draft())


def _colour(b: Bench) -> Colour | None:
    """The colour whose ability the symbol calls; None without a symbol or under a scar."""
    now = thrown(b)
    return None if not now.symbol or now.colour in b.party[now.seat].scars else _colour_of_die(b)


def _colour_of_die(b: Bench) -> Colour | None:
    """None for a die that belongs to no hero's colours."""
    return next((colour for colour in COLOURS if colour == thrown(b).colour), None)


def triggered(b: Bench) -> Ability | None:
    """The ability that works now."""
    now, colour = thrown(b), _colour(b)
    if colour is None:
        return None
    ability = b.party[now.seat].hero.ability(colour)
    return None if ability.kind in NEEDS_HIT and not now.hit else ability


# Abilities that nobody has typed yet


def learn(b: Bench) -> None:
    ability = triggered(b)
    if ability is not None and ability.kind == "unknown":
        b.ask_for("ability", thrown(b).seat)


def answer_ability(b: Bench, choice: str) -> None:
    if choice == NONE:
        b.say("df.ability_by_hand", who=b.name(thrown(b).seat))
        b.ask = None
        return
    kind = next(kind for kind in ABILITIES if kind == choice)
    _type(b, Ability(kind, n=int(kind in NEEDS_NUMBER)))
    if kind in NEEDS_NUMBER:
        b.ask_for("number", thrown(b).seat)
    else:
        b.ask = None


def answer_number(b: Bench, choice: str) -> None:
    colour = _colour_of_die(b)
    assert colour is not None
    ability = b.party[thrown(b).seat].hero.ability(colour)
    _type(b, replace(ability, n=number(choice, 1)))
    b.ask = None


def _type(b: Bench, ability: Ability) -> None:
    # What is printed on the card can be told even if a scar was laid on it by hand since it was asked for.
    seat, colour = thrown(b).seat, _colour_of_die(b)
    assert colour is not None
    hero = replace(b.party[seat].hero, **{colour: ability})
    b.change(seat, hero=hero)
    b.learn(hero)


# Re-roll


def reroll(b: Bench) -> None:
    ability, now = triggered(b), thrown(b)
    may = not now.rerolled or b.rule("reroll") == "every_time"
    if ability is not None and ability.kind == "reroll" and may and not now.kills:
        b.ask_for("reroll", now.seat)


def answer_reroll(b: Bench, yes: bool) -> None:
    b.ask = None
    if yes:
        b.say("df.rerolls", who=b.name(thrown(b).seat))
        throw_again(b, "reroll")


# The others


def work(b: Bench) -> None:
    ability = triggered(b)
    if ability is None or ability.kind not in _WORK:
        return
    if thrown(b).kills and ability.kind in FOR_THIS_FIGHT:
        return
    _WORK[ability.kind](b, ability)


def _told(b: Bench, ability: Ability) -> None:
    b.say("df.ability", who=b.name(thrown(b).seat), ability=line(f"df.ability.{ability.kind}"))


def _combo(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    throw_again(b, "combo")


def _extra_damage(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    b.now(thrown=replace(thrown(b), plus=thrown(b).plus + ability.n))


def _precision(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    b.now(thrown=replace(thrown(b), base=PRECISION))


def _heal_all(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    for seat in b.awake():
        b.heal(seat, ability.n)


def _tracer(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    b.now(tracer=True)


def _frog(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    b.now(frog=True)


def _steal(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    b.now(thieves=(*b.fight.thieves, thrown(b).seat))


def _seduction(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    if thrown(b).seat not in b.fight.charmers:
        b.now(charmers=(*b.fight.charmers, thrown(b).seat))


def _no_damage(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    b.now(thrown=replace(thrown(b), safe=True))


def _pickpocket(b: Bench, ability: Ability) -> None:
    _told(b, ability)
    gold = ability.n or PICKPOCKET
    b.gold += gold
    b.say("df.gold", n=gold, left=b.gold)


def _sworn_enemy(b: Bench, ability: Ability) -> None:
    """Where the types are typed they tell; else the players do."""
    now = thrown(b)
    if not now.hit and b.rule("sworn_on_miss") == "needs_hit":
        return
    type = b.fight.monster.type
    if not ability.enemy or not type:
        b.ask_for("sworn", now.seat)
    elif ability.enemy.casefold() == type.casefold():
        _told(b, ability)
        b.now(thrown=replace(now, sworn=ability.n))


def _berserk(b: Bench, _: Ability) -> None:
    if b.party[thrown(b).seat].health > BERSERK_COSTS:  # who has no health to spare cannot pay
        b.ask_for("berserk", thrown(b).seat)


def _ballad(b: Bench, _: Ability) -> None:
    if b.gold >= BALLAD_COSTS and not b.fight.ballad:
        b.ask_for("ballad", thrown(b).seat)


def _divine(b: Bench, _: Ability) -> None:
    b.ask_for("divine", thrown(b).seat)


def _beer(b: Bench, _: Ability) -> None:
    b.ask_for("beer", thrown(b).seat)


_WORK: dict[str, Callable[[Bench, Ability], None]] = {
    "combo": _combo,
    "extra_damage": _extra_damage,
    "precision": _precision,
    "heal_all": _heal_all,
    "tracer": _tracer,
    "frog": _frog,
    "steal": _steal,
    "seduction": _seduction,
    "no_damage": _no_damage,
    "pickpocket": _pickpocket,
    "sworn_enemy": _sworn_enemy,
    "berserk": _berserk,
    "ballad": _ballad,
    "divine": _divine,
    "beer": _beer,
}


# Answers


def answer_sworn(b: Bench, yes: bool) -> None:
    b.ask = None
    ability = triggered(b)
    if yes and ability is not None:
        _told(b, ability)
        b.now(thrown=replace(thrown(b), sworn=ability.n))


def answer_berserk(b: Bench, yes: bool) -> None:
    b.ask = None
    if yes:
        b.harm(thrown(b).seat, BERSERK_COSTS)
        b.now(thrown=replace(thrown(b), times=thrown(b).times * BERSERK_TIMES))


def answer_ballad(b: Bench, yes: bool) -> None:
    b.ask = None
    if yes:
        if b.gold < BALLAD_COSTS:
            raise refuse("df.no.gold", n=BALLAD_COSTS)
        b.gold -= BALLAD_COSTS
        b.now(ballad=True)
        b.say("df.ballad", who=b.name(thrown(b).seat), monster=b.monster_line())


def answer_divine(b: Bench, choice: str) -> None:
    b.now(thrown=replace(thrown(b), heals=int(choice)))
    b.ask = None


def answer_beer(b: Bench, choice: str) -> None:
    seat = int(choice)
    b.now(beer=seat)
    b.ask = None
    b.say("df.beer", who=b.name(seat))
