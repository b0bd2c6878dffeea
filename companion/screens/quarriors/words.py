"""Short words and numbers for tiles: what a die may do, what a creature and a card count."""

from __future__ import annotations

from companion.rules.quarriors.actions import Cast, Defend, Ready, Summon, Use
from companion.rules.quarriors.board import Deed, PoolDie, ReadyDie, WildCard
from companion.rules.quarriors.faces import face
from companion.rules.quarriors.state import Ask, QuarriorsState, Wait, Want
from companion.rules.text import Line, line
from companion.screens.quarriors.tiles import Numbers


def window(state: QuarriorsState) -> str:
    """What the table waits for: the name of a window, or "ask", "roll", "draw", "odd"."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Want):
        return "odd" if top.odd else "roll" if top.roll else "draw"
    if isinstance(top, Wait):
        return top.window
    return "ask" if isinstance(top, Ask) else ""


def of_pool_die(die: PoolDie) -> Line:
    """The best it may do; else what it counts or lacks."""
    if die.deeds:
        best = _deed(die, die.deeds[0])
        return line("qr.screen.and_more", what=best) if len(die.deeds) > 1 else best
    if not die.face:
        return line("qr.screen.not_rolled")
    if die.summon:
        return line("qr.screen.costs", n=die.summon)
    return line("qr.face.quiddity", n=die.quiddity) if die.quiddity else line("qr.screen.no_use")


def _deed(die: PoolDie, deed: Deed) -> Line:
    match deed.action:
        case Summon():
            return line("qr.screen.summon", n=die.summon)
        case Ready():
            return line("qr.screen.ready")
        case Use(how="draw"):
            return line("qr.screen.draw_both" if face(die.face).reroll else "qr.screen.draw")
        case Use(how="reroll"):
            return line("qr.screen.reroll")
        case Use(how="turn"):
            return line("qr.screen.turn")
    return line("qr.screen.use")


def of_ready_die(die: ReadyDie) -> Line | None:
    """What it may do now, or which spells are attached to it."""
    for deed in die.deeds:
        if isinstance(deed.action, Defend):
            falls = deed.label.id == "qr.label.defend_falls"
            return line("qr.screen.falls" if falls else "qr.screen.withstands")
        return line("qr.screen.cast" if isinstance(deed.action, Cast) else "qr.screen.change")
    if die.attached:
        first, *rest = die.attached
        return (
            line("qr.screen.with_more", what=first, n=len(rest))
            if rest
            else line("qr.screen.with", what=first)
        )
    return None


def numbers_of(die: ReadyDie) -> Numbers:
    if not die.creature:
        return ()
    return (
        ("qr_attack", str(die.attack)),
        ("qr_defence", str(die.defence)),
        ("qr_glory", str(die.glory)),
    )


def numbers_of_card(card: WildCard) -> Numbers:
    """Cost, glory and dice; a cost that was not checked carries a question mark."""
    cost = f"{card.cost}?" if card.provisional else str(card.cost)
    glory = (("qr_glory", str(card.glory)),) if card.glory else ()
    return (("qr_quiddity", cost), *glory, ("qr_pool", str(card.dice)))
