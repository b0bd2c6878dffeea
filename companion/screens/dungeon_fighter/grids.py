"""Grids to choose from: numbers, attacks with their pictures, and words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout

from companion.rules.dungeon_fighter.cards import ATTACKS, Attack
from companion.screens.dungeon_fighter.attack_pictures import AttackPicture
from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, GAP, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

TALLEST = 84
PAGE = 39  # numbers at a time


class NumberGrid(GridLayout):
    """Every number from low to high, one tap each; `unknown` is a word for "nobody knows". Many of them take turns."""

    def __init__(
        self,
        look: Look,
        low: int,
        high: int,
        chosen: Callable[[int | None], None],
        unknown: str = "",
        now: int | None = None,
    ) -> None:
        super().__init__(spacing=look.px(GAP))
        self.look, self._chosen, self._unknown, self._now = look, chosen, unknown, now
        self._low, self._high = low, high
        self.buttons: dict[int | None, VerbButton] = {}
        self.more: VerbButton | None = None
        self.bind(height=self._cap)
        self._page(low)

    def _page(self, first: int) -> None:
        paged = self._high - self._low + 1 > PAGE
        last = min(self._high, first + PAGE - 1)
        numbers: list[int | None] = list(range(first, last + 1))
        if self._unknown:
            numbers = [*numbers[: PAGE - 1], None] if paged else [*numbers, None]
        count = len(numbers) + paged
        self.cols = 8 if count > 20 else 5 if count > 5 else max(count, 1)
        self.clear_widgets()
        self.buttons = {}
        for number in numbers:
            text = self._unknown if number is None else str(number)
            button = VerbButton(
                self.look, text, partial(self._chosen, number), size=TITLE, padding=self.look.px(2)
            )
            if number == self._now and (number is not None or self._unknown):
                button.set_rank("first")
            self.buttons[number] = button
            self.add_widget(button)
        if paged:
            known = [number for number in numbers if number is not None]
            following = known[-1] + 1 if known[-1] < self._high else self._low
            self.more = VerbButton(
                self.look, f"{following}…", partial(self._page, following), padding=self.look.px(2)
            )
            self.add_widget(self.more)
        self._cap()

    def _cap(self, *_: object) -> None:
        cap(self, self.look)


def cap(grid: GridLayout, look: Look) -> None:
    """A few buttons do not grow without end."""
    rows = -(-len(grid.children) // grid.cols)
    room = (grid.height - (rows - 1) * look.px(GAP)) / max(rows, 1)
    grid.row_force_default = room > look.px(TALLEST)
    grid.row_default_height = look.px(TALLEST) if grid.row_force_default else 0


class AttackTile(Touchable, Surface):
    """A picture and its name; the chosen ones have a frame."""

    def __init__(self, look: Look, attack: Attack, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical", padding=look.px(3))
        self.chosen = False
        self.add_widget(AttackPicture(look, attack))
        name = Text(look, look.say(f"df.attack.{attack}"), CAPTION, align="center")
        self.add_widget(sized(look, name, height=32))
        self.bind(pressed=self.colours)
        self.colours()

    def colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.button if self.chosen else palette.back
        self.edge = palette.accent if self.chosen else palette.outline
        self.edge_width = self.look.px(3 if self.chosen else 1)


class AttackGrid(GridLayout):
    """All twenty-one; `changed` hears those that are chosen."""

    def __init__(
        self, look: Look, chosen: Sequence[Attack], changed: Callable[[tuple[Attack, ...]], None]
    ) -> None:
        super().__init__(cols=7, spacing=look.px(GAP))
        self.chosen = set(chosen)
        self._changed = changed
        self.tiles: dict[Attack, AttackTile] = {}
        for attack in ATTACKS:
            tile = AttackTile(look, attack, partial(self._turn, attack))
            tile.chosen = attack in self.chosen
            tile.colours()
            self.tiles[attack] = tile
            self.add_widget(tile)

    def _turn(self, attack: Attack) -> None:
        self.chosen ^= {attack}
        self.tiles[attack].chosen = attack in self.chosen
        self.tiles[attack].colours()
        self._changed(tuple(known for known in ATTACKS if known in self.chosen))


class WordGrid(GridLayout):
    """Words to choose from, as (key, words)."""

    def __init__(
        self,
        look: Look,
        words: Sequence[tuple[str, str]],
        chosen: Callable[[str], None],
        now: str = "",
        columns: int = 3,
    ) -> None:
        super().__init__(cols=min(columns, max(len(words), 1)), spacing=look.px(GAP))
        self.look = look
        self.buttons: dict[str, VerbButton] = {}
        for key, text in words:
            button = VerbButton(look, text, partial(chosen, key), size=BODY, padding=look.px(6))
            if now and key == now:
                button.set_rank("first")
            self.buttons[key] = button
            self.add_widget(button)
        self.bind(height=self._cap)

    def _cap(self, *_: object) -> None:
        cap(self, self.look)
