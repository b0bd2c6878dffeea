"""Item cards: drawn, bought (DF-34), and used to heal."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import ATTACKS, ITEM_EFFECTS, Item
from companion.rules.dungeon_fighter.journey import check_card, number
from companion.rules.dungeon_fighter.library import library, new_id

DIE_COST = 2  # DF-34
HEALING_COST = 1
HEALING = 1
ONCE = "_once"  # of effects that some cards give once and others every time
EFFECT_CHOICES = tuple(
    choice
    for effect in ITEM_EFFECTS
    for choice in ((effect, effect + ONCE) if effect in ("reroll", "extra_damage") else (effect,))
)


def _check_cleanup(b: Bench) -> None:
    if b.stage != "cleanup" or b.ask is not None:
        raise refuse("df.no.not_now")


def gain(b: Bench, action: a.Gain) -> None:
    """The top card of the item deck: loot goes to the thief, the leader decides about anything else (DF-36)."""
    _check_cleanup(b)
    check_card(action.item)
    chore = b.open_chore("steal") or b.open_chore("equipment")
    if chore is None:
        raise refuse("df.no.nothing_to_draw")
    b.finish_chore(chore)
    b.learn(action.item)
    if chore.what == "steal" and not b.party[chore.seat].out:
        _hand_over(b, action.item, chore.seat)
    else:
        _ask_owner(b, action.item)


def buy(b: Bench, action: a.Buy) -> None:
    _check_shop(b)
    check_card(action.item)
    shop = b.open_chore("shop")
    assert shop is not None
    if b.bought >= shop.n:
        raise refuse("df.no.sold_out", n=shop.n)
    b.learn(action.item)
    if action.item.cost is None:
        b.item = action.item
        b.ask_for("cost", b.leader)
    else:
        _pay(b, action.item)


def answer_cost(b: Bench, choice: str) -> None:
    assert b.item is not None
    item = replace(b.item, cost=number(choice))
    b.item, b.ask = None, None
    b.learn(item)
    if (item.cost or 0) > b.gold:
        b.say("df.too_dear", item=library().line(item), n=item.cost or 0)
    else:
        _pay(b, item)


def _pay(b: Bench, item: Item) -> None:
    cost = item.cost or 0
    if cost > b.gold:
        raise refuse("df.no.gold", n=cost)
    b.gold -= cost
    b.bought += 1
    b.say("df.buys", item=library().line(item), n=cost, left=b.gold)
    _ask_owner(b, item)


def _ask_owner(b: Bench, item: Item) -> None:
    present = b.present()
    if len(present) == 1:
        _hand_over(b, item, present[0])
    else:
        b.item = item
        b.ask_for("owner", b.leader)


def answer_owner(b: Bench, choice: str) -> None:
    assert b.item is not None
    seat = int(choice)
    item, b.item, b.ask = b.item, None, None
    _hand_over(b, item, seat)


def _hand_over(b: Bench, item: Item, seat: int) -> None:
    taken = [owned.id for fellow in b.party for owned in fellow.items]
    if item.id in taken:  # a second card of the same kind
        id = new_id(item.id, taken)
        item = replace(item, id=id, name=item.name and f"{item.name} {id.rpartition('_')[2]}")
    b.change(seat, items=(*b.party[seat].items, item))
    b.say("df.gets", who=b.name(seat), item=library().line(item))
    _complete(b, seat)


def _complete(b: Bench, seat: int) -> None:
    """Ask what the card does, where nobody has typed it yet. It is the last one that the hero got."""
    item = b.party[seat].items[-1]
    if item.missing:
        b.ask_for(item.missing, seat)
    else:
        b.ask = None


def answer_item(b: Bench, choice: str) -> None:
    assert b.ask is not None
    seat, what = b.ask.seat, b.ask.what
    *others, item = b.party[seat].items
    if what == "attack":
        item = replace(item, attacks=tuple(attack for attack in ATTACKS if attack == choice))
    elif what == "bonus":
        item = replace(item, bonus=number(choice, 1))
    elif what == "amount":
        item = replace(item, n=number(choice, 1))
    else:
        effect = next(effect for effect in ITEM_EFFECTS if effect == choice.removesuffix(ONCE))
        item = replace(item, effect=effect, once=choice.endswith(ONCE))
    b.change(seat, items=(*others, item))
    b.learn(item)
    _complete(b, seat)


def _check_shop(b: Bench) -> None:
    _check_cleanup(b)
    if b.open_chore("shop") is None:
        raise refuse("df.no.no_shop")


def buy_die(b: Bench, _: a.BuyDie) -> None:
    _check_shop(b)
    if b.gold < DIE_COST:
        raise refuse("df.no.gold", n=DIE_COST)
    if not b.add_white(1):
        raise refuse("df.no.bank")
    b.gold -= DIE_COST
    b.say("df.buys_die", left=b.gold)


def buy_healing(b: Bench, _: a.BuyHealing) -> None:
    _check_shop(b)
    if b.gold < HEALING_COST:
        raise refuse("df.no.gold", n=HEALING_COST)
    if not hurt(b):
        raise refuse("df.no.all_healthy")
    b.gold -= HEALING_COST
    b.say("df.buys_healing", left=b.gold)
    for seat in b.awake():
        b.heal(seat, HEALING)


def hurt(b: Bench) -> list[int]:
    """Seats of heroes who could be healed."""
    return [seat for seat in b.awake() if b.party[seat].health < b.party[seat].most_health]


def use(b: Bench, action: a.Use) -> None:
    """An item that heals, at any quiet moment. It is discarded."""
    b.check_seat(action.seat)
    throwing = b.fighting and b.fight.thrown is not None
    if b.ask is not None or throwing or b.stage in ("won", "lost") or not b.party[action.seat].fights:
        raise refuse("df.no.not_now")
    item = b.owned(action.seat, action.item)
    if item.effect not in ("heal_one", "heal_all"):
        raise refuse("df.no.heals_not", item=library().line(item))
    targets = b.awake() if item.effect == "heal_all" else [action.on]
    if not set(targets) <= set(b.awake()):
        raise refuse("df.no.seat")
    b.lose_item(action.seat, item)
    b.say("df.uses", who=b.name(action.seat), item=library().line(item))
    for seat in targets:
        b.heal(seat, item.n)
