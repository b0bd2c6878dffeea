"""The four boards that were checked against print, box by box: dice, damage, tokens."""

from __future__ import annotations

import pytest
from dt_table import Table

from companion.rules.dice_throne.content import library

N, U, P = "normal", "undefendable", "ultimate"
Row = tuple[str, int, int, tuple[int, ...], tuple[int, ...], int, str, dict[str, int], dict[str, int]]

# ability, level, tier, attack dice, dice the ability rolls, damage, type, tokens gained, tokens inflicted
BARBARIAN: list[Row] = [
    ("smack", 1, 0, (1, 1, 2, 4, 5), (), 4, N, {}, {}),
    ("smack", 1, 1, (1, 1, 2, 3, 5), (), 6, N, {}, {}),
    ("smack", 1, 2, (1, 1, 2, 3, 3), (), 8, N, {}, {}),
    ("smack", 2, 0, (1, 1, 2, 4, 5), (), 5, N, {}, {}),
    ("smack", 2, 1, (1, 1, 2, 3, 5), (), 7, N, {}, {}),
    ("smack", 3, 0, (1, 1, 2, 4, 5), (), 6, N, {}, {}),
    ("smack", 3, 1, (1, 1, 1, 1, 5), (), 8, U, {}, {}),
    ("smack", 3, 2, (1, 1, 2, 3, 3), (), 10, N, {}, {}),
    ("sturdy_blow", 1, 0, (1, 2, 6, 6, 4), (), 4, U, {}, {}),
    ("sturdy_blow", 2, 0, (1, 2, 6, 6, 4), (), 5, U, {}, {}),
    ("sturdy_blow", 3, 0, (1, 2, 6, 6, 4), (), 6, U, {}, {}),
    ("overpower", 1, 0, (1, 2, 3, 6, 6), (4, 5, 5), 14, N, {}, {"concussion": 1}),
    ("overpower", 1, 0, (1, 2, 3, 6, 6), (4, 5, 4), 13, N, {}, {}),
    ("overpower", 2, 0, (1, 2, 3, 6, 6), (4, 5, 1), 10, N, {}, {"concussion": 1}),
    ("overpower", 2, 1, (1, 2, 4, 5, 6), (), 2, U, {}, {}),  # War Cry
    ("mighty_blow", 1, 0, (1, 2, 3, 4, 6), (), 9, N, {}, {}),
    ("mighty_blow", 2, 0, (1, 2, 3, 4, 6), (), 8, U, {}, {}),
    ("crit_bash", 1, 0, (6, 6, 6, 6, 1), (), 5, U, {}, {"stun": 1}),
    ("crit_bash", 2, 0, (6, 6, 6, 1, 1), (), 2, U, {}, {"concussion": 1}),  # Crit Smash
    ("crit_bash", 2, 1, (6, 6, 6, 6, 1), (), 7, U, {}, {"stun": 1}),
    ("reckless", 1, 0, (1, 2, 3, 4, 5), (), 15, N, {}, {}),
    ("reckless", 2, 0, (2, 3, 4, 5, 6), (), 20, N, {}, {}),
    ("rage", 1, 0, (6, 6, 6, 6, 6), (), 15, P, {}, {"stun": 1}),
]
BLIND_ENTANGLE_TARGETED = {"blind": 1, "entangle": 1, "targeted": 1}
MOON_ELF: list[Row] = [
    ("longbow", 1, 0, (1, 1, 2, 4, 5), (), 3, N, {}, {}),
    ("longbow", 1, 1, (1, 1, 2, 3, 5), (), 5, N, {}, {}),
    ("longbow", 1, 2, (1, 1, 2, 3, 3), (), 7, N, {}, {}),
    ("longbow", 2, 1, (1, 1, 1, 1, 5), (), 6, N, {}, {"entangle": 1}),
    ("longbow", 2, 2, (1, 1, 2, 3, 3), (), 8, N, {}, {}),
    ("longbow", 3, 0, (1, 1, 1, 4, 5), (), 5, N, {}, {"entangle": 1}),
    ("demising_shot", 1, 0, (1, 2, 3, 6, 6), (), 4, N, {}, {"targeted": 1}),
    ("demising_shot", 2, 1, (1, 2, 3, 6, 6), (), 6, N, {}, {"targeted": 1}),
    ("covered_shot", 1, 0, (1, 2, 4, 4, 5), (), 7, N, {"evasive": 1}, {}),
    ("covered_shot", 2, 1, (1, 2, 4, 4, 5), (), 9, N, {"evasive": 1}, {}),
    ("exploding_arrow", 1, 0, (1, 6, 6, 6, 4), (1, 2, 4, 6, 6), 7, N, {}, {"blind": 1}),
    ("exploding_arrow", 2, 0, (1, 6, 6, 6, 4), (1, 2, 4, 6, 6), 8, N, {}, {"blind": 1}),
    ("exploding_arrow", 3, 0, (1, 6, 6, 6, 4), (1, 2, 4, 6, 6), 8, N, {}, {"blind": 1, "entangle": 1}),
    ("entangling_shot", 1, 0, (1, 2, 3, 4, 6), (), 7, N, {}, {"entangle": 1}),
    ("entangling_shot", 2, 0, (1, 2, 3, 4, 6), (), 9, N, {}, {"entangle": 1}),
    ("eclipse", 1, 0, (6, 6, 6, 6, 1), (), 7, N, {}, BLIND_ENTANGLE_TARGETED),
    ("eclipse", 2, 1, (6, 6, 6, 6, 1), (), 9, N, {}, BLIND_ENTANGLE_TARGETED),
    ("blinding_shot", 1, 0, (1, 2, 3, 4, 5), (), 8, N, {"evasive": 1}, {"blind": 1}),
    ("blinding_shot", 2, 1, (1, 2, 3, 4, 5), (), 10, N, {"evasive": 1}, {"blind": 1}),
    ("lunar_eclipse", 1, 0, (6, 6, 6, 6, 6), (), 12, P, {"evasive": 1}, BLIND_ENTANGLE_TARGETED),
]
RELOAD = {"reload": 1}  # Quick Draw at the first Upkeep
GUNSLINGER: list[Row] = [
    ("revolver", 1, 0, (1, 1, 2, 4, 5), (), 3, N, RELOAD, {}),
    ("revolver", 1, 1, (1, 1, 2, 3, 5), (), 4, N, RELOAD, {}),
    ("revolver", 1, 2, (1, 1, 2, 3, 3), (), 5, N, RELOAD, {}),
    ("bounty_hunter", 1, 0, (1, 2, 6, 6, 4), (), 1, U, RELOAD, {"bounty": 1}),
    ("take_cover", 1, 0, (1, 2, 4, 4, 5), (), 5, N, RELOAD | {"evasive": 1}, {}),
    ("deadeye", 1, 0, (6, 6, 6, 6, 1), (), 6, U, RELOAD, {"knockdown": 1}),
    ("fan_the_hammer", 1, 0, (1, 2, 3, 4, 5), (), 7, N, RELOAD | {"evasive": 2}, {}),
    (
        *("fill_em_with_lead", 1, 0, (6, 6, 6, 6, 6), (), 10, P),
        RELOAD | {"evasive": 1},
        {"bounty": 1, "knockdown": 1},
    ),
]
PYROMANCER: list[Row] = [
    ("fireball", 1, 0, (1, 1, 2, 4, 5), (), 4, N, {"fire_mastery": 1}, {}),
    ("fireball", 1, 1, (1, 1, 2, 3, 5), (), 6, N, {"fire_mastery": 1}, {}),
    ("fireball", 1, 2, (1, 1, 2, 3, 3), (), 8, N, {"fire_mastery": 1}, {}),
    ("pyroblast", 1, 0, (1, 2, 3, 6, 4), (1,), 9, N, {}, {}),
    ("pyroblast", 1, 0, (1, 2, 3, 6, 4), (4,), 6, N, {}, {"burn": 1}),
    ("pyroblast", 1, 0, (1, 2, 3, 6, 4), (5,), 6, N, {"fire_mastery": 2}, {}),
    ("pyroblast", 1, 0, (1, 2, 3, 6, 4), (6,), 6, N, {}, {"knockdown": 1}),
    ("hot_streak", 1, 0, (1, 2, 3, 4, 6), (), 7, N, {"fire_mastery": 2}, {}),
    ("meteorite", 1, 0, (6, 6, 6, 6, 1), (), 2, U, {"fire_mastery": 2}, {"stun": 1}),
    ("ignite", 1, 0, (1, 2, 3, 4, 5), (), 8, N, {"fire_mastery": 2}, {}),
    ("scorch_the_earth", 1, 0, (6, 6, 6, 6, 6), (), 12, P, {"fire_mastery": 3}, {"knockdown": 1, "burn": 1}),
]
BOARDS = [
    (hero, *row)
    for hero, rows in (
        ("barbarian", BARBARIAN),
        ("moon_elf", MOON_ELF),
        ("gunslinger", GUNSLINGER),
        ("pyromancer", PYROMANCER),
    )
    for row in rows
]


