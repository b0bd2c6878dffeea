"""Correct a die: its picture, the three likeliest faces first. One tap opens this, the next one settles it.

Where a game has several kinds of dice, a die can also be said to be of another kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.dice import UNKNOWN_FACE, DieReading
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import ToldDie, View
from companion.screens.theme import BODY, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.dice_strip import DiceStrip
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

LIKELIEST = 3

Settle = Callable[[Sequence[ToldDie]], None]


class DiePanel(Panel):
    """For one die of the strip, or (`reading` None) for a die the camera missed."""

    quarters = True

    def __init__(
        self,
        look: Look,
        page: GamePage,
        view: View,
        reading: DieReading | None,
        settle: Settle,
        close: Callable[[], None],
        pick_up: Callable[[int], None] | None,
    ) -> None:
        super().__init__(look, "", close)
        self.page, self.view = page, view
        self.reading = reading
        self._settle = settle
        self._pick_up = pick_up
        self._kinds = dict(page.kinds(view))
        self._told_kind = ""  # what the players say that it is
        self._answers: dict[int, ToldDie] = {}
        self._body: Widget | None = None
        self._narrow = False
        self._choosing_kind = False
        self._build()

    def narrowed(self, narrow: bool) -> None:
        self._narrow = narrow
        if self._choosing_kind:
            self._build_kinds()
        else:
            self._build()

    def show(self, view: View) -> None:
        """Dice that were thrown on meanwhile take their panel with them."""
        if tuple(d.die for d in view.dice.dice) != tuple(d.die for d in self.view.dice.dice):
            assert self.close is not None
            self.close()

    # What is on it.

    def _put(self, body: Widget) -> None:
        if self._body is not None:
            self.remove_widget(self._body)
        self._body = body
        self.add_widget(body)

    def _build(self) -> None:
        look = self.look
        reading = self.reading
        self._choosing_kind = False
        if reading is None and len(self._kinds) > 1 and not self._told_kind:
            self._build_kinds()
            return
        self.title.text = look.say("die.which" if reading is not None else "die.which_missing")
        faces = self.page.faces(self.view, self._kind())
        likely = self._likely(reading) if reading is not None else []
        right = column(look)
        if likely:
            best = column(look) if self._narrow else row(look)
            for kind, face, chance in likely:
                mark = self.page.mark(look, self.view, kind, face)
                words = _percent(look, chance)
                if reading is not None and kind != reading.kind:
                    words = look.say("die.of_kind", die=look.say(self._kinds[kind]), percent=words)
                best.add_widget(FaceButton(look, mark, partial(self._choose, face, kind), words))
            right.add_widget(best)
        taken = [face for kind, face, _ in likely if kind == self._kind()]
        rest = [face for face in faces if face not in taken]
        if rest:
            right.add_widget(self._rest(rest, bool(likely)))
        if reading is None:
            self._put(right)
        elif self._narrow:
            self._put(column(look, self._evidence(reading), right, self._deeds(reading)))
        else:
            self._put(column(look, row(look, self._evidence(reading), right, gap=14), self._deeds(reading)))

    def _rest(self, faces: Sequence[str], smaller: bool) -> Widget:
        """Under the likeliest three the others are smaller; without them all are alike."""
        look = self.look
        if smaller:
            columns = LIKELIEST if self._narrow else min(max(len(faces), LIKELIEST), 9)
        else:
            columns = min(2, -(-len(faces) // 6)) if self._narrow else -(-len(faces) // 2)
        grid = GridLayout(cols=columns, spacing=look.px(GAP))
        for face in faces:
            grid.add_widget(FaceButton(look, self._mark(face), partial(self._choose, face), wide=not smaller))
        for _ in range(columns - len(faces)):
            grid.add_widget(Widget())  # a single face is no wider than one of those above it
        return grid

    def _likely(self, reading: DieReading) -> list[tuple[str, str, float]]:
        """The three likeliest faces, also of other kinds; once the players have named a kind, of that one."""
        own = [(reading.kind, face, chance) for face, chance in reading.alternatives]
        found = [one for one in (*own, *reading.other_kinds) if one[1] != UNKNOWN_FACE]
        if self._told_kind:
            found = [one for one in found if one[0] == self._told_kind]
        known = [one for one in found if one[0] == reading.kind or one[0] in self._kinds]
        return sorted(known, key=lambda one: -one[2])[:LIKELIEST]

    def _build_kinds(self) -> None:
        """Which die is it?"""
        look = self.look
        self._choosing_kind = True
        self.title.text = look.say("die.which_kind")
        grid = GridLayout(
            cols=2 if self._narrow else 3,
            spacing=look.px(GAP),
            row_default_height=look.px(TOUCH + 6),
            row_force_default=True,
        )
        for kind, name in self._kinds.items():
            grid.add_widget(VerbButton(look, look.say(name), partial(self._is_of, kind), size=SMALL))
        self._put(scrolling(look, grid))

    def _is_of(self, kind: str) -> None:
        self._told_kind = kind
        self._build()

    def _evidence(self, reading: DieReading) -> Widget:
        """Why it was read so: what the camera saw, and how sure it is."""
        look = self.look
        picture = DiePicture(look)
        read = self.page.mark(look, self.view, reading.kind, reading.face)
        picture.show(read, reading.crop)
        if reading.face == UNKNOWN_FACE:
            sure = look.say("die.unknown")
        else:
            percent = _percent(look, reading.confidence)
            sure = look.say("die.read_as", face=read.caption, percent=percent)
        words = Text(look, sure, SMALL, colour=look.palette.quiet, align="center")
        if self._narrow:
            return sized(look, row(look, sized(look, picture, width=110), words), height=110)
        return sized(look, column(look, picture, sized(look, words, height=40)), width=160)

    def _deeds(self, reading: DieReading) -> Widget:
        look = self.look
        deeds = GridLayout(cols=2, spacing=look.px(GAP)) if self._narrow else row(look)
        deeds.add_widget(
            VerbButton(look, look.say("die.not_a_die"), partial(self._remove, reading), icon="close")
        )
        deeds.add_widget(VerbButton(look, look.say("die.add"), self._missing, icon="plus"))
        if len(self._kinds) > 1:
            deeds.add_widget(VerbButton(look, look.say("die.other_kind"), self._build_kinds, icon="throw"))
        if self._pick_up is not None:
            again = partial(self._pick_up, reading.die)
            deeds.add_widget(VerbButton(look, look.say("die.pick_up"), again, icon="lift"))
        rows = -(-len(deeds.children) // 2) if self._narrow else 1
        return sized(look, deeds, height=54 * rows + GAP * (rows - 1))

    def _kind(self) -> str:
        if self._told_kind:
            return self._told_kind
        if self.reading is not None:
            return self.reading.kind
        waiting = self.view.waiting
        if waiting is not None and waiting.dice is not None:
            return waiting.dice.kind
        return self.view.dice.dice[0].kind if self.view.dice.dice else "d6"

    def _mark(self, face: str) -> Mark:
        return self.page.mark(self.look, self.view, self._kind(), face)

    # What it does.

    def _choose(self, face: str, kind: str = "") -> None:
        dice = self.view.dice.dice
        if self.reading is not None and kind not in ("", self.reading.kind):
            self._told_kind = kind
        if self.reading is None:
            missed = min([0, *(d.die for d in dice)]) - 1
            self._done([*((d.die, d.face) for d in dice), self._told(missed, face)])
            return
        self._answers[self.reading.die] = self._told(self.reading.die, face)
        self._told_kind = ""
        # A held roll with more doubtful dice asks for them in turn; settling one must not settle the others.
        doubtful = [d for d in dice if d.doubtful and d.die not in self._answers]
        if doubtful and self.view.dice.entry is None and self.reading.doubtful:
            self.reading = doubtful[0]
            self._build()
        else:
            self._done([self._answers.get(d.die, (d.die, d.face)) for d in dice])

    def _told(self, die: int, face: str) -> ToldDie:
        return (die, face, self._told_kind) if self._told_kind else (die, face)

    def _remove(self, reading: DieReading) -> None:
        self._done([(d.die, d.face) for d in self.view.dice.dice if d.die != reading.die])

    def _missing(self) -> None:
        self.reading = None
        self._told_kind = ""
        self._build()

    def _done(self, faces: Sequence[ToldDie]) -> None:
        assert self.close is not None
        self.close()
        self._settle(faces)


class DicePanel(Panel):
    """The dice of a roll that was used long ago. Gone when another one is looked at."""

    def __init__(
        self,
        look: Look,
        view: View,
        mark: Callable[[DieReading], Mark],
        on_die: Callable[[DieReading | None], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("history.which_die"), close)
        self._entry = view.dice.entry
        self.strip = DiceStrip(look, 2, on_die)
        self.strip.show(view.dice.dice, 0, mark, view.dice.kept)
        self.add_widget(self.strip)

    def show(self, view: View) -> None:
        if view.dice.entry != self._entry and self.close is not None:
            self.close()


class FaceButton(Touchable, Surface):
    """A face to choose: drawn, named, and how likely it is."""

    def __init__(
        self, look: Look, mark: Mark, on_tap: Callable[[], None], chance: str = "", wide: bool = True
    ) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=look.px(6), spacing=look.px(6))
        picture = DiePicture(look)
        picture.show(mark)
        self.mark = mark
        self.caption = Text(
            look, mark.caption, BODY if wide else SMALL, bold=True, align="left" if wide else "center"
        )
        if wide:
            words = column(look, self.caption, gap=0)
            if chance:
                self.caption.valign = "bottom"
                words.add_widget(Text(look, chance, SMALL, colour=look.palette.quiet, valign="top"))
            picture.size_hint_x = None
            self.bind(size=partial(self._square, picture))
            self.add_widget(picture)
            self.add_widget(words)
        else:
            self.orientation = "vertical"
            self.spacing = 0
            self.add_widget(picture)
            self.add_widget(sized(look, self.caption, height=20))
        self.bind(pressed=self._colours)
        self._colours()

    def _square(self, picture: DiePicture, *_: object) -> None:
        """The word stands beside the face, not in the middle of a wide button."""
        picture.width = min(self.height - self.look.px(12), self.width * 0.45)

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.button


def _percent(look: Look, chance: float) -> str:
    """Never "100 %": a camera is never that sure."""
    return look.say("die.percent", n=min(99, max(1, round(chance * 100))))
