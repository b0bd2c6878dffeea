"""Pictures of the Dice Throne screens that the play screen of every game does not have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import msgspec

from companion.dice import TableState
from companion.rules.core import Adjust, Seat
from companion.rules.dice_throne.actions import Upgrade
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.odds import board
from companion.rules.dice_throne.state import Entry, Setup
from companion.rules.text import line
from companion.screens.dice_throne.play import DiceThroneScreen
from companion.screens.dice_throne.setup import DiceThroneSetup
from companion.screens.gallery import Picture, finished
from companion.screens.port import DieFairness, Report, SeatDice, View
from companion.screens.report_panel import ReportPanel
from companion.screens.samples import Sample
from companion.screens.theme import SEAT_COLOURS
from companion.screens.touchscreen import Touchscreen

NAMES = ("Mia", "Leo", "Ola", "Staszek", "Tom", "Lea")


def pictures(home: View) -> Iterator[Picture]:
    yield Picture("setup", home, _at_setup())
    yield Picture("setup-name", home, _at_setup(lambda screen: screen.open_name(0)))
    yield Picture("setup-hero", home, _at_setup(lambda screen: screen.open_hero(0)))
    yield Picture("setup-rules", home, _at_setup(lambda screen: screen.open_rules()))
    yield Picture("setup-hill", home, _at_setup(_sit_down(3)))
    yield Picture("setup-teams", home, _at_setup(_sit_down(4)))
    yield Picture("setup-six", home, _at_setup(_sit_down(6)))
    rolled = Sample().until_dice().roll("11346")
    yield Picture("play-board", rolled.view(), _open_board, faces="11346")
    attack = Sample().until_dice().roll("11346").roll("11216", kept=(1, 2, 5)).offer(0)
    yield Picture("play-defend-real-camera", attack.until_dice().view(False, TableState.EMPTY))
    yield Picture("play-damage", _answered().view(), faces="44432")
    yield Picture("play-damage-real-camera", _answered().view(simulated=False))
    yield Picture("play-hero", _marked().view(), lambda s: _play(s).open_counters(0))
    yield Picture("play-teams", _many(4, "teams").view(state=TableState.EMPTY))
    yield Picture("play-six", _many(6, "teams").view(state=TableState.EMPTY))
    over = _reported(finished().view(state=TableState.EMPTY))
    yield Picture("over-charts", over)
    for name in ("course", "harm", "dice", "fairness"):
        yield Picture(f"over-{name}", over, partial(_open_chart, name))
    yield Picture("play-six-real-camera", _many(6, "king_of_the_hill").view(False, TableState.EMPTY))


def _marked() -> Sample:
    """A hero with tokens and an upgrade."""
    sample = Sample()
    for status, n in (("concussion", 1), ("stun", 1), ("evasive", 2)):
        sample.do(Adjust(0, f"token.{status}", n))
    return sample.do(Upgrade("smack", 2))


def _answered() -> Sample:
    """An attack that the defence has weakened, and that can still be avoided."""
    sample = Sample().do(Adjust(1, "token.evasive", 2))
    sample.until_dice().roll("11346").roll("11216", kept=(1, 2, 5)).offer(0)
    sample.until_dice().roll("44432")
    packet = msgspec.structs.replace(
        sample.state.packets[0],
        adds=(Entry(line("dt.hero.barbarian"), 3),),
        prevents=(Entry(library().status_line("protect"), 2),),
        halves=(library().status_line("evasive"),),
    )
    sample.state = msgspec.structs.replace(sample.state, packets=(packet,))
    return sample


def _many(count: int, mode: str) -> Sample:
    sample = Sample()
    seats = tuple(Seat(name, colour) for name, colour in zip(NAMES, SEAT_COLOURS, strict=True))[:count]
    heroes = tuple(library().heroes)[:count]
    sample.state = sample.game.setup(Setup(seats, heroes, mode, first=0))
    return sample.until_dice()


def _reported(over: View) -> View:
    """A longer game than the sample's, as its report would tell it."""
    course = ((50, 50, 46, 46, 41, 35, 35, 29, 26, 21), (50, 43, 43, 36, 36, 31, 24, 18, 9, 0))
    sources = ("smack", "mighty_blow", "overpower", "fortitude")
    harm = tuple((library().ability_line("barbarian", name), 34 - 9 * n) for n, name in enumerate(sources))
    dice = (
        SeatDice(0, tuple(zip("123456", (9, 8, 11, 10, 14, 16), strict=True)), 3.9, 3.5, 0.97),
        SeatDice(1, tuple(zip("123456", (12, 9, 10, 11, 9, 8), strict=True)), 3.3, 3.5, 0.24),
    )
    return replace(over, report=Report("health", course, harm, dice), fairness=FAIRNESS)


SUSPICIOUS = {"stats.fair": False, "stats.biased": True, "stats.too_few": None}
FAIRNESS = tuple(
    DieFairness(tuple(zip("123456", counts, strict=True)), verdict, SUSPICIOUS[verdict.id])
    for counts, verdict in (
        (
            (70, 66, 72, 69, 65, 70),
            line("stats.fair", what=line("stats.kind", kind=line("stats.die.d6")), n=412),
        ),
        (
            (41, 38, 40, 44, 39, 91),
            line(
                "stats.biased",
                what=line("stats.of_player", who="Mia", kind=line("stats.die.d6")),
                n=293,
                once=9100,
            ),
        ),
        (
            (2, 3, 1, 4, 2, 2),
            line(
                "stats.too_few",
                what=line("stats.of_colour", kind=line("stats.die.d6"), colour=line("stats.colour.red")),
                n=14,
            ),
        ),
    )
)


def _open_chart(name: str, screen: Touchscreen) -> None:
    play = _play(screen)
    play.open_report()
    panel = play.panels.panel
    assert isinstance(panel, ReportPanel)
    panel.open(name)


def _open_board(screen: Touchscreen) -> None:
    play = _play(screen)
    play.chances.odds = board(play.view.state)
    play.open_board()


def _play(screen: Touchscreen) -> DiceThroneScreen:
    assert isinstance(screen.screen, DiceThroneScreen)
    return screen.screen


def _at_setup(then: Callable[[DiceThroneSetup], None] | None = None) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("setup", "dice_throne")
        assert isinstance(screen.screen, DiceThroneSetup)
        if then is not None:
            then(screen.screen)

    return go


def _sit_down(count: int) -> Callable[[DiceThroneSetup], None]:
    def more(screen: DiceThroneSetup) -> None:
        while len(screen.names) < count:
            screen._more()

    return more