@pytest.mark.parametrize(
    ("hero", "ability", "level", "tier", "dice", "rolled", "damage", "kind", "gained", "inflicted"),
    BOARDS,
    ids=[f"{row[0]}-{row[1]}-{row[2]}-{row[3]}" for row in BOARDS],
)
def test_a_printed_box(
    hero: str,
    ability: str,
    level: int,
    tier: int,
    dice: tuple[int, ...],
    rolled: tuple[int, ...],
    damage: int,
    kind: str,
    gained: dict[str, int],
    inflicted: dict[str, int],
) -> None:
    t = Table(hero, "barbarian").put(0, levels={ability: level})
    t.go().roll(*dice).announce(ability, tier).until_not("announced", "then")
    if rolled:
        t.roll(*rolled)
    while t.window in ("altered", "then", "conclude"):
        t.go()
    assert (t.bill.packet.base, t.bill.packet.type) == (damage, kind)
    assert dict(t.state.fighters[0].tokens) == gained
    assert dict(t.state.fighters[1].tokens) == inflicted


def test_boxes_without_an_attack() -> None:
    t = Table("barbarian", "barbarian").put(0, health=30)
    t.attack("fortitude", 4, 4, 5, 1, 1).until("main2")
    assert t.health(0) == 34
    t = Table("barbarian", "barbarian").put(0, health=30)
    t.attack("fortitude", 4, 4, 5, 5, 1, tier=1).until("main2")
    assert t.health(0) == 35
    t = Table("barbarian", "barbarian").put(0, health=30, levels={"fortitude": 2}, tokens={"burn": 1})
    t.attack("fortitude", 4, 4, 4, 1, 2).choose("yes").until("main2")
    assert (t.health(0), t.tokens(0, "burn")) == (35, 0)
    t = Table("pyromancer", "barbarian").attack("burning_soul", 5, 5, 5, 1, 4).until("main2")
    assert (t.tokens(0, "fire_mastery"), t.health(1)) == (5, 47)  # 6 gained, 5 placed
    t = Table("moon_elf", "barbarian").put(0, levels={"blinding_shot": 2})
    t.attack("blinding_shot", 1, 4, 4, 6, 1, tier=0).until("main2")  # Lunar Blessing
    assert (t.tokens(0, "evasive"), t.tokens(1, "entangle"), t.health(1)) == (3, 1, 50)
    t = Table("moon_elf", "barbarian").put(1, cp=5)
    t.attack("exploding_arrow", 1, 6, 6, 6, 4).roll(1, 1, 6, 6, 6).until("defend")
    assert t.cp(1) == 2  # 1 CP for each Moon


