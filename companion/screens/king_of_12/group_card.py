"""One group of a tournament: its seats in order, with points, rounds won, and who has won the play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.screens.king_of_12.plate import RoundMarks
from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, SMALL, Rgba
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable


@dataclass(frozen=True, slots=True)
class Member:
    """A player in a group."""

    player: int
    name: str
    points: int
    rounds: int
    winner: bool = False
    second: bool = False
    moved: bool = False  # sits here since this round
    asked: bool = False  # puts a card under the die
    colour: Rgba = (1, 1, 1, 1)

    def in_colour(self, colour: Rgba) -> Member:
        return replace(self, colour=colour)


class GroupCard(Touchable, Surface):
    """Tap it to tell how its play ended."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[], None]) -> None:
        super().__init__(
            look=look,
            on_tap=on_tap,
            orientation="vertical",
            padding=(look.px(10), look.px(6)),
            spacing=look.px(2),
        )
        self.title = Text(look, name, BODY, bold=True)
        self.state = Text(look, "", CAPTION, align="right", colour=look.palette.quiet)
        self.rows: list[_MemberRow] = []
        self.bind(pressed=self._colours)
        self._open = False
        self._shown: tuple[Member, ...] = ()

    def show(self, members: Sequence[Member], state: str, is_open: bool) -> None:
        look = self.look
        self.state.text = state
        self._open = self.enabled = is_open
        self._colours()
        if tuple(members) == self._shown:
            return
        self._shown = tuple(members)
        self.clear_widgets()
        for part in (self.title, self.state):
            if part.parent is not None:
                part.parent.remove_widget(part)
        self.add_widget(sized(look, row(look, self.title, self.state), height=26))
        self.rows = [_MemberRow(look, seat, member) for seat, member in enumerate(members, start=1)]
        for member in self.rows:
            self.add_widget(member)

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.card
        # What still plays has a frame, and says so.
        self.edge = palette.accent if self._open else palette.card
        self.edge_width = self.look.px(2 if self._open else 1)


class _MemberRow(Surface):
    def __init__(self, look: Look, seat: int, member: Member) -> None:
        super().__init__(look, radius=6, padding=(look.px(4), 0), spacing=look.px(5))
        palette = look.palette
        sign = "crown" if member.winner else "arrow" if member.asked else "redo" if member.moved else ""
        tint = palette.accent if member.winner or member.asked else palette.warn
        second = Text(look, "2" if member.second else "", SMALL, bold=True, align="center")
        marks = RoundMarks(look, member.colour)
        marks.show(member.rounds)
        self.add_widget(
            sized(look, Text(look, str(seat), CAPTION, colour=palette.quiet, align="center"), width=12)
        )
        self.add_widget(Text(look, member.name, SMALL, bold=True, colour=member.colour))
        self.add_widget(sized(look, second if member.second else Icon(sign, tint), width=16))
        self.add_widget(sized(look, marks, width=48))
        self.add_widget(sized(look, Text(look, str(member.points), BODY, bold=True, align="right"), width=22))
