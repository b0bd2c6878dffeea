"""A finger that plays Quarriors: it taps where the demo's players tap, and the game does what was wished."""

from __future__ import annotations

from typing import Any

from companion.referee import Referee
from companion.screens.quarriors import touches
from companion.screens.quarriors.play import QuarriorsScreen
from companion.screens.widgets.button import VerbButton

MOST_TAPS = 4  # on the way to one action


class Finger:
    def __init__(self, hand: Any, referee: Referee) -> None:
        self.hand, self.referee = hand, referee

    @property
    def screen(self) -> QuarriorsScreen:
        screen = self.hand.screen.screen
        assert isinstance(screen, QuarriorsScreen)
        return screen

    def do(self, action: Any) -> None:
        """Tap until it is done. It must be done, and nothing else."""
        before = len(self.hand.table.wishes)
        for _ in range(MOST_TAPS):
            tap = touches.to_do(self.hand.screen, action)
            assert tap is not None, f"no way to {action}"
            self.hand.tap(tap.widget)
            if tap.does:
                break
        assert self.hand.table.wishes[before:] == [("do", action)]
        self.referee.do(action)
        self.hand.show(self.referee.view())


def buttons(widget: Any) -> list[VerbButton]:
    """Those that can be tapped, from the first on."""
    return [w for w in widget.walk(restrict=True) if isinstance(w, VerbButton) and w.enabled and w.opacity]
