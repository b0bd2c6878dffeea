"""Pictures of the Quarriors screens in every state worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

from companion.dice import UNKNOWN_FACE, Sight, TableState
from companion.rules.core import Adjust
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.content import KIND
from companion.rules.text import line
from companion.screens.gallery import Picture
from companion.screens.port import ShownDice, View
from companion.screens.quarriors.play import QuarriorsScreen
from companion.screens.quarriors.samples import QuarriorsSample, readings, table_picture
from companion.screens.quarriors.setup import QuarriorsSetup
from companion.screens.quarriors.wilds_panel import WildsPanel
from companion.screens.touchscreen import Touchscreen

FIRST = ("assistant 1/1/2", "assistant r*", "basic_quiddity q2")
REACTIONS = ("life_spell", "shaping_cantrip", "death_charm", "strong_devotee", "mighty_quake_dragon")


def pictures(home: View) -> Iterator[Picture]:
    yield from _setup(home)
    yield from _turn()
    yield from _fight()
    yield from _panels()


def _setup(home: View) -> Iterator[Picture]:
    yield Picture("quarriors-setup", home, _at_setup())
    yield Picture("quarriors-setup-four", home, _at_setup(_four))
    yield Picture("quarriors-wilds-dealt", home, _at_setup(lambda screen: screen.open_wilds()))
    yield Picture("quarriors-wilds-by-hand", home, _at_setup(_by_hand))
    yield Picture("quarriors-rules", home, _at_setup(lambda screen: screen.open_rules()))
    deal = QuarriorsSample(3, wilds=())
    yield Picture("quarriors-deal", deal.view(state=TableState.EMPTY))


def _turn() -> Iterator[Picture]:
    yield Picture("quarriors-tell", QuarriorsSample(4).view(state=TableState.LOST))
    yield Picture("quarriors-tell-many", _rich().view(state=TableState.LOST))
    yield Picture("quarriors-throw", QuarriorsSample().view(simulated=True, state=TableState.EMPTY))
    faces = ("1/1/2", "r*", "q2", "q1", "q1", "q1")
    on_table = partial(table_picture, faces)
    rolled = QuarriorsSample().rolled(*FIRST)
    yield Picture("quarriors-immediate", rolled.view())
    seen = rolled.view(simulated=True)
    yield Picture("quarriors-roll-read", seen, lambda s: _play(s).choose_tab("roll"), pixels=on_table)
    doubtful = readings(("assistant 1/1/2", "assistant r*", *["basic_quiddity q1"] * 4), doubtful=(1,))
    unsure = ShownDice(doubtful, held=line("held.doubtful"))
    doubt = replace(QuarriorsSample().view(state=TableState.DOUBTFUL), dice=unsure)
    yield Picture("quarriors-doubtful", doubt)
    yield Picture("quarriors-die-correct", doubt, lambda s: _play(s).open_die(doubtful[1]))
    twin = replace(doubtful[1], other_kinds=((KIND + "portal", "d1", 0.31),))
    yield Picture("quarriors-die-twin", doubt, lambda s: _play(s).open_die(twin))
    strange = replace(doubtful[1], face=UNKNOWN_FACE, alternatives=((UNKNOWN_FACE, 0.96),))
    untaught = ShownDice((strange, *doubtful[2:]), held=line("held.unknown"))
    unknown = Sight(TableState.DOUBTFUL, "sight.die_unknown", untaught.dice)
    nobody = replace(doubt, dice=untaught, sight=unknown)
    yield Picture("quarriors-unknown", nobody, lambda s: _play(s).choose_tab("roll"))
    yield Picture("quarriors-unknown-die", nobody, lambda s: _play(s).open_die(strange))
    yield Picture("quarriors-die-kind", doubt, lambda s: _play(s).open_die(None))
    summon = _rich().rolled("quake_dragon 2/6/6*", "witching_hag 1/3/3", "death s**", "assistant 1/1/2")
    yield Picture("quarriors-summon", summon.view())
    many = QuarriorsSample().seen(*["basic_quiddity q1"] * 6, "assistant 1/1/2")
    yield Picture("quarriors-too-many", many.view())
    foreign = QuarriorsSample().seen("quake_dragon 1/4/4", *["basic_quiddity q1"] * 5)
    yield Picture("quarriors-foreign", foreign.view())
    capture = QuarriorsSample(4).rolled("assistant q1", "basic_quiddity q2")
    yield Picture("quarriors-capture", capture.view())
    yield Picture("quarriors-wilds", rolled.view(), lambda s: _play(s).choose_tab("wilds"))


def _fight() -> Iterator[Picture]:
    fight = _fighting().view()
    yield Picture("quarriors-defend", fight)
    yield Picture("quarriors-ready", fight, lambda s: _play(s).choose_tab("ready"))
    yield Picture("quarriors-react", _reacting().view())
    culls = QuarriorsSample(3).give(0, "used", "portal", "quake_dragon")
    culls.give(0, "ready", "devotee 1/0/3", "assistant 1/1/2", "death s*")
    scored = culls.give(1, "ready", "devotee 2/2/4").rolled()
    yield Picture("quarriors-start", _own_turn(scored).view())
    yield Picture("quarriors-cull", _own_turn(scored).go_on().view())
    over = QuarriorsSample().told(Adjust(1, "glory", 13), Adjust(0, "glory", 20))
    yield Picture("quarriors-over", over.view(state=TableState.EMPTY))


def _panels() -> Iterator[Picture]:
    rich = _rich().view(state=TableState.LOST)
    yield Picture("quarriors-collection", rich, lambda s: _play(s).open_collection(0))
    yield Picture("quarriors-counters", rich, lambda s: _play(s).open_counters(0))
    where = lambda s: _play(s)._open_places(0, "quake_dragon", "bag:0")  # noqa: E731
    yield Picture("quarriors-where", rich, where)
    yield Picture("quarriors-cards", rich, lambda s: _play(s).open_cards())
    yield Picture("quarriors-card", rich, lambda s: _play(s).open_card("quake_dragon"))
    unchecked = QuarriorsSample(cards=("strong_quake_dragon", "strong_questing_wizard")).view()
    yield Picture("quarriors-card-unchecked", unchecked, lambda s: _play(s).open_card("questing_wizard"))


def _rich() -> QuarriorsSample:
    """Three players well into the game."""
    sample = QuarriorsSample(3)
    sample.give(0, "bag", "quake_dragon", "witching_hag", "death", "portal", "victory", "devotee")
    sample.give(0, "used", "life", "portal", "basic_quiddity")
    sample.give(1, "ready", "devotee 2/2/4*", "witching_hag 1/3/3", "life s")
    sample.told(Adjust(0, "glory", 9), Adjust(1, "glory", 13), Adjust(2, "glory", 6))
    return sample


def _fighting() -> QuarriorsSample:
    sample = _rich().give(1, "ready", "assistant 1/1/2", "quake_dragon 1/4/4")
    sample.give(0, "ready", "witching_hag 2/4/5", "death s*")
    sample.rolled()
    return _until(sample, "defend")


def _reacting() -> QuarriorsSample:
    sample = QuarriorsSample(4, REACTIONS)
    sample.give(0, "ready", "quake_dragon 2/6/6*").give(1, "ready", "devotee 2/2/4", "life s", "shaping s")
    sample.give(2, "ready", "life s", "assistant 1/1/2").rolled("assistant 1/1/2")
    return _until(sample, "react")


def _until(sample: QuarriorsSample, window: str) -> QuarriorsSample:
    while getattr(sample.state.stack[-1], "window", "") != window:
        sample.go_on()
    return sample


def _own_turn(sample: QuarriorsSample) -> QuarriorsSample:
    """Round the table, until the first seat scores."""
    while sample.state.active != 0 or getattr(sample.state.stack[-1], "window", "") not in ("start", "cull"):
        sample.rolled() if sample.game.waits_for(sample.state).dice else sample.do(sample_first(sample))
    return sample


def sample_first(sample: QuarriorsSample) -> object:
    """To go on, or what the rules think best where that is not possible."""
    legal = sample.game.legal_actions(sample.state)
    return next((action for action in legal if isinstance(action, a.Pass)), legal[0])


def _at_setup(then: Callable[[QuarriorsSetup], None] | None = None) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("setup", "quarriors")
        setup = screen.screen
        assert isinstance(setup, QuarriorsSetup)
        setup.chance = Random(7)
        if then is not None:
            then(setup)

    return go


def _four(screen: QuarriorsSetup) -> None:
    screen._more()
    screen._more()
    screen._next_first()


def _by_hand(screen: QuarriorsSetup) -> None:
    screen.open_wilds()
    panel = screen.panels.panel
    assert isinstance(panel, WildsPanel)
    panel._deal()
    panel._tap("death")
    panel._tap("devotee")


def _play(screen: Touchscreen) -> QuarriorsScreen:
    assert isinstance(screen.screen, QuarriorsScreen)
    return screen.screen
