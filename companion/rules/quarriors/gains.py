"""Effects that bring dice from one owner to another: captures, culls and trades that a card allows."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.quarriors import effects as e
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.perform import HANDLERS, ask, leave_it
from companion.rules.quarriors.score import score_now
from companion.rules.quarriors.state import Context, Option
from companion.rules.text import line

EMPTY_CARDS = 4  # QR-18


def capture(b: Bench, seat: int, class_: str, to_bag: bool = False) -> None:
    """Take a die of the Wilds; four empty creature cards end the game (QR-18)."""
    die = b.from_wilds(class_)
    if to_bag:
        b.change(seat, bag=(*b.players[seat].bag, die))
    else:
        b.to_used(seat, die)
    b.say("qr.captures", who=b.name(seat), die=b.die_line(die))
    if empty_cards(b) >= EMPTY_CARDS:
        b.emptied = True
        b.say("qr.emptied", n=EMPTY_CARDS)


def empty_cards(b: Bench) -> int:
    """Creature cards without dice; spells and basic cards do not count (QR-25)."""
    return sum(not dice and b.library.dice[class_].sort == "creature" for class_, dice in b.wilds.items())


def exchange(b: Bench, effect: e.Exchange, context: Context) -> None:
    """Shaping Incantation: first which die goes, then which one comes."""
    seat = context.by
    if effect.die < 0:
        options = [
            Option(f"die:{die}", b.die_line(die), (replace(effect, die=die),))
            for die in b.one_of_each(b.players[seat].used)
            if exchangeable(b, die, effect.more)
        ]
        if options:
            prompt = line("qr.ask.exchange", who=b.name(seat), n=effect.more)
            ask(b, seat, prompt, [*options, leave_it()], context)
    elif not effect.card:
        options = [
            Option(f"card:{class_}", b.class_line(class_), (replace(effect, card=class_),))
            for class_ in exchangeable(b, effect.die, effect.more)
        ]
        ask(b, seat, line("qr.ask.capture", who=b.name(seat)), options, context)
    elif effect.die in b.players[seat].used and b.wilds.get(effect.card):
        b.cull(seat, effect.die)
        b.say("qr.culls", who=b.name(seat), die=b.die_line(effect.die))
        capture(b, seat, effect.card)


def exchangeable(b: Bench, die: int, more: int) -> list[str]:
    most = b.cost(b.kinds[die]) + more
    return [c for c in by_cost(b) if b.wilds[c] and b.cost(c) <= most and c != b.kinds[die]]


def by_cost(b: Bench) -> list[str]:
    """Cards of the Wilds, the dearest first: that is what one captures."""
    return sorted(b.wilds, key=lambda class_: (-b.cost(class_), class_))


def fetch(b: Bench, effect: e.Fetch, context: Context) -> None:
    """Strong Witching Hag: another creature die, also one that was scored with her."""
    seat = context.by
    if effect.die >= 0:
        if effect.die in b.players[seat].used:
            b.change(seat, used=tuple(die for die in b.players[seat].used if die != effect.die))
            b.to_pool(seat, effect.die)
            b.say("qr.to_pool", who=b.name(seat), die=b.die_line(effect.die))
        return
    others = [die for die in b.players[seat].used if die != context.die]
    creatures = [die for die in others if b.library.dice[b.kinds[die]].creature]
    options = [Option(f"die:{die}", b.die_line(die), (e.Fetch(die),)) for die in b.one_of_each(creatures)]
    if options:
        options.sort(key=lambda option: -_worth(b, option))
        ask(b, seat, line("qr.ask.fetch", who=b.name(seat)), [*options, leave_it()], context)


def _worth(b: Bench, option: Option) -> int:
    return b.cost(b.kinds[int(option.key.partition(":")[2])])


def free_spell(b: Bench, effect: e.FreeSpell, context: Context) -> None:
    """Strong Devotee: into the bag."""
    seat = context.by
    if effect.card:
        if b.wilds.get(effect.card):
            capture(b, seat, effect.card, to_bag=True)
        return
    options = [
        Option(f"card:{class_}", b.class_line(class_), (replace(effect, card=class_),))
        for class_ in by_cost(b)
        if b.library.dice[class_].sort == "spell" and b.wilds[class_] and b.cost(class_) <= effect.cost
    ]
    if options:
        ask(b, seat, line("qr.ask.capture", who=b.name(seat)), [*options, leave_it()], context)


def trade(b: Bench, effect: e.Trade, context: Context) -> None:
    """Deathdealer: it goes to the rival's Used Pile, the other die comes to the own one."""
    seat = context.by
    if context.die not in b.players[seat].used:
        return
    if effect.die < 0:
        options = [
            Option(
                f"die:{die}",
                line("qr.of", who=b.name(rival), what=b.die_line(die)),
                (e.Trade(die),),
            )
            for rival in b.others(seat)
            for die in b.one_of_each(b.players[rival].used)
        ]
        if options:
            options.sort(key=lambda option: -_worth(b, option))
            prompt = line("qr.ask.trade", who=b.name(seat), die=b.die_line(context.die))
            ask(b, seat, prompt, [*options, leave_it()], context)
        return
    for rival in b.others(seat):
        if effect.die in b.players[rival].used:
            b.change(rival, used=tuple(die for die in b.players[rival].used if die != effect.die))
            b.change(seat, used=tuple(die for die in b.players[seat].used if die != context.die))
            b.to_used(rival, context.die)
            b.to_used(seat, effect.die)
            b.say(
                "qr.trades",
                who=b.name(seat),
                die=b.die_line(context.die),
                other=b.die_line(effect.die),
                of=b.name(rival),
            )


