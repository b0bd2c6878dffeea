"""The Roll Phase: Offensive Roll, Targeting Roll and Defensive Roll Phase, step by step."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.dice_throne import choices, windows
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.hooks import push_hooks
from companion.rules.dice_throne.state import Ask, Context, Do, Option, Pool, Wait, Want
from companion.rules.text import line

# Offensive Roll Phase


def offence(b: Bench) -> None:
    b.phase = "offence"
    clear_roll_phase(b)
    b.attempts = 0
    b.attacked = False
    b.allowed = 3
    b.go("attempt")
    push_hooks(b, b.active, "before_offence")


def attempt(b: Bench) -> None:
    if "offence" in b.skips:  # DT-25
        b.skips = tuple(skip for skip in b.skips if skip != "offence")
        b.go("main2")
        return
    b.pools = [Pool(b.active, "offence", (), ())]
    b.go("activate")
    b.push(Wait("attempts"))


def recheck(b: Bench) -> None:
    """After a card: an announcement that the dice no longer fulfil falls (DT-20)."""
    if b.window() != "announced" or b.announced is None:
        return
    if (b.announced.ability, b.announced.tier) not in windows.met(b):
        b.announced = None
        b.say("dt.announcement_falls", who=b.name(b.active))
        b.stack[-1] = Wait("attempts")


def activate(b: Bench) -> None:
    """The announcement stands. First what may stop it: Blind."""
    b.go("activate_ability")
    push_hooks(b, b.active, "offence_end")


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
    push_hooks(b, seat, "activated", dice)


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
    b.push(Wait("targeted"))  # DT-28; against an Ultimate only the attacker's own side may act (DT-51)
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
    """Statuses of both sides that change the damage: Shadows, Bounty, Targeted, Wither, Shame, Parlay."""
    b.go("defend")
    if b.announced is not None and not b.announced.ultimate:  # nothing lowers an Ultimate (DT-52)
        _lowered(b)
    if b.attack() < 0:
        return
    b.attacked = True
    push_hooks(b, b.target, "attacked")
    push_hooks(b, b.active, "attacking")


def _lowered(b: Bench) -> None:
    """Blinding Light halves all that this phase deals; who is in Shadows takes none of it."""
    for at, packet in enumerate(b.packets):
        if packet.by != b.active or packet.to < 0:
            continue
        if "half_damage" in b.skips:
            b.packets[at] = packet = replace(packet, dimmed=line("dt.halved"))
        hidden = [s for s in b.fighters[packet.to].tokens if b.library.statuses[s].hides]
        if hidden:
            b.packets[at] = replace(packet, avoided=b.library.status_line(hidden[0]))


def defend(b: Bench) -> None:
    """Step 2: against normal damage the defender may use one Defensive Ability (DT-32, DT-36)."""
    b.go("last_chance")
    if b.attack() < 0:  # an ability that deals nothing needs no defence; one reduced to 0 does (DT-37)
        return
    if any(b.library.statuses[status].hides for status in b.fighters[b.target].tokens):
        return
    b.push(Wait("defend"))
    if not b.can_act(b.target) or not (windows.defences(b) or windows.usable(b, b.target, ("defend",))):
        b.stack.pop()


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
    b.push(Wait("last"))
    if not b.packets and not (b.placed and windows.usable(b, b.target, ("placed",))):
        b.stack.pop()


def roll_phase_end(b: Bench) -> None:
    """Step 6: everything is applied at once, just before Main Phase 2 (DT-49)."""
    b.go("apply", "dealt", "after_attack")
    for seat in reversed(b.living()):
        push_hooks(b, seat, "opponent_offence_over" if seat != b.active else "roll_phase_end")


def dealt(b: Bench) -> None:
    """The damage is known: cards that look at it."""
    if b.dealt:
        b.push(Wait("dealt"))


def after_attack(b: Bench) -> None:
    """Stun: the attacker goes again against the same opponent (DT-30)."""
    b.go("leave_roll_phase")
    if b.target < 0 or b.fighters[b.target].out or b.announced is None:
        return
    if b.attacked or b.rule("stun_without_damage") == "counts_as_attack":
        push_hooks(b, b.target, "after_attack")
        return
    for status in [status for status in b.fighters[b.target].tokens if b.library.statuses[status].stuns]:
        b.lose(b.target, status, 1)  # the victim wakes, and nobody goes again


def leave_roll_phase(b: Bench) -> None:
    target = b.fixed_target
    clear_roll_phase(b)
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


def clear_roll_phase(b: Bench) -> None:
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


STEPS: dict[str, Callable[[Bench], None]] = {
    step.__name__: step
    for step in (
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
        dealt,
        after_attack,
        leave_roll_phase,
    )
}
