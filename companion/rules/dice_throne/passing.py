"""Who is asked in a window, and when it may close (DT-17, DT-67)."""

from __future__ import annotations

from companion.rules.dice_throne.alter import alters_dice
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.hand import has_card
from companion.rules.dice_throne.state import Wait
from companion.rules.dice_throne.windows import ROLL_PHASES, usable, uses_of

ONE_BY_ONE = ("last", "hit")  # the attacker is asked first, then the defender, until both pass


def one_by_one(b: Bench, window: str) -> bool:
    return window in ONE_BY_ONE and b.rule("spend_order") == "in_turn"


def anyone_can(b: Bench, frame: Wait) -> bool:
    """Is there anybody for whom this window must stay open?"""
    window = frame.window
    if window == "conclude":
        # other Attack Modifiers can wait until after the defence (DT-42): asking twice would be a nuisance
        found = usable(b, b.active, ("conclude", "attack"))
        uses = [uses_of(b, b.active, source)[i] for source, i in found]
        return any(use.window == "conclude" or use.early for use in uses)
    if window == "hit":
        return any(usable(b, seat, ("hit", "roll_hit")) for seat in b.living())
    if window == "answer":
        return bool(asked(b, frame))
    if window == "dealt":
        return any(has_card(b, seat, lambda card: card.when == "dealt") for seat in b.living())
    if window == "altered" and b.phase not in ROLL_PHASES:
        # a die of Upkeep: few can change it, and asking in vain would be a nuisance
        return any(
            usable(b, seat, ("dice",)) or has_card(b, seat, lambda card: bool(alters_dice(card.then)))
            for seat in b.living()
        )
    if window == "then":
        return any(usable(b, seat) or has_card(b, seat, lambda card: not card.many) for seat in b.living())
    return any(can_use_window(b, seat) for seat in b.living())


def can_use_window(b: Bench, seat: int) -> bool:
    if not b.can_act(seat):
        return False
    if b.fighters[seat].hand:
        return True
    return bool(usable(b, seat, ("attack", "hit", "roll_hit", "attacked", "placed", "roll", "dice")))


def asked(b: Bench, frame: Wait) -> list[int]:
    """Who is asked in this window, the next one first."""
    if frame.window in ("main1", "main2", "attempts", "target", "discard", "conclude"):
        return [b.active]
    if frame.window == "defend":
        return [b.target]
    count = len(b.fighters)
    around = [(b.active + step) % count for step in range(count)]  # clockwise from the active player (DT-67)
    if frame.window == "answer":
        return [seat for seat in around if seat not in frame.passed and usable(b, seat)]
    if frame.window == "hit":
        return [seat for seat in around if seat not in frame.passed and usable(b, seat, ("hit", "roll_hit"))]
    return [seat for seat in around if seat not in frame.passed and can_use_window(b, seat)]
