"""How a tournament stands: in short beside the groups, and whole in a panel that saves it as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.king_of_12.standings import COLUMNS, Row, standings
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import CAPTION, SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text

SHORT_ROW = 22  # units
WIDTHS = {"place": 60, "wins": 110, "points": 120, "total": 110, "group": 80, "seat": 80}


class StandingsTable(Surface):
    """Place, name, rounds won and points of everybody."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, orientation="vertical", padding=(look.px(8), look.px(6)))
        self.fill = look.palette.card
        self._list = BoxLayout(orientation="vertical")
        self.add_widget(scrolling(look, self._list))
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row]) -> None:
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        look, palette = self.look, self.look.palette
        self._list.clear_widgets()
        head = _line(
            look, "", look.say("kd.heading.player"), look.say("kd.hall.wins"), look.say("kd.hall.total")
        )
        self._list.add_widget(sized(look, head, height=SHORT_ROW))
        for standing in rows:
            cells = (f"{standing.place}.", standing.name, str(standing.wins), str(standing.total))
            line = _line(look, *cells, colour=palette.text)
            self._list.add_widget(sized(look, line, height=SHORT_ROW))


def _line(look: Look, place: str, name: str, wins: str, total: str, colour: object = None) -> Widget:
    tint = look.palette.quiet if colour is None else look.palette.text
    size = CAPTION if colour is None else SMALL
    return row(
        look,
        sized(look, Text(look, place, size, colour=look.palette.quiet, align="right"), width=24),
        Text(look, name, size, colour=tint, bold=colour is not None),
        sized(look, Text(look, wins, size, colour=tint, align="right"), width=36),
        sized(look, Text(look, total, size, colour=tint, align="right"), width=36),
        gap=4,
    )


class StandingsPanel(Panel):
    def __init__(self, look: Look, export: Callable[[], None], close: Callable[[], None]) -> None:
        super().__init__(look, look.say("kd.hall.standings"), close)
        self._list = BoxLayout(orientation="vertical", spacing=look.px(2))
        self.add_widget(scrolling(look, self._list))
        self.save = VerbButton(look, look.say("kd.hall.export"), export, rank="first", icon="check")
        self.head.add_widget(sized(look, self.save, width=250), index=1)
        self._shown: tuple[Row, ...] = ()

    def show(self, view: View) -> None:
        rows = standings(view.state)
        if rows == self._shown:
            return
        self._shown = rows
        look = self.look
        self._list.clear_widgets()
        self._list.add_widget(self._line([look.say(f"kd.heading.{name}") for name in COLUMNS], head=True))
        for standing in rows:
            cells = [standing.place, standing.name, standing.wins, standing.points, standing.total]
            seat = [standing.group or "–", standing.seat or "–"]
            self._list.add_widget(self._line([str(cell) for cell in (*cells, *seat)]))

    def _line(self, cells: Sequence[str], head: bool = False) -> Widget:
        look, palette = self.look, self.look.palette
        box = Surface(look, radius=6, padding=(look.px(8), 0), spacing=look.px(6))
        box.fill = palette.card if head else palette.button
        for name, cell in zip(COLUMNS, cells, strict=True):
            text = Text(
                look,
                cell,
                CAPTION if head else SMALL,
                bold=not head,
                colour=palette.quiet if head else palette.text,
                align="left" if name == "player" else "center",
            )
            box.add_widget(text if name == "player" else sized(look, text, width=WIDTHS[name]))
        return sized(look, box, height=34 if head else 30)
