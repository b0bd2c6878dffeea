from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.vision.batch import in_order, share_threads


def test_results_come_in_the_order_given_though_two_work() -> None:
    both = threading.Barrier(2, timeout=20)  # passes only when two pictures are read at a time

    def work(item: int) -> int:
        both.wait()
        return item * item

    assert list(in_order(work, range(8), workers=2)) == [n * n for n in range(8)]


def test_a_long_batch_does_not_fill_the_memory() -> None:
    begun: list[int] = []

    def items() -> Iterator[int]:
        for n in range(100):
            begun.append(n)
            yield n

    results = in_order(lambda item: item, items(), workers=2)
    assert next(results) == 0
    assert len(begun) <= 6
    results.close()  # type: ignore[attr-defined]
    assert len(begun) <= 6


def test_a_bug_is_not_swallowed() -> None:
    def work(item: int) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(in_order(work, [1, 2, 3], workers=2))


@pytest.mark.parametrize(
    ("threads", "pictures", "shared"), [(2, 1, (1, 2)), (2, 9, (2, 1)), (4, 2, (2, 2)), (1, 5, (1, 1))]
)
def test_cores_are_shared(threads: int, pictures: int, shared: tuple[int, int]) -> None:
    assert share_threads(threads, pictures) == shared
