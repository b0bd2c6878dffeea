"""From room to room (DF-8), and what waits there (DF-9)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import cleanup, fight
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import AnyCard, Monster, Room
from companion.rules.dungeon_fighter.checking import MOST, problems
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Fight

LEVELS = 3  # DF-2


def check_card(card: AnyCard) -> None:
    """A card may have no name, but its numbers must be possible."""
    named = card if card.name else replace(card, name="-")
    for problem in problems(named):
        raise refuse("df.no.card", name=card.name or card.id, problem=problem)


def reachable(b: Bench) -> tuple[Room, ...] | None:
    """The rooms that the arrows lead to; None where the board is not known."""
    if not b.boards:
        return None
    board = b.boards[b.level - 1]
    if b.room is None:
        return board.rooms[:1]
    if b.room.leads:
        return tuple(room for room in board.rooms if room.id in b.room.leads)
    return b.boards[b.level].rooms[:1] if b.level < LEVELS else ()


def may_descend(b: Bench) -> bool:
    return not b.boards and b.level < LEVELS and b.room is not None


def may_face_boss(b: Bench) -> bool:
    if b.level < LEVELS or b.room is None:
        return False
    return not b.boards or not b.room.leads


def check_moving(b: Bench) -> None:
    if b.stage != "move" or b.ask is not None:
        raise refuse("df.no.not_now")


def enter(b: Bench, action: a.Enter) -> None:
    check_moving(b)
    check_card(action.room)
    rooms = reachable(b)
    if rooms is not None:
        if action.room not in rooms:
            raise refuse("df.no.no_arrow")
        if b.room is not None and not b.room.leads:
            b.level += 1
    else:
        b.learn(action.room)
    b.room = action.room
    b.say("df.enters", room=library().line(action.room), level=b.level)
    if _tower_level(b) == 0 and b.rule("tower_empty") == "no_monster":
        b.say("df.nobody_here")
        cleanup.begin_in_peace(b)
        return
    b.stage = "encounter"


def descend(b: Bench, _: a.Descend) -> None:
    check_moving(b)
    if not may_descend(b):
        raise refuse("df.no.not_now")
    b.level += 1
    b.room = None
    b.say("df.descends", level=b.level)


def face_boss(b: Bench, _: a.FaceBoss) -> None:
    check_moving(b)
    if not may_face_boss(b):
        raise refuse("df.no.boss_far")
    b.boss = True  # which one it is, nobody knows before (DF-3)
    b.room = None
    b.stage = "encounter"
    b.say("df.faces_boss")


def _tower_level(b: Bench, above: int = 0) -> int:
    """The topmost level that has cards; 0: the tower is empty."""
    return next((n + 1 for n, cards in enumerate(b.tower) if cards and n + 1 > above), 0)


def drawn_level(b: Bench) -> int:
    """The level that the next monster comes from.

    Who retreated from the last card of a level draws from the next one (DF-39); an empty tower gives level IV again.
    """
    return _tower_level(b, above=b.fled) or b.fled or len(b.tower)


def meet(b: Bench, action: a.Meet) -> None:
    if b.stage != "encounter" or b.ask is not None or b.fighting:
        raise refuse("df.no.not_now")
    monster = action.monster
    check_card(monster)
    if monster.boss != b.boss:
        raise refuse("df.no.boss_card" if b.boss else "df.no.monster_card")
    if not b.boss:
        level = monster.level or drawn_level(b)
        if level != drawn_level(b):
            raise refuse("df.no.level", got=level, level=drawn_level(b))
        if b.tower[level - 1]:
            b.tower[level - 1] -= 1
        monster = replace(monster, level=level)
        b.fled = 0
    b.set_fight(Fight(monster))
    b.learn(monster)
    _complete(b)


def _complete(b: Bench) -> None:
    """Ask for what the card does not tell, then fight."""
    missing = b.fight.monster.missing
    if missing:
        b.ask_for(missing, b.first)
    else:
        b.ask = None
        fight.begin(b)


def answer_number(b: Bench, what: str, choice: str) -> None:
    """A printed number of the monster's card."""
    monster: Monster = replace(b.fight.monster, **{what: number(choice, 1 if what == "hp" else 0)})
    b.now(monster=monster)
    b.learn(monster)
    _complete(b)


def number(choice: str, low: int = 0) -> int:
    if not choice.isascii() or not choice.isdigit() or not low <= int(choice) <= MOST:
        raise refuse("df.no.number", low=low, high=MOST)
    return int(choice)
