"""What a screen works with: how to draw, whom to ask, and where else to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from companion.screens.look import Look
from companion.screens.port import Table, View


@dataclass(frozen=True, slots=True)
class Choices:
    """The settings that the screens read and change at once."""

    language: str = "en"  # or "ru", "pl"
    theme: str = "dark"  # or "light", "colour-blind"
    rotation: int = 0  # 90, 180, 270
    animations: bool = True
    d12_layout: str = ""  # which faces of the owner's d12 touch, as the settings keep it
    d12_of_player: Mapping[str, str] = field(
        default_factory=dict
    )  # likewise by name, of players whose d12 is another
    facing: Mapping[str, int] = field(default_factory=dict)  # by name: how a player's panels are turned
    symbol_faces: int = 0  # how many faces of the owner's hero dice show the symbol; 0: not told yet
    learn_from_corrections: str = "ask"  # or "always", "never": of taught dice
    large_writing: bool = False
    sounds: bool = False
    camera: str = "auto"
    house_rules: Mapping[str, int | str | bool] = field(default_factory=dict)  # by "game.question"


@dataclass(frozen=True, slots=True)
class Desk:
    look: Look
    table: Table
    choices: Choices
    go: Callable[..., None]  # go("home"), go("setup", "dice_throne")
    choose: Callable[[str, Any], None]  # a name of `Choices`, and its new value
    pictures: Callable[[], None]  # whether camera pictures are wanted has changed
    watch: Callable[[str], None]  # this game plays itself; the screen makes way for it


class Screen(FloatLayout):
    """One of the screens. It draws the newest view and keeps nothing of its own that matters."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.look = desk.look

    def show(self, view: View) -> None:
        raise NotImplementedError

    @property
    def wants_pictures(self) -> bool:
        return False

    def picture(self, pixels: Any) -> None:
        """A new camera picture, if wanted."""

    def leave(self) -> None:
        """Another screen takes over."""

    def hand_over(self) -> Any:
        """The screen is drawn anew, in another size, theme or language. What the players have begun on it and the view
        does not know goes to `take_over` of the new one; a screen that hands nothing over is left."""
        self.leave()
        return None

    def take_over(self, begun: Any) -> None:
        """Go on with what was begun."""
