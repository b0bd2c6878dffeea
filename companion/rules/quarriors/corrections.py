"""Players overrule the companion: counters, and where a die really is. The dice stay 130 whatever they say."""

from __future__ import annotations

from collections import Counter as Count

from msgspec.structs import replace

from companion.rules.core import Adjust, Counter
from companion.rules.errors import IllegalAction
from companion.rules.quarriors import rolls
from companion.rules.quarriors.actions import Put
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.gains import EMPTY_CARDS, empty_cards
from companion.rules.quarriors.state import Creature, Lying, Shown, Want
from companion.rules.text import Line, line

SEAT_ZONES = ("bag", "pool", "ready", "used", "aside")
MOST_QUIDDITY = 99
MOST_CAPTURES = 9


def refuse(id: str, /, **args: int | str | Line) -> IllegalAction:
    return IllegalAction(Line(id, args))


def check_seat(b: Bench, seat: int) -> None:
    if not 0 <= seat < len(b.players):
        raise refuse("qr.no.seat")


# Counters


def counters(b: Bench) -> list[Counter]:
    found = []
    for seat, player in enumerate(b.players):
        found.append(Counter(seat, "glory", player.glory, 0, b.target))
        if seat == b.active and b.turn:
            found.append(Counter(seat, "quiddity", b.pot, 0, MOST_QUIDDITY))
            found.append(Counter(seat, "captures", b.captures, 0, MOST_CAPTURES))
        for zone, dice in (("bag", player.bag), ("used", player.used)):
            counts = Count(b.kinds[die] for die in dice)
            for class_ in b.cards:
                spare = sum(b.kinds[die] == class_ for die in _spare(b, seat, class_, zone))
                if counts[class_] or spare:
                    most = counts[class_] + spare
                    found.append(Counter(seat, f"{zone}.{class_}", counts[class_], 0, most))
    return found


def _spare(b: Bench, seat: int, class_: str, zone: str) -> tuple[int, ...]:
    """Dice that can come into this zone: from the other one first, then from the Wilds, then from the box."""
    player = b.players[seat]
    other = player.used if zone == "bag" else player.bag
    return (*(die for die in other if b.kinds[die] == class_), *b.wilds.get(class_, ()), *b.box)


def adjust(b: Bench, action: Adjust) -> None:
    check_seat(b, action.seat)
    seat, who, name = action.seat, b.name(action.seat), action.counter
    counter = next((c for c in counters(b) if (c.seat, c.name) == (seat, name)), None)
    if counter is None:
        raise refuse("qr.no.counter", name=name)
    after = max(counter.low, min(counter.high, counter.value + action.by))
    if name == "glory":
        b.change(seat, glory=after)
        if after >= b.target:
            b.won = seat
        elif b.won == seat:
            b.won = -1
        b.say("qr.adjust.glory", who=who, n=after)
    elif name == "quiddity":
        b.pot = after
        b.reserved = min(b.reserved, after)
        b.say("qr.adjust.quiddity", who=who, n=after)
    elif name == "captures":
        b.captures = after
        b.say("qr.adjust.captures", who=who, n=after)
    else:
        zone, _, class_ = name.partition(".")
        for _ in range(after - counter.value):
            _move(b, _home(b, seat, class_, zone), f"{zone}:{seat}", class_)
        for _ in range(counter.value - after):
            _move(b, f"{zone}:{seat}", "wilds", class_)
        b.say(f"qr.adjust.{zone}", who=who, n=after, die=b.class_line(class_))
        _reconsider(b)


def _home(b: Bench, seat: int, class_: str, zone: str) -> str:
    """Where a die of this class is taken from."""
    other = f"used:{seat}" if zone == "bag" else f"bag:{seat}"
    return next(place for place in (other, "wilds", "box") if _find(b, place, class_) >= 0)


# Where a die really is


def put(b: Bench, action: Put) -> None:
    for zone in (action.of, action.to):
        if not _is_zone(b, zone):
            raise refuse("qr.no.zone", got=zone)
    class_ = action.kind
    if class_ not in b.cards:
        raise refuse("qr.no.kind", got=class_)
    if _find(b, action.of, class_) < 0:
        raise refuse("qr.no.not_there", die=b.class_line(class_))
    faces = b.library.dice[class_].faces
    if action.to.startswith("ready") and not _stands(b, class_, action.face):
        raise refuse("qr.no.face", die=b.class_line(class_))
    if action.face and action.face not in faces:
        raise refuse("qr.no.face", die=b.class_line(class_))
    _move(b, action.of, action.to, class_, action.face)
    args = {"die": b.class_line(class_), "of": zone_line(b, action.of), "to": zone_line(b, action.to)}
    b.say("qr.put", **args)
    _reconsider(b)


