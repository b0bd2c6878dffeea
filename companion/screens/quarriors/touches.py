"""Where a finger taps for an action of Quarriors: the demo plays through the same screens as people do."""

from __future__ import annotations

from random import Random
from typing import Any

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.rules.quarriors import GAME
from companion.rules.quarriors import actions as a
from companion.screens.fingers import Tap, saying, touchables
from companion.screens.home import HomeScreen
from companion.screens.quarriors.dealing import dealt
from companion.screens.quarriors.play import QuarriorsScreen
from companion.screens.quarriors.setup import QuarriorsSetup
from companion.screens.quarriors.wilds_panel import WildsPanel
from companion.screens.touchscreen import Touchscreen

WILDS_SEED = 3  # the deal of the demo's Wilds: the same at every table, whatever the dice do


def to_start(screen: Touchscreen) -> Tap | None:
    """The next tap on the way from Home to the first roll."""
    now, say = screen.screen, screen.look.say
    if isinstance(now, HomeScreen):
        panel = now.panels.panel
        return _tap(saying(panel or now, say("game.quarriors" if panel is not None else "home.new_game")))
    return _to_deal(now) if isinstance(now, QuarriorsSetup) else None


def _to_deal(setup: QuarriorsSetup) -> Tap:
    """The Wilds are shuffled once more, by a chance that the demo knows; then the game starts."""
    wanted = dealt(Random(WILDS_SEED))
    panel = setup.panels.panel
    if isinstance(panel, WildsPanel):
        if tuple(panel.picked.values()) == wanted:
            return Tap(panel.use)
        setup.chance.seed(WILDS_SEED)
        return Tap(panel.deal)
    return Tap(setup.start if setup.wilds == wanted else setup.cards)


def to_do(screen: Touchscreen, action: Any) -> Tap | None:
    """The next tap towards this action; None where the screen has no way to it now."""
    play = screen.screen
    if not isinstance(play, QuarriorsScreen):
        return None
    if play.panels.panel is not None:
        return _in_panel(play, action)
    if play.tab != "now":
        return Tap(play.tabs.tabs["now"], does=False)
    return _tile(play, action) or _button(play, action)


def _tile(play: QuarriorsScreen, action: Any) -> Tap | None:
    """A die or a card that does it."""
    if isinstance(action, a.Show) and play.tell.parent is not None:
        return _tap(play.tell.faces.get(action))
    if isinstance(action, a.Use | a.Ready | a.Summon) and play.pool.parent is not None:
        deeds = next((die.deeds for die in play.board.pool if die.die == action.die), ())
        return _tap(play.pool.tiles.get(action.die), does=len(deeds) == 1)
    if isinstance(action, a.Defend) and play.ready.parent is not None:
        deeds = next((d.deeds for c in play.board.collections for d in c.ready if d.die == action.die), ())
        return _tap(play.ready.tiles.get(action.die), does=len(deeds) == 1)
    if isinstance(action, a.Capture) and play.wilds.parent is not None:
        return _tap(play.wilds.tiles.get(action.kind))
    return None


def _button(play: QuarriorsScreen, action: Any) -> Tap | None:
    """A button with its words, or one that opens the way to it."""
    found = saying(play.lower, _words(play, action))
    if found is not None:
        return _tap(found)
    return _tap(_group(play, action, play.lower) or _more(play), does=False)


def _in_panel(play: QuarriorsScreen, action: Any) -> Tap | None:
    panel = play.panels.panel
    assert panel is not None
    found = saying(panel, _words(play, action))
    return _tap(found) if found is not None else _tap(_group(play, action, panel), does=False)


def _group(play: QuarriorsScreen, action: Any, root: Widget) -> Widget | None:
    """The button that stands for this action among others."""
    key = play.group_of(action)
    text = next((choice.text for choice in play.choices() if key and choice.key == key), "")
    return saying(root, text) if text else None


def _more(play: QuarriorsScreen) -> Widget | None:
    return next((w for w in touchables(play.lower) if w.on_tap == play.open_offers), None)


def _words(play: QuarriorsScreen, action: Any) -> str:
    return play.look.say(GAME.label(play.view.state, action))


def _tap(widget: Widget | None, does: bool = True) -> Tap | None:
    """In a list, pushed to where a finger can reach it."""
    if widget is None:
        return None
    above = widget.parent
    while above is not None and above.parent is not above and not isinstance(above, ScrollView):
        above = above.parent
    if isinstance(above, ScrollView):
        above.scroll_to(widget, animate=False)
        above.update_from_scroll()
    return Tap(widget, does=does)