def test_the_defences_of_the_printed_boards() -> None:
    t = Table("barbarian", "pyromancer").attack("smack", 1, 1, 2, 4, 5).until("defend")
    t.roll(1, 2, 5, 5, 6).until("main2")
    assert (t.health(0), t.tokens(1, "fire_mastery")) == (48, 2)
    t = Table("barbarian", "barbarian").put(1, levels={"thick_skin": 2}, health=30)
    t.attack("overpower", 1, 2, 3, 6, 6).roll(4, 5, 5).until("defend").roll(4, 4, 1, 1).until_not("defended")
    assert t.question == ("status:concussion", "no")
    t.choose("status:concussion").until("main2")
    assert (t.tokens(1, "concussion"), t.health(1)) == (0, 30 - 14 + 4)
    t = Table("barbarian", "moon_elf").put(1, levels={"missed_me": 2})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(1, 2, 3, 4, 4).until("main2")
    assert (t.health(0), t.health(1)) == (47, 48)


def test_no_printed_box_is_forgotten() -> None:
    """Every box of the four boards whose numbers are sure stands in a row above, or among these."""
    elsewhere = {
        *(("barbarian", "fortitude", level, tier) for level in (1, 2) for tier in (0, 1, 2)),
        *(("barbarian", "smack", 2, 2), ("barbarian", "smack", 3, 2)),  # G28
        *(("moon_elf", "demising_shot", 2, 0), ("moon_elf", "covered_shot", 2, 0)),
        *(("moon_elf", "eclipse", 2, 0), ("moon_elf", "blinding_shot", 2, 0)),
        *(("moon_elf", "longbow", level, tier) for level in (2, 3) for tier in (0, 1, 2)),
        ("gunslinger", "showdown", 1, 0),  # G26
        *(("pyromancer", "burning_soul", 1, 0), ("pyromancer", "combustion", 1, 0)),  # G27
        ("pyromancer", "combustion", 2, 0),
    }
    covered = {tuple(row[:4]) for row in BOARDS} | elsewhere
    for hero in ("barbarian", "moon_elf", "gunslinger", "pyromancer"):
        for ability in library().heroes[hero].abilities:
            for number, level in enumerate(ability.levels, start=1):
                for i, tier in enumerate(level.tiers):
                    if not tier.provisional:
                        assert (hero, ability.id, number, i) in covered, f"{hero} {ability.id} {number} {i}"


