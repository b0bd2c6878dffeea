"""What lies before a seat and is worth showing: of this play, or of the one before while nothing new lies there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.king_of_12.state import KingOf12State, Player


@dataclass(frozen=True, slots=True)
class Lying:
    """A die, a card, and what became of them."""

    face: int = 0
    value: int = 0
    card: str = ""
    dead: bool = False  # the card has no effect
    out: bool = False  # the die is cancelled
    place: int = 0  # 1: won the play, 2: second
    points: int = 0  # for that place
    counted: bool = False  # the value is final, or about to be
    turn_to: int = 0  # the real die must still be turned to this face
    passing: bool = False  # the real die must still be passed on


def lying(state: KingOf12State, seat: int) -> Lying:
    player = state.players[seat]
    if shows_last(state) and state.last is not None:
        last = state.last
        return Lying(
            last.faces[seat],
            last.values[seat],
            last.cards[seat],
            seat not in last.live,
            seat in last.out,
            1 if seat == last.winner else 2 if seat == last.second else 0,
            last.points[seat],
            True,
            turn_to=to_turn(player),
            passing=state.passing,
        )
    running = bool(state.progress.step)
    return Lying(
        player.face,
        player.value,
        player.card,
        dead=running and seat not in state.progress.live,
        counted=running,
        turn_to=to_turn(player),
        passing=state.passing,
    )


def shows_last(state: KingOf12State) -> bool:
    """Whether the play before is still what lies on the table: no new card, no new die."""
    if state.last is None or any(player.card for player in state.players):
        return False
    if state.stage == "roll":
        return not any(player.face for player in state.players)
    return state.stage == "under" or state.play > 1


def to_turn(player: Player) -> int:
    """The face that a real die must still be turned to; 0 when it lies as it should."""
    return player.face if player.seen and player.face != player.seen else 0


def hand_has_work(state: KingOf12State) -> bool:
    """Whether dice are to be rolled, turned or passed on the table."""
    return (
        state.stage == "roll"
        or state.passing
        or state.progress.asks in ("turn", "reroll")
        or any(to_turn(player) for player in state.players)
    )
