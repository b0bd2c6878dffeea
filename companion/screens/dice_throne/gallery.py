"""Pictures of the Dice Throne screens that the play screen of every game does not have."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.screens.dice_throne.setup import DiceThroneSetup
from companion.screens.gallery import Picture
from companion.screens.port import View
from companion.screens.touchscreen import Touchscreen


def pictures(home: View) -> Iterator[Picture]:
    yield Picture("setup", home, _at_setup())
    yield Picture("setup-name", home, _at_setup(lambda screen: screen.open_name(0)))
    yield Picture("setup-hero", home, _at_setup(lambda screen: screen.open_hero(0)))
    yield Picture("setup-rules", home, _at_setup(lambda screen: screen.open_rules()))
    yield Picture("setup-hill", home, _at_setup(_sit_down(3)))
    yield Picture("setup-teams", home, _at_setup(_sit_down(4)))
    yield Picture("setup-six", home, _at_setup(_sit_down(6)))


def _at_setup(then: Callable[[DiceThroneSetup], None] | None = None) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("setup", "dice_throne")
        assert isinstance(screen.screen, DiceThroneSetup)
        if then is not None:
            then(screen.screen)

    return go


def _sit_down(count: int) -> Callable[[DiceThroneSetup], None]:
    def more(screen: DiceThroneSetup) -> None:
        while len(screen.names) < count:
            screen._more()

    return more
