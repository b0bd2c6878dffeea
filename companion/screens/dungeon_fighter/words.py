"""Cards in a few words, for buttons and captions."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.dungeon_fighter.cards import (
    NEEDS_NUMBER,
    Ability,
    AnyCard,
    Hero,
    Item,
    Monster,
    Room,
)
from companion.rules.dungeon_fighter.library import library
from companion.rules.text import Line, line
from companion.screens.look import Look

ROMAN = ("?", "I", "II", "III", "IV")
TYPES = (
    "dragon",
    "goblin",
    "orc",
    "vampire",
)  # of the cards that are shipped; others stand as they were typed


def ability(look: Look, known: Ability) -> str:
    """What a hero's symbol does: "Heal all 2"."""
    name = look.say(f"df.ability.{known.kind}")
    number = f" {known.n}" if known.n and known.kind in (*NEEDS_NUMBER, "pickpocket") else ""
    enemy = f" ({kind(look, known.enemy)})" if known.enemy else ""
    return f"{name}{number}{enemy}"


def icons_of(monster: Monster) -> Iterator[Line]:
    """What else is printed on a monster's card, but for its attacks; in few words."""
    for flag in ("small_target", "critical_miss", "discard_on_miss"):
        if getattr(monster, flag):
            yield line(f"df.field.{flag}")
    for amount in ("gold_on_miss", "heals_on_miss"):
        n = getattr(monster, amount)
        if n:
            yield line("df.screen.icon_n", icon=line(f"df.field.{amount}"), n=n)
    for colour in monster.bans:
        yield line("df.screen.ban", colour=line(f"df.colour.{colour}"))


def specials(look: Look, monster: Monster) -> str:
    return " · ".join(look.say(icon) for icon in icons_of(monster))


def level(look: Look, monster: Monster) -> str:
    """ "Level II, goblin", or that it is the boss."""
    known = look.say("df.screen.boss") if monster.boss else ""
    if not monster.boss and monster.level:
        known = look.say("df.screen.level", level=ROMAN[monster.level])
    return ", ".join(part for part in (known, kind(look, monster.type)) if part)


def kind(look: Look, typed: str) -> str:
    """What sort of monster it is."""
    return look.say(f"df.type.{typed}") if typed in TYPES else typed


def number(value: int | None) -> str:
    return "?" if value is None else str(value)


def about(look: Look, card: AnyCard) -> str:
    """One line below a card's name."""
    if isinstance(card, Monster):
        parts = [level(look, card), attacks(look, card.attacks)]
        if card.hp is not None:
            parts.insert(1, look.say("df.screen.stats", hp=card.hp, damage=number(card.damage)))
        return " · ".join(part for part in parts if part) or look.say("df.screen.untyped")
    if isinstance(card, Item):
        return item(look, card)
    if isinstance(card, Hero):
        known = [ability(look, card.ability(c)) for c in ("red", "green", "blue") if _typed(card, c)]
        return " · ".join(known) or look.say("df.screen.untyped")
    if isinstance(card, Room):
        what = look.say(f"df.room.{card.kind}")
        return " · ".join(part for part in (what, attacks(look, card.attacks)) if part)
    return ""


def _typed(hero: Hero, colour: str) -> bool:
    known: Ability = getattr(hero, colour)
    return known.kind != "unknown"


def item(look: Look, card: Item) -> str:
    """What an item does: "Blind +3"."""
    if card.kind == "weapon":
        how = attacks(look, card.attacks) or "?"
        return f"{how} +{number(card.bonus)}"
    if not card.effect:
        return look.say("df.screen.untyped")
    once = card.once and card.effect in ("reroll", "extra_damage")
    what = look.say(f"df.effect.{card.effect}{'_once' if once else ''}")
    return f"{what} {card.n}" if card.n else what


def attacks(look: Look, ids: tuple[str, ...]) -> str:
    return " + ".join(look.say(f"df.attack.{attack}") for attack in ids)


def name(look: Look, card: AnyCard) -> str:
    return look.sentence(library().line(card))
