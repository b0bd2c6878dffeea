"""Many pictures with both cores: each is read by one thread, and the results come in the order given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 2  # pictures a thread that may wait for their turn: more would only fill the memory


def in_order(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Iterator[Result]:
    """What `work` makes of each item. The networks and OpenCV let other threads run while they work."""
    with ThreadPoolExecutor(max(1, workers), thread_name_prefix="batch") as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for left in waiting:
                left.cancel()


def share_threads(threads: int, pictures: int) -> tuple[int, int]:
    """Workers, and threads for each network: a batch gives each picture a core, a single picture all of them."""
    workers = max(1, min(threads, pictures))
    return workers, max(1, threads // workers)
