"""A tournament of 5 to 16 players (KD-32 to KD-37): plays in groups, group winners in the centre, new seats.

A group may tell everything, each face and each card, and the play is worked out as at one table; or it only
tells who won and who was second (`Placed`). Both can be mixed, group by group and play by play.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules.core import Outcome
from companion.rules.king_of_12 import plays, rounds, seating, tokens
from companion.rules.king_of_12.circle import Circle, listed
from companion.rules.king_of_12.score import POINTS
from companion.rules.king_of_12.state import Progress, TournamentState
from companion.rules.text import Line, line

CENTRE = -1
FINAL_PLAYS = 4  # KD-37


class Hall:
    """The tournament taken apart while an action is carried out; fields are those of `TournamentState`."""

    def __init__(self, state: TournamentState) -> None:
        self.seats = state.seats
        self.cards = state.cards
        self.rules = state.rules
        self.players = list(state.players)
        self.totals = list(state.totals)
        self.groups = state.groups
        self.stage = state.stage
        self.round = state.round
        self.play = state.play
        self.progress = list(state.progress)
        self.placed = list(state.placed)
        self.centre = state.centre
        self.central = state.central
        self.winners = state.winners
        self.moves = state.moves
        self.outcome = state.outcome
        self.lines: list[Line] = []
        self._state = state

    def freeze(self) -> TournamentState:
        return replace(
            self._state,
            players=tuple(self.players),
            totals=tuple(self.totals),
            groups=self.groups,
            stage=self.stage,
            round=self.round,
            play=self.play,
            progress=tuple(self.progress),
            placed=tuple(self.placed),
            centre=self.centre,
            central=self.central,
            winners=self.winners,
            moves=self.moves,
            outcome=self.outcome,
        )

    def say(self, id: str, /, **args: int | str | Line) -> None:
        self.lines.append(Line(id, args))

    def name(self, player: int) -> str:
        return self.seats[player].name

    # Circles

    def members(self, number: int) -> tuple[int, ...]:
        return self.centre if number == CENTRE else self.groups[number]

    def open_circles(self) -> list[int]:
        """Groups that still play, or the centre."""
        if self.outcome is not None or self.stage == "under":
            return []
        if self.stage == "centre":
            return [CENTRE]
        return [number for number, ready in enumerate(self.placed) if ready is None]

    def number_of(self, player: int) -> int | None:
        """The circle in which this player plays now."""
        return next((number for number in self.open_circles() if player in self.members(number)), None)

    def circle(self, number: int) -> Circle:
        progress = self.central if number == CENTRE else self.progress[number]
        return self.gathered(self.members(number), progress)

    def everybody(self) -> Circle:
        return self.gathered(range(len(self.players)))

    def gathered(self, members: Sequence[int], progress: Progress | None = None) -> Circle:
        circle = Circle(
            [self.players[player] for player in members],
            [self.seats[player] for player in members],
            self._state.layouts,
            self.rules,
            progress or Progress(),
        )
        circle.unlimited = True  # every box brings its own tokens
        return circle

    def keep(self, members: Sequence[int], circle: Circle) -> None:
        """Put the circle's players back to their seats."""
        for player, changed in zip(members, circle.players, strict=True):
            self.players[player] = changed
        self.lines += circle.lines
        circle.lines = []

    def keep_circle(self, number: int, circle: Circle) -> None:
        self.keep(self.members(number), circle)
        if number == CENTRE:
            self.central = circle.progress
        else:
            self.progress[number] = circle.progress


# A play


def go_on(h: Hall, number: int, c: Circle) -> None:
    """Something was told or answered in this circle."""
    ready = not c.progress.step and all(player.face and player.card for player in c.players)
    if ready and c.result is None:
        plays.begin(c)
    h.keep_circle(number, c)
    result = c.result
    if result is not None:
        members = h.members(number)
        winner = members[result.winner] if result.winner >= 0 else -1
        second = members[result.second] if result.second >= 0 else -1
        swapped = result.winner >= 0 and result.points[result.winner] < POINTS[0]
        place(h, number, winner, second, swapped)


def place(h: Hall, number: int, winner: int, second: int, swapped: bool = False) -> None:
    """This circle has its winner and its second; −1 is nobody."""
    if h.stage == "groups":
        h.say("kd.group", n=number + 1)
        _say_place(h, "kd.to_centre", winner)
        if second >= 0:
            _pay(h, second, POINTS[1], second=True)  # KD-33: whatever the cards say of points, 1
        h.placed[number] = (winner, second)
        h.progress[number] = Progress()
        if None not in h.placed:
            _to_centre(h)
        return
    first, then = POINTS[::-1] if swapped else POINTS
    if winner >= 0:
        _pay(h, winner, first, second=False)
    else:
        h.say("kd.play_nobody")
    if second >= 0:
        _pay(h, second, then, second=True)
    _end_play(h)


