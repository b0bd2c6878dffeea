"""What the table waits for, and what the buttons say."""

from __future__ import annotations

from companion.rules.core import Adjust, Waiting
from companion.rules.quarriors import actions as a
from companion.rules.quarriors import creatures, offers, rolls, strength
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import library
from companion.rules.quarriors.corrections import zone_line
from companion.rules.quarriors.state import Ask, Creature, Lying, Shown, Wait, Want
from companion.rules.text import Line, line

FEW_KINDS = 3  # dice of more kinds are not named in a line: the screen shows them


def waiting(b: Bench) -> Waiting:
    top = b.stack[-1]
    if isinstance(top, Ask):
        return Waiting((top.seat,), top.prompt)
    if isinstance(top, Want):
        return _dice(b, top)
    assert isinstance(top, Wait)
    who = b.name(top.seat)
    if top.window == "deal":
        left = offers.room_for(b, "creature"), offers.room_for(b, "spell")
        return Waiting((top.seat,), line("qr.wait.deal", creatures=left[0], spells=left[1]))
    if top.window == "cull":
        return Waiting((top.seat,), line("qr.wait.cull", who=who, n=top.n))
    if top.window in ("summon", "capture"):
        prompt = line(f"qr.wait.{top.window}", who=who, n=b.pot)
        return Waiting((top.seat,), prompt)
    if top.window == "defend":
        assert b.attack is not None
        return Waiting((top.seat,), line("qr.wait.defend", who=who, n=strength.left(b.attack)))
    return Waiting((top.seat,), line(f"qr.wait.{top.window}", who=who))


def _dice(b: Bench, want: Want) -> Waiting:
    who = b.name(want.seat)
    dice = rolls.dice_wanted(b, want)
    if want.odd:
        found = rolls.problem(b, want, want.odd)
        return Waiting((want.seat,), found if found is not None else line("qr.no.not_now"), dice)
    if not rolls.count(want):
        return Waiting((want.seat,), line("qr.wait.no_dice", who=who))
    if not want.roll:
        return Waiting((want.seat,), line("qr.wait.draw_only", who=who, n=rolls.count(want)), dice)
    if want.shown:
        told = len(want.shown)
        return Waiting((want.seat,), line("qr.wait.tell", who=who, n=told + 1, of=rolls.count(want)), dice)
    known = rolls.words(b, [Shown(b.kinds[die]) for die in want.must])
    if len({b.kinds[die] for die in want.must}) > FEW_KINDS:
        known = line("qr.some_dice", n=len(want.must))
    if not want.draw:
        return Waiting((want.seat,), line("qr.wait.reroll", who=who, dice=known), dice)
    if not want.must:
        return Waiting((want.seat,), line("qr.wait.draw", who=who, n=want.draw), dice)
    return Waiting((want.seat,), line("qr.wait.roll", who=who, n=want.draw, dice=known), dice)


def label(b: Bench, action: a.AnyAction) -> Line:
    match action:
        case a.Reveal(card=card):
            return line("qr.label.reveal", card=b.library.card_line(card))
        case a.Deal(deck=deck):
            return line("qr.label.deal", n=len(deck))
        case a.Roll(dice=dice):
            return line("qr.label.roll", n=sum(die.thrown for die in dice))
        case a.Show(kind=kind, face=face):
            return rolls.shown_line(b, kind, face)
        case a.Settle():
            return _settle(b, action)
        case a.Use(die=die, how=how):
            return _use(b, die, how)
        case a.Ready(die=die):
            return line("qr.label.ready", die=_die(b, die))
        case a.Summon(die=die):
            lying = _lying(b, b.active, die)
            cost = offers.summon_cost(b, b.active, lying) if lying and lying.face else 0
            return line("qr.label.summon", die=_die(b, die), n=cost)
        case a.Cast(seat=seat, die=die, target=target):
            return _cast(b, seat, die, target)
        case a.Change(die=die, target=target):
            return line("qr.label.change", die=_die(b, die), what=_target(b, target))
        case a.Defend(die=die):
            return _defend(b, die)
        case a.Cull(kind=kind):
            return line("qr.label.cull", die=b.class_line(kind))
        case a.Capture(kind=kind):
            cost = offers.capture_cost(b, kind) if kind in b.cards else 0
            words = line("qr.label.capture", die=b.class_line(kind), n=cost)
            known_card = b.library.cards.get(b.cards.get(kind, ""))
            unsure = known_card is not None and known_card.provisional
            return line("qr.label.unchecked", words=words) if unsure else words
        case a.Discard(die=die):
            return line("qr.label.discard", die=_die(b, die))
        case a.Choose(key=key):
            return _choose(b, key)
        case a.Pass():
            window = b.window()
            return line(f"qr.label.pass.{window.window}") if window else line("qr.label.go_on")
        case a.Put(kind=kind, of=of, to=to):
            return line("qr.label.put", die=b.class_line(kind), of=_zone(b, of), to=_zone(b, to))
        case Adjust(seat=seat, counter=counter, by=by):
            return line("qr.label.adjust", who=b.name(seat), what=counter_line(counter), by=by)


