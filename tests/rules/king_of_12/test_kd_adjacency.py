"""Which faces touch: the two printed tables, every die there can be, and learning one from its owner."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import IllegalAction
from companion.rules.king_of_12.adjacency import (
    FACES,
    PRESETS,
    TABLE_A,
    TABLE_B,
    UNKNOWN,
    Layout,
    every_way,
    known,
    learn,
    learned,
    next_pair,
    opposite,
    problem,
    touching,
)

QUICK = settings(max_examples=30, deadline=None)


def rows(pairs: frozenset[tuple[int, int]]) -> Layout:
    near: dict[int, set[int]] = {face: set() for face in FACES}
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    return tuple(tuple(sorted(near[face])) for face in FACES)


ALL = [rows(way) for way in every_way()]


def is_dodecahedron(layout: Layout) -> bool:
    """Said once more in plain words, apart from the code that is tested."""
    near = {face: set(row) for face, row in zip(FACES, layout, strict=True)}
    return (
        all(len(near[face]) == 5 for face in FACES)
        and all(face in near[other] for face in FACES for other in near[face])
        and all(13 - face not in near[face] for face in FACES)
        and all(near[13 - face] == {13 - other for other in near[face]} for face in FACES)
        and all(len(near[face] & near[other]) == 2 for face in FACES for other in near[face])
    )


def test_the_presets_and_every_other_die_are_true() -> None:
    assert len(set(ALL)) == 384  # 6! · 2⁶ ways to number the faces, 120 of them the same die each time
    assert all(is_dodecahedron(layout) for layout in ALL)
    assert TABLE_A in ALL
    assert TABLE_B in ALL
    assert all(problem(layout) is None and known(layout) for layout in PRESETS.values())


def test_rebels_and_sorcerer_reach_the_same_faces_in_either_order() -> None:
    for layout in ALL:
        for face in FACES:
            rebels_first = set(touching(layout, opposite(face)))
            sorcerer_first = {opposite(other) for other in touching(layout, face)}
            assert rebels_first == sorcerer_first


def test_an_unknown_die_may_turn_to_all_but_the_opposite() -> None:
    for face in FACES:
        assert set(touching(UNKNOWN, face)) == set(FACES) - {face, opposite(face)}
    assert problem(UNKNOWN) is None


@QUICK
@given(st.sampled_from(ALL), st.integers(0, 2**32))
def test_tipping_the_die_over_its_edges_teaches_it(layout: Layout, seed: int) -> None:
    chance = random.Random(seed)
    tops = [chance.randint(1, 12)]
    now = UNKNOWN
    for _ in range(30):
        tops.append(chance.choice(layout[tops[-1] - 1]))
        now = learn(now, *tops[-2:])
        for face in FACES:
            assert set(now[face - 1]) <= set(layout[face - 1])  # nothing is concluded that is not so
            assert set(layout[face - 1]) <= set(touching(now, face))  # nothing legal is refused
        assert problem(now) is None
    assert now == learned(pairwise(tops))
    if known(now):
        assert now == layout


@QUICK
@given(st.sampled_from(ALL))
def test_eight_looks_at_the_right_faces_are_enough(layout: Layout) -> None:
    now, looks = UNKNOWN, 0
    while (pair := next_pair(now)) is not None:
        a, b = pair
        now = learn(now, a, b if b in layout[a - 1] else opposite(b))  # one of the two touches
        looks += 1
    assert now == layout
    assert looks <= 9


def test_the_rest_follows_from_what_is_known() -> None:
    # the five around face 1, and how they lie in a ring, tell everything
    around = [(1, 2), (1, 4), (1, 5), (1, 6), (1, 10)]
    ring = [(2, 4), (4, 6), (6, 5), (5, 10)]
    assert known(learned(around + ring))
    assert learned(around + ring) == TABLE_A
    assert learned([(1, 2)])[11] == (11,)  # 12 and 11 lie opposite and touch, too


def changed(face: int, *row: int) -> Layout:
    return (*TABLE_A[: face - 1], row, *TABLE_A[face:])


@pytest.mark.parametrize(
    ("layout", "wrong"),
    [
        (TABLE_A[:11], "kd.layout.rows"),
        (changed(1, 2, 4, 5, 6, 13), "kd.layout.no_face"),
        (changed(1, 1, 4, 5, 6, 10), "kd.layout.itself"),
        (changed(1, 12, 4, 5, 6, 10), "kd.layout.opposite"),
        (changed(1, 2, 2, 5, 6, 10), "kd.layout.twice"),
        (changed(1, 2, 4, 5, 6, 10, 3), "kd.layout.too_many"),
        (changed(1, 3, 4, 5, 6, 10), "kd.layout.one_way"),
        (changed(1, 2, 4, 5, 6), None),  # one is missing yet: no mistake
        (((2, 11), *UNKNOWN[1:]), "kd.layout.contradicts"),
        (((2, 3, 4, 5, 6), *UNKNOWN[1:]), None),
    ],
)
def test_what_is_wrong_with_a_layout(layout: Layout, wrong: str | None) -> None:
    found = problem(layout)
    assert (found.id if found else None) == wrong


def test_a_table_that_only_looks_right() -> None:
    # swap 2 with 3 around the top only: each row is symmetric, but opposite rows no longer fit
    swapped = {2: 3, 3: 2}
    one_side = tuple(
        tuple(sorted(swapped.get(other, other) for other in TABLE_A[swapped.get(face, face) - 1]))
        for face in FACES
    )
    found = problem(one_side)
    assert found is not None
    assert found.id in ("kd.layout.not_mirrored", "kd.layout.opposite")


def test_a_pair_that_cannot_be_is_refused_with_the_reason() -> None:
    layout = learned([(1, 2)])
    for a, b, why in (
        (1, 11, "kd.layout.other_side"),
        (1, 12, "kd.layout.opposite"),
        (1, 1, "kd.layout.itself"),
        (0, 1, "kd.layout.no_face"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            learn(layout, a, b)
        assert refusal.value.line.id == why
    # 2, 3, 4 and 5 around 1: at most three of them follow each other so that 2 touches 3, 4 and 5
    full = learned([(1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4)])
    with pytest.raises(IllegalAction) as refusal:
        learn(full, 2, 5)
    assert refusal.value.line.id in ("kd.layout.other_side", "kd.layout.contradicts")
