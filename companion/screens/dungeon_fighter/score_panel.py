"""The end of an adventure: the score line by line, and the rank that it earns."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter.score import rank, sheet, total
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.panels import GameOverPanel
from companion.screens.port import View
from companion.screens.theme import BODY, GAP, HEADLINE, SMALL, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text


class ScorePanel(GameOverPanel):
    """Worked out anew with every view: a counter may be corrected after the end."""

    def __init__(
        self,
        look: Look,
        page: GamePage,  # noqa: ARG002 - as every game's last panel
        view: View,
        again: Callable[[], None],
        home: Callable[[], None],
        close: Callable[[], None],
        charts: Callable[[], None] | None = None,
    ) -> None:
        Panel.__init__(self, look, look.say("over.title"), close)
        self._again, self._home, self._charts = again, home, charts
        self.body: Widget | None = None
        self._shown: object = None
        self.show(view)

    def show(self, view: View) -> None:
        state: DungeonFighterState = view.state
        key = (view.outcome, sheet(state))
        if key == self._shown or view.outcome is None:
            return
        self._shown = key
        look, say = self.look, self.look.say
        if self.body is not None:
            self.remove_widget(self.body)
        won = state.stage == "won"
        icon = Icon("crown" if won else "df_horns", look.palette.accent if won else look.palette.bad)
        last = rank(total(state))
        head = say(f"df.rank.{last}") if won else say(view.outcome.reason)
        title = Text(look, head, HEADLINE, bold=True, align="center")
        top = column(look, sized(look, icon, height=48), sized(look, title, height=48))
        sized(look, top, height=48 + GAP + 48)
        buttons = row(
            look,
            VerbButton(look, say("over.again"), self._again, rank="first"),
            VerbButton(look, say("over.home"), self._home),
        )
        if self._charts is not None:
            buttons.add_widget(VerbButton(look, say("report.title"), self._charts), 1)
        told = column(look, Widget(), top, self._points(state, won))
        if not won:
            told.add_widget(self._how_far(state))
        told.add_widget(Widget())
        told.add_widget(sized(look, buttons, height=60))
        self.body = row(look, told, sized(look, self._lines(state), width=340)) if won else told
        self.add_widget(self.body)

    def _points(self, state: DungeonFighterState, won: bool) -> Widget:
        look = self.look
        text = look.say("df.screen.points", n=total(state)) if won else look.say("df.screen.no_points")
        return sized(look, Text(look, text, TITLE, align="center", colour=look.palette.accent), height=34)

    def _lines(self, state: DungeonFighterState) -> Widget:
        """A line for each entry that counts."""
        look = self.look
        box = BoxLayout(orientation="vertical", spacing=look.px(4))
        for entry in sheet(state):
            line = Surface(look, padding=(look.px(12), 0), spacing=look.px(8))
            line.fill = look.palette.back
            quiet = not entry.points
            tint = look.palette.quiet if quiet else look.palette.text
            text = look.say(f"df.screen.score.{entry.what}", n=entry.count)
            line.add_widget(Text(look, text, SMALL, colour=tint))
            points = f"{entry.points:+d}".replace("-", "−") if entry.points else "0"
            line.add_widget(
                sized(look, Text(look, points, BODY, bold=True, colour=tint, align="right"), width=50)
            )
            box.add_widget(line)
        return box

    def _how_far(self, state: DungeonFighterState) -> Widget:
        """The party came this far before it lost."""
        look = self.look
        text = look.say("df.screen.how_far", level=state.level, round=state.round, n=len(state.beaten))
        return sized(look, Text(look, text, BODY, colour=look.palette.quiet, align="center"), height=28)
