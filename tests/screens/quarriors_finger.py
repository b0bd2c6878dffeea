"""A finger that plays Quarriors: finds what does an action on the screen, and taps it."""

from __future__ import annotations

from typing import Any

from companion.referee import Referee
from companion.rules.quarriors import GAME
from companion.rules.quarriors import actions as a
from companion.screens.panels import OffersPanel
from companion.screens.quarriors.play import QuarriorsScreen
from companion.screens.widgets.button import VerbButton


class Finger:
    """Taps, and lets the game do what the tap wished."""

    def __init__(self, hand: Any, referee: Referee) -> None:
        self.hand, self.referee = hand, referee

    @property
    def screen(self) -> QuarriorsScreen:
        screen = self.hand.screen.screen
        assert isinstance(screen, QuarriorsScreen)
        return screen

    def tap(self, widget: Any) -> None:
        """What is wished is done, and its view shown."""
        before = len(self.hand.table.wishes)
        self.hand.tap(widget)
        for wish, *rest in self.hand.table.wishes[before:]:
            getattr(self.referee, wish)(*rest)
        self.hand.show(self.referee.view())

    def do(self, action: Any) -> None:
        """By the shortest way there is. The action must be done by it, and no other."""
        self.open_way_to(action)
        self.tap(self.button_for(action))
        assert self.hand.table.wishes[-1] == ("do", action)

    def open_way_to(self, action: Any) -> None:
        """Tabs and buttons that stand before it: none for what is common."""
        screen = self.screen
        if isinstance(action, a.Show) and screen.tab != "now":
            self.hand.tap(screen.tabs.tabs["now"])
        if self.button_for(action) is None:
            label = self.label(action)
            for opener in [
                b for b in buttons(screen.lower) if " (" in b.title.text or "more" in b.title.text
            ]:
                self.hand.tap(opener)
                panel = screen.panels.panel
                if isinstance(panel, OffersPanel) and any(b.title.text == label for b in buttons(panel)):
                    return
                screen.panels.close()

    def button_for(self, action: Any) -> Any:
        """What does it now, where it can be seen; None where something must be opened first."""
        screen = self.screen
        panel = screen.panels.panel
        shown = screen.lower.children
        if panel is not None:
            return next((b for b in buttons(panel) if b.title.text == self.label(action)), None)
        if isinstance(action, a.Show):
            return screen.tell.faces.get(action) or screen.answers.buttons.get(repr(action))
        if isinstance(action, a.Use | a.Ready | a.Summon) and screen.pool in shown:
            deeds = next(die.deeds for die in screen.board.pool if die.die == action.die)
            if len(deeds) == 1:
                return screen.pool.tiles[action.die]
            self.hand.tap(screen.pool.tiles[action.die])
            return self.button_for(action)
        if isinstance(action, a.Defend):
            return screen.ready.tiles[action.die]
        if isinstance(action, a.Capture):
            return screen.wilds.tiles[action.kind]
        return next((b for b in buttons(screen.lower) if b.title.text == self.label(action)), None)

    def label(self, action: Any) -> str:
        return self.screen.look.say(GAME.label(self.screen.view.state, action))


def buttons(widget: Any) -> list[VerbButton]:
    """Those that can be tapped, from the first on."""
    return [w for w in widget.walk(restrict=True) if isinstance(w, VerbButton) and w.enabled and w.opacity]
