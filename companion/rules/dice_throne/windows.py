"""When what may be used: the windows of the turn, statuses and passives to spend, cards to play."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.alter import alters_dice, dice_of
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.choices import holds
from companion.rules.dice_throne.conditions import fulfils
from companion.rules.dice_throne.content import Ability, Card, Use
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
    if not _open(b, seat, use.window):
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


def _open(b: Bench, seat: int, kind: str) -> bool:
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
        return b.phase in ROLL_PHASES and _open(b, seat, "hit")
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


# Cards


def check_card(b: Bench, seat: int, name: str) -> Card:
    card = b.library.cards.get((b.fighters[seat].hero, name))
    if card is None:
        raise refuse("dt.no.card", who=b.name(seat))
    reason = why_no_card(b, seat, card)
    if reason is not None:
        raise IllegalAction(reason)
    return card


def why_no_card(b: Bench, seat: int, card: Card) -> Line | None:
    fighter = b.fighters[seat]
    if not isinstance(b.stack[-1], Wait):
        return line("dt.no.finish_first")
    if not b.can_act(seat):
        return line("dt.no.cannot_act", who=b.name(seat))
    if not fighter.hand:
        return line("dt.no.hand", who=b.name(seat))
    if card.id in fighter.played and not card.many:
        return line("dt.no.played", who=b.name(seat))
    if fighter.cp < card.cost:  # must be able to pay in full (DT-14)
        return line("dt.no.cp", who=b.name(seat), n=card.cost)
    window = b.window()
    if card.timing == "main" and not (window in ("main1", "main2") and seat == b.active):  # DT-13
        return line("dt.no.main_card")
    if card.timing == "roll" and not in_roll_phase(b):  # DT-65
        return line("dt.no.roll_card")
    if card.modifier and not (window in OWN_ATTACK and enhanceable(b, seat)):  # DT-42
        return line("dt.no.modifier")
    if card.when and not _open(b, seat, card.when):
        return line("dt.no.not_now")
    if card.needs and not holds(b, card.needs, Context(seat, b.target, "card", line("dt.no.not_now"))):
        return line("dt.no.not_now")
    return _pointless(b, seat, card)


def _pointless(b: Bench, seat: int, card: Card) -> Line | None:
    """Cards that would find nothing to work on."""
    first = card.then[0]
    whose = alters_dice(card.then)
    if whose and not dice_of(b, whose, seat):
        return line("dt.no.no_dice")
    if isinstance(first, e.Prevent) and not any(damage.avoidable(b, other) for other in b.living()):
        return line("dt.no.no_damage")
    if isinstance(first, e.Attempts):
        window = b.window()
        if first.roll == "offence" and window not in ("attempts", "announced"):
            return line("dt.no.not_now")
        if first.roll == "defence" and window != "defended" and not duelling(b):
            return line("dt.no.not_now")
    return None


# Passing

ONE_BY_ONE = ("last", "hit")  # the attacker is asked first, then the defender, until both pass


def one_by_one(b: Bench, window: str) -> bool:
    return window in ONE_BY_ONE and b.rule("spend_order") == "in_turn"


def duelling(b: Bench) -> bool:
    """The dice of a defence in which both sides roll lie there."""
    return b.window() == "altered" and bool(b.defence) and b.pools[-1].purpose == "ability"


def anyone_can(b: Bench, frame: Wait) -> bool:
    """Is there anybody for whom this window must stay open?"""
    window = frame.window
    if window == "conclude":
        # other Attack Modifiers can wait until after the defence (DT-42): asking twice would be a nuisance
        found = usable(b, b.active, ("conclude", "attack"))
        uses = [uses_of(b, b.active, source)[i] for source, i in found]
        return any(use.window == "conclude" or use.early for use in uses)
    if window == "hit":
        return any(usable(b, seat, ("hit", "roll_hit")) for seat in b.living())
    if window == "answer":
        return bool(asked(b, frame))
    if window == "dealt":
        return any(_has_card(b, seat, lambda card: card.when == "dealt") for seat in b.living())
    if window == "altered" and b.phase not in ROLL_PHASES:
        # a die of Upkeep: few can change it, and asking in vain would be a nuisance
        return any(
            usable(b, seat, ("dice",)) or _has_card(b, seat, lambda card: bool(alters_dice(card.then)))
            for seat in b.living()
        )
    if window == "then":
        return any(usable(b, seat) or _has_card(b, seat, lambda card: not card.many) for seat in b.living())
    return any(can_use_window(b, seat) for seat in b.living())


def _has_card(b: Bench, seat: int, fits: Callable[[Card], bool]) -> bool:
    """May this player have such a card in hand, and play it now?"""
    cards = (*b.hero(seat).cards, *b.library.common.values())
    return any(fits(card) and why_no_card(b, seat, card) is None for card in cards)


def can_use_window(b: Bench, seat: int) -> bool:
    if not b.can_act(seat):
        return False
    if b.fighters[seat].hand:
        return True
    return bool(usable(b, seat, ("attack", "hit", "roll_hit", "attacked", "placed", "roll", "dice")))


def asked(b: Bench, frame: Wait) -> list[int]:
    """Who is asked in this window, the next one first."""
    if frame.window in ("main1", "main2", "attempts", "target", "discard", "conclude"):
        return [b.active]
    if frame.window == "defend":
        return [b.target]
    count = len(b.fighters)
    around = [(b.active + step) % count for step in range(count)]  # clockwise from the active player (DT-67)
    if frame.window == "answer":
        return [seat for seat in around if seat not in frame.passed and usable(b, seat)]
    if frame.window == "hit":
        return [seat for seat in around if seat not in frame.passed and usable(b, seat, ("hit", "roll_hit"))]
    return [seat for seat in around if seat not in frame.passed and can_use_window(b, seat)]
