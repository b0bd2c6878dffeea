"""Everything a touch may do now, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import answers, cleanup, corrections, journey, shop, target
from companion.rules.dungeon_fighter import draft as drafting
from companion.rules.dungeon_fighter.bench import WHITE_DICE, Bench
from companion.rules.dungeon_fighter.cards import ATTACKS, COLOURS, ITEM_KINDS, Item, Monster, Room
from companion.rules.dungeon_fighter.draft import NO, YES
from companion.rules.dungeon_fighter.library import library

MOST_REWARD = 5  # that a button offers


def offers(b: Bench) -> Iterator[a.AnyAction]:
    if b.stage in ("won", "lost"):
        return
    if b.ask is not None:
        what = b.ask.what
        yield from (a.Answer(what, choice) for choice in answers.choices(b, b.ask))
    elif b.stage == "move":
        yield from _ways(b)
        yield from _exchange(b)
    elif b.stage == "encounter":
        yield from _cards(b)
    elif b.stage == "fight":
        yield from _turn(b)
    else:
        yield from _cleanup(b)


def _ways(b: Bench) -> Iterator[a.AnyAction]:
    rooms = journey.reachable(b)
    if rooms is None:
        rooms = (*library().rooms, *(Room(id=f"danger_{attack}", attacks=(attack,)) for attack in ATTACKS))
    yield from (a.Enter(room) for room in rooms)
    if journey.may_descend(b):
        yield a.Descend()
    if journey.may_face_boss(b):
        yield a.FaceBoss()


def _cards(b: Bench) -> Iterator[a.AnyAction]:
    """Cards of the library that could be this one; those of this level before those of no known level."""
    level = 0 if b.boss else journey.drawn_level(b)
    fitting = [m for m in library().monsters if m.boss == b.boss and m.level in (0, level)]
    fitting.sort(key=lambda monster: (monster.id in b.beaten, monster.level != level))
    yield from (a.Meet(monster) for monster in fitting)
    yield a.Meet(Monster(id="unnamed", boss=b.boss))


def _turn(b: Bench) -> Iterator[a.AnyAction]:
    if target.waits(b):
        yield from _throw(b)
    if b.fight.thrown is None:
        if not b.free_dice() and not b.boss:
            yield a.Recover()
        yield from _healing(b)
        if b.rule("retreat") and not b.boss:
            yield a.Retreat()
    yield from _icons(b)


def _throw(b: Bench) -> Iterator[a.AnyAction]:
    draft = b.fight.draft
    die = drafting.drafted_die(b)
    if drafting.ready(b):
        yield a.Confirm()
        yield a.Say("symbol", NO if draft.symbol else YES)
        yield a.Say("bounced", NO if draft.bounced else YES)
        if drafting.demanded(b, b.fight.turn, _weapons(b)) or not draft.done:
            yield a.Say("done", NO if draft.done else YES)
    dice = [a.Say("die", other) for other in target.usable(b) if other != die]
    if not die:
        yield from dice
    yield from _weapon_offers(b)
    if die:
        now = f"{draft.rest}/{draft.against}" if draft.against else draft.rest
        places = [*reversed(target.zones(b)), *target.MISSES, *("/".join(pair) for pair in target.lines(b))]
        yield from (a.Say("rest", place) for place in places if place != now)
        yield from dice


def _weapons(b: Bench) -> tuple[str, ...]:
    thrown = b.fight.thrown
    return thrown.weapons if thrown is not None else b.fight.draft.weapons


def _weapon_offers(b: Bench) -> Iterator[a.AnyAction]:
    if b.fight.thrown is None:
        items = b.party[b.fight.turn].items
        yield from (a.Say("weapon", id) for id in _ids([i for i in items if i.kind == "weapon"]))


def _ids(items: list[Item]) -> list[str]:
    return list(dict.fromkeys(item.id for item in items))


def _healing(b: Bench) -> Iterator[a.AnyAction]:
    hurt = shop.hurt(b)
    for seat in b.awake():
        items = b.party[seat].items
        if hurt:
            yield from (a.Use(seat, id) for id in _ids([i for i in items if i.effect == "heal_all"]))
        for id in _ids([i for i in items if i.effect == "heal_one"]):
            yield from (a.Use(seat, id, on) for on in hurt)


def _icons(b: Bench) -> Iterator[a.AnyAction]:
    """What else the monster's card shows, where it was not typed yet."""
    monster = b.fight.monster
    yield from (a.Mark(attack, int(attack not in monster.attacks)) for attack in ATTACKS)
    yield from (a.Mark(flag, int(not getattr(monster, flag))) for flag in corrections.FLAGS)
    yield a.Mark("gold_on_miss", int(not monster.gold_on_miss))
    yield from (a.Mark("heals_on_miss", n) for n in range(4) if n != monster.heals_on_miss)
    yield from (a.Mark(f"bans_{colour}", int(colour not in monster.bans)) for colour in COLOURS)


def _cleanup(b: Bench) -> Iterator[a.AnyAction]:
    scars = [chore.seat for chore in b.chores if chore.what == "scar" and not chore.done]
    for seat in scars:
        yield from (a.PutScar(seat, colour) for colour in COLOURS if colour not in b.party[seat].scars)
    if not scars and not cleanup.overfull(b.party):
        yield a.Onward()
    if b.open_chore("treasure") is not None:
        yield from (a.Reward(gold=n) for n in range(1, MOST_REWARD + 1))
        yield from (a.Reward(white=n) for n in (1, 2))
        yield from (a.Reward(equipment=n) for n in (1, 2))
    if b.open_chore("steal") is not None or b.open_chore("equipment") is not None:
        yield from (a.Gain(item) for item in _known_items())
    shop_chore = b.open_chore("shop")
    if shop_chore is not None:
        if b.gold >= shop.HEALING_COST and shop.hurt(b):
            yield a.BuyHealing()
        if b.gold >= shop.DIE_COST and b.white < WHITE_DICE:
            yield a.BuyDie()
        if b.bought < shop_chore.n:
            yield from (a.Buy(item) for item in _known_items() if (item.cost or 0) <= b.gold)
    yield from _exchange(b)


def _known_items() -> tuple[Item, ...]:
    """The library's, and a card of each kind that is not in it: what it does is asked."""
    return (*library().items, *UNNAMED)


UNNAMED = tuple(Item(id=f"unnamed_{kind}", kind=kind, provisional=True) for kind in ITEM_KINDS)


def _exchange(b: Bench) -> Iterator[a.AnyAction]:
    yield from _healing(b)
    for seat, fellow in enumerate(b.party):
        for id in _ids(list(fellow.items)):
            yield from (a.Give(seat, to, id) for to in b.present() if to != seat)
            yield a.Drop(seat, id)
