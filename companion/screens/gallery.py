"""Pictures of every screen in every state worth seeing, from scripted views. Nothing moves, nothing is read.

The window must be at least as large as the pictures: call `kivy_config.prepare` with the largest size first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window

from companion.dice import Sight, TableState
from companion.rules.text import Line, line
from companion.screens.desk import Choices
from companion.screens.home import HomeScreen
from companion.screens.moment import Moment
from companion.screens.play import PlayScreen
from companion.screens.port import Happening, Past, ShownDice, Table, TableSetup, View
from companion.screens.samples import SAVED, Sample, readings, table_picture
from companion.screens.settings import ChoicesPanel
from companion.screens.touchscreen import Touchscreen


class NoTable:
    """A table that nobody sits at: every wish is heard and nothing follows."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    view: View
    then: Callable[[Touchscreen], None] | None = None  # taps to be done before the picture is taken
    faces: str = " "  # what lies on the table in the camera's picture
    pixels: Callable[[], Any] | None = None  # the camera's picture, where it shows other dice than pips


def pictures() -> Iterator[Picture]:
    """Every picture there is, in the order of an evening."""
    from companion.screens.dice_throne import gallery as dice_throne  # it knows `Picture`

    empty = View(sight=Sight(TableState.EMPTY, "", ()), simulated=True)
    yield Picture("home-first-time", empty)
    home = replace(empty, saved=SAVED)
    yield Picture("home", home)
    yield Picture("home-saved-games", home, lambda s: _home(s).open_saved())
    yield Picture(
        "home-fairness", replace(home, fairness=dice_throne.FAIRNESS), lambda s: _home(s).open_fairness()
    )
    yield Picture("home-settings", home, lambda s: _home(s).open_settings())
    yield Picture("home-settings-below", home, _settings_below)
    yield Picture("home-credits", home, lambda s: _home(s).open_credits())
    yield Picture("home-house-rules", home, lambda s: _home(s).open_rules("king_of_12"))
    yield from table_pictures(home)
    yield from dice_throne.pictures(home)
    yield Picture("play-main-phase", Sample().view(state=TableState.EMPTY))
    yield Picture("play-cards", Sample().view(state=TableState.EMPTY), _open_all)
    first = Sample().until_dice()
    yield Picture("play-throw", first.view(state=TableState.EMPTY))
    yield Picture("play-rolling", first.view(state=TableState.MOVING), faces="42613")
    rolled = Sample().until_dice().roll("11346")
    yield Picture("play-rolled", rolled.view(), faces="11346")
    lifted = rolled.view()
    lying = tuple(d for d in lifted.dice.dice if d.face in "136")
    yield Picture("play-picked-up", replace(lifted, sight=replace(lifted.sight, dice=lying)), faces="113 6")
    again = Sample().until_dice().roll("11346").roll("11216", kept=(1, 2, 5))
    yield Picture("play-kept", again.view(), faces="11216")
    yield Picture("play-real-camera", again.view(simulated=False))
    yield Picture("play-real-camera-waits", first.view(simulated=False, state=TableState.EMPTY))
    reason = replace(first.view(simulated=False), sight=Sight(TableState.HAND, "sight.hand", ()))
    yield Picture("play-real-camera-hand", reason)
    unsure = ShownDice(readings("11346", doubtful=(2, 3)), held=line("held.doubtful"))
    doubt = replace(
        rolled.view(simulated=True),
        dice=unsure,
        sight=Sight(TableState.DOUBTFUL, "", unsure.dice),
        undo=None,
        history=(),
    )
    yield Picture("play-doubtful", doubt, faces="11346")
    yield Picture("play-doubtful-real-camera", replace(doubt, simulated=False))
    yield Picture("die-correct", doubt, lambda s: _play(s).open_die(unsure.dice[2]), "11346")
    yield Picture("die-add", doubt, lambda s: _play(s).open_die(None), "11346")
    more = ShownDice(readings("1134622"), held=line("dt.roll.lay_all", who="Mia", n=5, got=7))
    yield Picture("play-too-many-dice", replace(doubt, dice=more), faces="11346")
    yield Picture("play-too-many-dice-real-camera", replace(doubt, dice=more, simulated=False))
    starts = Sample(first=-1).roll("6")
    yield Picture("play-one-die", starts.view(), faces="6")
    yield Picture("play-one-die-real-camera", starts.view(simulated=False))
    yield Picture("play-tapped", again.view(redo=again.undo), _tap_health, "11216")
    yield Picture("counters", again.view(), lambda s: _play(s).open_counters(0), "11216")
    attacked = Sample().until_dice().roll("11346").roll("11216", kept=(1, 2, 5)).offer(0).until_dice()
    yield Picture("play-defend", attacked.view(state=TableState.EMPTY))
    undone = tuple(
        Happening(h.number, h.lines, undone=h.number == len(attacked.history))
        for h in attacked.history
        if h.lines
    )
    yield Picture("history", attacked.view(history=undone), lambda s: _play(s).open_history())
    yield Picture("help", attacked.view(), lambda s: _play(s).open_help())
    first_look = replace(rolled.view(), offers=(), undo=None, redo=None)
    was = Past(len(rolled.history), rolled.history[-1].lines, first_look, 1, len(attacked.history))
    yield Picture("past", attacked.view(past=was), faces="11346")
    yield Picture("past-dice", attacked.view(past=was), lambda s: _play(s).open_dice(), "11346")
    yield Picture(
        "past-die", attacked.view(past=was), lambda s: _play(s).open_die(first_look.dice.dice[3]), "11346"
    )
    yield Picture("camera", again.view(simulated=False), lambda s: _play(s).open_camera(), "11216")
    changed = line("correction.number", who="Leo", what=line("dt.counter.health"), n=46, was=44)
    told = line("correction.also", told=line("correction.dropped", n=2), what=changed)
    notice = replace(again.view(), notice=told, notice_number=1)
    yield Picture("notice", notice, faces="11216")
    yield Picture("turned-counters", again.view(), _turned(90, lambda play: play.open_counters(0)))
    yield Picture("turned-help", attacked.view(), _turned(180, PlayScreen.open_help))
    yield Picture("turned-history", attacked.view(history=undone), _turned(270, PlayScreen.open_history))
    yield Picture("turned-die", doubt, _turned(270, lambda play: play.open_die(unsure.dice[2])), "11346")
    yield Picture("turned-cards", Sample().view(state=TableState.EMPTY), _turned(90, PlayScreen.open_offers))
    yield Picture("game-over", finished().view(state=TableState.EMPTY))
    from companion.screens.king_of_12 import gallery as king_of_12  # it knows `Picture`

    yield from king_of_12.pictures(home)
    from companion.screens.my_dice import gallery as my_dice

    yield from my_dice.pictures(home)
    yield from my_dice.corrections(rolled.view())
    from companion.screens import target_gallery

    yield from target_gallery.pictures(home)
    from companion.screens.quarriors import gallery as quarriors

    yield from quarriors.pictures(home)
    from companion.screens.dungeon_fighter import gallery as dungeon_fighter

    yield from dungeon_fighter.pictures(home)
    for state in TableState:
        yield Picture(f"camera-{state.value}", replace(home, sight=Sight(state, "", ())))


