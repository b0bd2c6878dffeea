"""Settings: each of them does something, and is kept."""

from __future__ import annotations

import wave
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.config import Settings, load, save
from companion.rules.text import line
from companion.screens.dice_throne.setup import DiceThroneSetup
from companion.screens.gallery import finished
from companion.screens.home import HomeScreen
from companion.screens.port import ShownDice, View
from companion.screens.rules_panel import RulesPanel, kept_rules, with_rules
from companion.screens.samples import Sample, readings
from companion.screens.settings import ChoicesPanel
from companion.screens.sounds import RATE, SOUNDS, Sounds, worth, write
from companion.screens.touchscreen import landscape
from companion.screens.widgets.text import Text

Open = Callable[..., Any]


def settings_of(hand: Any) -> ChoicesPanel:
    home = hand.screen.screen
    assert isinstance(home, HomeScreen)
    home.open_settings()
    hand.settle()
    panel = home.panels.panel
    assert isinstance(panel, ChoicesPanel)
    return panel


def listen(hand: Any) -> list[tuple[str, Any]]:
    """What would be written to the settings file."""
    kept: list[tuple[str, Any]] = []
    hand.screen._on_setting = lambda name, value: kept.append((name, value))
    return kept


def button(panel: ChoicesPanel, name: str, word: str) -> Any:
    return next(b for b in panel.rows[name].children if b.title.text == word)


def test_sounds_are_off_until_somebody_wants_them(open_screen: Open) -> None:
    hand = open_screen(View())
    kept, played = listen(hand), []
    hand.screen.sounds.play = played.append
    panel = settings_of(hand)
    assert button(panel, "sounds", "Off").rank == "first"
    button(panel, "sounds", "On").on_tap()
    assert kept == [("sounds", True)]
    assert played == ["read"]  # so that one hears how loud it is
    assert button(panel, "sounds", "On").rank == "first"
    assert button(settings_of(hand), "sounds", "On").rank == "first"


def test_a_camera_is_chosen_for_the_next_start(open_screen: Open) -> None:
    hand = open_screen(View())
    kept = listen(hand)
    button(settings_of(hand), "camera", "USB camera").on_tap()
    assert kept == [("camera", "opencv:0")]
    assert "next start" in hand.screen.toast.note.text.text


def test_larger_writing_is_larger_where_there_is_room(open_screen: Open) -> None:
    hand = open_screen(View())
    before = hand.screen.screen.bar.title.font_size
    button(settings_of(hand), "large_writing", "Larger").on_tap()
    hand.settle()
    assert hand.screen.screen.bar.title.font_size > before
    words = [w for w in hand.screen.root_layer.walk() if isinstance(w, Text) and w.text]
    assert not [text.text for text in words if text.clipped]


def test_house_rules_of_the_table_are_kept_and_every_new_game_begins_with_them(open_screen: Open) -> None:
    hand = open_screen(View())
    kept = listen(hand)
    hand.screen.screen.open_rules("dice_throne")
    panel = hand.screen.screen.panels.panel
    assert isinstance(panel, RulesPanel)
    name = next(iter(panel.answers))
    panel.answers[name].on_tap()
    assert [key for key, _ in kept] == ["house_rules"]
    assert list(kept[0][1]) == [f"dice_throne.{name}"]
    panel.close()
    assert isinstance(hand.screen.screen.panels.panel, ChoicesPanel)
    hand.screen._go("setup", "dice_throne")
    setup = hand.screen.screen
    assert isinstance(setup, DiceThroneSetup)
    assert list(setup.rules) == [name]


def test_answers_that_the_rules_do_not_know_are_left_out() -> None:
    kept = {"king_of_12.last_card": "played", "king_of_12.gone": 1, "king_of_12.lady_ties": "nonsense"}
    assert kept_rules(kept, "king_of_12") == {"last_card": "played"}
    others = with_rules({**kept, "quarriors.culls": "x"}, "king_of_12", {"lady_ties": "extremes"})
    assert others == {"quarriors.culls": "x", "king_of_12.lady_ties": "extremes"}


def test_house_rules_go_into_the_file_and_come_back(tmp_path: Path) -> None:
    rules = {"king_of_12.last_card": "played", "king_of_12.zero_can_win_round": False, "dice_throne.n": 3}
    save(Settings(house_rules=rules, large_writing=True, sounds=True), tmp_path / "settings.toml")
    found = load(tmp_path / "settings.toml")
    assert (found.house_rules, found.large_writing, found.sounds) == (rules, True, True)


@pytest.mark.parametrize(
    ("chosen", "panel", "turned"),
    [
        (0, (800, 480), 0),
        (180, (800, 480), 180),
        (90, (1280, 720), 0),  # the screens are drawn wide
        (0, (720, 1280), 90),  # a panel that stands upright
        (180, (720, 1280), 270),
        (270, (720, 1280), 270),
    ],
)
def test_the_screens_are_always_wide(chosen: int, panel: tuple[int, int], turned: int) -> None:
    assert landscape(chosen, panel) == turned


def test_a_sound_is_a_short_file_of_our_own(tmp_path: Path) -> None:
    for name, tones in SOUNDS.items():
        with wave.open(str(write(tmp_path, name)), "rb") as file:
            assert file.getnframes() == pytest.approx(RATE * sum(s for _, s in tones), abs=10)
            assert any(file.readframes(2000))


def test_a_machine_without_sound_stays_silent(tmp_path: Path) -> None:
    asked: list[str] = []
    sounds = Sounds(tmp_path, lambda path: asked.append(path))
    sounds.play("read")
    sounds.play("read")
    assert len(asked) == 1
    unwritable = Sounds(tmp_path / "read.wav" / "not a folder", asked.append)
    unwritable.play("end")


def test_what_is_worth_a_sound() -> None:
    before, after = Sample().until_dice().view(), Sample().until_dice().roll("11346").view()
    assert worth(before, after) == "read"
    assert worth(after, before) == ""  # undone
    held = replace(before, dice=ShownDice(readings("11346"), held=line("held.doubtful")))
    assert worth(before, held) == "ask"
    assert worth(before, replace(before, notice_number=1)) == "ask"
    assert worth(before, finished().view()) == "end"


def test_nothing_sounds_when_it_is_off_or_a_game_is_opened(tmp_path: Path) -> None:
    played: list[str] = []
    sounds = Sounds(tmp_path, lambda path: None)
    sounds.play = played.append  # type: ignore[method-assign]
    before, after = Sample().until_dice().view(), Sample().until_dice().roll("11346").view()
    sounds.hear(before, on=True)
    sounds.hear(after, on=False)
    assert played == []
    sounds.hear(before, on=True)
    sounds.hear(after, on=True)
    assert played == ["read"]
    sounds.hear(replace(before, game_id=99), on=True)
    assert played == ["read"]
