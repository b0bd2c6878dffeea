"""Random legal play: a source of choices plays a whole game and checks what must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.rules.core import Adjust, Seat, TableDie
from companion.rules.quarriors import GAME, rolls, strength
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import KIND, library
from companion.rules.quarriors.state import QuarriorsState, Setup, Want

Pick = Callable[[int], int]  # a number from 0 to n − 1
DICE = 130
WILDS = ("wilds", "box")


def shuffled(pick: Pick, cards: tuple[str, ...]) -> list[str]:
    left = list(cards)
    return [left.pop(pick(len(left))) for _ in range(len(left))]


def any_setup(pick: Pick) -> Setup:
    count = 2 + pick(3)
    deck = shuffled(pick, library().deck("creature")) + shuffled(pick, library().deck("spell"))
    rules = {}
    for rule in GAME.house_rules:
        if pick(5) == 0:
            rules[rule.name] = rule.choices[pick(len(rule.choices))]
    seats = tuple(Seat(f"P{i}") for i in range(count))
    return Setup(seats, tuple(deck) if pick(8) else (), pick(count), rules)


def zones(state: QuarriorsState) -> dict[str, list[int]]:
    """Every zone there is, and the dice in it."""
    found = {"box": list(state.box)}
    for class_, dice in state.wilds.items():
        found[f"wilds {class_}"] = list(dice)
    for seat, player in enumerate(state.players):
        found[f"bag {seat}"] = list(player.bag)
        found[f"pool {seat}"] = [lying.die for lying in player.pool]
        found[f"used {seat}"] = list(player.used)
        found[f"aside {seat}"] = list(player.aside)
        spells = [spell.die for spell in player.spells]
        attached = [spell.die for creature in player.ready for spell in creature.spells]
        found[f"ready {seat}"] = [creature.die for creature in player.ready] + spells + attached
    return found


def check(state: QuarriorsState) -> None:
    """What holds in every state."""
    everywhere = [die for dice in zones(state).values() for die in dice]
    assert sorted(everywhere) == list(range(DICE)), "a die was lost, made, or lies in two zones"
    assert Counter(state.kinds) == Counter({c: die.count for c, die in library().dice.items()})
    assert 0 <= state.reserved <= state.pot
    assert state.captures >= 0
    for class_, dice in state.wilds.items():
        assert all(state.kinds[die] == class_ for die in dice)
    for player in state.players:
        for creature in player.ready:
            die = library().dice[state.kinds[creature.die]]
            assert creature.face in die.faces
            assert Bench(state).face(creature).creature
        for spell in player.spells:
            assert Bench(state).face(spell).spell
    waits = GAME.waits_for(state)
    if GAME.outcome(state) is not None:
        assert GAME.legal_actions(state) == ()
        assert waits.seats == ()
        return
    assert GAME.legal_actions(state), "nobody can do anything"
    assert waits.seats
    b = Bench(state)
    for seat, player in enumerate(state.players):
        assert not any(strength.melts(b, seat, creature) for creature in player.ready)
    want = rolls.wanted(b)
    if want is not None:
        names = {kind.name for kind in GAME.die_kinds(state)}
        assert {KIND + state.kinds[die] for die in want.must} <= names
        assert rolls.count(want) > len(want.shown)


def thrown(state: QuarriorsState, want: Want, pick: Pick, honest: bool = True) -> tuple[TableDie, ...]:
    """The dice as an honest camera sees them; or with a die too many, too few, or wrong."""
    bag = list(state.players[want.seat].bag)
    drawn = [bag.pop(pick(len(bag))) for _ in range(want.draw)]
    kinds = [state.kinds[die] for die in (*want.must, *drawn)]
    if not honest:
        what = pick(3)
        if what == 0 and len(kinds) > 1:
            kinds.pop(pick(len(kinds)))
        elif what == 1:
            kinds.append(tuple(library().dice)[pick(18)])
        else:
            kinds[pick(len(kinds))] = tuple(library().dice)[pick(18)]
    dice = []
    for number, class_ in enumerate(kinds):
        faces = library().dice[class_].faces
        dice.append(TableDie(number, KIND + class_, faces[pick(6)], True))
    beside = (TableDie(99, KIND + "portal", "d1", False),) if pick(6) == 0 else ()
    return (*dice, *beside)


def any_action(state: QuarriorsState, pick: Pick, corrections: bool = True) -> a.AnyAction:
    if corrections and state.turn and pick(60) == 0:
        if pick(2):
            return any_put(state, pick)
        counters = [c for c in GAME.counters(state) if c.name != "glory"]
        counter = counters[pick(len(counters))]
        return Adjust(counter.seat, counter.name, pick(5) - 2)
    want = rolls.wanted(Bench(state))
    if want is not None and not want.odd and not want.shown and pick(4):
        action = GAME.action_of_roll(state, thrown(state, want, pick, pick(8) > 0))
        assert action is not None
        return action
    legal = GAME.legal_actions(state)
    return legal[pick(len(legal))]


def any_put(state: QuarriorsState, pick: Pick) -> a.Put:
    """A die somewhere goes somewhere else."""
    seats = range(len(state.players))
    while True:
        name, dice = list(zones(state).items())[pick(len(zones(state)))]
        zone, _, where = name.partition(" ")
        loose = dice
        if zone == "ready":
            player = state.players[int(where)]
            loose = [c.die for c in player.ready] + [s.die for s in player.spells]
        if not loose:
            continue
        die = loose[pick(len(loose))]
        class_ = state.kinds[die]
        of = zone if zone in WILDS else f"{zone}:{where}"
        to = ("bag", "pool", "used", "aside", "ready")[pick(5)] + f":{pick(len(seats))}"
        if pick(4) == 0:
            to = WILDS[pick(2)]
        if class_ not in state.cards:
            continue
        faces = library().dice[class_].faces
        if to.startswith("ready"):
            faces = tuple(face for face in faces if "/" in face or face.startswith("s"))
            if not faces:
                continue
        return a.Put(class_, of, to, faces[pick(len(faces))])


def play(
    setup: Setup, pick: Pick, most: int, corrections: bool = True
) -> tuple[QuarriorsState, list[a.AnyAction]]:
    """A game to its end, or as far as `most` actions."""
    state = GAME.setup(setup)
    check(state)
    done: list[a.AnyAction] = []
    while GAME.outcome(state) is None and len(done) < most:
        action = any_action(state, pick, corrections)
        before = GAME.encode_state(state) if pick(30) == 0 else None
        GAME.label(state, action)
        result = GAME.resolve(state, action)
        assert before is None or GAME.encode_state(state) == before  # frozen all the way down
        for old, new in zip(state.players, result.state.players, strict=True):
            assert new.glory >= old.glory, "glory never falls"
        state = result.state
        check(state)
        done.append(action)
    return state, done
