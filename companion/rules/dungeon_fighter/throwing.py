"""A throw: told bit by bit or whole, judged (DF-13 to DF-16), and settled step by step.

Settling stops where a player must decide something (`Bench.ask`) or where the same die is thrown once more, and
goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.dungeon_fighter import abilities, fight, target
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import ATTACKS, Attack, Item
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Draft, Thrown
from companion.rules.text import Line, line

BULLSEYE = 10
ORDER = ("colour", "learn", "reroll", "items", "ability", "settle", "miss", "end")
SECOND = ("settle", "miss", "end")  # after the second throw of a Combo
YES, NO = "yes", "no"


# What is told


def say(b: Bench, action: a.Say) -> None:
    """One thing of the throw. Legal in any order, and again: the last word counts."""
    _check(b)
    told: Callable[[Bench, str], Draft] | None = _TOLD.get(action.what)
    if told is None:
        raise refuse("df.no.not_now")
    draft = told(b, action.value)
    b.now(draft=draft)


def _say_die(b: Bench, value: str) -> Draft:
    _check_die(b, value)
    return replace(b.fight.draft, die=value)


def _say_rest(b: Bench, value: str) -> Draft:
    place = target.split(b, value)
    if place is None:
        raise refuse("df.no.place", rest=value)
    return replace(b.fight.draft, rest=place[0], against=place[1])


def _say_weapon(b: Bench, value: str) -> Draft:
    """Taken up, or put down again."""
    draft = b.fight.draft
    if b.fight.thrown is not None:
        raise refuse("df.no.same_weapons")
    held = draft.weapons
    if value in held:
        return replace(draft, weapons=tuple(weapon for weapon in held if weapon != value))
    _weapons(b, b.fight.turn, (*held, value))
    return replace(draft, weapons=(*held, value))


def _flag(name: str) -> Callable[[Bench, str], Draft]:
    def told(b: Bench, value: str) -> Draft:
        if value not in (YES, NO):
            raise refuse("df.no.not_now")
        return replace(b.fight.draft, **{name: value == YES})

    return told


_TOLD: dict[str, Callable[[Bench, str], Draft]] = {
    "die": _say_die,
    "rest": _say_rest,
    "weapon": _say_weapon,
    "symbol": _flag("symbol"),
    "bounced": _flag("bounced"),
    "done": _flag("done"),
}


def see(b: Bench, action: a.Seen) -> None:
    """The camera's word: what it did not see stays as it was told."""
    _check(b)
    draft = b.fight.draft
    if action.die:
        _check_die(b, action.die)
    rest, against = draft.rest, draft.against
    if action.rest:
        place = target.split(b, f"{action.rest}/{action.against}" if action.against else action.rest)
        if place is None:
            raise refuse("df.no.place", rest=action.rest)
        rest, against = place
    b.now(
        draft=replace(
            draft, die=action.die or draft.die, rest=rest, against=against, symbol=action.symbol, seen=True
        )
    )
    b.say("df.seen", who=b.name(b.fight.turn), throw=described(b))


def ready(b: Bench) -> bool:
    """Whether the draft tells enough: the die, if there is a choice, and where it rests."""
    return bool(b.fight.draft.rest and drafted_die(b))


def drafted_die(b: Bench) -> str:
    dice = target.usable(b)
    if b.fight.draft.die in dice:  # a correction may have made it unusable since it was told
        return b.fight.draft.die
    return dice[0] if len(dice) == 1 else ""


def described(b: Bench) -> Line:
    """The draft in a few words: die, place, symbol."""
    draft = b.fight.draft
    die = drafted_die(b)
    return line(
        "df.throw",
        die=line(f"df.die.{die}") if die else line("df.die.unknown"),
        rest=place_line(draft.rest, draft.against),
        symbol=line("df.symbol.up") if draft.symbol else line("df.symbol.down"),
    )


def place_line(rest: str, against: str = "") -> Line:
    if not rest:
        return line("df.rest.unknown")
    if against:
        return line("df.rest.disputed", a=place_line(against), b=place_line(rest))
    if rest in target.MISSES:
        return line(f"df.rest.{rest}")
    return line("df.rest.bullseye") if rest == str(BULLSEYE) else line("df.rest.ring", n=rest)


def confirm(b: Bench, _: a.Confirm) -> None:
    _check(b)
    if not ready(b):
        raise refuse("df.no.incomplete")
    draft = b.fight.draft
    throw(
        b,
        a.Throw(
            b.fight.turn,
            drafted_die(b),
            draft.rest,
            draft.against,
            draft.symbol,
            draft.bounced,
            draft.done,
            draft.weapons,
        ),
    )


def _check(b: Bench) -> None:
    if not target.waits(b):
        raise refuse("df.no.no_throw")


