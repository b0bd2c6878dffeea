"""The target: which one is thrown at, and tracing one's own from a single picture of it, empty."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens.calibrate import FIRST_CORNERS, CornerPreview
from companion.screens.desk import Desk, Screen
from companion.screens.look import Look
from companion.screens.my_dice.panels import WordPanel
from companion.screens.panels import CameraPanel
from companion.screens.port import View
from companion.screens.target_port import (
    BeginTracing,
    FindHole,
    KeepTarget,
    LeaveTracing,
    LookAtBoard,
    TargetRow,
    TargetView,
    TracingView,
    UseTarget,
)
from companion.screens.target_trace import SIDE, Stepper, TracePage
from companion.screens.theme import BODY, CAPTION, GAP, SMALL
from companion.screens.when import day_in_words
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, PanelLayer, scrolling
from companion.screens.widgets.surface import Surface, column, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar
from companion.target.traced import Traced

USUAL_BOARD, USUAL_DIE = 500, 16  # mm
BOARDS, DICE = (100, 2000), (8, 40)
BOARD_STEP = 5


class TargetScreen(Screen):
    def __init__(self, desk: Desk, view: View, back: Callable[[], None]) -> None:
        super().__init__(desk)
        self.view = view
        self._leave_to = back
        look = self.look
        self.bar = TopBar(look, look.say("trace.title"), self.open_camera, "back", self._back)
        self.body = BoxLayout()
        self.panels = PanelLayer(look, on_change=desk.pictures)
        self.add_widget(column(look, self.bar, self.body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(self.body)
        self.page: Widget | None = None
        self._key: object = None
        self.show(view)

    def show(self, view: View) -> None:
        self.view = view
        self.bar.camera.show(view.sight)
        target = view.target
        key = _key(target)
        if key != self._key:
            self._key = key
            self.panels.close()
            self.body.clear_widgets()
            self.page = self._new_page(target)
            self.body.add_widget(self.page)
            self.desk.pictures()
        if isinstance(self.page, LookPage) and target.tracing is not None:
            self.page.show(view, target.tracing)
        elif isinstance(self.page, TracePage) and target.tracing is not None:
            self.page.show(target.tracing)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _new_page(self, target: TargetView) -> Widget:
        tracing = target.tracing
        if tracing is None:
            return TargetList(self.look, target, self._wish)
        if tracing.step == "trace":
            return TracePage(self.look, tracing, self._keep, lambda at: self._wish(FindHole(at)))
        return LookPage(self.look, self._wish)

    def _wish(self, wish: Any) -> None:
        self.desk.table.aim(wish)

    def _keep(self, traced: Traced) -> None:
        """A new board gets a name; one that is traced on has one."""
        tracing = self.view.target.tracing
        if tracing is not None and tracing.name:
            self._wish(KeepTarget(tracing.name, traced))
            return

        def named(name: str) -> None:
            self.panels.close()
            if name:
                self._wish(KeepTarget(name, traced))

        self._open(WordPanel(self.look, self.look.say("trace.name"), named, self.panels.close))

    def _back(self) -> None:
        """From the lines to the camera, from there to the list, from there away."""
        tracing = self.view.target.tracing
        if tracing is None:
            self._leave_to()
        elif tracing.step == "trace" and not tracing.name:
            self._wish(BeginTracing())
        else:
            self._wish(LeaveTracing())

    def leave(self) -> None:
        if self.view.target.tracing is not None:
            self._wish(LeaveTracing())

    def hand_over(self) -> Any:
        """Lines that were traced are on the page alone until they are kept."""
        return self.page

    def take_over(self, begun: Any) -> None:
        if isinstance(self.page, TracePage | LookPage) and type(self.page) is type(begun):
            self.page.go_on(begun)
            self.show(self.view)

    def _open(self, panel: Panel) -> None:
        self.panels.open(panel)
        panel.show(self.view)

    def open_camera(self) -> None:
        self._open(CameraPanel(self.look, self.panels.close))

    # Pictures.

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel) or isinstance(self.page, LookPage)

    def picture(self, pixels: Any) -> None:
        if isinstance(self.panels.panel, CameraPanel):
            self.panels.panel.picture(pixels)
        elif isinstance(self.page, LookPage):
            self.page.preview.picture(pixels)


def _key(target: TargetView) -> object:
    """When this changes there is another page to show."""
    tracing = target.tracing
    if tracing is None:
        return (target.targets, target.used)
    return tracing.number if tracing.step == "trace" else "look"


def title_of(look: Look, known: TargetRow) -> str:
    """An owner's target as it was named, one that came with the companion in the players' language."""
    return known.title if known.own else look.say(f"trace.shipped.{known.name}")


class TargetList(BoxLayout):
    """Every target there is; the one that is thrown at has a tick."""

    def __init__(self, look: Look, target: TargetView, wish: Callable[[Any], None]) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.look = look
        self._wish = wish
        self.uses: dict[str, VerbButton] = {}
        self.edits: dict[str, VerbButton] = {}
        rows = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        rows.add_widget(
            self._row("", look.say("trace.by_touch"), look.say("trace.by_touch.about"), target.used)
        )
        for known in target.targets:
            rows.add_widget(
                self._row(known.name, title_of(look, known), self._about(known), target.used, known.own)
            )
        self.add_widget(scrolling(look, rows))
        self.new = VerbButton(
            look, look.say("trace.new"), partial(wish, BeginTracing()), rank="first", icon="plus"
        )
        self.add_widget(sized(look, self.new, height=58))

    def _about(self, known: TargetRow) -> str:
        values = " ".join(str(value) for value in known.values)
        return self.look.say(
            "trace.about", date=day_in_words(self.look, known.date), mm=f"{known.error_mm:g}", values=values
        )

    def _row(self, name: str, title: str, about: str, used: str, own: bool = False) -> Widget:
        look = self.look
        box = Surface(look, padding=(look.px(14), look.px(6), look.px(6), look.px(6)), spacing=look.px(GAP))
        box.fill = look.palette.card
        words = column(
            look,
            Text(look, title, BODY, bold=True, valign="bottom"),
            Text(look, about, CAPTION, colour=look.palette.quiet, valign="top"),
            gap=0,
        )
        box.add_widget(words)
        if own:
            edit = VerbButton(
                look, look.say("trace.edit"), partial(self._wish, BeginTracing(name)), size=SMALL
            )
            self.edits[name] = edit
            box.add_widget(sized(look, edit, width=130))
        chosen = name == used
        use = VerbButton(
            look,
            look.say("trace.used" if chosen else "trace.use" if name else "trace.choose"),
            partial(self._wish, UseTarget(name)),
            rank="first" if chosen else "plain",
            icon="check" if chosen else "",
            size=SMALL,
        )
        self.uses[name] = use
        box.add_widget(sized(look, use, width=150))
        return sized(look, box, height=66)


class LookPage(BoxLayout):
    """The camera's picture, how large board and dice are, and one button: look."""

    def __init__(self, look: Look, wish: Callable[[Any], None]) -> None:
        super().__init__(spacing=look.px(GAP))
        self.look = look
        self._wish = wish
        self.round = True
        self.size_mm = [USUAL_BOARD, USUAL_BOARD]
        self.die_mm = USUAL_DIE
        self.preview = CornerPreview(look, self._touched)
        self.words = Text(look, "", BODY, bold=True, valign="top")
        self.wide = Stepper(look, "trace.board_wide", partial(self._size, 0))
        self.high = Stepper(look, "trace.board_high", partial(self._size, 1))
        self.die = Stepper(look, "trace.die", self._die)
        self.shape = VerbButton(look, " ", self._turn, size=SMALL)
        self.look_now = VerbButton(look, look.say("trace.look"), self._look, rank="first")
        side = column(look, self.words)
        self.sizes = GridLayout(cols=2, spacing=look.px(GAP))
        self.sizes.row_default_height, self.sizes.row_force_default = look.px(70), True
        for widget, height in ((self.sizes, 70), (self.shape, 50), (self.look_now, 58)):
            side.add_widget(sized(look, widget, height=height))
        self.add_widget(self.preview)
        self.add_widget(sized(look, side, width=SIDE))
        self._frame = (1280, 720)

    def show(self, view: View, tracing: TracingView) -> None:
        say = self.look.say
        self._frame = view.frame_size
        self.preview.show((), view.frame_size, "", say("camera.no_picture"))
        looking = tracing.step == "looking"
        step = "trace.looking" if looking else "trace.step.round" if self.round else "trace.step.corners"
        self.words.text = say(tracing.problem) if tracing.problem is not None else say(step)
        palette = self.look.palette
        self.words.color = palette.warn if tracing.problem is not None else palette.text
        self.look_now.enabled = self.shape.enabled = not looking
        self._refresh()

    def go_on(self, before: LookPage) -> None:
        """The same page, drawn anew."""
        self.round, self.die_mm, self.size_mm = before.round, before.die_mm, before.size_mm
        self.preview.set_corners(before.preview.corners)

    def _refresh(self) -> None:
        asked = [self.wide, self.die] if self.round else [self.wide, self.high, self.die]
        if list(reversed(self.sizes.children)) != asked:
            self.sizes.clear_widgets()
            for stepper in asked:
                self.sizes.add_widget(stepper)
            sized(self.look, self.sizes, height=70 if self.round else 70 + GAP + 70)
        self.wide.show(str(self.size_mm[0]))
        self.high.show(str(self.size_mm[1]))
        self.die.show(str(self.die_mm))
        self.shape.title.text = self.look.say("trace.not_round" if self.round else "trace.round")
        width, height = self._frame
        if self.round:
            self.preview.set_corners(())
        elif not self.preview.corners:
            self.preview.set_corners(tuple((x * width, y * height) for x, y in FIRST_CORNERS))

    def _size(self, side: int, by: int) -> None:
        least, most = BOARDS
        self.size_mm[side] = max(least, min(most, self.size_mm[side] + by * BOARD_STEP))
        self._refresh()

    def _die(self, by: int) -> None:
        self.die_mm = max(DICE[0], min(DICE[1], self.die_mm + by))
        self._refresh()

    def _turn(self) -> None:
        self.round = not self.round
        self.words.text = self.look.say("trace.step.round" if self.round else "trace.step.corners")
        self._refresh()

    def _touched(self, x: float, y: float) -> None:
        """A finger on the picture moves the nearest corner there."""
        corners = list(self.preview.corners)
        if not corners:
            return
        nearest = min(range(len(corners)), key=lambda n: (corners[n][0] - x) ** 2 + (corners[n][1] - y) ** 2)
        corners[nearest] = (x, y)
        self.preview.set_corners(tuple(corners))

    def _look(self) -> None:
        size = (float(self.size_mm[0]), float(self.size_mm[0] if self.round else self.size_mm[1]))
        corners = () if self.round else tuple(self.preview.corners)
        self._wish(LookAtBoard(size, float(self.die_mm), corners))
