"""The workbench: a state taken apart while one action is carried out, then frozen again.

Only the rules of this folder hold one, and only for as long as an action takes.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.rules.dice_throne.look import CP_CAP, HAND_LIMIT, Look, NumberUnknown
from companion.rules.dice_throne.state import AnyFrame, Go
from companion.rules.text import Line

__all__ = ["CP_CAP", "HAND_LIMIT", "Bench", "NumberUnknown"]

_GO: dict[str, Go] = {}  # frames are all alike: one of each is enough


class Bench(Look):
    """Mutable and short-lived: what an action changes."""

    __slots__ = ()

    def say(self, id: str, /, **args: int | str | Line) -> None:
        self.lines.append(Line(id, args))

    def push(self, frame: AnyFrame) -> None:
        self.stack.append(frame)

    def go(self, *steps: str) -> None:
        """Take these steps, the first one first."""
        for step in reversed(steps):
            frame = _GO.get(step)
            if frame is None:
                frame = _GO[step] = Go(step)
            self.stack.append(frame)

    def change(self, seat: int, **fields: Any) -> None:
        self.fighters[seat] = replace(self.fighters[seat], **fields)

    def add_cp(self, seat: int, n: int) -> int:
        cp = self.fighters[seat].cp
        after = max(0, min(CP_CAP, cp + n))
        if after != cp:
            self.change(seat, cp=after)
        return after - cp

    def draw(self, seat: int, n: int) -> None:
        """An empty deck is made of the discard pile anew; with both empty nothing is drawn (DT-11)."""
        fighter = self.fighters[seat]
        deck, discard = fighter.deck, fighter.discard
        drawn = min(n, deck)
        if drawn < n and discard:
            more = min(n - drawn, discard)
            deck, discard, drawn = deck + discard, 0, drawn + more
            self.change(seat, played=())
            self.say("dt.shuffles", who=self.name(seat))
        if drawn:
            self.change(seat, hand=fighter.hand + drawn, deck=deck - drawn, discard=discard)
            self.say("dt.draws", who=self.name(seat), n=drawn)

    def discard(self, seat: int, n: int) -> int:
        fighter = self.fighters[seat]
        gone = min(n, fighter.hand)
        if gone:
            self.change(seat, hand=fighter.hand - gone, discard=fighter.discard + gone)
        return gone

    def gain(self, seat: int, status: str, n: int) -> int:
        """Place tokens up to the stack limit (DT-59). Says how many were placed."""
        fighter = self.fighters[seat]
        have = fighter.tokens.get(status, 0)
        placed = min(n, self.limit(seat, status) - have)
        if placed <= 0:
            return 0
        self.fighters[seat] = replace(
            fighter,
            tokens={**fighter.tokens, status: have + placed},
            gained=(*fighter.gained, *((status,) * placed)),
        )
        return placed

    def lose(self, seat: int, status: str, n: int) -> int:
        fighter = self.fighters[seat]
        have = fighter.tokens.get(status, 0)
        gone = min(n, have)
        if gone <= 0:
            return 0
        tokens = dict(fighter.tokens)
        if have == gone:
            del tokens[status]
        else:
            tokens[status] = have - gone
        self.fighters[seat] = replace(fighter, tokens=tokens)
        return gone
