"""The quiet part of a turn: who starts, Upkeep, Income, Main Phases, Discard, the next turn."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.dice_throne import choices, damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.attack import clear_roll_phase
from companion.rules.dice_throne.bench import HAND_LIMIT, Bench
from companion.rules.dice_throne.hooks import hooks, push_hooks
from companion.rules.dice_throne.state import Sort, Wait, Want
from companion.rules.text import line

# Who starts (DT-3)


def roll_off(b: Bench, seats: list[int]) -> None:
    b.go("first_player")
    for seat in reversed(seats):
        b.push(Want(seat, 1, "first", line("dt.first_roll")))


def first_player(b: Bench) -> None:
    best = max(pool.values[0] for pool in b.pools)
    tied = [pool.owner for pool in b.pools if pool.values[0] == best]
    b.pools = []
    if len(tied) > 1 and b.rule("first_player_tie") == "reroll":
        b.say("dt.first_tie")
        roll_off(b, tied)
        return
    begin(b, tied[0])


def begin(b: Bench, first: int) -> None:
    at = b.order.index(first)
    b.order = (*b.order[at:], *b.order[:at])
    b.say("dt.starts", who=b.name(first))
    b.active = first
    b.go("turn")
    push_hooks(b, first, "start")


# Upkeep and Income


def turn(b: Bench) -> None:
    b.turn += 1
    b.phase = "upkeep"
    b.skips = ()
    b.extra = 0
    b.fixed_target = -1
    b.attempts = 0
    b.attacked = False
    b.leaders = choices.leading(b)
    for seat, fighter in enumerate(b.fighters):
        if fighter.used or fighter.gained:
            b.change(seat, used=(), gained=())
    b.change(b.active, began=tuple(b.fighters[b.active].tokens))
    b.say("dt.turn", who=b.name(b.active), n=b.turn)
    b.go("settle", "income")
    items = hooks(b, b.active, "upkeep")
    if items:
        b.push(Sort(tuple(items)))


def sort_hooks(b: Bench, frame: Sort) -> bool:
    """What nobody can influence happens first; of the rest the player picks (DT-8). True: waits for that."""
    b.stack.pop()
    quiet = [do for do in frame.items if all(isinstance(x, e.Deal | e.Gain | e.Remove) for x in do.effects)]
    loud = [do for do in frame.items if do not in quiet]
    if quiet:
        if loud:
            b.push(Sort(tuple(loud)))
        for do in reversed(quiet):
            b.push(do)
        return False
    if len(loud) == 1:
        b.push(loud[0])
        return False
    b.push(frame)
    return True


def settle(b: Bench) -> None:
    """Apply what has gathered; first let those who would be hurt answer."""
    if b.packets or b.healings:
        b.go("apply")
        if b.packets:
            b.push(Wait("hit"))


def settle_isolated(b: Bench) -> None:
    b.go("apply_isolated")
    b.push(Wait("hit"))


def apply(b: Bench) -> None:
    damage.apply(b)
    end_turn_if_out(b)


def apply_isolated(b: Bench) -> None:
    damage.apply_isolated(b)
    end_turn_if_out(b)


def end_turn_if_out(b: Bench) -> None:
    """The turn of a player who is out ends there, and whom that player stunned wakes."""
    if b.outcome is None and b.fighters[b.active].out:
        for seat, fighter in enumerate(b.fighters):
            for status in [status for status in fighter.tokens if b.library.statuses[status].stuns]:
                b.lose(seat, status, 1)
        b.stack = []
        clear_roll_phase(b)
        b.go("next_turn")


def income(b: Bench) -> None:
    b.phase = "income"
    b.go("take_income", "main1")
    push_hooks(b, b.active, "income")


def take_income(b: Bench) -> None:
    if b.turn == 1 or "income" in b.skips:  # DT-7
        return
    b.add_cp(b.active, 1)
    b.say("dt.income", who=b.name(b.active))
    b.draw(b.active, 1)


def main1(b: Bench) -> None:
    b.phase = "main1"
    b.go("offence")
    b.push(Wait("main1"))


# Main Phase 2, Discard, the next turn


def main2(b: Bench) -> None:
    b.phase = "main2"
    b.go("discard")
    b.push(Wait("main2"))


def discard(b: Bench) -> None:
    b.phase = "discard"
    b.go("turn_end", "settle", "next_turn")
    if b.fighters[b.active].hand > HAND_LIMIT:  # DT-38
        b.push(Wait("discard"))


def turn_end(b: Bench) -> None:
    push_hooks(b, b.active, "turn_end")


def next_turn(b: Bench) -> None:
    at = b.order.index(b.active)
    for step in range(1, len(b.order) + 1):
        seat = b.order[(at + step) % len(b.order)]
        if not b.fighters[seat].out:
            b.active = seat
            b.go("turn")
            return


STEPS: dict[str, Callable[[Bench], None]] = {
    step.__name__: step
    for step in (
        first_player,
        turn,
        settle,
        settle_isolated,
        apply,
        apply_isolated,
        income,
        take_income,
        main1,
        main2,
        discard,
        turn_end,
        next_turn,
    )
}
