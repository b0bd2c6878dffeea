"""Clean-up (DF-27 to DF-33): a list that does itself what it can, and the rooms' gifts (DF-34 to DF-36)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import COLOURS, ITEM_KINDS, ItemKind
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import MOST_SCARS, Fellow
from companion.rules.text import Line

SHOP_CARDS = 3  # DF-34: and one more for each hero


def begin(b: Bench) -> None:
    """The monster is dead. Gold, dice and cards go where they belong; questions stay on the list."""
    fight = b.fight
    b.stage, b.chores, b.bought = "cleanup", [], 0
    unused = 0 if fight.defeated else len(b.free_dice())
    b.beaten = (*b.beaten, fight.monster.id)
    b.set_fight(None)
    _take_gold(b, fight.monster.gold or 0)  # DF-28
    if fight.whites:  # DF-31
        b.chore("whites", n=fight.whites)
        b.say("df.whites_back", n=fight.whites)
    bonus = b.add_white(unused)  # DF-32
    b.chore("bonus", n=bonus)
    if bonus:
        b.say("df.bonus_dice", n=bonus)
    if fight.defeated:
        b.chore("token")
    if fight.charmers:  # DF-30: there is one card; who sang first gets it
        seat = fight.charmers[0]
        b.change(seat, charmed=(*b.party[seat].charmed, fight.monster))
        b.chore("charm", seat)
        b.say("df.charmed", who=b.name(seat), monster=library().line(fight.monster))
    for seat in fight.thieves:
        b.chore("steal", seat, done=False)
    _wake(b)
    _room(b)
    _pass_dice(b)


def begin_in_peace(b: Bench) -> None:
    """A room where nobody fought."""
    b.stage, b.chores, b.bought = "cleanup", [], 0
    _room(b)


def _take_gold(b: Bench, n: int) -> None:
    b.gold += n
    b.chore("gold", n=n)
    if n:
        b.say("df.gold", n=n, left=b.gold)


def _pass_dice(b: Bench) -> None:
    """DF-27"""
    if b.present():
        b.first = b.after(b.first, b.present())
        b.chore("dice", b.first)
        b.say("df.dice_pass", who=b.name(b.first))


# Who fainted


def _wake(b: Bench) -> None:
    """DF-29: a scar each. Where it lies is the player's choice, as long as there is one."""
    for seat, fellow in enumerate(b.party):
        if fellow.fainted and len(fellow.scars) == MOST_SCARS - 1:
            _leave(b, seat)
        elif fellow.fainted:
            b.chore("scar", seat, done=False)


def _leave(b: Bench, seat: int) -> None:
    """The third scar: the hero becomes an angel."""
    b.change(seat, scars=COLOURS, health=0, fainted=False)
    b.chore("angel", seat)
    b.say("df.angel", who=b.name(seat))
    present = b.present()
    b.ask = None if len(present) < 2 else b.ask
    if not present:
        b.stage = "lost"
        b.say("df.lost_all_out")
    elif seat == b.leader:
        b.leader = b.after(seat, present)
        if len(present) > 1:
            b.ask_for("leader", b.leader)


def put_scar(b: Bench, action: a.PutScar) -> None:
    b.check_seat(action.seat)
    chore = next((c for c in b.chores if c.what == "scar" and c.seat == action.seat and not c.done), None)
    if b.stage != "cleanup" or b.ask is not None or chore is None:
        raise refuse("df.no.not_now")
    fellow = b.party[action.seat]
    if action.colour in fellow.scars:
        raise refuse("df.no.scarred")
    scarred = replace(fellow, scars=(*fellow.scars, action.colour), fainted=False)
    whole = b.rule("wake_health") == "maximum" or (b.room is not None and b.room.kind == "fountain")
    b.party[action.seat] = replace(scarred, health=scarred.most_health if whole else 1)
    b.finish_chore(chore)
    b.say("df.scar", who=b.name(action.seat), colour=Line(f"df.colour.{action.colour}"))


# Rooms


def _room(b: Bench) -> None:
    room = b.room
    if room is None or b.stage == "lost":
        return
    if room.kind == "fountain":  # DF-35
        b.chore("fountain")
        for seat in b.awake():
            b.heal(seat, b.party[seat].most_health)
    elif room.kind == "treasure" and not room.rewards:
        b.chore("treasure", b.leader, done=False)
    elif room.kind == "treasure":
        _reward(b, room.gold, room.white, room.equipment)
    elif room.kind == "shop":
        b.chore("shop", n=SHOP_CARDS + len(b.present()), done=False)


def _reward(b: Bench, gold: int, white: int, equipment: int) -> None:
    """DF-36"""
    if gold:
        _take_gold(b, gold)
    if white:
        taken = b.add_white(white)
        b.chore("treasure_dice", n=taken)
        b.say("df.bonus_dice", n=taken)
    for _ in range(equipment):
        b.chore("equipment", b.leader, done=False)


def reward(b: Bench, action: a.Reward) -> None:
    chore = b.open_chore("treasure")
    if b.stage != "cleanup" or b.ask is not None or chore is None or b.room is None:
        raise refuse("df.no.not_now")
    given = (action.gold, action.white, action.equipment)
    if not any(given) or not all(0 <= n <= 9 for n in given):
        raise refuse("df.no.number", low=1, high=9)
    b.finish_chore(chore)
    _reward(b, *given)


# Equipment


def overfull(party: list[Fellow]) -> list[tuple[int, ItemKind]]:
    """Who carries too much, and of what (DF-38)."""
    found: list[tuple[int, ItemKind]] = []
    for seat, fellow in enumerate(party):
        for kind in ITEM_KINDS:
            slots = fellow.hero.slots(kind)
            carried = sum(item.kind == kind for item in fellow.items)
            if slots is not None and carried > slots and not fellow.out:
                found.append((seat, kind))
    return found


def give(b: Bench, action: a.Give) -> None:
    """DF-33: freely, between two fights."""
    b.check_seat(action.seat)
    b.check_seat(action.to)
    if b.stage not in ("cleanup", "move") or b.ask is not None:
        raise refuse("df.no.give_now")
    if action.seat == action.to or b.party[action.to].out:
        raise refuse("df.no.seat")
    item = b.owned(action.seat, action.item)
    b.lose_item(action.seat, item)
    b.change(action.to, items=(*b.party[action.to].items, item))
    b.say("df.gives", who=b.name(action.seat), to=b.name(action.to), item=library().line(item))


def drop(b: Bench, action: a.Drop) -> None:
    b.check_seat(action.seat)
    if b.ask is not None or b.stage in ("won", "lost") or (b.fighting and b.fight.thrown is not None):
        raise refuse("df.no.not_now")
    item = b.owned(action.seat, action.item)
    b.lose_item(action.seat, item)
    if b.fighting and b.fight.turn == action.seat:
        draft = b.fight.draft
        b.now(draft=replace(draft, weapons=tuple(id for id in draft.weapons if id != item.id)))
    b.say("df.drops", who=b.name(action.seat), item=library().line(item))


def onward(b: Bench, _: a.Onward) -> None:
    if b.stage != "cleanup" or b.ask is not None:
        raise refuse("df.no.not_now")
    scar = b.open_chore("scar")
    if scar is not None:
        raise refuse("df.no.scar_first", who=b.name(scar.seat))
    full = overfull(b.party)
    if full:
        seat, kind = full[0]
        raise refuse("df.no.slots", who=b.name(seat), kind=Line(f"df.kind.{kind}"))
    b.stage, b.chores, b.bought = "move", [], 0
    b.round += 1
    if b.party[b.first].out:
        b.first = b.after(b.first, b.present())
