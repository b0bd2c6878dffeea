"""Buttons come and go by the dozen with every roll: none makes more than it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.text import line
from companion.screens.port import Offer, View
from companion.screens.samples import Sample
from companion.screens.widgets import button
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.text import Text


def test_a_button_writes_a_second_line_only_where_it_has_one(
    open_screen: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    look = open_screen(View()).screen.look
    written: list[str] = []

    def write(look: Any, text: str, *rest: Any, **more: Any) -> Text:
        written.append(text)
        return Text(look, text, *rest, **more)

    monkeypatch.setattr(button, "Text", write)
    plain = VerbButton(look, "End turn")
    plain.set_rank("first")
    assert written == ["End turn"]
    told = VerbButton(look, "Continue", detail="Mia against Ola")
    assert written[1:] == ["Continue", "Mia against Ola"]
    assert told.detail.text == "Mia against Ola"


def offers(*words: str) -> View:
    """The same moment, with these things to do."""
    view = Sample().until_dice().roll("11346").view()
    return replace(view, offers=tuple(Offer(f"do {word}", line("plain", text=word)) for word in words))


def test_offers_that_change_say_something_else_on_the_same_buttons(
    open_screen: Callable[..., Any],
) -> None:
    hand = open_screen(offers("one", "two"))
    before = list(hand.screen.screen.offers.children)
    hand.show(offers("three", "four"))
    now = list(hand.screen.screen.offers.children)
    assert now == before
    hand.tap(now[-1])
    assert hand.table.wishes == [("do", "do three")]


def test_a_button_under_a_finger_goes_and_still_does_what_it_said(open_screen: Callable[..., Any]) -> None:
    hand = open_screen(offers("one", "two"))
    touched = hand.screen.screen.offers.children[-1]
    touch = hand.press(touched)
    hand.show(offers("three", "four"))
    assert touched not in hand.screen.screen.offers.children
    touch.touch_up()
    hand.settle()
    assert hand.table.wishes == [("do", "do one")]
    hand.tap(hand.screen.screen.offers.children[-1])
    assert hand.table.wishes[1:] == [("do", "do three")]
