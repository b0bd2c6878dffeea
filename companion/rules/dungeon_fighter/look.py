"""What a screen shows of an adventure: the attacks of a throw in one view, the clean-up list, the score."""

from __future__ import annotations

import msgspec

from companion.rules.dungeon_fighter import draft
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.cards import Attack
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.score import rank, sheet, total
from companion.rules.dungeon_fighter.state import Chore, DungeonFighterState
from companion.rules.text import Line, line


class Demand(msgspec.Struct, frozen=True):
    """A special attack that the throw needs, and who asks for it."""

    attack: Attack  # also the id of its picture
    name: Line
    how: Line  # one line: what to do
    wanted_by: tuple[Line, ...]  # room, monster, weapons


def demands(state: DungeonFighterState) -> tuple[Demand, ...]:
    """Room, monster and weapons together: everything the next throw must do (DF-24, DF-25)."""
    if state.fight is None or state.stage != "fight":
        return ()
    b = Bench(state)
    fight = b.fight
    weapons = fight.thrown.weapons if fight.thrown is not None else fight.draft.weapons
    sources: list[tuple[tuple[Attack, ...], Line]] = []
    if b.room is not None:
        sources.append((b.room.attacks, library().line(b.room)))
    sources.append((fight.active.attacks, b.monster_line()))
    owned = [b.owned(fight.turn, id) for id in weapons]
    sources += [(item.attacks, library().line(item)) for item in owned]
    return tuple(
        Demand(
            attack,
            line(f"df.attack.{attack}"),
            line(f"df.how.{attack}"),
            tuple(name for attacks, name in sources if attack in attacks),
        )
        for attack in draft.demanded(b, fight.turn, weapons)
    )


def chore_line(state: DungeonFighterState, chore: Chore) -> Line:
    who = state.seats[chore.seat].name if chore.seat >= 0 else ""
    return line(f"df.chore.{chore.what}", who=who, n=chore.n)


def provisional(state: DungeonFighterState) -> bool:
    """Whether anything on the table comes from an unverified source; the screen says so."""
    cards = [fellow.hero for fellow in state.party]
    others = [item for fellow in state.party for item in fellow.items]
    monster = state.fight is not None and state.fight.monster.provisional
    return monster or any(card.provisional for card in cards) or any(item.provisional for item in others)


def score_lines(state: DungeonFighterState) -> tuple[Line, ...]:
    """The score sheet, and at its end the sum and the rank."""
    points = total(state)
    entries = tuple(
        line(f"df.score.{entry.what}", n=entry.count, points=entry.points) for entry in sheet(state)
    )
    return (*entries, line("df.score.total", n=points, rank=line(f"df.rank.{rank(points)}")))