def _check_die(b: Bench, die: str) -> None:
    if die not in target.usable(b):
        raise refuse("df.no.die", die=line(f"df.die.{die}") if die in _DICE else line("df.die.unknown"))


_DICE = ("red", "green", "blue", "white")


def _weapons(b: Bench, seat: int, ids: tuple[str, ...]) -> tuple[Item, ...]:
    found = tuple(b.owned(seat, id) for id in ids)
    if len(set(ids)) != len(ids) or any(item.kind != "weapon" for item in found):
        raise refuse("df.no.weapon")
    return found


# What must be done


def demanded(b: Bench, seat: int, weapons: tuple[str, ...]) -> tuple[Attack, ...]:
    """Every special attack of this throw: room, monster and weapons together, none twice (DF-24, DF-25)."""
    found: set[Attack] = set(b.fight.active.attacks)
    if b.room is not None:
        found |= set(b.room.attacks)
    for item in _weapons(b, seat, weapons):
        found |= set(item.attacks)
    return tuple(attack for attack in ATTACKS if attack in found)


# Judging


def throw(b: Bench, action: a.Throw) -> None:
    """A die came to rest. It is set aside whatever happened (DF-12)."""
    _check(b)
    if action.seat != b.fight.turn:
        raise refuse("df.no.turn", who=b.name(b.fight.turn))
    _check_die(b, action.die)
    together = f"{action.rest}/{action.against}" if action.against else action.rest
    if target.split(b, together) is None:
        raise refuse("df.no.place", rest=action.rest)
    before = b.fight.thrown
    weapons = before.weapons if before is not None else action.weapons
    _weapons(b, action.seat, weapons)
    zone = target.value(action.rest, action.against)
    dodged = b.fight.active.small_target and zone == 1
    hit = action.bounced and action.done and zone > 0 and not dodged  # DF-13, DF-14
    made = Thrown(
        action.seat,
        action.die,
        weapons,
        hit=hit,
        zone=zone if hit else 0,
        base=zone if hit else 0,
        symbol=action.symbol,
        colour=action.die if action.die != target.WHITE else "",
        kills=hit and zone == BULLSEYE and action.symbol,  # DF-16
    )
    _tell(b, action, made, dodged)
    if before is None:
        _set_aside(b, action.die)
    elif before.again == "combo":
        _second(b, before, made)
        return
    else:
        made = replace(made, rerolled=True, colour=before.colour)
    b.now(thrown=made, steps=ORDER, draft=Draft())
    run(b)


def _set_aside(b: Bench, die: str) -> None:
    if die == target.WHITE:
        b.white -= 1
        b.now(whites=b.fight.whites + 1)  # DF-19
    else:
        b.now(used=(*b.fight.used, die))


def _second(b: Bench, before: Thrown, made: Thrown) -> None:
    """The second throw of a Combo: both results together."""
    b.now(
        thrown=replace(
            before,
            base=before.base + made.base,
            throws=before.throws + made.hit,
            kills=made.kills,
            slipped=not made.hit,
            again="",
        ),
        steps=SECOND,
        draft=Draft(),
    )
    run(b)


def _tell(b: Bench, action: a.Throw, made: Thrown, dodged: bool) -> None:
    who, die = b.name(action.seat), line(f"df.die.{action.die}")
    rest = place_line(action.rest, action.against)
    if made.hit:
        symbol = line("df.symbol.up") if action.symbol else line("df.symbol.down")
        b.say("df.throws_hit", who=who, die=die, rest=rest, symbol=symbol)
        return
    why = line("df.why.rest")
    if not action.bounced:
        why = line("df.why.bounced")
    elif not action.done:
        why = line("df.why.done")
    elif dodged:
        why = line("df.why.small")
    b.say("df.throws_miss", who=who, die=die, rest=rest, why=why)


# Settling


def run(b: Bench) -> None:
    """Go on until somebody is asked, throws again, or the turn is over."""
    while b.stage == "fight" and b.ask is None and b.fight.steps:
        step, *rest = b.fight.steps
        b.now(steps=tuple(rest))
        _STEPS[step](b)


def thrown(b: Bench) -> Thrown:
    found = b.fight.thrown
    assert found is not None
    return found


def _colour(b: Bench) -> None:
    """Of a white die the colour is chosen after the throw (DF-19)."""
    now = thrown(b)
    if now.symbol and not now.colour:
        b.ask_for("colour", now.seat)


def choose_colour(b: Bench, colour: str) -> None:
    b.now(thrown=replace(thrown(b), colour=colour))


def _items(b: Bench) -> None:
    if item_choices(b):
        b.ask_for("items", thrown(b).seat)


