"""What the table waits for, and what the buttons say."""

from __future__ import annotations

from collections.abc import Sequence

from companion.dice import D12
from companion.rules.core import Adjust, DiceWanted, Seat, Waiting
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12 import plays
from companion.rules.king_of_12.circle import Circle, listed
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.table import Bench
from companion.rules.king_of_12.tournament import CENTRE, Hall
from companion.rules.text import Line, line


def at_table(b: Bench) -> Waiting:
    count = len(b.players)
    if b.stage == "roll":
        free = tuple(b.lacking())
        dice = DiceWanted(D12.name, count, len(free))
        if b.loose:
            return Waiting(free, line("kd.wait.whose", face=b.loose[0].face), dice)
        if len(free) == count:
            return Waiting(free, line("kd.wait.roll_all"), dice)
        return Waiting(free, line("kd.wait.roll", who=_names(b.seats, free)), dice)
    if b.stage == "cards":
        hidden = tuple(b.hidden())
        if len(hidden) == count:
            return Waiting(hidden, line("kd.wait.cards_all", n=b.play))
        return Waiting(hidden, line("kd.wait.cards", who=_names(b.seats, hidden)))
    if b.stage == "under":
        return Waiting((b.winner,), line("kd.wait.under", who=b.name(b.winner)))
    return Waiting((b.progress.seat,), _question(b), _rerolled(b, count))


def _rerolled(b: Bench, count: int) -> DiceWanted | None:
    return DiceWanted(D12.name, count, 1) if b.progress.asks == "reroll" else None


def _question(c: Circle) -> Line:
    who, asks = c.name(c.progress.seat), c.progress.asks
    if asks == "steal":
        return line("kd.wait.steal", who=who, of=c.name(c.progress.other))
    if asks == "turn":
        faces = ", ".join(str(face) for face in c.may_turn_to(c.progress.seat))
        return line("kd.wait.turn", who=who, faces=faces)
    if asks == "order":
        return line("kd.wait.order", who=who)
    return line("kd.wait.reroll", who=who)


def in_hall(h: Hall) -> Waiting:
    if h.stage == "under":
        return Waiting(h.winners, line("kd.wait.under", who=_names(h.seats, h.winners)))
    circles = h.open_circles()
    seats = tuple(player for number in circles for player in h.members(number))
    for number in circles:
        c = h.circle(number)
        if c.progress.asks:
            return Waiting((h.members(number)[c.progress.seat],), _question(c))
    if h.stage == "groups":
        groups = ", ".join(str(number + 1) for number in circles)
        return Waiting(seats, line("kd.wait.groups", round=h.round, play=h.play, groups=groups))
    if h.stage == "centre":
        return Waiting(seats, line("kd.wait.centre", who=_names(h.seats, seats)))
    return Waiting(seats, line("kd.wait.final", who=_names(h.seats, seats), play=h.play))


def _names(seats: Sequence[Seat], who: Sequence[int]) -> Line:
    return listed(line("kd.named", name=seats[seat].name) for seat in who)


# Buttons


def label(names: Sequence[str], circle: Circle | None, action: a.AnyAction) -> Line:
    """`circle` is the table, where the words depend on what is asked."""
    match action:
        case a.Roll(dice=dice):
            return line("kd.label.roll", dice=", ".join(die.face for die in dice))
        case a.Show(seat=seat, face=face):
            turning = circle is not None and circle.progress.asks == "turn"
            return line("kd.label.turn" if turning else "kd.label.show", who=_name(names, seat), face=face)
        case a.Own(seat=seat, die=identity):
            loose = circle.loose if isinstance(circle, Bench) else ()
            shown = next((die.face for die in loose if die.die == identity), "?")
            return line("kd.label.own", who=_name(names, seat), face=shown)
        case a.Reveal(seat=seat, card=card):
            return line("kd.label.reveal", who=_name(names, seat), card=library().line(card))
        case a.Order(seat=seat, first=first):
            return _order(names, circle, seat, first)
        case a.Take(seat=seat, token=token):
            return line("kd.label.take", who=_name(names, seat), n=token)
        case a.PutUnder(seat=seat, card=card):
            if card:
                return line("kd.label.put_card", who=_name(names, seat), card=library().line(card))
            return line("kd.label.put_under", who=_name(names, seat))
        case a.Placed():
            return _placed(names, action)
        case Adjust(seat=seat, counter=counter, by=by):
            return line(
                "kd.label.adjust",
                who=_name(names, seat),
                what=line(f"kd.counter.{counter}"),
                by=by,
            )


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else str(seat)


def _order(names: Sequence[str], circle: Circle | None, seat: int, first: str) -> Line:
    who = _name(names, seat)
    if circle is None or circle.progress.asks != "order":
        return line(f"kd.label.order.{first}", who=who)
    value = plays.value(circle, circle.progress.seat, first)
    return line(f"kd.label.order_value.{first}", who=who, n=value)


def _placed(names: Sequence[str], action: a.Placed) -> Line:
    where = line("kd.the_centre") if action.group == CENTRE else line("kd.group", n=action.group + 1)
    if action.winner < 0:
        return line("kd.label.placed_none", where=where)
    winner = _name(names, action.winner)
    if action.second < 0:
        alone = "kd.label.placed_one_swapped" if action.swapped else "kd.label.placed_one"
        return line(alone, where=where, who=winner)
    both = "kd.label.placed_swapped" if action.swapped else "kd.label.placed"
    return line(both, where=where, who=winner, second=_name(names, action.second))
