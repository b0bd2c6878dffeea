"""The course of a game at one table: roll, cards, play after play, and the end of a round."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.core import Outcome
from companion.rules.king_of_12 import plays, rounds, tokens
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.state import KingOf12State, Player
from companion.rules.text import line


class Bench(Circle):
    """The whole table as one circle."""

    def __init__(self, state: KingOf12State) -> None:
        super().__init__(state.players, state.seats, state.layouts, state.rules, state.progress)
        self.cards = state.cards
        self.places = state.places
        self.stage = state.stage
        self.round = state.round
        self.play = state.play
        self.winner = state.winner
        self.loose = list(state.loose)
        self.passing = state.passing
        self.last = state.last
        self._state = state

    def freeze(self) -> KingOf12State:
        return replace(
            self._state,
            players=tuple(self.players),
            stage=self.stage,
            round=self.round,
            play=self.play,
            progress=self.progress,
            winner=self.winner,
            loose=tuple(self.loose),
            passing=self.passing,
            last=self.last,
        )

    def hand(self, seat: int) -> tuple[str, ...]:
        return rounds.hand(self.players[seat], self.cards)

    def lacking(self) -> list[int]:
        """Seats whose die is not rolled yet."""
        return [seat for seat, player in enumerate(self.players) if not player.face]

    def hidden(self) -> list[int]:
        """Seats whose card nobody has told yet."""
        return [seat for seat, player in enumerate(self.players) if not player.card]


def outcome(state: KingOf12State) -> Outcome | None:
    winners = _winners(state.players)
    if not winners:
        return None
    return Outcome(winners, line("kd.wins_game", who=state.seats[winners[0]].name))


def _winners(players: tuple[Player, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, p in enumerate(players) if len(p.under) >= rounds.ROUNDS_TO_WIN)


def rolled(b: Bench) -> None:
    """Dice were read or told; when all lie there, cards are chosen (KD-6)."""
    if not b.lacking():
        b.loose = []
        b.stage = "cards"


def revealed(b: Bench) -> None:
    """A card was told; when all are, the play runs (KD-8)."""
    if not b.hidden():
        b.stage = "play"
        plays.begin(b)
        go_on(b)


def go_on(b: Bench) -> None:
    """After each answer: the play waits for the next one, or it is over."""
    if b.result is None:
        return
    b.last = b.result
    for seat, second in ((b.last.winner, False), (b.last.second, True)):
        if seat >= 0:
            rounds.pays(b, seat, b.last.points[seat], second)
            tokens.pay(b, seat, b.last.points[seat])
    if b.last.winner < 0:
        b.say("kd.play_nobody")
    rounds.discard(b)
    b.stage = "cards"
    b.play += 1
    if rounds.over(b, b.cards):
        _end_round(b)


def _end_round(b: Bench) -> None:
    seat = rounds.winner(b)
    if seat < 0:
        new_round(b)
    elif len(b.players[seat].under) + 1 >= rounds.ROUNDS_TO_WIN:
        put_under(b, seat, "")  # the game is won: nobody needs to know with which card
        b.say("kd.wins_game", who=b.name(seat))
    else:
        b.stage, b.winner = "under", seat


def put_under(b: Bench, seat: int, card: str) -> None:
    b.change(seat, under=(*b.players[seat].under, card))
    new_round(b)


def new_round(b: Bench) -> None:
    rounds.clear(b)
    b.stage, b.winner, b.loose, b.passing = "roll", -1, [], False
    b.round += 1
    b.play = 1
