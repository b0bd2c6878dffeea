"""Doing what a player asks for at one table: check it, change the bench, and let the game run on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.core import Adjust, TableDie
from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12 import plays, rounds, sightings, table, tokens
from companion.rules.king_of_12.adjacency import FACES
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.table import Bench
from companion.rules.text import Line, line


def refuse(id: str, /, **args: int | str | Line) -> IllegalAction:
    return IllegalAction(Line(id, args))


def check_seat(c: Circle, seat: int) -> None:
    if not 0 <= seat < len(c.players):
        raise refuse("kd.no.seat")


def check_asked(c: Circle, seat: int, *asks: str) -> None:
    if c.progress.asks not in asks:
        raise refuse("kd.no.not_now")
    if c.progress.seat != seat:
        raise refuse("kd.no.not_asked", who=c.name(c.progress.seat))


# Dice


def roll(b: Bench, action: a.Roll) -> None:
    found = sightings.meaning(b, action.dice)
    if not isinstance(found, sightings.Meaning):
        raise IllegalAction(found)
    if found.kind == "rolled":
        for seat, die in sorted(found.dice.items()):
            _opening(b, seat, die)
        b.loose = found.loose
        if b.loose:
            b.say("kd.whose", faces=", ".join(die.face for die in b.loose))
        table.rolled(b)
        return
    asked = b.progress.seat
    for seat, die in found.dice.items():
        if int(die.face) == b.players[seat].face or seat == asked:
            b.change(seat, track=die.die, seen=int(die.face))
    b.passing = False
    if found.kind == "agrees":
        b.say("kd.agrees")
        return
    answer = plays.answer_turn if found.kind == "turned" else plays.answer_reroll
    answer(b, int(found.dice[asked].face))
    _follow(b, found)
    table.go_on(b)


def _follow(b: Bench, found: sightings.Meaning) -> None:
    """A Sorcerer turned and an Oracle rolled at the same time: nobody is asked for what lies there."""
    while b.progress.asks in ("turn", "reroll"):
        seat, turning = b.progress.seat, b.progress.asks == "turn"
        player, die = b.players[seat], found.dice.get(seat)
        if die is None or not die.thrown or int(die.face) in (player.face, player.seen):
            return
        if turning and int(die.face) not in b.may_turn_to(seat):
            return
        b.change(seat, track=die.die)
        (plays.answer_turn if turning else plays.answer_reroll)(b, int(die.face))


def _opening(b: Bench, seat: int, die: TableDie) -> None:
    face = int(die.face)
    b.change(seat, face=face, value=face, seen=face, track=die.die)
    b.say("kd.rolls", who=b.name(seat), face=face)


def show(b: Bench, action: a.Show) -> None:
    check_seat(b, action.seat)
    if action.face not in FACES:
        raise refuse("kd.no.face")
    if b.stage == "roll":
        b.change(action.seat, face=action.face, value=action.face, seen=action.face)
        b.say("kd.rolls", who=b.name(action.seat), face=action.face)
        table.rolled(b)
        return
    check_asked(b, action.seat, "turn", "reroll")
    answer = plays.answer_turn if b.progress.asks == "turn" else plays.answer_reroll
    answer(b, action.face)
    table.go_on(b)


def own(b: Bench, action: a.Own) -> None:
    check_seat(b, action.seat)
    die = next((die for die in b.loose if die.die == action.die), None)
    if b.stage != "roll" or die is None:
        raise refuse("kd.no.not_now")
    if action.seat not in b.lacking():
        raise refuse("kd.no.has_rolled", who=b.name(action.seat))
    _opening(b, action.seat, die)
    b.loose.remove(die)
    free = b.lacking()
    if len(free) == len(b.loose) == 1:
        _opening(b, free[0], b.loose.pop())
    table.rolled(b)


# Cards


def reveal(b: Bench, action: a.Reveal) -> None:
    check_seat(b, action.seat)
    if b.stage != "cards":
        raise refuse("kd.no.reveal_now")
    if action.seat not in b.hidden():
        raise refuse("kd.no.revealed", who=b.name(action.seat))
    check_card(b, action.seat, action.card, b.cards)
    b.change(action.seat, card=action.card)
    b.say("kd.reveals", who=b.name(action.seat), card=library().line(action.card))
    table.revealed(b)


def check_card(c: Circle, seat: int, card: str, cards: tuple[str, ...]) -> None:
    if card not in cards:
        raise refuse("kd.no.card", card=library().line(card))
    if card not in rounds.hand(c.players[seat], cards):
        raise refuse("kd.no.not_in_hand", who=c.name(seat), card=library().line(card))


def order(b: Bench, action: a.Order) -> None:
    check_asked(b, action.seat, "order")
    plays.answer_order(b, action.first)
    table.go_on(b)


def take(b: Bench, action: a.Take) -> None:
    check_asked(b, action.seat, "steal")
    plays.answer_steal(b, action.token)
    table.go_on(b)


def put_under(b: Bench, action: a.PutUnder) -> None:
    if b.stage != "under":
        raise refuse("kd.no.not_now")
    if action.seat != b.winner:
        raise refuse("kd.no.not_asked", who=b.name(b.winner))
    if action.card and (action.card not in b.cards or action.card in b.players[action.seat].under):
        raise refuse("kd.no.not_in_hand", who=b.name(action.seat), card=library().line(action.card))
    b.say("kd.puts_under", who=b.name(action.seat))
    table.put_under(b, action.seat, action.card)


# Corrections by hand


def adjust(b: Bench, action: Adjust) -> None:
    adjust_counter(b, action)
    plays.reconsider(b)
    table.go_on(b)


def adjust_counter(c: Circle, action: Adjust) -> None:
    """A player overrules a counter, at any time. `seat` counts within the circle."""
    check_seat(c, action.seat)
    seat, by = action.seat, action.by
    player, who = c.players[seat], c.name(seat)
    most = tokens.most(c, seat)
    if action.counter == "points":
        highest = most[0] + 2 * most[1]
        tokens.set_points(c, seat, max(0, min(highest, player.points + by)))
        c.say("kd.adjust.points", who=who, n=c.players[seat].points)
    elif action.counter == "ones":
        c.change(seat, ones=max(0, min(most[0], player.ones + by)))
        c.say("kd.adjust.ones", who=who, n=c.players[seat].ones)
    elif action.counter == "twos":
        c.change(seat, twos=max(0, min(most[1], player.twos + by)))
        c.say("kd.adjust.twos", who=who, n=c.players[seat].twos)
    elif action.counter == "face" and player.face:
        face = max(FACES[0], min(FACES[-1], player.face + by))
        c.change(seat, face=face, value=face, seen=face)
        c.say("kd.adjust.face", who=who, n=face)
    elif action.counter == "wins":
        wins = max(0, min(rounds.ROUNDS_TO_WIN, len(player.under) + by))
        c.change(seat, under=(*player.under, "", "")[:wins])
        c.say("kd.adjust.wins", who=who, n=wins)
    else:
        raise IllegalAction(line("kd.no.counter", name=action.counter))


ACTS: dict[type, Callable[[Bench, Any], None]] = {
    a.Roll: roll,
    a.Show: show,
    a.Own: own,
    a.Reveal: reveal,
    a.Order: order,
    a.Take: take,
    a.PutUnder: put_under,
    Adjust: adjust,
}
