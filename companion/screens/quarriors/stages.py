"""The middle of the play screen: dice of the Active Pool, the Ready Areas, the Wilds, or plain answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.quarriors.actions import AnyAction, Capture
from companion.rules.quarriors.board import Board, Deed, PoolDie, ReadyDie, WildCard
from companion.rules.quarriors.content import KIND, class_of
from companion.screens.look import Look
from companion.screens.quarriors import words
from companion.screens.quarriors.tiles import Tile
from companion.screens.theme import BODY, GAP, SMALL, Rgba
from companion.screens.widgets.button import Rank, VerbButton
from companion.screens.widgets.die import Mark
from companion.screens.widgets.offers import Choice
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import sized
from companion.screens.widgets.text import Text

POOL_FITS = 9  # dice, three rows of three
FEW = 6  # dice, two rows of larger ones
READY_ROW = 84  # units
CHOICES_FIT = 12


@dataclass(frozen=True, slots=True)
class Hands:
    """What tiles do when they are tapped."""

    do: Callable[[AnyAction], None]
    choose: Callable[[str, Sequence[Deed]], None]  # a title, and the deeds to choose from
    about: Callable[[str], None]  # tell about the card of this class
    mark: Callable[[str, str], Mark]  # kind and face


class Stage(BoxLayout):
    """Is built anew only when what it shows has changed: a finger may be on it."""

    def __init__(self, look: Look) -> None:
        super().__init__(orientation="vertical")
        self.look = look
        self._shown: Hashable = None

    def changed(self, what: Hashable) -> bool:
        if what == self._shown:
            return False
        self._shown = what
        self.clear_widgets()
        return True

    def nothing(self, text: str) -> None:
        self.add_widget(Text(self.look, text, BODY, align="center", colour=self.look.palette.quiet))


def tap(hands: Hands, title: str, deeds: Sequence[Deed], class_: str) -> Callable[[], None]:
    """One deed is done at once, of several one is chosen, and with none the card is told."""
    if len(deeds) == 1:
        return partial(hands.do, deeds[0].action)
    return partial(hands.choose, title, deeds) if deeds else partial(hands.about, class_)


def rank_of(deeds: Sequence[Deed], best: AnyAction | None) -> Rank:
    if not deeds:
        return "bare"
    return "first" if any(deed.action == best for deed in deeds) else "plain"


class PoolStage(Stage):
    """Dice of the Active Pool, the best first. A tap does what the die may do."""

    tiles: dict[int, Tile]

    def show(self, board: Board, best: AnyAction | None, hands: Hands) -> None:
        if not self.changed((board.pool, best)):
            return
        few = len(board.pool) <= FEW
        self.tiles = {die.die: self._tile(die, best, hands, few) for die in board.pool}
        if not self.tiles:
            self.nothing(self.look.say("qr.screen.no_pool"))
            return
        grid = GridLayout(cols=3, spacing=self.look.px(GAP))
        for tile in self.tiles.values():
            grid.add_widget(tile)
        while len(grid.children) < (FEW if few else POOL_FITS):
            grid.add_widget(Widget())  # few dice are not spread out
        if len(self.tiles) > POOL_FITS:
            grid.row_default_height, grid.row_force_default = self.look.px(84), True
            self.add_widget(scrolling(self.look, grid))
        else:
            self.add_widget(grid)

    def _tile(self, die: PoolDie, best: AnyAction | None, hands: Hands, large: bool) -> Tile:
        class_ = class_of(die.kind)
        name = self.look.say(die.title)
        return Tile(
            self.look,
            name,
            tap(hands, name, die.deeds, class_),
            mark=hands.mark(die.kind, die.face),
            detail=self.look.say(words.of_pool_die(die)),
            rank=rank_of(die.deeds, best),
            large=large,
        )


class ReadyStage(Stage):
    """Every Ready Area: creatures as they count now, and spells."""

    tiles: dict[int, Tile]

    def show(
        self,
        board: Board,
        seats: Sequence[tuple[int, str, Rgba]],
        kinds: Sequence[str],
        best: AnyAction | None,
        hands: Hands,
    ) -> None:
        """`seats` in the order in which they stand here: number, name and colour. `kinds` by die."""
        ready = tuple(board.collections[seat].ready for seat, _, _ in seats)
        if not self.changed((ready, tuple(seats), best)):
            return
        look = self.look
        self.tiles = {}
        rows = BoxLayout(orientation="vertical", spacing=look.px(4))
        for (_, name, colour), dice in zip(seats, ready, strict=True):
            attack = sum(die.attack for die in dice if die.creature)
            about = "qr.screen.attack" if any(die.creature for die in dice) else "qr.screen.no_creatures"
            head = Text(look, look.say(about, who=name, n=attack), SMALL, bold=True, colour=colour)
            rows.add_widget(sized(look, head, height=22))
            if dice:
                rows.add_widget(self._grid(dice, kinds, best, hands))
        self.add_widget(scrolling(look, rows))

    def _grid(
        self, dice: Sequence[ReadyDie], kinds: Sequence[str], best: AnyAction | None, hands: Hands
    ) -> Widget:
        look = self.look
        lines = -(-len(dice) // 3)
        grid = GridLayout(
            cols=3, spacing=look.px(GAP), row_default_height=look.px(READY_ROW), row_force_default=True
        )
        for die in dice:
            class_ = kinds[die.die]
            name = look.say(die.name)
            self.tiles[die.die] = Tile(
                look,
                name,
                tap(hands, name, die.deeds, class_),
                mark=hands.mark(KIND + class_, die.face),
                numbers=words.numbers_of(die),
                detail=look.say(about) if (about := words.of_ready_die(die)) is not None else "",
                rank=rank_of(die.deeds, best),
            )
            grid.add_widget(self.tiles[die.die])
        for _ in range(-len(dice) % 3):
            grid.add_widget(Widget())
        return sized(look, grid, height=lines * (READY_ROW + GAP))


class WildsStage(Stage):
    """The power cards with what their dice cost now. Below them what else can be done."""

    tiles: dict[str, Tile]

    def show(
        self, board: Board, capturing: bool, best: AnyAction | None, more: Sequence[Choice], hands: Hands
    ) -> None:
        keys = tuple((choice.key, choice.text, choice.rank) for choice in more)
        if not self.changed((board.wilds, capturing, best, keys)):
            return
        look = self.look
        grid = GridLayout(cols=4, spacing=look.px(GAP))
        self.tiles = {}
        self.buttons: dict[str, VerbButton] = {}
        for card in board.wilds:
            class_ = class_of(card.kind)
            self.tiles[class_] = self._tile(card, class_, capturing, best, hands)
            grid.add_widget(self.tiles[class_])
        for choice in more:
            button = VerbButton(look, choice.text, choice.do, rank=choice.rank, size=SMALL)
            self.buttons[choice.key] = button
            grid.add_widget(button)
        self.add_widget(grid)

    def _tile(
        self, card: WildCard, class_: str, capturing: bool, best: AnyAction | None, hands: Hands
    ) -> Tile:
        able = capturing and card.affordable
        action = Capture(class_)
        rank: Rank = "bare" if not able else "first" if action == best else "plain"
        tile = Tile(
            self.look,
            self.look.say(card.name),
            partial(hands.do, action) if able else partial(hands.about, class_),
            numbers=words.numbers_of_card(card),
            rank=rank,
        )
        if not card.dice:
            tile.title.strikethrough = True
            tile.title.color = self.look.palette.quiet
        return tile


class ChoiceStage(Stage):
    """Answers, one button each."""

    buttons: dict[str, VerbButton]

    def show(self, choices: Sequence[Choice]) -> None:
        if not self.changed(tuple((choice.key, choice.text, choice.rank) for choice in choices)):
            return
        look = self.look
        grid = GridLayout(cols=3, spacing=look.px(GAP))
        self.buttons = {}
        for choice in choices:
            button = VerbButton(look, choice.text, choice.do, rank=choice.rank, size=SMALL)
            self.buttons[choice.key] = button
            grid.add_widget(button)
        if len(choices) > CHOICES_FIT:
            grid.row_default_height, grid.row_force_default = look.px(60), True
            self.add_widget(scrolling(look, grid))
        else:
            while len(grid.children) < 9:
                grid.add_widget(Widget())
            self.add_widget(grid)
