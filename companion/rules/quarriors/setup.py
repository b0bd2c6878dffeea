"""Setting the table (QR-1 to QR-4): the Wilds, the bags, and who begins."""

from __future__ import annotations

from companion.rules.errors import IllegalAction
from companion.rules.quarriors import flow
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import CREATURE_CARDS, SPELL_CARDS, library
from companion.rules.quarriors.houserules import HOUSE_RULES
from companion.rules.quarriors.state import Go, Player, QuarriorsState, Setup, Wait
from companion.rules.text import Line, line

TARGETS = {2: 20, 3: 15, 4: 12}  # glory to win, by the number of players
BASICS = ("basic_quiddity", "assistant", "portal")
IN_BAG = {"basic_quiddity": 8, "assistant": 4}  # QR-4
ON_CARD = {"basic_quiddity": 0, "assistant": 2, "portal": 5}  # QR-1
DICE_ON_CARD = 5  # QR-3


def first_state(setup: Setup) -> QuarriorsState:
    problem = _problem(setup)
    if problem is not None:
        raise IllegalAction(problem)
    kinds = tuple(class_ for class_, die in library().dice.items() for _ in range(die.count))
    box = {class_: [die for die, kind in enumerate(kinds) if kind == class_] for class_ in library().dice}
    players = []
    for _ in setup.seats:
        bag = tuple(box[class_].pop(0) for class_, n in IN_BAG.items() for _ in range(n))
        players.append(Player(bag=bag))
    wilds = {class_: tuple(box[class_].pop(0) for _ in range(ON_CARD[class_])) for class_ in BASICS}
    b = Bench(
        QuarriorsState(
            setup.seats,
            dict(setup.rules),
            TARGETS[len(setup.seats)],
            kinds,
            {class_: class_ for class_ in BASICS},
            wilds,
            tuple(die for dice in box.values() for die in dice),
            tuple(players),
            (Go("begin"), Wait("deal", setup.first)),
            setup.first,
        )
    )
    for card in library().deal(setup.wilds):
        reveal(b, card)
    begin(b)
    flow.run(b)
    return b.freeze()


def _problem(setup: Setup) -> Line | None:
    if len(setup.seats) not in TARGETS:
        return line("qr.setup.seats", got=len(setup.seats))
    if not 0 <= setup.first < len(setup.seats):
        return line("qr.setup.first", n=len(setup.seats))
    for card in setup.wilds:
        if card not in library().cards or library().sort(card) == "basic":
            return line("qr.setup.card", got=card)
    if setup.wilds and len(library().deal(setup.wilds)) < CREATURE_CARDS + SPELL_CARDS:
        return line("qr.setup.wilds", creatures=CREATURE_CARDS, spells=SPELL_CARDS)
    known = {rule.name: rule.choices for rule in HOUSE_RULES}
    for name, value in setup.rules.items():
        if name not in known or value not in known[name]:
            return line("qr.setup.rule", name=name, got=str(value))
    return None


def reveal(b: Bench, card: str) -> None:
    """A card with five dice on it; or back to the box, where its class lies in the Wilds already (QR-2)."""
    class_ = b.library.cards[card].class_
    if class_ in b.cards:
        b.say("qr.back_to_box", card=b.library.card_line(card))
        return
    dice = tuple(die for die in b.box if b.kinds[die] == class_)[:DICE_ON_CARD]
    b.box = tuple(die for die in b.box if die not in dice)
    b.cards = {**b.cards, class_: card}
    b.wilds[class_] = dice
    b.say("qr.revealed", card=b.library.card_line(card))


def begin(b: Bench) -> None:
    """When all cards lie there, the first turn begins."""
    if len(b.cards) == len(BASICS) + CREATURE_CARDS + SPELL_CARDS:
        b.stack.pop()
