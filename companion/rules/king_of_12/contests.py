"""Doing what is told in a tournament: find the circle it belongs to, check it, and let the tournament run on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.core import Adjust
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12 import plays, tournament
from companion.rules.king_of_12.acts import adjust_counter, check_asked, check_card, refuse
from companion.rules.king_of_12.adjacency import FACES
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.tournament import CENTRE, Hall


def _circle(h: Hall, player: int) -> tuple[int, Circle, int]:
    """The circle in which this player plays now, and the player's place in it."""
    if not 0 <= player < len(h.players):
        raise refuse("kd.no.seat")
    number = h.number_of(player)
    if number is None:
        raise refuse("kd.no.not_playing", who=h.name(player))
    return number, h.circle(number), h.members(number).index(player)


def show(h: Hall, action: a.Show) -> None:
    number, c, place = _circle(h, action.seat)
    if action.face not in FACES:
        raise refuse("kd.no.face")
    if c.progress.asks:
        check_asked(c, place, "turn", "reroll")
        answer = plays.answer_turn if c.progress.asks == "turn" else plays.answer_reroll
        answer(c, action.face)
    elif c.players[place].face:
        raise refuse("kd.no.has_rolled", who=c.name(place))
    else:
        c.change(place, face=action.face, value=action.face, seen=action.face)
        c.say("kd.rolls", who=c.name(place), face=action.face)
    tournament.go_on(h, number, c)


def reveal(h: Hall, action: a.Reveal) -> None:
    number, c, place = _circle(h, action.seat)
    if c.players[place].card:
        raise refuse("kd.no.revealed", who=c.name(place))
    check_card(c, place, action.card, h.cards)
    c.change(place, card=action.card)
    c.say("kd.reveals", who=c.name(place), card=library().line(action.card))
    tournament.go_on(h, number, c)


def order(h: Hall, action: a.Order) -> None:
    number, c, place = _circle(h, action.seat)
    check_asked(c, place, "order")
    plays.answer_order(c, action.first)
    tournament.go_on(h, number, c)


def take(h: Hall, action: a.Take) -> None:
    number, c, place = _circle(h, action.seat)
    check_asked(c, place, "steal")
    plays.answer_steal(c, action.token)
    tournament.go_on(h, number, c)


def placed(h: Hall, action: a.Placed) -> None:
    number = action.group
    if number not in h.open_circles():
        raise refuse("kd.no.centre_now" if number == CENTRE else "kd.no.group_now")
    members = h.members(number)
    if action.winner not in (*members, -1) or action.second not in (*members, -1):
        raise refuse("kd.no.not_in_group")
    if action.second >= 0 and action.second == action.winner:
        raise refuse("kd.no.both_places")
    if action.second >= 0 and action.winner < 0:
        raise refuse("kd.no.second_alone")
    tournament.place(h, number, action.winner, action.second, action.swapped)


def put_under(h: Hall, action: a.PutUnder) -> None:
    if action.seat not in h.winners:
        raise refuse("kd.no.not_now")
    if action.card:
        check_card(h.everybody(), action.seat, action.card, h.cards)
    tournament.put_under(h, action.seat, action.card)


def adjust(h: Hall, action: Adjust) -> None:
    everybody = h.everybody()
    adjust_counter(everybody, action)
    h.keep(range(len(h.players)), everybody)
    number = h.number_of(action.seat)
    if number is not None and h.circle(number).progress.asks:
        c = h.circle(number)
        plays.reconsider(c)
        tournament.go_on(h, number, c)


ACTS: dict[type, Callable[[Hall, Any], None]] = {
    a.Show: show,
    a.Reveal: reveal,
    a.Order: order,
    a.Take: take,
    a.Placed: placed,
    a.PutUnder: put_under,
    Adjust: adjust,
}
