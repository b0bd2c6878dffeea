"""Setup: who sits where, in which colour, with which hero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.graphics import Color, SmoothEllipse
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.core import Seat
from companion.screens.desk import Desk, Screen
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.panels import CameraPanel
from companion.screens.port import View
from companion.screens.theme import CAPTION, GAP, SEAT_COLOURS, TITLE, TOUCH, Rgba
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.panel import Panel, PanelLayer, scrolling
from companion.screens.widgets.surface import Surface, column, middle, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar
from companion.screens.widgets.touch import Touchable

LONGEST_NAME = 14


class SetupScreen(Screen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk)
        self.page, self.view = page, view
        look, say = self.look, self.look.say
        names = known_names(view)
        count = page.seats[0]
        picks = [key for key, _ in page.picks()]
        self.names = [names[n] if n < len(names) else say("setup.player", n=n + 1) for n in range(count)]
        self.colours = [SEAT_COLOURS[n] for n in range(count)]
        self.picks = [picks[n % len(picks)] for n in range(count)] if picks else []
        title = say("setup.title", game=page.title())
        self.bar = TopBar(look, title, self.open_camera, "back", partial(desk.go, "home"))
        self.bar.camera.show(view.sight)
        self.forms = [_SeatForm(self, seat) for seat in range(count)]
        self.start = VerbButton(look, say("setup.start"), self._start, rank="first", size=TITLE)
        self.panels = PanelLayer(look, on_change=desk.pictures)
        body = column(look, row(look, *self.forms), sized(look, self.start, height=64))
        self.add_widget(column(look, self.bar, body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(body)

    def show(self, view: View) -> None:
        self.view = view
        self.bar.camera.show(view.sight)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _start(self) -> None:
        seats = tuple(Seat(name, colour) for name, colour in zip(self.names, self.colours, strict=True))
        self.desk.table.new_game(self.page.name, self.page.setup(seats, tuple(self.picks)))

    def refresh(self) -> None:
        for form in self.forms:
            form.refresh()

    def set_colour(self, seat: int, colour: str) -> None:
        """No two players in one colour: whoever had it takes the one that became free."""
        if colour in self.colours:
            self.colours[self.colours.index(colour)] = self.colours[seat]
        self.colours[seat] = colour
        self.refresh()

    def open_name(self, seat: int) -> None:
        def chosen(name: str) -> None:
            self.panels.close()
            if name.strip():
                self.names[seat] = name.strip()
            self.refresh()

        taken = [name for other, name in enumerate(self.names) if other != seat]
        known = [name for name in known_names(self.view) if name not in taken]
        self.panels.open(NamePanel(self.look, self.names[seat], known, chosen, self.panels.close))

    def open_pick(self, seat: int) -> None:
        def chosen(key: str) -> None:
            self.panels.close()
            self.picks[seat] = key
            self.refresh()

        title = self.look.say("setup.pick", who=self.names[seat])
        self.panels.open(PickPanel(self.look, title, self.page, self.picks[seat], chosen, self.panels.close))

    def open_camera(self) -> None:
        self.panels.open(CameraPanel(self.look, self.panels.close))
        self.show(self.view)

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel)

    def picture(self, pixels: object) -> None:
        if isinstance(self.panels.panel, CameraPanel):
            self.panels.panel.picture(pixels)


def known_names(view: View) -> list[str]:
    """Names from the games in the store, the latest first, each once."""
    names: dict[str, None] = {}
    for game in sorted(view.saved, key=lambda game: game.id, reverse=True):
        names.update(dict.fromkeys(game.seats))
    return list(names)


class _SeatForm(Surface):
    def __init__(self, screen: SetupScreen, seat: int) -> None:
        look, say = screen.look, screen.look.say
        super().__init__(look, orientation="vertical", padding=look.px(14), spacing=look.px(GAP))
        self.screen, self.seat = screen, seat
        self.fill = look.palette.card
        self.name = VerbButton(look, " ", partial(screen.open_name, seat), size=TITLE + 2, align="left")
        self.pick = VerbButton(look, " ", partial(screen.open_pick, seat), size=TITLE - 2, align="left")
        self.signs = BoxLayout(spacing=look.px(6), size_hint_x=None)
        self.pick.add_widget(self.signs)
        self.add_widget(_caption(look, say("setup.name")))
        self.add_widget(self.name)
        if screen.picks:
            self.add_widget(_caption(look, say("setup.hero")))
            self.add_widget(self.pick)
        self.add_widget(_caption(look, say("setup.colour")))
        self.swatches = {
            colour: Swatch(look, colour, partial(screen.set_colour, seat, colour)) for colour in SEAT_COLOURS
        }
        self.add_widget(sized(look, row(look, *self.swatches.values()), height=TOUCH + 4))
        self.refresh()

    def refresh(self) -> None:
        look, screen = self.look, self.screen
        self.name.title.text = screen.names[self.seat]
        self.name.title.color = look.theme.seat(screen.colours[self.seat], self.seat)
        if screen.picks:
            lines = dict(screen.page.picks())
            self.pick.title.text = look.say(lines[screen.picks[self.seat]])
            _fill_signs(look, self.signs, screen.page.signs(screen.picks[self.seat]), look.palette.quiet)
        self.edge = look.theme.seat(screen.colours[self.seat], self.seat)
        self.edge_width = look.px(3)
        for colour, swatch in self.swatches.items():
            swatch.show(colour == screen.colours[self.seat])


def _fill_signs(look: Look, box: BoxLayout, signs: Sequence[str], tint: Rgba, side: float = 22) -> None:
    box.clear_widgets()
    for sign in signs:
        box.add_widget(sized(look, Icon(sign, tint), width=side))
    box.width = len(signs) * look.px(side) + max(len(signs) - 1, 0) * box.spacing


def _caption(look: Look, text: str) -> Widget:
    return sized(look, Text(look, text, CAPTION, colour=look.palette.quiet, valign="bottom"), height=18)


class Swatch(Touchable):
    """A colour to choose; the chosen one has a tick."""

    def __init__(self, look: Look, colour: str, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self.look = look
        with self.canvas:
            self._colour = Color(*look.palette.seats[colour])
            self._disc = SmoothEllipse()
        self.tick = Icon("", look.palette.back)
        self.add_widget(self.tick)
        self.bind(pos=self._place, size=self._place)

    def show(self, chosen: bool) -> None:
        self.tick.name = "check" if chosen else ""

    def _place(self, *_: object) -> None:
        side = min(self.size) - self.look.px(6)
        x, y = middle(self)
        self._disc.size = (side, side)
        self._disc.pos = (x - side / 2, y - side / 2)
        self.tick.size = (side * 0.6, side * 0.6)
        self.tick.pos = (x - side * 0.3, y - side * 0.3)


class NamePanel(Panel):
    """A name: one that played before, by one tap, or a new one by letters."""

    def __init__(
        self,
        look: Look,
        name: str,
        known: Sequence[str],
        chosen: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("setup.who"), close)
        self.field = Surface(look, padding=(look.px(14), 0))
        self.field.fill = look.palette.back
        self.field.edge = look.palette.outline
        self.text = Text(look, name, TITLE, bold=True)
        self.field.add_widget(self.text)
        self.title.size_hint_x = 0.7
        self.head.add_widget(self.field, index=1)
        if known:
            names = BoxLayout(spacing=look.px(GAP))
            for other in known[:5]:
                names.add_widget(VerbButton(look, other, partial(chosen, other)))
            self.add_widget(sized(look, names, height=TOUCH + 2))
        # The first letter begins a new name; nobody wants to rub out the old one first.
        self.keyboard = Keyboard(
            look, "", LONGEST_NAME, self._typed, lambda: chosen(self.keyboard.text or name)
        )
        self.add_widget(self.keyboard)

    def _typed(self, text: str) -> None:
        self.text.text = text


class PickPanel(Panel):
    """One of many: heroes."""

    def __init__(
        self,
        look: Look,
        title: str,
        page: GamePage,
        now: str,
        chosen: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, title, close)
        picks = page.picks()
        grid = GridLayout(
            cols=2 if len(picks) <= 6 else 4,
            spacing=look.px(GAP),
            row_default_height=look.px(70),
            row_force_default=True,
        )
        for key, name in picks:
            grid.add_widget(
                _PickButton(look, look.say(name), page.signs(key), key == now, partial(chosen, key))
            )
        self.add_widget(scrolling(look, grid))


class _PickButton(VerbButton):
    """A hero by name and signs; the chosen one has a tick."""

    def __init__(
        self, look: Look, name: str, signs: Sequence[str], chosen: bool, on_tap: Callable[[], None]
    ) -> None:
        super().__init__(look, name, on_tap, rank="first" if chosen else "plain", align="center")
        self.orientation = "vertical"
        self.spacing = look.px(2)
        line = BoxLayout(spacing=look.px(8), size_hint_x=None, pos_hint={"center_x": 0.5})
        tint = look.palette.on_accent if chosen else look.palette.quiet
        _fill_signs(look, line, [*signs, "check"] if chosen else signs, tint, side=18)
        self.add_widget(sized(look, line, height=22))
