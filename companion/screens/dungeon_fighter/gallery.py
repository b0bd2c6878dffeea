"""Pictures of the Dungeon Fighter screens in every state worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.dice import TableState
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import Monster
from companion.rules.text import line
from companion.screens.dungeon_fighter.cards_screen import CardsScreen
from companion.screens.dungeon_fighter.play import DungeonFighterScreen
from companion.screens.dungeon_fighter.samples import (
    BEAR,
    DOUBLE,
    FLASK,
    GHOST,
    GOBLIN,
    HELM,
    SHOP,
    TREASURE,
    VENT,
    DungeonSample,
)
from companion.screens.dungeon_fighter.setup import DungeonFighterSetup
from companion.screens.gallery import Picture
from companion.screens.port import Report, ShownDice, View
from companion.screens.samples import jpeg, readings
from companion.screens.theme import rgb
from companion.screens.touchscreen import Touchscreen
from companion.screens.widgets.drawing import Pen, render

EMPTY = TableState.EMPTY


def pictures(home: View) -> Iterator[Picture]:
    yield from _setup(home)
    yield from _cards(home)
    yield from _way()
    yield from _fight()
    yield from _after()


def _close(screen: Touchscreen) -> None:
    """A slow machine may have hidden it by now."""
    assert isinstance(screen.screen, DungeonFighterScreen)
    screen.screen.fight.close_up.show(_close_up())


@lru_cache(maxsize=1)
def _close_up() -> bytes:
    """A die on a line, as the camera's referee draws it."""

    def draw(pen: Pen) -> None:
        pen.colour(rgb("#D9C08C"))
        pen.box(0, 0, 48, 48)
        pen.colour(rgb("#8C8074"))
        pen.shape([(0, 0), (34, 0), (20, 48), (0, 48)])
        pen.colour(rgb("#282828"))
        pen.line([(34, 0), (20, 48)], 0.5)
        pen.colour(rgb("#1F7A45"))
        pen.box(17, 16, 16, 18, 2)
        pen.colour(rgb("#3CDC3C"))
        pen.line([(17, 14), (33, 14), (33, 28), (17, 28)], 0.6, close=True)

    return jpeg(render(draw, (48, 48), 240, 240))


def _setup(home: View) -> Iterator[Picture]:
    yield Picture("df-setup", home, _at_setup())
    yield Picture("df-setup-six", home, _at_setup(_six))
    yield Picture("df-setup-hero", home, _at_setup(lambda s: s.open_hero(0)))
    yield Picture("df-setup-symbol", home, _at_setup(lambda s: s.open_symbol()))
    yield Picture("df-setup-boards", home, _at_setup(lambda s: s.open_boards()))
    yield Picture("df-setup-rules", home, _at_setup(lambda s: s.open_rules()))


def _cards(home: View) -> Iterator[Picture]:
    yield Picture("df-cards", home, _at_cards())
    yield Picture("df-cards-search", home, _at_cards(_search))
    yield Picture("df-cards-heroes", home, _at_cards(lambda s: s.cards._turn("heroes")))
    yield Picture("df-card-monster", home, _at_cards(lambda s: s.cards.edit(GHOST)))
    yield Picture("df-card-item", home, _at_cards(lambda s: s.cards.edit(FLASK)))
    yield Picture(
        "df-card-hero", home, _at_cards(lambda s: s.cards.edit(DungeonSample().state.party[0].hero))
    )
    yield Picture("df-card-name", home, _at_cards(lambda s: _ask(s, "name")))
    yield Picture("df-card-hp", home, _at_cards(lambda s: _ask(s, "hp")))
    yield Picture("df-card-attacks", home, _at_cards(lambda s: _ask(s, "attacks")))
    yield Picture("df-card-bans", home, _at_cards(lambda s: _ask(s, "bans")))
    yield Picture("df-card-delete", home, _at_cards(_delete))
    files = replace(home, card_files=("dungeon-fighter-cards.toml", "friend.toml"))
    yield Picture("df-cards-files", files, _at_cards(lambda s: s.cards.open_files()))