def item_choices(b: Bench) -> tuple[str, ...]:
    """Cards that the thrower may use on this throw: ids of items, `charm:<id>` of monsters' cards."""
    now = thrown(b)
    fellow = b.party[now.seat]
    found = []
    for item in fellow.items:
        fits = {
            "reroll": not now.rerolled or b.rule("reroll") == "every_time",
            "extra_damage": now.hit and item.once,
            "no_damage": not now.hit and not now.safe,
        }
        if fits.get(item.effect, False):
            found.append(item.id)
    if now.hit:
        found += [f"charm:{monster.id}" for monster in fellow.charmed]
    return tuple(dict.fromkeys(found))


def answer_items(b: Bench, choice: str) -> None:
    now = thrown(b)
    who = b.name(now.seat)
    if choice == "go":
        b.ask = None
        return
    if choice not in item_choices(b):
        raise refuse("df.no.not_now")
    b.ask = None
    if choice.startswith("charm:"):
        charmed = list(b.party[now.seat].charmed)
        monster = next(card for card in charmed if f"charm:{card.id}" == choice)
        charmed.remove(monster)
        b.change(now.seat, charmed=tuple(charmed))
        b.now(thrown=replace(now, plus=now.plus + (monster.damage or 0)))
        b.say("df.sends", who=who, monster=library().line(monster), n=monster.damage or 0)
    else:
        item = b.owned(now.seat, choice)
        b.say("df.uses", who=who, item=library().line(item))
        if item.once or item.effect == "no_damage":
            b.lose_item(now.seat, item)
        if item.effect == "reroll":
            throw_again(b, "reroll")
            return
        if item.effect == "extra_damage":
            b.now(thrown=replace(now, plus=now.plus + item.n))
        else:
            b.now(thrown=replace(now, safe=True))
    b.now(steps=("items", *b.fight.steps))  # there may be more of them


def throw_again(b: Bench, why: str) -> None:
    """The same die, and the same weapons in hand."""
    b.now(thrown=replace(thrown(b), again=why), steps=(), draft=Draft())


def damage(b: Bench) -> int:
    """Multiply first, then add (DF-26)."""
    now = thrown(b)
    if not now.hit:
        return now.sworn
    fellow = b.party[now.seat]
    bonus = sum(item.bonus or 0 for item in fellow.items if item.id in now.weapons)
    bonus += sum(item.n for item in fellow.items if item.effect == "extra_damage" and not item.once)
    bonus += int(b.fight.tracer)
    if b.rule("combo_bonuses") == "each_throw":
        bonus *= now.throws
    return now.base * now.times + bonus + now.plus + now.sworn


def _settle(b: Bench) -> None:
    now = thrown(b)
    n = damage(b)
    if now.heals >= 0:
        b.heal(now.heals, n)
        if b.rule("divine") == "only_heals" and not now.kills:
            return
    if now.kills:
        b.say("df.kills", monster=b.monster_line())
        b.now(hp=0)
    elif n:
        fight.strike(b, n)


def _miss(b: Bench) -> None:
    """What a miss costs (DF-17), with the monster's abilities."""
    now = thrown(b)
    missed = not now.hit or (now.slipped and b.rule("combo_miss") == "counts_as_miss")
    if not missed:
        return
    # A sworn enemy can fall by a miss: it still does its damage, but nothing else any more.
    monster, alive = b.fight.active, b.fight.hp > 0
    if monster.heals_on_miss and 0 < b.fight.hp < (monster.hp or 0):
        hp = min(monster.hp or 0, b.fight.hp + monster.heals_on_miss)
        b.say("df.monster_heals", monster=b.monster_line(), n=hp - b.fight.hp, left=hp)
        b.now(hp=hp)
    lost = min(b.gold, monster.gold_on_miss)
    if lost and alive:
        b.gold -= lost
        b.say("df.gold_lost", n=lost, left=b.gold)
    victims = b.awake() if monster.critical_miss else [now.seat]
    spared = {now.seat} if now.safe else set()
    fight.hurt(b, [seat for seat in victims if seat not in spared], monster.damage or 0, missed=True)
    if monster.discard_on_miss and b.fight.hp > 0 and b.party[now.seat].items:
        b.ask_for("discard", now.seat)


def answer_discard(b: Bench, choice: str) -> None:
    now = thrown(b)
    item = b.owned(now.seat, choice)
    b.lose_item(now.seat, item)
    b.say("df.drops", who=b.name(now.seat), item=library().line(item))
    b.ask = None


def _end(b: Bench) -> None:
    if not fight.over(b):
        fight.next_turn(b)


_STEPS: dict[str, Callable[[Bench], None]] = {
    "colour": _colour,
    "learn": abilities.learn,
    "reroll": abilities.reroll,
    "items": _items,
    "ability": abilities.work,
    "settle": _settle,
    "miss": _miss,
    "end": _end,
}