@pytest.mark.parametrize(
    ("level", "damage"), [(2, (4, 6, 8)), (3, (5, 7, 9))], ids=["longbow-2", "longbow-3"]
)
def test_longbow(level: int, damage: tuple[int, ...]) -> None:
    for tier, dealt in enumerate(damage):
        t = Table("moon_elf", "barbarian").put(0, levels={"longbow": level})
        t.attack("longbow", *(1, 1, 2, 2, 3)[: 3 + tier], *(4, 5)[: 2 - tier], tier=tier).until("defend")
        assert (t.bill.packet.base, t.tokens(1, "entangle")) == (dealt, 0)


@pytest.mark.parametrize(
    ("level", "healed"), [(1, (4, 5, 6)), (2, (5, 6, 7))], ids=["fortitude-1", "fortitude-2"]
)
def test_fortitude(level: int, healed: tuple[int, ...]) -> None:
    for tier, n in enumerate(healed):
        t = Table("barbarian", "barbarian").put(0, health=30, levels={"fortitude": level})
        t.attack("fortitude", *(4, 4, 5, 5, 4)[: 3 + tier], *(1, 2)[: 2 - tier], tier=tier)
        while t.question:
            t.choose("no")
        assert t.until("main2").health(0) == 30 + n


def test_branches_of_the_printed_upgrades() -> None:
    t = Table("moon_elf", "barbarian").put(0, levels={"demising_shot": 2})
    t.attack("demising_shot", 1, 2, 6, 4, 4, tier=0).until("main2")  # Focus
    assert (t.tokens(1, "targeted"), t.tokens(1, "entangle"), t.health(1)) == (1, 1, 50)
    t = Table("moon_elf", "barbarian").put(0, levels={"covered_shot": 2})
    t.attack("covered_shot", 4, 4, 5, 1, 6, tier=0).choose("seat:1").until("main2")  # Evasive Action
    assert (t.tokens(1, "evasive"), t.health(1)) == (1, 48)
    t = Table("moon_elf", "barbarian").put(0, levels={"eclipse": 2})
    t.attack("eclipse", 6, 6, 6, 1, 4, tier=0).until("main2")  # Moon Shadow
    assert dict(t.state.fighters[1].tokens) == BLIND_ENTANGLE_TARGETED
    assert (t.tokens(0, "evasive"), t.health(1)) == (1, 50)
    t = Table("pyromancer", "barbarian").put(0, levels={"combustion": 2}, tokens={"fire_mastery": 3})
    t.attack("combustion", 1, 4, 5, 6, 1).choose("4").until_not("then").until("last")
    assert (t.bill.packet.base, t.bill.packet.type) == (16, U)
    t = Table("barbarian", "barbarian").put(0, health=30, levels={"overpower": 2})
    t.attack("overpower", 1, 2, 4, 5, 6, tier=1).until("main2")  # War Cry
    assert (t.health(0), t.health(1)) == (32, 48)


def test_the_costs_of_the_printed_upgrades() -> None:
    def costs(hero: str) -> dict[str, list[int]]:
        known = {
            ability.id: [level.cost for level in ability.levels[1:]]
            for ability in library().heroes[hero].abilities
        }
        return {ability: cost for ability, cost in known.items() if cost}

    assert costs("barbarian") == {
        **{"smack": [2, 3], "sturdy_blow": [1, 2], "fortitude": [2], "overpower": [2], "mighty_blow": [2]},
        **{"crit_bash": [2], "reckless": [2], "thick_skin": [3]},
    }
    assert costs("moon_elf") == {
        **{"longbow": [2, 3], "demising_shot": [2], "covered_shot": [2], "exploding_arrow": [2, 3]},
        **{"entangling_shot": [2], "eclipse": [2], "blinding_shot": [2], "missed_me": [3]},
    }
