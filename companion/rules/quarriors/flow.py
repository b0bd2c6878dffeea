"""The course of the game: work off what is to be done until somebody must do something."""

from __future__ import annotations

from companion.rules.quarriors import attack, creatures, destroy, gains, offers, perform, turn
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import Do, Go, Wait
from companion.rules.quarriors.strength import melts

STEPS = {**turn.STEPS, **attack.STEPS}
_EFFECTS = (creatures, gains)  # what they carry out is known once they are imported
STEPS_WITHOUT_END = 100_000  # a guard against content files that loop


def run(b: Bench) -> None:
    """Until the table waits for somebody, or the game is over."""
    for _ in range(STEPS_WITHOUT_END):
        if b.over():
            return
        top = b.stack[-1]
        if isinstance(top, Do):
            b.stack.pop()
            perform.run_effects(b, top)
        elif isinstance(top, Go):
            b.stack.pop()
            STEPS[top.step](b)
        elif not _melted(b) and (not isinstance(top, Wait) or not _passes(b, top)):
            return
    raise RuntimeError("the content files describe something that never ends")


def _melted(b: Bench) -> bool:
    """An Ooze that counts nothing is destroyed before anything else is waited for."""
    for seat, player in enumerate(b.players):
        for creature in player.ready:
            if melts(b, seat, creature):
                destroy.destroy(b, creature.die, -1)
                return True
    return False


def _passes(b: Bench, window: Wait) -> bool:
    """A window that nobody needs: it closes by itself."""
    if window.window == "defend":
        creature = attack.foregone(b, window.seat)
        if creature is not None:
            attack.name_defender(b, creature)
            return True
        if not attack.defenders(b):
            b.stack.pop()
            return True
        return False
    if window.window == "deal" or offers.worth_waiting(b, window):
        return False
    b.stack.pop()
    return True