def table_pictures(home: View) -> Iterator[Picture]:
    """Setting up the table, step by step."""

    def off(word: str, mm: str, sign: str = "about") -> Line:
        return line(f"calibrate.{word}", off=line(f"calibrate.off_{sign}", mm=mm))

    told = (
        line("calibrate.told.plane", how=off("good", "0.4", "mm")),
        line("calibrate.told.scale", px=53, how=line("calibrate.scale.good")),
        line("calibrate.told.camera", height=594, how=off("fair", "18")),
    )
    tray = (
        line("calibrate.told.tray", width=268, depth=158, how=off("good", "5")),
        line("calibrate.told.seats", n=4, how=off("good", "5")),
        line("calibrate.told.light", how=line("calibrate.light.uneven")),
    )
    corners = ((194.0, 100.0), (1086.0, 100.0), (1107.0, 631.0), (173.0, 631.0))
    seats = ((640.0, 520.0), (335.0, 362.0), (640.0, 210.0), (945.0, 362.0))
    problem = line("calibrate.few_markers", n=2, needed=3)
    for name, setup in {
        "table-page": TableSetup("page"),
        "table-page-missing": TableSetup("page", problem=problem),
        "table-tray": TableSetup("tray", told),
        "table-check": TableSetup("check", (*told, *tray), corners),
        "table-corners": TableSetup("corners", (*told, *tray), corners),
        "table-seats": TableSetup("seats", (*told, *tray), corners, seats),
    }.items():
        yield Picture(name, replace(home, table_setup=setup), lambda s: _home(s).open_table())


