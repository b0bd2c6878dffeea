"""How Quarriors is shown: its eighteen dice, its counters, and which screens it has."""

# ruff: noqa: ARG002 - a page answers what every page is asked

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.quarriors.content import KIND, class_of, library
from companion.rules.quarriors.faces import face, face_line
from companion.rules.text import Line, line
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.quarriors.faces import drawing
from companion.screens.widgets.die import Mark

if TYPE_CHECKING:
    from companion.screens.desk import Desk, Screen
    from companion.screens.play import PlayScreen


class QuarriorsPage(GamePage):
    name = "quarriors"
    words = "qr"

    large = "glory"
    seats = (2, 4)

    def harm_words(self) -> Line:
        return line("report.creatures")

    def play_screen(self, desk: Desk, view: View) -> PlayScreen:
        from companion.screens.quarriors.play import QuarriorsScreen

        return QuarriorsScreen(desk, self, view)

    def setup_screen(self, desk: Desk, view: View, door: str) -> Screen:
        from companion.screens.quarriors.setup import QuarriorsSetup

        return QuarriorsSetup(desk, self, view)

    def faces(self, view: View, kind: str) -> tuple[str, ...]:
        die = library().dice.get(class_of(kind))
        return die.kind.faces if die is not None else ()

    def kinds(self, view: View) -> Sequence[tuple[str, Line]]:
        """Those that the roll can hold first, then every other die of this game: somebody may have forgotten one."""
        wanted = view.waiting.dice if view.waiting is not None else None
        able = [class_ for class_ in view.state.cards if wanted is not None and KIND + class_ in wanted.names]
        classes = dict.fromkeys((*able, *view.state.cards))
        return [(KIND + class_, library().die_line(class_)) for class_ in classes]

    def mark(self, look: Look, view: View, kind: str, face: str) -> Mark:
        if face not in self.faces(view, kind):
            return Mark(face or "?")
        return Mark(face, word=look.say(face_line(face)), draw=drawing(face), short=_short(look, face))


def _short(look: Look, name: str) -> str:
    """A face in a few letters: "2", "+1", "1/2/2*"."""
    shown = face(name)
    if shown.creature:
        return name
    parts = [look.say("qr.short.quiddity", n=shown.quiddity)] if shown.quiddity else []
    parts += [look.say("qr.short.reroll")] if shown.reroll else []
    parts += [look.say("qr.short.draw", n=shown.draw)] if shown.draw else []
    parts += [look.say("qr.short.spell")] if shown.spell else []
    return ("/" if shown.either else " ").join(parts) + shown.burst
