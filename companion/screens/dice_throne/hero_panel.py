"""A hero's board beside the counters: tokens in play with their stack and timing, and which abilities are upgraded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.content import Status
from companion.rules.text import Line, line
from companion.screens.burst import Burst
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.panels import CountersPanel
from companion.screens.port import View
from companion.screens.theme import BODY, SMALL
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, column, sized
from companion.screens.widgets.text import Text


def timing(status: Status) -> Iterator[Line]:
    """When a token does something by itself, and when it can be spent."""
    for at in dict.fromkeys(hook.at for hook in status.hooks):
        yield line(f"dts.at.{at}")
    for window in dict.fromkeys(use.window for use in status.uses):
        yield line(f"dts.use.{window}")
    if status.stuns:
        yield line("dts.status.stuns")
    if status.persistent:
        yield line("dts.status.persistent")


class HeroPanel(CountersPanel):
    """All counters to the left, as in every game; what they mean to the right."""

    def __init__(
        self, look: Look, page: GamePage, view: View, seat: int, burst: Burst, close: Callable[[], None]
    ) -> None:
        super().__init__(look, page, view, seat, burst, close)
        counters = self.children[0]
        self.remove_widget(counters)
        self.grid.cols = 2
        self.about = BoxLayout(orientation="vertical", spacing=look.px(4))
        self.body = BoxLayout(spacing=look.px(12))
        for part in (counters, scrolling(look, self.about)):
            self.body.add_widget(part)
        self.add_widget(self.body)
        self._told: object = None
        self.show(view)

    def narrowed(self, narrow: bool) -> None:
        self.body.orientation = "vertical" if narrow else "horizontal"

    @property
    def lines(self) -> list[str]:
        return [w.text for w in self.about.walk(restrict=True) if isinstance(w, Text)]

    def show(self, view: View) -> None:
        super().show(view)
        if not hasattr(self, "about"):
            return  # the counters are shown before there is anything beside them
        fighter = view.state.fighters[self.seat]
        told = (fighter.tokens, fighter.levels, fighter.limits)
        if told != self._told:
            self._told = told
            self.about.clear_widgets()
            for widget in self._tell(Bench(view.state)):
                self.about.add_widget(widget)

    def _tell(self, b: Bench) -> Iterator[Widget]:
        fighter, say = b.fighters[self.seat], self.look.say
        held = {status: n for status, n in fighter.tokens.items() if n}
        yield self._heading("dts.tokens" if held else "dts.no_tokens")
        for status, n in held.items():
            known = b.library.statuses[status]
            most = b.limit(self.seat, status)
            title = say(line("dts.stack", what=b.library.status_line(status), n=n, most=most))
            yield self._entry(title, " · ".join(self.look.sentence(words) for words in timing(known)))
        upgraded = {ability: level for ability, level in fighter.levels.items() if level > 1}
        yield self._heading("dts.upgrades" if upgraded else "dts.no_upgrades")
        for ability, level in upgraded.items():
            yield self._entry(f"{say(b.library.ability_line(fighter.hero, ability))} {'I' * level}")

    def _heading(self, words: str) -> Widget:
        text = Text(self.look, self.look.say(words), SMALL, colour=self.look.palette.quiet, valign="bottom")
        return sized(self.look, text, height=26)

    def _entry(self, title: str, detail: str = "") -> Widget:
        look = self.look
        box = Surface(look, radius=8, padding=(look.px(10), look.px(4)))
        box.fill = look.palette.button
        name = Text(look, title, BODY, bold=True, valign="bottom" if detail else "middle")
        if detail:
            about = Text(look, detail, SMALL, colour=look.palette.quiet, valign="top")
            box.add_widget(column(look, sized(look, name, height=24), about, gap=1))
        else:
            box.add_widget(name)
        return sized(look, box, height=76 if detail else 36)
