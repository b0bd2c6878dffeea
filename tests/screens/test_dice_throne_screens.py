"""Dice Throne on the touchscreen: odds, damage laid open, tokens and upgrades, many seats."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.dice import TableState
from companion.rules.core import Adjust
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.odds import board
from companion.rules.text import line
from companion.screens.dice_throne import gallery
from companion.screens.dice_throne.board_panel import BoardPanel, percent
from companion.screens.dice_throne.hero_panel import HeroPanel, timing
from companion.screens.dice_throne.narrow_card import NarrowCard
from companion.screens.dice_throne.play import DiceThroneScreen
from companion.screens.gallery import finished
from companion.screens.port import SeatDice
from companion.screens.report_panel import ReportPanel, luck_words
from companion.screens.samples import Sample
from companion.screens.widgets.charts import LineChart
from companion.screens.widgets.text import Text

Open = Callable[..., Any]


def play_of(hand: Any) -> DiceThroneScreen:
    assert isinstance(hand.screen.screen, DiceThroneScreen)
    return hand.screen.screen


def buttons(widget: Any) -> dict[str, Any]:
    return {w.title.text: w for w in widget.walk(restrict=True) if hasattr(w, "rank")}


def texts(widget: Any) -> list[str]:
    return [w.text for w in widget.walk(restrict=True) if isinstance(w, Text)]


def count_odds(hand: Any) -> None:
    """Wait for the other thread."""
    for _ in range(400):
        hand.settle(1)
        if play_of(hand).chances.odds:
            return
        time.sleep(0.05)
    raise AssertionError("no odds came")


# Odds


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "0\u00a0%"),
        (0.004, "<\u00a01\u00a0%"),
        (0.5, "50\u00a0%"),
        (0.9999, "99\u00a0%"),
        (1.0, "100\u00a0%"),
    ],
)
def test_what_may_happen_is_never_0_and_never_sure(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_the_likeliest_ability_stands_beside_those_that_are_ready(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    sample = Sample().until_dice().roll("11346")
    hand = open_screen(sample.view(), both_sizes)
    count_odds(hand)
    play = play_of(hand)
    odds = board(sample.state)
    open_boxes = [box for box in odds if box.ability != "smack"]
    best = max(open_boxes, key=lambda box: box.chance)
    hand.tap(buttons(play.offers)[f"Odds: Fortitude {percent(best.chance)}"])
    panel = play.panels.panel
    assert isinstance(panel, BoardPanel)
    assert len(panel.rows.children) == len(odds)
    hand.tap(buttons(panel)["Announce"])
    assert hand.table.wishes == [("do", a.Announce("smack", 0))]


def test_new_dice_close_the_board_and_count_anew(open_screen: Open) -> None:
    sample = Sample().until_dice().roll("11346")
    hand = open_screen(sample.view())
    count_odds(hand)
    before = play_of(hand).chances.odds
    play_of(hand).open_board()
    hand.show(sample.roll("11216", kept=(1, 2, 5)).view())
    assert play_of(hand).panels.panel is None
    count_odds(hand)
    assert play_of(hand).chances.odds != before
    hand.show(sample.offer(0).view())
    assert play_of(hand).chances.odds == ()  # an ability was announced


# Damage


@pytest.mark.parametrize("simulated", [True, False])
def test_damage_is_laid_open_before_it_is_applied(open_screen: Open, simulated: bool) -> None:
    sample = gallery._answered()
    hand = open_screen(sample.view(simulated=simulated))
    play = play_of(hand)
    assert play.bill.lines == [
        "Leo takes 3",
        "Smack: 6",
        "+3 Barbarian",
        "−2 Protect",
        "Subtotal 7",
        "−4 half, Evasive",
    ]
    assert play.bill.parent is not None
    assert play.strip.parent is not None  # the dice that can still be changed
    assert any("Evasive" in words for words in buttons(play.offers))


@pytest.mark.parametrize("simulated", [True, False])
def test_the_bill_gives_its_place_back(open_screen: Open, simulated: bool) -> None:
    sample = Sample().until_dice().roll("11346").roll("11216", kept=(1, 2, 5)).offer(0).until_dice()
    hand = open_screen(sample.view(simulated=simulated, state=TableState.EMPTY))
    play = play_of(hand)
    assert play.bill.lines == ["Leo takes 6", "Smack: 6"]
    assert play.strip.get_parent_window() is None  # the dice of the attack are past
    sample.roll("44432")
    while sample.state.packets:
        sample.offer(0)
    hand.show(sample.view(simulated=simulated))
    assert play.bill.get_parent_window() is None
    assert play.stage.get_parent_window() is not None


# Tokens and upgrades


def test_tokens_tell_their_stack_and_when_they_count(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(gallery._marked().view(), both_sizes)
    play_of(hand).open_counters(0)
    hand.settle()
    panel = play_of(hand).panels.panel
    assert isinstance(panel, HeroPanel)
    assert "Evasive 2 of 3" in panel.lines
    assert "Spend against damage" in panel.lines
    assert "Smack II" in panel.lines
    assert panel.dials["health"].counter.value == 50
    hand.show(gallery._marked().do(Adjust(0, "token.evasive", -2)).view())
    assert not any(words.startswith("Evasive") for words in panel.lines)


def test_every_status_says_when_it_counts_in_every_language() -> None:
    from companion.locale import Translator

    for language in ("en", "ru", "pl"):
        say = Translator(language).text
        for status in library().statuses.values():
            for words in timing(status):
                assert say(words) != words.id


def test_a_few_tokens_that_can_be_spent_now_have_a_button_each(open_screen: Open) -> None:
    sample = gallery._answered()
    (evasive,) = (o for o in sample.view().offers if isinstance(o.action, a.Spend))
    other = replace(evasive, action=a.Spend(1, "evasive", 1), label=line("dt.status.protect"))
    hand = open_screen(replace(sample.view(), offers=(*sample.view().offers, other)))
    shown = buttons(play_of(hand).offers)
    assert {hand.screen.look.say(evasive.label), "Protect"} <= set(shown)


# Seats


@pytest.mark.parametrize(("count", "mode"), [(4, "teams"), (6, "king_of_the_hill")])
def test_many_seats_have_narrow_cards_whose_health_can_be_tapped(
    open_screen: Open, both_sizes: tuple[int, int], count: int, mode: str
) -> None:
    sample = gallery._many(count, mode)
    hand = open_screen(sample.view(state=TableState.EMPTY), both_sizes)
    play = play_of(hand)
    assert len(play.cards) == count
    card = play.cards[count - 1]
    assert isinstance(card, NarrowCard)
    assert card.name.text == ("B · Staszek" if mode == "teams" else "Lea")
    hand.tap(card.large, across=0.2)
    hand.wait(3.2)
    assert hand.table.wishes == [("do", Adjust(count - 1, "health", -1))]
    hand.tap(card.rest)
    assert isinstance(play.panels.panel, HeroPanel)


# The end


def test_the_end_leads_to_charts_and_an_undone_end_takes_them_away(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    over = gallery._reported(finished().view(state=TableState.EMPTY))
    hand = open_screen(over, both_sizes)
    play = play_of(hand)
    hand.tap(buttons(play.panels.panel)["How it went"])
    panel = play.panels.panel
    assert isinstance(panel, ReportPanel)
    assert isinstance(panel.chart, LineChart)
    assert [text.text for text in panel.chart.names] == ["Mia 21", "Leo 0"]
    hand.tap(panel.tabs["harm"])
    assert {"Smack", "34"} <= set(texts(panel.chart))
    hand.tap(panel.tabs["dice"])
    assert any(words.startswith("Mia was lucky: 68 dice, 3.9 on average") for words in texts(panel.chart))
    hand.show(replace(over, outcome=None, report=None))
    assert play.panels.panel is None


def test_a_game_without_a_report_has_no_charts(open_screen: Open) -> None:
    hand = open_screen(finished().view(state=TableState.EMPTY))
    assert "How it went" not in buttons(play_of(hand).panels.panel)


@pytest.mark.parametrize(
    ("better_than", "words"),
    [(None, "few"), (0.9, "lucky"), (0.8, "lucky"), (0.5, "plain"), (0.2, "unlucky"), (0.0, "unlucky")],
)
def test_luck_has_a_plain_sentence(better_than: float | None, words: str) -> None:
    dice = SeatDice(0, (("1", 3), ("2", 4)), 1.6, 1.5, better_than)
    told = luck_words("Mia", dice)
    assert (told.id, told.args["n"]) == (f"report.luck.{words}", 7)
