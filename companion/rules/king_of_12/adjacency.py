"""Which faces of a d12 touch. No rulebook prints it and dice differ, so an owner can teach it.

Opposite faces add up to 13, and of any two other opposite faces a face touches exactly one. That leaves 384
ways to number the die, and every pair of faces that was seen to touch rules out many of them: what is common
to the ways that are left is known, also of faces that nobody has looked at.

    layout = learned(pairwise([1, 2, 7, 8]))     the die was tipped from 1 over 2 and 7 to 8
    touching(layout, 8)                          five faces; more while the die is not wholly known
    problem(layout)                              what is wrong with it, in words, or None
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import permutations, product

from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line

FACES = range(1, 13)
NEIGHBOURS = 5
SHARED = 2  # faces that touch have two more that touch both

Layout = tuple[tuple[int, ...], ...]  # row n − 1: the faces known to touch face n
Pair = tuple[int, int]

UNKNOWN: Layout = ((),) * 12
TABLE_A: Layout = (
    (2, 4, 5, 6, 10),
    (1, 4, 7, 8, 10),
    (4, 6, 8, 11, 12),
    (1, 2, 3, 6, 8),
    (1, 6, 9, 10, 11),
    (1, 3, 4, 5, 11),
    (2, 8, 9, 10, 12),
    (2, 3, 4, 7, 12),
    (5, 7, 10, 11, 12),
    (1, 2, 5, 7, 9),
    (3, 5, 6, 9, 12),
    (3, 7, 8, 9, 11),
)
TABLE_B: Layout = (
    (5, 6, 9, 10, 11),
    (4, 6, 8, 10, 12),
    (4, 5, 7, 11, 12),
    (2, 3, 5, 6, 12),
    (1, 3, 4, 6, 11),
    (1, 2, 4, 5, 10),
    (3, 8, 9, 11, 12),
    (2, 7, 9, 10, 12),
    (1, 7, 8, 10, 11),
    (1, 2, 6, 8, 9),
    (1, 3, 5, 7, 9),
    (2, 3, 4, 7, 8),
)
PRESETS = {"a": TABLE_A, "b": TABLE_B}


def as_text(layout: Layout) -> str:
    """For a settings file: "" for a die that nothing is known of, a preset's name, or twelve rows."""
    names = {"": UNKNOWN, **PRESETS}
    known_as = [name for name, preset in names.items() if preset == layout]
    return known_as[0] if known_as else ";".join(" ".join(str(face) for face in row) for row in layout)


def from_text(text: str) -> Layout:
    """What `as_text` wrote; a text that is no die is a die that nothing is known of."""
    if text in PRESETS:
        return PRESETS[text]
    try:
        layout = tuple(tuple(int(face) for face in row.split()) for row in text.split(";"))
    except ValueError:
        return UNKNOWN
    return layout if problem(layout) is None else UNKNOWN


def opposite(face: int) -> int:
    return 13 - face


def touching(layout: Layout, face: int) -> tuple[int, ...]:
    """The faces that may touch this one: five, or more while the die is not wholly known."""
    known = layout[face - 1]
    if len(known) == NEIGHBOURS:
        return known
    ways = _ways(_pairs(layout))
    return tuple(other for other in FACES if any(_pair(face, other) in way for way in ways))


def known(layout: Layout) -> bool:
    """Whether every face is known to touch its five."""
    return all(len(row) == NEIGHBOURS for row in layout)


def learn(layout: Layout, a: int, b: int) -> Layout:
    """Two faces were seen to touch; the layout with this and all that follows. Raises IllegalAction."""
    wrong = _wrong_pair(a, b)
    if wrong is not None:
        raise IllegalAction(wrong)
    if opposite(b) in layout[a - 1]:
        raise IllegalAction(line("kd.layout.other_side", a=a, b=b, c=opposite(b)))
    ways = _ways(_pairs(layout) | {_pair(a, b)})
    if not ways:
        raise IllegalAction(line("kd.layout.contradicts", a=a, b=b))
    return _rows(frozenset.intersection(*ways))


def learned(pairs: Iterable[Pair]) -> Layout:
    """What these pairs of touching faces tell of a die that nothing was known of. Raises IllegalAction."""
    layout = UNKNOWN
    for a, b in pairs:
        layout = learn(layout, a, b)
    return layout


