"""Panels of the setup: which hero, how many faces show the symbol, which boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.dungeon_fighter.cards import AnyCard, Board, Hero
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.setup import BOARDS
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.finder import card_button
from companion.screens.dungeon_fighter.hero_die import HeroDie
from companion.screens.look import Look
from companion.screens.theme import BODY, GAP, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable


class HeroPickPanel(Panel):
    """One of the heroes of the library."""

    def __init__(
        self,
        look: Look,
        title: str,
        now: str,
        chosen: Callable[[Hero], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, title, close)
        grid = GridLayout(cols=3, spacing=look.px(GAP))
        grid.row_force_default, grid.row_default_height = True, look.px(66)
        self.buttons: dict[str, VerbButton] = {}
        for hero in library().heroes:
            button = card_button(look, hero, partial(chosen, hero))
            button.set_rank("first" if hero.id == now else "plain")
            self.buttons[hero.id] = button
            grid.add_widget(button)
        self.add_widget(scrolling(look, grid))


class _Faces(Touchable, Surface):
    """Six faces of a die, so many of them with the symbol."""

    def __init__(self, look: Look, faces: int, chosen: bool, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical", padding=look.px(14))
        self.spacing = look.px(GAP)
        self.chosen = chosen
        grid = GridLayout(cols=3, spacing=look.px(6))
        for number in range(6):
            grid.add_widget(HeroDie(look, "red", symbol=number < faces))
        self.add_widget(grid)
        text = Text(look, look.say("df.setup_faces", n=faces), TITLE, bold=True, align="center")
        self.add_widget(sized(look, text, height=40))
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.button
        self.edge = palette.accent if self.chosen else palette.button
        self.edge_width = self.look.px(3)


class SymbolPanel(Panel):
    """Sources differ on this, so nobody but the owner can tell."""

    def __init__(
        self, look: Look, now: int, chosen: Callable[[int], None], close: Callable[[], None]
    ) -> None:
        super().__init__(look, look.say("df.setup_which_faces"), close)
        self.buttons = {n: _Faces(look, n, n == now, partial(chosen, n)) for n in (1, 2, 3)}
        self.add_widget(row(look, *self.buttons.values()))


class BoardsPanel(Panel):
    """Three levels that somebody has typed, the last with the boss; or rooms that are told one by one."""

    def __init__(
        self,
        look: Look,
        now: tuple[Board, ...],
        chosen: Callable[[tuple[Board, ...]], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("df.setup_boards"), close)
        self._chosen, self.picked = chosen, list(now)
        self.told = VerbButton(
            look, look.say("df.setup_rooms_told"), partial(chosen, ()), rank="plain" if now else "first"
        )
        self.add_widget(sized(look, self.told, height=TOUCH + 4))
        self.buttons: dict[str, VerbButton] = {}
        boards = [card for card in library().cards("boards") if isinstance(card, Board)]
        if not boards:
            hint = Text(look, look.say("df.setup_no_boards"), BODY, colour=look.palette.quiet, align="center")
            self.add_widget(hint)
            return
        hint = Text(look, look.say("df.setup_three_boards"), BODY, colour=look.palette.quiet)
        lines = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        for board in boards:
            self.buttons[board.id] = self._button(board)
            lines.add_widget(sized(look, self.buttons[board.id], height=TOUCH + 6))
        self.done = VerbButton(look, look.say("keys.done"), self._done, rank="first")
        self.add_widget(column(look, sized(look, hint, height=40), scrolling(look, lines)))
        self.add_widget(sized(look, self.done, height=TOUCH + 4))
        self._show()

    def _button(self, board: Board) -> VerbButton:
        look = self.look
        card: AnyCard = board
        kind = look.say("df.screen.boss") if board.boss else look.say("df.setup_rooms", n=len(board.rooms))
        return VerbButton(look, words.name(look, card), partial(self._turn, board), detail=kind)

    def _turn(self, board: Board) -> None:
        if board in self.picked:
            self.picked.remove(board)
        else:
            self.picked.append(board)
        self._show()

    def _show(self) -> None:
        levels = self._levels()
        for id, button in self.buttons.items():
            button.set_rank("first" if any(board.id == id for board in self.picked) else "plain")
        self.done.enabled = len(levels) == BOARDS and [b.boss for b in levels] == [False, False, True]

    def _levels(self) -> tuple[Board, ...]:
        """In the order they were tapped, the boss last."""
        return tuple(sorted(self.picked, key=lambda board: board.boss))

    def _done(self) -> None:
        self._chosen(self._levels())
