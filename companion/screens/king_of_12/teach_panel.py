"""Teach the d12: two printed layouts to choose from, questions by touch, or tipping the die under the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout

from companion.rules.king_of_12.adjacency import FACES, NEIGHBOURS, PRESETS, UNKNOWN, Layout, opposite
from companion.screens.king_of_12.teaching import EDGES, Teaching
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

SHOWN_TRAIL = 8


class TeachPanel(Panel):
    """`chosen` hears the layout, and whose die it is: a seat, or None for all dice.

    A die known in part is a help, too. `tip` turns the die of a simulated table over an edge.
    """

    def __init__(
        self,
        look: Look,
        layout: Layout,
        names: Sequence[str],
        own: Sequence[Layout | None],
        chosen: Callable[[Layout, int | None], None],
        close: Callable[[], None],
        tip: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(look, look.say("kd.teach.title"), close)
        self.teaching = Teaching(layout)
        self.seat: int | None = None
        self._common, self._own, self._names = layout, own, names
        self._loaded = layout  # what was known of this die before anything was taught here
        self._chosen = chosen
        say = look.say
        self.whose = VerbButton(look, " ", self._next_seat, icon="redo", size=SMALL)
        if names:
            self.head.add_widget(sized(look, self.whose, width=230), index=1)
        self.presets = {
            name: VerbButton(look, say(f"kd.teach.preset.{name or 'none'}"), partial(self._start, preset))
            for name, preset in {"": UNKNOWN, **PRESETS}.items()
        }
        self.add_widget(sized(look, row(look, *self.presets.values()), height=TOUCH + 2))
        self.question = Text(look, "", BODY, bold=True)
        self.answers = [VerbButton(look, " ", size=TITLE), VerbButton(look, " ", size=TITLE)]
        self.note = Text(look, "", SMALL)
        self.tip = VerbButton(look, say("kd.teach.tip_it"), tip, icon="throw", size=SMALL)
        asked = column(
            look,
            sized(look, self.question, height=44),
            sized(look, row(look, *self.answers), height=TOUCH + 2),
            self.note,
        )
        if tip is not None:
            asked.add_widget(sized(look, self.tip, height=TOUCH))
        self.rows = {face: _FaceRow(look, face) for face in FACES}
        table = GridLayout(cols=2, spacing=look.px(4))
        for face in FACES:
            table.add_widget(self.rows[face])
        self.add_widget(row(look, asked, sized(look, table, width=330), gap=14))
        self.back = VerbButton(look, say("kd.teach.back"), self._back, icon="undo", size=SMALL)
        self.all = VerbButton(look, say("kd.teach.for_all"), partial(self._done, None), size=SMALL)
        self.done = VerbButton(look, " ", self._done_here, rank="first", icon="check", detail=" ")
        self.below = row(look, sized(look, self.back, width=150), self.done)
        self.add_widget(sized(look, self.below, height=TOUCH + 6))
        self._refresh()

    def show(self, view: View) -> None:
        if self.teaching.see(view):
            self._refresh()

    def _start(self, layout: Layout) -> None:
        self.teaching.start(layout)
        self._refresh()

    def _answer(self, one: int, other: int) -> None:
        self.teaching.touch(one, other)
        self._refresh()

    def _back(self) -> None:
        self.teaching.back()
        self._refresh()

    def _next_seat(self) -> None:
        """All dice, then one player after the other. What was taught just now is kept; else that die is shown."""
        last = self.seat == len(self._names) - 1
        self.seat = 0 if self.seat is None else None if last else self.seat + 1
        if self.teaching.layout == self._loaded:
            self._loaded = self._common if self.seat is None else self._own[self.seat] or self._common
            self.teaching.start(self._loaded)
        self._refresh()
        self.below.remove_widget(self.all)
        if self.seat is not None:
            self.below.add_widget(self.all, 1)

    def _done_here(self) -> None:
        self._done(self.seat)

    def _done(self, seat: int | None) -> None:
        assert self.close is not None
        self.close()
        self._chosen(self.teaching.layout, seat)

    def _refresh(self) -> None:
        say, palette, teaching = self.look.say, self.look.palette, self.teaching
        question = teaching.question
        if question is None:
            self.question.text = say("kd.teach.whole")
        else:
            self.question.text = say("kd.teach.question", face=question[0])
        for number, button in enumerate(self.answers):
            button.enabled = question is not None
            if question is None:
                button.title.text = ""
            else:
                one, other = question[0], question[1] if number == 0 else opposite(question[1])
                button.title.text = str(other)
                button.on_tap = partial(self._answer, one, other)
        self.note.text = say(teaching.problem) if teaching.problem is not None else self._trail()
        self.note.color = palette.warn if teaching.problem is not None else palette.quiet
        for face, shown in self.rows.items():
            shown.show(teaching.layout[face - 1])
        self.back.enabled = teaching.may_go_back
        who = "" if self.seat is None else self._names[self.seat]
        self.whose.title.text = say("kd.teach.whose", who=who) if who else say("kd.teach.whose_all")
        self.done.title.text = say("kd.teach.done", who=who) if who else say("kd.teach.for_all")
        self.done.detail.text = (
            say("kd.teach.true") if teaching.whole else say("kd.teach.edges", n=teaching.known, all=EDGES)
        )
        names = {"": UNKNOWN, **PRESETS}
        for name, button in self.presets.items():
            button.set_rank("first" if names[name] == teaching.layout else "plain")

    def _trail(self) -> str:
        trail = self.teaching.trail
        if not trail:
            return self.look.say("kd.teach.tip")
        way = " → ".join(str(face) for face in trail[-SHOWN_TRAIL:])
        return self.look.say("kd.teach.trail", way=way)


class _FaceRow(Surface):
    """A face and those known to touch it; a tick when all five are."""

    def __init__(self, look: Look, face: int) -> None:
        super().__init__(look, radius=6, padding=(look.px(6), 0), spacing=look.px(6))
        self.fill = look.palette.button
        self.near = Text(look, "", SMALL, valign="middle")
        self.tick = Icon("", look.palette.good)
        self.add_widget(sized(look, Text(look, str(face), SMALL, bold=True, align="right"), width=20))
        self.add_widget(self.near)
        self.add_widget(sized(look, self.tick, width=14))

    def show(self, near: tuple[int, ...]) -> None:
        whole = len(near) == NEIGHBOURS
        self.near.text = " ".join(str(face) for face in near) or "…"
        self.near.color = self.look.palette.text if whole else self.look.palette.quiet
        self.tick.name = "check" if whole else ""
