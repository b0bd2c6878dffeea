"""Immediate effects of dice in the Active Pool (QR-14): what each may do right after a roll."""

from __future__ import annotations

from companion.rules.quarriors import effects as e
from companion.rules.quarriors.actions import Use
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.faces import Face
from companion.rules.quarriors.state import Context, Do, Lying

ONE = "q1"


def uses(b: Bench, seat: int) -> list[Use]:
    """What the dice of the Active Pool may do now, the best first; dice that are alike stand once."""
    found: list[tuple[tuple[int, ...], Use]] = []
    seen: set[tuple[str, str]] = set()
    for lying in b.players[seat].pool:
        kind = (b.kinds[lying.die], lying.face)
        if not lying.face or kind in seen:
            continue
        seen.add(kind)
        found += [(_worth(b, lying, how), Use(lying.die, how)) for how in ways(b, seat, lying)]
    return [use for _, use in sorted(found, key=lambda pair: pair[0], reverse=True)]


def _worth(b: Bench, lying: Lying, how: str) -> tuple[int, ...]:
    """More dice first, then quiddity; turning a die that shows quiddity already comes last."""
    shown = b.face(lying)
    then = effects(b, lying, how)
    drawn = sum(effect.draw for effect in then if isinstance(effect, e.Throw))
    gained = sum(effect.n for effect in then if isinstance(effect, e.Quiddity))
    return (drawn + gained - (shown.quiddity if how != "draw" else 0), drawn, -lying.die)


def ways(b: Bench, seat: int, lying: Lying) -> list[str]:
    shown = b.face(lying)
    found = []
    by_card = _by_card(b, lying, shown)
    if by_card and not _alone(b, seat, lying, by_card):
        found.append("card")
    if shown.draw:
        found.append("draw")
    elif shown.reroll and not by_card:
        found.append("reroll")
    if shown.draw and shown.reroll and shown.either:
        found.append("reroll")
    if shown.draw and not shown.reroll and _only_portals(b, seat, lying):
        found.append("turn")
    return found


def _by_card(b: Bench, lying: Lying, shown: Face) -> tuple[e.AnyEffect, ...]:
    """What the card says of this symbol, instead of what the face says."""
    card = b.card(lying.die)
    for ability in card.abilities:
        if ability.at != "immediate" or not ability.fits(shown):
            continue
        if {"spell": shown.spell, "reroll": shown.reroll, "quiddity": shown.quiddity > 0}.get(ability.on):
            return ability.then
    return ()


def _alone(b: Bench, seat: int, lying: Lying, then: tuple[e.AnyEffect, ...]) -> bool:
    """An Assistant with no other die to roll again; a house rule says whether it may roll itself."""
    needs = any(isinstance(f, e.Throw) and f.others and not f.may for f in then)
    others = any(other.face for other in b.players[seat].pool if other.die != lying.die)
    return needs and not others and not b.rule("assistant_alone")


def _only_portals(b: Bench, seat: int, lying: Lying) -> bool:
    """With nothing but Portals to draw, a Portal may be turned to 1 quiddity."""
    player = b.players[seat]
    same = b.kinds[lying.die]
    faces = b.library.dice[same].faces
    return ONE in faces and all(b.kinds[die] == same for die in (*player.bag, *player.used))


def effects(b: Bench, lying: Lying, how: str) -> tuple[e.AnyEffect, ...]:
    shown = b.face(lying)
    if how == "card":
        return _by_card(b, lying, shown)
    if how == "draw":
        gained = (e.Quiddity(shown.quiddity),) if shown.quiddity and not shown.either else ()
        itself = shown.reroll and not shown.either  # both symbols count (QR-9)
        return (*gained, e.Throw(draw=b.drawn_by(lying.die, shown), itself=itself))
    if how == "reroll":
        return (e.Throw(itself=True),)
    return ()


def use(b: Bench, seat: int, lying: Lying, how: str) -> None:
    """Spend the die, unless it is rolled again itself, and do what it says."""
    b.say(f"qr.use.{how}", who=b.name(seat), die=b.die_line(lying.die))
    if how == "turn":
        turned = tuple(Lying(o.die, ONE) if o.die == lying.die else o for o in b.players[seat].pool)
        b.change(seat, pool=turned)
        return
    then = effects(b, lying, how)
    if not any(isinstance(effect, e.Throw) and effect.itself for effect in then):
        b.spend(seat, lying.die)  # a Portal lies in the Used Pile before dice are drawn
    b.push(Do(then, Context(seat, lying.die, b.cards[b.kinds[lying.die]])))
