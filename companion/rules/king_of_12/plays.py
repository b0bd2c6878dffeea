"""One play, from the revealed cards to places (KD-9 to KD-13), step by step until somebody is asked.

begin(circle)          all cards lie open
answer…(circle, …)     to what `circle.progress.asks`
circle.result          set when the play is over
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import ladies, tokens
from companion.rules.king_of_12.adjacency import FACES, opposite
from companion.rules.king_of_12.circle import Circle, listed
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.score import score
from companion.rules.king_of_12.state import Progress, Result
from companion.rules.text import line

VIRTUAL = ("times", "plus")  # change the value and not the die (KD-11)


def begin(c: Circle) -> None:
    for seat, player in enumerate(c.players):
        c.change(seat, value=player.face, order="")
    c.progress = Progress(step="cancel")
    run(c)


def run(c: Circle) -> None:
    while c.progress.step and not c.progress.asks:
        STEPS[c.progress.step](c)


def reconsider(c: Circle) -> None:
    """A counter was corrected: what is asked may be another question now, or none."""
    if c.progress.asks:
        c.go(asks="", seat=-1, other=-1)
        run(c)


def _next(c: Circle, step: str) -> None:
    c.go(step=step, asks="", seat=-1, other=-1, done=())


# Step 2: cards that several players show, and the Lady


def cancel(c: Circle) -> None:
    shown = Counter(player.card for player in c.players)
    for card, count in shown.items():
        if count > 1:  # KD-9
            c.say("kd.cards_cancelled", card=library().line(card), n=count)
    c.go(live=tuple(seat for seat, player in enumerate(c.players) if shown[player.card] == 1))
    alone = c.with_effect("cancel_others")
    if alone:  # KD-24
        spared = alone
        if c.rule("lady_stops") == "not_first_and_last":
            spared += c.with_effect("pass_left") + c.with_effect("reroll")
        c.say("kd.lady", who=c.name(alone[0]), card=library().line(c.players[alone[0]].card))
        c.go(live=tuple(sorted(spared)))
    _next(c, "steal" if c.rule("lady_compares") == "before_effects" else "pass_on")


def steal(c: Circle) -> None:
    """Two or more Ladies: the lowest takes a token from the highest (KD-24)."""
    ladies.theft(c)
    if not c.progress.asks:
        _next(c, "pass_on")


def steal_late(c: Circle) -> None:
    ladies.theft(c)
    if not c.progress.asks:
        _next(c, "place")


def answer_steal(c: Circle, token: int) -> None:
    if token not in (1, 2):  # it is asked only where both are there
        raise IllegalAction(line("kd.no.token"))
    tokens.move(c, c.progress.other, c.progress.seat, token)
    _next(c, "pass_on" if c.progress.step == "steal" else "place")
    run(c)


# Step 3: effects, in the order that the cards state


def pass_on(c: Circle) -> None:
    if c.with_effect("pass_left"):  # KD-27
        before = list(c.players)
        for seat in range(len(before)):
            given = before[seat - 1]  # the neighbour to the right gives
            c.change(
                seat, die=given.die, face=given.face, value=given.face, track=given.track, seen=given.seen
            )
        c.passing = True
        c.say("kd.passed", faces=_faces(c))
    _next(c, "turn_over")


def turn_over(c: Circle) -> None:
    if c.with_effect("turn_all_over"):  # KD-29
        for seat in range(len(c.players)):
            _turn(c, seat, opposite(c.players[seat].face))
        c.say("kd.rebels", faces=_faces(c))
    for seat in c.with_effect("turn_over"):  # KD-28
        before = c.players[seat].face
        _turn(c, seat, opposite(before))
        c.say("kd.turns", who=c.name(seat), before=before, after=opposite(before))
    _next(c, "turn_beside")


def turn_beside(c: Circle) -> None:
    """A die that Rebels turn over as well reaches the same faces in either order, so nobody is asked that."""
    for seat in c.with_effect("turn_beside"):  # KD-22
        if seat not in c.progress.done:
            c.ask("turn", seat)
            return
    _next(c, "orders")


def answer_turn(c: Circle, face: int) -> None:
    seat = c.progress.seat
    player = c.players[seat]
    allowed = c.may_turn_to(seat)
    if face not in allowed:
        told = ", ".join(str(other) for other in allowed)
        raise IllegalAction(
            line("kd.no.not_touching", who=c.name(seat), got=face, face=player.face, faces=told)
        )
    c.say("kd.turns", who=c.name(seat), before=player.face, after=face)
    _turn(c, seat, face, seen=True)
    c.go(asks="", seat=-1, done=(*c.progress.done, seat))
    run(c)


def orders(c: Circle) -> None:
    """Rebels and a card that changes the value: the owner says which comes first, if it matters (KD-10)."""
    for seat in range(len(c.players)):
        c.change(seat, value=value(c, seat, c.players[seat].order))
    for seat in _open(c):
        if _matters(c, seat):
            c.ask("order", seat)
            return
    for seat in _open(c):
        c.change(seat, order="rebels")
    _next(c, "reroll")


def answer_order(c: Circle, first: str) -> None:
    if first not in ("rebels", "card"):
        raise IllegalAction(line("kd.no.order"))
    seat = c.progress.seat
    c.change(seat, order=first)
    c.say(
        "kd.order.rebels" if first == "rebels" else "kd.order.card",
        who=c.name(seat),
        card=library().line(c.players[seat].card),
        value=value(c, seat, first),
    )
    c.go(asks="", seat=-1)
    run(c)


def _open(c: Circle) -> list[int]:
    """Seats that may still choose, and where the choice changes the value."""
    if not c.with_effect("turn_all_over"):
        return []
    return [
        seat
        for seat in c.progress.live
        if c.effect(seat) in VIRTUAL
        and not c.players[seat].order
        and value(c, seat, "card") != value(c, seat, "rebels")
    ]


def _matters(c: Circle, seat: int) -> bool:
    """Whether this choice can change who gets points, or what a Faun's die shows, whatever the others choose."""
    if c.with_effect("reroll"):
        return True  # another die is still to be rolled
    others = [other for other in _open(c) if other != seat]
    faces = [player.face for player in c.players]
    for chosen in product(("rebels", "card"), repeat=len(others)):
        values = [player.value for player in c.players]
        for other, first in zip(others, chosen, strict=True):
            values[other] = value(c, other, first)
        ends = set()
        for first in ("rebels", "card"):
            values[seat] = value(c, seat, first)
            final = score(c.effects(), faces, values, c.rules)
            ends.add((final.points, final.faces))
        if len(ends) > 1:
            return True
    return False


