"""How Dice Throne is shown: heroes, what the dice mean to them, and which numbers stand on a card."""

# ruff: noqa: ARG002 - a page answers what every page is asked

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.rules.core import Counter
from companion.rules.dice_throne.actions import Play, Spend, Upgrade
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.describe import symbol_line
from companion.rules.dice_throne.state import DiceThroneState
from companion.rules.text import Line, line
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.widgets.die import Mark
from companion.screens.widgets.symbols import SYMBOLS

if TYPE_CHECKING:
    from companion.screens.desk import Desk, Screen
    from companion.screens.play import PlayScreen

FACES = tuple(str(number) for number in range(1, 7))
HERO_KIND = "dice_throne."


class DiceThronePage(GamePage):
    name = "dice_throne"
    words = "dt"
    large = "health"
    small = "cp"
    seats = (2, 6)

    def play_screen(self, desk: Desk, view: View) -> PlayScreen:
        from companion.screens.dice_throne.play import DiceThroneScreen

        return DiceThroneScreen(desk, self, view)

    def setup_screen(self, desk: Desk, view: View, door: str) -> Screen:
        from companion.screens.dice_throne.setup import DiceThroneSetup

        return DiceThroneSetup(desk, self, view)

    # Dice. Pip dice stand for hero dice: a player thinks in swords, so the sign is shown with the number.

    def faces(self, view: View, kind: str) -> tuple[str, ...]:
        return FACES

    def mark(self, look: Look, view: View, kind: str, face: str) -> Mark:
        hero = kind.removeprefix(HERO_KIND) if kind.startswith(HERO_KIND) else _thrower(view)
        if hero is None or hero not in library().heroes or face not in FACES:
            return super().mark(look, view, kind, face)
        symbol = library().heroes[hero].dice[int(face) - 1]
        word = line(f"symbol.{symbol}") if symbol in SYMBOLS else symbol_line(library(), symbol)
        return Mark(face, symbol, look.say(word))

    # Seats.

    def about_seat(self, view: View, seat: int) -> Line | None:
        state: DiceThroneState = view.state
        return library().hero_line(state.fighters[seat].hero) if state is not None else None

    def counter_word(self, counter: Counter) -> Line:
        if counter.name.startswith("token."):
            return library().status_line(counter.name.removeprefix("token."))
        return line(f"dt.counter.{counter.name}")

    def counter_icon(self, counter: str) -> str:
        return {"health": "heart", "cp": "bolt"}.get(counter, "")

    # Offers. The companion cannot see a hand, so every card of a hero is on offer: those go behind one button.

    def group(self, action: Any) -> Line | None:
        match action:
            case Play():
                return line("offers.cards")
            case Upgrade():
                return line("offers.upgrades")
            case Spend():
                return line("offers.tokens")
        return None

    # Setup.

    def picks(self) -> Sequence[tuple[str, Line]]:
        return [(hero.id, library().hero_line(hero.id)) for hero in _by_complexity()]

    def signs(self, pick: str) -> Sequence[str]:
        found = dict.fromkeys(library().heroes[pick].dice)
        return [f"symbol.{symbol}" for symbol in found if symbol in SYMBOLS]


def _by_complexity() -> list[Any]:
    """Easy heroes first: whoever does not know the game takes one of those."""
    return sorted(library().heroes.values(), key=lambda hero: (hero.complexity, hero.name))


def _thrower(view: View) -> str | None:
    """The hero whose dice lie there: the newest roll's owner, or whoever is waited for."""
    state: DiceThroneState | None = view.state
    if state is None:
        return None
    shown = {die.die for die in view.dice.dice}
    for pool in reversed(state.pools):
        if shown and shown <= set(pool.dice) | {d for d in shown if d < 0}:
            return state.fighters[pool.owner].hero
    if view.waiting is not None and view.waiting.dice is not None and view.waiting.seats:
        return state.fighters[view.waiting.seats[0]].hero
    return state.fighters[state.active].hero
