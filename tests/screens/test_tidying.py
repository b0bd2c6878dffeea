"""Tidying up waits for a moment in which no dice roll and no finger touches."""

from __future__ import annotations

import ctypes
import gc
import platform
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from kivy.core.image import ImageLoader

from companion.commands.vitals import memory_mb
from companion.dice import Sight, TableState
from companion.screens import tidying
from companion.screens.port import View
from companion.screens.widgets.die import crop_texture

Open = Callable[..., Any]
RESTING = View(sight=Sight(TableState.EMPTY, "", ()))
ROLLING = replace(RESTING, sight=Sight(TableState.MOVING, "", ()))


@pytest.fixture
def rounds() -> Iterator[list[int]]:
    """Every long round of the collector, as it happens."""
    seen: list[int] = []

    def note(when: str, told: dict[str, int]) -> None:
        if when == "start" and told["generation"] == 2:
            seen.append(told["generation"])

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def make_due(times: int = tidying.ENOUGH + 1) -> None:
    for _ in range(times):
        gc.collect(1)


def test_what_is_thrown_away_while_dice_roll_is_tidied_up_when_they_lie(
    open_screen: Open, rounds: list[int]
) -> None:
    hand = open_screen(ROLLING)
    gc.collect()
    rounds.clear()
    make_due()
    held = [[n] for n in range(20_000)]  # enough for a round that Python would begin by itself
    hand.wait(3 * tidying.LOOK_SECONDS)
    assert len(held) == 20_000
    assert rounds == []
    hand.show(RESTING)
    hand.wait(2 * tidying.LOOK_SECONDS)
    assert len(rounds) == 1
    hand.wait(4 * tidying.LOOK_SECONDS)
    assert len(rounds) == 1  # nothing new to throw away


def test_a_finger_on_the_screen_puts_it_off(open_screen: Open, rounds: list[int]) -> None:
    hand = open_screen(RESTING)
    touch = hand.press(hand.screen.screen, 0.02, 0.02)
    make_due()
    rounds.clear()
    hand.wait(2 * tidying.LOOK_SECONDS)
    assert rounds == []
    touch.touch_up()
    hand.wait(2 * tidying.LOOK_SECONDS)
    assert len(rounds) == 1


def test_it_is_not_put_off_for_ever(open_screen: Open, rounds: list[int]) -> None:
    hand = open_screen(ROLLING)
    make_due(tidying.TOO_MANY)
    rounds.clear()
    hand.wait(2 * tidying.LOOK_SECONDS)
    assert len(rounds) == 1


def test_python_tidies_by_itself_again_when_the_screen_is_closed(open_screen: Open) -> None:
    hand = open_screen(RESTING)
    assert gc.get_threshold()[2] == tidying.NEVER
    hand.screen.on_stop()
    assert gc.get_threshold() == tidying.BY_ITSELF
    assert gc.get_freeze_count() == 0


def test_memory_is_given_back_now_and_then_while_nothing_moves(
    open_screen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bool] = []
    monkeypatch.setattr(tidying, "_give_back", lambda: given.append(True))
    hand = open_screen(ROLLING)
    hand.wait(tidying.GIVE_SECONDS + 1)
    assert given == []
    hand.show(RESTING)
    hand.wait(1)
    assert given == [True]
    hand.wait(tidying.GIVE_SECONDS - 2)
    assert given == [True]
    hand.wait(3)
    assert given == [True, True]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than GNU's")
def test_memory_that_lies_free_below_what_stays_is_given_back() -> None:
    c = ctypes.CDLL(None)
    c.malloc.restype = ctypes.c_void_p
    c.free.argtypes = [ctypes.c_void_p]
    blocks = [c.malloc(8192) for _ in range(5000)]
    for block in blocks:
        ctypes.memset(ctypes.c_void_p(block), 1, 8192)
    for n, block in enumerate(blocks):
        if n % 10:
            c.free(block)  # every tenth stays, so that the heap cannot shrink from its end
    before = memory_mb()
    tidying._give_back()
    given = before - memory_mb()
    for block in blocks[::10]:
        c.free(block)
    assert given > 20


def test_what_the_first_picture_of_a_die_needs_is_loaded_before_the_first_roll(
    open_screen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[type] = []
    for loader in ImageLoader.loaders:
        monkeypatch.setattr(loader, "extensions", lambda loader=loader: asked.append(loader) or ())
    open_screen(RESTING)
    assert asked == list(ImageLoader.loaders)
    assert crop_texture(b"no picture") is None