def _stands(b: Bench, class_: str, face: str) -> bool:
    """Only creatures and spells stand in a Ready Area."""
    if face not in b.library.dice[class_].faces:
        return False
    shown = b.face(Lying(0, face))
    return shown.creature or shown.spell


def _is_zone(b: Bench, zone: str) -> bool:
    name, _, seat = zone.partition(":")
    if name in SEAT_ZONES:
        return seat.isdecimal() and int(seat) < len(b.players)
    return zone in ("wilds", "box")


def _find(b: Bench, zone: str, class_: str) -> int:
    """A die of this class there; -1 where there is none. In a Ready Area, spells without a creature count too."""
    name, _, seat = zone.partition(":")
    if name == "wilds":
        dice: tuple[int, ...] = b.wilds.get(class_, ())
    elif name == "box":
        dice = b.box
    else:
        player = b.players[int(seat)]
        dice = {
            "bag": player.bag,
            "used": player.used,
            "aside": player.aside,
            "pool": tuple(lying.die for lying in player.pool),
            "ready": (*(c.die for c in player.ready), *(s.die for s in player.spells)),
        }[name]
    return next((die for die in dice if b.kinds[die] == class_), -1)


def _move(b: Bench, of: str, to: str, class_: str, face: str = "") -> None:
    die = _find(b, of, class_)
    _take(b, of, die)
    _lay(b, to, die, face)


def _take(b: Bench, zone: str, die: int) -> None:
    name, _, at = zone.partition(":")
    if name == "wilds":
        b.wilds[b.kinds[die]] = tuple(other for other in b.wilds[b.kinds[die]] if other != die)
    elif name == "box":
        b.box = tuple(other for other in b.box if other != die)
    else:
        seat = int(at)
        player = b.players[seat]
        for creature in player.ready:
            if creature.die == die:  # its spells go as they always do (QR-21)
                b.to_used(seat, *(spell.die for spell in creature.spells))
        player = b.players[seat]
        b.change(
            seat,
            bag=tuple(other for other in player.bag if other != die),
            used=tuple(other for other in player.used if other != die),
            aside=tuple(other for other in player.aside if other != die),
            pool=tuple(other for other in player.pool if other.die != die),
            ready=tuple(other for other in player.ready if other.die != die),
            spells=tuple(other for other in player.spells if other.die != die),
        )


def _lay(b: Bench, zone: str, die: int, face: str) -> None:
    name, _, at = zone.partition(":")
    if name == "wilds":
        b.wilds[b.kinds[die]] = (*b.wilds[b.kinds[die]], die)
    elif name == "box":
        b.box = (*b.box, die)
    else:
        seat = int(at)
        player = b.players[seat]
        if name == "pool":
            b.change(seat, pool=(*player.pool, Lying(die, face)))
        elif name == "ready" and b.face(Lying(die, face)).creature:
            b.change(seat, ready=(*player.ready, Creature(die, face)))
        elif name == "ready":
            b.change(seat, spells=(*player.spells, Lying(die, face)))
        elif name == "bag":
            b.change(seat, bag=(*player.bag, die))
        elif name == "used":
            b.change(seat, used=(*player.used, die))
        else:
            b.change(seat, aside=(*player.aside, die))


def _reconsider(b: Bench) -> None:
    """Rolls that are waited for count the dice that lie there now, and begin anew."""
    for at, frame in enumerate(b.stack):
        if isinstance(frame, Want):
            taken, draw, lacking = rolls.draw(b, frame.seat, frame.draw + frame.lacking)
            player = b.players[frame.seat]
            there = player.aside if frame.aside else tuple(lying.die for lying in player.pool)
            must = tuple(die for die in frame.must if die in there)
            if (
                frame.roll and not frame.aside
            ):  # dice that came into the pool unrolled are rolled with the rest
                must += tuple(x.die for x in player.pool if not x.face and x.die not in must)
            b.stack[at] = replace(frame, must=must, draw=draw, lacking=lacking, shown=(), odd=())
            if not frame.roll and taken:
                b.say(
                    "qr.draws",
                    who=b.name(frame.seat),
                    dice=rolls.words(b, [Shown(b.kinds[d]) for d in taken]),
                )
    b.stack[:] = [f for f in b.stack if not isinstance(f, Want) or rolls.count(f) or f.lacking]
    b.emptied = b.emptied and empty_cards(b) >= EMPTY_CARDS  # a die that came back takes the end back, too


def zone_line(b: Bench, zone: str) -> Line:
    name, _, seat = zone.partition(":")
    if not seat:
        return line(f"qr.zone.{name}")
    return line(f"qr.zone.{name}", who=b.name(int(seat)) if seat.isdecimal() else seat)
