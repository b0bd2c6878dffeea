"""Pictures of the King of 12 screens in every state worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

from companion.dice import Sight, TableState
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import UNKNOWN
from companion.rules.text import line
from companion.screens.gallery import Picture
from companion.screens.king_of_12.card_panel import CardPanel
from companion.screens.king_of_12.group_panel import GroupPanel
from companion.screens.king_of_12.play import KingOf12Screen
from companion.screens.king_of_12.samples import TRAY, KingSample, readings, table_picture
from companion.screens.king_of_12.setup import KingOf12Setup
from companion.screens.king_of_12.teach_panel import TeachPanel
from companion.screens.king_of_12.tournament import TournamentScreen
from companion.screens.port import ShownDice, View
from companion.screens.touchscreen import Touchscreen

PROMOS = ("knight", "sorcerer", "rebels", "merchants", "lady", "cheater", "collector")
REVERSED = ("knight", "reverser", "oracle", "alchemist", "machine", "parasite", "golem")
MANY_BLUE = ("knight", "sorcerer", "oracle", "rebels", "merchants", "alchemist", "machine")


def pictures(home: View) -> Iterator[Picture]:
    yield from _setup(replace(home, tray_mm=TRAY))
    yield from _play()
    yield from _tournament()


def _setup(home: View) -> Iterator[Picture]:
    yield Picture("home-which-game", home, lambda s: s.screen._new_game())  # type: ignore[union-attr]
    yield Picture("king-setup", home, _at_setup())
    yield Picture("king-setup-tournament", home, _at_setup(None, "king_of_12/tournament"))
    yield Picture("king-setup-sixteen", home, _at_setup(_sixteen, "king_of_12/tournament"))
    yield Picture("king-cards", home, _at_setup(lambda screen: screen.open_cards()))
    yield Picture("king-cards-drawn", home, _at_setup(_draw))
    yield Picture("king-rules", home, _at_setup(lambda screen: screen.open_rules()))
    dice = readings((4, 9, 12), ((0.0, -40.0), (-90.0, 20.0), (90.0, 30.0)))
    lying = replace(home, sight=Sight(TableState.SETTLED, "", dice))
    yield Picture("king-places", lying, _at_setup(lambda screen: screen.open_places()))
    yield Picture("king-teach", home, _at_setup(lambda screen: screen.open_teach()))
    yield Picture("king-teach-camera", home, _at_setup(_tip))
    yield Picture("king-teach-own", home, _at_setup(_own_die))
    real = replace(home, simulated=False)
    yield Picture("king-teach-real-camera", real, _at_setup(lambda screen: screen.open_teach()))


def _play() -> Iterator[Picture]:
    yield Picture("king-roll", KingSample(4).view(state=TableState.EMPTY))
    simulated = KingSample(4)
    yield Picture("king-roll-simulated", simulated.view(simulated=True, state=TableState.EMPTY))
    yield Picture(
        "king-face-told",
        simulated.view(simulated=True, state=TableState.EMPTY),
        lambda s: _king(s).open_seat_die(1),
    )
    faces, places = (10, 7, 3, 12), KingSample(4).state.places
    on_table = partial(table_picture, tuple(zip(faces, places, strict=True)))
    unsure = ShownDice(readings(faces, places, doubtful=(1,)), held=line("held.doubtful"))
    doubt = replace(KingSample(4).view(state=TableState.DOUBTFUL), dice=unsure)
    yield Picture("king-doubtful", doubt)
    yield Picture("king-doubtful-simulated", replace(doubt, simulated=True), pixels=on_table)
    yield Picture("king-die-correct", doubt, lambda s: _king(s).open_die(unsure.dice[1]))
    loose = KingSample(3, places=()).rolled(4, 9, 12)
    yield Picture("king-whose", loose.view())
    two = KingSample(2).rolled(10, 7)
    yield Picture("king-two", two.view())
    cards = KingSample(4).rolled(*faces).cards("", "alchemist", "", "golem")
    yield Picture("king-cards-told", cards.view())
    yield Picture("king-face", cards.view(), lambda s: _king(s).open_seat_die(0))
    yield Picture("king-counters", cards.view(), lambda s: _king(s).open_counters(1))
    result = KingSample(4, cards=REVERSED).rolled(*faces)
    result.cards("alchemist", "alchemist", "reverser", "machine")
    yield Picture("king-result", result.view())
    equal = KingSample(3, cards=PROMOS).rolled(10, 7, 3).cards("cheater", "rebels", "collector")
    yield Picture("king-turn-over", equal.view())
    yield Picture("king-turn-over-simulated", equal.view(simulated=True))
    wrong = ShownDice(
        readings((10, 6, 10), equal.state.places),
        held=line("kd.roll.should_show", who="Lea", face=3, got=10),
    )
    yield Picture("king-held", equal.view(dice=wrong))
    yield Picture("king-held-panel", equal.view(dice=wrong), lambda s: _king(s).open_held())
    turn = KingSample(3).rolled(1, 7, 3).cards("sorcerer", "machine", "golem")
    yield Picture("king-sorcerer", turn.view())
    lie = partial(table_picture, tuple(zip((1, 7, 3), turn.state.places, strict=True)))
    yield Picture("king-sorcerer-simulated", turn.view(simulated=True), pixels=lie)
    blind = KingSample(3, layouts=(UNKNOWN,)).rolled(1, 7, 3).cards("sorcerer", "machine", "golem")
    yield Picture("king-sorcerer-unknown", blind.view())
    oracle = KingSample(3).rolled(1, 7, 3).cards("oracle", "machine", "golem")
    yield Picture("king-oracle", oracle.view())
    order = KingSample(3, cards=MANY_BLUE).rolled(3, 7, 1).cards("alchemist", "rebels", "oracle")
    yield Picture("king-order", order.view())
    merchants = (
        KingSample(4, cards=MANY_BLUE).rolled(*faces).cards("merchants", "knight", "machine", "alchemist")
    )
    yield Picture("king-merchants", merchants.view())
    yield Picture("king-under", _round_won().view())
    yield Picture("king-over", _over().view(state=TableState.EMPTY))


def _tournament() -> Iterator[Picture]:
    nine = KingSample(9)
    yield Picture("king-hall", nine.view(state=TableState.EMPTY))
    placed = KingSample(16).told(a.Placed(0, 1, 3), a.Placed(2, 8, 9))
    yield Picture("king-hall-sixteen", placed.view(state=TableState.EMPTY))
    yield Picture("king-group", placed.view(state=TableState.EMPTY), lambda s: _hall(s).open_group(1))
    yield Picture("king-group-winner", placed.view(state=TableState.EMPTY), _winner_tapped)
    telling = KingSample(16).told(
        a.Show(4, 7), a.Show(5, 9), a.Show(7, 12), a.Reveal(4, "golem"), a.Reveal(5, "oracle")
    )
    yield Picture("king-group-cards", telling.view(state=TableState.EMPTY), lambda s: _hall(s).open_group(1))
    centre = KingSample(16).told(*(a.Placed(group, 4 * group, 4 * group + 1) for group in range(4)))
    yield Picture("king-hall-centre", centre.view(state=TableState.EMPTY))
    yield Picture("king-standings", centre.view(state=TableState.EMPTY), lambda s: _hall(s).open_standings())
    under, moved = _hall_rounds()
    yield Picture("king-hall-under", under.view(state=TableState.EMPTY))
    yield Picture("king-group-under", under.view(state=TableState.EMPTY), lambda s: _hall(s).open_group(0))
    yield Picture("king-hall-moved", moved.view(state=TableState.EMPTY))


def _round_won() -> KingSample:
    """A round that has just been won: a card goes under the die."""
    return _played(lambda sample: sample.state.stage == "under")


def _over() -> KingSample:
    return _played(lambda sample: sample.game.outcome(sample.state) is not None)


def _played(until: Callable[[KingSample], bool]) -> KingSample:
    """Anybody does anything, always the same, until that moment."""
    sample, chance = KingSample(3), Random(5)
    while not until(sample):
        sample.offer(chance.randrange(len(sample.game.legal_actions(sample.state))))
    return sample


def _hall_rounds() -> tuple[KingSample, KingSample]:
    """A tournament at the end of its first round, and at the start of the second."""
    sample = KingSample(9)
    while sample.state.stage != "under":
        groups = sample.state.groups if sample.state.stage == "groups" else (sample.state.centre,)
        for number, members in enumerate(groups):
            winner, second = members[0], members[1]
            sample.told(a.Placed(number if sample.state.stage == "groups" else -1, winner, second))
    before = KingSample(9)
    before.state, before.history, before.undo = sample.state, list(sample.history), sample.undo
    sample.told(*(a.PutUnder(player) for player in sample.state.winners))
    return before, sample


def _at_setup(
    then: Callable[[KingOf12Setup], None] | None = None, place: str = "king_of_12"
) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("setup", place)
        assert isinstance(screen.screen, KingOf12Setup)
        if then is not None:
            then(screen.screen)

    return go


def _sixteen(screen: KingOf12Setup) -> None:
    for _ in range(8):
        screen._more()


def _draw(screen: KingOf12Setup) -> None:
    screen.open_cards()
    panel = screen.panels.panel
    assert isinstance(panel, CardPanel)
    panel._chance = Random(4)
    panel._draw("faun")


def _tip(screen: KingOf12Setup) -> None:
    screen.open_teach()
    panel = screen.panels.panel
    assert isinstance(panel, TeachPanel)
    for face in (1, 2, 7, 8, 5):
        die = readings((face,), ((0.0, 0.0),))
        panel.show(replace(screen.view, sight=Sight(TableState.SETTLED, "", die)))


def _own_die(screen: KingOf12Setup) -> None:
    _tip(screen)
    panel = screen.panels.panel
    assert isinstance(panel, TeachPanel)
    panel._next_seat()


def _winner_tapped(screen: Touchscreen) -> None:
    _hall(screen).open_group(1)
    panel = _hall(screen).panels.panel
    assert isinstance(panel, GroupPanel)
    panel._place(5)


def _king(screen: Touchscreen) -> KingOf12Screen:
    assert isinstance(screen.screen, KingOf12Screen)
    return screen.screen


def _hall(screen: Touchscreen) -> TournamentScreen:
    assert isinstance(screen.screen, TournamentScreen)
    return screen.screen
