"""When what may be used: the windows of the turn, the abilities that fit, statuses and passives to spend."""

from __future__ import annotations

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.alter import alters_dice, dice_of
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.choices import holds
from companion.rules.dice_throne.conditions import fulfils
from companion.rules.dice_throne.content import Ability, Use
from companion.rules.dice_throne.state import Context, Wait
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line

HARD = (
    "main1",
    "main2",
    "attempts",
    "defend",
    "target",
    "discard",
)  # the game stands still until somebody acts
ROLL_PHASES = ("offence", "targeting", "defence")
ROLL_WINDOWS = (
    "attempts",
    "announced",
    "altered",
    "then",
    "conclude",
    "target",
    "targeted",
    "defend",
    "defended",
    "last",
    "hit",  # damage that is applied by itself in the middle of a Roll Phase
    "dealt",
)
OWN_ATTACK = ("conclude", "altered", "then", "target", "targeted", "defend", "defended", "last")
UNDER_FIRE = ("altered", "then", "defend", "defended", "last", "hit")


def refuse(id: str, /, **args: int | str | Line) -> IllegalAction:
    return IllegalAction(line(id, **args))


def defences(b: Bench) -> list[Ability]:
    """Defensive Abilities the target may use: only against an attack of normal damage (DT-36)."""
    at = b.attack()
    if at < 0 or b.packets[at].type != "normal" or b.packets[at].to < 0:
        return []
    return b.abilities(b.packets[at].to, "defensive")


def met(b: Bench) -> list[tuple[str, int]]:
    """Every (ability, tier) that the dice fulfil (DT-19, DT-22)."""
    if not b.pools or b.pools[0].purpose != "offence" or not b.pools[0].values:
        return []
    values = b.pools[0].values
    faces = b.hero(b.active).dice
    found = []
    for ability in b.abilities(b.active, "offensive", "ultimate"):
        for i, tier in enumerate(b.level(b.active, ability).tiers):
            if fulfils(tier.needs, faces, values):
                found.append((ability.id, i))
    return found


# Statuses, companions, passives


def uses_of(b: Bench, seat: int, source: str) -> tuple[Use, ...]:
    if source in b.fighters[seat].tokens:
        return b.library.statuses[source].uses
    for ability in b.abilities(seat, "passive"):
        if ability.id == source:
            return b.level(seat, ability).uses
    return ()


def sources(b: Bench, seat: int) -> list[str]:
    fighter = b.fighters[seat]
    found = [status for status in fighter.tokens if b.library.statuses[status].uses]
    for ability in b.library.passives[fighter.hero]:
        if (not ability.side or ability.side == fighter.side) and b.level(seat, ability).uses:
            found.append(ability.id)
    return found


def usable(b: Bench, seat: int, kinds: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    """(source, number) of everything this player may use now; only uses of these kinds, if any are named."""
    if not b.can_act(seat):
        return []
    found = []
    for source in sources(b, seat):
        for i, use in enumerate(uses_of(b, seat, source)):
            if (not kinds or use.window in kinds) and why_not(b, seat, source, use, i) is None:
                found.append((source, i))
    return found


def check_use(b: Bench, seat: int, source: str, number: int) -> Use:
    uses = uses_of(b, seat, source)
    if not 0 <= number < len(uses):
        raise refuse("dt.no.nothing_to_spend", who=b.name(seat))
    if not b.can_act(seat):
        raise refuse("dt.no.cannot_act", who=b.name(seat))
    reason = why_not(b, seat, source, uses[number], number)
    if reason is not None:
        raise IllegalAction(reason)
    return uses[number]


def use_key(source: str, use: Use, number: int) -> str:
    return use.group or f"{source}.{number}"


def why_not(b: Bench, seat: int, source: str, use: Use, number: int) -> Line | None:
    fighter = b.fighters[seat]
    if not isinstance(b.stack[-1], Wait):
        return line("dt.no.finish_first")
    if source in fighter.tokens and fighter.tokens[source] < use.tokens:
        return line("dt.no.tokens", who=b.name(seat), n=use.tokens)
    if fighter.cp < use.cp:
        return line("dt.no.cp", who=b.name(seat), n=use.cp)
    if use.times and fighter.used.count(use_key(source, use, number)) >= use.times:
        return line("dt.no.once_a_turn")
    for token, n in use.price.items():
        if fighter.tokens.get(token, 0) < n:
            return line("dt.no.tokens", who=b.name(seat), n=n)
    if not use.fresh and fighter.tokens.get(source, 0) - fighter.gained.count(source) < use.tokens:
        return line("dt.no.just_gained")
    if not is_open(b, seat, use.window):
        return line("dt.no.not_now")
    whose = alters_dice(use.then)
    if whose and not dice_of(b, whose, seat):
        return line("dt.no.no_dice")
    if use.needs and not holds(b, use.needs, Context(seat, b.target, "status", line("dt.no.not_now"))):
        return line("dt.no.not_now")
    if any(isinstance(effect, e.Become) for effect in use.then) and not _can_become(b):
        return line("dt.no.not_now")
    return None


def _can_become(b: Bench) -> bool:
    """An attack is made undefendable before the defence is activated (DT-36)."""
    at = b.attack()
    return at >= 0 and b.packets[at].type == "normal" and not b.defence


def is_open(b: Bench, seat: int, kind: str) -> bool:
    window = b.window()
    if kind == "any":  # in any phase of anybody's turn (DT-61)
        return True
    if kind == "main":
        return window in ("main1", "main2") and seat == b.active
    if kind == "conclude":
        return window == "conclude" and enhanceable(b, seat)
    if kind == "attack":
        return window in OWN_ATTACK and enhanceable(b, seat)
    if kind == "hit":
        if b.rule("avoid_when") == "before_defence_roll" and b.defence:
            return False
        return window in UNDER_FIRE and bool(damage.avoidable(b, seat))
    if kind == "roll_hit":
        return b.phase in ROLL_PHASES and is_open(b, seat, "hit")
    if kind == "attacked":
        at = b.attack()
        return window in UNDER_FIRE and at in damage.avoidable(b, seat)
    if kind == "placed":
        return window in UNDER_FIRE and seat == b.target and bool(b.placed)
    if kind == "dealt":
        return window == "dealt" and seat == b.active
    if kind == "roll":
        return in_roll_phase(b)
    if kind == "dice":
        return bool(dice_of(b, "own", seat))
    return window == "defend" and seat == b.target  # "defend"


def in_roll_phase(b: Bench) -> bool:
    """Roll Phase Action cards may be played: not on dice that are rolled in Upkeep (DT-10, DT-65)."""
    return b.phase in ROLL_PHASES and b.window() in ROLL_WINDOWS


def enhanceable(b: Bench, seat: int) -> bool:
    """Is there an attack by this player that an Attack Modifier may change (DT-40, DT-42)?"""
    at = b.attack()
    if at < 0 or seat != b.packets[at].by:
        return False
    packet = b.packets[at]
    if b.rule("reduced_to_zero") == "no_attack" and damage.bill(packet, b.rules).subtotal == 0:
        return False
    return packet.type not in ("pure", "collateral", "status")


def duelling(b: Bench) -> bool:
    """The dice of a defence in which both sides roll lie there."""
    return b.window() == "altered" and bool(b.defence) and b.pools[-1].purpose == "ability"