def _way() -> Iterator[Picture]:
    yield Picture("df-move", DungeonSample().view(simulated=False, state=EMPTY))
    yield Picture("df-move-six", DungeonSample(6).view(simulated=False, state=EMPTY))
    last = DungeonSample(1).chest(level=3, room=SHOP, tower=(0, 0, 0, 3))
    yield Picture("df-move-boss", last.view(simulated=False, state=EMPTY))
    yield Picture(
        "df-danger", DungeonSample().view(simulated=False, state=EMPTY), lambda s: _play(s).open_danger()
    )
    drawn = DungeonSample().told(a.Enter(DOUBLE))
    yield Picture("df-encounter", drawn.view(simulated=False, state=EMPTY))
    yield Picture("df-encounter-typing", drawn.view(simulated=False, state=EMPTY), _typing)
    asked = DungeonSample().told(a.Enter(DOUBLE), a.Meet(Monster(id="medusa", name="Medusa")))
    yield Picture("df-ask-hp", asked.view(simulated=False, state=EMPTY))


def _fight() -> Iterator[Picture]:
    plain = DungeonSample().meet()
    yield Picture("df-fight", plain.view(simulated=False, state=EMPTY))
    yield Picture("df-fight-six", DungeonSample(6).meet(GHOST).view(simulated=False, state=EMPTY))
    one = DungeonSample().meet(BEAR)
    yield Picture("df-fight-one-attack", one.view(simulated=False, state=EMPTY))
    armed = DungeonSample().put(0, items=(HELM, VENT, FLASK)).meet(BEAR, DOUBLE)
    yield Picture("df-fight-attacks", armed.view(simulated=False, state=EMPTY))
    three = _copy(armed).told(a.Say("weapon", HELM.id))
    yield Picture("df-fight-three-attacks", three.view(simulated=False, state=EMPTY))
    four = _copy(three).told(a.Say("weapon", VENT.id))
    yield Picture("df-fight-four-attacks", four.view(simulated=False, state=EMPTY))
    yield Picture("df-attacks", four.view(simulated=False, state=EMPTY), lambda s: _play(s).open_attacks())
    taken = _copy(three).told(a.Say("die", "red"))
    yield Picture("df-fight-die", taken.view(simulated=False, state=EMPTY))
    rests = _copy(taken).told(a.Say("rest", "3"), a.Say("symbol", "yes"))
    yield Picture("df-fight-rests", rests.view(simulated=False))
    seen = _copy(plain).told(a.Seen("green", "4", "3", True))
    yield Picture("df-fight-seen-disputed", seen.view(simulated=False))
    die = replace(readings("1", "dungeon_fighter.green")[0], face="eye", rest="4/3", crop=_close_up())
    yield Picture("df-fight-close-up", seen.view(simulated=False, dice=ShownDice((die,), entry=3)), _close)
    hole = _copy(plain).told(a.Say("die", "blue"), a.Say("rest", "hole"), a.Say("bounced", "no"))
    yield Picture("df-fight-hole", hole.view(simulated=False))
    bull = _copy(plain).told(a.Say("die", "blue"), a.Say("rest", "10"))
    yield Picture("df-fight-bullseye", bull.view(simulated=False))
    yield Picture("df-fight-simulated", plain.view(simulated=True, state=EMPTY))
    out = _copy(one).throw("red", "off").throw("green", "2").throw("blue", "hole")
    yield Picture("df-fight-dice-out", out.view(simulated=False, state=EMPTY))
    boss = DungeonSample(4).boss().throw("red", "3").throw("green", "off").throw("blue", "off")
    yield Picture("df-fight-boss", boss.view(simulated=False, state=EMPTY))
    held = replace(plain.view(simulated=False), dice=ShownDice((), held=line("df.roll.one", who="Lea", n=2)))
    yield Picture("df-fight-held", held)
    yield Picture("df-monster", plain.view(simulated=False, state=EMPTY), lambda s: _play(s).open_monster())
    yield Picture("df-hero", armed.view(simulated=False, state=EMPTY), lambda s: _play(s).open_hero(0))
    berserk = _copy(plain).throw("red", "3", symbol=True)
    yield Picture("df-ask-berserk", berserk.view(simulated=False))
    divine = _copy(plain).throw("blue", "3", symbol=True)
    yield Picture("df-ask-who", divine.view(simulated=False))


