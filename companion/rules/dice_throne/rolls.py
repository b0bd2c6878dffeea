"""From dice that lie on the table to dice that count: which were thrown, which were kept."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules.core import DiceWanted, TableDie
from companion.rules.dice_throne import alter, attack, flow, windows
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.state import Pool, Wait, Want
from companion.rules.text import Line, line

HERO_DICE = 5


def wanted(b: Bench) -> tuple[int, DiceWanted] | None:
    """Who may throw now, and what; None when nobody waits for dice."""
    if b.outcome is not None or not b.stack:
        return None
    top = b.stack[-1]
    if isinstance(top, Want):
        return top.seat, DiceWanted(kind(b, top.seat), top.count, top.count)
    if not isinstance(top, Wait):
        return None
    rolling = top.window == "attempts" or (top.window == "announced" and b.altered)
    if rolling and b.attempts < b.allowed and _can_pay_attempt(b):
        fewest = HERO_DICE if b.attempts == 0 else 1  # DT-18
        return b.active, DiceWanted(kind(b, b.active), HERO_DICE, fewest, b.attempts + 1, b.allowed)
    if top.window == "defend" and len(windows.defences(b)) == 1:
        seat = b.target
        level = b.level(seat, windows.defences(b)[0])
        return seat, DiceWanted(kind(b, seat), level.dice, level.dice)
    if b.redefend and (top.window == "defended" or windows.duelling(b)):
        count = len(b.pools[_defence_pool(b)].values)
        return b.target, DiceWanted(kind(b, b.target), count, 1, 2, 1 + b.redefend)
    return None


def _defence_pool(b: Bench) -> int:
    """Where the defender's dice lie: the newest of theirs."""
    return max(at for at, pool in enumerate(b.pools) if pool.owner == b.target)


def _can_pay_attempt(b: Bench) -> bool:
    """Constrict under the other reading: each further attempt costs 1 CP."""
    return not (pays_attempts(b) and b.fighters[b.active].cp < 1)


def pays_attempts(b: Bench) -> bool:
    return b.attempts > 0 and b.rule("constrict") == "pay_each" and b.tokens(b.active, "constrict") > 0


def kind(b: Bench, seat: int) -> str:
    return b.dice_kind if b.dice_kind != "hero" else f"dice_throne.{b.fighters[seat].hero}"


def problem(b: Bench, dice: Sequence[TableDie]) -> Line | None:
    """Why these dice are not the roll the table waits for; None when they are."""
    want = wanted(b)
    if want is None:
        return line("dt.roll.nobody")
    seat, dice_wanted = want
    if any(die.face not in ("1", "2", "3", "4", "5", "6") for die in dice):
        return line("dt.roll.faces")
    dice = own_dice(b, dice, dice_wanted)
    thrown = sum(die.thrown for die in dice)
    if dice_wanted.fewest == dice_wanted.count:
        # other dice may lie untouched beside the ones that were thrown
        if thrown != dice_wanted.count:
            return line("dt.roll.throw", who=b.name(seat), n=dice_wanted.count, got=thrown)
    elif len(dice) != dice_wanted.count:
        return line("dt.roll.lay_all", who=b.name(seat), n=dice_wanted.count, got=len(dice))
    elif thrown < 1:
        return line("dt.roll.throw_some", who=b.name(seat))
    return None


def own_dice(b: Bench, dice: Sequence[TableDie], want: DiceWanted) -> list[TableDie]:
    """Without the dice that lie there for nothing: another hero's, or left over from another roll."""
    if b.dice_kind == "hero":
        dice = [die for die in dice if die.kind == want.kind]
    if want.fewest == want.count or not b.pools:
        return list(dice)
    pool = b.pools[0] if b.window() in ("attempts", "announced") else b.pools[_defence_pool(b)]
    known = [die for die in dice if die.thrown or die.die in pool.dice]
    return known if len(known) == want.count else list(dice)


def take_roll(b: Bench, dice: Sequence[TableDie]) -> None:
    """The dice count. `problem` has found none."""
    top = b.stack[-1]
    want_now = wanted(b)
    if want_now is not None:
        dice = own_dice(b, dice, want_now[1])
    if isinstance(top, Want):
        b.stack.pop()
        _thrown(b, top, dice)
        return
    assert isinstance(top, Wait)
    if top.window in ("attempts", "announced"):
        _attempt(b, dice)
    elif top.window == "defend":
        b.stack.pop()
        attack.choose_defence(b, windows.defences(b)[0].id)
        want = b.stack[-1]
        if isinstance(want, Want):
            b.stack.pop()
            _thrown(b, want, dice)
        else:
            flow.run(b)  # both sides roll a die: the defender's lies there already
            take_roll(b, dice)
    else:
        b.redefend -= 1
        at = _defence_pool(b)
        b.pools[at] = _merged(b.pools[at], dice)
        b.say("dt.rolls", who=b.name(b.target), dice=_faces(b.pools[at].values))


def _attempt(b: Bench, dice: Sequence[TableDie]) -> None:
    if pays_attempts(b):
        b.add_cp(b.active, -1)
    if b.announced is not None:  # back to rolling (DT-20)
        b.announced = None
        b.stack[-1] = Wait("attempts")
    b.altered = False
    b.attempts += 1
    b.pools[0] = _merged(b.pools[0], dice)
    b.say("dt.attempt", who=b.name(b.active), n=b.attempts, of=b.allowed, dice=_faces(b.pools[0].values))


def _merged(pool: Pool, dice: Sequence[TableDie]) -> Pool:
    """Thrown dice show what they show; a kept die keeps its value, which a card may have changed."""
    kept = dict(zip(pool.dice, pool.values, strict=True))
    values = tuple(int(d.face) if d.thrown else kept.get(d.die, int(d.face)) for d in dice)
    return Pool(pool.owner, pool.purpose, values, tuple(die.die for die in dice))


def _thrown(b: Bench, want: Want, dice: Sequence[TableDie]) -> None:
    thrown = [die for die in dice if die.thrown]
    values = tuple(int(die.face) for die in thrown)
    if want.purpose == "again":
        pool = b.pools[want.pool]
        names = (*pool.dice[: want.die], thrown[0].die, *pool.dice[want.die + 1 :])
        b.pools[want.pool] = replace(pool, dice=names)
        alter.place(b, want.pool, want.die, values[0])
        return
    b.pools.append(Pool(want.seat, want.purpose, values, tuple(die.die for die in thrown)))
    b.say("dt.rolls_for", who=b.name(want.seat), source=want.source, dice=_faces(values))


def _faces(values: Sequence[int]) -> str:
    return " ".join(str(value) for value in values)
