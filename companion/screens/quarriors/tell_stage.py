"""Dice by touch: for each die that the roll can still hold its faces, one tap each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.quarriors.actions import AnyAction, Show
from companion.rules.quarriors.content import KIND
from companion.rules.quarriors.state import QuarriorsState, Want
from companion.screens.look import Look
from companion.screens.quarriors.stages import Stage
from companion.screens.theme import CAPTION, GAP
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

HEAD = 20  # units
FACES = 60


class TellStage(Stage):
    """The likeliest die first, as the rules list them."""

    def __init__(self, look: Look, do: Callable[[AnyAction], None], mark: Callable[[str, str], Mark]) -> None:
        super().__init__(look)
        self._do, self._mark = do, mark
        self.faces: dict[Show, _Face] = {}

    def show(self, state: QuarriorsState, shows: Sequence[Show], name: Callable[[str], str]) -> None:
        """`name` says what the die of a class is called in this game."""
        left = how_many(state)
        if not self.changed((tuple(shows), tuple(left.items()))):
            return
        look = self.look
        self.faces = {}
        grid = GridLayout(
            cols=2,
            spacing=look.px(GAP),
            row_default_height=look.px(HEAD + FACES + 2),
            row_force_default=True,
        )
        for class_ in dict.fromkeys(action.kind for action in shows):
            words = look.say("qr.screen.of_these", die=name(class_), n=left[class_])
            head = Text(look, words, CAPTION, bold=True, valign="bottom")
            faces = self._faces([action for action in shows if action.kind == class_])
            grid.add_widget(column(look, sized(look, head, height=HEAD), faces, gap=2))
        self.add_widget(scrolling(look, grid))

    def _faces(self, actions: Sequence[Show]) -> Widget:
        look = self.look
        faces = row(look)
        for action in actions:
            button = _Face(look, self._mark(KIND + action.kind, action.face), partial(self._do, action))
            self.faces[action] = button
            faces.add_widget(button)
        return sized(look, faces, height=FACES)


class _Face(Touchable, Surface):
    """A face, drawn as large as it can be: six of them stand side by side."""

    def __init__(self, look: Look, mark: Mark, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=look.px(4))
        picture = DiePicture(look)
        picture.show(mark)
        self.add_widget(picture)
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.button


def how_many(state: QuarriorsState) -> Counter[str]:
    """How many dice of each class the roll can still hold: those that must be in it, and what is in the bag."""
    want = state.stack[-1]
    if not isinstance(want, Want):
        return Counter()
    found = Counter(state.kinds[die] for die in want.must)
    if want.draw:
        found += Counter(state.kinds[die] for die in state.players[want.seat].bag)
    found -= Counter(shown.kind for shown in want.shown)
    return found