def next_pair(layout: Layout) -> Pair | None:
    """The pair of faces to look at next: whether they touch or not tells most. None when all is known."""
    ways = _ways(_pairs(layout))
    if len(ways) <= 1:
        return None
    counts = {pair: sum(pair in way for way in ways) for pair in _all_pairs()}
    return min(counts, key=lambda pair: (abs(2 * counts[pair] - len(ways)), pair))


# Is it a true dodecahedron?


def problem(layout: Layout) -> Line | None:
    """What is wrong with a layout, entered or learned; faces may still be missing from it."""
    if len(layout) != len(FACES):
        return line("kd.layout.rows", n=len(layout))
    for face, row in zip(FACES, layout, strict=True):
        for other in row:
            wrong = _wrong_pair(face, other)
            if wrong is not None:
                return wrong
        if len(set(row)) != len(row):
            return line("kd.layout.twice", face=face)
        if len(row) > NEIGHBOURS:
            return line("kd.layout.too_many", face=face, n=len(row))
    return _problem_between(layout) or (None if known(layout) else _problem_of_part(layout))


def _problem_between(layout: Layout) -> Line | None:
    """Rows that do not fit each other. A row that is not full yet cannot be blamed for what it lacks."""
    for face, row in zip(FACES, layout, strict=True):
        for other in row:
            back = layout[other - 1]
            if len(back) == NEIGHBOURS and face not in back:
                return line("kd.layout.one_way", a=face, b=other)
        far = layout[opposite(face) - 1]
        if len(row) == len(far) == NEIGHBOURS and {opposite(other) for other in row} != set(far):
            return line("kd.layout.not_mirrored", face=face, other=opposite(face))
    if known(layout):
        for a, b in sorted(_pairs(layout)):
            shared = len(set(layout[a - 1]) & set(layout[b - 1]))
            if shared != SHARED:
                return line("kd.layout.shared", a=a, b=b, n=shared)
    return None


def _problem_of_part(layout: Layout) -> Line | None:
    seen: set[Pair] = set()
    for pair in sorted(_pairs(layout)):
        seen.add(pair)
        if not _ways(frozenset(seen)):
            return line("kd.layout.contradicts", a=pair[0], b=pair[1])
    return None


def _wrong_pair(a: int, b: int) -> Line | None:
    for face in (a, b):
        if face not in FACES:
            return line("kd.layout.no_face", face=face)
    if a == b:
        return line("kd.layout.itself", face=a)
    if a == opposite(b):
        return line("kd.layout.opposite", a=a, b=b)
    return None


# All ways to number a die


@cache
def every_way() -> tuple[frozenset[Pair], ...]:
    """The touching pairs of all 384 dice whose opposite faces add up to 13."""
    return tuple(_every_way())


def _every_way() -> Iterator[frozenset[Pair]]:
    # Face 1 touches one face of each other opposite pair, and these five lie around it in a ring. In the ring
    # a face touches the next and the one before; of the two others it touches their opposites.
    for around in product(*((face, opposite(face)) for face in range(2, 7))):
        first, *rest = around
        for order in permutations(rest):
            if order[0] > order[-1]:  # a ring read backwards is the same ring
                continue
            ring = (first, *order)
            half = {_pair(1, face) for face in ring}
            for i, face in enumerate(ring):
                half.add(_pair(face, ring[i - 1]))
                half.add(_pair(face, opposite(ring[i - 2])))
            yield frozenset(half | {_pair(opposite(a), opposite(b)) for a, b in half})


@lru_cache(maxsize=64)
def _ways(seen: frozenset[Pair]) -> tuple[frozenset[Pair], ...]:
    """The dice on which all these pairs touch."""
    return tuple(way for way in every_way() if seen <= way)


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _pairs(layout: Layout) -> frozenset[Pair]:
    return frozenset(_pair(face, other) for face, row in zip(FACES, layout, strict=True) for other in row)


def _all_pairs() -> Iterator[Pair]:
    return ((a, b) for a in FACES for b in FACES if a < b and a != opposite(b))


def _beside(pairs: Iterable[Pair], face: int) -> Iterator[int]:
    return (b if a == face else a for a, b in pairs if face in (a, b))


def _rows(pairs: Iterable[Pair]) -> Layout:
    pairs = tuple(pairs)
    return tuple(tuple(sorted(_beside(pairs, face))) for face in FACES)
