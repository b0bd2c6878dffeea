"""What the table waits for, and what the buttons say."""

from __future__ import annotations

from companion.rules.core import Adjust, Waiting
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne import acts, passing, rolls, windows
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.describe import describe, with_told
from companion.rules.dice_throne.state import Ask, Number, Sort, Wait, Want
from companion.rules.text import Line, line


def waiting(b: Bench) -> Waiting:
    if b.outcome is not None:
        return Waiting((), b.outcome.reason)
    top = b.stack[-1]
    want = rolls.wanted(b)
    dice = want[1] if want else None
    if isinstance(top, Want):
        prompt = line("dt.wait.roll", who=b.name(top.seat), n=top.count, source=top.source)
        return Waiting((top.seat,), prompt, dice)
    if isinstance(top, Ask):
        return Waiting((top.seat,), top.prompt)
    if isinstance(top, Sort):
        return Waiting((b.active,), line("dt.wait.sort", who=b.name(b.active)))
    if isinstance(top, Number):
        return Waiting(
            (top.seat,),
            line("dt.wait.number", who=b.name(top.seat), source=top.source, what=acts.number_words(top)),
        )
    assert isinstance(top, Wait)
    seats = tuple(passing.asked(b, top))
    who = b.name(seats[0]) if seats else ""
    window = top.window
    if window == "attempts":
        if b.attempts == 0:
            prompt = line("dt.wait.first_attempt", who=who)
        elif b.attempts < b.allowed:
            prompt = line("dt.wait.attempt", who=who, n=b.attempts + 1, of=b.allowed)
        else:
            prompt = line("dt.wait.announce", who=who)
        return Waiting(seats, prompt, dice)
    if window == "announced" and b.announced is not None:
        hero = b.fighters[b.active].hero
        ability = b.library.abilities[hero, b.announced.ability]
        tier = b.level(b.active, ability).tiers[b.announced.tier]
        name = b.library.ability_line(hero, ability.id, tier)
        return Waiting(seats, line("dt.wait.announced", who=b.name(b.active), ability=name), dice)
    if window == "defend":
        if dice is None:
            return Waiting(seats, line("dt.wait.choose_defence", who=who))
        ability = windows.defences(b)[0]
        name = b.library.ability_line(b.fighters[b.target].hero, ability.id)
        return Waiting(seats, line("dt.wait.defend", who=who, n=dice.count, ability=name), dice)
    return Waiting(seats, line(f"dt.wait.{window}", who=who, active=b.name(b.active)), dice)


def label(b: Bench, action: a.AnyAction) -> Line:
    match action:
        case a.Roll(dice=dice):
            return line("dt.label.roll", dice=" ".join(die.face for die in dice))
        case a.Announce(ability=ability, tier=tier):
            return _announce(b, ability, tier)
        case a.Pass(seat=seat):
            return _pass(b, seat)
        case a.Target(seat=seat):
            return line("dt.label.target", who=b.name(seat))
        case a.Defend(ability=ability):
            hero = b.fighters[b.target].hero
            level = b.level(b.target, b.library.abilities[hero, ability])
            words = line("dt.label.defend", ability=b.library.ability_line(hero, ability))
            return _marked(words, level.provisional)
        case a.Spend(seat=seat, source=source, use=use):
            return _spend(b, seat, source, use)
        case a.Play(seat=seat, card=card):
            hero = b.fighters[seat].hero
            known = b.library.cards[hero, card]
            name = b.library.card_line(hero, card)
            return _marked(
                line("dt.label.play", who=b.name(seat), card=name, n=known.cost), known.provisional
            )
        case a.Upgrade(ability=ability, level=level):
            name = b.library.ability_line(b.fighters[b.active].hero, ability)
            cost = acts.upgrade_cost(b, b.active, ability, level) or 0
            levels = b.library.abilities[b.fighters[b.active].hero, ability].levels
            unsure = 0 < level <= len(levels) and levels[level - 1].provisional
            return _marked(line("dt.label.upgrade", ability=name, level="I" * level, n=cost), unsure)
        case a.Sell():
            return line("dt.label.sell")
        case a.Choose(key=key):
            return _choose(b, key)
        case a.Tell(n=n):
            return line("dt.label.tell", n=n)
        case Adjust(counter=counter, by=by, seat=seat):
            if counter.startswith("token.") and counter[6:] in b.library.statuses:
                what = b.library.status_line(counter[6:])
            else:
                what = line(f"dt.counter.{counter}")
            return line("dt.label.adjust", who=b.name(seat), what=what, by=f"{by:+d}")


def _announce(b: Bench, ability: str, number: int) -> Line:
    hero = b.fighters[b.active].hero
    known = b.library.abilities[hero, ability]
    tier = b.level(b.active, known).tiers[number]
    name = b.library.ability_line(hero, ability, tier)
    effects = with_told(tier.effects, hero, b.answers) if b.answers else tier.effects
    words = line("dt.label.announce", ability=name, effect=describe(b.library, effects))
    return _marked(words, tier.provisional)


def _marked(words: Line, provisional: bool) -> Line:
    """A number that nobody checked against print says so."""
    return line("dt.label.unchecked", words=words) if provisional else words


def _pass(b: Bench, seat: int) -> Line:
    window = b.window()
    if window == "attempts" and not windows.met(b) and b.attempts == b.allowed:
        return line("dt.label.pass.no_ability")
    if seat >= 0 and window not in windows.HARD:
        return line("dt.label.pass.seat", who=b.name(seat))
    if window in windows.HARD:
        return line(f"dt.label.pass.{window}")
    if window in ("last", "hit") and b.packets:
        return line("dt.label.pass.apply")
    return line("dt.label.pass.go_on")


def _spend(b: Bench, seat: int, source: str, number: int) -> Line:
    uses = windows.uses_of(b, seat, source)
    if source in b.fighters[seat].tokens:
        name = b.library.status_line(source)
    else:
        name = b.library.ability_line(b.fighters[seat].hero, source)
    effect = describe(b.library, uses[number].then) if number < len(uses) else line("dt.do.nothing")
    words = line("dt.label.spend", who=b.name(seat), what=name, effect=effect)
    status = b.library.statuses.get(source)
    return _marked(words, status is not None and status.provisional)


def _choose(b: Bench, key: str) -> Line:
    top = b.stack[-1] if b.stack else None
    if isinstance(top, Ask):
        return next((option.label for option in top.options if option.key == key), line("dt.label.choose"))
    if isinstance(top, Sort) and key.isdigit() and int(key) < len(top.items):
        return top.items[int(key)].context.source
    return line("dt.label.choose")