def _after() -> Iterator[Picture]:
    fainted = DungeonSample(4).put(1, health=0, fainted=True).meet().throw("red", "10")
    yield Picture("df-cleanup-scar", fainted.view(simulated=False, state=EMPTY))
    done = DungeonSample().meet().throw("red", "10")
    yield Picture("df-cleanup", done.view(simulated=False, state=EMPTY))
    shop = DungeonSample().put(0, items=(HELM, FLASK), health=5).chest(gold=5).meet(GOBLIN, SHOP)
    shop.throw("red", "10")
    yield Picture("df-cleanup-shop", shop.view(simulated=False, state=EMPTY))
    yield Picture("df-shop", shop.view(simulated=False, state=EMPTY), lambda s: _play(s).open_shop())
    yield Picture("df-hero-cards", shop.view(simulated=False, state=EMPTY), lambda s: _play(s).open_hero(0))
    treasure = DungeonSample().meet(GOBLIN, TREASURE).throw("red", "10")
    yield Picture("df-cleanup-treasure", treasure.view(simulated=False, state=EMPTY))
    drawn = _copy(treasure).told(a.Reward(equipment=1))
    yield Picture("df-cleanup-draw", drawn.view(simulated=False, state=EMPTY))
    new = _copy(drawn).told(a.Gain(_unknown()), a.Answer("owner", "1"))
    yield Picture("df-ask-attack", new.view(simulated=False, state=EMPTY))
    scarred = DungeonSample(6).put(0, scars=("red",), health=4).put(1, scars=("red", "green"), health=2)
    scarred.put(2, scars=("red", "green", "blue"), health=0).put(3, health=0, fainted=True)
    yield Picture("df-scars", scarred.meet().view(simulated=False, state=EMPTY))
    won = DungeonSample(4).put(1, scars=("blue",), health=5).chest(gold=7, white=2).boss()
    report = Report("health", ((9, 9, 7, 7, 5), (9, 8, 8, 5, 5), (9, 9, 9, 6, 6), (9, 9, 9, 9, 8)))
    over = won.throw("red", "10", symbol=True).view(simulated=False, state=EMPTY)
    yield Picture("df-won", replace(over, report=report))
    lost = DungeonSample(2).chest(white=0).boss().throw("red", "off").throw("green", "off")
    yield Picture("df-lost", lost.throw("blue", "off").view(simulated=False, state=EMPTY))


def _unknown() -> Any:
    from companion.rules.dungeon_fighter.offers import UNNAMED

    return UNNAMED[0]


def _copy(sample: DungeonSample) -> DungeonSample:
    """The same moment, to go on from differently."""
    other = DungeonSample(len(sample.state.seats))
    other.state, other.history = sample.state, list(sample.history)
    return other


def _at_setup(then: Callable[[DungeonFighterSetup], None] | None = None) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("setup", "dungeon_fighter")
        assert isinstance(screen.screen, DungeonFighterSetup)
        if then is not None:
            then(screen.screen)

    return go


def _at_cards(then: Callable[[CardsScreen], None] | None = None) -> Callable[[Touchscreen], None]:
    def go(screen: Touchscreen) -> None:
        screen._go("setup", "dungeon_fighter/cards")
        assert isinstance(screen.screen, CardsScreen)
        screen.screen.show(screen.view)
        if then is not None:
            then(screen.screen)

    return go


def _six(screen: DungeonFighterSetup) -> None:
    for _ in range(3):
        screen._more()


def _search(screen: CardsScreen) -> None:
    finder = screen.cards.finder
    assert finder is not None
    finder.turn_keys()
    assert finder.keys is not None
    finder.keys._type("a")


def _typing(screen: Touchscreen) -> None:
    finder = _play(screen).encounter.finder
    assert finder is not None
    finder.turn_keys()


def _ask(screen: CardsScreen, name: str) -> None:
    from companion.screens.dungeon_fighter.fields import fields_of

    screen.cards.edit(GHOST)
    editor = screen.cards.editor
    assert editor is not None
    editor.ask(next(field for field in fields_of(GHOST) if field.name == name))


def _delete(screen: CardsScreen) -> None:
    screen.cards.edit(GHOST)
    editor = screen.cards.editor
    assert editor is not None
    editor._delete = lambda: None
    editor.ask_delete()


def _play(screen: Touchscreen) -> DungeonFighterScreen:
    assert isinstance(screen.screen, DungeonFighterScreen)
    return screen.screen
