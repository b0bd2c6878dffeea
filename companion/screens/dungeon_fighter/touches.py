"""Where a finger taps for an action of Dungeon Fighter: the demo plays through the same screens as people do."""

from __future__ import annotations

from typing import Any

from companion.rules.dungeon_fighter import actions as a
from companion.screens.dungeon_fighter.choose_panels import AttackPanel, FindPanel
from companion.screens.dungeon_fighter.fight import FightArea
from companion.screens.dungeon_fighter.finder import Finder
from companion.screens.dungeon_fighter.play import DungeonFighterScreen
from companion.screens.dungeon_fighter.setup import DungeonFighterSetup
from companion.screens.dungeon_fighter.setup_panels import SymbolPanel
from companion.screens.fingers import Tap, doing, saying
from companion.screens.home import HomeScreen
from companion.screens.touchscreen import Touchscreen

FACES = 2  # of the demo's dice show the symbol


def to_start(screen: Touchscreen) -> Tap | None:
    """The next tap on the way from Home to the first room."""
    now, say = screen.screen, screen.look.say
    if isinstance(now, HomeScreen):
        panel = now.panels.panel
        wanted = saying(panel or now, say("game.dungeon_fighter" if panel is not None else "home.new_game"))
        return Tap(wanted) if wanted is not None else None
    if isinstance(now, DungeonFighterSetup):
        panel = now.panels.panel
        return Tap(panel.buttons[FACES] if isinstance(panel, SymbolPanel) else now.start)
    return None


def to_do(screen: Touchscreen, action: Any) -> Tap | None:
    """The next tap towards this action; None where the screen has no way to it now."""
    play = screen.screen
    if not isinstance(play, DungeonFighterScreen):
        return None
    if isinstance(action, a.Gain | a.Buy):
        return _card(play, action)
    if isinstance(action, a.Enter) and not action.room.name:
        return _danger(play, action)
    if play.panels.panel is not None:
        return None
    if isinstance(action, a.Meet):
        return _found(play.encounter.finder, action.monster.id)
    if isinstance(action, a.Answer) and action.choice in play.question.buttons:
        return Tap(play.question.buttons[action.choice])
    if isinstance(action, a.Say | a.Confirm | a.Throw):
        found = _throw(play.fight, action)
        if found is not None:
            return found
    return _direct(play, action)


def _direct(play: DungeonFighterScreen, action: Any) -> Tap | None:
    """A button that does exactly this."""
    found = doing(play.area, action)
    return Tap(found) if found is not None else None


def _throw(fight: FightArea, action: a.Say | a.Confirm | a.Throw) -> Tap | None:
    if isinstance(action, a.Confirm):
        return Tap(fight.confirm) if fight.confirm is not None else None
    if isinstance(action, a.Throw):
        return Tap(fight.refuse) if fight.refuse is not None and not action.done else None
    zone, _, other = action.value.partition("/")
    if action.what == "rest" and other:
        if fight.target.draft.rest != zone:
            return Tap(fight.target, *fight.target.point_of(zone), does=False)
        return Tap(fight.misses["line"])
    if action.what == "rest" and action.value in fight.target.zones:
        return Tap(fight.target, *fight.target.point_of(action.value))
    if action.what == "rest" and action.value in fight.misses:
        return Tap(fight.misses[action.value])
    if action.what in ("symbol", "bounced"):
        return Tap(fight.symbol if action.what == "symbol" else fight.bounce)
    return None


def _danger(play: DungeonFighterScreen, action: a.Enter) -> Tap | None:
    """A room without a name is told by its pictures."""
    panel = play.panels.panel
    if not isinstance(panel, AttackPanel):
        way = play.move.danger
        return Tap(way, does=False) if panel is None and way is not None else _direct(play, action)
    missing = [attack for attack in action.room.attacks if attack not in panel.grid.chosen]
    return Tap(panel.grid.tiles[missing[0]], does=False) if missing else Tap(panel.done)


def _card(play: DungeonFighterScreen, action: a.Gain | a.Buy) -> Tap | None:
    panel = play.panels.panel
    if isinstance(panel, FindPanel):
        return _found(panel.finder, action.item.id)
    way = play.cleanup.draw if isinstance(action, a.Gain) else play.cleanup.buy
    return Tap(way, does=False) if panel is None and way is not None else None


def _found(finder: Finder | None, id: str) -> Tap | None:
    """A card in the list; what has no name stands at its end."""
    if finder is None:
        return None
    if id in finder.buttons:
        return Tap(finder.buttons[id])
    unnamed = {"unnamed": 0, "unnamed_weapon": 0, "unnamed_armour": 1, "unnamed_item": 2}
    return Tap(finder.extras[unnamed[id]]) if id in unnamed else None
