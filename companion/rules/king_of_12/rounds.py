"""Hands, the discard, and the end of a round (KD-14 to KD-17)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.king_of_12.circle import Circle, listed
from companion.rules.king_of_12.state import Player
from companion.rules.text import line

ENOUGH_POINTS = 8  # KD-15
ROUNDS_TO_WIN = 2  # KD-16


def hand_size(player: Player, cards: Sequence[str]) -> int:
    return max(0, len(cards) - len(player.under) - len(player.played))


def hand(player: Player, cards: Sequence[str]) -> tuple[str, ...]:
    """The cards that may be in the hand: one that lies face down under the die may be any of them."""
    return tuple(card for card in cards if card not in player.played and card not in player.under)


def discard(c: Circle) -> None:
    """After a play the cards are out for this round, and every die counts what it shows (KD-11, KD-14)."""
    for seat, player in enumerate(c.players):
        c.change(seat, played=(*player.played, player.card), card="", order="", value=player.face)


def over(c: Circle, cards: Sequence[str], eight: bool = True) -> bool:
    """One card left, or eight points (KD-15)."""
    fewest = 1 if c.rule("last_card") == "never_played" else 0
    if any(hand_size(player, cards) <= fewest for player in c.players):
        return True
    return eight and any(player.points >= ENOUGH_POINTS for player in c.players)


def winner(c: Circle) -> int:
    """Equal totals cancel each other; the highest that is left wins the round, or nobody: −1 (KD-16)."""
    totals = [player.points for player in c.players]
    c.say(
        "kd.round_over",
        points=listed(line("kd.value", who=c.name(seat), n=total) for seat, total in enumerate(totals)),
    )
    equal = [seat for seat, total in enumerate(totals) if totals.count(total) > 1]
    if equal:
        c.say("kd.totals_cancelled", who=listed(line("kd.named", name=c.name(seat)) for seat in equal))
    left = [seat for seat in range(len(totals)) if seat not in equal]
    if not c.rule("zero_can_win_round"):
        left = [seat for seat in left if totals[seat] > 0]
    if not left:
        c.say("kd.round_nobody")
        return -1
    best = max(left, key=lambda seat: totals[seat])
    c.say("kd.round_won", who=c.name(best), points=line("kd.points", n=totals[best]))
    return best


def clear(c: Circle) -> None:
    """All cards back to the hands, all tokens back to the middle, all dice to be rolled."""
    for seat in range(len(c.players)):
        c.change(seat, face=0, value=0, seen=0, card="", order="", played=(), ones=0, twos=0)


def pays(c: Circle, seat: int, points: int, second: bool) -> None:
    """Say who placed. The tokens are moved by `tokens.pay`."""
    c.say("kd.second" if second else "kd.wins_play", who=c.name(seat), points=line("kd.points", n=points))
