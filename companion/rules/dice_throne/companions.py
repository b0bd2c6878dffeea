"""Carrying out effects: Spirits of the Treant, Bots and Nanites of the Artificer, Nyra of the Huntress."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.content import BOTS
from companion.rules.dice_throne.perform import HANDLERS, seats_for
from companion.rules.dice_throne.state import Ask, Context, Do, Entry, Option, Packet
from companion.rules.dice_throne.tokens import take
from companion.rules.text import line

STAGES = (("seedling", "sapling"), ("sapling", "dryad_spirit"))
NANITES = (0, 1, 3, 5)  # damage for 0 to 3 Nanites


def grow(b: Bench, effect: e.Grow, context: Context) -> None:
    """Each time: a new Seedling, or a Spirit one stage up, within the limits of each stage."""
    n = b.amount(effect.n, context)
    if n <= 0:
        return
    seat = context.by
    more: tuple[e.AnyEffect, ...] = (e.Grow(n - 1),) if n > 1 else ()
    options = []
    if b.tokens(seat, "seedling") < b.limit(seat, "seedling"):
        name = b.library.status_line("seedling")
        options.append(Option("seedling", line("dt.do.gain", n=1, status=name), (e.Gain("seedling"), *more)))
    for low, high in STAGES:
        if b.tokens(seat, low) and b.tokens(seat, high) < b.limit(seat, high):
            then = (e.Remove(low), e.Gain(high), *more)
            label = line("dt.grows_to", a=b.library.status_line(low), b=b.library.status_line(high))
            options.append(Option(high, label, then))
    if len(options) == 1:
        b.push(Do(options[0].then, context))
    elif options:
        b.push(Ask(seat, line("dt.ask.grow", who=b.name(seat)), tuple(options), context))


def grow_all(b: Bench, _effect: e.GrowAll, context: Context) -> None:
    seat = context.by
    for low, high in reversed(STAGES):  # the old ones first: they make room
        n = min(b.tokens(seat, low), b.limit(seat, high) - b.tokens(seat, high))
        if n > 0:
            take(b, seat, low, n)
            b.gain(seat, high, n)
            b.say("dt.gets", who=b.name(seat), n=n, status=b.library.status_line(high))


def detonate(b: Bench, effect: e.Detonate, context: Context) -> None:
    for seat in seats_for(b, effect, context) or ():
        count = b.tokens(seat, "nanite")
        if count:
            take(b, seat, "nanite", count)
            source = b.library.status_line("nanite")
            damage.add_packet(b, Packet(seat, context.by, "status", source, NANITES[min(count, 3)]))


def activate_bots(b: Bench, effect: e.ActivateBots, context: Context) -> None:
    """Free use of Bots that were built, each at most once."""
    options = []
    fighter = b.fighters[context.by]
    for bot in BOTS:
        # a Bot that was used as often as it may be this turn is not used again
        times = max((use.times for use in b.library.statuses[bot].uses), default=0)
        rested = not times or fighter.used.count(bot) < times
        if b.tokens(context.by, bot) and bot not in effect.done and rested:
            more: tuple[e.AnyEffect, ...] = ()
            if effect.n > 1:
                more = (e.ActivateBots(effect.n - 1, (*effect.done, bot)),)
            options.append(Option(bot, b.library.status_line(bot), (e.ActivateBot(bot), *more)))
    if options:
        options.append(Option("no", line("dt.no"), ()))
        b.push(Ask(context.by, line("dt.ask.bot", who=b.name(context.by)), tuple(options), context))


def activate_bot(b: Bench, effect: e.ActivateBot, context: Context) -> None:
    b.change(context.by, used=(*b.fighters[context.by].used, effect.bot))
    b.push(Do(b.library.statuses[effect.bot].activation, context))


def share(b: Bench, effect: e.Share, context: Context) -> None:
    """Damage goes to Nyra instead: the whole attack, whatever it will be, or as much as the player likes."""
    seat = context.by
    found = damage.avoidable(b, seat)
    if not found:
        return
    packet = b.packets[found[0]]
    if effect.all:
        b.packets[found[0]] = replace(packet, guard="nyra")
        return
    coming = damage.bill(packet, b.rules).final
    if context.n:
        entry = Entry(b.library.status_line("nyra"), context.n)
        b.packets[found[0]] = replace(packet, prevents=(*packet.prevents, entry))
        take(b, seat, "nyra", context.n)
        if not b.tokens(seat, "nyra"):
            b.gain(seat, "nyra_down", 1)
        return
    options = tuple(
        Option(str(n), line("dt.nyra_takes", n=n), (e.Share(),) if n else (), n)
        for n in range(coming, -1, -1)
    )
    b.push(Ask(seat, line("dt.ask.share", who=b.name(seat)), options, context))


HANDLERS.update(
    {
        e.Grow: grow,
        e.GrowAll: grow_all,
        e.Detonate: detonate,
        e.ActivateBots: activate_bots,
        e.ActivateBot: activate_bot,
        e.Share: share,
    }
)
