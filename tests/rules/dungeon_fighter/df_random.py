"""Random legal play: a source of choices plays a whole adventure and checks what must always hold."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.core import Adjust, Seat, TableDie
from companion.rules.dungeon_fighter import GAME, look, target
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import WHITE_DICE, Bench
from companion.rules.dungeon_fighter.cards import (
    ABILITIES,
    ATTACKS,
    COLOURS,
    ITEM_EFFECTS,
    ITEM_KINDS,
    NEEDS_NUMBER,
    Ability,
    Board,
    Hero,
    Item,
    Monster,
    Room,
)
from companion.rules.dungeon_fighter.state import DungeonFighterState, Setup
from companion.rules.errors import UnexpectedRoll

Pick = Callable[[int], int]  # a number from 0 to n − 1


def any_hero(pick: Pick, n: int) -> Hero:
    abilities = {}
    for colour in COLOURS:
        kind = (*ABILITIES, "unknown")[pick(len(ABILITIES) + 1)]
        enemy = ("", "orc", "goblin")[pick(3)] if kind == "sworn_enemy" else ""
        abilities[colour] = Ability(kind, 1 + pick(4) if kind in NEEDS_NUMBER else 0, enemy)  # type: ignore[arg-type]
    slots = (None, 0, 1, 2)
    return Hero(
        id=f"hero_{n}",
        name=f"Hero {n}",
        weapons=slots[pick(4)],
        armour=slots[pick(4)],
        items=slots[pick(4)],
        **abilities,
    )


def _attacks(pick: Pick) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ATTACKS[pick(len(ATTACKS))] for _ in range(max(0, pick(4) - 1))))


def any_monster(pick: Pick, boss: bool, level: int) -> Monster:
    return Monster(
        id=f"monster_{pick(99)}",
        name=("", "Somebody", "Something")[pick(3)],
        boss=boss,
        level=0 if boss or pick(2) else level,
        type=("", "orc", "goblin")[pick(3)],
        hp=None if pick(4) == 0 else 1 + pick(9),
        damage=None if pick(8) == 0 else pick((2, 4)[pick(2)]),
        gold=None if pick(4) == 0 else pick(3),
        attacks=_attacks(pick),  # type: ignore[arg-type]
        small_target=pick(4) == 0,
        critical_miss=pick(4) == 0,
        discard_on_miss=pick(4) == 0,
        gold_on_miss=max(0, pick(4) - 2),
        heals_on_miss=max(0, pick(4) - 2),
        bans=tuple(colour for colour in COLOURS if pick(6) == 0),
    )


def any_item(pick: Pick) -> Item:
    kind = ITEM_KINDS[pick(3)]
    id = f"item_{pick(30)}"
    if kind == "weapon":
        attacks = (ATTACKS[pick(len(ATTACKS))],)
        return Item(id=id, name=id, kind=kind, cost=pick(5), attacks=attacks, bonus=1 + pick(4))
    effect = ITEM_EFFECTS[pick(len(ITEM_EFFECTS))]
    return Item(id=id, name=id, kind=kind, cost=pick(5), effect=effect, n=1 + pick(3), once=pick(2) == 0)


def any_room(pick: Pick, id: str, leads: tuple[str, ...] = ()) -> Room:
    kind = ("plain", "shop", "fountain", "treasure")[pick(4)]
    reward = pick(3) if kind == "treasure" else 0
    attacks = _attacks(pick)
    return Room(id=id, name=id, kind=kind, attacks=attacks, gold=reward, equipment=reward, leads=leads)  # type: ignore[arg-type]


def any_boards(pick: Pick) -> tuple[Board, ...]:
    """Each with a fork: a leads to b or c, both to d."""
    boards = []
    for level in range(3):
        ways = {"a": ("b", "c"), "b": ("d",), "c": ("d",), "d": ()}
        rooms = tuple(any_room(pick, id, leads) for id, leads in ways.items())
        boards.append(Board(id=f"board_{level}", name=f"Board {level}", boss=level == 2, rooms=rooms))
    return tuple(boards)


def any_setup(pick: Pick) -> Setup:
    count = 1 + pick(6)
    rules = {}
    for rule in GAME.house_rules:
        if pick(4) == 0:
            rules[rule.name] = rule.choices[pick(len(rule.choices))]
    return Setup(
        tuple(Seat(f"P{n}") for n in range(count)),
        tuple(any_hero(pick, n) for n in range(count)),
        symbol_faces=1 + pick(3),
        difficulty=("easy", "normal", "hell")[pick(3)],
        leader=pick(count),
        boards=any_boards(pick) if pick(2) else (),
        rules=rules,
    )


def camera(state: DungeonFighterState, pick: Pick) -> tuple[TableDie, ...]:
    """A throw as a camera could see it; now and then a wrong one."""
    colour = (*COLOURS, "white")[pick(4)]
    if state.fight is not None and pick(10):
        usable = target.usable(Bench(state))
        colour = usable[pick(len(usable))] if usable else colour
    rest = ("", "1", "2", "3", "4", "10", "10", "3/2", "4/10", "hole", "off", "joint")[pick(12)]
    kind = f"dungeon_fighter.{colour}" if pick(10) else "d6"
    lying = [TableDie(n, "dungeon_fighter.red", "blank", False) for n in range(pick(3))]
    return (*lying, TableDie(9, kind, ("eye", "blank")[pick(2)], pick(20) > 0, (1.0, 2.0), rest))


def any_action(state: DungeonFighterState, pick: Pick) -> a.AnyAction:
    """Mostly what brings the adventure on; sometimes what a screen could make up, or a correction."""
    legal = GAME.legal_actions(state)
    chance = pick(60)
    if chance == 0:
        counters = GAME.counters(state)
        counter = counters[pick(len(counters))]
        if counter.name != "monster_hp" or pick(4) == 0:
            return Adjust(counter.seat, counter.name, pick(5) - 2)
    if state.stage == "fight" and state.ask is None and chance < 12:
        made = _made_up(state, pick)
        if made is not None:
            return made
    if state.stage == "encounter" and state.ask is None and pick(3):
        return a.Meet(any_monster(pick, state.boss, _level(state)))
    if state.stage == "cleanup" and state.ask is None:
        if any(isinstance(action, a.Gain) for action in legal) and pick(2):
            return a.Gain(any_item(pick))
        if any(isinstance(action, a.Buy) for action in legal) and pick(2):
            wished = any_item(pick)
            if (wished.cost or 0) <= state.gold:
                return a.Buy(wished)
        if a.Onward() in legal and pick(2):
            return a.Onward()
    further = [action for action in legal if isinstance(action, a.Descend | a.FaceBoss)]
    if further and pick(3) == 0:
        return further[0]
    likely = [action for action in legal if not isinstance(action, a.Mark | a.Give | a.Drop | a.Retreat)]
    if likely and pick(12):
        if isinstance(likely[0], a.Confirm) and pick(2):
            return likely[0]
        return likely[pick(len(likely))]
    return legal[pick(len(legal))]


def _made_up(state: DungeonFighterState, pick: Pick) -> a.AnyAction | None:
    """What a screen of its own can send: a whole throw, a card or a sheet typed anew."""
    fight = state.fight
    assert fight is not None
    what = pick(8)
    if what == 0:
        card = any_monster(pick, state.boss, fight.monster.level)
        return a.Retype(card) if not card.missing else None
    if what == 1:
        return a.Sheet(pick(len(state.party)), any_hero(pick, 9))
    usable = target.usable(Bench(state))
    if not usable:
        return None
    owned = state.party[fight.turn].items
    weapons = tuple(item.id for item in owned if item.kind == "weapon" and pick(2))
    rest = ("1", "2", "3", "4", "10", "10", "hole", "off", "joint")[pick(9)]
    die = usable[pick(len(usable))]
    return a.Throw(
        fight.turn, die, rest, "", pick(2) == 0, pick(8) > 0, pick(6) > 0, () if fight.thrown else weapons
    )


def _level(state: DungeonFighterState) -> int:
    from companion.rules.dungeon_fighter.journey import drawn_level

    return drawn_level(Bench(state))


def check(state: DungeonFighterState) -> None:
    """What holds in every state."""
    whites = state.fight.whites if state.fight is not None else 0
    assert 0 <= state.white <= WHITE_DICE - whites, "white dice are neither lost nor made"
    assert state.gold >= 0
    assert min(state.tower) >= 0
    for fellow in state.party:
        assert 0 <= fellow.health <= fellow.most_health
        assert len(set(fellow.scars)) == len(fellow.scars)
        assert fellow.out or fellow.fainted == (fellow.health == 0)
    ids = [item.id for fellow in state.party for item in fellow.items]
    assert len(set(ids)) == len(ids), "every item card is somewhere once"
    over = GAME.outcome(state)
    assert (over is not None) == (state.stage in ("won", "lost"))
    waiting, legal = GAME.waits_for(state), GAME.legal_actions(state)
    assert bool(waiting.seats) == bool(legal) == (over is None)
    if over is not None:
        return
    assert not state.party[state.leader].out
    if state.stage == "fight":
        _check_fight(state)
    else:
        assert state.fight is None or state.stage == "encounter"
    assert (state.item is not None) == (state.ask is not None and state.ask.what in ("cost", "owner"))
    for counter in GAME.counters(state):
        assert counter.low <= counter.value <= counter.high, counter


def _check_fight(state: DungeonFighterState) -> None:
    fight = state.fight
    assert fight is not None
    assert fight.hp > 0
    assert fight.monster.missing == ""
    assert len(set(fight.used)) == len(fight.used)
    if fight.thrown is None:
        assert state.ask is None
        assert fight.steps == ()
        last = state.rules.get("fainted_by_recovery") == "throws_first"
        assert state.party[fight.turn].fights or last
    else:
        assert state.ask is not None or fight.thrown.again
    asked = {attack for demand in look.demands(state) for attack in (demand.attack,)}
    assert asked >= set(fight.active.attacks)
    assert asked >= set(state.room.attacks if state.room is not None else ())


def play(setup: Setup, pick: Pick, most: int) -> tuple[DungeonFighterState, list[a.AnyAction]]:
    """An adventure to its end, or as far as `most` actions."""
    state = GAME.setup(setup)
    done: list[a.AnyAction] = []
    while GAME.outcome(state) is None and len(done) < most:
        action = _seen(state, pick) or any_action(state, pick)
        before = GAME.encode_state(state) if pick(20) == 0 else None
        result = GAME.resolve(state, action)
        assert before is None or GAME.encode_state(state) == before  # frozen all the way down
        GAME.label(state, action)
        state = result.state
        check(state)
        done.append(action)
    return state, done


def _seen(state: DungeonFighterState, pick: Pick) -> a.AnyAction | None:
    """Half of the throws are seen by the camera first."""
    if state.stage != "fight" or (state.fight and state.fight.draft.seen) or pick(2):
        return None
    try:
        return GAME.action_of_roll(state, camera(state, pick))
    except UnexpectedRoll:
        return None
