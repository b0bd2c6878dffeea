"""The course of the game: eight phases (DT-6), step by step, until somebody must do something."""

from __future__ import annotations

from companion.rules.dice_throne import attack, choices, companions, harm, passing, perform, turn, windows
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.state import Count, Do, Go, Sort, Wait

STEPS = {**turn.STEPS, **attack.STEPS}
_EFFECTS = (companions, harm)  # what they carry out is known once they are imported
STEPS_WITHOUT_END = 100_000  # a guard against content files that loop


def run(b: Bench) -> None:
    """Work off the stack until the table waits for somebody, or the game is over."""
    for _ in range(STEPS_WITHOUT_END):
        if b.outcome is not None:
            return
        top = b.stack[-1]
        if type(top) is Do:
            b.stack.pop()
            perform.run_effects(b, top)
        elif type(top) is Go:
            b.stack.pop()
            STEPS[top.step](b)
        elif type(top) is Count:
            b.stack.pop()
            choices.count(b, top)
        elif type(top) is Wait:
            if top.window in windows.HARD or passing.anyone_can(b, top):
                return
            b.stack.pop()
        elif type(top) is Sort:
            if turn.sort_hooks(b, top):
                return
        else:  # Ask, Want, Number
            return
    raise RuntimeError("the content files describe something that never ends")