def finished() -> Sample:
    """A game whose last blow has just been struck."""
    sample = Sample()
    state = sample.state
    sample.state = type(state)(
        **{f: getattr(state, f) for f in state.__struct_fields__} | {"health": (23, 3)}
    )
    sample.until_dice().roll("11346").roll("11216", kept=(1, 2, 5)).offer(0)
    for _ in range(40):
        if sample.game.outcome(sample.state) is not None:
            return sample
        wanted = sample.game.waits_for(sample.state).dice
        if wanted is not None and wanted.attempt == 1:
            sample.roll("12312"[: wanted.count])
        else:
            passes = [
                a for a in sample.game.legal_actions(sample.state) if type(a).__name__ in ("Pass", "Defend")
            ]
            sample.do(passes[-1])
    raise AssertionError("the sample game does not end")


def gallery(
    folder: Path,
    size: tuple[int, int] = (800, 480),
    language: str = "en",
    theme: str = "dark",
    only: Collection[str] = (),
) -> list[Path]:
    """Draw all pictures, or only those of these names; tells which files it wrote."""
    return [path for path, _ in walk(folder, size, language, theme, only)]


def walk(
    folder: Path | None,
    size: tuple[int, int],
    language: str,
    theme: str = "dark",
    only: Collection[str] = (),
) -> Iterator[tuple[Path, Touchscreen]]:
    """Each picture in turn, and the screen while it still stands; without a folder nothing is written."""
    Window.size = size
    screen = Touchscreen(_no_table(), Choices(language, theme, 0, animations=False))
    runTouchApp(screen.build(), embedded=True)
    for picture in pictures():
        if only and picture.name not in only:
            continue
        _turn_to(screen, picture.view)
        settle()
        if picture.then is not None:
            picture.then(screen)
        if picture.faces and screen.screen is not None:
            draw = picture.pixels or partial(table_picture, picture.faces)
            screen.screen.picture(draw())
            screen.show(picture.view)
        settle()
        path = (folder or Path()) / f"{picture.name}-{size[0]}x{size[1]}-{language}.png"
        if folder is not None:
            screen.screenshot(path)
        yield path, screen
    screen.on_stop()
    Window.remove_widget(screen.root_layer)


def _turn_to(screen: Touchscreen, view: View) -> None:
    """The next picture: on the same screen where that can show it, as on an evening."""
    play = screen.screen
    if isinstance(play, PlayScreen) and screen.belongs(view):
        play.panels.close()
        play.burst.drop()
        screen.toast.hide()
        screen.show(view)
    else:
        screen.begin_with(view)


def settle(frames: int = 3) -> None:
    """Let Kivy lay out and draw."""
    for _ in range(frames):
        EventLoop.idle()


def _no_table() -> Table:
    table: Any = NoTable()
    return table  # type: ignore[no-any-return]


def _home(screen: Touchscreen) -> HomeScreen:
    assert isinstance(screen.screen, HomeScreen)
    return screen.screen


def _play(screen: Touchscreen) -> PlayScreen:
    assert isinstance(screen.screen, PlayScreen)
    return screen.screen


def _settings_below(screen: Touchscreen) -> None:
    home = _home(screen)
    home.open_settings()
    assert isinstance(home.panels.panel, ChoicesPanel)
    home.panels.panel.list.parent.scroll_y = 0


def _open_all(screen: Touchscreen) -> None:
    """The panel behind the first button that stands for many."""
    play = _play(screen)
    next(choice for choice in play._choices(Moment(play.view)) if choice.text.endswith(")")).do()


def _turned(angle: int, open: Callable[[PlayScreen], None]) -> Callable[[Touchscreen], None]:
    """A panel that somebody turned towards another side of the table."""

    def turned(screen: Touchscreen) -> None:
        open(_play(screen))
        _play(screen).panels.face(angle)

    return turned


def _tap_health(screen: Touchscreen) -> None:
    play = _play(screen)
    for _ in range(7):
        counter = play.cards[1].large.counter
        assert counter is not None
        play.burst.tap(counter, -1)
