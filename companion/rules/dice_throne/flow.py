"""The course of a turn: eight phases (DT-6), step by step, until somebody must do something."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.dice_throne import alter, choices, companions, damage, perform, windows
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import HAND_LIMIT, Bench
from companion.rules.dice_throne.hooks import hooks
from companion.rules.dice_throne.state import Ask, Context, Count, Do, Go, Option, Pool, Sort, Wait, Want
from companion.rules.text import line

__all__ = ["alter", "companions", "run"]

STEPS_WITHOUT_END = 100_000  # a guard against content files that loop


def run(b: Bench) -> None:
    """Work off the stack until the table waits for somebody, or the game is over."""
    for _ in range(STEPS_WITHOUT_END):
        if b.outcome is not None:
            return
        top = b.stack[-1]
        if type(top) is Do:
            b.stack.pop()
            perform.run_effects(b, top)
        elif type(top) is Go:
            b.stack.pop()
            STEPS[top.step](b)
        elif type(top) is Count:
            b.stack.pop()
            choices.count(b, top)
        elif type(top) is Wait:
            if top.window in windows.HARD or windows.anyone_can(b, top.window):
                return
            b.stack.pop()
        elif type(top) is Sort:
            if sort_hooks(b, top):
                return
        else:  # Ask, Want, Number
            return
    raise RuntimeError("the content files describe something that never ends")


# Who starts (DT-3)


def roll_off(b: Bench, seats: list[int]) -> None:
    b.go("first_player")
    for seat in reversed(seats):
        b.push(Want(seat, 1, "first", line("dt.first_roll")))


def first_player(b: Bench) -> None:
    best = max(pool.values[0] for pool in b.pools)
    tied = [pool.owner for pool in b.pools if pool.values[0] == best]
    b.pools = []
    if len(tied) > 1 and b.rule("first_player_tie") == "reroll":
        b.say("dt.first_tie")
        roll_off(b, tied)
        return
    begin(b, tied[0])


def begin(b: Bench, first: int) -> None:
    at = b.order.index(first)
    b.order = (*b.order[at:], *b.order[:at])
    b.say("dt.starts", who=b.name(first))
    b.active = first
    b.go("turn")
    _push_hooks(b, first, "start")


# Upkeep and Income


def turn(b: Bench) -> None:
    b.turn += 1
    b.phase = "upkeep"
    b.skips = ()
    b.extra = 0
    b.fixed_target = -1
    b.attempts = 0
    b.attacked = False
    b.leaders = choices.leading(b)
    for seat, fighter in enumerate(b.fighters):
        if fighter.used or fighter.gained:
            b.change(seat, used=(), gained=())
    b.change(b.active, began=tuple(b.fighters[b.active].tokens))
    b.say("dt.turn", who=b.name(b.active), n=b.turn)
    b.go("settle", "income")
    items = hooks(b, b.active, "upkeep")
    if items:
        b.push(Sort(tuple(items)))


def sort_hooks(b: Bench, frame: Sort) -> bool:
    """What cannot be influenced happens first; of the rest the player picks one (DT-8). True: waits for that."""
    b.stack.pop()
    quiet = [do for do in frame.items if all(isinstance(x, e.Deal | e.Gain | e.Remove) for x in do.effects)]
    loud = [do for do in frame.items if do not in quiet]
    if quiet:
        if loud:
            b.push(Sort(tuple(loud)))
        for do in reversed(quiet):
            b.push(do)
        return False
    if len(loud) == 1:
        b.push(loud[0])
        return False
    b.push(frame)
    return True


def settle(b: Bench) -> None:
    """Apply what has gathered; first let those who would be hurt answer."""
    if b.packets or b.healings:
        b.go("apply")
        if b.packets:
            b.push(Wait("hit"))


def settle_isolated(b: Bench) -> None:
    b.go("apply_isolated")
    b.push(Wait("hit"))


def apply(b: Bench) -> None:
    damage.apply(b)
    end_turn_if_out(b)


def apply_isolated(b: Bench) -> None:
    damage.apply_isolated(b)
    end_turn_if_out(b)


def end_turn_if_out(b: Bench) -> None:
    """The turn of a player who is out ends there."""
    if b.outcome is None and b.fighters[b.active].out:
        b.stack = []
        _clear_roll_phase(b)
        b.go("next_turn")


def income(b: Bench) -> None:
    b.phase = "income"
    b.go("take_income", "main1")
    _push_hooks(b, b.active, "income")


def take_income(b: Bench) -> None:
    if b.turn == 1 or "income" in b.skips:  # DT-7
        return
    b.add_cp(b.active, 1)
    b.say("dt.income", who=b.name(b.active))
    b.draw(b.active, 1)


def main1(b: Bench) -> None:
    b.phase = "main1"
    b.go("offence")
    b.push(Wait("main1"))


# Offensive Roll Phase


def offence(b: Bench) -> None:
    b.phase = "offence"
    _clear_roll_phase(b)
    b.attempts = 0
    b.allowed = 3
    b.go("attempt")
    _push_hooks(b, b.active, "before_offence")


def attempt(b: Bench) -> None:
    if "offence" in b.skips:  # DT-25
        b.skips = tuple(skip for skip in b.skips if skip != "offence")
        b.go("main2")
        return
    b.pools = [Pool(b.active, "offence", (), ())]
    b.go("activate")
    b.push(Wait("attempts"))


def recheck(b: Bench) -> None:
    """After a card: an announcement that the dice no longer fulfil falls, and the player is free again (DT-20)."""
    top = b.stack[-1]
    if isinstance(top, Wait) and top.window == "announced" and b.announced is not None:
        if (b.announced.ability, b.announced.tier) not in windows.met(b):
            b.announced = None
            b.say("dt.announcement_falls", who=b.name(b.active))
            b.stack[-1] = Wait("attempts")


def activate(b: Bench) -> None:
    """The announcement stands. First what may stop it: Blind."""
    b.go("activate_ability")
    _push_hooks(b, b.active, "offence_end")


def activate_ability(b: Bench) -> None:
    announced = b.announced
    if announced is None or "ability" in b.skips:
        b.skips = tuple(skip for skip in b.skips if skip != "ability")
        b.go("roll_phase_end")
        return
    b.activated = True
    seat = b.active
    if b.fixed_target >= 0:
        b.target = b.fixed_target
    elif len(b.opponents(seat)) == 1:
        b.target = b.opponents(seat)[0]
    ability = b.library.abilities[b.fighters[seat].hero, announced.ability]
    tier = b.level(seat, ability).tiers[announced.tier]
    source = b.library.ability_line(b.fighters[seat].hero, ability.id, tier)
    b.say("dt.activates", who=b.name(seat), ability=source)
    dice = b.pools[0].values if b.pools else ()
    b.go("conclude")
    b.push(Do(tier.effects, Context(seat, b.target, "ability", source, dice)))
    _push_hooks(b, seat, "activated", dice)


def conclude(b: Bench) -> None:
    b.go("targeting")
    if b.attack() >= 0:
        b.push(Wait("conclude"))


# Targeting Roll Phase


def targeting(b: Bench) -> None:
    b.phase = "targeting"
    b.go("defence")
    needed = b.plan or any(packet.to < 0 for packet in b.packets) or b.attack() >= 0
    if not needed or b.target >= 0:  # DT-26, DT-30; a single opponent needs no roll
        if needed and b.mode == "king_of_the_hill" and b.fixed_target < 0:
            choices.aim_at(b, e.AimAt(b.target), Context(b.active, b.target, "ability", line("dt.targeting")))
        return
    if b.mode == "king_of_the_hill":
        b.push(Wait("target"))
        return
    b.go("read_target_die")
    if b.announced is None or not b.announced.ultimate:  # DT-28
        b.push(Wait("targeted"))
    b.push(Want(b.active, 1, "target", line("dt.targeting")))


def read_target_die(b: Bench) -> None:
    die = b.pools[-1].values[0]
    b.pools.pop()
    opponents = b.opponents(b.active)
    context = Context(b.active, -1, "ability", line("dt.targeting"))
    if len(opponents) >= 3:  # 3v3 (DT-27)
        choices.aim_at(b, e.AimAt(opponents[min((die - 1) // 2, len(opponents) - 1)]), context)
    elif die <= 4:
        choices.aim_at(b, e.AimAt(opponents[0 if die <= 2 else -1]), context)
    else:
        chooser = opponents[0] if die == 5 else b.active
        options = tuple(
            Option(f"seat:{s}", line("dt.named", name=b.name(s)), (e.AimAt(s),)) for s in opponents
        )
        prompt = line("dt.ask.target_theirs" if die == 5 else "dt.ask.target_own", who=b.name(b.active))
        b.push(Ask(chooser, prompt, options, context))


# Defensive Roll Phase


def defence(b: Bench) -> None:
    """Step 1: what the ability does to its target besides damage (DT-31)."""
    b.phase = "defence"
    b.go("attack_statuses")
    for do in reversed(b.plan):
        b.push(replace(do, context=replace(do.context, to=b.target)))
    b.plan = []


def attack_statuses(b: Bench) -> None:
    """Statuses of both sides that change the attack: Bounty, Targeted, Wither, Shame, Parlay."""
    b.go("defend")
    at = b.attack()
    if at < 0:
        return
    b.attacked = True
    packet = b.packets[at]
    if "half_damage" in b.skips and packet.type != "ultimate":
        b.packets[at] = replace(packet, halves=(*packet.halves, line("dt.halved")))
    if packet.type != "ultimate" and any(b.library.statuses[s].hides for s in b.fighters[b.target].tokens):
        hidden = next(s for s in b.fighters[b.target].tokens if b.library.statuses[s].hides)
        b.packets[at] = replace(b.packets[at], avoided=b.library.status_line(hidden))
    _push_hooks(b, b.target, "attacked")
    _push_hooks(b, b.active, "attacking")


def defend(b: Bench) -> None:
    """Step 2: against an attack of normal damage the defender may use one Defensive Ability (DT-32, DT-36)."""
    b.go("last_chance")
    at = b.attack()
    if at < 0:
        return
    hidden = any(b.library.statuses[status].hides for status in b.fighters[b.target].tokens)
    if windows.defences(b) or windows.usable(b, b.target, ("defend",)):
        if not hidden and b.can_act(b.target):
            b.push(Wait("defend"))


def choose_defence(b: Bench, ability: str) -> None:
    """Step 3: the dice of the chosen ability, thrown once (DT-33)."""
    b.defence = ability
    seat = b.target
    known = b.library.abilities[b.fighters[seat].hero, ability]
    level = b.level(seat, known)
    source = b.library.ability_line(b.fighters[seat].hero, ability)
    b.say("dt.defends", who=b.name(seat), ability=source)
    b.go("defence_effects")
    if not isinstance(level.effects[0], e.BothRoll):
        b.push(Wait("defended"))
        if level.rerolls:
            b.push(Do((e.Reroll(level.rerolls),), Context(seat, b.active, "defence", source)))
        b.push(Want(seat, level.dice, "defence", source))


def defence_effects(b: Bench) -> None:
    """Step 4: what the defence does; damage and healing wait for the end of the phase."""
    seat = b.target
    known = b.library.abilities[b.fighters[seat].hero, b.defence]
    source = b.library.ability_line(b.fighters[seat].hero, b.defence)
    dice = b.pools[-1].values if b.pools and b.pools[-1].purpose == "defence" else ()
    b.pools = [pool for pool in b.pools if pool.purpose != "defence"]
    b.push(Do(b.level(seat, known).effects, Context(seat, b.active, "defence", source, dice)))


def last_chance(b: Bench) -> None:
    """Step 5: the last moment to spend statuses and play cards (DT-34)."""
    b.go("roll_phase_end")
    if b.packets:
        b.push(Wait("last"))


def roll_phase_end(b: Bench) -> None:
    """Step 6: everything is applied at once, just before Main Phase 2 (DT-49)."""
    b.go("apply", "after_attack")
    for seat in reversed(b.living()):
        _push_hooks(b, seat, "opponent_offence_over" if seat != b.active else "roll_phase_end")


def after_attack(b: Bench) -> None:
    """Stun: the attacker goes again against the same opponent (DT-30)."""
    b.go("leave_roll_phase")
    if b.target >= 0 and not b.fighters[b.target].out and b.announced is not None:
        if b.attacked or b.rule("stun_without_damage") == "counts_as_attack":
            _push_hooks(b, b.target, "after_attack")


def leave_roll_phase(b: Bench) -> None:
    target = b.fixed_target
    _clear_roll_phase(b)
    if b.extra > 0:
        b.extra -= 1
        if target >= 0 and b.fighters[target].out:  # forfeited
            b.go("main2")
            return
        b.say("dt.extra_offence", who=b.name(b.active))
        b.go("offence")
        return
    b.fixed_target = -1
    b.go("main2")


def _clear_roll_phase(b: Bench) -> None:
    b.pools = []
    b.redefend = 0
    b.announced = None
    b.activated = False
    b.altered = False
    b.target = -1
    b.defence = ""
    b.plan = []
    b.placed = ()
    b.packets = []
    b.healings = []
    b.dealt = 0
    if "half_damage" in b.skips:
        b.skips = tuple(skip for skip in b.skips if skip != "half_damage")


# Main Phase 2, Discard, the next turn


def main2(b: Bench) -> None:
    b.phase = "main2"
    b.go("discard")
    b.push(Wait("main2"))


def discard(b: Bench) -> None:
    b.phase = "discard"
    b.go("turn_end", "settle", "next_turn")
    if b.fighters[b.active].hand > HAND_LIMIT:  # DT-38
        b.push(Wait("discard"))


def turn_end(b: Bench) -> None:
    _push_hooks(b, b.active, "turn_end")


def next_turn(b: Bench) -> None:
    at = b.order.index(b.active)
    for step in range(1, len(b.order) + 1):
        seat = b.order[(at + step) % len(b.order)]
        if not b.fighters[seat].out:
            b.active = seat
            b.go("turn")
            return


def _push_hooks(b: Bench, seat: int, moment: str, dice: tuple[int, ...] = ()) -> None:
    for do in reversed(hooks(b, seat, moment, dice)):
        b.push(do)


STEPS: dict[str, Callable[[Bench], None]] = {
    step.__name__: step
    for step in (
        first_player,
        turn,
        settle,
        settle_isolated,
        apply,
        apply_isolated,
        income,
        take_income,
        main1,
        offence,
        attempt,
        recheck,
        activate,
        activate_ability,
        conclude,
        targeting,
        read_target_die,
        defence,
        attack_statuses,
        defend,
        defence_effects,
        last_chance,
        roll_phase_end,
        after_attack,
        leave_roll_phase,
        main2,
        discard,
        turn_end,
        next_turn,
    )
}
