"""Turns of a fight (DF-11 to DF-22): whose turn it is, which dice are left, when it is over."""

from __future__ import annotations

from companion.rules.dungeon_fighter import cleanup
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Draft, Fight

FROG = 2  # Metamorphosis: so much less damage
RETREAT_COSTS = 1  # DF-39


def begin(b: Bench) -> None:
    """The card is complete: the monster stands there with its hit points (DF-9)."""
    monster = b.fight.monster
    assert monster.hp is not None
    b.stage = "fight"
    awake = b.awake()
    b.set_fight(Fight(monster, hp=monster.hp, turn=b.after(b.first - 1, awake)))
    b.say("df.meets", monster=library().line(monster), hp=monster.hp, damage=monster.damage or 0)
    _start_turn(b)


def next_turn(b: Bench) -> None:
    b.now(turn=b.after(b.fight.turn, b.awake()), thrown=None, steps=(), draft=Draft())
    b.ask = None
    _start_turn(b)


def _start_turn(b: Bench) -> None:
    if b.boss and not b.free_dice() and not b.white:
        lose(b, "df.lost_no_dice")  # DF-22


def over(b: Bench) -> bool:
    """Whether the fight has just ended (DF-21). A monster that falls with the last hero is beaten all the same."""
    if b.fight.hp <= 0:
        win(b)
        return True
    if not b.awake():
        lose(b, "df.lost_all_fainted")
        return True
    return False


def win(b: Bench) -> None:
    b.say("df.monster_dead", monster=b.monster_line())
    b.ask = None
    if b.boss:
        b.now(thrown=None, steps=(), draft=Draft())
        b.stage = "won"
        b.say("df.won")
    else:
        cleanup.begin(b)


def lose(b: Bench, why: str) -> None:
    b.ask = None
    b.now(thrown=None, steps=(), draft=Draft())
    b.stage = "lost"
    b.say(why)


def check_turn(b: Bench) -> None:
    """A hero may begin a throw, recover the dice or retreat now."""
    if b.stage != "fight" or b.ask is not None:
        raise refuse("df.no.not_now")


def recover(b: Bench) -> None:
    """Option B (DF-20). Nothing lessens this damage."""
    check_turn(b)
    if b.boss:
        raise refuse("df.no.recover_boss")  # DF-22
    if b.free_dice() or b.fight.thrown is not None:
        raise refuse("df.no.dice_left")
    turn = b.fight.turn
    b.say("df.recovers", who=b.name(turn))
    b.now(used=(), defeated=True, draft=Draft())
    hurt(b, b.awake(), b.fight.monster.damage or 0, missed=False)
    if over(b):
        return
    if b.party[turn].fainted and b.rule("fainted_by_recovery") == "turn_passes":
        next_turn(b)


def hurt(b: Bench, seats: list[int], n: int, missed: bool) -> None:
    """The monster's damage. On a miss the frog, armour and beer lessen it; on option B nothing does."""
    for seat in seats:
        fellow = b.party[seat]
        if not fellow.fights:
            continue
        armour = [item for item in fellow.items if item.kind != "weapon"]
        taken = n
        if missed:
            taken -= FROG * b.fight.frog + sum(item.n for item in armour if item.effect == "reduced_damage")
            taken = 0 if b.fight.beer == seat else max(0, taken)
        b.harm(seat, taken)
        counters = missed or b.rule("counter_attack") == "all_damage"
        if taken and counters and any(item.effect == "counter_attack" for item in armour):
            strike(b, taken)


def strike(b: Bench, n: int) -> None:
    """The monster loses hit points (DF-18)."""
    left = max(0, b.fight.hp - n)
    b.now(hp=left)
    b.say("df.hits", monster=b.monster_line(), n=n, left=left)


def retreat(b: Bench) -> None:
    """DF-39: the card goes under its deck, and another one is drawn."""
    check_turn(b)
    if not b.rule("retreat"):
        raise refuse("df.no.retreat_rule")
    if b.boss:
        raise refuse("df.no.retreat_boss")
    if b.fight.thrown is not None:
        raise refuse("df.no.not_now")
    b.say("df.retreats", monster=b.monster_line())
    for seat in b.awake():
        b.harm(seat, RETREAT_COSTS)
    if not b.awake():
        lose(b, "df.lost_all_fainted")
        return
    level = b.fight.monster.level
    spent = b.fight.whites
    b.set_fight(None)
    b.stage = "encounter"
    if spent:
        b.say("df.whites_back", n=spent)  # used bonus dice are gone whatever happens (DF-31)
    b.fled = 0 if b.tower[level - 1] else level
    b.tower[level - 1] += 1


def reconsider(b: Bench) -> None:
    """After a correction by hand: the fight goes on from the numbers as they are now."""
    if not b.fighting or b.stage == "encounter":
        return
    stuck = b.boss and not b.free_dice() and not b.white and b.fight.thrown is None
    ended = b.stage in ("won", "lost")
    if ended and b.fight.hp > 0 and b.awake() and not stuck:
        b.stage = "fight"
        b.say("df.goes_on")
        ended = False
    if ended:
        return
    if over(b):
        return
    if b.fight.thrown is None and not b.party[b.fight.turn].fights:
        next_turn(b)
    elif stuck:
        lose(b, "df.lost_no_dice")
