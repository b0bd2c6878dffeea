"""Home opens on Continue; setup asks who plays, and starts what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from companion.dice import Sight, TableState
from companion.rules.core import Seat
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne.houserules import HOUSE_RULES
from companion.rules.dice_throne.state import Setup
from companion.rules.text import line
from companion.screens.credits import CreditsPanel
from companion.screens.dice_throne.setup import DiceThroneSetup
from companion.screens.home import GamesPanel, HomeScreen, SavedPanel
from companion.screens.king_of_12.setup import KingOf12Setup
from companion.screens.port import SavedGame, View
from companion.screens.settings import ChoicesPanel
from companion.screens.setup import NamePanel, PickPanel, known_names
from companion.screens.when import day_in_words, in_words
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.text import Text

EMPTY = View(sight=Sight(TableState.EMPTY, "", ()), simulated=True)
SAVED = replace(
    EMPTY,
    saved=(
        SavedGame(3, "dice_throne", ("Ola", "Staszek"), "2026-05-02 20:40", True),
        SavedGame(7, "dice_throne", ("Mia", "Leo"), "2026-05-16 20:15", False),
    ),
)

Open = Callable[..., Any]


def texts(widget: Any) -> list[str]:
    return [w.text for w in widget.walk(restrict=True) if isinstance(w, Text) and w.text]


def test_continue_is_the_largest_button_and_goes_on_with_the_game_that_was_left(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    hand = open_screen(SAVED, both_sizes)
    home: HomeScreen = hand.screen.screen
    assert home.main.verb.text == "Continue"
    assert "Mia · Leo" in texts(home.main)
    assert home.main.width * home.main.height > 2 * home.saved.width * home.saved.height
    hand.tap(home.main)
    assert hand.table.wishes == [("continue_game", 7)]


def test_without_a_saved_game_home_offers_a_new_one_and_says_why_the_rest_is_grey(open_screen: Open) -> None:
    hand = open_screen(EMPTY)
    home: HomeScreen = hand.screen.screen
    assert home.main.verb.text == "New game"
    assert not home.saved.enabled
    assert home.saved.detail.text == "None yet: each game is saved by itself"
    hand.tap(home.saved)
    assert home.panels.panel is None
    hand.tap(home.main)
    games = home.panels.panel
    assert isinstance(games, GamesPanel)
    hand.tap(
        next(w for w in games.walk(restrict=True) if hasattr(w, "rank") and w.title.text == "Dice Throne")
    )
    assert isinstance(hand.screen.screen, DiceThroneSetup)


def test_every_game_can_be_watched_where_the_table_throws_by_itself(
    open_screen: Open, both_sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = open_screen(EMPTY, both_sizes)
    closed: list[bool] = []
    monkeypatch.setattr(hand.screen, "stop", lambda: closed.append(True))
    hand.tap(hand.screen.screen.main)
    panel = hand.screen.screen.panels.panel
    watch = [w for w in panel.walk() if isinstance(w, VerbButton) and w.title.text == "Watch it"]
    assert len(watch) == 4, "nobody plays a tournament by itself"
    hand.tap(watch[2])
    assert (hand.screen.to_watch, closed) == ("king_of_12", [True])


def test_before_a_real_camera_there_is_nothing_to_watch(open_screen: Open) -> None:
    hand = open_screen(replace(EMPTY, simulated=False))
    hand.tap(hand.screen.screen.main)
    assert "Watch it" not in texts(hand.screen.screen.panels.panel)


def test_two_touches_on_start_begin_one_game(open_screen: Open) -> None:
    hand = open_screen(EMPTY)
    hand.screen._go("setup", "dice_throne")
    hand.settle()
    start = hand.screen.screen.start
    hand.tap(start)
    hand.tap(start)
    assert [wish[0] for wish in hand.table.wishes] == ["new_game"]
    hand.show(replace(EMPTY, notice=line("home.title"), notice_number=1))  # it was refused
    hand.screen.screen._start()  # the notice still lies on the button
    assert len(hand.table.wishes) == 2


def test_a_tournament_has_its_own_way_from_home(open_screen: Open) -> None:
    hand = open_screen(SAVED)
    home: HomeScreen = hand.screen.screen
    hand.tap(next(w for w in home.walk() if isinstance(w, VerbButton) and w.title.text == "Tournament"))
    setup = hand.screen.screen
    assert isinstance(setup, KingOf12Setup)
    assert setup.tournament


def test_the_credits_lead_back_to_the_settings(open_screen: Open) -> None:
    home: HomeScreen = open_screen(SAVED).screen.screen
    home.open_credits()
    credits = home.panels.panel
    assert isinstance(credits, CreditsPanel)
    assert any("Roboto" in text for text in texts(credits))
    assert credits.close is not None
    credits.close()
    assert isinstance(home.panels.panel, ChoicesPanel)


def test_an_older_game_is_continued_from_the_list(open_screen: Open) -> None:
    hand = open_screen(SAVED)
    home: HomeScreen = hand.screen.screen
    hand.tap(home.saved)
    panel = home.panels.panel
    assert isinstance(panel, SavedPanel)
    buttons = [
        w for w in panel.walk(restrict=True) if getattr(w, "title", None) is not None and hasattr(w, "rank")
    ]
    hand.tap(next(b for b in buttons if b.title.text == "Look at it"))
    assert hand.table.wishes == [("continue_game", 3)]


def test_setup_starts_the_game_that_was_chosen(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(SAVED, both_sizes)
    hand.screen._go("setup", "dice_throne")
    hand.settle()
    setup: DiceThroneSetup = hand.screen.screen

    hand.tap(setup.seats.order.names[0])
    panel = setup.panels.panel
    assert isinstance(panel, NamePanel)
    for letter in "Zoe":
        hand.tap(panel.keyboard.keys[letter])
    hand.tap(panel.keyboard.done)

    hand.tap(setup.seats.heroes[1])
    picks = setup.panels.panel
    assert isinstance(picks, PickPanel)
    hand.tap(next(w for w in picks.walk(restrict=True) if hasattr(w, "rank") and w.title.text == "Barbarian"))
    hand.tap(setup.seats.swatches[1])
    hand.tap(setup.start)

    assert hand.table.wishes == [
        (
            "new_game",
            "dice_throne",
            Setup((Seat("Zoe", "red"), Seat("Leo", "green")), ("barbarian", "barbarian")),
        )
    ]


def test_a_known_name_takes_one_tap(open_screen: Open) -> None:
    hand = open_screen(SAVED)
    hand.screen._go("setup", "dice_throne")
    hand.settle()
    setup: DiceThroneSetup = hand.screen.screen
    hand.tap(setup.seats.order.names[0])
    names = [
        w for w in setup.panels.panel.walk(restrict=True) if hasattr(w, "rank") and w.title.text == "Ola"
    ]
    hand.tap(names[0])
    assert setup.names == ["Ola", "Leo"]
    assert setup.panels.panel is None


def test_two_players_never_have_one_colour(open_screen: Open) -> None:
    hand = open_screen(SAVED)
    hand.screen._go("setup", "dice_throne")
    hand.settle()
    setup: DiceThroneSetup = hand.screen.screen
    hand.tap(setup.seats.swatches[0])
    assert setup.colours == ["blue", "red"]


def started(hand: Any, setup: DiceThroneSetup) -> Setup:
    hand.tap(setup.start)
    wish, game, chosen = hand.table.wishes.pop()
    assert (wish, game) == ("new_game", "dice_throne")
    GAME.setup(chosen)  # the rules take it
    result: Setup = chosen
    return result


def at_setup(open_screen: Open, **more: Any) -> tuple[Any, DiceThroneSetup]:
    hand = open_screen(SAVED, **more)
    hand.screen._go("setup", "dice_throne")
    hand.settle()
    return hand, hand.screen.screen


def test_two_to_six_play_a_duel_in_teams_or_on_the_hill(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    hand, setup = at_setup(open_screen, size=both_sizes)
    modes = {}
    for count in range(2, 7):
        modes[count] = [started(hand, setup).mode]
        if setup.how.enabled:
            hand.tap(setup.how)
            modes[count].append(started(hand, setup).mode)
            hand.tap(setup.how)
        hand.tap(setup.more)
    hill = "king_of_the_hill"
    assert modes == {2: ["duel"], 3: [hill], 4: ["teams", hill], 5: [hill], 6: ["teams", hill]}
    assert len(setup.names) == 6
    assert len(set(setup.colours)) == len(set(setup.heroes)) == 6


def test_a_player_who_moves_changes_the_team(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.more)
    hand.tap(setup.more)
    assert [setup.team(seat) for seat in range(4)] == ["A", "A", "B", "B"]
    names, heroes = list(setup.names), list(setup.heroes)
    hand.tap(setup.seats.order.arrows[1])  # of the third seat
    chosen = started(hand, setup)
    assert [seat.name for seat in chosen.seats] == [names[0], names[2], names[1], names[3]]
    assert chosen.heroes == (heroes[0], heroes[2], heroes[1], heroes[3])
    touch = hand.press(setup.seats.order.names[3])
    touch.touch_move(*hand.point(setup.seats.order.names[0]))
    touch.touch_up()
    hand.settle()
    assert setup.names[0] == names[3]


def test_a_house_rule_opens_a_way_to_play(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    hand.tap(setup.more)
    assert not setup.how.enabled
    hand.tap(setup.open_questions)
    setup.panels.panel._next(next(rule for rule in HOUSE_RULES if rule.name == "uneven_teams"))
    setup.panels.close()
    hand.settle()
    assert setup.open_questions.detail.text == "1 of your own"
    hand.tap(setup.how)
    chosen = started(hand, setup)
    assert (chosen.mode, chosen.rules) == ("teams", {"uneven_teams": True})
    setup.panels.close()
    setup.rules.clear()
    setup.refresh()
    assert setup.mode == "king_of_the_hill"  # three in teams are possible no more


def test_who_starts_and_with_which_dice(open_screen: Open) -> None:
    hand, setup = at_setup(open_screen)
    assert started(hand, setup).first == -1
    hand.tap(setup.starts)
    assert setup.starts.detail.text == setup.names[0]
    hand.tap(setup.which_dice)
    chosen = started(hand, setup)
    assert (chosen.first, chosen.dice) == (0, "d6-numerals")
    hand.tap(setup.which_dice)
    assert started(hand, setup).dice == "hero"
    hand.tap(setup.seats.order.arrows[0])
    assert started(hand, setup).first == -1  # they sit otherwise now


def test_the_keyboard_has_polish_and_russian_letters_and_rubs_out(open_screen: Open) -> None:
    hand = open_screen(SAVED, language="pl")
    hand.screen._go("setup", "dice_throne")
    hand.settle()
    setup: DiceThroneSetup = hand.screen.screen
    hand.tap(setup.seats.order.names[0])
    keyboard = setup.panels.panel.keyboard
    keyboard._turn("Ąćę")
    hand.settle()
    hand.tap(keyboard.keys["Ł"])
    keyboard._turn("Абв")
    hand.settle()
    hand.tap(keyboard.keys["я"])
    assert setup.panels.panel.text.text == "Łя"
    keyboard._rub_out()
    assert setup.panels.panel.text.text == "Ł"


def test_names_of_earlier_games_come_latest_first() -> None:
    assert known_names(SAVED) == ["Mia", "Leo", "Ola", "Staszek"]


def test_a_new_language_shows_at_once_and_is_told_to_the_host(open_screen: Open) -> None:
    hand = open_screen(SAVED)
    heard: list[Any] = []
    hand.screen._on_setting = lambda name, value: heard.append((name, value))
    hand.screen.screen.open_settings()
    hand.settle()
    panel = hand.screen.screen.panels.panel
    hand.tap(next(w for w in panel.walk(restrict=True) if hasattr(w, "rank") and w.title.text == "Русский"))
    assert hand.screen.screen.main.verb.text == "Продолжить"
    assert heard == [("language", "ru")]
    assert hand.screen.screen.panels.panel is not None  # the other settings stay in reach


def test_a_refusal_is_shown_and_a_tap_puts_it_away(open_screen: Open) -> None:
    hand = open_screen(SAVED)
    hand.show(replace(SAVED, notice=line("journal.nothing_to_undo"), notice_number=1))
    assert hand.screen.toast.note.text.text == "There is nothing to undo."
    hand.show(replace(SAVED, notice=line("journal.nothing_to_undo"), notice_number=1))
    hand.tap(hand.screen.toast.note)
    assert hand.screen.toast.note is None
    hand.show(replace(SAVED, notice=line("journal.nothing_to_undo"), notice_number=1))
    assert hand.screen.toast.note is None  # the same notice is not shown again
    hand.show(replace(SAVED, notice=line("journal.nothing_to_undo"), notice_number=2))
    assert hand.screen.toast.note is not None


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "16 May 2026, 20:15"), ("ru", "16 мая 2026, 20:15"), ("pl", "16 maja 2026, 20:15")],
)
def test_dates_are_said_as_people_say_them(open_screen: Open, language: str, words: str) -> None:
    look = open_screen(EMPTY, language=language).screen.look
    assert in_words(look, "2026-05-16 20:15", date(2026, 6, 1)) == words
    assert in_words(look, "2026-05-16 20:15", date(2026, 5, 16)) == look.say("when.today", time="20:15")
    assert in_words(look, "2026-05-16 20:15", date(2026, 5, 17)) == look.say("when.yesterday", time="20:15")
    assert in_words(look, "some day", date(2026, 5, 17)) == "some day"
    assert day_in_words(look, "2026-05-16") == words.removesuffix(", 20:15")
    assert day_in_words(look, "some day") == "some day"