def cull_spells(b: Bench, effect: e.CullSpells, context: Context) -> None:
    """Strong Questing Wizard: one spell after the other, as long as the player likes."""
    seat = context.by
    player = b.players[seat]
    if effect.die >= 0:
        if effect.die in (lying.die for lying in (*player.pool, *player.spells)):
            b.cull(seat, effect.die)
            b.say("qr.culls", who=b.name(seat), die=b.die_line(effect.die))
            b.gain_glory(seat, effect.glory, scoring=True)
        effect = replace(effect, die=-1)
        player = b.players[seat]
    lying = [lying.die for lying in (*player.spells, *player.pool)]
    spells = [die for die in lying if b.library.dice[b.kinds[die]].sort == "spell"]
    options = [
        Option(f"die:{die}", b.die_line(die), (replace(effect, die=die),)) for die in b.one_of_each(spells)
    ]
    if options and not b.over():
        prompt = line("qr.ask.cull_spells", who=b.name(seat), n=effect.glory)
        ask(b, seat, prompt, [*options, leave_it()], context)


def score_it(b: Bench, _effect: e.ScoreIt, context: Context) -> None:
    """Strong Deathdealer: scores at once, and the total stays what it was."""
    found = b.creature(context.die)
    if found is not None and b.rule("strong_deathdealer_scores"):
        score_now(b, found[0], (found[1],), culls=bool(b.rule("deathdealer_culls")))


def add_back(b: Bench, _effect: e.AddBack, context: Context) -> None:
    """Mighty Deathdealer: only for the first creature that a rival loses."""
    if b.attack is None or not context.n:
        return
    more = sum(attacker.attack for attacker in b.attack.attackers if attacker.die == context.die)
    b.attack = replace(b.attack, back=b.attack.back + more)
    b.say("qr.adds_back", who=b.name(context.by), die=b.die_line(context.die), n=more)


HANDLERS.update(
    {
        e.Exchange: exchange,
        e.Fetch: fetch,
        e.FreeSpell: free_spell,
        e.Trade: trade,
        e.CullSpells: cull_spells,
        e.ScoreIt: score_it,
        e.AddBack: add_back,
    }
)