def reroll(c: Circle) -> None:
    for seat in c.with_effect("reroll"):  # KD-23
        if seat not in c.progress.done:
            c.ask("reroll", seat)
            return
    _next(c, "compare")


def answer_reroll(c: Circle, face: int) -> None:
    if face not in FACES:
        raise IllegalAction(line("kd.no.face"))
    seat = c.progress.seat
    c.say("kd.rolls", who=c.name(seat), face=face)
    _turn(c, seat, face, seen=True)
    c.go(asks="", seat=-1, done=(*c.progress.done, seat))
    run(c)


# Step 4: compare


def compare(c: Circle) -> None:
    for seat in range(len(c.players)):
        c.change(seat, value=value(c, seat, c.players[seat].order))
    faces = [player.face for player in c.players]
    final = score(c.effects(), faces, [player.value for player in c.players], c.rules)
    for seat in final.turned:
        c.say("kd.faun", who=c.name(seat), card=library().line(c.players[seat].card), face=final.faces[seat])
    for seat in range(len(c.players)):
        c.change(seat, face=final.faces[seat], value=final.values[seat])
    values = [line("kd.value", who=c.name(seat), n=value) for seat, value in enumerate(final.values)]
    c.say("kd.values", values=listed(values))
    if final.out:
        c.say("kd.dice_cancelled", who=listed(line("kd.named", name=c.name(seat)) for seat in final.out))
    if final.collector >= 0:
        c.say(
            "kd.collector",
            who=c.name(final.collector),
            card=library().line(c.players[final.collector].card),
        )
    _next(c, "steal_late" if c.rule("lady_compares") == "after_effects" else "place")


def place(c: Circle) -> None:
    """The final faces and values are known; a Faun that turned turns no further."""
    faces = [player.face for player in c.players]
    final = score(c.effects(), faces, [player.value for player in c.players], c.rules)
    c.result = Result(
        tuple(player.card for player in c.players),
        c.progress.live,
        final.faces,
        final.values,
        final.out,
        final.winner,
        final.second,
        final.points,
    )
    c.progress = Progress()


# Faces and values


def _turn(c: Circle, seat: int, face: int, seen: bool = False) -> None:
    """A real die shows another face now, and counts as that (KD-11)."""
    c.change(seat, face=face, value=face)
    if seen:
        c.change(seat, seen=face)


def value(c: Circle, seat: int, order: str) -> int:
    """What a die counts with its owner's card; `order` is what comes first where Rebels turn it over."""
    card, face = c.card(seat), c.players[seat].face
    if card is None:
        return face
    if card.effect == "become":
        return 1 if face == card.n else card.n  # KD-21
    if card.effect not in VIRTUAL:
        return face
    if order == "card":  # Rebels turned the die over after the card had changed its value
        before = opposite(face)
        change = _changed(card.effect, card.n, before) - before
        return face if c.rule("turn_after_virtual") == "resets" else face + change
    return _changed(card.effect, card.n, face)


def _changed(effect: str, n: int, value: int) -> int:
    return value * n if effect == "times" else value + n


def _faces(c: Circle) -> str:
    return ", ".join(str(player.face) for player in c.players)


STEPS: dict[str, Callable[[Circle], None]] = {
    step.__name__: step
    for step in (cancel, steal, pass_on, turn_over, turn_beside, orders, reroll, compare, steal_late, place)
}
