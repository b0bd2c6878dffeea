"""History: a look at any entry, the rules behind it, and a long evening that does not make the screen stand still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.text import line
from companion.screens.die_panel import DicePanel, DiePanel, FaceButton
from companion.screens.fairness import FairnessPanel
from companion.screens.help_panel import HelpPanel
from companion.screens.history import AT_ONCE, HistoryPanel
from companion.screens.home import SavedPanel
from companion.screens.play import PlayScreen
from companion.screens.port import DieFairness, Happening, Past, Report, View
from companion.screens.report_panel import ReportPanel
from companion.screens.samples import SAVED, Sample
from companion.screens.widgets.text import Text

Open = Callable[..., Any]


def play_of(hand: Any) -> PlayScreen:
    assert isinstance(hand.screen.screen, PlayScreen)
    return hand.screen.screen


def texts(widget: Any) -> list[str]:
    return [part.text for part in widget.walk() if isinstance(part, Text) and part.text]


def rolled() -> Sample:
    return Sample().until_dice().roll("11346")


def history(hand: Any) -> HistoryPanel:
    hand.tap(play_of(hand).bottom.log)
    panel = play_of(hand).panels.panel
    assert isinstance(panel, HistoryPanel)
    return panel


def test_the_rules_behind_what_happened_are_one_tap_away(open_screen: Open) -> None:
    hand = open_screen(rolled().view())
    hand.tap(play_of(hand).bottom.help)
    panel = play_of(hand).panels.panel
    assert isinstance(panel, HelpPanel)
    assert "Roll Attempts" in texts(panel)
    assert "DT-18" in texts(panel)


def test_the_rules_behind_an_entry_are_one_tap_away_and_lead_back(open_screen: Open) -> None:
    view = rolled().view()
    income = Happening(7, (line("dt.income", who="Leo"),))
    hand = open_screen(replace(view, history=(*view.history, income)))
    hand.tap(history(hand).entries[0].help)
    panel = play_of(hand).panels.panel
    assert isinstance(panel, HelpPanel)
    assert [rule.rules for rule in panel.rules] == ["DT-11"]
    panel.close()
    assert isinstance(play_of(hand).panels.panel, HistoryPanel)


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_rules_have_words_in_every_language(open_screen: Open, language: str) -> None:
    hand = open_screen(rolled().view(), language=language)
    hand.tap(play_of(hand).bottom.help)
    assert not [text for text in texts(play_of(hand).panels.panel) if ".book." in text]


def test_an_entry_can_be_looked_at(open_screen: Open) -> None:
    hand = open_screen(rolled().view())
    entry = history(hand).entries[0]
    hand.tap(entry.eye)
    assert hand.table.wishes == [("look_at", rolled().history[-1].number)]
    assert play_of(hand).panels.panel is None


def test_the_past_is_drawn_and_cannot_be_touched(open_screen: Open) -> None:
    now = rolled()
    then = replace(Sample().until_dice().view(), offers=())
    view = now.view(past=Past(1, (line("dt.income", who="Mia"),), then, None, 2))
    hand = open_screen(now.view())
    hand.show(view)
    play = play_of(hand)
    assert play.view == replace(then, looked_back_at=True)
    assert not play.throw.enabled  # dice are thrown in the present
    hand.tap(play.bar.left)
    hand.tap(play.cards[0], 0.1)
    hand.wait(4)
    assert hand.table.wishes == []
    bar = hand.screen.past
    hand.tap(bar.later)
    hand.tap(bar.undo)
    hand.tap(bar.back)
    assert hand.table.wishes == [("look_at", 2), ("undo_to", 1), ("look_at", None)]
    assert not bar.earlier.enabled
    hand.show(now.view())
    assert hand.screen.past.bar is None
    hand.tap(play.bottom.undo)
    assert hand.table.wishes[-1] == ("undo",)


def looked_back(open_screen: Open, size: tuple[int, int] = (800, 480)) -> Any:
    """The roll is the entry that is looked at."""
    now = rolled()
    then = replace(now.view(), offers=())
    assert then.dice.entry is not None
    hand = open_screen(now.view(), size)
    hand.show(now.view(past=Past(then.dice.entry, (line("dt.income", who="Mia"),), then, None, None)))
    return hand


def test_a_die_of_an_older_roll_is_corrected_in_three_taps(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    hand = looked_back(open_screen, both_sizes)
    hand.tap(hand.screen.past.fix)
    panel = play_of(hand).panels.panel
    assert isinstance(panel, DicePanel)
    hand.tap(panel.strip.tiles[3])
    panel = play_of(hand).panels.panel
    assert isinstance(panel, DiePanel)
    faces = [w for w in panel.walk(restrict=True) if isinstance(w, FaceButton)]
    hand.tap(next(face for face in faces if face.caption.text.startswith("6")))
    told = [(die.die, "6" if n == 3 else die.face) for n, die in enumerate(play_of(hand).view.dice.dice)]
    assert hand.table.wishes == [("set_dice", told)]
    assert play_of(hand).panels.panel is None


def test_an_entry_without_dice_offers_no_dice_to_correct(open_screen: Open) -> None:
    now = rolled()
    hand = open_screen(now.view(past=Past(1, (), replace(now.view(), offers=()), None, 2)))
    assert hand.screen.past.fix.parent is None


def test_a_panel_does_not_outlive_the_moment_it_is_about(open_screen: Open) -> None:
    hand = looked_back(open_screen)
    play_of(hand).open_die(play_of(hand).view.dice.dice[0])
    hand.show(rolled().view())  # back to now, where the same dice lie
    assert play_of(hand).panels.panel is None


def test_the_past_survives_another_language(open_screen: Open) -> None:
    now = rolled()
    hand = open_screen(now.view(past=Past(1, (), Sample().view(), None, 2)))
    hand.screen._choose("language", "pl")
    hand.settle()
    assert hand.screen.past.bar is not None


def test_a_long_history_is_built_in_pieces(open_screen: Open) -> None:
    many = tuple(Happening(n, (line("dt.heals", who="Leo", n=n),)) for n in range(1, 3 * AT_ONCE))
    hand = open_screen(replace(rolled().view(), history=many))
    panel = history(hand)
    assert len(panel.entries) == AT_ONCE
    assert "Leo heals 74" in texts(panel.entries[0])
    panel.more.on_tap()
    panel.more.on_tap()
    assert len(panel.entries) == 3 * AT_ONCE - 1
    assert panel.more is None


def test_charts_are_asked_for_and_open_when_they_come(open_screen: Open) -> None:
    view = rolled().view()
    hand = open_screen(view)
    play_of(hand).open_report()
    assert hand.table.wishes == [("ask_report",)]
    assert play_of(hand).panels.panel is None
    hand.show(replace(view, report=Report("health", ((50, 46), (50, 50)))))
    assert isinstance(play_of(hand).panels.panel, ReportPanel)
    hand.show(replace(view, report=Report("health", ((50, 46), (50, 50)))))
    assert isinstance(play_of(hand).panels.panel, ReportPanel)


FAIR = (
    DieFairness((("1", 70), ("2", 66), ("3", 72)), line("stats.fair", what="d6", n=412)),
    DieFairness((("1", 90), ("2", 20), ("3", 20)), line("stats.biased", what="d6", n=130, once=900), True),
)


def test_the_dice_of_all_games_are_counted_when_somebody_asks(open_screen: Open) -> None:
    hand = open_screen(View(saved=SAVED))
    home = hand.screen.screen
    home.open_saved()
    hand.settle()
    hand.tap(home.panels.panel.dice)
    panel = home.panels.panel
    assert isinstance(panel, FairnessPanel)
    assert hand.table.wishes == [("ask_fairness",)]
    assert "Counting the dice of all games…" in texts(panel)
    hand.show(View(saved=SAVED, fairness=FAIR))
    assert "d6: no sign of bias after 412 throws." in texts(panel)
    hand.show(View(saved=SAVED, fairness=()))
    assert "No dice have been read yet." in texts(panel)
    panel.close()
    assert isinstance(home.panels.panel, SavedPanel)


def test_fairness_is_a_chart_of_every_game(open_screen: Open) -> None:
    view = replace(rolled().view(), report=Report("health", ((50, 46), (50, 50))))
    hand = open_screen(view)
    play_of(hand).open_report()
    panel = play_of(hand).panels.panel
    assert isinstance(panel, ReportPanel)
    assert list(panel.tabs) == ["course", "fairness"]
    panel.open("fairness")
    hand.show(replace(view, fairness=FAIR))
    assert any("suspicious after 130 throws" in text for text in texts(panel))