def counter_line(name: str) -> Line:
    """A counter in words: "glory", "Portal in the bag"."""
    zone, _, class_ = name.partition(".")
    known = f"qr.counter.{zone}" if zone in ("glory", "quiddity", "captures", "bag", "used") else ""
    return line(known, die=library().die_line(class_)) if known else line("qr.named", name=name)


def _zone(b: Bench, zone: str) -> Line:
    known = ("bag", "pool", "ready", "used", "aside", "wilds", "box")
    return zone_line(b, zone) if zone.partition(":")[0] in known else line("qr.named", name=zone)


def _lying(b: Bench, seat: int, die: int) -> Lying | None:
    return b.lying(seat, die) if 0 <= seat < len(b.players) else None


def _die(b: Bench, die: int) -> Line:
    """A die by its name and the face it shows, wherever it lies."""
    if not 0 <= die < len(b.kinds):
        return line("qr.unknown_die")
    for player in b.players:
        standing: tuple[Lying | Creature, ...] = (*player.pool, *player.spells, *player.ready)
        for lying in standing:
            if lying.die == die:
                return rolls.shown_line(b, b.kinds[die], lying.face)
    return b.die_line(die)


def _target(b: Bench, die: int) -> Line:
    found = b.creature(die)
    if found is not None:
        return creatures.creature_line(b, *found)
    for seat, player in enumerate(b.players):
        for spell in player.spells:
            if spell.die == die:
                return line("qr.of", who=b.name(seat), what=_die(b, die))
        for creature in player.ready:
            if any(spell.die == die for spell in creature.spells):
                on = line("qr.on", a=b.die_line(die), b=b.die_line(creature.die))
                return line("qr.of", who=b.name(seat), what=on)
    return _die(b, die)


def _use(b: Bench, die: int, how: str) -> Line:
    lying = _lying(b, b.active, die)
    shown = b.face(lying) if lying is not None and lying.face else None
    drawn = b.drawn_by(die, shown) if shown is not None else 0
    known = ("card", "draw", "reroll", "turn")
    id = f"qr.label.use.{how}" if how in known else "qr.label.go_on"
    if how == "draw" and shown is not None and shown.reroll:
        id = "qr.label.use.both"
    return line(id, die=_die(b, die), n=drawn)


def _cast(b: Bench, seat: int, die: int, target: int) -> Line:
    who = b.name(seat)
    if target < 0:
        return line("qr.label.cast", who=who, spell=_die(b, die))
    return line("qr.label.cast_at", who=who, spell=_die(b, die), what=_target(b, target))


def _defend(b: Bench, die: int) -> Line:
    found = b.creature(die)
    if found is None or b.attack is None:
        return _die(b, die)
    defence = strength.against(b, b.attack, found[1])
    falls = strength.left(b.attack) >= defence
    id = "qr.label.defend_falls" if falls else "qr.label.defend"
    return line(id, die=creatures.creature_line(b, *found), n=defence)


def _settle(b: Bench, action: a.Settle) -> Line:
    want = rolls.wanted(b)
    if action.how == "again" or want is None:
        return line("qr.label.settle.again")
    odd = want.odd[action.at] if 0 <= action.at < len(want.odd) else Shown(action.kind, action.face)
    seen = rolls.shown_line(b, odd.kind, odd.face)
    other = rolls.shown_line(b, action.kind, action.face)
    known = ("drop", "is", "add", "used", "wilds", "box")
    return line(f"qr.label.settle.{action.how if action.how in known else 'drop'}", seen=seen, die=other)


def _choose(b: Bench, key: str) -> Line:
    top = b.stack[-1] if b.stack else None
    options = top.options if isinstance(top, Ask) else ()
    return next((option.label for option in options if option.key == key), line("qr.label.go_on"))