def _say_place(h: Hall, id: str, player: int) -> None:
    if player >= 0:
        h.say(id, who=h.name(player))
    else:
        h.say("kd.play_nobody")


def _pay(h: Hall, player: int, points: int, second: bool) -> None:
    everybody = h.everybody()
    rounds.pays(everybody, player, points, second)
    tokens.pay(everybody, player, points)
    h.keep(range(len(h.players)), everybody)


def _to_centre(h: Hall) -> None:
    """The group winners play their cards once more against each other, on the faces as they lie (KD-34)."""
    h.centre = tuple(ready[0] for ready in h.placed if ready is not None and ready[0] >= 0)
    if not h.centre:
        h.say("kd.centre_nobody")
        _end_play(h)
        return
    h.stage = "centre"
    h.central = Progress()
    h.say("kd.centre", who=listed(line("kd.named", name=h.name(player)) for player in h.centre))
    go_on(h, CENTRE, h.circle(CENTRE))


def _end_play(h: Hall) -> None:
    """Discard, and the next play or the end of the round (KD-35). Dice stay as they lie."""
    final = h.stage == "final"
    members = h.groups[0] if final else tuple(range(len(h.players)))
    playing = h.gathered(members)
    rounds.discard(playing)
    h.keep(members, playing)
    h.play += 1
    _open_groups(h, "final" if final else "groups")
    if final:
        if h.play > FINAL_PLAYS:
            _end_final(h)
    elif rounds.over(playing, h.cards, bool(playing.rule("tournament_eight_points"))):
        _end_round(h)


def _open_groups(h: Hall, stage: str) -> None:
    h.stage = stage
    h.centre, h.central = (), Progress()
    h.progress = [Progress()] * len(h.groups)
    h.placed = [None] * len(h.groups)


# A round


def _end_round(h: Hall) -> None:
    """Every group has its own winner of the round (KD-36)."""
    won = []
    for number, members in enumerate(h.groups):
        h.say("kd.group", n=number + 1)
        circle = h.circle(number)
        best = rounds.winner(circle)
        h.keep_circle(number, circle)
        if best >= 0:
            won.append(members[best])
    _count_and_clear(h)
    h.winners = tuple(p for p in won if len(h.players[p].under) + 1 < rounds.ROUNDS_TO_WIN)
    for player in won:
        if player not in h.winners:  # it is the second: nobody needs to know which card
            _add_card(h, player, "")
    if h.winners:
        h.stage = "under"
    else:
        _next_round(h)


def _count_and_clear(h: Hall) -> None:
    h.totals = [total + player.points for total, player in zip(h.totals, h.players, strict=True)]
    everybody = h.everybody()
    rounds.clear(everybody)
    h.keep(range(len(h.players)), everybody)


def _add_card(h: Hall, player: int, card: str) -> None:
    lies = h.players[player]
    if len(lies.under) < rounds.ROUNDS_TO_WIN:  # a correction by hand may have counted it before
        h.players[player] = replace(lies, under=(*lies.under, card))


def put_under(h: Hall, player: int, card: str) -> None:
    _add_card(h, player, card)
    h.say("kd.puts_under", who=h.name(player))
    h.winners = tuple(other for other in h.winners if other != player)
    if not h.winners:
        _next_round(h)


def _next_round(h: Hall) -> None:
    h.round += 1
    h.play = 1
    champions = tuple(
        player for player, lies in enumerate(h.players) if len(lies.under) >= rounds.ROUNDS_TO_WIN
    )
    if len(champions) == 1:
        _win(h, champions[0])
    elif champions:  # KD-37
        h.groups = (champions,)
        h.moves = ()
        _open_groups(h, "final")
        h.say("kd.final", who=listed(line("kd.named", name=h.name(player)) for player in champions))
    else:
        before, h.groups = h.groups, seating.reseated(h.groups)
        h.moves = seating.moves(before, h.groups)
        _open_groups(h, "groups")
        for move in h.moves:
            h.say("kd.moves", who=h.name(move.player), group=move.group + 1, seat=move.seat + 1)


def _end_final(h: Hall) -> None:
    circle = h.circle(0)
    best = rounds.winner(circle)
    h.keep_circle(0, circle)
    finalist = h.groups[0][best] if best >= 0 else -1
    _count_and_clear(h)
    h.play = 1
    if finalist >= 0:
        _win(h, finalist)
    else:
        h.say("kd.final_again")


def _win(h: Hall, player: int) -> None:
    won = line("kd.wins_tournament", who=h.name(player))
    h.outcome = Outcome((player,), won)
    h.lines.append(won)
