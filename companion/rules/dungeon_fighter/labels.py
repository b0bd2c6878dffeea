"""What the table waits for, and what the buttons say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.core import Adjust, DiceWanted, Waiting
from companion.rules.dungeon_fighter import abilities, draft, journey, target
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.cards import ABILITIES, ATTACKS, COLOURS, Item
from companion.rules.dungeon_fighter.corrections import counters, icon_line
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.shop import EFFECT_CHOICES
from companion.rules.text import Line, line

SEATS = ("owner", "leader", "divine", "beer")


def waiting(b: Bench) -> Waiting:
    if b.ask is not None:
        return Waiting((b.ask.seat,), _question(b))
    if b.stage == "move":
        return Waiting((b.leader,), line("df.wait.move", level=b.level))
    if b.stage == "encounter":
        if b.boss:
            return Waiting((b.first,), line("df.wait.boss"))
        return Waiting((b.first,), line("df.wait.draw", who=b.name(b.first), level=journey.drawn_level(b)))
    if b.stage == "cleanup":
        scar = b.open_chore("scar")
        if scar is not None:
            return Waiting((scar.seat,), line("df.wait.scar", who=b.name(scar.seat)))
        return Waiting((b.leader,), line("df.wait.cleanup"))
    return _throw(b)


def _throw(b: Bench) -> Waiting:
    turn, who = b.fight.turn, b.name(b.fight.turn)
    if not target.waits(b):
        return Waiting((turn,), line("df.wait.recover", who=who))
    usable = target.usable(b)
    die = draft.drafted_die(b) or usable[0]
    kind = target.die_kind(usable[0]).name if len(usable) == 1 else target.ANY
    dice = DiceWanted(kind, 1, 1)
    thrown = b.fight.thrown
    if draft.ready(b):
        prompt = line("df.wait.confirm", who=who, throw=draft.described(b))
    elif thrown is not None:
        prompt = line("df.wait.again", who=who, die=line(f"df.die.{thrown.die}"))
    elif b.fight.draft.die == die:
        prompt = line("df.wait.throw_die", who=who, die=line(f"df.die.{die}"))
    elif not b.free_dice():
        prompt = line("df.wait.boss_white" if b.boss else "df.wait.white", who=who)
    else:
        prompt = line("df.wait.throw", who=who)
    return Waiting((turn,), prompt, dice)


def _question(b: Bench) -> Line:
    assert b.ask is not None
    who, what = b.name(b.ask.seat), b.ask.what
    if what in ("hp", "damage", "gold"):
        return line(f"df.ask.{what}", monster=b.monster_line())
    if what in ("cost", "owner"):
        assert b.item is not None
        return line(f"df.ask.{what}", item=library().line(b.item))
    if what in ("attack", "bonus", "effect", "amount"):
        return line(f"df.ask.{what}", item=library().line(b.party[b.ask.seat].items[-1]))
    if what in ("ability", "number"):
        colour = b.fight.thrown.colour if b.fight.thrown is not None else ""
        return line(f"df.ask.{what}", who=who, colour=_colour(colour))
    if what == "sworn":
        return line("df.ask.sworn", who=who, monster=b.monster_line())
    return line(f"df.ask.{what}", who=who)


# Buttons


def label(b: Bench, action: Any) -> Line:
    if isinstance(action, Adjust):
        known = {counter.name for counter in counters(b.freeze())}
        name = line(f"df.counter.{action.counter}") if action.counter in known else action.counter
        return line("df.label.adjust", what=name, by=action.by)
    return _LABELS[type(action)](b, action)


def _name(b: Bench, seat: int) -> str:
    return b.name(seat) if 0 <= seat < len(b.seats) else "?"


def _colour(colour: str) -> Line:
    return (
        line(f"df.colour.{colour}") if colour in (*COLOURS, target.WHITE) else line("df.named", name=colour)
    )


def _item(b: Bench, id: str) -> Line:
    owned = (item for fellow in b.party for item in fellow.items if item.id == id)
    found = next(owned, None)
    if found is None:
        return line("df.named", name=id)
    return _item_line(found)


def _item_line(item: Item) -> Line:
    """A card without a name is told from others like it by a number."""
    if item.name:
        return library().line(item)
    number = item.id.rpartition("_")[2]
    kind = line(f"df.unnamed.{item.kind}")
    return line("df.numbered", what=kind, n=number) if number.isdigit() else kind


def _say(b: Bench, action: a.Say) -> Line:
    what, value = action.what, action.value
    if what == "die":
        return line("df.label.die", die=line(f"df.die.{value}") if value in (*COLOURS, "white") else value)
    if what == "rest":
        place = target.split(b, value)
        return draft.place_line(*place) if place is not None else line("df.named", name=value)
    if what == "weapon":
        held = b.fighting and value in b.fight.draft.weapons
        return line("df.label.sheathe" if held else "df.label.wield", item=_item(b, value))
    if what in ("symbol", "bounced", "done"):
        return line(f"df.label.{what}_{'yes' if value == draft.YES else 'no'}")
    return line("df.named", name=f"{what} {value}")


def _answer(b: Bench, action: a.Answer) -> Line:
    what, choice = action.what, action.choice
    if what in SEATS:
        named = [seat.name for number, seat in enumerate(b.seats) if str(number) == choice]
        return line("df.named", name=named[0] if named else choice)
    if what == "colour" and choice in COLOURS:
        return line(f"df.colour.{choice}")
    if what == "ability" and choice in (*ABILITIES, abilities.NONE):
        return line(f"df.ability.{choice}")
    if what == "attack" and choice in ATTACKS:
        return line(f"df.attack.{choice}")
    if what == "effect" and choice in EFFECT_CHOICES:
        return line(f"df.effect.{choice}")
    if what == "items" and choice == "go":
        return line("df.label.settle")
    if what == "items" and choice.startswith("charm:"):
        return line("df.label.charm", monster=_charmed(b, choice.removeprefix("charm:")))
    if what == "items":
        return line("df.label.use", item=_item(b, choice))
    if what == "discard":
        return line("df.label.lose", item=_item(b, choice))
    if what in ("reroll", "berserk", "ballad", "sworn") and choice in (draft.YES, draft.NO):
        return line(f"df.label.{what}_{choice}")
    return line("df.named", name=choice)


def _charmed(b: Bench, id: str) -> Line:
    cards = (card for fellow in b.party for card in fellow.charmed if card.id == id)
    found = next(cards, None)
    return library().line(found) if found is not None else line("df.named", name=id)


def _meet(_: Bench, action: a.Meet) -> Line:
    card = action.monster
    name = library().line(card)
    return (
        line("df.label.meet", monster=name)
        if not card.missing
        else line("df.label.meet_unknown", monster=name)
    )


def _use(b: Bench, action: a.Use) -> Line:
    item, who = _item(b, action.item), _name(b, action.seat)
    if action.on < 0:
        return line("df.label.use_all", who=who, item=item)
    return line("df.label.use_on", who=who, item=item, on=_name(b, action.on))


def _reward(_: Bench, action: a.Reward) -> Line:
    if action.gold:
        return line("df.label.reward_gold", n=action.gold)
    if action.white:
        return line("df.label.reward_white", n=action.white)
    return line("df.label.reward_equipment", n=action.equipment)


def _buy(_: Bench, action: a.Buy) -> Line:
    item = _item_line(action.item)
    if action.item.cost is None:
        return line("df.label.buy_unknown", item=item)
    return line("df.label.buy", item=item, n=action.item.cost)


def _mark(_: Bench, action: a.Mark) -> Line:
    icon = icon_line(action.what)
    if action.what == "heals_on_miss" and action.n:
        return line("df.label.mark_n", icon=icon, n=action.n)
    return line("df.label.mark", icon=icon) if action.n else line("df.label.unmark", icon=icon)


def _thrown(_: Bench, action: a.Throw) -> Line:
    die = line(f"df.die.{action.die}") if action.die in (*COLOURS, "white") else action.die
    return line("df.label.throw", die=die, rest=_place(action.rest, action.against))


def _place(rest: str, against: str) -> Line:
    known = all(not part or part.isdigit() or part in target.MISSES for part in (rest, against))
    return draft.place_line(rest, against) if known else line("df.named", name=rest)


def _plain(id: str) -> Callable[[Bench, Any], Line]:
    return lambda _, __: Line(id)


_LABELS: dict[type, Callable[[Bench, Any], Line]] = {
    a.Enter: lambda _, action: line("df.label.enter", room=library().line(action.room)),
    a.Descend: lambda b, _: line("df.label.descend", level=b.level + 1),
    a.FaceBoss: _plain("df.label.face_boss"),
    a.Meet: _meet,
    a.Answer: _answer,
    a.Say: _say,
    a.Seen: lambda _, action: line("df.label.seen", rest=_place(action.rest, action.against)),
    a.Confirm: _plain("df.label.confirm"),
    a.Throw: _thrown,
    a.Recover: _plain("df.label.recover"),
    a.Retreat: _plain("df.label.retreat"),
    a.Use: _use,
    a.PutScar: lambda b, action: line(
        "df.label.scar", who=_name(b, action.seat), colour=_colour(action.colour)
    ),
    a.Reward: _reward,
    a.Gain: lambda _, action: line("df.label.gain", item=_item_line(action.item)),
    a.Buy: _buy,
    a.BuyDie: _plain("df.label.buy_die"),
    a.BuyHealing: _plain("df.label.buy_healing"),
    a.Give: lambda b, action: line(
        "df.label.give", who=_name(b, action.seat), to=_name(b, action.to), item=_item(b, action.item)
    ),
    a.Drop: lambda b, action: line("df.label.drop", who=_name(b, action.seat), item=_item(b, action.item)),
    a.Onward: _plain("df.label.onward"),
    a.Mark: _mark,
    a.Retype: _plain("df.label.retype"),
    a.Sheet: lambda b, action: line("df.label.sheet", who=_name(b, action.seat)),
}
