"""The six phases of a turn (QR-12 to QR-19), step by step."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.quarriors import creatures, rolls
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.score import score_now
from companion.rules.quarriors.state import Creature, Lying, Wait

DRAWN = 6  # QR-13


def begin(b: Bench) -> None:
    """A new turn of the active player."""
    b.turn += 1
    b.phase = "score"
    b.pot = b.reserved = b.cheaper = b.scored = 0
    b.captures = 1  # QR-18
    b.summoned, b.hit = (), ()
    b.rolled = b.attacked = False
    b.attack = None
    b.say("qr.turn", who=b.name(b.active))
    b.go("score", "draw", "immediate", "quiddity", "attack", "capture", "end", "next_player")
    b.push(Wait("start", b.active))


def score(b: Bench) -> None:
    """Phase 1."""
    ready = b.players[b.active].ready
    if ready:
        score_now(b, b.active, ready)


def draw(b: Bench) -> None:
    """Phase 2: six dice are added to what lies in the Active Pool, and all of it is rolled."""
    b.phase = "roll"
    must = [lying.die for lying in b.players[b.active].pool]
    rolls.want(b, b.active, must, DRAWN)


def immediate(b: Bench) -> None:
    b.push(Wait("immediate", b.active))


def quiddity(b: Bench) -> None:
    """Phase 3 begins: Immediate effects are over, and quiddity is counted (QR-11).

    What is not spent is lost, so every die that shows quiddity is spent now.
    """
    b.phase = "summon"
    seat = b.active
    worth = [(lying, b.face(lying).quiddity) for lying in b.players[seat].pool if lying.face]
    for lying, n in worth:
        if n:
            b.pot += n
            b.spend(seat, lying.die)
    b.say("qr.quiddity", who=b.name(seat), n=b.pot)
    if b.rule("ready_spells") == "all":
        for lying in b.players[seat].pool:
            if readiable(b, lying):
                ready(b, seat, lying)
    b.push(Wait("summon", seat))


def readiable(b: Bench, lying: Lying) -> bool:
    """A spell icon; but what is Immediate is used at once or not at all (QR-23)."""
    if not lying.face or not b.face(lying).spell:
        return False
    card = b.card(lying.die)
    fitting = [ability for ability in card.abilities if ability.fits(b.face(lying))]
    return any(ability.at != "immediate" for ability in fitting)


def ready(b: Bench, seat: int, lying: Lying) -> None:
    b.leave_pool(seat, lying.die)
    b.change(seat, spells=(*b.players[seat].spells, lying))
    b.say("qr.readies", who=b.name(seat), die=rolls.shown_line(b, b.kinds[lying.die], lying.face))
    creatures.shout(b, seat, lying)


def capture(b: Bench) -> None:
    """Phase 5."""
    b.phase = "capture"
    b.push(Wait("capture", b.active))


def end(b: Bench) -> None:
    """Phase 6: spells may stay."""
    b.phase = "end"
    seat = b.active
    b.to_used(seat, *(lying.die for lying in b.players[seat].pool))
    b.change(seat, pool=())
    b.pot = b.reserved = 0
    b.push(Wait("end", seat))


def next_player(b: Bench) -> None:
    for seat, player in enumerate(b.players):
        calm: tuple[Creature, ...] = tuple(replace(c, still=False) if c.still else c for c in player.ready)
        b.change(seat, attack=0, defence=0, saving=False, ready=calm)
    b.active = b.others(b.active)[0]
    b.go("begin")


STEPS = {
    "begin": begin,
    "score": score,
    "draw": draw,
    "immediate": immediate,
    "quiddity": quiddity,
    "capture": capture,
    "end": end,
    "next_player": next_player,
}
